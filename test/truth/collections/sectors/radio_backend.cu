// radio_backend.cu - small GPU backend for a dipole array:
// PFB channelizer -> FFT -> corner turn -> X-engine, plus dedispersion and flagging.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <complex>
#include <random>
#include <vector>
#include <stdexcept>
#include <string>
#include <algorithm>

namespace radio {

inline void check(cudaError_t e, const char* what, int line) {
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + " line " + std::to_string(line) + ": " + cudaGetErrorString(e));
}
#define RCHECK(x) ::radio::check((x), #x, __LINE__)

template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(size_t n) : n_(n) { RCHECK(cudaMalloc(&p_, n * sizeof(T))); RCHECK(cudaMemset(p_, 0, n * sizeof(T))); }
    explicit DeviceArray(const std::vector<T>& v) : DeviceArray(v.size()) {
        RCHECK(cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(p_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    T* get() { return p_; }
    const T* get() const { return p_; }
    size_t size() const { return n_; }
    std::vector<T> host() const {
        std::vector<T> v(n_);
        RCHECK(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
        return v;
    }
private:
    T* p_ = nullptr;
    size_t n_ = 0;
};

struct BackendConfig {
    int nant = 32;      // antennas (single pol)
    int nchan = 256;    // FFT length
    int ntap = 8;
    int nspec = 128;    // spectra per integration
    int ndm = 64;
    int nwin = 16;
};

constexpr int FFT_N = 256;
constexpr int FFT_LOG2 = 8;

__device__ __forceinline__ float2 cmul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

// ---------------------------------------------------------------------------
// 1. Polyphase FIR. A block handles CH_PER_BLOCK channels and slides through time;
//    the tap history is a ring buffer in shared memory.
// ---------------------------------------------------------------------------
template <int NTAP, int CH_PER_BLOCK>
__global__ void __launch_bounds__(CH_PER_BLOCK)
pfb_fir(const float* __restrict__ volt, const float* __restrict__ coeff, float* __restrict__ out,
        int nchan, int nspec) {
    __shared__ float ring[NTAP][CH_PER_BLOCK];
    __shared__ float win[NTAP][CH_PER_BLOCK];
    const int c = blockIdx.x * CH_PER_BLOCK + threadIdx.x;
    const int ant = blockIdx.y;
    const size_t base = (size_t)ant * (nspec + NTAP - 1) * nchan;
    if (c >= nchan) return;
#pragma unroll
    for (int t = 0; t < NTAP; ++t) win[t][threadIdx.x] = coeff[t * nchan + c];
#pragma unroll
    for (int t = 0; t < NTAP - 1; ++t) ring[t][threadIdx.x] = volt[base + (size_t)t * nchan + c];
    for (int s = 0; s < nspec; ++s) {
        ring[(s + NTAP - 1) % NTAP][threadIdx.x] = volt[base + (size_t)(s + NTAP - 1) * nchan + c];
        float acc = 0.f;
#pragma unroll 4
        for (int t = 0; t < NTAP; ++t) acc += ring[(s + t) % NTAP][threadIdx.x] * win[t][threadIdx.x];
        out[((size_t)ant * nspec + s) * nchan + c] = acc;
    }
}

// ---------------------------------------------------------------------------
// 2. Radix-2 decimation-in-time FFT, SPB spectra per block, twiddles in shared.
// ---------------------------------------------------------------------------
template <int SPB>
__global__ void fft256_radix2(const float* __restrict__ in, float2* __restrict__ out, int total) {
    __shared__ float2 buf[SPB][FFT_N];
    __shared__ float2 tw[FFT_N / 2];
    const int lane = threadIdx.x;         // 0..127
    const int row = threadIdx.y;          // spectrum within block
    const int spec = blockIdx.x * SPB + row;
    if (row == 0) {
        float s, c;
        sincospif(-2.0f * lane / FFT_N, &s, &c);
        tw[lane] = make_float2(c, s);
    }
    for (int i = lane; i < FFT_N; i += FFT_N / 2) {
        int r = __brev(i) >> (32 - FFT_LOG2);
        buf[row][r] = spec < total ? make_float2(in[(size_t)spec * FFT_N + i], 0.f) : make_float2(0.f, 0.f);
    }
    __syncthreads();
    for (int st = 0; st < FFT_LOG2; ++st) {
        const int half = 1 << st;
        const int k = lane & (half - 1);
        const int i0 = ((lane >> st) << (st + 1)) + k;
        const int i1 = i0 + half;
        float2 w = tw[k << (FFT_LOG2 - 1 - st)];
        float2 a = buf[row][i0];
        float2 b = cmul(buf[row][i1], w);
        buf[row][i0] = cadd(a, b);
        buf[row][i1] = csub(a, b);
        __syncthreads();
    }
    if (spec < total)
        for (int i = lane; i < FFT_N; i += FFT_N / 2) out[(size_t)spec * FFT_N + i] = buf[row][i];
}

// ---------------------------------------------------------------------------
// 3. Radix-4 Stockham FFT, split real/imag planes in dynamic shared memory.
// ---------------------------------------------------------------------------
__device__ void radix4_pass(const float* sre, const float* sim, float* dre, float* dim, int j, int ns) {
    float2 v[4];
    const int k = j % ns;
    const float ang = -2.0f * k / (float)(ns * 4);
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float s, c;
        sincospif(ang * r, &s, &c);
        v[r] = cmul(make_float2(sre[j + r * (FFT_N / 4)], sim[j + r * (FFT_N / 4)]), make_float2(c, s));
    }
    float2 a0 = cadd(v[0], v[2]), a1 = csub(v[0], v[2]);
    float2 a2 = cadd(v[1], v[3]), a3 = csub(v[1], v[3]);
    a3 = make_float2(a3.y, -a3.x);
    v[0] = cadd(a0, a2); v[1] = cadd(a1, a3); v[2] = csub(a0, a2); v[3] = csub(a1, a3);
    const int idx = (j / ns) * ns * 4 + k;
#pragma unroll
    for (int r = 0; r < 4; ++r) { dre[idx + r * ns] = v[r].x; dim[idx + r * ns] = v[r].y; }
}

__global__ void fft256_stockham4(const float* __restrict__ in, float2* __restrict__ out) {
    extern __shared__ float planes[];
    float* re[2] = {planes, planes + 2 * FFT_N};
    float* im[2] = {planes + FFT_N, planes + 3 * FFT_N};
    const int j = threadIdx.x;   // 64 threads
    const size_t base = (size_t)blockIdx.x * FFT_N;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        re[0][j + 64 * r] = in[base + j + 64 * r];
        im[0][j + 64 * r] = 0.f;
    }
    __syncthreads();
    int cur = 0;
    for (int ns = 1; ns < FFT_N; ns *= 4) {
        radix4_pass(planes + cur * 2 * FFT_N, planes + cur * 2 * FFT_N + FFT_N,
                    planes + (cur ^ 1) * 2 * FFT_N, planes + (cur ^ 1) * 2 * FFT_N + FFT_N, j, ns);
        cur ^= 1;
        __syncthreads();
    }
    for (int i = j; i < FFT_N; i += blockDim.x)
        out[base + i] = make_float2(planes[cur * 2 * FFT_N + i], planes[cur * 2 * FFT_N + FFT_N + i]);
}

// ---------------------------------------------------------------------------
// 4. Corner turn: [ant][spec][chan] -> [chan][spec][ant]
// ---------------------------------------------------------------------------
template <int TILE, int ROWS>
__global__ void corner_turn(const float2* __restrict__ in, float2* __restrict__ out, int nant, int nspec, int nchan) {
    __shared__ float2 tile[TILE][TILE + 1];
    const int s = blockIdx.z;
    const int c0 = blockIdx.x * TILE, a0 = blockIdx.y * TILE;
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        int a = a0 + r, c = c0 + threadIdx.x;
        if (a < nant && c < nchan) tile[r][threadIdx.x] = in[((size_t)a * nspec + s) * nchan + c];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        int c = c0 + r, a = a0 + threadIdx.x;
        if (a < nant && c < nchan) out[((size_t)c * nspec + s) * nant + a] = tile[threadIdx.x][r];
    }
}

// ---------------------------------------------------------------------------
// 5. X-engine: 2x2 register tile per thread, double buffered with cp.async
// ---------------------------------------------------------------------------
template <int NANT, int TCHUNK>
__global__ void __launch_bounds__(256)
xengine(const float2* __restrict__ x, float2* __restrict__ vis, int nspec) {
    __shared__ __align__(16) float2 st[2][TCHUNK][NANT];
    const int chan = blockIdx.x;
    const float2* src = x + (size_t)chan * nspec * NANT;
    const int tid = threadIdx.x;
    const int bi = (tid / (NANT / 2)) * 2, bj = (tid % (NANT / 2)) * 2;
    auto fetch = [&](int buf, int t0) {
        for (int i = tid; i < TCHUNK * NANT / 2; i += 256)
            __pipeline_memcpy_async(&st[buf][0][0] + i * 2, src + (size_t)t0 * NANT + i * 2, sizeof(float4));
        __pipeline_commit();
    };
    float2 acc[2][2] = {};
    fetch(0, 0);
    int buf = 0;
    for (int t0 = 0; t0 < nspec; t0 += TCHUNK) {
        if (t0 + TCHUNK < nspec) { fetch(buf ^ 1, t0 + TCHUNK); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll 2
        for (int t = 0; t < TCHUNK; ++t) {
            float4 a = *reinterpret_cast<const float4*>(&st[buf][t][bi]);
            float4 b = *reinterpret_cast<const float4*>(&st[buf][t][bj]);
            float2 av[2] = {{a.x, a.y}, {a.z, a.w}};
            float2 bv[2] = {{b.x, -b.y}, {b.z, -b.w}};
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) acc[i][j] = cadd(acc[i][j], cmul(av[i], bv[j]));
        }
        __syncthreads();
        buf ^= 1;
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            vis[((size_t)chan * NANT + bi + i) * NANT + bj + j] = acc[i][j];
}

// ---------------------------------------------------------------------------
// 6. Incoherent dedispersion: block owns (dm tile, time tile), stages a window per channel
// ---------------------------------------------------------------------------
__global__ void dedisperse(const float* __restrict__ power, const float* __restrict__ delays, float* __restrict__ out,
                           int nchan, int nsamp, int ndm, int nout, int window, float dm_step) {
    extern __shared__ float chunk[];
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int dm = blockIdx.y * blockDim.y + threadIdx.y;
    const int lin = threadIdx.y * blockDim.x + threadIdx.x;
    const int nthr = blockDim.x * blockDim.y;
    float acc = 0.f;
    for (int c = 0; c < nchan; ++c) {
        const float d = delays[c];
        const int first = (int)(d * dm_step * (blockIdx.y * blockDim.y));
        for (int i = lin; i < window; i += nthr) {
            int ts = blockIdx.x * blockDim.x + first + i;
            chunk[i] = ts < nsamp ? power[(size_t)c * nsamp + ts] : 0.f;
        }
        __syncthreads();
        const int shift = (int)(d * dm_step * dm) - first;
        acc += chunk[min((int)threadIdx.x + shift, window - 1)];
        __syncthreads();
    }
    if (t < nout && dm < ndm) out[(size_t)dm * nout + t] = acc;
}

// ---------------------------------------------------------------------------
// 7. MAD flagger: bitonic sort of a channel's samples
// ---------------------------------------------------------------------------
template <int N>
__device__ void bitonic_sort(float* key) {
    for (int k = 2; k <= N; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            const int t = threadIdx.x;
            const int i = 2 * t - (t & (j - 1));
            const bool up = (i & k) == 0;
            float a = key[i], b = key[i + j];
            if ((a > b) == up) { key[i] = b; key[i + j] = a; }
            __syncthreads();
        }
}

template <int N>
__global__ void mad_flag(const float* __restrict__ power, unsigned* __restrict__ mask, int nsamp, float nsigma) {
    __shared__ float key[N];
    __shared__ float med_s;
    const float* p = power + (size_t)blockIdx.x * nsamp;
    const int t = threadIdx.x;
    float v0 = p[t], v1 = p[t + N / 2];
    key[t] = v0; key[t + N / 2] = v1;
    __syncthreads();
    bitonic_sort<N>(key);
    if (t == 0) med_s = 0.5f * (key[N / 2 - 1] + key[N / 2]);
    __syncthreads();
    const float med = med_s;
    key[2 * t] = fabsf(v0 - med); key[2 * t + 1] = fabsf(v1 - med);
    __syncthreads();
    bitonic_sort<N>(key);
    const float thr = nsigma * 1.4826f * key[N / 2] + 1e-12f;
    unsigned m0 = __ballot_sync(~0u, fabsf(v0 - med) > thr);
    unsigned m1 = __ballot_sync(~0u, fabsf(v1 - med) > thr);
    if ((t & 31) == 0) {
        mask[blockIdx.x * (N / 32) + t / 32] = m0;
        mask[blockIdx.x * (N / 32) + N / 64 + t / 32] = m1;
    }
}

// ---------------------------------------------------------------------------
// 8. Spectral kurtosis statistics: 2-D block, tree reduction along time
// ---------------------------------------------------------------------------
struct SkSums { float s1, s2; };

__global__ void spectral_kurtosis(const float* __restrict__ power, float* __restrict__ sk, int nchan, int nsamp) {
    __shared__ SkSums red[8][33];
    const int c = blockIdx.x * 8 + threadIdx.y;
    float s1 = 0.f, s2 = 0.f;
    if (c < nchan)
        for (int t = threadIdx.x; t < nsamp; t += 32) { float p = power[(size_t)c * nsamp + t]; s1 += p; s2 += p * p; }
    red[threadIdx.y][threadIdx.x] = {s1, s2};
    __syncthreads();
    for (int h = 16; h > 0; h >>= 1) {
        if (threadIdx.x < h) {
            red[threadIdx.y][threadIdx.x].s1 += red[threadIdx.y][threadIdx.x + h].s1;
            red[threadIdx.y][threadIdx.x].s2 += red[threadIdx.y][threadIdx.x + h].s2;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0 && c < nchan) {
        float m = nsamp, a = red[threadIdx.y][0].s1, b = red[threadIdx.y][0].s2;
        sk[c] = (m + 1) / (m - 1) * (m * b / (a * a) - 1.f);
    }
}

// ---------------------------------------------------------------------------
// 9. Detect + transpose: |x|^2 summed over antennas into [chan][spec]
// ---------------------------------------------------------------------------
__global__ void detect_power(const float2* __restrict__ x, float* __restrict__ power, int nant, int nspec) {
    __shared__ float part[128];
    const int chan = blockIdx.y, spec0 = blockIdx.x * 4;
    const int grp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    float p = 0.f;
    for (int a = lane; a < nant; a += 32) {
        float2 v = x[((size_t)chan * nspec + spec0 + grp) * nant + a];
        p += v.x * v.x + v.y * v.y;
    }
    part[lane * 4 + grp] = p;
    __syncthreads();
    for (int s = 64; s >= 4; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x < 4) power[(size_t)chan * nspec + spec0 + threadIdx.x] = part[threadIdx.x];
}

} // namespace radio

int main(int argc, char** argv) {
    using namespace radio;
    BackendConfig cfg;
    if (argc > 1) cfg.ndm = std::max(8, atoi(argv[1]));
    constexpr int NTAP = 8;
    try {
        std::mt19937 rng(42);
        std::normal_distribution<float> g(0.f, 1.f);
        std::vector<float> volt((size_t)cfg.nant * (cfg.nspec + NTAP - 1) * cfg.nchan);
        for (size_t i = 0; i < volt.size(); ++i) volt[i] = g(rng) + 0.5f * std::sin(0.3f * (i % 4096));
        std::vector<float> coeff(NTAP * cfg.nchan);
        for (int i = 0; i < (int)coeff.size(); ++i) {
            float x = (i + 0.5f) / cfg.nchan - NTAP / 2.f;
            coeff[i] = std::sin(3.14159f * x) / (3.14159f * x) * (0.5f - 0.5f * std::cos(2 * 3.14159f * (i + 0.5f) / coeff.size()));
        }
        DeviceArray<float> d_volt(volt), d_coeff(coeff);
        const size_t nsamp = (size_t)cfg.nant * cfg.nspec * cfg.nchan;
        DeviceArray<float> d_fir(nsamp);
        DeviceArray<float2> d_fft(nsamp), d_fft4(nsamp), d_ct(nsamp);
        pfb_fir<NTAP, 128><<<dim3((cfg.nchan + 127) / 128, cfg.nant), 128>>>(d_volt.get(), d_coeff.get(), d_fir.get(), cfg.nchan, cfg.nspec);
        RCHECK(cudaGetLastError());
        const int nfft = cfg.nant * cfg.nspec;
        fft256_radix2<4><<<(nfft + 3) / 4, dim3(128, 4)>>>(d_fir.get(), d_fft.get(), nfft);
        fft256_stockham4<<<nfft, 64, 4 * FFT_N * sizeof(float)>>>(d_fir.get(), d_fft4.get());
        RCHECK(cudaGetLastError());
        corner_turn<32, 8><<<dim3(cfg.nchan / 32, (cfg.nant + 31) / 32, cfg.nspec), dim3(32, 8)>>>(d_fft.get(), d_ct.get(), cfg.nant, cfg.nspec, cfg.nchan);
        DeviceArray<float2> d_vis((size_t)cfg.nchan * cfg.nant * cfg.nant);
        xengine<32, 16><<<cfg.nchan, 256>>>(d_ct.get(), d_vis.get(), cfg.nspec);
        RCHECK(cudaGetLastError());
        DeviceArray<float> d_pow((size_t)cfg.nchan * cfg.nspec);
        detect_power<<<dim3(cfg.nspec / 4, cfg.nchan), 128>>>(d_ct.get(), d_pow.get(), cfg.nant, cfg.nspec);
        DeviceArray<unsigned> d_mask(cfg.nchan * cfg.nspec / 32);
        mad_flag<128><<<cfg.nchan, 64>>>(d_pow.get(), d_mask.get(), cfg.nspec, 4.0f);
        DeviceArray<float> d_sk(cfg.nchan);
        spectral_kurtosis<<<(cfg.nchan + 7) / 8, dim3(32, 8)>>>(d_pow.get(), d_sk.get(), cfg.nchan, cfg.nspec);
        RCHECK(cudaGetLastError());

        std::vector<float> delays(cfg.nchan);
        for (int c = 0; c < cfg.nchan; ++c) { float f = 1.2f + 0.4f * c / cfg.nchan; delays[c] = 4.f * (1.f / (f * f) - 1.f / (1.6f * 1.6f)); }
        DeviceArray<float> d_del(delays);
        const int nout = 96;
        const float dm_step = 0.3f;
        const dim3 blk(32, 8);
        const int window = blk.x + (int)(delays[0] * dm_step * blk.y) + 2;
        DeviceArray<float> d_dd((size_t)cfg.ndm * nout);
        dedisperse<<<dim3(nout / blk.x, (cfg.ndm + blk.y - 1) / blk.y), blk, window * sizeof(float)>>>(
            d_pow.get(), d_del.get(), d_dd.get(), cfg.nchan, cfg.nspec, cfg.ndm, nout, window, dm_step);
        RCHECK(cudaGetLastError());
        RCHECK(cudaDeviceSynchronize());

        auto f2 = d_fft.host(), f4 = d_fft4.host();
        double maxerr = 0;
        for (size_t i = 0; i < f2.size(); ++i) maxerr = std::max(maxerr, (double)std::hypot(f2[i].x - f4[i].x, f2[i].y - f4[i].y));
        auto vis = d_vis.host(); auto dd = d_dd.host(); auto sk = d_sk.host(); auto mask = d_mask.host();
        double vs = 0, ds = 0, ss = 0; long nf = 0;
        for (auto& v : vis) vs += v.x;
        for (float v : dd) ds += v;
        for (float v : sk) ss += v;
        for (unsigned m : mask) nf += __builtin_popcount(m);
        printf("fft r2 vs r4 max err %.3e (%s)\n", maxerr, maxerr < 1e-2 ? "ok" : "BAD");
        printf("vis sum %.6e  dedisp sum %.6e  sk mean %.4f  flagged %ld\n", vs, ds, ss / sk.size(), nf);
    } catch (const std::exception& e) {
        fprintf(stderr, "%s\n", e.what());
        return 1;
    }
    return 0;
}

// DSP building blocks: FFT, polyphase FIR, lifting wavelet, FIR with constant taps, CRC-32, bit transposition,
// overlapped window power.
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define CHECK(expr)                                                                      \
    if (cudaError_t err__ = (expr); err__ != cudaSuccess) {                              \
        fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err__));   \
        exit(1);                                                                         \
    }

__device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// ---------------------------------------------------------------------------------------
// 1. Stockham FFT, N points per group, radix R in registers, exchange through shared memory
// ---------------------------------------------------------------------------------------
template <int R>
__device__ __forceinline__ void butterfly(float2 (&v)[R], float dir)
{
    if constexpr (R == 2) {
        const float2 t = v[0];
        v[0] = cadd(t, v[1]);
        v[1] = csub(t, v[1]);
    } else {
        static_assert(R == 4, "radix 2 or 4");
        const float2 a = cadd(v[0], v[2]), b = csub(v[0], v[2]);
        const float2 c = cadd(v[1], v[3]), d = csub(v[1], v[3]);
        const float2 jd = make_float2(-dir * d.y, dir * d.x);
        v[0] = cadd(a, c);
        v[1] = cadd(b, jd);
        v[2] = csub(a, c);
        v[3] = csub(b, jd);
    }
}

__device__ __host__ constexpr int fft_pad(int i) { return i + (i >> 5); }

template <int N, int R, int BATCH>
__global__ void __launch_bounds__((N / R) * BATCH)
    fft_stockham(const float2* __restrict__ in, float2* __restrict__ out, int batch, float dir, float scale)
{
    constexpr int T = N / R;
    constexpr int STRIDE = fft_pad(N) + 1;
    __shared__ float sx[BATCH][STRIDE];
    __shared__ float sy[BATCH][STRIDE];
    const int t = threadIdx.x, g = threadIdx.y;
    const int b = blockIdx.x * BATCH + g;
    const bool on = b < batch;
    float2 v[R];
#pragma unroll
    for (int r = 0; r < R; ++r) v[r] = on ? in[(size_t)b * N + t + r * T] : make_float2(0.f, 0.f);

#pragma unroll
    for (int ns = 1; ns < N; ns *= R) {
        const float ang = dir * 6.283185307f * float(t % ns) / float(ns * R);
#pragma unroll
        for (int r = 1; r < R; ++r) {
            float s, c;
            __sincosf(ang * r, &s, &c);
            v[r] = cmul(v[r], make_float2(c, s));
        }
        butterfly<R>(v, dir);
        const int d = (t / ns) * ns * R + (t % ns);
        if (ns * R < N) {
#pragma unroll
            for (int r = 0; r < R; ++r) {
                sx[g][fft_pad(d + r * ns)] = v[r].x;
                sy[g][fft_pad(d + r * ns)] = v[r].y;
            }
            __syncthreads();
#pragma unroll
            for (int r = 0; r < R; ++r) v[r] = make_float2(sx[g][fft_pad(t + r * T)], sy[g][fft_pad(t + r * T)]);
            __syncthreads();
        } else if (on) {
#pragma unroll
            for (int r = 0; r < R; ++r) out[(size_t)b * N + d + r * ns] = make_float2(v[r].x * scale, v[r].y * scale);
        }
    }
}

// ---------------------------------------------------------------------------------------
// 2. polyphase decimating FIR (I/Q samples), coefficients and history staged in shared
// ---------------------------------------------------------------------------------------
struct FirParams {
    const short2* iq;
    const float* taps;
    float2* out;
    int nIn;
    int nOut;
    int nTaps;
    int decim;
};

__global__ void fir_decimate(FirParams p)
{
    extern __shared__ float4 fir_dyn[];  // float4 for alignment
    const int outPerBlock = blockDim.x;
    const int span = (outPerBlock - 1) * p.decim + p.nTaps;
    const int perPhase = (span + p.decim - 1) / p.decim;
    float* taps = reinterpret_cast<float*>(fir_dyn);
    // stored as [phase][index] so that neighbouring outputs read neighbouring words
    short2* hist = reinterpret_cast<short2*>(taps + p.nTaps);

    const int first = blockIdx.x * outPerBlock * p.decim - (p.nTaps - 1);
    for (int i = threadIdx.x; i < p.nTaps; i += blockDim.x) taps[i] = p.taps[i];
    for (int i = threadIdx.x; i < span; i += blockDim.x) {
        const int gidx = first + i;
        hist[(i % p.decim) * perPhase + i / p.decim] =
            (gidx >= 0 && gidx < p.nIn) ? p.iq[gidx] : make_short2(0, 0);
    }
    __syncthreads();

    const int o = blockIdx.x * outPerBlock + threadIdx.x;
    if (o >= p.nOut) return;
    float2 acc = make_float2(0.f, 0.f);
    for (int k = 0; k < p.nTaps; ++k) {
        const short2 s = hist[(k % p.decim) * perPhase + threadIdx.x + k / p.decim];
        const float w = taps[p.nTaps - 1 - k];
        acc.x = fmaf(w, (float)s.x, acc.x);
        acc.y = fmaf(w, (float)s.y, acc.y);
    }
    p.out[o] = acc;
}

// ---------------------------------------------------------------------------------------
// 3. multi-level CDF 5/3 integer lifting, one row per block
// ---------------------------------------------------------------------------------------
__device__ __forceinline__ int mirror(int i, int n)
{
    if (i < 0) i = -i;
    if (i >= n) i = 2 * (n - 1) - i;
    return i;
}

template <typename T, int MAXN>
__global__ void dwt53_rows(const T* __restrict__ in, int* __restrict__ out, int n, int levels)
{
    __shared__ int a[MAXN];
    __shared__ int b[MAXN];
    const size_t row = (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = in[row + i];
    __syncthreads();

    int* src = a;
    int* dst = b;
    int len = n;
    for (int l = 0; l < levels && len > 1; ++l) {
        const int half = (len + 1) / 2;
        // predict: odd samples
        for (int i = threadIdx.x; i < len / 2; i += blockDim.x) {
            const int c = 2 * i + 1;
            dst[half + i] = src[c] - ((src[c - 1] + src[mirror(c + 1, len)]) >> 1);
        }
        __syncthreads();
        // update: even samples
        for (int i = threadIdx.x; i < half; i += blockDim.x) {
            const int left = half + max(i - 1, 0);
            const int right = half + min(i, len / 2 - 1);
            dst[i] = src[2 * i] + ((dst[left] + dst[right] + 2) >> 2);
        }
        __syncthreads();
        for (int i = half + threadIdx.x; i < len; i += blockDim.x) out[row + i] = dst[i];
        int* t = src;
        src = dst;
        dst = t;
        len = half;
    }
    for (int i = threadIdx.x; i < len; i += blockDim.x) out[row + i] = src[i];
}

// ---------------------------------------------------------------------------------------
// 4. FIR with compile-time taps, several outputs per thread
// ---------------------------------------------------------------------------------------
constexpr int kTaps = 11;
__constant__ float c_taps[kTaps];

struct Identity {
    __device__ float operator()(float x) const { return x; }
};
struct SoftClip {
    float limit;
    __device__ float operator()(float x) const { return limit * tanhf(x / limit); }
};

template <int NT, int PER_THREAD, class Post>
__global__ void conv_const(const float* __restrict__ x, float* __restrict__ y, int n, Post post)
{
    constexpr int HALF = kTaps / 2;
    constexpr int TILE = NT * PER_THREAD;
    __shared__ float s[TILE + 2 * HALF];
    const int base = blockIdx.x * TILE;
    for (int i = threadIdx.x; i < TILE + 2 * HALF; i += NT) {
        const int g = base + i - HALF;
        s[i] = (unsigned)g < (unsigned)n ? x[g] : 0.f;
    }
    __syncthreads();

    float win[PER_THREAD + kTaps - 1];
#pragma unroll
    for (int i = 0; i < PER_THREAD + kTaps - 1; ++i) win[i] = s[threadIdx.x * PER_THREAD + i];
    float acc[PER_THREAD] = {};
#pragma unroll
    for (int k = 0; k < kTaps; ++k) {
#pragma unroll
        for (int j = 0; j < PER_THREAD; ++j) acc[j] += c_taps[k] * win[j + k];
    }
    __syncthreads();
    // transpose through shared so that stores are coalesced
#pragma unroll
    for (int j = 0; j < PER_THREAD; ++j) s[threadIdx.x * PER_THREAD + j] = acc[j];
    __syncthreads();
    for (int i = threadIdx.x; i < TILE && base + i < n; i += NT) y[base + i] = post(s[i]);
}

// ---------------------------------------------------------------------------------------
// 5. CRC-32, slicing by four, tables built in shared memory, one message per thread
// ---------------------------------------------------------------------------------------
union Word {
    uint32_t u;
    uint8_t b[4];
};

template <uint32_t POLY>
__global__ void crc32_messages(const uint32_t* __restrict__ msg, const int* __restrict__ words, int stride, int count,
                               uint32_t* __restrict__ crc, uint32_t* __restrict__ blockXor)
{
    __shared__ uint32_t tab[4][256];
    __shared__ uint32_t xorAll;
    if (threadIdx.x == 0) xorAll = 0;
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        uint32_t c = i;
#pragma unroll
        for (int k = 0; k < 8; ++k) c = (c & 1) ? (c >> 1) ^ POLY : c >> 1;
        tab[0][i] = c;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        uint32_t c = tab[0][i];
        for (int t = 1; t < 4; ++t) {
            c = (c >> 8) ^ tab[0][c & 0xff];
            tab[t][i] = c;
        }
    }
    __syncthreads();

    const int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m < count) {
        const uint32_t* p = msg + (size_t)m * stride;
        const int len = words ? words[m] : stride;
        uint32_t c = ~0u;
        for (int i = 0; i < len; ++i) {
            Word w;
            w.u = p[i] ^ c;
            c = tab[3][w.b[0]] ^ tab[2][w.b[1]] ^ tab[1][w.b[2]] ^ tab[0][w.b[3]];
        }
        c = ~c;
        crc[m] = c;
        atomicXor(&xorAll, c);
    }
    __syncthreads();
    if (threadIdx.x == 0) blockXor[blockIdx.x] = xorAll;
}

// ---------------------------------------------------------------------------------------
// 6. bit-plane transposition of 32x32 bit blocks, plus popcount histogram
// ---------------------------------------------------------------------------------------
template <int WARPS>
__global__ void bitplane_transpose(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, int nWords,
                                   unsigned* __restrict__ popHist)
{
    __shared__ uint32_t tile[WARPS][32 + 1];
    __shared__ unsigned hist[33];
    const int lane = threadIdx.x, w = threadIdx.y;
    const int tid = w * 32 + lane;
    for (int i = tid; i < 33; i += WARPS * 32) hist[i] = 0;
    __syncthreads();

    const int idx = (blockIdx.x * WARPS + w) * 32 + lane;
    const uint32_t v = idx < nWords ? in[idx] : 0u;
    if (idx < nWords) atomicAdd(&hist[__popc(v)], 1u);
#pragma unroll
    for (int bit = 0; bit < 32; ++bit) {
        const uint32_t plane = __ballot_sync(0xffffffffu, (v >> bit) & 1u);
        if (lane == 0) tile[w][bit] = plane;
    }
    __syncwarp();
    if (idx < nWords) out[idx] = tile[w][lane];
    __syncthreads();
    for (int i = tid; i < 33; i += WARPS * 32)
        if (popHist && hist[i]) atomicAdd(popHist + i, hist[i]);
}

// ---------------------------------------------------------------------------------------
// 7. Goertzel bank on overlapped Hann frames
// ---------------------------------------------------------------------------------------
template <int FRAME, int BINS_PER_BLOCK>
__global__ void goertzel_frames(const float* __restrict__ x, int n, int hop, const float* __restrict__ freq, int nFreq,
                                float* __restrict__ power)
{
    __shared__ float frame[FRAME];
    const int start = blockIdx.x * hop;
    auto hann = [](int i) { return 0.5f - 0.5f * __cosf(6.2831853f * i / (FRAME - 1)); };
    for (int i = threadIdx.x; i < FRAME; i += BINS_PER_BLOCK)
        frame[i] = start + i < n ? x[start + i] * hann(i) : 0.f;
    __syncthreads();

    for (int f = threadIdx.x; f < nFreq; f += BINS_PER_BLOCK) {
        const float coeff = 2.f * cosf(6.2831853f * freq[f]);
        float s1 = 0.f, s2 = 0.f;
#pragma unroll 4
        for (int i = 0; i < FRAME; ++i) {
            const float s0 = frame[i] + coeff * s1 - s2;
            s2 = s1;
            s1 = s0;
        }
        power[blockIdx.x * nFreq + f] = s1 * s1 + s2 * s2 - coeff * s1 * s2;
    }
}

// ---------------------------------------------------------------------------------------
template <class T>
struct DBuf {
    T* d = nullptr;
    size_t n;
    explicit DBuf(size_t c) : n(c)
    {
        CHECK(cudaMalloc(&d, n * sizeof(T)));
        CHECK(cudaMemset(d, 0, n * sizeof(T)));
    }
    explicit DBuf(const std::vector<T>& v) : DBuf(v.size())
    {
        CHECK(cudaMemcpy(d, v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DBuf() { cudaFree(d); }
    std::vector<T> h() const
    {
        std::vector<T> v(n);
        CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
        return v;
    }
};

template <int N, int R, int BATCH>
void launch_fft(const float2* in, float2* out, int batch, bool inverse)
{
    const dim3 block(N / R, BATCH);
    const dim3 grid((batch + BATCH - 1) / BATCH);
    fft_stockham<N, R, BATCH><<<grid, block>>>(in, out, batch, inverse ? 1.f : -1.f, inverse ? 1.f / N : 1.f);
    CHECK(cudaGetLastError());
}

#define FFT_CASE(N_, R_, B_) \
    case N_: launch_fft<N_, R_, B_>(in, out, batch, inverse); break

static void fft(int n, const float2* in, float2* out, int batch, bool inverse)
{
    switch (n) {
        FFT_CASE(64, 4, 8);
        FFT_CASE(128, 2, 2);
        FFT_CASE(256, 4, 2);
        FFT_CASE(1024, 4, 1);
        default: fprintf(stderr, "no FFT plan for %d\n", n); exit(1);
    }
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 20011;
    const int batch = argc > 2 ? atoi(argv[2]) : 37;
    const int decim = argc > 3 ? atoi(argv[3]) : 5;

    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) x[i] = std::sin(0.11f * i) + 0.3f * std::sin(0.7f * i + 1.f);

    for (int len : {64, 128, 256, 1024}) {
        std::vector<float2> h((size_t)len * batch);
        for (size_t i = 0; i < h.size(); ++i) h[i] = float2{x[i % n], x[(i * 7) % n]};
        DBuf<float2> a(h), b(h.size()), c(h.size());
        fft(len, a.d, b.d, batch, false);
        fft(len, b.d, c.d, batch, true);
        const auto r = c.h();
        float err = 0;
        for (size_t i = 0; i < h.size(); ++i) err = std::max(err, std::hypot(r[i].x - h[i].x, r[i].y - h[i].y));
        printf("fft %-5d round trip err %.2e\n", len, err);
    }
    {
        std::vector<short2> iq(n);
        for (int i = 0; i < n; ++i) iq[i] = make_short2((short)(1000 * x[i]), (short)(500 * x[(i * 3) % n]));
        const int nTaps = 43;
        std::vector<float> taps(nTaps);
        for (int i = 0; i < nTaps; ++i) taps[i] = 0.5f * (1.f - std::cos(6.2831853f * i / (nTaps - 1))) / nTaps;
        const int nOut = (n + decim - 1) / decim;
        DBuf<short2> din(iq);
        DBuf<float> dt(taps);
        DBuf<float2> dout(nOut);
        FirParams p;
        p.iq = din.d; p.taps = dt.d; p.out = dout.d;
        p.nIn = n; p.nOut = nOut; p.nTaps = nTaps; p.decim = decim;
        const int threads = 96;
        const int span = (threads - 1) * decim + nTaps;
        const int perPhase = (span + decim - 1) / decim;
        const size_t shmem = nTaps * sizeof(float) + size_t(perPhase) * decim * sizeof(short2);
        fir_decimate<<<(nOut + threads - 1) / threads, threads, shmem>>>(p);
        CHECK(cudaGetLastError());
        const auto r = dout.h();
        double err = 0;
        for (int o = 0; o < nOut; o += 13) {
            double s = 0;
            for (int k = 0; k < nTaps; ++k)
                if (int g = o * decim - k; g >= 0 && g < n) s += taps[k] * iq[g].x;
            err = std::max(err, std::fabs(s - r[o].x));
        }
        printf("fir decimate      err %.2e\n", err);
    }
    {
        const int rows = 50, len = 301;
        constexpr int MAXN = 512;
        std::vector<uint16_t> im((size_t)rows * len);
        for (size_t i = 0; i < im.size(); ++i) im[i] = (uint16_t)((i * 40503u >> 4) & 0xfff);
        DBuf<uint16_t> din(im);
        DBuf<int> dout(im.size());
        dwt53_rows<uint16_t, MAXN><<<rows, 96>>>(din.d, dout.d, len, 4);
        CHECK(cudaGetLastError());
        long s = 0;
        for (int v : dout.h()) s += std::abs(v);
        printf("dwt53             checksum %ld\n", s);
    }
    {
        const std::array<float, kTaps> taps{0.01f, 0.03f, 0.07f, 0.12f, 0.17f, 0.2f, 0.17f, 0.12f, 0.07f, 0.03f, 0.01f};
        CHECK(cudaMemcpyToSymbol(c_taps, taps.data(), sizeof(float) * kTaps));
        DBuf<float> dx(x), dy(n);
        auto conv = [&](auto post, auto per) {
            constexpr int PT = decltype(per)::value;
            constexpr int NT = 128;
            conv_const<NT, PT><<<(n + NT * PT - 1) / (NT * PT), NT>>>(dx.d, dy.d, n, post);
            CHECK(cudaGetLastError());
            double s = 0;
            for (float v : dy.h()) s += double(v) * v;
            printf("conv const        energy %.6f\n", s);
        };
        conv(Identity{}, std::integral_constant<int, 4>{});
        conv(SoftClip{0.8f}, std::integral_constant<int, 3>{});
    }
    {
        const int count = 500, stride = 33;
        std::vector<uint32_t> msg((size_t)count * stride);
        std::vector<int> words(count);
        for (size_t i = 0; i < msg.size(); ++i) msg[i] = uint32_t(i * 2654435761u) ^ uint32_t(i >> 3);
        for (int i = 0; i < count; ++i) words[i] = 1 + (i * 7) % stride;
        DBuf<uint32_t> dm(msg), dc(count), dx(8);
        DBuf<int> dw(words);
        const int threads = 64, blocks = (count + threads - 1) / threads;
        crc32_messages<0xEDB88320u><<<blocks, threads>>>(dm.d, nullptr, stride, count, dc.d, dx.d);
        CHECK(cudaGetLastError());
        crc32_messages<0xEDB88320u><<<blocks, threads>>>(dm.d, dw.d, stride, count, dc.d, dx.d);
        CHECK(cudaGetLastError());
        const auto crc = dc.h();
        int bad = 0;
        for (int m = 0; m < count; ++m) {
            uint32_t c = ~0u;
            for (int i = 0; i < words[m]; ++i) {
                c ^= msg[(size_t)m * stride + i];
                for (int k = 0; k < 32; ++k) c = (c & 1) ? (c >> 1) ^ 0xEDB88320u : c >> 1;
            }
            bad += (~c != crc[m]);
        }
        printf("crc32             mismatches %d\n", bad);
    }
    {
        const int nWords = 1000 * 8;
        std::vector<uint32_t> v(nWords);
        for (int i = 0; i < nWords; ++i) v[i] = uint32_t(i) * 2246822519u;
        DBuf<uint32_t> a(v), b(nWords), c(nWords);
        DBuf<unsigned> hist(33);
        constexpr int WARPS = 6;
        const dim3 block(32, WARPS), grid((nWords + 32 * WARPS - 1) / (32 * WARPS));
        bitplane_transpose<WARPS><<<grid, block>>>(a.d, b.d, nWords, hist.d);
        CHECK(cudaGetLastError());
        bitplane_transpose<WARPS><<<grid, block>>>(b.d, c.d, nWords, nullptr);
        CHECK(cudaGetLastError());
        unsigned tot = 0;
        for (unsigned q : hist.h()) tot += q;
        printf("bit transpose     %s, popcount samples %u\n", c.h() == v ? "ok" : "FAIL", tot);
    }
    {
        constexpr int FRAME = 400, BPB = 32;
        const int hop = 160, nFreq = 45;
        const int frames = 1 + (n - FRAME) / hop;
        std::vector<float> f(nFreq);
        for (int i = 0; i < nFreq; ++i) f[i] = 0.5f * i / nFreq;
        DBuf<float> dx(x), df(f), dp((size_t)frames * nFreq);
        goertzel_frames<FRAME, BPB><<<frames, BPB>>>(dx.d, n, hop, df.d, nFreq, dp.d);
        CHECK(cudaGetLastError());
        const auto p = dp.h();
        printf("goertzel          peak bin %d\n", int(std::max_element(p.begin(), p.begin() + nFreq) - p.begin()));
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}

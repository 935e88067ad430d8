// Block-based audio analysis and effects, written with cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK_CUDA(expr)                                                             \
    if (cudaError_t _e = (expr); _e != cudaSuccess) {                                \
        printf("CUDA failure %s at %s:%d\n", cudaGetErrorString(_e), __FILE__, __LINE__); \
        std::exit(1);                                                                \
    }

constexpr int FFT_N = 512;
constexpr int FFT_LOG = 9;
constexpr int HOP = 160;
constexpr int BINS = FFT_N / 2 + 1;
constexpr float PI = 3.14159265358979f;

struct Signal {
    const float* x;   // interleaved by channel: x[ch * len + i]
    int len;
    int channels;
    __device__ float at(int ch, int i) const { return i >= 0 && i < len ? x[ch * len + i] : 0.0f; }
};

__device__ inline float2 cmul(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }

// ---------------------------------------------------------------------------
// STFT: one frame per block, 256 threads, radix-2 in shared memory.
__global__ void stft_power(Signal sig, int frames, float* power)
{
    cg::thread_block tb = cg::this_thread_block();
    __shared__ float2 buf[FFT_N];
    __shared__ float2 tw[FFT_N / 2];
    const int t = tb.thread_rank();
    const int frame = blockIdx.x, ch = blockIdx.y;

    float s, c;
    sincosf(-2.0f * PI * t / FFT_N, &s, &c);
    tw[t] = make_float2(c, s);
    for (int i = t; i < FFT_N; i += tb.size()) {
        const float win = 0.5f - 0.5f * cosf(2.0f * PI * i / FFT_N);
        buf[__brev(i) >> (32 - FFT_LOG)] = make_float2(win * sig.at(ch, frame * HOP + i), 0.0f);
    }
    tb.sync();
    for (int half = 1; half < FFT_N; half <<= 1) {
        const int pos = t & (half - 1);
        const int i0 = ((t - pos) << 1) + pos;
        const int i1 = i0 + half;
        const float2 b = cmul(tw[pos * (FFT_N / 2 / half)], buf[i1]);
        const float2 a = buf[i0];
        buf[i0] = make_float2(a.x + b.x, a.y + b.y);
        buf[i1] = make_float2(a.x - b.x, a.y - b.y);
        tb.sync();
    }
    float* out = power + (size_t)(ch * frames + frame) * BINS;
    for (int i = t; i < BINS; i += tb.size()) out[i] = buf[i].x * buf[i].x + buf[i].y * buf[i].y;
}

// ---------------------------------------------------------------------------
// Triangular mel filters: the spectrum is staged once, each 16-lane tile takes filters in turn.
struct MelBand { int lo, mid, hi; };

__global__ void mel_log(const float* power, const MelBand* bands, int nmel, float* mel)
{
    cg::thread_block tb = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(tb);
    __shared__ float spec[BINS];
    __shared__ MelBand sb[64];
    const float* p = power + (size_t)blockIdx.x * BINS;
    for (int i = tb.thread_rank(); i < BINS; i += tb.size()) spec[i] = p[i];
    for (int i = tb.thread_rank(); i < nmel; i += tb.size()) sb[i] = bands[i];
    tb.sync();
    for (int m = tile.meta_group_rank(); m < nmel; m += tile.meta_group_size()) {
        const MelBand b = sb[m];
        float e = 0.0f;
        for (int k = b.lo + tile.thread_rank(); k < b.hi; k += tile.size()) {
            const float wgt = k < b.mid ? (k - b.lo) / (float)max(1, b.mid - b.lo) : (b.hi - k) / (float)max(1, b.hi - b.mid);
            e += wgt * spec[k];
        }
        e = cg::reduce(tile, e, cg::plus<float>());
        if (tile.thread_rank() == 0) mel[(size_t)blockIdx.x * nmel + m] = logf(e + 1e-9f);
    }
}

// ---------------------------------------------------------------------------
// FIR: each thread makes four consecutive outputs from a register window.
template <int TAPS, int THREADS>
__global__ void fir_filter(Signal sig, const float* coef, float* y)
{
    constexpr int OUT = THREADS * 4;
    __shared__ float h[TAPS];
    __shared__ float in[OUT + TAPS - 1];
    cg::thread_block tb = cg::this_thread_block();
    const int ch = blockIdx.y, base = blockIdx.x * OUT;
    for (int i = tb.thread_rank(); i < TAPS; i += THREADS) h[i] = coef[i];
    for (int i = tb.thread_rank(); i < OUT + TAPS - 1; i += THREADS) in[i] = sig.at(ch, base + i - (TAPS - 1));
    tb.sync();
    const int o = tb.thread_rank() * 4;
    float acc[4] = {0, 0, 0, 0};
    for (int k = 0; k < TAPS; ++k) {
        const float hk = h[TAPS - 1 - k];
#pragma unroll
        for (int r = 0; r < 4; ++r) acc[r] += hk * in[o + k + r];
    }
    for (int r = 0; r < 4; ++r)
        if (base + o + r < sig.len) y[ch * sig.len + base + o + r] = acc[r];
}

// ---------------------------------------------------------------------------
// Pitch: normalised autocorrelation, one lag per thread, arg-max over the block.
struct Peak { float v; int lag; };

__device__ inline Peak better(Peak a, Peak b) { return b.v > a.v ? b : a; }

template <int LAGS>
__global__ void pitch_track(Signal sig, int hop, int frameLen, int minLag, int* lagOut)
{
    extern __shared__ float frame[];
    __shared__ Peak best[LAGS / 32];
    cg::thread_block tb = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(tb);
    const int total = frameLen + minLag + LAGS;
    for (int i = tb.thread_rank(); i < total; i += tb.size()) frame[i] = sig.at(0, blockIdx.x * hop + i);
    tb.sync();
    const int lag = minLag + tb.thread_rank();
    float r = 0.0f, e0 = 1e-6f, e1 = 1e-6f;
    for (int i = 0; i < frameLen; ++i) {
        const float a = frame[i], b = frame[i + lag];
        r += a * b;
        e0 += a * a;
        e1 += b * b;
    }
    Peak pk{r * rsqrtf(e0 * e1), lag};
    for (int o = 16; o > 0; o /= 2) {
        Peak other{warp.shfl_down(pk.v, o), warp.shfl_down(pk.lag, o)};
        pk = better(pk, other);
    }
    if (warp.thread_rank() == 0) best[warp.meta_group_rank()] = pk;
    tb.sync();
    if (tb.thread_rank() == 0) {
        for (int w = 1; w < LAGS / 32; ++w) pk = better(pk, best[w]);
        lagOut[blockIdx.x] = pk.v > 0.3f ? pk.lag : 0;
    }
}

// ---------------------------------------------------------------------------
// Rational resampler, up/down = L/M, polyphase table [phase][tap] in shared memory.
struct Ratio { int up, down, taps; };

__global__ void resample(Signal sig, Ratio r, const float* proto, float* y, int outLen)
{
    extern __shared__ float sm[];
    cg::thread_block tb = cg::this_thread_block();
    float* phases = sm;                       // up * taps
    float* in = sm + r.up * r.taps;           // input span of this block
    const int o0 = blockIdx.x * tb.size();
    const int first = (int)((long long)o0 * r.down / r.up) - (r.taps - 1);
    const int last = (int)((long long)(o0 + tb.size() - 1) * r.down / r.up);
    for (int i = tb.thread_rank(); i < r.up * r.taps; i += tb.size()) {
        const int ph = i / r.taps, k = i % r.taps;
        phases[i] = proto[k * r.up + ph];
    }
    for (int i = tb.thread_rank(); i <= last - first; i += tb.size()) in[i] = sig.at(blockIdx.y, first + i);
    tb.sync();
    const int o = o0 + tb.thread_rank();
    if (o >= outLen) return;
    const long long pos = (long long)o * r.down;
    const int n = (int)(pos / r.up), ph = (int)(pos % r.up);
    float acc = 0.0f;
    for (int k = 0; k < r.taps; ++k) acc += phases[ph * r.taps + k] * in[n - k - first];
    y[(size_t)blockIdx.y * outLen + o] = acc;
}

// ---------------------------------------------------------------------------
// Compressor: envelope e[n] = a e[n-1] + (1-a) |x[n]| as a scan of affine maps (m, b).
template <int THREADS>
__global__ void compressor(float* x, int len, float a, float threshold, float ratio)
{
    __shared__ float2 warpTotal[THREADS / 32];
    __shared__ float carry;
    cg::thread_block tb = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(tb);
    float* ch = x + (size_t)blockIdx.x * len;
    if (tb.thread_rank() == 0) carry = 0.0f;
    for (int base = 0; base < len; base += THREADS) {
        const int i = base + tb.thread_rank();
        const float v = i < len ? ch[i] : 0.0f;
        float2 f = make_float2(a, (1.0f - a) * fabsf(v));
        for (int o = 1; o < 32; o <<= 1) {
            const float pm = warp.shfl_up(f.x, o), pb = warp.shfl_up(f.y, o);
            if (warp.thread_rank() >= o) f = make_float2(f.x * pm, f.x * pb + f.y);
        }
        if (warp.thread_rank() == 31) warpTotal[warp.meta_group_rank()] = f;
        tb.sync();
        float env = carry;
        for (unsigned w = 0; w < warp.meta_group_rank(); ++w) env = warpTotal[w].x * env + warpTotal[w].y;
        env = f.x * env + f.y;
        if (i < len && env > threshold) ch[i] = v * powf(env / threshold, 1.0f / ratio - 1.0f);
        tb.sync();
        if (tb.thread_rank() == THREADS - 1) carry = env;
        tb.sync();
    }
}

// ---------------------------------------------------------------------------
// Four parallel feedback combs per channel; warp group g (threadIdx.y) owns comb g.
struct CombBank { int delay[4]; float feedback; };

__global__ void comb_reverb(const float* x, float* y, int len, CombBank cb, int maxDelay)
{
    extern __shared__ float ring[];                 // [4][maxDelay]
    __shared__ float mix[4][64];
    cg::thread_block tb = cg::this_thread_block();
    const int t = threadIdx.x, g = threadIdx.y;
    const int d = cb.delay[g];
    float* line = ring + g * maxDelay;
    for (int i = t; i < d; i += blockDim.x) line[i] = 0.0f;
    tb.sync();
    for (int base = 0; base < len; base += blockDim.x) {    // delay >= blockDim.x
        const int i = base + t;
        const float in = i < len ? x[(size_t)blockIdx.x * len + i] : 0.0f;
        const int slot = i % d;
        const float out = line[slot];
        line[slot] = in + cb.feedback * out;
        mix[g][t] = out;
        tb.sync();
        if (g == 0 && i < len) y[(size_t)blockIdx.x * len + i] = 0.7f * in + 0.1f * (mix[0][t] + mix[1][t] + mix[2][t] + mix[3][t]);
        tb.sync();
    }
}

int main()
{
    const int len = 9001, channels = 2, nmel = 40;
    const int frames = (len - FFT_N) / HOP + 1;
    std::vector<float> host(len * channels);
    for (int c = 0; c < channels; ++c)
        for (int i = 0; i < len; ++i)
            host[c * len + i] = 0.6f * sinf(2 * PI * 0.0125f * (c + 1) * i) + 0.2f * sinf(2 * PI * 0.031f * i) + 0.02f * (((i * 7919) % 101) / 50.0f - 1.0f);

    constexpr int TAPS = 63, FT = 96;
    std::vector<float> coef(TAPS);
    for (int k = 0; k < TAPS; ++k) {
        const float m = k - (TAPS - 1) / 2.0f;
        coef[k] = (m == 0 ? 0.2f : sinf(0.2f * PI * m) / (PI * m)) * (0.54f - 0.46f * cosf(2 * PI * k / (TAPS - 1)));
    }
    std::vector<MelBand> bands(nmel);
    auto hz = [&](int i) { const float top = 2595.f * log10f(1 + 8000.f / 700.f); return 700.f * (powf(10.f, top * i / (nmel + 1) / 2595.f) - 1.f); };
    for (int m = 0; m < nmel; ++m) bands[m] = {(int)(hz(m) / 16000 * FFT_N), (int)(hz(m + 1) / 16000 * FFT_N), (int)(hz(m + 2) / 16000 * FFT_N) + 1};
    const Ratio ratio{3, 2, 16};
    const int outLen = (int)((long long)len * ratio.up / ratio.down);
    std::vector<float> proto(ratio.up * ratio.taps);
    for (size_t i = 0; i < proto.size(); ++i) proto[i] = 0.5f * (1 - cosf(2 * PI * (i + 0.5f) / proto.size())) / 8.0f;

    float *x, *y, *z, *power, *mel, *dcoef, *dproto, *res;
    MelBand* dbands;
    int* lags;
    const size_t sbytes = host.size() * sizeof(float);
    const int pitchHop = 441, frameLen = 400, minLag = 20;
    const int pitchFrames = (len + pitchHop - 1) / pitchHop;
    CHECK_CUDA(cudaMalloc(&x, sbytes));
    CHECK_CUDA(cudaMalloc(&y, sbytes));
    CHECK_CUDA(cudaMalloc(&z, sbytes));
    CHECK_CUDA(cudaMalloc(&power, sizeof(float) * channels * frames * BINS));
    CHECK_CUDA(cudaMalloc(&mel, sizeof(float) * channels * frames * nmel));
    CHECK_CUDA(cudaMalloc(&dcoef, TAPS * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&dproto, proto.size() * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&res, sizeof(float) * channels * outLen));
    CHECK_CUDA(cudaMalloc(&dbands, nmel * sizeof(MelBand)));
    CHECK_CUDA(cudaMalloc(&lags, pitchFrames * sizeof(int)));
    CHECK_CUDA(cudaMemcpy(x, host.data(), sbytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dcoef, coef.data(), TAPS * sizeof(float), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dproto, proto.data(), proto.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dbands, bands.data(), nmel * sizeof(MelBand), cudaMemcpyHostToDevice));

    const Signal in{x, len, channels}, filtered{y, len, channels};
    fir_filter<TAPS, FT><<<dim3((len + FT * 4 - 1) / (FT * 4), channels), FT>>>(in, dcoef, y);
    stft_power<<<dim3(frames, channels), FFT_N / 2>>>(filtered, frames, power);
    mel_log<<<channels * frames, 128>>>(power, dbands, nmel, mel);
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaGetLastError());

    constexpr int LAGS = 192;
    pitch_track<LAGS><<<pitchFrames, LAGS, (frameLen + minLag + LAGS) * sizeof(float)>>>(in, pitchHop, frameLen, minLag, lags);
    const int rt = 128, span = rt * ratio.down / ratio.up + 2 + ratio.taps;
    resample<<<dim3((outLen + rt - 1) / rt, channels), rt, (ratio.up * ratio.taps + span) * sizeof(float)>>>(filtered, ratio, dproto, res, outLen);
    compressor<256><<<channels, 256>>>(y, len, 0.995f, 0.25f, 4.0f);
    const CombBank cb{{113, 149, 171, 197}, 0.72f};
    comb_reverb<<<channels, dim3(64, 4), 4 * 197 * sizeof(float)>>>(y, z, len, cb, 197);
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaGetLastError());

    std::vector<int> hl(pitchFrames);
    CHECK_CUDA(cudaMemcpy(hl.data(), lags, hl.size() * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(host.data(), z, sbytes, cudaMemcpyDeviceToHost));
    double e = 0;
    for (float v : host) e += v * v;
    printf("lag[3]=%d energy=%.4f frames=%d\n", hl[3], e, frames);
    for (void* p : {(void*)x, (void*)y, (void*)z, (void*)power, (void*)mel, (void*)dcoef, (void*)dproto, (void*)res, (void*)dbands, (void*)lags}) cudaFree(p);
    return 0;
}

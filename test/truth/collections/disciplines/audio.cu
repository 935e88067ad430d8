/*
 * vox::dsp — GPU front-end for the speech pipeline.
 *
 * Every stage is a small class with Prepare()/Process() in the same spirit as
 * the CPU processors. Frames are rows: [numFrames][frameSize].
 */
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

namespace vox {
namespace dsp {

static constexpr float kPi = 3.14159265358979f;

class Buffer {
public:
    explicit Buffer(int count, std::function<float(int)> gen = [](int) { return 0.0f; }) : mCount(count) {
        std::vector<float> h(count);
        for (int i = 0; i < count; ++i) h[i] = gen(i);
        cudaMalloc(&mData, sizeof(float) * count);
        cudaMemcpy(mData, h.data(), sizeof(float) * count, cudaMemcpyHostToDevice);
    }
    ~Buffer() { cudaFree(mData); }
    float* Data() { return mData; }
    double Sum() const {
        std::vector<float> h(mCount);
        cudaMemcpy(h.data(), mData, sizeof(float) * mCount, cudaMemcpyDeviceToHost);
        double s = 0; for (float v : h) s += v; return s;
    }
private:
    float* mData = nullptr;
    int mCount;
};

// ---------------------------------------------------------------------------------------------
// STFT
// ---------------------------------------------------------------------------------------------
__device__ inline float2 CMul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ inline float2 CAdd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline float2 CSub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

/** In-place radix-2 DIT with bit reversal, one frame per block, N/2 threads. */
template <int LogN>
__global__ void StftRadix2(const float* __restrict__ pcm, int hop, float* __restrict__ power)
{
    constexpr int N = 1 << LogN;
    __shared__ float2 x[N];
    const int t = threadIdx.x;
    const float* frame = pcm + blockIdx.x * hop;

    for (int i = t; i < N; i += N / 2) {
        const int r = __brev(i) >> (32 - LogN);
        const float w = 0.5f - 0.5f * __cosf(2.0f * kPi * i / N);
        x[r] = make_float2(frame[i] * w, 0.0f);
    }
    __syncthreads();

    for (int half = 1; half < N; half <<= 1) {
        const int pos = t & (half - 1);
        const int i0 = ((t - pos) << 1) + pos;
        float s, c;
        __sincosf(-kPi * pos / half, &s, &c);
        const float2 a = x[i0];
        const float2 b = CMul(x[i0 + half], make_float2(c, s));
        x[i0] = CAdd(a, b);
        x[i0 + half] = CSub(a, b);
        __syncthreads();
    }
    power[blockIdx.x * (N / 2) + t] = x[t].x * x[t].x + x[t].y * x[t].y;
}

/** Radix-4 Stockham, split re/im planes with a pad word per 32. */
struct Padded {
    float* base;
    __device__ float& operator[](int i) const { return base[i + (i >> 5)]; }
};

template <int N>
__global__ void __launch_bounds__(N / 4) StftStockham4(const float* __restrict__ pcm, int hop, float2* __restrict__ spec)
{
    __shared__ float reMem[N + N / 32];
    __shared__ float imMem[N + N / 32];
    Padded re{reMem}, im{imMem};
    const int t = threadIdx.x;
    float2 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = make_float2(pcm[blockIdx.x * hop + t + k * (N / 4)], 0.0f);

    for (int ns = 1; ns < N; ns *= 4) {
        const int j = t % ns;
        float s, c;
        __sincosf(-2.0f * kPi * j / (4 * ns), &s, &c);
        const float2 w1 = make_float2(c, s), w2 = CMul(w1, w1), w3 = CMul(w1, w2);
        const float2 b = CMul(v[1], w1), cc = CMul(v[2], w2), d = CMul(v[3], w3);
        const float2 s0 = CAdd(v[0], cc), s1 = CSub(v[0], cc), s2 = CAdd(b, d), s3 = CSub(b, d);
        v[0] = CAdd(s0, s2);
        v[1] = make_float2(s1.x + s3.y, s1.y - s3.x);
        v[2] = CSub(s0, s2);
        v[3] = make_float2(s1.x - s3.y, s1.y + s3.x);
        const int dst = (t / ns) * ns * 4 + j;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 4; ++k) { re[dst + k * ns] = v[k].x; im[dst + k * ns] = v[k].y; }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = make_float2(re[t + k * (N / 4)], im[t + k * (N / 4)]);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) spec[blockIdx.x * N + t + k * (N / 4)] = v[k];
}

// ---------------------------------------------------------------------------------------------
// Mel filterbank followed by DCT-II (MFCC)
// ---------------------------------------------------------------------------------------------
struct MelBand { int first; int count; float slopeUp; float slopeDown; };

__global__ void MelDct(const float* __restrict__ power, int bins, const MelBand* __restrict__ bands, int numMel,
                       int numCep, int framesPerBlock, int numFrames, float* __restrict__ mfcc)
{
    extern __shared__ float smem[];
    float* spec = smem;                                   // framesPerBlock x bins
    float* mel  = spec + framesPerBlock * bins;           // framesPerBlock x numMel
    float* dct  = mel + framesPerBlock * numMel;          // numCep x numMel

    const int lin = threadIdx.y * blockDim.x + threadIdx.x;
    const int all = blockDim.x * blockDim.y;
    const int f0 = blockIdx.x * framesPerBlock;
    for (int i = lin; i < framesPerBlock * bins; i += all) {
        const int f = min(f0 + i / bins, numFrames - 1);
        spec[i] = power[f * bins + i % bins];
    }
    for (int i = lin; i < numCep * numMel; i += all)
        dct[i] = __cosf(kPi * (i / numMel) * ((i % numMel) + 0.5f) / numMel);
    __syncthreads();

    for (int m = threadIdx.x; m < numMel; m += blockDim.x) {
        const MelBand b = bands[m];
        float e = 1e-8f;
        for (int k = 0; k < b.count; ++k) {
            const float w = fminf(k * b.slopeUp, (b.count - k) * b.slopeDown);
            e += w * spec[threadIdx.y * bins + b.first + k];
        }
        mel[threadIdx.y * numMel + m] = __logf(e);
    }
    __syncthreads();

    const int f = f0 + threadIdx.y;
    for (int c = threadIdx.x; c < numCep; c += blockDim.x) {
        float acc = 0.0f;
        for (int m = 0; m < numMel; ++m) acc += dct[c * numMel + m] * mel[threadIdx.y * numMel + m];
        if (f < numFrames) mfcc[f * numCep + c] = acc;
    }
}

// ---------------------------------------------------------------------------------------------
// LPC: autocorrelation + Levinson-Durbin. One thread per frame for the recursion.
// ---------------------------------------------------------------------------------------------
template <int Order>
__global__ void LpcLevinson(const float* __restrict__ frames, int frameLen, int numFrames, float* __restrict__ lpc)
{
    __shared__ float a[64][Order + 1];
    __shared__ float r[64][Order + 1];
    const int f = blockIdx.x * 64 + threadIdx.x;
    if (f >= numFrames) return;
    const float* x = frames + f * frameLen;

    for (int lag = 0; lag <= Order; ++lag) {
        float acc = lag == 0 ? 1e-3f : 0.0f;
        for (int n = lag; n < frameLen; ++n) acc += x[n] * x[n - lag];
        r[threadIdx.x][lag] = acc;
        a[threadIdx.x][lag] = lag == 0 ? 1.0f : 0.0f;
    }
    float err = r[threadIdx.x][0];
    for (int i = 1; i <= Order; ++i) {
        float k = 0.0f;
        for (int j = 0; j < i; ++j) k -= a[threadIdx.x][j] * r[threadIdx.x][i - j];
        k /= err;
        for (int j = 0; j <= i / 2; ++j) {
            const float lo = a[threadIdx.x][j], hi = a[threadIdx.x][i - j];
            a[threadIdx.x][j] = lo + k * hi;
            if (j != i - j) a[threadIdx.x][i - j] = hi + k * lo;
        }
        err *= 1.0f - k * k;
    }
    for (int i = 0; i <= Order; ++i) lpc[f * (Order + 1) + i] = a[threadIdx.x][i];
}

// ---------------------------------------------------------------------------------------------
// Biquad cascade over interleaved channels; block of samples staged and processed per channel.
// ---------------------------------------------------------------------------------------------
struct BiquadState { float b0, b1, b2, a1, a2, z1, z2, pad; };

template <int Channels, int Stages>
__global__ void BiquadCascade(float* __restrict__ audio, int numSamples, const BiquadState* __restrict__ proto)
{
    constexpr int kBlock = 64;
    __shared__ float io[kBlock * Channels];
    __shared__ BiquadState st[Channels][Stages];
    const int ch = threadIdx.x;
    float* base = audio + size_t(blockIdx.x) * numSamples * Channels;
    for (int s = 0; s < Stages; ++s) st[ch][s] = proto[s];

    for (int n0 = 0; n0 + kBlock <= numSamples; n0 += kBlock) {
        __syncthreads();
        for (int i = threadIdx.x; i < kBlock * Channels; i += Channels) io[i] = base[n0 * Channels + i];
        __syncthreads();
        for (int n = 0; n < kBlock; ++n) {
            float v = io[n * Channels + ch];
#pragma unroll
            for (int s = 0; s < Stages; ++s) {
                BiquadState& q = st[ch][s];
                const float y = q.b0 * v + q.z1;
                q.z1 = q.b1 * v - q.a1 * y + q.z2;
                q.z2 = q.b2 * v - q.a2 * y;
                v = y;
            }
            io[n * Channels + ch] = v;
        }
        __syncthreads();
        for (int i = threadIdx.x; i < kBlock * Channels; i += Channels) base[n0 * Channels + i] = io[i];
    }
}

// ---------------------------------------------------------------------------------------------
// Rational resampler (polyphase). taps laid out [phase][tap].
// ---------------------------------------------------------------------------------------------
__global__ void PolyphaseResample(const float* __restrict__ in, int inLen, float* __restrict__ out, int outLen,
                                  const float* __restrict__ taps, int up, int down, int tapsPerPhase)
{
    extern __shared__ float sm[];
    float* h = sm;
    float* x = sm + up * tapsPerPhase;
    const int o0 = blockIdx.x * blockDim.x;
    const int i0 = o0 * down / up - tapsPerPhase + 1;
    const int need = (blockDim.x * down) / up + tapsPerPhase + 2;
    for (int i = threadIdx.x; i < up * tapsPerPhase; i += blockDim.x) h[i] = taps[i];
    for (int i = threadIdx.x; i < need; i += blockDim.x) {
        const int g = i0 + i;
        x[i] = (g >= 0 && g < inLen) ? in[g] : 0.0f;
    }
    __syncthreads();
    const int o = o0 + threadIdx.x;
    if (o >= outLen) return;
    const int phase = (o * down) % up;
    const int c = (o * down) / up - i0;
    float acc = 0.0f;
#pragma unroll 4
    for (int k = 0; k < tapsPerPhase; ++k) acc += h[phase * tapsPerPhase + k] * x[c - k];
    out[o] = acc;
}

// ---------------------------------------------------------------------------------------------
// DTW between a template and utterances; anti-diagonals, local feature vectors in shared.
// ---------------------------------------------------------------------------------------------
template <int Dim, int Len>
__global__ void DtwDistance(const float* __restrict__ tmpl, const float* __restrict__ utt, float* __restrict__ dist)
{
    __shared__ float A[Len][Dim];
    __shared__ float B[Len][Dim + 1];
    __shared__ float D[Len + 1][Len + 1];
    const int t = threadIdx.x;
    for (int i = t; i < Len * Dim; i += blockDim.x) {
        A[i / Dim][i % Dim] = tmpl[i];
        B[i / Dim][i % Dim] = utt[blockIdx.x * Len * Dim + i];
    }
    D[t + 1][0] = 1e20f;
    D[0][t + 1] = 1e20f;
    if (t == 0) D[0][0] = 0.0f;
    __syncthreads();
    for (int d = 0; d < 2 * Len - 1; ++d) {
        const int i = t, j = d - t;
        if (j >= 0 && j < Len) {
            float c = 0.0f;
            for (int k = 0; k < Dim; ++k) { const float e = A[i][k] - B[j][k]; c += e * e; }
            D[i + 1][j + 1] = c + fminf(D[i][j], fminf(D[i][j + 1], D[i + 1][j]));
        }
        __syncthreads();
    }
    if (t == 0) dist[blockIdx.x] = D[Len][Len];
}

// ---------------------------------------------------------------------------------------------
// Overlap-add synthesis with gain smoothing scan (Hillis-Steele, ping-pong buffer)
// ---------------------------------------------------------------------------------------------
__global__ void OlaSynthesis(const float* __restrict__ frames, int frameLen, int hop, int numFrames, float* __restrict__ out, int outLen)
{
    __shared__ float acc[2][160];
    const int t = threadIdx.x;
    const int n = blockIdx.x * 160 + t;
    float v = 0.0f;
    if (n < outLen) {
        const int last = min(n / hop, numFrames - 1);
        for (int f = last; f >= 0 && n - f * hop < frameLen; --f) v += frames[f * frameLen + n - f * hop];
    }
    int cur = 0;
    acc[0][t] = v * v;
    __syncthreads();
    for (int off = 1; off < 160; off <<= 1) {
        acc[cur ^ 1][t] = t >= off ? acc[cur][t] + acc[cur][t - off] : acc[cur][t];
        cur ^= 1;
        __syncthreads();
    }
    const float rms = sqrtf(acc[cur][t] / (t + 1)) + 1e-4f;
    if (n < outLen) out[n] = v / fmaxf(1.0f, rms);
}

// ---------------------------------------------------------------------------------------------
// GRU cell for the VAD, weights in half, hidden state in shared
// ---------------------------------------------------------------------------------------------
template <int H>
__global__ void VadGru(const __half* __restrict__ w, const float* __restrict__ feats, int steps, float* __restrict__ vad)
{
    __shared__ __half W[3 * H][H];
    __shared__ float h[H];
    __shared__ float part[H];
    const int t = threadIdx.x;
    for (int i = t; i < 3 * H * H; i += H) W[i / H][i % H] = w[i];
    h[t] = 0.0f;
    __syncthreads();
    auto sigmoid = [](float z) { return 1.0f / (1.0f + __expf(-z)); };
    for (int s = 0; s < steps; ++s) {
        const float x = feats[(blockIdx.x * steps + s) * H + t];
        float gz = x, gr = -x, gn = 0.0f;
#pragma unroll 8
        for (int k = 0; k < H; ++k) {
            gz += __half2float(W[t][k]) * h[k];
            gr += __half2float(W[H + t][k]) * h[k];
            gn += __half2float(W[2 * H + t][k]) * h[k];
        }
        const float z = sigmoid(gz), r = sigmoid(gr), n = tanhf(x + r * gn);
        const float hn = (1.0f - z) * n + z * h[t];
        __syncthreads();
        h[t] = hn;
        part[t] = hn * ((t & 1) ? -0.5f : 0.5f);
        __syncthreads();
        for (int o = H / 2; o > 0; o /= 2) {
            if (t < o) part[t] += part[t + o];
            __syncthreads();
        }
        if (t == 0) vad[blockIdx.x * steps + s] = sigmoid(part[0]);
    }
}

// ---------------------------------------------------------------------------------------------
// Host-side processors
// ---------------------------------------------------------------------------------------------
class Stft {
public:
    Stft(int frames, int hop) : mFrames(frames), mHop(hop) {}
    double Process(Buffer& pcm) {
        Buffer p512(mFrames * 256), p256(mFrames * 128), s1024(mFrames * 2048);
        StftRadix2<9><<<mFrames, 256>>>(pcm.Data(), mHop, p512.Data());
        StftRadix2<8><<<mFrames, 128>>>(pcm.Data(), mHop, p256.Data());
        StftStockham4<1024><<<mFrames, 256>>>(pcm.Data(), mHop, reinterpret_cast<float2*>(s1024.Data()));
        StftStockham4<256><<<mFrames, 64>>>(pcm.Data(), mHop, reinterpret_cast<float2*>(s1024.Data()));
        return p512.Sum() + p256.Sum() + s1024.Sum() + RunMfcc(p512, 256);
    }
private:
    double RunMfcc(Buffer& power, int bins) {
        const int mel = 40, cep = 13, fpb = 4;
        std::vector<MelBand> b(mel);
        for (int i = 0; i < mel; ++i) { b[i].first = i * 5; b[i].count = 8 + i / 2; b[i].slopeUp = 0.1f; b[i].slopeDown = 0.12f; }
        MelBand* db; cudaMalloc(&db, mel * sizeof(MelBand));
        cudaMemcpy(db, b.data(), mel * sizeof(MelBand), cudaMemcpyHostToDevice);
        Buffer out(mFrames * cep);
        const size_t sh = sizeof(float) * (fpb * bins + fpb * mel + cep * mel);
        MelDct<<<(mFrames + fpb - 1) / fpb, dim3(20, fpb), sh>>>(power.Data(), bins, db, mel, cep, fpb, mFrames, out.Data());
        const double s = out.Sum();
        cudaFree(db);
        return s;
    }
    int mFrames, mHop;
};

} // namespace dsp
} // namespace vox

int main()
{
    using namespace vox::dsp;
    double sum = 0.0;
    auto tone = [](int i) { return 0.4f * sinf(0.05f * i) + 0.2f * sinf(0.31f * i); };

    Buffer pcm(160 * 30 + 1024, tone);
    Stft stft(25, 160);
    sum += stft.Process(pcm);

    {
        Buffer frames(100 * 120, tone), l10(100 * 11), l15(100 * 16);
        LpcLevinson<10><<<2, 64>>>(frames.Data(), 120, 100, l10.Data());
        LpcLevinson<15><<<2, 64>>>(frames.Data(), 120, 100, l15.Data());
        sum += l10.Sum() + l15.Sum();
    }
    {
        std::vector<BiquadState> proto(4, BiquadState{0.2f, 0.3f, 0.2f, -0.4f, 0.1f, 0, 0, 0});
        BiquadState* d; cudaMalloc(&d, 4 * sizeof(BiquadState));
        cudaMemcpy(d, proto.data(), 4 * sizeof(BiquadState), cudaMemcpyHostToDevice);
        Buffer a32(3 * 256 * 32, tone), a6(3 * 256 * 6, tone);
        BiquadCascade<32, 4><<<3, 32>>>(a32.Data(), 256, d);
        BiquadCascade<6, 2><<<3, 6>>>(a6.Data(), 256, d);
        sum += a32.Sum() + a6.Sum();
        cudaFree(d);
    }
    {
        // 48k -> 44.1k-ish and 16k -> 8k
        const int inLen = 4000;
        Buffer in(inLen, tone), taps(160 * 24, [](int i) { return 0.01f * ((i % 7) - 3); });
        auto run = [&](int up, int down, int tpp) {
            const int outLen = inLen * up / down;
            Buffer out(outLen);
            const int bs = 128;
            const size_t sh = sizeof(float) * (up * tpp + bs * down / up + tpp + 2);
            PolyphaseResample<<<(outLen + bs - 1) / bs, bs, sh>>>(in.Data(), inLen, out.Data(), outLen, taps.Data(), up, down, tpp);
            return out.Sum();
        };
        sum += run(147, 160, 24) + run(1, 2, 32) + run(4, 3, 16);
    }
    {
        Buffer t13(48 * 13, tone), u13(10 * 48 * 13, tone), t16(32 * 16, tone), u16(10 * 32 * 16, tone), d(20);
        DtwDistance<13, 48><<<10, 48>>>(t13.Data(), u13.Data(), d.Data());
        DtwDistance<16, 32><<<10, 32>>>(t16.Data(), u16.Data(), d.Data() + 10);
        sum += d.Sum();
    }
    {
        Buffer fr(30 * 400, tone), out(30 * 160);
        OlaSynthesis<<<30, 160>>>(fr.Data(), 400, 160, 30, out.Data(), 30 * 160);
        sum += out.Sum();
    }
    {
        const int H = 64, steps = 8;
        std::vector<__half> w(3 * H * H);
        for (size_t i = 0; i < w.size(); ++i) w[i] = __float2half(0.05f * (int(i % 11) - 5));
        __half* dw; cudaMalloc(&dw, w.size() * sizeof(__half));
        cudaMemcpy(dw, w.data(), w.size() * sizeof(__half), cudaMemcpyHostToDevice);
        Buffer f(6 * steps * H, tone), v(6 * steps);
        VadGru<64><<<6, 64>>>(dw, f.Data(), steps, v.Data());
        sum += v.Sum();
        cudaFree(dw);
    }

    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e)); return 1; }
    std::printf("vox checksum %.5f\n", sum);
    return 0;
}

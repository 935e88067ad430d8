// Block FFT experiments for an audio analyser (offline version).
#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

#define FRAME 512
#define HOP   128

static __constant__ float c_fir[33];

__device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

// In-place decimation in time, bit-reversed load.
__global__ void stft_dit(const float *__restrict__ audio, float2 *__restrict__ spec, int nSamples)
{
    __shared__ float2 buf[FRAME];
    const int t = threadIdx.x;                 // 256 threads
    const int base = blockIdx.x * HOP;
    for (int i = t; i < FRAME; i += blockDim.x) {
        unsigned r = __brev((unsigned)i) >> (32 - 9);
        int src = base + i;
        float w = 0.5f - 0.5f * cospif(2.0f * i / FRAME);
        float v = src < nSamples ? audio[src] * w : 0.0f;
        buf[r] = make_float2(v, 0.0f);
    }
    __syncthreads();

    for (int half = 1; half < FRAME; half <<= 1) {
        int k = t & (half - 1);
        int i0 = ((t - k) << 1) + k;
        int i1 = i0 + half;
        float s, c;
        sincospif(-(float)k / half, &s, &c);
        float2 a = buf[i0];
        float2 b = cmul(buf[i1], make_float2(c, s));
        buf[i0] = cadd(a, b);
        buf[i1] = csub(a, b);
        __syncthreads();
    }
    for (int i = t; i < FRAME; i += blockDim.x)
        spec[(size_t)blockIdx.x * FRAME + i] = buf[i];
}

// Stockham autosort, split real / imaginary, length given at run time.
__global__ void stockham(const float2 *in, float2 *out, int n)
{
    extern __shared__ float ws[];
    float *xr = ws;
    float *xi = ws + n;
    float *yr = ws + 2 * n;
    float *yi = ws + 3 * n;
    int t = threadIdx.x, nt = n / 2;
    const float2 *src = in + blockIdx.x * n;
    for (int i = t; i < n; i += nt) {
        xr[i] = src[i].x;
        xi[i] = src[i].y;
    }
    __syncthreads();
    int m = n / 2;
    int s = 1;
    do {
        int p = t / s;
        int q = t - p * s;
        float sn, cs;
        sincospif(-(float)p / (float)m, &sn, &cs);
        float ar = xr[q + s * p],       ai = xi[q + s * p];
        float br = xr[q + s * (p + m)], bi = xi[q + s * (p + m)];
        yr[q + s * (2 * p)] = ar + br;
        yi[q + s * (2 * p)] = ai + bi;
        float dr = ar - br, di = ai - bi;
        yr[q + s * (2 * p + 1)] = dr * cs - di * sn;
        yi[q + s * (2 * p + 1)] = dr * sn + di * cs;
        __syncthreads();
        float *tmp;
        tmp = xr; xr = yr; yr = tmp;
        tmp = xi; xi = yi; yi = tmp;
        m >>= 1;
        s <<= 1;
    } while (m >= 1);
    for (int i = t; i < n; i += nt)
        out[blockIdx.x * n + i] = make_float2(xr[i], xi[i]);
}

// FIR filter, each thread makes 4 consecutive output samples.
__global__ __launch_bounds__(96) void fir4(const float *x, float *y, int n)
{
    constexpr int TAPS = 33;
    constexpr int OUT = 96 * 4;
    __shared__ float tile[OUT + TAPS - 1];
    const int start = blockIdx.x * OUT - (TAPS - 1);
    for (int i = threadIdx.x; i < OUT + TAPS - 1; i += 96) {
        int g = start + i;
        tile[i] = (g >= 0 && g < n) ? x[g] : 0.0f;
    }
    __syncthreads();
    float acc[4] = {0.f, 0.f, 0.f, 0.f};
    #pragma unroll 3
    for (int k = 0; k < TAPS; ++k) {
        float h = c_fir[TAPS - 1 - k];
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            acc[j] += h * tile[threadIdx.x * 4 + j + k];
    }
    for (int j = 0; j < 4; ++j) {
        int g = blockIdx.x * OUT + threadIdx.x * 4 + j;
        if (g < n) y[g] = acc[j];
    }
}

int main()
{
    const int n = 5000;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i)
        h[i] = sinf(0.031f * i) + 0.25f * sinf(0.4f * i + 1.0f);
    float taps[33];
    for (int i = 0; i < 33; ++i) taps[i] = expf(-0.1f * (i - 16) * (i - 16)) / 5.6f;
    cudaMemcpyToSymbol(c_fir, taps, sizeof(taps));

    float *d_x, *d_y;
    float2 *d_s, *d_o;
    const int frames = 24;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMalloc(&d_s, frames * FRAME * sizeof(float2));
    cudaMalloc(&d_o, frames * FRAME * sizeof(float2));
    cudaMemcpy(d_x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    fir4<<<(n + 383) / 384, 96>>>(d_x, d_y, n);
    stft_dit<<<frames, FRAME / 2>>>(d_y, d_s, n);
    for (int len : {FRAME, 128})
        stockham<<<frames, len / 2, 4 * len * sizeof(float)>>>(d_s, d_o, len);

    std::vector<float2> r(frames * FRAME);
    cudaMemcpy(r.data(), d_o, r.size() * sizeof(float2), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (auto &v : r) sum += fabs(v.x) + fabs(v.y);
    printf("audio_fft %s checksum %.4e\n", cudaGetErrorString(cudaDeviceSynchronize()), sum);
    cudaFree(d_x); cudaFree(d_y); cudaFree(d_s); cudaFree(d_o);
    return 0;
}

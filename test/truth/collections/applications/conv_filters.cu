// 1D convolutions and FIR filters: signal-processing style kernels.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

namespace dsp {

__constant__ float c_taps[32];

// --- one output per thread, compile-time radius ------------------------------
template <int RADIUS, int BLOCK>
__global__ void conv1d(const float* __restrict__ x, float* __restrict__ y, int n)
{
    __shared__ float s[BLOCK + 2 * RADIUS];
    const int t = threadIdx.x;
    const int base = blockIdx.x * BLOCK;

    for (int i = t; i < BLOCK + 2 * RADIUS; i += BLOCK) {
        const int g = base + i - RADIUS;
        s[i] = (g >= 0 && g < n) ? x[g] : 0.0f;
    }
    __syncthreads();

    float acc = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k)
        acc += c_taps[k + RADIUS] * s[t + RADIUS + k];

    if (base + t < n)
        y[base + t] = acc;
}

// --- four consecutive outputs per thread, scalar window -----------------------
template <int RADIUS>
__global__ void conv1d_x4(const float* __restrict__ x, float* __restrict__ y, int n)
{
    constexpr int OUT = 4;
    constexpr int BLOCK = 128;
    constexpr int LEN = BLOCK * OUT + 2 * RADIUS;
    __shared__ float s[LEN];

    const int t = threadIdx.x;
    const int base = blockIdx.x * BLOCK * OUT;
    for (int i = t; i < LEN; i += blockDim.x) {
        const int g = base + i - RADIUS;
        s[i] = (g >= 0 && g < n) ? x[g] : 0.0f;
    }
    __syncthreads();

    float win[OUT + 2 * RADIUS];
    for (int k = 0; k < OUT + 2 * RADIUS; ++k)
        win[k] = s[OUT * t + k];

    float acc[OUT] = {0.f, 0.f, 0.f, 0.f};
    for (int k = 0; k <= 2 * RADIUS; ++k)
        for (int o = 0; o < OUT; ++o)
            acc[o] += c_taps[k] * win[o + k];

    for (int o = 0; o < OUT; ++o)
        if (base + OUT * t + o < n)
            y[base + OUT * t + o] = acc[o];
}

// --- four outputs per thread, float4 window, radius 4 --------------------------
__global__ void conv1d_vec4(const float4* __restrict__ x, float4* __restrict__ y, int n4)
{
    constexpr int BLOCK = 128;
    __shared__ float4 s[BLOCK + 2];
    const int t = threadIdx.x;
    const int g = blockIdx.x * BLOCK + t;
    const float4 zero = make_float4(0.f, 0.f, 0.f, 0.f);

    s[t + 1] = g < n4 ? x[g] : zero;
    if (t == 0)
        s[0] = g > 0 ? x[g - 1] : zero;
    if (t == BLOCK - 1)
        s[BLOCK + 1] = g + 1 < n4 ? x[g + 1] : zero;
    __syncthreads();

    float w[12];
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        const float4 q = s[t + j];
        w[4 * j + 0] = q.x;
        w[4 * j + 1] = q.y;
        w[4 * j + 2] = q.z;
        w[4 * j + 3] = q.w;
    }

    float4 r = zero;
#pragma unroll
    for (int k = 0; k <= 8; ++k) {
        r.x = fmaf(c_taps[k], w[k + 0], r.x);
        r.y = fmaf(c_taps[k], w[k + 1], r.y);
        r.z = fmaf(c_taps[k], w[k + 2], r.z);
        r.w = fmaf(c_taps[k], w[k + 3], r.w);
    }
    if (g < n4)
        y[g] = r;
}

// --- decimating FIR over complex samples (planar input, interleaved in shared
// --- memory), taps staged in shared memory --------------------------------------
struct IqFirArgs {
    const float* re;
    const float* im;
    const float* taps;
    float2* out;
    int ntaps;
    int nout;
    int nin;
};

template <int DECIM>
__global__ void iq_fir_decimate(IqFirArgs a)
{
    constexpr int BLOCK = 64;
    constexpr int MAX_TAPS = 32;
    __shared__ __align__(8) float iq[2 * (BLOCK * DECIM + MAX_TAPS)];
    __shared__ float h[MAX_TAPS];

    const int t = threadIdx.x;
    const int first = blockIdx.x * BLOCK * DECIM;
    const int need = BLOCK * DECIM + a.ntaps;

    for (int i = t; i < need; i += blockDim.x) {
        const int g = first + i;
        const bool in = g < a.nin;
        iq[2 * i] = in ? a.re[g] : 0.f;
        iq[2 * i + 1] = in ? a.im[g] : 0.f;
    }
    if (t < a.ntaps)
        h[t] = a.taps[t];
    __syncthreads();

    float re = 0.f, im = 0.f;
#pragma unroll 4
    for (int k = 0; k < a.ntaps; ++k) {
        const float2 v = reinterpret_cast<const float2*>(iq)[t * DECIM + k];
        const float c = h[k];
        re = fmaf(c, v.x, re);
        im = fmaf(c, v.y, im);
    }
    const int o = blockIdx.x * BLOCK + t;
    if (o < a.nout)
        a.out[o] = make_float2(re, im);
}

}  // namespace dsp

int main()
{
    const int n = 4096;
    std::vector<float> h(2 * n);
    for (int i = 0; i < 2 * n; ++i)
        h[i] = static_cast<float>((i * 5) % 23) - 11.0f;
    float taps[32];
    for (int i = 0; i < 32; ++i)
        taps[i] = 1.0f / (1.0f + i);

    float *x, *y, *d_taps;
    cudaMalloc(&x, 2 * n * sizeof(float));
    cudaMalloc(&y, 2 * n * sizeof(float));
    cudaMalloc(&d_taps, sizeof(taps));
    cudaMemcpy(x, h.data(), 2 * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_taps, taps, sizeof(taps), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(dsp::c_taps, taps, sizeof(taps));

    dsp::conv1d<5, 256><<<4, 256>>>(x, y, n);
    dsp::conv1d_x4<4><<<4, 128>>>(x, y, n);
    dsp::conv1d_x4<3><<<4, 128>>>(x, y, n);
    dsp::conv1d_vec4<<<8, 128>>>(reinterpret_cast<const float4*>(x),
                                 reinterpret_cast<float4*>(y), n / 4);

    dsp::IqFirArgs args{x, x + n, d_taps,
                        reinterpret_cast<float2*>(y), 27, 256, n};
    dsp::iq_fir_decimate<3><<<4, 64>>>(args);
    dsp::iq_fir_decimate<4><<<4, 64>>>(args);

    cudaDeviceSynchronize();
    if (cudaError_t e = cudaGetLastError(); e != cudaSuccess) {
        std::printf("error: %s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaFree(x);
    cudaFree(y);
    cudaFree(d_taps);
    std::printf("ok\n");
}

// Small batched FFTs: in-place radix-2 DIT, Stockham radix-4, and radix-8 register FFT with shared exchange.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__device__ __forceinline__ float2 cmul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ float2 twiddle(float turns)
{
    float s, c;
    sincospif(-2.f * turns, &s, &c);
    return make_float2(c, s);
}

// 512-point, bit-reversed load, one butterfly per thread
__global__ void fftRadix2(float2 *data)
{
    constexpr int N = 512, LOGN = 9;
    __shared__ float2 x[N];
    float2 *g = data + blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x) x[__brev(i) >> (32 - LOGN)] = g[i];
    __syncthreads();
    for (int half = 1; half < N; half <<= 1) {
        int j = threadIdx.x & (half - 1);
        int a = ((threadIdx.x & ~(half - 1)) << 1) + j;
        int b = a + half;
        float2 t = cmul(twiddle(j / (2.f * half)), x[b]);
        float2 u = x[a];
        x[a] = cadd(u, t);
        x[b] = csub(u, t);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += blockDim.x) g[i] = x[i];
}

// Stockham autosort radix-4, ping-pong, separate re/im planes
template <int N>
__global__ void fftStockham4(const float2 *in, float2 *out)
{
    __shared__ float re[2][N], im[2][N];
    constexpr int T = N / 4;
    const int t = threadIdx.x;
    in += blockIdx.x * N; out += blockIdx.x * N;
    for (int k = 0; k < 4; k++) { float2 v = in[t + k * T]; re[0][t + k * T] = v.x; im[0][t + k * T] = v.y; }
    __syncthreads();
    int cur = 0;
    for (int Ns = 1; Ns < N; Ns *= 4) {
        float2 v[4];
        float turns = (t % Ns) / (float)(Ns * 4);
#pragma unroll
        for (int r = 0; r < 4; r++)
            v[r] = cmul(make_float2(re[cur][t + r * T], im[cur][t + r * T]), twiddle(r * turns));
        float2 a = cadd(v[0], v[2]), b = csub(v[0], v[2]), c = cadd(v[1], v[3]), d = csub(v[1], v[3]);
        float2 md = make_float2(d.y, -d.x);
        v[0] = cadd(a, c); v[2] = csub(a, c); v[1] = cadd(b, md); v[3] = csub(b, md);
        int idxD = (t / Ns) * Ns * 4 + (t % Ns);
#pragma unroll
        for (int r = 0; r < 4; r++) { re[cur ^ 1][idxD + r * Ns] = v[r].x; im[cur ^ 1][idxD + r * Ns] = v[r].y; }
        cur ^= 1;
        __syncthreads();
    }
    for (int k = 0; k < 4; k++) out[t + k * T] = make_float2(re[cur][t + k * T], im[cur][t + k * T]);
}

// Volkov-style 512-point: 64 threads, 8 points each, scalar exchanges with padding
__device__ void fft8(float2 *a)
{
#pragma unroll
    for (int half = 4; half >= 1; half >>= 1)
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (!(i & half)) {
                float2 u = a[i], v = a[i + half];
                a[i] = cadd(u, v);
                a[i + half] = cmul(csub(u, v), twiddle((i & (half - 1)) / (2.f * half)));
            }
}

__device__ __forceinline__ int rev3(int i) { return ((i & 1) << 2) | (i & 2) | (i >> 2); }

__global__ void fft512Radix8(float2 *work)
{
    __shared__ float smem[8 * 8 * 9];
    const int tid = threadIdx.x, hi = tid >> 3, lo = tid & 7;
    work += blockIdx.x * 512 + tid;
    float2 a[8];
#pragma unroll
    for (int i = 0; i < 8; i++) a[i] = work[64 * i];
    fft8(a);
#pragma unroll
    for (int i = 0; i < 8; i++) a[i] = cmul(a[i], twiddle(rev3(i) * tid / 512.f));
    // exchange 1: stride-66 style scatter, real then imaginary
    for (int i = 0; i < 8; i++) smem[hi * 8 + lo + rev3(i) * 66] = a[i].x;
    __syncthreads();
    for (int i = 0; i < 8; i++) a[i].x = smem[lo * 66 + hi + i * 8];
    __syncthreads();
    for (int i = 0; i < 8; i++) smem[hi * 8 + lo + rev3(i) * 66] = a[i].y;
    __syncthreads();
    for (int i = 0; i < 8; i++) a[i].y = smem[lo * 66 + hi + i * 8];
    fft8(a);
#pragma unroll
    for (int i = 0; i < 8; i++) a[i] = cmul(a[i], twiddle(rev3(i) * hi / 64.f));
    __syncthreads();
    // exchange 2: padded by 9
    for (int i = 0; i < 8; i++) smem[hi * 72 + lo * 9 + rev3(i)] = a[i].x;
    __syncthreads();
    for (int i = 0; i < 8; i++) a[i].x = smem[i * 72 + lo * 9 + hi];
    __syncthreads();
    for (int i = 0; i < 8; i++) smem[hi * 72 + lo * 9 + rev3(i)] = a[i].y;
    __syncthreads();
    for (int i = 0; i < 8; i++) a[i].y = smem[i * 72 + lo * 9 + hi];
    fft8(a);
#pragma unroll
    for (int i = 0; i < 8; i++) work[64 * rev3(i)] = a[i];
}

int main()
{
    const int batch = 16, n = batch * 1024;
    std::vector<float2> h(n);
    for (int i = 0; i < n; i++) h[i] = make_float2((i % 19) - 9.f, (i % 7) - 3.f);
    float2 *d, *o;
    cudaMalloc(&d, n * sizeof(float2)); cudaMalloc(&o, n * sizeof(float2));
    cudaMemcpy(d, h.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    fftRadix2<<<batch, 256>>>(d);
    fftStockham4<1024><<<batch, 256>>>(d, o);
    fftStockham4<256><<<batch, 64>>>(d, o);
    fft512Radix8<<<batch, 64>>>(o);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("fft: %s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(d); cudaFree(o);
    return 0;
}

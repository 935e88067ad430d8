// Signal processing: FIR, polyphase decimator, Haar and 5/3 lifting wavelets, fast Walsh-Hadamard, prefix max envelope.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int TAPS = 32;
__constant__ float c_taps[TAPS];

__global__ void firFilter(const float *x, float *y, int n)
{
    extern __shared__ float s[];
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x + TAPS - 1] = g < n ? x[g] : 0.f;
    if (threadIdx.x < TAPS - 1) {
        int p = g - (TAPS - 1);
        s[threadIdx.x] = p >= 0 ? x[p] : 0.f;
    }
    __syncthreads();
    float acc = 0;
#pragma unroll 8
    for (int k = 0; k < TAPS; k++) acc = fmaf(c_taps[k], s[threadIdx.x + TAPS - 1 - k], acc);
    if (g < n) y[g] = acc;
}

// decimate complex samples by M: each output reads a window starting at M*t
template <int M>
__global__ void decimateIQ(const float2 *__restrict__ x, float2 *__restrict__ y)
{
    __shared__ float2 w[128 * M + TAPS];
    for (int i = threadIdx.x; i < 128 * M + TAPS; i += 128) w[i] = x[blockIdx.x * 128 * M + i];
    __syncthreads();
    float2 a = make_float2(0, 0);
    for (int k = 0; k < TAPS; k++) {
        float2 v = w[threadIdx.x * M + k];
        a.x += v.x * c_taps[k]; a.y += v.y * c_taps[k];
    }
    y[blockIdx.x * 128 + threadIdx.x] = a;
}

// Multi-level Haar as in the SDK, approximations left in place at stride 2^level
__global__ void haarInPlace(const float *in, float *details, float *approx)
{
    __shared__ float a[512];
    const int t = threadIdx.x;                 // 256
    float2 v = reinterpret_cast<const float2 *>(in)[blockIdx.x * 256 + t];
    details[blockIdx.x * 511 + 255 + t] = (v.x - v.y) * 0.70710678f;
    a[t] = (v.x + v.y) * 0.70710678f;
    int stride = 1;
    for (int count = 128; count >= 1; count >>= 1) {
        __syncthreads();
        if (t < count) {
            int i = 2 * t * stride, j = i + stride;
            float p = a[i], q = a[j];
            details[blockIdx.x * 511 + count - 1 + t] = (p - q) * 0.70710678f;
            a[i] = (p + q) * 0.70710678f;
        }
        stride <<= 1;
    }
    if (t == 0) approx[blockIdx.x] = a[0];
}

// LeGall 5/3 integer lifting on rows of a 2D tile, even/odd interleaved in shared memory
__global__ void lifting53(const int *in, int *out, int pitch)
{
    __shared__ int s[8][64 + 2];
    const int tx = threadIdx.x, ty = threadIdx.y;       // 32 x 8
    const int *row = in + (blockIdx.y * 8 + ty) * pitch + blockIdx.x * 64;
    s[ty][tx] = row[tx];
    s[ty][tx + 32] = row[tx + 32];
    if (tx < 1) s[ty][64] = row[62];
    __syncthreads();
    const int e = 2 * tx, o = e + 1;
    s[ty][o] -= (s[ty][e] + s[ty][e + 2]) >> 1;
    __syncthreads();
    int left = tx == 0 ? s[ty][1] : s[ty][o - 2];
    s[ty][e] += (left + s[ty][o] + 2) >> 2;
    __syncthreads();
    int *dst = out + (blockIdx.y * 8 + ty) * pitch + blockIdx.x * 64;
    dst[tx] = s[ty][e];
    dst[tx + 32] = s[ty][o];
}

// radix-4 FWHT of 1024 points with a 256-thread block, radix-2 not needed since log2 is even
__global__ void fwht1024(float *d)
{
    __shared__ float s[1024];
    float *g = d + blockIdx.x * 1024;
    for (int p = threadIdx.x; p < 1024; p += blockDim.x) s[p] = g[p];
    const int pos = threadIdx.x;
    for (int stride = 256; stride > 0; stride >>= 2) {
        int lo = pos & (stride - 1);
        int i0 = ((pos - lo) << 2) + lo, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
        __syncthreads();
        float D0 = s[i0], D1 = s[i1], D2 = s[i2], D3 = s[i3], T;
        T = D0; D0 = D0 + D2; D2 = T - D2;
        T = D1; D1 = D1 + D3; D3 = T - D3;
        T = D0; s[i0] = D0 + D1; s[i1] = T - D1;
        T = D2; s[i2] = D2 + D3; s[i3] = T - D3;
    }
    __syncthreads();
    for (int p = threadIdx.x; p < 1024; p += blockDim.x) g[p] = s[p];
}

// running maximum (envelope): 4 items per thread, Hillis-Steele over thread maxima
struct MaxOp { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };

template <class Op, int T>
__global__ void inclusiveScan4(const float4 *in, float4 *out, Op op)
{
    __shared__ float part[T];
    float4 v = in[blockIdx.x * T + threadIdx.x];
    v.y = op(v.x, v.y); v.z = op(v.y, v.z); v.w = op(v.z, v.w);
    part[threadIdx.x] = v.w;
    __syncthreads();
    for (int o = 1; o < T; o += o) {
        float l = threadIdx.x >= o ? part[threadIdx.x - o] : part[threadIdx.x];
        __syncthreads();
        part[threadIdx.x] = op(l, part[threadIdx.x]);
        __syncthreads();
    }
    if (threadIdx.x > 0) { float p = part[threadIdx.x - 1]; v.x = op(p, v.x); v.y = op(p, v.y); v.z = op(p, v.z); v.w = op(p, v.w); }
    out[blockIdx.x * T + threadIdx.x] = v;
}

int main()
{
    const int n = 1 << 15;
    std::vector<float> h(n), taps(TAPS);
    std::vector<int> hi(n);
    for (int i = 0; i < n; i++) { h[i] = (i * 37 % 211) * 0.01f; hi[i] = i * 29 % 256; }
    for (int i = 0; i < TAPS; i++) taps[i] = 1.f / (i + 1);
    cudaMemcpyToSymbol(c_taps, taps.data(), TAPS * 4);
    float *x, *y; int *xi, *yi;
    cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); cudaMalloc(&xi, n * 4); cudaMalloc(&yi, n * 4);
    cudaMemcpy(x, h.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(xi, hi.data(), n * 4, cudaMemcpyHostToDevice);
    const int threads = 160, m = 20000;
    firFilter<<<(m + threads - 1) / threads, threads, (threads + TAPS - 1) * sizeof(float)>>>(x, y, m);
    decimateIQ<4><<<16, 128>>>((float2 *)x, (float2 *)y);
    decimateIQ<3><<<16, 128>>>((float2 *)x, (float2 *)y);
    haarInPlace<<<16, 256>>>(x, y, y + 16384);
    lifting53<<<dim3(4, 16), dim3(32, 8)>>>(xi, yi, 256);
    fwht1024<<<8, 256>>>(x);
    inclusiveScan4<MaxOp, 128><<<16, 128>>>((float4 *)x, (float4 *)y, MaxOp());
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(x); cudaFree(y); cudaFree(xi); cudaFree(yi);
    return 0;
}

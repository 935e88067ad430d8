// Block transforms: 8x8 DCT (two flavours), multi-level Haar, 2-D CDF 5/3 lifting.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

typedef std::vector<float> fvec;
__constant__ float c_dct[64];   // c_dct[u*8+x]

// ---- textbook: one 8x8 block per thread block, C * X * C^T ----
__global__ void dct8x8_matmul(const float* src, float* dst, int pitch)
{
    __shared__ float C[8][8], X[8][8], T[8][8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int g = (blockIdx.y * 8 + ty) * pitch + blockIdx.x * 8 + tx;

    C[ty][tx] = c_dct[ty * 8 + tx];
    X[ty][tx] = src[g] - 128.0f;
    __syncthreads();
    float s = 0.0f;
    for (int k = 0; k < 8; k++)
        s += C[ty][k] * X[k][tx];      // columns
    T[ty][tx] = s;
    __syncthreads();

    s = 0.0f;
    for (int k = 0; k < 8; k++)
        s += T[ty][k] * C[tx][k];      // rows
    dst[g] = s;
}

// ---- one thread per 8-vector, 32x32 pixels per block of 128 threads ----
__device__ void dct1d(float* p, int step)
{
    float v[8], e[4], o[4];
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = p[i * step];
#pragma unroll
    for (int i = 0; i < 4; i++) { e[i] = v[i] + v[7 - i]; o[i] = v[i] - v[7 - i]; }
#pragma unroll
    for (int u = 0; u < 8; u++) {
        const float* q = (u & 1) ? o : e;
        float acc = 0.0f;
#pragma unroll
        for (int x = 0; x < 4; x++) acc += c_dct[u * 8 + x] * q[x];
        p[u * step] = acc;
    }
}

template <int STRIDE>
__global__ void dct8x8_rowcol(const float* __restrict__ src, __half* __restrict__ dst, int pitch)
{
    __shared__ float tile[32 * STRIDE];
    __shared__ __align__(16) __half quant[32][32];
    const int t = threadIdx.x;
    const int gx = blockIdx.x * 32, gy = blockIdx.y * 32;

    for (int y = t / 32; y < 32; y += 4)
        tile[y * STRIDE + t % 32] = src[(gy + y) * pitch + gx + t % 32] - 128.0f;
    __syncthreads();
    dct1d(&tile[(t / 4) * STRIDE + (t % 4) * 8], 1);          // row t/4, segment t%4
    __syncthreads();
    dct1d(&tile[(t / 32) * 8 * STRIDE + (t % 32)], STRIDE);   // column t%32, band t/32
    __syncthreads();
    for (int y = t / 32; y < 32; y += 4)
        quant[y][t % 32] = __float2half(tile[y * STRIDE + t % 32]);
    __syncthreads();
    // write as half2
    for (int k = t; k < 32 * 16; k += 128) {
        int y = k / 16, x2 = k % 16;
        __half2 h2 = *reinterpret_cast<__half2*>(&quant[y][2 * x2]);
        *reinterpret_cast<__half2*>(&dst[(gy + y) * pitch + gx + 2 * x2]) = h2;
    }
}

// ---- in-place Haar pyramid over a signal of 2*blockDim.x samples ----
__global__ void haar1d_inplace(const float* in, float* out, int levels)
{
    extern __shared__ float sig[];
    const int tid = threadIdx.x, n = 2 * blockDim.x;
    sig[tid] = in[blockIdx.x * n + tid];
    sig[tid + blockDim.x] = in[blockIdx.x * n + tid + blockDim.x];
    int active = blockDim.x, step = 1;
    for (int l = 0; l < levels; l++) {
        __syncthreads();
        if (tid < active) {
            int lo = 2 * step * tid, hi = lo + step;
            float a = sig[lo];
            float b = sig[hi];
            sig[lo] = (a + b) * 0.70710678f;
            sig[hi] = (a - b) * 0.70710678f;
        }
        active >>= 1; step <<= 1;
    }
    __syncthreads();
    out[blockIdx.x * n + tid] = sig[tid];
    out[blockIdx.x * n + tid + blockDim.x] = sig[tid + blockDim.x];
}

// ---- reversible 5/3 lifting on a 32x32 tile, symmetric extension at tile edges ----
#define EDGE 32
__device__ __forceinline__ void lift53(int* line, int step, int lane)
{
    // lane 0..15 handles the pair (2*lane, 2*lane+1)
    int even = line[2 * lane * step];
    int next = line[(lane < 15 ? 2 * lane + 2 : 30) * step];
    int odd = line[(2 * lane + 1) * step] - ((even + next) >> 1);
    line[(2 * lane + 1) * step] = odd;
    __syncwarp();
    int before = line[(lane > 0 ? 2 * lane - 1 : 1) * step];
    line[2 * lane * step] = even + ((before + odd + 2) >> 2);
}

__global__ void cdf53_tile(const float* src, int* dst, int pitch)
{
    __shared__ int t[EDGE][EDGE + 1];
    const int lane = threadIdx.x, w = threadIdx.y;          // (16, 32)
    const int gx = blockIdx.x * EDGE, gy = blockIdx.y * EDGE;
    t[w][lane] = (int)src[(gy + w) * pitch + gx + lane];
    t[w][lane + 16] = (int)src[(gy + w) * pitch + gx + lane + 16];
    __syncthreads();
    lift53(&t[w][0], 1, lane);             // rows
    __syncthreads();
    lift53(&t[0][w], EDGE + 1, lane);      // columns
    __syncthreads();
    // de-interleave: LL | HL / LH | HH quadrants
    const int y = (w & 1) * 16 + w / 2;
    dst[(gy + y) * pitch + gx + lane] = t[w][2 * lane];
    dst[(gy + y) * pitch + gx + lane + 16] = t[w][2 * lane + 1];
}

static int check(const char* tag)
{
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) fprintf(stderr, "[%s] %s\n", tag, cudaGetErrorString(e));
    return e != cudaSuccess;
}

int main()
{
    const int W = 128, H = 64, N = W * H, S = 64;   // S: image edge for the matmul flavour
    fvec img(N), a(N), hr(N);
    for (int i = 0; i < N; i++) img[i] = (float)((i % W) * 2 ^ (i / W) * 3) / 2.0f + 20.0f;
    float tab[64];
    for (int u = 0; u < 8; u++)
        for (int x = 0; x < 8; x++)
            tab[u * 8 + x] = (u ? 0.5f : 0.35355339f) * cosf((2 * x + 1) * u * 3.14159265f / 16.0f);

    float *dimg, *dout; __half* dhalf; int* dint;
    if (cudaMalloc(&dimg, N * 4) || cudaMalloc(&dout, N * 4) || cudaMalloc(&dhalf, N * 2) || cudaMalloc(&dint, N * 4))
        return 1;
    cudaMemcpy(dimg, img.data(), N * 4, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_dct, tab, sizeof(tab));

    dct8x8_matmul<<<dim3(S / 8, S / 8), dim3(8, 8)>>>(dimg, dout, W);
    if (check("dct matmul")) return 1;
    cudaMemcpy(a.data(), dout, N * 4, cudaMemcpyDeviceToHost);

    dct8x8_rowcol<33><<<dim3(W / 32, H / 32), 128>>>(dimg, dhalf, W);
    if (check("dct rowcol")) return 1;
    std::vector<__half> b(N);
    cudaMemcpy(b.data(), dhalf, N * 2, cudaMemcpyDeviceToHost);

    haar1d_inplace<<<N / 512, 256, 512 * sizeof(float)>>>(dimg, dout, 9);
    if (check("haar")) return 1;
    cudaMemcpy(hr.data(), dout, N * 4, cudaMemcpyDeviceToHost);

    cdf53_tile<<<dim3(W / EDGE, H / EDGE), dim3(16, 32)>>>(dimg, dint, W);
    if (check("cdf53")) return 1;
    float worst = 0.0f, e0 = 0.0f, e1 = 0.0f;
    for (int y = 0; y < S; y++)
        for (int x = 0; x < S; x++)
            worst = fmaxf(worst, fabsf(a[y * W + x] - __half2float(b[y * W + x])));
    for (int i = 0; i < 512; i++) { e0 += img[i] * img[i]; e1 += hr[i] * hr[i]; }
    printf("dct max diff %g, haar energy %g -> %g\n", worst, e0, e1);
    return worst < 1.0f && fabsf(e0 - e1) < 1e-3f * e0 ? 0 : 2;
}

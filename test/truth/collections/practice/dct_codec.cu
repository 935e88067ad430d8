// 8x8 DCT (matrix form and row/column form), quantisation + zigzag.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

#define N8 8
__constant__ float DCTm[64];
__constant__ unsigned char ZZ[64] = {0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
    45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// one 8x8 thread block per 8x8 pixel block, two small matrix products
__global__ void dctNaive(float *Dst, const float *Src, int stride)
{
    __shared__ float CurBlockLocal1[64];
    __shared__ float CurBlockLocal2[64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int offX = blockIdx.x * 8 + tx, offY = blockIdx.y * 8 + ty;
    CurBlockLocal1[(ty << 3) + tx] = Src[offY * stride + offX] - 128.f;
    __syncthreads();
    float curelem = 0;
    int i1 = 0 * 8 + ty, i2 = 0 * 8 + tx;
#pragma unroll
    for (int i = 0; i < 8; i++) { curelem += DCTm[i1] * CurBlockLocal1[i2]; i1 += 8; i2 += 8; }
    CurBlockLocal2[(ty << 3) + tx] = curelem;
    __syncthreads();
    curelem = 0;
    i1 = (ty << 3); i2 = tx;
#pragma unroll
    for (int i = 0; i < 8; i++) { curelem += CurBlockLocal2[i1] * DCTm[i2]; i1 += 1; i2 += 8; }
    Dst[offY * stride + offX] = curelem;
}

template <int STEP>
__device__ void idct8(float *v)
{
    float x0 = v[0 * STEP], x1 = v[1 * STEP], x2 = v[2 * STEP], x3 = v[3 * STEP];
    float x4 = v[4 * STEP], x5 = v[5 * STEP], x6 = v[6 * STEP], x7 = v[7 * STEP];
    float a = x0 + x7, b = x1 + x6, c = x2 + x5, d = x3 + x4;
    float e = x0 - x7, f = x1 - x6, g = x2 - x5, h = x3 - x4;
    v[0 * STEP] = a + b + c + d;
    v[4 * STEP] = a - b - c + d;
    v[2 * STEP] = 1.3066f * (a - d) + 0.5412f * (b - c);
    v[6 * STEP] = 0.5412f * (a - d) - 1.3066f * (b - c);
    v[1 * STEP] = 1.3870f * e + 1.1759f * f + 0.7857f * g + 0.2759f * h;
    v[3 * STEP] = 1.1759f * e - 0.2759f * f - 1.3870f * g - 0.7857f * h;
    v[5 * STEP] = 0.7857f * e - 1.3870f * f + 0.2759f * g + 1.1759f * h;
    v[7 * STEP] = 0.2759f * e - 0.7857f * f + 1.1759f * g - 1.3870f * h;
}

// 32x16 pixels per block: each thread does one column, then one row, of an 8x8 block
#define BW 32
#define BH 16
#define KSTRIDE (BW + 1)
__global__ void dctRowCol(float *dst, const float *src, int stride)
{
    __shared__ float block[BH * KSTRIDE];
    int bx = threadIdx.y * 8;                       // block in x
    int by = threadIdx.z * 8;                       // block in y
    int tx = threadIdx.x;
    src += (blockIdx.y * BH + by) * stride + blockIdx.x * BW + bx + tx;
    dst += (blockIdx.y * BH + by) * stride + blockIdx.x * BW + bx + tx;
    float *bl = block + by * KSTRIDE + bx;
#pragma unroll
    for (int i = 0; i < 8; i++) bl[i * KSTRIDE + tx] = src[i * stride];
    __syncthreads();
    idct8<1>(bl + tx * KSTRIDE);
    __syncthreads();
    idct8<KSTRIDE>(bl + tx);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++) dst[i * stride] = bl[i * KSTRIDE + tx];
}

// 4 blocks per CTA of 256 threads; quantise into short, reorder in zigzag, count trailing zeros
__global__ void quantZigzag(const float *coef, short *out, int *last, float q)
{
    __shared__ short zz[4][64];
    __shared__ int lastNz[4];
    int b = threadIdx.x >> 6, k = threadIdx.x & 63;
    if (k == 0) lastNz[b] = 0;
    int g = (blockIdx.x * 4 + b) * 64;
    short v = (short)__float2int_rn(coef[g + k] / (q * (1 + (k >> 3) + (k & 7))));
    zz[b][k] = v;
    __syncthreads();
    short r = zz[b][ZZ[k]];
    if (r != 0) atomicMax(&lastNz[b], k);
    out[g + k] = r;
    __syncthreads();
    if (k == 0) last[blockIdx.x * 4 + b] = lastNz[b];
}

int main()
{
    const int W = 256, H = 128;
    std::vector<float> img(W * H);
    for (int i = 0; i < W * H; i++) img[i] = (float)((i * 5 + i / W * 3) & 255);
    float m[64];
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 8; n++)
            m[n * 8 + k] = (k ? 0.5f : 0.35355339f) * std::cos((2 * n + 1) * k * 3.14159265f / 16);
    cudaMemcpyToSymbol(DCTm, m, sizeof(m));
    float *a, *b; short *q; int *l;
    cudaMalloc(&a, W * H * 4); cudaMalloc(&b, W * H * 4); cudaMalloc(&q, W * H * 2); cudaMalloc(&l, W * H / 64 * 4);
    cudaMemcpy(a, img.data(), W * H * 4, cudaMemcpyHostToDevice);
    dctNaive<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(b, a, W);
    dctRowCol<<<dim3(W / BW, H / BH), dim3(8, BW / 8, BH / 8)>>>(b, a, W);
    quantZigzag<<<W * H / 256, 256>>>(b, q, l, 3.f);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(b); cudaFree(q); cudaFree(l);
    return 0;
}

// Convolution layers: tiled direct conv, implicit-GEMM with im2col tile, depthwise half2, max-pool with argmax, Winograd input transform.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// PMPP-like: output tile 14x14 with 16x16 threads, filter 3x3 per (m,c) also in shared memory
#define OT 14
__global__ void convLayerTiled(int C, int H, const float *X, const float *W, float *Y)
{
    extern __shared__ float shmem[];
    float *Xs = &shmem[0];
    float *Ws = &shmem[16 * 16];
    const int Hout = H - 2, Wgrid = (Hout + OT - 1) / OT;
    const int m = blockIdx.y, h0 = threadIdx.y, w0 = threadIdx.x;
    const int hb = (blockIdx.x / Wgrid) * OT, wb = (blockIdx.x % Wgrid) * OT;
    float acc = 0.f;
    for (int c = 0; c < C; c++) {
        if (h0 < 3 && w0 < 3) Ws[h0 * 3 + w0] = W[((m * C + c) * 3 + h0) * 3 + w0];
        Xs[h0 * 16 + w0] = (hb + h0 < H && wb + w0 < H) ? X[(c * H + hb + h0) * H + wb + w0] : 0.f;
        __syncthreads();
        if (h0 < OT && w0 < OT)
            for (int p = 0; p < 3; p++)
                for (int q = 0; q < 3; q++) acc += Xs[(h0 + p) * 16 + w0 + q] * Ws[p * 3 + q];
        __syncthreads();
    }
    if (h0 < OT && w0 < OT && hb + h0 < Hout && wb + w0 < Hout) Y[(m * Hout + hb + h0) * Hout + wb + w0] = acc;
}

// implicit GEMM: 32 filters x 32 pixels per block; patches unrolled on the fly
__global__ void implicitGemmConv(const float *__restrict__ X, const float *__restrict__ W, float *__restrict__ Y, int C, int H)
{
    __shared__ float sW[32][8];
    __shared__ float sP[8][32];
    const int Ho = H - 2, K = C * 9;
    const int tx = threadIdx.x, ty = threadIdx.y;        // 32 x 8
    const int pix = blockIdx.x * 32 + tx, oy = pix / Ho, ox = pix % Ho;
    float acc[4] = {0, 0, 0, 0};
    for (int k0 = 0; k0 < K; k0 += 8) {
        const int id = ty * 32 + tx;
        sW[id >> 3][id & 7] = k0 + (id & 7) < K ? W[(blockIdx.y * 32 + (id >> 3)) * K + k0 + (id & 7)] : 0.f;
        const int k = k0 + ty, c = k / 9, r = k % 9;
        sP[ty][tx] = (k < K && pix < Ho * Ho) ? X[(c * H + oy + r / 3) * H + ox + r % 3] : 0.f;
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 8; kk++) {
            float p = sP[kk][tx];
#pragma unroll
            for (int f = 0; f < 4; f++) acc[f] += sW[ty * 4 + f][kk] * p;
        }
        __syncthreads();
    }
    if (pix < Ho * Ho)
        for (int f = 0; f < 4; f++) Y[(blockIdx.y * 32 + ty * 4 + f) * Ho * Ho + pix] = acc[f];
}

// NHWC depthwise 5-tap along W with two channels per thread
template <int TW, int C2>
__global__ void depthwiseHalf2(const half2 *__restrict__ in, const half2 *__restrict__ w, half2 *__restrict__ out, int width)
{
    __shared__ half2 s[TW + 4][C2];
    __shared__ half2 k[5][C2];
    const int c = threadIdx.x, x0 = blockIdx.x * TW;
    const half2 zero = __float2half2_rn(0.f);
    for (int x = threadIdx.y; x < TW + 4; x += blockDim.y) {
        int g = x0 + x - 2;
        s[x][c] = g >= 0 && g < width ? in[(blockIdx.y * width + g) * C2 + c] : zero;
    }
    if (threadIdx.y < 5) k[threadIdx.y][c] = w[threadIdx.y * C2 + c];
    __syncthreads();
    for (int x = threadIdx.y; x < TW; x += blockDim.y) {
        half2 a = zero;
#pragma unroll
        for (int i = 0; i < 5; i++) a = __hfma2(s[x + i][c], k[i][c], a);
        out[(blockIdx.y * width + x0 + x) * C2 + c] = a;
    }
}

__global__ void maxPool2x2Arg(const float *__restrict__ in, float *__restrict__ out, uint8_t *__restrict__ arg, int w)
{
    __shared__ float2 row[16][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int y = blockIdx.y * 16 + ty;
    row[ty][tx] = reinterpret_cast<const float2 *>(in + y * w + blockIdx.x * 64)[tx];
    __syncthreads();
    if (ty < 8) {
        float2 a = row[2 * ty][tx], b = row[2 * ty + 1][tx];
        float m = a.x; uint8_t k = 0;
        if (a.y > m) { m = a.y; k = 1; }
        if (b.x > m) { m = b.x; k = 2; }
        if (b.y > m) { m = b.y; k = 3; }
        int o = (blockIdx.y * 8 + ty) * (w / 2) + blockIdx.x * 32 + tx;
        out[o] = m; arg[o] = k;
    }
}

// Winograd F(2x2,3x3): a thread per 4x4 input tile; scatter the 16 transformed points to shared as [point][tile]
__global__ void winogradInput(const float *__restrict__ X, float *__restrict__ V, int H)
{
    __shared__ float img[18][18];
    __shared__ float v[64][16];
    const int t = threadIdx.x;
    for (int i = t; i < 18 * 18; i += 64) img[i / 18][i % 18] = X[(blockIdx.y * 16 + i / 18) * H + blockIdx.x * 16 + i % 18];
    __syncthreads();
    const int bx = (t & 7) * 2, by = (t >> 3) * 2;
    float d[4][4], e[4][4];
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) d[i][j] = img[by + i][bx + j];
#pragma unroll
    for (int j = 0; j < 4; j++) { e[0][j] = d[0][j] - d[2][j]; e[1][j] = d[1][j] + d[2][j]; e[2][j] = d[2][j] - d[1][j]; e[3][j] = d[1][j] - d[3][j]; }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        v[t][i * 4 + 0] = e[i][0] - e[i][2];
        v[t][i * 4 + 1] = e[i][1] + e[i][2];
        v[t][i * 4 + 2] = e[i][2] - e[i][1];
        v[t][i * 4 + 3] = e[i][1] - e[i][3];
    }
    __syncthreads();
    const int tile0 = (blockIdx.y * gridDim.x + blockIdx.x) * 64, total = gridDim.x * gridDim.y * 64;
    for (int p = 0; p < 16; p++) V[p * total + tile0 + t] = v[t][p];
}

int main()
{
    const int n = 1 << 17;
    std::vector<float> h(n);
    std::vector<half> hh(n);
    for (int i = 0; i < n; i++) { h[i] = (i % 53) * 0.02f - 0.5f; hh[i] = __float2half(h[i]); }
    float *x, *y; half *z, *zo; uint8_t *arg;
    cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); cudaMalloc(&z, n * 2); cudaMalloc(&zo, n * 2); cudaMalloc(&arg, n);
    cudaMemcpy(x, h.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(z, hh.data(), n * 2, cudaMemcpyHostToDevice);
    const int H = 34, C = 6, Ho = H - 2, tiles = (Ho + OT - 1) / OT;
    convLayerTiled<<<dim3(tiles * tiles, 8), dim3(16, 16), (16 * 16 + 9) * sizeof(float)>>>(C, H, x, x + 10000, y);
    implicitGemmConv<<<dim3((Ho * Ho + 31) / 32, 2), dim3(32, 8)>>>(x, x + 20000, y, C, H);
    depthwiseHalf2<32, 16><<<dim3(4, 8), dim3(16, 8)>>>((half2 *)z, (half2 *)z, (half2 *)zo, 128);
    depthwiseHalf2<16, 32><<<dim3(8, 4), dim3(32, 8)>>>((half2 *)z, (half2 *)z, (half2 *)zo, 128);
    maxPool2x2Arg<<<dim3(4, 8), dim3(32, 16)>>>(x, y, arg, 256);
    winogradInput<<<dim3(4, 4), 64>>>(x, y, 66);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(x); cudaFree(y); cudaFree(z); cudaFree(zo); cudaFree(arg);
    return 0;
}

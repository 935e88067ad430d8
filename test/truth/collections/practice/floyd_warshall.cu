// Blocked Floyd-Warshall, three phases.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int B = 32;
constexpr int HALF = B / 2;

__global__ void phase1(int *d, int n, int r)
{
    __shared__ int s[B][B];
    int i = threadIdx.y, j = threadIdx.x;
    int *base = d + r * B * n + r * B;
    s[i][j] = base[i * n + j];
    __syncthreads();
    for (int k = 0; k < B; k++) {
        int v = s[i][k] + s[k][j];
        __syncthreads();
        if (v < s[i][j]) s[i][j] = v;
        __syncthreads();
    }
    base[i * n + j] = s[i][j];
}

__global__ void phase2(int *d, int n, int r)
{
    if ((int)blockIdx.x == r) return;
    extern __shared__ int sh[];
    int *pivot = sh, *mine = sh + B * B;
    const int i = threadIdx.y, j = threadIdx.x;
    const bool row = blockIdx.y == 0;
    const int bi = row ? r : blockIdx.x, bj = row ? blockIdx.x : r;
    pivot[i * B + j] = d[(r * B + i) * n + r * B + j];
    mine[i * B + j] = d[(bi * B + i) * n + bj * B + j];
    __syncthreads();
    int best = mine[i * B + j];
#pragma unroll 4
    for (int k = 0; k < B; k++) {
        int v = row ? pivot[i * B + k] + mine[k * B + j] : mine[i * B + k] + pivot[k * B + j];
        best = min(best, v);
        __syncthreads();
        mine[i * B + j] = best;
        __syncthreads();
    }
    d[(bi * B + i) * n + bj * B + j] = best;
}

// phase 3: 16x16 threads, four outputs each; column panel stored transposed
__global__ void phase3(int *d, int n, int r)
{
    if (blockIdx.x == r || blockIdx.y == r) return;
    __shared__ int colT[B][B];
    __shared__ int rowP[B][B];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int *pc = d + blockIdx.y * B * n + r * B;
    const int *pr = d + r * B * n + blockIdx.x * B;
    for (int a = 0; a < B; a += HALF)
        for (int b = 0; b < B; b += HALF) {
            colT[tx + b][ty + a] = pc[(ty + a) * n + tx + b];
            rowP[ty + a][tx + b] = pr[(ty + a) * n + tx + b];
        }
    int *out = d + blockIdx.y * B * n + blockIdx.x * B;
    int m00 = out[ty * n + tx], m01 = out[ty * n + tx + HALF];
    int m10 = out[(ty + HALF) * n + tx], m11 = out[(ty + HALF) * n + tx + HALF];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < B; k++) {
        int c0 = colT[k][ty], c1 = colT[k][ty + HALF];
        int r0 = rowP[k][tx], r1 = rowP[k][tx + HALF];
        m00 = min(m00, c0 + r0); m01 = min(m01, c0 + r1);
        m10 = min(m10, c1 + r0); m11 = min(m11, c1 + r1);
    }
    out[ty * n + tx] = m00; out[ty * n + tx + HALF] = m01;
    out[(ty + HALF) * n + tx] = m10; out[(ty + HALF) * n + tx + HALF] = m11;
}

int main()
{
    const int n = 160, rounds = 1;
    std::vector<int> h(n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) h[i * n + j] = i == j ? 0 : ((i * 17 + j * 31) % 13 == 0 ? 1 + (i ^ j) % 20 : 100000);
    int *d;
    if (cudaMalloc(&d, n * n * sizeof(int)) != cudaSuccess) return 1;
    cudaMemcpy(d, h.data(), n * n * sizeof(int), cudaMemcpyHostToDevice);
    for (int r = 0; r < rounds; r++) {
        phase1<<<1, dim3(B, B)>>>(d, n, r);
        phase2<<<dim3(n / B, 2), dim3(B, B), 2 * B * B * sizeof(int)>>>(d, n, r);
        phase3<<<dim3(n / B, n / B), dim3(HALF, HALF)>>>(d, n, r);
    }
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(d);
    return 0;
}

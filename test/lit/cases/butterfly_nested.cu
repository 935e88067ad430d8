// The first round of a doubling loop is peeled and may become accesses of 8 bytes.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cstdio>
static __device__ __forceinline__ void butterfly(float &a, float &b)
{
// expect: load 32/1 32-way, load 32/1 32-way
    const float t = a - b;
// expect: store 32/1 32-way, upper-bound load 32/1 32-way, upper-bound load 32/1 32-way
    a = a + b;
// expect: store 32/1 32-way
    b = t;
}
// helper by reference, inner loop over p
__global__ void helper(float *g)
{
    __shared__ float t[32][32];
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
// expect: store 1/1
        t[y][threadIdx.x] = g[y * 32 + threadIdx.x];
    __syncthreads();
    for (int h = 1; h < 32; h <<= 1) {
        for (int p = threadIdx.y; p < 16; p += blockDim.y) {
            const int i = (p / h) * 2 * h + p % h;
            butterfly(t[threadIdx.x][i], t[threadIdx.x][i + h]);
        }
        __syncthreads();
    }
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
// expect: load 1/1
        g[y * 32 + threadIdx.x] = t[y][threadIdx.x];
}
// the same without a helper
__global__ void plain(float *g)
{
    __shared__ float t[32][32];
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
// expect: store 1/1
        t[y][threadIdx.x] = g[y * 32 + threadIdx.x];
    __syncthreads();
    for (int h = 1; h < 32; h <<= 1) {
        for (int p = threadIdx.y; p < 16; p += blockDim.y) {
            const int i = (p / h) * 2 * h + p % h;
// expect: load 32/1 32-way
            const float a = t[threadIdx.x][i];
// expect: load 32/1 32-way
            const float b = t[threadIdx.x][i + h];
// expect: store 32/1 32-way
            t[threadIdx.x][i] = a + b;
// expect: store 32/1 32-way
            t[threadIdx.x][i + h] = a - b;
        }
        __syncthreads();
    }
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
// expect: load 1/1
        g[y * 32 + threadIdx.x] = t[y][threadIdx.x];
}
int main() { float *p; cudaMalloc(&p, 4096); helper<<<1, dim3(32, 8)>>>(p); plain<<<1, dim3(32, 8)>>>(p); cudaDeviceSynchronize(); puts("ok"); }

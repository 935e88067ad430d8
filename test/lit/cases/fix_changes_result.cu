// Padding would change which elements of the source are read.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_runtime.h>
template <int R, int C>
__device__ void load(float (&t)[R][C], const float *src)
{
// expect: store 1/1
    t[threadIdx.y][threadIdx.x] = src[threadIdx.y * C + threadIdx.x]; // C is the source's pitch, too
}
__global__ void k(const float *in, float *out)
{
    __shared__ float tile[32][32];
    load(tile, in);
    __syncthreads();
// expect: load 32/1 32-way
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() { float *p = nullptr; k<<<1, dim3(32, 32)>>>(p, p); }

// std::exit without its header.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cstdio>
#include <cuda_runtime.h>
// expect: store 1/1, load 32/1 32-way
__global__ void k(float *o) { __shared__ float s[32][32]; s[threadIdx.y][threadIdx.x] = 1; __syncthreads(); o[0] = s[threadIdx.x][threadIdx.y]; }
int main() { float *o = nullptr; if (cudaMalloc(&o, 4) != cudaSuccess) std::exit(1); k<<<1, dim3(32, 32)>>>(o); }

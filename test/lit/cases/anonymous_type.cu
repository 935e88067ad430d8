// Kernels with types of an unnamed namespace.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_runtime.h>
namespace {
struct Body { float x, y, z; };
// expect: store 3/3, load 1/1
__global__ void k(Body *b) { __shared__ Body s[64]; s[threadIdx.x] = b[threadIdx.x]; __syncthreads(); b[threadIdx.x].x = s[63 - threadIdx.x].y; }
}
int main() { Body *b; cudaMalloc(&b, 64 * sizeof(Body)); k<<<1, 64>>>(b); }

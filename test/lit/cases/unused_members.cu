// Members of a vector that nothing uses are not loaded.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// nvcc loads only the members used. Measured wavefronts of the load (2 requests): x: 8 (LDS), x+y: 8 (LDS.64, ideal 4), x+w or y+z: 16 (two LDS); banklint: exact 8 of 8 for all.
#include <cstdio>
#include <cuda_runtime.h>
template <int WHICH>
__global__ void members(const float4 *in, float *out)
{
    __shared__ float4 s[64];
    const int t = threadIdx.x;
// expect: store 4/4
    s[t] = in[t];
    __syncthreads();
// expect[members<0>]: load 4/1 4-way
// expect[members<1>]: load 4/2 2-way
// expect[members<2>]: load 4/1 4-way
// expect[members<5>]: load 4/1 4-way
    const float4 v = s[63 - t];
    float r = 0.f;
    if (WHICH == 0) r = v.x;
    if (WHICH == 1) r = v.x + v.y;
    if (WHICH == 2) r = v.x + v.w;
    if (WHICH == 5) r = v.y + v.z;
    out[t] = r;
}
int main() { float4 *p; float *o; cudaMalloc(&p, 4096); cudaMalloc(&o, 4096); members<0><<<1, 64>>>(p, o); members<1><<<1, 64>>>(p, o); members<2><<<1, 64>>>(p, o); members<5><<<1, 64>>>(p, o); cudaDeviceSynchronize(); puts("ok"); }

// #pragma unroll with a count merges within its rounds only.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cstdio>
// A: row of 8 floats a lane, loop of 8 unrolled by 4 (as in kmeans_assign)
template <int UNROLL>
__global__ void rows8(const float *in, float *out)
{
    __shared__ float c[32][8];
    const int lane = threadIdx.x;
    for (int i = lane; i < 32 * 8; i += 32)
// expect: store 1/1
        c[i / 8][i % 8] = in[i];
    __syncwarp();
    float s = 0.f;
#pragma unroll UNROLL
    for (int d = 0; d < 8; ++d)
// expect[rows8<2>]: upper-bound load 8/1 8-way, upper-bound load 8/1 8-way
// expect[rows8<4>]: upper-bound load 8/1 8-way, upper-bound load 8/1 8-way
// expect[rows8<8>]: load 8/4 2-way, load 8/4 2-way
        s += c[lane][d] * c[lane][d];
    out[lane] = s;
}
// B: full unrolling by default
__global__ void rows8_full(const float *in, float *out)
{
    __shared__ float c[32][8];
    const int lane = threadIdx.x;
    for (int i = lane; i < 32 * 8; i += 32)
// expect: store 1/1
        c[i / 8][i % 8] = in[i];
    __syncwarp();
    float s = 0.f;
    for (int d = 0; d < 8; ++d)
// expect: load 8/4 2-way, load 8/4 2-way
        s += c[lane][d] * c[lane][d];
    out[lane] = s;
}
int main() { float *p; cudaMalloc(&p, 4096); rows8<4><<<1, 32>>>(p, p); rows8<8><<<1, 32>>>(p, p); rows8<2><<<1, 32>>>(p, p); rows8_full<<<1, 32>>>(p, p); cudaDeviceSynchronize(); puts("ok"); }

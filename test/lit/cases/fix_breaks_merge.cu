// Clean as it stands, since the compiler merges the loads.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cstdio>
#include <cuda_runtime.h>
// four consecutive elements a thread: nvcc makes LDS.128 of the loads, clean as long as rows stay 16-byte aligned
__global__ void dot_rows(const float *a, const float *b, float *out, int len)
{
    __shared__ float stage[8][64];
    const int g = threadIdx.x / 16, r = threadIdx.x % 16;
    float acc = 0.f;
    for (int c = 0; c < len; c += 64) {
        for (int i = r; i < 64; i += 16)
// expect: store 2/1 2-way
            stage[g][i] = a[(blockIdx.x * 8 + g) * len + c + i];
        __syncwarp();
        for (int k = 0; k < 4; ++k)
// expect: load 4/4
            acc += stage[g][r * 4 + k] * b[c + r * 4 + k];
        __syncwarp();
    }
    out[blockIdx.x * 128 + threadIdx.x] = acc;
}
// no conflict at all on the hardware
__global__ void quads(const float *a, float *out)
{
    __shared__ float s[4][128];
    const int w = threadIdx.x / 32, l = threadIdx.x % 32;
    for (int i = l; i < 128; i += 32)
// expect: store 1/1
        s[w][i] = a[blockIdx.x * 512 + w * 128 + i];
    __syncwarp();
    float acc = 0.f;
    for (int k = 0; k < 4; ++k)
// expect: load 4/4
        acc += s[w][l * 4 + k] * (k + 1);
    out[blockIdx.x * 128 + threadIdx.x] = acc;
}
int main()
{
    float *p, *q;
    cudaMalloc(&p, 65536);
    cudaMalloc(&q, 65536);
    dot_rows<<<8, 128>>>(p, p, q, 128);
    quads<<<8, 128>>>(p, q);
    cudaDeviceSynchronize();
    puts("ok");
}

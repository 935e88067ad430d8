// What the compiler merges for other trip counts, stores and two operands.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// Which widths nvcc makes of loops over neighbours: trip counts, partial unrolling, stores, two operands.
#include <cstdio>
#include <cuda_runtime.h>

template <int N, int PAD>
__global__ void full(const float *in, float *out)
{
    __shared__ float s[32][N + PAD];
    const int lane = threadIdx.x;
    for (int r = 0; r < 32; ++r)
        for (int c = lane; c < N; c += 32)
// expect: store 1/1
            s[r][c] = in[r * N + c];
    __syncwarp();
    float a = 0.f;
    for (int k = 0; k < N; ++k)
// expect[full<10, 4>]: load 2/2, load 2/2
// expect[full<12, 4>]: load 16/4 4-way, load 16/4 4-way
// expect[full<128, 4>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[full<16, 0>]: load 16/4 4-way, load 16/4 4-way
// expect[full<16, 4>]: load 4/4, load 4/4
// expect[full<2, 4>]: load 2/2, load 2/2
// expect[full<20, 4>]: load 8/4 2-way, load 8/4 2-way
// expect[full<24, 4>]: load 4/4, load 4/4
// expect[full<3, 4>]: load 1/1, load 1/1
// expect[full<32, 0>]: load 32/4 8-way, load 32/4 8-way
// expect[full<32, 4>]: load 4/4, load 4/4
// expect[full<33, 4>]: load 1/1, load 1/1
// expect[full<4, 0>]: load 4/4, load 4/4
// expect[full<4, 4>]: load 8/4 2-way, load 8/4 2-way
// expect[full<48, 4>]: load 4/4, load 4/4
// expect[full<5, 4>]: load 1/1, load 1/1
// expect[full<6, 4>]: load 2/2, load 2/2
// expect[full<64, 4>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[full<7, 4>]: load 1/1, load 1/1
// expect[full<8, 0>]: load 8/4 2-way, load 8/4 2-way
// expect[full<8, 4>]: load 4/4, load 4/4
// expect[full<96, 4>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
        a += s[lane][k] * s[lane][k];
    out[lane] = a;
}
template <int N, int PAD>
__global__ void column_store(const float *in, float *out)
{
    __shared__ float s[32][N + PAD];
    const int lane = threadIdx.x;
    for (int k = 0; k < N; ++k)
// expect[column_store<10, 4>]: store 2/2
// expect[column_store<12, 4>]: store 16/4 4-way
// expect[column_store<128, 4>]: upper-bound store 4/1 4-way
// expect[column_store<16, 4>]: store 4/4
// expect[column_store<2, 4>]: store 2/2
// expect[column_store<20, 4>]: store 8/4 2-way
// expect[column_store<24, 4>]: store 4/4
// expect[column_store<3, 4>]: store 1/1
// expect[column_store<32, 4>]: store 4/4
// expect[column_store<33, 4>]: store 1/1
// expect[column_store<4, 4>]: store 8/4 2-way
// expect[column_store<48, 4>]: store 4/4
// expect[column_store<5, 4>]: store 1/1
// expect[column_store<6, 4>]: store 2/2
// expect[column_store<64, 4>]: upper-bound store 4/1 4-way
// expect[column_store<7, 4>]: store 1/1
// expect[column_store<8, 4>]: store 4/4
// expect[column_store<96, 4>]: upper-bound store 4/1 4-way
        s[lane][k] = in[k * 32 + lane];
    __syncwarp();
    float a = 0.f;
    for (int r = 0; r < 32; ++r)
        for (int c = lane; c < N; c += 32)
// expect: load 1/1
            a += s[r][c];
    out[lane] = a;
}
template <int U>
__global__ void partial(const float *in, float *out)
{
    __shared__ float s[32][36];
    const int lane = threadIdx.x;
    for (int r = 0; r < 32; ++r)
// expect: store 1/1
        s[r][lane] = in[r * 32 + lane];
    __syncwarp();
    float a = 0.f;
#pragma unroll U
    for (int k = 0; k < 32; ++k)
// expect[partial<16>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[partial<1>]: load 4/1 4-way, upper-bound load 4/1 4-way
// expect[partial<2>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[partial<32>]: load 4/4, load 4/4
// expect[partial<3>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[partial<4>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[partial<5>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
// expect[partial<8>]: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
        a += s[lane][k] * s[lane][k];
    out[lane] = a;
}
template <int U>
__global__ void partial_store(const float *in, float *out)
{
    __shared__ float s[32][36];
    const int lane = threadIdx.x;
#pragma unroll U
    for (int k = 0; k < 32; ++k)
// expect[partial_store<16>]: upper-bound store 4/1 4-way
// expect[partial_store<1>]: store 4/1 4-way
// expect[partial_store<2>]: upper-bound store 4/1 4-way
// expect[partial_store<32>]: store 4/4
// expect[partial_store<3>]: upper-bound store 4/1 4-way
// expect[partial_store<4>]: upper-bound store 4/1 4-way
// expect[partial_store<5>]: upper-bound store 4/1 4-way
// expect[partial_store<8>]: upper-bound store 4/1 4-way
        s[lane][k] = in[k * 32 + lane];
    __syncwarp();
    float a = 0.f;
    for (int r = 0; r < 32; ++r)
// expect: load 1/1
        a += s[r][lane];
    out[lane] = a;
}
__global__ void runtime_bound(const float *in, float *out, int n)
{
    __shared__ float s[32][36];
    const int lane = threadIdx.x;
    for (int r = 0; r < 32; ++r)
// expect: store 1/1
        s[r][lane] = in[r * 32 + lane];
    __syncwarp();
    float a = 0.f;
    for (int k = 0; k < n; ++k)
// expect: upper-bound load 4/1 4-way, upper-bound load 4/1 4-way
        a += s[lane][k] * s[lane][k];
    out[lane] = a;
}
// two shared operands, as in a matrix product out of row-major tiles
template <int T>
__global__ void dot_tiles(const float *in, float *out)
{
    __shared__ float a[T][T];
    __shared__ float b[T][T + 4];
    const int x = threadIdx.x, y = threadIdx.y;
// expect: store 1/1
    a[y][x] = in[y * T + x];
// expect[dot_tiles<16>]: store 2/1 2-way
// expect[dot_tiles<32>]: store 1/1
// expect[dot_tiles<8>]: store 2/1 2-way
    b[y][x] = in[x * T + y];
    __syncthreads();
    float s = 0.f;
    for (int k = 0; k < T; ++k)
// expect[dot_tiles<16>]: load 2/2, load 4/4
// expect[dot_tiles<32>]: load 2/2, load 4/4
// expect[dot_tiles<8>]: load 2/2, load 4/4
        s += a[y][k] * b[x][k];
    out[y * T + x] = s;
}

int main()
{
    float *p, *q;
    cudaMalloc(&p, 65536);
    cudaMalloc(&q, 65536);
    full<2, 4><<<1, 32>>>(p, q);
    column_store<2, 4><<<1, 32>>>(p, q);
    full<3, 4><<<1, 32>>>(p, q);
    column_store<3, 4><<<1, 32>>>(p, q);
    full<4, 4><<<1, 32>>>(p, q);
    column_store<4, 4><<<1, 32>>>(p, q);
    full<5, 4><<<1, 32>>>(p, q);
    column_store<5, 4><<<1, 32>>>(p, q);
    full<6, 4><<<1, 32>>>(p, q);
    column_store<6, 4><<<1, 32>>>(p, q);
    full<7, 4><<<1, 32>>>(p, q);
    column_store<7, 4><<<1, 32>>>(p, q);
    full<8, 4><<<1, 32>>>(p, q);
    column_store<8, 4><<<1, 32>>>(p, q);
    full<10, 4><<<1, 32>>>(p, q);
    column_store<10, 4><<<1, 32>>>(p, q);
    full<12, 4><<<1, 32>>>(p, q);
    column_store<12, 4><<<1, 32>>>(p, q);
    full<16, 4><<<1, 32>>>(p, q);
    column_store<16, 4><<<1, 32>>>(p, q);
    full<20, 4><<<1, 32>>>(p, q);
    column_store<20, 4><<<1, 32>>>(p, q);
    full<24, 4><<<1, 32>>>(p, q);
    column_store<24, 4><<<1, 32>>>(p, q);
    full<32, 4><<<1, 32>>>(p, q);
    column_store<32, 4><<<1, 32>>>(p, q);
    full<33, 4><<<1, 32>>>(p, q);
    column_store<33, 4><<<1, 32>>>(p, q);
    full<48, 4><<<1, 32>>>(p, q);
    column_store<48, 4><<<1, 32>>>(p, q);
    full<64, 4><<<1, 32>>>(p, q);
    column_store<64, 4><<<1, 32>>>(p, q);
    full<96, 4><<<1, 32>>>(p, q);
    column_store<96, 4><<<1, 32>>>(p, q);
    full<128, 4><<<1, 32>>>(p, q);
    column_store<128, 4><<<1, 32>>>(p, q);
    full<4, 0><<<1, 32>>>(p, q);
    full<8, 0><<<1, 32>>>(p, q);
    full<16, 0><<<1, 32>>>(p, q);
    full<32, 0><<<1, 32>>>(p, q);
    partial<1><<<1, 32>>>(p, q);
    partial_store<1><<<1, 32>>>(p, q);
    partial<2><<<1, 32>>>(p, q);
    partial_store<2><<<1, 32>>>(p, q);
    partial<3><<<1, 32>>>(p, q);
    partial_store<3><<<1, 32>>>(p, q);
    partial<4><<<1, 32>>>(p, q);
    partial_store<4><<<1, 32>>>(p, q);
    partial<5><<<1, 32>>>(p, q);
    partial_store<5><<<1, 32>>>(p, q);
    partial<8><<<1, 32>>>(p, q);
    partial_store<8><<<1, 32>>>(p, q);
    partial<16><<<1, 32>>>(p, q);
    partial_store<16><<<1, 32>>>(p, q);
    partial<32><<<1, 32>>>(p, q);
    partial_store<32><<<1, 32>>>(p, q);
    runtime_bound<<<1, 32>>>(p, q, 32);
    runtime_bound<<<1, 32>>>(p, q, 30);
    dot_tiles<8><<<1, dim3(8, 8)>>>(p, q);
    dot_tiles<16><<<1, dim3(16, 16)>>>(p, q);
    dot_tiles<32><<<1, dim3(32, 32)>>>(p, q);
    cudaDeviceSynchronize();
    puts("ok");
}

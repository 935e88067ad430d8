// Producer/consumer warps, async-copy pipeline, and a per-warp independent tile kernel.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__device__ __forceinline__ void barSync(int id, int count) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); }
__device__ __forceinline__ void barArrive(int id, int count) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory"); }

// warp 0..1 load column panels, warps 2..5 do a matrix-vector style accumulation; two stages with named barriers
__global__ void __launch_bounds__(192) producerConsumer(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    constexpr int ROWS = 128, CH = 16;
    __shared__ float stage[2][CH][ROWS + 4];
    __shared__ float xs[2][CH];
    const int t = threadIdx.x;
    const int iters = K / CH;
    if (t < 64) {
        for (int it = 0; it < iters; it++) {
            const int s = it & 1;
            if (it >= 2) barSync(3 + s, 192);               // wait until consumers drained the stage
            for (int i = t; i < ROWS * CH; i += 64) {
                int r = i / CH, c = i % CH;                  // coalesced along K, scattered into a transposed panel
                stage[s][c][r] = A[(blockIdx.x * ROWS + r) * K + it * CH + c];
            }
            if (t < CH) xs[s][t] = x[it * CH + t];
            barArrive(1 + s, 192);
        }
    } else {
        const int r = t - 64;
        float acc = 0.f;
        for (int it = 0; it < iters; it++) {
            const int s = it & 1;
            barSync(1 + s, 192);
#pragma unroll
            for (int c = 0; c < CH; c++) acc += stage[s][c][r] * xs[s][c];
            if (it + 2 < iters) barArrive(3 + s, 192);
        }
        y[blockIdx.x * ROWS + r] = acc;
    }
}

// cp.async multistage: moving dot product of two streams, 16-byte copies
template <int STAGES>
__global__ void asyncPipeline(const float4 *__restrict__ a, const float4 *__restrict__ b, float *__restrict__ out, int tiles)
{
    __shared__ float4 sa[STAGES][128];
    __shared__ float4 sb[STAGES][128];
    const int t = threadIdx.x;
    const float4 *ga = a + blockIdx.x * tiles * 128 + t, *gb = b + blockIdx.x * tiles * 128 + t;
    auto issue = [&](int tile) {
        if (tile < tiles) {
            __pipeline_memcpy_async(&sa[tile % STAGES][t], ga + tile * 128, sizeof(float4));
            __pipeline_memcpy_async(&sb[tile % STAGES][t], gb + tile * 128, sizeof(float4));
        }
        __pipeline_commit();
    };
    for (int s = 0; s < STAGES - 1; s++) issue(s);
    float acc = 0.f;
    for (int k = 0; k < tiles; k++) {
        issue(k + STAGES - 1);
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        const float *fa = reinterpret_cast<const float *>(sa[k % STAGES]);
        const float *fb = reinterpret_cast<const float *>(sb[k % STAGES]);
#pragma unroll
        for (int j = 0; j < 4; j++) acc += fa[j * 128 + t] * fb[511 - (j * 128 + t)];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = acc;
}

// one 16x16 matrix product per warp; shared memory split by warp, lanes own half a row
__global__ void warpTileProduct(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int count)
{
    extern __shared__ double pool[];
    cg::thread_block_tile<32> w = cg::tiled_partition<32>(cg::this_thread_block());
    const int m = blockIdx.x * w.meta_group_size() + w.meta_group_rank();
    if (m >= count) return;
    double *a = pool + w.meta_group_rank() * 512, *b = a + 256;
    for (int i = w.thread_rank(); i < 256; i += 32) { a[i] = A[m * 256 + i]; b[i] = B[m * 256 + i]; }
    w.sync();
    const int row = w.thread_rank() >> 1, half = (w.thread_rank() & 1) * 8;
    double acc[8] = {};
    for (int k = 0; k < 16; k++) {
        double v = a[row * 16 + k];
#pragma unroll
        for (int j = 0; j < 8; j++) acc[j] += v * b[k * 16 + half + j];
    }
    for (int j = 0; j < 8; j += 2)
        *reinterpret_cast<double2 *>(&C[m * 256 + row * 16 + half + j]) = make_double2(acc[j], acc[j + 1]);
}

int main()
{
    const int n = 1 << 16;
    std::vector<float> h(n);
    std::vector<double> hd(n / 2);
    for (int i = 0; i < n; i++) h[i] = (i % 41) * 0.03f;
    for (int i = 0; i < n / 2; i++) hd[i] = h[i];
    float *a, *o; double *d, *c;
    cudaMalloc(&a, n * 4); cudaMalloc(&o, n * 4); cudaMalloc(&d, n * 4); cudaMalloc(&c, n * 4);
    cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(d, hd.data(), n * 4, cudaMemcpyHostToDevice);
    producerConsumer<<<4, 192>>>(a, a, o, 128);
    asyncPipeline<3><<<8, 128>>>((float4 *)a, (float4 *)(a + n / 2), o, 8);
    asyncPipeline<2><<<4, 128>>>((float4 *)a, (float4 *)(a + n / 2), o, 5);
    warpTileProduct<<<15, 128, 4 * 512 * sizeof(double)>>>(d, d + 60 * 256, c, 58);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(o); cudaFree(d); cudaFree(c);
    return 0;
}

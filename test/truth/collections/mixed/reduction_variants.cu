// A few classic ways to reduce an array, one partial result per block.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

struct MinMaxIdx {
    float lo;
    float hi;
    int loIdx;
    int hiIdx;
};

__device__ __forceinline__ float warpSum(float v) {
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

__device__ __forceinline__ MinMaxIdx merge(const MinMaxIdx& a, const MinMaxIdx& b) {
    MinMaxIdx r = a;
    if (b.lo < r.lo || (b.lo == r.lo && b.loIdx < r.loIdx)) { r.lo = b.lo; r.loIdx = b.loIdx; }
    if (b.hi > r.hi || (b.hi == r.hi && b.hiIdx < r.hiIdx)) { r.hi = b.hi; r.hiIdx = b.hiIdx; }
    return r;
}

// Interleaved addressing, strided index.
__global__ void reduceInterleaved(const float* in, float* out, int n) {
    extern __shared__ float sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = (i < n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        unsigned int index = 2 * s * tid;
        if (index < blockDim.x) {
            sdata[index] += sdata[index + s];
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

// Sequential addressing with the first add during load, last warp by shuffles.
template <unsigned int BLOCK>
__global__ void reduceSequential(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float sdata[BLOCK];
    const unsigned int tid = threadIdx.x;
    const unsigned int i = blockIdx.x * (BLOCK * 2) + tid;

    float mine = (i < n) ? in[i] : 0.0f;
    if (i + BLOCK < n) mine += in[i + BLOCK];
    sdata[tid] = mine;
    __syncthreads();

    if (BLOCK >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (BLOCK >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (BLOCK >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }

    if (tid < 32) {
        float v = sdata[tid];
        v += sdata[tid + 32];
        v = warpSum(v);
        if (tid == 0) out[blockIdx.x] = v;
    }
}

// Grid-stride, several values per thread, shuffle inside warps, one slot per warp.
template <int ITEMS>
__global__ void reduceShuffle(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float warpPartial[32];
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);

    float v[ITEMS];
    const int base = blockIdx.x * blockDim.x * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const int idx = base + k * blockDim.x + threadIdx.x;
        v[k] = idx < n ? in[idx] : 0.0f;
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) sum += v[k];

    sum = warpSum(sum);
    if (warp.thread_rank() == 0)
        warpPartial[warp.meta_group_rank()] = sum;
    cg::sync(cta);

    if (warp.meta_group_rank() == 0) {
        sum = warp.thread_rank() < warp.meta_group_size() ? warpPartial[warp.thread_rank()] : 0.0f;
        sum = warpSum(sum);
        if (warp.thread_rank() == 0) out[blockIdx.x] = sum;
    }
}

// Array-of-structs tree: min, max and where they are.
__global__ void reduceMinMax(const float* in, MinMaxIdx* out, int n) {
    __shared__ MinMaxIdx best[256];
    const int t = threadIdx.x;
    MinMaxIdx m{FLT_MAX, -FLT_MAX, n, n};
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        const float x = in[i];
        m = merge(m, MinMaxIdx{x, x, i, i});
    }
    best[t] = m;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            best[t] = merge(best[t], best[t + half]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = best[0];
}

#define TRY(call)                                                            \
    if (cudaError_t e_ = (call); e_ != cudaSuccess) {                        \
        printf("%s -> %s\n", #call, cudaGetErrorString(e_));                 \
        return 1;                                                            \
    }

int main() {
    const int n = 16000;
    std::vector<float> h(n);
    double expect = 0.0;
    for (int i = 0; i < n; ++i) {
        h[i] = float((i * 37) % 1009) * 0.5f;
        expect += h[i];
    }

    float *d_in, *d_out;
    MinMaxIdx* d_mm;
    TRY(cudaMalloc(&d_in, n * sizeof(float)));
    TRY(cudaMalloc(&d_out, 64 * sizeof(float)));
    TRY(cudaMalloc(&d_mm, 8 * sizeof(MinMaxIdx)));
    TRY(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    int wrong = 0;
    auto finish = [&](const char* name, int blocks) {
        std::vector<float> part(blocks);
        TRY(cudaGetLastError());
        TRY(cudaMemcpy(part.data(), d_out, blocks * sizeof(float), cudaMemcpyDeviceToHost));
        double s = 0.0;
        for (float p : part) s += p;
        printf("%-12s %.1f (expected %.1f)\n", name, s, expect);
        if (std::fabs(s - expect) > 1e-4 * expect) ++wrong;
        return 0;
    };

    reduceInterleaved<<<63, 256, 256 * sizeof(float)>>>(d_in, d_out, n);
    if (finish("interleaved", 63)) return 1;
    reduceSequential<256><<<32, 256>>>(d_in, d_out, n);
    if (finish("sequential", 32)) return 1;
    reduceShuffle<4><<<16, 256>>>(d_in, d_out, n);
    if (finish("shuffle", 16)) return 1;

    MinMaxIdx mm[8];
    reduceMinMax<<<8, 256>>>(d_in, d_mm, n);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(mm, d_mm, sizeof(mm), cudaMemcpyDeviceToHost));
    float lo = FLT_MAX, hi = -FLT_MAX;
    for (const MinMaxIdx& b : mm) { lo = fminf(lo, b.lo); hi = fmaxf(hi, b.hi); }
    printf("min %.1f max %.1f\n", lo, hi);
    if (lo != 0.0f || hi != 504.0f) ++wrong;

    cudaFree(d_in); cudaFree(d_out); cudaFree(d_mm);
    return wrong ? 1 : 0;
}

#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// ---------------------------------------------------------------- problem size
constexpr int DIM = 8;
constexpr int K = 32;
constexpr int NPTS = 4096;
constexpr int BLOCK = 128;
constexpr int GRID = NPTS / BLOCK;

struct __align__(16) Point8 {
    float4 lo, hi;
};

__device__ __forceinline__ float sq(float a) { return a * a; }

// Assignment with row-major centroids (broadcast reads), accumulation by shared atomics.
__global__ void assign_accumulate(const float* __restrict__ pts, const float* __restrict__ cent,
                                  int* __restrict__ label, float* __restrict__ block_sums,
                                  int* __restrict__ block_counts)
{
    __shared__ float c[K][DIM];
    __shared__ float sums[K * DIM];
    __shared__ int counts[K];

    for (int i = threadIdx.x; i < K * DIM; i += BLOCK) {
        c[i / DIM][i % DIM] = cent[i];
        sums[i] = 0.0f;
    }
    if (threadIdx.x < K) counts[threadIdx.x] = 0;
    __syncthreads();

    const int p = blockIdx.x * BLOCK + threadIdx.x;
    float x[DIM];
    for (int d = 0; d < DIM; ++d) x[d] = pts[d * NPTS + p];

    int best = 0;
    float bestDist = FLT_MAX;
    for (int k = 0; k < K; ++k) {
        float dist = 0.0f;
#pragma unroll
        for (int d = 0; d < DIM; ++d)
            dist += sq(x[d] - c[k][d]);
        if (dist < bestDist) { bestDist = dist; best = k; }
    }
    label[p] = best;

    for (int d = 0; d < DIM; ++d)
        atomicAdd(&sums[best * DIM + d], x[d]);
    atomicAdd(&counts[best], 1);
    __syncthreads();

    for (int i = threadIdx.x; i < K * DIM; i += BLOCK)
        block_sums[blockIdx.x * K * DIM + i] = sums[i];
    if (threadIdx.x < K)
        block_counts[blockIdx.x * K + threadIdx.x] = counts[threadIdx.x];
}

// One warp looks at one point at a time: lane = centroid, float4 centroid reads.
__global__ void assign_warp_per_point(const Point8* __restrict__ pts, const Point8* __restrict__ cent,
                                      int* __restrict__ label)
{
    __shared__ Point8 sc[K];
    __shared__ Point8 sp[BLOCK];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    if (block.thread_rank() < K) sc[threadIdx.x] = cent[threadIdx.x];
    sp[threadIdx.x] = pts[blockIdx.x * BLOCK + threadIdx.x];
    block.sync();

    const int lane = warp.thread_rank();
    const int w = threadIdx.x / 32;
    float4 clo = sc[lane].lo;
    float4 chi = sc[lane].hi;
    for (int i = 0; i < 32; ++i) {
        float4 plo = sp[w * 32 + i].lo;
        float4 phi = sp[w * 32 + i].hi;
        float dist = sq(plo.x - clo.x) + sq(plo.y - clo.y) + sq(plo.z - clo.z) + sq(plo.w - clo.w)
                   + sq(phi.x - chi.x) + sq(phi.y - chi.y) + sq(phi.z - chi.z) + sq(phi.w - chi.w);
        int id = lane;
        for (int off = 16; off > 0; off /= 2) {
            float od = warp.shfl_down(dist, off);
            int oi = warp.shfl_down(id, off);
            if (od < dist || (od == dist && oi < id)) { dist = od; id = oi; }
        }
        if (lane == 0) label[blockIdx.x * BLOCK + w * 32 + i] = id;
    }
}

// Reduce block partials: one block per dimension, 8 threads per centroid.
__global__ void update_centroids(const float* __restrict__ block_sums, const int* __restrict__ block_counts,
                                 float* __restrict__ cent)
{
    __shared__ float s[K][8];
    __shared__ int n[8][K];
    const int d = blockIdx.x;
    const int k = threadIdx.x, j = threadIdx.y;
    float a = 0.0f;
    int cnt = 0;
    for (int b = j; b < GRID; b += 8) {
        a += block_sums[(b * K + k) * DIM + d];
        cnt += block_counts[b * K + k];
    }
    s[k][j] = a;
    n[j][k] = cnt;
    __syncthreads();
    for (int h = 4; h > 0; h >>= 1) {
        if (j < h) {
            s[k][j] += s[k][j + h];
            n[j][k] += n[j + h][k];
        }
        __syncthreads();
    }
    if (j == 0 && n[0][k] > 0) cent[k * DIM + d] = s[k][0] / n[0][k];
}

int main()
{
    std::vector<float> soa(NPTS * DIM), aos(NPTS * DIM), cent(K * DIM);
    for (int k = 0; k < K; ++k)
        for (int d = 0; d < DIM; ++d) cent[k * DIM + d] = (float)((k * 5 + d * 3) % 17) + 0.25f * k;
    for (int p = 0; p < NPTS; ++p)
        for (int d = 0; d < DIM; ++d) {
            float v = cent[((p * 7) % K) * DIM + d] + 0.125f * ((p + d) % 3 - 1);
            soa[d * NPTS + p] = v;
            aos[p * DIM + d] = v;
        }

    float *d_soa, *d_aos, *d_cent, *d_sums;
    int *d_lab, *d_lab2, *d_cnt;
    bool bad = false;
    auto need = [&bad](cudaError_t e) { if (e != cudaSuccess) { bad = true; puts(cudaGetErrorString(e)); } };
    need(cudaMalloc(&d_soa, soa.size() * 4));
    need(cudaMalloc(&d_aos, aos.size() * 4));
    need(cudaMalloc(&d_cent, cent.size() * 4));
    need(cudaMalloc(&d_sums, GRID * K * DIM * 4));
    need(cudaMalloc(&d_lab, NPTS * 4));
    need(cudaMalloc(&d_lab2, NPTS * 4));
    need(cudaMalloc(&d_cnt, GRID * K * 4));
    need(cudaMemcpy(d_soa, soa.data(), soa.size() * 4, cudaMemcpyHostToDevice));
    need(cudaMemcpy(d_aos, aos.data(), aos.size() * 4, cudaMemcpyHostToDevice));
    need(cudaMemcpy(d_cent, cent.data(), cent.size() * 4, cudaMemcpyHostToDevice));
    if (bad) return 1;

    assign_accumulate<<<GRID, BLOCK>>>(d_soa, d_cent, d_lab, d_sums, d_cnt);
    assign_warp_per_point<<<GRID, BLOCK>>>((const Point8*)d_aos, (const Point8*)d_cent, d_lab2);
    update_centroids<<<DIM, dim3(K, 8)>>>(d_sums, d_cnt, d_cent);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());

    std::vector<int> l1(NPTS), l2(NPTS);
    std::vector<float> newc(K * DIM);
    need(cudaMemcpy(l1.data(), d_lab, NPTS * 4, cudaMemcpyDeviceToHost));
    need(cudaMemcpy(l2.data(), d_lab2, NPTS * 4, cudaMemcpyDeviceToHost));
    need(cudaMemcpy(newc.data(), d_cent, newc.size() * 4, cudaMemcpyDeviceToHost));
    int diff = 0;
    for (int p = 0; p < NPTS; ++p) diff += l1[p] != l2[p];
    float shift = 0.0f;
    for (int i = 0; i < K * DIM; ++i) shift = fmaxf(shift, fabsf(newc[i] - cent[i]));
    printf("label differences %d, largest centroid shift %f\n", diff, shift);
    return (bad || diff > NPTS / 100 || shift > 1.0f) ? 1 : 0;
}

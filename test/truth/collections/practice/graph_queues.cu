// Graph and stream-compaction style kernels: block-local BFS queue, warp-aggregated filter, connected labels in a tile.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int QUEUE_CAP = 1024;

__global__ void bfsFrontier(const int *rowPtr, const int *adj, const int *frontier, int nFrontier, int *level, int cur,
                            int *next, int *nextCount)
{
    __shared__ int q[QUEUE_CAP];
    __shared__ int qCount, gBase;
    if (threadIdx.x == 0) qCount = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nFrontier) {
        int u = frontier[i];
        for (int e = rowPtr[u]; e < rowPtr[u + 1]; e++) {
            int v = adj[e];
            if (atomicCAS(&level[v], -1, cur + 1) == -1) {
                int slot = atomicAdd(&qCount, 1);
                if (slot < QUEUE_CAP) q[slot] = v;
                else next[atomicAdd(nextCount, 1)] = v;
            }
        }
    }
    __syncthreads();
    int m = min(qCount, QUEUE_CAP);
    if (threadIdx.x == 0) gBase = atomicAdd(nextCount, m);
    __syncthreads();
    for (int k = threadIdx.x; k < m; k += blockDim.x) next[gBase + k] = q[k];
}

template <typename Pred>
__global__ void compactIf(const int2 *__restrict__ in, int2 *__restrict__ out, int *total, int n, Pred pred)
{
    __shared__ int2 stage[256];
    __shared__ int warpCount[8];
    __shared__ int base;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = blockIdx.x * 256 + block.thread_rank();
    int2 v = i < n ? in[i] : make_int2(0, 0);
    bool keep = i < n && pred(v);
    unsigned mask = warp.ballot(keep);
    int pos = __popc(mask & ((1u << warp.thread_rank()) - 1));
    if (warp.thread_rank() == 0) warpCount[warp.meta_group_rank()] = __popc(mask);
    block.sync();
    int offset = 0, sum = 0;
    for (int w = 0; w < 8; w++) { if (w < warp.meta_group_rank()) offset += warpCount[w]; sum += warpCount[w]; }
    if (keep) stage[offset + pos] = v;
    if (block.thread_rank() == 0) base = atomicAdd(total, sum);
    block.sync();
    if (block.thread_rank() < sum) out[base + block.thread_rank()] = stage[block.thread_rank()];
}

// label propagation on a 32x32 binary tile until stable
__global__ void labelTile(const unsigned char *img, int *labels, int w)
{
    __shared__ int lab[34 * 34];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 34 * 34; i += 1024) lab[i] = -1;
    __syncthreads();
    const int g = (blockIdx.y * 32 + threadIdx.y) * w + blockIdx.x * 32 + threadIdx.x;
    const bool fg = img[g] > 100;
    if (fg) lab[ty * 34 + tx] = ty * 34 + tx;
    __syncthreads();
    for (int iter = 0; iter < 64; iter++) {
        int me = lab[ty * 34 + tx], best = me;
        if (fg) {
            best = max(best, lab[ty * 34 + tx - 1]);
            best = max(best, lab[ty * 34 + tx + 1]);
            best = max(best, lab[(ty - 1) * 34 + tx]);
            best = max(best, lab[(ty + 1) * 34 + tx]);
        }
        int changed = __syncthreads_or(best != me);
        if (!changed) break;
        lab[ty * 34 + tx] = best;
        __syncthreads();
    }
    labels[g] = lab[ty * 34 + tx];
}

// triangle counting: adjacency bitmap rows of 256 vertices in shared memory
__global__ void triangleBitmap(const unsigned *bits, unsigned long long *tri)
{
    __shared__ unsigned rows[256][8];
    for (int i = threadIdx.x; i < 256 * 8; i += blockDim.x) rows[i >> 3][i & 7] = bits[i];
    __syncthreads();
    int u = threadIdx.x;
    unsigned long long c = 0;
    for (int v = blockIdx.x; v < 256; v += gridDim.x)
        if (rows[u][v >> 5] >> (v & 31) & 1u)
            for (int k = 0; k < 8; k++) c += __popc(rows[u][k] & rows[v][k]);
    atomicAdd(tri, c);
}

int main()
{
    const int n = 4096, deg = 4;
    std::vector<int> ptr(n + 1), adj(n * deg), fr(256), lvl(n, -1);
    std::vector<unsigned char> img(128 * 128);
    for (int i = 0; i <= n; i++) ptr[i] = i * deg;
    for (int i = 0; i < n * deg; i++) adj[i] = (i * 2654435761u >> 9) % n;
    for (int i = 0; i < 256; i++) { fr[i] = i * 16; lvl[i * 16] = 0; }
    for (size_t i = 0; i < img.size(); i++) img[i] = (i * 2246822519u) >> 24;
    int *dp, *da, *df, *dl, *dn, *cnt, *lab; unsigned char *di; int2 *dout; unsigned long long *tri;
    cudaMalloc(&dp, (n + 1) * 4); cudaMalloc(&da, n * deg * 4); cudaMalloc(&df, 1024); cudaMalloc(&dl, n * 4); cudaMalloc(&dn, n * 4);
    cudaMalloc(&cnt, 8); cudaMalloc(&lab, 128 * 128 * 4); cudaMalloc(&di, 128 * 128); cudaMalloc(&dout, n * deg * 4); cudaMalloc(&tri, 8);
    cudaMemcpy(dp, ptr.data(), (n + 1) * 4, cudaMemcpyHostToDevice); cudaMemcpy(da, adj.data(), n * deg * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(df, fr.data(), 1024, cudaMemcpyHostToDevice); cudaMemcpy(dl, lvl.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(di, img.data(), img.size(), cudaMemcpyHostToDevice);
    cudaMemset(cnt, 0, 8); cudaMemset(tri, 0, 8);
    bfsFrontier<<<2, 128>>>(dp, da, df, 256, dl, 0, dn, cnt);
    const int limit = n / 2;
    compactIf<<<n * deg / 2 / 256, 256>>>((int2 *)da, dout, cnt + 1, n * deg / 2,
                                         [=] __device__(int2 v) { return v.x < limit || (v.y & 3) == 0; });
    labelTile<<<dim3(4, 4), dim3(32, 32)>>>(di, lab, 128);
    triangleBitmap<<<8, 256>>>((unsigned *)da, tri);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(dp); cudaFree(da); cudaFree(df); cudaFree(dl); cudaFree(dn); cudaFree(cnt); cudaFree(lab); cudaFree(di); cudaFree(dout); cudaFree(tri);
    return 0;
}

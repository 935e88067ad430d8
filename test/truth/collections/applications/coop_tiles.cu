// Cooperative groups: thread blocks, tiles of several widths, coalesced groups.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CHECK_LAUNCH(tag)                                                      \
    if (cudaError_t rc = cudaGetLastError(); rc != cudaSuccess) {              \
        std::fprintf(stderr, "%s: %s\n", tag, cudaGetErrorString(rc));         \
        return 1;                                                              \
    }

// ---------------------------------------------------------------------------
// Tree sum inside a tile; every tile owns a segment of the scratch array.
template <class Tile>
__device__ float tile_tree_sum(const Tile& tile, float* seg, float v)
{
    const int r = tile.thread_rank();
    seg[r] = v;
    tile.sync();
    for (int half = tile.size() / 2; half > 0; half /= 2) {
        float other = 0.0f;
        if (r < half)
            other = seg[r + half];
        tile.sync();
        if (r < half)
            seg[r] += other;
        tile.sync();
    }
    return seg[0];
}

template <int TILE, int BLOCK>
__global__ void segment_sums(const float* __restrict__ in, float* __restrict__ out, int n)
{
    __shared__ float scratch[BLOCK];
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<TILE>(block);

    const int gid = block.group_index().x * BLOCK + block.thread_rank();
    const float v = gid < n ? in[gid] : 0.0f;
    const float s = tile_tree_sum(tile, &scratch[tile.meta_group_rank() * TILE], v);
    if (tile.thread_rank() == 0)
        out[block.group_index().x * tile.meta_group_size() + tile.meta_group_rank()] = s;
}

// ---------------------------------------------------------------------------
// 4x4 matrices, one per 16-lane tile: C = A * B^T.
__global__ void mat4_multiply(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c)
{
    constexpr int kTiles = 8;
    __shared__ float sa[kTiles][16];
    __shared__ float sb[kTiles][16 + 1];

    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int m = tile.meta_group_rank();
    const int e = tile.thread_rank();
    const size_t base = (size_t)(blockIdx.x * kTiles + m) * 16;
    sa[m][e] = a[base + e];
    sb[m][e] = b[base + e];
    tile.sync();

    const int row = e / 4, col = e % 4;
    float acc = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float x = sa[m][row * 4 + k];
        const float y = sb[m][col * 4 + k];
        acc = fmaf(x, y, acc);
    }
    tile.sync();
    sa[m][col * 4 + row] = acc;
    tile.sync();
    c[base + e] = sa[m][e];
}

// ---------------------------------------------------------------------------
// Warp-local stream compaction with a coalesced group.
__global__ void compact_positive(const int* __restrict__ in, int* __restrict__ out,
                                 int* __restrict__ counts, int n)
{
    __shared__ int list[4][32];
    __shared__ int fill[4];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int w = warp.meta_group_rank();
    const int lane = warp.thread_rank();

    list[w][lane] = -1;
    if (lane == 0)
        fill[w] = 0;
    warp.sync();

    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = gid < n ? in[gid] : 0;
    if (v > 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0)
            base = atomicAdd(&fill[w], (int)active.size());
        base = active.shfl(base, 0);
        list[w][base + active.thread_rank()] = v;
    }
    block.sync();

    out[gid] = list[w][31 - lane];
    if (block.thread_rank() < 4)
        counts[blockIdx.x * 4 + block.thread_rank()] = fill[block.thread_rank()];
}

// ---------------------------------------------------------------------------
// 2D block addressed by rank, with x and y exchanged on the way out.
__global__ void rank_exchange(const double* __restrict__ in, double* __restrict__ out, int pitch)
{
    __shared__ double cell[16 * 18];
    auto block = cg::this_thread_block();
    const dim3 idx = block.thread_index();
    const int rank = block.thread_rank();

    cell[idx.y * pitch + idx.x] = in[blockIdx.x * block.size() + rank];
    block.sync();
    double v = cell[idx.x * pitch + idx.y];
    v += cell[(rank / 16) * pitch + (rank * 2) % 16];

    auto quad = cg::tiled_partition<4>(block);
    block.sync();
    // leaders only: one write per quad
    if (quad.thread_rank() == 0)
        cell[quad.meta_group_rank() * 4] = v;
    block.sync();
    v -= cell[(rank & ~3)];
    out[blockIdx.x * block.size() + rank] = v;
}

template <int TILE>
static void run_segments(const float* in, float* out, int n)
{
    constexpr int kBlock = 128;
    const dim3 grid((n + kBlock - 1) / kBlock);
    segment_sums<TILE, kBlock><<<grid, kBlock>>>(in, out, n);
}

int main()
{
    const int n = 2048;
    std::vector<float> hf(n);
    std::vector<int> hi(n);
    std::vector<double> hd(n);
    for (int i = 0; i < n; ++i) {
        hf[i] = 0.25f * ((i * 31) % 57);
        hi[i] = (i * 97) % 19 - 9;
        hd[i] = 1.0 / (1 + i % 23);
    }
    float *fa, *fo;
    int *ia, *io, *ic;
    double *da, *dout;
    cudaMalloc(&fa, n * sizeof(float));
    cudaMalloc(&fo, n * sizeof(float));
    cudaMalloc(&ia, n * sizeof(int));
    cudaMalloc(&io, n * sizeof(int));
    cudaMalloc(&ic, 64 * sizeof(int));
    cudaMalloc(&da, n * sizeof(double));
    cudaMalloc(&dout, n * sizeof(double));
    cudaMemcpy(fa, hf.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(ia, hi.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(da, hd.data(), n * sizeof(double), cudaMemcpyHostToDevice);

    run_segments<32>(fa, fo, 300);
    CHECK_LAUNCH("segment_sums<32>");
    run_segments<16>(fa, fo, 300);
    CHECK_LAUNCH("segment_sums<16>");
    run_segments<8>(fa, fo, 500);
    CHECK_LAUNCH("segment_sums<8>");

    mat4_multiply<<<3, 128>>>(fa, fa + 512, fo);
    CHECK_LAUNCH("mat4_multiply");
    compact_positive<<<4, 128>>>(ia, io, ic, 470);
    CHECK_LAUNCH("compact_positive");
    rank_exchange<<<2, dim3(16, 16)>>>(da, dout, 18);
    CHECK_LAUNCH("rank_exchange");

    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaFree(fa); cudaFree(fo); cudaFree(ia); cudaFree(io); cudaFree(ic); cudaFree(da); cudaFree(dout);
    std::puts("ok");
    return 0;
}

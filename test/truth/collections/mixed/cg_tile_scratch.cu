// Cooperative-groups tiles with a private slice of shared memory for each tile.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

template <typename T, unsigned SIZE>
__device__ T tile_reduce_shfl(const cg::thread_block_tile<SIZE>& tile, T v)
{
    for (unsigned off = SIZE / 2; off > 0; off /= 2)
        v += tile.shfl_down(v, off);
    return v;
}

// Tree reduction in the tile's own scratch, no block barrier.
template <typename T, class Tile>
__device__ T tile_reduce_smem(const Tile& tile, T* scratch, T v)
{
    const unsigned r = tile.thread_rank();
    scratch[r] = v;
    tile.sync();
    for (unsigned s = tile.size() / 2; s > 0; s >>= 1) {
        if (r < s)
            scratch[r] += scratch[r + s];
        tile.sync();
    }
    return scratch[0];
}

// One segment of `len` values per tile.
template <unsigned SIZE, unsigned BLOCK>
__global__ void segment_sum(const int* __restrict__ in, int* __restrict__ out, int len)
{
    __shared__ int scratch[BLOCK / SIZE][SIZE];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<SIZE>(block);
    const int seg = blockIdx.x * (BLOCK / SIZE) + tile.meta_group_rank();

    int v = 0;
    for (int i = tile.thread_rank(); i < len; i += SIZE)
        v += in[seg * len + i];
    const int total = tile_reduce_smem(tile, scratch[tile.meta_group_rank()], v);
    if (tile.thread_rank() == 0)
        out[seg] = total;
}

// Block sum: a shuffle reduction per warp tile, partials through shared memory, first tile finishes.
__global__ void block_sum_two_level(const int* __restrict__ in, int* __restrict__ out, int n)
{
    extern __shared__ int partial[];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    int v = 0;
    for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size())
        v += in[i];
    v = tile_reduce_shfl<int, 32>(warp, v);
    if (warp.thread_rank() == 0)
        partial[warp.meta_group_rank()] = v;
    cg::sync(block);
    if (warp.meta_group_rank() == 0) {
        v = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
        v = tile_reduce_shfl<int, 32>(warp, v);
        if (warp.thread_rank() == 0)
            atomicAdd(out, v);
    }
}

// Histogram with a sub-histogram per warp, merged by the whole block.
template <int BINS, int WARPS>
__global__ void warp_histogram(const unsigned char* __restrict__ data, unsigned* __restrict__ hist, int n)
{
    __shared__ unsigned sub[WARPS][BINS];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    unsigned* mine = sub[warp.meta_group_rank()];

    for (int b = warp.thread_rank(); b < BINS; b += warp.size())
        mine[b] = 0;
    warp.sync();
    for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size())
        atomicAdd(&mine[data[i] % BINS], 1u);
    block.sync();
    for (int b = block.thread_rank(); b < BINS; b += block.size()) {
        unsigned total = 0;
        #pragma unroll
        for (int w = 0; w < WARPS; ++w)
            total += sub[w][b];
        atomicAdd(&hist[b], total);
    }
}

// Every 16-thread tile sorts 32 keys (bitonic) in its scratch.
constexpr int SORT_TILE = 16;
constexpr int SORT_KEYS = 2 * SORT_TILE;

template <class Tile>
__device__ void bitonic_sort(const Tile& tile, int* keys)
{
    for (unsigned k = 2; k <= SORT_KEYS; k <<= 1) {
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            const unsigned t = tile.thread_rank();
            const unsigned lo = 2 * t - (t & (j - 1));
            const unsigned hi = lo + j;
            const int a = keys[lo];
            const int b = keys[hi];
            const bool ascending = (lo & k) == 0;
            if ((a > b) == ascending) {
                keys[lo] = b;
                keys[hi] = a;
            }
            tile.sync();
        }
    }
}

__global__ void tile_sort(int* data)
{
    extern __shared__ int keys[];
    auto tile = cg::tiled_partition<SORT_TILE>(cg::this_thread_block());
    int* mine = keys + tile.meta_group_rank() * SORT_KEYS;
    int* global = data + (blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()) * SORT_KEYS;

    mine[tile.thread_rank()] = global[tile.thread_rank()];
    mine[tile.thread_rank() + SORT_TILE] = global[tile.thread_rank() + SORT_TILE];
    tile.sync();
    bitonic_sort(tile, mine);
    // two neighbouring keys per thread on the way out
    const int2 pair = reinterpret_cast<const int2*>(mine)[tile.thread_rank()];
    reinterpret_cast<int2*>(global)[tile.thread_rank()] = pair;
}

template <typename Kernel, typename... Args>
bool launch(const char* name, Kernel k, dim3 grid, dim3 block, size_t smem, Args... args)
{
    k<<<grid, block, smem>>>(args...);
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) std::printf("%s: %s\n", name, cudaGetErrorString(err));
    return err == cudaSuccess;
}

int main()
{
    const int n = 1 << 14;
    std::vector<int> h(n), sorted(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 37) % 101;
    int *d = nullptr, *out = nullptr;
    unsigned* hist = nullptr;
    if (cudaMalloc(&d, n * sizeof(int)) != cudaSuccess) return 1;
    if (cudaMalloc(&out, 1024 * sizeof(int)) != cudaSuccess) return 1;
    if (cudaMalloc(&hist, 64 * sizeof(unsigned)) != cudaSuccess) return 1;
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 1024 * sizeof(int));
    cudaMemset(hist, 0, 64 * sizeof(unsigned));

    bool ok = launch("block_sum", block_sum_two_level, 8, 256, 8 * sizeof(int), (const int*)d, out, n);
    int total = 0;
    cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
    ok = ok && total == std::accumulate(h.begin(), h.end(), 0);
    // 16 tiles of 8 threads per block, 16 blocks, 64 values per segment
    ok = ok && launch("segment_sum", segment_sum<8, 128>, 16, 128, 0, (const int*)d, out, 64);
    ok = ok && launch("histogram", warp_histogram<64, 4>, 8, 128, 0, (const unsigned char*)d, hist, n);
    // 8 tiles per block
    ok = ok && launch("tile_sort", tile_sort, 64, 128, 8 * SORT_KEYS * sizeof(int), d);

    cudaMemcpy(sorted.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i + 1 < n; ++i)
        if (i % SORT_KEYS != SORT_KEYS - 1 && sorted[i] > sorted[i + 1]) ok = false;
    std::printf("total %d, %s\n", total, ok ? "ok" : "FAILED");
    return ok ? 0 : 1;
}

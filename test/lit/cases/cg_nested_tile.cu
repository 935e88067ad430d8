// A tile of a tile keeps its parent.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void nested(int *out)
{
    __shared__ int m[16][16];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_block_tile<16> half = cg::tiled_partition<16>(warp);
    const int r = warp.meta_group_rank() * 2 + half.meta_group_rank();
// expect: store 1/1
    m[r][half.thread_rank()] = r;
    block.sync();
// expect: load 1/1
    out[block.thread_rank()] = m[block.thread_rank() / 16][block.thread_rank() % 16];
}
int main() { int *d, h[256]; cudaMalloc(&d, 1024); nested<<<1, 256>>>(d); cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost); for (int i = 0; i < 256; i += 16) printf("%d ", h[i]); puts("\nok"); }

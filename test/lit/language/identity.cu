// Who a thread is: cooperative groups, special registers; and what a warp agrees on.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void groups(float *out) {
  __shared__ float s[4096];
  cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank() * 2] = 1;                             // expect: upper-bound store 2/1 2-way
  s[block.thread_index().x + block.group_index().x * 64] = 1; // expect: store 1/1
  s[block.dim_threads().x * threadIdx.x] = 1;                 // expect: store 32/1 32-way
  s[block.size() * threadIdx.x + threadIdx.x] = 1;            // expect: store 1/1
  auto warp = cg::tiled_partition<32>(block);
  s[warp.thread_rank() * 2] = 1;                              // expect: store 2/1 2-way
  s[warp.meta_group_rank() * 2] = 1;                          // expect: store 1/1
  s[warp.num_threads() * threadIdx.x] = 1;                    // expect: store 32/1 32-way
  auto quad = cg::tiled_partition<4>(warp);
  s[quad.thread_rank() * 32] = 1;                             // expect: store 4/1 4-way
  s[quad.meta_group_rank() * 32] = 1;                         // expect: store 8/1 8-way
  s[quad.meta_group_rank() * 4 + quad.thread_rank()] = 1;     // expect: store 1/1
  // Groups that forget what they were.
  cg::thread_group any = block;
  s[any.thread_rank() * 2] = 1;                               // expect: store 2/1 2-way
  cg::thread_group half = cg::tiled_partition(block, 16);
  s[half.thread_rank() * 2] = 1;                              // expect: store 1/1
  s[half.size() * threadIdx.x] = 1;                           // expect: store 16/1 16-way
  s[cg::coalesced_threads().thread_rank()] = 1;               // expect: unknown store unknown-call
}

// A tile of a tile counts within it, also where its type does not say so.
__global__ void nested(int *out) {
  __shared__ int m[16][16];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(warp);
  cg::thread_block_tile<16> copy = half;
  const int row = warp.meta_group_rank() * 2 + half.meta_group_rank();
  m[row][half.thread_rank()] = row;                           // expect: store 1/1 total 8/8
  m[copy.meta_group_rank()][0] = half.meta_group_size();      // expect: store 1/1
}

__device__ int sum(cg::thread_group g, int *x, int value) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    x[lane] = value;                                          // expect: store 1/1
    g.sync();
    if (lane < i)
      value += x[lane + i];                                   // expect: load 1/1
    g.sync();
  }
  return value;
}

__global__ void sums(int *out) {
  extern __shared__ int workspace[];
  cg::thread_block block = cg::this_thread_block();
  sum(block, workspace, 3);
  auto tile = cg::tiled_partition<16>(block);
  sum(tile, workspace + block.thread_rank() - tile.thread_rank(), 4);
}

__global__ void registers(int *out) {
  __shared__ float s[4096];
  unsigned lane, warp, below, x;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  s[lane * 2] = 1;                                            // expect: upper-bound store 2/1 2-way
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  s[__popc(below) * 33] = 1;                                  // expect: store 1/1
  s[__popc(below) * 32] = 1;                                  // expect: upper-bound store 32/1 32-way
  // Nobody knows which warp this is, but it is one.
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  s[warp * 32 + lane] = 1;                                    // expect: store 1/1
  s[lane * warp] = 1;                                         // expect: depends store 32/1 32-way
  asm("mov.u32 %0, %%tid.x;" : "=r"(x));
  s[x * 2] = 1;                                               // expect: upper-bound store 2/1 2-way
  s[__nvvm_read_ptx_sreg_tid_x() * 2] = 1;                    // expect: store 2/1 2-way
  s[__nvvm_read_ptx_sreg_ntid_x() * x] = 1;                   // expect: store 32/1 32-way
  asm volatile("mov.u32 %0, %%clock;" : "=r"(x));
  s[x] = 1;                                                   // expect: unknown store inline-assembly
}

__global__ void votes(int *in) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[__shfl_sync(~0u, in[t], 3) + t] = 1;                      // expect: store 1/1
  s[__shfl_sync(~0u, in[t], 3) * t] = 1;                      // expect: depends store 32/1 32-way
  s[__shfl_sync(~0u, in[t], 3, 16) + t] = 1;                  // expect: unknown store cross-lane
  s[__shfl_sync(~0u, in[t], t) + t] = 1;                      // expect: unknown store cross-lane
  s[__shfl_xor_sync(~0u, in[0], 1) + 2 * t] = 1;              // expect: store 2/1 2-way
  s[__shfl_down_sync(~0u, in[t], 1) + t] = 1;                 // expect: unknown store cross-lane
  s[__ballot_sync(~0u, in[t]) + t] = 1;                       // expect: store 1/1
  s[__ballot_sync(in[t], in[t]) + t] = 1;                     // expect: unknown store cross-lane
  s[__reduce_max_sync(~0u, in[t]) + t] = 1;                   // expect: store 1/1
  s[__match_any_sync(~0u, in[t]) + t] = 1;                    // expect: unknown store cross-lane
  // All lanes go the same way, so that the conflict is there or is not.
  if (__any_sync(~0u, in[t]))
    s[t * 2] = 1;                                             // expect: upper-bound store 2/1 2-way
  if (in[t])
    s[t * 2] = 1;                                             // expect: upper-bound store 2/1 2-way
}

__global__ void bytes(int *in) {
  __shared__ float s[4096];
  unsigned t = threadIdx.x;
  s[__byte_perm(t, 0, 0x4440)] = 1;                           // expect: store 1/1
  s[__byte_perm(t, 0, 0x0444) >> 24] = 1;                     // expect: store 1/1
  s[__byte_perm(t, 0, 0x4404) >> 3] = 1;                      // expect: store 32/1 32-way
  s[__dp4a(t, 2u, 0u)] = 1;                                   // expect: store 2/1 2-way
  s[__dp4a((int)t, 0x0101, 7)] = 1;                           // expect: store 1/1
}

void launch(float *out, int *in) {
  groups<<<1, 64>>>(out);
  nested<<<1, 256>>>(in);
  sums<<<1, 64, 256>>>(in);
  registers<<<1, 32>>>(in);
  votes<<<1, 32>>>(in);
  bytes<<<1, 32>>>(in);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "groups"
// PROGRAM: body {
// PROGRAM-NEXT: store 4 &s[i64(((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) * 2:u32)] apart array s
// PROGRAM-NEXT: [[V0:__X#[0-9]+]] = threadIdx.x
// PROGRAM-NEXT: [[V1:__Y#[0-9]+]] = threadIdx.y
// PROGRAM-NEXT: [[V2:__Z#[0-9]+]] = threadIdx.z
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V4:"\.x"#[0-9]+]] = [[V3]]
// PROGRAM-NEXT: [[V5:__X#[0-9]+]] = blockIdx.x
// PROGRAM-NEXT: [[V6:__Y#[0-9]+]] = blockIdx.y
// PROGRAM-NEXT: [[V7:__Z#[0-9]+]] = blockIdx.z
// PROGRAM-NEXT: [[V8:""#[0-9]+]] = [[V5]]
// PROGRAM-NEXT: [[V9:"\.x"#[0-9]+]] = [[V8]]
// PROGRAM-NEXT: store 4 &s[i64([[V4]] + ([[V9]] * 64:u32))] apart array s
// PROGRAM-NEXT: [[V10:__X#[0-9]+]] = blockDim.x
// PROGRAM-NEXT: [[V11:__Y#[0-9]+]] = blockDim.y
// PROGRAM-NEXT: [[V12:__Z#[0-9]+]] = blockDim.z
// PROGRAM-NEXT: [[V13:""#[0-9]+]] = [[V10]]
// PROGRAM-NEXT: [[V14:"\.x"#[0-9]+]] = [[V13]]
// PROGRAM-NEXT: store 4 &s[i64([[V14]] * threadIdx.x)] apart array s
// PROGRAM-NEXT: store 4 &s[i64((((blockDim.x * blockDim.y) * blockDim.z) * threadIdx.x) + threadIdx.x)] apart array s
// PROGRAM-NEXT: store 4 &s[i64((((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) & 31:u32) * 2:u32)] apart array s
// PROGRAM-NEXT: [[V15:""#[0-9]+]] = (((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) % ((blockDim.x * blockDim.y) * blockDim.z)) / 32:u32
// PROGRAM-NEXT: store 4 &s[i64([[V15]] * 2:u32)] apart array s
// PROGRAM-NEXT: store 4 &s[i64(32:u32 * threadIdx.x)] apart array s
// PROGRAM-NEXT: store 4 &s[i64((((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) & 3:u32) * 32:u32)] apart array s
// PROGRAM-NEXT: store 4 &s[i64(((((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) % 32:u32) / 4:u32) * 32:u32)] apart array s
// PROGRAM-NEXT: store 4 &s[i64((((((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) % 32:u32) / 4:u32) * 4:u32) + (((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) & 3:u32))] apart array s
// PROGRAM-NEXT: [[V16:""#[0-9]+]] = (((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x
// PROGRAM-NEXT: "any.__Rank" = [[V16]]
// PROGRAM-NEXT: [[V17:""#[0-9]+]] = (blockDim.x * blockDim.y) * blockDim.z
// PROGRAM-NEXT: [[V18:""#[0-9]+]] = u64("any.__Rank")
// PROGRAM-NEXT: store 4 &s[i64([[V18]] * 2:u64)] apart array s
// PROGRAM-NEXT: __Rank = ((((threadIdx.z * blockDim.y) + threadIdx.y) * blockDim.x) + threadIdx.x) & 15:u32
// PROGRAM-NEXT: [[V19:""#[0-9]+]] = __Rank
// PROGRAM-NEXT: "half.__Rank" = [[V19]]
// PROGRAM-NEXT: "half.__Threads" = 16:u32
// PROGRAM-NEXT: [[V20:""#[0-9]+]] = u64("half.__Rank")
// PROGRAM-NEXT: store 4 &s[i64([[V20]] * 2:u64)] apart array s
// PROGRAM-NEXT: [[V21:""#[0-9]+]] = u64("half.__Threads")
// PROGRAM-NEXT: store 4 &s[i64([[V21]] * u64(threadIdx.x))] apart array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("the result of 'thread_rank'", divergent):u32)] apart array s
// PROGRAM-NEXT: }

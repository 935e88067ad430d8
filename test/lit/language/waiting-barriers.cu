// Lanes that went on alone behind a loop that waits for other threads are
// together again behind a barrier that all of them come to.
//
// RUN: %banklint --format=json --block-dim=32 %s | %python %verdict %s
// RUN: %banklint --print-program=scopes %s | FileCheck %s

#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__device__ void lock(unsigned *at) {
  while (atomicCAS(at, 0u, 1u) != 0u)
    ;
  __threadfence();
  atomicExch(at, 0u);
}

// Which lanes leave the loop around it is not known, but all come to the same
// barrier, or none does: the loop behind it has all lanes in one iteration.
__global__ void leaving(unsigned *at, unsigned *out, volatile unsigned *left) {
  __shared__ unsigned s[33 * 32];
  const int t = threadIdx.x;
  while (true) {
    lock(at);
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      out[k] += s[33 * k + 2 * t]; // expect: load 2/1 2-way
    if (left[t] == 0)
      break;
    lock(at);
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      out[k] += s[33 * k + 4 * t]; // expect: upper-bound load 4/1 4-way
  }
}

// Other lanes may be at a barrier of the warp elsewhere.
__global__ void ofWarp(unsigned *at, unsigned *out, volatile unsigned *left) {
  __shared__ unsigned s[33 * 32];
  const int t = threadIdx.x;
  while (true) {
    lock(at);
    if (left[t] == 0)
      break;
    __syncwarp();
    for (int k = 0; k < 8; ++k)
      out[k] += s[33 * k + 2 * t]; // expect: upper-bound load 8/1 8-way
  }
}

// A barrier in a loop or a branch that certainly takes place counts for what is
// behind those, too; one that may not does not.
template <int N> __global__ void inside(unsigned *at, unsigned *out, int n) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  lock(at);
  for (int k = 0; k < N; ++k) {
    __syncthreads();
    out[k] = k;
  }
  out[t] = s[2 * t]; // expect: load 2/1 2-way total 2/1
  lock(at);
  if (N == 4)
    __syncthreads();
  out[t] = s[4 * t]; // expect: load 4/1 4-way total 4/1
  lock(at);
  if (n == 4)
    __syncthreads();
  out[t] = s[8 * t]; // expect: upper-bound load 8/1 8-way
  for (int k = 0; k < n; ++k)
    __syncthreads();
  out[t] = s[16 * t]; // expect: upper-bound load 16/1 16-way
}
template __global__ void inside<4>(unsigned *, unsigned *, int);

// Not all lanes wait for each other.
__global__ void parts(unsigned *at, unsigned *out) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  lock(at);
  __syncwarp(1u << t);
  out[t] = s[2 * t]; // expect: upper-bound load 2/1 2-way
  __syncwarp(__activemask());
  out[t] = s[4 * t]; // expect: upper-bound load 4/1 4-way
  cg::tiled_partition<16>(cg::this_thread_block()).sync();
  out[t] = s[8 * t]; // expect: upper-bound load 8/1 8-way
  cg::coalesced_threads().sync();
  out[t] = s[16 * t]; // expect: upper-bound load 16/1 16-way
}

__global__ void wholes(unsigned *at, unsigned *out) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  constexpr unsigned all = 0xffffffff;
  lock(at);
  __syncwarp(all);
  out[t] = s[2 * t]; // expect: load 2/1 2-way total 2/1
  lock(at);
  __syncwarp(~0);
  out[t] = s[4 * t]; // expect: load 4/1 4-way total 4/1
  lock(at);
  cg::tiled_partition<32>(cg::this_thread_block()).sync();
  out[t] = s[8 * t]; // expect: load 8/1 8-way total 8/1
  lock(at);
  const cg::grid_group grid = cg::this_grid();
  cg::sync(grid);
  out[t] = s[16 * t]; // expect: load 16/1 16-way total 16/1
  lock(at);
  const int any = __syncthreads_or(t);
  out[t] = any + s[32 * t]; // expect: load 32/1 32-way total 32/1
}

// CHECK-LABEL: kernel "scopes"
// CHECK:      {{^}}  barrier{{$}}
// CHECK:      {{^}}  barrier{{$}}
// CHECK:      barrier(warp)
// CHECK:      barrier(lanes)
// CHECK:      barrier(warp)
// CHECK:      barrier(lanes)
// CHECK:      barrier(lanes)
// CHECK:      barrier(lanes)
// CHECK:      fence
__global__ void scopes(unsigned *out, unsigned mask, cuda::barrier<cuda::thread_scope_block> *b) {
  __shared__ unsigned s[32];
  s[threadIdx.x] = 1; // expect: store 1/1
  __syncthreads();
  __barrier_sync(0);
  __syncwarp();
  __syncwarp(mask);
  const auto whole = cg::tiled_partition<32>(cg::this_thread_block());
  whole.sync();
  cg::thread_group group = cg::tiled_partition(cg::this_thread_block(), 32);
  group.sync();
  cg::coalesced_threads().sync();
  b->arrive_and_wait();
  __threadfence();
  out[0] = s[threadIdx.x]; // expect: load 1/1
}

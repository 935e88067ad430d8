// Members of cuda::atomic and cuda::atomic_ref.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM
#include <cuda/atomic>

__global__ void members(int v, int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> counts[1024];
  __shared__ int plain[1024];
  __shared__ float f[64];
  int t = threadIdx.x;
  counts[t].fetch_add(v, cuda::memory_order_relaxed); // expect: atomic 1/1
  counts[2 * t].fetch_add(v);    // expect: atomic 2/1 2-way
  // Generic instructions count lanes even when they add 1.
  counts[0].fetch_add(1);        // expect: upper-bound atomic 32/1 32-way
  ++counts[t];                   // expect: atomic 1/1
  counts[32 * t] -= v;           // expect: atomic 32/1 32-way
  counts[t].fetch_max(v);        // expect: atomic 1/1
  counts[t].exchange(v);         // expect: atomic 1/1
  out[t] = counts[2 * t].load(); // expect: load 2/1 2-way
  counts[t].store(v);            // expect: store 1/1
  int expected = 0;
  counts[t].compare_exchange_strong(expected, v); // expect: atomic 2/2
  cuda::atomic_ref<int, cuda::thread_scope_block>(plain[2 * t]).fetch_or(v); // expect: atomic 2/1 2-way
  cuda::atomic_ref<int, cuda::thread_scope_block> ref(plain[t]);
  ref.fetch_add(v); // expect: atomic 1/1
  cuda::atomic_ref<float, cuda::thread_scope_block>(f[t]).fetch_add(1.0f); // expect: unknown atomic unknown-cost
}

void launch(int *out) { members<<<1, 32>>>(1, out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "members"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: atomic 4 &counts[i64(t)] apart array counts
// PROGRAM-NEXT: atomic 4 &counts[i64(2 * t)] apart array counts
// PROGRAM-NEXT: atomic 4 &counts[0:i64] apart array counts
// PROGRAM-NEXT: atomic 4 &counts[i64(t)] apart array counts
// PROGRAM-NEXT: atomic 4 &counts[i64(32 * t)] apart array counts
// PROGRAM-NEXT: atomic 4 &counts[i64(t)] apart array counts
// PROGRAM-NEXT: atomic 4 &counts[i64(t)] apart array counts
// PROGRAM-NEXT: load 4 &counts[i64(2 * t)] volatile apart array counts
// PROGRAM-NEXT: store 4 &counts[i64(t)] volatile apart array counts
// PROGRAM-NEXT: atomic-cas 4 &counts[i64(t)] apart array counts
// PROGRAM-NEXT: atomic 4 &plain[i64(2 * t)] apart array plain
// PROGRAM-NEXT: "" = i64(t)
// PROGRAM-NEXT: atomic 4 &plain[""] apart array plain
// PROGRAM-NEXT: atomic 4 opaque<unknown-cost>("no cost rule for 'fetch_add' on 'float'", divergent):u64 array f
// PROGRAM-NEXT: }

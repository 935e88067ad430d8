// Atomics that shared memory has no instruction for are loops: a load and a
// compare-and-swap in each round, which serves one lane of each bank.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void alone(float v, double d, unsigned long long u, __half h,
                      __half2 h2, __nv_bfloat16 b, __nv_bfloat162 b2,
                      float *out) {
  __shared__ float f[1024];
  __shared__ double wide[512];
  __shared__ unsigned long long big[512];
  __shared__ __half half[512];
  __shared__ __half2 pairs[64];
  __shared__ __nv_bfloat16 brain[64];
  __shared__ __nv_bfloat162 brains[64];
  __shared__ short narrow[64];
  int t = threadIdx.x;
  // One lane of each bank: one round.
  atomicAdd(&f[t], v);        // expect: atomic 2/2 total 2/2, load 1/1 total 1/1
  atomicAdd_block(&f[t], v);  // expect: atomic 2/2, load 1/1
  atomicAdd_system(&f[t], v); // expect: atomic 2/2, load 1/1
  out[t] = atomicAdd(&f[t], 1.0f); // expect: atomic 2/2, load 1/1
  // One word: a round for each lane, whose loads are broadcasts.
  atomicAdd(&f[0], v); // expect: atomic 64/2 32-way, load 32/32
  // One bank: as many rounds, and the loads of those that wait conflict.
  atomicAdd(&f[32 * t], v); // expect: atomic 64/2 32-way, load 528/32 32-way
  atomicAdd(&wide[t], d);   // expect: atomic 4/4, load 2/2
  atomicAdd(&big[t], u);    // expect: atomic 4/4, load 2/2
  atomicXor(&big[t], u);    // expect: atomic 4/4, load 2/2
  atomicAdd(&wide[2 * t], d); // expect: atomic 8/4 2-way, load 6/4 2-way
  // Both half-warps on one word: how often depends on what is added.
  // The loads have one word in each bank, whichever lanes are left.
  atomicAdd(&wide[t % 16], d); // expect: unknown atomic unknown-cost, load 2/2 total open
  // A maximum leaves out lanes.
  atomicMax(&big[t], u); // expect: unknown atomic unknown-cost
  atomicAdd(&pairs[t], h2);  // expect: atomic 3/3, load 1/1
  atomicAdd(&pairs[2 * t], h2); // expect: atomic 5/3 2-way, load 3/2 2-way
  atomicAdd(&brains[t], b2); // expect: atomic 3/3, load 1/1
  atomicAdd(&half[2 * t], h); // expect: atomic 2/2, load 1/1
  atomicAdd(&half[4 * t], h); // expect: atomic 4/2 2-way, load 2/1 2-way
  atomicAdd(&half[t], h); // expect: unknown atomic unknown-cost, load 1/1
  atomicAdd(&brain[2 * t], b); // expect: atomic 2/2, load 1/1
  atomicCAS((unsigned short *)&narrow[t], 1, 2); // expect: unknown atomic unknown-cost
}

// Other warps may add to the same words: a conflict may repeat, and rounds
// without one are not counted.
__global__ void together(float v) {
  __shared__ float f[1024];
  int t = threadIdx.x % 32;
  atomicAdd(&f[t], v);     // expect: atomic 2/2, load 1/1
  atomicAdd(&f[2 * t], v); // expect: unknown atomic unknown-cost, unknown load unknown-cost
  atomicAdd(&f[t % 8], v); // expect: unknown atomic unknown-cost, load 1/1 total open
  atomicAdd(&f[0], v);     // expect: unknown atomic unknown-cost, load 1/1 total open
}

void launch(float *out) {
  alone<<<1, 32>>>(1, 1, 1, __half(), __half2(), __nv_bfloat16(),
                   __nv_bfloat162(), out);
  together<<<1, 64>>>(1);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "alone"
// PROGRAM: atomic-loop-load 4 &f[i64(t)] volatile apart array f
// PROGRAM-NEXT: atomic-float-add 4 &f[i64(t)] apart array f
// PROGRAM: atomic-loop-load 4 &f[0:i64] volatile apart array f
// PROGRAM-NEXT: atomic-float-add 4 &f[0:i64] apart array f
// PROGRAM: atomic-loop-load 8 &wide[i64(t)] volatile apart array wide
// PROGRAM-NEXT: atomic-wide-add 8 &wide[i64(t)] apart array wide
// PROGRAM-NEXT: atomic-loop-load 8 &big[i64(t)] volatile apart array big
// PROGRAM-NEXT: atomic-wide-add 8 &big[i64(t)] apart array big
// PROGRAM: atomic 4 opaque<unknown-cost>("no cost rule for atomicMax on 64-bit integers", divergent):u64 array big
// PROGRAM-NEXT: atomic-loop-load 4 &pairs[i64(t)] volatile apart array pairs
// PROGRAM-NEXT: atomic-packed-add 4 &pairs[i64(t)] apart array pairs
// PROGRAM: load 2 &half[i64(2 * t)] volatile apart array half
// PROGRAM-NEXT: atomic-half-add 2 &half[i64(2 * t)] apart array half
// PROGRAM: atomic 4 opaque<unknown-cost>("no cost rule for atomicCAS on 16-bit integers", divergent):u64

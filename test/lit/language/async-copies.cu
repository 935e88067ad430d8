// Asynchronous copies: what they cost depends on the source, or has no rule.
// Those past the cache are in bypass-copies.cu.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

__global__ void copies(const float *in, const float4 *wide, unsigned n) {
  __shared__ float s[1024];
  __shared__ float4 w[64];
  int t = threadIdx.x;
  // CHECK-DAG: "unknown-cost: at least 32 wavefronts for the worst request, 1 without conflict"
  __pipeline_memcpy_async(&s[32 * t], &in[t], 4); // expect: unknown async-copy unknown-cost
  __pipeline_memcpy_async(&w[t], &wide[t], sizeof(float4)); // expect: upper-bound async-copy 16/7 4-way
  __pipeline_memcpy_async(&s[t], &in[t], n); // expect: unknown async-copy unknown-cost
  __pipeline_commit();
  __pipeline_wait_prior(0);
  auto pipe = cuda::make_pipeline();
  // The types say how wide the pieces are that a lane copies.
  cuda::memcpy_async(&s[32 * t], &in[t], sizeof(float), pipe); // expect: unknown async-copy unknown-cost
  cuda::memcpy_async(&w[t], &wide[t], 16, pipe); // expect: upper-bound async-copy 16/7 4-way
  cuda::memcpy_async(&s[t * 32], &in[t * 32], cuda::aligned_size_t<16>(32), pipe); // expect: async-copy 32/32
  cuda::memcpy_async((float *)&in[t], &s[t], sizeof(float), pipe); // expect: unknown async-copy unknown-cost
  cuda::memcpy_async(&s[t], &in[t], n, pipe); // expect: unknown async-copy unknown-cost
  cuda::memcpy_async((char *)&s[t], (const char *)&in[t], 4, pipe); // expect: unknown async-copy unknown-cost
  auto block = cooperative_groups::this_thread_block();
  // CHECK-DAG: "unknown-cost: no cost rule for 'memcpy_async'"
  cooperative_groups::memcpy_async(block, s, in, sizeof(float) * 32); // expect: unknown async-copy unknown-cost
  cooperative_groups::wait(block);
  s[t] = 1; // expect: store 1/1
}

void launch(const float *in, const float4 *wide) {
  copies<<<1, 32>>>(in, wide, 4);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "copies"
// PROGRAM: body {
// PROGRAM-NEXT: {{in#[0-9]+}} = opaque<unknown-pointer>("a kernel argument", name "in", elsewhere):u64
// PROGRAM-NEXT: [[V0:wide#[0-9]+]] = opaque<unknown-pointer>("a kernel argument", name "wide", elsewhere):u64
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: async-copy 4 &s[i64(32 * t)] apart
// PROGRAM-NEXT: async-copy-bypass 16 &w[i64(t)] from opaque<unknown-pointer>("the address of something that is not shared", elsewhere, sum, [[V0]], i64(t) * 16:i64):u64 apart
// PROGRAM-NEXT: async-copy 4 opaque<unknown-cost>("no cost rule for '__pipeline_memcpy_async'", divergent):u64
// PROGRAM-NEXT: async-copy 4 &s[i64(32 * t)] apart
// PROGRAM-NEXT: async-copy-bypass 16 &w[i64(t)] from opaque<unknown-pointer>("the address of something that is not shared", elsewhere, sum, [[V0]], i64(t) * 16:i64):u64 apart
// PROGRAM-NEXT: async-copy-bypass 16 &s[i64(t * 32)] from [[V1:opaque<unknown-pointer>.*:u64]] apart
// PROGRAM-NEXT: async-copy-bypass 16 (&s[i64(t * 32)] + 16:u64) from ([[V1]] + 16:u64) apart
// PROGRAM-NEXT: async-copy 4 opaque<unknown-cost>("no cost rule for 'memcpy_async'", divergent):u64
// PROGRAM-NEXT: async-copy 4 opaque<unknown-cost>("no cost rule for 'memcpy_async'", divergent):u64
// PROGRAM-NEXT: async-copy 4 opaque<unknown-cost>("no cost rule for 'memcpy_async'", divergent):u64
// PROGRAM-NEXT: async-copy 4 opaque<unknown-cost>("no cost rule for 'memcpy_async'", divergent):u64
// PROGRAM-NEXT: store 4 &s[i64(t)] apart array s
// PROGRAM-NEXT: }

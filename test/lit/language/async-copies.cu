// Asynchronous copies: what they cost depends on the source, or has no rule.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s
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
  __pipeline_memcpy_async(&w[t], &wide[t], sizeof(float4)); // expect: unknown async-copy unknown-cost
  __pipeline_memcpy_async(&s[t], &in[t], n); // expect: unknown async-copy unknown-cost
  __pipeline_commit();
  __pipeline_wait_prior(0);
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(&s[t], &in[t], sizeof(float), pipe); // expect: unknown async-copy unknown-cost
  auto block = cooperative_groups::this_thread_block();
  // CHECK-DAG: "unknown-cost: how 'memcpy_async' copies is not known"
  cooperative_groups::memcpy_async(block, s, in, sizeof(float) * 32); // expect: unknown async-copy unknown-cost
  cooperative_groups::wait(block);
  s[t] = 1; // expect: store 1/1
}

void launch(const float *in, const float4 *wide) {
  copies<<<1, 32>>>(in, wide, 4);
}

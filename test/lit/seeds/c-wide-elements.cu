// C1 to C5. Eight bytes take two passes and sixteen take four, which is no
// conflict; pairs of equal addresses halve that for loads, never for stores.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 findings

__global__ void float2Loads(float2 *out) {
  __shared__ float2 s[64];
  // Lanes l and l ^ 2 read the same element.
  int pairs = threadIdx.x / 4 * 2 + threadIdx.x % 2;
  out[threadIdx.x] = s[threadIdx.x];     // expect: load 2/2
  out[threadIdx.x] = s[threadIdx.x / 2]; // expect: load 1/1
  out[threadIdx.x] = s[pairs];           // expect: load 1/1
}

__global__ void float4Loads(float4 *out) {
  __shared__ float4 s[64];
  out[threadIdx.x] = s[threadIdx.x];     // expect: load 4/4
  out[threadIdx.x] = s[threadIdx.x / 2]; // expect: load 2/2
}

__global__ void stores(float2 *two, float4 *four) {
  __shared__ float2 s2[64];
  __shared__ float4 s4[64];
  int pairs = threadIdx.x / 4 * 2 + threadIdx.x % 2;
  s2[threadIdx.x / 2] = *two;  // expect: store 2/2
  s2[pairs] = *two;            // expect: store 2/2
  s4[threadIdx.x / 2] = *four; // expect: store 4/4
}

void launch(float2 *two, float4 *four) {
  float2Loads<<<1, 32>>>(two);
  float4Loads<<<1, 32>>>(four);
  stores<<<1, 32>>>(two, four);
}

// Vectors of which all is read, but only to compute what is used in part, or in
// code that constants rule out: nvcc loads 4 or 8 bytes, where one might take it
// for a load of 16. What is used in full is loaded at once.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s | FileCheck %s

#include <cuda_fp16.h>

__device__ float4 add(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ float4 subtract(float4 a, float4 b) {
  a.x -= b.x;
  a.y -= b.y;
  a.z -= b.z;
  a.w -= b.w;
  return a;
}

__device__ float3 xyz(float4 v) { return make_float3(v.x, v.y, v.z); }

__global__ void computed(const float4 *in, float *out) {
  __shared__ float4 s[160];
  const int t = threadIdx.x;
  s[t] = add(in[t], in[t + 1]); // expect: store 4/4
  __syncthreads();
  // CHECK: warning: load of 's[t ^ 1].y' takes 16 wavefronts per block instead of 4
  out[t] = add(s[t ^ 1], s[t ^ 2]).y; // expect: load 4/1 4-way, load 4/1 4-way
  const float3 v = xyz(s[t ^ 4]); // expect: load 4/1 4-way
  out[t + 128] = v.x + v.z;
  const float4 d = subtract(s[t ^ 8], s[t ^ 16]); // expect: load 4/2 2-way, load 4/2 2-way
  out[t + 256] = d.x + d.y;
  float4 sum = {};
  for (int i = 0; i < 8; ++i)
    sum = add(sum, s[t + i]); // expect: load 4/1 4-way
  out[t + 384] = sum.x;
  float4 all = {};
  for (int i = 0; i < 8; ++i)
    all = add(all, s[t + i + 24]); // expect: load 4/4
  out[t + 512] = all.x + all.y + all.z + all.w;
}

__device__ float length(float4 v, int terms) {
  if (terms == 1)
    return v.x;
  return v.x + v.y + v.z + v.w;
}

__device__ float whichever(float4 v, bool all) {
  return all && v.y > 0 && v.z > 0 && v.w > 0 ? 1 : v.x;
}

__device__ float derived(float4 v, int terms) {
  const int last = terms * 2;
  if (last > 4)
    return v.y + v.z + v.w;
  return v.x;
}

__device__ float unused(float4 v) {
  const float rest = v.y + v.z + v.w;
  return v.x;
}

__global__ void ruledOut(const float4 *in, float *out, int n) {
  __shared__ float4 s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  out[t] = length(s[t ^ 1], 1) +    // expect: load 4/1 4-way
           whichever(s[t ^ 2], 0) + // expect: load 4/1 4-way
           derived(s[t ^ 3], 1) +   // expect: load 4/1 4-way
           unused(s[t ^ 4]) +       // expect: load 4/1 4-way
           length(s[t ^ 5], n) +    // expect: load 4/4
           length(s[t ^ 6], 4);     // expect: load 4/4
}

struct __align__(8) Halves {
  __half2 a, b;
};

__device__ float4 convert(Halves h) {
  const float2 a = __half22float2(h.a), b = __half22float2(h.b);
  return make_float4(a.x, a.y, b.x, b.y);
}

// Parts of members.
__global__ void halves(const Halves *in, float *out) {
  __shared__ Halves s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2
  __syncthreads();
  const Halves one = s[t ^ 1]; // expect: upper-bound load 8/4 2-way
  const float4 v = convert(one);
  out[t] = v.x + v.y;
  const Halves two = s[t ^ 2]; // expect: load 2/2
  const float4 w = convert(two);
  out[t + 128] = w.x + w.y + w.z + w.w;
}

// The element that a step leaves is used by the subscript.
__global__ void steps(const int *in, int *out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1 total 4/4
  __syncthreads();
  int at = s[t ^ 1]; // expect: load 1/1 total 4/4
  for (int i = 0; i < 4; ++i)
    out[at++] = i;
}

__device__ float4 &setFirst(float4 &v, float to) {
  v.x = to;
  return v;
}

__device__ float4 withFirst(float4 v, float x) {
  v.x = x;
  return v;
}

// What is overwritten before it is used is perhaps not loaded at all.
__global__ void overwritten(const float4 *in, float *out, int n) {
  __shared__ float4 s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  float4 one = s[t ^ 1]; // expect: upper-bound load 16/4 4-way
  out[t] = setFirst(one, 3).x;
  out[t + 128] = withFirst(s[t ^ 2], 3).x; // expect: upper-bound load 16/4 4-way
  float4 two = s[t ^ 3]; // expect: load 4/1 4-way
  if (n > 3)
    two.x = 2;
  out[t + 256] = two.x;
  float4 rows[2];
  rows[0] = s[t ^ 4]; // expect: upper-bound load 16/4 4-way
  rows[1] = s[t ^ 5]; // expect: load 4/1 4-way
  rows[0].x = 3;
  out[t + 384] = rows[0].x + rows[1].y;
}

void run(const float4 *in, float *out, int n) {
  computed<<<1, 128>>>(in, out);
  ruledOut<<<1, 128>>>(in, out, n);
  halves<<<1, 128>>>((const Halves *)in, out);
  overwritten<<<1, 128>>>(in, out, n);
  steps<<<1, 128>>>((const int *)in, (int *)out);
}

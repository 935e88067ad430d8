// Where it is not known how a vector is used, its copy is an upper bound, in
// pieces. Nothing is reported if the whole has no conflict.
//
// RUN: %banklint %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s | %python %verdict %s
// CHECK-NOT: warning
// CHECK: 0 findings

__device__ void zero(float4 &to) {
  union {
    float4 raw;
    unsigned words[4];
  } all;
  for (int i = 0; i < 4; ++i)
    all.words[i] = 0;
  to = all.raw;
}
__global__ void stored(const float4 *in, float4 *out, int n) {
  __shared__ float4 s[256];
  const int t = threadIdx.x;
  float4 v;
  zero(v);
  v = t < n ? in[t] : v;
  s[t] = v; // expect: store 4/4
  __syncthreads();
  out[t] = s[255 - t]; // expect: load 4/4
}

__device__ void turn(float4 &v, float by) {
  const float a = v.x * by, b = v.y * by;
  v.x = a - b;
  v.y = a + b;
  v.z *= by;
  v.w *= by;
}
__global__ void loaded(const float4 *in, float4 *out, int n, float by) {
  __shared__ float4 s[256];
  const int t = threadIdx.x;
  float4 v = in[t];
  turn(v, by);
  s[t] = v; // expect: store 4/4
  __syncthreads();
  if (t < n)
    v = s[t]; // expect: upper-bound load 4/4
  out[t] = v;
}

void run(const float4 *in, float4 *out, int n, float by) {
  stored<<<1, 256>>>(in, out, n);
  loaded<<<1, 256>>>(in, out, n, by);
}

// A constant place outside of a local object, in code that is not executed: it is
// part of no access.
//
// RUN: %banklint --format=json --block-dim=64 %s | %python %verdict %s

template <int N> __global__ void shift(float *out) {
  __shared__ float4 s[64];
  s[threadIdx.x] = make_float4(1, 2, 3, 4); // expect: store 4/4
  __syncthreads();
  float4 u[4];
  u[0] = s[threadIdx.x]; // expect: load 4/1 4-way by P2
  if (N > 0)
    u[N - 1] = s[threadIdx.x ^ 1];
  out[threadIdx.x] = u[0].x;
}
template __global__ void shift<0>(float *);

__global__ void behindPointer(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  float buffer[4];
  float *a = buffer - 1;
  a[1] = s[threadIdx.x ^ 1]; // expect: load 1/1
  out[threadIdx.x] = buffer[0];
}

__global__ void underCondition(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  float v[4] = {};
  const int c = -1;
  if (c >= 0)
    v[c] = s[threadIdx.x];
  union {
    float f[2];
    int i;
  } u;
  u.i = 0;
  if (out[0] > 0)
    u.f[-1] = 2;
  out[threadIdx.x] = v[0] + u.i + s[threadIdx.x ^ 1]; // expect: load 1/1
}

// Vectors that go through functions, members, lambdas and local arrays before
// something reads a part of them: nvcc loads 4 bytes, where one might take it for
// a load of 16. What is read in full is loaded at once.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s | FileCheck %s
// CHECK: warning: load of 's[i].x' takes 16 wavefronts per block instead of 4

#include <cuda_fp16.h>

__device__ float4 at(const float4 *s, int i) {
  return s[i]; // expect: load 4/1 4-way
}
__device__ float4 copied(const float4 *s, int i) {
  const float4 v = s[i]; // expect: load 4/1 4-way
  return v;
}
struct Tile {
  float4 rows[128];
  __device__ float4 operator()(int i) const {
    return rows[i]; // expect: load 4/1 4-way
  }
};
__device__ void get(float4 &to, const float4 *s, int i) {
  to = s[i]; // expect: load 4/1 4-way
}
__device__ void fill(float4 *to, const float4 *s, int i) {
  to[0] = s[i ^ 1]; // expect: load 4/2 2-way
  to[1] = s[i ^ 2]; // expect: load 4/2 2-way
}
struct alignas(16) Row {
  float x, y, z, w;
  __device__ float get(int i) const {
    return i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
  }
  __device__ float pick(int i) const {
    if (i < 2)
      return i == 0 ? x : y;
    return i == 2 ? z : w;
  }
};

__global__ void results(const float4 *in, float *out) {
  __shared__ float4 s[128];
  __shared__ Tile tile;
  const int t = threadIdx.x;
  s[t] = in[t];         // expect: store 4/4
  tile.rows[t] = in[t]; // expect: store 4/4
  __syncthreads();
  out[t] = at(s, t ^ 1).x;
  out[t + 128] = copied(s, t ^ 2).y;
  out[t + 256] = tile(t ^ 1).z;
  float4 v;
  get(v, s, t ^ 4);
  out[t + 384] = v.w;
}

__global__ void arrays(const float4 *in, float *out) {
  __shared__ float4 s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  // expect: load 4/2 2-way, load 4/2 2-way
  const float4 listed[2] = {s[t ^ 1], s[t ^ 2]};
  float4 filled[2];
  fill(filled, s, t);
  float4 set[2];
  auto put = [&](int i) {
    set[i] = s[t ^ (4 << i)]; // expect: load 4/1 4-way
  };
  put(0);
  put(1);
  out[t] = listed[0].x + listed[1].x + filled[0].y + filled[1].y + set[0].z +
           set[1].z;
}

__global__ void choices(const Row *in, float *out) {
  __shared__ Row s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  const Row one = s[t ^ 1];   // expect: load 4/1 4-way
  const Row other = s[t ^ 2]; // expect: load 4/1 4-way
  const Row any = s[t ^ 4];   // expect: load 4/4
  out[t] = one.get(2) + other.pick(3) + any.get(t & 3);
}

__device__ float sum(const float4 *rows) {
  float result = 0;
#pragma unroll
  for (int i = 0; i < 2; ++i)
    result += rows[i].x + rows[i].y + rows[i].z + rows[i].w;
  return result;
}

struct alignas(16) Halves {
  __half values[8];
  __device__ const __half &operator[](int i) const { return values[i]; }
};

__global__ void full(const float4 *in, float *out) {
  __shared__ float4 s[128];
  __shared__ Halves h[128];
  const int t = threadIdx.x;
  s[t] = in[t];                   // expect: store 4/4
  h[t] = ((const Halves *)in)[t]; // expect: store 4/4
  __syncthreads();
  const float4 rows[2] = {s[t ^ 1], s[t ^ 2]}; // expect: load 4/4, load 4/4
  out[t] = sum(rows);
  const Halves halves = h[t ^ 1]; // expect: load 4/4
  float all = 0;
  for (int i = 0; i < 8; ++i)
    all += (float)halves[i];
  out[t + 128] = all;
}

void run(const float4 *in, float *out) {
  results<<<1, 128>>>(in, out);
  arrays<<<1, 128>>>(in, out);
  choices<<<1, 128>>>((const Row *)in, out);
  full<<<1, 128>>>(in, out);
}

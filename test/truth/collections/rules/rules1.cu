#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
struct P3 { float a, b, c; __device__ float dot(const P3 &o) const { return a * o.a + b * o.b; } };
struct P5 { float a, b, c, d, e; };
struct P6 { float a, b, c, d, e, f; };
struct D3 { double a, b, c; };
struct B3 { unsigned char a, b, c; };
__global__ void p3b_34(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = B3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  auto g = ((float *)&v)[0];
  out[t] = g* g;
}
__global__ void p3b_35(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = int3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  auto g = ((float *)&v)[0];
  out[t] = g;
}
__global__ void p3b_36(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = int3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  auto g = ((float *)&v)[0];
  out[t] = g+ 1;
}
__global__ void p3b_37(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = int3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = t > 5 ? s[t] : s[127 - t];
  auto g = ((float *)&v)[0];
  out[t] = g+ 1;
}
__global__ void p3b_38(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = int3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = t > 5 ? s[t] : s[127 - t];
  auto g = ((float *)&v)[0];
  out[t] = g* g;
}
__global__ void p3b_39(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = int3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  auto g = ((float *)&v)[0];
  out[t] = g;
}
struct F3 { float a, b, c; };
__global__ void p3c_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  out[t] = v.c * v.a;
}
__global__ void p3c_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  out[t] = v.a + v.b;
}
__global__ void p3c_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  out[t] = v.a;
}
__global__ void p3c_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  out[t] = v.a + v.b;
}
__global__ void p3c_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  out[t] = v.a;
}
__global__ void p3c_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  out[t] = v.a + v.b;
}
__global__ void p3c_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  out[t] = v.a;
}
__global__ void p3c_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  auto v = s[127 - t];
  out[t] = v.a;
}
__global__ void p3c_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  auto v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  out[t] = v.a;
}
__global__ void p3c_16(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  out[t] = v.a + v.b;
}
__global__ void p3c_17(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = F3;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_18(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_19(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  out[t] = v.a + v.b;
}
__global__ void p3c_20(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  out[t] = v.c * v.a;
}
__global__ void p3c_21(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_22(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  auto v = s[127 - t];
  out[t] = v.c * v.a;
}
__global__ void p3c_23(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  auto v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_24(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  auto v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_25(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  out[t] = v.a;
}
__global__ void p3c_26(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  out[t] = v.c * v.a;
}
__global__ void p3c_27(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  T u = v; out[t] = u.b + u.a;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  p3b_34<<<2,128>>>(in, out, 128);
  p3b_35<<<2,128>>>(in, out, 128);
  p3b_36<<<2,128>>>(in, out, 128);
  p3b_37<<<2,128>>>(in, out, 128);
  p3b_38<<<2,128>>>(in, out, 128);
  p3b_39<<<2,128>>>(in, out, 128);
  p3c_0<<<2,128>>>(in, out, 128);
  p3c_1<<<2,128>>>(in, out, 128);
  p3c_2<<<2,128>>>(in, out, 128);
  p3c_3<<<2,128>>>(in, out, 128);
  p3c_4<<<2,128>>>(in, out, 128);
  p3c_5<<<2,128>>>(in, out, 128);
  p3c_6<<<2,128>>>(in, out, 128);
  p3c_7<<<2,128>>>(in, out, 128);
  p3c_8<<<2,128>>>(in, out, 128);
  p3c_9<<<2,128>>>(in, out, 128);
  p3c_10<<<2,128>>>(in, out, 128);
  p3c_11<<<2,128>>>(in, out, 128);
  p3c_12<<<2,128>>>(in, out, 128);
  p3c_13<<<2,128>>>(in, out, 128);
  p3c_14<<<2,128>>>(in, out, 128);
  p3c_15<<<2,128>>>(in, out, 128);
  p3c_16<<<2,128>>>(in, out, 128);
  p3c_17<<<2,128>>>(in, out, 128);
  p3c_18<<<2,128>>>(in, out, 128);
  p3c_19<<<2,128>>>(in, out, 128);
  p3c_20<<<2,128>>>(in, out, 128);
  p3c_21<<<2,128>>>(in, out, 128);
  p3c_22<<<2,128>>>(in, out, 128);
  p3c_23<<<2,128>>>(in, out, 128);
  p3c_24<<<2,128>>>(in, out, 128);
  p3c_25<<<2,128>>>(in, out, 128);
  p3c_26<<<2,128>>>(in, out, 128);
  p3c_27<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

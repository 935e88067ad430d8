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
struct F3 { float a, b, c; };
__global__ void p3c_28(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T *p = &s[127 - t]; T v = *p;
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_29(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  out[t] = v.a;
}
__global__ void p3c_30(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P5;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_31(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  out[t] = v.a;
}
__global__ void p3c_32(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_33(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T v = s[127 - t];
  float z = v.b; z += in[t] * v.a; out[t] = z;
}
__global__ void p3c_34(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  out[t] = v.c * v.a;
}
__global__ void p3c_35(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T &v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_36(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  auto v = s[127 - t];
  T u = v; out[t] = u.b + u.a;
}
__global__ void p3c_37(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T v; v = s[127 - t];
  T u = v; u.a = 1; out[t] = u.b + u.a;
}
__global__ void p3c_38(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  const T *p = &s[127 - t]; T v = *p;
  out[t] = v.a + v.b;
}
__global__ void p3c_39(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  using T = P6;
  __shared__ T s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128) ((float *)s)[i] = in[i];
  __syncthreads();
  T w[2] = {s[t], s[127 - t]}; T v = w[1];
  out[t] = v.c * v.a;
}
__device__ __noinline__ float ld2(const float *p) { return p[0] + 2 * p[1]; }
__device__ __noinline__ void st2(float *p, float v) { p[0] = v; p[1] = 2 * v; }
__device__ __noinline__ float sum4(const float *p) { float x = 0; for (int k = 0; k < 4; ++k) x += p[k] * p[k]; return x; }
__device__ __noinline__ float own(float x, int t) { __shared__ float w[256]; w[2 * t] = x; w[2 * t + 1] = x * 2; __syncthreads(); return w[255 - t]; }
__device__ float fib(const float *s, int k) { return k < 2 ? s[k] : fib(s, k - 1) + fib(s, k - 2); }
__device__ __noinline__ float same(const float *p, int t) { return p[t] + p[t]; }
__device__ __noinline__ float two(const float *p, const float *q) { return p[0] * p[1] + q[0] * q[1]; }
__global__ void noin2_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = ld2(s + 2 * t);
  
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = ld2(s + 2 * t);
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = ld2(s + 2 * t);
  for (int k = 0; k < n / 32; ++k) x += sum4(s + 4 * t);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = ld2(s + 2 * t) + ld2(s + 2 * t + 256);
  for (int k = 0; k < n / 32; ++k) x += sum4(s + 4 * t);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = ld2(s + 2 * t) * 2 + (n > 3 ? ld2(s + 2 * t + 256) : 0);
  
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = sum4(s + 4 * t) - sum4(s + 4 * (127 - t));
  
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = sum4(s + 4 * t) - sum4(s + 4 * (127 - t));
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = (st2(s + 2 * t, 3.0f), 1.0f);
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = (st2(s + 2 * t, 3.0f), st2(s + 256 + 2 * t, 4.0f), 1.0f);
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = own(in[t], t);
  
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = own(in[t], t);
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = own(in[t], t);
  for (int k = 0; k < n / 32; ++k) x += sum4(s + 4 * t);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = own(in[t], t) + own(in[t + 1], t);
  
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = two(s + 2 * t, s + 256 + 2 * t);
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = two(s + 2 * t, s + 256 + 2 * t) + two(s, s + 2 * t);
  
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void noin2_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x = same(s, t) * same(s, 2 * t);
  for (int k = 0; k < 3; ++k) x += ld2(s + 2 * t + 128 * k);
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void twoiv3_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[8 * t % 512 + k] ;
  out[t] = x;
}
__global__ void twoiv3_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 31; k < j; ++k, j -= 2)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 16; k < j; k += 2, j -= 2)
    x += s[8 * t % 512 + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 16; k < j; k += 2, j -= 2)
    x += s[32 * (t & 15) + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k != j; k += 1, --j)
    x += s[8 * t % 512 + k] ;
  out[t] = x;
}
__global__ void twoiv3_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 1; k < 8; ++k, j = 2 * j + 1)
    x += s[4 * (t & 63) + k] ;
  out[t] = x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  p3c_28<<<2,128>>>(in, out, 128);
  p3c_29<<<2,128>>>(in, out, 128);
  p3c_30<<<2,128>>>(in, out, 128);
  p3c_31<<<2,128>>>(in, out, 128);
  p3c_32<<<2,128>>>(in, out, 128);
  p3c_33<<<2,128>>>(in, out, 128);
  p3c_34<<<2,128>>>(in, out, 128);
  p3c_35<<<2,128>>>(in, out, 128);
  p3c_36<<<2,128>>>(in, out, 128);
  p3c_37<<<2,128>>>(in, out, 128);
  p3c_38<<<2,128>>>(in, out, 128);
  p3c_39<<<2,128>>>(in, out, 128);
  noin2_0<<<2,128>>>(in, out, 128);
  noin2_1<<<2,128>>>(in, out, 128);
  noin2_2<<<2,128>>>(in, out, 128);
  noin2_3<<<2,128>>>(in, out, 128);
  noin2_4<<<2,128>>>(in, out, 128);
  noin2_5<<<2,128>>>(in, out, 128);
  noin2_6<<<2,128>>>(in, out, 128);
  noin2_7<<<2,128>>>(in, out, 128);
  noin2_8<<<2,128>>>(in, out, 128);
  noin2_9<<<2,128>>>(in, out, 128);
  noin2_10<<<2,128>>>(in, out, 128);
  noin2_11<<<2,128>>>(in, out, 128);
  noin2_12<<<2,128>>>(in, out, 128);
  noin2_13<<<2,128>>>(in, out, 128);
  noin2_14<<<2,128>>>(in, out, 128);
  noin2_15<<<2,128>>>(in, out, 128);
  twoiv3_0<<<2,128>>>(in, out, 128);
  twoiv3_1<<<2,128>>>(in, out, 128);
  twoiv3_2<<<2,128>>>(in, out, 128);
  twoiv3_3<<<2,128>>>(in, out, 128);
  twoiv3_4<<<2,128>>>(in, out, 128);
  twoiv3_5<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

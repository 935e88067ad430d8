#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void wred_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    for (int h = 32; h > 2; h >>= 1) { s[t] += s[t + h]; __syncwarp(); }
  }
  if (t < 4) out[t] = s[t];
}
__global__ void wred_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    for (int h = 16; h > 0; h >>= 1) { float v = s[t ^ h]; __syncwarp(); s[t] += v; __syncwarp(); }
  }
  __syncthreads(); out[t] = s[0];
}
__global__ void const1_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  z[t] = 0; z[t + 128] = 0; flag = 1;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  if (t == 0) flag = 1; z[t] = in[t]; z[t + 128] = 2;
  v2[t] = make_float2(0, 0);
  __syncthreads();
  if (flag) out[t + 256] = 3;
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  if (t == 0) flag = 1; z[t] = in[t]; z[t + 128] = 2;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  if (flag) out[t + 256] = 3;
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  flag = 0; z[2 * t] = 1; z[2 * t + 1] = 2;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  z[t] += 1; __syncthreads();
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  flag = 0; z[2 * t] = 1; z[2 * t + 1] = 2;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  if (t < 32) flag = n; z[t] = t; z[t + 128] = t;
  v2[t] = make_float2(0, 0);
  __syncthreads();
  if (t == 5) flag = 2; __syncthreads(); out[t + 256] = flag;
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  if (t < 32) flag = n; z[t] = t; z[t + 128] = t;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  z[t] += 1; __syncthreads();
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  z[t] = 1.5f; z[t + 128] = 1.5f; flag = t;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  z[t] += 1; __syncthreads();
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  for (int i = t; i < 256; i += 128) z[i] = 0; if (t == 0) flag = 0;
  v2[t] = make_float2(0, 0);
  __syncthreads();
  if (flag) out[t + 256] = 3;
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  for (int i = t; i < 256; i += 128) z[i] = 0; if (t == 0) flag = 0;
  v2[t] = make_float2(0, 0);
  __syncthreads();
  z[t] += 1; __syncthreads();
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  for (int i = t; i < 256; i += 128) z[i] = 0; if (t == 0) flag = 0;
  v2[t] = make_float2(0, 0);
  __syncthreads();
  
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void const1_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float z[256];
  __shared__ int flag;
  __shared__ float2 v2[128];
  for (int i = t; i < 256; i += 128) z[i] = 0; if (t == 0) flag = 0;
  v2[t] = make_float2(0, in[t]);
  __syncthreads();
  z[t] += 1; __syncthreads();
  out[t] = z[255 - t] + z[2 * t] + flag + v2[127 - t].x + v2[t].y;
}
__global__ void dup_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = s[r][c], b = f[r * 32 + c];
  out[t] = a * b + a;
}
__global__ void dup_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[2 * t], b = f[t + t];
  out[t] = a * b + a;
}
__global__ void dup_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float *p = f + 4 * t, *q = f + t * 4; float a = *p, b = *q;
  out[t] = a + b * 3;
}
__global__ void dup_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[4 * t]; float b = *(f + 4 * t);
  out[t] = a * b + a;
}
__global__ void dup_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[min(t, 127)], b = f[t];
  out[t] = a + b * 3;
}
__global__ void dup_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = s[t / 32][t % 32], b = s[t >> 5][t & 31];
  out[t] = a / b;
}
__global__ void dup_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[t ^ 1], b = f[t ^ 1 ^ 2 ^ 2];
  out[t] = a + b * 3;
}
__global__ void dup_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[t ^ 1], b = f[t ^ 1 ^ 2 ^ 2];
  out[t] = a / b;
}
__global__ void dup_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[2 * (t + 1)], b = f[2 * t + 2];
  out[t] = a * b + a;
}
__global__ void dup_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[2 * (t + 1)], b = f[2 * t + 2];
  out[t] = a + b * 3;
}
__global__ void dup_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[unsigned(t)], b = f[(long)t];
  out[t] = a / b;
}
__global__ void dup_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = ((float2 *)f)[t].x, b = f[2 * t];
  out[t] = a * b + a;
}
__global__ void dup_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = __int_as_float(((int *)f)[t]), b = f[t];
  out[t] = a + b * 3;
}
__global__ void dup_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[t + r - r], b = f[t];
  out[t] = a + b * 3;
}
__global__ void dup_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[__mul24(t, 4)], b = f[4 * t];
  out[t] = a + b * 3;
}
__global__ void dup_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[16][32];
  float *f = &s[0][0];
  for (int i = t; i < 512; i += 128) f[i] = in[i];
  __syncthreads();
  int r = t / 32, c = t % 32;
  float a = f[__mul24(t, 4)], b = f[4 * t];
  out[t] = a / b;
}
__global__ void ovl_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  *(float2 *)&s[2 * t] = make_float2(in[t], in[t + 1]); x = s[2 * t] * s[2 * t + 1];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  *(float2 *)&s[2 * t] = make_float2(in[t], in[t + 1]); s[2 * t] = 3; x = s[2 * t + 1];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  ((short *)s)[2 * t] = 4; x = s[t];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  s[4 * t + 1] = in[t]; float4 v = *(float4 *)&s[4 * t]; x = v.x + v.y + v.z * v.w;
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  wred_8<<<2,128>>>(in, out, 128);
  wred_9<<<2,128>>>(in, out, 128);
  const1_0<<<2,128>>>(in, out, 128);
  const1_1<<<2,128>>>(in, out, 128);
  const1_2<<<2,128>>>(in, out, 128);
  const1_3<<<2,128>>>(in, out, 128);
  const1_4<<<2,128>>>(in, out, 128);
  const1_5<<<2,128>>>(in, out, 128);
  const1_6<<<2,128>>>(in, out, 128);
  const1_7<<<2,128>>>(in, out, 128);
  const1_8<<<2,128>>>(in, out, 128);
  const1_9<<<2,128>>>(in, out, 128);
  const1_10<<<2,128>>>(in, out, 128);
  const1_11<<<2,128>>>(in, out, 128);
  dup_0<<<2,128>>>(in, out, 128);
  dup_1<<<2,128>>>(in, out, 128);
  dup_2<<<2,128>>>(in, out, 128);
  dup_3<<<2,128>>>(in, out, 128);
  dup_4<<<2,128>>>(in, out, 128);
  dup_5<<<2,128>>>(in, out, 128);
  dup_6<<<2,128>>>(in, out, 128);
  dup_7<<<2,128>>>(in, out, 128);
  dup_8<<<2,128>>>(in, out, 128);
  dup_9<<<2,128>>>(in, out, 128);
  dup_10<<<2,128>>>(in, out, 128);
  dup_11<<<2,128>>>(in, out, 128);
  dup_12<<<2,128>>>(in, out, 128);
  dup_13<<<2,128>>>(in, out, 128);
  dup_14<<<2,128>>>(in, out, 128);
  dup_15<<<2,128>>>(in, out, 128);
  ovl_0<<<2,128>>>(in, out, 128);
  ovl_1<<<2,128>>>(in, out, 128);
  ovl_2<<<2,128>>>(in, out, 128);
  ovl_3<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

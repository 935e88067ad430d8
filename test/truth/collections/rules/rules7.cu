#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void ovl_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  float4 v = *(float4 *)&s[4 * t]; x = v.x + v.w + s[4 * t + 1] * s[4 * t + 2];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  float2 v = *(float2 *)&s[4 * t]; x = v.x * v.y + s[4 * t + 1] * s[4 * t + 2];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  x = s[4 * t]; float4 v = *(float4 *)&s[4 * t]; x *= v.x + v.y + v.z * v.w;
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  s[t] = in[t]; s[t] = -s[t]; x = s[t];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  float2 v = {s[2 * t], s[2 * t + 1]}; *(float2 *)&s[2 * t] = make_float2(v.y, v.x); x = 1;
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  float4 v = *(float4 *)&s[4 * t]; v.x += 1; *(float4 *)&s[4 * t] = v; x = v.y;
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  s[4 * t] = 1; s[4 * t + 1] = 2; s[4 * t + 2] = 3; s[4 * t + 3] = 4; x = s[4 * t + 2];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  s[2 * t] = in[t]; s[2 * t + 1] = s[2 * t]; x = s[2 * t + 1];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  s[t] = s[t] + 0.0f; x = s[t];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  s[t] = s[t]; x = 3;
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  ((int *)s)[t] |= 5; x = s[t];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void ovl_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[512];
  for (int i = t; i < 512; i += 128) s[i] = in[i];
  __syncthreads();
  float x;
  ((int *)s)[t] &= 0; x = s[t];
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void wsum_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 8; ++k)
    x += s[8 * t + k] * (k & 1);
  out[t] = x;
}
__global__ void wsum_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * k;
  out[t] = x;
}
__global__ void wsum_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * ((k % 3) - 1);
  out[t] = x;
}
__global__ void wsum_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 5; ++k)
    x += s[8 * t + k / 2] * in[k];
  out[t] = x;
}
__global__ void wsum_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 5; ++k)
    x += s[(8 * t + k) % 1024];
  out[t] = x;
}
__global__ void wsum_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 8; ++k)
    x += s[8 * t + (k ^ 1)] * in[k];
  out[t] = x;
}
__global__ void wsum_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll 4
  for (int k = 0; k < 8; ++k)
    x += s[8 * t | k];
  out[t] = x;
}
__global__ void wsum_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 8; ++k)
    x += s[8 * t + (k ^ 1)] * in[k];
  out[t] = x;
}
__global__ void wsum_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 5; ++k)
    x += s[8 * t + min(k, 3)] * in[k];
  out[t] = x;
}
__global__ void wsum_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  
  for (int k = 0; k < 5; ++k)
    x += s[8 * t + (k ^ 1)] * in[k];
  out[t] = x;
}
__global__ void wsum_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 8; ++k)
    x += s[8 * t + k] * (k & 1);
  out[t] = x;
}
__global__ void wsum_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * (k & 1);
  out[t] = x;
}
__global__ void wsum_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * (k > 1);
  out[t] = x;
}
__global__ void wsum_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll 4
  for (int k = 0; k < 8; ++k)
    x += s[(8 * t + k) % 1024];
  out[t] = x;
}
__global__ void wsum_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll 4
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * (k > 1);
  out[t] = x;
}
__global__ void wsum_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * (k - 2);
  out[t] = x;
}
__global__ void wsum_16(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k / 2] * in[k];
  out[t] = x;
}
__global__ void wsum_17(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll
  for (int k = 0; k < 5; ++k)
    x += s[t + (k & 1)] * in[k];
  out[t] = x;
}
__global__ void wsum_18(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll 4
  for (int k = 0; k < 4; ++k)
    x += s[(8 * t + k) % 1024];
  out[t] = x;
}
__global__ void wsum_19(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  #pragma unroll 4
  for (int k = 0; k < 4; ++k)
    x += s[8 * t | k];
  out[t] = x;
}
__global__ void kbuf_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < 4; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][255 - t];
    
  }
  out[t] = x;
}
__global__ void kbuf_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < 4; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][2 * t] * s[k & 1][2 * t + 1];
    
  }
  out[t] = x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  ovl_4<<<2,128>>>(in, out, 128);
  ovl_5<<<2,128>>>(in, out, 128);
  ovl_6<<<2,128>>>(in, out, 128);
  ovl_7<<<2,128>>>(in, out, 128);
  ovl_8<<<2,128>>>(in, out, 128);
  ovl_9<<<2,128>>>(in, out, 128);
  ovl_10<<<2,128>>>(in, out, 128);
  ovl_11<<<2,128>>>(in, out, 128);
  ovl_12<<<2,128>>>(in, out, 128);
  ovl_13<<<2,128>>>(in, out, 128);
  ovl_14<<<2,128>>>(in, out, 128);
  ovl_15<<<2,128>>>(in, out, 128);
  wsum_0<<<2,128>>>(in, out, 128);
  wsum_1<<<2,128>>>(in, out, 128);
  wsum_2<<<2,128>>>(in, out, 128);
  wsum_3<<<2,128>>>(in, out, 128);
  wsum_4<<<2,128>>>(in, out, 128);
  wsum_5<<<2,128>>>(in, out, 128);
  wsum_6<<<2,128>>>(in, out, 128);
  wsum_7<<<2,128>>>(in, out, 128);
  wsum_8<<<2,128>>>(in, out, 128);
  wsum_9<<<2,128>>>(in, out, 128);
  wsum_10<<<2,128>>>(in, out, 128);
  wsum_11<<<2,128>>>(in, out, 128);
  wsum_12<<<2,128>>>(in, out, 128);
  wsum_13<<<2,128>>>(in, out, 128);
  wsum_14<<<2,128>>>(in, out, 128);
  wsum_15<<<2,128>>>(in, out, 128);
  wsum_16<<<2,128>>>(in, out, 128);
  wsum_17<<<2,128>>>(in, out, 128);
  wsum_18<<<2,128>>>(in, out, 128);
  wsum_19<<<2,128>>>(in, out, 128);
  kbuf_0<<<2,128>>>(in, out, 128);
  kbuf_1<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

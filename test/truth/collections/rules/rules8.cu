#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void kbuf_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < 4; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][2 * t] * s[k & 1][255 - 2 * t];
    __syncthreads();
  }
  out[t] = x;
}
__global__ void kbuf_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < n / 16; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][255 - t];
    
  }
  out[t] = x;
}
__global__ void kbuf_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < n / 16; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][2 * t] * s[k & 1][2 * t + 1];
    __syncthreads();
  }
  out[t] = x;
}
__global__ void kbuf_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < 5; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][255 - t];
    
  }
  out[t] = x;
}
__global__ void kbuf_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  
  for (int k = 0; k < 5; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[(k + 1) & 1][t] + s[k & 1][255 - t];
    
  }
  out[t] = x;
}
__global__ void kbuf_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  #pragma unroll 1
  for (int k = 0; k < 5; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[k & 1][2 * t] * s[k & 1][2 * t + 1];
    
  }
  out[t] = x;
}
__global__ void kbuf_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  #pragma unroll 1
  for (int k = 0; k < 5; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncwarp();
    x += s[(k + 1) & 1][t] + s[k & 1][255 - t];
    
  }
  out[t] = x;
}
__global__ void kbuf_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  #pragma unroll 2
  for (int k = 0; k < 4; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[(k + 1) & 1][t] + s[k & 1][255 - t];
    __syncthreads();
  }
  out[t] = x;
}
__global__ void kbuf_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  #pragma unroll 2
  for (int k = 0; k < n / 16; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[(k + 1) & 1][t] + s[k & 1][255 - t];
    __syncthreads();
  }
  out[t] = x;
}
__global__ void kbuf_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[2][256];
  float x = 0;
  #pragma unroll 2
  for (int k = 0; k < n / 16; ++k) {
    s[k & 1][2 * t] = in[k * 256 + t];
    s[k & 1][2 * t + 1] = in[k * 256 + t + 128];
    __syncthreads();
    x += s[(k + 1) & 1][t] + s[k & 1][255 - t];
    
  }
  out[t] = x;
}
__global__ void odd_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][5];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][4 - t];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = blockIdx.x; k < 5; ++k) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][6];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][4 - t];
  if (blockIdx.y == 1) x += s[0][t];
  for (int k = blockIdx.x; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][8];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][(t + 1) % 5];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = t; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][8];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][(t + 1) % 5];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = blockIdx.x; k < 5; ++k) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][8];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][0];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = ty % 5; k < 5; ++k) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][8];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][0];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = ty % 5; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][8];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][0];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = blockIdx.x; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][9];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][4 - t];
  if (blockIdx.y == 1) x += s[0][t];
  for (int k = ty % 5; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][9];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][4 - t];
  if (blockIdx.y == 1) x += s[0][t];
  for (int k = blockIdx.x; k < 5; ++k) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][9];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][0];
  if (blockIdx.y == 1) x += s[0][t];
  for (int k = ty % 5; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][9];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][0];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = t; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[7][9];
  const int ty = threadIdx.y;
  s[ty][t] = in[ty * 5 + t];
  __syncthreads();
  float x = s[6 - ty][t] + s[ty][0];
  if (blockIdx.y == n) x += s[0][t];
  for (int k = blockIdx.x; k < 5; k += 2) x += s[ty][k];
  out[ty * 5 + t + 35 * blockIdx.x] = x;
}
__global__ void odd2_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = t; i < 400; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  float x = s[399 - t];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = t; i < 400; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  float x = s[t * 3] - s[t * 3 + 1];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = t; i < 400; i += 100) s[i] = in[i];
  __syncthreads();
  float x = s[4 * t] * s[4 * t + 3];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = t; i < 400; i += 100) s[i] = in[i];
  __syncthreads();
  float x = s[2 * t] * s[2 * t + 1];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = t; i < 400; i += 100) s[i] = in[i];
  __syncthreads();
  float x = ((float2 *)s)[t + 100].x * ((float2 *)s)[t + 100].y;
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = t; i < 400; i += 100) s[i] = in[i];
  __syncthreads();
  float x = s[t * 3] - s[t * 3 + 1];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = 0; i < 4; ++i) s[i * 100 + t] = in[i];
  __syncthreads();
  float x = s[4 * t] * s[4 * t + 3];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  for (int i = 0; i < 4; ++i) s[4 * t + i] = in[i * 100 + t];
  __syncthreads();
  float x = ((float4 *)s)[99 - t].z;
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  ((float4 *)s)[t] = ((const float4 *)in)[t];
  __syncthreads();
  float x = s[2 * t] * s[2 * t + 1];
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  ((float4 *)s)[t] = ((const float4 *)in)[t];
  __syncthreads();
  float x = ((float2 *)s)[t + 100].x * ((float2 *)s)[t + 100].y;
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  ((float4 *)s)[t] = ((const float4 *)in)[t];
  __syncthreads();
  float x = ((float4 *)s)[99 - t].z;
  out[t + 100 * blockIdx.x] = x;
}
__global__ void odd2_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[400];
  ((float4 *)s)[t] = ((const float4 *)in)[t];
  __syncthreads();
  float x = s[t * 3] - s[t * 3 + 1];
  out[t + 100 * blockIdx.x] = x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  kbuf_2<<<2,128>>>(in, out, 128);
  kbuf_3<<<2,128>>>(in, out, 128);
  kbuf_4<<<2,128>>>(in, out, 128);
  kbuf_5<<<2,128>>>(in, out, 128);
  kbuf_6<<<2,128>>>(in, out, 128);
  kbuf_7<<<2,128>>>(in, out, 128);
  kbuf_8<<<2,128>>>(in, out, 128);
  kbuf_9<<<2,128>>>(in, out, 128);
  kbuf_10<<<2,128>>>(in, out, 128);
  kbuf_11<<<2,128>>>(in, out, 128);
  odd_0<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_1<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_2<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_3<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_4<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_5<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_6<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_7<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_8<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_9<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_10<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd_11<<<dim3(2,3),dim3(5,7)>>>(in, out, 128);
  odd2_0<<<3,100>>>(in, out, 128);
  odd2_1<<<3,100>>>(in, out, 128);
  odd2_2<<<3,100>>>(in, out, 128);
  odd2_3<<<3,100>>>(in, out, 128);
  odd2_4<<<3,100>>>(in, out, 128);
  odd2_5<<<3,100>>>(in, out, 128);
  odd2_6<<<3,100>>>(in, out, 128);
  odd2_7<<<3,100>>>(in, out, 128);
  odd2_8<<<3,100>>>(in, out, 128);
  odd2_9<<<3,100>>>(in, out, 128);
  odd2_10<<<3,100>>>(in, out, 128);
  odd2_11<<<3,100>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

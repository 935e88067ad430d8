#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void accu_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 16; ++k) {
    s[t] = in[k * 128 + t];
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 16; ++k) {
    if (in[k] > 3) s[t] += 1;
    __syncthreads();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    s[t] += u[2 * t + (k & 1)];
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    if (in[k * 128 + t] > s[t]) s[t] = in[k * 128 + t];
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    if (in[k * 128 + t] > s[t]) s[t] = in[k * 128 + t];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    if (in[k] > 3) s[t] += 1;
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    s[4 * t] += 1; s[4 * t + 1] += 2;
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    x = s[t]; s[t] = s[t + 128]; s[t + 128] = x;
    out[k + 4096] = 1;
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    s[t] += in[k]; out[k] = s[t];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    x += s[t]; s[t] = k;
    __syncthreads();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 4; ++k) {
    s[4 * t] += 1; s[4 * t + 1] += 2;
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 4; ++k) {
    if (in[k * 128 + t] > s[t]) s[t] = in[k * 128 + t];
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_16(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 16; ++k) {
    s[t] = in[k * 128 + t];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_17(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 16; ++k) {
    s[4 * t] += 1; s[4 * t + 1] += 2;
    out[k + 4096] = 1;
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_18(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 16; ++k) {
    x = s[t]; s[t] = s[t + 128]; s[t + 128] = x;
    out[k + 4096] = 1;
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_19(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 16; ++k) {
    s[t] += s[t + 128]; s[t + 128] = x; x += 1;
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_20(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    s[t] += u[2 * t + (k & 1)];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_21(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    s[4 * t] += 1; s[4 * t + 1] += 2;
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_22(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    s[t] = fmaxf(s[t], in[k * 128 + t]);
    __syncthreads();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_23(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    if (in[k * 128 + t] > s[t]) s[t] = in[k * 128 + t];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_24(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    if (in[k * 128 + t] > s[t]) s[t] = in[k * 128 + t];
    out[k + 4096] = 1;
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_25(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < n / 32; ++k) {
    x += s[t]; s[t] = k;
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_26(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    s[t] = in[k * 128 + t];
    __syncthreads();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_27(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    s[t] = fmaxf(s[t], in[k * 128 + t]);
    __syncthreads();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_28(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    s[t] += in[k]; out[k] = s[t];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_29(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ int s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 12; ++k) {
    x += s[t]; s[t] = k;
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void wred_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32]; __syncwarp(); s[t] += s[t + 16]; __syncwarp(); s[t] += s[t + 8]; __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void wred_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32]; __syncwarp(); s[t] += s[t + 16]; __syncwarp(); s[t] += s[t + 8]; __syncwarp();
  }
  if (t < 4) out[t] = s[t];
}
__global__ void wred_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    float v = s[t] + s[t + 32]; v += __shfl_down_sync(~0u, v, 16); s[t] = v;
  }
  __syncthreads(); out[t] = s[0];
}
__global__ void wred_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    float v = s[t] + s[t + 32]; v += __shfl_down_sync(~0u, v, 16); s[t] = v;
  }
  if (t < 4) out[t] = s[t];
}
__global__ void wred_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    float v = s[t]; v += s[t + 32]; __syncwarp(); s[t] = v; __syncwarp(); v += s[t + 16]; __syncwarp(); s[t] = v; __syncwarp(); v += s[t + 8]; s[t] = v;
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void wred_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    float v = s[t]; v += s[t + 32]; __syncwarp(); s[t] = v; __syncwarp(); v += s[t + 16]; __syncwarp(); s[t] = v; __syncwarp(); v += s[t + 8]; s[t] = v;
  }
  if (t < 4) out[t] = s[t];
}
__global__ void wred_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    volatile float *p = s; p[t] += p[t + 32]; p[t] += p[t + 16]; p[t] += p[t + 8];
  }
  __syncthreads(); out[t] = s[0];
}
__global__ void wred_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[128];
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    for (int h = 32; h > 2; h >>= 1) { s[t] += s[t + h]; __syncwarp(); }
  }
  __syncthreads(); out[t] = s[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  accu_4<<<2,128>>>(in, out, 128);
  accu_5<<<2,128>>>(in, out, 128);
  accu_6<<<2,128>>>(in, out, 128);
  accu_7<<<2,128>>>(in, out, 128);
  accu_8<<<2,128>>>(in, out, 128);
  accu_9<<<2,128>>>(in, out, 128);
  accu_10<<<2,128>>>(in, out, 128);
  accu_11<<<2,128>>>(in, out, 128);
  accu_12<<<2,128>>>(in, out, 128);
  accu_13<<<2,128>>>(in, out, 128);
  accu_14<<<2,128>>>(in, out, 128);
  accu_15<<<2,128>>>(in, out, 128);
  accu_16<<<2,128>>>(in, out, 128);
  accu_17<<<2,128>>>(in, out, 128);
  accu_18<<<2,128>>>(in, out, 128);
  accu_19<<<2,128>>>(in, out, 128);
  accu_20<<<2,128>>>(in, out, 128);
  accu_21<<<2,128>>>(in, out, 128);
  accu_22<<<2,128>>>(in, out, 128);
  accu_23<<<2,128>>>(in, out, 128);
  accu_24<<<2,128>>>(in, out, 128);
  accu_25<<<2,128>>>(in, out, 128);
  accu_26<<<2,128>>>(in, out, 128);
  accu_27<<<2,128>>>(in, out, 128);
  accu_28<<<2,128>>>(in, out, 128);
  accu_29<<<2,128>>>(in, out, 128);
  wred_0<<<2,128>>>(in, out, 128);
  wred_1<<<2,128>>>(in, out, 128);
  wred_2<<<2,128>>>(in, out, 128);
  wred_3<<<2,128>>>(in, out, 128);
  wred_4<<<2,128>>>(in, out, 128);
  wred_5<<<2,128>>>(in, out, 128);
  wred_6<<<2,128>>>(in, out, 128);
  wred_7<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void zero_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = n; k < 3; ++k) {
    x += s[511 - t] * 2; x = sqrtf(x);
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k <= n; ++k) {
    x += s[2 * t] * u[4 * t & 1023];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k <= n; ++k) {
    x *= s[2 * t] + s[2 * t + 1];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k <= n; ++k) {
    x += s[2 * t]; s[2 * t] = x;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k <= n; ++k) {
    x += s[t]; u[t] = 4; if (x > 1e30f) return;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n + 5; ++k) {
    x += s[2 * t] * u[4 * t & 1023];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_16(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n + 5; ++k) {
    x += s[t] * in[x > 5];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_17(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n + 5; ++k) {
    x += s[2 * t]; s[2 * t] = x;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_18(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n + 5; ++k) {
    out[t + 200] = s[t]; x += 1;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_19(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n + 5; ++k) {
    x += s[t]; u[t] = 4; if (x > 1e30f) return;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_20(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) {
    x += s[2 * t] * u[4 * t & 1023];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_21(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) {
    x *= s[2 * t] + s[2 * t + 1];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_22(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) {
    s[t] = x; x += u[t];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_23(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) {
    x += s[2 * t]; s[2 * t] = x;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_24(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) {
    out[t + 200] = s[t]; x += 1;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_25(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) {
    x += s[511 - t] * 2; x = sqrtf(x);
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_26(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) for (int k = 0; k < 8; ++k) {
    x += s[2 * t];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_27(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) for (int k = 0; k < 8; ++k) {
    x += s[t] * in[x > 5];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_28(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) for (int k = 0; k < 8; ++k) {
    x *= s[2 * t] + s[2 * t + 1];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_29(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) for (int k = 0; k < 8; ++k) {
    out[t + 200] = s[t]; x += 1;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_30(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) for (int k = 0; k < 8; ++k) {
    x += s[t]; u[t] = 4; if (x > 1e30f) return;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_31(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  if (n > 4) for (int k = 0; k < 8; ++k) {
    x += s[511 - t] * 2; x = sqrtf(x);
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_32(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < 4; ++k) if (n == k) {
    x += s[2 * t];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_33(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < 4; ++k) if (n == k) {
    x += s[t] * in[x > 5];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_34(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < 4; ++k) if (n == k) {
    x *= s[2 * t] + s[2 * t + 1];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_35(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < 4; ++k) if (n == k) {
    out[t + 200] = s[t]; x += 1;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_36(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < 4; ++k) if (n == k) {
    x += s[t]; u[t] = 4; if (x > 1e30f) return;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_37(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 1; k < n + 3; k *= 2) {
    x += s[t] * in[x > 5];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_38(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 1; k < n + 3; k *= 2) {
    x *= s[2 * t] + s[2 * t + 1];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_39(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 1; k < n + 3; k *= 2) {
    s[t] = x; x += u[t];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void accu_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 4; ++k) {
    s[t] += u[2 * t + (k & 1)];
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 4; ++k) {
    s[t] = fmaxf(s[t], in[k * 128 + t]);
    
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 4; ++k) {
    s[t] += in[k]; out[k] = s[t];
    __syncwarp();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}
__global__ void accu_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[512];
  __shared__ float u[512];
  for (int i = t; i < 512; i += 128) { s[i] = in[i]; u[i] = 2; }
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 4; ++k) {
    s[t] += s[t + 128]; s[t + 128] = x; x += 1;
    __syncthreads();
  }
  __syncthreads();
  out[t] = x + s[511 - t] + s[t];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  zero_10<<<2,128>>>(in, out, 0);
  zero_11<<<2,128>>>(in, out, 0);
  zero_12<<<2,128>>>(in, out, 0);
  zero_13<<<2,128>>>(in, out, 0);
  zero_14<<<2,128>>>(in, out, 0);
  zero_15<<<2,128>>>(in, out, 0);
  zero_16<<<2,128>>>(in, out, 0);
  zero_17<<<2,128>>>(in, out, 0);
  zero_18<<<2,128>>>(in, out, 0);
  zero_19<<<2,128>>>(in, out, 0);
  zero_20<<<2,128>>>(in, out, 0);
  zero_21<<<2,128>>>(in, out, 0);
  zero_22<<<2,128>>>(in, out, 0);
  zero_23<<<2,128>>>(in, out, 0);
  zero_24<<<2,128>>>(in, out, 0);
  zero_25<<<2,128>>>(in, out, 0);
  zero_26<<<2,128>>>(in, out, 0);
  zero_27<<<2,128>>>(in, out, 0);
  zero_28<<<2,128>>>(in, out, 0);
  zero_29<<<2,128>>>(in, out, 0);
  zero_30<<<2,128>>>(in, out, 0);
  zero_31<<<2,128>>>(in, out, 0);
  zero_32<<<2,128>>>(in, out, 0);
  zero_33<<<2,128>>>(in, out, 0);
  zero_34<<<2,128>>>(in, out, 0);
  zero_35<<<2,128>>>(in, out, 0);
  zero_36<<<2,128>>>(in, out, 0);
  zero_37<<<2,128>>>(in, out, 0);
  zero_38<<<2,128>>>(in, out, 0);
  zero_39<<<2,128>>>(in, out, 0);
  accu_0<<<2,128>>>(in, out, 128);
  accu_1<<<2,128>>>(in, out, 128);
  accu_2<<<2,128>>>(in, out, 128);
  accu_3<<<2,128>>>(in, out, 128);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

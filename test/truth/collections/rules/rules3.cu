#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <mma.h>
#include <cstdio>
#include <cstdint>
namespace cg = cooperative_groups;
__global__ void twoiv3_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 1; k < 8; ++k, j = 2 * j + 1)
    x += s[32 * (t & 15) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 5; j * k < 30; ++k)
    x += s[8 * t % 512 + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 5; j * k < 30; ++k)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[8 * t % 512 + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_10(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[8 * t % 512 + k] * s[t + j];
  out[t] = x;
}
__global__ void twoiv3_11(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[8 * t % 512 + k] ;
  out[t] = x;
}
__global__ void twoiv3_12(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_13(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[4 * (t & 63) + k] ;
  out[t] = x;
}
__global__ void twoiv3_14(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[32 * (t & 15) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_15(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 31; k < j; ++k, j -= 2)
    x += s[8 * t % 512 + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_16(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 31; k < j; ++k, j -= 2)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_17(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 31; k < j; ++k, j -= 2)
    x += s[4 * (t & 63) + k] ;
  out[t] = x;
}
__global__ void twoiv3_18(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 16; k < j; k += 2, j -= 2)
    x += s[8 * t % 512 + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_19(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k <= j; ++k, --j)
    x += s[8 * t % 512 + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_20(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k <= j; ++k, --j)
    x += s[8 * t % 512 + k] * s[t + j];
  out[t] = x;
}
__global__ void twoiv3_21(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k <= j; ++k, --j)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_22(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k <= j; ++k, --j)
    x += s[4 * (t & 63) + k] * s[t + j];
  out[t] = x;
}
__global__ void twoiv3_23(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k != j; k += 1, --j)
    x += s[4 * (t & 63) + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_24(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 8; k != j; k += 1, --j)
    x += s[32 * (t & 15) + k] ;
  out[t] = x;
}
__global__ void twoiv3_25(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 2; j < 40 && k < 12; ++k, j += k)
    x += s[8 * t % 512 + k] ;
  out[t] = x;
}
__global__ void twoiv3_26(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 2; j < 40 && k < 12; ++k, j += k)
    x += s[4 * (t & 63) + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_27(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 2; j < 40 && k < 12; ++k, j += k)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void twoiv3_28(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 40; k < j; k += 4, j -= 6)
    x += s[8 * t % 512 + k] * in[k];
  out[t] = x;
}
__global__ void twoiv3_29(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 1; k < 8; ++k, j = 2 * j + 1)
    x += s[4 * (t & 63) + k] + s[512 + j];
  out[t] = x;
}
__global__ void zero_0(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n; ++k) {
    x += s[t] * in[x > 5];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_1(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n; ++k) {
    x += s[2 * t]; s[2 * t] = x;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_2(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n; ++k) {
    out[t + 200] = s[t]; x += 1;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_3(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n; ++k) {
    x += s[t]; u[t] = 4; if (x > 1e30f) return;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_4(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = 0; k < n; ++k) {
    x += s[511 - t] * 2; x = sqrtf(x);
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_5(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = n; k < 3; ++k) {
    x += s[2 * t] * u[4 * t & 1023];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_6(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = n; k < 3; ++k) {
    x += s[t] * in[x > 5];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_7(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = n; k < 3; ++k) {
    s[t] = x; x += u[t];
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_8(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = n; k < 3; ++k) {
    out[t + 200] = s[t]; x += 1;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}
__global__ void zero_9(const float *in, float *out, int n) {
  const int t = threadIdx.x;
  __shared__ float s[1024];
  __shared__ float u[1024];
  for (int i = t; i < 1024; i += 128) { s[i] = in[i]; u[i] = in[i + 3]; }
  __syncthreads();
  float x = in[t + 7];
  for (int k = n; k < 3; ++k) {
    x += s[t]; u[t] = 4; if (x > 1e30f) return;
  }
  out[t] = x + s[t * 2] + u[1023 - t];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1 << 22);
  cudaMalloc(&out, 1 << 22);
  cudaMemset(in, 0, 1 << 22);
  twoiv3_6<<<2,128>>>(in, out, 128);
  twoiv3_7<<<2,128>>>(in, out, 128);
  twoiv3_8<<<2,128>>>(in, out, 128);
  twoiv3_9<<<2,128>>>(in, out, 128);
  twoiv3_10<<<2,128>>>(in, out, 128);
  twoiv3_11<<<2,128>>>(in, out, 128);
  twoiv3_12<<<2,128>>>(in, out, 128);
  twoiv3_13<<<2,128>>>(in, out, 128);
  twoiv3_14<<<2,128>>>(in, out, 128);
  twoiv3_15<<<2,128>>>(in, out, 128);
  twoiv3_16<<<2,128>>>(in, out, 128);
  twoiv3_17<<<2,128>>>(in, out, 128);
  twoiv3_18<<<2,128>>>(in, out, 128);
  twoiv3_19<<<2,128>>>(in, out, 128);
  twoiv3_20<<<2,128>>>(in, out, 128);
  twoiv3_21<<<2,128>>>(in, out, 128);
  twoiv3_22<<<2,128>>>(in, out, 128);
  twoiv3_23<<<2,128>>>(in, out, 128);
  twoiv3_24<<<2,128>>>(in, out, 128);
  twoiv3_25<<<2,128>>>(in, out, 128);
  twoiv3_26<<<2,128>>>(in, out, 128);
  twoiv3_27<<<2,128>>>(in, out, 128);
  twoiv3_28<<<2,128>>>(in, out, 128);
  twoiv3_29<<<2,128>>>(in, out, 128);
  zero_0<<<2,128>>>(in, out, 0);
  zero_1<<<2,128>>>(in, out, 0);
  zero_2<<<2,128>>>(in, out, 0);
  zero_3<<<2,128>>>(in, out, 0);
  zero_4<<<2,128>>>(in, out, 0);
  zero_5<<<2,128>>>(in, out, 0);
  zero_6<<<2,128>>>(in, out, 0);
  zero_7<<<2,128>>>(in, out, 0);
  zero_8<<<2,128>>>(in, out, 0);
  zero_9<<<2,128>>>(in, out, 0);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

// Classes that hold one number, such as those of cuda_fp16.h, are read where they
// are converted.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void converts(float *out) {
  __shared__ __half s[64][34];
  __shared__ __nv_bfloat16 b[1024];
  const int t = threadIdx.x;
  s[t][0] = __float2half(out[t]); // expect: store 1/1
  __syncthreads();
  float sum = s[t][0]; // expect: load 1/1
  __syncthreads();
  sum += static_cast<float>(b[32 * t]); // expect: load 16/1 16-way
  __syncthreads();
  int i = s[0][2 * t]; // expect: load 1/1
  __syncthreads();
  const __half *p = &s[0][0];
  sum += (float)p[64 * t]; // expect: load 32/1 32-way
  out[i] = sum;
}

// What other functions read is not known.
struct Pair {
  float x, y;
  __device__ operator float() const;
  __device__ float first() const;
};
__global__ void calls(float *out) {
  __shared__ Pair s[64];
  out[0] = s[threadIdx.x];         // expect: unknown load unknown-call
  out[1] = s[threadIdx.x].first(); // expect: unknown load unknown-call
}

void launch(float *out) {
  converts<<<1, 32>>>(out);
  calls<<<1, 32>>>(out);
}

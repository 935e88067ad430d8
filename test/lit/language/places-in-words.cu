// Of two arrays of 2-byte elements it is known where each stands in its word if
// those in front are surely kept and end at a word.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s | FileCheck %s
// CHECK: warning: load of 'vec[threadIdx.x][i]' takes 1,536 wavefronts per block instead of 1,024: 2-way
// CHECK: pad the last extent to 34: 1 wavefront instead of 2
// CHECK-NOT: warning

#include <cuda_fp16.h>

__global__ void distance(const half *q, const half *v, float *out, int n) {
  __shared__ half query[32][33];
  __shared__ half vec[32][33];
  query[threadIdx.y][threadIdx.x] = q[threadIdx.x]; // expect: store 1/1
  vec[threadIdx.y][threadIdx.x] = v[threadIdx.x];   // expect: store 1/1
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 32; ++i)
    sum += __half2float(query[threadIdx.y][i]) * // expect: load 1/1
           __half2float(vec[threadIdx.x][i]);    // expect: load 2/1 2-way
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

// Behind 34 bytes, in the middle of a word or not.
__global__ void uneven(const half *q, const half *v, float *out, int n) {
  __shared__ half head[17];
  __shared__ half vec[32][33];
  if (threadIdx.x < 17)
    head[threadIdx.x] = q[threadIdx.x]; // expect: store 1/1
  vec[threadIdx.y][threadIdx.x] = v[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  float sum = __half2float(head[threadIdx.y & 15]); // expect: load 1/1
#pragma unroll
  for (int i = 0; i < 32; ++i)
    sum += __half2float(vec[threadIdx.x][i]); // expect: upper-bound load 2/1 2-way
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run(const half *q, const half *v, float *out, int n) {
  distance<<<1, dim3(32, 32)>>>(q, v, out, n);
  uneven<<<1, dim3(32, 32)>>>(q, v, out, n);
}

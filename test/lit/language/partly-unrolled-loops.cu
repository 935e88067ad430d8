// Rounds of a loop that is unrolled in part become one straight line, so many at
// a time as the source asks for, if none are left over. In arrays that are
// declared with an alignment, or dynamic ones, their neighbors are merged. Widths
// are those of nvcc 13.0, sm_90.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_fp16.h>

__global__ void byFour(float *out, const float *in, int n) {
  __shared__ __align__(16) float s[16][20];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int i = 0; i < n; i += 16) {
    // expect: store 2/1 2-way
    s[ty][tx] = in[i + ty * 16 + tx];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 16; ++k)
      // expect: load 4/4 total 128/128
      sum += s[tx][k];
    __syncthreads();
  }
  out[ty * 16 + tx] = sum;
}

__global__ void byTwo(float *out, const float *in) {
  extern __shared__ float2 d[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  // expect: store 2/2
  d[ty * 16 + tx] = make_float2(in[tx], in[ty]);
  __syncthreads();
  float sum = 0;
#pragma unroll 2
  for (int k = 0; k < 16; k++)
    // expect: load 32/4 8-way, load 32/4 8-way
    sum += d[tx * 16 + k].x * d[tx * 16 + k].y;
  out[ty * 16 + tx] = sum;
}

// Not all rounds fill the line.
__global__ void withRest(float *out, const float *in) {
  __shared__ __align__(16) float s[16][20];
  const int tx = threadIdx.x, ty = threadIdx.y;
  // expect: store 2/1 2-way
  s[ty][tx] = in[ty * 16 + tx];
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 14; ++k)
    // expect: upper-bound load 2/1 2-way
    sum += s[tx][k];
  out[ty * 16 + tx] = sum;
}

// The array has the alignment of its elements, and the compiler may put the
// start of the line anywhere.
__global__ void notAligned(float *out, const float *in) {
  __shared__ float s[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  // expect: store 1/1
  s[ty][tx] = in[ty * 16 + tx];
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 16; ++k)
    // expect: upper-bound load 8/1 8-way
    sum += s[tx][k];
  out[ty * 16 + tx] = sum;
}

// CUDA's headers convert by inline assembly, across which the compiler does not
// merge here.
__global__ void withAssembly(float *out, const float *in) {
  __shared__ __align__(16) __half2 s[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  // expect: store 1/1
  s[ty][tx] = __float2half2_rn(in[ty * 16 + tx]);
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 16; ++k) {
    // expect: upper-bound load 8/1 8-way
    const float2 v = __half22float2(s[tx][k]);
    sum += v.x + v.y;
  }
  out[ty * 16 + tx] = sum;
}

// It does in straight code, as here, where the loop is unrolled whole.
__global__ void assemblyUnrolled(float *out, const float *in) {
  __shared__ __align__(16) __half2 s[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  // expect: store 1/1
  s[ty][tx] = __float2half2_rn(in[ty * 16 + tx]);
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    // expect: load 16/4 4-way total 512/128
    const float2 v = __half22float2(s[tx][k]);
    sum += v.x + v.y;
  }
  out[ty * 16 + tx] = sum;
}

void launch(float *p) {
  byFour<<<1, dim3(16, 16)>>>(p, p, 16);
  byTwo<<<1, dim3(16, 16), 4096>>>(p, p);
  withRest<<<1, dim3(16, 16)>>>(p, p);
  notAligned<<<1, dim3(16, 16)>>>(p, p);
  withAssembly<<<1, dim3(16, 16)>>>(p, p);
  assemblyUnrolled<<<1, dim3(16, 16)>>>(p, p);
}

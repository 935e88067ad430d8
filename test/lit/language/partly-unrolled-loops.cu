// Rules L3 and L4 of docs/compiler-model.md.
//
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

// The next five become other loads: of what the rounds of one code change, the
// compiler knows the lowest bits only as far as they are zero in its first value
// and its step, and no condition; and it merges across no shuffle and no __ldg.
__global__ void fromOne(float *out, const float *in) {
  __shared__ __align__(16) float s[64][36];
  const int tx = threadIdx.x, ty = threadIdx.y;
  s[ty][tx] = in[ty * 16 + tx]; // expect: store 2/1 2-way
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int k = 1; k <= 32; ++k)
    sum += s[tx][k - 1]; // expect: upper-bound load 2/1 2-way
  out[ty * 16 + tx] = sum;
}

__global__ void downwards(float *out, const float *in) {
  __shared__ __align__(16) float s[64][36];
  const int tx = threadIdx.x, ty = threadIdx.y;
  s[ty][tx] = in[ty * 16 + tx]; // expect: store 2/1 2-way
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int k = 31; k >= 0; --k)
    sum += s[tx][k]; // expect: upper-bound load 2/1 2-way
  out[ty * 16 + tx] = sum;
}

__global__ void prefetching(float *out, const float *in) {
  __shared__ __align__(16) float s[64][36];
  const int tx = threadIdx.x, ty = threadIdx.y;
  s[ty][tx] = in[ty * 16 + tx]; // expect: store 2/1 2-way
  __syncthreads();
  float sum = 0, next = in[0];
#pragma unroll 4
  for (int k = 0; k < 32; ++k) {
    sum += s[tx][k] * next; // expect: upper-bound load 2/1 2-way
    if (k + 1 < 32)
      next = in[k + 1];
  }
  out[ty * 16 + tx] = sum;
}

__global__ void withLdg(float *out, const float *in) {
  __shared__ __align__(16) float s[64][36];
  const int tx = threadIdx.x, ty = threadIdx.y;
  s[ty][tx] = in[ty * 16 + tx]; // expect: store 2/1 2-way
  __syncthreads();
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 32; ++k)
    sum += s[tx][k] * __ldg(in + k); // expect: upper-bound load 2/1 2-way
  out[ty * 16 + tx] = sum;
}

// It looks at 64 of them at a time.
__global__ void manyRows(float *out, const float *in) {
  __shared__ __align__(16) float s[64][36];
  const int tx = threadIdx.x, ty = threadIdx.y;
  s[ty][tx] = in[ty * 16 + tx]; // expect: store 2/1 2-way
  __syncthreads();
  float sum[17] = {};
#pragma unroll 4
  for (int k = 0; k < 32; ++k)
#pragma unroll
    for (int i = 0; i < 17; ++i)
      sum[i] += s[tx + i][k]; // expect: upper-bound load 2/1 2-way
  for (int i = 0; i < 17; ++i)
    out[(ty * 16 + tx) * 17 + i] = sum[i];
}

void launch(float *p) {
  byFour<<<1, dim3(16, 16)>>>(p, p, 16);
  byTwo<<<1, dim3(16, 16), 4096>>>(p, p);
  withRest<<<1, dim3(16, 16)>>>(p, p);
  notAligned<<<1, dim3(16, 16)>>>(p, p);
  withAssembly<<<1, dim3(16, 16)>>>(p, p);
  assemblyUnrolled<<<1, dim3(16, 16)>>>(p, p);
  fromOne<<<1, dim3(16, 16)>>>(p, p);
  downwards<<<1, dim3(16, 16)>>>(p, p);
  prefetching<<<1, dim3(16, 16)>>>(p, p);
  withLdg<<<1, dim3(16, 16)>>>(p, p);
  manyRows<<<1, dim3(16, 16)>>>(p, p);
}

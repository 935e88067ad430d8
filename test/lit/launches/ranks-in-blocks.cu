// What only says which of all threads of the block this is, or which is the
// first, does not say that the block has rows.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cstdio>

// The shuffle needs the number of the lane.
__global__ void __launch_bounds__(256) shuffled(int *o, const int *in) {
  __shared__ int red[32 * 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int v = in[threadIdx.x];
  for (int m = 16; m; m /= 2)
    v += __shfl_xor_sync(0xffffffff, v, m);
  if (lane == 0)
    red[warp * 32] = v; // expect[shuffled @ 256x1x1]: store 1/1
  __syncthreads();
  // expect[shuffled @ 256x1x1]: load 8/1 8-way
  o[threadIdx.x] = lane < blockDim.x / 32 ? red[lane * 32] : 0;
}

__global__ void ranked(float *o) {
  __shared__ float s[512];
  const int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[2 * threadIdx.x] = rank; // expect[ranked @ 256x1x1]: store 2/1 2-way
  __syncthreads();
  o[rank] = s[rank]; // expect[ranked @ 256x1x1]: load 1/1
}

__global__ void reporting(float *o, int n) {
  __shared__ float s[512];
  if (n > 4096 && threadIdx.x == 0 && threadIdx.y == 0)
    printf("%d\n", n);
  s[2 * threadIdx.x] = n; // expect[reporting @ 256x1x1]: store 2/1 2-way
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x]; // expect[reporting @ 256x1x1]: load 1/1
}

// A row of the grid's is.
__global__ void rows(float *o, int n) {
  __shared__ float s[512];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  s[2 * threadIdx.x] = row; // expect[rows @ 32x8x1]: store 2/1 2-way
  __syncthreads();
  o[row * n + threadIdx.x] = s[threadIdx.x]; // expect[rows @ 32x8x1]: load 1/1
}

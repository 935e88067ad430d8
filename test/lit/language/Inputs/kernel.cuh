// Included by ../header.cu and ../missing-header.cu.
#pragma once

__device__ inline void storeRow(float (&tile)[32][32], float value) {
  // expect[32x32x1]: store 1/1
  // expect[16x16x1]: store 2/1 2-way
  tile[threadIdx.y][threadIdx.x] = value;
}

__global__ void fromHeader(float *out) {
  __shared__ float tile[32][32];
  storeRow(tile, 1);
  __syncthreads();
  // expect[32x32x1]: load 32/1 32-way
  // expect[16x16x1]: load 16/1 16-way
  out[0] = tile[threadIdx.x][threadIdx.y];
}

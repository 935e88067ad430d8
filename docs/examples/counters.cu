//===- counters.cu - Three loads for docs/nsight-compute.md ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__global__ void column(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void vectors(float4 *out, const float4 *in) {
  __shared__ float4 row[256];
  row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x ^ 1];
}

__global__ void evens(float *out, const float *in) {
  __shared__ float pairs[512];
  pairs[threadIdx.x] = in[threadIdx.x];
  pairs[threadIdx.x + 256] = in[threadIdx.x + 256];
  __syncthreads();
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = pairs[2 * threadIdx.x];
}

int main() {
  float *memory;
  cudaMalloc(&memory, 1 << 16);
  column<<<1, dim3(32, 32)>>>(memory, memory + 4096);
  vectors<<<1, 256>>>((float4 *)memory, (const float4 *)(memory + 4096));
  evens<<<1, 256>>>(memory, memory + 4096);
  return cudaDeviceSynchronize();
}

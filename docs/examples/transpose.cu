// Transposes a matrix tile by tile, so that global memory is read and written
// row by row. The loads of a tile's columns make all 32 lanes of a warp access
// one bank of shared memory:
//
//   $ banklint transpose.cu
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

constexpr int TileSize = 32;

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[TileSize][TileSize];

  int x = blockIdx.x * TileSize + threadIdx.x;
  int y = blockIdx.y * TileSize + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  x = blockIdx.y * TileSize + threadIdx.x;
  y = blockIdx.x * TileSize + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

void transposeOnDevice(const float *in, float *out, int width, int height,
                       cudaStream_t stream) {
  dim3 block(TileSize, TileSize);
  dim3 grid((width + TileSize - 1) / TileSize,
            (height + TileSize - 1) / TileSize);
  transpose<<<grid, block, 0, stream>>>(in, out, width, height);
}

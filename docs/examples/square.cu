// Writes a tile of a square matrix transposed. The loop reads the tile along
// its columns, so that all 32 lanes of a warp access one bank of shared memory:
//
//   $ banklint square.cu
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TileSize = 32;

__global__ void transposeTile(float *out, const float *in, int width) {
  __shared__ float tile[TileSize][TileSize];

  const int x = blockIdx.x * TileSize, y = blockIdx.y * TileSize;
  for (int row = threadIdx.y; row < TileSize; row += blockDim.y)
    tile[row][threadIdx.x] = in[(y + row) * width + x + threadIdx.x];
  __syncthreads();

  for (int row = threadIdx.y; row < TileSize; row += blockDim.y)
    out[(x + row) * width + y + threadIdx.x] = tile[threadIdx.x][row];
}

void launch(float *out, const float *in, int width) {
  const dim3 grid(width / TileSize, width / TileSize);
  transposeTile<<<grid, dim3(TileSize, 8)>>>(out, in, width);
}

#include "tile.h"

__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[TileSize][TileSize];
  int x = blockIdx.x * TileSize + threadIdx.x;
  int y = blockIdx.y * TileSize + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  out[x * width + y] = tile[threadIdx.x][threadIdx.y];
}

void launchTranspose(float *out, const float *in, int width) {
  dim3 block(TileSize, TileSize);
  dim3 grid(width / TileSize, width / TileSize);
  transpose<<<grid, block>>>(out, in, width);
}

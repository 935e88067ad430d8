__global__ void transpose(const float *in, float *out, int width) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  const float value = tile[x][y];
  if (x < width)
    out[y * width + x] = value;
}

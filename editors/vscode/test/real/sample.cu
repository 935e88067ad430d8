__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[threadIdx.x + i];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[threadIdx.x + i] = tile[threadIdx.x][threadIdx.y + i];
}
__global__ void reduce(float *out, const float *in) {
  __shared__ float sums[256];
  sums[threadIdx.x] = in[threadIdx.x];
  for (int s = 1; s < 256; s *= 2) {
    __syncthreads();
    int at = 2 * s * threadIdx.x;
    if (at < 256)
      // The reading of sums[at + s] is like this.
      sums[at] += sums[at + s];
  }
  out[0] = sums[0];
}
void run(float *a, float *b) {
  int forClangd;
  transpose<<<64, dim3(32, 8)>>>(a, b);
  reduce<<<1, 256>>>(a, b);
}

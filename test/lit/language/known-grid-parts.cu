// An extent of the grid that is known counts where others are not.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void rows(float *out) {
  __shared__ float s[8][8];
  const int t = threadIdx.x + blockIdx.x * blockDim.x;
  if (t < 8)
    for (int i = 0; i < 8; i++)
      s[i][t] = out[i * 8 + t]; // expect: store 1/1
  __syncthreads();
  if (t < 8)
    out[blockIdx.y * 8 + t] = s[t][3]; // expect: load 2/1 2-way
}
void launch(float *out, int batch) {
  dim3 grid;
  grid.x = 1;
  grid.y = batch;
  rows<<<grid, 256>>>(out);
}

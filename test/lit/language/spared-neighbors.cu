// A load that may take its value from a register is no neighbor of others then.
// If it stays, it may be merged with the next one: nvcc 13.0 makes one load of 16
// bytes here.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void curl(double *out, const double *in) {
  __shared__ double s[18][18], edge[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y + 1][x + 1] = in[y * 16 + x]; // expect: store 2/2
  if (x == 0)
    s[y + 1][0] = in[y]; // expect: store 2/2
  __syncthreads();
  // expect: store 2/2, load 2/2, load 2/2
  edge[y][x + 1] = in[y] + s[y + 1][x + 2] - s[y + 1][x + 1];
  if (x == 0)
    // expect: store 2/2, load 1/1 total open, load 1/1 total open
    edge[y][0] = in[x] * (s[y + 1][1] - s[y + 1][0]);
  __syncthreads();
  // expect: load 2/2, load 2/2
  out[y * 16 + x] = edge[y][x + 1] - edge[y][x];
}

void launch(double *p) { curl<<<1, dim3(16, 16)>>>(p, p); }

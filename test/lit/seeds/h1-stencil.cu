// H1. A stencil with a halo, in rows of 34 and of 35. A tutorial pads it; a full
// row of a 32x32 block is a warp, so that the padding buys nothing.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 findings

template <int PITCH> __global__ void stencil(float *out) {
  __shared__ float tile[34][PITCH];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += tile[ty + dy][tx + dx]; // expect: load 1/1 total 288/288
  out[threadIdx.x] = sum;
}

void launch(float *out) {
  stencil<34><<<1, dim3(32, 32)>>>(out);
  stencil<35><<<1, dim3(32, 32)>>>(out);
}

// I1. The padding as a template parameter: one verdict for each instantiation.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:

template <int PAD> __global__ void transpose(float *out) {
  __shared__ float tile[32][32 + PAD];
  int tid = threadIdx.x;
  for (int i = 0; i < 32; i++)
    tile[i][tid] = i; // expect: store 1/1 total 32/32
  __syncthreads();
  for (int i = 0; i < 32; i++)
    // expect[transpose<0>]: load 32/4 8-way
    // expect[transpose<1>]: load 1/1 total 32/32
    // expect[transpose<2>]: load 2/2
    // expect[transpose<3>]: load 1/1 total 32/32
    out[tid] += tile[tid][i];
}
// One warning for the place; the worst instantiation is the one it is about.
// CHECK: i1-template-padding.cu:17:17: warning: load of 'tile[tid][i]', merged with its neighbors into 16 bytes, takes 256 wavefronts per block instead of 32: 8-way bank conflict in each quarter-warp

void launch(float *out) {
  transpose<0><<<1, 32>>>(out);
  transpose<1><<<1, 32>>>(out);
  transpose<2><<<1, 32>>>(out);
  transpose<3><<<1, 32>>>(out);
}

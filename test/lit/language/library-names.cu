// Names of the C++ library that nvcc's own headers declare, without an include.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: parse error

__global__ void k(float *o) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = o[0]; // expect[k @ 32x1x1]: store 2/1 2-way total 2/1
}

void run(float *o, int n) {
  int old = std::exchange(n, 32);
  std::swap(old, n);
  k<<<std::max(old, 1), std::min(old, 64)>>>(o);
}

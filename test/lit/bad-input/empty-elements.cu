// Elements without bytes, which GNU C++ has, are copied like others.
//
// RUN: %banklint %s 2>&1 | FileCheck %s
// CHECK-NOT: crashed
// CHECK: 0 findings; 1 access in 1 kernel: 1 exact

struct Empty {
  int none[0];
};

__global__ void copies(float *out, int i) {
  __shared__ float s[32];
  Empty all[4], one;
  all[i] = one;
  s[threadIdx.x] = out[i];
}

void launch(float *out) { copies<<<1, 32>>>(out, 1); }

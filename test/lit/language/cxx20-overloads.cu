// Functions that host and device declare alike are two, also where Clang takes
// C++20 for a language with modules and merges what is precompiled.
//
// RUN: %banklint %s -- -std=c++20 2>&1 | FileCheck %s

// CHECK: 0 findings; 2 accesses in 1 kernel: 2 exact
#include <cassert>
#include <cstdio>

template <class T> __host__ __device__ void check(T value) {
  assert(value > 0 && "positive");
  printf("%d\n", value);
}

__global__ void kernel(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  check(1);
  out[threadIdx.x] = s[threadIdx.x];
}

// What nvcc compiles although Clang on its own does not: names of the C++
// library that only CUDA's headers include, and types without linkage.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: parse error

#include <cstdio>

namespace {
struct Body {
  float x, y, z;
};
__global__ void hidden(Body *b) {
  __shared__ Body s[64];
  s[threadIdx.x] = b[threadIdx.x]; // expect: store 3/3 total 6/6
  __syncthreads();
  b[threadIdx.x].x = s[63 - threadIdx.x].y; // expect: load 1/1
}
} // namespace

__global__ void listed(int *out) {
  __shared__ int s[1024];
  for (int stride : {8, 2})
    s[threadIdx.x * stride] = std::abs(out[0]); // expect: store 8/1 8-way total 20/4
}

int main() {
  Body *b;
  if (cudaMalloc(&b, 64 * sizeof(Body)) != cudaSuccess)
    std::exit(std::numeric_limits<int>::max());
  hidden<<<1, 64>>>(b);
  listed<<<1, 64>>>(nullptr);
}

// A header that is not there does not keep templates from being judged.
//
// RUN: %banklint --format=json %s | %python %verdict --missing-headers no_such_header.h --missing-headers no/such/library.cuh %s %S/Inputs/kernel.cuh

#include "no_such_header.h"
#include <no/such/library.cuh>
#include "Inputs/kernel.cuh"

template <int N> __global__ void instantiated(float *out) {
  __shared__ float s[N][N];
  out[0] = s[threadIdx.x][0]; // expect: load 32/1 32-way
  out[0] = s[0][threadIdx.x]; // expect: load 1/1
}

void launch(float *out) {
  instantiated<32><<<1, 32>>>(out);
  fromHeader<<<1, dim3(32, 32)>>>(out);
  fromHeader<<<1, dim3(16, 16)>>>(out);
}

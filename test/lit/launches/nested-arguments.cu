// An argument may call the function that it is an argument of. What an extent is
// computed from limits the blocks that are assumed.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <algorithm>

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 128x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 9x1x1]: store 1/1
  // expect[kernel<1> @ 8x1x1]: store 1/1
  // expect[kernel<2> @ 128x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 8x1x1]: store 1/1
  // expect[kernel<3> @ 4x1x1]: store 1/1
  // expect[kernel<4> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 16x1x1]: store 1/1
  s[threadIdx.x * 2] = 1;
}

void larger(float *out, int d) {
  kernel<0><<<4, min(128, min(d * d, 512))>>>(out);
}
void smaller(float *out, int d) {
  kernel<1><<<4, std::min(9, std::min(d * d, 64))>>>(out);
}
int least(int a, int b) { return a < b ? a : b; }
void own(float *out, int d) {
  kernel<2><<<4, least(128, least(d, 512))>>>(out);
}
void quotient(float *out, int d) {
  const int threads = (d < 64 ? d : 64) / 8;
  kernel<3><<<4, threads>>>(out);
}
void difference(float *out, int d) {
  const int threads = (d < 64 ? d : 64) - 32;
  kernel<4><<<4, threads>>>(out);
}

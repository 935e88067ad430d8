// Without a standard in the command, the dialect is that of the host compilers
// that nvcc asks: GNU's.
//
// RUN: %banklint %s | FileCheck %s
// RUN: %banklint %s -- -std=c++14 | count 0
#if __cplusplus == 201703L
// CHECK: gnu-dialect.cu:[[#@LINE+4]]:12: warning: load of 'tile[x][0]' takes 32 wavefronts per block instead of 1
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  typeof(threadIdx.x) x = threadIdx.x;
  out[x] = tile[x][0];
}
void launch(float *out) { column<<<1, 32>>>(out); }
#endif

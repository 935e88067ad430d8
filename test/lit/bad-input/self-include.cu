// A file that includes itself ends at the compiler's depth.
//
// RUN: %exits-with 0 %banklint --time-limit=60 %s 2>&1 | FileCheck %s

#include "self-include.cu"

__global__ void k(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x * 32] = 1;
}

// One finding, however often the compiler met its place.
// CHECK: self-include.cu:9:3: warning: store to 's[threadIdx.x * 32]' takes 32 wavefronts per request
// CHECK-NOT: warning:
// CHECK: first: {{.*}}self-include.cu:5:10: #include nested too deeply

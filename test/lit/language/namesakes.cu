// Functions of a library that have the names of CUDA's are executed as they are
// written, in headers of the system as well.
//
// RUN: %banklint --print-program %s -- -isystem %S/Inputs/namesakes | FileCheck %s
// RUN: %banklint --print-program %s -- -I %S/Inputs/namesakes | FileCheck %s
// RUN: %banklint --print-program %s -- -isystem %S/Inputs/namesakes | FileCheck %s --check-prefix=OWN
#include <lib.cuh>

// CHECK-LABEL: kernel "namesakes"
__global__ void namesakes(int n) {
  __shared__ int s[1024];
  // CHECK: store 4 &s[i64(A % 7)]
  s[lib::max(threadIdx.x, 7)] = 1;
  // CHECK-NOT: barrier
  // CHECK: store
  lib::sync();
  s[threadIdx.x] = 2;
  // CHECK: region "sync"
  // CHECK: barrier
  lib::Group().sync();
  // CHECK: store 4 &s[3:i64]
  s[lib::__popc(n)] = 3;
  // What it returns is not the number rounded down.
  // CHECK: the result of 'floorf'
  s[int(lib::floorf(n * 0.5f))] = 4;
}

// OWN-LABEL: kernel "own"
__global__ void own(int n) {
  __shared__ int s[1024];
  // OWN-NOT: region
  // OWN: max(
  s[max(threadIdx.x, 7u)] = 1;
  // OWN: barrier
  __syncthreads();
  // OWN: popc
  s[__popc(n)] = 3;
  // OWN: >> 1:i64
  s[int(floorf(n * 0.5f))] = 4;
}

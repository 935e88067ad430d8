// Comments that are almost an annotation are reported, since what they state
// would be silently ignored. Prose is not.
//
// RUN: %exits-with 2 %banklint %s 2>&1 | FileCheck %s

// CHECK: annotation-near-misses.cu:[[@LINE+1]]:1: error: this comment is not an annotation; start it with '// banklint: ', in lower case
// BANKLINT: block=32,8
__global__ void upper(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[0];
}
// CHECK: annotation-near-misses.cu:[[@LINE+1]]:1: error: this comment
// banklint : block=32
__global__ void blank(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[0];
}
// CHECK: annotation-near-misses.cu:[[@LINE+1]]:1: error: this comment
/// banklint: n=4
__global__ void documented(float *out, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[n];
}
// CHECK: annotation-near-misses.cu:[[@LINE+1]]:1: error: this comment
// Banklint block=32
__global__ void prose(float *out) {
  // CHECK-NOT: error:
  // Banklint: is it exact? banklint says a = b.
  // banklint-banks a=b
  // banklinter: a=b
  // banklint --format=json x.cu
  // BANKLINT_BLOCK=32, banklint k=1..4, banklint a==b
  // banklint cost=32 wavefronts per block here
  // banklint -DTILE=32
  __shared__ float s[1024];
  s[threadIdx.x] = out[0];
}

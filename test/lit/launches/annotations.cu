// Comments that state launches.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --config='CheckOptions: {shared-bank-conflict.MinExcessWavefrontsTwoWay: 1}' %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s | FileCheck --check-prefix=JSON %s

// JSON-LABEL: "name": "shaped"
// JSON: "grid": [
// JSON-NEXT: 4,
// JSON: "origin": "annotation"
// JSON-NEXT: "file"
// JSON-NEXT: "line": 17
// JSON: "dynamic": 4096

// A comment of another kind may stand between.
// banklint: block=32 n=2
// banklint: block=16,2 grid=4 shared=0x1000, n=2
__global__ void shaped(float *out, int n) {
  extern __shared__ float s[];
  // CHECK: warning: store to 's[threadIdx.x * n]' takes 2 wavefronts
  // CHECK: annotations.cu:16:1: note: for a block of 32x1x1 threads, as given by the annotation here
  // expect[32x1x1]: store 2/1 2-way
  // expect[16x2x1]: store 1/1
  s[threadIdx.x * n] = 1;
}

// Without a block it completes the launches that there are.
template <int N>
__global__ void completed(float *out, int n, int block) { // banklint: n=33 arg:block=2
  __shared__ float s[4096];
  s[threadIdx.x * n] = 1;     // expect[32x1x1]: store 1/1
  s[threadIdx.x * block] = 1; // expect[32x1x1]: store 2/1 2-way
}

/* banklint: block=64 */
__global__ void
stronger(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x * 2] = 1; // expect[64x1x1]: store 2/1 2-way total 4/2
  s[threadIdx.x] = 1;     // expect[64x1x1]: store 1/1 total 2/2
}

void launch(float *out, int n) {
  completed<1><<<1, 32>>>(out, n, n);
  stronger<<<1, 128>>>(out);
}

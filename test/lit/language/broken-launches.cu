// A launch that does not parse is named as such: the block is assumed, and what
// follows from it is only possible.
//
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
// RUN: %banklint --cuda-headers=builtin --format=json %s \
// RUN:   | FileCheck %s --check-prefix=JSON

__global__ void block(float *out) {
  __shared__ float s[32][32];
  // CHECK: [[#@LINE+3]]:{{.*}}: warning: load {{.*}} may take {{.*}} if a block has
  // CHECK: note: for the launch here, which does not parse, assuming a
  // CHECK-SAME: block of 32x1x1 threads
  out[0] = s[threadIdx.x][0];
}

__global__ void argument(float *out) {
  __shared__ float s[32][32];
  // The block is known although an argument is not.
  // CHECK: [[#@LINE+2]]:{{.*}}: warning: load {{.*}} takes
  // CHECK: note: for the launch with a block of 32x1x1 threads here
  out[0] = s[threadIdx.x][0];
}

__global__ void lambda(float *out) {
  __shared__ float s[32][32];
  // CHECK: [[#@LINE+2]]:{{.*}}: warning: load {{.*}} takes
  // CHECK: note: for the launch with a block of 32x1x1 threads here
  out[0] = s[threadIdx.x][0];
}

__global__ void dropped(float *out) {
  __shared__ float s[32][32];
  // CHECK: [[#@LINE+2]]:{{.*}}: warning: load {{.*}} may take
  // CHECK: note: for the launch here, which does not parse, assuming a
  out[0] = s[threadIdx.x][0];
}

__global__ void twice(float *out) {
  __shared__ float s[32][32];
  // What one launch proves is definite whatever the other one is.
  // CHECK: [[#@LINE+1]]:{{.*}}: warning: load {{.*}} takes
  out[0] = s[threadIdx.x][0];
}

// JSON-COUNT-3: "broken": true
// JSON-NOT: "broken": true
void launch(float *out) {
  block<<<1, undeclared>>>(out);
  argument<<<1, 32>>>(undeclared);
  DISPATCH(undeclared, "name", [&] { lambda<<<1, 32>>>(out); });
  twice<<<1, 32>>>(out);
  twice<<<1, undeclared>>>(out);
  dropped<<<1, 16>>>(out, ];
}

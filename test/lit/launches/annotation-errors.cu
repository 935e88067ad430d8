// What is wrong with an annotation is told, once, and fails the run.
//
// RUN: %exits-with 2 %banklint --quiet %s 2>&1 | FileCheck %s

// CHECK: annotation-errors.cu:6:1: error: block: invalid shape '0,8'; expected one to three comma-separated numbers, each at least 1, as in 'block=32,8'{{$}}
// banklint: block=0,8
template <int> __global__ void templated(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
}
template __global__ void templated<1>(float *);
template __global__ void templated<2>(float *);

// CHECK-NEXT: :[[#@LINE+1]]:1: error: block: '64,32' has more than 1024 threads
// banklint: block=64,32
// CHECK-NEXT: :[[#@LINE+1]]:1: error: unknown setting 'm'; expected block, grid, shared or an integer parameter of 'named': n, c
// banklint: m=3
// CHECK-NEXT: :[[#@LINE+1]]:1: error: c: 300 does not fit into the parameter's 8 bits
// banklint: c=300
// CHECK-NEXT: :[[#@LINE+1]]:1: error: n: invalid integer '3x'
// banklint: n=3x
// CHECK-NEXT: :[[#@LINE+1]]:1: error: 'n' is set twice
// banklint: n=3 n=4
// CHECK-NEXT: :[[#@LINE+1]]:1: error: invalid setting 'block'; expected 'name=value' without spaces
// banklint: block = 3
// CHECK-NEXT: :[[#@LINE+1]]:1: error: the annotation is empty; expected settings such as 'block=32,8' or 'n=256'
// banklint:
__global__ void named(float *out, int n, unsigned char c) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
}

// CHECK-NEXT: :[[#@LINE+1]]:1: error: this annotation does not belong to a kernel; place it directly above one or on the line of its name
// banklint: block=32
int host;

// A kernel without shared memory may have one.
// banklint: block=32
__global__ void unshared(float *out) { out[0] = 1; }
// CHECK-NOT: error

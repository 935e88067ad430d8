// What messages call the parts of local arrays and structs.
//
// RUN: %banklint --format=json --arch=sm_90 %s | FileCheck %s

// CHECK: loop-carried: 'list[0]' changes between iterations of a loop
// CHECK: loop-carried: 'p.b[1]' changes between iterations of a loop
// CHECK: loop-carried: 'p.first' changes between iterations of a loop

struct Base {
  int first;
};
struct Pair : Base {
  int a, b[2];
};

__global__ void parts(const int *g, float *o, int n) {
  __shared__ float s[1024];
  int list[3] = {(int)threadIdx.x, g[1], g[2]};
  Pair p;
  p.first = p.a = p.b[0] = p.b[1] = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[list[0] & 1023] = 1;
    s[p.b[1] & 1023] = 1;
    s[p.first & 1023] = 1;
    list[0] = list[0] * list[0] + g[i];
    p.b[1] = p.b[1] * p.b[1] + g[i];
    p.first = p.first * p.first + g[i];
  }
  o[threadIdx.x] = s[threadIdx.x];
}

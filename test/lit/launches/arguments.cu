// Arguments that the launch fixes, also inside of structs; bytes of dynamic shared memory.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s
// RUN: %banklint --format=json --block-dim=64 %s \
// RUN:   | FileCheck --check-prefix=OPTION %s

struct Inner {
  short pitch;
};
struct Params {
  float *out;
  int stride;
  Inner inner;
  float scale;
};

// With another block, what all launches agree on still holds.
// OPTION-LABEL: "name": "agreed"
// OPTION: "arguments": {
// OPTION-NEXT: "n": 32
// OPTION-NEXT: }
// OPTION: "origin": "option"
__global__ void agreed(float *out, int n, int m) {
  __shared__ volatile float s[8192];
  // expect: store 32/1 32-way
  s[threadIdx.x * n] = m;
}

// CHECK-LABEL: "name": "members"
// CHECK: "p.stride": 32
// CHECK: "dynamic": 4096
__global__ void members(int first, Params p) {
  extern __shared__ volatile float s[];
  // expect[p.stride=32]: store 32/1 32-way
  // expect[p.stride=33]: store 1/1
  s[threadIdx.x * p.stride] = 1;
  // expect[p.stride=32]: store 2/1 2-way
  // expect[p.stride=33]: store 1/1
  s[threadIdx.x * p.inner.pitch] = 1;
  // The same in all threads: the mask is whole.
  if (p.scale > 0)
    // expect[p.stride=32]: store 2/1 2-way
    // expect[p.stride=33]: store 2/1 2-way
    s[threadIdx.x * 2] = 1;
}

// A member that a thread changes is its own.
__global__ void changed(Params p) {
  __shared__ volatile float s[8192];
  if (threadIdx.x & 1)
    p.scale = threadIdx.x;
  if (p.scale > 0)
    // expect: upper-bound store 2/1 2-way
    s[threadIdx.x * 2] = 1;
  p.stride = threadIdx.x;
  s[p.stride * 32] = 1; // expect: store 32/1 32-way
}

void launch(float *out, float scale) {
  agreed<<<1, 32>>>(out, 32, 1);
  agreed<<<1, 32>>>(out, 32, 2);

  Params p = {out, 32, {2}, scale};
  members<<<1, 32, 1024 * sizeof(float)>>>(0, p);
  changed<<<1, 32>>>(p);
  p.stride += 1;
  p.inner.pitch = 1;
  members<<<1, 32, 4096>>>(0, p);
}

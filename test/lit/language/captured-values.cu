// What a kernel's lambda captures has the name of the variable.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s | FileCheck %s
//
// CHECK: where s is a value that depends on 'lambda.pitch'
// CHECK: (f.width % 32 == 0: 32 wavefronts;

template <class L> __global__ void run(L lambda) { lambda(); }
template <class F> __global__ void apply(F f) { f(); }

void launch(float *out, int pitch, int width) {
  run<<<1, 32>>>([=] __device__() {
    extern __shared__ float s[];
    s[threadIdx.x * (pitch / 3)] = 1; // expect: depends store 32/1 32-way
    out[0] = s[0];                    // expect: load 1/1
  });
  apply<<<1, 32>>>([out, width] __device__() {
    extern __shared__ float s[];
    s[threadIdx.x * width] = 1; // expect: depends store 32/1 32-way
    out[0] = s[0];              // expect: load 1/1
  });
}

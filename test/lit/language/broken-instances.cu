// Clang drops an instance of a kernel template that has an error. That the
// template is not instantiated would not be true.
//
// RUN: %banklint --format=json %s | FileCheck %s

struct Empty {};
template <class T> __global__ void k(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = out[0];
  T t;
  t.missing(3);
}
void launch(float *out) { k<Empty><<<1, 32>>>(out); }

template <class T> __global__ void nobodys(float *out) {
  __shared__ T s[64];
  s[threadIdx.x * 2] = out[0];
}

// CHECK-DAG: "reason": "parse-error: no member named 'missing' in 'Empty'"
// CHECK-DAG: "reason": "uninstantiated-template: the template is not instantiated

// What a library of templates does with an array is reported where the user's
// code calls it, also when its headers are system headers; kernel templates of
// the library that nothing instantiates are none of the program.
//
// RUN: %banklint %s -- -I%S/Inputs/library \
// RUN:   | FileCheck %s --implicit-check-not=warning
// RUN: %banklint %s -- -isystem %S/Inputs/library \
// RUN:   | FileCheck %s --implicit-check-not=warning
// RUN: %banklint --explain %s -- -I%S/Inputs/library \
// RUN:   | FileCheck %s --check-prefix=WAY
// RUN: %banklint --format=json %s -- -I%S/Inputs/library \
// RUN:   | FileCheck %s --check-prefix=JSON

#include <cute/copy.hpp>

using cute::Tensor;

__device__ void load(const Tensor<float> &to, const float *in) {
  // The lambda is code of the user that the library calls.
  cute::for_each(1, [&](int i) {
    to(threadIdx.x) = in[i];
  });
}

__global__ void rows(const float *in, float *out) {
  __shared__ float tile[32 * 32];
  const Tensor<float> sA{tile, 1, 32};
  load(sA, in);
  __syncthreads();
  cute::copy([&](int i) -> float & { return sA(threadIdx.x + 32 * i); },
             [&](int i) -> float & { return out[i]; }, 2);
}
void run(const float *in, float *out) { rows<<<1, 32>>>(in, out); }

__global__ void beyond(const float *in, float *out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  cute::copy([&](int i) -> float & { return tile[threadIdx.x + 32 * i]; },
             [&](int i) -> float & { return out[i]; }, 2);
}
void runBeyond(const float *in, float *out) { beyond<<<1, 32>>>(in, out); }

// CHECK: :21:5: warning: store to 'to(threadIdx.x)' in 'tile' takes 32 wavefronts
// CHECK: :20:3: note: in the call here{{$}}
// CHECK-NOT: note: the library's
// CHECK: :30:3: warning: load of 'tile' takes up to 64 wavefronts per block
// CHECK: :30:3: note: in warp 0 with i = 0,
// CHECK: copy.hpp:7:38: note: the library's load of 'read(i)' is here
// CHECK: :38:3: warning: load of 'tile' is beyond the end of 'tile'
// CHECK: copy.hpp:7:38: note: the library's load of 'read(i)' is here
// CHECK-NOT: note: called here
// CHECK: :36:20: note: 'tile' is declared here

// WAY: :30:3: warning: load of 'tile'
// WAY: copy.hpp:9:5: note: called here

// An access has its own place, in the library, and a finding that of the call.
// JSON-COUNT-1: "name": "rows"
// JSON-NOT: "name": "transpose
// JSON: "file": "{{.*}}copy.hpp",
// JSON: "call_chain": [
// JSON: "line": 30,
// JSON: "findings": [
// JSON: "function": "load::(lambda)"
// JSON: "line": 30,
// JSON: "function": "rows"

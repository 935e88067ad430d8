// What can be parsed is judged, and the errors are counted.
//
// RUN: %exits-with 0 %banklint %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: %python %verdict --parse-errors 4 %s < %t.json

__global__ void k(int *out) {
  __shared__ int s[32 * 32];
  s[threadIdx.x * 32] = 1; // expect: store 32/1 32-way
  for (int i = 0; i < ; i++ {
    s[threadIdx.x]        // expect: unknown load parse-error
  out[0] = s[threadIdx.x; // expect: unknown load parse-error
}
void launch(int *out) { k<<<1, 32>>>(out); }

// CHECK: warning: store to 's[threadIdx.x * 32]' may take 32 wavefronts per block instead of 1
// CHECK: note: for the launch here, which does not parse, assuming a block
// CHECK: syntax-errors.cu: analyzed with 4 parse errors, first: {{.*}}:11:23: expected expression

// Clang gives a declaration that it cannot make sense of some type or other;
// none of it is believed. The reason names what is missing.
//
// RUN: %banklint --format=json %s > %t.json
// RUN: %python %verdict --parse-errors 11 %s < %t.json
// RUN: FileCheck %s < %t.json

__global__ void k(int *out) {
  __shared__ float extent[UNKNOWN_EXTENT][32];
  __shared__ float extents[32][UNKNOWN_EXTENT];
  __shared__ Unknown element[32];
  __shared__ lib::Type member[32];
  __shared__ cub::BlockReduce<int, 32>::TempStorage storage; // expect: unknown load parse-error
  __shared__ float valid[32][32];
  extent[threadIdx.x][0] = 1;      // expect: unknown store unknown-array
  extents[threadIdx.x][0] = 1;     // expect: unknown store unknown-array
  element[threadIdx.x] = 1;        // expect: unknown store unknown-array
  member[threadIdx.x].x = 1;       // expect: unknown store unknown-array
  valid[threadIdx.x][0] = 1;       // expect: store 32/1 32-way
  valid[0][threadIdx.x] = 1;       // expect: store 1/1
  out[0] = cub::BlockReduce<int, 32>(storage).Sum(1);
}
void launch(int *out) { k<<<1, 32>>>(out); }

// CHECK: 'extent' has no valid declaration: use of undeclared identifier 'UNKNOWN_EXTENT'
// CHECK: 'extents' has no valid declaration: use of undeclared identifier 'UNKNOWN_EXTENT'
// CHECK: 'element' has no valid declaration: unknown type name 'Unknown'
// CHECK: 'member' has no valid declaration: use of undeclared identifier 'lib'

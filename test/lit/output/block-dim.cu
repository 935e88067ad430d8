// --block-dim overrules what the file says, for all kernels or for one.
//
// RUN: %banklint --format=json --block-dim=16,16 %s > %t.all.json
// RUN: %python %verdict %s < %t.all.json
// RUN: FileCheck %s < %t.all.json
// RUN: %banklint --format=json --block-dim=tile=32,4,2 --block-dim=16,16 %s \
// RUN:   | FileCheck %s --check-prefix=ONE

__global__ void tile(float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = 1; // expect[16x16x1]: store 16/1 16-way
}
template <int N> __global__ void other(float *out) {
  __shared__ float s[N];
  s[threadIdx.x * 2] = 1; // expect[16x16x1]: store 1/1
}
void launch(float *out) {
  tile<<<1, 32>>>(out);
  other<64><<<1, 32>>>(out);
}

// CHECK-COUNT-2: "origin": "option"
// CHECK-NOT: "origin"
// CHECK: "findings"

// ONE: "name": "tile"
// ONE: 32,
// ONE-NEXT: 4,
// ONE-NEXT: 2
// ONE: "name": "other<64>"
// ONE: 16,
// ONE-NEXT: 16,
// ONE-NEXT: 1

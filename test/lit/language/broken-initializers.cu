// Lists of initializers in parentheses that have an error in them, or whose
// variable has a type that is not known.
//
// RUN: %banklint --format=json %s > %t.json
// RUN: FileCheck %s < %t.json
//
// CHECK: "line": 15,
// CHECK: "result": "unknown",
// CHECK: "line": 18,
// CHECK: "result": "unknown",
// CHECK: "line": 19,
// CHECK: "result": "exact",
__global__ void column(float *out) {
  __shared__ float tile[32][33];
  Missing a(missing(tile[threadIdx.x][0]), 2);
  int b(missing(3));
  auto c(missing(4));
  Missing d(tile[threadIdx.x][1]);
  out[threadIdx.x] = tile[threadIdx.x][2] + b + c;
}
void launch(float *out) { column<<<1, 32>>>(out); }

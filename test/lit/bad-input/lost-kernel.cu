// A kernel that Clang drops whole is not passed over in silence.
//
// RUN: %banklint --format=json --cuda-headers=builtin %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: %python %verdict --parse-errors 3 %s < %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s

LIB_KERNEL(lost, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = 1;
}

__global__ void kept(float *out) {
  __shared__ float s[32][32];
  s[0][threadIdx.x] = 1; // expect: silent
}
void launch(float *out) { kept<<<1, 32>>>(out); }

// JSON: "lost_shared"
// JSON-NEXT: lost-kernel.cu:10
// CHECK: lost-kernel.cu: analyzed with {{.*}}; not analyzed: 1 shared variable in code that does not parse or is not compiled, at {{.*}}lost-kernel.cu:10

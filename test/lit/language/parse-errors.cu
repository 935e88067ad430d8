// Errors cost what they are in, not the rest of the kernel.
//
// RUN: %banklint --format=json %s | %python %verdict --parse-errors 3 %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void broken(float *out) {
  __shared__ float s[32][32];
  __shared__ float unknown[NO_SUCH_NAME][32];
  s[threadIdx.x][0] = 1;             // expect: store 32/1 32-way
  s[0][threadIdx.x] = missing(1);    // expect: store 1/1
  s[undeclared][threadIdx.x] = 1;    // expect: unknown store parse-error
  out[0] = s[0][threadIdx.x];        // expect: load 1/1
}

__global__ void whole(float *out) {
  __shared__ float s[32][32];
  out[0] = s[threadIdx.x][0]; // expect: load 32/1 32-way
}

void launch(float *out) {
  broken<<<1, 32>>>(out);
  whole<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "broken"
// PROGRAM: shared s : float 4 [32][32] align 4
// PROGRAM: store 4 &s[i64(threadIdx.x)][0:i64] array s
// PROGRAM-NEXT: store 4 &s[0:i64][i64(threadIdx.x)] array s
// PROGRAM-NEXT: store 4 opaque<parse-error>("use of undeclared identifier 'undeclared'", divergent):u64 array s
// PROGRAM-NEXT: load 4 &s[0:i64][i64(threadIdx.x)] array s
// PROGRAM-LABEL: kernel "whole"
// PROGRAM: load 4 &s[i64(threadIdx.x)][0:i64] array s

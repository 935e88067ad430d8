// nvcc takes alignas behind __shared__, Clang does not: the alignment is kept.
// An array of 32 ints at 16 bytes is where a cast to int4 is aligned for sure.
//
// RUN: %banklint --format=json --cuda-headers=builtin %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void k(float *out) {
  __shared__ char first;
  __shared__ alignas(16) float a[32][32];
  first = 1;              // expect: store 1/1
  a[threadIdx.x][0] = 1;  // expect: store 32/1 32-way
  a[0][threadIdx.x] = 1;  // expect: silent
}
void launch(float *out) { k<<<1, 32>>>(out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "k"
// PROGRAM: shared first : char 1 align 1
// PROGRAM-NEXT: shared a : float 4 [32][32] align 16
// PROGRAM: store 1 &first unused by U3 array first
// PROGRAM-NEXT: store 4 &a[i64(threadIdx.x)][0:i64] array a

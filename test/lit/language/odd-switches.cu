// Labels that the structure of a switch does not show.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

// A label inside of a loop: Duff's device.
__global__ void duff(float *out, int n) {
  __shared__ float s[4096];
  int i = threadIdx.x;
  switch (n % 2) {
    do {
    case 0:
      s[i * 32] = 1; // expect: unknown store unsupported-construct
    case 1:
      s[i] = 1; // expect: unknown store unsupported-construct
    } while (--n > 0);
  }
}

__global__ void bare(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  switch (t)
  case 3:
    s[t * 32] = 1; // expect: unknown store unsupported-construct
  s[t] = 1; // expect: store 1/1
  switch (t) {
  case 0 ... 100000:
    s[t * 32] = 1; // expect: unknown store unsupported-construct
    break;
  default:
    s[t * 2] = 1; // expect: unknown store unsupported-construct
  }
  s[t * 4] = 1; // expect: store 4/1 4-way
}

void launch(float *out, int n) {
  duff<<<1, 32>>>(out, n);
  bare<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "bare"
// PROGRAM: switch (t) {
// PROGRAM-NEXT: default: {
// PROGRAM-NEXT: store 4 opaque<unsupported-construct>("a switch whose cases are not followed", divergent):u64 array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t)] array s
// PROGRAM-NEXT: switch (t) {
// PROGRAM-NEXT: default: {
// PROGRAM-NEXT: store 4 opaque<unsupported-construct>("a switch whose cases are not followed", divergent):u64 array s
// PROGRAM-NEXT: if (opaque<unsupported-construct>("a switch whose cases are not followed", divergent):bool) {
// PROGRAM-NEXT: break
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 opaque<unsupported-construct>("a switch whose cases are not followed", divergent):u64 array s

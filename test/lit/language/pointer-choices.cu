// Pointers that one of several assignments sets, some of them not to shared memory.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void choices(float *out, bool flag, int n) {
  __shared__ float a[2048];
  __shared__ float b[2048];
  int t = threadIdx.x;
  float *p = flag ? a : a + 1024;
  p[t * 2] = 1; // expect: store 2/1 2-way
  p[t] = 1;     // expect: silent
  float *q = n > 0 ? a : b;
  q[t * 32] = 1; // expect: unknown store unknown-condition
  float *r;
  if (flag)
    r = a;
  else
    r = a + 32;
  r[t * 4] = 1; // expect: store 4/1 4-way
  float *s = a;
  if (n == 3)
    s += 64;
  s[t * 8] = 1; // expect: store 8/1 8-way
  float *known = t < 32 ? a : b;
  known[t * 16] = 1; // expect: store 16/1 16-way
  float *halves = t < 16 ? a : b;
  halves[t] = 1; // expect: unknown store unknown-pointer
  switch (n) {
  case 0:
    r = a + 32;
    break;
  default:
    r = a + 64;
  }
  r[t * 2] = 1; // expect: store 2/1 2-way
}

// What points to global memory makes no request to shared memory.
__global__ void elsewhere(float *out, const float *in, bool flag) {
  __shared__ float a[2048];
  int t = threadIdx.x;
  float *p = a;
  p[t * 2] = 1; // expect: store 2/1 2-way
  p = out;
  p[t * 32] = 1; // expect: none
  const float *q = in;
  q = in + 32;
  out[t] = q[t * 32]; // expect: none
  q = a;
  out[t] = q[t * 32]; // expect: load 32/1 32-way
  float local[4] = {1, 2, 3, 4};
  p = local;
  p[t & 3] = 1; // expect: none
  float *chosen = flag ? a : out;
  chosen[t * 32] = 1; // expect: unknown store unknown-condition
  float *never = t >= 32 ? out : a;
  never[t * 4] = 1; // expect: store 4/1 4-way
  float *always = t < 32 ? out : a;
  always[t * 4] = 1; // expect: none
  float *lanes = t < 16 ? a : out;
  lanes[t * 32] = 1; // expect: upper-bound store 16/1 16-way
}

void launch(float *out, const float *in, bool flag, int n) {
  choices<<<1, 32>>>(out, flag, n);
  elsewhere<<<1, 32>>>(out, in, flag);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "choices"
// PROGRAM: if (flag) {
// PROGRAM-NEXT: [[T:""#[0-9]+]] = &a
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: [[T]] = &a + 4096:u64
// PROGRAM-NEXT: }
// PROGRAM-NEXT: p = [[T]]
// PROGRAM-NEXT: store 4 (p + u64(i64(t * 2) * 4:i64))
// PROGRAM: [[T2:""#[0-9]+]] = n > 0
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = [[T2]]
// PROGRAM-NEXT: q = [[T3]] ? &a : &b
// PROGRAM-NEXT: store 4 (q + u64(i64(t * 32) * 4:i64))
// PROGRAM-NEXT: if (flag) {
// PROGRAM-NEXT: r = &a
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: r = &a + 128:u64
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 (r + u64(i64(t * 4) * 4:i64))
// PROGRAM-NEXT: s = &a
// PROGRAM-NEXT: if (n == 3) {
// PROGRAM-NEXT: s = s + 256:u64
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 (s + u64(i64(t * 8) * 4:i64))
// PROGRAM: switch (n) {
// PROGRAM-NEXT: case 0: {
// PROGRAM-NEXT: r = &a + 128:u64
// PROGRAM-NEXT: break
// PROGRAM-NEXT: }
// PROGRAM-NEXT: default: {
// PROGRAM-NEXT: r = &a + 256:u64
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 (r + u64(i64(t * 2) * 4:i64))
// PROGRAM-LABEL: kernel "elsewhere"
// PROGRAM: p = [[OUT:out#[0-9]+]]
// PROGRAM-NEXT: store 4 (p + u64(i64(t * 32) * 4:i64))
// PROGRAM: if (flag) {
// PROGRAM-NEXT: [[T4:""#[0-9]+]] = &a
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: [[T4]] = [[OUT]]
// PROGRAM-NEXT: }
// PROGRAM-NEXT: chosen = [[T4]]
// PROGRAM-NEXT: store 4 (chosen + u64(i64(t * 32) * 4:i64))

// Loops with known trip counts run round by round.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void nested(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++)
    for (int j = i; j < 4; j++)
      s[t * (j + 1)] = i; // expect: store 4/1 4-way total 24/10
  for (int i = 0, j = 32; i < j; i += 8, j -= 8)
    s[t * j] = 1; // expect: store 32/1 32-way total 40/2
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    s[t * 2] = i; // expect: store 2/1 2-way total 4/2
  }
  for (int i = 5; i < 5; i++)
    s[t * 32] = 1; // expect: none
}

__global__ void whiles(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  int i = 16;
  while (i) {
    s[t * i] = 1; // expect: store 16/1 16-way total 31/5
    i /= 2;
  }
  do {
    s[t * 32] = 1; // expect: store 32/1 32-way total 32/1
  } while (i);
  do
    s[t] = 1; // expect: store 1/1 total 3/3
  while (++i < 3);
  while (int left = 3 - i / 2) {
    s[t * left] = 1; // expect: store 2/1 2-way total 4/3
    i++;
  }
}

__global__ void doubling(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  for (int d = 1; d <= 32; d *= 2)
    s[t * d] = 1; // expect: store 32/1 32-way total 63/6
  for (int d = 1; d < 32; d <<= 1)
    s[t ^ d] = 1; // expect: store 1/1 total 5/5
  for (int d = 32; d > 0; d >>= 1)
    if (t < d)
      s[t * 2] = 1; // expect: store 2/1 2-way total 7/6
}

// Lanes leave the loop one after the other.
__global__ void divergent(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 32)
    s[i * 2] = 1; // expect: store 2/1 2-way total 4/2
  for (int i = 0; i < t / 8; i++)
    s[t * 32] = 1; // expect: store 24/1 24-way total 48/3
  for (int i = t; i < 40; i += blockDim.x)
    s[i * 32] = 1; // expect: store 32/1 32-way total 40/2
}

void launch(int *out) {
  nested<<<1, 32>>>(out);
  whiles<<<1, 32>>>(out);
  doubling<<<1, 32>>>(out);
  divergent<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "nested"
// PROGRAM: [[I:i#[0-9]+]] = 0
// PROGRAM-NEXT: loop name [[I]]{{[a-z0-9 ]*}} test ([[I]] < 4) {
// PROGRAM-NEXT: [[J:j#[0-9]+]] = [[I]]
// PROGRAM-NEXT: loop name [[J]]{{[a-z0-9 ]*}} test ([[J]] < 4) {
// PROGRAM-NEXT: store 4 &s[i64(t * ([[J]] + 1))] volatile restores array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T:""#[0-9]+]] = [[J]]
// PROGRAM-NEXT: [[J]] = [[T]] + 1
// PROGRAM: [[I2:i#[0-9]+]] = 0
// PROGRAM-NEXT: [[J2:j#[0-9]+]] = 32
// PROGRAM-NEXT: loop name [[I2]]{{[a-z0-9 ]*}} test ([[I2]] < [[J2]]) {
// PROGRAM-NEXT: store 4 &s[i64(t * [[J2]])] volatile array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[I2]] = [[I2]] + 8
// PROGRAM-NEXT: [[J2]] = [[J2]] - 8
// PROGRAM: loop name [[I3:i#[0-9]+]] unroll{{[a-z0-9 ]*}} test ([[I3]] < 2) {
// PROGRAM-LABEL: kernel "whiles"
// PROGRAM: loop{{[a-z0-9 ]*}} test (i != 0) {
// PROGRAM-NEXT: store 4 &s[i64(t * i)] volatile array s
// PROGRAM-NEXT: i = i / 2
// PROGRAM: loop untested{{[a-z0-9 ]*}} {
// PROGRAM-NEXT: i = i + 1
// PROGRAM-NEXT: } test (i < 3) {
// PROGRAM-NEXT: store 4 &s[i64(t)] volatile array s
// PROGRAM: loop{{[a-z0-9 ]*}} {
// PROGRAM-NEXT: left = 3 - (i / 2)
// PROGRAM-NEXT: } test (left != 0) {
// PROGRAM-NEXT: store 4 &s[i64(t * left)] volatile array s
// PROGRAM-NEXT: [[T:""(#[0-9]+)?]] = i
// PROGRAM-NEXT: i = [[T]] + 1
// PROGRAM-LABEL: kernel "doubling"
// PROGRAM: [[D:d#[0-9]+]] = 32
// PROGRAM-NEXT: loop name [[D]]{{[a-z0-9 ]*}} test ([[D]] > 0) {
// PROGRAM-NEXT: if (t < [[D]]) {
// PROGRAM-NEXT: store 4 &s[i64(t * 2)] volatile array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[D]] = [[D]] >> 1

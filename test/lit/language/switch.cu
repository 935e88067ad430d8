// switch with fall-through, ranges, shared labels and default.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void cases(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  switch (t % 4) {
  case 0:
    s[t * 8] = 1; // expect: store 8/1 8-way
  case 1:
    // The sixteen lanes of cases 0 and 1.
    s[t * 32] = 2; // expect: store 16/1 16-way
    break;
  case 2:
    s[t] = 3; // expect: silent
    break;
  default:
    s[t * 4] = 4; // expect: store 4/1 4-way
  }
  switch (t) {
  case 0 ... 3:
    s[t * 32] = 5; // expect: store 4/1 4-way
    break;
  case 4:
  case 5:
    s[t * 32] = 6; // expect: store 2/1 2-way
    break;
  case 99:
    s[t * 32] = 7; // expect: none
    break;
  }
  switch (t / 16) {
  default:
    s[t * 32] = 8; // expect: store 16/1 16-way
    break;
  case 1:
    s[t * 16] = 9; // expect: store 8/1 8-way
  }
  // Lanes that meet no case go past it.
  int stride = 1;
  switch (t & 1) {
  case 1: {
    stride = 2;
    break;
  }
  }
  s[t * stride] = 10; // expect: store 2/1 2-way
}

// One launch reaches less than the other.
__global__ void uniform(int *out, int mode) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  switch (mode) {
  case 1:
    // expect[mode=1]: store 32/1 32-way
    // expect[mode=2]: none
    s[t * 32] = 1;
    break;
  case 2:
    // expect[mode=1]: none
    // expect[mode=2]: store 2/1 2-way
    s[t * 2] = 1;
  }
}

void launch(int *out) {
  cases<<<1, 32>>>(out);

  uniform<<<1, 32>>>(out, 1);
  uniform<<<1, 32>>>(out, 2);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "cases"
// PROGRAM: switch (t % 4) {
// PROGRAM-NEXT: case 0: {
// PROGRAM-NEXT: store 4 &s[i64(t * 8)] volatile array s
// PROGRAM: case 1: {
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: break
// PROGRAM: case 2: {
// PROGRAM-NEXT: store 4 &s[i64(t)] volatile array s
// PROGRAM-NEXT: break
// PROGRAM: default: {
// PROGRAM-NEXT: store 4 &s[i64(t * 4)] volatile array s
// PROGRAM: case 0, 1, 2, 3: {
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: break
// PROGRAM: case 4, 5: {
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: break
// PROGRAM: default: {
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: break
// PROGRAM: case 1: {
// PROGRAM-NEXT: store 4 &s[i64(t * 16)] volatile array s

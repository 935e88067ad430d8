// return, break and continue take lanes out of what follows.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void earlyReturn(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  if (t >= 24)
    return;
  s[t * 32] = 1; // expect: store 24/1 24-way
  if (t > 0 && t % 2 == 0)
    return;
  s[t * 32] = 2; // expect: store 13/1 13-way
  if (t)
    return;
  s[t * 32] = 3; // expect: silent
}

__global__ void breaks(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    // 32, 24, 16 and 8 lanes are left.
    s[t * 32] = i; // expect: store 32/1 32-way total 80/4
    if (t / 8 == i)
      break;
    s[t * 32] = i; // expect: store 24/1 24-way total 48/3
  }
  s[t] = 1; // expect: store 1/1 total 1/1
}

__global__ void continues(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    if (t / 8 != i)
      continue;
    s[t * 32] = i; // expect: store 8/1 8-way total 32/4
  }
  int j = 0;
  while (j < 8) {
    j++;
    if (j & 1)
      continue;
    s[t * j] = 1; // expect: store 8/1 8-way total 16/4
  }
}

__global__ void inner(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 4; j++) {
      if (t < 16)
        break;
      s[t * 2] = 1; // expect: store 1/1 total 8/8
    }
    s[t * 2] = 2; // expect: store 2/1 2-way total 4/2
  }
  for (int i = 0; i < 2; i++) {
    switch (t % 2) {
    case 0:
      break;
    case 1:
      continue;
    }
    s[t * 4] = 3; // expect: store 4/1 4-way total 8/2
  }
  for (int i = 0; i < 3; i++) {
    if (t < 16)
      return;
    s[t * 4] = 4; // expect: store 2/1 2-way total 6/3
  }
  s[t * 4] = 5; // expect: store 2/1 2-way total 2/1
}

void launch(int *out) {
  earlyReturn<<<1, 32>>>(out);
  breaks<<<1, 32>>>(out);
  continues<<<1, 32>>>(out);
  inner<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "earlyReturn"
// PROGRAM: if (t >= 24) {
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile array s
// PROGRAM-LABEL: kernel "breaks"
// PROGRAM: loop name i{{[a-z0-9 ]*}} test (i < 4) {
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile restores array s
// PROGRAM-NEXT: if ((t / 8) == i) {
// PROGRAM-NEXT: break
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile restores array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T:""(#[0-9]+)?]] = i
// PROGRAM-NEXT: i = [[T]] + 1
// PROGRAM-LABEL: kernel "continues"
// PROGRAM: loop name i{{[a-z0-9 ]*}} test (i < 4) {
// PROGRAM-NEXT: if ((t / 8) != i) {
// PROGRAM-NEXT: continue
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] volatile restores array s
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T:""#[0-9]+]] = i
// PROGRAM-NEXT: i = [[T]] + 1
// PROGRAM-LABEL: kernel "inner"
// PROGRAM: loop name j{{[a-z0-9 ]*}} test (j < 4) {
// PROGRAM-NEXT: if (t < 16) {
// PROGRAM-NEXT: break
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t * 2)] volatile array s
// PROGRAM: switch (t % 2) {
// PROGRAM-NEXT: case 0: {
// PROGRAM-NEXT: break
// PROGRAM-NEXT: }
// PROGRAM-NEXT: case 1: {
// PROGRAM-NEXT: continue
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t * 4)] volatile array s

// Local integers: assignment, steps and compound assignment.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void assignment(int *out) {
  __shared__ volatile int s[4096];
  int i;
  i = threadIdx.x;
  out[0] = s[i]; // expect: load 1/1
  i = i * 4;
  out[0] = s[i]; // expect: load 4/1 4-way
  int j = i, k = j / 2;
  i = 0;
  out[0] = s[j]; // expect: load 4/1 4-way
  out[0] = s[k]; // expect: load 2/1 2-way
  out[0] = s[i]; // expect: load 1/1
  i = j = threadIdx.x * 32;
  out[0] = s[i] + s[j]; // expect: load 32/1 32-way, load 32/1 32-way
  int l(threadIdx.x * 8), m{l};
  out[0] = s[m]; // expect: load 8/1 8-way
}

__global__ void steps(int *out) {
  __shared__ volatile int s[4096];
  int i = threadIdx.x;
  i++;
  ++i;
  out[0] = s[i * i]; // expect: load 8/1 8-way
  int j = threadIdx.x;
  // The old value, then the new one, once each.
  out[0] = s[j++ % 16 * 32]; // expect: load 16/1 16-way
  out[0] = s[j % 32 % 31];   // expect: load 1/1
  s[j++ * 2] = 1;            // expect: store 2/1 2-way
  s[(j += 30) / 32] = 1;     // expect: store 1/1
  s[(j - 32) / 32 * 32 + 1] += 1; // expect: load 1/1, store 1/1
  j = threadIdx.x;
  // Volatile memory is read again after an assignment, but not after a step.
  out[0] = s[--j + 1] = s[j] = 0; // expect: load 1/1, store 1/1, load 1/1, store 1/1
  out[0] = s[j * 2] += 1; // expect: load 2/1 2-way total 4/2, store 2/1 2-way
  out[0] = ++s[j];        // expect: load 1/1, store 1/1
  out[0] = s[(j + 1) * 2]; // expect: load 2/1 2-way
  j++;
  s[j--]++;                 // expect: load 1/1, store 1/1
  --s[j * 2];               // expect: load 2/1 2-way, store 2/1 2-way
  unsigned char byte = threadIdx.x * 8;
  byte += 8;
  out[0] = s[byte]; // expect: load 8/1 8-way
}

__global__ void compound(int *out) {
  __shared__ volatile int s[4096];
  int i = threadIdx.x;
  i += 3;
  out[0] = s[i]; // expect: load 1/1
  i -= 3;
  i *= 32;
  out[0] = s[i]; // expect: load 32/1 32-way
  i /= 16;
  out[0] = s[i]; // expect: load 2/1 2-way
  i %= 32;
  out[0] = s[i]; // expect: load 1/1
  i = threadIdx.x;
  i <<= 3;
  out[0] = s[i]; // expect: load 8/1 8-way
  i >>= 2;
  out[0] = s[i]; // expect: load 2/1 2-way
  i &= ~2;
  out[0] = s[i]; // expect: load 2/1 2-way
  i = threadIdx.x;
  i |= 16;
  out[0] = s[i]; // expect: load 1/1
  out[0] = s[i * 2]; // expect: load 1/1
  i ^= 16;
  out[0] = s[(i ^= threadIdx.x) + threadIdx.x]; // expect: load 2/1 2-way
}

void launch(int *out) {
  assignment<<<1, 32>>>(out);
  steps<<<1, 32>>>(out);
  compound<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "assignment"
// PROGRAM: i = i * 4
// PROGRAM-NEXT: load 4 &s[i64(i)] volatile array s
// PROGRAM-NEXT: j = i
// PROGRAM-NEXT: k = j / 2
// PROGRAM-NEXT: i = 0
// PROGRAM: j = i32(threadIdx.x * 32:u32)
// PROGRAM-NEXT: i = j
// PROGRAM-LABEL: kernel "steps"
// PROGRAM: i = i32(threadIdx.x)
// PROGRAM-NEXT: [[T:""#[0-9]+]] = i
// PROGRAM-NEXT: i = [[T]] + 1
// PROGRAM-NEXT: i = i + 1
// PROGRAM-NEXT: load 4 &s[i64(i * i)] volatile array s
// PROGRAM-NEXT: j = i32(threadIdx.x)
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = j
// PROGRAM-NEXT: j = [[T2]] + 1
// PROGRAM-NEXT: load 4 &s[i64(([[T2]] % 16) * 32)] volatile array s
// PROGRAM-NEXT: load 4 &s[i64((j % 32) % 31)] volatile array s
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = j
// PROGRAM-NEXT: j = [[T3]] + 1
// PROGRAM-NEXT: store 4 &s[i64([[T3]] * 2)] volatile array s
// PROGRAM-NEXT: j = j + 30
// PROGRAM: j = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &s[i64(j)] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(j)] volatile array s
// PROGRAM-NEXT: j = j - 1
// PROGRAM-NEXT: store 4 &s[i64(j + 1)] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(j + 1)] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(j * 2)] volatile array s
// PROGRAM-NEXT: store 4 &s[i64(j * 2)] volatile array s
// PROGRAM-NEXT: load 4 &s[i64(j * 2)] volatile array s
// PROGRAM: j = [[T4:""#[0-9]+]] + 1
// PROGRAM-NEXT: [[T5:""#[0-9]+]] = j
// PROGRAM-NEXT: j = [[T5]] - 1
// PROGRAM-NEXT: load 4 &s[i64([[T5]])] volatile array s
// PROGRAM-NEXT: store 4 &s[i64([[T5]])] volatile array s
// PROGRAM: byte = u8(threadIdx.x * 8:u32)
// PROGRAM-NEXT: byte = u8(i32(byte) + 8)
// PROGRAM-NEXT: load 4 &s[i64(byte)] volatile array s

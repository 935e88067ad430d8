// Functions whose body is elsewhere may do anything with what they are given.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ int elsewhere(int i);
__device__ void fillElsewhere(float *values, int n);
__device__ void change(int &i);
__device__ void changeBehind(int *i);
typedef int (*Function)(int);

__global__ void calls(float *out, Function pointer) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[elsewhere(t)] = 1;   // expect: unknown store unknown-call
  s[pointer(t)] = 1;     // expect: unknown store unknown-call
  fillElsewhere(s, 32);  // expect: unknown load unknown-call
  fillElsewhere(&s[t], 32); // expect: unknown load unknown-call
  int i = t;
  change(i);
  s[i] = 1; // expect: unknown store unknown-call
  i = t;
  s[i * 32] = 1; // expect: store 32/1 32-way
  int j = t;
  changeBehind(&j);
  s[j * 32] = 1; // expect: unknown store unsupported-construct
  s[t] = elsewhere(t); // expect: store 1/1
}

void launch(float *out, Function pointer) { calls<<<1, 32>>>(out, pointer); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "calls"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("the effect of 'elsewhere' on its arguments", divergent):i32)] apart array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unknown-call>("called through a pointer or unknown name", divergent):i32)] apart array s
// PROGRAM-NEXT: load 4 opaque<unknown-call>("the effect of 'fillElsewhere' on its arguments", divergent):u64
// PROGRAM-NEXT: load 4 opaque<unknown-call>("the effect of 'fillElsewhere' on its arguments", divergent):u64
// PROGRAM-NEXT: i = t
// PROGRAM-NEXT: i = opaque<unknown-call>("changed by a call", divergent):i32
// PROGRAM-NEXT: store 4 &s[i64(i)] apart array s
// PROGRAM-NEXT: i = t
// PROGRAM-NEXT: store 4 &s[i64(i * 32)] array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unsupported-construct>("the address of 'j' is taken", divergent):i32 * 32)] apart array s
// PROGRAM-NEXT: store 4 &s[i64(t)] apart array s
// PROGRAM-NEXT: }

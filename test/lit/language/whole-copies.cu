// Structs that are copied whole, in pieces of their alignment.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#include <string.h>

struct Three {
  float x, y, z;
};
struct Halves {
  short a, b, c;
};
struct alignas(16) Wide {
  float values[8];
};
struct alignas(8) Pair {
  int key;
  float value;
};

__global__ void copies(Three *threes, Halves *halves, Wide *wides, Pair *pairs) {
  __shared__ Three a[64];
  __shared__ Halves b[64];
  __shared__ Wide c[64];
  __shared__ Pair d[64];
  int t = threadIdx.x;
  a[t] = threes[t];   // expect: store 3/3
  threes[t] = a[t];   // expect: load 3/3
  b[t] = halves[t];   // expect: upper-bound store 6/3 2-way
  c[t] = wides[t];    // expect: upper-bound store 16/8 2-way
  d[t] = pairs[t];    // expect: store 2/2
  d[t] = d[t * 2];    // expect: store 2/2, load 4/2 2-way
  Pair local = {t, 1.0f};
  d[t] = local;       // expect: store 2/2
  local = d[t * 4];   // expect: load 8/2 4-way
  pairs[t] = local;
  d[t] = Pair{t, 2};  // expect: store 2/2
  d[t].key = 1;       // expect: upper-bound store 2/1 2-way
}

__global__ void blocks(float *out) {
  __shared__ float s[256];
  __shared__ Three a[64];
  int t = threadIdx.x;
  float value;
  memcpy(&value, &s[t], sizeof(float));  // expect: load 1/1
  memset(s, 0, sizeof(s));               // expect: unknown load unknown-call
  out[t] = value;
  s[t] = 1; // expect: silent
}

void launch(Three *threes, Halves *halves, Wide *wides, Pair *pairs, float *out) {
  copies<<<1, 32>>>(threes, halves, wides, pairs);
  blocks<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "copies"
// PROGRAM: shared a : Three 12 [64] align 4
// PROGRAM-NEXT: shared b : Halves 6 [64] align 2
// PROGRAM-NEXT: shared c : Wide 32 [64] align 16
// PROGRAM-NEXT: shared d : Pair 8 [64] align 8
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &a[i64(t)] pieces 3 whole by P1 array a
// PROGRAM-NEXT: [[V0:""#[0-9]+]] = i64(t)
// PROGRAM-NEXT: load 4 &a{{\[}}[[V0]]] pieces 3 whole by P1 array a
// PROGRAM-NEXT: store 2 &b[i64(t)] pieces 3 unused by P3 by U2 array b
// PROGRAM-NEXT: store 16 &c[i64(t)] pieces 2 whole unused by P1 by U2 array c
// PROGRAM-NEXT: store 8 &d[i64(t)] elements 4 array d
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = i64(t * 2)
// PROGRAM-NEXT: load 8 &d{{\[}}[[V1]]] elements 4 array d
// PROGRAM-NEXT: store 8 &d[i64(t)] elements 4 array d
// PROGRAM-NEXT: store 8 &d[i64(t)] elements 4 array d
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = i64(t * 4)
// PROGRAM-NEXT: load 8 &d{{\[}}[[V2]]] elements 4 array d
// PROGRAM-NEXT: store 8 &d[i64(t)] elements 4 array d
// PROGRAM-NEXT: store 4 &d[i64(t)] array d
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "blocks"
// PROGRAM: load 4 &s[i64(t)] apart array s
// PROGRAM-NEXT: load 4 opaque<unknown-call>("the effect of 'memset' on its arguments", divergent):u64
// PROGRAM-NEXT: store 4 &s[i64(t)] apart array s

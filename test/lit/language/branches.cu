// if, else, ?:, && and ||: lanes that do not take part cost nothing.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void branches(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  if (t < 8)
    s[t * 32] = 1; // expect: store 8/1 8-way
  else
    s[t * 32] = 2; // expect: store 24/1 24-way
  if (t == 0)
    s[t * 32] = 3; // expect: silent
  if (t < 16)
    s[t * 2] = 4; // expect: silent
  else if (t < 24)
    s[t * 8] = 5; // expect: store 2/1 2-way
  else {
    s[t * 16] = 6; // expect: store 4/1 4-way
  }
  if (t > 40)
    s[t * 32] = 7; // expect: none
  if (t % 2)
    if (t < 16)
      s[t * 4] = 8; // expect: store 2/1 2-way
  int i = t;
  if (t < 16)
    i = 2 * t;
  else
    i *= 2;
  s[i] = 9; // expect: store 2/1 2-way
  if (int half = t / 16)
    s[half * 32 + t * 32] = 10; // expect: store 16/1 16-way
  if (constexpr int Stride = 32; Stride > 16)
    s[t * Stride] = 11; // expect: store 32/1 32-way
  if constexpr (sizeof(int) == 8)
    s[t * 32] = 12; // expect: none
}

__global__ void conditional(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  out[t] = s[t < 16 ? t : t - 16];       // expect: load 1/1
  out[t] = s[t < 16 ? t : t * 32];       // expect: load 17/1 17-way
  out[t] = s[(t & 1 ? 1 : 2) * t];       // expect: load 2/1 2-way
  // One load of a place that each lane chooses.
  out[t] = t < 16 ? s[t * 2] : s[t * 16]; // expect: load 9/1 9-way
  // Two loads, each by half of the lanes.
  out[t] = t < 16 ? s[t * 2] + 1 : s[t * 16]; // expect: load 1/1, load 8/1 8-way
  out[t] = t < 0 ? s[t * 32] : s[t];      // expect: load 1/1
  (t < 16 ? s[t] : s[t + 16]) = 1;        // expect: store 2/1 2-way
  out[t] = s[t] ?: 7;                     // expect: load 1/1
}

__global__ void shortCircuit(int *out) {
  __shared__ volatile int s[4096];
  int t = threadIdx.x;
  bool b = t < 4 && s[t * 32];  // expect: load 4/1 4-way
  b |= t < 4 || s[t * 32];      // expect: load 28/1 28-way
  b |= t < 32 && s[t];          // expect: load 1/1
  if (t >= 2 && t < 10 && s[t * 16]) // expect: load 4/1 4-way
    out[t] = b;
  b |= t > 31 && s[t * 32]; // expect: none
}

void launch(int *out) {
  branches<<<1, 32>>>(out);
  conditional<<<1, 32>>>(out);
  shortCircuit<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "branches"
// PROGRAM: if (t < 16) {
// PROGRAM-NEXT: store 4 &s[i64(t * 2)] volatile array s
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: if (t < 24) {
// PROGRAM-NEXT: store 4 &s[i64(t * 8)] volatile array s
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: store 4 &s[i64(t * 16)] volatile array s
// PROGRAM: if ((t % 2) != 0) {
// PROGRAM-NEXT: if (t < 16) {
// PROGRAM-NEXT: store 4 &s[i64(t * 4)] volatile array s
// PROGRAM: i = t
// PROGRAM-NEXT: if (t < 16) {
// PROGRAM-NEXT: i = 2 * t
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: i = i * 2
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(i)] volatile array s
// PROGRAM-NEXT: half = t / 16
// PROGRAM-NEXT: if (half != 0) {
// PROGRAM-NEXT: store 4 &s[i64((half * 32) + (t * 32))] volatile array s
// PROGRAM-LABEL: kernel "conditional"
// PROGRAM: load 4 &s[i64((t < 16) ? t : (t - 16))] volatile array s
// PROGRAM: load 4 &s[i64((((t & 1) != 0) ? 1 : 2) * t)] volatile array s
// PROGRAM-NEXT: [[T:""#[0-9]+]] = t < 16
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = [[T]]
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = i64(t * 2)
// PROGRAM-NEXT: [[T4:""#[0-9]+]] = i64(t * 16)
// PROGRAM-NEXT: load 4 ([[T2]] ? &s{{\[}}[[T3]]] : &s{{\[}}[[T4]]]) volatile
// PROGRAM: [[T5:""#[0-9]+]] = t < 16
// PROGRAM-NEXT: [[T6:""#[0-9]+]] = [[T5]]
// PROGRAM-NEXT: [[T7:""#[0-9]+]] = i64(t)
// PROGRAM-NEXT: [[T8:""#[0-9]+]] = i64(t + 16)
// PROGRAM-NEXT: store 4 ([[T6]] ? &s{{\[}}[[T7]]] : &s{{\[}}[[T8]]]) volatile
// PROGRAM-LABEL: kernel "shortCircuit"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:""#[0-9]+]] = t < 4
// PROGRAM-NEXT: if ([[V0]]) {
// PROGRAM-NEXT: load 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: [[V0]] = opaque<data-dependent-index>("loaded from 's[t * 32]'", name "s[t * 32]", volatile, &s[i64(t * 32)]):i32 != 0
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = t < 4
// PROGRAM-NEXT: if ([[V1]]) {
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: load 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: [[V1]] = opaque<data-dependent-index>("loaded from 's[t * 32]'", name "s[t * 32]", volatile, &s[i64(t * 32)]):i32 != 0
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = t < 32
// PROGRAM-NEXT: if ([[V2]]) {
// PROGRAM-NEXT: load 4 &s[i64(t)] volatile array s
// PROGRAM-NEXT: [[V2]] = opaque<data-dependent-index>("loaded from 's[t]'", name "s[t]", volatile, &s[i64(t)]):i32 != 0
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = (t >= 2) && (t < 10)
// PROGRAM-NEXT: if ([[V3]]) {
// PROGRAM-NEXT: load 4 &s[i64(t * 16)] volatile array s
// PROGRAM-NEXT: [[V3]] = opaque<data-dependent-index>("loaded from 's[t * 16]'", name "s[t * 16]", volatile, &s[i64(t * 16)]):i32 != 0
// PROGRAM-NEXT: }
// PROGRAM-NEXT: if ([[V3]]) {
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = t > 31
// PROGRAM-NEXT: if ([[V4]]) {
// PROGRAM-NEXT: load 4 &s[i64(t * 32)] volatile array s
// PROGRAM-NEXT: [[V4]] = opaque<data-dependent-index>("loaded from 's[t * 32]'", name "s[t * 32]", volatile, &s[i64(t * 32)]):i32 != 0
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }

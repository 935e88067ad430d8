// Device functions are followed: arguments by value, pointer, reference and array.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#include <utility>

__device__ int doubled(int i) { return i * 2; }
__device__ int clamped(int i, int limit) {
  if (i < limit)
    return i;
  return limit;
}
__device__ float readAt(const float *base, int i) {
  return base[i]; // expect: load 32/1 32-way
}
__device__ void writeTo(float &place) {
  place = 1; // expect: store 2/1 2-way
}
__device__ void fill(float tile[][32], int x, int y) {
  tile[y][x] = 1; // expect: store 1/1
  tile[x][y] = 1; // expect: upper-bound store 32/1 32-way
}
__device__ void whole(float (&tile)[32][33]) {
  tile[threadIdx.x][0] = 1; // expect: store 1/1
  tile[1][threadIdx.x] = sizeof(tile); // expect: store 1/1
}
__device__ float *rowOf(float *base, int row) { return base + 32 * row; }
__device__ float &cell(float (&tile)[32][32], int x, int y) {
  return tile[y][x];
}
__device__ void advance(int &i, int *j) {
  i += 1;
  *j = i;
}
__device__ void swapped(int &a, int &b) {
  int c = a;
  a = b;
  b = c;
}

__global__ void calls(float *out) {
  __shared__ float s[4096];
  __shared__ float tile[32][32];
  __shared__ float odd[32][33];
  int t = threadIdx.x;
  s[doubled(t)] = 1;           // expect: store 2/1 2-way
  s[doubled(doubled(t))] = 1;  // expect: store 4/1 4-way
  s[clamped(t, 15) * 16] = 1;  // expect: store 8/1 8-way
  out[t] = readAt(s, t);
  out[t] = readAt(&s[64], t * 32);
  writeTo(s[t * 2]);
  fill(tile, t, threadIdx.y);
  whole(odd);
  *rowOf(s, t) = 1;           // expect: store 32/1 32-way
  rowOf(tile[0], 1)[t] = 1;   // expect: store 1/1
  cell(tile, 0, t) = 1;       // expect: store 32/1 32-way
  out[t] = cell(tile, t, 0);  // expect: load 1/1
}

__global__ void outputs(float *out) {
  __shared__ float s[4096];
  int i = threadIdx.x, j = 0;
  s[j] = 1; // expect: store 1/1
  int k = 5;
  swapped(i, k);
  s[k * 4] = 1; // expect: store 4/1 4-way
  s[i] = 1;     // expect: store 1/1
  // Behind the pointer is the variable.
  advance(i, &j);
  s[i] = 1;     // expect: store 1/1
  s[j * 4] = 1; // expect: store 1/1
}

__device__ void never(float *s) { s[threadIdx.x * 32] = 1; }

__device__ int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }
__device__ int endless(int n) { return endless(n + 1); }

// Templates that call their next instance nest deeply, and end.
template <int I> struct Number {};
template <int I> __device__ void copyFrom(float *s, Number<I>) {
  s[33 * threadIdx.x + I] = 1; // expect: store 1/1
  copyFrom(s, Number<I + 1>());
}
__device__ void copyFrom(float *s, Number<33>) {}
__global__ void instances(float *out) {
  __shared__ float s[33 * 32];
  copyFrom(s, Number<0>());
}

// What only holds values has no branches, so the size of these loops is known.
__global__ void holders(float *out) {
  __shared__ float s[4096];
  for (int i = 0; i < 2; ++i) {
    auto pair = std::make_pair(i, out);
    s[threadIdx.x * 2 + pair.first] = 1; // expect: upper-bound store 2/1 2-way
  }
  for (int i = 0; i < 2; ++i) {
    auto pair = make_int2(i, 2);
    s[threadIdx.x * 2 + pair.x] = 1; // expect: store 2/2
  }
}

__global__ void recursive(float *out, int n) {
  __shared__ float s[4096];
  s[depth(4) + threadIdx.x] = 1;            // expect: store 1/1
  s[depth(n) * 2 + threadIdx.x] = 1;        // expect: unknown store recursion
  s[endless(n) * threadIdx.x] = 1;          // expect: unknown store recursion
}

void launch(float *out, int n) {
  calls<<<1, 32>>>(out);
  outputs<<<1, 32>>>(out);
  holders<<<1, 32>>>(out);
  recursive<<<1, 32>>>(out, n);
  instances<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "calls"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:i#[0-9]+]] = t
// PROGRAM-NEXT: store 4 &s[i64([[V0]] * 2)] array s
// PROGRAM-NEXT: [[V1:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V2:i#[0-9]+]] = [[V1]] * 2
// PROGRAM-NEXT: store 4 &s[i64([[V2]] * 2)] array s
// PROGRAM-NEXT: [[V3:i#[0-9]+]] = t
// PROGRAM-NEXT: region "clamped" {
// PROGRAM-NEXT: if ([[V3]] < 15) {
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = [[V3]]
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V4]] = 15
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64([[V4]] * 16)] array s
// PROGRAM-NEXT: [[V5:base#[0-9]+]] = &s
// PROGRAM-NEXT: [[V6:i#[0-9]+]] = t
// PROGRAM-NEXT: region "readAt" {
// PROGRAM-NEXT: load 4 ([[V5]] + u64(i64([[V6]]) * 4:i64))
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V7:base#[0-9]+]] = &s[64:i64]
// PROGRAM-NEXT: [[V8:i#[0-9]+]] = t * 32
// PROGRAM-NEXT: region "readAt" {
// PROGRAM-NEXT: load 4 ([[V7]] + u64(i64([[V8]]) * 4:i64))
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V9:""#[0-9]+]] = i64(t * 2)
// PROGRAM-NEXT: region "writeTo" {
// PROGRAM-NEXT: store 4 &s{{\[}}[[V9]]] array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V10:tile#[0-9]+]] = &[[V11:tile#[0-9]+]]
// PROGRAM-NEXT: [[V12:x#[0-9]+]] = t
// PROGRAM-NEXT: [[V13:y#[0-9]+]] = i32(threadIdx.y)
// PROGRAM-NEXT: region "fill" {
// PROGRAM-NEXT: store 4 (([[V10]] + u64(i64([[V13]]) * 128:i64)) + u64(i64([[V12]]) * 4:i64))
// PROGRAM-NEXT: store 4 (([[V10]] + u64(i64([[V12]]) * 128:i64)) + u64(i64([[V13]]) * 4:i64))
// PROGRAM-NEXT: }
// PROGRAM-NEXT: region "whole" {
// PROGRAM-NEXT: store 4 &odd[i64(threadIdx.x)][0:i64] unused by U2 array odd
// PROGRAM-NEXT: store 4 &odd[1:i64][i64(threadIdx.x)] unused by U2 array odd
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V14:base#[0-9]+]] = &s
// PROGRAM-NEXT: [[V15:row#[0-9]+]] = t
// PROGRAM-NEXT: store 4 ([[V14]] + u64(i64(32 * [[V15]]) * 4:i64))
// PROGRAM-NEXT: [[V16:base#[0-9]+]] = &[[V11]][0:i64]
// PROGRAM-NEXT: store 4 (([[V16]] + 128:u64) + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: [[V17:y#[0-9]+]] = t
// PROGRAM-NEXT: [[V18:""#[0-9]+]] = i64([[V17]])
// PROGRAM-NEXT: store 4 &[[V11]]{{\[}}[[V18]]][0:i64] array [[V11]]
// PROGRAM-NEXT: [[V19:x#[0-9]+]] = t
// PROGRAM-NEXT: [[V20:""#[0-9]+]] = i64([[V19]])
// PROGRAM-NEXT: load 4 &[[V11]][0:i64]{{\[}}[[V20]]] array [[V11]]
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "outputs"
// PROGRAM: body {
// PROGRAM-NEXT: i = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:j#[0-9]+]] = 0
// PROGRAM-NEXT: store 4 &s[i64([[V0]])] array s
// PROGRAM-NEXT: k = 5
// PROGRAM-NEXT: c = i
// PROGRAM-NEXT: i = k
// PROGRAM-NEXT: k = c
// PROGRAM-NEXT: store 4 &s[i64(k * 4)] array s
// PROGRAM-NEXT: store 4 &s[i64(i)] array s
// PROGRAM-NEXT: i = i + 1
// PROGRAM-NEXT: [[V0]] = i
// PROGRAM-NEXT: store 4 &s[i64(i)] array s
// PROGRAM-NEXT: store 4 &s[i64([[V0]] * 4)] array s
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "holders"
// PROGRAM: loop name {{.*}} weight {{[0-9a-z ]+}} test
// PROGRAM: loop name {{.*}} weight {{[0-9a-z ]+}} test

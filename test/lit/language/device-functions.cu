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
// PROGRAM: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[I:i#[0-9]+]] = t
// PROGRAM-NEXT: region "doubled" {
// PROGRAM-NEXT: [[T:""#[0-9]+]] = [[I]] * 2
// PROGRAM: store 4 &s[i64([[T]])] array s
// PROGRAM: [[I2:i#[0-9]+]] = [[T2:""#[0-9]+]]
// PROGRAM-NEXT: region "doubled" {
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = [[I2]] * 2
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64([[T3]])] array s
// PROGRAM-NEXT: [[I3:i#[0-9]+]] = t
// PROGRAM-NEXT: limit = 15
// PROGRAM-NEXT: region "clamped" {
// PROGRAM-NEXT: if ([[I3]] < limit) {
// PROGRAM-NEXT: [[T4:""#[0-9]+]] = [[I3]]
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[T4]] = limit
// PROGRAM-NEXT: return
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64([[T4]] * 16)] array s
// PROGRAM: [[BASE:base#[0-9]+]] = &s[64:i64]
// PROGRAM-NEXT: [[I4:i#[0-9]+]] = t * 32
// PROGRAM-NEXT: region "readAt" {
// PROGRAM-NEXT: load 4 ([[BASE]] + u64(i64([[I4]]) * 4:i64))
// PROGRAM: [[T5:""#[0-9]+]] = i64(t * 2)
// PROGRAM-NEXT: region "writeTo" {
// PROGRAM-NEXT: store 4 &s{{\[}}[[T5]]] array s
// PROGRAM: [[TILE:tile#[0-9]+]] = &[[TILE2:tile#[0-9]+]]
// PROGRAM-NEXT: [[X:x#[0-9]+]] = t
// PROGRAM-NEXT: [[Y:y#[0-9]+]] = i32(threadIdx.y)
// PROGRAM-NEXT: region "fill" {
// PROGRAM-NEXT: store 4 (([[TILE]] + u64(i64([[Y]]) * 128:i64)) + u64(i64([[X]]) * 4:i64))
// PROGRAM-NEXT: store 4 (([[TILE]] + u64(i64([[X]]) * 128:i64)) + u64(i64([[Y]]) * 4:i64))
// PROGRAM: region "whole" {
// PROGRAM-NEXT: store 4 &odd[i64(threadIdx.x)][0:i64] unused by U2 array odd
// PROGRAM-NEXT: store 4 &odd[1:i64][i64(threadIdx.x)] unused by U2 array odd
// PROGRAM: [[BASE2:base#[0-9]+]] = &s
// PROGRAM-NEXT: [[ROW:row#[0-9]+]] = t
// PROGRAM-NEXT: region "rowOf" {
// PROGRAM-NEXT: [[T6:""#[0-9]+]] = [[BASE2]] + u64(i64(32 * [[ROW]]) * 4:i64)
// PROGRAM: store 4 [[T6]]
// PROGRAM: [[X2:x#[0-9]+]] = 0
// PROGRAM-NEXT: [[Y2:y#[0-9]+]] = t
// PROGRAM-NEXT: region "cell" {
// PROGRAM-NEXT: [[T7:""#[0-9]+]] = i64([[Y2]])
// PROGRAM-NEXT: [[T8:""#[0-9]+]] = i64([[X2]])
// PROGRAM: store 4 &[[TILE2]]{{\[}}[[T7]]]{{\[}}[[T8]]] array [[TILE2]]
// PROGRAM-LABEL: kernel "outputs"
// PROGRAM: store 4 &s[i64([[J:j#[0-9]+]])] array s
// PROGRAM-NEXT: k = 5
// PROGRAM-NEXT: region "swapped" {
// PROGRAM-NEXT: c = i
// PROGRAM-NEXT: i = k
// PROGRAM-NEXT: k = c
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(k * 4)] array s
// PROGRAM-NEXT: store 4 &s[i64(i)] array s
// PROGRAM-NEXT: region "advance" {
// PROGRAM-NEXT: i = i + 1
// PROGRAM-NEXT: [[J]] = i
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(i)] array s
// PROGRAM-NEXT: store 4 &s[i64([[J]] * 4)] array s
// PROGRAM-LABEL: kernel "holders"
// PROGRAM: loop name {{.*}} weight {{[0-9a-z ]+}} test
// PROGRAM: loop name {{.*}} weight {{[0-9a-z ]+}} test

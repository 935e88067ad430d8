// Range-based loops, structured bindings and packs.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#include <initializer_list>

__global__ void ranges(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (auto &row : tile)
    row[t] = 1; // expect: store 1/1 total 32/32
  for (const auto &row : tile)
    out[t] += row[t * 2 % 32]; // expect: load 1/1 total 32/32
  for (float &value : tile[1])
    value = 2; // expect: store 4/4 total 32/32
  float sum = 0;
  for (float value : tile[t]) // expect: upper-bound load 32/1 32-way
    sum += value;
  int strides[] = {1, 2, 4};
  for (int stride : strides)
    (&tile[0][0])[t * stride] = sum; // expect: store 4/1 4-way total 7/3
}

__global__ void braced(float *out) {
  __shared__ float s[1024];
  for (int stride : {8, 2, 1})
    s[threadIdx.x * stride] = stride; // expect: store 8/1 8-way total 11/3
}

__global__ void bindings(float *out) {
  __shared__ int2 pairs[64];
  __shared__ int rows[2][64];
  auto [a, b] = pairs[threadIdx.x]; // expect: load 2/2
  auto &[c, d] = pairs[threadIdx.x];
  c = a;     // expect: store 2/1 2-way
  out[0] = d; // expect: load 2/1 2-way
  auto &[first, second] = rows;
  first[threadIdx.x] = b;      // expect: store 1/1
  second[threadIdx.x * 2] = b; // expect: upper-bound store 2/1 2-way
}

template <int... Strides> __global__ void packs(float *out) {
  __shared__ int s[4096];
  // expect: store 32/1 32-way
  ((s[threadIdx.x * Strides] = 1), ...);
}

void launch(float *out) {
  ranges<<<1, 32>>>(out);
  braced<<<1, 32>>>(out);
  bindings<<<1, 32>>>(out);
  packs<1, 2, 32><<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "ranges"
// PROGRAM: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[T:""#[0-9]+]] = 0:i64
// PROGRAM-NEXT: loop weight {{[0-9a-z ]+}} test ([[T]] < 32:i64) {
// PROGRAM-NEXT: store 4 &tile{{\[}}[[T]]][i64(t)] array tile
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T]] = [[T]] + 1:i64
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = 0:i64
// PROGRAM-NEXT: loop weight {{[0-9a-z ]+}} test ([[T2]] < 32:i64) {
// PROGRAM-NEXT: load 4 &tile{{\[}}[[T2]]][i64((t * 2) % 32)] array tile
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T2]] = [[T2]] + 1:i64
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = 0:i64
// PROGRAM-NEXT: loop weight {{[0-9a-z ]+}} test ([[T3]] < 32:i64) {
// PROGRAM-NEXT: store 4 &tile[1:i64]{{\[}}[[T3]]] array tile
// PROGRAM-NEXT: } step {
// PROGRAM-NEXT: [[T3]] = [[T3]] + 1:i64
// PROGRAM: [[T4:""#[0-9]+]] = i64(t)
// PROGRAM-NEXT: [[T5:""#[0-9]+]] = 0:i64
// PROGRAM-NEXT: loop weight {{[0-9a-z ]+}} test ([[T5]] < 32:i64) {
// PROGRAM-NEXT: load 4 &tile{{\[}}[[T4]]]{{\[}}[[T5]]] array tile
// PROGRAM: [[T6:""#[0-9]+]] = 0:i64
// PROGRAM-NEXT: loop weight {{[0-9a-z ]+}} test ([[T6]] < 3:i64) {
// PROGRAM-NEXT: stride = (([[T6]] * 4:i64) == 8:i64) ? "strides[2]" : ((([[T6]] * 4:i64) == 4:i64) ? "strides[1]" : "strides[0]")
// PROGRAM-NEXT: store 4 (&tile[0:i64][0:i64] + u64(i64(t * stride) * 4:i64))
// PROGRAM-LABEL: kernel "bindings"
// PROGRAM: [[T7:""#[0-9]+]] = i64(threadIdx.x)
// PROGRAM-NEXT: store 4 &pairs{{\[}}[[T7]]] array pairs
// PROGRAM-NEXT: load 4 &pairs{{\[}}[[T7]]].bytes(4:i64) array pairs
// PROGRAM-NEXT: store 4 &rows[0:i64][i64(threadIdx.x)] unused by U2 array rows
// PROGRAM-NEXT: store 4 &rows[1:i64][i64(threadIdx.x * 2:u32)] unused by U2 array rows
// PROGRAM-LABEL: kernel "packs<1, 2, 32>"
// PROGRAM: store 4 &s[i64(threadIdx.x * 1:u32)] array s
// PROGRAM-NEXT: store 4 &s[i64(threadIdx.x * 2:u32)] array s
// PROGRAM-NEXT: store 4 &s[i64(threadIdx.x * 32:u32)] array s

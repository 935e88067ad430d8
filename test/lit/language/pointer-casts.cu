// Conversions between pointers and integers, pointers to rows.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#include <stdint.h>

__global__ void casts(float *out) {
  __shared__ float s[4096];
  __shared__ __align__(16) unsigned char raw[4096];
  int t = threadIdx.x;
  void *any = s;
  static_cast<float *>(any)[t * 4] = 1;             // expect: store 4/1 4-way
  ((float *)(void *)s)[t] = 1;                      // expect: silent
  const float *fixed = s;
  const_cast<float *>(fixed)[t * 2] = 1;            // expect: upper-bound store 2/1 2-way
  reinterpret_cast<int *>(&s[t])[0] = 1;            // expect: silent
  *reinterpret_cast<float2 *>(raw + t * 8) = make_float2(1, 2); // expect: store 2/2
  *reinterpret_cast<float2 *>(raw + t * 16) = make_float2(1, 2); // expect: store 4/2 2-way
  reinterpret_cast<short *>(s)[t * 4] = 1;          // expect: upper-bound store 2/1 2-way
  reinterpret_cast<unsigned char *>(&s[t])[1] = 1;  // expect: silent
  uintptr_t address = reinterpret_cast<uintptr_t>(s);
  *reinterpret_cast<float *>(address + t * 4) = 1;  // expect: silent
  *(float *)(address + t * 8) = 1;                  // expect: upper-bound store 2/1 2-way
  *(float *)((size_t)&s[t * 8] | 4) = 1;            // expect: store 8/1 8-way
  float *aligned = (float *)(((uintptr_t)s + 15) & ~(uintptr_t)15);
  aligned[t * 2] = 1;                               // expect: store 2/1 2-way
  // Lanes that are not aligned to the width trap on the device.
  *reinterpret_cast<float4 *>(&s[t]) = make_float4(1, 2, 3, 4); // expect: unknown store misaligned
}

__global__ void assumed(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float *aligned = (float *)__builtin_assume_aligned(s, 16);
  aligned[t * 4] = 1; // expect: store 4/1 4-way
}

typedef float (*Rows)[33];
__device__ void rowsOf(float (*rows)[32], Rows odd, int t) {
  rows[t][0] = 1; // expect: upper-bound store 32/1 32-way
  rows[0][t] = 1; // expect: silent
  odd[t][0] = 1;  // expect: silent
  (*rows)[t] = 1; // expect: silent
  (*(odd + t))[t * 31] = 1; // expect: store 32/1 32-way
  rows += t;
  rows[0][1] = 1; // expect: store 32/1 32-way
}

__global__ void rows(float *out) {
  __shared__ float tile[32][32];
  __shared__ float odd[64][33];
  int t = threadIdx.x;
  rowsOf(tile, odd, t);
  float (*p)[32] = tile;
  p[t][3] = 1;                   // expect: store 32/1 32-way
  float (*q)[32] = &tile[1];
  q[0][t] = 1;                   // expect: silent
  float (&row)[32] = tile[t];
  row[5] = 1;                    // expect: store 32/1 32-way
  float (&whole)[32][32] = tile;
  whole[5][t] = 1;               // expect: silent
  float (*all)[32][32] = &tile;
  (*all)[t][0] = 1;              // expect: store 32/1 32-way
  float &element = tile[t][t];
  element = 1;                   // expect: silent
  auto &other = odd[t][1];
  other += 1;                    // expect: silent
}

void launch(float *out) {
  casts<<<1, 32>>>(out);
  assumed<<<1, 32>>>(out);
  rows<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "casts"
// PROGRAM: store 4 (any + u64(i64(t * 4) * 4:i64))
// PROGRAM: store 4 (fixed + u64(i64(t * 2) * 4:i64))
// PROGRAM-NEXT: store 4 &s[i64(t)]
// PROGRAM: store 8 (&raw + u64(i64(t * 8) * 1:i64))
// PROGRAM: store 2 (&s + u64(i64(t * 4) * 2:i64))
// PROGRAM-NEXT: store 1 (&s[i64(t)] + 1:u64)
// PROGRAM-NEXT: address = &s
// PROGRAM-NEXT: store 4 (address + u64(t * 4))
// PROGRAM-NEXT: store 4 (address + u64(t * 8))
// PROGRAM-NEXT: store 4 (&s[i64(t * 8)] | 4:u64)
// PROGRAM-NEXT: aligned = (&s + 15:u64) & 18446744073709551600:u64
// PROGRAM-NEXT: store 4 (aligned + u64(i64(t * 2) * 4:i64))
// PROGRAM-LABEL: kernel "rows"
// PROGRAM: store 4 (rows + u64(i64([[T:t#[0-9]+]]) * 128:i64))
// PROGRAM-NEXT: store 4 (rows + u64(i64([[T]]) * 4:i64))
// PROGRAM-NEXT: store 4 ([[ODD:odd#[0-9]+]] + u64(i64([[T]]) * 132:i64))
// PROGRAM-NEXT: store 4 (rows + u64(i64([[T]]) * 4:i64))
// PROGRAM-NEXT: store 4 (([[ODD]] + u64(i64([[T]]) * 132:i64)) + u64(i64([[T]] * 31) * 4:i64))
// PROGRAM-NEXT: rows = rows + u64(i64([[T]]) * 128:i64)
// PROGRAM-NEXT: store 4 (rows + 4:u64)
// PROGRAM: store 4 ((p + u64(i64([[T2:t#[0-9]+]]) * 128:i64)) + 12:u64)
// PROGRAM-NEXT: q = &tile[1:i64]
// PROGRAM-NEXT: store 4 (q + u64(i64([[T2]]) * 4:i64))
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = i64([[T2]])
// PROGRAM-NEXT: store 4 &tile{{\[}}[[T3]]][5:i64] array tile
// PROGRAM: store 4 (all + u64(i64([[T2]]) * 128:i64))
// PROGRAM-NEXT: [[T4:""#[0-9]+]] = i64([[T2]])
// PROGRAM-NEXT: [[T5:""#[0-9]+]] = i64([[T2]])
// PROGRAM-NEXT: store 4 &tile{{\[}}[[T4]]]{{\[}}[[T5]]] array tile

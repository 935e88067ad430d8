// Indices that were read from memory are not guessed.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ int table[32];
__constant__ int strides[2];

__global__ void histogram(const int *in, float *out) {
  __shared__ int s[4096];
  int t = threadIdx.x;
  s[in[t]] = 1;        // expect: unknown store data-dependent-index
  s[t] = 1;            // expect: store 1/1
  s[s[t]] = 1;         // expect: unknown store data-dependent-index, load 1/1
  s[table[t]] = 1;     // expect: unknown store data-dependent-index
  s[(int)out[t]] = 1;  // expect: unknown store floating-point
  int local[4] = {0, 32, 64, 96};
  s[local[t % 4]] = 1; // expect: store 4/1 4-way
  s[__ldg(in + t)] = 1; // expect: unknown store data-dependent-index
  // The same for all lanes, whatever it is.
  s[in[0]] = 1;           // expect: store 1/1
  s[in[blockIdx.x] + t] = 1; // expect: store 1/1
  s[__shfl_xor_sync(~0u, in[t], 3)] = 1; // expect: unknown store cross-lane
  s[(int)(t * 0.3f)] = 1; // expect: unknown store floating-point
  s[(int)sqrtf(t)] = 1;   // expect: unknown store floating-point
}

void launch(const int *in, float *out) { histogram<<<1, 32>>>(in, out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "histogram"
// PROGRAM: store 4 &s[i64(opaque<data-dependent-index>("read from memory through 'in'", name "in[t]", [[IN:in#[0-9]+]], i64(t) * 4:i64):i32)] array s
// PROGRAM: load 4 &s[i64(t)] array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<data-dependent-index>("loaded from 's[t]'", name "s[t]", &s[i64(t)]):i32)] array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<data-dependent-index>("read from 'table'", name "table[t]", i64(t) * 4:i64):i32)] array s
// PROGRAM: "local[0]" = 0
// PROGRAM-NEXT: "local[1]" = 32
// PROGRAM-NEXT: "local[2]" = 64
// PROGRAM-NEXT: "local[3]" = 96
// PROGRAM: store 4 &s[i64(opaque<data-dependent-index>("read from memory through 'in'", name "in[0]", [[IN]]):i32)] array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<data-dependent-index>("read from memory through 'in'", name "in[blockIdx.x]", [[IN]], i64(blockIdx.x) * 4:i64):i32 + t)] array s

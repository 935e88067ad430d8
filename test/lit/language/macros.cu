// Accesses that macros write.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#define AT(y, x) tile[y][x]
#define INDEX(y, x) ((y) * 32 + (x))
#define STORE(value) flat[threadIdx.x * 2] = (value)
#define BOTH(a, b)                                                             \
  flat[a] = 1;                                                                 \
  flat[b] = 2
#define BLOCK threadIdx.x

__global__ void macros(float *out) {
  __shared__ volatile float tile[32][32];
  __shared__ volatile float flat[4096];
  out[0] = AT(threadIdx.x, 0);          // expect: load 32/1 32-way
  out[0] = AT(0, threadIdx.x);          // expect: load 1/1
  flat[INDEX(threadIdx.x, 0)] = 1;      // expect: store 32/1 32-way
  flat[INDEX(0, threadIdx.x)] = 1;      // expect: store 1/1
  STORE(3);                             // expect: store 2/1 2-way
  BOTH(threadIdx.x, threadIdx.x * 4);   // expect: store 4/1 4-way
  flat[BLOCK] = 1;                      // expect: store 1/1
  flat[BLOCK * 32] = 1;                 // expect: store 32/1 32-way
}

void launch(float *out) { macros<<<1, 32>>>(out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "macros"
// PROGRAM: load 4 &tile[i64(threadIdx.x)][0:i64] volatile array tile
// PROGRAM-NEXT: load 4 &tile[0:i64][i64(threadIdx.x)] volatile array tile
// PROGRAM-NEXT: store 4 &flat[i64((threadIdx.x * 32:u32) + 0:u32)] volatile array flat
// PROGRAM-NEXT: store 4 &flat[i64(0:u32 + threadIdx.x)] volatile array flat
// PROGRAM-NEXT: store 4 &flat[i64(threadIdx.x * 2:u32)] volatile array flat
// PROGRAM-NEXT: store 4 &flat[i64(threadIdx.x)] volatile array flat
// PROGRAM-NEXT: store 4 &flat[i64(threadIdx.x * 4:u32)] volatile array flat
// PROGRAM: store 4 &flat[i64(threadIdx.x * 32:u32)] volatile array flat

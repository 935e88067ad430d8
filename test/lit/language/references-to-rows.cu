// A reference to shared memory stays one, whoever else is given its address.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ void clear(int *place) {
  *place = 0; // expect: store 1/1
}

__global__ void rows(int *out) {
  __shared__ int tile[32][32];
  int (&row)[32] = tile[blockIdx.x];
  int (&column)[32] = tile[threadIdx.x];
  int &cell = tile[3][threadIdx.x];
  row[threadIdx.x] = 1;                // expect: store 1/1
  column[blockIdx.x] = 1;              // expect: store 32/1 32-way
  atomicMax(&row[threadIdx.x], 2);     // expect: atomic 1/1
  atomicMax(&column[blockIdx.x], 2);   // expect: atomic 32/1 32-way
  atomicMax(row, 2);                   // expect: upper-bound atomic 32/1 32-way
  atomicMax(&cell, 2);                 // expect: atomic 1/1
  cell = 2;                            // expect: store 1/1
  clear(&cell);
  int *place = &row[threadIdx.x * 2];
  *place = 3;                          // expect: store 2/1 2-way
}

void launch(int *out) { rows<<<4, 32>>>(out); }

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "rows"
// PROGRAM: [[T:""#[0-9]+]] = i64(blockIdx.x)
// PROGRAM-NEXT: [[T2:""#[0-9]+]] = i64(threadIdx.x)
// PROGRAM-NEXT: [[T3:""#[0-9]+]] = i64(threadIdx.x)
// PROGRAM-NEXT: store 4 &tile{{\[}}[[T]]][i64(threadIdx.x)] array tile
// PROGRAM-NEXT: store 4 &tile{{\[}}[[T2]]][i64(blockIdx.x)] array tile
// PROGRAM-NEXT: atomic 4 &tile{{\[}}[[T]]][i64(threadIdx.x)] apart array tile
// PROGRAM-NEXT: atomic 4 &tile{{\[}}[[T2]]][i64(blockIdx.x)] apart array tile
// PROGRAM-NEXT: atomic 4 &tile{{\[}}[[T]]] apart
// PROGRAM-NEXT: atomic 4 &tile[3:i64]{{\[}}[[T3]]] apart array tile
// PROGRAM-NEXT: store 4 &tile[3:i64]{{\[}}[[T3]]] apart array tile
// PROGRAM-NEXT: [[PLACE:place#[0-9]+]] = &tile[3:i64]{{\[}}[[T3]]]
// PROGRAM-NEXT: region "clear" {
// PROGRAM-NEXT: store 4 [[PLACE]]
// PROGRAM: [[PLACE2:place#[0-9]+]] = &tile{{\[}}[[T]]][i64(threadIdx.x * 2:u32)]
// PROGRAM-NEXT: store 4 [[PLACE2]]

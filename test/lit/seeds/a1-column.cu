// A1. The column of a 32x32 tile: 32 rows of 128 bytes, so that all lanes meet
// in one bank.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --strict-whitespace

#define TILE_DIM 32

__global__ void literal(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1; // expect: silent
  __syncthreads();
  // expect: load 32/1 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// CHECK:{{.*}}a1-column.cu:[[@LINE-2]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' takes 1,024 wavefronts per block instead of 32: 32-way shared-memory bank conflict [shared-bank-conflict]
// CHECK-NEXT:{{^}}   15 |   out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
// CHECK-NEXT:{{^}}      |                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// CHECK:{{.*}}a1-column.cu:11:20: note: 'tile' is declared here with a row pitch of 128 bytes
// CHECK-SAME:pad the last extent to 33: 1 wavefront instead of 32; 128 more bytes
// CHECK-NEXT:{{^}}   11 |   __shared__ float tile[32][32];
// CHECK-NEXT:{{^}}      |                    ^~~~     ~~
// CHECK-NEXT:{{^}}      |                             33

__global__ void macro(float *out) {
  __shared__ float tile[TILE_DIM][TILE_DIM];
  tile[threadIdx.y][threadIdx.x] = 1; // expect: silent
  __syncthreads();
  // expect: load 32/1 32-way
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// CHECK:{{.*}}a1-column.cu:[[@LINE-2]]:22: warning: load of 'tile[threadIdx.x][threadIdx.y]' takes 1,024 wavefronts per block instead of 32
// CHECK:{{^}}   27 |   __shared__ float tile[TILE_DIM][TILE_DIM];
// CHECK-NEXT:{{^}}      |                    ^~~~           ~~~~~~~~
// CHECK-NEXT:{{^}}      |                                   TILE_DIM + 1

void launch(float *out) {
  literal<<<1, dim3(32, 1)>>>(out);
  literal<<<1, dim3(32, 32)>>>(out);
  macro<<<1, dim3(32, 1)>>>(out);
  macro<<<1, dim3(32, 32)>>>(out);
}

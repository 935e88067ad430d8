// E2. The column of wider and of integer tiles; one more column helps both.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --strict-whitespace

__global__ void plain(float *out, int *ints) {
  __shared__ float wide[32][64];
  __shared__ int square[32][32];
  out[threadIdx.x] = wide[threadIdx.x][threadIdx.y];    // expect: load 32/1 32-way
  ints[threadIdx.x] = square[threadIdx.x][threadIdx.y]; // expect: load 32/1 32-way
}
// CHECK:{{.*}}e2-rows-of-64.cu:10:22: warning: load of 'wide[threadIdx.x][threadIdx.y]' takes 256 wavefronts per block instead of 8
// CHECK:{{^}}    8 |   __shared__ float wide[32][64];
// CHECK-NEXT:{{^}}      |                    ^~~~     ~~
// CHECK-NEXT:{{^}}      |                             65
// CHECK:{{.*}}e2-rows-of-64.cu:11:23: warning: load of 'square[threadIdx.x][threadIdx.y]' takes 256 wavefronts per block instead of 8
// CHECK:{{^}}    9 |   __shared__ int square[32][32];
// CHECK-NEXT:{{^}}      |                  ^~~~~~     ~~
// CHECK-NEXT:{{^}}      |                             33

__global__ void padded(float *out, int *ints) {
  __shared__ float wide[32][65];
  __shared__ int square[32][33];
  out[threadIdx.x] = wide[threadIdx.x][threadIdx.y];    // expect: silent
  ints[threadIdx.x] = square[threadIdx.x][threadIdx.y]; // expect: silent
}

void launch(float *out, int *ints) {
  plain<<<1, dim3(32, 8)>>>(out, ints);
  padded<<<1, dim3(32, 8)>>>(out, ints);
}

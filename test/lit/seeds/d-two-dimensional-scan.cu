// D1, D2, D3. A two-dimensional scan of 64-bit values. The column is commonly
// called 32-way; each half-warp of 16 lanes is a pass of its own, 16-way.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --strict-whitespace

#define WARP_SIZE 32

__global__ void scan(unsigned long long *data) {
  __shared__ unsigned long long smem[WARP_SIZE][WARP_SIZE];
  smem[threadIdx.y][threadIdx.x] = *data; // expect: store 2/2
  __syncthreads();
  // expect: load 32/2 16-way
  unsigned long long value = smem[threadIdx.x][threadIdx.y];
  // expect: store 32/2 16-way
  smem[threadIdx.x][threadIdx.y] = value + 1;
  __syncthreads();
  *data = smem[threadIdx.y][threadIdx.x]; // expect: load 2/2
}
// CHECK:{{.*}}d-two-dimensional-scan.cu:15:30: warning: 2 accesses to 'smem' take 2,048 wavefronts per block instead of 128: 16-way bank conflict in each half-warp
// CHECK:; likewise at 17:3
// CHECK:{{^}}   11 |   __shared__ unsigned long long smem[WARP_SIZE][WARP_SIZE];
// CHECK-NEXT:{{^}}      |                                 ^~~~            ~~~~~~~~~
// CHECK-NEXT:{{^}}      |                                                 WARP_SIZE + 1

__global__ void padded(unsigned long long *data) {
  __shared__ unsigned long long smem[32][33];
  smem[threadIdx.y][threadIdx.x] = *data; // expect: store 2/2
  __syncthreads();
  // expect: load 2/2
  unsigned long long value = smem[threadIdx.x][threadIdx.y];
  smem[threadIdx.x][threadIdx.y] = value + 1; // expect: store 2/2
}

void launch(unsigned long long *data) {
  scan<<<1, dim3(32, 32)>>>(data);
  padded<<<1, dim3(32, 32)>>>(data);
}

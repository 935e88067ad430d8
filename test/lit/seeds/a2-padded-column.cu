// A2. One more column spreads the rows over the banks.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 findings

__global__ void padded(float *out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = 1; // expect: silent
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // expect: load 1/1
}

void launch(float *out) {
  padded<<<1, dim3(32, 1)>>>(out);
  padded<<<1, dim3(32, 32)>>>(out);
}

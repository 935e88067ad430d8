// B5. The reduction by modulo. A tutorial claims a 2-way conflict at s = 32; the
// lanes it means are in different warps.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 findings

__global__ void reduce(int *data) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  sdata[tid] = data[tid]; // expect: silent
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) {
      // Eight warps up to s = 16, then 4, 2 and 1.
      // expect: load 1/1 total 47/47, store 1/1 total 47/47, load 1/1 total 47/47
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
}

void launch(int *data) { reduce<<<1, 256, 1024>>>(data); }

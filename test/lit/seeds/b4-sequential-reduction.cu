// B4, B6. The reduction over neighbouring threads, with a growing and with a
// halving stride: no conflict.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: 0 findings

__global__ void sequential(int *data) {
  __shared__ int shared[256];
  shared[threadIdx.x] = data[threadIdx.x]; // expect: silent
  __syncthreads();
  for (int i = blockDim.x / 2; i > 0; i /= 2) {
    if (threadIdx.x < i)
      // expect: load 1/1, store 1/1, load 1/1
      // expect[256x1x1]: load 1/1 total 12/12, store 1/1 total 12/12, load 1/1 total 12/12
      shared[threadIdx.x] += shared[threadIdx.x + i];
    __syncthreads();
  }
}

__global__ void halving(float *data) {
  extern __shared__ float sdata[];
  unsigned int tid = threadIdx.x;
  sdata[tid] = data[tid]; // expect: silent
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      // expect: load 1/1 total 12/12, store 1/1 total 12/12, load 1/1 total 12/12
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
}

void launch(int *data, float *floats) {
  sequential<<<1, 32>>>(data);
  sequential<<<1, 64>>>(data);
  sequential<<<1, 256>>>(data);
  halving<<<1, 256, 256 * sizeof(float)>>>(floats);
}

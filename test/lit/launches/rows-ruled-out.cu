// Rows that an argument rules out, as in CUB: the block of launch bounds has one.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ unsigned rank(int rows) {
  return (rows == 1 ? 0 : threadIdx.y * 32) + threadIdx.x;
}

__global__ void __launch_bounds__(256) flat(float *out) {
  __shared__ float s[1024];
  s[rank(1) * 2] = out[threadIdx.x]; // expect[256x1x1]: store 2/1 2-way
}

__global__ void __launch_bounds__(256) rows(float *out) {
  __shared__ float s[1024];
  s[rank(8) * 2] = out[threadIdx.x]; // expect[32x8x1]: store 2/1 2-way
}

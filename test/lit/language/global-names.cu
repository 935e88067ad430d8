// What this file declares may have any name that CUDA does not take.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s

__device__ int at(int y, int x) { return y * 32 + x; }

__global__ void kernel() {
  __shared__ float s[1024];
  s[at(threadIdx.x, 0)] = 1; // expect: store 32/1 32-way
}

void launch() { kernel<<<1, 32>>>(); }

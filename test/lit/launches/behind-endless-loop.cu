// A block that is a constant of the launching function is known, also where
// execution does not get there: what is called first has a loop that never ends
// as far as is known.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

#include <vector>

int copy(const void *, size_t);
int changed(int);

__global__ void column(float *out) {
  __shared__ float s[1024];
  // CHECK: for the launch with a block of 64x1x1 threads
  s[threadIdx.x * 32 % 1024] = 1; // expect[@ 64x1x1]: store 32/1 32-way
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x]; // expect[@ 64x1x1]: load 1/1
}

// The size of the block changes behind its initialization.
__global__ void changing(float *out) {
  __shared__ float s[1024];
  // CHECK: assuming a block of
  s[threadIdx.x * 32 % 1024] = 1; // expect: store 32/1 32-way
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

int refine(const std::vector<int> &devices, float *out) {
  for (int i = 1;; ++i)
    for (size_t d = 0; d < devices.size(); ++d)
      if (int error = copy(out, d))
        return error;
}

int run(const std::vector<int> &devices, float *out, int rounds) {
  if (int error = refine(devices, out))
    return error;
  const int threads = 64;
  dim3 block(threads, 1, 1);
  dim3 other(64, 1, 1);
  for (;; ++rounds) {
    if (int error = changed(rounds))
      return error;
    for (size_t d = 0; d < devices.size(); ++d) {
      column<<<1, block>>>(out);
      changing<<<1, other>>>(out);
      other.x = rounds;
    }
  }
}

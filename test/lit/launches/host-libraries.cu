// Host code that uses a library whose headers are not there, as Thrust's: the
// kernel and its launch are plain.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict --parse-errors 5 --missing-headers thrust/universal_vector.h --missing-headers thrust/iterator/counting_iterator.h %s

#include <thrust/universal_vector.h>
#include <thrust/iterator/counting_iterator.h>
__global__ void k(float *o) {
  __shared__ float s[32 * 32];
  s[threadIdx.x] = o[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  // expect[32x1x1]: load 32/1 32-way
  o[threadIdx.x] = s[threadIdx.x * 32]; // expect: none
}
void run() {
  thrust::universal_vector<float> v(32);
  k<<<1, 32>>>(thrust::raw_pointer_cast(v.data()));
}

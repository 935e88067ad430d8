// A pitch that the code passes on as a number would have to change with the
// extent.
//
// RUN: %banklint %s 2>&1 | FileCheck %s

#include <mma.h>

using namespace nvcuda;
constexpr int Block = 32, Skew = 8;

// CHECK: note: 'As' is declared here{{.*}}; pad the last extent by 4 elements and adapt all that relies on the row pitch: 1 wavefront instead of 2; 512 more bytes
__global__ void load(float *out, const float *in) {
  __shared__ float As[Block][Block + Skew];
  for (int i = threadIdx.x; i < 1024; i += 32)
    As[i / 32][i % 32] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
  float sum = 0;
  for (int k = 0; k < Block; k += 8) {
    wmma::load_matrix_sync(a, &As[0][k], Block + Skew);
    sum += a.x[0];
  }
  out[threadIdx.x] = sum;
}

void launch(float *p) { load<<<1, 32>>>(p, p); }

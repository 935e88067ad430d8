// The requests of one matrix fragment are no calls, and calls count once each.
//
// RUN: %banklint --explain %s | FileCheck %s
#include <mma.h>
using namespace nvcuda;

using Accumulator = wmma::fragment<wmma::accumulator, 32, 8, 16, half>;

__device__ void once(half *c, const Accumulator &f) {
  wmma::store_matrix_sync(c, f, 96, wmma::mem_col_major);
}
__device__ void twice(half *c, const Accumulator &f) {
  wmma::store_matrix_sync(c, f, 96, wmma::mem_col_major);
}

__global__ void fragments(half *out) {
  __shared__ half c[96 * 96];
  Accumulator f;
  wmma::fill_fragment(f, 0.0f);
  once(c, f);
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x];
  __syncthreads();
  twice(c, f);
  __syncthreads();
  out[threadIdx.x + 32] = c[threadIdx.x];
  __syncthreads();
  twice(c + 64, f);
  __syncthreads();
  out[threadIdx.x + 64] = c[threadIdx.x + 64];
}

void launch(half *out) { fragments<<<1, 32>>>(out); }

// CHECK: :10:3: warning: store to 'c' takes 16 wavefronts per block instead of 4
// CHECK: :20:3: note: in the call here{{$}}
// CHECK: :13:3: warning: store to 'c' takes 32 wavefronts per block instead of 8
// CHECK: :{{24|28}}:3: note: in the call here, the worst of 2 call chains, which all conflict{{$}}

// The 4-bit types of cuda_fp4.h, and those that it brings along.
//
// RUN: %banklint %s 2>&1 | FileCheck %s
// CHECK-NOT: parse error
// CHECK: small-floats.cu:[[@LINE+8]]:3: warning: store to 'packed[threadIdx.x][0]' takes 8 wavefronts per block instead of 1
// CHECK-NOT: parse error
#include <cuda_fp4.h>

__global__ void pack(unsigned *out, float4 values) {
  __shared__ __nv_fp4x4_storage_t packed[32][16];
  const __nv_fp4x4_e2m1 four(values);
  const __nv_fp8_e4m3 one(values.x);
  packed[threadIdx.x][0] = four.__x;
  __syncthreads();
  out[threadIdx.x] = packed[0][0] + one.__x;
}
void launch(unsigned *out) { pack<<<1, 32>>>(out, {}); }

// What nvcc declares in every file is known without an include.
//
// RUN: %banklint %s 2>&1 | FileCheck %s
// CHECK: no-includes.cu:[[@LINE+5]]:3: warning: store to 'words[threadIdx.x * 2]' takes 16 wavefronts per block instead of 8
// CHECK: 2 accesses in 1 kernel: 2 exact
// CHECK-NOT: parse error
__global__ void packed(unsigned *out, unsigned a) {
  __shared__ unsigned words[512];
  words[threadIdx.x * 2] = __vcmpgtu2(a, 1) + __vminu4(a, 2) + __dp4a(1, 2, 3);
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x] + __popc(__ballot_sync(~0u, a)) + __byte_perm(a, a, 1);
}
void launch(unsigned *out) { packed<<<1, 256>>>(out, 1); }

// The embedded headers have reserved names: macros of the user change nothing.
//
// RUN: %banklint --format=json %s -- -DX=8 -DY=2 -DZ -DT=char -DN=64 -DM=2 \
// RUN:   -DMask=0 -DName=k -DValue=1 -DType=char -DWidth=4 -DBlock=2 -DGroup \
// RUN:   -DSize=3 -DLane=5 -DKernel=1 -DShared=2 -DResult=0 -DA -DB -DC -DP \
// RUN:   | %python %verdict %s
// RUN: %python %S/Inputs/unreserved.py %S/../../../lib/CudaHeaders/include \
// RUN:   | count 0

#include <cooperative_groups.h>
#include <cuda_fp16.h>

__global__ void transpose(float *out) {
  __shared__ float tile[32][32];
  auto block = cooperative_groups::this_thread_block();
  tile[threadIdx.y][threadIdx.x] = __shfl_xor_sync(~0u, out[0], 1); // expect: store 1/1
  block.sync();
  out[1] = tile[threadIdx.x][threadIdx.y]; // expect: load 32/1 32-way
}

void launch(float *out) { transpose<<<1, dim3(32, X)>>>(out); }

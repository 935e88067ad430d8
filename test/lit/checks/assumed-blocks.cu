// A block that nobody states makes no conflict definite, unless it is the same in
// any block.
//
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %banklint --block-dim=32,8 %s 2>&1 | FileCheck %s --check-prefix=STATED
// RUN: %banklint --checks=-*,shared-possible-bank-conflict \
// RUN:   --warnings-as-errors=shared-bank-conflict %s

__global__ void ofTwo(float *out) {
  __shared__ float s[64][32];
  // CHECK: [[#@LINE+2]]:22: warning: load of 's[threadIdx.x][threadIdx.y]' may take 256 wavefronts per block instead of 8: 32-way shared-memory bank conflict if a block has 32x8x1 threads [shared-possible-bank-conflict]
  // STATED: [[#@LINE+1]]:22: warning: load of 's[threadIdx.x][threadIdx.y]' takes 256 wavefronts per block instead of 8: 32-way shared-memory bank conflict [shared-bank-conflict]
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// CHECK: note: assuming a block of 32x8x1 threads (no launch was found); --block-dim changes this

// With more threads the last ones would leave the array.
__global__ void byBlock(float *out) {
  __shared__ float s[1024];
  // CHECK: [[#@LINE+1]]:3: warning: store to 's[threadIdx.x * blockDim.x]' may take 32 wavefronts per block instead of 1: 32-way shared-memory bank conflict if a block has 32x1x1 threads [shared-possible-bank-conflict]
  s[threadIdx.x * blockDim.x] = out[0];
}

// The first warp of any block does the same, but blocks differ in size.
__global__ void onlyX(float *out) {
  __shared__ float s[1024];
  // CHECK: [[#@LINE+1]]:3: warning: store to 's[threadIdx.x * 2]' takes 2 wavefronts per request instead of 1: 2-way shared-memory bank conflict [shared-bank-conflict]
  s[threadIdx.x * 2] = out[0];
}
// CHECK: note: assuming a block of 256x1x1 threads (no launch was found); warp 0 is the same in every block of 32 or more threads in x

__global__ void laterWarp(float *out) {
  __shared__ float s[1024];
  // CHECK: [[#@LINE+2]]:5: warning: store to 's[threadIdx.x * 8]' may take 8 wavefronts per block instead of 1: 8-way shared-memory bank conflict if a block has 256x1x1 threads [shared-possible-bank-conflict]
  if (threadIdx.x >= 64 && threadIdx.x < 96)
    s[threadIdx.x * 8] = out[0];
}

// What is said of atomics that are loops.
//
// RUN: %banklint --explain %s 2>&1 | FileCheck %s

__global__ void add(float v) {
  __shared__ float f[1024];
  int t = threadIdx.x;
  atomicAdd(&f[t], v);
  atomicAdd(&f[32 * t], v);
  // CHECK: :[[#@LINE-1]]:14: warning: atomic floating-point add to 'f[32 * t]' takes 64 wavefronts per block instead of 2: 32-way shared-memory bank conflict [shared-atomic-contention]
  // CHECK: :[[#@LINE-2]]:14: note: load in the loop of the atomic operation on 'f[32 * t]' takes 528 wavefronts per block instead of 32: 32-way shared-memory bank conflict
}
// CHECK: 1 finding{{.*}}; 4 accesses in 1 kernel: 4 exact

void launch() { add<<<1, 32>>>(1); }

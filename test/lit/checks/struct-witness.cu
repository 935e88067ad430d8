// An element that takes two requests of 16 bytes needs the wavefronts of both.
//
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s

struct alignas(16) Eight { float v[8]; };
__global__ void halves(Eight *out) {
  __shared__ Eight s[64];
  // CHECK: [[@LINE+2]]:3: warning: store to 's[threadIdx.x]'
  // CHECK: note: {{.*}} (16 wavefronts instead of 8 in all pieces){{$}}
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void launch(Eight *out) { halves<<<1, 64>>>(out); }

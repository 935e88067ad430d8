// What other instantiations and launches of a kernel come to is said with the
// worst one.
//
// RUN: %banklint %s | FileCheck %s

#include <cstdint>

// A transpose: as it is, turned by the row, turned by twice the row.
template <int Scale> __global__ void turned(const float *in, float *out) {
  __shared__ float s[16 * 32];
  const int t = threadIdx.x;
#pragma unroll
  for (int m = 0; m < 16; ++m)
    s[m * 32 + (t ^ (Scale * m))] = in[m * 32 + t];
  __syncwarp();
#pragma unroll
  for (int r = 0; r < 16; ++r) {
    const int m = t % 16, n = 2 * r + t / 16;
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: load of {{.*}} takes 256 wavefronts per block instead of 16: 16-way
    out[r * 32 + t] = s[m * 32 + (n ^ (Scale * m))];
  }
}
void run(const float *i, float *o) {
  // CHECK: [[#@LINE+1]]:3: note: in 'turned<0>' for the launch with a block of 32x1x1 threads here; conflict-free in 'turned<2>', 2-way in 'turned<1>'{{$}}
  turned<0><<<1, 32>>>(i, o);
  turned<1><<<1, 32>>>(i, o);
  turned<2><<<1, 32>>>(i, o);
}

// The rows of 33 bytes conflict, too, in 24 of 32 warps.
template <int P> __global__ void bytes(const uint8_t *in, uint8_t *out) {
  __shared__ uint8_t t[32][P];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: [[#@LINE+1]]:{{.*}}: warning: load of {{.*}} takes 256 wavefronts per block instead of 32: 8-way
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
void run(const uint8_t *i, uint8_t *o) {
  // CHECK: [[#@LINE+1]]:3: note: in 'bytes<32>' for {{.*}} here; conflict-free in 'bytes<36>', 2-way in 'bytes<33>'{{$}}
  bytes<32><<<1, dim3(32, 32)>>>(i, o);
  bytes<33><<<1, dim3(32, 32)>>>(i, o);
  bytes<36><<<1, dim3(32, 32)>>>(i, o);
}

// Launches of one kernel differ by their blocks, or by their arguments.
__global__ void strided(float *out, int stride) {
  __shared__ float s[4096];
  s[threadIdx.x * stride + threadIdx.y] = 1; // CHECK: [[#@LINE]]:3: warning: store
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void run(float *out) {
  strided<<<1, dim3(8, 16)>>>(out, 1);
  // CHECK: [[#@LINE+1]]:3: note: for the launch with a block of 32x1x1 threads here; conflict-free for a block of 8x16x1 threads at line [[#@LINE-1]] and for a block of 32x1x1 threads at line [[#@LINE+2]]{{$}}
  strided<<<1, 32>>>(out, 32);
  strided<<<1, 32>>>(out, 33);
}

// Where blocks are the same, they are not named.
__global__ void pitched(float *out, int pitch) {
  extern __shared__ float rows[];
  rows[threadIdx.x * pitch] = 1; // CHECK: [[#@LINE]]:3: warning: store
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x];
}
void runPitched(float *out) {
  // CHECK: [[#@LINE+1]]:3: note: for the launch with a block of 32x1x1 threads here; conflict-free for the launch at line [[#@LINE+2]]{{$}}
  pitched<<<1, 32, 8192>>>(out, 64);
  pitched<<<1, 32, 8448>>>(out, 65);
}

// One launch of a loop is several.
__global__ void halved(float *out, int step) {
  __shared__ float s[1024];
  s[threadIdx.x * step] = 1; // CHECK: [[#@LINE]]:3: warning: store
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void runHalved(float *out) {
  for (int step = 32; step >= 1; step /= 4) {
    // CHECK: [[#@LINE+1]]:5: note: for the launch with a block of 32x1x1 threads and step = 32 here; 8-way with step = 8, 2-way with step = 2{{$}}
    halved<<<1, 32>>>(out, step);
  }
}

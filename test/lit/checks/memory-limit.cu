// More shared memory than a block can have, and requests that may be granted.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %banklint --checks='-*,shared-memory-limit' %t/static.cu 2>/dev/null \
// RUN:   | FileCheck %t/static.cu --implicit-check-not=warning:
// RUN: %banklint --checks='-*,shared-memory-limit' --arch=sm_86 \
// RUN:   %t/dynamic.cu 2>/dev/null \
// RUN:   | FileCheck %s --check-prefixes=LESS,BOTH --implicit-check-not=warning:
//
// On an architecture with more, and where the limit is raised in any file of
// the run, or might be.
//
// RUN: %banklint --checks='-*,shared-memory-limit' --arch=sm_90 \
// RUN:   %t/dynamic.cu 2>/dev/null \
// RUN:   | FileCheck %s --check-prefixes=MORE,BOTH --implicit-check-not=warning:
// RUN: %banklint --checks='-*,shared-memory-limit' --arch=sm_90 \
// RUN:   %t/dynamic.cu %t/raised.cu 2>/dev/null | count 0
// RUN: %banklint --checks='-*,shared-memory-limit' %t/asked.cu 2>/dev/null \
// RUN:   | count 0
// RUN: %banklint --checks='-*,shared-memory-limit' %t/missing.cu 2>/dev/null \
// RUN:   | count 0
// RUN: %banklint --checks='-*,shared-memory-limit' --arch=sm_90 \
// RUN:   %t/guarded.cu 2>/dev/null | count 0
// RUN: %banklint --checks='-*,shared-memory-limit' --arch=sm_90 \
// RUN:   %t/unguarded.cu 2>/dev/null \
// RUN:   | FileCheck %t/unguarded.cu --implicit-check-not=warning:
// The name of what raises the limit must not stand in dynamic.cu.
//
// LESS: dynamic.cu:17:3: warning: this launch of 'large' needs 65536 bytes of shared memory; more than 49152 fail unless cudaFuncSetAttribute raises the limit of the kernel, and nothing does [shared-memory-limit]
// LESS: dynamic.cu:18:3: warning: this launch of 'large' needs 131072 bytes of shared memory; a block on sm_86 can have at most 101376 [shared-memory-limit]
// MORE: dynamic.cu:17:3: warning: this launch of 'large' needs 65536 bytes of shared memory; more than 49152 fail
// MORE: dynamic.cu:18:3: warning: this launch of 'large' needs 131072 bytes of shared memory; more than 49152 fail
// BOTH: dynamic.cu:20:3: warning: this launch of 'both' needs 49156 bytes of shared memory; more than 49152 fail
// BOTH: dynamic.cu:7:17: note: the static arrays of the kernel take 4096 bytes of it

//--- static.cu
__global__ void tooMuch(float *out) {
  // CHECK: [[#@LINE-1]]:17: warning: the arrays of 'tooMuch' take 49156 bytes of shared memory; more than 49152 must be dynamic shared memory [shared-memory-limit]
  // CHECK: [[#@LINE+3]]:20: note: 'a' takes 32768 bytes
  // CHECK: [[#@LINE+3]]:20: note: 'b' takes 16384 bytes
  // CHECK: [[#@LINE+3]]:20: note: 'c' takes 4 bytes
  __shared__ float a[8192];
  __shared__ float b[64][64];
  __shared__ float c;
  a[threadIdx.x] = b[0][threadIdx.x] = c = 0;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x + 1] + b[1][threadIdx.x] + c;
}

// Each instance compiles one of the two.
template <bool IsLeft> __global__ void either(float *out) {
  if (IsLeft) {
    __shared__ float a[10240];
    a[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x ^ 1];
  } else {
    __shared__ float b[10240];
    b[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = b[threadIdx.x ^ 1];
  }
}
template __global__ void either<true>(float *);
// A jump goes there all the same.
template <bool IsLeft> __global__ void jumped(float *out) {
  // CHECK: [[#@LINE-1]]:40: warning: the arrays of 'jumped<false>' take 81920 bytes of shared memory; more than 49152 must be dynamic shared memory [shared-memory-limit]
  // CHECK: [[#@LINE+6]]:22: note: 'a' takes 40960 bytes
  // CHECK: [[#@LINE+10]]:22: note: 'b' takes 40960 bytes
  if (out[0] != 0)
    goto inside;
  if (IsLeft) {
  inside:
    __shared__ float a[10240];
    a[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x ^ 1];
  } else {
    __shared__ float b[10240];
    b[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = b[threadIdx.x ^ 1];
  }
}
template __global__ void jumped<false>(float *);
template __global__ void either<false>(float *);

__global__ void justEnough(float *out) {
  __shared__ float a[12288];
  a[threadIdx.x] = 0;
  out[threadIdx.x] = a[threadIdx.x + 1];
}

// The compiler drops what nobody reads.
__global__ void unread(float *out) {
  __shared__ float a[12288];
  __shared__ float dropped[64];
  dropped[threadIdx.x] = a[threadIdx.x] = 0;
  out[threadIdx.x] = a[threadIdx.x + 1];
}

template <int N> __global__ void sized(float *out) {
  // CHECK: warning: the arrays of 'sized<16384>' take 65536 bytes
  __shared__ float a[N];
  a[threadIdx.x] = 0;
  out[threadIdx.x] = a[threadIdx.x + 1];
}

template <typename T> __global__ void never(float *out) {
  __shared__ float a[16384];
  a[threadIdx.x] = 0;
  out[threadIdx.x] = a[threadIdx.x + 1];
}

void launch(float *out) {
  sized<1024><<<1, 32>>>(out);
  sized<16384><<<1, 32>>>(out);
}

//--- dynamic.cu
extern __shared__ float s[];
__global__ void large(float *out) {
  s[threadIdx.x] = 0;
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void both(float *out) {
  __shared__ float a[1024];
  a[threadIdx.x] = s[threadIdx.x] = 0;
  out[threadIdx.x] = s[threadIdx.x + 1] + a[threadIdx.x + 1];
}

void launch(float *out, int n, int bytes) {
  large<<<1, 32, 49152>>>(out);
  large<<<1, 32, bytes>>>(out);
  large<<<1, 32, n > 5 ? 65600 : 1024>>>(out);
  large<<<1, 32, 65536>>>(out);
  large<<<1, 32, 131072>>>(out);
  both<<<1, 32, 45056>>>(out);
  both<<<1, 32, 45060>>>(out);
}

//--- raised.cu
__global__ void raised(float *out) {
  extern __shared__ float s[];
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(float *out) {
  cudaFuncSetAttribute(raised, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       65536);
  raised<<<1, 32, 65536>>>(out);
}

//--- asked.cu
__global__ void asked(float *out) {
  extern __shared__ float s[];
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(float *out) {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  if (p.sharedMemPerBlock > 60000)
    asked<<<1, 32, 65536>>>(out);
}

//--- guarded.cu
template <int N> __global__ void big(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}
template <int N> int run(float *out) {
  int most = 0, bytes = N * 512;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (bytes > most)
    return 1;
  cudaFuncSetAttribute(big<N>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  big<N><<<1, 256, bytes>>>(out);
  return 0;
}
int choose(float *out, int n) { return n < 100 ? run<100>(out) : run<600>(out); }

//--- unguarded.cu
__global__ void unguarded(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}
void launch(float *out) {
  cudaFuncSetAttribute(unguarded, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       307200);
  // CHECK: [[#@LINE+1]]:3: warning: this launch of 'unguarded' needs 307200 bytes of shared memory; a block on sm_90 can have at most 232448
  unguarded<<<1, 256, 307200>>>(out);
}

//--- missing.cu
#include "launcher_that_is_not_here.h"
__global__ void missing(float *out) {
  extern __shared__ float s[];
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(float *out) { missing<<<1, 32, 65536>>>(out); }

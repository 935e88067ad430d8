// Atomics whose lanes meet are one finding under a name of their own: in one
// word there is nothing to pad, in several words of one bank there is.
//
// RUN: %banklint %s 2>/dev/null \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %banklint --checks='-shared-atomic-contention' %s 2>/dev/null | count 0
// RUN: %banklint --checks='-*,shared-atomic-contention' %s 2>/dev/null \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// The compiler may combine what the lanes add to one word.
__global__ void total(int *out, int n) {
  __shared__ int sum;
  int t = threadIdx.x;
  atomicAdd(&sum, t);
  atomicAdd(&sum, 1); // counted by the hardware at once
  if (t == 0)
    atomicAdd(&sum, t + n);
}

__global__ void bins(int *out) {
  __shared__ int bins[32][32];
  int t = threadIdx.x;
  atomicAdd(&bins[t][0], t);
  // CHECK: [[#@LINE-1]]:14: warning: atomic operation on 'bins[t][0]' takes 32 wavefronts per block instead of 1: 32-way shared-memory bank conflict [shared-atomic-contention]
  // CHECK: note: 'bins' is declared here with a row pitch of 128 bytes, a multiple of the 128 bytes that the 32 banks span; pad the last extent to 33
  atomicAdd(&bins[0][t], t);
  atomicMax(&bins[1][t / 4], t);
  // CHECK: [[#@LINE-1]]:14: warning: atomic operation on 'bins[1][t / 4]' takes 4 wavefronts per block instead of 1: 4 lanes update one word [shared-atomic-contention]
  // CHECK: note: in warp 0, lanes 0-3 use bank 0 one after another
  // CHECK-NEXT: atomicMax
  // CHECK: note: combine the lanes' values first, for example by warp shuffles, so that one lane updates each word; or give lanes copies of their own in different banks
  // CHECK-NOT: note: no padding
  // CHECK: note: for the launch with a block of 32x1x1 threads here
}

__global__ void swap(int *out) {
  __shared__ int lock;
  out[threadIdx.x] = atomicCAS(&lock, 0, 1);
  // CHECK: [[#@LINE-1]]:33: warning: compare-and-swap of 'lock' takes 64 wavefronts per block instead of 2: 32 lanes update one word [shared-atomic-contention]
  // CHECK: note: let only one of the lanes that need the same word compete for it
}

// A loop of loads and swaps is one finding.
__global__ void loop(float v) {
  __shared__ float f;
  atomicAdd(&f, v);
  // CHECK: [[#@LINE-1]]:14: warning: atomic floating-point add to 'f' takes 64 wavefronts per block instead of 2: 32 lanes update one word [shared-atomic-contention]
}

// Other warps may make the loop repeat more often, never less.
__global__ void loops(const float *in, int n) {
  __shared__ float f;
  __shared__ double d;
  __shared__ float columns[32][32];
  int t = threadIdx.x;
  atomicAdd(&f, in[t]);
  // CHECK: [[#@LINE-1]]:14: warning: atomic floating-point add to 'f' takes at least 64 wavefronts per request instead of 2: 32 lanes update one word [shared-atomic-contention]
  // CHECK: note: for the launch with a block of 256x1x1 threads here; this atomic is a loop, which may repeat more often
  atomicAdd(&d, in[t]);
  // CHECK: [[#@LINE-1]]:14: warning: atomic 64-bit operation on 'd' takes at least 64 wavefronts per request instead of 4: 32 lanes update one word [shared-atomic-contention]
  atomicAdd(&columns[t % 32][0], in[t]);
  // CHECK: [[#@LINE-1]]:14: warning: atomic floating-point add to 'columns[t % 32][0]' takes at least 64 wavefronts per request instead of 2: 32-way shared-memory bank conflict [shared-atomic-contention]
  // CHECK: note: for the launch with a block of 256x1x1 threads here; this atomic is a loop, which may repeat more often
  // Some lanes, or none, may add.
  if (in[t] > 0)
    atomicAdd(&f, in[t]);
  if (t % 32 < n)
    atomicAdd(&d, 1.0);
  // The round whose lower bound is known may not take place.
  for (int i = 0; i < 2; ++i)
    if (i == 1 || n > 3)
      atomicAdd(&columns[0][i == 0 ? 0 : t * n], in[t]);
  // One lane of a warp waits for no other.
  if (t % 32 == 0)
    atomicAdd(&f, in[t]);
}

// Which words are met is not known.
__global__ void histogram(const unsigned char *in, int *out) {
  __shared__ int counts[256];
  atomicAdd(&counts[in[threadIdx.x]], threadIdx.x);
}

void launch(int *out, float v, const unsigned char *in, int n) {
  total<<<1, 32>>>(out, n);
  bins<<<1, 32>>>(out);
  swap<<<1, 32>>>(out);
  loop<<<1, 32>>>(v);
  loops<<<1, 256>>>(&v, n);
  histogram<<<1, 32>>>(in, out);
}

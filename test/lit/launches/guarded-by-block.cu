// A block that is assumed hides no access: one is preferred that executes all,
// and what it does not execute is unknown.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --block-dim=32 --format=json %s | FileCheck %s --check-prefix=STATED
// RUN: %banklint --format=json %s | FileCheck %s
// RUN: %banklint %s 2>&1 | FileCheck %s --check-prefix=TEXT

// The array speaks for 32 threads, the guards for more.
__global__ void norm(float *out, const float *in) {
  __shared__ float2 share[32];
  unsigned tid = threadIdx.x;
  if (blockDim.x > 32) {
    if (tid < 32)
      share[tid] = make_float2(0, 0); // expect[256x1x1]: store 2/2
    __syncthreads();
  }
  float2 v = make_float2(in[tid], 1);
  if (blockDim.x > 32) {
    if ((tid & 31) == 0)
      share[tid / 32] = v; // expect[256x1x1]: store 1/1
    __syncthreads();
    v = share[0]; // expect[256x1x1]: load 1/1
  }
  out[tid] = v.x + v.y;
}
void host(float *out, const float *in, unsigned threads) {
  norm<<<1, threads>>>(out, in);
}

// No usual block has so many threads.
__global__ void large(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x ^ 1] = 1; // expect[256x1x1]: store 1/1
  if (blockDim.x >= 512)
    s[threadIdx.x * 2 % 1024] = 2; // expect: unknown store unknown-condition
  const unsigned warps = blockDim.x / 32;
  if (warps < 16)
    return;
  out[threadIdx.x] = s[threadIdx.x * 2]; // expect: unknown load unknown-condition
}

// Loops, and the number of the thread.
__global__ void rounds(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x ^ 1] = 1; // expect[256x1x1]: store 1/1
  for (unsigned half = blockDim.x / 2; half > 128; half /= 2)
    s[threadIdx.x + half] = 2; // expect: unknown store unknown-condition
  if (threadIdx.x / 32 == 12)
    out[0] = s[0]; // expect: unknown load unknown-condition
}

// What no block executes is no access; nor is what the launch rules out.
template <int N> __global__ void never(float *out, int n) {
  __shared__ float s[1024];
  s[threadIdx.x ^ 1] = 1; // expect[256x1x1]: store 1/1
  if (N > 3)
    s[threadIdx.x ^ 1] = 2; // expect: none
  if (n == 3 && threadIdx.x < 40)
    out[threadIdx.x] = s[threadIdx.x ^ 1]; // expect: none
}
void host(float *out, unsigned threads) { never<3><<<1, threads>>>(out, 4); }

// Several launches, none of which states a block.
__global__ void twice(float *out, int n) {
  __shared__ float s[32];
  if (threadIdx.x < 32)
    s[threadIdx.x] = n; // expect[256x1x1]: store 1/1
  if (blockDim.x > 32 && n > 2)
    out[n] = s[n]; // expect[256x1x1]: load 1/1
  if (n == 4)
    // expect[n=3]: none
    // expect[n=4]: store 1/1
    s[n] = 2;
}
void host2(float *out, unsigned threads) {
  twice<<<1, threads>>>(out, 3);
  twice<<<1, threads>>>(out, 4);
}

// A launch that states a block executes it.
__global__ void mixed(float *out) {
  __shared__ float s[64];
  s[threadIdx.x % 64] = 1; // expect: store 1/1
  if (blockDim.x >= 512)
    // expect[256x1x1]: none
    // expect[512x1x1]: store 1/1
    s[threadIdx.x % 32] = 2;
}
void host3(float *out, unsigned threads) {
  mixed<<<1, threads>>>(out);
  mixed<<<1, 512>>>(out);
}

// CHECK: "reason": "unknown-condition: no thread of the assumed block of 256x1x1 threads executes it, those of another block may"

// What is stated holds.
// STATED-NOT: no thread of the assumed block

// Notes say why the block was chosen.
__global__ void chosen(float *out) {
  __shared__ float s[32][32];
  if (threadIdx.x < 32)
    s[0][threadIdx.x] = 1; // expect[256x1x1]: store 1/1
  // TEXT: [[#@LINE+2]]:5: warning: store to 's[threadIdx.x % 32][0]' may take 32 wavefronts per block instead of 1: 32-way shared-memory bank conflict if a block has 256x1x1 threads
  if (blockDim.x > 32 && threadIdx.x / 32 == 2)
    s[threadIdx.x % 32][0] = 2; // expect[256x1x1]: store 32/1 32-way
}
// TEXT: note: assuming a block of 256x1x1 threads (no launch was found, and another block never executes some of the accesses); --block-dim changes this

// A block that nothing states is one that the kernel can have: it follows from
// pitches that are narrower than a warp, and does not leave the arrays.
//
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// With 32 threads in x, two threads would have one number. With 16, half-warps
// share words, and nothing conflicts.
__global__ void pitch(const float *in, float *out) {
  __shared__ float low[4];
  __shared__ float s[128];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int thread = ty * 16 + tx;
  if (thread < 4) low[thread] = 0;
  for (int i = thread; i < 128; i += 64)
    s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = tx; i < 128; i += 16)
    sum += s[i];
  if (tx < 4) low[tx] = sum;
  out[thread] = low[ty];
}

// The factor may be on the left, and a border is no thread.
__global__ void leftPitch(const float *in, float *out) {
  __shared__ float s[18 * 16];
  const int at = threadIdx.x + 18 * threadIdx.y;
  s[at] = in[at];
  __syncthreads();
  // CHECK: [[@LINE+1]]:22: warning: load of 's[threadIdx.x * 16]' may take 64 wavefronts per block instead of 8: 8-way shared-memory bank conflict if a block has 16x16x1 threads [shared-possible-bank-conflict]
  out[at] = in[at] + s[threadIdx.x * 16];
  // CHECK: note: assuming a block of 16x16x1 threads (from how threadIdx is used); --block-dim changes this
}

// A pitch of a warp or more is the row of a tile as well as that of a block.
__global__ void tile(const float *in, float *out) {
  __shared__ float s[64 * 64];
  const int at = threadIdx.y * 64 + threadIdx.x;
  s[at] = in[at];
  __syncthreads();
  // CHECK: [[@LINE+1]]:13: warning: load of 's[threadIdx.x * 64]' may take 256 wavefronts per block instead of 8: 32-way shared-memory bank conflict if a block has 32x8x1 threads
  out[at] = s[threadIdx.x * 64];
}

// 32x8 threads need 32 rows, of which there are 16.
__global__ void rows(const float *in, float *out) {
  __shared__ float s[16 * 128];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int d = tx; d < 128; d += 16)
    s[ty * 128 + d] = in[ty * 128 + d];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int d = 0; d < 128; d++)
    // CHECK: [[@LINE+1]]:12: warning: load of 's[tx * 128 + d]' may take 16,384 wavefronts per block instead of 1,024: 16-way shared-memory bank conflict if a block has 16x16x1 threads
    sum += s[tx * 128 + d];
  out[ty] = sum;
  // CHECK: note: assuming a block of 16x16x1 threads (no launch was found, and a more usual block leaves an array); --block-dim changes this
}

__global__ void flat(const float *in, float *out) {
  __shared__ float s[4 * 64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK: [[@LINE+1]]:22: warning: load of 's[4 * threadIdx.x]' takes 4 wavefronts per request instead of 1: 4-way shared-memory bank conflict [shared-bank-conflict]
  out[threadIdx.x] = s[4 * threadIdx.x];
  // CHECK: note: assuming a block of 64x1x1 threads (no launch was found, and a more usual block leaves an array); warp 0 is the same in every block of 32 or more threads in x
}

// No block of this kernel stays inside: the usual one is kept.
__global__ void never(float *out) {
  __shared__ float s[4];
  // CHECK: [[@LINE+1]]:3: warning: store to 's[threadIdx.x * 32 + 4]' takes 32 wavefronts per request
  s[threadIdx.x * 32 + 4] = 1;
  out[0] = s[0];
  // CHECK: note: assuming a block of 256x1x1 threads (no launch was found); warp 0 is the same in every block of 32 or more threads in x
}

// A dynamic array has the bytes that a launch gives it.
__global__ void dynamic(const float *in) {
  extern __shared__ float d[];
  if (threadIdx.x >= 128)
    // CHECK: [[@LINE+1]]:5: warning: load and store of 'd[(threadIdx.x - 128) * 32]' may take 256 wavefronts per block instead of 8: 32-way
    d[(threadIdx.x - 128) * 32] += in[0];
  // CHECK: note: assuming a block of 256x1x1 threads (no launch was found); --block-dim changes this
}

// A smaller block would leave nobody to do the work.
__global__ void upperHalf(const float *in) {
  __shared__ float s[64];
  if (threadIdx.x >= 128)
    // CHECK: [[@LINE+1]]:5: warning: store to 's[threadIdx.x * 32]' may take 128 wavefronts per block instead of 4: 32-way
    s[threadIdx.x * 32] = in[0];
  // CHECK: note: assuming a block of 256x1x1 threads (no launch was found); --block-dim changes this
}

// Few threads that a guard selects may well have a number of their own.
__global__ void halo(const float *in, float *out) {
  __shared__ float t[32][32];
  __shared__ float border[512];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 512 + threadIdx.x];
  if (threadIdx.x < 16)
    border[threadIdx.y * 16 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK: [[@LINE+1]]:13: warning: load of 't[threadIdx.x][threadIdx.y]' may take 1,024 wavefronts per block instead of 32: 32-way
  out[0] += t[threadIdx.x][threadIdx.y] + border[threadIdx.x];
  // CHECK: note: assuming a block of 32x32x1 threads (from how threadIdx is used); --block-dim changes this
}

// So may those that have not returned, and those that a loop selects.
__global__ void rest(const float *in, float *out) {
  __shared__ float s[512];
  const int x = threadIdx.x, y = threadIdx.y;
  // CHECK: [[@LINE+1]]:12: warning: load of 's[y + x * 16]' may take 128 wavefronts per block instead of 8: 16-way
  out[x] = s[y + x * 16];
  for (int round = 0; x < 8 && round < 4; ++round)
    s[y * 8 + x] += in[round];
  if (!(x / 8))
    s[y * 8 + x] = in[x];
  if (x >= 8)
    return;
  s[y * 8 + x] = in[x];
  // CHECK: note: assuming a block of 32x8x1 threads (no launch was found); --block-dim changes this
}

// A row of 8 has no place for 16 threads.
__global__ void narrowRows(const float *in, float *out) {
  __shared__ float t[64][8];
  __shared__ float u[512];
  t[threadIdx.y][threadIdx.x] = in[0];
  u[threadIdx.y * 16 + threadIdx.x] = in[1];
  __syncthreads();
  // CHECK: [[@LINE+1]]:12: warning: load of 't[threadIdx.x * 4][threadIdx.y]' may take 64 wavefronts per block instead of 8: 8-way
  out[0] = t[threadIdx.x * 4][threadIdx.y] + u[0];
  // CHECK: note: assuming a block of 8x32x1 threads (from how threadIdx is used); --block-dim changes this
}

// Two values of each thread are no row of two threads.
__global__ void pairs(const float *in, float *out) {
  __shared__ float s[2 * 256];
  s[threadIdx.y * 2 + threadIdx.x] = in[0];
  __syncthreads();
  // CHECK: [[@LINE+1]]:13: warning: load of 's[threadIdx.x * 8]' may take {{[0-9]+}} wavefronts per block instead of {{[0-9]+}}: 8-way shared-memory bank conflict if a block has 32x8x1 threads
  out[0] += s[threadIdx.x * 8];
  // CHECK: note: assuming a block of 32x8x1 threads (no launch was found); --block-dim changes this
}

// Shifts are products, and other sums may stand before them.
__global__ void shifted(const float *in, float *out) {
  __shared__ float s[1024];
  s[blockIdx.x + (threadIdx.y << 4) + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 16 + threadIdx.y];
  // CHECK: warning: load of 's[threadIdx.x * 16 + threadIdx.y]' may take 64 wavefronts per block instead of 8: 8-way
  // CHECK: note: assuming a block of 16x16x1 threads (from how threadIdx is used); --block-dim changes this
}

// Each way through leaves the array in a block of 512 threads, if some blocks of
// the grid take one and some the other.
__global__ void eitherWay(unsigned *a, unsigned n) {
  __shared__ unsigned data[512];
  if (blockIdx.x < (n >> 9)) {
    data[threadIdx.x] = a[threadIdx.x];
    data[threadIdx.x + blockDim.x] = a[threadIdx.x + blockDim.x];
    __syncthreads();
    // CHECK: [[@LINE+1]]:22: warning: 2 loads of 'data' may each take 16 wavefronts per request instead of 1: 16-way shared-memory bank conflict if a block has 256x1x1 threads
    a[threadIdx.x] = data[(threadIdx.x * 16) & 511];
  } else {
    data[threadIdx.x] = 0;
    data[threadIdx.x + blockDim.x] = 0;
    __syncthreads();
    a[threadIdx.x] = data[(threadIdx.x * 16) & 511];
  }
  // CHECK: note: assuming a block of 256x1x1 threads (no launch was found, and a more usual block leaves an array); --block-dim changes this
}

// So do blocks inside of the problem.
__global__ void inside(unsigned *a, unsigned n) {
  __shared__ unsigned data[512];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[threadIdx.x] = 0;
  if (i < n)
    data[threadIdx.x + blockDim.x] = a[i];
  __syncthreads();
  // CHECK: [[@LINE+1]]:10: warning: load of 'data[(threadIdx.x * 16) & 511]' may take 128 wavefronts per block instead of 8
  a[i] = data[(threadIdx.x * 16) & 511];
  // CHECK: note: assuming a block of 256x1x1 threads (no launch was found, and a more usual block leaves an array); --block-dim changes this
}

// Another condition may hold of no launch.
__global__ void optional(unsigned *a, bool wide) {
  __shared__ unsigned data[512];
  data[threadIdx.x] = 0;
  if (wide)
    data[threadIdx.x + blockDim.x] = a[threadIdx.x];
  __syncthreads();
  // CHECK: [[@LINE+1]]:20: warning: load of 'data[(threadIdx.x * 16) & 511]' may take 256 wavefronts per block instead of 16
  a[threadIdx.x] = data[(threadIdx.x * 16) & 511];
  // CHECK: note: assuming a block of 512x1x1 threads (from how threadIdx is used); --block-dim changes this
}

// Whether the loop has a round is not known, but each leaves the array.
__global__ void rounds(float *out, const float *in, int n) {
  __shared__ float rows[16][128], columns[128];
  const int lane = threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    for (int i = lane; i < 2048; i += blockDim.x * blockDim.y)
      rows[i / 128][i % 128] = in[i + k];
    columns[lane % 128] = in[lane];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      // CHECK: [[@LINE+1]]:14: warning: load of 'rows[j][threadIdx.x * 8]' may take 4 wavefronts per request instead of 1: 4-way shared-memory bank conflict if a block has 16x16x1 threads
      sum += rows[j][threadIdx.x * 8] * columns[threadIdx.y * 8];
    __syncthreads();
  }
  out[lane] = sum;
  // CHECK: note: assuming a block of 16x16x1 threads (no launch was found, and a more usual block leaves an array); --block-dim changes this
}

// Each thread has several elements of the extent that threadIdx.y subscripts.
__global__ void several(float *out, const float *in, int pitch) {
  __shared__ float columns[4][96];
  for (int i = 0; i < 6; i++)
    // CHECK: [[@LINE+1]]:5: warning: store to 'columns[threadIdx.x][threadIdx.y + i * 16]' may take 48 wavefronts per block instead of 12: 4-way shared-memory bank conflict if a block has 4x12x1 threads
    columns[threadIdx.x][threadIdx.y + i * 16] = in[i * pitch];
  __syncthreads();
  out[threadIdx.y] = columns[0][threadIdx.y];
  // CHECK: note: assuming a block of 4x12x1 threads (from how threadIdx is used); --block-dim changes this
}

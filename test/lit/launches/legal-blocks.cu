// A block has at most 1024 threads, 64 in z, and no more than launch bounds
// allow: what only larger ones would execute is no access.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void flat(float *out) {
  __shared__ float s[2048];
  const int tid = threadIdx.x;
  s[tid] = 1; // expect[256x1x1]: store 1/1
  if (tid >= 1024)
    s[tid] = 2; // expect: none
  if (tid >= 1023)
    s[tid] = 3; // expect: unknown store unknown-condition
  if (blockDim.x > 1024 || tid / 32 >= 32 || tid < 0)
    s[tid] = 4; // expect: none
  if (blockDim.x == 0)
    return;
  out[tid] = s[tid]; // expect[256x1x1]: load 1/1
}

__global__ void __launch_bounds__(128) bounded(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x] = 1; // expect[128x1x1]: store 1/1
  const unsigned warp = threadIdx.x >> 5;
  if (warp >= 4)
    s[threadIdx.x] = 2; // expect: none
  if (blockDim.x - 1 > 127)
    s[threadIdx.x] = 3; // expect: none
  if (blockDim.x - 1 > 126)
    s[threadIdx.x] = 4; // expect[128x1x1]: store 1/1
  if (blockDim.x < 128)
    s[threadIdx.x] = 5; // expect: unknown store unknown-condition
}

__global__ void deep(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x] = 1; // expect[32x4x2]: store 1/1
  if (threadIdx.z > 63 || blockDim.z > 64)
    s[threadIdx.x] = 2; // expect: none
  if (threadIdx.z > 62)
    s[threadIdx.x] = 3; // expect: unknown store unknown-condition
  if (threadIdx.y > 64)
    s[threadIdx.x] = 4; // expect: unknown store unknown-condition
}

// The number of a thread, and of all threads.
__global__ void numbers(float *out) {
  __shared__ float s[2048];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = 1; // expect[32x8x1]: store 1/1
  const int id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned other = threadIdx.x + blockDim.x * threadIdx.y +
                         threadIdx.z * blockDim.x * blockDim.y;
  const unsigned threads = blockDim.x * blockDim.y;
  if (t > 1023 || id > 1023 || other > 1023u)
    s[t] = 2; // expect: none
  if (threads > 1024 || threads == 0)
    s[t] = 3; // expect: none
  if (t > 1000)
    s[t] = 4; // expect: unknown store unknown-condition
  // No number of a thread: the factor is another extent.
  if (threadIdx.x * blockDim.x + threadIdx.y > 1023)
    s[t] = 5; // expect: unknown store unknown-condition
  if (threads * blockDim.x > 1024)
    s[t] = 6; // expect[32x8x1]: store 1/1
  if (threads * 2 > 1024)
    s[t] = 7; // expect: unknown store unknown-condition
}

// Variables hold any of their values.
__global__ void variables(float *out, int n) {
  __shared__ float s[2048];
  int big = threadIdx.x;
  if (n > 3)
    big = 2000;
  if (big >= 1024)
    s[threadIdx.x] = 1; // expect[256x1x1]: store 1/1
  int small = threadIdx.x;
  if (n > 3)
    small = 600;
  if (small >= 1024)
    s[threadIdx.x] = 2; // expect: none
  int sum = threadIdx.x;
  for (int i = 0; i < 3; ++i)
    sum += threadIdx.x;
  if (sum > 2000)
    s[threadIdx.x] = 3; // expect: unknown store unknown-condition
  const unsigned char low = threadIdx.x;
  if (low >= 250 && blockDim.x > 300)
    s[threadIdx.x] = 4; // expect: unknown store unknown-condition
}

// What the launch states of the block.
__global__ void partly(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x] = 1; // expect[16x8x1]: store 1/1
  if (threadIdx.x >= 16 || threadIdx.y >= 64)
    s[threadIdx.x] = 2; // expect: none
  if (threadIdx.y >= 63)
    s[threadIdx.x] = 3; // expect: unknown store unknown-condition
}
void host(float *out, int rows) { partly<<<1, dim3(16, rows)>>>(out); }

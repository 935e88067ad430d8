// Lanes that surely leave a shared array, with the first witness; and code that
// only might, or does not.
//
// RUN: %banklint --checks='-*,shared-out-of-bounds' %s 2>/dev/null \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %banklint --checks='-shared-out-of-bounds' %s 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=OFF --allow-empty
// OFF-NOT: shared-out-of-bounds

__global__ void neighbour(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t + 1]; // the last thread reads s[256]
  // CHECK: [[#@LINE-1]]:12: warning: load of 's[t + 1]' is beyond the end of 's': 's' has 256 elements [shared-out-of-bounds]
  // CHECK: note: in warp 7, lane 31, thread (255, 0, 0), accesses element 256, bytes 1024 to 1027
  // CHECK: [[#@LINE-6]]:20: note: 's' is declared here
  // CHECK: note: for the launch with a block of 256x1x1 threads here
  if (t > 0)
    out[t] += s[t - 1];
  if (t < 255)
    out[t] += s[t + 1];
  out[t] += *(&s[t] + 1 - 1);
  float *end = s + 256; // the end may be formed
  if (s + t < end)
    out[t] += s[t];
}

__global__ void before(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  out[t] = s[t - 2];
  // CHECK: [[#@LINE-1]]:12: warning: load of 's[t - 2]' is below the start of 's' [shared-out-of-bounds]
  // CHECK: note: in warp 0, lane 0, thread (0, 0, 0), accesses element -2, bytes -8 to -5
}

__global__ void rounds(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int i = 0; i <= 4; ++i)
    s[i * 32 + t] = 0;
  // CHECK: [[#@LINE-1]]:5: warning: store to 's[i * 32 + t]' is beyond the end of 's': 's' has 128 elements [shared-out-of-bounds]
  // CHECK: note: in warp 0 with i = 4, lane 31, thread (31, 0, 0), accesses element 159, bytes 636 to 639
  for (int i = 0; i < 4; ++i)
    s[i * 32 + t] = 0;
}

// A row's end is crossed within the array, as flat code does on purpose; the
// last row's end is the array's.
__global__ void rows(float *out) {
  __shared__ float tile[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  (&tile[0][0])[y * 32 + x] = 0;
  tile[0][y * 32 + x] = 0;
  if (y < 7)
    out[x] = tile[y][x + 1];
  out[x] += tile[y][x + 1];
  // CHECK: [[#@LINE-1]]:13: warning: load of 'tile[y][x + 1]' is beyond the end of 'tile': 'tile' has 1024 bytes [shared-out-of-bounds]
  // CHECK: note: in warp 7, lane 31, thread (31, 7, 0), accesses bytes 1024 to 1027
}

__device__ float last(const float *p, int i) {
  return p[i];
  // CHECK: [[#@LINE-1]]:10: warning: load of 'p[i]' is beyond the end of 's': 's' has 16 elements [shared-out-of-bounds]
  // CHECK: [[#@LINE+6]]:12: note: called here
}

__global__ void called(float *out) {
  __shared__ float s[16];
  s[threadIdx.x] = 0;
  out[0] = last(s, 16);
  out[0] = last(s, 15);
}

__global__ void dynamic(float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = 0;
  s[t + 32] = 0;
  // CHECK: [[#@LINE-1]]:3: warning: store to 's[t + 32]' is beyond the end of 's': the launch gives 's' 128 bytes [shared-out-of-bounds]
  // CHECK: note: in warp 0, lane 31, thread (31, 0, 0), accesses element 63, bytes 252 to 255
}

__global__ void forgotten(float *out) {
  extern __shared__ float more[];
  more[threadIdx.x] = 0;
  // CHECK: [[#@LINE-1]]:3: warning: store to 'more[threadIdx.x]' is beyond the end of 'more': the launch gives 'more' 0 bytes [shared-out-of-bounds]
}

__global__ void given(float *out) {
  extern __shared__ float enough[];
  enough[threadIdx.x] = 0;
}

__global__ void wide(float4 *out) {
  __shared__ float4 quads[16];
  __shared__ float flat[66];
  int t = threadIdx.x;
  out[t] = quads[t % 17];
  // CHECK: [[#@LINE-1]]:12: warning: load of 'quads[t % 17]' is beyond the end of 'quads': 'quads' has 16 elements [shared-out-of-bounds]
  // CHECK: note: in warp 0, lane 16, thread (16, 0, 0), accesses element 16, bytes 256 to 271
  ((float2 *)flat)[t + 1] = make_float2(0, 0);
  ((float2 *)flat)[t + 2] = make_float2(0, 0);
  // CHECK: [[#@LINE-1]]:3: warning: store to '((float2 *)flat)[t + 2]' is beyond the end of 'flat': 'flat' has 66 elements [shared-out-of-bounds]
  // CHECK: note: in warp 0, lane 31, thread (31, 0, 0), accesses element 66, bytes 264 to 271
}

template <int N> __global__ void instance(int *out) {
  __shared__ int s[N];
  s[threadIdx.x] = 0;
  // CHECK: [[#@LINE-1]]:3: warning: store to 's[threadIdx.x]' is beyond the end of 's': 's' has 32 elements [shared-out-of-bounds]
  // CHECK: note: in 'instance<32>' for the launch with a block of 64x1x1 threads here
}

__global__ void atomic(int *out) {
  __shared__ int bins[32];
  atomicAdd(&bins[threadIdx.x], 1);
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: atomic count in 'bins[threadIdx.x]' is beyond the end of 'bins': 'bins' has 32 elements [shared-out-of-bounds]
}

// All below might go well.

__global__ void guarded(float *out, int n, const int *index) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = 0;
  s[n] = 0;
  s[index[t]] = 0;
  for (int i = 0; i < n; ++i)
    s[t + i] = 0;
}

__global__ void assumed(float *out) {
  __shared__ float s[32];
  s[threadIdx.x * 2] = 0;
}

// What is found on several ways at one launch site need not come together.
template <int N> __global__ void chosen(int *out) {
  __shared__ int s[N];
  s[threadIdx.x] = 0;
}

void choose(int *out, int n) {
  int threads = n > 64 ? 64 : 32;
  if (n > 64)
    chosen<64><<<1, threads>>>(out);
  else
    chosen<32><<<1, threads>>>(out);
}

void launch(float *out, float4 *wides, int *ints, const int *index, int n,
            int bytes) {
  neighbour<<<1, 256>>>(out);
  before<<<1, 32>>>(out);
  rounds<<<1, 32>>>(out);
  rows<<<1, dim3(32, 8)>>>(out);
  called<<<1, 16>>>(out);
  dynamic<<<1, 32, 32 * sizeof(float)>>>(out);
  forgotten<<<1, 32>>>(out);
  given<<<1, 32, 128>>>(out);
  given<<<1, 32, bytes>>>(out);
  wide<<<1, 32>>>(wides);
  instance<32><<<1, 64>>>(ints);
  instance<64><<<1, 64>>>(ints);
  atomic<<<1, 64>>>(ints);
  guarded<<<1, 64>>>(out, n, index);
}

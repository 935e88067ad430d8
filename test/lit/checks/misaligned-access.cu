// Vector accesses that surely are not aligned, and look-alikes that are or may
// be.
//
// RUN: %banklint --checks='-*,shared-misaligned-access' %s 2>/dev/null \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// Careless padding: the rows of 33 floats start 4 bytes further on each.
__global__ void padded(float4 *out) {
  __shared__ float4 other;
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = 0;
  out[x] = *reinterpret_cast<float4 *>(&tile[y][4 * x]);
  // CHECK: [[#@LINE-1]]:12: warning: load of '{{.*}}' is misaligned: its address must be a multiple of its 16 bytes [shared-misaligned-access]
  // CHECK: note: in warp 0, lane 0, thread (0, 0, 0), accesses byte 0 of 'tile'
  // CHECK: note: in warp 0, lane 8, thread (0, 1, 0), accesses byte 132 of 'tile'; both cannot be aligned at once
  // CHECK: [[#@LINE-7]]:20: note: 'tile' is declared here with a row pitch of 132 bytes, not a multiple of 16
  // CHECK: note: for the launch with a block of 8x32x1 threads here
  out[x].x += other.x;
}

__global__ void paddedByFour(float4 *out) {
  __shared__ __align__(16) float tile[32][36];
  int x = threadIdx.x, y = threadIdx.y;
  out[x] = *reinterpret_cast<float4 *>(&tile[y][4 * x]);
}

// Rows of other warps are out of step only.
__global__ void acrossWarps(float2 *out) {
  __shared__ float2 other;
  __shared__ float tile[8][65];
  int x = threadIdx.x, y = threadIdx.y;
  out[x] = *(float2 *)&tile[y][2 * x];
  // CHECK: [[#@LINE-1]]:12: warning: load of '{{.*}}' is misaligned: its address must be a multiple of its 8 bytes
  // CHECK: note: in warp 0, lane 0, thread (0, 0, 0), accesses byte 0 of 'tile'
  // CHECK: note: in warp 1, lane 0, thread (0, 1, 0), accesses byte 260 of 'tile'; both
  out[x].x += other.x;
}

// The array is aligned, the offset is not.
__global__ void offset(int2 *out) {
  __shared__ int2 pairs[64];
  char *bytes = reinterpret_cast<char *>(pairs);
  out[threadIdx.x] = *(int2 *)(bytes + 4 + threadIdx.x * 8);
  // CHECK: [[#@LINE-1]]:22: warning: load of '{{.*}}' is misaligned: its address must be a multiple of its 8 bytes
  // CHECK: note: in warp 0, lane 0, thread (0, 0, 0), accesses byte 4 of 'pairs'
  // CHECK: note: 'pairs' is declared here{{$}}
}

// It is not known where 'flat' starts: all lanes may be aligned.
__global__ void unknownStart(int2 *out) {
  __shared__ int first;
  __shared__ int flat[65];
  first = 0;
  out[threadIdx.x] = *(int2 *)(flat + 1 + threadIdx.x * 2);
}

__global__ void halves(unsigned *out) {
  __shared__ unsigned short h[66];
  out[threadIdx.x] = *(unsigned *)(h + threadIdx.x);
  // CHECK: [[#@LINE-1]]:22: warning: load of '{{.*}}' is misaligned: its address must be a multiple of its 4 bytes
  // CHECK: note: in warp 0, lane 1, thread (1, 0, 0), accesses byte 2 of 'h'
}

// May not be executed.
__global__ void guarded(int2 *out, int n) {
  __shared__ int s[65];
  if (n > 3)
    out[threadIdx.x] = *(int2 *)(s + threadIdx.x);
}

void launch(float4 *quads, float2 *pairs, int2 *ints, unsigned *words, int n) {
  padded<<<1, dim3(8, 32)>>>(quads);
  paddedByFour<<<1, dim3(8, 32)>>>(quads);
  acrossWarps<<<1, dim3(32, 8)>>>(pairs);
  offset<<<1, 32>>>(ints);
  unknownStart<<<1, 32>>>(ints);
  halves<<<1, 32>>>(words);
  guarded<<<1, 32>>>(ints, n);
}

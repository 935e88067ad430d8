// Each rule of docs/compiler-model.md that an answer can name, in the smallest
// kernel that shows it. `fill` has no accesses of its own line: the kernels get
// their values by a store of each thread, which a barrier keeps apart.
//
// RUN: %banklint --format=json --block-dim=64 %s | %python %verdict %s

struct Pair { float first; int second; };
struct Triple { float a, b, c; };
struct __attribute__((packed)) Packed { char tag; int value; };

// P1: a struct is copied whole.
__global__ void copiesWhole(const Pair *in, Pair *out) {
  __shared__ Pair s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const Pair p = s[63 - t]; // expect: none
  out[t] = p;
}

// P2: two of four members are used.
__global__ void usesTwo(const float4 *in, float *out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const float4 v = s[63 - t];
  out[t] = v.x + v.y; // expect: none
}

// P3: in code that may not be executed, another one is used.
__global__ void usesSome(const float4 *in, float *out, int n) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const float4 v = s[63 - t]; // expect: none
  float sum = v.x;
  for (int k = 0; k < n; ++k)
    sum += expf(v.z);
  out[t] = sum;
}

// P4: half of a number.
__global__ void usesHalf(const long long *in, int *out) {
  __shared__ long long s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  out[t] = (int)s[63 - t]; // expect: none
}

// P5: a number of a packed struct.
__global__ void usesPacked(const Packed *in, int *out) {
  __shared__ Packed s[64];
  const int t = threadIdx.x;
  s[t].value = in[t].value; // expect: none
  __syncthreads();
  out[t] = s[63 - t].value; // expect: none
}

// P6: a member of the struct is loaded once more.
__global__ void loadsMemberAgain(const Pair *in, Pair *out, int *more) {
  __shared__ Pair s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  out[t] = s[63 - t]; // expect: none
  more[t] = s[63 - t].second; // expect: none
}

// U1: nothing uses the value.
__global__ void loadsInVain(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const float x = s[2 * t & 63]; // expect: none
  out[t] = s[63 - t] + 0 * (int)x; // expect: none
}

// U2: nothing reads one of the arrays.
__global__ void storesInVain(const float *in, float *out) {
  __shared__ float s[64], unread[2048];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  unread[32 * t] = in[t]; // expect: none
  __syncthreads();
  out[t] = s[63 - t]; // expect: none
}

// U3: a variable gets one constant.
__global__ void setsConstant(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ int flag;
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  flag = 3; // expect: none
  __syncthreads();
  out[t] = s[63 - t] + flag; // expect: none
}

// U4: the last of the values is not needed.
__global__ void addsBefore(const float *in, float *out) {
  __shared__ float s[64 * 33];
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[33 * t + k] = in[t]; // expect: none
  __syncthreads();
  float run = 0;
  for (int k = 0; k < 32; ++k) {
    out[64 * k + t] = run;
    run += s[33 * t + k]; // expect: none
  }
}

// S1: one side uses the value. S2: in this block all lanes take it.
__global__ void usesOnOneSide(const float *in, float *out, int n) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[32 * k + t % 32] = in[t]; // expect: none
  __syncthreads();
  const float x = s[32 * (t % 32)]; // expect: none
  const float y = s[32 * (t % 32) + 1]; // expect: none
  if (t < 40)
    out[t] = x;
  if (t < 64)
    out[t + n] = y;
}

// S3: a cheap branch loads from a constant place.
__global__ void loadsEarly(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  float x = 0;
  if (t < 32)
    x = s[3]; // expect: none
  out[t] = x;
}

// E1, E2: loads of what the thread has, and of what it loads anyway.
__global__ void loadsAgain(const float *in, float *out, float2 *pairs, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const float a = s[63 - t]; // expect: none
  out[n] = a;
  const float b = s[63 - t]; // expect: none
  out[t] = b;
  __syncthreads();
  float x = 0;
  if (t < n)
    x = s[t ^ 5]; // expect: none
  out[t + 64] = x;
  out[t + 128] = s[t ^ 5]; // expect: none
}

// E3: a store that another one overwrites.
__global__ void overwrites(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = 0; // expect: none
  s[t] = in[t]; // expect: none
  __syncthreads();
  out[t] = s[63 - t]; // expect: none
}

// E4: a store of what was loaded there.
__global__ void writesBack(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const float x = s[63 - t]; // expect: none
  out[t] = x;
  s[63 - t] = x; // expect: none
  __syncthreads();
  out[t + 64] = s[t ^ 1]; // expect: none
}

// E5: the first sum is the number itself.
__global__ void addsUp(const int *in, int *out) {
  __shared__ int s[64 * 5];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    s[5 * t + k] = in[64 * k + t]; // expect: none
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    sum += s[5 * (63 - t) + k]; // expect: none
    s[5 * (63 - t) + k] = sum; // expect: none
  }
  __syncthreads();
  out[t] = s[t]; // expect: none
}

// M1, M2: neighbors.
__global__ void merges(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[2 * t] = in[t]; // expect: none
  s[2 * t + 1] = in[t + 64]; // expect: none
  __syncthreads();
  const int u = 63 - t;
  out[t] = s[2 * u] + s[2 * u + 1]; // expect: none
}

// M3: an access of another operation, in an array with the alignment.
__global__ void storesBetween(const float *in, float *out) {
  __shared__ __align__(16) float s[128];
  __shared__ float o[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  s[t + 64] = in[t]; // expect: none
  __syncthreads();
  const float x = s[2 * t]; // expect: none
  o[t] = x; // expect: none
  const float y = s[2 * t + 1]; // expect: none
  __syncthreads();
  out[t] = y + o[t ^ 1]; // expect: none
}

// M4: members that are updated in turn.
__global__ void updatesInTurn(const float2 *in, float2 *out) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  s[t + 64] = in[t + 64]; // expect: none
  __syncthreads();
  s[t].x += s[t + 64].x; // expect: none
  s[t].y += s[t + 64].y; // expect: none
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: none
}

// M5: even, but not by the operators. M10: only the argument decides. M6: made
// of another sum.
__global__ void hidesAlignment(const float *in, float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  const int even = 3 * t - t;
  out[t] = s[even] + s[even + 1]; // expect: none
  out[t + 64] = s[t * n] + s[t * n + 1]; // expect: none
  const int w = t / 32 * 64, l = t % 32;
  out[t + 128] = s[w + l + 1024]; // expect: none
  out[t + 256] = s[w + 2 * l] + s[w + 2 * l + 1]; // expect: none
}

// M7: the address moves in a loop. M8: iterations are neighbors.
__global__ void movesInLoop(const float *in, float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += s[64 * k + 2 * t] * s[64 * k + 2 * t + 1]; // expect: none
  for (int k = 0; k < n; ++k)
    sum += s[32 * t + k]; // expect: none
  out[t] = sum;
}

// M9: rows of 33 words.
__global__ void differs(const float *in, float *out) {
  __shared__ float s[33 * 64 + 1];
  const int t = threadIdx.x;
  s[33 * t] = in[t]; // expect: none
  __syncthreads();
  out[t] = s[33 * t] + s[33 * t + 1]; // expect: none
}

// M12: both sides store to the neighbor. M14: it may be elided.
__global__ void storesOnSides(const float *in, float *out, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  if (t % 2 == n)
    s[2 * t] = in[t]; // expect: none
  else
    s[2 * t] = in[t + 64]; // expect: none
  s[2 * t + 1] = in[t + 128]; // expect: none
  __syncthreads();
  const float a = s[2 * (63 - t)]; // expect: none
  out[n] = a;
  out[t] = s[2 * (63 - t)] + s[2 * (63 - t) + 1]; // expect: none
}

// M13: variables that are declared one after the other.
__global__ void readsScalars(const float *in, float *out) {
  __shared__ float mean, deviation;
  const int t = threadIdx.x;
  if (t == 0) {
    mean = in[0]; // expect: none
    deviation = in[1]; // expect: none
  }
  __syncthreads();
  out[t] = (in[t] - mean) * deviation; // expect: none
}

// M15: a division between the neighbors.
__global__ void divides(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  s[t + 64] = in[t]; // expect: none
  __syncthreads();
  const float x = in[t] / s[2 * t]; // expect: none
  out[t] = x / s[2 * t + 1]; // expect: none
}

// M16: each place is loaded where its store needs it.
__global__ void increments(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  s[t + 64] = in[t]; // expect: none
  __syncthreads();
  const float x = s[2 * t], y = s[2 * t + 1]; // expect: none
  s[2 * t] = x + 1; // expect: none
  s[2 * t + 1] = y + 1; // expect: none
  __syncthreads();
  out[t] = s[t]; // expect: none
}

// M17: all lanes update one word.
__global__ void counts(const int *in, int *out) {
  __shared__ int sum;
  sum = 0; // expect: none
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]); // expect: none
  __syncthreads();
  out[threadIdx.x] = sum; // expect: none
}

// J1: both sides load from one array. J2: each loads from one of two.
__global__ void joins(const float *in, float *out, int n) {
  __shared__ float s[128], o[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  o[t] = in[t + 64]; // expect: none
  __syncthreads();
  float x;
  if (t % 2 == 0)
    x = s[t] * 2; // expect: none
  else
    x = s[t + 32] * 2; // expect: none
  float y;
  if (t % 4 == 0)
    y = s[t]; // expect: none
  else
    y = o[t]; // expect: none
  out[t] = x + y;
}

// L7: lanes do different numbers of iterations.
__global__ void leavesStep(const float *in, float *out) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[64 * k + t] = in[64 * k + t]; // expect: none
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < t % 16; ++k)
    sum += s[33 * k + t]; // expect: none
  out[t] = sum;
}

// L8: lanes that get the lock go on alone.
__global__ void waits(const float *in, float *out) {
  __shared__ int lock;
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: none
  lock = 0; // expect: none
  __syncthreads();
  while (atomicCAS(&lock, 0, t + 1) != 0) // expect: none
    ;
  s[63 - t] += 1; // expect: none
  atomicExch(&lock, 0); // expect: none
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: none
}

// Each rule of docs/compiler-model.md that an answer can name, in the smallest
// kernel that shows it. Those of rules that answers rest on, and do not name, are at
// the end.
//
// RUN: %banklint --format=json --block-dim=64 %s | %python %verdict %s

struct Pair { float first; int second; };
struct __attribute__((packed)) Packed { char tag; int value; };

// P1: a struct is copied whole.
__global__ void copiesWhole(const Pair *in, Pair *out) {
  __shared__ Pair s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2 by P1
  __syncthreads();
  const Pair p = s[63 - t]; // expect: load 2/2 by P1
  out[t] = p;
}

// P2: two of four members are used.
__global__ void usesTwo(const float4 *in, float *out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  const float4 v = s[63 - t]; // expect: load 4/2 2-way by P2
  out[t] = v.x + v.y;
}

// P3: which members are used is not known.
__global__ void usesSome(const float4 *in, float *out, int n) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  const float4 v = s[63 - t]; // expect: upper-bound load 16/4 4-way by P3
  out[t] = (&v.x)[n & 3];
}

// P4: half of a number.
__global__ void usesHalf(const long long *in, int *out) {
  __shared__ long long s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2
  __syncthreads();
  out[t] = (int)s[63 - t]; // expect: upper-bound load 4/2 2-way by P4
}

// P5: a number of a packed struct.
__global__ void usesPacked(const Packed *in, int *out) {
  __shared__ Packed s[64];
  const int t = threadIdx.x;
  s[t].value = in[t].value; // expect: store 8/4 2-way
  __syncthreads();
  out[t] = s[63 - t].value; // expect: upper-bound load 8/4 2-way by P5
}

// P6: a member of the struct is loaded once more.
__global__ void loadsMemberAgain(const Pair *in, Pair *out, int *more) {
  __shared__ Pair s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2 by P1
  __syncthreads();
  out[t] = s[63 - t]; // expect: upper-bound load 4/2 2-way by P1 P6
  more[t] = s[63 - t].second; // expect: upper-bound load 2/1 2-way by E1
}

// U1: nothing uses the value.
__global__ void loadsInVain(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t & 63]; // expect: upper-bound load 2/1 2-way by U1
  out[t] = s[63 - t] + 0 * (int)x; // expect: load 1/1
}

// U2: nothing reads one of the arrays.
__global__ void storesInVain(const float *in, float *out) {
  __shared__ float s[64], unread[2048];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  unread[32 * t] = in[t]; // expect: upper-bound store 32/1 32-way by U2
  __syncthreads();
  out[t] = s[63 - t]; // expect: load 1/1
}

// U3: a variable gets one constant.
__global__ void setsConstant(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ int flag;
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  flag = 3; // expect: store 1/1 by U3
  __syncthreads();
  out[t] = s[63 - t] + flag; // expect: load 1/1, load 1/1 by U3
}

// U4: the last of the values is not needed.
__global__ void addsBefore(const float *in, float *out) {
  __shared__ float s[64 * 33];
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[33 * t + k] = in[t]; // expect: store 1/1
  __syncthreads();
  float run = 0;
  for (int k = 0; k < 32; ++k) {
    out[64 * k + t] = run;
    run += s[33 * t + k]; // expect: load 1/1 by U4
  }
}

// S1: one side uses the value. S2: in this block all lanes take it. M14: they are
// neighbors.
__global__ void usesOnOneSide(const float *in, float *out, int n) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[32 * k + t % 32] = in[t]; // expect: store 1/1
  __syncthreads();
  const float x = s[32 * (t % 32)]; // expect: upper-bound load 32/1 32-way by S1 M1 M14
  // expect: upper-bound load 32/1 32-way by S1 S2 M1 M14
  const float y = s[32 * (t % 32) + 1];
  if (t < 40)
    out[t] = x;
  if (t < 64)
    out[t + n] = y;
}

// S3: a cheap branch loads from a constant place.
__global__ void loadsEarly(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  float x = 0;
  if (t < 32)
    x = s[3]; // expect: load 1/1 by S3
  out[t] = x;
}

// E1, E2: loads of what the thread has, and of what it loads anyway.
__global__ void loadsAgain(const float *in, float *out, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  const float a = s[63 - t]; // expect: load 1/1
  out[n] = a;
  const float b = s[63 - t]; // expect: load 1/1 by E1
  out[t] = b;
  __syncthreads();
  float x = 0;
  if (t < 20)
    x = s[t ^ 5]; // expect: load 1/1 by E2
  out[t + 64] = x;
  out[t + 128] = s[t ^ 5]; // expect: load 1/1 by E1
}

// E3: a store that another one overwrites.
__global__ void overwrites(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = 0; // expect: store 1/1 by E3
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  out[t] = s[63 - t]; // expect: load 1/1
}

// E4: a store of what was loaded there.
__global__ void writesBack(const float *in, float *out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  const float x = s[63 - t]; // expect: load 1/1 by E4
  out[t] = x;
  s[63 - t] = x; // expect: store 1/1 by E4
  __syncthreads();
  out[t + 64] = s[t ^ 1]; // expect: load 1/1
}

// E5: the first sum is the number itself.
__global__ void addsUp(const int *in, int *out) {
  __shared__ int s[64 * 5];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    s[5 * t + k] = in[64 * k + t]; // expect: store 1/1
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    sum += s[5 * (63 - t) + k]; // expect: load 1/1 by E5
    s[5 * (63 - t) + k] = sum; // expect: store 1/1 by E5
  }
  __syncthreads();
  out[t] = s[t]; // expect: load 1/1
}

// M1, M2: neighbors.
__global__ void merges(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[2 * t] = in[t]; // expect: store 2/2 by M2
  s[2 * t + 1] = in[t + 64]; // expect: store 2/2 by M2
  __syncthreads();
  const int u = 63 - t;
  out[t] = s[2 * u] + s[2 * u + 1]; // expect: load 2/2 by M1, load 2/2 by M1
}

// M3: an access of another operation, to an array with the alignment.
__global__ void storesBetween(const float *in, float *out) {
  __shared__ __align__(16) float o[64];
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t]; // expect: store 1/1
  __syncthreads();
  const float x = s[2 * t]; // expect: upper-bound load 2/1 2-way by M1 M3
  o[t] = x; // expect: store 1/1
  const float y = s[2 * t + 1]; // expect: upper-bound load 2/1 2-way by M1 M3
  __syncthreads();
  out[t] = y + o[t ^ 1]; // expect: load 1/1
}

// M4: members that are updated in turn.
__global__ void updatesInTurn(const float2 *in, float2 *out) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 2/2
  s[t + 64] = in[t + 64]; // expect: store 2/2
  __syncthreads();
  // expect: load 2/2 by M1 M4, store 2/2 by M2 M4, load 2/2 by M1 M4
  s[t].x += s[t + 64].x;
  // expect: load 2/2 by M1 M4, store 2/2 by M2 M4, load 2/2 by M1 M4
  s[t].y += s[t + 64].y;
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 2/2
}

// M5: even, but not by the operators. M6: made of another sum.
__global__ void hidesAlignment(const float *in, float *out) {
  __shared__ float s[4096], r[4096];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  r[t] = in[t]; // expect: store 1/1
  __syncthreads();
  const int even = 3 * t - t;
  // expect: upper-bound load 2/1 2-way by M1 M5, upper-bound load 2/1 2-way by M1 M5
  out[t] = s[even] + s[even + 1];
  const int w = t / 32 * 64, l = t % 32;
  out[t + 128] = r[w + l + 1024]; // expect: load 1/1
  // expect: upper-bound load 2/1 2-way by M1 M6, upper-bound load 2/1 2-way by M1 M6
  out[t + 256] = r[w + 2 * l] + r[w + 2 * l + 1];
}

// M7: the address moves in a loop. M8: iterations are neighbors.
__global__ void movesInLoop(const float *in, float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // expect: upper-bound load 2/1 2-way by M1 M7, upper-bound load 2/1 2-way by M1 M7
    sum += s[64 * k + 2 * t] * s[64 * k + 2 * t + 1];
  for (int k = 0; k < n; ++k)
    sum += s[32 * t + k]; // expect: upper-bound load 32/1 32-way by M1 M7 M8
  out[t] = sum;
}

// M12: both sides store to the neighbor.
__global__ void storesOnSides(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  if (t % 2 == 0)
    s[2 * t] = in[t]; // expect: upper-bound store 2/1 2-way by M2 M12 M15
  else
    s[2 * t] = in[t + 64]; // expect: upper-bound store 2/1 2-way by M2 M12 M15
  s[2 * t + 1] = in[t + 128]; // expect: upper-bound store 2/1 2-way by M2 M12 M15
  __syncthreads();
  out[t] = s[t]; // expect: load 1/1
}

// M13: variables that are declared one after the other.
__global__ void readsScalars(const float *in, float *out) {
  __shared__ float mean, deviation;
  const int t = threadIdx.x;
  if (t == 0) {
    mean = in[0]; // expect: store 1/1 by M13
    deviation = in[1]; // expect: store 1/1 by M5 M13
  }
  __syncthreads();
  out[t] = (in[t] - mean) * deviation; // expect: load 1/1 by M13, load 1/1 by M5 M13
}

// M15: a division between the neighbors.
__global__ void divides(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t]; // expect: store 1/1
  __syncthreads();
  const float x = in[t] / s[2 * t]; // expect: upper-bound load 2/1 2-way by M1 M15
  out[t] = x / s[2 * t + 1]; // expect: upper-bound load 2/1 2-way by M1 M15
}

// M16: each place is loaded where its store needs it.
__global__ void increments(const float *in, float *out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t]; // expect: store 1/1
  __syncthreads();
  // expect: upper-bound load 2/1 2-way by M1 M16, upper-bound load 2/1 2-way by M1 M16
  const float x = s[2 * t], y = s[2 * t + 1];
  s[2 * t] = x + 1; // expect: upper-bound store 2/1 2-way by M2 M16
  s[2 * t + 1] = y + 1; // expect: upper-bound store 2/1 2-way by M2 M16
  __syncthreads();
  out[t] = s[t]; // expect: load 1/1
}

// M17: all lanes update one word.
__global__ void counts(const int *in, int *out) {
  __shared__ int sum;
  sum = 0; // expect: store 1/1
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]); // expect: upper-bound atomic 32/1 32-way by M17
  __syncthreads();
  out[threadIdx.x] = sum; // expect: load 1/1
}

// J1: both sides load from one array. J2: each loads from one of two.
__global__ void joins(const float *in, float *out, int n) {
  __shared__ float s[128], o[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  o[t] = in[t + 64]; // expect: store 1/1
  __syncthreads();
  float x;
  if (t % 2 == 0)
    x = s[t] * 2; // expect: load 1/1 by J1
  else
    x = s[t + 32] * 2; // expect: load 1/1 by J1
  float y;
  if (t % 4 == 0)
    y = s[63 - t]; // expect: upper-bound load 2/1 2-way by J2
  else
    y = o[t]; // expect: upper-bound load 2/1 2-way by J2
  out[t] = x + y;
}

// L7: lanes do different numbers of iterations.
__global__ void leavesStep(const float *in, float *out) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[64 * k + t] = in[64 * k + t]; // expect: store 1/1
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < t % 16; ++k)
    sum += s[33 * k + t]; // expect: upper-bound load 8/1 8-way by L7
  out[t] = sum;
}

// L8: lanes that get the lock go on alone.
__global__ void waits(const float *in, float *out) {
  __shared__ int lock;
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  lock = 0; // expect: store 1/1
  __syncthreads();
  while (atomicCAS(&lock, 0, t + 1) != 0) // expect: atomic 64/2 32-way
    ;
  s[63 - t] += 1; // expect: load 1/1 by L8, store 1/1 by L8
  atomicExch(&lock, 0); // expect: upper-bound atomic 32/1 32-way by M17 L8
  __syncthreads();
  out[t] = s[t ^ 1]; // expect: load 1/1
}

// Rule M9: rows of 33 words, whose neighbors are aligned in some lanes only.
__global__ void differs(const float *in, float *out) {
  __shared__ float s[33 * 64 + 1];
  const int t = threadIdx.x;
  s[33 * t] = in[t]; // expect: store 1/1
  __syncthreads();
  out[t] = s[33 * t] + s[33 * t + 1]; // expect: load 1/1, load 1/1
}

// Rule M10: the argument is even, which the compiler can't know.
// banklint: block=64 n=2
__global__ void scales(const float *in, float *out, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t]; // expect: store 1/1
  __syncthreads();
  out[t] = s[t * n] + s[t * n + 1]; // expect: load 2/1 2-way, load 2/1 2-way
}

// Rules A1 and M11: the second array is at a multiple of 4 bytes only. Rule A2: so
// it is in the second kernel, if the first array stays.
__global__ void isBehind(const float *in, float *out) {
  __shared__ float first[65], s[128];
  const int t = threadIdx.x;
  first[t + 1] = in[t]; // expect: store 1/1
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t]; // expect: store 1/1
  __syncthreads();
  // expect: load 2/1 2-way, load 2/1 2-way, load 1/1
  out[t] = s[2 * t] + s[2 * t + 1] + first[64 - t];
}
__global__ void isPerhapsBehind(const float *in, float *out) {
  __shared__ float first[65], s[128];
  const int t = threadIdx.x;
  first[t + 1] = in[t]; // expect: store 1/1 by U2
  s[t] = in[t]; // expect: store 1/1
  s[t + 64] = in[t]; // expect: store 1/1
  __syncthreads();
  // expect: upper-bound load 2/1 2-way by M1 M5, upper-bound load 2/1 2-way by M1 M5
  out[t] = s[2 * t] + s[2 * t + 1];
}

// Rule L1: eight iterations are one straight line.
__global__ void isUnrolled(const float *in, float *out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    s[64 * k + t] = in[64 * k + t]; // expect: store 1/1
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += s[8 * t + k]; // expect: load 8/4 2-way by M1
  out[t] = sum;
}

// Rule L6: where lanes do one or two iterations, they stay in step, unless nvcc knows
// that none does more.
__global__ void doesFew(const float *in, float *out) {
  __shared__ float s[33 * 128];
  const int t = threadIdx.x;
  for (int i = t; i < 100; i += 64)
    s[33 * i] = in[i]; // expect: store 1/1
  __syncthreads();
  float sum = 0;
  for (int i = t; i < 100; i += 64)
    sum += s[33 * i]; // expect: load 1/1
  for (int k = t % 5; k < 5; k += 2)
    sum += s[t + 33 * k]; // expect: upper-bound load 4/1 4-way by L7
  out[t] = sum;
}

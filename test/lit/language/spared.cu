// What the compiler may keep in registers or join, as an H200's counters show it
// for nvcc 13.0 and these very kernels (requests and wavefronts in comments).
//
// RUN: %banklint --format=json %s | %python %verdict %s

// Loads: 2, 2. The store's conflict stays, that of the load is gone.
__global__ void forwarded(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * 32] = o[t]; // expect: store 32/1 32-way total 64/2
  float x = s[t * 32]; // expect: upper-bound load 32/1 32-way total 64/2
  o[t] = x;
  __syncthreads();
  o[t + 64] = s[t]; // expect: load 1/1 total 2/2
}

// Loads: 2, 2. Stores: 4, 128.
__global__ void accumulate(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * 32] = 0; // expect: upper-bound store 32/1 32-way total 64/2
  for (int i = 0; i < 10; ++i)
    // expect: upper-bound load 32/1 32-way total 640/20, store 32/1 32-way total open
    s[t * 32] += o[i];
  __syncthreads();
  o[t] = s[t]; // expect: load 1/1 total 2/2
}

// Loads: 2, 64: the first round's stays.
__global__ void invariant(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * 32] = o[t]; // expect: store 32/1 32-way total 64/2
  __syncthreads();
  float r = 0;
  for (int i = 0; i < 10; ++i)
    r += s[t * 32] * o[i]; // expect: load 32/1 32-way total open
  o[t] = r;
}

// Loads: 20, 640. A barrier keeps them all, as volatile would.
__global__ void barriers(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * 32] = o[t]; // expect: store 32/1 32-way total 64/2
  __syncthreads();
  float r = 0;
  for (int i = 0; i < 10; ++i) {
    r += s[t * 32] * o[i]; // expect: load 32/1 32-way total 640/20
    __syncwarp();
  }
  o[t] = r;
}

__global__ void kept(float *o) {
  __shared__ volatile float s[2048];
  int t = threadIdx.x;
  s[t * 32] = o[t];     // expect: store 32/1 32-way total 64/2
  float x = s[t * 32];  // expect: load 32/1 32-way total 64/2
  o[t] = x + s[t * 32]; // expect: load 32/1 32-way total 64/2
}

// Loads: 4, 128: no compiler knows that 33 * t + 1 is not 32 * t.
__global__ void storeBetween(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float a = s[32 * t]; // expect: load 32/1 32-way total 64/2
  s[33 * t + 1] = a + 1; // expect: store 1/1 total 2/2
  float b = s[32 * t]; // expect: load 32/1 32-way total 64/2
  o[t] = a * 2 + b;
}

// Loads: 2, 2 each. What the compiler knows: 33 * t + 1 - t is odd in units of
// 32; both distances of a selection are none; i and 1 << i are not 0.
__global__ void commonDivisor(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float a = s[t]; // expect: load 1/1 total 2/2
  s[33 * t + 1] = o[t]; // expect: store 1/1 total 2/2
  float b = s[t]; // expect: load 1/1 total open
  o[t] = a * b;
}
__global__ void selection(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float a = s[t]; // expect: load 1/1 total 2/2
  s[t < 16 ? t + 1 : t + 2] = o[t]; // expect: store 2/1 2-way total 3/2
  float b = s[t]; // expect: load 1/1 total open
  o[t] = a * b;
}
__global__ void rising(float *o, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float r = 0;
  for (int i = 1; i < n; i++) {
    r += s[t]; // expect: load 1/1 total open
    s[t + i] = r; // expect: store 1/1 total 14/14
  }
  o[t] = r;
}
__global__ void powers(float *o, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float r = 0;
  for (int i = 0; i < n; i++) {
    r += s[t]; // expect: load 1/1 total open
    s[t + (1 << i)] = r; // expect: store 1/1 total 16/16
  }
  o[t] = r;
}

// Loads: 2, 64.
__global__ void storeElsewhere(float *o) {
  __shared__ float s[4096];
  __shared__ float r[64];
  int t = threadIdx.x;
  float a = s[32 * t]; // expect: load 32/1 32-way total 64/2
  s[32 * t + 1] = a; // expect: store 32/1 32-way total 64/2
  r[t] = a + 1;        // expect: store 1/1 total open
  float b = s[32 * t]; // expect: upper-bound load 32/1 32-way total 64/2
  o[t] = a * 2 + b;
}

// Loads: 2, 32.
__global__ void partOfWide(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float4 a = *(float4 *)&s[16 * t]; // expect: load 16/4 4-way total 32/8
  float b = s[16 * t + 1]; // expect: upper-bound load 16/1 16-way total 32/2
  o[t] = a.x + a.z + a.y + a.w * b;
}

// Loads: 2, 8: with the two members that are used, three words of four.
__global__ void partBeforeWide(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  float b = s[4 * t + 1]; // expect: load 4/4 total 8/8
  o[t + 64] = b;
  float4 a = *(float4 *)&s[4 * t]; // expect: load 4/4 total 0/0
  o[t] = a.x + a.w;
}

// Stores: 2, 64.
__global__ void overwritten(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[32 * t] = 0; // expect: upper-bound store 32/1 32-way total 64/2
  s[32 * t] = o[t]; // expect: store 32/1 32-way total 64/2
  __syncthreads();
  o[t] = s[t]; // expect: load 1/1 total 2/2
}

// Stores: 4, 128, because of what is read between them.
__global__ void readBetween(float *o) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[32 * t] = 0; // expect: store 32/1 32-way total 64/2
  float x = s[33 * t + 1]; // expect: load 1/1 total 2/2
  s[32 * t] = o[t] + x; // expect: store 32/1 32-way total 64/2
}

// Loads: 62, 1984, two of them wide; stores: 62, 1984. What is first stored is
// what stands there.
__global__ void runningSum(int *o) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[64 * i + t] = o[64 * i + t]; // expect: store 1/1 total 64/64
  __syncthreads();
  int r = 0;
  for (int i = 0; i < 32; i++) {
    r += s[32 * t + i]; // expect: load 32/1 32-way total open
    s[32 * t + i] = r;  // expect: store 32/1 32-way total open
  }
  __syncthreads();
  o[t] = s[t]; // expect: load 1/1 total 2/2
}

// Loads: 62, 62; stores: 62, 62. 0 + x is not always x in floating point.
__global__ void runningFloatSum(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[64 * i + t] = o[64 * i + t]; // expect: store 1/1 total 64/64
  __syncthreads();
  float r = 0;
  for (int i = 0; i < 31; i++) {
    r += s[31 * t + i]; // expect: load 1/1 total 62/62
    s[31 * t + i] = r;  // expect: store 1/1 total 62/62
  }
  __syncthreads();
  o[t] = s[t]; // expect: load 1/1 total 2/2
}

// Loads: 6, 6; stores: 6, 6: not those of the first round.
__global__ void neutralFactor(int *o) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[64 * i + t] = o[64 * i + t]; // expect: store 1/1 total 64/64
  __syncthreads();
  for (int i = 1; i < 5; i++)
    // expect: load 1/1 total open, store 1/1 total open
    s[33 * (t & 31) + 64 * i] *= i;
  __syncthreads();
  o[t] = s[t]; // expect: load 1/1 total 2/2
}

// Loads: 2, 28: one request for all sections, of 12 and 16.
__global__ void sections(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[64 * i + t] = o[64 * i + t]; // expect: store 1/1 total 64/64
  __syncthreads();
  float x = 0;
  switch (t & 3) {
  case 0:
    x = s[t * 32]; // expect: upper-bound load 16/1 16-way total open
    break;
  case 1:
    x = s[t * 16]; // expect: upper-bound load 16/1 16-way total open
    break;
  case 2:
    x = s[t * 8]; // expect: upper-bound load 16/1 16-way total open
    break;
  default:
    x = s[t]; // expect: upper-bound load 16/1 16-way total open
  }
  o[t] = x;
}

// Loads: 2, 56: 24 and 32.
__global__ void branches(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float x;
  if (t & 1)
    x = s[t * 32 & 2047]; // expect: upper-bound load 32/1 32-way total open
  else
    x = s[t * 16]; // expect: upper-bound load 32/1 32-way total open
  o[t] = x;
}

// Loads: 2, 56: 24 and 32.
__global__ void oppositeGuards(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float x = 0;
  if (t & 1)
    x = s[t * 32]; // expect: upper-bound load 32/1 32-way total open
  if (!(t & 1))
    x = s[t * 16]; // expect: upper-bound load 32/1 32-way total open
  o[t] = x;
}

// Loads: 2, 3: each branch is clean, and no conflict is worth a finding.
__global__ void unknownBranches(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float x;
  if (o[t] > 0)
    x = s[t]; // expect: upper-bound load 2/1 2-way total open
  else
    x = s[t + 33]; // expect: upper-bound load 2/1 2-way total open
  o[t] = x;
}

// One load for both arrays.
__global__ void arraysOfBranches(float *o, const int *in) {
  __shared__ float a[2048];
  __shared__ float b[2048];
  int t = threadIdx.x;
  float r;
  if (in[t] > 3)
    r = a[t * 2]; // expect: upper-bound load 4/1 4-way
  else
    r = b[t * 2]; // expect: upper-bound load 4/1 4-way
  o[t] = r;
}

// Loads of their own: there are two in each branch.
__global__ void manyOfBranches(float *o) {
  __shared__ float a[2048];
  __shared__ float b[2048];
  int t = threadIdx.x;
  float r;
  if (t % 32 < 16)
    r = a[t * 2] + a[t * 4 + 1024]; // expect: load 1/1, load 2/1 2-way
  else
    r = b[t * 2] + b[t * 4 + 1024]; // expect: load 1/1, load 2/1 2-way
  o[t] = r;
}

// Together as clean as apart.
__global__ void cleanBranches(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float x;
  if (t & 1)
    x = s[t]; // expect: load 1/1 total open
  else
    x = s[t + 32]; // expect: load 1/1 total open
  o[t] = x;
}

int main() {
  forwarded<<<1, 64>>>(nullptr);
  accumulate<<<1, 64>>>(nullptr);
  invariant<<<1, 64>>>(nullptr);
  barriers<<<1, 64>>>(nullptr);
  kept<<<1, 64>>>(nullptr);
  storeBetween<<<1, 64>>>(nullptr);
  commonDivisor<<<1, 64>>>(nullptr);
  selection<<<1, 64>>>(nullptr);
  rising<<<1, 64>>>(nullptr, 8);
  powers<<<1, 64>>>(nullptr, 8);
  storeElsewhere<<<1, 64>>>(nullptr);
  partOfWide<<<1, 64>>>(nullptr);
  partBeforeWide<<<1, 64>>>(nullptr);
  overwritten<<<1, 64>>>(nullptr);
  readBetween<<<1, 64>>>(nullptr);
  runningSum<<<1, 64>>>(nullptr);
  runningFloatSum<<<1, 64>>>(nullptr);
  neutralFactor<<<1, 64>>>(nullptr);
  sections<<<1, 64>>>(nullptr);
  branches<<<1, 64>>>(nullptr);
  oppositeGuards<<<1, 64>>>(nullptr);
  unknownBranches<<<1, 64>>>(nullptr);
  arraysOfBranches<<<1, 64>>>(nullptr, nullptr);
  manyOfBranches<<<1, 64>>>(nullptr);
  cleanBranches<<<1, 64>>>(nullptr);
}

// Forms in which nvcc 13.0 moves a load to the branch that needs it, by its
// machine code, though the source does not look like a value and a branch.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

// One lane publishes it.
__global__ void published(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  __shared__ float total;
  const int t = threadIdx.x;
  s[t * 3] = in[t]; // expect: store 1/1
  __syncthreads();
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t == 0)
    total = x; // expect: store 1/1
  __syncthreads();
  out[t] = total; // expect: load 1/1
}
// A store to another array stands between.
__global__ void otherArray(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  __shared__ float b[32];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  b[t] = in[t];       // expect: store 1/1
  if (t < 16)
    out[t] = x * out[t + 1];
  __syncthreads();
  out[t + 64] = b[31 - t]; // expect: load 1/1
}
// Elements of an array, each with a guard of its own.
__global__ void elements(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float a[4];
  for (int k = 0; k < 4; ++k)
    a[k] = s[t * 2 + 70 * k]; // expect: upper-bound load 2/1 2-way
  for (int k = 0; k < 4; ++k)
    if (t + k * 32 < n)
      out[t + k * 32] = a[k];
}
// Loops that are unrolled whole by other means than a literal end.
__device__ float dot(const float *s, int t, int rounds) {
  float sum = 0;
  for (int k = 0; k < rounds; ++k)
    sum += s[t * 2 + k * 70]; // expect: upper-bound load 2/1 2-way
  return sum;
}
__global__ void ends(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float a = 0, b = 0;
  int k = 0;
  while (k < 4) {
    a += s[t * 2 + 70 * k]; // expect: upper-bound load 2/1 2-way
    ++k;
  }
#pragma unroll 4
  for (int i = 0; i < 4; ++i)
    b += s[t * 2 + 70 * i + 500]; // expect: upper-bound load 2/1 2-way
  const float c = dot(s + 1000, t, 4);
  if (t < n)
    out[t] = a / b / c;
}
// The branch is in a function whose result is needed everywhere.
__device__ float ofHalf(float x, int t) {
  if (t < 16)
    return x * __expf(x) / 2;
  return 0;
}
__global__ void inFunction(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  out[t] = ofHalf(s[t * 2], t);  // expect: upper-bound load 2/1 2-way
  const float x = s[t * 2 + 64]; // expect: upper-bound load 2/1 2-way
  out[t + 64] = ofHalf(x, t);
}
// A division is not selected, and a condition is the same in another spelling.
__global__ void spellings(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  float r = in[t];
  if (t < 16)
    r = r / x;
  out[t] = r;
  float y = s[t * 2 + 64]; // expect: upper-bound load 2/1 2-way
  const bool isIn = t < n;
  if (isIn)
    out[t + 100] = y * out[t + 101];
  if (n > t)
    out[t + 200] = y * out[t + 201];
}
// A constructor loads.
struct Loaded {
  float first, second;
  // expect[constructed]: upper-bound load 2/1 2-way
  // expect[kept]: load 2/1 2-way total 2/1
  __device__ Loaded(const float *s, int t) : first(s[t * 2]) {
    // expect[constructed]: upper-bound load 2/1 2-way
    // expect[kept]: load 2/1 2-way total 2/1
    second = s[t * 2 + 64];
  }
};
__global__ void constructed(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const Loaded l(s, threadIdx.x);
  if (threadIdx.x < n)
    out[threadIdx.x] = l.first * l.second;
}
__global__ void kept(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const Loaded l(s, threadIdx.x);
  out[threadIdx.x] = l.first * l.second;
}
// Of a switch.
__global__ void cases(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  switch (t & 3) {
  case 1:
    out[t] = x * out[t + 1];
    break;
  default:
    out[t] = in[t];
  }
}
// All lanes take the side, or none does.
__global__ void uniform(float *out, const float *in, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: load 2/1 2-way total open
  if (n > 3)
    out[t] = x * out[t + 1];
}
void launch(float *out, float *in, int n, int m) {
  published<<<1, 32>>>(out, in, n, m);
  otherArray<<<1, 32>>>(out, in, n, m);
  elements<<<1, 32>>>(out, in, n, m);
  ends<<<1, 32>>>(out, in, n, m);
  inFunction<<<1, 32>>>(out, in, n, m);
  spellings<<<1, 32>>>(out, in, n, m);
  constructed<<<1, 32>>>(out, in, n, m);
  kept<<<1, 32>>>(out, in, n, m);
  cases<<<1, 32>>>(out, in, n, m);
  uniform<<<1, 32>>>(out, in, n, m);
}

// A loop of which only some rounds become one line stays a loop: loads do not
// move out of it. What is handed on from variable to variable is used rounds
// later.
__global__ void window(const float *in, float *out, int n) {
  __shared__ float s[400];
  const int t = threadIdx.x;
  for (int i = t; i < 384; i += 128)
    s[i] = in[i]; // expect[window]: store 1/1
  __syncthreads();
  float a = s[t];           // expect[window]: load 1/1 total 4/4
  float b = s[t + 97];      // expect[window]: load 1/1 total 4/4
  float c = s[t + 2 * 97];  // expect[window]: load 1/1 total 4/4
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 32; ++k) {
    sum += in[k] * a;
    a = b;
    b = c;
    c = s[t + 3 * k]; // expect[window]: load 1/1 total open
  }
  if (t < n)
    out[t] = sum;
}

void launchWindow(float *p, int n) { window<<<1, 128>>>(p, p, n); }

// Of a value that each round sets anew, only the last is loaded, behind the loop
// and the guard.
__global__ void last(const float *in, float *out, int n) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect[last]: store 1/1
  __syncthreads();
  float value = 0, all = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    value = s[t + k]; // expect[last]: load 1/1 total open
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    all = s[t + 2 * k]; // expect[last]: load 1/1 total open
  out[t] = all;
  if (t < n)
    out[t + 128] = value;
}

void launchLast(float *p, int n) { last<<<1, 128>>>(p, p, n); }

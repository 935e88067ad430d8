// Where nvcc 13.0 makes a load, by its machine code: in front of the branch, or
// on the side that alone needs what is made of the value.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

struct V {
  float x, y;
};
__device__ V operator+(V a, V b) { return {a.x + b.x, a.y + b.y}; }
__device__ V &operator+=(V &a, V b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
struct Acc {
  float sum = 0;
  __device__ void add(float v) { sum += v; }
  __device__ float get() const { return sum; }
};
__device__ void storeIf(float *out, int t, int n, float v) {
  if (t < n)
    out[t] = v * out[t + 1];
}
__device__ float dot(const float *s, int t) {
  float a = 0;
  for (int k = 0; k < 4; ++k)
    a += s[t * 2 + k * 70]; // expect: upper-bound load 2/1 2-way
  return a;
}
__device__ void accumulate(float &sum, const float *s, int t) {
  sum += s[t * 2] * s[t * 2 + 70]; // expect: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
}
__global__ void overloads(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  V sum{0, 0};
  for (int k = 0; k < 4; ++k)
    sum += V{s[t * 2 + k * 70], s[t * 2 + k * 70 + 1]}; // expect: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
  if (t < n) {
    out[t] = sum.x;
    out[t + 40] = sum.y;
  }
}
__global__ void methods(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  Acc a;
  for (int k = 0; k < 4; ++k)
    a.add(s[t * 2 + k * 70]); // expect: upper-bound load 2/1 2-way
  if (t < n) {
    out[t] = a.get();
  }
}
__global__ void elements(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float acc[2];
  acc[0] = s[t * 4]; // expect: upper-bound load 4/1 4-way
  acc[1] = s[t * 4 + 1000]; // expect: upper-bound load 4/1 4-way
  if (t < n) {
    out[t] = acc[0] * acc[1];
  }
}
__global__ void conditions(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float best = s[t]; // expect: load 1/1
  if (s[t * 2 + 32] > best) // expect: upper-bound load 2/1 2-way
    best = s[t * 2 + 32]; // expect: upper-bound load 2/1 2-way
  if (s[t * 2 + 132] > best) // expect: upper-bound load 2/1 2-way
    best = s[t * 2 + 132]; // expect: upper-bound load 2/1 2-way
  if (t < n) {
    out[t] = best;
  }
}
__global__ void helper(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float a = s[t * 2]; // expect: upper-bound load 2/1 2-way
  storeIf(out, t, n, a);
}
__global__ void twice(float *out, float *out2, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float a = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < n)
    out[t] = a * out[t + 1];
  if (t < n)
    out2[t] = a * out2[t + 1];
}
__global__ void twoconditions(float *out, float *out2, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float a = s[t * 2]; // expect: load 2/1 2-way
  if (t < n)
    out[t] = a * out[t + 1];
  if (t > 7)
    out2[t] = a * out2[t + 1];
}
__global__ void sums(float *out, float *out2, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float sx = 0, sy = 0;
  for (int k = 0; k < 4; ++k) {
    float a = s[t * 2 + k * 70]; // expect: upper-bound load 2/1 2-way
    sx += a;
    sy += a * a;
  }
  if (t < n)
    out[t] = sx * sy;
}
__global__ void returned(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = dot(s, t);
  if (t < n)
    out[t] = v;
}
__global__ void byref(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = 1;
  accumulate(v, s, t);
  if (t < n)
    out[t] = v;
}
__global__ void logical(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < n && v > 0)
    out[t] = 1;
}
__global__ void logical2(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < n && v * out[t] > 0)
    out[t] = 1;
}
__global__ void nested(float *out, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < n) {
    out[t] = 1;
    if (t < m)
      out[t + 40] = v * out[t + 1];
  }
}
__global__ void elseSide(float *out, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < n)
    out[t] = 1;
  else
    out[t + 40] = v * out[t + 2];
}
__global__ void merged(float *out, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = s[t * 2]; // expect: upper-bound load 2/1 2-way
  float r;
  if (t < n)
    r = out[t + 10];
  else
    r = v * out[t + 2];
  out[t] = r;
}
__global__ void diamond(float *out, int n, int m) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float v = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < n)
    out[t] = 1;
  else
    out[t + 40] = out[t + 2];
  if (t < m)
    out[t + 80] = v * out[t + 1];
}
void launch(float *out, int n) {
  overloads<<<1, 32>>>(out, n);
  methods<<<1, 32>>>(out, n);
  elements<<<1, 32>>>(out, n);
  conditions<<<1, 32>>>(out, n);
  helper<<<1, 32>>>(out, n);
  twice<<<1, 32>>>(out, out, n);
  twoconditions<<<1, 32>>>(out, out, n);
  sums<<<1, 32>>>(out, out, n);
  returned<<<1, 32>>>(out, n);
  byref<<<1, 32>>>(out, n);
  logical<<<1, 32>>>(out, n);
  logical2<<<1, 32>>>(out, n);
  nested<<<1, 32>>>(out, n, n);
  elseSide<<<1, 32>>>(out, n, n);
  merged<<<1, 32>>>(out, n, n);
  diamond<<<1, 32>>>(out, n, n);
}

// The last round's value is not used, and it is not loaded: 15 loads.
__global__ void exclusive(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  __syncthreads();
  float run = out[t];
  for (int i = 0; i < 16; ++i) {
    float c = s[t * 32 + i]; // expect: load 32/1 32-way total open
    s[t * 32 + i] = run; // expect: store 32/1 32-way
    run += c;
  }
  __syncthreads();
  out[t] = s[t]; // expect: load 1/1
}

void launchExclusive(float *out, int n) { exclusive<<<1, 32>>>(out, n); }

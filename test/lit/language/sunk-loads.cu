// A load whose value is used on one side of a branch only is made there. What
// is true was measured: an H200's counters, nvcc 13.0.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ float heavy(float a, float b) {
  return a * __expf(b) + __fdividef(a, b + 1);
}

// Measured: 1 wavefront, 16 lanes.
__global__ void sides(const float *in, float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  float a = s[t * 2]; // expect: upper-bound load 2/1 2-way
  out[t] = t < 16 ? in[t] : heavy(in[t], a);
  float b = s[t * 2 + 64]; // expect: upper-bound load 2/1 2-way
  if (t < 16)
    out[t] = b;
  float c = s[t * 2 + 128]; // expect: upper-bound load 2/1 2-way
  out[t + 64] = 1;
  if (t < 16)
    if (n > 3)
      out[t] = heavy(c, c);
  float d = s[t * 2 + 192] * 3 + 1; // expect: upper-bound load 2/1 2-way
  float r = in[t];
  if (t < 16)
    r = heavy(r, d);
  out[t] = r;
  float e = s[t * 2 + 256]; // expect: upper-bound load 2/1 2-way
  float f = e * 2;
  if (t >= 16)
    return;
  out[t] = f;
}

// In each round.
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 8; i++) {
    float a = s[t * 2 + 64 * i]; // expect: upper-bound load 2/1 2-way
    if ((t + i) & 1)
      sum += heavy(sum, a);
  }
  out[t] = sum;
}

// Measured: 2 wavefronts, 32 lanes.
__global__ void whole(const float *in, float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  // Both sides are computed here, which is not told from others.
  float a = s[t * 2]; // expect: upper-bound load 2/1 2-way
  float r = in[t];
  out[t] = t < 16 ? r : r - a;
  float b = s[t * 2 + 64]; // expect: load 2/1 2-way
  __syncthreads();
  if (t < 16)
    out[t] = b;
  // Not over a loop.
  float c = s[t * 2 + 128]; // expect: load 2/1 2-way
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[i];
  if (t < 16)
    sum += heavy(sum, c);
  out[t] = sum;
  // Not over a store.
  float d = s[t * 2 + 192]; // expect: load 2/1 2-way
  s[t + 512] = 1; // expect: store 1/1
  if (t < 16)
    out[t] = d;
  // The condition needs it, too.
  float e = s[t * 2 + 256]; // expect: load 2/1 2-way
  if (e > 1)
    out[t] = e;
  // All lanes take part in the exchange.
  float g = s[t * 2 + 320]; // expect: load 2/1 2-way
  float h = __shfl_down_sync(~0u, g, 1);
  if (t < 16)
    out[t] = h;
  volatile float *v = s;
  float f = v[t * 2]; // expect: load 2/1 2-way
  if (t < 16)
    out[t] = f;
}

// All that sinking could change is how often it takes place.
__global__ void clean(const float *in, float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  float a = s[t]; // expect: load 1/1 total open
  if (t < 16)
    out[t] = a;
}

// Lanes that do not enter the loop do not load.
__global__ void loops(float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  const float a = s[t * 2]; // expect: upper-bound load 2/1 2-way
  for (int i = t; i < n; i += 32)
    out[i] *= a;
  const float b = s[t * 2 + 64]; // expect: upper-bound load 2/1 2-way
  int i = t;
  while (i < n) {
    out[i] -= b;
    i += 32;
  }
  // All enter, or none does.
  const float c = s[t * 2 + 128]; // expect: load 2/1 2-way
  for (int j = 0; j < n; ++j)
    out[j * 32 + t] += c;
  // The test needs it.
  const float d = s[t * 2 + 192]; // expect: load 2/1 2-way
  for (int j = t; j < d; ++j)
    out[j * 32 + t] /= d;
}

// The members of the sum are used on one side, and so is what is added to them.
__global__ void sums(float4 *out, int n) {
  __shared__ float4 s[256];
  const int t = threadIdx.x;
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const float4 a = s[t + i]; // expect: upper-bound load 4/4
    sum.x += a.x;
    sum.y += a.y;
    sum.z += a.z;
    sum.w += a.w;
  }
  if (t < n)
    out[t] = make_float4(sum.x / 3, sum.y / 3, sum.z / 3, sum.w / 3);
}

__device__ float clamped(float x) {
  if (x < 0)
    return 0;
  return x;
}

// Functions and conditions that only compute move along.
__global__ void computed(float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  const float a = rsqrtf(s[t * 2]); // expect: upper-bound load 2/1 2-way
  if (t < n)
    out[t] = a * out[t + 1];
  const float b = clamped(s[t * 2 + 64]); // expect: upper-bound load 2/1 2-way
  if (t < n)
    out[t] = b * out[t + 2];
  float c = s[t * 2 + 128]; // expect: upper-bound load 2/1 2-way
  if (c < 0)
    c = 0;
  if (t < n)
    out[t] = c * out[t + 3];
}

void launch(const float *in, float *out, int n) {
  computed<<<1, 32>>>(out, n);
  loops<<<1, 32>>>(out, n);
  sums<<<1, 32>>>((float4 *)out, n);
  sides<<<1, 32>>>(in, out, n);
  rounds<<<1, 32>>>(in, out, n);
  whole<<<1, 32>>>(in, out, n);
  clean<<<1, 32>>>(in, out, n);
}

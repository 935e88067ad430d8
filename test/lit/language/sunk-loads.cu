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
  // Both sides are computed.
  float a = s[t * 2]; // expect: load 2/1 2-way
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

void launch(const float *in, float *out, int n) {
  sides<<<1, 32>>>(in, out, n);
  rounds<<<1, 32>>>(in, out, n);
  whole<<<1, 32>>>(in, out, n);
  clean<<<1, 32>>>(in, out, n);
}

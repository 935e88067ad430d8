// A load that may move to the side of a branch is made as it is written if all
// of its lanes take that side, and each inside of which it is.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s
// RUN: %banklint --arch=sm_90 --print-program %s | FileCheck %s

__device__ void put(float *out, int i, int n, float value) {
  if (i < n)
    out[i] = value;
}

__device__ float positive(float x) {
  if (x < 0)
    return 0;
  return x;
}

__global__ void known(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  // CHECK-LABEL: kernel "known"
  // CHECK: sinks needed 0 by S1 array
  float x = s[t * 2]; // expect: load 2/1 2-way total 4/2
  float y = s[t * 4]; // expect: upper-bound load 4/1 4-way
  float z = s[t * 8]; // expect: load 8/1 8-way total 16/2
  // CHECK: if number 0 (
  if (t < 64)
    out[t] = x;
  if (t < 48)
    out[t + 64] = y;
  // CHECK: if number 2 (
  // CHECK: if (
  if (t < 16)
    out[t + 128] = 1;
  if (t < 100)
    if (t >= 0)
      out[t + 192] = z * 3 + out[t];
}

// Lanes that leave, the other side, a function, and a condition that is the
// same for all.
__global__ void forms(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2];           // expect: load 2/1 2-way total 4/2
  float y = positive(s[t * 4]); // expect: load 4/1 4-way total 8/2
  float z = s[t * 8];           // expect: load 8/1 8-way total 16/2
  float u = s[t * 16];          // expect: load 16/1 16-way total 32/2
  float v = s[t * 32];          // expect: load 32/1 32-way total open
  if (blockDim.x > 32)
    out[t + 512] = u;
  if (blockDim.x > 64)
    out[t + 576] = v;
  put(out, t, 64, y);
  if (t > 90) {
    out[t] = 1;
  } else {
    out[t + 128] = z;
  }
  if (t >= 64)
    return;
  out[t + 64] = x;
}

// In a function, and what its caller does with it.
__device__ float read(const float *s, int i, int n) {
  float x = s[i]; // expect: load 2/1 2-way total 4/2
  if (n < 64)
    return 0;
  return x;
}
__global__ void called(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = read(s, 2 * t, t + 64);
  if (t < 64)
    out[t] = x;
}

// Choices, switches and loops have no number.
__global__ void others(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  float y = s[t * 4]; // expect: upper-bound load 4/1 4-way
  out[t] = t < 64 ? sqrtf(x) * expf(x) : 0;
  switch (t / 64) {
  case 0:
    out[t + 64] = y;
  }
}

// Lanes that never come to the branch, results that nothing uses, elements, and
// variables that a branch selects: measured, fewer lanes load, or none.
__device__ float unlessSmall(const float *s, int i, int n) {
  float x = s[i]; // expect: upper-bound load 2/1 2-way
  if (n < 1)
    return 0;
  return x * 2;
}
__device__ bool lookUp(const float *s, int i, float *value) {
  float x = s[i]; // expect: upper-bound load 4/1 4-way
  if (i < 0)
    return false;
  *value = x;
  return true;
}
__global__ void unusedResults(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  unlessSmall(s, 2 * t, t + 1);
  float value;
  if (lookUp(s, 4 * t, &value))
    out[t] = 1;
}
__global__ void leaving(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  switch (t / 32) {
  case 0:
    return;
  }
  if (t < 64)
    out[t] = x;
}
__global__ void leavingInPart(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (t < 32) {
    if (t >= 16)
      return;
  }
  out[t] = x;
}
__global__ void ending(float *out, int n) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[t * 2]; // expect: upper-bound load 2/1 2-way
  asm volatile("exit;");
  if (t < 64)
    out[t] = x;
}
__global__ void elements(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float a[8];
  for (int k = 0; k < 8; ++k)
    a[k] = s[2 * t + k * 256]; // expect: upper-bound load 2/1 2-way
  if (t < 64)
    for (int k = 0; k < 4; ++k)
      out[t + 64 * k] = a[k];
}
__global__ void selected(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = s[2 * t];        // expect: upper-bound load 2/1 2-way
  float y = s[2 * t + 1024]; // expect: upper-bound load 2/1 2-way
  float m = t < 32 ? x : y;
  float z = s[4 * t]; // expect: upper-bound load 4/1 4-way
  if (t < 64)
    out[t] = m + (t < 32 ? z : 0);
}
__global__ void lastOfRounds(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  float x = 0;
  for (int k = 5; k; k--) {
    float y = s[2 * t + k * 256]; // expect: upper-bound load 2/1 2-way
    if (t < 64) {
      out[t + k * 64] = x;
      x = y;
    }
  }
  for (int k = 0; k < 3; k++) {
    float a = s[4 * t + k * 256]; // expect: upper-bound load 4/1 4-way
    out[t + 256] = a * 2;
  }
}

// Inner blocks of a problem of unknown size, for which the loop does not end
// earlier.
__global__ void transpose(float *out, const float *in, int w, short h) {
  __shared__ float s[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h)
      s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x]; // expect: store 1/1
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    // expect: load 32/1 32-way total open
    float value = positive(s[threadIdx.x][threadIdx.y + j]);
    if (x < h && y + j < w / 4)
      out[(y + j) * h + x] = value;
  }
}
// It ends by the guard.
__global__ void endingByGuard(float *out, int w) {
  __shared__ float s[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = 0; j < 32; j += 8) {
    if (x + j >= w)
      break;
    // expect: upper-bound load 32/1 32-way
    out[x + j] = s[threadIdx.x][threadIdx.y + j];
  }
}

void launch(float *out, int n, dim3 grid) {
  known<<<1, 64>>>(out);
  forms<<<1, 64>>>(out, n);
  called<<<1, 64>>>(out);
  others<<<1, 64>>>(out, n);
  transpose<<<grid, dim3(32, 8)>>>(out, out, n, n);
  endingByGuard<<<grid, dim3(32, 8)>>>(out, n);
  unusedResults<<<1, 64>>>(out);
  leaving<<<1, 64>>>(out);
  leavingInPart<<<1, 64>>>(out);
  ending<<<1, 64>>>(out, n);
  elements<<<1, 64>>>(out);
  selected<<<1, 64>>>(out);
  lastOfRounds<<<1, 64>>>(out);
}

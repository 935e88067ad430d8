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
  // CHECK: sinks needed 0 array
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
__global__ void ending(float *out, int w) {
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
  ending<<<grid, dim3(32, 8)>>>(out, n);
}

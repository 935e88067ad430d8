// A load that does not change in a loop stands in front of it, where the
// compiler makes one access of it and its neighbor. What nvcc 13.0 makes of each
// was read from its machine code.
//
// RUN: %banklint --format=json --block-dim=128 %s | %python %verdict %s

#define FILL const int t = threadIdx.x; s[t] = in[t]; __syncthreads();

// LDS.64
__global__ void plain(float *out, const float *in, int n) {
  __shared__ float s[256];
  FILL // expect: store 1/1
  float a = s[2 * t], x = 0; // expect: upper-bound load 2/1 2-way
  for (int i = 0; i < n; ++i)
    x += in[i] * s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  out[t] = x + a;
}

// LDS.64
__global__ void rolled(float *out, const float *in, int n) {
  __shared__ float s[256];
  FILL // expect: store 1/1
  float a = s[2 * t], x = 0; // expect: upper-bound load 2/1 2-way
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    x += in[i] * s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  out[t] = x + a;
}

// LDS.64 for each i
__global__ void nested(float *out, const float *in, int n) {
  __shared__ float s[1024];
  FILL // expect: store 1/1
  float x = 0;
  for (int i = 0; i < n; ++i) {
    x += s[2 * t + 256 * i]; // expect: upper-bound load 2/1 2-way
    for (int j = 0; j < n; ++j)
      x += in[i + j] * s[2 * t + 256 * i + 1]; // expect: upper-bound load 2/1 2-way
  }
  out[t] = x;
}

// Two: it changes in the loop.
__global__ void moving(float *out, const float *in, int n) {
  __shared__ float s[256];
  FILL // expect: store 1/1
  float a = s[2 * t], x = 0; // expect: load 2/1 2-way total 8/4
#pragma unroll 1
  for (int i = 0; i < 100; i += n)
    x += in[i] * s[2 * t + i + 1]; // expect: load 2/1 2-way total open
  out[t] = x + a;
}

// Two: the barrier keeps it in the loop.
__global__ void barrier(float *out, const float *in, int n) {
  __shared__ float s[256];
  FILL // expect: store 1/1
  float a = s[2 * t], x = 0; // expect: load 2/1 2-way total 8/4
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    x += in[i] * s[2 * t + 1]; // expect: load 2/1 2-way total open
  }
  out[t] = x + a;
}

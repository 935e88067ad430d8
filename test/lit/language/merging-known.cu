// Which neighbours are merged, as machine code of nvcc 13.0 for sm_90 shows it
// for these very kernels: merged for sure, never, or for us to leave open.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s --check-prefix=JSON

// Three of four words: one load of 16 bytes reads the fourth, too. Stores write
// no more than they have to.
__global__ void words(float *out, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float a = in[t], b = in[t + 64];
  // JSON: "line": [[@LINE+4]],
  // JSON: "bytes": 4,
  // JSON-NEXT: "fused_bytes": 8,
  // JSON-NEXT: "result": "exact",
  s[4 * t] = a; // expect: store 4/2 2-way total 0/0
  s[4 * t + 1] = b; // expect: store 4/2 2-way total 8/4
  s[4 * t + 2] = a * b; // expect: store 4/1 4-way total 8/2
  __syncthreads();
  // expect: load 4/4 total 8/8, load 4/4 total 0/0, load 4/4 total 0/0
  out[t] = s[4 * t] + s[4 * t + 1] * 3 + s[4 * t + 2] * 5;
  out[t + 64] = s[4 * t + 1]; // expect: load 4/4 total 0/0
}

__global__ void blocked(float *out, const float *in) {
  __shared__ float s[256];
  __shared__ float other[256];
  int t = threadIdx.x;
  s[2 * t] = in[t];          // expect: store 2/1 2-way
  other[2 * t] = in[t];      // expect: store 2/1 2-way
  s[2 * t + 1] = in[t];      // expect: store 2/1 2-way
  other[2 * t + 1] = in[t];  // expect: store 2/1 2-way
  __syncthreads();
  float a = s[2 * t]; // expect: load 2/1 2-way
  __threadfence_block();
  float b = s[2 * t + 1]; // expect: load 2/1 2-way
  out[t] = a + b + other[t]; // expect: load 1/1
}

// Loads of other branches may be done early, those behind a slow path may not.
__global__ void open(float *out, float limit) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t; // expect: store 1/1
  __syncthreads();
  float a = s[2 * t]; // expect: upper-bound load 2/1 2-way
  if (a > limit)
    a += s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
  out[t] = a;
  __syncthreads();
  float b = s[2 * t]; // expect: upper-bound load 2/1 2-way
  b = limit / b;
  out[t] += b + s[2 * t + 1]; // expect: upper-bound load 2/1 2-way
}

__global__ void rounds(float *out, int n) {
  __shared__ float s[64][16];
  int t = threadIdx.x;
  for (int i = 0; i < 16; i++)
    s[t][i] = i; // expect: store 16/4 4-way total 128/32
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 16; i++)
    sum = sum * sum + s[t][i]; // expect: load 16/1 16-way total 512/32
#pragma unroll 1
  for (int i = 0; i < n; i++)
    sum = sum * sum + s[t][i]; // expect: load 16/1 16-way
  for (int i = 0; i < n; i++)
    sum = sum * sum + s[t][i]; // expect: upper-bound load 16/1 16-way
  out[t] = sum;
}

int main() {
  words<<<1, 64>>>(nullptr, nullptr);
  blocked<<<1, 64>>>(nullptr, nullptr);
  open<<<1, 64>>>(nullptr, 0);
  rounds<<<1, 64>>>(nullptr, 4);
}

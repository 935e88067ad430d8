// A grid that is known has first, inner and last blocks, which guards on
// blockIdx tell apart.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s

__global__ void column(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n)
    s[threadIdx.x * 32] = in[i]; // expect: store 32/1 32-way
  __syncthreads();
  out[i] = s[0];                 // expect: load 1/1
}

__global__ void halo(const float *in, float *out, int n) {
  __shared__ float s[2048];
  int base = blockIdx.x * 64;
  int count = min(64, n - base);
  for (int i = threadIdx.x; i < count; i += 32)
    s[i * 2] = in[base + i];     // expect: store 2/1 2-way
  __syncthreads();
  if (base + threadIdx.x > 0)
    out[base + threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

__device__ void put(float *s, int at, float value) {
  s[at * 32] = value;            // expect: store 32/1 32-way
}

__global__ void copies(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int i = blockIdx.x * 32 + threadIdx.x;
  put(s, threadIdx.x, 0);
  __syncthreads();
  if (i < n)
    put(s, threadIdx.x, in[i]);
  __syncthreads();
  out[i] = s[0];                 // expect: load 1/1
}

// Blocks of the class that needs most may execute nothing.
__global__ void persistent(float *out, int n) {
  __shared__ float s[1024];
  for (int tile = blockIdx.x; tile < n; tile += 4) {
    const int stride = blockIdx.x == 0 ? 1 : 32;
    // expect: depends store 32/1 32-way
    s[threadIdx.x * stride] = out[tile];
  }
}
void launchPersistent(float *out, int n) { persistent<<<4, 32>>>(out, n); }

void run(const float *in, float *out) {
  // Nine blocks of 32 wavefronts, one of 12.
  // CHECK: "line": 11,
  // CHECK: "block_total": null,
  // CHECK: "grid_total": {
  // CHECK-NEXT: "requests": 10,
  // CHECK-NEXT: "wavefronts": 300,
  column<<<10, 32>>>(in, out, 300);
  // 15 blocks of two requests, of two wavefronts each, and one of 40 elements:
  // two and one.
  // CHECK: "line": 21,
  // CHECK: "block_total": null,
  // CHECK: "grid_total": {
  // CHECK-NEXT: "requests": 32,
  // CHECK-NEXT: "wavefronts": 63,
  halo<<<16, 32>>>(in, out, 1000);
  // Both copies: 320 and 300.
  // CHECK: "line": 28,
  // CHECK: "block_total": null,
  // CHECK: "grid_total": {
  // CHECK-NEXT: "requests": 20,
  // CHECK-NEXT: "wavefronts": 620,
  copies<<<10, 32>>>(in, out, 300);
}

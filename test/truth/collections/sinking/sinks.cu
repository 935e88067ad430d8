#include <cstdio>
__global__ void sum4(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void sum16(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 16; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void sum32(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 32; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void sum64(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 64; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void sum16rolled(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  #pragma unroll 1
  for (int k = 0; k < 16; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void sum16by4(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  #pragma unroll 4
  for (int k = 0; k < 16; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void sumnest(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 3; ++k) for (int j = 0; j < 3; ++j) a += s[2 * t + 5 * k + j] * (k + 2 * j);
  if (x < n) out[x] = a;
}
__global__ void runtime(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < m; ++k) a += s[2 * t + k];
  if (x < n) out[x] = a;
}
__global__ void fma16(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 16; ++k) a = fmaf(s[2 * t + k], in[k], a);
  if (x < n) out[x] = a;
}
__global__ void exp4(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; ++k) a += expf(s[2 * t + k]);
  if (x < n) out[x] = a;
}
__global__ void early(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; ++k) a += s[2 * t + k];
  if (x >= n) return;
  out[x] = a;
}
__global__ void reassign(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = s[2 * t];
  a = (a + s[2 * t + 1]) * 0.5f;
  if (x < n) out[x] = a;
}
__global__ void compound(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = s[2 * t];
  a += s[2 * t + 1];
  a *= 0.5f;
  if (x < n) out[x] = a;
}
__global__ void assigned(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a;
  a = s[2 * t];
  if (x < n) out[x] = a;
}
__global__ void twice(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = s[2 * t], b = s[2 * t + 1];
  float c = a * b, d = a + b;
  if (x < n) out[x] = c / d;
}
__global__ void select(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float best = -1e30f;
  for (int r = 0; r < m; ++r) {
  float d = 0;
  for (int k = 0; k < 16; ++k) d += s[2 * t + k] * in[r + k];
  if (x + r < n) best = fmaxf(best, d);
  __syncthreads();
  }
  out[x % n] = best;
}
__global__ void selectcheap(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float best = 0;
  for (int k = 0; k < 4; ++k) best += s[2 * t + k];
  float r = 1.f;
  if (x < n) r = best;
  out[x % n] = r;
}
__global__ void accum2(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0, b = 0;
  for (int k = 0; k < 4; ++k) { a += s[2 * t + k]; b += s[2 * t + k + 40]; }
  if (x < n) { out[x] = a; out[x + 1000] = b; }
}
__global__ void maxloop(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = -1e30f;
  for (int k = 0; k < 8; ++k) a = fmaxf(a, s[2 * t + k]);
  if (x < n) out[x] = a;
}
__global__ void branchloop(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; ++k) { float v = s[2 * t + k]; if (v > 0.5f) a += v; }
  if (x < n) out[x] = a;
}
__global__ void array4(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float r[4];
  for (int k = 0; k < 4; ++k) r[k] = s[2 * t + k];
  if (x < n) for (int k = 0; k < 4; ++k) out[x * 4 + k] = r[k];
}
__global__ void whileloop(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0; int k = 0;
  while (k < 4) { a += s[2 * t + k]; ++k; }
  if (x < n) out[x] = a;
}
__global__ void atomic(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; ++k) a += s[2 * t + k];
  if (x < n) atomicAdd(&out[x & 7], a);
}
__global__ void ternary(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  float a = 0;
  for (int k = 0; k < 4; ++k) a += s[2 * t + k];
  out[x % n] = x < n ? expf(a) * sinf(a) : 0.f;
}
__global__ void inthist(const float *in, float *out, int n, int m) {
  __shared__ float s[320];
  const int t = threadIdx.x, x = blockIdx.x * blockDim.x + t;
  for (int i = threadIdx.x; i < 320; i += blockDim.x) s[i] = in[(blockIdx.x * 77 + i) % 900];
  __syncthreads();
  int a = 0;
  for (int k = 0; k < 4; ++k) a += __float2int_rn(s[2 * t + k]);
  if (x < n) out[x] = a;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * 4); cudaMalloc(&out, 8192 * 4);
  cudaMemset(in, 0, 4096 * 4); cudaMemset(out, 0, 8192 * 4);
  sum4<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  sum16<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  sum32<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  sum64<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  sum16rolled<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  sum16by4<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  sumnest<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  runtime<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  fma16<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  exp4<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  early<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  reassign<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  compound<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  assigned<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  twice<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  select<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  selectcheap<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  accum2<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  maxloop<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  branchloop<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  array4<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  whileloop<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  atomic<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  ternary<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  inthist<<<5, 128>>>(in, out, 4 * 128 + 41, 7);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}

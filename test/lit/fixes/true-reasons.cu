// Why no padding is named is true: other rows were tried by the addresses,
// where the array is used other than by subscripts.
//
// RUN: %banklint %s | FileCheck %s

__device__ void store(float2 *s, float2 v, int p) { s[p] = v; }
__device__ void stage(float2 *s, float2 *a) {
  const int l = threadIdx.x & 31, w = threadIdx.x / 32;
  store(s, *a, (l >> 4) + 2 * (l & 15) + w * 132);
  __syncthreads();
  *a = s[(l & 1) * 32 + l + w * 132];
}
// CHECK: note: 's' is declared here with elements of 8 bytes; no padding is known to help: {{no longer rows are known to need fewer wavefronts|its accesses do not stay in rows of a common pitch}}
__global__ void fft(const float2 *in, float2 *out) {
  __shared__ float2 s[4 * 132];
  float2 a = in[threadIdx.x];
  stage(s, &a);
  out[threadIdx.x] = a;
}
void run(const float2 *i, float2 *o) { fft<<<1, 128>>>(i, o); }

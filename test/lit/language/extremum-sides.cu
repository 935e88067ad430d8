// A branch that becomes a minimum or maximum keeps what its sides assign besides.
//
// RUN: %banklint --print-program %s | FileCheck %s
// CHECK: store 4
// CHECK-NOT: unused
// CHECK: v = min(e, v)

__global__ void k(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float g = s[2 * t], f = 0;
  int v = n + t, e = n * t;
  if (v > e) v = e;
  else f = g;
  out[v] = f + s[v];
}
void l(const float *i, float *o, int n) { k<<<1, 128>>>(i, o, n); }

// A condition on what another condition decides: that one is the reason.
//
// RUN: %banklint --format=json %s | FileCheck %s

// CHECK-NOT: is the condition
// CHECK-DAG: "reason": "unknown-condition: the condition is unknown: computed in floating point"
// CHECK-DAG: "reason": "unknown-condition: the condition depends on 'm'"
__global__ void decided(float *out, float *p, int n, int m) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float *q = p;
  if (out[t] > 1)
    q += n * t;
  if (q != nullptr)
    *q = s[t * 2];
  int j = t % n;
  if (m > 3)
    j = n * t;
  if (j != 3)
    out[3] = s[t * 2];
}
void launch(float *out, int n, int m) { decided<<<1, 32>>>(out, out, n, m); }

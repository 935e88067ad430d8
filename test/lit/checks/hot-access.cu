// Accesses that conflict together are one finding at the one that costs most,
// where a profiler shows it, though another one comes first.
//
// RUN: %banklint %s | FileCheck %s --implicit-check-not=warning
// RUN: %banklint --format=json %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %banklint audit --no-cache --quiet %s | FileCheck %s --check-prefix=AUDIT

__global__ void k(double *o, int n) {
  __shared__ double c[16 * 33];
  int t = threadIdx.x;
  c[t * 16] = o[t];
  __syncthreads();
  for (int j = 0; j < n; ++j) {
    o[j * 32 + t] = c[t * 16];
    __syncthreads();
    c[t * 16] = o[j];
    __syncthreads();
  }
}
void run(double *o) { k<<<8, 32>>>(o, 1000000); }

// CHECK: hot-access.cu:16:21: warning: 3 accesses to 'c' take {{.*}}: 16-way bank conflict in each half-warp
// CHECK: hot-access.cu:16:21: note: in warp 0 with j = 0, {{.*}}; likewise at 13:3 and 18:5{{$}}

// JSON: "findings": [
// JSON: "line": 16,
// JSON: "other_places": [
// JSON: "line": 13,
// JSON: "line": 18,
// JSON: "cost": {
// JSON-NEXT: "wavefronts": 64000032,
// JSON-NEXT: "ideal": 4000002,

// AUDIT: 1. {{.*}}hot-access.cu:16:21: loses

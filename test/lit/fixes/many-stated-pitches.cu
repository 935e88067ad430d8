// Many distances between lanes: the search for the row pitch that they state ends
// after a few, and says what is known without it.
//
// RUN: %banklint %s 2>&1 | FileCheck %s

#define ONE(n) p[threadIdx.x * 2 * (n) & 8191] = n; __syncthreads();
#define TEN(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7) ONE(n + 8) ONE(n + 9)
#define HUNDRED(n) TEN(n) TEN(n + 10) TEN(n + 20) TEN(n + 30) TEN(n + 40) TEN(n + 50) TEN(n + 60) TEN(n + 70) TEN(n + 80) TEN(n + 90)

__device__ void fill(float *p) {
  HUNDRED(1) HUNDRED(101) HUNDRED(201) HUNDRED(301)
  HUNDRED(401) HUNDRED(501) HUNDRED(601) HUNDRED(701)
}

// CHECK-NOT: reached the work limit
// CHECK: :[[@LINE+2]]:20: note: 't' is declared here with elements of 4 bytes; no padding was tried: it is used other than by subscripts
__global__ void many(float *out) {
  __shared__ float t[8192];
  fill(t);
  out[threadIdx.x] = t[threadIdx.x];
}

void launch(float *out) { many<<<1, 256>>>(out); }

// What a choice has learned of a size contradicts all cases of a switch but
// those with the same alternative.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#define CEIL_POW2(N) ((N) > 16 ? 32 : (N) > 8 ? 16 : (N) > 4 ? 8 : 4)

template <int N> __global__ void doubled(int *out) {
  __shared__ int s[128];
  // expect[doubled<3> @ 4x2x1]: store 1/1
  // expect[doubled<17> @ 32x2x1]: store 2/1 2-way
  s[(threadIdx.y * N + threadIdx.x) * 2] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < N)
    // expect[doubled<3> @ 4x2x1]: load 1/1
    // expect[doubled<17> @ 32x2x1]: load 2/1 2-way
    out[threadIdx.x] = s[(threadIdx.y * N + threadIdx.x) * 2] + 1;
}

void launch(int *out, int n) {
  const dim3 block(CEIL_POW2(n), 2);
  switch (n) {
  case 3:
    doubled<3><<<1, block>>>(out);
    break;
  case 17:
    doubled<17><<<1, block>>>(out);
    break;
  }
}

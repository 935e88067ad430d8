// Loops that never end, or not in this life, end at the work limit.
//
// RUN: %exits-with 0 %banklint --time-limit=300 --format=json %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: %python %verdict %s < %t.json

__device__ int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__global__ void endless(int *out) {
  __shared__ int s[1024];
  for (;;)
    s[threadIdx.x * 32] += 1; // expect: load 32/1 32-way, store 32/1 32-way
}

__global__ void longer(int *out) {
  __shared__ int s[1056];
  for (long long i = 0; i < 1000000000000; i++)
    for (int j = 0; j < 1000000000; j++)
      s[threadIdx.x + j % 32] = i; // expect: store 1/1
}

__global__ void recursive(int *out) {
  __shared__ int s[1024];
  s[ackermann(4, 4) + threadIdx.x] = 1; // expect: unknown store budget
}

void launch(int *out) {
  endless<<<1, 32>>>(out);
  longer<<<1, 1024>>>(out);
  recursive<<<1, 32>>>(out);
}

// Three of four neighbors are loaded at once, the fourth with them. If that is
// loaded in a branch before, nvcc may make 8 and 4 bytes of them.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void inBranch(int *g, int n) {
  __shared__ int s[1088];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = t; i < 1024; i += 64)
    s[i] = g[i]; // expect: store 1/1
  __syncthreads();
  if (n > 0)
    sum += s[4 * t]; // expect: upper-bound load 4/1 4-way
  sum += 3 * s[4 * t + 1]; // expect: upper-bound load 4/1 4-way
  sum += 5 * s[4 * t + 2]; // expect: upper-bound load 4/1 4-way
  sum += 7 * s[4 * t + 3]; // expect: upper-bound load 4/1 4-way
  g[t] = sum;
}

__global__ void alone(int *g, int n) {
  __shared__ int s[1088];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = t; i < 1024; i += 64)
    s[i] = g[i]; // expect: store 1/1
  __syncthreads();
  sum += 3 * s[4 * t + 1]; // expect: load 4/4
  sum += 5 * s[4 * t + 2]; // expect: load 4/4 total 0/0
  sum += 7 * s[4 * t + 3]; // expect: load 4/4 total 0/0
  g[t] = sum;
}

void run(int *g, int n) {
  inBranch<<<1, 64>>>(g, n);
  alone<<<1, 64>>>(g, n);
}

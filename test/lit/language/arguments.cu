// A value that all threads share and nobody knows: an offset changes nothing, a stride all.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void offsets(float *out, int n, unsigned m) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[t + n] = 1;             // expect: store 1/1
  s[t * 2 + n * 3] = 1;     // expect: store 2/1 2-way
  s[n] = 1;                 // expect: store 1/1
  s[t * 32 + m % 7] = 1;    // expect: store 32/1 32-way
}

__global__ void strides(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[t * n] = 1;           // expect: depends store 32/1 32-way
  s[t * (2 * n + 1)] = 1; // expect: store 1/1
  s[t * (4 * n + 2)] = 1; // expect: store 2/1 2-way
}

// What the launch passes is known.
__global__ void known(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  // expect[n=32]: store 32/1 32-way
  // expect[n=33]: store 1/1
  s[t * n] = 1;
}

void launch(float *out, int n, unsigned m) {
  offsets<<<1, 32>>>(out, n, m);
  strides<<<1, 32>>>(out, n);
  known<<<1, 32>>>(out, 32);
  known<<<1, 32>>>(out, 33);
}

// RUN: %banklint --format=json %s | %python %verdict %s

// The parts of a division by an unknown number are the dividend again.
__global__ void whole(float *out, int n) {
  __shared__ float s[1024];
  const int x = 4 * threadIdx.x, row = x / n, column = x % n;
  s[row * n + column] = out[x]; // expect: store 4/1 4-way total 8/2
  __syncthreads();
  out[x] = s[column + n * row]; // expect: load 4/1 4-way total 8/2
}

__global__ void scaled(float *out, int n) {
  __shared__ float s[4096];
  const int x = threadIdx.x, row = x / n, column = x % n;
  s[row * n * 32 + column * 32] = out[x]; // expect: store 32/1 32-way total 64/2
  __syncthreads();
  out[x] = s[row * (n * 16) + (column << 4) + 1]; // expect: load 16/1 16-way total 32/2
  __syncthreads();
  out[x] = s[16 * (row * n) - 16 * (0 - column) + 5]; // expect: load 16/1 16-way total 32/2
}

__global__ void half(float *out, int dim) {
  __shared__ float s[4096];
  const int h = dim / 2;
  const unsigned x = threadIdx.x * 2;
  s[x / h * h + x % h] = out[x]; // expect: store 2/1 2-way total 4/2
  __syncthreads();
  s[x - x % dim + x % dim] = out[x]; // expect: store 2/1 2-way total 4/2
}

__global__ void inLoop(float *out, int n, int total) {
  __shared__ float s[4096];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    const int row = i / n, column = i % n;
    s[row * n * 2 + 2 * column + 1] = out[i]; // expect: store 2/1 2-way total 16/8
  }
}

// Other divisors, other dividends, and what was set before.
__global__ void differ(float *out, int n, int m) {
  __shared__ float s[4096];
  int x = threadIdx.x, row = x / n, column = x % m;
  s[row * n + column] = out[x]; // expect: unknown store uniform-unknown
  __syncthreads();
  column = (x + 1) % n;
  s[row * n + column] = out[x]; // expect: unknown store uniform-unknown
  __syncthreads();
  column = x % n;
  s[row * m + column] = out[x]; // expect: unknown store uniform-unknown
  __syncthreads();
  s[row * n + 2 * column] = out[x]; // expect: unknown store uniform-unknown
  __syncthreads();
  if (threadIdx.x & 1)
    column = 3;
  s[row * n + column] = out[x]; // expect: unknown store uniform-unknown
}

// One division has a sign, the other one has none.
__global__ void mixedSigns(float *out, int n) {
  __shared__ float s[8192];
  const int x = 3 * threadIdx.x - 8;
  const int row = x / n, column = (3 * threadIdx.x - 8) % n;
  s[row * n + column + 4096 & 8191] = out[0]; // expect: unknown store uniform-unknown
}

__global__ void carried(float *out, int n) {
  __shared__ float s[4096];
  int row = 0, column = 0;
  for (int i = threadIdx.x; i < 512; i += 32) {
    s[row * n + column] = out[i]; // expect: unknown store uniform-unknown
    row = i / n;
    column = (i + 1) % n;
    s[row * n + column] = out[i]; // expect: unknown store uniform-unknown
  }
}

void launch(float *out, int n, int m) {
  whole<<<1, 64>>>(out, n);
  scaled<<<1, 64>>>(out, n);
  half<<<1, 64>>>(out, n);
  inLoop<<<1, 64>>>(out, n, m);
  differ<<<1, 32>>>(out, n, m);
  carried<<<1, 32>>>(out, n);
  mixedSigns<<<1, 32>>>(out, n);
}

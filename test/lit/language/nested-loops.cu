// Loops with constant bounds around one that the compiler cannot count. nvcc
// 13.0 makes copies of the outer loop's rounds if there are few; in those where
// two accesses are neighbors, it merges them. Accesses in comments, by round.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ void combine(float *row, int h) {
  for (int p = threadIdx.y; p < 16; p += blockDim.y) {
    const int i = (p / h) * 2 * h + p % h;
    // expect[doubling]: load 32/1 32-way total open
    const float a = row[i];     // expect: load 32/1 32-way total 2560/80
    // expect[doubling]: load 32/1 32-way total open
    const float b = row[i + h]; // expect: load 32/1 32-way total 2560/80
    // expect[doubling]: store 32/1 32-way total open
    row[i] = a + b;             // expect: store 32/1 32-way total 2560/80
    // expect[doubling]: store 32/1 32-way total open
    row[i + h] = a - b;         // expect: store 32/1 32-way total 2560/80
  }
  __syncthreads();
}

// LDS.64, then LDS twice: the same for a halving loop and for `++h`.
__global__ void doubling(float *g) {
  __shared__ float t[32][32];
  float *row = t[threadIdx.x];
  for (int h = 1; h < 32; h <<= 1)
    combine(row, h);
  g[0] = row[0]; // expect: load 32/1 32-way total 256/8
}

// LDS twice in the only copy: a pragma, a bound that is not known.
__global__ void rolled(float *g) {
  __shared__ float t[32][32];
  float *row = t[threadIdx.x];
#pragma unroll 1
  for (int h = 1; h < 32; h <<= 1)
    combine(row, h);
  g[0] = row[0]; // expect: load 32/1 32-way total 256/8
}

__global__ void bounded(float *g, int n) {
  __shared__ float t[32][32];
  float *row = t[threadIdx.x];
  for (int h = 1; h < n; h <<= 1)
    combine(row, h);
  g[0] = row[0]; // expect: load 32/1 32-way total 256/8
}

void launch(float *g) {
  doubling<<<1, dim3(32, 8)>>>(g);
  rolled<<<1, dim3(32, 8)>>>(g);
  bounded<<<1, dim3(32, 8)>>>(g, 32);
}

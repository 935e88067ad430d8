// Global data whose value is known.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__constant__ int even[8] = {0, 2, 4, 6, 8, 10, 12, 14};
__constant__ int copied[8] = {0, 1, 2, 3, 4, 5, 6, 7};
__constant__ int bare[8];
__device__ const unsigned char columns[2][4] = {{0, 32, 64, 96}, {1, 33, 65, 97}};
__device__ int changed[8] = {0, 1, 2, 3, 4, 5, 6, 7};
__constant__ int pitch = 33;
__device__ const float reals[4] = {0, 1, 2, 3};

__device__ int shifted(int i) {
  static const int by[4] = {0, 8, 16, 24};
  return by[i & 3];
}

__global__ void lookUp(int *out) {
  __shared__ int s[2048];
  const int t = threadIdx.x;
  s[even[t & 7] * 16] = 1; // expect: store 8/1 8-way
  s[even[t & 7] + t] = 2; // expect: store 1/1
  s[copied[t & 7]] = 3;  // expect: unknown store data-dependent-index
  s[bare[t & 7]] = 4;    // expect: unknown store data-dependent-index
  s[columns[t >> 2 & 1][t & 3]] = 5; // expect: store 4/1 4-way
  s[changed[t & 7]] = 6; // expect: unknown store data-dependent-index
  s[t * pitch] = 7;      // expect: store 1/1
  s[shifted(t) * 4] = 8; // expect: store 4/1 4-way
  s[int(reals[t & 3])] = 9; // expect: unknown store floating-point
  for (int i = 0; i < 4; i++)
    s[t * even[i]] = i; // expect: store 4/1 4-way
}

void launch(int *out) {
  cudaMemcpyToSymbol(copied, out, sizeof(copied));
  lookUp<<<1, 32>>>(out);
}

// Guards that the size of the grid decides, whatever the block.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void always(float *out, int n, unsigned m) {
  __shared__ volatile float s[8192];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  if (i < n)
    s[t * 2] = 1; // expect: store 2/1 2-way total 16/8
  for (int k = i; k < n; k += gridDim.x * blockDim.x)
    s[t * 4] = k; // expect: store 4/1 4-way total 32/8
  if (i >= n)
    return;
  s[t * 8] = 1; // expect: store 8/1 8-way total 64/8
  if (n - i > 0)
    s[t] = 1; // expect: store 1/1 total 8/8
  if (blockIdx.y * 2 + t < 0u + m)
    s[t] = 2; // expect: store 1/1 total 8/8
  if (blockIdx.x == gridDim.x)
    s[t * 16] = 1; // Never.
  // Unsigned numbers below 0 are large.
  if (i - 1u < m + n)
    s[t * 2 + 1] = 1; // expect: store 2/1 2-way total open
  // Some blocks, no others.
  if (i < n / 2)
    s[t * 4 + 1] = 1; // expect: upper-bound store 4/1 4-way
  if (i * 65536 < n)
    s[t * 8 + 1] = 1; // expect: upper-bound store 8/1 8-way
}

// Seven of eight warps take part in all blocks, and one in some.
__global__ void partly(float *out, int n) {
  __shared__ volatile float s[8192];
  const int t = threadIdx.x;
  if (blockIdx.x * blockDim.x + t < n)
    s[t * 2] = 1; // expect: store 2/1 2-way total open
}

void launch(float *out) {
  always<<<dim3(4096, 8), 256>>>(out, 1 << 20, 4096);
  partly<<<4, 256>>>(out, 1000);
}

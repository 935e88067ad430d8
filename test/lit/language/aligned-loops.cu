// Neighbors in the rounds of a loop that is not unrolled whole: where the array
// is declared with an alignment, or dynamic, they are merged as elsewhere. The
// figures of the first kernels are those of test/truth/collections/structs/measured.tsv.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int Width>
__global__ void rows(const float *in, float *out, int n) {
  __shared__ __align__(16) float s[32][16 * Width];
  const int t = threadIdx.x, x = t & 15;
  for (int i = t; i < 32 * 16 * Width; i += 128)
    s[i / (16 * Width)][i % (16 * Width)] = in[i]; // expect: store 1/1
  __syncthreads();
  float sum[Width] = {};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < Width; ++j)
      // expect[rows<2>]: load 2/2
      // expect[rows<8>]: load 8/4 2-way
      sum[j] += s[k][x * Width + j];
  for (int j = 0; j < Width; ++j)
    out[t * Width + j] = sum[j];
}

template <int Width>
__global__ void dynamic(const float *in, float *out, int n) {
  extern __shared__ float s[];
  const int t = threadIdx.x, x = t & 15;
  for (int i = t; i < 32 * 16 * Width; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  float sum[Width] = {};
  for (int k = n - 1; k >= 0; --k)
    for (int j = 0; j < Width; ++j)
      sum[j] += s[k * 16 * Width + x * Width + j]; // expect: load 4/4
  for (int j = 0; j < Width; ++j)
    out[t * Width + j] = sum[j];
}

// What else is a bound: an array that the compiler has to place first, a start
// of two terms, and stores where the rounds are not counted.
__global__ void open(const float *in, float *out, int n) {
  __shared__ float s[32 * 64];
  __shared__ __align__(16) float a[32 * 64];
  __shared__ __align__(16) float b[32 * 64];
  const int t = threadIdx.x, x = t & 15, warp = t / 32, lane = t & 7;
  for (int i = t; i < 32 * 64; i += 128) {
    s[i] = in[i]; // expect: store 1/1
    a[i] = in[i]; // expect: store 1/1
  }
  __syncthreads();
  float sum[4] = {}, other[4] = {};
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < 4; ++j)
      sum[j] += s[k * 64 + x * 4 + j]; // expect: upper-bound load 2/1 2-way
    for (int j = 0; j < 4; ++j)
      other[j] += a[k * 64 + (warp & 1) * 32 + lane * 4 + j]; // expect: load 1/1
    for (int j = 0; j < 4; ++j)
      b[k * 64 + x * 4 + j] = sum[j] * other[j]; // expect: upper-bound store 2/1 2-way
  }
  __syncthreads();
  for (int j = 0; j < 4; ++j)
    out[t * 4 + j] = sum[j] + other[j] + b[(t * 5 + j) & 127]; // expect: load 1/1
}

// Straight rounds, a power of two of them, are unrolled in parts of four or more
// if not whole.
__global__ void parts(const float *in, float *out, const float *w) {
  __shared__ __align__(16) float s[32][132];
  __shared__ __align__(16) float b[32][132];
  __shared__ float u[16][132];
  const int t = threadIdx.x;
  for (int i = t; i < 128; i += 32)
    for (int j = 0; j < 32; ++j) {
      s[j][i] = in[j * 128 + i];     // expect: store 1/1
      b[j][i] = 2 * in[j * 128 + i]; // expect: store 1/1
      u[j & 15][i] = 3 * in[j];      // expect: store 1/1
    }
  __syncthreads();
  float sum = 0, other = 0, odd = 0;
  for (int k = 0; k < 128; ++k)
    sum += s[t][k] * w[k]; // expect: load 4/4
  for (int k = 0; k < 124; ++k)
    if (w[k] > sum)
      other += b[t][k]; // expect: upper-bound load 4/1 4-way
  for (int k = 0; k < 128; ++k)
    odd += u[t & 15][k] * w[k]; // expect: upper-bound load 2/1 2-way
  // Asked to, it unrolls far longer loops whole.
  float whole = 0;
#pragma unroll
  for (int k = 0; k < 132; ++k)
    whole = whole * w[k] + u[t & 15][k] * 2 - w[k + 1]; // expect: load 4/4
  // A choice that loads is a branch.
  int count = 0;
  for (int k = 0; k < 128; ++k) {
    sum += s[t][k] * w[k]; // expect: upper-bound load 4/1 4-way
    out[k * 32 + t] = sum;
    count += (count < 7 && w[t + k] > 3) + t * k % 7;
  }
  out[t] = sum + other + odd + whole + count;
}

void launch(float *f, int n) {
  rows<2><<<1, 128>>>(f, f, n);
  rows<8><<<1, 128>>>(f, f, n);
  dynamic<4><<<1, 128, 8192>>>(f, f, n);
  open<<<1, 128>>>(f, f, n);
  parts<<<1, 32>>>(f, f, f);
}

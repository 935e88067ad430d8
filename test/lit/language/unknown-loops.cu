// Loops whose trip count is not known.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void counted(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    s[i * 32 + t] = i; // expect: store 1/1
  for (int i = 0; i < n; i++)
    s[t * 32 + i] = i; // expect: upper-bound store 32/1 32-way
  for (int i = 0; i < n; i += 2) {
    s[t + i] = 1;     // expect: store 1/1
    s[t * 2 + i] = 1; // expect: store 2/1 2-way
  }
  for (int i = n; i > 0; i--)
    s[i - 1 + t] = 1; // expect: store 1/1
  int i = 0;
  while (i < n)
    s[t * 4 + i++] = 1; // expect: upper-bound store 4/1 4-way
  do {
    s[t * 2] = 1; // expect: store 2/1 2-way
  } while (--i > n);
}

__global__ void strided(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 32)
    s[i] = 1; // expect: store 1/1
  for (int i = t; i < n; i += blockDim.x)
    s[i * 2] = 1; // expect: upper-bound store 2/1 2-way
  // The stride of the last loop is what it is called with.
  for (int i = t; i < 128; i += n)
    s[i] = 1; // expect: store 1/1
}

__global__ void powers(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int d = n; d > 0; d >>= 1)
    if (t < d)
      s[t] += s[t + d]; // expect: load 1/1, store 1/1, load 1/1
}

__global__ void bounds(const int *in, float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  // Rows of a sparse matrix: each lane has its own number of rounds.
  for (int i = in[t]; i < in[t + 1]; i++)
    s[t] += 1; // expect: load 1/1, store 1/1
  for (int i = 0; i < in[t]; i++)
    s[t * 2] += 1; // expect: upper-bound load 2/1 2-way, upper-bound store 2/1 2-way
  for (int i = in[t]; i < in[t + 1]; i++)
    s[i] = 1; // expect: unknown store data-dependent-index
}

void launch(const int *in, float *out, int n) {
  counted<<<1, 32>>>(out, n);
  strided<<<1, 32>>>(out, n);
  powers<<<1, 32>>>(out, n);
  bounds<<<1, 32>>>(in, out);
}

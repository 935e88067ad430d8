// Variables that rounds of a loop take in a circle, where it is not known how
// many rounds there are.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void stages(float *out, const float *in, int n) {
  __shared__ float s[3][32][33];
  __shared__ float t[2][32][32];
  int stage = 0, phase = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][threadIdx.x][i % 32] = in[i]; // expect: store 1/1
    t[phase][threadIdx.x][0] = in[i];      // expect: upper-bound store 32/1 32-way
    __syncthreads();
    stage = stage == 2 ? 0 : stage + 1;
    phase ^= 1;
  }
  out[threadIdx.x] = s[stage][0][threadIdx.x]; // expect: load 1/1
}

// As an iterator over swizzled tiles does.
__global__ void swizzled(float *out, int n) {
  __shared__ float s[1024];
  unsigned place = threadIdx.x * 8;
  unsigned free = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    out[i] += s[place]; // expect: load 8/1 8-way
    out[i] += s[free];  // expect: load 1/1
    place ^= 32;
    free ^= 5;
  }
}

__global__ void conditional(float *out, int n, int m) {
  __shared__ float s[4][64];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    out[i] += s[stage][threadIdx.x * 2]; // expect: load 2/1 2-way
    if (i > m)
      stage = (stage + 1) & 3;
  }
}

void launch(float *out, const float *in, int n) {
  stages<<<1, 32>>>(out, in, n);
  swizzled<<<1, 32>>>(out, n);
  conditional<<<1, 32>>>(out, n, n);
}

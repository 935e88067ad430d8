// The compiler has no formula for the rounds of a loop that compares two
// variables that both change, but for whether they are equal: the loop is not
// unrolled, and what its rounds access is not merged. Measured.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void order(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 15; k < j; ++k, --j)
    x += s[4 * (t & 63) + k]; // expect: upper-bound load 4/1 4-way
  out[t] = x;
}
__global__ void equality(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 16; k != j; ++k, --j)
    x += s[4 * (t & 63) + k]; // expect: load 4/4
  out[t] = x;
}
__global__ void both(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ __align__(16) float s[1024];
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  float x = 0;
  for (int k = 0, j = 0; k + j < 16; ++k, ++j)
    x += s[4 * (t & 63) + k]; // expect: load 4/4
  out[t] = x;
}
void launch(float *in, float *out) {
  order<<<2, 128>>>(in, out);
  equality<<<2, 128>>>(in, out);
  both<<<2, 128>>>(in, out);
}

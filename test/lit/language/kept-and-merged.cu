// Some rounds may find the value in a register, and the others may be merged:
// none is sure to have the conflict. Measured: one load of 8 bytes, no conflict.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void kernel(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[128], u[256];
  s[t] = in[t];             // expect: store 1/1
  u[t] = in[t];             // expect: store 1/1
  u[t + 128] = in[t + 128]; // expect: store 1/1
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    // expect: load 1/1, store 1/1, upper-bound load 2/1 2-way
    s[t] += u[2 * t + (k & 1)];
  __syncthreads();
  out[t] = s[127 - t]; // expect: load 1/1 total 4/4
}
// A factor that is 0 in a round, as a constant, leaves the load of the other one
// out: what is left is not merged as all would be. Measured: single loads.
__global__ void factors(const int *in, int *out) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  int x = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    x += s[8 * t + k] * (k & 1); // expect: upper-bound load 8/1 8-way
  out[t] = x;
}
__global__ void never(const int *in, int *out) {
  const int t = threadIdx.x;
  __shared__ int s[1024];
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i]; // expect: store 1/1
  __syncthreads();
  int x = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    x += s[8 * t + k] * (k + 1); // expect: load 8/4 2-way total 32/16
  out[t] = x;
}
void launch(float *in, float *out, int *n, int *m) {
  kernel<<<2, 128>>>(in, out);
  factors<<<2, 128>>>(n, m);
  never<<<2, 128>>>(n, m);
}

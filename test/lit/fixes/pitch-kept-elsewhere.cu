// A pitch is not edited where an access that would not change with it goes to the
// rows, too: by a flat subscript, in a loop that perhaps is not executed, or by
// another factor from an unknown start. Nor by itself where one is in code that
// no launch executes.
//
// RUN: %banklint %s | FileCheck %s --implicit-check-not="make the row pitch"

__global__ void flat(const unsigned char *in, unsigned *out, int n) {
  __shared__ alignas(16) unsigned char b[32 * 64];
  const int t = threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 32 * 64; i += blockDim.x)
      b[i] = in[(k + i / 64) * n + i % 64];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      // CHECK: :[[@LINE+1]]:14: warning: {{.*}} 4-way
      sum += b[((t & 3) * 4 + i) * 64 + (t & 31) / 4];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

__global__ void otherFactor(float *out, const float *in, int start) {
  __shared__ float s[64 * 32];
  const unsigned t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[i * 64 + t] = in[i * 64 + t];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:12: warning: {{.*}} 32-way
  out[t] = s[(t - start) * 32];
}

__global__ void notExecuted(float *g, int p) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  float sum = 0;
  if (p & 1) {
    for (int r = 0; r < 32; r++)
      if (t < 32)
        s[r * 32 + t] = g[r * 32 + t];
  } else {
    for (int i = t; i < 1024; i += 64)
      s[i] = g[i];
  }
  __syncthreads();
  // CHECK: note: the array has room for a row pitch of 36; make the row pitch 36 instead of 32 {{.*}}; not applied automatically because 's[i]' might then reach other elements of 's'
  for (int c = 0; c < 32; c++)
    if (t < 32)
      sum += s[t * 32 + c];
  g[t] = sum;
}

void run(const unsigned char *b, unsigned *u, float *f, const float *g, int n,
         int threads) {
  flat<<<n, 128>>>(b, u, n);
  if (threads)
    flat<<<n, threads>>>(b, u, n);
  otherFactor<<<n, 64>>>(f, g, n);
  notExecuted<<<1, 64>>>(f, 5);
}

// Lanes that are near each other, wherever that is: the words of fewer than 33
// that follow each other are in different banks.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ unsigned before() { return (1u << (threadIdx.x & 31)) - 1; }

__global__ void compact(const int *in, int *out, int n) {
  __shared__ int list[1024];
  int count = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    const unsigned found = __ballot_sync(~0u, in[i] > 3);
    if (in[i] > 3)
      list[count + __popc(found & before())] = i; // expect: store 1/1
    count += __popc(found);
  }
  __syncthreads();
  out[threadIdx.x] = list[threadIdx.x]; // expect: load 1/1
}
__global__ void digits(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[1024];
  const unsigned t = threadIdx.x, v = in[t];
  s[t] = v; // expect: store 1/1
  __syncthreads();
  out[0] = s[v & 31];               // expect: load 1/1
  out[1] = s[t / 32 * 32 + v % 32]; // expect: load 1/1
  out[2] = s[100 + (v >> 27)];      // expect: load 1/1
  // Two more may be too many.
  out[3] = s[v % 33];           // expect: unknown load data-dependent-index
  out[4] = s[(v & 31) + t % 2]; // expect: unknown load data-dependent-index
  out[5] = s[2 * (v & 31)];     // expect: unknown load data-dependent-index
  // Negative ones, and their remainders.
  // expect: unknown load data-dependent-index
  out[7] = s[100 + (((int(v) & 255) / -1) % 64 >> 1)];
  // The bits of all lanes are one more than 31.
  // expect: unknown load data-dependent-index
  out[6] = s[__popc(v)];
}
__global__ void bytes(const unsigned char *in, const signed char *from, int *out) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  s[t] = t; // expect: store 1/1
  __syncthreads();
  out[0] = s[in[t] / 8]; // expect: load 1/1
  // Negative ones are on the other side of 0.
  // expect: unknown load data-dependent-index
  out[1] = s[300 + from[t] / 8];
  out[2] = s[300 + from[t] % 16]; // expect: load 1/1
  out[3] = s[300 + from[t] % 17]; // expect: unknown load data-dependent-index
}
// The compiler may merge these.
__global__ void neighbors(const unsigned *in, float *out) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x, v = in[t];
  s[t] = v; // expect: store 1/1
  __syncthreads();
  // expect: load 1/1 total open, load 1/1 total open
  out[t] = s[2 * (v & 15)] + s[2 * (v & 15) + 1];
}
// What is added is not the same in all lanes, or is.
__global__ void apart(const int *in, int *out, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x;
  s[t] = t; // expect: store 1/1
  __syncthreads();
  const int d = in[t] & 15;
  out[0] = s[n + d]; // expect: load 1/1
  // expect: unknown load data-dependent-index
  out[1] = s[n * t + d];
  for (int i = 0; i < 100; ++i)
    out[i] = s[32 * i + d]; // expect: load 1/1 total open
}
void launch(int *i, unsigned *u, unsigned char *b, signed char *c, int n) {
  compact<<<1, 32>>>(i, i, n);
  digits<<<1, 64>>>(u, u);
  bytes<<<1, 64>>>(b, c, i);
  neighbors<<<1, 64>>>(u, (float *)u);
  apart<<<1, 64>>>(i, i, n);
}

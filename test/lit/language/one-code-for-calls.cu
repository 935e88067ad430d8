// Of a function that is not inlined one code serves all calls. What the compiler
// knows of the alignment of one call's arguments does not merge accesses there.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ __noinline__ float two(const float *p, int i) {
  // expect[kernel]: upper-bound load 2/1 2-way, upper-bound load 2/1 2-way
  return p[i] * p[i + 1];
}
__device__ float inlined(const float *p, int i) {
  return p[i] * p[i + 1]; // expect[other]: load 2/2, load 2/2
}

__global__ void kernel(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[256];
  s[t] = in[t];             // expect: store 1/1 total 4/4
  s[t + 128] = in[t + 128]; // expect: store 1/1 total 4/4
  __syncthreads();
  out[t] = two(s, 2 * t) + two(s, 254 - 2 * t);
}
__global__ void other(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[256];
  s[t] = in[t];             // expect: store 1/1 total 4/4
  s[t + 128] = in[t + 128]; // expect: store 1/1 total 4/4
  __syncthreads();
  out[t] = inlined(s, 2 * t);
}
void launch(float *in, float *out) {
  kernel<<<2, 128>>>(in, out);
  other<<<2, 128>>>(in, out);
}

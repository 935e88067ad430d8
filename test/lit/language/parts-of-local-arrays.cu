// A vector that is copied to a local array, whose elements go to another one of
// which not all is used: nvcc loads nothing, or 2 bytes.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s | FileCheck --allow-empty %s
// CHECK-NOT: warning

template <int Width> __global__ void window(const uint4 *in, float *out) {
  __shared__ uint4 s[128];
  const int t = threadIdx.x;
  s[t] = in[t]; // expect: store 4/4
  __syncthreads();
  short v[16];
  reinterpret_cast<uint4 *>(v)[0] = in[t];
  // expect: none
  // expect[window<1>]: upper-bound load 16/4 4-way
  // expect[window<2>]: upper-bound load 16/4 4-way
  // expect[window<9>]: load 4/4
  reinterpret_cast<uint4 *>(v)[1] = s[t ^ 1];
  float f[16];
  for (int i = 0; i < 16; ++i)
    f[i] = v[i];
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    for (int w = 0; w < Width; ++w)
      sum = sum * 2 + f[i + w];
  out[t] = sum;
}

void run(const uint4 *in, float *out) {
  window<1><<<1, 128>>>(in, out);
  window<2><<<1, 128>>>(in, out);
  window<9><<<1, 128>>>(in, out);
}

// What is known of a number also limits what is computed from it, and the other
// way round, unless the result may wrap.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<5> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 128x1x1]: store 2/1 2-way
  // expect[kernel<7> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<7> @ 128x1x1]: store 2/1 2-way
  // expect[kernel<8> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<8> @ 128x1x1]: store 2/1 2-way
  // expect[kernel<9> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<9> @ 128x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}

void groups(float *out, int n) {
  const int count = (n + 2047) / 2048;
  if (n > 2048)
    kernel<0><<<count, count == 1 ? 128 : 64>>>(out);
}
void half(float *out, int n) {
  const int h = n >> 1;
  if (h == 4)
    kernel<1><<<1, n > 100 ? 128 : 64>>>(out);
}
void halfOfMany(float *out, int n) {
  const int h = n >> 1;
  if (n > 100)
    kernel<2><<<1, h == 4 ? 128 : 64>>>(out);
}
void product(float *out, int n) {
  const int p = n * 4;
  if (n > 100)
    kernel<3><<<1, p == 8 ? 128 : 64>>>(out);
}
void less(float *out, int n) {
  const int threads = n > 8 ? 64 : 128;
  n -= 4;
  if (n > 8)
    kernel<4><<<1, threads>>>(out);
}
void difference(float *out, int n, int m) {
  const int d = n - m;
  if (n > 100 && m < 10)
    kernel<5><<<1, d < 50 ? 128 : 64>>>(out);
}

// Unsigned numbers, short ones and conversions may wrap.
void shorter(float *out, short n) {
  if (n > 100) {
    ++n;
    kernel<9><<<1, n < 50 ? 128 : 64>>>(out);
  }
}
void wraps(float *out, unsigned n) {
  const unsigned p = n + 8;
  if (n > 100)
    kernel<6><<<1, p == 4 ? 128 : 64>>>(out);
}
void product(float *out, unsigned n) {
  const unsigned p = n * 4;
  if (n > 100)
    kernel<7><<<1, p == 8 ? 128 : 64>>>(out);
}
void converted(float *out, long long n) {
  const int c = n;
  if (n > 100)
    kernel<8><<<1, c == 8 ? 128 : 64>>>(out);
}

// Loops that double or halve a variable and whose end is not known: each round that may take place is executed.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void doubling(float *out, int n) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  for (int d = 1; d < n; d *= 2)
    s[t * d] += 1; // expect: upper-bound load 32/1 32-way, upper-bound store 32/1 32-way
  for (int d = 1; d < n; d <<= 1)
    s[t + d] = 1; // expect: store 1/1
  for (unsigned d = 1; d < n; d += d)
    s[2 * t - (t & (d - 1))] = 1; // expect: upper-bound store 2/1 2-way
  for (int d = 1; d < n; d *= 2)
    s[2 * t * d + 1 - d] = 1; // expect: upper-bound store 32/1 32-way
}

__global__ void halving(float *out, int n) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  // If n is negative there are rounds with d == 0, where d - 1 masks nothing.
  for (int d = 16; d > n; d >>= 1)
    s[(t & (d - 1)) * 2] = 1; // expect: upper-bound store 2/1 2-way
  int d = 4;
  while (d > n) {
    s[t * d] = 1; // expect: upper-bound store 4/1 4-way
    d /= 2;
  }
  for (int d = 16; d > n; d /= 2)
    if (t < d)
      s[t] += s[t + d]; // expect: load 1/1, store 1/1, load 1/1
}

// What each round finds is known, so is a test that ends it all.
__global__ void bounded(float *out, int n) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  for (int d = 1; d < n && d < 8; d *= 2)
    s[t * d] = 1; // expect: upper-bound store 4/1 4-way
  for (int d = 1; d < n; d *= 2) {
    if (d == 4)
      break;
    s[t * d] = 1; // expect: upper-bound store 2/1 2-way
  }
  // The first round is sure to take place, and the worst.
  int d = 32;
  do {
    s[t * d] = 1; // expect: store 32/1 32-way
    d >>= 1;
  } while (d > n);
}

// That no execution has rounds in which a product of signed numbers has wrapped,
// or in which a sum of bits has run out, is not used: lane 0 is counted there.
__global__ void wrapped(float *out, int n, unsigned m) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  for (int d = 1; d < n; d *= 2)
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  for (int d = 1; n >= d; d += d)
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  for (int d = 3; d < n && d != 27; d *= 3)
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 29/1 29-way
  for (int d = 1; d < n; d <<= 1)
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  for (unsigned d = 1; d < m; d *= 2)
    if (threadIdx.x >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // What is shifted out may end these.
  for (int d = 1; d < n; d <<= 1) {
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
    if (out[d] > 0)
      break;
  }
  for (int d = 1; d < n - (int)out[0]; d <<= 1)
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  for (int d = 1; d != n; d <<= 1)
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  for (int d = 1; d < n; d = (int)(d * 2u))
    if (t >= d)
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // The last bit that is not shifted out is not the only one.
  for (unsigned d = 3; d < m; d *= 2)
    if (threadIdx.x >= (d & 1023))
      s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
}

void launch(float *out, int n) {
  doubling<<<1, 32>>>(out, n);
  halving<<<1, 32>>>(out, n);
  bounded<<<1, 32>>>(out, n);
  wrapped<<<1, 32>>>(out, n, n);
}

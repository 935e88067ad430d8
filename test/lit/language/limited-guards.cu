// A guard whose other side is min or max of something known excludes lanes, even
// though the rest is not known.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s

__global__ void column(float *out, int n, unsigned u) {
  __shared__ float s[32 * 32];
  const int t = threadIdx.x;
  const int rest = n - (int)blockIdx.x * 8;
  const int atMost8 = min(8, rest);
  if (t < atMost8)
    s[t * 32] = 1; // expect: upper-bound store 8/1 8-way
  if (t <= atMost8)
    s[t * 32] = 1; // expect: upper-bound store 9/1 9-way
  if (atMost8 > t + 2)
    s[t * 32] = 1; // expect: upper-bound store 6/1 6-way
  if (t < (rest < 4 ? rest : 4))
    s[t * 32] = 1; // expect: upper-bound store 4/1 4-way
  int clamped = rest;
  if (clamped > 2)
    clamped = 2;
  if (t < clamped)
    s[t * 32] = 1; // expect: upper-bound store 2/1 2-way
  // A limit on the other side, and both.
  if (t >= max(24, n))
    s[t * 32] = 1; // expect: upper-bound store 8/1 8-way
  if (t < max(4, min(n, 6)))
    s[t * 32] = 1; // expect: upper-bound store 6/1 6-way
  // A negative number is a great one where the comparison is of unsigned ones.
  if (threadIdx.x < min(8, n))
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (threadIdx.x < 4 || (unsigned)min(8, n) > 8u)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (t < 8 || (int)min(u, 0xC0000000u) < 0)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // Nobody knows whether a sum or a product wraps.
  if (threadIdx.x < 3u - min(8u, u))
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (t < (int)((unsigned)min(0, n) * 1048576u))
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (t < (int)((unsigned)min(8, n) - 2u))
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // No lane is excluded where the limit is on the side that does not matter.
  if (t < max(8, n))
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (t > atMost8)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // The first block has 2^32 - 1 here.
  if (threadIdx.x < 4 || (long long)(blockIdx.x - 1u) > 10)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // Nor by equality, which no limit decides here.
  if (t != atMost8)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
}

void launch(float *out, int n, unsigned u) { column<<<10, 32>>>(out, n, u); }

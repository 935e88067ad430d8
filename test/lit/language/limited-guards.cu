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
  if (atMost8 - 2 > t)
    s[t * 32] = 1; // expect: upper-bound store 6/1 6-way
  if (t < (rest < 4 ? rest : 4))
    s[t * 32] = 1; // expect: upper-bound store 4/1 4-way
  int clamped = rest;
  if (clamped > 2)
    clamped = 2;
  if (t < clamped)
    s[t * 32] = 1; // expect: upper-bound store 2/1 2-way
  if (t < min(3u, u))
    s[t * 32] = 1; // expect: upper-bound store 3/1 3-way
  // A limit on the other side, both, and one through a loop.
  if (t >= max(24, n))
    s[t * 32] = 1; // expect: upper-bound store 8/1 8-way
  if (t < max(4, min(n, 6)))
    s[t * 32] = 1; // expect: upper-bound store 6/1 6-way
  for (int i = t; i < min(5, n); i += 32)
    s[i * 32] = 1; // expect: upper-bound store 5/1 5-way
  // No lane is excluded where the limit is on the side that does not matter.
  if (t < max(8, n))
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  if (t > atMost8)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
  // Nor by equality, which no limit decides here.
  if (t != atMost8)
    s[t * 32] = 1; // expect: upper-bound store 32/1 32-way
}

void launch(float *out, int n, unsigned u) { column<<<10, 32>>>(out, n, u); }

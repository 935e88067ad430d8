// Floating point in guards and indices: what is exact in it, and what is not.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <math.h>

__global__ void guards(float *out, float x) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  if (threadIdx.x < blockDim.x / 32.f)
    s[t * 32] = 1;                  // expect: store 8/1 8-way
  if (t < blockDim.x * 0.0625)
    s[t * 32] = 1;                  // expect: store 16/1 16-way
  bool in = t <= blockDim.x / 32.0f - 0.5f;
  s[in ? t * 32 : 0] = 1;           // expect: store 8/1 8-way
  if (-t > -1.5f)
    s[t * 32] = 1;                  // expect: store 2/1 2-way
  // A third is rounded; the parameter is not known.
  if (t < blockDim.x / 3.f)
    s[t * 32] = 1;                  // expect: upper-bound store 32/1 32-way
  if (t < x)
    s[t * 32] = 1;                  // expect: upper-bound store 32/1 32-way
  // More than the 24 bits of a float.
  if (float(t + (1 << 24)) > 16777216.f)
    s[t * 32] = 1;                  // expect: upper-bound store 32/1 32-way
}

// Functions that round, and those whose result all lanes share.
__global__ void rounded(float *out, float x, const float *in) {
  __shared__ volatile float s[8192];
  int t = threadIdx.x;
  s[__float2int_rz(t / 4.f) * 32] = 1;  // expect: store 8/1 8-way
  s[__float2int_rd(t / 8.f) * 32] = 1;  // expect: store 4/1 4-way
  s[__float2uint_ru(t / 8.f) * 32] = 1; // expect: store 5/1 5-way
  s[__double2int_rn(t * 2.) * 32] = 1;  // expect: store 32/1 32-way
  // Halves are rounded to even.
  s[__float2int_rn(t / 2.f) * 32] = 1;  // expect: unknown store floating-point
  s[__float2uint_rz(x) + t * 2] = 1;    // expect: store 2/1 2-way
  s[__float2ll_rd(in[3]) + t * 2] = 1;  // expect: store 2/1 2-way
  s[__float_as_int(x) + t * 2] = 1;     // expect: store 2/1 2-way
  s[lroundf(x * in[0]) + t * 2] = 1;    // expect: store 2/1 2-way
  s[__float2int_rz(in[t])] = 1;         // expect: unknown store floating-point
}

__global__ void indices(float *out) {
  __shared__ volatile float s[4096];
  int t = threadIdx.x;
  s[int(t * 0.5f) * 2] = 1;         // expect: store 1/1
  s[int(t * 1.5f) * 32] = 1;        // expect: store 32/1 32-way
  s[(int)floorf(t / 4.f) * 32] = 1; // expect: store 8/1 8-way
  s[(int)ceilf(t / 4.f) * 32] = 1;  // expect: store 9/1 9-way
  s[(int)truncf((t - 16) / 8.f) * 32 + 64] = 1; // expect: store 4/1 4-way
  s[(unsigned)(t * 2.f)] = 1;       // expect: store 2/1 2-way
  s[(int)sinf(t)] = 1;              // expect: unknown store floating-point
  s[(int)(t / 3.f) * 32] = 1;       // expect: unknown store floating-point
}

// One after the other, as Rodinia's backprop halves.
__global__ void powers(float *out, int n) {
  __shared__ volatile float s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 1; i <= __log2f(16); i++) {
    int power = __powf(2, i);
    if (y % power == 0)
      s[y][x] = s[y + power / 2][x]; // expect: store 1/1, load 1/1
  }
  for (int i = 0; i < log2f(blockDim.x); ++i)
    s[0][x * (int)exp2f(i) % 256] = 1;     // expect: store 4/1 4-way
  // Of an unknown number, and of one that is no power of two.
  if (x < log2f(n))
    s[x][0] = 1;                     // expect: upper-bound store 8/1 8-way
  if (x < log2f(blockDim.x + 2))
    s[x][0] = 1;                     // expect: upper-bound store 8/1 8-way
}

void launch(float *out, float x, int n) {
  guards<<<1, 256>>>(out, x);
  rounded<<<1, 32>>>(out, x, out);
  indices<<<1, 32>>>(out);
  powers<<<1, dim3(16, 16)>>>(out, n);
}

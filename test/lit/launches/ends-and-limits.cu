// Conditions that decide nothing of a launch use up no paths, and the side of an
// assert that does not return is none. Beyond the limit of paths, a block does
// not go with launches that exclude it.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#include <assert.h>
#include <stdexcept>
#include <stdlib.h>

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect: none
  // expect[kernel<0> @ 4x8x1]: store 2/1 2-way
  // expect[kernel<1> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<2> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<3> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<5> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<7> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<8> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<9> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<10> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<11> @ 64x2x1]: store 2/1 2-way
  // expect[kernel<12> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<13> @ 24x8x1]: store 2/1 2-way
  // expect[kernel<14> @ 256x4x1]: store 2/1 2-way
  // expect[kernel<15> @ 256x4x1]: store 2/1 2-way
  // expect[kernel<16> @ 8x4x1]: store 2/1 2-way
  // expect[kernel<16> @ 32x4x1]: store 2/1 2-way
  // expect[kernel<17> @ 64x4x1]: store 2/1 2-way
  s[(threadIdx.x + threadIdx.y * blockDim.x) * 2] = 1;
}

struct Matrix {
  int columns, rows;
  bool isTransposed;
  float *data;
  float *get() const { return data; }
  // The conditions are about what the launches are given, and change nothing.
  void sum(Matrix &to) {
    assert(&to != this);
    assert(&to.columns != &columns);
    int width = isTransposed ? rows : columns;
    int height = isTransposed ? columns : rows;
    if (height < 16384)
      return;
    int x = width <= 4    ? 4
            : width <= 8  ? 8
            : width <= 12 ? 12
            : width <= 16 ? 16
                          : 32;
    dim3 block(x, 8);
    if (width <= 16) {
      if (width <= 4)
        kernel<0><<<1, block>>>(to.get());
      else if (width <= 8)
        kernel<1><<<1, block>>>(to.get());
    } else {
      kernel<2><<<1, block>>>(to.get());
    }
  }
};

// What does not return has no part in what follows.
bool isPositive(int n) {
  if (n > 0)
    return true;
  return false;
}
void asserted(float *out, int n) {
  assert(isPositive(n));
  assert(n != 1 || n == 2);
  kernel<3><<<1, n > 0 ? 32 : 64>>>(out);
}
void aborted(float *out, int n) {
  n > 0 || (abort(), true);
  kernel<4><<<1, n > 0 ? 32 : 64>>>(out);
}
void thrown(float *out, int n) {
  int m = n > 0 ? 32 : throw std::runtime_error("n");
  kernel<5><<<1, n > 0 ? m : 64>>>(out);
}
[[noreturn]] void fail();
void failed(float *out, int n) {
  if (n > 0 ? false : (fail(), true))
    kernel<6><<<1, 64>>>(out);
  kernel<6><<<1, n > 0 ? 32 : 64>>>(out);
}
int exitCode(bool isBad) {
  isBad ? exit(1) : (void)0;
  return isBad ? 64 : 32;
}
void exited(float *out, bool isBad) { kernel<7><<<1, exitCode(isBad)>>>(out); }
void ended(float *out, int n) {
  const bool isBad = true;
  if (n)
    isBad ? fail() : (void)0;
  kernel<8><<<1, n ? 32 : 64>>>(out);
}

// Six conditions of which none changes the block.
void talkative(float *out, int p, int q, bool o, bool a, bool b, bool c, bool d,
               bool e) {
  int n = o ? p : q;
  dim3 block(n <= 8 ? 8 : 32, 8);
  if (a)
    block.z = 1;
  if (b)
    block.z = 1;
  if (c)
    block.z = 1;
  if (d)
    block.z = 1;
  if (e)
    block.y = 8;
  if (n > 16)
    kernel<9><<<1, block>>>(out);
}

// Too many blocks: that of kernel<10> is one of them, which is not known, but for
// that none has more than 64 threads. All have two rows.
void many(float *out, int n, int m, int k, int l, int o) {
  dim3 block(64, 2);
  int x = n <= 8 ? 8 : n <= 16 ? 16 : n <= 32 ? 32 : 64;
  int y = m <= 8 ? 8 : m <= 16 ? 16 : m <= 32 ? 32 : 64;
  int z = k <= 8 ? 8 : k <= 16 ? 16 : k <= 32 ? 32 : 64;
  int w = l <= 8 ? 8 : l <= 16 ? 16 : l <= 32 ? 32 : 64;
  if (o == 1)
    x = 48;
  if (o == 1)
    kernel<10><<<dim3(x, y, z), x>>>(out + y + z + w);
  kernel<11><<<dim3(x, y, z), block>>>(out + w);
}

// Too many paths, but few blocks. What each number is compared with is known.
void few(float *out, Matrix &of, int a, int b, int c, bool d) {
  int width = of.isTransposed ? of.rows : of.columns;
  int height = of.isTransposed ? of.columns : of.rows;
  dim3 block(width <= 8 ? 8 : width % 24 == 0 ? 24 : 32, 8);
  int first = d ? a : b, second = d ? b : c, third = d ? c : a;
  dim3 grid(first, second, third);
  int last = first < second ? first : third;
  if (width <= 8)
    kernel<12><<<grid, block>>>(out + last + height);
  else if (width % 24 == 0)
    kernel<13><<<grid, block>>>(out + last);
}

// How two numbers compare is not: the block of kernel<14> and kernel<15> may be
// either. Where the condition does not matter, each of them is launched.
void lost(float *out, Matrix &of, int a, int b, int c, bool d, bool e) {
  int width = of.isTransposed ? of.rows : of.columns;
  int height = e ? of.columns : of.rows;
  dim3 block(width < height ? 8 : 32, 4), same(64, 4);
  int first = d ? a : b, second = d ? b : c, third = d ? c : a;
  dim3 grid(first, second, third);
  int last = first < second ? first : third, most = a < c ? c : a;
  if (width < height)
    kernel<14><<<grid, block>>>(out + last + height + most);
  else
    kernel<15><<<grid, block>>>(out + last);
  kernel<16><<<grid, block>>>(out + last);
  if (last > 8)
    kernel<17><<<grid, same>>>(out);
}

// A part that is one is the whole.
template <int> __global__ void part(float *out) {
  __shared__ float s[2048];
  // expect: none
  // expect[part<0> @ 32x8x1]: store 2/1 2-way
  // expect[part<1> @ 8x8x1]: store 2/1 2-way
  // expect[part<2> @ 8x4x1]: store 2/1 2-way
  // expect[part<3> @ 16x4x1]: store 2/1 2-way
  // expect[part<4> @ 32x4x1]: store 2/1 2-way
  // expect[part<5> @ 16x8x1]: store 2/1 2-way
  // expect[part<6> @ 16x4x1]: store 2/1 2-way
  // expect[part<7> @ 16x2x1]: store 2/1 2-way
  // expect[part<8> @ 16x1x1]: store 1/1
  // expect[part<9> @ 256x1x1]: store 2/1 2-way
  // expect[part<10> @ 48x1x1]: store 2/1 2-way
  s[(threadIdx.x + threadIdx.y * blockDim.x) * 2] = 1;
}
void whole(float *out, int all, int groups) {
  const int each = all / groups;
  assert(groups == 1);
  dim3 block(all % 64 == 0 ? 32 : 8, 8);
  if (each % 64 == 0)
    part<0><<<1, block>>>(out);
  else
    part<1><<<1, block>>>(out);
}

// What was known before of the part is known of the whole.
void before(float *out, int all, int groups) {
  const int each = all / groups;
  dim3 block(32, 4);
  if (each <= 3) {
    assert(groups == 1);
    block.x = 8;
  } else if (each % 64 == 0) {
    assert(groups == 1);
    block.x = 16;
  }
  if (each <= 3)
    part<2><<<1, block>>>(out);
  else if (each % 32 == 0 && each % 64 == 0)
    part<3><<<1, block>>>(out);
  else if (each % 64 != 0)
    part<4><<<1, block>>>(out);
}

// What later ifs ask is a decision, too, even if no launch names it.
void indirect(float *out, int n) {
  bool isWide;
  dim3 block(32, 4);
  if (n > 8) {
    isWide = true;
    block.x = 16;
  } else {
    isWide = false;
    block.x = 16;
  }
  if (isWide)
    block.y = 8;
  if (n > 8)
    part<5><<<1, block>>>(out);
  else
    part<6><<<1, block>>>(out);
}

// A multiple of one is only the number if it is taken once.
void fiveTimes(float *out, int n) {
  const int five = 5 * n;
  if (five <= 3)
    return;
  assert(n == 1);
  part<7><<<1, dim3(n < 4 ? 16 : 32, 2)>>>(out);
}

// No path comes to the last launches: which block they would have is not known,
// unless there is one.
void unreached(float *out, int n, bool isLarge) {
  const int x = n <= 8 ? 8 : 16;
  if (n < 8)
    return;
  if (n == 8)
    return;
  if (n > 8)
    part<8><<<1, x>>>(out);
  else if (isLarge)
    part<9><<<1, isLarge ? x : 32>>>(out);
  else
    part<10><<<1, 48>>>(out);
}

// Functions that do not return, and ways through functions that do not.
static void fail(const char *message) { throw message; }
static int checked(int n) {
  if (n > 5)
    throw n;
  return n;
}
template <int> __global__ void returned(float *out) {
  __shared__ float s[2048];
  // expect[returned<0> @ 64x1x1]: store 2/1 2-way
  // expect[returned<1> @ 64x1x1]: store 2/1 2-way
  s[threadIdx.x * (blockDim.x / 32)] = 1;
}
void failing(float *out, int n) {
  int block = 64;
  if (n > 5) {
    block = 128;
    fail("too many");
  }
  returned<0><<<1, block>>>(out);
}
void checking(float *out, int n) {
  int block = 64;
  if (n > 5) {
    block = 128;
    checked(n);
  }
  returned<1><<<1, block>>>(out);
}

// More ways than are followed: no block is known to go with what they have in
// common.
__global__ void many(float *out, int x, int z) {
  __shared__ float s[2048];
  // PROGRAM-LABEL: kernel "many"
  // PROGRAM: launch block ?,1,1
  // PROGRAM-NOT: {{^launch}}
  s[threadIdx.x] = x + z; // expect: store 1/1
}
void manyWays(float *out, int n) {
  int x, z;
#define WAY(n) case n: z = 100 + n; x = n % 2 == 0 ? 3 : 1; break;
#define WAYS(n) WAY(n) WAY(n + 1) WAY(n + 2) WAY(n + 3)
  switch (n) {
    WAYS(0) WAYS(4) WAYS(8) WAYS(12) WAYS(16) WAYS(20) WAYS(24) WAYS(28)
  default:
    z = 7;
    x = 1;
  }
  int block = 64;
  if (x == 2)
    block = 256;
  else
    block = 128;
  many<<<1, block>>>(out, x, z);
}

// No path comes to the case of 512: a half of 512 and less is 256 at most.
template <int> __global__ void halves(float *out) {
  __shared__ float s[2048];
  // PROGRAM-LABEL: kernel "halves<256>"
  // PROGRAM: launch block 256,1,1
  // PROGRAM-LABEL: kernel "halves<512>"
  // PROGRAM: launch block ?,1,1
  // expect: store 8/1 8-way
  s[threadIdx.x * 8] = 1;
}
static unsigned threadsFor(unsigned n) {
  return n > 512 ? 256u : (n < 2 ? 1u : n / 2);
}
void half(float *out, unsigned n) {
  dim3 block(threadsFor(n), 1, 1);
  switch (block.x) {
  case 512:
    halves<512><<<1, block>>>(out);
    break;
  case 256:
    halves<256><<<1, block>>>(out);
    break;
  }
}

// A condition that chose the block also decides about the launch behind it: of
// the blocks, only those count that it may have there.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<1> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<2> @ 32x4x1]: store 2/1 2-way
  // expect[kernel<3> @ 8x4x1]: store 2/1 2-way
  // expect[kernel<4> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<5> @ 8x2x1]: store 1/1
  // expect[kernel<6> @ 4x8x1]: store 2/1 2-way
  // expect[kernel<7> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<8> @ 16x8x1]: store 2/1 2-way
  // expect[kernel<9> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<10> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<11> @ 32x4x1]: store 2/1 2-way
  // expect[kernel<12> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<13> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<14> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<14> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<15> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<15> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<16> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<17> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<17> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<18> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<18> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<19> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<19> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<20> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<20> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<21> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<22> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<23> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<24> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<25> @ 8x8x1]: store 2/1 2-way
  // expect[kernel<25> @ 32x8x1]: store 2/1 2-way
  // expect[kernel<26> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<26> @ 64x1x1]: store 2/1 2-way
  // expect[kernel<27> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<27> @ 64x1x1]: store 2/1 2-way
  s[(threadIdx.x + threadIdx.y * blockDim.x) * 2] = 1;
}

void flag(float *out, bool wide) {
  dim3 block = wide ? dim3(32, 8) : dim3(8, 8);
  if (wide)
    kernel<0><<<1, block>>>(out);
  else
    kernel<1><<<1, block>>>(out);
}

void multiple(float *out, int all, int parts) {
  int n = all / parts;
  dim3 block;
  if (n % 8 == 0)
    block = dim3(32, 4);
  else
    block = dim3(8, 4);
  if (n % 8 == 0)
    kernel<2><<<1, block>>>(out);
  else
    kernel<3><<<1, block>>>(out);
}

// What follows from the condition.
void implied(float *out, int n) {
  const bool narrow = n <= 8;
  dim3 block(narrow ? 8 : 32, 2);
  if (n > 16)
    kernel<4><<<1, block>>>(out);
  else if (!(n > 8))
    kernel<5><<<1, block>>>(out);
}

void chain(float *out, int n) {
  int x = n <= 4 ? 4 : n <= 8 ? 8 : n <= 16 ? 16 : 32;
  dim3 block(x, 8);
  if (n <= 16) {
    if (n <= 4)
      kernel<6><<<1, block>>>(out);
    else if (n <= 8)
      kernel<7><<<1, block>>>(out);
    else
      kernel<8><<<1, block>>>(out);
  } else {
    kernel<9><<<1, block>>>(out);
  }
}

void multiples(float *out, int n, bool other) {
  dim3 block(16, 16);
  if (n % 8 == 0)
    block = dim3(32, n % 64 == 0 ? 8 : 4);
  if (other && n % 64 == 0)
    kernel<10><<<1, block>>>(out);
  if (n % 8 == 0 && n % 64 != 0)
    kernel<11><<<1, block>>>(out);
}

void both(float *out, int n, int m) {
  const int threads = n > 8 && m > 8 ? 64 : 32;
  if (n < 4)
    kernel<12><<<1, threads>>>(out);
  if (m > 16 && n > 16)
    kernel<13><<<1, threads>>>(out);
  if (m > 16)
    kernel<14><<<1, threads>>>(out);
}

// Not the same any more.
void changed(float *out, int n) {
  const int threads = n > 8 ? 64 : 32;
  n += 4;
  if (n > 8)
    kernel<15><<<1, threads>>>(out);
}

// A loop whose test is known from a condition ends.
void endless(float *out, int n, bool more) {
  if (!more)
    return;
  while (more) {
    kernel<16><<<1, more ? 64 : 32>>>(out);
    if (--n == 0)
      break;
  }
}

// Each call may return another number.
static int least(int a, int b) {
  if (a < b)
    return a;
  return b;
}
void returned(float *out, int n, int m) {
  int k = least(n, m);
  dim3 block(n > 16 ? 32 : 8, 8);
  if (k <= 16)
    kernel<17><<<1, block>>>(out);
}

// A negative number is large without a sign.
void converted(float *out, int n) {
  dim3 block(n < 0 ? 8 : 32, 8);
  if ((unsigned)n > 16)
    kernel<18><<<1, block>>>(out);
}

void changing(float *out, volatile int n) {
  dim3 block(n > 16 ? 32 : 8, 8);
  if (n > 16)
    kernel<19><<<1, block>>>(out);
}

// A number beyond those with a sign is another one with a sign.
void beyond(float *out, int n) {
  const unsigned u = n;
  const bool isNegative = n < 0;
  if (u == 0xffffffffu)
    if (isNegative)
      kernel<20><<<1, 64>>>(out);
    else
      kernel<20><<<1, 32>>>(out);
}

// One of two numbers is a number.
void chosen(float *out, int a, int b, bool first) {
  const int n = first ? a : b;
  dim3 block(n <= 4 ? 8 : 32, 8);
  if (n <= 4)
    kernel<21><<<1, block>>>(out);
  else
    kernel<22><<<1, block>>>(out);
}

// So are the members of a struct.
void passed(float *out, dim3 block) {
  if (block.y != 8 || block.z != 1)
    return;
  if (block.x == 8)
    kernel<23><<<1, block>>>(out);
  if (block.x == 8) {
    block.x *= 4;
    kernel<24><<<1, block>>>(out);
  }
}

void seen(dim3 &block);
void changedMember(float *out, dim3 size) {
  dim3 block(size.x == 8 ? 8 : 32, 8);
  seen(size);
  if (size.x == 8)
    kernel<25><<<1, block>>>(out);
}

// What is set through pointers to members and references to other types.
struct Sizes {
  int x, y;
};
void byMember(float *out, Sizes s, bool first) {
  int Sizes::*member = first ? &Sizes::x : &Sizes::y;
  if (s.x == 1) {
    s.*member = 2;
    kernel<26><<<1, s.x == 1 ? 32 : 64>>>(out);
  }
}
void byReference(float *out, Sizes s) {
  if (s.x == 1) {
    reinterpret_cast<unsigned &>(s.x) = 2;
    kernel<27><<<1, s.x == 1 ? 32 : 64>>>(out);
  }
}

// Block shapes that host code computes: 32x1 conflicts, 16x2 is clean.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<0> @ 16x2x1]: store 1/1
  // expect[kernel<1> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 16x2x1]: store 1/1
  // expect[kernel<2> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 16x2x1]: store 1/1
  // expect[kernel<3> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 16x2x1]: store 1/1
  // expect[kernel<4> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 16x2x1]: store 1/1
  // expect[kernel<5> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<5> @ 16x2x1]: store 1/1
  // expect[kernel<6> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 16x2x1]: store 1/1
  // expect[kernel<7> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<7> @ 16x2x1]: store 1/1
  // expect[kernel<8> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<8> @ 16x2x1]: store 1/1
  // expect[kernel<9> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<9> @ 16x2x1]: store 1/1
  // expect[kernel<10> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<10> @ 16x2x1]: store 1/1
  // expect[kernel<11> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<11> @ 16x2x1]: store 1/1
  s[threadIdx.x * 2] = 1;
}

#define WIDTH 32
#define SHAPE dim3(WIDTH / 2, 2)
enum { EnumWidth = 32, HalfWidth = 16 };
struct Sizes {
  static constexpr int Width = 32;
  static const int Half = 16;
};
namespace sizes {
constexpr unsigned Width = 32;
const dim3 Square(16, 2);
} // namespace sizes
static int neverChanged = 32;
static const dim3 table[] = {dim3(32), dim3(16, 2)};

constexpr int half(int n) { return n / 2; }
constexpr dim3 shape(int n) { return dim3(n, 64 / n / 2); }
int ceilDiv(int a, int b) { return a % b != 0 ? a / b + 1 : a / b; }

struct Config {
  int threads = 32;
  dim3 block;
  Config() : block(16, 2) {}
};

void launch(float *out) {
  dim3 assigned;
  assigned = dim3(32);
  kernel<0><<<1, assigned>>>(out);
  assigned = dim3(16, 2);
  kernel<0><<<1, assigned>>>(out);

  dim3 member;
  member.x = 32;
  kernel<1><<<1, member>>>(out);
  member.x /= 2;
  member.y = 2;
  kernel<1><<<1, member>>>(out);

  dim3 copy = member;
  member.x = 32;
  kernel<2><<<1, copy>>>(out);
  copy = dim3{32};
  kernel<2><<<1, copy>>>(out);

  kernel<3><<<1, WIDTH>>>(out);
  kernel<3><<<1, SHAPE>>>(out);

  kernel<4><<<1, EnumWidth>>>(out);
  kernel<4><<<1, dim3(HalfWidth, 2)>>>(out);

  kernel<5><<<1, Sizes::Width>>>(out);
  kernel<5><<<1, dim3(Sizes::Half, 2)>>>(out);

  kernel<6><<<1, sizes::Width>>>(out);
  kernel<6><<<1, sizes::Square>>>(out);

  kernel<7><<<1, shape(32)>>>(out);
  kernel<7><<<1, shape(half(32))>>>(out);

  const int n = 1000;
  kernel<8><<<1, ceilDiv(n, 32)>>>(out);
  kernel<8><<<1, dim3(ceilDiv(n, 64), 2)>>>(out);

  Config config;
  kernel<9><<<1, config.threads>>>(out);
  kernel<9><<<1, config.block>>>(out);

  kernel<10><<<1, neverChanged>>>(out);
  kernel<10><<<1, dim3(neverChanged >> 1, 2)>>>(out);

  kernel<11><<<1, table[0]>>>(out);
  kernel<11><<<1, table[1]>>>(out);
}

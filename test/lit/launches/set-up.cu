// Globals that a function sets up. What it does has to be spelled in it.
//
// RUN: %banklint --format=json %s | %python %verdict %s
#include <cstdio>

constexpr int Pencils = 4;
dim3 grid[2], block[2];
int threads, changed, seen = 64, other, hidden, once, named, captured;
int *alias = &seen;
void unseen();

template <int Number> __global__ void k(float *f) {
  __shared__ float s[512];
  // expect[k<0> @ 64x4x1]: store 1/1 total 8/8
  // expect[k<0> @ 16x8x1]: store 1/1 total 4/4
  // expect[k<1> @ 96x1x1]: store 1/1 total 3/3
  // expect[k<2> @ 128x1x1]: store 1/1 total 4/4
  // expect[256x1x1]: store 1/1 total 8/8
  s[threadIdx.x + blockDim.x * threadIdx.y] = f[threadIdx.x];
}

// Not followed, and changes no global.
void fill(float *f) {
  for (int i = 0; i < 99; ++i)
    f[i] = 1;
}

void setUp() {
  block[0] = dim3(64, Pencils);
  block[1] = dim3(16, 8);
  threads = 96;
  changed *= 2;
  printf("%d", threads);
}

struct Member {
  ~Member() { hidden = 128; }
};
struct Holder {
  Member M;
};
void destroys() { Holder H; }
void initializes() { static int Number = (once = 128); }
template <int &Name> void assigns() { Name = 128; }
void captures() {
  int &Name = captured;
  auto Lambda = [&Name] { Name = 128; };
  Lambda();
}
void throughPointer() { *alias = 128; }

int main() {
  float *f;
  cudaMalloc(&f, 4096);
  changed = hidden = once = named = captured = 64;
  seen = 64;
  setUp();
  fill(f);
  for (int i = 0; i < 2; ++i)
    k<0><<<grid[i], block[i]>>>(f);
  k<1><<<1, threads>>>(f);
  k<2><<<1, changed>>>(f);
  destroys();
  k<3><<<1, hidden>>>(f);
  hidden = once = named = captured = 64;
  initializes();
  k<4><<<1, once>>>(f);
  hidden = once = named = captured = 64;
  assigns<named>();
  k<5><<<1, named>>>(f);
  hidden = once = named = captured = 64;
  captures();
  k<6><<<1, captured>>>(f);
  throughPointer();
  k<7><<<1, seen>>>(f);
  other = 64;
  unseen();
  k<8><<<1, other>>>(f);
}

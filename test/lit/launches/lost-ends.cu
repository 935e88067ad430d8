// A call that ends in many ways, or a choice in an expression that has many,
// goes on as one path: what a condition behind it finds open may be known on
// each of the real ones. No block is stated that none of them may launch.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void copy(float *out) {
  __shared__ float s[2048];
  // expect[copy<0> @ 256x1x1]: upper-bound store 2/1 2-way
  // expect[copy<1> @ 256x1x1]: upper-bound store 2/1 2-way
  // expect[copy<2> @ 64x1x1]: upper-bound store 2/1 2-way
  // expect[copy<2> @ 256x1x1]: upper-bound store 2/1 2-way
  // expect[copy<3> @ 64x1x1]: upper-bound store 2/1 2-way
  // expect[copy<3> @ 128x1x1]: upper-bound store 2/1 2-way
  s[threadIdx.x * 2] = 1;
  out[threadIdx.x] = 2;
}

int mode;
int pick(int a) {
  if (a == 1) { mode = 10; return 1; }
  if (a == 2) { mode = 20; return 2; }
  if (a == 3) { mode = 30; return 3; }
  if (a == 4) { mode = 40; return 4; }
  if (a == 5) { mode = 50; return 5; }
  if (a == 6) { mode = 60; return 6; }
  mode = 70;
  return 7;
}

// The mode is never 33.
void changes(float *out, int a) {
  pick(a);
  int threads = 64;
  if (mode == 33)
    threads = 128;
  copy<0><<<1, threads>>>(out);
}

int numbers(int a) {
  switch (a) {
  case 1: return 10;
  case 2: return 20;
  case 3: return 30;
  case 4: return 40;
  case 5: return 50;
  case 6: return 60;
  default: return 70;
  }
}

void returns(float *out, int a) {
  const int got = numbers(a);
  int threads = 64;
  if (got == 33)
    threads = 128;
  copy<1><<<1, threads>>>(out);
}

void chooses(float *out, int a, int b, int c, int d) {
  const int sum = (a ? 1 : 20) + (b ? 300 : 4000) + (c ? 50000 : 600000) +
                  (d ? 7000000 : 80000000);
  int threads = 64;
  if (sum == 10650301)
    threads = 128;
  copy<2><<<sum, threads>>>(out);
}

// Few ways are kept apart.
void few(float *out, int a) {
  const int got = a == 1 ? 10 : a == 2 ? 20 : 30;
  int threads = 64;
  if (got == 20)
    threads = 128;
  if (got == 33)
    threads = 256;
  copy<3><<<1, threads>>>(out);
}

// What a lambda changes that is called where it is written, as AT_DISPATCH does
// it: 32x1 conflicts, 16x2 is clean.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0>]: store 2/1 2-way
  // expect[kernel<1>]: store 2/1 2-way
  // expect[kernel<2> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 16x2x1]: store 1/1
  // expect[kernel<3> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 16x2x1]: store 1/1
  // expect[kernel<4> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<5> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 32x1x1]: store 2/1 2-way
  s[threadIdx.x * 2 + threadIdx.y] = 1;
}

struct Spec {
  void *kernel;
  int threads;
};
Spec choose() { return {(void *)kernel<1>, 32}; }

void number(float *out) {
  int threads = 0;
  [&] { threads = 32; }();
  kernel<0><<<1, threads>>>(out);
}

void members(float *out) {
  Spec spec;
  ([&] { spec = choose(); })();
  void *arguments[] = {&out};
  cudaLaunchKernel(spec.kernel, 1, spec.threads, arguments, 0, 0);
}

// Inside of each other, with several ways.
void dispatch(float *out, int type) {
  dim3 block;
  [&] {
    switch (type) {
    case 0:
      return [&] { block = dim3(32); }();
    default:
      return [&] { block = dim3(16, 2); }();
    }
  }();
  kernel<2><<<1, block>>>(out);
}

// In a loop.
void repeat(float *out, int times) {
  int threads = 32;
  for (int i = 0; i < 2; ++i) {
    kernel<3><<<1, dim3(threads, 32 / threads)>>>(out);
    [&] { threads /= 2; }();
  }
}

// What it does is not known, or nobody knows when it is called: the blocks are
// assumed.
int somewhere();
void (*later)(void *);
void unknown(float *out) {
  int threads = 64;
  [&] { threads = somewhere(); }();
  kernel<4><<<1, threads>>>(out);
  int kept = 64;
  auto change = [&] { kept = 128; };
  later(&change);
  kernel<5><<<1, kept>>>(out);
}

// It is part of a loop of which nobody knows how often it runs: the block is one that
// the formula allows.
void often(float *out, int times) {
  int threads = 32;
  for (int i = 0; i < times; ++i)
    [&] { threads = 16; }();
  kernel<6><<<1, dim3(threads, 32 / threads)>>>(out);
}

// Block shapes and kernels that pass through functions: 32x1 conflicts, 16x2 is clean.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <utility>

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
  // expect[kernel<11> @ 256x1x1]: store 2/1 2-way
  s[threadIdx.x * 2] = 1;
}

// Several call sites, and a default argument.
void wrapper(float *out, dim3 block = dim3(16, 2)) {
  kernel<0><<<1, block>>>(out);
}
void nested(float *out, int threads) { wrapper(out, threads); }

template <int X, int Y> void fixed(float *out) {
  kernel<1><<<1, dim3(X, Y)>>>(out);
}

template <typename Kernel, typename... Arguments>
void start(Kernel f, dim3 block, Arguments... arguments) {
  f<<<1, block>>>(arguments...);
}

template <void (*Kernel)(float *)> void startFixed(float *out, dim3 block) {
  Kernel<<<1, block>>>(out);
}

void byReference(dim3 &block) { block = dim3(16, 2); }
void byPointer(int *threads) { *threads = 32; }

class Launcher {
public:
  explicit Launcher(int threads) : block(threads, 32 / threads) {}
  void run(float *out) const { kernel<5><<<1, block>>>(out); }

private:
  dim3 block;
};

void call(void (*f)(float *, dim3), float *out, dim3 block) { f(out, block); }
void called(float *out, dim3 block) { kernel<8><<<1, block>>>(out); }

// As often as it takes to measure: the same launch again and again.
template <typename Function, typename... Arguments>
void measure(int times, Function f, Arguments &&...arguments) {
  for (int i = 0; i < times; ++i)
    f(std::forward<Arguments>(arguments)...);
}
void measured(float *out, int threads) {
  kernel<9><<<1, dim3(threads, 32 / threads)>>>(out);
}

int main(int times, char **) {
  float *out;
  cudaMalloc(&out, 4);
  nested(out, 32);
  wrapper(out);

  fixed<32, 1>(out);
  fixed<16, 2>(out);

  start(kernel<2>, 32, out);
  start(kernel<2>, dim3(16, 2), out);

  startFixed<kernel<3>>(out, 32);
  startFixed<kernel<3>>(out, dim3(16, 2));

  dim3 block;
  byReference(block);
  kernel<4><<<1, block>>>(out);
  int threads;
  byPointer(&threads);
  kernel<4><<<1, threads>>>(out);

  Launcher(32).run(out);
  Launcher half(16);
  half.run(out);

  auto variable = kernel<6>;
  variable<<<1, 32>>>(out);
  void (*pointer)(float *) = kernel<6>;
  pointer<<<1, dim3(16, 2)>>>(out);

  auto lambda = [&](dim3 shape) { kernel<7><<<1, shape>>>(out); };
  lambda(32);
  lambda(dim3(16, 2));

  call(called, out, 32);
  call(called, out, dim3(16, 2));

  const int sizes[] = {32, 16};
  for (int i = 0; i < 2; ++i) {
    int size = sizes[i];
    measure(1000, measured, out, size);
  }

  // What a lambda only reads is as it was in any iteration.
  int read = 32, doubled = 32;
  for (int i = 0; i < times; ++i) {
    auto reads = [&] { kernel<10><<<1, read>>>(out); };
    reads();
    auto doubles = [&] { kernel<11><<<1, doubled>>>(out), doubled *= 2; };
    doubles();
  }
}

// A constant keeps its value, whatever uses it: the template arguments of a
// launch in a generic lambda, for one.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int N> struct Number {
  static constexpr int value = N;
};

template <int Threads, int N> __global__ void rows(float *out) {
  __shared__ float s[Threads * N];
  s[threadIdx.x * N] = out[0]; // expect[128x1x1]: store 4/1 4-way
}

struct Shape {
  dim3 grid, block;
};
template <class Kernel, class... Arguments>
static void start(Kernel kernel, const Shape &shape, Arguments... arguments) {
  kernel<<<shape.grid, shape.block>>>(arguments...);
}
template <int Threads> __global__ void passed(float *out) {
  __shared__ float s[Threads * 2];
  s[threadIdx.x * 2] = out[0]; // expect[64x1x1]: store 2/1 2-way
}

void launch(float *out, int n, int kind) {
  const int threads = 128;
  const int fewer = 64;
  auto run = [&](auto number) {
    constexpr int N = decltype(number)::value;
    if (n < 32) {
      const Shape shape = {dim3(n), dim3(fewer)};
      start(passed<fewer>, shape, out);
    } else {
      rows<threads, N><<<n, threads>>>(out);
    }
  };
  switch (kind) {
  case 4:
    run(Number<4>{});
    break;
  }
}

// What needs many steps to evaluate is a constant where the language wants one.
// Elsewhere it is not evaluated again and again for every use.
//
// RUN: %banklint --format=json %s -- -fconstexpr-steps=200000 \
// RUN:   | %python %verdict %s --parse-errors=1

constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr int count(int n) {
  int steps = 0;
  for (int i = 0; i < n; ++i)
    steps += i % 2;
  return steps;
}

__global__ void kernel(int *out) {
  __shared__ int s[4096];
  constexpr int never = fib(60), often = count(40000) - 19999;
  // expect: unknown store recursion
  s[threadIdx.x * never] = 1;
  // expect: store 1/1 1-way
  s[threadIdx.x * often] = 1;
  // expect: store 32/1 32-way
  s[threadIdx.x * count(64)] = 1;
  // expect: unknown store budget
  s[threadIdx.x * fib(60)] = 1;
}

void launch(int *out) { kernel<<<1, count(64)>>>(out); }

// Launches that calls make which are not followed are told, with arguments open.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <functional>

template <int> __global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect[kernel<0> @ n=1]: store 1/1
  // expect[kernel<0>]: depends store 32/1 32-way
  // expect[kernel<1> @ n=1]: store 1/1
  // expect[kernel<1> @ n=2]: store 2/1 2-way
  // expect[kernel<1> @ n=4]: store 4/1 4-way
  // expect[kernel<2> @ n=1]: store 1/1
  // expect[kernel<2>]: depends store 32/1 32-way
  // expect[kernel<3>]: depends store 32/1 32-way
  // expect[kernel<4>]: depends store 32/1 32-way
  // expect[kernel<5> @ n=1]: store 1/1
  // expect[kernel<5> @ n=2]: store 2/1 2-way
  // expect[kernel<5>]: depends store 32/1 32-way
  s[threadIdx.x * n] = 1;
}

static void descend(float *out, int n) {
  kernel<0><<<1, 32>>>(out, n);
  if (n < 40)
    descend(out, 2 * n);
}

static int stride;
static void grow() { stride *= 2; }

static void one(float *out, int n) { kernel<2><<<1, 32>>>(out, n); }
static void other(float *, int) {}

struct Restore {
  int *place, before;
  Restore(int *place, int value) : place(place), before(*place) {
    *place = value;
  }
  ~Restore() { *place = before; }
};

struct Context {
  int *stride;
};
static void growIn(Context context) { *context.stride *= 2; }

static void called(float *out, int n) { kernel<5><<<1, 32>>>(out, n); }

void callLater(std::function<void(float *, int)> function);

int main(int count, char **) {
  float *out = nullptr;
  descend(out, 1);

  stride = 1;
  for (int i = 0; i < 3; ++i) {
    kernel<1><<<1, 32>>>(out, stride);
    grow();
  }

  one(out, 1);
  void (*table[])(float *, int) = {one, other};
  table[count % 2](out, 32);

  int restored = 32;
  {
    Restore scope(&restored, 1);
  }
  kernel<3><<<1, 32>>>(out, restored);

  int pointed = 32;
  Context context = {&pointed};
  for (int i = 0; i < count; ++i) {
    kernel<4><<<1, 32>>>(out, pointed);
    growIn(context);
  }

  called(out, 1);
  std::function<void(float *, int)> wrapped = called;
  wrapped(out, 2);
  callLater(wrapped);
}

// Code that is not seen and gets a member of a struct may change that one, not
// those beside it; one that loops leave unknown, neither.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_runtime.h>
#include <vector>

template <int> __global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect: store 16/1 16-way
  // expect[kernel<10>]: depends store 32/1 32-way
  // expect[kernel<11>]: depends store 32/1 32-way
  // expect[kernel<12>]: depends store 32/1 32-way
  // expect[kernel<13>]: depends store 32/1 32-way
  // expect[kernel<14>]: depends store 32/1 32-way
  // expect[kernel<15>]: depends store 32/1 32-way
  s[threadIdx.x * n] = 1;
}

void unseen(int *);

struct Data {
  int stride;
  float *pointer;
  std::vector<float> host;

  explicit Data(int stride) : stride(stride), host(stride * 64) {
    for (size_t i = 0; i < host.size(); ++i)
      host[i] = i % 17;
    cudaMalloc(&pointer, host.size() * sizeof(float));
    cudaMemcpy(pointer, host.data(), host.size() * sizeof(float),
               cudaMemcpyHostToDevice);
  }
  bool check() {
    cudaMemcpy(host.data(), pointer, 64, cudaMemcpyDeviceToHost);
    for (int y = 0; y < stride * 100; ++y)
      for (int x = 0; x < stride * 100; ++x)
        if (host[y + x] != 3)
          return false;
    return true;
  }
};

void object(float *out) {
  Data data(16);
  kernel<0><<<1, 32>>>(out, data.stride);
  bool isRight = data.check();
  kernel<1><<<1, 32>>>(out, data.stride);
  isRight &= data.check();
  kernel<2><<<1, 32>>>(out, data.stride);
}

struct Base {
  int count, stride;
};
struct Derived : Base {
  int list[2];
  int stride;
};
struct First {
  Base base;
  int stride;
};

void plain(float *out) {
  Base beside = {0, 16};
  unseen(&beside.count);
  kernel<3><<<1, 32>>>(out, beside.stride);

  Base itself = {0, 16};
  unseen(&itself.stride);
  kernel<10><<<1, 32>>>(out, itself.stride);

  Derived derived = {};
  derived.stride = 16;
  unseen(derived.list);
  kernel<4><<<1, 32>>>(out, derived.stride);

  // All elements of an array, and the object that something is a base of, or
  // begins.
  Derived list = {};
  list.list[1] = 16;
  unseen(&list.list[0]);
  kernel<11><<<1, 32>>>(out, list.list[1]);

  extern void unseenBase(Base *);
  Derived whole = {};
  whole.stride = 16;
  unseenBase(&whole);
  kernel<12><<<1, 32>>>(out, whole.stride);

  First first = {};
  first.stride = 16;
  unseenBase(&first.base);
  kernel<13><<<1, 32>>>(out, first.stride);
}

// A cast leads to a member that the object does not have.
struct Long {
  int a, b, c, d, e;
};
void cast(float *out) {
  Base base = {16, 16};
  unseen(&((Long *)&base)->e);
  kernel<15><<<1, 32>>>(out, base.stride);
}

// A loop of unknown length changes one member.
void loop(float *out, int n) {
  Base a = {0, 16};
  for (int i = 0; i < n; ++i)
    a.count += i;
  kernel<5><<<1, 32>>>(out, a.stride);

  Base b = {16, 16};
  for (int i = 0; i < n; ++i)
    b.stride += i;
  kernel<14><<<1, 32>>>(out, b.stride);
  kernel<6><<<1, 32>>>(out, b.count);
}

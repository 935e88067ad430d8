// What is written through something that is not followed is not known any more.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <algorithm>
#include <vector>

template <int> __global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect: depends store 32/1 32-way
  // expect[kernel<3>]: store 16/1 16-way
  // expect[kernel<4>]: store 1/1 1-way
  // expect[kernel<5>]: store 1/1 1-way
  s[threadIdx.x * n] = 1;
}

struct Sizes {
  int block, stride;
};

void pointers(float *out, int count, int *elsewhere) {
  int even = 32, odd = 32;
  int *either = &even;
  for (int i = 0; i < count; ++i)
    either = i % 2 ? &odd : &even;
  *either = 5;
  kernel<0><<<1, 32>>>(out, even);

  int referred = 32;
  int &reference = count > 5 ? referred : count;
  reference = 3;
  kernel<1><<<1, 32>>>(out, referred);

  // Blocks that are left do not matter.
  int stays = 16;
  if (count > 7) {
    int *inside = &stays;
    kernel<2><<<1, 32>>>(out, count + *inside);
  }
  kernel<3><<<1, 32>>>(out, stays);
}

void bindings(float *out) {
  Sizes sizes = {32, 32};
  auto &[block, stride] = sizes;
  stride = 33;
  kernel<4><<<1, sizes.block>>>(out, sizes.stride);
}

struct Packed {
  unsigned stride : 5;
  unsigned flag : 1;
};

void bitFields(float *out) {
  Packed packed;
  packed.stride = 65;
  kernel<5><<<1, 32>>>(out, packed.stride);
}

void containers(float *out) {
  std::vector<int> strides = {32, 32};
  strides[0] = 3;
  for (int stride : strides)
    kernel<6><<<1, 32>>>(out, stride);
  std::vector<int> filled = {32, 32};
  std::fill(filled.begin(), filled.end(), 5);
  for (int stride : filled)
    kernel<7><<<1, 32>>>(out, stride);
}

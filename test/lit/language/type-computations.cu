// Of a library that computes with types, calls that make an object without data
// are not followed, however many there are; code of the user that they run is.
//
// RUN: %banklint --format=json %s -- -std=c++17 -I%S/Inputs/library \
// RUN:   | %python %verdict %s

#include <cute/types.hpp>

struct Stores {
  float *to;
  __device__ cute::C<0> operator()(int i) const;
};
__device__ cute::C<0> Stores::operator()(int i) const {
  to[threadIdx.x * 2 + i * 64] = 1; // expect: store 2/1 2-way
  return {};
}

__global__ void k(float *out) {
  __shared__ float a[32 * 32], b[64], c[128];
  // 65,536 calls.
  constexpr auto many = cute::count(cute::C<16>{});
  const auto stride = cute::count(cute::C<5>{});
  cute::Pair<cute::C<4>, int> pair{{}, int(threadIdx.x)};
  const int pitch = pair.first(), lane = pair.second();
  a[lane * stride] = many; // expect: store 32/1 32-way
  a[lane * pitch] = 0;     // expect: store 4/1 4-way
  // expect: store 2/1 2-way
  const auto one = cute::call([&](int i) { b[threadIdx.x * 2 + i] = i; });
  cute::call(cute::Twice<Stores>{{c}});
  // A reference to an object without data, and one to a number.
  a[pair.second() * sum(pair.first(), one)] = 2; // expect: store 1/1
  // expect: load 1/1, load 1/1, load 1/1
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x] + c[threadIdx.x];
}
void run(float *out) { k<<<1, 32>>>(out); }

// Pointers into shared memory behind references: to temporaries, in members that
// braces initialize, from functions of the standard library. Where a pointer is
// kept in a way that is not followed, what goes through it is reported as
// unknown, also if other accesses of the array are known.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

#include <array>
#include <optional>
#include <tuple>

struct PointerRef {
  float *&p;
  __device__ PointerRef(float *&q) : p{q} {}
};
struct ElementRef {
  float &x;
  __device__ ElementRef(float &y) : x{y} {}
};
struct ArrayRef {
  float (&s)[4096];
  __device__ ArrayRef(float (&t)[4096]) : s{t} {}
};
struct Buffer {
  float *p;
};
struct BufferRef {
  Buffer &b;
  __device__ BufferRef(Buffer &c) : b{c} {}
};

__global__ void braces(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  float *q = s;
  PointerRef pointer(q);
  ElementRef element(s[2 * t]);
  ArrayRef array(s);
  Buffer buffer{s};
  BufferRef reference(buffer);
  out[t] = pointer.p[32 * t];    // expect: load 32/1 32-way
  element.x = 1;                 // expect: store 2/1 2-way
  out[t] += array.s[4 * t];      // expect: load 4/1 4-way
  out[t] += reference.b.p[8 * t]; // expect: load 8/1 8-way
}

__device__ void put(float *const &p) {
  *p = 1; // expect: upper-bound store 32/1 32-way
}
template <class T> __device__ void forward(T &&p) {
  *p = 2; // expect: store 16/1 16-way
}
template <class... T> __device__ void putAll(T &&...p) {
  (put(static_cast<T &&>(p)), ...);
}
template <class T> __device__ const T &larger(const T &a, const T &b) {
  return a < b ? b : a;
}

__global__ void temporaries(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  put(s + t * 32);
  forward(s + t * 16);
  putAll(s + t * 32, s + 64 + t * 32);
  const auto &p = s + 1;
  p[t * 2] = 3; // expect: store 2/1 2-way
  auto set = [](auto &&q) {
    *q = 4; // expect: store 8/1 8-way
  };
  set(s + t * 8);
  *larger(s + t * 4, s + 4 * t - 4) = 5; // expect: store 4/1 4-way
}

__global__ void library(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  std::tuple<float *, int> tuple(s, 2 * t);
  std::get<0>(tuple)[std::get<1>(tuple)] = 1; // expect: store 2/1 2-way
  std::array<float *, 2> array{s, s + 64};
  array[1][t * 4] = 2; // expect: store 4/1 4-way
  *std::max(s + t * 8, s + t * 8 - 8) = 3; // expect: store 8/1 8-way
}

// Not followed: a pointer to a struct in a struct, a union behind a template, a
// global variable, a pointer to a member, an object in storage that is there.
struct Holder {
  Buffer *b;
};
__global__ void holder(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  Buffer buffer{s};
  Holder holder{&buffer};
  holder.b->p[t * 32] = 1; // expect: unknown store unknown-pointer
}
__global__ void late(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  Buffer buffer{};
  Holder holder{&buffer};
  buffer.p = s;
  holder.b->p[t * 32] = 1; // expect: unknown store unknown-pointer
}
__global__ void optional(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  std::optional<float *> p(s);
  (*p)[t * 32] = 1; // expect: unknown store unsupported-construct
}
__device__ float *kept;
__global__ void global(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  kept = s;
  kept[t * 32] = 1; // expect: unknown store unknown-pointer
}
struct Pair {
  float x, y;
};
__global__ void member(float *out, float Pair::*m) {
  __shared__ Pair s[4096];
  const int t = threadIdx.x;
  s[t].x = out[t]; // expect: store 2/1 2-way
  s[t].*m = 1;     // expect: unknown store unsupported-construct
}
__global__ void placed(float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = out[t];                        // expect: store 1/1
  // expect: unknown load unsupported-construct
  float *p = new (s + t * 32) float(1);
  out[t] = *p; // expect: unknown load unsupported-construct
}

// What cannot point to shared memory is none of these.
__global__ void elsewhere(float **rows, float *out) {
  __shared__ float s[4096];
  const int t = threadIdx.x;
  s[t] = rows[0][t]; // expect: store 1/1
  kept = out;
  kept[t] = s[31 - t]; // expect: load 1/1
  Buffer buffer{out};
  Holder holder{&buffer};
  holder.b->p[t] = rows[1][t];
}

void launch(float *out) {
  braces<<<1, 32>>>(out);
  temporaries<<<1, 32>>>(out);
  library<<<1, 32>>>(out);
  holder<<<1, 32>>>(out);
  late<<<1, 32>>>(out);
  optional<<<1, 32>>>(out);
  global<<<1, 32>>>(out);
  member<<<1, 32>>>(out, &Pair::y);
  placed<<<1, 32>>>(out);
  elsewhere<<<1, 32>>>(nullptr, out);
}

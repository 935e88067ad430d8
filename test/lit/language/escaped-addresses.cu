// Addresses in shared memory that go where nobody follows them: no access through
// them vanishes, also if others of the array are known. And ways to keep them
// that are followed.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;
typedef unsigned long long u64;
struct Holder {
  float *p;
};
__device__ void external(float **p);
__device__ void external(Holder *p);
__device__ void external(u64 address);
__device__ void external(unsigned address);

#define BEGIN                                                                  \
  __shared__ float s[8192];                                                    \
  const int t = threadIdx.x

// A pointer to a local variable that holds the address; the address as a number.
__global__ void passed(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  float *p = s + 2 * t;
  external(&p); // expect: unknown load unknown-call
  Holder h{s};
  external(&h);                                // expect: unknown load unknown-call
  external(u64(&s[2 * t]));                    // expect: unknown load unknown-call
  external(unsigned(__cvta_generic_to_shared(s + t))); // expect: unknown load unknown-call
}

struct Base {
  float *p;
  __device__ Base(float *q) : p(q) {}
  __device__ virtual void set(int i) { p[2 * i] = 1; }
};
__global__ void virtually(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  Base b(s);
  Base *q = &b;
  q->set(t); // expect: unknown load unknown-call
}

struct Guard {
  float *p;
  __device__ Guard(float *q) : p(q) {}
  __device__ ~Guard() { *p = 1; }
  __device__ float get() const { return 1; }
};
__device__ void take(Guard g) {}
__device__ Guard make(float *p) { return Guard(p); }
__global__ void destroyed(float *out) {
  BEGIN;
  s[t] = out[t];               // expect: store 1/1
  take(Guard(s + 2 * t));      // expect: unknown load unsupported-construct
  make(s + 2 * t);             // expect: unknown load unsupported-construct
  out[t] = Guard(s + t).get(); // expect: unknown load unsupported-construct
}

__device__ u64 kept;
__global__ void asNumbers(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  kept = u64(s);
  ((float *)kept)[2 * t] = 1; // expect: unknown store unknown-pointer
}
__global__ void punned(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  u64 v;
  *(float **)&v = s;
  ((float *)v)[2 * t] = 1; // expect: unknown store unknown-pointer
}

// Followed.
__global__ void known(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  float *aligned = (float *)((u64(s) + 127) / 128 * 128);
  aligned[2 * t + 512] = 1; // expect: store 2/1 2-way
  unsigned window = __cvta_generic_to_shared(s);
  window = (window + 127) / 128 * 128;
  ((float *)__cvta_shared_to_generic(window))[4 * t + 1024] = 1; // expect: store 4/1 4-way
  *__builtin_addressof(s[8 * t + 2048]) = 1; // expect: store 8/1 8-way
}
__global__ void gnu(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  float *p = s;
  (p ?: out)[2 * t + 512] = 1; // expect: store 2/1 2-way
  float *q = ({
    float *whole = s;
    whole + 1024;
  });
  q[4 * t] = 1; // expect: store 4/1 4-way
}
__global__ void groups(float *out) {
  BEGIN;
  s[t] = out[t]; // expect: store 1/1
  __syncthreads();
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  out[t] = cg::reduce(warp, s[2 * t], cg::plus<float>()); // expect: load 2/1 2-way
}
using Counter = cuda::atomic<int, cuda::thread_scope_block>;
__device__ void count(Counter *c) {
  c->fetch_add(1); // expect: upper-bound atomic 32/1 32-way
}
__global__ void atomics() {
  __shared__ Counter c;
  count(&c);
}

void launch(float *out) {
  passed<<<1, 32>>>(out);
  virtually<<<1, 32>>>(out);
  destroyed<<<1, 32>>>(out);
  asNumbers<<<1, 32>>>(out);
  punned<<<1, 32>>>(out);
  known<<<1, 32>>>(out);
  gnu<<<1, 32>>>(out);
  groups<<<1, 32>>>(out);
  atomics<<<1, 32>>>();
}

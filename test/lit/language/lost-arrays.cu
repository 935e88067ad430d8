// Where a pointer into an array gets lost, the accesses through it do, too. The
// array does not vanish: it has an access that is unknown.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s

union Punned {
  float *p;
  unsigned long long bits;
};

__device__ float *kept;

// CHECK: "reason": "unsupported-construct: accesses through this pointer were not found"
__global__ void lost(float *out, float *in) {
  __shared__ float s[1024];
  __shared__ float used[32];
  const int t = threadIdx.x;
  Punned a;
  a.p = s; // expect: unknown load unsupported-construct
  Punned b;
  b.bits = a.bits;
  b.p[2 * t] = 1;
  used[t] = in[t]; // expect: store 1/1
}

__global__ void elsewhere(float *out) {
  __shared__ float s[1024];
  if (threadIdx.x == 0)
    kept = s;
  __syncthreads();
  kept[2 * threadIdx.x] = 1; // expect: unknown store unknown-pointer
}

// Destructors are not followed.
struct Writer {
  float *p;
  int stride;
  __device__ ~Writer() { p[stride * threadIdx.x] = 1; }
};
struct Counter {
  int &count;
  __device__ ~Counter() { count = threadIdx.x; }
};
__global__ void destroyed(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = 0; // expect: store 1/1
  int i = 0;
  {
    Writer writer{s, 32}; // expect: unknown load unsupported-construct
    Counter counter{i};
  }
  s[32 * i] = 1; // expect: unknown store unsupported-construct
}

// An array whose pointer the source does not read is not lost.
struct Ignores {
  __device__ void prepare(float *, float *shared) {}
};
template <class T> __device__ void prepare(float *out, T methods) {
  __shared__ float s[1024];
  float *unread = s;
  methods.prepare(out, s);
  out[0] = s == nullptr;
}
__global__ void ignored(float *out) { prepare(out, Ignores()); }

// Nor is storage that a class takes and does not need, as CUB's classes do.
struct Needless {
  __device__ Needless(float (&)[32]) {}
};
struct Storage {
  float words[32];
};
struct Takes {
  float (&words)[32];
  __device__ Takes(Storage &storage) : words(storage.words) {}
  __device__ void use() { Needless needless(words); }
};
__global__ void needless(float *out) {
  __shared__ Storage storage;
  Takes(storage).use();
}

// Every way to an access counts, and an array that nothing names is not lost.
__global__ void found(float *out, int n) {
  __shared__ float s[1024], other[1024], unused[32];
  float *p = s;
  if (n)
    p = other;
  p[2 * threadIdx.x] = 1; // expect: unknown store unknown-condition
}

void launch(float *out, float *in, int n) {
  lost<<<1, 32>>>(out, in);
  elsewhere<<<1, 32>>>(out);
  found<<<1, 32>>>(out, n);
  ignored<<<1, 32>>>(out);
  destroyed<<<1, 32>>>(out);
  needless<<<1, 32>>>(out);
}

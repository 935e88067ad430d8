// nvcc loads a place that is known at compile time before the branch that it
// stands under, in all lanes, if all that the branch does is cheap. Each request
// is a broadcast either way, but there are more of them than written. The figures
// of an H200 (wavefronts of loads of one block) are in the comments.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck --check-prefix=REASON %s
// REASON: may-join: the compiler may load it on one side of a branch only, or before the branch

#define T threadIdx.x

// 4, not 1.
__global__ void assigned(int *o) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: store 1/1 total 4/4
  __syncthreads();
  int v = 0;
  if (T < 32)
    v = s[3]; // expect: load 1/1 total open
  o[T] = v;
}

// 4, not 1: the condition itself is what is guarded.
__global__ void tested(int *o) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  __syncthreads();
  if (T < 32 && s[5] > 3) // expect: load 1/1 total open
    o[T] = 1;
}

// 4, not 2.
__global__ void scalar(float *o) {
  __shared__ float m;
  float x = o[T];
  if (T == 0)
    m = x; // expect: store 1/1 total 1/1
  __syncthreads();
  if (T < 40)
    x -= m; // expect: load 1/1 total open
  o[T] = x;
}

// 12, not 6.
__global__ void several(int *o) {
  __shared__ int s[128];
  int w = T >> 5, b = 0;
  s[T] = o[T]; // expect: silent
  __syncthreads();
  if (w > 0)
    b += s[0]; // expect: load 1/1 total open
  if (w > 1)
    b += s[8]; // expect: load 1/1 total open
  if (w > 2)
    b += s[16]; // expect: load 1/1 total open
  o[T] = b;
}

// 16, not 10: the loop is unrolled.
__global__ void unrolled(int *o) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    int x = 0;
    if (T >= 32 * i)
      x = s[i * 8]; // expect: load 1/1 total open
    o[T + i * 128] = x;
  }
}

// 4, not 3.
__global__ void logical(int *o) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  __syncthreads();
  o[T] = T < 32 || s[6]; // expect: load 1/1 total open
}

// 4, and not none.
__global__ void uniform(int *o, int q) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  __syncthreads();
  int v = 7;
  if (q)
    v = s[2]; // expect: load 1/1 total open
  o[T] = v;
}

// In all four blocks.
__global__ void firstBlock(int *o) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  __syncthreads();
  int v = 0;
  if (blockIdx.x == 0)
    v = s[3]; // expect: load 1/1 total open
  o[T] = v;
}

struct Pair {
  int a[4];
  long long b;
};
__shared__ Pair pair;

__device__ int third(const int *p) { return p[3]; }
__device__ int thirdIf(const int *p, bool c) {
  if (c)
    return p[3]; // expect: load 1/1 total open
  return 0;
}

// Members, also of 8 bytes, places behind pointers and in functions, choices.
__global__ void kinds(int *o, int q) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  pair.a[T & 3] = T; // expect: store 1/1
  pair.b = T; // expect: store 2/2
  __syncthreads();
  int v = 0, w = 0, x = 0;
  long long b = 0;
  if (T < 40)
    v = pair.a[2]; // expect: load 1/1 total open
  if (T < 41)
    b = pair.b; // expect: load 1/1 total open
  const int *p = s + 5;
  if (T < 42)
    w = *p; // expect: load 1/1 total open
  v += thirdIf(s + 9, T < 43);
  x = T < 44 ? s[70] : 1; // expect: load 1/1 total open
  if (T < 45)
    for (int i = 0; i < 2; ++i)
      x += s[80 + 5 * i]; // expect: load 1/1 total open
  for (int i = 0; i < 8; ++i) {
    if (T < i)
      continue;
    x += s[90 + i]; // expect: load 1/1 total open
  }
  if (T < 46)
    v = q;
  else if (T < 47)
    v += s[100]; // expect: load 1/1 total open
  o[T] = v + w + x;
  ((long long *)o)[T + 128] = b;
}

extern __shared__ int dynamic[];
__device__ __noinline__ int fourth(const int *p) { return p[4]; }

// These stay under their branches.
__global__ void staying(int *o, const int *in, int q) {
  __shared__ int s[128];
  s[T] = o[T]; // expect: silent
  dynamic[T] = T; // expect: silent
  __syncthreads();
  int v = 0, w = 0;
  if (T < 32)
    w += dynamic[3]; // expect: load 1/1 total 1/1
  if (T < 33)
    w += s[T >> 2]; // expect: load 1/1 total 2/2
  if (T < 34)
    o[T + 1000] = s[9]; // expect: load 1/1 total 2/2
  if (T < 35)
    v = s[14] / q; // expect: load 1/1 total 2/2
  if (T < 36)
    w += in[s[19]]; // expect: load 1/1 total 2/2
  if (T < 37) {
    v += s[24]; // expect: load 1/1 total 2/2
    __syncwarp(0x1f);
  }
  if (T >= 38)
    return;
  o[T] = v + w + s[29]; // expect: load 1/1 total 2/2
}

int main() {
  int *o;
  cudaMalloc(&o, 1 << 20);
  assigned<<<1, 128>>>(o);
  tested<<<1, 128>>>(o);
  scalar<<<1, 128>>>((float *)o);
  several<<<1, 128>>>(o);
  unrolled<<<1, 128>>>(o);
  logical<<<1, 128>>>(o);
  uniform<<<1, 128>>>(o, 0);
  firstBlock<<<4, 128>>>(o);
  kinds<<<1, 128>>>(o, 3);
  staying<<<1, 128, 512>>>(o, o, 3);
}

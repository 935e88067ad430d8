// Arrays stand in the order of the source, so that what is merged follows from the
// sizes of those in front. What nvcc makes of each was read from its machine code.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s
// RUN: %banklint --print-program %s -- -rdc=true | FileCheck --check-prefix=RDC %s

struct Four { int a, b, c, d; };

// CHECK-LABEL: kernel "behindThree"
// CHECK: shared three : int 4 [3] align 4 order 1
// CHECK: shared rows : int 4 [256] align 4 order 2
// RDC-LABEL: kernel "behindThree"
// RDC: relocatable
__global__ void behindThree(int *g, int n) {
  __shared__ int three[3];
  __shared__ int rows[256];
  const int t = threadIdx.x;
  if (t < 3)
    three[t] = g[t]; // expect: store 1/1
  for (int i = t; i < 256; i += 64)
    rows[i] = g[i + 3]; // expect: store 1/1
  __syncthreads();
  int sum = three[n]; // expect: load 1/1
  // Single, wherever the compiler sees what.
  for (int k = 0; k < 4; ++k)
    sum = 3 * sum + rows[4 * t + k]; // expect: load 4/1 4-way
  g[t] = sum;
}

// Behind a double, a multiple of 8: never more than 8 bytes at once.
__global__ void behindSix(int *g, int n) {
  __shared__ int six[6];
  __shared__ int rows[256];
  const int t = threadIdx.x;
  if (t < 6)
    six[t] = g[t]; // expect: store 1/1
  for (int i = t; i < 256; i += 64)
    rows[i] = g[i + 3]; // expect: store 1/1
  __syncthreads();
  int sum = six[n]; // expect: load 1/1
  sum += rows[4 * t]; // expect: load 4/2 2-way
  sum += 3 * rows[4 * t + 1]; // expect: load 4/2 2-way total 0/0
  g[t] = sum;
}

// In front, it starts at a multiple of 16.
__global__ void inFront(int *g, int n) {
  __shared__ Four structs[64];
  __shared__ int three[3];
  const int t = threadIdx.x;
  structs[t] = ((Four *)g)[t]; // expect: store 4/4
  if (t < 3)
    three[t] = g[t]; // expect: store 1/1
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: load 4/4
  g[t] = f.a + 3 * f.b + 5 * f.c + 7 * f.d + three[n]; // expect: load 1/1
}
__global__ void inFrontOfStructs(int *g, int n) {
  __shared__ int three[3];
  __shared__ Four structs[64];
  const int t = threadIdx.x;
  structs[t] = ((Four *)g)[t]; // expect: store 16/4 4-way
  if (t < 3)
    three[t] = g[t]; // expect: store 1/1
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: load 16/4 4-way
  g[t] = f.a + 3 * f.b + 5 * f.c + 7 * f.d + three[n]; // expect: load 1/1
}

// Whether what is only stored is left out is not known here.
__global__ void storedOnly(int *g, int n) {
  __shared__ int three[3];
  __shared__ Four structs[64];
  const int t = threadIdx.x;
  structs[t] = ((Four *)g)[t]; // expect: upper-bound store 16/4 4-way
  if (t < 3)
    three[t] = g[t]; // expect: store 1/1
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: upper-bound load 16/4 4-way
  g[t] = f.a + 3 * f.b + 5 * f.c + 7 * f.d;
}

// An array that only pointers reach is there, too: neither 4 nor 16 is sure.
__device__ void fill(int *a, const int *g, int t) {
  if (t < 33)
    a[t] = g[t]; // expect: store 1/1
}
__global__ void behindPointed(int *g, int n) {
  __shared__ int pointed[33];
  __shared__ Four structs[64];
  const int t = threadIdx.x;
  structs[t] = ((Four *)g)[t]; // expect: upper-bound store 16/4 4-way
  fill(pointed, g, t);
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: upper-bound load 16/4 4-way
  g[t] = f.a + 3 * f.b + 5 * f.c + 7 * f.d;
}

// Arrays of nested blocks stand behind those of the blocks around them, and what
// has constant subscripts only is split.
__global__ void behindNested(int *g, int n) {
  const int t = threadIdx.x;
  int sum = 0;
  if (n > 3) {
    __shared__ int nested[33];
    if (t < 33)
      nested[t] = g[t]; // expect: store 1/1
    __syncthreads();
    sum = nested[t / 2]; // expect: load 1/1
  }
  __shared__ Four structs[64];
  structs[t] = ((Four *)g)[t]; // expect: upper-bound store 16/4 4-way
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: upper-bound load 16/4 4-way
  g[t] = f.a + 3 * f.b + 5 * f.c + 7 * f.d + sum;
}
__global__ void behindSplit(int *g, int n) {
  __shared__ int split[3];
  __shared__ Four structs[64];
  const int t = threadIdx.x;
  structs[t] = ((Four *)g)[t]; // expect: upper-bound store 16/4 4-way
  if (t == 0) {
    split[0] = g[3]; // expect: store 1/1
    split[2] = g[5]; // expect: store 1/1
  }
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: upper-bound load 16/4 4-way
  // expect: load 1/1, load 1/1
  g[t] = f.a + 3 * f.b + 5 * f.c + 7 * f.d + split[0] + split[2];
}

// Constants rule out what would keep the array.
template <int Rounds> __global__ void behindUnused(int *g) {
  __shared__ int unused[33];
  __shared__ Four structs[64];
  const int t = threadIdx.x;
  // expect[behindUnused<0>]: upper-bound store 16/4 4-way
  // expect[behindUnused<2>]: store 16/4 4-way
  structs[t] = ((Four *)g)[t];
  if (t < 33)
    unused[t] = g[t]; // expect: store 1/1
  __syncthreads();
  // expect[behindUnused<0>]: upper-bound load 16/4 4-way
  // expect[behindUnused<2>]: load 16/4 4-way
  const Four f = structs[t ^ 1];
  int sum = f.a + 3 * f.b + 5 * f.c + 7 * f.d;
  for (int i = 0; i < Rounds; ++i)
    // expect[behindUnused<0>]: none
    // expect[behindUnused<2>]: load 1/1
    sum += unused[(t + i) & 31];
  g[t] = sum;
}

// Of a function, in a place that is not known, but a multiple of 16 bytes.
template <class T> __device__ T broadcast(T value) {
  __shared__ T one[4];
  if (threadIdx.x == 0)
    one[0] = value; // expect: store 1/1
  __syncthreads();
  return one[0]; // expect: load 1/1
}
__global__ void withFunction(int *g, int n) {
  __shared__ Four structs[64];
  __shared__ int three[3];
  const int t = threadIdx.x;
  structs[t] = ((Four *)g)[t]; // expect: store 4/4
  if (t < 3)
    three[t] = g[t]; // expect: store 1/1
  __syncthreads();
  const Four f = structs[t ^ 1]; // expect: load 4/4
  g[t] = broadcast(f.a) + 3 * f.b + 5 * f.c + 7 * f.d + three[n]; // expect: load 1/1
}

void launch(int *g, int n) {
  behindThree<<<1, 64>>>(g, n);
  behindSix<<<1, 64>>>(g, n);
  inFront<<<1, 64>>>(g, n);
  inFrontOfStructs<<<1, 64>>>(g, n);
  storedOnly<<<1, 64>>>(g, n);
  withFunction<<<1, 64>>>(g, n);
  behindPointed<<<1, 64>>>(g, n);
  behindNested<<<1, 64>>>(g, n);
  behindSplit<<<1, 64>>>(g, n);
  behindUnused<0><<<1, 64>>>(g);
  behindUnused<2><<<1, 64>>>(g);
}

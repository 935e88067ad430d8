// What nothing needs nvcc removes: stores to arrays that nothing reads, loads of
// what nothing uses, and what these are all that reads. A conflict there is not
// definite, and there are no totals. Measured on an H200: no shared store or load
// of these is executed.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck --check-prefix=REASON %s
// RUN: %banklint --checks=-*,shared-bank-conflict %s | FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: of '{{[st]}}[{{.*}}[shared-bank-conflict]
// REASON-DAG: may-reuse: the compiler may remove it: nothing needs what it stores to 't'
// REASON-DAG: may-reuse: the compiler may remove it: nothing needs what it stores to 's'

#define T threadIdx.x

// Another array is read.
__global__ void oneIsRead(float *o, const float *in) {
  __shared__ float t[32][32], u[32];
  t[T][threadIdx.y] = in[T]; // expect: upper-bound store 32/1 32-way total open
  u[T] = in[threadIdx.y]; // expect: store 1/1 total 8/8
  __syncthreads();
  o[T] = u[threadIdx.y]; // expect: load 1/1 total 8/8
}

// What is loaded is overwritten, and the other load is ruled out.
__global__ void overwritten(float *o, const float *in) {
  __shared__ float t[32][32];
  constexpr bool Debug = false;
  t[T][threadIdx.y] = in[T]; // expect: upper-bound store 32/1 32-way total open
  __syncthreads();
  float v = t[threadIdx.y][T]; // expect: load 1/1 total open
  v = in[T] * 2;
  if (Debug)
    o[7] = t[T][0]; // expect: none
  o[T] = v;
}

// There is no load at all.
__global__ void onlyStores(int *o) {
  __shared__ int s[1024];
  s[T * 2] = 1; // expect: upper-bound store 2/1 2-way total open
  o[T] = 3;
}

__global__ void unused(int *o) {
  __shared__ int s[1024];
  s[T * 2] = T; // expect: upper-bound store 2/1 2-way total open
  __syncthreads();
  int x = s[T * 4]; // expect: upper-bound load 4/1 4-way total open
  (void)x;
  o[T] = 3;
}

// Results that no operand decides.
__global__ void constants(int *o) {
  __shared__ int s[1024], used[1024];
  s[T * 2] = T; // expect: upper-bound store 2/1 2-way total open
  used[T * 2] = T; // expect: store 2/1 2-way
  __syncthreads();
  o[T] = s[T * 4] * 0; // expect: upper-bound load 4/1 4-way total open
  o[T + 32] = s[T * 4] & 0; // expect: upper-bound load 4/1 4-way total open
  // expect: upper-bound load 4/1 4-way total open, upper-bound load 4/1 4-way total open
  o[T + 64] = s[T * 4] - s[T * 4];
  o[T + 96] = used[T * 4] * 2; // expect: load 4/1 4-way
}

// A copy that nothing reads keeps nothing alive.
__global__ void copied(int *o) {
  __shared__ int s[1024], t[1024], u[1024];
  s[T * 2] = T; // expect: upper-bound store 2/1 2-way total open
  u[T * 2] = T; // expect: store 2/1 2-way total 8/4
  __syncthreads();
  // expect: upper-bound store 4/1 4-way total open, upper-bound load 2/1 2-way total open
  t[T * 4] = s[T * 2];
  o[T] = u[T * 4]; // expect: load 4/1 4-way total 16/4
}

__device__ void put(int *s, int i, int v) {
  s[i] = v; // expect[called]: upper-bound store 2/1 2-way total open
}
__global__ void called(int *o) {
  __shared__ int s[1024];
  put(s, T * 2, o[T]);
  o[T] = 1;
}

// These are read: by another thread's pointer, an atomic, volatile, assembly.
__device__ int *shown;
__global__ void isRead(int *o) {
  __shared__ int a[1024], b[1024], c[1024];
  a[T * 2] = T; // expect: store 2/1 2-way total 8/4
  b[T * 2] = T; // expect: store 2/1 2-way total 8/4
  c[T * 2] = T; // expect: store 2/1 2-way total 8/4
  __syncthreads();
  atomicAdd(&a[T], 2); // expect: atomic 1/1
  *(volatile int *)&b[T]; // expect: load 1/1 total 4/4
  unsigned at = __cvta_generic_to_shared(&c[T]);
  int v;
  // expect: load 1/1 total 4/4
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  o[T] = v;
}

int main() {
  float *f;
  int *o = (int *)f;
  oneIsRead<<<1, dim3(32, 8)>>>(f, f);
  overwritten<<<1, dim3(32, 8)>>>(f, f);
  onlyStores<<<1, 128>>>(o);
  unused<<<1, 128>>>(o);
  constants<<<1, 128>>>(o);
  copied<<<1, 128>>>(o);
  called<<<1, 128>>>(o);
  isRead<<<1, 128>>>(o);
}

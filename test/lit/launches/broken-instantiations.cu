// An instantiation with a call of an unknown name is dropped whole by Clang. Its
// launches are read all the same, or counted as launches.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict --parse-errors=3 %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: no launch was found

template <class I> __global__ void read(I *a, int n) {
  __shared__ I t[2048];
  t[threadIdx.x * 2] = -1;           // expect: store 2/1 2-way total 4/2
  __syncthreads();
  a[threadIdx.x] = t[threadIdx.x];   // expect: load 1/1 total 2/2
}

template <class I> void launch(I *a, int n) {
  I threads, blocks;
  switch (n) {
  case 0:
    threads = 64;
    blocks = divideUp(n, I(64));
    read<<<blocks, threads>>>(a, n);
    break;
  default:
    checkErrors(cudaMalloc((void **)&a, sizeof(I) * n));
  }
}

// What no declaration helps: a member that is not there.
struct Options {};
template <class I> __global__ void lost(I *a, int n) {
  __shared__ I t[2048];
  t[threadIdx.x * 8] = -1;           // expect: store 8/1 8-way total 64/8
  __syncthreads();
  a[threadIdx.x] = t[threadIdx.x];   // expect: load 1/1 total 8/8
}
template <class I, class O> void launchWith(I *a, O options) {
  lost<<<1, 64>>>(a, 64);
  options.run();
}

void f(int *a, int n) {
  launch(a, n);
  launchWith(a, Options());
}
// CHECK: for the launch here, which does not parse

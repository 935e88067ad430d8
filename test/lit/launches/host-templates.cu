// A launch in a host template that nothing instantiates is one of a kernel that
// has no others: its place is known, and its block if it is written as numbers.
//
// RUN: %banklint %s 2>&1 | FileCheck %s

__global__ void plain(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 8] = 1;
  // CHECK: [[#@LINE+3]]:3: note: for the launch here, assuming a block of 256x1x1 threads (not stated by the launch); warp 0 is the same in every block of 32 or more threads in x
}
template <int N> void open(float *out, int n) {
  plain<<<n, N>>>(out);
}

template <typename T> __global__ void typed(T *out) {
  __shared__ T s[2048];
  s[threadIdx.x * 8] = 1;
  // CHECK: [[#@LINE+4]]:3: note: in 'typed<float>' for the launch with a block of 64x1x1 threads here
}
template __global__ void typed<float>(float *);
template <typename T> void numbers(T *out, int n) {
  typed<T><<<n, 64>>>(out);
}

template <typename T> __global__ void square(T *out) {
  __shared__ T s[16][32];
  s[threadIdx.x][threadIdx.y] = 1;
  // CHECK: [[#@LINE+4]]:16: note: in 'square<float>' for the launch with a block of 16x16x1 threads here
}
template __global__ void square<float>(float *);
template <typename T> struct Runner {
  void run() { square<float><<<n, dim3(16, 16)>>>(out); }
  T *out;
  int n;
};

// Only those that nothing instantiates, and of kernels without other launches.
__global__ void launched(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 8] = 1;
  // CHECK: [[#@LINE+3]]:3: note: for the launch with a block of 96x1x1 threads here
}
template <int N> void used(float *out, int n) {
  launched<<<n, N>>>(out);
}
template <int N> void unused(float *out, int n) {
  launched<<<n, 512>>>(out);
}
void host(float *out) { used<96>(out, 3); }

template <int N> __global__ void discarded(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 8] = 1;
  // CHECK: :[[#@LINE-3]]:34: note: in 'discarded<1>', assuming a block of 256x1x1 threads (no launch was found); warp 0 is the same in every block of 32 or more threads in x
}
template __global__ void discarded<1>(float *);
template <int N> void never(float *out, int n) {
  if constexpr (N == 2)
    discarded<N><<<n, 128>>>(out);
}
void host2(float *out) { never<1>(out, 3); }

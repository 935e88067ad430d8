// What Clang takes otherwise than nvcc is mended in the same parse that gets
// declarations for missing names. The mended errors are no longer errors.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s > %t.json
// RUN: %python %verdict --parse-errors 1 %s < %t.json
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK: 1 parse error, first: {{.*}}.cu:[[#@LINE+24]]:{{[0-9]+}}: use of undeclared

template <int N> struct Tile {
  template <int Step> __device__ int at(int x) const { return x * Step % N; }
};

template <int N> __global__ void strided(int *out) {
  __shared__ int s[N];
  Tile<N> tile;
  s[tile.at<4>(threadIdx.x)] = 1; // expect: store 4/1 4-way total 4/1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}

void launch(int *out) { strided<128><<<1, 32>>>(out); }

// For nvcc, the definition makes it a function for the device.
struct Rows {
  int operator()(int row) const;
};
__device__ int Rows::operator()(int row) const { return row * 33; }

__global__ void missing(int *out) {
  __shared__ int t[33 * 32];
  t[Rows()(threadIdx.x)] = LOST; // expect: store 1/1
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x]; // expect: load 1/1
}
void launch2(int *out) { missing<<<1, 32>>>(out); }

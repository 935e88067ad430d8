// What a kernel's own attributes say of its block.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

template <int Threads>
__global__ void __launch_bounds__(Threads / 2, 4) bounded(float *out) {
  __shared__ float s[64][32];
  // expect[bounded<64> @ 32x1x1]: store 32/1 32-way
  // expect[bounded<2> @ 1x1x1]: store 1/1
  s[threadIdx.x][0] = 1;
}
template __global__ void bounded<64>(float *);
template __global__ void bounded<2>(float *);

constexpr int Width = 8;
// CHECK: note: assuming a block of 16x2x1 threads, as given by its attribute
__global__ void __block_size__((2 * Width, 2, 1), (2, 1, 1)) sized(float *out) {
  __shared__ float s[2][16][32];
  s[threadIdx.y][threadIdx.x][0] = 1; // expect[16x2x1]: store 32/1 32-way
  s[0][threadIdx.y][threadIdx.x] = 1; // expect[16x2x1]: store 2/1 2-way
  s[0][threadIdx.x % 2][threadIdx.x / 2] = 1; // expect[16x2x1]: store 2/1 2-way
  s[0][0][threadIdx.x] = 1;           // expect[16x2x1]: store 1/1
}

// Clusters change nothing inside of a block.
__global__ void __cluster_dims__(2, 1, 1) clustered(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 2] = 1; // expect[32x1x1]: store 2/1 2-way
  s[threadIdx.x] = 1;     // expect[32x1x1]: store 1/1
}
void launch(float *out) { clustered<<<2, 32>>>(out); }

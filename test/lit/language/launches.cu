// Each launch of a kernel has its own verdict; without one, the block is inferred.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void kernel(float *out, int n) {
  __shared__ float s[2048];
  // expect[32x1x1]: store 1/1 total 1/1
  // expect[16x2x1]: store 1/1 total 1/1
  // expect[16x16x1]: store 1/1 total 8/8
  // expect[40x1x1]: store 1/1 total 2/2
  // expect[8x8x8]: store 1/1 total 16/16
  s[threadIdx.x] = 1;
  // expect[32x1x1]: store 2/1 2-way total 2/1
  // expect[16x2x1]: store 1/1 total 1/1
  // expect[16x16x1]: store 1/1 total 8/8
  // expect[40x1x1]: store 2/1 2-way total 3/2
  // expect[8x8x8]: store 1/1 total 16/16
  s[threadIdx.x * 2] = 1;
}

constexpr int Threads = 8;

void launch(float *out, int n) {
  const int width = 40;
  dim3 block(16, 2);
  dim3 changed(1);
  changed = dim3(16, 16);
  kernel<<<1, 32>>>(out, n);
  kernel<<<1, block>>>(out, n);
  kernel<<<1, dim3{16, 16}>>>(out, n);
  kernel<<<1, width>>>(out, n);
  kernel<<<dim3(n, 2), dim3(Threads, Threads, Threads)>>>(out, n);
}

// No launch in this file.
__global__ void __launch_bounds__(64) bounded(float *out) {
  __shared__ float s[64][32];
  s[threadIdx.x][0] = 1; // expect[64x1x1]: store 32/1 32-way total 64/2
}

__global__ void subscripted(float *out) {
  __shared__ float s[16][16];
  s[threadIdx.y][threadIdx.x] = 1; // expect[16x16x1]: store 1/1 total 8/8
  s[threadIdx.x][threadIdx.y] = 1; // expect[16x16x1]: store 8/1 8-way total 64/8
}

// The wavefronts in a fix are those of the access that the finding is about: a
// padding clears the store of 32 wavefronts and the load of 32 instead of 4.
//
// RUN: %banklint %s | FileCheck %s

#define N 32
__global__ void matmul(float *c, const float *a, const float *b, int n) {
  __shared__ float as[N][N];
  __shared__ float bs[N][N];
  int row = blockIdx.y * N + threadIdx.y;
  int col = blockIdx.x * N + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += N) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
    // CHECK: :[[@LINE+1]]:5: warning: store to 'bs[threadIdx.x][threadIdx.y]'
    bs[threadIdx.x][threadIdx.y] = b[(k0 + threadIdx.y) * n + col];
    // CHECK: note: 'bs' is declared here {{.*}}; pad the last extent to N + 1: 1 wavefront instead of 32; 128 more bytes
    __syncthreads();
    for (int k = 0; k < N; ++k)
      // CHECK: :[[@LINE+1]]:35: warning: load of 'bs[threadIdx.x][k]'
      sum += as[threadIdx.y][k] * bs[threadIdx.x][k];
    // CHECK: (32 wavefronts instead of 4)
    // CHECK: note: 'bs' is declared here {{.*}}; pad the last extent to N + 1: every access becomes conflict-free, this load takes {{[0-9,]+}} wavefronts in sum instead of {{[0-9,]+}}; 128 more bytes
    __syncthreads();
  }
  c[row * n + col] = sum;
}
void run(float *c, float *a, float *b) {
  matmul<<<dim3(32, 32), dim3(N, N)>>>(c, a, b, 1024);
}

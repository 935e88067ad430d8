#include <cstdio>
// Triangular loops: lanes do different numbers of rounds.
template <int LD> __global__ void chol_row(double *g) {
  __shared__ double s[32 * LD];
  const int t = threadIdx.x;
  for (int j = 0; j < 32; ++j) s[t + j * LD] = g[t + j * 32];
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    if (t > k)
      for (int j = k + 1; j <= t; ++j)
        s[t + j * LD] -= s[t + k * LD] * s[j + k * LD];
    __syncthreads();
  }
  for (int j = 0; j < 32; ++j) g[t + j * 32] = s[t + j * LD];
}
template <int LD> __global__ void tri_load(float *g) {
  __shared__ float s[32 * LD];
  const int t = threadIdx.x;
  for (int j = 0; j < 32; ++j) s[t * LD + j] = g[t + j * 32];
  __syncthreads();
  float a = 0;
  for (int j = 0; j <= t; ++j) a += s[t * LD + j];
  g[t] = a;
}
template <int LD> __global__ void tri_store(float *g) {
  __shared__ float s[32 * LD];
  const int t = threadIdx.x;
  for (int j = 0; j < 32; ++j) s[t + j * LD] = 0;
  __syncthreads();
  for (int j = 0; j <= t; ++j) s[t + j * LD] = g[t + j];
  __syncthreads();
  for (int j = 0; j < 32; ++j) g[t + j * 32] = s[t + j * LD];
}
__global__ void column(float *g) {
  __shared__ float s[32 * 32];
  const int t = threadIdx.x;
  for (int j = 0; j < 32; ++j) s[t + j * 32] = 1;
  __syncthreads();
  float a = 0;
  for (int j = 0; j <= t; ++j) a += s[j * 32 + (t & 7)];
  g[t] = a;
}
int main() {
  double *d; float *f;
  cudaMalloc(&d, 1 << 16); cudaMalloc(&f, 1 << 16);
  cudaMemset(d, 0, 1 << 16); cudaMemset(f, 0, 1 << 16);
  chol_row<32><<<2, 32>>>(d); chol_row<33><<<2, 32>>>(d);
  tri_load<32><<<1, 32>>>(f); tri_load<33><<<1, 32>>>(f);
  tri_store<32><<<1, 32>>>(f); tri_store<33><<<1, 32>>>(f);
  column<<<1, 32>>>(f);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}

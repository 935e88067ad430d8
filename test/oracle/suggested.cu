// Kernels whose fixes are only suggested, swizzles nearly all of them: for the
// comparison of what programs leave before and after.
#include <cstdlib>
#include <cuda_runtime.h>
#define WIDE(place) (reinterpret_cast<float4 *>(&(place))[0])
__global__ void small(float *out, const float *in) {
  typedef float Tile[16][16];
  __shared__ Tile t;
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
__global__ void wide(float *out, const float *in) {
  __shared__ __align__(16) float t[96][128];
  int x = threadIdx.x, y = threadIdx.y;
  float v = in[y * 32 + x];
  WIDE(t[x][y * 4]) = make_float4(v, v + 1, v + 2, v + 3);
  __syncthreads();
  float4 row = *(float4 *)&t[y][x % 8 * 4];
  out[y * 32 + x] = row.x + row.y * row.w + t[x][y * 4 + 1];
}
__global__ void halves(unsigned short *out) {
  __shared__ unsigned short t[192][128];
  for (int i = threadIdx.y; i < 64; i += 8)
    t[i][threadIdx.x] = i * 64 + threadIdx.x;
  __syncthreads();
  for (int i = threadIdx.y; i < 64; i += 8)
    out[i * 64 + threadIdx.x] = t[threadIdx.x][i];
}
__device__ float helper(int r, int c) {
  __shared__ double t[96][64];
  __syncthreads();
  t[c][r] = r * 3 + c;
  __syncthreads();
  return t[r % 8][c * 4 % 32] + t[r][0];
}
__global__ void twice(float *out) {
  out[threadIdx.y * 32 + threadIdx.x] = helper(threadIdx.x, threadIdx.y) + helper(threadIdx.x, threadIdx.y);
}
__global__ void planes(float *out, const float *in) {
  __shared__ float t[32][8][8];
  int x = threadIdx.x, y = threadIdx.y;
  t[x][y][0] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[31 - x][y][0];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  small<<<1, dim3(16, 16)>>>(out, in);
  wide<<<1, dim3(32, 8)>>>(out, in);
  halves<<<1, dim3(64, 8)>>>((unsigned short *)out);
  twice<<<1, dim3(32, 8)>>>(out);
  planes<<<1, dim3(32, 8)>>>(out, in);
  cudaDeviceSynchronize();
}

// Guards whose sizes are not in the source: scans, rows, and branches that whole warps or
// single lanes take.
#include <cstdio>

__global__ void upSweep(int *out, int n) {
  extern __shared__ int t[];
  int id = threadIdx.x, off = 1;
  t[2 * id] = out[2 * id];
  t[2 * id + 1] = out[2 * id + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (id < d) {
      int a = off * (2 * id + 1) - 1, b = off * (2 * id + 2) - 1;
      t[b] += t[a];
    }
    off *= 2;
  }
  __syncthreads();
  out[id] = t[id];
}

__global__ void paddedSweep(int *out, int n) {
  __shared__ int t[1056];
  int id = threadIdx.x, off = 1;
  t[id + id / 32] = out[id];
  t[id + 512 + (id + 512) / 32] = out[id + 512];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (id < d) {
      int a = off * (2 * id + 1) - 1, b = off * (2 * id + 2) - 1;
      t[b + b / 32] += t[a + a / 32];
    }
    off *= 2;
  }
  __syncthreads();
  out[id] = t[id + id / 32];
}

__global__ void rows(int *out, int n) {
  __shared__ int t[1024], u[1024];
  int id = threadIdx.x;
  if (id < n) {
    t[id * 64] = id;
    u[(15 - id) * 64 + 7] = id;
  }
  __syncthreads();
  out[id] = t[id] + u[id];
}

__global__ void halves(int *out, int n) {
  __shared__ int t[96];
  int id = threadIdx.x;
  if (out[id] > n)
    t[id * 32] = id;
  __syncthreads();
  out[id] = t[id];
}

__device__ void fill(float *s, float v) {
  s[0] = v;
  s[2] = v + 1;
  s[4] = v + 2;
}
__global__ void wholeWarps(float *out, const float *in, int z) {
  __shared__ float s[8][2][2][6];
  int x = threadIdx.x, y = threadIdx.y, w = threadIdx.z;
  if (blockIdx.x == 0 && x < 5)
    fill(s[x][y][w], in[x]);
  else if (blockIdx.x == z && x < 5)
    fill(s[x][y][w], in[x] * in[x + 1]);
  else if (x < 5)
    fill(s[x][y][w], in[x + 2] + 3);
  __syncthreads();
  out[(blockIdx.x * 4 + w * 2 + y) * 8 + x] = s[x / 2][y][w][4] + s[x / 2][w][y][2] + s[x / 2][y][y][0];
}

__global__ void lanes(float *out, const int *data) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 64] = out[t + 64];
  __syncthreads();
  float v;
  if (data[t] & 1)
    v = s[t];
  else
    v = s[t + 32];
  out[t] = v;
}

__global__ void pairs(float *out, const int *data) {
  __shared__ float s[192];
  int t = threadIdx.x;
  for (int i = t; i < 192; i += 32)
    s[i] = out[i];
  __syncthreads();
  float v = data[t] & 1 ? s[2 * t] : s[2 * t + 64];
  out[t] = v;
}

int main(int argc, char **) {
  const int one = argc, few = 15 + argc, size = 1023 + argc;
  int n = size, m = few, z = one;
  int *i;
  float *f;
  cudaMalloc(&i, 1 << 16);
  cudaMalloc(&f, 1 << 16);
  cudaMemset(i, 1, 1 << 16);
  cudaMemset(f, 0, 1 << 16);
  upSweep<<<2, 512, 4096>>>(i, n);
  paddedSweep<<<2, 512>>>(i, n);
  rows<<<2, 32>>>(i, m);
  cudaMemset(i, 0, 1 << 16);
  int three[3] = {5, 5, 5};
  cudaMemcpy(i, three, 12, cudaMemcpyHostToDevice);
  halves<<<1, 32>>>(i, z);
  wholeWarps<<<4, dim3(8, 2, 2)>>>(f, f, z);
  int data[32];
  for (int k = 0; k < 32; k++)
    data[k] = k * k / 3;
  cudaMemcpy(i, data, 128, cudaMemcpyHostToDevice);
  lanes<<<1, 32>>>(f, i);
  pairs<<<1, 32>>>(f, i);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// Neighbours in loops: the address moves from round to round, or is chosen
// there; and stores of values that are loaded under a condition.
#include <cuda_runtime.h>

namespace {

__global__ void loads_by_counter(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  for (int i = 0; i < n; ++i) {
    x += x * s[i * 128 + l * 4];
    x += x * s[i * 128 + l * 4 + 1];
    x += x * s[i * 128 + l * 4 + 2];
    x += x * s[i * 128 + l * 4 + 3];
  }
  out[t] = x;
}

__global__ void loads_by_counter_unrolled(const float *a, float *out, int n,
                                          int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  for (int i = 0; i < 32; ++i) {
    x += x * s[i * 128 + l * 4];
    x += x * s[i * 128 + l * 4 + 1];
    x += x * s[i * 128 + l * 4 + 2];
    x += x * s[i * 128 + l * 4 + 3];
  }
  out[t] = x;
}

__global__ void loads_by_counter_rolled(const float *a, float *out, int n,
                                        int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
#pragma unroll 1
  for (int i = 0; i < 16; ++i) {
    x += x * s[i * 128 + l * 4];
    x += x * s[i * 128 + l * 4 + 1];
    x += x * s[i * 128 + l * 4 + 2];
    x += x * s[i * 128 + l * 4 + 3];
  }
  out[t] = x;
}

__global__ void loads_by_offset(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  int o = l * 4;
  for (int i = 0; i < n; ++i) {
    x += x * s[o];
    x += x * s[o + 1];
    x += x * s[o + 2];
    x += x * s[o + 3];
    o += 128;
  }
  out[t] = x;
}

__global__ void loads_by_run_time_step(const float *a, float *out, int n,
                                       int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  int o = l * 4;
  for (int i = 0; i < n; ++i) {
    x += x * s[o];
    x += x * s[o + 1];
    x += x * s[o + 2];
    x += x * s[o + 3];
    o += m * 4;
  }
  out[t] = x;
}

__global__ void loads_behind_run_time_start(const float *a, float *out, int n,
                                            int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  int o = l * 4 + m * 8;
  for (int i = 0; i < n; ++i) {
    x += x * s[o];
    x += x * s[o + 1];
    x += x * s[o + 2];
    x += x * s[o + 3];
    o += 128;
  }
  out[t] = x;
}

__global__ void loads_of_a_choice(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  for (int i = 0; i < n; ++i) {
    x += x * s[(i & 1 ? 1024 : 0) + l * 4];
    x += x * s[(i & 1 ? 1024 : 0) + l * 4 + 1];
    x += x * s[(i & 1 ? 1024 : 0) + l * 4 + 2];
    x += x * s[(i & 1 ? 1024 : 0) + l * 4 + 3];
  }
  out[t] = x;
}

__global__ void loads_of_two_buffers(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  int o = 0;
  for (int i = 0; i < n; ++i) {
    x += x * s[o + l * 4];
    x += x * s[o + l * 4 + 1];
    x += x * s[o + l * 4 + 2];
    x += x * s[o + l * 4 + 3];
    o ^= 1024;
  }
  out[t] = x;
}

__global__ void loads_of_a_ring(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  int o = 0;
  for (int i = 0; i < n; ++i) {
    x += x * s[o * 512 + l * 4];
    x += x * s[o * 512 + l * 4 + 1];
    x += x * s[o * 512 + l * 4 + 2];
    x += x * s[o * 512 + l * 4 + 3];
    o = (o + 1) % 3;
  }
  out[t] = x;
}

__global__ void loads_of_rows(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float q[64][128];
  float *s = (float *)q;
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  for (int i = 0; i < n; ++i) {
    x += x * q[i % 32][l * 4];
    x += x * q[i % 32][l * 4 + 1];
    x += x * q[i % 32][l * 4 + 2];
    x += x * q[i % 32][l * 4 + 3];
  }
  out[t] = x;
}

__global__ void quotients(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int i = t; i < 8192; i += 64)
    ((float *)s)[i] = a[i];
  __syncthreads();
  float x = 1;
  const int g = t / 6 * 6;
  x += x * s[g];
  x += x * s[g + 1];
  out[t] = x;
}

__global__ void stores_of_choices(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  s[2 * t] = t < n ? a[t] : 0.0f;
  s[2 * t + 1] = t < n ? a[t + 64] : 0.0f;
  __syncthreads();
  out[t] = s[t * 7];
}

__global__ void stores_behind_choices(const float *a, float *out, int n,
                                      int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  const float v0 = t < n ? a[t] : 0.0f, v1 = t < n ? a[t + 64] : 0.0f;
  s[2 * t] = v0;
  s[2 * t + 1] = v1;
  __syncthreads();
  out[t] = s[t * 7];
}

__global__ void stores_of_conditions(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  s[2 * t] = t < n && a[t] > 0;
  s[2 * t + 1] = t < n && a[t + 64] > 0;
  __syncthreads();
  out[t] = s[t * 7];
}

__global__ void stores_of_copies(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < 4; ++i) {
      const float v0 = a[t], v1 = a[t + 64], v2 = a[t + 128], v3 = a[t + 192];
      s[l * 4 + i * 256] = v0;
      s[l * 4 + i * 256 + 1] = v1;
      s[l * 4 + i * 256 + 2] = v2;
      s[l * 4 + i * 256 + 3] = v3;
    }
  __syncthreads();
  out[t] = s[t * 7];
}

__global__ void tile_rows(const float *a, float *out, int n, int m) {
  __shared__ __align__(16) float s[8192];
  const int t = threadIdx.x, l = t % 32;
  __shared__ __align__(16) float q[8][64];
  const int row = t / 8, column = t % 8;
  float acc[8][8] = {};
  float u[8], v[8];
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 512; i += 64) {
      s[i] = a[i + k];
      q[i / 64][i % 64] = a[i + k + 7];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#pragma unroll
      for (int j = 0; j < 8; ++j)
        u[j] = s[i * 64 + row * 8 + j];
#pragma unroll
      for (int j = 0; j < 8; ++j)
        v[j] = q[i][column * 8 + j];
#pragma unroll
      for (int j = 0; j < 8; ++j)
#pragma unroll
        for (int h = 0; h < 8; ++h)
          acc[j][h] += u[j] * v[h];
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j)
    for (int h = 0; h < 8; ++h)
      out[(j * 8 + h) * 64 + t] = acc[j][h];
}

} // namespace

int main() {
  float *a, *out;
  cudaMalloc(&a, 65536 * sizeof(float));
  cudaMalloc(&out, 65536 * sizeof(float));
  cudaMemset(a, 0, 65536 * sizeof(float));
  loads_by_counter<<<1, 64>>>(a, out, 32, 8);
  loads_by_counter_unrolled<<<1, 64>>>(a, out, 32, 8);
  loads_by_counter_rolled<<<1, 64>>>(a, out, 32, 8);
  loads_by_offset<<<1, 64>>>(a, out, 32, 8);
  loads_by_run_time_step<<<1, 64>>>(a, out, 32, 8);
  loads_behind_run_time_start<<<1, 64>>>(a, out, 32, 8);
  loads_of_a_choice<<<1, 64>>>(a, out, 32, 8);
  loads_of_two_buffers<<<1, 64>>>(a, out, 32, 8);
  loads_of_a_ring<<<1, 64>>>(a, out, 32, 8);
  loads_of_rows<<<1, 64>>>(a, out, 32, 8);
  quotients<<<1, 64>>>(a, out, 32, 8);
  stores_of_choices<<<1, 64>>>(a, out, 32, 8);
  stores_behind_choices<<<1, 64>>>(a, out, 32, 8);
  stores_of_conditions<<<1, 64>>>(a, out, 32, 8);
  stores_of_copies<<<1, 64>>>(a, out, 32, 8);
  tile_rows<<<1, 64>>>(a, out, 32, 8);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// Dense factorisations on tiles that fit in shared memory.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

#define CK(x) do { cudaError_t e_ = (x); if (e_) { std::cerr << #x << ": " << cudaGetErrorString(e_) << "\n"; return 1; } } while (0)

namespace la {

template <typename T, int NB, int LD>
struct Tile {
  T v[NB * LD];
  __device__ T &operator()(int i, int j) { return v[j * LD + i]; }
};

// Right-looking Cholesky, column-major tile, one thread per row.
template <typename T, int NB, int LD>
__global__ void potf2(T *A) {
  __shared__ Tile<T, NB, LD> a;
  const int i = threadIdx.x;
  T *g = A + blockIdx.x * NB * NB;
  for (int j = 0; j < NB; ++j) a(i, j) = g[j * NB + i];
  __syncthreads();
  for (int k = 0; k < NB; ++k) {
    if (i == k) a(k, k) = sqrt(a(k, k));
    __syncthreads();
    if (i > k) a(i, k) /= a(k, k);
    __syncthreads();
    for (int j = k + 1; j < NB; ++j)
      if (i >= j) a(i, j) -= a(i, k) * a(j, k);
    __syncthreads();
  }
  for (int j = 0; j < NB; ++j)
    if (i >= j) g[j * NB + i] = a(i, j);
}

// Doolittle LU without pivots, 2-D block.
template <int NB, int PAD>
__global__ void getf2_2d(float *A) {
  __shared__ float a[NB][NB + PAD];
  const int c = threadIdx.x, r = threadIdx.y;
  float *g = A + blockIdx.x * NB * NB;
  a[r][c] = g[r * NB + c];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < NB - 1; ++k) {
    if (r > k && c == k) a[r][k] = a[r][k] / a[k][k];
    __syncthreads();
    if (r > k && c > k) a[r][c] -= a[r][k] * a[k][c];
    __syncthreads();
  }
  g[r * NB + c] = a[r][c];
}

// Householder panel of 64 x 8 with a tree per column.
__global__ void house_panel(const float *A, float *V, float *tau) {
  __shared__ float p[8][64];
  __shared__ float red[64];
  __shared__ float beta;
  const int t = threadIdx.x;
#pragma unroll
  for (int c = 0; c < 8; ++c) p[c][t] = A[(blockIdx.x * 8 + c) * 64 + t];
  __syncthreads();
  for (int c = 0; c < 8; ++c) {
    float x = t > c ? p[c][t] : 0.f;
    red[t] = x * x;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
      if (t < s) red[t] += red[t + s];
      __syncthreads();
    }
    if (t == 0) {
      float a0 = p[c][c], n = sqrtf(a0 * a0 + red[0]);
      beta = a0 > 0.f ? a0 + n : a0 - n;
      tau[blockIdx.x * 8 + c] = beta;
    }
    __syncthreads();
    float v = t > c ? p[c][t] / (beta + 1e-20f) : (t == c ? 1.f : 0.f);
    p[c][t] = v;
    for (int j = c + 1; j < 8; ++j) {
      red[t] = v * p[j][t];
      __syncthreads();
      for (int s = 32; s > 0; s >>= 1) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
      }
      p[j][t] -= 0.5f * red[0] * v;
      __syncthreads();
    }
  }
#pragma unroll
  for (int c = 0; c < 8; ++c) V[(blockIdx.x * 8 + c) * 64 + t] = p[c][t];
}

// 4x4 inverses, 16 threads a matrix, adjugate through shared memory.
__global__ void inv4(const double2 *in, double2 *out) {
  __shared__ double m[8][16];
  const int lane = threadIdx.x, w = threadIdx.y;
  const int mat = blockIdx.x * 8 + w;
  if (lane < 8) {
    double2 z = in[mat * 8 + lane];
    m[w][2 * lane] = z.x;
    m[w][2 * lane + 1] = z.y;
  }
  __syncthreads();
  const int i = lane >> 2, j = lane & 3;
  const int r1 = (i + 1) & 3, r2 = (i + 2) & 3, r3 = (i + 3) & 3;
  const int c1 = (j + 1) & 3, c2 = (j + 2) & 3, c3 = (j + 3) & 3;
  double a = m[w][r1 * 4 + c1] * (m[w][r2 * 4 + c2] * m[w][r3 * 4 + c3] - m[w][r2 * 4 + c3] * m[w][r3 * 4 + c2]);
  a -= m[w][r1 * 4 + c2] * (m[w][r2 * 4 + c1] * m[w][r3 * 4 + c3] - m[w][r2 * 4 + c3] * m[w][r3 * 4 + c1]);
  __syncthreads();
  m[w][j * 4 + i] = a;
  __syncthreads();
  if (lane < 8) out[mat * 8 + lane] = make_double2(m[w][2 * lane], m[w][2 * lane + 1]);
}

// Triangular solve with 16 right-hand sides, L in packed form.
__global__ void trsm_packed(const float *Lp, const float *B, float *X) {
  __shared__ float L[32 * 33 / 2];
  __shared__ float x[16][33];
  const int t = threadIdx.x, rhs = threadIdx.y;
  for (int i = rhs * 32 + t; i < 32 * 33 / 2; i += 512) L[i] = Lp[i];
  x[rhs][t] = B[(blockIdx.x * 16 + rhs) * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    float xk = x[rhs][k];
    if (t > k) x[rhs][t] -= L[t * (t + 1) / 2 + k] * xk;
    __syncwarp();
  }
  X[(blockIdx.x * 16 + rhs) * 32 + t] = x[rhs][t];
}
}  // namespace la

template <typename T>
T *device(size_t n, T v) {
  std::vector<T> h(n, v);
  for (size_t i = 0; i < n; i += 33) h[i] = v + T(100);
  T *p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) || cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice)) std::exit(1);
  return p;
}

int main() {
  float *f = device<float>(1 << 15, 1.f), *g = device<float>(1 << 15, 0.f), *h = device<float>(1 << 15, 0.f);
  double *d = device<double>(1 << 15, 1.0), *d2 = device<double>(1 << 15, 0.0);
  la::potf2<float, 32, 32><<<3, 32>>>(f);
  la::potf2<double, 24, 25><<<2, 24>>>(d);
  la::getf2_2d<16, 0><<<2, dim3(16, 16)>>>(f + 8192);
  la::getf2_2d<32, 1><<<2, dim3(32, 32)>>>(f + 16384);
  la::house_panel<<<3, 64>>>(f, g, h);
  la::inv4<<<4, dim3(16, 8)>>>((const double2 *)d, (double2 *)d2);
  la::trsm_packed<<<2, dim3(32, 16)>>>(f, g, h);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  std::cout << "done\n";
}

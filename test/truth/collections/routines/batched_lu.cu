// Batched small dense linear algebra: LU with pivoting (one matrix per block),
// Gauss-Jordan inversion (one thread per entry), LU solve (one matrix per warp).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define GPU(x)                                                               \
  if (const cudaError_t rc = (x)) {                                          \
    printf("%s -> %s\nFAIL\n", #x, cudaGetErrorString(rc));                  \
    exit(2);                                                                 \
  }

constexpr unsigned kFull = 0xffffffffu;

// Index of the lane holding the largest value; ties go to the lower lane.
template <typename T>
__device__ __forceinline__ int warp_argmax(T v) {
  int idx = threadIdx.x & 31;
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) {
    const T ov = __shfl_xor_sync(kFull, v, o);
    const int oi = __shfl_xor_sync(kFull, idx, o);
    if (ov > v || (ov == v && oi < idx)) v = ov, idx = oi;
  }
  return idx;
}

template <typename T>
__device__ __forceinline__ void exchange(T& a, T& b) {
  const T t = a;
  a = b;
  b = t;
}

// blockDim = (32, ROWS). Matrices are row-major and factored in place.
template <int N, int ROWS>
__global__ void __launch_bounds__(32 * ROWS) lu_factor_block(double* mats, int* pivots) {
  static_assert(N <= 32, "one warp covers a row");
  constexpr int LD = N + 1;
  __shared__ double A[N * LD];
  __shared__ int pivot_row;

  const int tx = threadIdx.x, ty = threadIdx.y;
  double* g = mats + size_t(blockIdx.x) * N * N;
  int* piv = pivots + blockIdx.x * N;

  if (tx < N)
    for (int i = ty; i < N; i += ROWS) A[i * LD + tx] = g[i * N + tx];
  __syncthreads();

  for (int k = 0; k < N; ++k) {
    if (ty == 0) {
      const double mag = (tx >= k && tx < N) ? fabs(A[tx * LD + k]) : -1.0;
      const int p = warp_argmax(mag);
      if (tx == 0) piv[k] = pivot_row = p;
    }
    __syncthreads();

    const int p = pivot_row;
    if (p != k && ty == 0 && tx < N) exchange(A[k * LD + tx], A[p * LD + tx]);
    __syncthreads();

    if (ty == 0 && tx > k && tx < N) A[tx * LD + k] /= A[k * LD + k];
    __syncthreads();

    if (tx > k && tx < N) {
      const double u = A[k * LD + tx];
      for (int i = k + 1 + ty; i < N; i += ROWS) A[i * LD + tx] -= A[i * LD + k] * u;
    }
    __syncthreads();
  }

  if (tx < N)
    for (int i = ty; i < N; i += ROWS) g[i * N + tx] = A[i * LD + tx];
}

// blockDim = (2 * N, N): the augmented matrix [A | I] has one entry per thread.
// No pivoting; intended for diagonally dominant input.
template <int N>
__global__ void __launch_bounds__(2 * N * N)
invert_gauss_jordan(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float aug[N][2 * N];
  const int col = threadIdx.x, row = threadIdx.y;
  const size_t base = size_t(blockIdx.x) * N * N;

  aug[row][col] = col < N ? in[base + row * N + col] : (col - N == row ? 1.0f : 0.0f);
  __syncthreads();

#pragma unroll 4
  for (int k = 0; k < N; ++k) {
    const float scaled = aug[k][col] / aug[k][k];
    const float factor = aug[row][k];
    const float mine = aug[row][col];
    __syncthreads();
    aug[row][col] = (row == k) ? scaled : fmaf(-factor, scaled, mine);
    __syncthreads();
  }

  if (col >= N) out[base + row * N + (col - N)] = aug[row][col];
}

template <int N>
struct WarpSystem {
  float a[N][N + 1];
  float b[N];

  __device__ void load(const float* __restrict__ ga, const float* __restrict__ gb, int lane) {
    for (int i = 0; i < N; ++i) a[i][lane] = ga[i * N + lane];
    b[lane] = gb[lane];
    __syncwarp();
  }

  __device__ void eliminate(int lane) {
    for (int k = 0; k < N - 1; ++k) {
      const int p = warp_argmax(lane >= k ? fabsf(a[lane][k]) : -1.0f);
      __syncwarp();
      if (p != k) {
        exchange(a[k][lane], a[p][lane]);
        if (lane == 0) exchange(b[k], b[p]);
      }
      __syncwarp();
      if (lane > k) {
        const float m = a[lane][k] / a[k][k];
        for (int j = k + 1; j < N; ++j) a[lane][j] -= m * a[k][j];
        b[lane] -= m * b[k];
      }
      __syncwarp();
    }
  }

  __device__ void back_substitute(int lane) {
    for (int k = N - 1; k >= 0; --k) {
      const float xk = b[k] / a[k][k];
      __syncwarp();
      if (lane < k) b[lane] -= a[lane][k] * xk;
      if (lane == k) b[k] = xk;
      __syncwarp();
    }
  }
};

__global__ void lu_solve_warp(const float* __restrict__ mats, const float* __restrict__ rhs,
                              float* __restrict__ sol, int batch) {
  constexpr int N = 32;
  extern __shared__ float dyn[];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  WarpSystem<N>& sys = reinterpret_cast<WarpSystem<N>*>(dyn)[warp];

  for (int m = blockIdx.x * warps + warp; m < batch; m += gridDim.x * warps) {
    sys.load(mats + size_t(m) * N * N, rhs + size_t(m) * N, lane);
    sys.eliminate(lane);
    sys.back_substitute(lane);
    sol[size_t(m) * N + lane] = sys.b[lane];
    __syncwarp();
  }
}

static unsigned g_seed = 31337u;
static double rnd() {
  g_seed = g_seed * 1664525u + 1013904223u;
  return double(g_seed >> 8) / 8388608.0 - 1.0;
}

template <typename T>
static T* to_device(const std::vector<T>& h) {
  T* d;
  GPU(cudaMalloc(&d, h.size() * sizeof(T)));
  GPU(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

template <typename T>
static void from_device(std::vector<T>& h, T* d) {
  GPU(cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost));
  GPU(cudaFree(d));
}

template <int N>
static bool test_factor(int batch) {
  std::vector<double> a(size_t(batch) * N * N);
  for (auto& v : a) v = rnd();
  std::vector<double> lu = a;
  std::vector<int> piv(batch * N, 0);
  double* d_a = to_device(a); int* d_p = to_device(piv);
  lu_factor_block<N, 8><<<batch, dim3(32, 8)>>>(d_a, d_p);
  GPU(cudaGetLastError());
  from_device(lu, d_a);
  from_device(piv, d_p);
  for (int m = 0; m < batch; ++m) {
    double* A = &a[size_t(m) * N * N];
    const double* F = &lu[size_t(m) * N * N];
    for (int k = 0; k < N; ++k)
      for (int j = 0; j < N; ++j) std::swap(A[k * N + j], A[piv[m * N + k] * N + j]);
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        double s = 0;
        for (int k = 0; k <= std::min(i, j); ++k) s += (k == i ? 1.0 : F[i * N + k]) * F[k * N + j];
        if (!(std::fabs(s - A[i * N + j]) < 1e-11)) return false;
      }
  }
  return true;
}

int main() {
  bool ok = test_factor<32>(50) && test_factor<24>(33);

  constexpr int NI = 16;
  const int batch = 77;
  std::vector<float> a(batch * NI * NI), inv(a.size());
  for (size_t i = 0; i < a.size(); ++i) a[i] = float(rnd());
  for (int m = 0; m < batch; ++m)
    for (int i = 0; i < NI; ++i) a[(m * NI + i) * NI + i] += NI + 2.0f;
  float *d_a = to_device(a), *d_inv = to_device(inv);
  invert_gauss_jordan<NI><<<batch, dim3(2 * NI, NI)>>>(d_a, d_inv);
  GPU(cudaGetLastError());
  from_device(inv, d_inv);
  for (int m = 0; m < batch; ++m)
    for (int i = 0; i < NI; ++i)
      for (int j = 0; j < NI; ++j) {
        double s = 0;
        for (int k = 0; k < NI; ++k)
          s += double(a[(m * NI + i) * NI + k]) * inv[(m * NI + k) * NI + j];
        ok = ok && std::fabs(s - (i == j ? 1.0 : 0.0)) < 1e-4;
      }

  constexpr int NS = 32;
  const int nsys = 101, warps = 4;
  std::vector<float> s(size_t(nsys) * NS * NS), x(nsys * NS), b(nsys * NS, 0.0f);
  for (auto& v : s) v = float(rnd());
  for (auto& v : x) v = float(rnd());
  for (int m = 0; m < nsys; ++m)
    for (int i = 0; i < NS; ++i) {
      s[(size_t(m) * NS + i) * NS + (i + 5) % NS] += 12.0f;
      double t = 0;
      for (int j = 0; j < NS; ++j) t += double(s[(size_t(m) * NS + i) * NS + j]) * x[m * NS + j];
      b[m * NS + i] = float(t);
    }
  float *d_s = to_device(s), *d_b = to_device(b), *d_x = to_device(b);
  lu_solve_warp<<<20, warps * 32, warps * sizeof(WarpSystem<NS>)>>>(d_s, d_b, d_x, nsys);
  GPU(cudaGetLastError());
  from_device(b, d_x);
  for (int i = 0; i < nsys * NS; ++i) ok = ok && std::fabs(b[i] - x[i]) < 2e-3f;

  puts(ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}

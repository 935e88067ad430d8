// Batched tridiagonal solvers, one system per block:
// cyclic reduction (CR), parallel cyclic reduction (PCR) and a CR+PCR hybrid.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CU(call)                                                                   \
  if (cudaError_t err__ = (call)) {                                                \
    printf("line %d: %s\nFAIL\n", __LINE__, cudaGetErrorString(err__));            \
    exit(1);                                                                       \
  }

#define PAD_SHIFT 5
#define PADDED(i) ((i) + ((i) >> PAD_SHIFT))

template <typename T>
struct Systems {
  const T *a, *b, *c, *d;   // sub-diagonal, diagonal, super-diagonal, right-hand side
  T* x;
};

extern __shared__ __align__(16) unsigned char shared_raw[];

template <typename T>
__global__ void cr_kernel(Systems<T> sys, int n, int levels) {
  T* a = reinterpret_cast<T*>(shared_raw);
  T *b = a + n, *c = b + n, *d = c + n, *x = d + n;
  const int tid = threadIdx.x;
  const size_t base = size_t(blockIdx.x) * n;
  int active = blockDim.x;   // n / 2 threads

  for (int i = tid; i < n; i += blockDim.x) {
    a[i] = sys.a[base + i];
    b[i] = sys.b[base + i];
    c[i] = sys.c[base + i];
    d[i] = sys.d[base + i];
  }
  __syncthreads();

  int stride = 1;
  for (int l = 0; l < levels; ++l) {
    const int delta = stride;
    stride *= 2;
    if (tid < active) {
      const int i = stride * tid + stride - 1;
      const int left = i - delta;
      int right = i + delta;
      if (right >= n) right = n - 1;
      const T k1 = a[i] / b[left];
      const T k2 = c[i] / b[right];
      b[i] = b[i] - c[left] * k1 - a[right] * k2;
      d[i] = d[i] - d[left] * k1 - d[right] * k2;
      a[i] = -a[left] * k1;
      c[i] = -c[right] * k2;
    }
    active /= 2;
    __syncthreads();
  }

  if (tid == 0) {   // two unknowns are left
    const int i = stride - 1, j = 2 * stride - 1;
    const T det = b[j] * b[i] - c[i] * a[j];
    x[i] = (b[j] * d[i] - d[j] * c[i]) / det;
    x[j] = (d[j] * b[i] - d[i] * a[j]) / det;
  }

  active = 2;
  for (int l = 0; l < levels; ++l) {
    const int delta = stride / 2;
    __syncthreads();
    if (tid < active) {
      const int i = stride * tid + delta - 1;
      T r = d[i] - c[i] * x[i + delta];
      if (i != delta - 1) r -= a[i] * x[i - delta];
      x[i] = r / b[i];
    }
    stride /= 2;
    active *= 2;
  }
  __syncthreads();

  sys.x[base + tid] = x[tid];
  sys.x[base + tid + blockDim.x] = x[tid + blockDim.x];
}

// One PCR sweep schedule over m equations in shared memory; equation i belongs
// to thread i. All threads of the block must call it.
template <typename T>
__device__ void pcr_sweeps(T* a, T* b, T* c, T* d, int m) {
  const int i = threadIdx.x;
  const bool on = i < m;
  for (int delta = 1; delta < m; delta *= 2) {
    T na, nb, nc, nd;
    if (on) {
      const int left = max(i - delta, 0);
      const int right = min(i + delta, m - 1);
      const T k1 = a[i] / b[left];
      const T k2 = c[i] / b[right];
      nb = b[i] - c[left] * k1 - a[right] * k2;
      nd = d[i] - d[left] * k1 - d[right] * k2;
      na = -a[left] * k1;
      nc = -c[right] * k2;
    }
    __syncthreads();
    if (on) {
      a[i] = na;
      b[i] = nb;
      c[i] = nc;
      d[i] = nd;
    }
    __syncthreads();
  }
}

template <typename T, int N>
__global__ void __launch_bounds__(N) pcr_kernel(Systems<T> sys) {
  __shared__ T a[N], b[N], c[N], d[N];
  const int i = threadIdx.x;
  const size_t g = size_t(blockIdx.x) * N + i;
  a[i] = sys.a[g];
  b[i] = sys.b[g];
  c[i] = sys.c[g];
  d[i] = sys.d[g];
  __syncthreads();
  pcr_sweeps(a, b, c, d, N);
  sys.x[g] = d[i] / b[i];
}

// LEVELS steps of CR, PCR on the N >> LEVELS equations that remain, back substitution.
template <typename T, int N, int LEVELS>
__global__ void __launch_bounds__(N / 2) hybrid_kernel(Systems<T> sys) {
  constexpr int M = N >> LEVELS;
  constexpr int PN = PADDED(N - 1) + 1;
  struct Full { T a[PN], b[PN], c[PN], d[PN], x[PN]; };
  struct Small { T a[M], b[M], c[M], d[M]; };
  __shared__ Full f;
  __shared__ Small s;

  const int tid = threadIdx.x;
  const size_t base = size_t(blockIdx.x) * N;
  for (int i = tid; i < N; i += blockDim.x) {
    f.a[PADDED(i)] = sys.a[base + i];
    f.b[PADDED(i)] = sys.b[base + i];
    f.c[PADDED(i)] = sys.c[base + i];
    f.d[PADDED(i)] = sys.d[base + i];
  }
  __syncthreads();

#pragma unroll
  for (int l = 0; l < LEVELS; ++l) {
    const int delta = 1 << l, stride = 2 << l;
    if (tid < (N >> (l + 1))) {
      const int e = stride * tid + stride - 1;
      const int i = PADDED(e);
      const int left = PADDED(e - delta);
      const int right = PADDED(min(e + delta, N - 1));
      const T k1 = f.a[i] / f.b[left];
      const T k2 = f.c[i] / f.b[right];
      f.b[i] = f.b[i] - f.c[left] * k1 - f.a[right] * k2;
      f.d[i] = f.d[i] - f.d[left] * k1 - f.d[right] * k2;
      f.a[i] = -f.a[left] * k1;
      f.c[i] = -f.c[right] * k2;
    }
    __syncthreads();
  }

  const int own = PADDED(((tid + 1) << LEVELS) - 1);
  if (tid < M) {
    s.a[tid] = f.a[own];
    s.b[tid] = f.b[own];
    s.c[tid] = f.c[own];
    s.d[tid] = f.d[own];
  }
  __syncthreads();
  pcr_sweeps(s.a, s.b, s.c, s.d, M);
  if (tid < M) f.x[own] = s.d[tid] / s.b[tid];
  __syncthreads();

#pragma unroll
  for (int l = LEVELS - 1; l >= 0; --l) {
    const int delta = 1 << l, stride = 2 << l;
    if (tid < (N >> (l + 1))) {
      const int e = stride * tid + delta - 1;
      const int i = PADDED(e);
      T r = f.d[i] - f.c[i] * f.x[PADDED(e + delta)];
      if (tid > 0) r -= f.a[i] * f.x[PADDED(e - delta)];
      f.x[i] = r / f.b[i];
    }
    __syncthreads();
  }
  for (int i = tid; i < N; i += blockDim.x) sys.x[base + i] = f.x[PADDED(i)];
}

template <typename T, int N>
static bool run_all(int batch, double tol) {
  const size_t total = size_t(batch) * N;
  std::vector<T> h[4], x(total);
  for (auto& v : h) v.resize(total);
  unsigned r = 99u;
  auto rnd = [&] { r = r * 1664525u + 1013904223u; return double(r >> 8) / 16777216.0; };
  for (size_t i = 0; i < total; ++i) {
    h[0][i] = i % N == 0 ? T(0) : T(rnd() - 0.5);
    h[2][i] = i % N == N - 1 ? T(0) : T(rnd() - 0.5);
    h[1][i] = T(1.5 + rnd());
    h[3][i] = T(2.0 * rnd() - 1.0);
  }
  std::vector<double> ref(total), cp(N), dp(N);
  for (int s = 0; s < batch; ++s) {   // Thomas algorithm
    const size_t o = size_t(s) * N;
    cp[0] = double(h[2][o]) / h[1][o];
    dp[0] = double(h[3][o]) / h[1][o];
    for (int i = 1; i < N; ++i) {
      const double m = double(h[1][o + i]) - double(h[0][o + i]) * cp[i - 1];
      cp[i] = h[2][o + i] / m;
      dp[i] = (h[3][o + i] - double(h[0][o + i]) * dp[i - 1]) / m;
    }
    ref[o + N - 1] = dp[N - 1];
    for (int i = N - 2; i >= 0; --i) ref[o + i] = dp[i] - cp[i] * ref[o + i + 1];
  }

  T *dev[4], *dx;
  for (int k = 0; k < 4; ++k) {
    CU(cudaMalloc(&dev[k], total * sizeof(T)));
    CU(cudaMemcpy(dev[k], h[k].data(), total * sizeof(T), cudaMemcpyHostToDevice));
  }
  CU(cudaMalloc(&dx, total * sizeof(T)));
  Systems<T> sys{dev[0], dev[1], dev[2], dev[3], dx};
  int levels = 0;
  while ((2 << levels) < N) ++levels;

  bool ok = true;
  for (int which = 0; which < 3; ++which) {
    CU(cudaMemset(dx, 0xff, total * sizeof(T)));
    if (which == 0) cr_kernel<T><<<batch, N / 2, 5 * N * sizeof(T)>>>(sys, N, levels);
    if (which == 1) pcr_kernel<T, N><<<batch, N>>>(sys);
    if (which == 2) hybrid_kernel<T, N, 2><<<batch, N / 2>>>(sys);
    CU(cudaGetLastError());
    CU(cudaMemcpy(x.data(), dx, total * sizeof(T), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < total; ++i) ok = ok && std::fabs(double(x[i]) - ref[i]) < tol;
  }
  return ok;
}

int main() {
  const bool ok = run_all<float, 512>(64, 1e-4) && run_all<double, 256>(40, 1e-11);
  puts(ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}

// Per-row int8 quantisation packed as char4, dequantisation, group-wise variant and a dp4a GEMM.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define GPU_CHECK(stmt)                                                            \
  do {                                                                             \
    const cudaError_t gpu_err = (stmt);                                            \
    if (gpu_err != cudaSuccess) {                                                  \
      std::fprintf(stderr, "[%d] %s\n", __LINE__, cudaGetErrorString(gpu_err));    \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

static constexpr float kQMax = 127.f;

__device__ __forceinline__ float absmax4(const float4& v) {
  return fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
}

__device__ __forceinline__ char4 quant4(const float4& v, float inv_scale) {
  auto q = [inv_scale](float f) {
    return static_cast<signed char>(max(-127, min(127, __float2int_rn(f * inv_scale))));
  };
  return make_char4(q(v.x), q(v.y), q(v.z), q(v.w));
}

// One block per row, cols % 4 == 0. The row is staged once so that global memory is read a single time.
template <int THREADS>
__global__ void __launch_bounds__(THREADS)
quantize_rows_kernel(const float* __restrict__ in, int8_t* __restrict__ out,
                     float* __restrict__ scales, int cols) {
  extern __shared__ float4 s_row[];
  __shared__ float s_max[THREADS / 32];
  __shared__ float s_inv;

  const int row = blockIdx.x, tid = threadIdx.x;
  const int vecs = cols >> 2;
  const float4* src = reinterpret_cast<const float4*>(in + size_t(row) * cols);

  float amax = 0.f;
  for (int i = tid; i < vecs; i += THREADS) {
    const float4 v = src[i];
    s_row[i] = v;
    amax = fmaxf(amax, absmax4(v));
  }
#pragma unroll
  for (int off = 16; off > 0; off >>= 1) amax = fmaxf(amax, __shfl_down_sync(~0u, amax, off));
  if ((tid & 31) == 0) s_max[tid >> 5] = amax;
  __syncthreads();
  if (tid == 0) {
#pragma unroll
    for (int w = 1; w < THREADS / 32; ++w) amax = fmaxf(amax, s_max[w]);
    scales[row] = amax / kQMax;
    s_inv = amax > 0.f ? kQMax / amax : 0.f;
  }
  __syncthreads();

  const float inv = s_inv;
  char4* dst = reinterpret_cast<char4*>(out + size_t(row) * cols);
  for (int i = tid; i < vecs; i += THREADS) dst[i] = quant4(s_row[i], inv);
}

// Scales per GROUP consecutive elements of a row, stored transposed: scales[group][row].
// block = (GROUP / 4, 4 rows, groups of the row handled together).
template <int GROUP, int ROWS, int GROUPS_PER_BLOCK>
__global__ void quantize_groups_kernel(const float* __restrict__ in, int8_t* __restrict__ out,
                                       float* __restrict__ scales, int rows, int cols) {
  static_assert(GROUP == 128, "one warp covers one group");
  __shared__ float s_scale[GROUPS_PER_BLOCK][ROWS];
  const int lane = threadIdx.x;
  const int row = blockIdx.y * ROWS + threadIdx.y;
  const int group = blockIdx.x * GROUPS_PER_BLOCK + threadIdx.z;
  const int num_groups = cols / GROUP;
  const bool active = row < rows && group < num_groups;
  const size_t at = size_t(row) * cols + size_t(group) * GROUP + lane * 4;

  float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
  if (active) v = *reinterpret_cast<const float4*>(in + at);
  float amax = absmax4(v);
#pragma unroll
  for (int off = 16; off > 0; off >>= 1) amax = fmaxf(amax, __shfl_xor_sync(~0u, amax, off));
  if (active) *reinterpret_cast<char4*>(out + at) = quant4(v, amax > 0.f ? kQMax / amax : 0.f);
  if (lane == 0) s_scale[threadIdx.z][threadIdx.y] = amax / kQMax;
  __syncthreads();

  const int t = (threadIdx.z * ROWS + threadIdx.y) * 32 + lane;
  if (t < GROUPS_PER_BLOCK * ROWS) {
    const int g = blockIdx.x * GROUPS_PER_BLOCK + t / ROWS, r = blockIdx.y * ROWS + t % ROWS;
    if (g < num_groups && r < rows) scales[size_t(g) * rows + r] = s_scale[t / ROWS][t % ROWS];
  }
}

// block = (32, 8), a block covers 32 rows x 128 columns.
__global__ void dequantize_rows_kernel(const int8_t* __restrict__ in, const float* __restrict__ scales,
                                       float* __restrict__ out, int rows, int cols) {
  __shared__ float s_scales[32];
  const int row0 = blockIdx.y * 32;
  if (threadIdx.y == 0) s_scales[threadIdx.x] = row0 + threadIdx.x < rows ? scales[row0 + threadIdx.x] : 0.f;
  __syncthreads();
  const int col = blockIdx.x * 128 + threadIdx.x * 4;
  if (col >= cols) return;
#pragma unroll
  for (int r = threadIdx.y; r < 32; r += 8) {
    if (row0 + r >= rows) break;
    const size_t at = size_t(row0 + r) * cols + col;
    const char4 q = *reinterpret_cast<const char4*>(in + at);
    const float s = s_scales[r];
    *reinterpret_cast<float4*>(out + at) = make_float4(q.x * s, q.y * s, q.z * s, q.w * s);
  }
}

// C[m, n] = sa[m] * sb[n] * sum_k A[m, k] * B[n, k]. K % 16 == 0, M and N arbitrary.
struct Int8Gemm {
  enum { BM = 64, BN = 64, BK = 64, BK4 = BK / 4, PAD = 1, THREADS = 256 };
  int a[BM][BK4 + PAD];
  int b[BN][BK4 + PAD];
  float sa[BM];
  float sb[BN];
};

__device__ __forceinline__ void load_int8_tile(int (*dst)[Int8Gemm::BK4 + Int8Gemm::PAD],
                                               const int8_t* __restrict__ src, int row0, int rows,
                                               int k0, int K) {
  const int r = threadIdx.x >> 2, c = (threadIdx.x & 3) * 16;
  int4 v = make_int4(0, 0, 0, 0);
  if (row0 + r < rows && k0 + c < K)
    v = *reinterpret_cast<const int4*>(src + size_t(row0 + r) * K + k0 + c);
  int* p = &dst[r][c >> 2];
  p[0] = v.x; p[1] = v.y; p[2] = v.z; p[3] = v.w;
}

__global__ void __launch_bounds__(Int8Gemm::THREADS)
int8_gemm_nt_kernel(const int8_t* __restrict__ A, const int8_t* __restrict__ B,
                    const float* __restrict__ sa, const float* __restrict__ sb,
                    float* __restrict__ C, int M, int N, int K) {
  __shared__ Int8Gemm sm;
  const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
  const int m0 = blockIdx.y * Int8Gemm::BM, n0 = blockIdx.x * Int8Gemm::BN;
  if (tid < Int8Gemm::BM)
    sm.sa[tid] = m0 + tid < M ? sa[m0 + tid] : 0.f;
  else if (tid < Int8Gemm::BM + Int8Gemm::BN)
    sm.sb[tid - Int8Gemm::BM] = n0 + tid - Int8Gemm::BM < N ? sb[n0 + tid - Int8Gemm::BM] : 0.f;

  int acc[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += Int8Gemm::BK) {
    load_int8_tile(sm.a, A, m0, M, k0, K);
    load_int8_tile(sm.b, B, n0, N, k0, K);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Int8Gemm::BK4; ++k) {
      int av[4], bv[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        av[i] = sm.a[ty + 16 * i][k];
        bv[i] = sm.b[tx + 16 * i][k];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] = __dp4a(av[i], bv[j], acc[i][j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int m = m0 + ty + 16 * i, n = n0 + tx + 16 * j;
      if (m < M && n < N) C[size_t(m) * N + n] = acc[i][j] * sm.sa[ty + 16 * i] * sm.sb[tx + 16 * j];
    }
}

template <typename T>
static T* device_array(size_t count) {
  T* p = nullptr;
  GPU_CHECK(cudaMalloc(&p, count * sizeof(T)));
  return p;
}
template <typename T>
static std::vector<T> fetch(const T* p, size_t count) {
  std::vector<T> h(count);
  GPU_CHECK(cudaMemcpy(h.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
  return h;
}

int main() {
  const int M = 100, N = 75, K = 640, GROUPS = K / 128;
  std::vector<float> a(M * K), b(N * K);
  for (int i = 0; i < M * K; ++i) a[i] = std::sin(0.37f * i) * (1.f + (i / K) % 5);
  for (int i = 0; i < N * K; ++i) b[i] = std::cos(0.23f * i) * (0.5f + (i / K) % 3);
  for (int k = 0; k < K; ++k) a[7 * K + k] = 0.f;

  float *dA = device_array<float>(M * K), *dB = device_array<float>(N * K), *dD = device_array<float>(M * K);
  float *dSa = device_array<float>(M), *dSb = device_array<float>(N), *dSg = device_array<float>(M * GROUPS);
  float* dC = device_array<float>(M * N);
  int8_t *qA = device_array<int8_t>(M * K), *qB = device_array<int8_t>(N * K), *qG = device_array<int8_t>(M * K);
  GPU_CHECK(cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  GPU_CHECK(cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));

  auto launch_quant = [&](const float* src, int8_t* dst, float* scales, int rows) {
    quantize_rows_kernel<128><<<rows, 128, K * sizeof(float)>>>(src, dst, scales, K);
    GPU_CHECK(cudaGetLastError());
  };
  launch_quant(dA, qA, dSa, M);
  launch_quant(dB, qB, dSb, N);
  quantize_groups_kernel<128, 4, 2><<<dim3((GROUPS + 1) / 2, (M + 3) / 4), dim3(32, 4, 2)>>>(dA, qG, dSg, M, K);
  GPU_CHECK(cudaGetLastError());
  dequantize_rows_kernel<<<dim3((K + 127) / 128, (M + 31) / 32), dim3(32, 8)>>>(qA, dSa, dD, M, K);
  GPU_CHECK(cudaGetLastError());
  int8_gemm_nt_kernel<<<dim3((N + 63) / 64, (M + 63) / 64), Int8Gemm::THREADS>>>(qA, qB, dSa, dSb, dC, M, N, K);
  GPU_CHECK(cudaGetLastError());

  const auto ha = fetch(qA, M * K), hb = fetch(qB, N * K), hg = fetch(qG, M * K);
  const auto sa = fetch(dSa, M), sb = fetch(dSb, N), sg = fetch(dSg, M * GROUPS), dq = fetch(dD, M * K), c = fetch(dC, M * N);
  bool ok = true;
  for (int m = 0; m < M; ++m) {
    float amax = 0.f;
    for (int k = 0; k < K; ++k) amax = std::fmax(amax, std::fabs(a[m * K + k]));
    ok &= std::fabs(sa[m] - amax / kQMax) < 1e-6f;
    for (int k = 0; k < K; ++k) {
      const float g = sg[(k / 128) * M + m];
      ok &= std::fabs(a[m * K + k] - dq[m * K + k]) <= 0.501f * sa[m] + 1e-6f;
      ok &= dq[m * K + k] == ha[m * K + k] * sa[m];
      ok &= std::fabs(a[m * K + k] - hg[m * K + k] * g) <= 0.501f * g + 1e-6f;
    }
    for (int n = 0; n < N; ++n) {
      long long ref = 0;
      for (int k = 0; k < K; ++k) ref += int(ha[m * K + k]) * int(hb[n * K + k]);
      const double want = double(ref) * sa[m] * sb[n];
      ok &= std::fabs(want - c[m * N + n]) <= 1e-4 * (1.0 + std::fabs(want));
    }
  }
  std::puts(ok ? "OK" : "FAIL");
  for (void* p : {(void*)dA, (void*)dB, (void*)dD, (void*)dSa, (void*)dSb, (void*)dSg, (void*)dC, (void*)qA, (void*)qB, (void*)qG}) cudaFree(p);
  return ok ? 0 : 1;
}

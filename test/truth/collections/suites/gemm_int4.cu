// Weight-only int4 GEMV/GEMM plus fp32/half tiled GEMM variants.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define GPU_CHECK(ans) gpu_assert((ans), __FILE__, __LINE__)
inline void gpu_assert(cudaError_t code, const char* file, int line) {
  if (code == cudaSuccess) return;
  fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
  exit(code);
}

template <typename T>
constexpr T cdiv(T a, T b) { return (a + b - 1) / b; }

template <typename T, int n>
struct Vec {
  T elems[n];
  __device__ __forceinline__ T& operator[](int i) { return elems[i]; }
  __device__ __forceinline__ const T& operator[](int i) const { return elems[i]; }
};
using FragB = Vec<half2, 4>;
using I4 = Vec<int, 4>;

template <int lut>
__device__ inline int lop3(int a, int b, int c) {
  int res;
  asm volatile("lop3.b32 %0, %1, %2, %3, %4;\n" : "=r"(res) : "r"(a), "r"(b), "r"(c), "n"(lut));
  return res;
}

// 8 signed-offset nibbles -> 4 half2, magic number trick. Order of outputs: (0,4) (1,5) (2,6) (3,7)
__device__ __forceinline__ FragB dequant_u4(uint32_t q) {
  constexpr int LO = 0x000f000f;
  constexpr int EX = 0x64006400;
  FragB frag;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    int v = lop3<(0xf0 & 0xcc) | 0xaa>(static_cast<int>(q >> (4 * i)), LO, EX);
    frag[i] = __hsub2(*reinterpret_cast<half2*>(&v), __float2half2_rn(1024.f + 8.f));
  }
  return frag;
}

// ---------------------------------------------------------------------------------------------
// 1. GEMV, int4 [N, K/8] words, one warp per output row, activations shared
// ---------------------------------------------------------------------------------------------
struct GemvParams {
  const half* x;
  const uint32_t* qw;
  const half* scales;  // [N, K/GROUP]
  half* y;
  int n, k;
};

template <int GROUP, int WARPS, int ROWS_PER_WARP>
__global__ void __launch_bounds__(WARPS * 32) gemv_int4_kernel(GemvParams p) {
  extern __shared__ __align__(16) half sx[];
  for (int i = threadIdx.x; i < p.k / 8; i += WARPS * 32) {
    reinterpret_cast<int4*>(sx)[i] = reinterpret_cast<const int4*>(p.x)[i];
  }
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row0 = (blockIdx.x * WARPS + warp) * ROWS_PER_WARP;
  const int words = p.k / 8;

  float acc[ROWS_PER_WARP] = {0.f};
  for (int w = lane; w < words; w += 32) {
    // activations reordered to the nibble order of dequant_u4
    const float4 raw = *reinterpret_cast<const float4*>(sx + w * 8);
    alignas(16) half xl[8];
    *reinterpret_cast<float4*>(xl) = raw;
#pragma unroll
    for (int r = 0; r < ROWS_PER_WARP; ++r) {
      if (row0 + r >= p.n) break;
      const uint32_t q = __ldg(p.qw + static_cast<size_t>(row0 + r) * words + w);
      const FragB b = dequant_u4(q);
      half2 s2 = __float2half2_rn(0.f);
#pragma unroll
      for (int i = 0; i < 4; ++i) s2 = __hfma2(b[i], __halves2half2(xl[i], xl[i + 4]), s2);
      const float2 f = __half22float2(s2);
      acc[r] += (f.x + f.y) * __half2float(p.scales[static_cast<size_t>(row0 + r) * (p.k / GROUP) + (w * 8) / GROUP]);
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS_PER_WARP; ++r) {
    for (int o = 16; o > 0; o >>= 1) acc[r] += __shfl_down_sync(0xffffffff, acc[r], o);
    if (lane == 0 && row0 + r < p.n) p.y[row0 + r] = __float2half(acc[r]);
  }
}

// ---------------------------------------------------------------------------------------------
// 2. split-K GEMV over a K-major (AWQ style [K, N/8]) weight with smem partials
// ---------------------------------------------------------------------------------------------
template <int GROUP, int BN, int KSPLIT>
__global__ void gemv_int4_kmajor_kernel(const half* __restrict__ x, const uint32_t* __restrict__ qw, const half* __restrict__ scales,
                                        half* __restrict__ y, int n, int k) {
  // blockDim = (BN / 8, KSPLIT)
  __shared__ __align__(16) float partial[KSPLIT][BN + 8];
  const int nw = blockIdx.x * (BN / 8) + threadIdx.x;  // word column
  const int words_n = n / 8;
  float acc[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) acc[i] = 0.f;
  if (nw < words_n) {
    for (int kk = threadIdx.y; kk < k; kk += KSPLIT) {
      const float xv = __half2float(x[kk]);
      const FragB b = dequant_u4(qw[static_cast<size_t>(kk) * words_n + nw]);
      const int4 sraw = *reinterpret_cast<const int4*>(scales + static_cast<size_t>(kk / GROUP) * n + nw * 8);
      const half* s = reinterpret_cast<const half*>(&sraw);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float2 f = __half22float2(b[i]);
        acc[i] += xv * f.x * __half2float(s[i]);
        acc[i + 4] += xv * f.y * __half2float(s[i + 4]);
      }
    }
  }
  float4* dst = reinterpret_cast<float4*>(&partial[threadIdx.y][threadIdx.x * 8]);
  dst[0] = make_float4(acc[0], acc[1], acc[2], acc[3]);
  dst[1] = make_float4(acc[4], acc[5], acc[6], acc[7]);
  __syncthreads();
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (int c = tid; c < BN; c += blockDim.x * blockDim.y) {
    const int col = blockIdx.x * BN + c;
    if (col >= n) continue;
    float s = 0.f;
#pragma unroll
    for (int i = 0; i < KSPLIT; ++i) s += partial[i][c];
    y[col] = __float2half(s);
  }
}

// ---------------------------------------------------------------------------------------------
// 3. GEMM: half A x int4 B, B dequantised into shared, register tile TM x TN, double buffered
// ---------------------------------------------------------------------------------------------
struct GemmInt4Params {
  const half* a;        // [M, K]
  const uint32_t* qb;   // [N, K/8]
  const half* scales;   // [N, K/GROUP]
  half* c;              // [M, N]
  int m, n, k;
};

template <int BM_, int BN_, int BK_, int TM_, int TN_, int GROUP_>
struct GemmTraits {
  static constexpr int BM = BM_, BN = BN_, BK = BK_, TM = TM_, TN = TN_, GROUP = GROUP_;
  static constexpr int kThreads = (BM / TM) * (BN / TN);
  static constexpr int LDA = BM + 4;  // A kept transposed [BK][BM]
  static constexpr int LDB = BN + 4;
  static constexpr int kStageFloats = BK * (LDA + LDB);
  static constexpr size_t kSmem = 2 * kStageFloats * sizeof(float);
};

template <typename Traits>
__global__ void __launch_bounds__(Traits::kThreads) gemm_f16_int4_kernel(GemmInt4Params p) {
  constexpr int BM = Traits::BM, BN = Traits::BN, BK = Traits::BK, TM = Traits::TM, TN = Traits::TN;
  constexpr int LDA = Traits::LDA, LDB = Traits::LDB, NT = Traits::kThreads;
  static_assert(BK % 8 == 0 && TM % 4 == 0 && TN % 4 == 0);
  extern __shared__ float4 smem4[];
  float* smem = reinterpret_cast<float*>(smem4);
  const int bm = blockIdx.y * BM, bn = blockIdx.x * BN;
  const int tr = threadIdx.x / (BN / TN), tc = threadIdx.x % (BN / TN);

  auto load_stage = [&](int stage, int k0) {
    float* sa = smem + stage * Traits::kStageFloats;
    float* sb = sa + BK * LDA;
    for (int i = threadIdx.x; i < BM * BK / 8; i += NT) {
      const int r = i / (BK / 8), c = (i % (BK / 8)) * 8;
      union {
        uint4 v;
        half h[8];
      } u;
      u.v = make_uint4(0, 0, 0, 0);
      if (bm + r < p.m) u.v = *reinterpret_cast<const uint4*>(p.a + static_cast<size_t>(bm + r) * p.k + k0 + c);
#pragma unroll
      for (int j = 0; j < 8; ++j) sa[(c + j) * LDA + r] = __half2float(u.h[j]);
    }
    for (int i = threadIdx.x; i < BN * BK / 8; i += NT) {
      const int r = i % BN, w = i / BN;
      float vals[8] = {0, 0, 0, 0, 0, 0, 0, 0};
      if (bn + r < p.n) {
        const FragB b = dequant_u4(p.qb[static_cast<size_t>(bn + r) * (p.k / 8) + k0 / 8 + w]);
        const float s = __half2float(p.scales[static_cast<size_t>(bn + r) * (p.k / Traits::GROUP) + (k0 + w * 8) / Traits::GROUP]);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float2 f = __half22float2(b[j]);
          vals[j] = f.x * s;
          vals[j + 4] = f.y * s;
        }
      }
#pragma unroll
      for (int j = 0; j < 8; ++j) sb[(w * 8 + j) * LDB + r] = vals[j];
    }
  };

  float acc[TM][TN] = {};
  load_stage(0, 0);
  __syncthreads();
  int cur = 0;
  for (int k0 = 0; k0 < p.k; k0 += BK) {
    if (k0 + BK < p.k) load_stage(cur ^ 1, k0 + BK);
    const float* sa = smem + cur * Traits::kStageFloats;
    const float* sb = sa + BK * LDA;
#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
      alignas(16) float fa[TM];
      alignas(16) float fb[TN];
#pragma unroll
      for (int i = 0; i < TM; i += 4) *reinterpret_cast<float4*>(&fa[i]) = *reinterpret_cast<const float4*>(&sa[kk * LDA + tr * TM + i]);
#pragma unroll
      for (int j = 0; j < TN; j += 4) *reinterpret_cast<float4*>(&fb[j]) = *reinterpret_cast<const float4*>(&sb[kk * LDB + tc * TN + j]);
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
    cur ^= 1;
  }
#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int r = bm + tr * TM + i;
    if (r >= p.m) return;
#pragma unroll
    for (int j = 0; j < TN; ++j) {
      const int c = bn + tc * TN + j;
      if (c < p.n) p.c[static_cast<size_t>(r) * p.n + c] = __float2half(acc[i][j]);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// 4. sgemm 2D register tile with static double buffers and register prefetch
// ---------------------------------------------------------------------------------------------
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemm_prefetch_kernel(int M, int N, int K, float alpha, const float* __restrict__ A, const float* __restrict__ B, float beta,
                      float* __restrict__ C) {
  constexpr int NT = (BM / TM) * (BN / TN);
  __shared__ __align__(16) float As[2][BK][BM];
  __shared__ __align__(16) float Bs[2][BK][BN];
  constexpr int A4 = BM * BK / 4 / NT, B4 = BN * BK / 4 / NT;
  static_assert(A4 >= 1 && B4 >= 1);
  const int tid = threadIdx.x, tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float4 pa[A4], pb[B4];

  auto fetch = [&](int k0) {
#pragma unroll
    for (int i = 0; i < A4; ++i) {
      const int idx = tid + i * NT, r = idx / (BK / 4), c = idx % (BK / 4) * 4;
      pa[i] = row0 + r < M && k0 + c < K ? *reinterpret_cast<const float4*>(&A[size_t(row0 + r) * K + k0 + c]) : float4{0, 0, 0, 0};
    }
#pragma unroll
    for (int i = 0; i < B4; ++i) {
      const int idx = tid + i * NT, r = idx / (BN / 4), c = idx % (BN / 4) * 4;
      pb[i] = k0 + r < K && col0 + c < N ? *reinterpret_cast<const float4*>(&B[size_t(k0 + r) * N + col0 + c]) : float4{0, 0, 0, 0};
    }
  };
  auto commit = [&](int buf) {
#pragma unroll
    for (int i = 0; i < A4; ++i) {
      const int idx = tid + i * NT, r = idx / (BK / 4), c = idx % (BK / 4) * 4;
      As[buf][c + 0][r] = pa[i].x;
      As[buf][c + 1][r] = pa[i].y;
      As[buf][c + 2][r] = pa[i].z;
      As[buf][c + 3][r] = pa[i].w;
    }
#pragma unroll
    for (int i = 0; i < B4; ++i) {
      const int idx = tid + i * NT, r = idx / (BN / 4), c = idx % (BN / 4) * 4;
      reinterpret_cast<float4*>(&Bs[buf][r][c])[0] = pb[i];
    }
  };

  float acc[TM * TN] = {0.f};
  fetch(0);
  commit(0);
  __syncthreads();
  int buf = 0;
  for (int k0 = 0; k0 < K; k0 += BK, buf ^= 1) {
    const bool more = k0 + BK < K;
    if (more) fetch(k0 + BK);
#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
      float ra[TM], rb[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i) ra[i] = As[buf][kk][ty * TM + i];
#pragma unroll
      for (int j = 0; j < TN; ++j) rb[j] = Bs[buf][kk][tx * TN + j];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i * TN + j] += ra[i] * rb[j];
    }
    if (more) commit(buf ^ 1);
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i) {
    const int r = row0 + ty * TM + i;
    if (r >= M) break;
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      const int c = col0 + tx * TN + j;
      if (c >= N) continue;  // N % 4 == 0
      float4* dst = reinterpret_cast<float4*>(&C[size_t(r) * N + c]);
      float4 t = beta != 0.f ? *dst : make_float4(0.f, 0.f, 0.f, 0.f);
      t.x = alpha * acc[i * TN + j] + beta * t.x;
      t.y = alpha * acc[i * TN + j + 1] + beta * t.y;
      t.z = alpha * acc[i * TN + j + 2] + beta * t.z;
      t.w = alpha * acc[i * TN + j + 3] + beta * t.w;
      *dst = t;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// 5. wmma with dequantised int4 B tile in padded half smem and an fp32 epilogue tile
// ---------------------------------------------------------------------------------------------
template <int BM, int BN, int BK, int GROUP, int WARPS_M, int WARPS_N>
__global__ void __launch_bounds__(WARPS_M* WARPS_N * 32) wmma_int4_kernel(GemmInt4Params p) {
  using namespace nvcuda;
  constexpr int NT = WARPS_M * WARPS_N * 32;
  constexpr int LD = BK + 8;
  constexpr int LDC = BN + 4;
  constexpr int MT = BM / WARPS_M / 16, NTL = BN / WARPS_N / 16;
  extern __shared__ __align__(128) unsigned char raw[];
  half* sA = reinterpret_cast<half*>(raw);
  half* sB = sA + BM * LD;
  float* sC = reinterpret_cast<float*>(raw);  // epilogue overlaps the operand tiles

  const int warp = threadIdx.x >> 5;
  const int wm = warp / WARPS_N, wn = warp % WARPS_N;
  const int bm = blockIdx.y * BM, bn = blockIdx.x * BN;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[MT][NTL];
#pragma unroll
  for (int i = 0; i < MT; ++i)
#pragma unroll
    for (int j = 0; j < NTL; ++j) wmma::fill_fragment(acc[i][j], 0.f);

  for (int k0 = 0; k0 < p.k; k0 += BK) {
#pragma unroll 2
    for (int i = threadIdx.x; i < BM * BK / 8; i += NT) {
      const int r = i / (BK / 8), c = i % (BK / 8);
      int4 v = make_int4(0, 0, 0, 0);
      if (bm + r < p.m) v = __ldg(reinterpret_cast<const int4*>(p.a + size_t(bm + r) * p.k + k0) + c);
      *reinterpret_cast<int4*>(sA + r * LD + c * 8) = v;
    }
    for (int i = threadIdx.x; i < BN * BK / 8; i += NT) {
      const int r = i / (BK / 8), c = i % (BK / 8);
      I4 packed{};
      if (bn + r < p.n) {
        const FragB b = dequant_u4(p.qb[size_t(bn + r) * (p.k / 8) + k0 / 8 + c]);
        const half2 s = __half2half2(p.scales[size_t(bn + r) * (p.k / GROUP) + (k0 + c * 8) / GROUP]);
        half2 o[4];
        half* oh = reinterpret_cast<half*>(o);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const half2 t = __hmul2(b[j], s);
          oh[j] = __low2half(t);
          oh[j + 4] = __high2half(t);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) packed[j] = *reinterpret_cast<const int*>(&o[j]);
      }
      *reinterpret_cast<int4*>(sB + r * LD + c * 8) = make_int4(packed[0], packed[1], packed[2], packed[3]);
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[MT];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb[NTL];
#pragma unroll
      for (int i = 0; i < MT; ++i) wmma::load_matrix_sync(fa[i], sA + (wm * MT + i) * 16 * LD + kk, LD);
#pragma unroll
      for (int j = 0; j < NTL; ++j) wmma::load_matrix_sync(fb[j], sB + (wn * NTL + j) * 16 * LD + kk, LD);
#pragma unroll
      for (int i = 0; i < MT; ++i)
#pragma unroll
        for (int j = 0; j < NTL; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < MT; ++i)
#pragma unroll
    for (int j = 0; j < NTL; ++j)
      wmma::store_matrix_sync(sC + (wm * MT + i) * 16 * LDC + (wn * NTL + j) * 16, acc[i][j], LDC, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < BM * BN / 2; i += NT) {
    const int r = i / (BN / 2), c = (i % (BN / 2)) * 2;
    if (bm + r >= p.m || bn + c >= p.n) continue;  // n even
    const float2 f = *reinterpret_cast<const float2*>(sC + r * LDC + c);
    *reinterpret_cast<half2*>(p.c + size_t(bm + r) * p.n + bn + c) = __float22half2_rn(f);
  }
}

// ---------------------------------------------------------------------------------------------
template <typename T>
struct DeviceArray {
  T* d;
  size_t n;
  DeviceArray(size_t n_) : n(n_) { GPU_CHECK(cudaMalloc(&d, n * sizeof(T))); GPU_CHECK(cudaMemset(d, 0, n * sizeof(T))); }
  DeviceArray(const std::vector<T>& h) : DeviceArray(h.size()) { GPU_CHECK(cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
  ~DeviceArray() { cudaFree(d); }
  std::vector<T> get() const {
    std::vector<T> h(n);
    GPU_CHECK(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }
};

struct Problem {
  int m, n, k;
  static constexpr int kGroup = 64;
  std::vector<half> a;
  std::vector<uint32_t> q_nk, q_kn;   // row packed along K, and along N
  std::vector<half> s_nk, s_kn;
  std::vector<float> w;               // dequantised [N, K]
  Problem(int m_, int n_, int k_) : m(m_), n(n_), k(k_), a(size_t(m) * k), q_nk(size_t(n) * k / 8), q_kn(q_nk.size()),
                                    s_nk(size_t(n) * k / kGroup), s_kn(s_nk.size()), w(size_t(n) * k) {
    uint32_t s = 99;
    auto next = [&] { return s = s * 1103515245u + 12345u, (s >> 16) & 0x7fff; };
    for (auto& x : a) x = __float2half(next() / 32768.f - 0.5f);
    const int groups = k / kGroup;
    for (int j = 0; j < n; ++j)
      for (int g = 0; g < groups; ++g) s_nk[j * groups + g] = s_kn[g * n + j] = __float2half(0.01f + 0.05f * (next() / 32768.f));
    for (int j = 0; j < n; ++j)
      for (int kk = 0; kk < k; ++kk) {
        const uint32_t v = next() & 15;
        // dequant_u4 yields nibble i in .x of frag i and nibble i+4 in .y, so nibble order is natural
        q_nk[(size_t(j) * k + kk) / 8] |= v << (4 * (kk % 8));
        q_kn[(size_t(kk) * n + j) / 8] |= v << (4 * (j % 8));
        w[size_t(j) * k + kk] = (int(v) - 8) * __half2float(s_nk[j * groups + kk / kGroup]);
      }
  }
  float max_err(const std::vector<half>& c, int rows) const {
    float e = 0;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < n; ++j) {
        double r = 0;
        for (int kk = 0; kk < k; ++kk) r += __half2float(a[size_t(i) * k + kk]) * w[size_t(j) * k + kk];
        e = std::max(e, std::fabs(float(r) - __half2float(c[size_t(i) * n + j])));
      }
    return e;
  }
};

void report(const char* what, float err) { printf("%-22s max err %.5f %s\n", what, err, err < 0.05f ? "OK" : "BAD"); }

template <typename Traits>
void launch_gemm(const GemmInt4Params& p, cudaStream_t st = nullptr) {
  dim3 grid(cdiv(p.n, Traits::BN), cdiv(p.m, Traits::BM));
  GPU_CHECK(cudaFuncSetAttribute(gemm_f16_int4_kernel<Traits>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(Traits::kSmem)));
  gemm_f16_int4_kernel<Traits><<<grid, Traits::kThreads, Traits::kSmem, st>>>(p);
  GPU_CHECK(cudaGetLastError());
}

int main() {
  Problem pr(45, 136, 512);
  constexpr int G = Problem::kGroup;
  DeviceArray<half> a(pr.a), s_nk(pr.s_nk), s_kn(pr.s_kn), c(size_t(pr.m) * pr.n);
  DeviceArray<uint32_t> q_nk(pr.q_nk), q_kn(pr.q_kn);

  {
    constexpr int WARPS = 4, RPW = 2;
    GemvParams gp{a.d, q_nk.d, s_nk.d, c.d, pr.n, pr.k};
    gemv_int4_kernel<G, WARPS, RPW><<<cdiv(pr.n, WARPS * RPW), WARPS * 32, pr.k * sizeof(half)>>>(gp);
    GPU_CHECK(cudaGetLastError());
    report("gemv_int4", pr.max_err(c.get(), 1));
  }
  {
    constexpr int BN = 64, KS = 16;
    dim3 block(BN / 8, KS);
    gemv_int4_kmajor_kernel<G, BN, KS><<<cdiv(pr.n, BN), block>>>(a.d, q_kn.d, s_kn.d, c.d, pr.n, pr.k);
    GPU_CHECK(cudaGetLastError());
    report("gemv_int4_kmajor", pr.max_err(c.get(), 1));
  }
  GemmInt4Params p{a.d, q_nk.d, s_nk.d, c.d, pr.m, pr.n, pr.k};
  launch_gemm<GemmTraits<32, 64, 16, 4, 4, G>>(p);
  report("gemm_f16_int4 32x64", pr.max_err(c.get(), pr.m));
  launch_gemm<GemmTraits<64, 64, 32, 8, 4, G>>(p);
  report("gemm_f16_int4 64x64", pr.max_err(c.get(), pr.m));
  {
    constexpr int BM = 64, BN = 64, BK = 64, WM = 2, WN = 2;
    constexpr size_t kOperands = (BM + BN) * (BK + 8) * sizeof(half), kEpilogue = BM * (BN + 4) * sizeof(float);
    constexpr size_t smem = kOperands > kEpilogue ? kOperands : kEpilogue;
    dim3 grid(cdiv(pr.n, BN), cdiv(pr.m, BM));
    wmma_int4_kernel<BM, BN, BK, G, WM, WN><<<grid, WM * WN * 32, smem>>>(p);
    GPU_CHECK(cudaGetLastError());
    report("wmma_int4", pr.max_err(c.get(), pr.m));
  }
  {
    const int M = 130, N = 100, K = 76;
    std::vector<float> ha(M * K), hb(K * N);
    for (int i = 0; i < M * K; ++i) ha[i] = (i * 13 % 31) / 31.f - 0.5f;
    for (int i = 0; i < K * N; ++i) hb[i] = (i * 7 % 29) / 29.f - 0.5f;
    DeviceArray<float> da(ha), db(hb), dc(M * N);
    constexpr int BM = 64, BN = 64, BK = 16, TM = 8, TN = 4;
    dim3 grid(cdiv(N, BN), cdiv(M, BM));
    sgemm_prefetch_kernel<BM, BN, BK, TM, TN><<<grid, (BM / TM) * (BN / TN)>>>(M, N, K, 1.f, da.d, db.d, 0.f, dc.d);
    GPU_CHECK(cudaGetLastError());
    auto hc = dc.get();
    float e = 0;
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        float r = 0;
        for (int k = 0; k < K; ++k) r += ha[i * K + k] * hb[k * N + j];
        e = std::max(e, std::fabs(r - hc[i * N + j]));
      }
    report("sgemm_prefetch", e);
  }
  GPU_CHECK(cudaDeviceSynchronize());
  return 0;
}

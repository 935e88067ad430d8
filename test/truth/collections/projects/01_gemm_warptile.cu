// SGEMM / HGEMM building blocks: warp-tiled fp32, cp.async multi-stage fp32, WMMA fp16.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(expr)                                                               \
  if (cudaError_t err_ = (expr); err_ != cudaSuccess) {                                \
    std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
    std::exit(1);                                                                      \
  }
namespace gemm {
struct Problem { int M, N, K; float alpha, beta; };
// ------------------------------------------------------------------ warp-tiled SGEMM
template <int BM_, int BN_, int BK_, int WM_, int WN_, int WNIter_, int TM_, int TN_, int APad_> struct WarpTileConfig {
  static constexpr int BM = BM_, BN = BN_, BK = BK_, WM = WM_, WN = WN_, TM = TM_, TN = TN_;
  static constexpr int WNIter = WNIter_, WMIter = (WM * WN) / (32 * TM * TN * WNIter);
  static constexpr int SubM = WM / WMIter, SubN = WN / WNIter;
  static constexpr int kThreads = (BM / WM) * (BN / WN) * 32;
  static constexpr int kRowStrideA = kThreads * 4 / BK, kRowStrideB = kThreads * 4 / BN;
  static constexpr int kAPitch = BM + APad_;
  static_assert((SubM / TM) * (SubN / TN) == 32, "lane layout must cover the warp sub-tile");
  static_assert(BM % kRowStrideA == 0 && BK % kRowStrideB == 0, "loader must divide the tile");
};
template <class Cfg>
__device__ __forceinline__ void load_gmem(const float* A, const float* B, int K, int N, float* As, float* Bs) {
  const int arow = threadIdx.x / (Cfg::BK / 4), acol = threadIdx.x % (Cfg::BK / 4);
  const int brow = threadIdx.x / (Cfg::BN / 4), bcol = threadIdx.x % (Cfg::BN / 4);
#pragma unroll
  for (int off = 0; off < Cfg::BM; off += Cfg::kRowStrideA) {
    const float4 v = *reinterpret_cast<const float4*>(&A[(arow + off) * K + acol * 4]);
    As[(acol * 4 + 0) * Cfg::kAPitch + arow + off] = v.x;
    As[(acol * 4 + 1) * Cfg::kAPitch + arow + off] = v.y;
    As[(acol * 4 + 2) * Cfg::kAPitch + arow + off] = v.z;
    As[(acol * 4 + 3) * Cfg::kAPitch + arow + off] = v.w;
  }
#pragma unroll
  for (int off = 0; off < Cfg::BK; off += Cfg::kRowStrideB)
    *reinterpret_cast<float4*>(&Bs[(brow + off) * Cfg::BN + bcol * 4]) =
        *reinterpret_cast<const float4*>(&B[(brow + off) * N + bcol * 4]);
}

template <class Cfg>
__global__ void __launch_bounds__(Cfg::kThreads)
    sgemm_warptile_kernel(Problem p, const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
  __shared__ __align__(16) float As[Cfg::BK * Cfg::kAPitch];
  __shared__ __align__(16) float Bs[Cfg::BK * Cfg::BN];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int wrow = warp / (Cfg::BN / Cfg::WN), wcol = warp % (Cfg::BN / Cfg::WN);
  const int trow = lane / (Cfg::SubN / Cfg::TN), tcol = lane % (Cfg::SubN / Cfg::TN);
  A += blockIdx.y * Cfg::BM * p.K;
  B += blockIdx.x * Cfg::BN;
  C += (blockIdx.y * Cfg::BM + wrow * Cfg::WM) * p.N + blockIdx.x * Cfg::BN + wcol * Cfg::WN;
  float acc[Cfg::WMIter * Cfg::TM][Cfg::WNIter * Cfg::TN] = {};
  float ra[Cfg::WMIter * Cfg::TM], rb[Cfg::WNIter * Cfg::TN];
  for (int k0 = 0; k0 < p.K; k0 += Cfg::BK) {
    load_gmem<Cfg>(A + k0, B + k0 * p.N, p.K, p.N, As, Bs);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Cfg::BK; ++k) {
      for (int wm = 0; wm < Cfg::WMIter; ++wm)
        for (int i = 0; i < Cfg::TM; ++i)
          ra[wm * Cfg::TM + i] = As[k * Cfg::kAPitch + wrow * Cfg::WM + wm * Cfg::SubM + trow * Cfg::TM + i];
      for (int wn = 0; wn < Cfg::WNIter; ++wn)
        for (int i = 0; i < Cfg::TN; ++i)
          rb[wn * Cfg::TN + i] = Bs[k * Cfg::BN + wcol * Cfg::WN + wn * Cfg::SubN + tcol * Cfg::TN + i];
      for (int i = 0; i < Cfg::WMIter * Cfg::TM; ++i)
        for (int j = 0; j < Cfg::WNIter * Cfg::TN; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < Cfg::WMIter * Cfg::TM; ++i)
    for (int j = 0; j < Cfg::WNIter * Cfg::TN; ++j) {
      const int r = (i / Cfg::TM) * Cfg::SubM + trow * Cfg::TM + i % Cfg::TM;
      const int c = (j / Cfg::TN) * Cfg::SubN + tcol * Cfg::TN + j % Cfg::TN;
      C[r * p.N + c] = p.alpha * acc[i][j] + p.beta * C[r * p.N + c];
    }
}

// ------------------------------------------------------------ multi-stage cp.async SGEMM
template <int BM, int BN, int BK, int Stages, int PadA>
__global__ void __launch_bounds__(256)
    sgemm_pipelined_kernel(Problem p, const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
  constexpr int PA = BK + PadA, kStageA = BM * PA, kStageB = BK * BN;
  extern __shared__ __align__(16) unsigned char smem_raw[];
  float* sA = reinterpret_cast<float*>(smem_raw);
  float* sB = sA + Stages * kStageA;
  const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
  constexpr int TM = BM / 16, TN = BN / 16;
  A += blockIdx.y * BM * p.K;
  B += blockIdx.x * BN;
  auto issue = [&](int tile) {
    if (tile * BK < p.K) {
      float* a = sA + (tile % Stages) * kStageA;
      float* b = sB + (tile % Stages) * kStageB;
      for (int v = tid; v < BM * BK / 4; v += 256) {
        const int r = v / (BK / 4), c = (v % (BK / 4)) * 4;
        __pipeline_memcpy_async(&a[r * PA + c], &A[r * p.K + tile * BK + c], 16);
      }
      for (int v = tid; v < BK * BN / 4; v += 256) {
        const int r = v / (BN / 4), c = (v % (BN / 4)) * 4;
        __pipeline_memcpy_async(&b[r * BN + c], &B[(tile * BK + r) * p.N + c], 16);
      }
    }
    __pipeline_commit();
  };
  float acc[TM][TN] = {};
  for (int s = 0; s < Stages - 1; ++s) issue(s);
  for (int t = 0; t < p.K / BK; ++t) {
    __pipeline_wait_prior(Stages - 2);
    __syncthreads();
    issue(t + Stages - 1);
    const float* a = sA + (t % Stages) * kStageA;
    const float* b = sB + (t % Stages) * kStageB;
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float ra[TM];
      for (int i = 0; i < TM; ++i) ra[i] = a[(ty * TM + i) * PA + k];
      for (int j = 0; j < TN; j += 4) {
        const float4 rb = *reinterpret_cast<const float4*>(&b[k * BN + (j / 4) * 64 + tx * 4]);
        for (int i = 0; i < TM; ++i) {
          acc[i][j + 0] += ra[i] * rb.x;
          acc[i][j + 1] += ra[i] * rb.y;
          acc[i][j + 2] += ra[i] * rb.z;
          acc[i][j + 3] += ra[i] * rb.w;
        }
      }
    }
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      const int r = blockIdx.y * BM + ty * TM + i;
      const int c = blockIdx.x * BN + (j / 4) * 64 + tx * 4 + j % 4;
      C[r * p.N + c] = p.alpha * acc[i][j];
    }
}

// ------------------------------------------------------------------------- WMMA HGEMM
template <int Skew> struct WmmaTraits {
  static constexpr int BM = 64, BN = 64, BK = 32, kWarps = 4;
  static constexpr int LdA = BK + Skew, LdB = BN + Skew, LdC = BN + 4;
  static constexpr size_t kTileBytes = (BM * LdA + BK * LdB) * sizeof(half);
  static constexpr size_t kEpiBytes = BM * LdC * sizeof(float);
  static constexpr size_t kSmem = kTileBytes > kEpiBytes ? kTileBytes : kEpiBytes;
};

template <int Rows, int Cols>
__device__ __forceinline__ void copy_tile(half* dst, int ldd, const half* __restrict__ src, int lds) {
  for (int v = threadIdx.x; v < Rows * Cols / 8; v += blockDim.x) {
    const int r = v / (Cols / 8), c = (v % (Cols / 8)) * 8;
    *reinterpret_cast<int4*>(dst + r * ldd + c) = __ldg(reinterpret_cast<const int4*>(src + r * lds + c));
  }
}

template <class Tr>
__global__ void hgemm_wmma_kernel(Problem p, const half* __restrict__ A, const half* __restrict__ B,
                                  half* __restrict__ C) {
  using namespace nvcuda;
  extern __shared__ __align__(16) unsigned char smem_raw[];
  half* sA = reinterpret_cast<half*>(smem_raw);
  half* sB = sA + Tr::BM * Tr::LdA;
  float* sC = reinterpret_cast<float*>(smem_raw);
  const int tid = threadIdx.x, warp = tid / 32, wm = warp / 2, wn = warp % 2;
  const int m0 = blockIdx.y * Tr::BM, n0 = blockIdx.x * Tr::BN;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
  for (auto& row : acc)
    for (auto& f : row) wmma::fill_fragment(f, 0.f);
  for (int k0 = 0; k0 < p.K; k0 += Tr::BK) {
    copy_tile<Tr::BM, Tr::BK>(sA, Tr::LdA, A + m0 * p.K + k0, p.K);
    copy_tile<Tr::BK, Tr::BN>(sB, Tr::LdB, B + k0 * p.N + n0, p.N);
    __syncthreads();
    for (int k = 0; k < Tr::BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(fa[i], sA + (wm * 32 + i * 16) * Tr::LdA + k, Tr::LdA);
        wmma::load_matrix_sync(fb[i], sB + k * Tr::LdB + wn * 32 + i * 16, Tr::LdB);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(sC + (wm * 32 + i * 16) * Tr::LdC + wn * 32 + j * 16, acc[i][j], Tr::LdC,
                              wmma::mem_row_major);
  __syncthreads();
  for (int v = tid; v < Tr::BM * Tr::BN / 4; v += blockDim.x) {
    const int r = v / (Tr::BN / 4), c = (v % (Tr::BN / 4)) * 4;
    const float4 f = *reinterpret_cast<const float4*>(sC + r * Tr::LdC + c);
    half2* out = reinterpret_cast<half2*>(C + (m0 + r) * p.N + n0 + c);
    out[0] = __floats2half2_rn(p.alpha * f.x, p.alpha * f.y);
    out[1] = __floats2half2_rn(p.alpha * f.z, p.alpha * f.w);
  }
}

template <class Kernel, class... Args>
void launch(const char* name, Kernel kernel, dim3 grid, dim3 block, size_t smem, Args... args) {
  if (smem > 48 * 1024)
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(smem)));
  kernel<<<grid, block, smem>>>(args...);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("%-28s grid %ux%u block %u smem %zu\n", name, grid.x, grid.y, block.x, smem);
}

template <class Cfg> void run_warptile(const Problem& p, const float* A, const float* B, float* C) {
  launch("sgemm_warptile", sgemm_warptile_kernel<Cfg>, dim3(p.N / Cfg::BN, p.M / Cfg::BM), dim3(Cfg::kThreads), 0, p, A,
         B, C);
}

template <int BM, int BN, int BK, int Stages, int PadA>
void run_pipelined(const Problem& p, const float* A, const float* B, float* C) {
  constexpr size_t smem = Stages * (BM * (BK + PadA) + BK * BN) * sizeof(float);
  launch("sgemm_pipelined", sgemm_pipelined_kernel<BM, BN, BK, Stages, PadA>, dim3(p.N / BN, p.M / BM), dim3(256), smem,
         p, A, B, C);
}

template <int Skew> void run_wmma(const Problem& p, const half* A, const half* B, half* C) {
  using Tr = WmmaTraits<Skew>;
  launch("hgemm_wmma", hgemm_wmma_kernel<Tr>, dim3(p.N / Tr::BN, p.M / Tr::BM), dim3(Tr::kWarps * 32), Tr::kSmem, p, A,
         B, C);
}
}  // namespace gemm

template <class T> T* to_device(const std::vector<T>& h) {
  T* d = nullptr;
  CUDA_CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

int main() {
  constexpr int M = 256, N = 256, K = 128;
  const gemm::Problem p{M, N, K, 1.f, 0.f};
  std::vector<float> hA(M * K), hB(K * N), hC(M * N), ref(M * N, 0.f);
  std::vector<half> hAh(M * K), hBh(K * N), hCh(M * N);
  for (int i = 0; i < M * K; ++i) hAh[i] = __float2half(hA[i] = (i * 7 % 13 - 6) * 0.125f);
  for (int i = 0; i < K * N; ++i) hBh[i] = __float2half(hB[i] = (i * 5 % 11 - 5) * 0.125f);
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k)
      for (int j = 0; j < N; ++j) ref[i * N + j] += hA[i * K + k] * hB[k * N + j];
  float *dA = to_device(hA), *dB = to_device(hB), *dC = to_device(hC);
  half *dAh = to_device(hAh), *dBh = to_device(hBh), *dCh = to_device(hCh);
  double checksum = 0;
  int bad = 0;
  auto check = [&](const char* what, bool half_out) {
    double worst = 0;
    CUDA_CHECK(cudaMemcpy(hCh.data(), dCh, M * N * sizeof(half), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(hC.data(), dC, M * N * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < M * N; ++i) {
      const float v = half_out ? __half2float(hCh[i]) : hC[i];
      worst = std::fmax(worst, std::fabs(v - ref[i]));
      checksum += v;
    }
    if (worst > (half_out ? 5e-2 : 1e-3)) ++bad;
    CUDA_CHECK(cudaMemset(dC, 0, M * N * sizeof(float)));
    CUDA_CHECK(cudaMemset(dCh, 0, M * N * sizeof(half)));
    std::printf("  %s max err %.3g\n", what, worst);
  };
  gemm::run_warptile<gemm::WarpTileConfig<128, 128, 16, 64, 64, 4, 8, 4, 0>>(p, dA, dB, dC);
  check("128x128 unpadded", false);
  gemm::run_warptile<gemm::WarpTileConfig<64, 64, 16, 32, 32, 2, 4, 4, 4>>(p, dA, dB, dC);
  check("64x64 padded", false);
  gemm::run_pipelined<64, 64, 16, 2, 4>(p, dA, dB, dC);
  check("2-stage padded", false);
  gemm::run_pipelined<128, 64, 16, 3, 0>(p, dA, dB, dC);
  check("3-stage unpadded", false);
  gemm::run_wmma<8>(p, dAh, dBh, dCh);
  check("skew 8", true);
  gemm::run_wmma<0>(p, dAh, dBh, dCh);
  check("skew 0", true);
  std::printf("checksum %.6f %s\n", checksum, bad ? "FAILED" : "OK");
  return bad != 0;
}

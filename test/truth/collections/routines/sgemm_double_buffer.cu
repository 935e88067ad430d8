// Tiled SGEMM: plain shared tile, register-blocked double-buffered tile, cp.async pipelined tile.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(expr)                                                              \
  do {                                                                                \
    cudaError_t err_ = (expr);                                                        \
    if (err_ != cudaSuccess) {                                                        \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (0)

// One output element per thread, arbitrary M, N, K.
template <int TILE>
__global__ void sgemm_tile_kernel(int M, int N, int K, const float* __restrict__ A,
                                  const float* __restrict__ B, float* __restrict__ C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  float acc = 0.f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.f;
    Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) acc = fmaf(As[ty][k], Bs[k][tx], acc);
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}

// M % BM == 0, N % BN == 0, K % BK == 0.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemm_regblock_kernel(int M, int N, int K, const float* __restrict__ A,
                      const float* __restrict__ B, float* __restrict__ C) {
  constexpr int THREADS = (BM / TM) * (BN / TN);
  constexpr int A_LD = BM * BK / (4 * THREADS);
  constexpr int B_LD = BK * BN / (4 * THREADS);
  constexpr int A_F4 = BK / 4;
  constexpr int B_F4 = BN / 4;
  constexpr int PAD = 4;
  constexpr int M_STRIP = BM / (TM / 4);
  constexpr int N_STRIP = BN / (TN / 4);
  static_assert(A_LD >= 1 && B_LD >= 1, "tile too small for the block");

  __shared__ __align__(16) float As[2][BK][BM + PAD];
  __shared__ __align__(16) float Bs[2][BK][BN];

  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN);
  const int ty = tid / (BN / TN);
  const float* Ablk = A + blockIdx.y * BM * K;
  const float* Bblk = B + blockIdx.x * BN;

  float4 a_reg[A_LD], b_reg[B_LD];
  auto load_global = [&](int k0) {
#pragma unroll
    for (int i = 0; i < A_LD; ++i) {
      const int idx = tid + i * THREADS;
      a_reg[i] = *reinterpret_cast<const float4*>(Ablk + (idx / A_F4) * K + k0 + (idx % A_F4) * 4);
    }
#pragma unroll
    for (int i = 0; i < B_LD; ++i) {
      const int idx = tid + i * THREADS;
      b_reg[i] = *reinterpret_cast<const float4*>(Bblk + (k0 + idx / B_F4) * N + (idx % B_F4) * 4);
    }
  };
  auto store_shared = [&](int buf) {
#pragma unroll
    for (int i = 0; i < A_LD; ++i) {
      const int idx = tid + i * THREADS;
      const int r = idx / A_F4, c = (idx % A_F4) * 4;
      As[buf][c + 0][r] = a_reg[i].x;
      As[buf][c + 1][r] = a_reg[i].y;
      As[buf][c + 2][r] = a_reg[i].z;
      As[buf][c + 3][r] = a_reg[i].w;
    }
#pragma unroll
    for (int i = 0; i < B_LD; ++i) {
      const int idx = tid + i * THREADS;
      *reinterpret_cast<float4*>(&Bs[buf][idx / B_F4][(idx % B_F4) * 4]) = b_reg[i];
    }
  };

  float acc[TM][TN] = {};
  alignas(16) float a_frag[TM];
  float b_frag[TN];
  const int num_tiles = K / BK;
  load_global(0);
  store_shared(0);
  __syncthreads();
  int buf = 0;
  for (int t = 0; t < num_tiles; ++t) {
    const bool has_next = t + 1 < num_tiles;
    if (has_next) load_global((t + 1) * BK);
#pragma unroll
    for (int k = 0; k < BK; ++k) {
#pragma unroll
      for (int i = 0; i < TM; i += 4)
        *reinterpret_cast<float4*>(&a_frag[i]) =
            *reinterpret_cast<const float4*>(&As[buf][k][(i / 4) * M_STRIP + ty * 4]);
#pragma unroll
      for (int j = 0; j < TN; j += 4) {
        const float4 v = *reinterpret_cast<const float4*>(&Bs[buf][k][(j / 4) * N_STRIP + tx * 4]);
        b_frag[j] = v.x; b_frag[j + 1] = v.y; b_frag[j + 2] = v.z; b_frag[j + 3] = v.w;
      }
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(a_frag[i], b_frag[j], acc[i][j]);
    }
    if (has_next) {
      store_shared(buf ^ 1);
      __syncthreads();
      buf ^= 1;
    }
  }
#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int row = blockIdx.y * BM + (i / 4) * M_STRIP + ty * 4 + (i % 4);
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      const int col = blockIdx.x * BN + (j / 4) * N_STRIP + tx * 4;
      *reinterpret_cast<float4*>(C + row * N + col) =
          make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
    }
  }
}

// 64x64x16 tile, 256 threads, two-stage cp.async; N % 4 == 0 and K % 4 == 0.
constexpr int kBM = 64, kBN = 64, kBK = 16, kLdA = kBK + 4, kLdB = kBN + 4;
constexpr size_t kAsyncSmem = 2 * (kBM * kLdA + kBK * kLdB) * sizeof(float);

__global__ void __launch_bounds__(256)
sgemm_async_kernel(int M, int N, int K, const float* __restrict__ A,
                   const float* __restrict__ B, float* __restrict__ C) {
  extern __shared__ float4 smem_f4[];
  float* As = reinterpret_cast<float*>(smem_f4);
  float* Bs = As + 2 * kBM * kLdA;
  const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
  const int m0 = blockIdx.y * kBM, n0 = blockIdx.x * kBN;

  auto issue = [&](int stage, int k0) {
    const int ar = tid >> 2, ac = (tid & 3) * 4;
    const bool a_ok = m0 + ar < M && k0 + ac < K;
    __pipeline_memcpy_async(As + stage * kBM * kLdA + ar * kLdA + ac,
                            a_ok ? A + (m0 + ar) * K + k0 + ac : A, 16, a_ok ? 0 : 16);
    const int br = tid >> 4, bc = (tid & 15) * 4;
    const bool b_ok = k0 + br < K && n0 + bc < N;
    __pipeline_memcpy_async(Bs + stage * kBK * kLdB + br * kLdB + bc,
                            b_ok ? B + (k0 + br) * N + n0 + bc : B, 16, b_ok ? 0 : 16);
  };

  float acc[4][4] = {};
  const int num_tiles = (K + kBK - 1) / kBK;
  issue(0, 0);
  __pipeline_commit();
  for (int t = 0; t < num_tiles; ++t) {
    if (t + 1 < num_tiles) issue((t + 1) & 1, (t + 1) * kBK);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float* a = As + (t & 1) * kBM * kLdA + ty * 4 * kLdA;
    const float* b = Bs + (t & 1) * kBK * kLdB + tx * 4;
#pragma unroll
    for (int k = 0; k < kBK; ++k) {
      const float4 bv = *reinterpret_cast<const float4*>(b + k * kLdB);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float av = a[i * kLdA + k];
        acc[i][0] = fmaf(av, bv.x, acc[i][0]);
        acc[i][1] = fmaf(av, bv.y, acc[i][1]);
        acc[i][2] = fmaf(av, bv.z, acc[i][2]);
        acc[i][3] = fmaf(av, bv.w, acc[i][3]);
      }
    }
    __syncthreads();
  }
  const int col = n0 + tx * 4;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int row = m0 + ty * 4 + i;
    if (row < M && col < N)
      *reinterpret_cast<float4*>(C + row * N + col) =
          make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
  }
}

static int ceil_div(int a, int b) { return (a + b - 1) / b; }

template <typename Launch>
static bool run_case(const char* name, int M, int N, int K, Launch launch) {
  std::vector<float> hA(M * K), hB(K * N), hC(M * N);
  for (int i = 0; i < M * K; ++i) hA[i] = float((i * 37 + 11) % 17 - 8) * 0.125f;
  for (int i = 0; i < K * N; ++i) hB[i] = float((i * 53 + 5) % 19 - 9) * 0.125f;
  float *dA, *dB, *dC;
  CUDA_CHECK(cudaMalloc(&dA, hA.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dB, hB.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dC, hC.size() * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(dA, hA.data(), hA.size() * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dB, hB.data(), hB.size() * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(dC, 0xff, hC.size() * sizeof(float)));
  launch(M, N, K, dA, dB, dC);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(hC.data(), dC, hC.size() * sizeof(float), cudaMemcpyDeviceToHost));
  bool ok = true;
  for (int i = 0; i < M && ok; ++i)
    for (int j = 0; j < N; ++j) {
      double ref = 0;
      for (int k = 0; k < K; ++k) ref += double(hA[i * K + k]) * hB[k * N + j];
      if (!(std::fabs(ref - hC[i * N + j]) < 1e-3)) { ok = false; break; }
    }
  std::printf("%-12s %s\n", name, ok ? "ok" : "mismatch");
  cudaFree(dA); cudaFree(dB); cudaFree(dC);
  return ok;
}

int main() {
  bool ok = run_case("tile", 100, 130, 75, [](int M, int N, int K, float* A, float* B, float* C) {
    dim3 block(32, 32), grid(ceil_div(N, 32), ceil_div(M, 32));
    sgemm_tile_kernel<32><<<grid, block>>>(M, N, K, A, B, C);
  });
  ok &= run_case("regblock", 256, 384, 128, [](int M, int N, int K, float* A, float* B, float* C) {
    sgemm_regblock_kernel<128, 128, 8, 8, 8><<<dim3(N / 128, M / 128), 256>>>(M, N, K, A, B, C);
  });
  ok &= run_case("async", 200, 180, 92, [](int M, int N, int K, float* A, float* B, float* C) {
    dim3 grid(ceil_div(N, kBN), ceil_div(M, kBM));
    sgemm_async_kernel<<<grid, 256, kAsyncSmem>>>(M, N, K, A, B, C);
  });
  std::puts(ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}

// Half-precision GEMM on tensor cores; WMMA fragments come from skewed shared tiles.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace nvcuda;

#define CHECK(call)                                                          \
  {                                                                          \
    cudaError_t e = (call);                                                  \
    if (e != cudaSuccess) {                                                  \
      printf("CUDA error %s at line %d\n", cudaGetErrorString(e), __LINE__); \
      exit(1);                                                               \
    }                                                                        \
  }

#define WM 16
#define WN 16
#define WK 16
#define SKEW_HALF 8

#define BLK_M 64
#define BLK_N 64
#define BLK_K 32

// Operand tiles and the fp32 epilogue tile share the same storage.
union SmallTile {
  struct {
    half a[BLK_M][BLK_K + SKEW_HALF];
    half b[BLK_K][BLK_N + SKEW_HALF];
  } in;
  float c[BLK_M][BLK_N + 4];
};

// C(fp32) = alpha * A * B + beta * C, A and B row-major. 4 warps, each 32x32.
__global__ void __launch_bounds__(128)
hgemm_nn_kernel(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C,
                int M, int N, int K, float alpha, float beta) {
  __shared__ __align__(128) SmallTile sm;

  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int wm = (warp / 2) * 32, wn = (warp % 2) * 32;
  const int m0 = blockIdx.y * BLK_M;
  const int n0 = blockIdx.x * BLK_N;

  wmma::fragment<wmma::accumulator, WM, WN, WK, float> acc[2][2];
#pragma unroll 4
  for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], 0.0f);

  for (int k0 = 0; k0 < K; k0 += BLK_K) {
    for (int v = tid; v < BLK_M * BLK_K / 8; v += 128) {
      int r = v / (BLK_K / 8), c = (v % (BLK_K / 8)) * 8;
      *reinterpret_cast<uint4*>(&sm.in.a[r][c]) =
          *reinterpret_cast<const uint4*>(A + (size_t)(m0 + r) * K + k0 + c);
    }
    for (int v = tid; v < BLK_K * BLK_N / 8; v += 128) {
      int r = v / (BLK_N / 8), c = (v % (BLK_N / 8)) * 8;
      *reinterpret_cast<uint4*>(&sm.in.b[r][c]) =
          *reinterpret_cast<const uint4*>(B + (size_t)(k0 + r) * N + n0 + c);
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < BLK_K; kk += WK) {
      wmma::fragment<wmma::matrix_a, WM, WN, WK, half, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, WM, WN, WK, half, wmma::row_major> fb[2];
#pragma unroll
      for (int i = 0; i < 2; i++)
        wmma::load_matrix_sync(fa[i], &sm.in.a[wm + i * WM][kk], BLK_K + SKEW_HALF);
#pragma unroll
      for (int j = 0; j < 2; j++)
        wmma::load_matrix_sync(fb[j], &sm.in.b[kk][wn + j * WN], BLK_N + SKEW_HALF);
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&sm.c[wm + i * WM][wn + j * WN], acc[i][j], BLK_N + 4,
                              wmma::mem_row_major);
  __syncthreads();

  for (int v = tid; v < BLK_M * BLK_N / 4; v += 128) {
    int r = v / (BLK_N / 4), c = (v % (BLK_N / 4)) * 4;
    float4 x = *reinterpret_cast<const float4*>(&sm.c[r][c]);
    float4* dst = reinterpret_cast<float4*>(C + (size_t)(m0 + r) * N + n0 + c);
    float4 old = *dst;
    *dst = make_float4(alpha * x.x + beta * old.x, alpha * x.y + beta * old.y,
                       alpha * x.z + beta * old.z, alpha * x.w + beta * old.w);
  }
}

// Linear layer: Y(half) = relu(X * W^T + bias). X [M,K], W [N,K]. 8 warps, each 64x32.
struct LinearTile {
  static constexpr int kM = 128, kN = 128, kK = 64;
  static constexpr int kLd = kK + SKEW_HALF;
  static constexpr int kStageHalfs = (kM + kN) * kLd;
  static constexpr int kEpiLd = WN + 4;
  static constexpr size_t kBytes = 2 * kStageHalfs * sizeof(half);
};

__device__ __forceinline__ void fetch_rows(uint4 (&reg)[4], const half* __restrict__ src, int ld) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    int v = threadIdx.x + i * 256;
    reg[i] = *reinterpret_cast<const uint4*>(src + (size_t)(v >> 3) * ld + (v & 7) * 8);
  }
}

__device__ __forceinline__ void commit_rows(half* tile, const uint4 (&reg)[4]) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    int v = threadIdx.x + i * 256;
    *reinterpret_cast<uint4*>(tile + (v >> 3) * LinearTile::kLd + (v & 7) * 8) = reg[i];
  }
}

__global__ void __launch_bounds__(256)
hgemm_linear_relu_kernel(const half* __restrict__ X, const half* __restrict__ W,
                         const half* __restrict__ bias, half* __restrict__ Y, int N, int K) {
  using T = LinearTile;
  extern __shared__ __align__(128) half smem[];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const int wm = (warp >> 2) * 64, wn = (warp & 3) * 32;
  const half* Xb = X + (size_t)blockIdx.y * T::kM * K;
  const half* Wb = W + (size_t)blockIdx.x * T::kN * K;

  wmma::fragment<wmma::accumulator, WM, WN, WK, float> acc[4][2];
#pragma unroll
  for (int i = 0; i < 8; i++) wmma::fill_fragment(acc[i >> 1][i & 1], 0.f);

  uint4 rx[4], rw[4];
  fetch_rows(rx, Xb, K);
  fetch_rows(rw, Wb, K);
  commit_rows(smem, rx);
  commit_rows(smem + T::kM * T::kLd, rw);
  __syncthreads();

  const int steps = K / T::kK;
  for (int s = 0; s < steps; s++) {
    if (s + 1 < steps) {
      fetch_rows(rx, Xb + (s + 1) * T::kK, K);
      fetch_rows(rw, Wb + (s + 1) * T::kK, K);
    }
    const half* sx = smem + (s & 1) * T::kStageHalfs;
    const half* sw = sx + T::kM * T::kLd;
#pragma unroll
    for (int kk = 0; kk < T::kK; kk += WK) {
      wmma::fragment<wmma::matrix_a, WM, WN, WK, half, wmma::row_major> fx[4];
      wmma::fragment<wmma::matrix_b, WM, WN, WK, half, wmma::col_major> fw[2];
#pragma unroll
      for (int i = 0; i < 4; i++)
        wmma::load_matrix_sync(fx[i], sx + (wm + i * WM) * T::kLd + kk, T::kLd);
#pragma unroll
      for (int j = 0; j < 2; j++)
        wmma::load_matrix_sync(fw[j], sw + (wn + j * WN) * T::kLd + kk, T::kLd);
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fx[i], fw[j], acc[i][j]);
    }
    if (s + 1 < steps) {
      half* nx = smem + ((s + 1) & 1) * T::kStageHalfs;
      commit_rows(nx, rx);
      commit_rows(nx + T::kM * T::kLd, rw);
    }
    __syncthreads();
  }

  // Each warp converts its fragments through a private fp32 patch.
  float* patch = reinterpret_cast<float*>(smem) + warp * WM * T::kEpiLd;
  const int r = lane >> 1, c = (lane & 1) * 8;
#pragma unroll
  for (int i = 0; i < 4; i++) {
#pragma unroll
    for (int j = 0; j < 2; j++) {
      wmma::store_matrix_sync(patch, acc[i][j], T::kEpiLd, wmma::mem_row_major);
      __syncwarp();
      const int gm = blockIdx.y * T::kM + wm + i * WM + r;
      const int gn = blockIdx.x * T::kN + wn + j * WN + c;
      union { uint4 u; half2 h[4]; } pack, bv;
      bv.u = *reinterpret_cast<const uint4*>(bias + gn);
#pragma unroll
      for (int q = 0; q < 4; q++) {
        float2 p = *reinterpret_cast<const float2*>(patch + r * T::kEpiLd + c + 2 * q);
        float2 b = __half22float2(bv.h[q]);
        pack.h[q] = __floats2half2_rn(fmaxf(p.x + b.x, 0.f), fmaxf(p.y + b.y, 0.f));
      }
      *reinterpret_cast<uint4*>(Y + (size_t)gm * N + gn) = pack.u;
      __syncwarp();
    }
  }
}

static half* upload(const std::vector<half>& h) {
  half* d;
  CHECK(cudaMalloc(&d, h.size() * sizeof(half)));
  CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(half), cudaMemcpyHostToDevice));
  return d;
}

int main() {
  const int M = 256, N = 256, K = 192;
  std::vector<half> a(M * K), b(K * N), w(N * K), bias(N), y(M * N);
  std::vector<float> c(M * N, 1.0f), fa(M * K), fb(K * N);
  for (int i = 0; i < M * K; i++) a[i] = __float2half(fa[i] = ((i * 7) % 13 - 6) / 16.0f);
  for (int i = 0; i < K * N; i++) b[i] = __float2half(fb[i] = ((i * 5) % 11 - 5) / 16.0f);
  for (int n = 0; n < N; n++) {
    bias[n] = __float2half((n % 9 - 4) / 8.0f);
    for (int k = 0; k < K; k++) w[n * K + k] = b[k * N + n];
  }
  half *dA = upload(a), *dB = upload(b), *dW = upload(w), *dBias = upload(bias), *dY = upload(y);
  float* dC;
  CHECK(cudaMalloc(&dC, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(dC, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice));

  hgemm_nn_kernel<<<dim3(N / BLK_N, M / BLK_M), 128>>>(dA, dB, dC, M, N, K, 0.5f, 2.0f);
  CHECK(cudaGetLastError());
  CHECK(cudaFuncSetAttribute(hgemm_linear_relu_kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, (int)LinearTile::kBytes));
  hgemm_linear_relu_kernel<<<dim3(N / LinearTile::kN, M / LinearTile::kM), 256,
                             LinearTile::kBytes>>>(dA, dW, dBias, dY, N, K);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y.data(), dY, y.size() * sizeof(half), cudaMemcpyDeviceToHost));

  int bad = 0;
  for (int m = 0; m < M; m++)
    for (int n = 0; n < N; n++) {
      float ref = 0;
      for (int k = 0; k < K; k++) ref += fa[m * K + k] * fb[k * N + n];
      if (!(fabsf(0.5f * ref + 2.0f - c[m * N + n]) < 1e-2f)) bad++;
      float lin = fmaxf(ref + __half2float(bias[n]), 0.f);
      if (!(fabsf(lin - __half2float(y[m * N + n])) < 1e-2f + 2e-3f * lin)) bad++;
    }
  printf("%s\n", bad == 0 ? "OK" : "FAIL");
  cudaFree(dA); cudaFree(dB); cudaFree(dW); cudaFree(dBias); cudaFree(dY); cudaFree(dC);
  return bad != 0;
}

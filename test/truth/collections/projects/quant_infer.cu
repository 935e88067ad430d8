// quant_infer.cu -- int8 / int4 inference kernels for a small decoder layer.
// w8a8 GEMM (dp4a), w4a16 GEMV and GEMM, dynamic per-row activation quantisation.
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define CUDA_CHECK(expr)                                                                  \
  do {                                                                                    \
    cudaError_t err_ = (expr);                                                            \
    if (err_ != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s at %s:%d\n", cudaGetErrorString(err_), __FILE__, __LINE__); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

constexpr int kGroup = 32;  // int4 quantisation group along K

template <int BM_, int BN_, int BK_, int TM_, int TN_>
struct TilePolicy {
  static constexpr int BM = BM_, BN = BN_, BK = BK_, TM = TM_, TN = TN_;
  static constexpr int BK4 = BK / 4;  // packed int8x4 words
  static constexpr int TX = BN / TN, TY = BM / TM;
  static constexpr int kThreads = TX * TY;
  static_assert(BK % 4 == 0, "K tile must pack into int32");
};
using Big = TilePolicy<64, 64, 32, 4, 4>;
using Small = TilePolicy<16, 64, 64, 1, 4>;

__device__ __forceinline__ float warp_max(float v) {
  for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}
__device__ __forceinline__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  return v;
}
__host__ __device__ inline int nibble(uint32_t w, int j) { return int((w >> (4 * j)) & 0xF) - 8; }

// x[M][K] fp32 -> q[M][K] int8 with one scale per row
__global__ void quantize_rows(const float* __restrict__ x, int8_t* __restrict__ q,
                              float* __restrict__ scale, int K) {
  __shared__ float red[32];
  __shared__ float s_inv;
  const int row = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const float* xr = x + (size_t)row * K;
  float amax = 0.f;
  for (int k = threadIdx.x; k < K; k += blockDim.x) amax = fmaxf(amax, fabsf(xr[k]));
  amax = warp_max(amax);
  if (lane == 0) red[warp] = amax;
  __syncthreads();
  if (warp == 0) {
    float v = lane < (blockDim.x >> 5) ? red[lane] : 0.f;
    v = warp_max(v);
    if (lane == 0) {
      scale[row] = v / 127.f;
      s_inv = v > 0.f ? 127.f / v : 0.f;
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < K; k += blockDim.x)
    q[(size_t)row * K + k] = (int8_t)__float2int_rn(xr[k] * s_inv);
}

// C[M][N] = (A[M][K] int8) x (B[N][K] int8)^T, scaled
template <class P>
__global__ void __launch_bounds__(P::kThreads)
gemm_w8a8(const int* __restrict__ A, const int* __restrict__ B, const float* __restrict__ sa,
          const half* __restrict__ sb, float* __restrict__ C, int M, int N, int K) {
  __shared__ int As[P::BM][P::BK4 + 1];
  __shared__ int Bs[P::BN][P::BK4 + 1];
  const int tid = threadIdx.x, tx = tid % P::TX, ty = tid / P::TX;
  const int m0 = blockIdx.y * P::BM, n0 = blockIdx.x * P::BN, ld = K / 4;
  int acc[P::TM][P::TN] = {};
  for (int k0 = 0; k0 < ld; k0 += P::BK4) {
    for (int i = tid; i < P::BM * P::BK4; i += P::kThreads) {
      int r = i / P::BK4, c = i % P::BK4;
      As[r][c] = (m0 + r < M) ? A[(size_t)(m0 + r) * ld + k0 + c] : 0;
    }
    for (int i = tid; i < P::BN * P::BK4; i += P::kThreads) {
      int r = i / P::BK4, c = i % P::BK4;
      Bs[r][c] = (n0 + r < N) ? B[(size_t)(n0 + r) * ld + k0 + c] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < P::BK4; ++k) {
      int a[P::TM], b[P::TN];
#pragma unroll
      for (int i = 0; i < P::TM; ++i) a[i] = As[ty + i * P::TY][k];
#pragma unroll
      for (int j = 0; j < P::TN; ++j) b[j] = Bs[tx + j * P::TX][k];
#pragma unroll
      for (int i = 0; i < P::TM; ++i)
#pragma unroll
        for (int j = 0; j < P::TN; ++j) acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < P::TM; ++i) {
    int m = m0 + ty + i * P::TY;
    if (m >= M) continue;
#pragma unroll
    for (int j = 0; j < P::TN; ++j) {
      int n = n0 + tx + j * P::TX;
      if (n < N) C[(size_t)m * N + n] = acc[i][j] * sa[m] * __half2float(sb[n]);
    }
  }
}

// y[N] = W4[N][K] x[K]; one warp per output row, activations staged in shared memory
__global__ void gemv_w4(const uint32_t* __restrict__ W, const half* __restrict__ S,
                        const float* __restrict__ x, float* __restrict__ y, int N, int K) {
  extern __shared__ float xs[];
  for (int k = threadIdx.x; k < K; k += blockDim.x) xs[k] = x[k];
  __syncthreads();
  const int lane = threadIdx.x & 31, warps = blockDim.x >> 5;
  for (int n = blockIdx.x * warps + (threadIdx.x >> 5); n < N; n += gridDim.x * warps) {
    float sum = 0.f;
    for (int w = lane; w < K / 8; w += 32) {
      uint32_t packed = W[(size_t)n * (K / 8) + w];
      float s = __half2float(S[(size_t)n * (K / kGroup) + w * 8 / kGroup]);
      float part = 0.f;
#pragma unroll
      for (int j = 0; j < 8; ++j) part += nibble(packed, j) * xs[w * 8 + j];
      sum += s * part;
    }
    sum = warp_sum(sum);
    if (lane == 0) y[n] = sum;
  }
}

// C[M][N] = X[M][K] fp16 x dequant(W4[N][K])^T; block (32,8), tile 32x32x32, 4 rows per thread
__global__ void gemm_w4a16(const half* __restrict__ X, const uint32_t* __restrict__ W,
                           const half* __restrict__ S, float* __restrict__ C, int M, int N, int K) {
  constexpr int T = 32;
  __shared__ half Xs[T][T];
  __shared__ half Ws[T][T + 2];  // [k][n] after dequantisation
  const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 32 + tx;
  const int m0 = blockIdx.y * T, n0 = blockIdx.x * T;
  float acc[4] = {0.f, 0.f, 0.f, 0.f};
  for (int k0 = 0; k0 < K; k0 += T) {
    for (int r = ty; r < T; r += 8)
      Xs[r][tx] = (m0 + r < M) ? X[(size_t)(m0 + r) * K + k0 + tx] : __float2half(0.f);
    if (tid < T * T / 8) {  // 4 packed words per weight row
      int r = tid / 4, c = tid % 4;
      uint32_t w = 0x88888888u;
      half s = __float2half(0.f);
      if (n0 + r < N) {
        w = W[(size_t)(n0 + r) * (K / 8) + k0 / 8 + c];
        s = S[(size_t)(n0 + r) * (K / kGroup) + k0 / kGroup];
      }
      for (int j = 0; j < 8; ++j)
        Ws[c * 8 + j][r] = __float2half(nibble(w, j) * __half2float(s));
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < T; ++k) {
      float w = __half2float(Ws[k][tx]);
#pragma unroll
      for (int i = 0; i < 4; ++i) acc[i] += __half2float(Xs[ty + 8 * i][k]) * w;
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    int m = m0 + ty + 8 * i;
    if (m < M && n0 + tx < N) C[(size_t)m * N + n0 + tx] = acc[i];
  }
}

template <class T> T* upload(const std::vector<T>& h) {
  T* d = nullptr;
  CUDA_CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> std::vector<T> download(const T* d, size_t n) {
  std::vector<T> h(n);
  CUDA_CHECK(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return h;
}

int main() {
  const int M = 50, N = 200, K = 256;
  std::vector<float> x(M * K);
  std::vector<int8_t> wb(N * K);
  std::vector<half> sb(N), s4(N * K / kGroup), xh(M * K);
  std::vector<uint32_t> w4(N * K / 8);
  uint32_t rng = 12345;
  auto next = [&] { return rng = rng * 1664525u + 1013904223u; };
  for (auto& v : x) v = (int(next() >> 16) % 2001 - 1000) * 1e-3f;
  for (auto& v : wb) v = int8_t(int(next() >> 24) - 128);
  for (auto& v : sb) v = __float2half(0.002f + (next() >> 28) * 1e-4f);
  for (auto& v : s4) v = __float2half(0.01f + (next() >> 28) * 1e-3f);
  for (auto& v : w4) v = next() ^ (next() >> 16);
  for (int i = 0; i < M * K; ++i) xh[i] = __float2half(x[i]);

  float *dx = upload(x), *dsa, *dc, *dy, *dc4;
  int8_t *dwb = upload(wb), *dq = nullptr;
  half *dsb = upload(sb), *ds4 = upload(s4), *dxh = upload(xh);
  uint32_t* dw4 = upload(w4);
  CUDA_CHECK(cudaMalloc(&dsa, M * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dq, M * K));
  for (float** p : {&dc, &dc4}) CUDA_CHECK(cudaMalloc(p, M * N * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dy, N * sizeof(float)));

  quantize_rows<<<M, 128>>>(dx, dq, dsa, K);
  CUDA_CHECK(cudaGetLastError());
  gemm_w8a8<Big><<<dim3((N + 63) / 64, (M + 63) / 64), Big::kThreads>>>(
      (const int*)dq, (const int*)dwb, dsa, dsb, dc, M, N, K);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  auto q = download(dq, M * K);
  auto sa = download(dsa, M), c_big = download(dc, M * N);
  gemm_w8a8<Small><<<dim3((N + 63) / 64, (M + 15) / 16), Small::kThreads>>>(
      (const int*)dq, (const int*)dwb, dsa, dsb, dc, M, N, K);
  CUDA_CHECK(cudaGetLastError());
  gemv_w4<<<16, 128, K * sizeof(float)>>>(dw4, ds4, dx, dy, N, K);
  CUDA_CHECK(cudaGetLastError());
  gemm_w4a16<<<dim3((N + 31) / 32, (M + 31) / 32), dim3(32, 8)>>>(dxh, dw4, ds4, dc4, M, N, K);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  auto c_small = download(dc, M * N), y = download(dy, N), c4 = download(dc4, M * N);

  double e8 = 0, e4 = 0, ev = 0, sum = 0;
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n) {
      int acc = 0;
      double f = 0, fv = 0;
      for (int k = 0; k < K; ++k) {
        acc += int(q[m * K + k]) * int(wb[n * K + k]);
        double w = nibble(w4[(n * K + k) / 8], k % 8) * __half2float(s4[(n * K + k) / kGroup]);
        f += w * __half2float(xh[m * K + k]);
        fv += w * x[k];
      }
      double ref = acc * (double)sa[m] * __half2float(sb[n]);
      e8 = fmax(e8, fmax(fabs(ref - c_big[m * N + n]), fabs(ref - c_small[m * N + n])));
      e4 = fmax(e4, fabs(f - c4[m * N + n]));
      if (m == 0) ev = fmax(ev, fabs(fv - y[n]));
      sum += c_big[m * N + n] + c4[m * N + n];
    }
  std::printf("quant_infer checksum %.6f  err w8a8 %.2e  w4a16 %.2e  gemv %.2e  %s\n", sum, e8, e4, ev,
              (e8 < 1e-3 && e4 < 5e-2 && ev < 1e-3) ? "OK" : "MISMATCH");
  for (void* p : std::initializer_list<void*>{dx, dsa, dc, dc4, dy, dwb, dq, dsb, ds4, dxh, dw4}) cudaFree(p);
  return 0;
}

// Half-precision GEMMs on tensor cores through the WMMA API.
// Operands are staged in shared memory with a padded leading dimension.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace nvcuda;

#define CUDA_CHECK(expr)                                                          \
    do {                                                                          \
        cudaError_t err_ = (expr);                                                \
        if (err_ != cudaSuccess) {                                                \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,                \
                         cudaGetErrorString(err_));                               \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

template <int BM_, int BN_, int BK_, int WM_, int WN_, int PAD_>
struct GemmCfg {
    static constexpr int BM = BM_, BN = BN_, BK = BK_, WM = WM_, WN = WN_;
    static constexpr int LDA = BK + PAD_;
    static constexpr int LDB = BN + PAD_;
    static constexpr int LDBT = BK + PAD_;
    static constexpr int LDC = BN + 4;
    static constexpr int WARPS_N = BN / WN;
    static constexpr int THREADS = (BM / WM) * WARPS_N * 32;
    static constexpr int FM = WM / 16, FN = WN / 16;
};

template <int ROWS, int COLS, int LD, int THREADS>
__device__ __forceinline__ void stage_tile(half* dst, const half* __restrict__ src, int ld_src)
{
    constexpr int VEC_PER_ROW = COLS / 8;
    for (int i = threadIdx.x; i < ROWS * VEC_PER_ROW; i += THREADS) {
        const int r = i / VEC_PER_ROW;
        const int c = (i % VEC_PER_ROW) * 8;
        const uint4 v = *reinterpret_cast<const uint4*>(src + r * ld_src + c);
        *reinterpret_cast<uint4*>(dst + r * LD + c) = v;
    }
}

// C[M,N] = A[M,K] * B[K,N], everything row major
template <class Cfg>
__global__ void __launch_bounds__(Cfg::THREADS)
wmma_gemm_nn(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int N, int K)
{
    __shared__ __align__(32) half As[Cfg::BM * Cfg::LDA];
    __shared__ __align__(32) half Bs[Cfg::BK * Cfg::LDB];

    const int warp = threadIdx.x / 32;
    const int wm = (warp / Cfg::WARPS_N) * Cfg::WM;
    const int wn = (warp % Cfg::WARPS_N) * Cfg::WN;
    const int row0 = blockIdx.y * Cfg::BM;
    const int col0 = blockIdx.x * Cfg::BN;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[Cfg::FM][Cfg::FN];
    for (int i = 0; i < Cfg::FM; ++i)
        for (int j = 0; j < Cfg::FN; ++j)
            wmma::fill_fragment(acc[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += Cfg::BK) {
        stage_tile<Cfg::BM, Cfg::BK, Cfg::LDA, Cfg::THREADS>(As, A + row0 * K + k0, K);
        stage_tile<Cfg::BK, Cfg::BN, Cfg::LDB, Cfg::THREADS>(Bs, B + k0 * N + col0, N);
        __syncthreads();
        #pragma unroll
        for (int kk = 0; kk < Cfg::BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[Cfg::FM];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[Cfg::FN];
            for (int i = 0; i < Cfg::FM; ++i)
                wmma::load_matrix_sync(fa[i], &As[(wm + i * 16) * Cfg::LDA + kk], Cfg::LDA);
            for (int j = 0; j < Cfg::FN; ++j)
                wmma::load_matrix_sync(fb[j], &Bs[kk * Cfg::LDB + wn + j * 16], Cfg::LDB);
            for (int i = 0; i < Cfg::FM; ++i)
                for (int j = 0; j < Cfg::FN; ++j)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < Cfg::FM; ++i)
        for (int j = 0; j < Cfg::FN; ++j)
            wmma::store_matrix_sync(C + (row0 + wm + i * 16) * N + col0 + wn + j * 16,
                                    acc[i][j], N, wmma::mem_row_major);
}

// Linear layer: Y = relu(X * W^T + bias), W is [N,K]. The accumulators go back
// through shared memory so that the epilogue can write coalesced half2.
template <class Cfg>
__global__ void __launch_bounds__(Cfg::THREADS)
wmma_linear_bias_relu(const half* __restrict__ X, const half* __restrict__ W,
                      const float* __restrict__ bias, half2* __restrict__ Y, int N, int K)
{
    extern __shared__ __align__(128) unsigned char smem_raw[];
    half* Xs = reinterpret_cast<half*>(smem_raw);
    half* Ws = Xs + Cfg::BM * Cfg::LDA;
    float* Cs = reinterpret_cast<float*>(smem_raw);   // reused after the main loop

    const int warp = threadIdx.x / 32;
    const int wm = (warp / Cfg::WARPS_N) * Cfg::WM;
    const int wn = (warp % Cfg::WARPS_N) * Cfg::WN;
    const int row0 = blockIdx.y * Cfg::BM, col0 = blockIdx.x * Cfg::BN;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fx;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fw;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[Cfg::FM][Cfg::FN];
    for (auto& r : acc)
        for (auto& f : r) wmma::fill_fragment(f, 0.0f);

    for (int k0 = 0; k0 < K; k0 += Cfg::BK) {
        stage_tile<Cfg::BM, Cfg::BK, Cfg::LDA, Cfg::THREADS>(Xs, X + row0 * K + k0, K);
        stage_tile<Cfg::BN, Cfg::BK, Cfg::LDBT, Cfg::THREADS>(Ws, W + col0 * K + k0, K);
        __syncthreads();
        for (int kk = 0; kk < Cfg::BK; kk += 16) {
            #pragma unroll
            for (int i = 0; i < Cfg::FM; ++i) {
                wmma::load_matrix_sync(fx, Xs + (wm + i * 16) * Cfg::LDA + kk, Cfg::LDA);
                #pragma unroll
                for (int j = 0; j < Cfg::FN; ++j) {
                    wmma::load_matrix_sync(fw, Ws + (wn + j * 16) * Cfg::LDBT + kk, Cfg::LDBT);
                    wmma::mma_sync(acc[i][j], fx, fw, acc[i][j]);
                }
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < Cfg::FM; ++i)
        for (int j = 0; j < Cfg::FN; ++j)
            wmma::store_matrix_sync(Cs + (wm + i * 16) * Cfg::LDC + wn + j * 16, acc[i][j], Cfg::LDC, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < Cfg::BM * Cfg::BN / 2; i += Cfg::THREADS) {
        const int r = i / (Cfg::BN / 2);
        const int c = (i % (Cfg::BN / 2)) * 2;
        float2 v = *reinterpret_cast<const float2*>(Cs + r * Cfg::LDC + c);
        v.x = fmaxf(v.x + bias[col0 + c], 0.0f);
        v.y = fmaxf(v.y + bias[col0 + c + 1], 0.0f);
        Y[((row0 + r) * N + col0 + c) / 2] = __floats2half2_rn(v.x, v.y);
    }
}

int main()
{
    constexpr int M = 128, N = 128, K = 128;
    std::vector<half> hA(M * K), hB(K * N);
    std::vector<float> hBias(N, 0.5f), hC(M * N);
    for (int i = 0; i < M * K; ++i) hA[i] = __float2half((i % 7 - 3) * 0.25f);
    for (int i = 0; i < K * N; ++i) hB[i] = __float2half((i % 5 - 2) * 0.25f);

    half *dA, *dB; float *dC, *dBias; half2* dY;
    CUDA_CHECK(cudaMalloc(&dA, hA.size() * sizeof(half)));
    CUDA_CHECK(cudaMalloc(&dB, hB.size() * sizeof(half)));
    CUDA_CHECK(cudaMalloc(&dC, hC.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dBias, N * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dY, M * N * sizeof(half)));
    CUDA_CHECK(cudaMemcpy(dA, hA.data(), hA.size() * sizeof(half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dB, hB.data(), hB.size() * sizeof(half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dBias, hBias.data(), N * sizeof(float), cudaMemcpyHostToDevice));

    using Big = GemmCfg<64, 64, 32, 32, 32, 8>;
    using Small = GemmCfg<32, 64, 64, 16, 32, 16>;
    wmma_gemm_nn<Big><<<dim3(N / Big::BN, M / Big::BM), Big::THREADS>>>(dA, dB, dC, N, K);
    CUDA_CHECK(cudaGetLastError());
    size_t smem = (Small::BM * Small::LDA + Small::BN * Small::LDBT) * sizeof(half);
    const size_t smem_c = Small::BM * Small::LDC * sizeof(float);
    if (smem_c > smem) smem = smem_c;
    wmma_linear_bias_relu<Small><<<dim3(N / Small::BN, M / Small::BM), Small::THREADS, smem>>>(dA, dB, dBias, dY, N, K);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(hC.data(), dC, hC.size() * sizeof(float), cudaMemcpyDeviceToHost));
    float ref = 0.0f;
    for (int k = 0; k < K; ++k) ref += __half2float(hA[5 * K + k]) * __half2float(hB[k * N + 9]);
    std::printf("C[5][9] = %f (ref %f)\n", hC[5 * N + 9], ref);
    cudaFree(dA); cudaFree(dB); cudaFree(dC); cudaFree(dBias); cudaFree(dY);
    return std::fabs(ref - hC[5 * N + 9]) < 1e-2f ? 0 : 1;
}

// Register-tiled SGEMM, C = A * B, row-major, all dims multiples of the tile.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(expr)                                                        \
    do {                                                                        \
        cudaError_t err_ = (expr);                                              \
        if (err_ != cudaSuccess) {                                              \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(err_));                             \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

template <int BM, int BN, int BK, int TM, int TN>
struct TileShape {
    static constexpr int kThreadsM = BM / TM;
    static constexpr int kThreadsN = BN / TN;
    static constexpr int kThreads = kThreadsM * kThreadsN;
    static constexpr int kAVecPerRow = BK / 4;
    static constexpr int kBVecPerRow = BN / 4;
    static constexpr int kARowStride = kThreads / kAVecPerRow;
    static constexpr int kBRowStride = kThreads / kBVecPerRow;
    static_assert(kThreads % kAVecPerRow == 0, "A load must tile evenly");
    static_assert(kThreads % kBVecPerRow == 0, "B load must tile evenly");
    static_assert(BM % kARowStride == 0 || kARowStride > BM, "A rows");
    static_assert(TN % 4 == 0 && TM % 4 == 0, "vector fragments");
};

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(TileShape<BM, BN, BK, TM, TN>::kThreads)
sgemm_tiled(int M, int N, int K, float alpha, const float* __restrict__ A,
            const float* __restrict__ B, float beta, float* __restrict__ C) {
    using S = TileShape<BM, BN, BK, TM, TN>;

    __shared__ float As[BK][BM];   // stored transposed so that a column of A is contiguous
    __shared__ __align__(16) float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int threadRow = tid / S::kThreadsN;
    const int threadCol = tid % S::kThreadsN;

    const int aRow = tid / S::kAVecPerRow;
    const int aCol = (tid % S::kAVecPerRow) * 4;
    const int bRow = tid / S::kBVecPerRow;
    const int bCol = (tid % S::kBVecPerRow) * 4;

    A += (size_t)blockIdx.y * BM * K;
    B += (size_t)blockIdx.x * BN;
    C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;

    float acc[TM][TN] = {};
    float regM[TM];
    float regN[TN];

    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int off = 0; off < BM; off += S::kARowStride) {
            if (aRow + off < BM) {
                const float4 v = *reinterpret_cast<const float4*>(&A[(aRow + off) * K + aCol]);
                As[aCol + 0][aRow + off] = v.x;
                As[aCol + 1][aRow + off] = v.y;
                As[aCol + 2][aRow + off] = v.z;
                As[aCol + 3][aRow + off] = v.w;
            }
        }
#pragma unroll
        for (int off = 0; off < BK; off += S::kBRowStride) {
            if (bRow + off < BK) {
                *reinterpret_cast<float4*>(&Bs[bRow + off][bCol]) =
                    *reinterpret_cast<const float4*>(&B[(bRow + off) * N + bCol]);
            }
        }
        __syncthreads();

        A += BK;
        B += (size_t)BK * N;

#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                regM[i] = As[k][threadRow * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                regN[j] = Bs[k][threadCol * TN + j];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += regM[i] * regN[j];
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < TM; ++i) {
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            float4* dst = reinterpret_cast<float4*>(&C[(threadRow * TM + i) * N + threadCol * TN + j]);
            float4 c = *dst;
            c.x = alpha * acc[i][j + 0] + beta * c.x;
            c.y = alpha * acc[i][j + 1] + beta * c.y;
            c.z = alpha * acc[i][j + 2] + beta * c.z;
            c.w = alpha * acc[i][j + 3] + beta * c.w;
            *dst = c;
        }
    }
}

template <int BM, int BN, int BK, int TM, int TN>
static void run_sgemm(int M, int N, int K, const float* A, const float* B, float* C) {
    constexpr int threads = TileShape<BM, BN, BK, TM, TN>::kThreads;
    dim3 grid(N / BN, M / BM);
    sgemm_tiled<BM, BN, BK, TM, TN><<<grid, threads>>>(M, N, K, 1.0f, A, B, 0.0f, C);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

static bool spot_check(const std::vector<float>& a, const std::vector<float>& b,
                       const float* dC, int M, int N, int K, const char* tag) {
    std::vector<float> c((size_t)M * N);
    CUDA_CHECK(cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (int row = 0; row < M; row += 37) {
        for (int col = 0; col < N; col += 29) {
            double ref = 0.0;
            for (int k = 0; k < K; ++k) ref += (double)a[row * K + k] * b[k * N + col];
            if (std::fabs(ref - c[row * N + col]) > 1e-3 * (1.0 + std::fabs(ref))) {
                std::printf("%s: mismatch at (%d,%d): %f vs %f\n", tag, row, col, c[row * N + col], ref);
                return false;
            }
        }
    }
    std::printf("%s: ok\n", tag);
    return true;
}

int main() {
    const int M = 256, N = 256, K = 128;
    std::vector<float> hA((size_t)M * K), hB((size_t)K * N);
    for (size_t i = 0; i < hA.size(); ++i) hA[i] = (float)((int)(i % 13) - 6) * 0.25f;
    for (size_t i = 0; i < hB.size(); ++i) hB[i] = (float)((int)(i % 7) - 3) * 0.5f;

    float *dA, *dB, *dC;
    CUDA_CHECK(cudaMalloc(&dA, hA.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dB, hB.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dC, (size_t)M * N * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dA, hA.data(), hA.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dB, hB.data(), hB.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(dC, 0, (size_t)M * N * sizeof(float)));

    bool ok = true;
    run_sgemm<64, 64, 16, 4, 4>(M, N, K, dA, dB, dC);
    ok &= spot_check(hA, hB, dC, M, N, K, "64x64x16 / 4x4");
    run_sgemm<128, 128, 8, 8, 8>(M, N, K, dA, dB, dC);
    ok &= spot_check(hA, hB, dC, M, N, K, "128x128x8 / 8x8");
    run_sgemm<64, 128, 8, 4, 8>(M, N, K, dA, dB, dC);
    ok &= spot_check(hA, hB, dC, M, N, K, "64x128x8 / 4x8");

    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return ok ? 0 : 1;
}

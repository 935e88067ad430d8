// SGEMM with register blocking, vectorised loads, and a double-buffered flavour.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define CK(call) { cudaError_t err = call; if (err != cudaSuccess) { printf("CUDA error %s line %d\n", cudaGetErrorString(err), __LINE__); return 1; } }

// ---- version 1: 64x64 tile, 4x4 per thread, A stored transposed ----
template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN))
sgemmVectorize(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    const unsigned cRow = blockIdx.y;
    const unsigned cCol = blockIdx.x;
    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);

    __shared__ float As[BM * BK];
    __shared__ __align__(16) float Bs[BK * BN];

    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;

    const unsigned innerRowA = threadIdx.x / (BK / 4);
    const unsigned innerColA = threadIdx.x % (BK / 4);
    const unsigned innerRowB = threadIdx.x / (BN / 4);
    const unsigned innerColB = threadIdx.x % (BN / 4);

    float threadResults[TM * TN] = {0.0f};
    float regM[TM] = {0.0f};
    float regN[TN] = {0.0f};

    for (unsigned bkIdx = 0; bkIdx < K; bkIdx += BK) {
        float4 tmp = reinterpret_cast<float4 *>(&A[innerRowA * K + innerColA * 4])[0];
        As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
        As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
        As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
        As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
        reinterpret_cast<float4 *>(&Bs[innerRowB * BN + innerColB * 4])[0] =
            reinterpret_cast<float4 *>(&B[innerRowB * N + innerColB * 4])[0];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (unsigned dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (unsigned i = 0; i < TM; ++i) regM[i] = As[dotIdx * BM + threadRow * TM + i];
            for (unsigned i = 0; i < TN; ++i) regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            for (unsigned m = 0; m < TM; ++m)
                for (unsigned n = 0; n < TN; ++n) threadResults[m * TN + n] += regM[m] * regN[n];
        }
        __syncthreads();
    }
    for (unsigned m = 0; m < TM; m += 1)
        for (unsigned n = 0; n < TN; n += 4) {
            float4 t = reinterpret_cast<float4 *>(&C[(threadRow * TM + m) * N + threadCol * TN + n])[0];
            t.x = alpha * threadResults[m * TN + n] + beta * t.x;
            t.y = alpha * threadResults[m * TN + n + 1] + beta * t.y;
            t.z = alpha * threadResults[m * TN + n + 2] + beta * t.z;
            t.w = alpha * threadResults[m * TN + n + 3] + beta * t.w;
            reinterpret_cast<float4 *>(&C[(threadRow * TM + m) * N + threadCol * TN + n])[0] = t;
        }
}

// ---- version 2: double buffered, strided micro tile (thread owns rows ty + 16 i) ----
struct GemmCfg {
    static constexpr int kTile = 64;
    static constexpr int kDepth = 16;
    static constexpr int kThreads = 16;
    static constexpr int kMicro = kTile / kThreads;
};

template <class Cfg>
__global__ void sgemmDoubleBuffer(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                                  int N, int K)
{
    __shared__ float sA[2][Cfg::kTile][Cfg::kDepth + 1];
    __shared__ float sB[2][Cfg::kDepth][Cfg::kTile];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * Cfg::kTile, col0 = blockIdx.x * Cfg::kTile;

    auto fetch = [&](int buf, int k0) {
#pragma unroll
        for (int i = 0; i < Cfg::kMicro; ++i) {
            sA[buf][ty + i * Cfg::kThreads][tx] = A[(row0 + ty + i * Cfg::kThreads) * K + k0 + tx];
            sB[buf][ty][tx + i * Cfg::kThreads] = B[(k0 + ty) * N + col0 + tx + i * Cfg::kThreads];
        }
    };
    float acc[Cfg::kMicro][Cfg::kMicro] = {};
    fetch(0, 0);
    __syncthreads();
    int cur = 0;
    for (int k0 = 0; k0 < K; k0 += Cfg::kDepth) {
        if (k0 + Cfg::kDepth < K) fetch(cur ^ 1, k0 + Cfg::kDepth);
#pragma unroll
        for (int k = 0; k < Cfg::kDepth; ++k) {
            float a[Cfg::kMicro], b[Cfg::kMicro];
#pragma unroll
            for (int i = 0; i < Cfg::kMicro; ++i) a[i] = sA[cur][ty + i * Cfg::kThreads][k];
#pragma unroll
            for (int j = 0; j < Cfg::kMicro; ++j) b[j] = sB[cur][k][tx + j * Cfg::kThreads];
#pragma unroll
            for (int i = 0; i < Cfg::kMicro; ++i)
#pragma unroll
                for (int j = 0; j < Cfg::kMicro; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
        cur ^= 1;
    }
    for (int i = 0; i < Cfg::kMicro; ++i)
        for (int j = 0; j < Cfg::kMicro; ++j)
            C[(row0 + ty + i * Cfg::kThreads) * N + col0 + tx + j * Cfg::kThreads] = acc[i][j];
}

// ---- version 3: C = A * B^T, both row-major tiles read along rows (student version) ----
__global__ void gemmNT16(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.f;
    for (int t = 0; t < K / 16; t++) {
        a[threadIdx.y][threadIdx.x] = A[r * K + t * 16 + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(blockIdx.x * 16 + threadIdx.y) * K + t * 16 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += a[threadIdx.y][k] * b[threadIdx.x][k];
        __syncthreads();
    }
    C[r * N + c] = sum;
}

int main()
{
    const int M = 128, N = 128, K = 64;
    std::vector<float> h(M * N);
    for (size_t i = 0; i < h.size(); i++) h[i] = (float)(i % 17) * 0.25f - 1.f;
    float *A, *B, *C;
    CK(cudaMalloc(&A, M * K * sizeof(float)));
    CK(cudaMalloc(&B, K * N * sizeof(float)));
    CK(cudaMalloc(&C, M * N * sizeof(float)));
    CK(cudaMemcpy(A, h.data(), M * K * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(B, h.data(), K * N * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemset(C, 0, M * N * sizeof(float)));

    sgemmVectorize<64, 64, 16, 4, 4><<<dim3(N / 64, M / 64), 256>>>(M, N, K, 1.f, A, B, 0.f, C);
    sgemmVectorize<128, 128, 8, 8, 8><<<dim3(N / 128, M / 128), 256>>>(M, N, K, 1.f, A, B, 0.5f, C);
    CK(cudaGetLastError());
    sgemmDoubleBuffer<GemmCfg><<<dim3(N / 64, M / 64), dim3(16, 16)>>>(A, B, C, N, K);
    CK(cudaGetLastError());
    gemmNT16<<<dim3(N / 16, M / 16), dim3(16, 16)>>>(A, B, C, N, K);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    cudaFree(A); cudaFree(B); cudaFree(C);
    return 0;
}

// Register-tiled SGEMM variants. Row-major A (MxK), B (KxN), C (MxN).
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(expr)                                                                  \
    do {                                                                                  \
        cudaError_t err_ = (expr);                                                        \
        if (err_ != cudaSuccess) {                                                        \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                       \
                         cudaGetErrorString(err_));                                       \
            std::exit(EXIT_FAILURE);                                                      \
        }                                                                                 \
    } while (0)

struct GemmShape {
    int m, n, k;
};

constexpr GemmShape kShape{256, 384, 128};

constexpr int ceilDiv(int a, int b) { return (a + b - 1) / b; }

// ---------------------------------------------------------------------------------------
// 1. One thread per 4 rows of C. A is staged as it lies in memory.
// ---------------------------------------------------------------------------------------
template <int TILE, int ROWS, int PAD>
__global__ void sgemmColumnStrip(GemmShape s, float alpha, const float* __restrict__ A,
                                 const float* __restrict__ B, float beta, float* __restrict__ C)
{
    __shared__ float As[TILE][TILE + PAD];
    __shared__ float Bs[TILE][TILE + PAD];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE;
    const int col = blockIdx.x * TILE + tx;

    float acc[ROWS] = {};

    for (int k0 = 0; k0 < s.k; k0 += TILE) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const int y = ty + r * (TILE / ROWS);
            As[y][tx] = A[(row0 + y) * s.k + k0 + tx];
            Bs[y][tx] = B[(k0 + y) * s.n + col];
        }
        __syncthreads();

#pragma unroll 4
        for (int k = 0; k < TILE; ++k) {
            const float b = Bs[k][tx];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                acc[r] += As[ty + r * (TILE / ROWS)][k] * b;
        }
        __syncthreads();
    }

#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int y = row0 + ty + r * (TILE / ROWS);
        C[y * s.n + col] = alpha * acc[r] + beta * C[y * s.n + col];
    }
}

// ---------------------------------------------------------------------------------------
// 2. Classic BMxBNxBK with TMxTN per-thread tile; A is transposed on the way into shared.
// ---------------------------------------------------------------------------------------
template <int BM, int BN, int BK, int TM, int TN, int PAD_A>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemmRegTile(GemmShape s, float alpha, const float* __restrict__ A, const float* __restrict__ B,
             float beta, float* __restrict__ C)
{
    constexpr int kThreads = (BM / TM) * (BN / TN);
    constexpr int kLdA = BM + PAD_A;
    static_assert(BK % 4 == 0 && BN % 4 == 0, "vector loads need multiples of four");

    __shared__ __align__(16) float As[BK * kLdA];
    __shared__ __align__(16) float Bs[BK * BN];

    const int tid = threadIdx.x;
    const int threadCol = tid % (BN / TN);
    const int threadRow = tid / (BN / TN);

    const int aRow = tid / (BK / 4);
    const int aCol = tid % (BK / 4);
    const int bRow = tid / (BN / 4);
    const int bCol = tid % (BN / 4);
    constexpr int kStrideA = kThreads / (BK / 4);
    constexpr int kStrideB = kThreads / (BN / 4);

    A += blockIdx.y * BM * s.k;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * s.n + blockIdx.x * BN;

    float acc[TM][TN] = {};
    float regM[TM];
    float regN[TN];

    for (int k0 = 0; k0 < s.k; k0 += BK) {
#pragma unroll
        for (int off = 0; off < BM; off += kStrideA) {
            const float4 v =
                *reinterpret_cast<const float4*>(&A[(aRow + off) * s.k + k0 + aCol * 4]);
            As[(aCol * 4 + 0) * kLdA + aRow + off] = v.x;
            As[(aCol * 4 + 1) * kLdA + aRow + off] = v.y;
            As[(aCol * 4 + 2) * kLdA + aRow + off] = v.z;
            As[(aCol * 4 + 3) * kLdA + aRow + off] = v.w;
        }
#pragma unroll
        for (int off = 0; off < BK; off += kStrideB) {
            const float4 v =
                *reinterpret_cast<const float4*>(&B[(k0 + bRow + off) * s.n + bCol * 4]);
            *reinterpret_cast<float4*>(&Bs[(bRow + off) * BN + bCol * 4]) = v;
        }
        __syncthreads();

#pragma unroll 2
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                regM[i] = As[k * kLdA + threadRow * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                regN[j] = Bs[k * BN + threadCol * TN + j];
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
            float4* dst = reinterpret_cast<float4*>(
                &C[(threadRow * TM + i) * s.n + threadCol * TN + j]);
            float4 c = *dst;
            c.x = alpha * acc[i][j + 0] + beta * c.x;
            c.y = alpha * acc[i][j + 1] + beta * c.y;
            c.z = alpha * acc[i][j + 2] + beta * c.z;
            c.w = alpha * acc[i][j + 3] + beta * c.w;
            *dst = c;
        }
    }
}

// ---------------------------------------------------------------------------------------
// 3. 64x64x16, 4x4 per thread, k-loop unrolled by hand.
// ---------------------------------------------------------------------------------------
#define FMA_ROW(r, a, b)        \
    acc[r].x += (a) * (b).x;    \
    acc[r].y += (a) * (b).y;    \
    acc[r].z += (a) * (b).z;    \
    acc[r].w += (a) * (b).w

__device__ __forceinline__ void rank1(float4 (&acc)[4], const float4& a, const float4& b)
{
    FMA_ROW(0, a.x, b);
    FMA_ROW(1, a.y, b);
    FMA_ROW(2, a.z, b);
    FMA_ROW(3, a.w, b);
}

template <int PAD>
__global__ void sgemm64Manual(GemmShape s, float alpha, const float* __restrict__ A,
                              const float* __restrict__ B, float beta, float* __restrict__ C)
{
    __shared__ float4 As[16][16 + PAD];
    __shared__ float4 Bs[16][16 + PAD];

    const int tid = threadIdx.y * 16 + threadIdx.x;
    const int lrow = tid >> 2;
    const int lk = (tid & 3) << 2;
    const int brow = tid >> 4;
    const int bcol = tid & 15;

    const float* Ag = A + (blockIdx.y * 64 + lrow) * s.k + lk;
    const float* Bg = B + brow * s.n + blockIdx.x * 64 + bcol * 4;

    float4 acc[4];
    for (int i = 0; i < 4; ++i)
        acc[i] = make_float4(0.f, 0.f, 0.f, 0.f);

    for (int k0 = 0; k0 < s.k; k0 += 16) {
        const float4 av = *reinterpret_cast<const float4*>(Ag + k0);
        const float4 bv = *reinterpret_cast<const float4*>(Bg + k0 * s.n);
        reinterpret_cast<float*>(As[lk + 0])[lrow] = av.x;
        reinterpret_cast<float*>(As[lk + 1])[lrow] = av.y;
        reinterpret_cast<float*>(As[lk + 2])[lrow] = av.z;
        reinterpret_cast<float*>(As[lk + 3])[lrow] = av.w;
        Bs[brow][bcol] = bv;
        __syncthreads();

#pragma unroll 1
        for (int k = 0; k < 16; k += 4) {
            float4 a0 = As[k][threadIdx.y];
            float4 b0 = Bs[k][threadIdx.x];
            float4 a1 = As[k + 1][threadIdx.y];
            float4 b1 = Bs[k + 1][threadIdx.x];
            rank1(acc, a0, b0);
            a0 = As[k + 2][threadIdx.y];
            b0 = Bs[k + 2][threadIdx.x];
            rank1(acc, a1, b1);
            a1 = As[k + 3][threadIdx.y];
            b1 = Bs[k + 3][threadIdx.x];
            rank1(acc, a0, b0);
            rank1(acc, a1, b1);
        }
        __syncthreads();
    }

    const int row = blockIdx.y * 64 + threadIdx.y * 4;
    const int col = blockIdx.x * 64 + threadIdx.x * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4* dst = reinterpret_cast<float4*>(C + (row + i) * s.n + col);
        const float4 old = *dst;
        *dst = make_float4(alpha * acc[i].x + beta * old.x, alpha * acc[i].y + beta * old.y,
                           alpha * acc[i].z + beta * old.z, alpha * acc[i].w + beta * old.w);
    }
}

// ---------------------------------------------------------------------------------------
// 4. C = A * B^T (both K-contiguous), strided thread tile, dynamic shared memory.
// ---------------------------------------------------------------------------------------
template <int BM, int BN, int BK, int PAD>
struct NtTile {
    static constexpr int kLd = BK + PAD;
    static constexpr size_t kBytes = sizeof(float) * (BM + BN) * kLd;
    float* a;
    float* b;

    __device__ explicit NtTile(float* base) : a(base), b(base + BM * kLd) {}
    __device__ float& A(int m, int k) { return a[m * kLd + k]; }
    __device__ float& B(int n, int k) { return b[n * kLd + k]; }
};

template <int BM, int BN, int BK, int PAD>
__global__ void sgemmNt(GemmShape s, const float* __restrict__ A, const float* __restrict__ Bt,
                        float* __restrict__ C)
{
    extern __shared__ float smem[];
    NtTile<BM, BN, BK, PAD> tile(smem);

    constexpr int TX = 16;
    constexpr int TY = 16;
    const int tx = threadIdx.x % TX;
    const int ty = threadIdx.x / TX;

    float acc[BM / TY][BN / TX] = {};

    for (int k0 = 0; k0 < s.k; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += TX * TY)
            tile.A(i / BK, i % BK) = A[(blockIdx.y * BM + i / BK) * s.k + k0 + i % BK];
        for (int i = threadIdx.x; i < BN * BK; i += TX * TY)
            tile.B(i / BK, i % BK) = Bt[(blockIdx.x * BN + i / BK) * s.k + k0 + i % BK];
        __syncthreads();

#pragma unroll 4
        for (int k = 0; k < BK; ++k) {
            float bn[BN / TX];
#pragma unroll
            for (int j = 0; j < BN / TX; ++j)
                bn[j] = tile.B(tx + j * TX, k);
#pragma unroll
            for (int i = 0; i < BM / TY; ++i) {
                const float am = tile.A(ty + i * TY, k);
#pragma unroll
                for (int j = 0; j < BN / TX; ++j)
                    acc[i][j] = fmaf(am, bn[j], acc[i][j]);
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < BM / TY; ++i)
        for (int j = 0; j < BN / TX; ++j)
            C[(blockIdx.y * BM + ty + i * TY) * s.n + blockIdx.x * BN + tx + j * TX] = acc[i][j];
}

// ---------------------------------------------------------------------------------------
// 5. Warp-tiled 128x128x8: 8 warps, each 64x32; lanes split 8x4 with two 4-wide fragments.
// ---------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256)
sgemmWarpTile(GemmShape s, const float* __restrict__ A, const float* __restrict__ B,
              float* __restrict__ C)
{
    __shared__ __align__(16) float As[8][132];
    __shared__ __align__(16) float Bs[8][128];

    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int warpM = (warp / 4) * 64;
    const int warpN = (warp % 4) * 32;
    const int fragM = warpM + (lane / 4) * 4;
    const int fragN = warpN + (lane % 4) * 4;

    float acc[8][8] = {};

    for (int k0 = 0; k0 < s.k; k0 += 8) {
        const int ar = threadIdx.x / 2;
        const int ak = (threadIdx.x % 2) * 4;
        const float4 av =
            *reinterpret_cast<const float4*>(&A[(blockIdx.y * 128 + ar) * s.k + k0 + ak]);
        As[ak][ar] = av.x;
        As[ak + 1][ar] = av.y;
        As[ak + 2][ar] = av.z;
        As[ak + 3][ar] = av.w;
        *reinterpret_cast<float4*>(&Bs[warp][lane * 4]) = *reinterpret_cast<const float4*>(
            &B[(k0 + warp) * s.n + blockIdx.x * 128 + lane * 4]);
        __syncthreads();

#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float a[8];
            float b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&As[k][fragM]);
            *reinterpret_cast<float4*>(a + 4) =
                *reinterpret_cast<const float4*>(&As[k][fragM + 32]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&Bs[k][fragN]);
            *reinterpret_cast<float4*>(b + 4) =
                *reinterpret_cast<const float4*>(&Bs[k][fragN + 16]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < 8; ++i) {
        const int row = blockIdx.y * 128 + fragM + (i / 4) * 32 + i % 4;
        for (int j = 0; j < 8; ++j) {
            const int col = blockIdx.x * 128 + fragN + (j / 4) * 16 + j % 4;
            C[row * s.n + col] = acc[i][j];
        }
    }
}

int main()
{
    const size_t szA = size_t(kShape.m) * kShape.k;
    const size_t szB = size_t(kShape.k) * kShape.n;
    const size_t szC = size_t(kShape.m) * kShape.n;
    std::vector<float> hA(szA), hB(szB);
    for (size_t i = 0; i < szA; ++i) hA[i] = float(i % 13) * 0.125f - 0.5f;
    for (size_t i = 0; i < szB; ++i) hB[i] = float(i % 7) * 0.25f - 0.75f;

    float *dA, *dB, *dC;
    CUDA_CHECK(cudaMalloc(&dA, szA * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dB, szB * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dC, szC * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dA, hA.data(), szA * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dB, hB.data(), szB * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(dC, 0, szC * sizeof(float)));

    auto gridFor = [](int bm, int bn) {
        return dim3(ceilDiv(kShape.n, bn), ceilDiv(kShape.m, bm));
    };

    sgemmColumnStrip<32, 4, 0><<<gridFor(32, 32), dim3(32, 8)>>>(kShape, 1.f, dA, dB, 0.f, dC);
    CUDA_CHECK(cudaGetLastError());

    sgemmRegTile<64, 64, 16, 8, 4, 1><<<gridFor(64, 64), (64 / 8) * (64 / 4)>>>(
        kShape, 1.f, dA, dB, 0.5f, dC);
    CUDA_CHECK(cudaGetLastError());

    sgemm64Manual<1><<<gridFor(64, 64), dim3(16, 16)>>>(kShape, 1.f, dA, dB, 0.5f, dC);
    CUDA_CHECK(cudaGetLastError());

    using Nt = NtTile<64, 64, 32, 1>;
    sgemmNt<64, 64, 32, 1><<<gridFor(64, 64), 256, Nt::kBytes>>>(kShape, dA, dB, dC);
    CUDA_CHECK(cudaGetLastError());

    sgemmWarpTile<<<gridFor(128, 128), 256>>>(kShape, dA, dB, dC);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    std::vector<float> hC(szC);
    CUDA_CHECK(cudaMemcpy(hC.data(), dC, szC * sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("C[0]=%f C[last]=%f\n", hC.front(), hC.back());
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return 0;
}

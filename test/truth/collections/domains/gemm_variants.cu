// Dense matrix multiply variants: tiled, register blocked, double buffered, half, int8 (dp4a), fp64 A^T*B.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include <vector>

#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); return 1; } } while (0)

constexpr int TILE = 16;

__global__ void sgemm_tiled(int M, int N, int K, const float* A, const float* B, float* C)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.f;
        Bs[ty][tx] = (col < N && k0 + ty < K) ? B[(k0 + ty) * N + col] : 0.f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

// A tile is kept k-major so that the inner product reads are contiguous; PAD de-phases the transposing store.
template <int BM, int BN, int BK, int TM, int TN, int PAD>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemm_regblock(int M, int N, int K, const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C)
{
    constexpr int NT = (BM / TM) * (BN / TN);
    __shared__ float sA[BK][BM + PAD];
    __shared__ float sB[BK][BN];
    const int t = threadIdx.x;
    const int tr = t / (BN / TN), tc = t % (BN / TN);
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = t; i < BM * BK; i += NT) {
            const int r = i / BK, k = i % BK;
            sA[k][r] = (m0 + r < M && k0 + k < K) ? A[(m0 + r) * K + k0 + k] : 0.f;
        }
        for (int i = t; i < BK * BN; i += NT) {
            const int k = i / BN, c = i % BN;
            sB[k][c] = (n0 + c < N && k0 + k < K) ? B[(k0 + k) * N + n0 + c] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i) a[i] = sA[k][tr * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j) b[j] = sB[k][tc + j * (BN / TN)];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) {
            const int r = m0 + tr * TM + i, c = n0 + tc + j * (BN / TN);
            if (r < M && c < N) C[r * N + c] = acc[i][j];
        }
}

// 128x64 tile, 256 threads, 8x4 per thread, two stages. Requires M%128==0, N%64==0, K%8==0.
__global__ void __launch_bounds__(256)
sgemm_double_buffer(int N, int K, const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C)
{
    __shared__ __align__(16) float As[2][8][128];
    __shared__ __align__(16) float Bs[2][8][64];
    const int t = threadIdx.x, arow = t >> 1, acol = (t & 1) * 4;
    const int brow = t >> 4, bcol = (t & 15) * 4;
    const float* Ag = A + (blockIdx.y * 128 + arow) * K + acol;
    const float* Bg = B + brow * N + blockIdx.x * 64 + bcol;
    const int ty = t / 16, tx = t % 16;

    float4 ra = *reinterpret_cast<const float4*>(Ag), rb = make_float4(0, 0, 0, 0);
    if (t < 128) rb = *reinterpret_cast<const float4*>(Bg);
    auto stage = [&](int s) {
        As[s][acol + 0][arow] = ra.x;
        As[s][acol + 1][arow] = ra.y;
        As[s][acol + 2][arow] = ra.z;
        As[s][acol + 3][arow] = ra.w;
        if (t < 128) *reinterpret_cast<float4*>(&Bs[s][brow][bcol]) = rb;
    };
    stage(0);
    __syncthreads();
    float c[8][4] = {};
    int cur = 0;
    for (int k0 = 0; k0 < K; k0 += 8) {
        const bool more = k0 + 8 < K;
        if (more) {
            ra = *reinterpret_cast<const float4*>(Ag + k0 + 8);
            if (t < 128) rb = *reinterpret_cast<const float4*>(Bg + (k0 + 8) * N);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float4 a0 = *reinterpret_cast<const float4*>(&As[cur][k][ty * 8]);
            const float4 a1 = *reinterpret_cast<const float4*>(&As[cur][k][ty * 8 + 4]);
            const float4 b = *reinterpret_cast<const float4*>(&Bs[cur][k][tx * 4]);
            const float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            const float bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = fmaf(av[i], bv[j], c[i][j]);
        }
        if (more) { stage(cur ^ 1); __syncthreads(); cur ^= 1; }
    }
    for (int i = 0; i < 8; ++i)
        *reinterpret_cast<float4*>(&C[(blockIdx.y * 128 + ty * 8 + i) * N + blockIdx.x * 64 + tx * 4]) =
            make_float4(c[i][0], c[i][1], c[i][2], c[i][3]);
}

// C = A * B^T, both row major in half, fp32 accumulation
__global__ void hgemm_nt(int M, int N, int K, const __half* A, const __half* Bt, float* C)
{
    __shared__ __align__(16) __half a_tile[32][32];
    __shared__ __align__(16) __half b_tile[32][32 + 2];
    const int x = threadIdx.x, y = threadIdx.y;          // 32 x 8
    float acc[4] = {0.f, 0.f, 0.f, 0.f};
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = y; i < 32; i += 8) {
            const int r = blockIdx.y * 32 + i, c = blockIdx.x * 32 + i;
            a_tile[i][x] = r < M ? A[r * K + k0 + x] : __float2half(0.f);
            b_tile[i][x] = c < N ? Bt[c * K + k0 + x] : __float2half(0.f);
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 32; k += 2) {
            const float2 b = __half22float2(*reinterpret_cast<const __half2*>(&b_tile[x][k]));
            for (int j = 0; j < 4; ++j) {
                const float2 a = __half22float2(*reinterpret_cast<const __half2*>(&a_tile[y + 8 * j][k]));
                acc[j] += a.x * b.x + a.y * b.y;
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; ++j) {
        const int row = blockIdx.y * 32 + y + 8 * j, col = blockIdx.x * 32 + x;
        if (row < M && col < N) C[row * N + col] = acc[j];
    }
}

// int8 x int8 -> int32, both operands K-contiguous
__global__ void igemm_dp4a(int N, int K, const int8_t* A, const int8_t* Bt, int* C)
{
    __shared__ int sa[16 * 16], sb[16 * 16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, K4 = K / 4;
    const int* A4 = reinterpret_cast<const int*>(A) + (blockIdx.y * 16 + ty) * K4;
    const int* B4 = reinterpret_cast<const int*>(Bt) + (blockIdx.x * 16 + ty) * K4;
    int acc = 0;
    for (int k0 = 0; k0 < K4; k0 += 16) {
        sa[ty * 16 + tx] = A4[k0 + tx];
        sb[ty * 16 + tx] = B4[k0 + tx];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 16; ++k) acc = __dp4a(sa[ty * 16 + k], sb[tx * 16 + k], acc);
        __syncthreads();
    }
    C[(blockIdx.y * 16 + ty) * N + blockIdx.x * 16 + tx] = acc;
}

template <typename T> T* upload(size_t n, int mod)
{
    std::vector<T> h(n);
    for (size_t i = 0; i < n; ++i) h[i] = T(float(int((i * 7 + 3) % mod) - mod / 2));
    T* d; cudaMalloc(&d, n * sizeof(T));
    cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int M = 256, N = 192, K = 128;
    float *A = upload<float>(M * K, 5), *B = upload<float>(K * N, 7), *C = upload<float>(M * N, 3);
    sgemm_tiled<<<dim3((N - 5 + 15) / 16, (M - 3 + 15) / 16), dim3(TILE, TILE)>>>(M - 3, N - 5, K - 1, A, B, C);
    sgemm_regblock<64, 64, 8, 4, 4, 0><<<dim3(3, 4), 256>>>(M - 3, N, K, A, B, C);
    sgemm_regblock<64, 32, 16, 8, 2, 1><<<dim3(6, 4), 128>>>(M, N - 1, K, A, B, C);
    sgemm_double_buffer<<<dim3(N / 64, M / 128), 256>>>(N, K, A, B, C);
    CHECK(cudaGetLastError());
    __half *hA = upload<__half>(M * K, 5), *hB = upload<__half>(N * K, 7);
    hgemm_nt<<<dim3(N / 32, M / 32), dim3(32, 8)>>>(M - 7, N - 9, K, hA, hB, C);
    int8_t *qA = upload<int8_t>(M * K, 11), *qB = upload<int8_t>(N * K, 13);
    int* qC = upload<int>(M * N, 3);
    igemm_dp4a<<<dim3(N / 16, M / 16), 256>>>(N, K, qA, qB, qC);
    CHECK(cudaDeviceSynchronize());
    std::vector<float> h(M * N);
    CHECK(cudaMemcpy(h.data(), C, h.size() * 4, cudaMemcpyDeviceToHost));
    double s = 0; for (float v : h) s += v;
    std::printf("ok %.3f\n", s);
}

// Register-tiled GEMM building blocks at a few tile sizes.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_OK(call)                                                         \
    do {                                                                      \
        cudaError_t err_ = (call);                                            \
        if (err_ != cudaSuccess) {                                            \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__,                    \
                        cudaGetErrorString(err_));                            \
            return 1;                                                         \
        }                                                                     \
    } while (0)

constexpr int TILE = 16;

// ---------------------------------------------------------------------------
// Textbook version: one output per thread, fully unrolled inner product.
// ---------------------------------------------------------------------------
__global__ void sgemm_tile16(const float* __restrict__ A, const float* __restrict__ B,
                             float* __restrict__ C, int N, int K)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        As[ty][tx] = A[row * K + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE; ++k) {
            const float a = As[ty][k];
            const float b = Bs[k][tx];
            acc = fmaf(a, b, acc);
        }
        __syncthreads();
    }
    C[row * N + col] = acc;
}

// ---------------------------------------------------------------------------
// 2D register tile.  A is kept k-major in shared memory so that the micro
// kernel reads contiguous values; the global loads are 128 bit wide.
// ---------------------------------------------------------------------------
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemm_regtile(const float* __restrict__ A, const float* __restrict__ B,
              float* __restrict__ C, int N, int K)
{
    constexpr int THREADS = (BM / TM) * (BN / TN);
    static_assert(BK % 4 == 0 && BN % 4 == 0, "vector loads");
    static_assert((BM * BK / 4) % THREADS == 0 && (BK * BN / 4) % THREADS == 0, "even split");

    __shared__ __align__(16) float As[BK][BM];
    __shared__ __align__(16) float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tcol = tid % (BN / TN);
    const int trow = tid / (BN / TN);
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    float acc[TM][TN] = {};
    float ra[TM];
    float rb[TN];

    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int v = tid; v < BM * BK / 4; v += THREADS) {
            const int r = v / (BK / 4);
            const int c = (v % (BK / 4)) * 4;
            const float4 q = *reinterpret_cast<const float4*>(&A[r * K + k0 + c]);
            As[c + 0][r] = q.x;
            As[c + 1][r] = q.y;
            As[c + 2][r] = q.z;
            As[c + 3][r] = q.w;
        }
#pragma unroll
        for (int v = tid; v < BK * BN / 4; v += THREADS) {
            const int r = v / (BN / 4);
            const int c = (v % (BN / 4)) * 4;
            const float4 q = *reinterpret_cast<const float4*>(&B[(k0 + r) * N + c]);
            *reinterpret_cast<float4*>(&Bs[r][c]) = q;
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BK; ++k) {
#pragma unroll
            for (int i = 0; i < TM; ++i)
                ra[i] = As[k][trow * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                rb[j] = Bs[k][tcol * TN + j];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
            C[(trow * TM + i) * N + tcol * TN + j] = acc[i][j];
}

// ---------------------------------------------------------------------------
// C = A * B^T, 32x32 tile, 8x8 threads, outputs of a thread spread by 8.
// PITCH is a tuning knob.  The k loop has a run-time bound (ragged last slab).
// ---------------------------------------------------------------------------
template <int PITCH>
__global__ void sgemm_nt_spread(const float* __restrict__ A, const float* __restrict__ B,
                                float* __restrict__ C, int N, int K)
{
    constexpr int BK = 16;
    __shared__ float As[32][PITCH];
    __shared__ float Bs[32][PITCH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tid = ty * 8 + tx;
    const int m0 = blockIdx.y * 32;
    const int n0 = blockIdx.x * 32;

    float acc[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            acc[i][j] = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        const int kmax = min(BK, K - k0);
        for (int i = tid; i < 32 * BK; i += 64) {
            const int r = i / BK;
            const int c = i % BK;
            const bool in = c < kmax;
            As[r][c] = in ? A[(m0 + r) * K + k0 + c] : 0.0f;
            Bs[r][c] = in ? B[(n0 + r) * K + k0 + c] : 0.0f;
        }
        __syncthreads();

#pragma unroll 4
        for (int k = 0; k < kmax; ++k) {
            float a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i] = As[ty + 8 * i][k];
                b[i] = Bs[tx + 8 * i][k];
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(m0 + ty + 8 * i) * N + n0 + tx + 8 * j] = acc[i][j];
}

// ---------------------------------------------------------------------------
// Double precision, 2x2 outputs, double2 operands, k loop kept rolled.
// ---------------------------------------------------------------------------
__global__ void dgemm_2x2(const double* __restrict__ A, const double* __restrict__ B,
                          double* __restrict__ C, int N, int K)
{
    constexpr int BK = 8;
    __shared__ __align__(16) double sa[BK][32];
    __shared__ double2 sb[BK][16];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tid = ty * 16 + tx;
    const int m0 = blockIdx.y * 32;
    const int n0 = blockIdx.x * 32;

    double c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int k0 = 0; k0 < K; k0 += BK) {
        const int am = tid / BK;
        const int ak = tid % BK;
        sa[ak][am] = A[(m0 + am) * K + k0 + ak];
        if (tid < BK * 16) {
            const int bk = tid >> 4;
            const int bn = tid & 15;
            const double* src = &B[(k0 + bk) * N + n0 + 2 * bn];
            sb[bk][bn] = make_double2(src[0], src[1]);
        }
        __syncthreads();

#pragma unroll 1
        for (int k = 0; k < BK; ++k) {
            const double2 a = *reinterpret_cast<const double2*>(&sa[k][2 * ty]);
            const double2 b = sb[k][tx];
            c00 += a.x * b.x;
            c01 += a.x * b.y;
            c10 += a.y * b.x;
            c11 += a.y * b.y;
        }
        __syncthreads();
    }

    double* out = &C[(m0 + 2 * ty) * N + n0 + 2 * tx];
    out[0] = c00;
    out[1] = c01;
    out[N] = c10;
    out[N + 1] = c11;
}

template <typename T>
static T* device_matrix(int rows, int cols, int seed)
{
    std::vector<T> h(rows * cols);
    for (int i = 0; i < rows * cols; ++i)
        h[i] = T((i * 7 + seed * 13) % 17) / T(8) - T(1);
    T* d = nullptr;
    if (cudaMalloc(&d, h.size() * sizeof(T)) != cudaSuccess)
        return nullptr;
    cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int n = 128, k = 64;
    float* A = device_matrix<float>(n, k, 1);
    float* B = device_matrix<float>(n, k, 2);
    float* C = device_matrix<float>(n, n, 3);
    double* dA = device_matrix<double>(n, k, 4);
    double* dB = device_matrix<double>(n, k, 5);
    double* dC = device_matrix<double>(n, n, 6);

    sgemm_tile16<<<dim3(4, 2), dim3(16, 16)>>>(A, B, C, n, k);
    sgemm_regtile<64, 64, 8, 8, 8><<<dim3(2, 2), 64>>>(A, B, C, n, k);
    sgemm_regtile<32, 64, 16, 4, 4><<<dim3(2, 4), 128>>>(A, B, C, n, k);
    sgemm_nt_spread<16><<<dim3(2, 2), dim3(8, 8)>>>(A, B, C, n, k - 5);
    sgemm_nt_spread<17><<<dim3(2, 2), dim3(8, 8)>>>(A, B, C, n, k - 5);
    dgemm_2x2<<<dim3(4, 2), dim3(16, 16)>>>(dA, dB, dC, n, k);

    CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaGetLastError());
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    std::printf("ok\n");
    return 0;
}

// int8 x int8 -> int32 GEMM using __dp4a on packed ints.
// C[m][n] = sum_k A[m][k] * B[n][k]; both operands are K-contiguous, 4 values per int.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CK(call) \
    do { cudaError_t e = (call); if (e != cudaSuccess) { \
        printf("CUDA error %s at line %d\n", cudaGetErrorString(e), __LINE__); return 1; } } while (0)

constexpr int BM = 64;
constexpr int BN = 64;
constexpr int BK4 = 32;              // ints per tile row = 128 int8 values
constexpr int CHUNKS = BK4 / 4;      // 16-byte chunks per row
constexpr int NT = 256;

// a tile row has 8 chunks of 16 bytes; chunk c of row r lives in slot c ^ (r & 7)
__device__ __forceinline__ int swz(int row, int chunk)
{
    return row * CHUNKS + (chunk ^ (row & (CHUNKS - 1)));
}

__device__ __forceinline__ int dot16(const int4& a, const int4& b, int c)
{
    c = __dp4a(a.x, b.x, c);
    c = __dp4a(a.y, b.y, c);
    c = __dp4a(a.z, b.z, c);
    return __dp4a(a.w, b.w, c);
}

__global__ void __launch_bounds__(NT) igemm_swizzled(const int4* __restrict__ A, const int4* __restrict__ B, int* __restrict__ C, int N, int K16)
{
    __shared__ int4 sA[BM * CHUNKS];
    __shared__ int4 sB[BN * CHUNKS];
    const int tid = threadIdx.x;
    const int tx = tid & 15, ty = tid >> 4;
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    int acc[4][4] = {};

    for (int k = 0; k < K16; k += CHUNKS) {
#pragma unroll
        for (int i = tid; i < BM * CHUNKS; i += NT) {
            const int row = i / CHUNKS, ch = i % CHUNKS;
            sA[swz(row, ch)] = A[(m0 + row) * K16 + k + ch];
            sB[swz(row, ch)] = B[(n0 + row) * K16 + k + ch];
        }
        __syncthreads();

#pragma unroll
        for (int ch = 0; ch < CHUNKS; ++ch) {
            int4 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                a[i] = sA[swz(ty + 16 * i, ch)];
#pragma unroll
            for (int j = 0; j < 4; ++j)
                b[j] = sB[swz(tx + 16 * j, ch)];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = dot16(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(m0 + ty + 16 * i) * N + n0 + tx + 16 * j] = acc[i][j];
}

// Same product with K-major tiles: the load transposes, the column index is XORed with the k group.
__global__ void __launch_bounds__(NT) igemm_kmajor(const int* __restrict__ A, const int* __restrict__ B, int* __restrict__ C, int N, int K4)
{
    __shared__ __align__(16) int As[16][BM];
    __shared__ __align__(16) int Bs[16][BN];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int lrow = threadIdx.x / 4, lk = (threadIdx.x % 4) * 4;
    const int xorv = lk * 2;                 // 0, 8, 16, 24
    int acc[4][4] = {};

    for (int k0 = 0; k0 < K4; k0 += 16) {
        const int4 va = *reinterpret_cast<const int4*>(&A[(blockIdx.y * BM + lrow) * K4 + k0 + lk]);
        const int4 vb = *reinterpret_cast<const int4*>(&B[(blockIdx.x * BN + lrow) * K4 + k0 + lk]);
        As[lk + 0][lrow ^ xorv] = va.x;
        As[lk + 1][lrow ^ xorv] = va.y;
        As[lk + 2][lrow ^ xorv] = va.z;
        As[lk + 3][lrow ^ xorv] = va.w;
        Bs[lk + 0][lrow ^ xorv] = vb.x;
        Bs[lk + 1][lrow ^ xorv] = vb.y;
        Bs[lk + 2][lrow ^ xorv] = vb.z;
        Bs[lk + 3][lrow ^ xorv] = vb.w;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            const int x = (k & ~3) * 2;
            const int4 a = *reinterpret_cast<const int4*>(&As[k][(ty * 4) ^ x]);
            const int4 b = *reinterpret_cast<const int4*>(&Bs[k][(tx * 4) ^ x]);
            const int ra[4] = {a.x, a.y, a.z, a.w};
            const int rb[4] = {b.x, b.y, b.z, b.w};
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = __dp4a(ra[i], rb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) {
        int* dst = C + (blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4;
        *reinterpret_cast<int4*>(dst) = make_int4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    }
}

// per-row symmetric quantization, absmax through shared memory, bytes packed in shared memory
__global__ void quantize_rows(const float* __restrict__ src, int* __restrict__ dst, float* __restrict__ scales, int cols)
{
    extern __shared__ __align__(16) int8_t q_row[];
    __shared__ float red[NT];
    const float* row = src + blockIdx.x * cols;

    float m = 0.f;
    for (int c = threadIdx.x; c < cols; c += NT) m = fmaxf(m, fabsf(row[c]));
    red[threadIdx.x] = m;
    __syncthreads();
    for (int s = NT / 2; s >= 1; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
        __syncthreads();
    }
    const float absmax = red[0];
    const float inv = absmax > 0.f ? 127.f / absmax : 0.f;
    for (int c = threadIdx.x; c < cols; c += NT)
        q_row[c] = (int8_t)__float2int_rn(row[c] * inv);
    __syncthreads();
    const int* packed = reinterpret_cast<const int*>(q_row);
    for (int c = threadIdx.x; c < cols / 4; c += NT)
        dst[blockIdx.x * (cols / 4) + c] = packed[c];
    if (threadIdx.x == 0) scales[blockIdx.x] = absmax / 127.f;
}

int main()
{
    const int M = 128, N = 128, K = 256;
    std::vector<int8_t> a(M * K), b(N * K);
    for (int i = 0; i < M * K; ++i) a[i] = (int8_t)(i % 23 - 11);
    for (int i = 0; i < N * K; ++i) b[i] = (int8_t)(i % 19 - 9);
    std::vector<int> c1(M * N), c2(M * N);
    std::vector<float> f(32 * K);
    for (size_t i = 0; i < f.size(); ++i) f[i] = (i % 31) * 0.5f - 7.f;

    int *dA, *dB, *dC1, *dC2, *dQ;
    float *dF, *dS;
    CK(cudaMalloc(&dA, M * K)); CK(cudaMalloc(&dB, N * K));
    CK(cudaMalloc(&dC1, M * N * sizeof(int))); CK(cudaMalloc(&dC2, M * N * sizeof(int)));
    CK(cudaMalloc(&dQ, 32 * K)); CK(cudaMalloc(&dF, f.size() * sizeof(float))); CK(cudaMalloc(&dS, 32 * sizeof(float)));
    CK(cudaMemcpy(dA, a.data(), M * K, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dB, b.data(), N * K, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dF, f.data(), f.size() * sizeof(float), cudaMemcpyHostToDevice));

    const dim3 grid(N / BN, M / BM);
    igemm_swizzled<<<grid, NT>>>((const int4*)dA, (const int4*)dB, dC1, N, K / 16);
    CK(cudaGetLastError());
    igemm_kmajor<<<grid, NT>>>(dA, dB, dC2, N, K / 4);
    CK(cudaGetLastError());
    quantize_rows<<<32, NT, K>>>(dF, dQ, dS, K);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());

    CK(cudaMemcpy(c1.data(), dC1, M * N * sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(c2.data(), dC2, M * N * sizeof(int), cudaMemcpyDeviceToHost));
    int ref = 0;
    for (int k = 0; k < K; ++k) ref += a[33 * K + k] * b[71 * K + k];
    printf("ref %d  swizzled %d  kmajor %d\n", ref, c1[33 * N + 71], c2[33 * N + 71]);
    return (c1 == c2 && c1[33 * N + 71] == ref) ? 0 : 1;
}

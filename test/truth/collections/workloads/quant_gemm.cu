// Quantized linear-layer kernels: int8 dp4a GEMM, int4 group-quantized GEMV, fp16 WMMA GEMM,
// fp16 mma.sync GEMM via ldmatrix, and the dynamic per-row activation quantizer.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <vector>

#define CUDA_CHECK(expr)                                                                       \
    do {                                                                                       \
        cudaError_t err_ = (expr);                                                             \
        if (err_ != cudaSuccess) {                                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));      \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

namespace q8 {

constexpr int BM = 64;
constexpr int BN = 64;
constexpr int BK = 32;          // int8 elements
constexpr int BK4 = BK / 4;     // packed words
constexpr int TM = 4;
constexpr int TN = 4;

// C[M,N] = sA[m] * sB[n] * (A[M,K] . B[N,K]^T), both operands K-major int8.
__global__ void __launch_bounds__(256)
gemm_dp4a(const int *__restrict__ A, const int *__restrict__ B, const float *__restrict__ sA,
          const float *__restrict__ sB, float *__restrict__ C, int M, int N, int K)
{
    __shared__ int As[BM][BK4];
    __shared__ int Bs[BK4][BN + 4];

    const int tid = threadIdx.x;
    const int tx = tid % 16;
    const int ty = tid / 16;
    const int row0 = blockIdx.y * BM;
    const int col0 = blockIdx.x * BN;
    const int K4 = K / 4;

    int acc[TM][TN] = {};

    for (int k0 = 0; k0 < K4; k0 += BK4) {
#pragma unroll
        for (int i = tid; i < BM * BK4; i += 256) {
            const int r = i / BK4;
            const int c = i % BK4;
            As[r][c] = A[(row0 + r) * K4 + k0 + c];
        }
#pragma unroll
        for (int i = tid; i < BN * BK4; i += 256) {
            const int r = i / BK4;
            const int c = i % BK4;
            Bs[c][r] = B[(col0 + r) * K4 + k0 + c];
        }
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < BK4; ++kk) {
            int a[TM];
            int b[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i)
                a[i] = As[ty * TM + i][kk];
#pragma unroll
            for (int j = 0; j < TN; ++j)
                b[j] = Bs[kk][tx + j * 16];
#pragma unroll
            for (int i = 0; i < TM; ++i) {
#pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const int r = row0 + ty * TM + i;
#pragma unroll
        for (int j = 0; j < TN; ++j) {
            const int c = col0 + tx + j * 16;
            if (r < M && c < N)
                C[r * N + c] = static_cast<float>(acc[i][j]) * sA[r] * sB[c];
        }
    }
}

// One block per row: absmax reduction, then int8 packing.
template <int THREADS>
__global__ void quantize_rows(const float *__restrict__ X, int8_t *__restrict__ Q,
                              float *__restrict__ scale, int K)
{
    __shared__ float red[THREADS];
    extern __shared__ float rowbuf[];

    const int tid = threadIdx.x;
    const float *x = X + static_cast<size_t>(blockIdx.x) * K;
    float amax = 0.f;
    for (int k = tid; k < K; k += THREADS) {
        const float v = x[k];
        rowbuf[k] = v;
        amax = fmaxf(amax, fabsf(v));
    }
    red[tid] = amax;
    __syncthreads();
#pragma unroll
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (tid < s)
            red[tid] = fmaxf(red[tid], red[tid + s]);
        __syncthreads();
    }
    const float m = fmaxf(red[0], 1e-8f);
    const float inv = 127.f / m;
    if (tid == 0)
        scale[blockIdx.x] = m / 127.f;
    char4 *q = reinterpret_cast<char4 *>(Q + static_cast<size_t>(blockIdx.x) * K);
    for (int k = tid; k < K / 4; k += THREADS) {
        const float v0 = rowbuf[4 * k + 0] * inv;
        const float v1 = rowbuf[4 * k + 1] * inv;
        const float v2 = rowbuf[4 * k + 2] * inv;
        const float v3 = rowbuf[4 * k + 3] * inv;
        q[k] = make_char4((signed char)__float2int_rn(v0), (signed char)__float2int_rn(v1),
                          (signed char)__float2int_rn(v2), (signed char)__float2int_rn(v3));
    }
}

} // namespace q8

namespace q4 {

constexpr int GROUP = 128;
constexpr int WARPS = 4;
constexpr int KMAX = 1024;

// y[n] = sum_k dequant(W[n,k]) * x[k]; 8 nibbles per word, one warp per output row.
__global__ void __launch_bounds__(WARPS * 32)
gemv_int4(const uint32_t *__restrict__ W, const half *__restrict__ scales,
          const half *__restrict__ x, float *__restrict__ y, int N, int K)
{
    __shared__ __align__(16) half xs[KMAX];

    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const uint4 *xg = reinterpret_cast<const uint4 *>(x);
    for (int i = threadIdx.x; i < K / 8; i += blockDim.x)
        reinterpret_cast<uint4 *>(xs)[i] = xg[i];
    __syncthreads();

    const int n = blockIdx.x * WARPS + warp;
    if (n >= N)
        return;
    const uint32_t *w = W + static_cast<size_t>(n) * (K / 8);
    const half *sc = scales + n * (K / GROUP);
    float acc = 0.f;
    for (int i = lane; i < K / 8; i += 32) {
        const uint32_t packed = w[i];
        const float s = __half2float(sc[i * 8 / GROUP]);
        float part = 0.f;
#pragma unroll
        for (int j = 0; j < 8; j += 2) {
            const half2 xv = *reinterpret_cast<const half2 *>(&xs[i * 8 + j]);
            const float2 xf = __half22float2(xv);
            const int lo = static_cast<int>((packed >> (4 * j)) & 0xF) - 8;
            const int hi = static_cast<int>((packed >> (4 * j + 4)) & 0xF) - 8;
            part += xf.x * lo + xf.y * hi;
        }
        acc += s * part;
    }
#pragma unroll
    for (int off = 16; off > 0; off >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, off);
    if (lane == 0)
        y[n] = acc;
}

} // namespace q4

namespace f16 {

using namespace nvcuda;

constexpr int TILE_M = 64;
constexpr int TILE_N = 64;
constexpr int TILE_K = 32;
constexpr int SKEW = 8;
constexpr int LDA = TILE_K + SKEW;
constexpr int LDB = TILE_N + SKEW;
constexpr int LDC = TILE_N + 4;

// int8 weights dequantized on the way into shared, fp16 WMMA, fp32 epilogue through shared.
__global__ void __launch_bounds__(128)
gemm_w8a16_wmma(const half *__restrict__ A, const int8_t *__restrict__ B,
                const float *__restrict__ bscale, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(32) half sA[TILE_M * LDA];
    __shared__ __align__(32) half sB[TILE_K * LDB];
    __shared__ __align__(32) float sC[TILE_M * LDC];

    const int tid = threadIdx.x;
    const int warp = tid / 32;
    const int wm = (warp / 2) * 32;
    const int wn = (warp % 2) * 32;
    const int m0 = blockIdx.y * TILE_M;
    const int n0 = blockIdx.x * TILE_N;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::fill_fragment(acc[i][j], 0.f);

    for (int k0 = 0; k0 < K; k0 += TILE_K) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int idx = tid + i * 128;
            const int r = idx / 4;
            const int c = (idx % 4) * 8;
            const uint4 v = *reinterpret_cast<const uint4 *>(&A[(m0 + r) * K + k0 + c]);
            *reinterpret_cast<uint4 *>(&sA[r * LDA + c]) = v;
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int idx = tid + i * 128;
            const int r = idx / 16;
            const int c = (idx % 16) * 4;
            const char4 q = *reinterpret_cast<const char4 *>(&B[(k0 + r) * N + n0 + c]);
            half2 *dst = reinterpret_cast<half2 *>(&sB[r * LDB + c]);
            dst[0] = __floats2half2_rn(q.x, q.y);
            dst[1] = __floats2half2_rn(q.z, q.w);
        }
        __syncthreads();

#pragma unroll
        for (int kk = 0; kk < TILE_K; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(fa[i], &sA[(wm + i * 16) * LDA + kk], LDA);
                wmma::load_matrix_sync(fb[i], &sB[kk * LDB + wn + i * 16], LDB);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j)
                    wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(&sC[(wm + i * 16) * LDC + wn + j * 16], acc[i][j], LDC,
                                    wmma::mem_row_major);
    __syncthreads();
    for (int i = tid; i < TILE_M * TILE_N; i += 128) {
        const int r = i / TILE_N;
        const int c = i % TILE_N;
        C[(m0 + r) * N + n0 + c] = sC[r * LDC + c] * bscale[n0 + c];
    }
}

__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], const half *p)
{
    const uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(p));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(addr));
}

__device__ __forceinline__ void mma_16816(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                          uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// A row-major [M,K], B stored [N,K]; block tile 64x32, each warp owns 16 rows.
__global__ void __launch_bounds__(128)
gemm_mma_ldsm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C,
              int M, int N, int K)
{
    constexpr int KT = 64;
    __shared__ __align__(16) half As[64][KT];
    __shared__ __align__(16) half Bs[32][KT + 8];

    const int tid = threadIdx.x;
    const int lane = tid % 32;
    const int warp = tid / 32;
    const int m0 = blockIdx.y * 64;
    const int n0 = blockIdx.x * 32;
    float acc[4][4] = {};

    for (int k0 = 0; k0 < K; k0 += KT) {
        for (int i = tid; i < 64 * KT / 8; i += 128) {
            const int r = i / (KT / 8);
            const int c = i % (KT / 8) * 8;
            *reinterpret_cast<uint4 *>(&As[r][c]) =
                *reinterpret_cast<const uint4 *>(&A[(m0 + r) * K + k0 + c]);
        }
        for (int i = tid; i < 32 * KT / 8; i += 128) {
            const int r = i / (KT / 8);
            const int c = i % (KT / 8) * 8;
            *reinterpret_cast<uint4 *>(&Bs[r][c]) =
                *reinterpret_cast<const uint4 *>(&B[(n0 + r) * K + k0 + c]);
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < KT; kk += 16) {
            uint32_t a[4];
            ldmatrix_x4(a, &As[warp * 16 + lane % 16][kk + (lane / 16) * 8]);
#pragma unroll
            for (int nn = 0; nn < 32; nn += 16) {
                uint32_t b[4];
                ldmatrix_x4(b, &Bs[nn + (lane / 16) * 8 + lane % 8][kk + ((lane / 8) & 1) * 8]);
                mma_16816(acc[nn / 8], a, b[0], b[1]);
                mma_16816(acc[nn / 8 + 1], a, b[2], b[3]);
            }
        }
        __syncthreads();
    }

    const int r = m0 + warp * 16 + lane / 4;
#pragma unroll
    for (int t = 0; t < 4; ++t) {
        const int c = n0 + t * 8 + (lane % 4) * 2;
        if (r + 8 < M && c < N) {
            *reinterpret_cast<float2 *>(&C[r * N + c]) = make_float2(acc[t][0], acc[t][1]);
            *reinterpret_cast<float2 *>(&C[(r + 8) * N + c]) = make_float2(acc[t][2], acc[t][3]);
        }
    }
}

} // namespace f16

int main()
{
    constexpr int M = 128, N = 256, K = 512;
    float *x, *sa, *sb, *c;
    int8_t *qa, *qb;
    half *ha, *hb, *gs;
    uint32_t *w4;
    const auto alloc = [](auto *&p, size_t count) {
        CUDA_CHECK(cudaMalloc(&p, count * sizeof(*p)));
    };
    alloc(x, M * K), alloc(c, M * N);
    alloc(sa, M), alloc(sb, N);
    alloc(qa, M * K), alloc(qb, N * K);
    alloc(ha, M * K), alloc(hb, N * K);
    alloc(gs, N * (K / q4::GROUP)), alloc(w4, N * K / 8);

    std::vector<float> hx(M * K), hs(N, 0.01f);
    for (int i = 0; i < M * K; ++i)
        hx[i] = static_cast<float>((i * 37) % 201 - 100) * 0.01f;
    std::vector<half> hh(N * K);
    for (int i = 0; i < N * K; ++i)
        hh[i] = __float2half(hx[i % (M * K)]);
    CUDA_CHECK(cudaMemcpy(x, hx.data(), M * K * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(sb, hs.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(ha, hh.data(), M * K * sizeof(half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(hb, hh.data(), N * K * sizeof(half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(qb, 3, N * K));
    CUDA_CHECK(cudaMemset(w4, 0x5a, N * K / 2));
    CUDA_CHECK(cudaMemset(gs, 0x2c, N * (K / q4::GROUP) * sizeof(half)));

    q8::quantize_rows<128><<<M, 128, K * sizeof(float)>>>(x, qa, sa, K);
    CUDA_CHECK(cudaGetLastError());
    q8::gemm_dp4a<<<dim3(N / q8::BN, M / q8::BM), 256>>>(
        reinterpret_cast<int *>(qa), reinterpret_cast<int *>(qb), sa, sb, c, M, N, K);
    CUDA_CHECK(cudaGetLastError());
    q4::gemv_int4<<<N / q4::WARPS, q4::WARPS * 32>>>(w4, gs, ha, c, N, K);
    CUDA_CHECK(cudaGetLastError());
    f16::gemm_w8a16_wmma<<<dim3(N / f16::TILE_N, M / f16::TILE_M), 128>>>(ha, qb, sb, c, M, N, K);
    CUDA_CHECK(cudaGetLastError());
    f16::gemm_mma_ldsm<<<dim3(N / 32, M / 64), 128>>>(ha, hb, c, M, N, K);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    std::vector<float> hc(M * N);
    CUDA_CHECK(cudaMemcpy(hc.data(), c, M * N * sizeof(float), cudaMemcpyDeviceToHost));
    printf("c[0]=%g c[last]=%g\n", hc[0], hc[M * N - 1]);
    for (void *p : {(void *)x, (void *)sa, (void *)sb, (void *)c, (void *)qa, (void *)qb, (void *)ha,
                    (void *)hb, (void *)gs, (void *)w4})
        cudaFree(p);
    return 0;
}

// Tensor-core tiles: ldmatrix + mma.sync by inline PTX, and wmma from shared tiles.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

// ---------------------------------------------------------------------------
// Layout policies for a tile of 64 x 64 halves (rows of eight 16-byte chunks).
// ---------------------------------------------------------------------------
struct LayoutRowMajor {
    static constexpr int kRowHalves = 64;
    __device__ static int offset(int row, int chunk) { return row * kRowHalves + chunk * 8; }
};

struct LayoutXor128B {
    static constexpr int kRowHalves = 64;
    __device__ static int offset(int row, int chunk)
    {
        return row * kRowHalves + ((chunk ^ (row & 7)) * 8);
    }
};

__device__ __forceinline__ void ldsm_x4(uint32_t (&r)[4], const __half* p)
{
    const uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(p));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(addr));
}

__device__ __forceinline__ void mma_16816(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// C[64 x 64] = A[64 x K] * B[64 x K]^T for each block
template <class Layout>
__global__ void __launch_bounds__(128)
hgemm_nt_tile(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int K)
{
    __shared__ alignas(128) __half sA[64 * Layout::kRowHalves];
    __shared__ alignas(128) __half sB[64 * Layout::kRowHalves];

    const int tid = threadIdx.x;
    const int warp = tid / 32;
    const int lane = tid % 32;
    const __half* gA = A + (size_t)blockIdx.x * 64 * K;
    const __half* gB = B + (size_t)blockIdx.x * 64 * K;

    float acc[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int i = tid; i < 64 * 8; i += 128) {
            const int row = i / 8, chunk = i % 8;
            __pipeline_memcpy_async(&sA[Layout::offset(row, chunk)], gA + row * K + k0 + chunk * 8, 16);
            __pipeline_memcpy_async(&sB[Layout::offset(row, chunk)], gB + row * K + k0 + chunk * 8, 16);
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();

#pragma unroll
        for (int ks = 0; ks < 4; ++ks) {
            uint32_t a[4];
            ldsm_x4(a, &sA[Layout::offset(warp * 16 + (lane & 15), ks * 2 + (lane >> 4))]);
#pragma unroll
            for (int nt = 0; nt < 4; ++nt) {
                const int n = nt * 16 + (lane & 7) + ((lane >> 4) << 3);
                uint32_t b[4];
                ldsm_x4(b, &sB[Layout::offset(n, ks * 2 + ((lane >> 3) & 1))]);
                mma_16816(acc[2 * nt + 0], a, b[0], b[1]);
                mma_16816(acc[2 * nt + 1], a, b[2], b[3]);
            }
        }
        __syncthreads();
    }

    float* gC = C + (size_t)blockIdx.x * 64 * 64;
    const int r = warp * 16 + lane / 4;
    const int c = (lane % 4) * 2;
    for (int nt = 0; nt < 8; ++nt) {
        *reinterpret_cast<float2*>(&gC[r * 64 + nt * 8 + c]) = make_float2(acc[nt][0], acc[nt][1]);
        *reinterpret_cast<float2*>(&gC[(r + 8) * 64 + nt * 8 + c]) = make_float2(acc[nt][2], acc[nt][3]);
    }
}

// ---------------------------------------------------------------------------
// bf16 wmma with padded operand tiles and a bias + relu epilogue through shared.
// ---------------------------------------------------------------------------
#define WM_M 32
#define WM_N 32
#define WM_K 32
#define LD_A (WM_K + 8)
#define LD_B (WM_N + 8)
#define LD_C (WM_N + 4)

__global__ void linear_relu_wmma_bf16(const __nv_bfloat16* __restrict__ X,
                                      const __nv_bfloat16* __restrict__ W,
                                      const float* __restrict__ bias,
                                      __nv_bfloat16* __restrict__ Y, int K)
{
    extern __shared__ __align__(128) char smem[];
    __nv_bfloat16* sX = reinterpret_cast<__nv_bfloat16*>(smem);
    __nv_bfloat16* sW = sX + WM_M * LD_A;
    float* sC = reinterpret_cast<float*>(smem); // aliases the operands

    const int tid = threadIdx.x;
    const int wm = (tid / 32) / 2;
    const int wn = (tid / 32) % 2;
    X += (size_t)blockIdx.x * WM_M * K;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);

    for (int k0 = 0; k0 < K; k0 += WM_K) {
        const int row = tid / 4;
        const int col = (tid % 4) * 8;
        *reinterpret_cast<uint4*>(&sX[row * LD_A + col]) =
            *reinterpret_cast<const uint4*>(&X[row * K + k0 + col]);
        *reinterpret_cast<uint4*>(&sW[row * LD_B + col]) =
            *reinterpret_cast<const uint4*>(&W[(k0 + row) * WM_N + col]);
        __syncthreads();

        for (int kk = 0; kk < WM_K; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
            wmma::load_matrix_sync(fa, sX + wm * 16 * LD_A + kk, LD_A);
            wmma::load_matrix_sync(fb, sW + kk * LD_B + wn * 16, LD_B);
            wmma::mma_sync(fc, fa, fb, fc);
        }
        __syncthreads();
    }

    wmma::store_matrix_sync(sC + wm * 16 * LD_C + wn * 16, fc, LD_C, wmma::mem_row_major);
    __syncthreads();

    for (int i = tid; i < WM_M * WM_N / 2; i += blockDim.x) {
        const int row = i / (WM_N / 2);
        const int col = (i % (WM_N / 2)) * 2;
        float2 v = *reinterpret_cast<float2*>(&sC[row * LD_C + col]);
        v.x = fmaxf(v.x + bias[col], 0.f);
        v.y = fmaxf(v.y + bias[col + 1], 0.f);
        reinterpret_cast<__nv_bfloat162*>(Y)[(size_t)blockIdx.x * WM_M * WM_N / 2 + i] =
            __floats2bfloat162_rn(v.x, v.y);
    }
}

// ---------------------------------------------------------------------------
// Attention scores: S = softmax(Q K^T), unpadded tiles, K read as col_major.
// ---------------------------------------------------------------------------
template <int HEAD, int KEYS>
__global__ void attention_scores_wmma(const __half* __restrict__ Q, const __half* __restrict__ Kmat,
                                      __half* __restrict__ P, float scale)
{
    static_assert(KEYS == 64 && HEAD % 16 == 0, "one 16-key tile per warp");
    __shared__ alignas(32) __half q[16][HEAD];
    __shared__ alignas(32) __half k[KEYS][HEAD];
    __shared__ alignas(32) float s[16][KEYS];

    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    const half2* gq = reinterpret_cast<const half2*>(Q + (size_t)blockIdx.x * 16 * HEAD);
    const half2* gk = reinterpret_cast<const half2*>(Kmat + (size_t)blockIdx.x * KEYS * HEAD);
    for (int i = tid; i < 16 * HEAD / 2; i += blockDim.x)
        reinterpret_cast<half2*>(&q[0][0])[i] = gq[i];
    for (int i = tid; i < KEYS * HEAD / 2; i += blockDim.x)
        reinterpret_cast<half2*>(&k[0][0])[i] = gk[i];
    __syncthreads();

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
#pragma unroll
    for (int d = 0; d < HEAD; d += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
        wmma::load_matrix_sync(a, &q[0][d], HEAD);
        wmma::load_matrix_sync(b, &k[warp * 16][d], HEAD);
        wmma::mma_sync(acc, a, b, acc);
    }
    for (int i = 0; i < acc.num_elements; ++i)
        acc.x[i] *= scale;
    wmma::store_matrix_sync(&s[0][warp * 16], acc, KEYS, wmma::mem_row_major);
    __syncthreads();

    for (int r = warp; r < 16; r += 4) {
        float v0 = s[r][lane];
        float v1 = s[r][lane + 32];
        float m = fmaxf(v0, v1);
        for (int o = 16; o; o >>= 1)
            m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
        v0 = __expf(v0 - m);
        v1 = __expf(v1 - m);
        float sum = v0 + v1;
        for (int o = 16; o; o >>= 1)
            sum += __shfl_xor_sync(~0u, sum, o);
        const float inv = 1.f / sum;
        __half* out = P + ((size_t)blockIdx.x * 16 + r) * KEYS;
        out[lane] = __float2half(v0 * inv);
        out[lane + 32] = __float2half(v1 * inv);
    }
}

static void check(const char* what)
{
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
        std::printf("%s: %s\n", what, cudaGetErrorString(e));
        std::exit(1);
    }
}

template <typename T>
static T* alloc_pattern(size_t n, unsigned mul)
{
    std::vector<T> h(n);
    for (size_t i = 0; i < n; ++i)
        h[i] = T(((i * mul + 5) % 33) / 16.0f - 1.0f);
    T* d;
    cudaMalloc(&d, n * sizeof(T));
    cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int blocks = 2, K = 128;
    __half* A = alloc_pattern<__half>(blocks * 64 * K, 7);
    __half* B = alloc_pattern<__half>(blocks * 64 * K, 13);
    float* C0 = alloc_pattern<float>(blocks * 64 * 64, 1);
    float* C1 = alloc_pattern<float>(blocks * 64 * 64, 1);
    hgemm_nt_tile<LayoutRowMajor><<<blocks, 128>>>(A, B, C0, K);
    hgemm_nt_tile<LayoutXor128B><<<blocks, 128>>>(A, B, C1, K);
    check("hgemm_nt_tile");

    __nv_bfloat16* X = alloc_pattern<__nv_bfloat16>(4 * WM_M * 64, 3);
    __nv_bfloat16* W = alloc_pattern<__nv_bfloat16>(64 * WM_N, 11);
    __nv_bfloat16* Y = alloc_pattern<__nv_bfloat16>(4 * WM_M * WM_N, 1);
    float* bias = alloc_pattern<float>(WM_N, 5);
    const size_t smemBytes = (WM_M * LD_A + WM_K * LD_B) * sizeof(__nv_bfloat16);
    static_assert(WM_M * LD_C * sizeof(float) <= (WM_M * LD_A + WM_K * LD_B) * sizeof(__nv_bfloat16), "");
    linear_relu_wmma_bf16<<<4, 128, smemBytes>>>(X, W, bias, Y, 64);
    check("linear_relu_wmma_bf16");

    __half* Q = alloc_pattern<__half>(2 * 16 * 64, 9);
    __half* Km = alloc_pattern<__half>(2 * 64 * 64, 17);
    __half* P = alloc_pattern<__half>(2 * 16 * 64, 1);
    attention_scores_wmma<64, 64><<<2, 128>>>(Q, Km, P, 0.125f);
    check("attention_scores_wmma");

    cudaDeviceSynchronize();
    check("sync");
    cudaFree(A); cudaFree(B); cudaFree(C0); cudaFree(C1);
    cudaFree(X); cudaFree(W); cudaFree(Y); cudaFree(bias);
    cudaFree(Q); cudaFree(Km); cudaFree(P);
    std::printf("ok\n");
    return 0;
}

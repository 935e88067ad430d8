// Inference kernels for the small-model runtime. fp16 activations, fp32 accumulation unless noted.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <float.h>

#define WARP_SIZE 32
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define CUDA_CHECK(expr)                                                                   \
    do {                                                                                   \
        cudaError_t _e = (expr);                                                           \
        if (_e != cudaSuccess) {                                                           \
            fprintf(stderr, "%s failed: %s (%s:%d)\n", #expr, cudaGetErrorString(_e),      \
                    __FILE__, __LINE__);                                                   \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

typedef __half half_t;

template <int width = WARP_SIZE>
static __device__ __forceinline__ float warp_reduce_sum(float x) {
#pragma unroll
    for (int offset = width / 2; offset > 0; offset >>= 1) x += __shfl_xor_sync(0xffffffff, x, offset, width);
    return x;
}

static __device__ __forceinline__ float warp_reduce_max(float x) {
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, offset));
    return x;
}

// ------------------------------------------------------------------------------------------------
// rms_norm + residual, row cached in smem as half2
template <int BLOCK>
static __global__ void __launch_bounds__(BLOCK)
k_rms_norm_residual(const half2* __restrict__ x, half2* __restrict__ res, const half2* __restrict__ w,
                    half2* __restrict__ out, int d2, float eps) {
    extern __shared__ half2 row_cache[];
    __shared__ float s_part[BLOCK / WARP_SIZE];
    const size_t row = blockIdx.x;
    float ss = 0.f;
    for (int i = threadIdx.x; i < d2; i += BLOCK) {
        const half2 v = __hadd2(x[row * d2 + i], res[row * d2 + i]);
        row_cache[i] = v;
        res[row * d2 + i] = v;
        const float2 f = __half22float2(v);
        ss += f.x * f.x + f.y * f.y;
    }
    ss = warp_reduce_sum(ss);
    if (threadIdx.x % WARP_SIZE == 0) s_part[threadIdx.x / WARP_SIZE] = ss;
    __syncthreads();
    ss = threadIdx.x % WARP_SIZE < BLOCK / WARP_SIZE ? s_part[threadIdx.x % WARP_SIZE] : 0.f;
    ss = warp_reduce_sum(ss);
    const float scale = rsqrtf(ss / (2 * d2) + eps);
    for (int i = threadIdx.x; i < d2; i += BLOCK) {
        float2 f = __half22float2(row_cache[i]);
        const float2 g = __half22float2(w[i]);
        out[row * d2 + i] = __floats2half2_rn(f.x * scale * g.x, f.y * scale * g.y);
    }
}

// ------------------------------------------------------------------------------------------------
// GEMM tile with cp.async double buffering + ldmatrix/mma, XOR swizzled smem (BM x BK halves, 16B chunks)
static __device__ __forceinline__ void cp_async16(void* smem, const void* g) {
    uint32_t s = (uint32_t)__cvta_generic_to_shared(smem);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(s), "l"(g));
}
static __device__ __forceinline__ void ldsm_x4(uint32_t (&r)[4], const void* p) {
    uint32_t s = (uint32_t)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(s));
}
static __device__ __forceinline__ void mma16816(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

template <int BK>
static __device__ __forceinline__ int swz(int row, int chunk) {
    static_assert(BK == 32 || BK == 64, "BK");
    if (BK == 64) return row * BK + ((chunk ^ (row & 7)) << 3);
    return row * BK + ((chunk ^ ((row >> 1) & 3)) << 3);
}

// C[M,N] = A[M,K] * B[N,K]^T ; 64x64 tile, 4 warps each 32x32
template <int BK>
static __global__ void __launch_bounds__(128)
k_hgemm_nt(const half_t* __restrict__ A, const half_t* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(128) half_t sA[2][64 * BK];
    __shared__ __align__(128) half_t sB[2][64 * BK];
    const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int wm = (warp >> 1) * 32, wn = (warp & 1) * 32;
    constexpr int CH = BK / 8;
    auto load = [&](int st, int k0) {
#pragma unroll
        for (int i = threadIdx.x; i < 64 * CH; i += 128) {
            const int r = i / CH, c = i % CH;
            cp_async16(&sA[st][swz<BK>(r, c)], A + (size_t)(m0 + r) * K + k0 + c * 8);
            cp_async16(&sB[st][swz<BK>(r, c)], B + (size_t)(n0 + r) * K + k0 + c * 8);
        }
        asm volatile("cp.async.commit_group;\n");
    };
    float acc[2][4][4] = {};
    load(0, 0);
    const int nk = K / BK;
    for (int kt = 0; kt < nk; ++kt) {
        if (kt + 1 < nk) {
            load((kt + 1) & 1, (kt + 1) * BK);
            asm volatile("cp.async.wait_group 1;\n");
        } else {
            asm volatile("cp.async.wait_group 0;\n");
        }
        __syncthreads();
        const int st = kt & 1;
#pragma unroll
        for (int kk = 0; kk < BK / 16; ++kk) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i)
                ldsm_x4(a[i], &sA[st][swz<BK>(wm + i * 16 + (lane & 15), kk * 2 + (lane >> 4))]);
#pragma unroll
            for (int j = 0; j < 2; ++j)
                ldsm_x4(b[j], &sB[st][swz<BK>(wn + j * 16 + (lane & 7) + ((lane >> 4) << 3), kk * 2 + ((lane >> 3) & 1))]);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma16816(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int r = m0 + wm + i * 16 + lane / 4, c = n0 + wn + j * 8 + (lane % 4) * 2;
            *(float2*)&C[(size_t)r * N + c] = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2*)&C[(size_t)(r + 8) * N + c] = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

// ------------------------------------------------------------------------------------------------
// q4_0-like blocks: 32 weights, one half scale
struct block_q4 { half_t d; uint8_t qs[16]; };

// mul_mat: dequantize tile of weights to shared, MMQ-style SIMT
template <int TM, int TN>
static __global__ void k_mul_mat_q4(const block_q4* __restrict__ W, const float* __restrict__ X, float* __restrict__ Y,
                                    int rows, int cols, int ntok) {
    __shared__ float tile_w[TM][WARP_SIZE + 1];
    __shared__ float tile_x[TN][WARP_SIZE];
    const int r0 = blockIdx.x * TM, t0 = blockIdx.y * TN;
    const int nb = cols / 32;
    float sum[TN / 8] = {0.f};
    for (int ib = 0; ib < nb; ++ib) {
        for (int r = threadIdx.y; r < TM; r += blockDim.y) {
            const block_q4& b = W[(size_t)min(r0 + r, rows - 1) * nb + ib];
            const int q = b.qs[threadIdx.x & 15];
            const int v = threadIdx.x < 16 ? (q & 0xF) : (q >> 4);
            tile_w[r][threadIdx.x] = (v - 8) * __half2float(b.d);
        }
        for (int t = threadIdx.y; t < TN; t += blockDim.y)
            tile_x[t][threadIdx.x] = X[(size_t)min(t0 + t, ntok - 1) * cols + ib * 32 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < WARP_SIZE; ++k) {
            const float w = tile_w[threadIdx.x][k];
#pragma unroll
            for (int j = 0; j < TN / 8; ++j) sum[j] += w * tile_x[threadIdx.y + 8 * j][k];
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < TN / 8; ++j) {
        const int t = t0 + threadIdx.y + 8 * j, r = r0 + threadIdx.x;
        if (t < ntok && r < rows) Y[(size_t)t * rows + r] = sum[j];
    }
}

// ------------------------------------------------------------------------------------------------
// flash attention forward, fp32 SIMT. One thread = one query row; K/V tiles in smem.
template <int D, int BR, int BC>
static __global__ void k_flash_attn_f32(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V,
                                        float* __restrict__ O, int seq, float scale) {
    extern __shared__ float sram[];
    float* Qi = sram;
    float* Kj = Qi + BR * D;
    float* Vj = Kj + BC * D;
    float* S = Vj + BC * D;
    const int tx = threadIdx.x;
    const size_t off = (size_t)blockIdx.y * seq * D;
    const int q = blockIdx.x * BR + tx;
    for (int x = 0; x < D; x++) Qi[tx * D + x] = Q[off + (size_t)q * D + x];
    float m = -FLT_MAX, l = 0.f, o[D];
    for (int x = 0; x < D; x++) o[x] = 0.f;
    for (int j0 = 0; j0 < seq; j0 += BC) {
        __syncthreads();
        for (int i = tx; i < BC * D; i += BR) {
            Kj[i] = K[off + (size_t)j0 * D + i];
            Vj[i] = V[off + (size_t)j0 * D + i];
        }
        __syncthreads();
        float mj = m;
        for (int y = 0; y < BC; y++) {
            float s = 0.f;
            for (int x = 0; x < D; x++) s += Qi[tx * D + x] * Kj[y * D + x];
            s *= scale;
            S[BC * tx + y] = s;
            mj = fmaxf(mj, s);
        }
        const float corr = __expf(m - mj);
        l *= corr;
#pragma unroll
        for (int x = 0; x < D; x++) o[x] *= corr;
        for (int y = 0; y < BC; y++) {
            const float p = __expf(S[BC * tx + y] - mj);
            l += p;
#pragma unroll
            for (int x = 0; x < D; x++) o[x] += p * Vj[y * D + x];
        }
        m = mj;
    }
    for (int x = 0; x < D; x++) O[off + (size_t)q * D + x] = o[x] / l;
}

// ------------------------------------------------------------------------------------------------
// paged attention decode: one (sequence, head) per block, logits in smem
template <typename cache_t, int HEAD, int PAGE>
static __global__ void k_paged_attn(const float* __restrict__ q, const cache_t* __restrict__ kc, const cache_t* __restrict__ vc,
                                    const int* __restrict__ page_table, int max_pages, const int* __restrict__ lens,
                                    float* __restrict__ out, float scale) {
    extern __shared__ float logits[];
    __shared__ float qs[HEAD];
    __shared__ float red[2][8];
    __shared__ float acc[4][HEAD];
    const int seq = blockIdx.x, len = lens[seq];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, nw = blockDim.x / 32;
    for (int i = threadIdx.x; i < HEAD; i += blockDim.x) qs[i] = q[seq * HEAD + i] * scale;
    __syncthreads();
    float mx = -FLT_MAX;
    for (int t = threadIdx.x; t < len; t += blockDim.x) {
        const int pg = page_table[seq * max_pages + t / PAGE];
        const cache_t* k = kc + ((size_t)pg * PAGE + t % PAGE) * HEAD;
        float s = 0.f;
#pragma unroll 4
        for (int i = 0; i < HEAD; ++i) s += qs[i] * (float)k[i];
        logits[t] = s;
        mx = fmaxf(mx, s);
    }
    mx = warp_reduce_max(mx);
    if (lane == 0) red[0][warp] = mx;
    __syncthreads();
    mx = warp_reduce_max(lane < nw ? red[0][lane] : -FLT_MAX);
    float sum = 0.f;
    for (int t = threadIdx.x; t < len; t += blockDim.x) { const float e = __expf(logits[t] - mx); logits[t] = e; sum += e; }
    sum = warp_reduce_sum(sum);
    if (lane == 0) red[1][warp] = sum;
    __syncthreads();
    sum = warp_reduce_sum(lane < nw ? red[1][lane] : 0.f);
    for (int d0 = 0; d0 < HEAD; d0 += 32) {
        float a = 0.f;
        for (int t = warp; t < len; t += nw) {
            const int pg = page_table[seq * max_pages + t / PAGE];
            a += logits[t] * (float)vc[((size_t)pg * PAGE + t % PAGE) * HEAD + d0 + lane];
        }
        acc[warp][d0 + lane] = a;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < HEAD; i += blockDim.x) {
        float a = 0.f;
        for (int w = 0; w < nw; ++w) a += acc[w][i];
        out[seq * HEAD + i] = a / sum;
    }
}

// ------------------------------------------------------------------------------------------------
// top-k sampling: bitonic sort of (logit, id) pairs, descending. ncols padded to pow2.
static __global__ void k_topk_bitonic(const float* __restrict__ logits, int ncols, int ncols_pad, int k, float u, int* __restrict__ ids, float* __restrict__ probs) {
    extern __shared__ int2 pairs[];
    const int col = threadIdx.x;
    pairs[col] = make_int2(__float_as_int(col < ncols ? logits[(size_t)blockIdx.x * ncols + col] : -FLT_MAX), col);
    __syncthreads();
    for (int sz = 2; sz <= ncols_pad; sz *= 2) {
        for (int j = sz / 2; j > 0; j /= 2) {
            const int ixj = col ^ j;
            if (ixj > col) {
                const int2 a = pairs[col], b = pairs[ixj];
                const bool lt = __int_as_float(a.x) < __int_as_float(b.x);
                if (lt == ((col & sz) == 0)) { pairs[col] = b; pairs[ixj] = a; }
            }
            __syncthreads();
        }
    }
    if (col < WARP_SIZE) {
        const float mx = __int_as_float(pairs[0].x);
        float e = col < k ? __expf(__int_as_float(pairs[col].x) - mx) : 0.f;
        const float tot = warp_reduce_sum(e);
        float cum = e;
        for (int o = 1; o < 32; o <<= 1) { const float v = __shfl_up_sync(~0u, cum, o); if (col >= o) cum += v; }
        const unsigned hit = __ballot_sync(~0u, cum >= u * tot);
        if (col == 0) ids[blockIdx.x] = pairs[hit ? __ffs(hit) - 1 : 0].y;
        if (col < k) probs[blockIdx.x * k + col] = e / tot;
    }
}

// ------------------------------------------------------------------------------------------------
// MoE routing: softmax over experts, per-thread counts then column scan (vLLM align_block_size style)
template <int NE>
static __global__ void k_moe_align(const int* __restrict__ expert_ids, int n, int block_m, int* __restrict__ sorted, int* __restrict__ offsets) {
    __shared__ int cnt[NE + 1][NE];
    __shared__ int cum[NE + 1];
    const int tid = threadIdx.x;
    const int per = CEIL_DIV(n, NE);
    const int beg = tid * per, end = min(beg + per, n);
    for (int e = 0; e < NE; ++e) cnt[tid + 1][e] = 0;
    cnt[0][tid] = 0;
    for (int i = beg; i < end; ++i) ++cnt[tid + 1][expert_ids[i]];
    __syncthreads();
    for (int i = 1; i <= NE; ++i) cnt[i][tid] += cnt[i - 1][tid];
    __syncthreads();
    if (tid == 0) {
        cum[0] = 0;
        for (int e = 0; e < NE; ++e) cum[e + 1] = cum[e] + CEIL_DIV(cnt[NE][e], block_m) * block_m;
    }
    __syncthreads();
    offsets[tid] = cum[tid];
    for (int i = beg; i < end; ++i) {
        const int e = expert_ids[i];
        const int pos = cnt[tid][e] + cum[e];
        sorted[pos] = i;
        ++cnt[tid][e];
    }
}

// ------------------------------------------------------------------------------------------------
// RoPE + KV layout change [tok][head][d] -> [head][d/8][tok][8], through smem
template <int HD>
static __global__ void k_rope_to_kcache(const __nv_bfloat16* __restrict__ k, __nv_bfloat16* __restrict__ cache, int ntok, int nhead, int pos0, float theta) {
    constexpr int TOK = 16;
    __shared__ __nv_bfloat16 s[TOK][HD];
    const int head = blockIdx.y, t0 = blockIdx.x * TOK;
    for (int t = threadIdx.y; t < TOK; t += blockDim.y) {
        const int tok = min(t0 + t, ntok - 1);
        for (int i = threadIdx.x; i < HD / 2; i += blockDim.x) {
            const float ang = (pos0 + tok) * powf(theta, -2.f * i / HD);
            float sn, cs;
            __sincosf(ang, &sn, &cs);
            const __nv_bfloat16* src = k + ((size_t)tok * nhead + head) * HD;
            const float x0 = __bfloat162float(src[i]), x1 = __bfloat162float(src[i + HD / 2]);
            s[t][i] = __float2bfloat16(x0 * cs - x1 * sn);
            s[t][i + HD / 2] = __float2bfloat16(x0 * sn + x1 * cs);
        }
    }
    __syncthreads();
    const int lin = threadIdx.y * blockDim.x + threadIdx.x;
    for (int c = lin; c < TOK * HD / 8; c += blockDim.x * blockDim.y) {
        const int t = c % TOK, d8 = c / TOK;
        if (t0 + t >= ntok) continue;
        uint4 v;
        __nv_bfloat16* pv = reinterpret_cast<__nv_bfloat16*>(&v);
#pragma unroll
        for (int e = 0; e < 8; ++e) pv[e] = s[t][d8 * 8 + e];
        *reinterpret_cast<uint4*>(cache + (((size_t)head * (HD / 8) + d8) * ntok + t0 + t) * 8) = v;
    }
}

// ------------------------------------------------------------------------------------------------
// LoRA shrink/expand fused for a single adapter. float4 loads, rank in smem
template <int RANK>
static __global__ void k_lora_fused(const float4* __restrict__ x, const float4* __restrict__ a, const float* __restrict__ b, float* __restrict__ y, int d4, int dout) {
    extern __shared__ float4 xs[];
    __shared__ float h[RANK];
    __shared__ float bt[32][RANK];
    for (int i = threadIdx.x; i < d4; i += blockDim.x) xs[i] = x[(size_t)blockIdx.x * d4 + i];
    __syncthreads();
    const int g = threadIdx.x / 8, l = threadIdx.x % 8;     // 8 lanes per rank row
    float s = 0.f;
    for (int i = l; i < d4; i += 8) {
        const float4 u = xs[i], v = a[(size_t)(g % RANK) * d4 + i];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    s = warp_reduce_sum<8>(s);
    if (l == 0 && g < RANK) h[g] = s;
    for (int o0 = 0; o0 < dout; o0 += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 32 * RANK; i += blockDim.x) bt[i / RANK][i % RANK] = b[(size_t)o0 * RANK + i];
        __syncthreads();
        if (threadIdx.x < 32) {
            float acc = 0.f;
#pragma unroll
            for (int r = 0; r < RANK; ++r) acc += bt[threadIdx.x][r] * h[r];
            y[(size_t)blockIdx.x * dout + o0 + threadIdx.x] += acc;
        }
    }
}

// ------------------------------------------------------------------------------------------------
static void* dmalloc(size_t bytes) { void* p; CUDA_CHECK(cudaMalloc(&p, bytes)); CUDA_CHECK(cudaMemset(p, 0, bytes)); return p; }
static float* dfill(size_t n, float s) {
    float* h = (float*)malloc(n * 4);
    for (size_t i = 0; i < n; i++) h[i] = s * ((int)(i * 7 % 31) - 15) / 15.f;
    float* d = (float*)dmalloc(n * 4);
    CUDA_CHECK(cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice));
    free(h);
    return d;
}
template <typename T> static T* dfill_as(size_t n, float s) {
    T* h = (T*)malloc(n * sizeof(T));
    for (size_t i = 0; i < n; i++) h[i] = (T)(s * ((int)(i * 5 % 29) - 14) / 14.f);
    T* d = (T*)dmalloc(n * sizeof(T));
    CUDA_CHECK(cudaMemcpy(d, h, n * sizeof(T), cudaMemcpyHostToDevice));
    free(h);
    return d;
}
template <typename T> static double dsum(const T* d, size_t n) {
    T* h = (T*)malloc(n * sizeof(T));
    CUDA_CHECK(cudaMemcpy(h, d, n * sizeof(T), cudaMemcpyDeviceToHost));
    double s = 0;
    for (size_t i = 0; i < n; i++) s += (double)(float)h[i];
    free(h);
    return s;
}

int main() {
    double cs = 0;
    { // norm
        const int d = 768, rows = 12;
        half_t *x = dfill_as<half_t>(d * rows, 1), *r = dfill_as<half_t>(d * rows, .5f), *w = dfill_as<half_t>(d, 1), *o = dfill_as<half_t>(d * rows, 0);
        k_rms_norm_residual<128><<<rows, 128, d / 2 * sizeof(half2)>>>((half2*)x, (half2*)r, (half2*)w, (half2*)o, d / 2, 1e-5f);
        cs += dsum(o, d * rows);
    }
    { // gemm
        const int M = 128, N = 192, K = 256;
        half_t *A = dfill_as<half_t>(M * K, 1), *B = dfill_as<half_t>(N * K, 1);
        float* C = dfill(M * N, 0);
        k_hgemm_nt<32><<<dim3(N / 64, M / 64), 128>>>(A, B, C, M, N, K);
        cs += dsum(C, M * N);
        k_hgemm_nt<64><<<dim3(N / 64, M / 64), 128>>>(A, B, C, M, N, K);
        cs += dsum(C, M * N);
    }
    { // q4
        const int rows = 96, cols = 256, nt = 20, nb = rows * cols / 32;
        block_q4* h = (block_q4*)malloc(nb * sizeof(block_q4));
        for (int i = 0; i < nb; i++) { h[i].d = __float2half(.01f * (1 + i % 5)); for (int j = 0; j < 16; j++) h[i].qs[j] = (uint8_t)(i * 31 + j * 17); }
        block_q4* W = (block_q4*)dmalloc(nb * sizeof(block_q4));
        CUDA_CHECK(cudaMemcpy(W, h, nb * sizeof(block_q4), cudaMemcpyHostToDevice));
        free(h);
        float *X = dfill(nt * cols, 1), *Y = dfill(nt * rows, 0);
        k_mul_mat_q4<32, 16><<<dim3(rows / 32, CEIL_DIV(nt, 16)), dim3(32, 8)>>>(W, X, Y, rows, cols, nt);
        cs += dsum(Y, nt * rows);
        k_mul_mat_q4<32, 8><<<dim3(rows / 32, CEIL_DIV(nt, 8)), dim3(32, 8)>>>(W, X, Y, rows, cols, nt);
        cs += dsum(Y, nt * rows);
    }
    { // flash
        const int heads = 3, seq = 128;
        float *Q = dfill(heads * seq * 64, 1), *K = dfill(heads * seq * 64, .7f), *V = dfill(heads * seq * 64, 1), *O = dfill(heads * seq * 64, 0);
        size_t sm = (32 * 64 + 2 * 32 * 64 + 32 * 32) * sizeof(float);
        k_flash_attn_f32<64, 32, 32><<<dim3(seq / 32, heads), 32, sm>>>(Q, K, V, O, seq, .125f);
        cs += dsum(O, heads * seq * 64);
        sm = (64 * 32 + 2 * 16 * 32 + 64 * 16) * sizeof(float);
        k_flash_attn_f32<32, 64, 16><<<dim3(seq / 64, heads), 64, sm>>>(Q, K, V, O, seq, .177f);
        cs += dsum(O, heads * seq * 32);
    }
    { // paged
        const int nseq = 6, maxp = 8, pages = nseq * maxp;
        int hl[nseq], hp[pages];
        for (int i = 0; i < nseq; i++) hl[i] = 40 + 13 * i;
        for (int i = 0; i < pages; i++) hp[i] = (i * 5) % pages;
        int *lens = (int*)dmalloc(sizeof hl), *pt = (int*)dmalloc(sizeof hp);
        CUDA_CHECK(cudaMemcpy(lens, hl, sizeof hl, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(pt, hp, sizeof hp, cudaMemcpyHostToDevice));
        float *q = dfill(nseq * 64, 1), *o = dfill(nseq * 64, 0), *kf = dfill(pages * 16 * 64, 1);
        half_t *kc = dfill_as<half_t>(pages * 16 * 64, 1), *vc = dfill_as<half_t>(pages * 16 * 64, 1);
        k_paged_attn<half_t, 64, 16><<<nseq, 128, maxp * 16 * sizeof(float)>>>(q, kc, vc, pt, maxp, lens, o, .125f);
        cs += dsum(o, nseq * 64);
        k_paged_attn<float, 64, 16><<<nseq, 64, maxp * 16 * sizeof(float)>>>(q, kf, kf, pt, maxp, lens, o, .125f);
        cs += dsum(o, nseq * 64);
    }
    { // sampling
        const int nc = 300, pad = 512, rows = 5, k = 20;
        float *lg = dfill(nc * rows, 4), *pr = dfill(rows * k, 0);
        int* ids = (int*)dmalloc(rows * 4);
        k_topk_bitonic<<<rows, pad, pad * sizeof(int2)>>>(lg, nc, pad, k, .6f, ids, pr);
        cs += dsum(ids, rows) + dsum(pr, rows * k);
    }
    { // moe
        const int n = 500, bm = 16;
        int h[n];
        for (int i = 0; i < n; i++) h[i] = (i * i + 3 * i) % 32;
        int *e = (int*)dmalloc(n * 4), *so = (int*)dmalloc((n + 64 * bm) * 4), *of = (int*)dmalloc(64 * 4);
        CUDA_CHECK(cudaMemcpy(e, h, n * 4, cudaMemcpyHostToDevice));
        k_moe_align<32><<<1, 32>>>(e, n, bm, so, of);
        cs += dsum(so, n + 64 * bm) + dsum(of, 64);
        k_moe_align<60><<<1, 60>>>(e, n, bm, so, of);
        cs += dsum(so, n + 64 * bm) + dsum(of, 64);
    }
    { // rope
        const int nt = 40, nh = 3;
        __nv_bfloat16 *k = dfill_as<__nv_bfloat16>(nt * nh * 128, 1), *c = dfill_as<__nv_bfloat16>(nt * nh * 128, 0);
        k_rope_to_kcache<128><<<dim3(CEIL_DIV(nt, 16), nh), dim3(32, 4)>>>(k, c, nt, nh, 7, 10000.f);
        cs += dsum(c, nt * nh * 128);
        k_rope_to_kcache<96><<<dim3(CEIL_DIV(nt, 16), nh), dim3(16, 8)>>>(k, c, nt, nh, 7, 10000.f);
        cs += dsum(c, nt * nh * 96);
    }
    { // lora
        const int d = 256, dout = 96, nt = 7;
        float *x = dfill(nt * d, 1), *a = dfill(16 * d, 1), *b = dfill(dout * 16, 1), *y = dfill(nt * dout, 1);
        k_lora_fused<16><<<nt, 128, d * sizeof(float)>>>((float4*)x, (float4*)a, b, y, d / 4, dout);
        k_lora_fused<8><<<nt, 64, d * sizeof(float)>>>((float4*)x, (float4*)a, b, y, d / 4, dout);
        cs += dsum(y, nt * dout);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("llm-kernels checksum = %.6f\n", cs);
    return 0;
}

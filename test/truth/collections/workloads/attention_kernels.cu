// Attention building blocks: tiled flash-style forward, split-KV decode partials,
// row softmax and rotary embedding.  Self-contained driver at the bottom.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(expr)                                                                  \
    if (cudaError_t err_ = (expr); err_ != cudaSuccess) {                                 \
        std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err_));        \
        std::exit(1);                                                                     \
    }

namespace attn {

constexpr int kWarp = 32;

template <int BlockM_, int BlockN_, int HeadDim_, int Threads_, int Pad_>
struct FlashTraits {
    static constexpr int BlockM = BlockM_;
    static constexpr int BlockN = BlockN_;
    static constexpr int HeadDim = HeadDim_;
    static constexpr int Threads = Threads_;
    static constexpr int QStride = HeadDim + Pad_, KStride = HeadDim + Pad_;
    static constexpr int VStride = HeadDim;
    static constexpr int SStride = BlockN + 1;

    struct Smem {
        __half q[BlockM * QStride];
        __half k[BlockN * KStride];
        __half v[BlockN * VStride];
        float s[BlockM * SStride];
        float row_max[BlockM], row_sum[BlockM], row_scale[BlockM];
    };
};

// Copies a [rows x HeadDim] half tile with 16-byte vectors into shared rows of `stride` halves.
template <int Rows, int HeadDim, int Stride, int Threads>
__device__ __forceinline__ void load_tile(__half* __restrict__ dst,
                                          const __half* __restrict__ src, int tid) {
    static_assert(Stride % 8 == 0, "tile rows have to stay 16-byte aligned");
    constexpr int kVecPerRow = HeadDim / 8;
#pragma unroll
    for (int i = tid; i < Rows * kVecPerRow; i += Threads) {
        const int r = i / kVecPerRow;
        const int c = (i % kVecPerRow) * 8;
        const uint4 val = *reinterpret_cast<const uint4*>(src + r * HeadDim + c);
        *reinterpret_cast<uint4*>(dst + r * Stride + c) = val;
    }
}

__device__ __forceinline__ float warp_max(float x) {
#pragma unroll
    for (int o = kWarp / 2; o > 0; o >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__device__ __forceinline__ float warp_sum(float x) {
#pragma unroll
    for (int o = kWarp / 2; o > 0; o >>= 1) x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

// One CTA handles BlockM query rows of one head.
template <class Traits>
__global__ void __launch_bounds__(Traits::Threads)
flash_forward(const __half* __restrict__ Q, const __half* __restrict__ K,
              const __half* __restrict__ V, __half* __restrict__ O, int seq_len, float scale) {
    extern __shared__ __align__(16) unsigned char smem_raw[];
    auto& sm = *reinterpret_cast<typename Traits::Smem*>(smem_raw);

    constexpr int M = Traits::BlockM, N = Traits::BlockN, D = Traits::HeadDim;
    const int tid = threadIdx.x;
    const size_t head_off = static_cast<size_t>(blockIdx.y) * seq_len * D;
    const int row0 = blockIdx.x * M;

    load_tile<M, D, Traits::QStride, Traits::Threads>(sm.q, Q + head_off + row0 * D, tid);
    if (tid < M) {
        sm.row_max[tid] = -FLT_MAX;
        sm.row_sum[tid] = 0.f;
    }

    // Score phase: a 16x16-ish thread grid, each thread owns rows ty + i*TY and cols tx + j*TX.
    constexpr int TX = 16, TY = Traits::Threads / TX;
    constexpr int RM = M / TY, RN = N / TX, RD = D / TX;
    const int tx = tid % TX, ty = tid / TX;
    float acc[RM][RD] = {};

    for (int kv = 0; kv < seq_len; kv += N) {
        __syncthreads();
        load_tile<N, D, Traits::KStride, Traits::Threads>(sm.k, K + head_off + kv * D, tid);
        load_tile<N, D, Traits::VStride, Traits::Threads>(sm.v, V + head_off + kv * D, tid);
        __syncthreads();

        float s[RM][RN] = {};
#pragma unroll 4
        for (int d = 0; d < D; d += 2) {
            float2 a[RM], b[RN];
#pragma unroll
            for (int i = 0; i < RM; ++i) {
                const __half* qp = sm.q + (ty + i * TY) * Traits::QStride + d;
                a[i] = __half22float2(*reinterpret_cast<const __half2*>(qp));
            }
#pragma unroll
            for (int j = 0; j < RN; ++j) {
                const __half* kp = sm.k + (tx + j * TX) * Traits::KStride + d;
                b[j] = __half22float2(*reinterpret_cast<const __half2*>(kp));
            }
#pragma unroll
            for (int i = 0; i < RM; ++i)
#pragma unroll
                for (int j = 0; j < RN; ++j) s[i][j] += a[i].x * b[j].x + a[i].y * b[j].y;
        }

#pragma unroll
        for (int i = 0; i < RM; ++i)
#pragma unroll
            for (int j = 0; j < RN; ++j)
                sm.s[(ty + i * TY) * Traits::SStride + tx + j * TX] = s[i][j] * scale;
        __syncthreads();

        // Online softmax: one thread per row.
        if (tid < M) {
            float* row = sm.s + tid * Traits::SStride;
            const float m_old = sm.row_max[tid];
            float m_new = m_old;
#pragma unroll 8
            for (int j = 0; j < N; ++j) m_new = fmaxf(m_new, row[j]);
            float sum = 0.f;
#pragma unroll 8
            for (int j = 0; j < N; ++j) {
                const float p = __expf(row[j] - m_new);
                row[j] = p;
                sum += p;
            }
            const float corr = __expf(m_old - m_new);
            sm.row_max[tid] = m_new;
            sm.row_sum[tid] = sm.row_sum[tid] * corr + sum;
            sm.row_scale[tid] = corr;
        }
        __syncthreads();

#pragma unroll
        for (int i = 0; i < RM; ++i) {
            const float corr = sm.row_scale[ty + i * TY];
#pragma unroll
            for (int c = 0; c < RD; ++c) acc[i][c] *= corr;
        }
#pragma unroll 2
        for (int n = 0; n < N; ++n) {
            float v[RD];
#pragma unroll
            for (int c = 0; c < RD; ++c)
                v[c] = __half2float(sm.v[n * Traits::VStride + tx + c * TX]);
#pragma unroll
            for (int i = 0; i < RM; ++i) {
                const float p = sm.s[(ty + i * TY) * Traits::SStride + n];
#pragma unroll
                for (int c = 0; c < RD; ++c) acc[i][c] += p * v[c];
            }
        }
    }

#pragma unroll
    for (int i = 0; i < RM; ++i) {
        const int r = ty + i * TY;
        const float inv = 1.f / sm.row_sum[r];
#pragma unroll
        for (int c = 0; c < RD; ++c)
            O[head_off + (row0 + r) * D + tx + c * TX] = __float2half(acc[i][c] * inv);
    }
}

// Split-KV decode: one query per head, CTA = (split, head). Each warp takes keys in turn.
template <int D, int Split, int Warps>
__global__ void decode_split(const float* __restrict__ q, const __half* __restrict__ kcache,
                             const __half* __restrict__ vcache, float* __restrict__ part_o,
                             float2* __restrict__ part_ml, int seq_len) {
    __shared__ float q_s[D];
    __shared__ float logits[Split];
    __shared__ float red[Warps];
    __shared__ float o_s[Warps][D];

    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    const int head = blockIdx.y, k0 = blockIdx.x * Split;
    const __half* kh = kcache + (static_cast<size_t>(head) * seq_len + k0) * D;
    const __half* vh = vcache + (static_cast<size_t>(head) * seq_len + k0) * D;

    if (tid < D) q_s[tid] = q[head * D + tid] * rsqrtf(static_cast<float>(D));
    __syncthreads();

    constexpr int PerLane = D / 32;
    float qr[PerLane];
#pragma unroll
    for (int e = 0; e < PerLane; ++e) qr[e] = q_s[lane * PerLane + e];

    float m = -FLT_MAX;
    for (int k = warp; k < Split; k += Warps) {
        float dot = 0.f;
#pragma unroll
        for (int e = 0; e < PerLane; ++e) dot += qr[e] * __half2float(kh[k * D + lane * PerLane + e]);
        dot = warp_sum(dot);
        if (lane == 0) logits[k] = dot;
        m = fmaxf(m, dot);
    }
    if (lane == 0) red[warp] = m;
    __syncthreads();
    m = red[0];
#pragma unroll
    for (int w = 1; w < Warps; ++w) m = fmaxf(m, red[w]);

    float acc[PerLane] = {}, l = 0.f;
    for (int k = warp; k < Split; k += Warps) {
        const float p = __expf(logits[k] - m);
        l += p;
#pragma unroll
        for (int e = 0; e < PerLane; ++e) acc[e] += p * __half2float(vh[k * D + lane * PerLane + e]);
    }
    __syncthreads();
    if (lane == 0) red[warp] = l;
#pragma unroll
    for (int e = 0; e < PerLane; ++e) o_s[warp][lane * PerLane + e] = acc[e];
    __syncthreads();

    const int slot = head * gridDim.x + blockIdx.x;
    if (tid < D) {
        float sum = 0.f;
#pragma unroll
        for (int w = 0; w < Warps; ++w) sum += o_s[w][tid];
        part_o[slot * D + tid] = sum;
    }
    if (tid == 0) {
        float lt = 0.f;
        for (int w = 0; w < Warps; ++w) lt += red[w];
        part_ml[slot] = make_float2(m, lt);
    }
}

// In-place softmax; the row is cached in dynamic shared memory.
__global__ void softmax_rows(float* __restrict__ x, int cols) {
    extern __shared__ float row[];
    __shared__ float part[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, nwarps = blockDim.x >> 5;
    float* g = x + static_cast<size_t>(blockIdx.x) * cols;

    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float v = g[c];
        row[c] = v;
        m = fmaxf(m, v);
    }
    m = warp_max(m);
    if (lane == 0) part[warp] = m;
    __syncthreads();
    m = warp_max(lane < nwarps ? part[lane] : -FLT_MAX);
    __syncthreads();

    float sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float e = __expf(row[c] - m);
        row[c] = e;
        sum += e;
    }
    sum = warp_sum(sum);
    if (lane == 0) part[warp] = sum;
    __syncthreads();
    sum = warp_sum(lane < nwarps ? part[lane] : 0.f);
    const float inv = 1.f / sum;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) g[c] = row[c] * inv;
}

// Interleaved (GPT-J style) rotary embedding for a group of tokens of one head.
template <int D, int Tokens>
__global__ void rotary_interleaved(__half* __restrict__ x, float theta_base) {
    __shared__ __half tile[Tokens][D];
    __shared__ float2 cs[Tokens][D / 2 + 1];
    const int tid = threadIdx.x, pos0 = blockIdx.x * Tokens;
    __half* g = x + static_cast<size_t>(pos0) * D;

    for (int i = tid; i < Tokens * D; i += blockDim.x) tile[i / D][i % D] = g[i];
    for (int i = tid; i < Tokens * D / 2; i += blockDim.x) {
        const int t = i % Tokens, p = i / Tokens;
        float s, c;
        __sincosf((pos0 + t) * __powf(theta_base, -2.f * p / D), &s, &c);
        cs[t][p] = make_float2(c, s);
    }
    __syncthreads();
    for (int i = tid; i < Tokens * D / 2; i += blockDim.x) {
        const int t = i / (D / 2), p = i % (D / 2);
        const float x0 = __half2float(tile[t][2 * p]);
        const float x1 = __half2float(tile[t][2 * p + 1]);
        const float2 w = cs[t][p];
        reinterpret_cast<__half2*>(g)[i] =
            __floats2half2_rn(x0 * w.x - x1 * w.y, x0 * w.y + x1 * w.x);
    }
}

}  // namespace attn

template <class T>
T* device_copy(const std::vector<T>& h) {
    T* d = nullptr;
    CHECK_CUDA(cudaMalloc(&d, h.size() * sizeof(T)));
    CHECK_CUDA(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

int main() {
    constexpr int kHeads = 4, kSeq = 256, kDim = 64;
    std::vector<__half> host(kHeads * kSeq * kDim);
    for (size_t i = 0; i < host.size(); ++i) host[i] = __float2half(std::sin(0.37f * i) * 0.5f);
    std::vector<float> hq(kHeads * kDim, 0.25f);

    __half *q = device_copy(host), *k = device_copy(host);
    __half *v = device_copy(host), *o = device_copy(host);
    float* q1 = device_copy(hq);

    using Traits = attn::FlashTraits<64, 64, kDim, 128, 8>;
    const auto flash = attn::flash_forward<Traits>;
    constexpr int flash_smem = sizeof(Traits::Smem);
    CHECK_CUDA(cudaFuncSetAttribute(flash, cudaFuncAttributeMaxDynamicSharedMemorySize, flash_smem));
    flash<<<dim3(kSeq / Traits::BlockM, kHeads), Traits::Threads, flash_smem>>>(
        q, k, v, o, kSeq, 1.f / std::sqrt(float(kDim)));
    CHECK_CUDA(cudaGetLastError());

    constexpr int kSplit = 64, kSplits = kSeq / kSplit;
    float* part_o;
    float2* part_ml;
    CHECK_CUDA(cudaMalloc(&part_o, kHeads * kSplits * kDim * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&part_ml, kHeads * kSplits * sizeof(float2)));
    attn::decode_split<kDim, kSplit, 4>
        <<<dim3(kSplits, kHeads), 128>>>(q1, k, v, part_o, part_ml, kSeq);
    CHECK_CUDA(cudaGetLastError());

    constexpr int kRows = 32, kCols = 1000;
    float* logits = device_copy(std::vector<float>(kRows * kCols, 1.f));
    attn::softmax_rows<<<kRows, 256, kCols * sizeof(float)>>>(logits, kCols);
    CHECK_CUDA(cudaGetLastError());

    attn::rotary_interleaved<kDim, 16><<<kHeads * kSeq / 16, 128>>>(q, 10000.f);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());

    std::vector<float> res(kHeads * kDim);
    CHECK_CUDA(cudaMemcpy(res.data(), logits, res.size() * sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("softmax[0]=%f\n", res[0]);
    CHECK_CUDA(cudaDeviceReset());
    return 0;
}

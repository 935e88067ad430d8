// Softmax, online-softmax attention, argmax over pairs, top-k.
#include <cfloat>
#include <climits>
#include <cstdio>
#include <memory>
#include <vector>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// ---------------------------------------------------------------- block reduce
struct MaxOp {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
    __device__ static float identity() { return -FLT_MAX; }
};
struct SumOp {
    __device__ float operator()(float a, float b) const { return a + b; }
    __device__ static float identity() { return 0.f; }
};

template <class Op>
__device__ float block_all_reduce(cg::thread_block_tile<32> warp, float v, float* scratch)
{
    Op op;
    for (int o = warp.size() / 2; o > 0; o /= 2)
        v = op(v, warp.shfl_xor(v, o));
    const int nwarps = blockDim.x / 32;
    if (warp.thread_rank() == 0)
        scratch[warp.meta_group_rank()] = v;
    __syncthreads();
    v = warp.thread_rank() < nwarps ? scratch[warp.thread_rank()] : Op::identity();
    for (int o = warp.size() / 2; o > 0; o /= 2)
        v = op(v, warp.shfl_xor(v, o));
    __syncthreads();
    return v;
}

__global__ void softmax_row_cached(const float* __restrict__ in, float* __restrict__ out, int cols)
{
    extern __shared__ float cache[];
    __shared__ float scratch[32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);

    const float* x = in + (size_t)blockIdx.x * cols;
    float* y = out + (size_t)blockIdx.x * cols;

    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float v = x[c];
        cache[c] = v;
        m = fmaxf(m, v);
    }
    m = block_all_reduce<MaxOp>(warp, m, scratch);

    float sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float e = __expf(cache[c] - m);
        cache[c] = e;
        sum += e;
    }
    sum = block_all_reduce<SumOp>(warp, sum, scratch);

    const float inv = 1.f / sum;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[c] = cache[c] * inv;
}

// ------------------------------------------------------- flash-attention tile
template <int BR, int BC, int D>
struct AttnSmem {
    float q[BR * D];
    float k[BC * D];
    float v[BC * D];
    float s[BR * BC];
    __device__ static int qi(int r, int d) { return r * D + (d ^ (r & (D - 1))); }
};

template <int BR, int BC, int D>
__global__ void __launch_bounds__(BR)
flash_attention_fwd(const float* __restrict__ Q, const float* __restrict__ K,
                    const float* __restrict__ V, float* __restrict__ O, int seq, float scale)
{
    extern __shared__ __align__(16) unsigned char raw[];
    auto& sm = *reinterpret_cast<AttnSmem<BR, BC, D>*>(raw);

    const int t = threadIdx.x;
    const size_t head = (size_t)blockIdx.y * seq * D;
    const int row0 = blockIdx.x * BR;

    for (int i = t; i < BR * D; i += BR)
        sm.q[sm.qi(i / D, i % D)] = Q[head + (size_t)row0 * D + i] * scale;

    float o[D];
#pragma unroll
    for (int d = 0; d < D; ++d)
        o[d] = 0.f;
    float mi = -FLT_MAX, li = 0.f;

    for (int c0 = 0; c0 < seq; c0 += BC) {
        __syncthreads();
        for (int i = t; i < BC * D / 4; i += BR) {
            reinterpret_cast<float4*>(sm.k)[i] = reinterpret_cast<const float4*>(K + head + (size_t)c0 * D)[i];
            reinterpret_cast<float4*>(sm.v)[i] = reinterpret_cast<const float4*>(V + head + (size_t)c0 * D)[i];
        }
        __syncthreads();

        float mnew = mi;
        for (int j = 0; j < BC; ++j) {
            float dot = 0.f;
            for (int d = 0; d < D; ++d) {
                const float qv = sm.q[sm.qi(t, d)];
                const float kv = sm.k[j * D + d];
                dot = fmaf(qv, kv, dot);
            }
            sm.s[t * BC + j] = dot;
            mnew = fmaxf(mnew, dot);
        }

        const float corr = __expf(mi - mnew);
        li *= corr;
#pragma unroll
        for (int d = 0; d < D; ++d)
            o[d] *= corr;
        for (int j = 0; j < BC; ++j) {
            const float p = __expf(sm.s[t * BC + j] - mnew);
            li += p;
#pragma unroll
            for (int d = 0; d < D; ++d)
                o[d] = fmaf(p, sm.v[j * D + d], o[d]);
        }
        mi = mnew;
    }

    const float inv = 1.f / li;
    for (int d = 0; d < D; ++d)
        O[head + (size_t)(row0 + t) * D + d] = o[d] * inv;
}

// ----------------------------------------------------------- argmax over pairs
struct alignas(8) KeyVal {
    float val;
    int idx;
};

__device__ __forceinline__ KeyVal better(KeyVal a, KeyVal b)
{
    if (a.val > b.val) return a;
    if (a.val < b.val) return b;
    return a.idx < b.idx ? a : b;
}

__global__ void argmax_rows(const float* __restrict__ x, int cols, int* __restrict__ idxOut,
                            float* __restrict__ valOut)
{
    __shared__ KeyVal sh[256];
    const int t = threadIdx.x;
    KeyVal best{-FLT_MAX, INT_MAX};
    for (int c = t; c < cols; c += blockDim.x)
        best = better(best, KeyVal{x[(size_t)blockIdx.x * cols + c], c});
    sh[t] = best;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (t < s)
            sh[t] = better(sh[t], sh[t + s]);
        __syncthreads();
    }
    if (t < 32) {
        best = better(sh[t], sh[t + 32]);
        for (int o = 16; o; o >>= 1) {
            KeyVal other;
            other.val = __shfl_down_sync(0xffffffffu, best.val, o);
            other.idx = __shfl_down_sync(0xffffffffu, best.idx, o);
            best = better(best, other);
        }
        if (t == 0) {
            valOut[blockIdx.x] = best.val;
            idxOut[blockIdx.x] = best.idx;
        }
    }
}

// ---------------------------------------------------------------- top-k merge
template <int THREADS, int K>
__global__ void topk_tree(const float* __restrict__ x, int n, float* __restrict__ topv,
                          int* __restrict__ topi)
{
    __shared__ float vals[THREADS * K];
    __shared__ int ids[THREADS * K];

    const int t = threadIdx.x;
    float* myv = vals + t * K;
    int* myi = ids + t * K;
    for (int j = 0; j < K; ++j) {
        myv[j] = -FLT_MAX;
        myi[j] = -1;
    }

    const float* row = x + (size_t)blockIdx.x * n;
    for (int c = t; c < n; c += THREADS) {
        const float v = row[c];
        if (v <= myv[K - 1])
            continue;
        int j = K - 1;
        while (j > 0 && myv[j - 1] < v) {
            myv[j] = myv[j - 1];
            myi[j] = myi[j - 1];
            --j;
        }
        myv[j] = v;
        myi[j] = c;
    }
    __syncthreads();

    for (int s = THREADS / 2; s > 0; s >>= 1) {
        float mv[K];
        int mi[K];
        if (t < s) {
            int a = t * K, b = (t + s) * K;
#pragma unroll
            for (int j = 0; j < K; ++j) {
                const float av = vals[a];
                const float bv = vals[b];
                const bool takeA = av >= bv;
                mv[j] = takeA ? av : bv;
                mi[j] = ids[takeA ? a : b];
                a += takeA;
                b += !takeA;
            }
        }
        __syncthreads();
        if (t < s) {
#pragma unroll
            for (int j = 0; j < K; ++j) {
                vals[t * K + j] = mv[j];
                ids[t * K + j] = mi[j];
            }
        }
        __syncthreads();
    }
    if (t < K) {
        topv[blockIdx.x * K + t] = vals[t];
        topi[blockIdx.x * K + t] = ids[t];
    }
}

// ------------------------------------------------------------------------ host
struct CudaDeleter {
    void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using DevPtr = std::unique_ptr<T[], CudaDeleter>;

template <class T>
DevPtr<T> dev(size_t n)
{
    std::vector<T> h(n);
    unsigned s = 2463534242u;
    for (auto& v : h) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        v = T((s % 2000) / 500.0f - 2.0f);
    }
    T* p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return DevPtr<T>(p);
}

int main()
{
    const int rows = 4, cols = 600;
    auto x = dev<float>(rows * cols);
    auto y = dev<float>(rows * cols);
    softmax_row_cached<<<rows, 128, cols * sizeof(float)>>>(x.get(), y.get(), cols);

    constexpr int BR = 64, BC = 32, D = 32, SEQ = 128, HEADS = 2;
    auto q = dev<float>(HEADS * SEQ * D);
    auto k = dev<float>(HEADS * SEQ * D);
    auto v = dev<float>(HEADS * SEQ * D);
    auto o = dev<float>(HEADS * SEQ * D);
    flash_attention_fwd<BR, BC, D><<<dim3(SEQ / BR, HEADS), BR, sizeof(AttnSmem<BR, BC, D>)>>>(
        q.get(), k.get(), v.get(), o.get(), SEQ, 0.17677f);

    auto mi = dev<int>(rows);
    auto mv = dev<float>(rows);
    argmax_rows<<<rows, 256>>>(x.get(), cols, mi.get(), mv.get());

    auto tv = dev<float>(rows * 8);
    auto ti = dev<int>(rows * 8);
    topk_tree<64, 8><<<rows, 64>>>(x.get(), cols, tv.get(), ti.get());

    cudaError_t sync = cudaDeviceSynchronize();
    cudaError_t last = cudaGetLastError();
    if (sync != cudaSuccess || last != cudaSuccess) {
        std::printf("failed: %s / %s\n", cudaGetErrorString(sync), cudaGetErrorString(last));
        return 1;
    }
    std::printf("ok\n");
    return 0;
}

// Single-token decode: rotary embedding, attention over a KV cache, top-2 of the logits.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

struct DecodeParams {
    const float* q;      // [heads][D]
    const half* k;       // [kv_heads][seq][D]
    const half* v;       // [kv_heads][seq][D]
    float* out;          // [heads][D]
    int seq, group;      // group: query heads per kv head
    float scale;
};

// ---- rotary embedding: one block per token, cos/sin computed once and shared by all the heads
template <int D>
__global__ void rope_inplace(float* __restrict__ x, int heads, int first_pos, float theta)
{
    static_assert(D == 64, "one warp per head");
    __shared__ float cs[D / 2], sn[D / 2];
    __shared__ float stage[4][D];
    const int lane = threadIdx.x, hy = threadIdx.y;       // blockDim = (D/2, 4)
    if (hy == 0) {
        const float inv = powf(theta, -2.f * lane / D);
        sincosf((first_pos + (int)blockIdx.x) * inv, &sn[lane], &cs[lane]);
    }
    __syncthreads();
    for (int h = hy; h < heads; h += 4) {
        float* row = x + ((size_t)blockIdx.x * heads + h) * D;
        stage[hy][lane] = row[lane];
        stage[hy][lane + D / 2] = row[lane + D / 2];
        __syncwarp();
        // the pairs are interleaved: (0,1) (2,3) ...
        const float a = stage[hy][2 * lane];
        const float b = stage[hy][2 * lane + 1];
        const float c = cs[lane];
        const float s = sn[lane];
        *reinterpret_cast<float2*>(&row[2 * lane]) = make_float2(a * c - b * s, a * s + b * c);
        __syncwarp();
    }
}

// ---- attention: one block per query head, keys and values in tiles of TK rows
template <int D, int TK, int THREADS>
__global__ void __launch_bounds__(THREADS) decode_attention(DecodeParams p)
{
    constexpr int LDK = D + 8;
    extern __shared__ __align__(16) unsigned char raw[];
    float* sq = reinterpret_cast<float*>(raw);             // D
    float* score = sq + D;                                 // TK
    half* sk = reinterpret_cast<half*>(score + TK);        // TK * LDK
    half* sv = sk + TK * LDK;                              // TK * D
    static_assert(THREADS == TK * 4 && THREADS >= D, "four threads per key, one per output channel");
    const int tid = threadIdx.x, head = blockIdx.x;
    const half* gk = p.k + (size_t)(head / p.group) * p.seq * D;
    const half* gv = p.v + (size_t)(head / p.group) * p.seq * D;
    if (tid < D)
        sq[tid] = p.q[head * D + tid] * p.scale;

    float run_max = -FLT_MAX, run_sum = 0.f, acc = 0.f;
    for (int t0 = 0; t0 < p.seq; t0 += TK) {
        for (int i = tid; i < TK * D / 8; i += THREADS) {
            const int r = i / (D / 8), c = (i % (D / 8)) * 8;
            uint4 kk = make_uint4(0, 0, 0, 0), vv = kk;
            if (t0 + r < p.seq) {
                kk = *reinterpret_cast<const uint4*>(gk + (size_t)(t0 + r) * D + c);
                vv = *reinterpret_cast<const uint4*>(gv + (size_t)(t0 + r) * D + c);
            }
            *reinterpret_cast<uint4*>(&sk[r * LDK + c]) = kk;
            *reinterpret_cast<uint4*>(&sv[r * D + c]) = vv;
        }
        __syncthreads();
        // four neighbouring lanes split one key
        const int key = tid / 4, part = tid % 4;
        float dot = 0.f;
        for (int d = part * 2; d < D; d += 8) {
            const float2 kf = __half22float2(*reinterpret_cast<const half2*>(&sk[key * LDK + d]));
            const float2 qf = *reinterpret_cast<const float2*>(&sq[d]);
            dot += kf.x * qf.x + kf.y * qf.y;
        }
        dot += __shfl_xor_sync(0xffffffffu, dot, 1);
        dot += __shfl_xor_sync(0xffffffffu, dot, 2);
        if (part == 0)
            score[key] = t0 + key < p.seq ? dot : -FLT_MAX;
        __syncthreads();
        float m = run_max;
        for (int i = 0; i < TK; ++i)
            m = fmaxf(m, score[i]);
        const float corr = __expf(run_max - m);
        run_sum *= corr;
        acc *= corr;
        for (int i = 0; i < TK; ++i) {
            const float w = __expf(score[i] - m);
            run_sum += w;
            if (tid < D)
                acc += w * __half2float(sv[i * D + tid]);
        }
        run_max = m;
        __syncthreads();
    }
    if (tid < D)
        p.out[head * D + tid] = acc / run_sum;
}

struct Candidate { float value; int index; };

__device__ __forceinline__ bool better(const Candidate& a, const Candidate& b)
{
    return a.value > b.value || (a.value == b.value && a.index < b.index);
}

struct Top2 {
    Candidate first, second;
    __device__ void push(Candidate c)
    {
        if (better(c, first)) { second = first; first = c; }
        else if (better(c, second)) second = c;
    }
};

template <int BLOCK>
__global__ void top2_rows(const float* __restrict__ logits, int* __restrict__ idx, float* __restrict__ prob, int vocab)
{
    __shared__ Top2 best[BLOCK];
    const float* row = logits + (size_t)blockIdx.x * vocab;
    const Candidate none = { -FLT_MAX, 0x7fffffff };
    Top2 mine = { none, none };
    for (int i = threadIdx.x; i < vocab; i += BLOCK)
        mine.push(Candidate{ row[i], i });
    best[threadIdx.x] = mine;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            const Top2 other = best[threadIdx.x + s];
            mine.push(other.first);
            mine.push(other.second);
            best[threadIdx.x] = mine;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        const float e = __expf(mine.second.value - mine.first.value);
        idx[2 * blockIdx.x] = mine.first.index;
        idx[2 * blockIdx.x + 1] = mine.second.index;
        prob[2 * blockIdx.x] = 1.f / (1.f + e);
        prob[2 * blockIdx.x + 1] = e / (1.f + e);
    }
}

#define TRY(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::fprintf(stderr, "%s -> %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main()
{
    constexpr int D = 64, HEADS = 16, KV = 4, SEQ = 200, TK = 32, ROWS = 8, VOCAB = 2000;
    std::vector<float> q(HEADS * D), logits(ROWS * VOCAB), out(HEADS * D);
    std::vector<half> kv(KV * SEQ * D);
    for (size_t i = 0; i < q.size(); ++i) q[i] = (i % 13) * 0.05f - 0.3f;
    for (size_t i = 0; i < kv.size(); ++i) kv[i] = __float2half((i % 29) * 0.03f - 0.4f);
    for (size_t i = 0; i < logits.size(); ++i) logits[i] = (float)((i * 7919) % 4001) * 0.001f;
    float *dq, *dout, *dl, *dp; half* dkv; int* di;
    TRY(cudaMalloc(&dq, q.size() * 4)); TRY(cudaMalloc(&dout, out.size() * 4)); TRY(cudaMalloc(&dl, logits.size() * 4));
    TRY(cudaMalloc(&dp, ROWS * 8)); TRY(cudaMalloc(&dkv, kv.size() * 2)); TRY(cudaMalloc(&di, ROWS * 8));
    TRY(cudaMemcpy(dq, q.data(), q.size() * 4, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(dl, logits.data(), logits.size() * 4, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(dkv, kv.data(), kv.size() * 2, cudaMemcpyHostToDevice));

    rope_inplace<D><<<4, dim3(D / 2, 4)>>>(dq, HEADS / 4, 7, 10000.f);   // seen as 4 tokens of 4 heads
    TRY(cudaGetLastError());
    const size_t smem = (D + TK) * sizeof(float) + (TK * (D + 8) + TK * D) * sizeof(half);
    decode_attention<D, TK, 128><<<HEADS, 128, smem>>>(DecodeParams{ dq, dkv, dkv, dout, SEQ, HEADS / KV, 0.125f });
    TRY(cudaGetLastError());
    top2_rows<128><<<ROWS, 128>>>(dl, di, dp, VOCAB);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(out.data(), dout, out.size() * 4, cudaMemcpyDeviceToHost));
    return std::isfinite(out[0]) ? 0 : 1;
}

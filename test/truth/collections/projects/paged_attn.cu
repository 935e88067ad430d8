// Decode attention over a paged KV cache (GQA, split along the sequence), rotary embedding, nucleus sampling.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

#define CK(call) \
    if (cudaError_t e_ = (call)) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(EXIT_FAILURE); }

namespace attn {

struct PagedParams {
    const float *q;                          // [seqs][kv_heads*GROUP][D]
    const float *k_cache, *v_cache;          // [pages][PAGE][kv_heads][D]
    const int *block_table, *seq_lens;       // [seqs][max_pages], [seqs]
    float *part_o;                           // [seqs][heads][splits][D]
    float2 *part_ml;                         // [seqs][heads][splits]
    int kv_heads, max_pages, splits;
    float scale;
};

template <int D_, int GROUP_, int PAGE_>
struct Traits {
    static constexpr int D = D_, GROUP = GROUP_, PAGE = PAGE_, THREADS = 128;
    static constexpr int KLD = D + 1, ACC = GROUP * D / THREADS;
    static constexpr size_t smem_floats() { return GROUP * D + PAGE * KLD + PAGE * D + GROUP * PAGE + 3 * GROUP; }
};

// Rotates adjacent pairs (GPT-J layout). One block per token.
template <int D>
__global__ void rope_interleaved(float *x, const int *pos, int heads, float base)
{
    __shared__ float s_cos[D / 2], s_sin[D / 2];
    const int tok = blockIdx.x;
    if (threadIdx.x < D / 2)
        sincosf(pos[tok] * powf(base, -2.0f * threadIdx.x / D), &s_sin[threadIdx.x], &s_cos[threadIdx.x]);
    __syncthreads();
    float2 *row = reinterpret_cast<float2 *>(x + (size_t)tok * heads * D);
    for (int i = threadIdx.x; i < heads * D / 2; i += blockDim.x) {
        const int f = i % (D / 2); const float2 v = row[i];
        row[i] = make_float2(v.x * s_cos[f] - v.y * s_sin[f], v.x * s_sin[f] + v.y * s_cos[f]);
    }
}

template <class T>
__global__ void __launch_bounds__(T::THREADS) paged_decode(PagedParams p)
{
    extern __shared__ float smem[];
    float *sq = smem;                        // [GROUP][D]
    float *sk = sq + T::GROUP * T::D;        // [PAGE][KLD]
    float *sv = sk + T::PAGE * T::KLD;       // [PAGE][D]
    float *sp = sv + T::PAGE * T::D;         // [GROUP][PAGE]
    float *sm = sp + T::GROUP * T::PAGE;     // running max, sum, rescale factor
    float *sl = sm + T::GROUP, *sa = sl + T::GROUP;

    const int kvh = blockIdx.x, seq = blockIdx.y, split = blockIdx.z, tid = threadIdx.x;
    const int heads = p.kv_heads * T::GROUP;
    const int len = p.seq_lens[seq];
    const int n_pages = (len + T::PAGE - 1) / T::PAGE;
    const int per = (n_pages + p.splits - 1) / p.splits;
    const int page_lo = split * per, page_hi = min(page_lo + per, n_pages);

    const float *q = p.q + ((size_t)seq * heads + kvh * T::GROUP) * T::D;
    for (int i = tid; i < T::GROUP * T::D; i += T::THREADS) sq[i] = q[i] * p.scale;
    if (tid < T::GROUP) sm[tid] = -FLT_MAX, sl[tid] = 0.f;
    float acc[T::ACC] = {};
    __syncthreads();
    for (int pg = page_lo; pg < page_hi; ++pg) {
        const int phys = p.block_table[seq * p.max_pages + pg];
        const int valid = min(T::PAGE, len - pg * T::PAGE);
        for (int i = tid; i < T::PAGE * T::D; i += T::THREADS) {
            int t = i / T::D, d = i % T::D;
            size_t g = (((size_t)phys * T::PAGE + t) * p.kv_heads + kvh) * T::D + d;
            sk[t * T::KLD + d] = t < valid ? p.k_cache[g] : 0.f;
            sv[t * T::D + d]   = t < valid ? p.v_cache[g] : 0.f;
        }
        __syncthreads();
        for (int i = tid; i < T::GROUP * T::PAGE; i += T::THREADS) {
            int g = i / T::PAGE, t = i % T::PAGE;
            float s = 0.f;
            for (int d = 0; d < T::D; ++d) s += sq[g * T::D + d] * sk[t * T::KLD + d];
            sp[i] = t < valid ? s : -FLT_MAX;
        }
        __syncthreads();
        if (tid < T::GROUP) {           // online softmax, one thread per query head
            float m_old = sm[tid], m_new = m_old;
            for (int t = 0; t < valid; ++t) m_new = fmaxf(m_new, sp[tid * T::PAGE + t]);
            float l = 0.f;
            for (int t = 0; t < T::PAGE; ++t) {
                float e = t < valid ? __expf(sp[tid * T::PAGE + t] - m_new) : 0.f;
                sp[tid * T::PAGE + t] = e;
                l += e;
            }
            sa[tid] = __expf(m_old - m_new);
            sl[tid] = sl[tid] * sa[tid] + l;
            sm[tid] = m_new;
        }
        __syncthreads();
#pragma unroll
        for (int a = 0; a < T::ACC; ++a) {
            int idx = tid + a * T::THREADS, g = idx / T::D, d = idx % T::D;
            acc[a] *= sa[g];
            for (int t = 0; t < T::PAGE; ++t) acc[a] += sp[g * T::PAGE + t] * sv[t * T::D + d];
        }
        __syncthreads();
    }
    for (int a = 0; a < T::ACC; ++a) {
        int idx = tid + a * T::THREADS, g = idx / T::D, d = idx % T::D;
        size_t slot = ((size_t)seq * heads + kvh * T::GROUP + g) * p.splits + split;
        p.part_o[slot * T::D + d] = acc[a];
    }
    if (tid < T::GROUP) {
        size_t slot = ((size_t)seq * heads + kvh * T::GROUP + tid) * p.splits + split;
        p.part_ml[slot] = make_float2(sm[tid], sl[tid]);
    }
}

// One block per (seq, head), D threads.
__global__ void combine_splits(const float *part_o, const float2 *part_ml, float *out, int splits)
{
    __shared__ float w[32];
    __shared__ float2 ml[32];
    const int row = blockIdx.x, D = blockDim.x, d = threadIdx.x;
    if (d < splits) ml[d] = part_ml[row * splits + d];
    __syncthreads();
    if (d < splits) {
        float m = -FLT_MAX, l = 0.f;
        for (int s = 0; s < splits; ++s) m = fmaxf(m, ml[s].x);
        for (int s = 0; s < splits; ++s) l += ml[s].y * __expf(ml[s].x - m);
        w[d] = __expf(ml[d].x - m) / l;
    }
    __syncthreads();
    float o = 0.f;
    for (int s = 0; s < splits; ++s) o += w[s] * part_o[((size_t)row * splits + s) * D + d];
    out[(size_t)row * D + d] = o;
}

template <class T> __device__ void swap_vals(T &a, T &b) { T t = a; a = b; b = t; }

// Softmax + bitonic sort (descending) + prefix sum, one block per row, V a power of two.
template <int V, int NT>
__global__ void top_p_sample(const float *logits, const float *u, float top_p, float inv_temp, int *token)
{
    __shared__ float prob[V], red[NT];
    __shared__ int   id[V], s_cut, s_pick;
    const int tid = threadIdx.x;
    const float *row = logits + (size_t)blockIdx.x * V;
    for (int i = tid; i < V; i += NT) { prob[i] = row[i] * inv_temp; id[i] = i; }
    if (tid == 0) { s_cut = V - 1; s_pick = V - 1; }
    __syncthreads();
    for (int k = 2; k <= V; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            for (int t = tid; t < V / 2; t += NT) {
                int i = 2 * j * (t / j) + t % j, l = i + j;
                bool desc = (i & k) == 0;
                if ((prob[i] < prob[l]) == desc) { swap_vals(prob[i], prob[l]); swap_vals(id[i], id[l]); }
            }
            __syncthreads();
        }
    const float top = prob[0];
    __syncthreads();
    // each thread owns a contiguous run of V/NT sorted candidates
    constexpr int R = V / NT;
    float run = 0.f;
    for (int r = 0; r < R; ++r) { run += __expf(prob[tid * R + r] - top); prob[tid * R + r] = run; }
    red[tid] = run;
    __syncthreads();
    for (int o = 1; o < NT; o <<= 1) {
        float add = tid >= o ? red[tid - o] : 0.f;
        __syncthreads();
        red[tid] += add;
        __syncthreads();
    }
    const float total = red[NT - 1], before = tid ? red[tid - 1] : 0.f;
    for (int r = 0; r < R; ++r) prob[tid * R + r] += before;
    __syncthreads();
    for (int i = tid; i < V; i += NT)
        if (prob[i] >= top_p * total) atomicMin(&s_cut, i);
    __syncthreads();
    const float target = u[blockIdx.x] * prob[s_cut];
    for (int i = tid; i <= s_cut; i += NT)
        if (prob[i] >= target) atomicMin(&s_pick, i);
    __syncthreads();
    if (tid == 0) token[blockIdx.x] = id[s_pick];
}
} // namespace attn

static unsigned g_seed = 7u;
static float frand() { g_seed = g_seed * 1103515245u + 12345u; return ((g_seed >> 9) & 0x7fff) / 16384.f - 1.f; }
static std::vector<float> noise(size_t n, float amp) { std::vector<float> v(n); for (auto &f : v) f = amp * frand(); return v; }
template <class T> static T *dev(const std::vector<T> &h)
{
    T *d; CK(cudaMalloc(&d, h.size() * sizeof(T)));
    CK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

int main()
{
    using Tr = attn::Traits<64, 4, 16>;
    const int seqs = 4, kvh = 2, heads = kvh * Tr::GROUP, D = Tr::D, max_pages = 8, pages = seqs * max_pages;
    std::vector<int> lens = {100, 37, 128, 64}, table(seqs * max_pages), pos(seqs);
    for (int i = 0; i < pages; ++i) table[i] = (i * 13 + 5) % pages;
    for (int s = 0; s < seqs; ++s) pos[s] = lens[s] - 1;
    auto q = noise(seqs * heads * D, 1.f), k = noise(pages * 16 * kvh * D, 1.f), v = noise(k.size(), 1.f);

    std::vector<float> qr(q.size()), out(seqs * heads * D);
    float *dq = dev(q), *dk = dev(k), *dv = dev(v), *dout = dev(out), *dpo = dev(std::vector<float>(4 * out.size()));
    int *dt = dev(table), *dl = dev(lens), *dpos = dev(pos);
    float2 *dml = dev(std::vector<float2>(seqs * heads * 4));
    attn::rope_interleaved<64><<<seqs, 128>>>(dq, dpos, heads, 10000.f);
    CK(cudaGetLastError());
    double worst = 0, sum = 0;
    for (int splits : {1, 4}) {
        attn::PagedParams p{dq, dk, dv, dt, dl, dpo, dml, kvh, max_pages, splits, 0.125f};
        attn::paged_decode<Tr><<<dim3(kvh, seqs, splits), Tr::THREADS, Tr::smem_floats() * sizeof(float)>>>(p);
        attn::combine_splits<<<seqs * heads, D>>>(dpo, dml, dout, splits);
        CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
        CK(cudaMemcpy(qr.data(), dq, qr.size() * 4, cudaMemcpyDeviceToHost));
        CK(cudaMemcpy(out.data(), dout, out.size() * 4, cudaMemcpyDeviceToHost));
        for (int row = 0; row < seqs * heads; ++row) {
            const int s = row / heads, h = row % heads;
            std::vector<double> o(D, 0.0);
            double l = 0;
            for (int t = 0; t < lens[s]; ++t) {
                const int at = ((table[s * max_pages + t / 16] * 16 + t % 16) * kvh + h / Tr::GROUP) * D;
                double e = 0;
                for (int d = 0; d < D; ++d) e += qr[row * D + d] * k[at + d];
                l += e = exp(e * 0.125);
                for (int d = 0; d < D; ++d) o[d] += e * v[at + d];
            }
            for (int d = 0; d < D; ++d) worst = fmax(worst, fabs(o[d] / l - out[row * D + d])), sum += out[row * D + d];
        }
    }
    const int rows = 8, V = 1024;
    auto u = noise(rows, 0.5f);
    for (auto &f : u) f += 0.5f;
    float *dlog = dev(noise(rows * V, 4.f)), *du = dev(u);
    int *dtok = dev(std::vector<int>(rows)), tok[rows];
    attn::top_p_sample<V, 256><<<rows, 256>>>(dlog, du, 0.9f, 1.f / 0.8f, dtok);
    CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(tok, dtok, sizeof tok, cudaMemcpyDeviceToHost));
    long tsum = std::accumulate(tok, tok + rows, 0L);
    printf("paged_attn checksum %.6f tokens %ld max err %.2e %s\n", sum, tsum, worst, worst < 1e-4 ? "OK" : "MISMATCH");
    for (void *ptr : std::initializer_list<void *>{dq, dk, dv, dpo, dout, dt, dl, dpos, dml, dlog, du, dtok}) CK(cudaFree(ptr));
    return worst < 1e-4 ? 0 : 1;
}

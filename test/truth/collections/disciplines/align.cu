// gpualign - batch pairwise alignment and seed machinery
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <stdexcept>

namespace cg = cooperative_groups;

namespace gpualign {

using score_t = int16_t;
constexpr int kAlphabet = 25;          // protein incl. ambiguity codes
constexpr int kWarp = 32;
constexpr score_t kNegInf = -16000;

inline void check(cudaError_t e, const char* what) {
    if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

struct Scoring { int match, mismatch, gap_open, gap_extend; };

template <typename T>
struct DeviceVec {
    T* p = nullptr; size_t n = 0;
    explicit DeviceVec(size_t n_) : n(n_) { check(cudaMalloc(&p, n * sizeof(T)), "malloc"); check(cudaMemset(p, 0, n * sizeof(T)), "memset"); }
    explicit DeviceVec(const std::vector<T>& h) : DeviceVec(h.size()) { check(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice), "h2d"); }
    ~DeviceVec() { cudaFree(p); }
    std::vector<T> host() const { std::vector<T> h(n); check(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost), "d2h"); return h; }
    DeviceVec(const DeviceVec&) = delete;
};

// ---------------------------------------------------------------- Smith-Waterman, anti-diagonal per block
// One block aligns one (query, subject) pair; thread i owns query row i.
// Three rolling diagonals of H plus E/F, all in shared memory.
template <int QLEN>
__global__ void __launch_bounds__(QLEN) sw_antidiag_kernel(const uint8_t* __restrict__ q, const uint8_t* __restrict__ s,
                                                           int slen, Scoring sc, int* __restrict__ best) {
    __shared__ int16_t H[3][QLEN + 1];
    __shared__ int16_t F[2][QLEN + 1];
    __shared__ int     red[QLEN];
    const int i = threadIdx.x;
    const uint8_t qc = q[blockIdx.x * QLEN + i];
    const uint8_t* subj = s + size_t(blockIdx.x) * slen;
    for (int k = 0; k < 3; ++k) H[k][i + 1] = 0;
    F[0][i + 1] = F[1][i + 1] = kNegInf;
    if (i == 0) { H[0][0] = H[1][0] = H[2][0] = 0; F[0][0] = F[1][0] = kNegInf; }
    __syncthreads();
    int e = kNegInf, mx = 0;
    for (int d = 0; d < slen + QLEN - 1; ++d) {
        const int cur = d % 3, p1 = (d + 2) % 3, p2 = (d + 1) % 3;
        const int j = d - i;
        int h = 0, f = kNegInf;
        if (j >= 0 && j < slen) {
            e = max(e - sc.gap_extend, H[p1][i + 1] - sc.gap_open);
            f = max(F[(d + 1) & 1][i] - sc.gap_extend, H[p1][i] - sc.gap_open);
            h = max(0, H[p2][i] + (subj[j] == qc ? sc.match : -sc.mismatch));
            h = max(h, max(e, f));
            mx = max(mx, h);
        }
        __syncthreads();
        H[cur][i + 1] = (int16_t)h;
        F[d & 1][i + 1] = (int16_t)f;
        __syncthreads();
    }
    red[i] = mx;
    __syncthreads();
    for (int o = QLEN / 2; o > 0; o >>= 1) {
        if (i < o) red[i] = max(red[i], red[i + o]);
        __syncthreads();
    }
    if (i == 0) best[blockIdx.x] = red[0];
}

// ---------------------------------------------------------------- inter-task SW with query profile
// Each thread aligns its own subject; the substitution row for the residue is read from shared.
template <int TILE>
__global__ void sw_profile_kernel(const int8_t* __restrict__ matrix, const uint8_t* __restrict__ query, int qlen,
                                  const uint8_t* __restrict__ db, int slen, int nseq, int go, int ge, int* out) {
    __shared__ int8_t prof[kAlphabet][TILE];
    extern __shared__ int16_t col[];             // [TILE+1][blockDim]
    const int tid = threadIdx.x, nt = blockDim.x;
    const int seq = blockIdx.x * nt + tid;
    int best = 0;
    for (int q0 = 0; q0 < qlen; q0 += TILE) {
        const int tl = min(TILE, qlen - q0);
        __syncthreads();
        for (int k = tid; k < kAlphabet * TILE; k += nt) {
            int a = k / TILE, b = k % TILE;
            prof[a][b] = b < tl ? matrix[a * kAlphabet + query[q0 + b]] : 0;
        }
        for (int k = 0; k <= TILE; ++k) col[k * nt + tid] = 0;
        __syncthreads();
        if (seq < nseq) {
            for (int j = 0; j < slen; ++j) {
                const uint8_t r = db[j * nseq + seq];
                int diag = 0, up = 0;
#pragma unroll 4
                for (int k = 0; k < TILE; ++k) {
                    const int left = col[(k + 1) * nt + tid];
                    int h = max(0, diag + prof[r][k]);
                    h = max(h, max(left, up) - (go + ge));
                    diag = left;
                    up = h;
                    col[(k + 1) * nt + tid] = (int16_t)h;
                    best = max(best, h);
                }
            }
        }
    }
    if (seq < nseq) out[seq] = best;
}

// ---------------------------------------------------------------- Myers bit-vector edit distance
// pattern <= 64bp; Peq table for every thread kept as AoS
struct Peq { unsigned long long w[4]; };

__global__ void myers64_kernel(const uint8_t* pat, int m, const uint8_t* txt, int n, int npairs, int* dist) {
    __shared__ Peq peq[64];
    const int t = threadIdx.x;
    const int id = blockIdx.x * blockDim.x + t;
    for (int a = 0; a < 4; ++a) peq[t].w[a] = 0ull;
    if (id >= npairs) return;
    for (int i = 0; i < m; ++i) peq[t].w[pat[id * m + i] & 3] |= 1ull << i;
    unsigned long long pv = ~0ull, mv = 0ull;
    int score = m;
    const unsigned long long top = 1ull << (m - 1);
    for (int j = 0; j < n; ++j) {
        const unsigned long long eq = peq[t].w[txt[id * n + j] & 3];
        const unsigned long long xv = eq | mv;
        const unsigned long long xh = (((eq & pv) + pv) ^ pv) | eq;
        unsigned long long ph = mv | ~(xh | pv), mh = pv & xh;
        if (ph & top) ++score;
        if (mh & top) --score;
        ph = (ph << 1) | 1ull;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    dist[id] = score;
}

// ---------------------------------------------------------------- k-mer counting, open addressing in shared
__device__ __forceinline__ uint32_t murmur_mix(uint32_t h) {
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16; return h;
}

template <int K, int SLOTS>
__global__ void kmer_count_kernel(const uint8_t* __restrict__ reads, int rlen, int nreads, unsigned* __restrict__ spectrum) {
    __shared__ uint32_t keys[SLOTS];
    __shared__ uint32_t cnts[SLOTS];
    for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) { keys[i] = 0xffffffffu; cnts[i] = 0; }
    __syncthreads();
    const int span = rlen - K + 1;
    for (int w = threadIdx.x; w < span; w += blockDim.x) {
        const uint8_t* r = reads + size_t(blockIdx.x % nreads) * rlen + w;
        uint32_t km = 0;
#pragma unroll
        for (int i = 0; i < K; ++i) km = (km << 2) | (r[i] & 3);
        uint32_t slot = murmur_mix(km) & (SLOTS - 1);
        for (int probe = 0; probe < SLOTS; ++probe) {
            const uint32_t old = atomicCAS(&keys[slot], 0xffffffffu, km);
            if (old == 0xffffffffu || old == km) { atomicAdd(&cnts[slot], 1u); break; }
            slot = (slot + 1) & (SLOTS - 1);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < SLOTS; i += blockDim.x)
        if (cnts[i]) atomicAdd(&spectrum[min(cnts[i], 63u)], 1u);
}

// ---------------------------------------------------------------- minimizers: sliding window minimum in shared
template <int W>
__global__ void minimizer_kernel(const uint32_t* __restrict__ hashes, int n, uint32_t* __restrict__ mins, int* __restrict__ pos) {
    constexpr int BLK = 128;
    __shared__ uint2 buf[BLK + W];
    const int base = blockIdx.x * BLK;
    for (int i = threadIdx.x; i < BLK + W - 1; i += BLK) {
        const int g = base + i;
        buf[i] = g < n ? make_uint2(murmur_mix(hashes[g]), g) : make_uint2(0xffffffffu, g);
    }
    __syncthreads();
    uint2 m = buf[threadIdx.x];
#pragma unroll
    for (int k = 1; k < W; ++k) {
        const uint2 c = buf[threadIdx.x + k];
        if (c.x < m.x) m = c;
    }
    const int g = base + threadIdx.x;
    if (g < n) { mins[g] = m.x; pos[g] = (int)m.y; }
}

// ---------------------------------------------------------------- banded global alignment with traceback bits in shared
// a warp per pair; each lane owns one band diagonal, traceback serial on lane 0.
template <int MAXLEN, int WARPS>
__global__ void banded_nw_kernel(const uint8_t* a, const uint8_t* b, int len, int npairs, int* score, int* nmatch) {
    __shared__ uint8_t tb[WARPS][MAXLEN][kWarp];
    __shared__ uint8_t sa[WARPS][MAXLEN], sb[WARPS][MAXLEN + 32];
    auto warp = cg::tiled_partition<kWarp>(cg::this_thread_block());
    const int w = threadIdx.x / kWarp, lane = warp.thread_rank();
    const int pair = blockIdx.x * WARPS + w;
    if (pair >= npairs) return;
    for (int i = lane; i < len; i += kWarp) sa[w][i] = a[pair * len + i];
    for (int i = lane; i < len + 32; i += kWarp) { int j = i - 16; sb[w][i] = (j >= 0 && j < len) ? b[pair * len + j] : 255; }
    warp.sync();
    int h = -abs(lane - 16);
    for (int i = 0; i < len; ++i) {
        int up = warp.shfl_down(h, 1);
        if (lane == kWarp - 1) up = -10000;
        int d = h + (sa[w][i] == sb[w][i + lane] ? 2 : -3);
        int best = d; uint8_t dir = 0;
        if (up - 2 > best) { best = up - 2; dir = 1; }
        // in-band horizontal pass
        for (int o = 1; o < kWarp; o <<= 1) {
            int l = warp.shfl_up(best, o);
            if (lane >= o && l - 2 * o > best) { best = l - 2 * o; dir = 2; }
        }
        h = best;
        tb[w][i][lane] = dir;
    }
    warp.sync();
    if (lane == 16) score[pair] = h;
    if (lane == 0) {
        int i = len - 1, k = 16, m = 0;
        while (i >= 0 && k >= 0 && k < kWarp) {
            const uint8_t d = tb[w][i][k];
            if (d == 0) { m += sa[w][i] == sb[w][i + k]; --i; }
            else if (d == 1) { --i; ++k; }
            else --k;
        }
        nmatch[pair] = m;
    }
}

// ---------------------------------------------------------------- profile HMM (Viterbi, M/I/D) : states across threads
struct HmmNode { float mm, mi, md, im, ii, dm, dd; };

__global__ void hmm_viterbi_kernel(const HmmNode* __restrict__ model, const float* __restrict__ emit, int M,
                                   const uint8_t* __restrict__ seqs, int L, float* __restrict__ sc) {
    extern __shared__ unsigned char raw[];
    HmmNode* node = reinterpret_cast<HmmNode*>(raw);
    float3* cell = reinterpret_cast<float3*>(node + M);          // [2][M+1]
    float* em = reinterpret_cast<float*>(cell + 2 * (M + 1));    // [4][M]
    const int k = threadIdx.x;
    node[k] = model[k];
    for (int a = 0; a < 4; ++a) em[a * M + k] = emit[k * 4 + a];
    cell[k + 1] = cell[M + 1 + k + 1] = make_float3(-1e9f, -1e9f, -1e9f);
    if (k == 0) cell[0] = cell[M + 1] = make_float3(0.f, -1e9f, -1e9f);
    __syncthreads();
    const uint8_t* s = seqs + size_t(blockIdx.x) * L;
    int cur = 0;
    float best = -1e9f;
    for (int i = 0; i < L; ++i) {
        const float3 dg = cell[cur * (M + 1) + k];
        const float3 up = cell[cur * (M + 1) + k + 1];
        const HmmNode nd = node[k];
        float3 r;
        r.x = em[(s[i] & 3) * M + k] + fmaxf(dg.x + nd.mm, fmaxf(dg.y + nd.im, dg.z + nd.dm));
        r.y = fmaxf(up.x + nd.mi, up.y + nd.ii);
        r.z = fmaxf(dg.x + nd.md, dg.z + nd.dd);
        cell[(cur ^ 1) * (M + 1) + k + 1] = r;
        if (k == M - 1) best = fmaxf(best, r.x);
        cur ^= 1;
        __syncthreads();
    }
    if (k == M - 1) sc[blockIdx.x] = best;
}

// ---------------------------------------------------------------- FM-index backward search; occ checkpoints cached
__global__ void fm_search_kernel(const uint32_t* __restrict__ occ, const uint32_t* __restrict__ bwt2, int nblk,
                                 const uint8_t* __restrict__ pats, int plen, int npat, uint2* __restrict__ range) {
    extern __shared__ uint32_t cache[];          // nblk * (4 counters + 2 words of 2-bit bwt)
    for (int i = threadIdx.x; i < nblk; i += blockDim.x) {
        for (int c = 0; c < 4; ++c) cache[i * 6 + c] = occ[i * 4 + c];
        cache[i * 6 + 4] = bwt2[i * 2];
        cache[i * 6 + 5] = bwt2[i * 2 + 1];
    }
    __syncthreads();
    const auto rank = [&](uint32_t c, uint32_t pos) {
        const uint32_t blk = min(pos >> 5, (uint32_t)nblk - 1), rem = pos - (blk << 5);
        const uint32_t* e = cache + blk * 6;
        uint32_t r = e[c];
        for (uint32_t i = 0; i < rem; ++i) r += ((e[4 + (i >> 4)] >> ((i & 15) * 2)) & 3u) == c;
        return r;
    };
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= npat) return;
    const uint32_t len = nblk * 32u;
    uint32_t lo = 0, hi = len;
    for (int i = plen - 1; i >= 0 && lo < hi; --i) {
        const uint32_t c = pats[id * plen + i] & 3;
        lo = min(rank(c, lo) + c * (len / 4), len);
        hi = min(rank(c, hi) + c * (len / 4), len);
    }
    range[id] = make_uint2(lo, hi);
}

// ---------------------------------------------------------------- chaining DP: anchors (x,y,len) in shared window
struct Anchor { int x, y, len, score; };

template <int WIN>
__global__ void chain_kernel(const Anchor* __restrict__ in, int n, int* __restrict__ out) {
    __shared__ Anchor win[WIN];
    __shared__ int wbest[WIN / 32];
    const int t = threadIdx.x;
    const Anchor* a = in + size_t(blockIdx.x) * n;
    win[t] = Anchor{-1 << 20, -1 << 20, 0, 0};
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        const Anchor c = a[i];
        const Anchor p = win[t];
        const int dx = c.x - p.x, dy = c.y - p.y;
        int s = (dx > 0 && dy > 0 && dx < 5000 && dy < 5000) ? p.score + min(c.len, min(dx, dy)) - abs(dx - dy) / 16 : c.len;
        for (int o = 16; o; o >>= 1) s = max(s, __shfl_xor_sync(~0u, s, o));
        if ((t & 31) == 0) wbest[t >> 5] = s;
        __syncthreads();
        if (t == 0) {
            int b = wbest[0];
            for (int k = 1; k < WIN / 32; ++k) b = max(b, wbest[k]);
            win[i % WIN] = Anchor{c.x, c.y, c.len, b};
            out[size_t(blockIdx.x) * n + i] = b;
        }
        __syncthreads();
    }
}

} // namespace gpualign

static std::vector<uint8_t> synth(size_t n, unsigned mod, unsigned seed) {
    std::vector<uint8_t> v(n);
    for (auto& c : v) { seed = seed * 1664525u + 1013904223u; c = uint8_t((seed >> 20) % mod); }
    return v;
}

template <typename T> static long long total(const gpualign::DeviceVec<T>& d) { long long s = 0; for (auto v : d.host()) s += (long long)v; return s; }

int main(int argc, char** argv) try {
    using namespace gpualign;
    int slen = argc > 1 ? std::max(16, std::min(512, atoi(argv[1]))) : 120;
    long long sum = 0;
    const Scoring sc{2, 3, 5, 1};
    {
        DeviceVec<uint8_t> q(synth(8 * 128, 4, 1)), s(synth(8 * slen, 4, 2));
        DeviceVec<int> b(8);
        sw_antidiag_kernel<128><<<8, 128>>>(q.p, s.p, slen, sc, b.p);
        sum += total(b);
        sw_antidiag_kernel<64><<<8, 64>>>(q.p, s.p, slen, sc, b.p);
        sum += total(b);
    }
    {
        std::vector<int8_t> m(kAlphabet * kAlphabet);
        for (int i = 0; i < kAlphabet; ++i) for (int j = 0; j < kAlphabet; ++j) m[i * kAlphabet + j] = i == j ? 5 : int8_t((i * j) % 4 - 3);
        const int nseq = 300, len = 60, qlen = 50, bs = 96;
        DeviceVec<int8_t> dm(m);
        DeviceVec<uint8_t> q(synth(qlen, kAlphabet, 3)), db(synth(nseq * len, kAlphabet, 4));
        DeviceVec<int> o(nseq);
        sw_profile_kernel<16><<<(nseq + bs - 1) / bs, bs, 17 * bs * sizeof(int16_t)>>>(dm.p, q.p, qlen, db.p, len, nseq, 10, 1, o.p);
        sum += total(o);
    }
    {
        const int m = 50, n = 80, np = 200;
        DeviceVec<uint8_t> p(synth(m * np, 4, 5)), t(synth(n * np, 4, 6));
        DeviceVec<int> d(np);
        myers64_kernel<<<(np + 63) / 64, 64>>>(p.p, m, t.p, n, np, d.p);
        sum += total(d);
    }
    {
        DeviceVec<uint8_t> r(synth(16 * 400, 4, 7));
        DeviceVec<unsigned> sp(64);
        kmer_count_kernel<9, 1024><<<16, 128>>>(r.p, 400, 16, sp.p);
        kmer_count_kernel<4, 512><<<16, 192>>>(r.p, 400, 16, sp.p);
        sum += total(sp);
    }
    {
        const int n = 1500;
        std::vector<uint32_t> h(n); for (int i = 0; i < n; ++i) h[i] = i * 7919u;
        DeviceVec<uint32_t> dh(h), mn(n); DeviceVec<int> ps(n);
        minimizer_kernel<10><<<(n + 127) / 128, 128>>>(dh.p, n, mn.p, ps.p);
        minimizer_kernel<19><<<(n + 127) / 128, 128>>>(dh.p, n, mn.p, ps.p);
        sum += total(ps);
    }
    {
        const int np = 30, len = 96;
        DeviceVec<uint8_t> a(synth(np * len, 4, 8)), b(synth(np * len, 4, 8));
        DeviceVec<int> s(np), m(np);
        banded_nw_kernel<100, 4><<<(np + 3) / 4, 128>>>(a.p, b.p, len, np, s.p, m.p);
        sum += total(s) + total(m);
    }
    {
        const int M = 80, L = 70, ns = 10;
        std::vector<HmmNode> md(M); std::vector<float> em(4 * M);
        for (int i = 0; i < M; ++i) md[i] = HmmNode{-.1f, -2.f, -3.f - i % 3, -.5f, -1.f, -.6f, -1.5f};
        for (int i = 0; i < 4 * M; ++i) em[i] = 1.f - .4f * (i % 5);
        DeviceVec<HmmNode> dmd(md); DeviceVec<float> dem(em), o(ns); DeviceVec<uint8_t> s(synth(ns * L, 4, 9));
        const size_t shm = M * sizeof(HmmNode) + 2 * (M + 1) * sizeof(float3) + 4 * M * sizeof(float);
        hmm_viterbi_kernel<<<ns, M, shm>>>(dmd.p, dem.p, M, s.p, L, o.p);
        sum += total(o);
    }
    {
        const int nb = 128, np = 256, pl = 12;
        std::vector<uint32_t> occ(nb * 4), bw(nb * 2);
        for (int i = 0; i < nb * 4; ++i) occ[i] = (i / 4) * 8;
        for (int i = 0; i < nb * 2; ++i) bw[i] = i * 2654435761u;
        DeviceVec<uint32_t> d1(occ), d2(bw); DeviceVec<uint8_t> p(synth(np * pl, 4, 10)); DeviceVec<uint2> r(np);
        fm_search_kernel<<<np / 64, 64, nb * 6 * sizeof(uint32_t)>>>(d1.p, d2.p, nb, p.p, pl, np, r.p);
        for (auto v : r.host()) sum += v.y - v.x;
    }
    {
        const int n = 100, ng = 6;
        std::vector<Anchor> a(n * ng);
        for (int i = 0; i < n * ng; ++i) a[i] = Anchor{(i % n) * 20, (i % n) * 20 + (i * 13) % 40, 15, 0};
        DeviceVec<Anchor> da(a); DeviceVec<int> o(n * ng);
        chain_kernel<64><<<ng, 64>>>(da.p, n, o.p);
        sum += total(o);
    }
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "sync");
    std::printf("gpualign checksum: %lld\n", sum);
    return 0;
} catch (const std::exception& e) { std::fprintf(stderr, "error: %s\n", e.what()); return 1; }

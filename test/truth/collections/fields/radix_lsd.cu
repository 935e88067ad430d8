// LSD radix sort building blocks and stream compaction
#include <cstdio>
#include <cstdint>
#include <vector>
#include <algorithm>

constexpr int BITS = 4, RADIX = 1 << BITS, THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS;

// per thread counters of 16 digits, stored digit-major; scanned in shared, then local scatter
template <int BIT>
__global__ void block_sort_digit(uint32_t *keys, uint32_t *histo, int n)
{
    __shared__ union {
        unsigned short count[RADIX][THREADS];
        uint32_t word[RADIX * THREADS / 2];
        uint32_t keys[TILE];
    } sm;
    __shared__ uint32_t warpSum[THREADS / 32];
    const int t = threadIdx.x;
    const int base = blockIdx.x * TILE;
    uint32_t k[ITEMS];
    #pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        int g = base + t * ITEMS + i;
        k[i] = g < n ? keys[g] : 0xffffffffu;
    }
    #pragma unroll
    for (int i = t; i < RADIX * THREADS / 2; i += THREADS) sm.word[i] = 0;
    __syncthreads();
    unsigned short rank[ITEMS];
    #pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        int d = (k[i] >> BIT) & (RADIX - 1);
        rank[i] = sm.count[d][t]++;
    }
    __syncthreads();
    // exclusive scan over RADIX*THREADS shorts, each thread owns 16 consecutive = 8 words
    uint32_t sum = 0;
    unsigned short *flat = &sm.count[0][0];
    for (int i = 0; i < RADIX; ++i) {
        unsigned short v = flat[t * RADIX + i];
        flat[t * RADIX + i] = (unsigned short)sum;
        sum += v;
    }
    uint32_t inc = sum;
    const int lane = t & 31, w = t >> 5;
    for (int d = 1; d < 32; d += d) {
        uint32_t o = __shfl_up_sync(~0u, inc, d);
        if (lane >= d) inc += o;
    }
    if (lane == 31) warpSum[w] = inc;
    __syncthreads();
    uint32_t add = inc - sum;
    for (int j = 0; j < w; ++j) add += warpSum[j];
    for (int i = 0; i < RADIX; ++i) flat[t * RADIX + i] += (unsigned short)add;
    __syncthreads();
    if (t < RADIX) {
        int begin = sm.count[t][0], end = t + 1 < RADIX ? sm.count[t + 1][0] : TILE;
        histo[t * gridDim.x + blockIdx.x] = end - begin;
    }
    int pos[ITEMS];
    #pragma unroll
    for (int i = 0; i < ITEMS; ++i) pos[i] = sm.count[(k[i] >> BIT) & (RADIX - 1)][t] + rank[i];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; ++i) sm.keys[pos[i]] = k[i];
    __syncthreads();
    for (int i = t; i < TILE && base + i < n; i += THREADS) keys[base + i] = sm.keys[i];
}

// one-bit split sort inside shared, ping-pong buffers by pointer
__global__ void split_sort(uint32_t *keys, int n, int nbits)
{
    extern __shared__ uint32_t pp[];
    uint32_t *src = pp, *dst = pp + blockDim.x;
    __shared__ int zerosPerWarp[32];
    const unsigned t = threadIdx.x, lane = t & 31u, w = t >> 5, nw = blockDim.x >> 5;
    const int g = blockIdx.x * blockDim.x + t;
    src[t] = g < n ? keys[g] : ~0u;
    __syncthreads();
    for (int b = 0; b < nbits; ++b) {
        uint32_t v = src[t];
        bool one = v >> b & 1u;
        unsigned z = __ballot_sync(~0u, !one);
        if (lane == 0) zerosPerWarp[w] = __popc(z);
        __syncthreads();
        int before = 0, total = 0;
        for (unsigned i = 0; i < nw; ++i) { if (i < w) before += zerosPerWarp[i]; total += zerosPerWarp[i]; }
        int zr = before + __popc(z & ((1u << lane) - 1u));
        int p = one ? total + (int)t - zr : zr;
        dst[p] = v;
        __syncthreads();
        uint32_t *x = src; src = dst; dst = x;
    }
    if (g < n) keys[g] = src[t];
}

// compaction of int3 records by predicate, functor supplied by the caller
template <class Pred>
__global__ void compact(const int3 *in, int n, int3 *out, int *counter, Pred keep)
{
    __shared__ int3 buf[192];
    __shared__ int total, dst;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    int3 r = make_int3(0, 0, 0);
    bool k = false;
    if (g < n) { r = in[g]; k = keep(r); }
    const unsigned m = __ballot_sync(0xffffffffu, k), lane = threadIdx.x & 31;
    int base = 0;
    if (lane == (unsigned)(__ffs(m) - 1)) base = atomicAdd(&total, __popc(m));
    if (m) {
        base = __shfl_sync(0xffffffffu, base, __ffs(m) - 1);
        if (k) buf[base + __popc(m & ~(~0u << lane))] = r;
    }
    __syncthreads();
    if (threadIdx.x == 0) dst = atomicAdd(counter, total);
    __syncthreads();
    for (int i = threadIdx.x; i < total; i += blockDim.x) out[dst + i] = buf[i];
}
struct InRange {
    int lo, hi;
    __device__ bool operator()(const int3 &r) const { return r.x >= lo && r.x < hi && (r.y ^ r.z) % 3 != 0; }
};

// merge of two sorted runs by diagonal search
__global__ void merge_path(const uint32_t *a, int na, const uint32_t *b, int nb, uint32_t *out)
{
    constexpr int PER = 5, T = 64, SPAN = PER * T;
    __shared__ uint32_t s[SPAN + 2];
    __shared__ int diag[2][2];
    auto search = [](const uint32_t *x, int nx, const uint32_t *y, int ny, int d) {
        int lo = max(0, d - ny), hi = min(d, nx);
        while (lo < hi) {
            int mid = (lo + hi) >> 1;
            if (x[mid] <= y[d - 1 - mid]) lo = mid + 1; else hi = mid;
        }
        return lo;
    };
    const int d0 = blockIdx.x * SPAN;
    if (threadIdx.x < 2) {
        int d = min(d0 + (int)threadIdx.x * SPAN, na + nb);
        int i = search(a, na, b, nb, d);
        diag[threadIdx.x][0] = i;
        diag[threadIdx.x][1] = d - i;
    }
    __syncthreads();
    const int a0 = diag[0][0], b0 = diag[0][1], ca = diag[1][0] - a0, cb = diag[1][1] - b0;
    for (int i = threadIdx.x; i < ca + cb; i += T) s[i] = i < ca ? a[a0 + i] : b[b0 + i - ca];
    __syncthreads();
    int d = min((int)threadIdx.x * PER, ca + cb);
    int i = search(s, ca, s + ca, cb, d), j = d - i;
    uint32_t r[PER];
    int cnt = min(PER, ca + cb - d);
    #pragma unroll
    for (int q = 0; q < PER; ++q) {
        r[q] = 0;
        if (q >= cnt) continue;
        bool takeA = j >= cb || (i < ca && s[i] <= s[ca + j]);
        r[q] = takeA ? s[i++] : s[ca + j++];
    }
    __syncthreads();
    for (int q = 0; q < cnt; ++q) s[threadIdx.x * PER + q] = r[q];
    __syncthreads();
    for (int q = threadIdx.x; q < ca + cb; q += T) out[d0 + q] = s[q];
}

int main()
{
    const int n = 2500;
    std::vector<uint32_t> k(n);
    std::vector<int3> rec(n);
    uint32_t x = 99u;
    for (int i = 0; i < n; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; k[i] = x & 0xffff; rec[i] = make_int3(x % 100, i, x >> 9 & 63); }
    uint32_t *dk, *dh, *dm; int3 *dr, *dro; int *dc;
    const int blocks = (n + TILE - 1) / TILE;
    cudaMalloc(&dk, n * 4); cudaMalloc(&dh, RADIX * blocks * 4); cudaMalloc(&dm, 4096 * 4);
    cudaMalloc(&dr, n * sizeof(int3)); cudaMalloc(&dro, n * sizeof(int3)); cudaMalloc(&dc, 4);
    cudaMemcpy(dk, k.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dr, rec.data(), n * sizeof(int3), cudaMemcpyHostToDevice);
    cudaMemset(dc, 0, 4);
    block_sort_digit<0><<<blocks, THREADS>>>(dk, dh, n);
    block_sort_digit<8><<<blocks, THREADS>>>(dk, dh, n);
    split_sort<<<(n + 255) / 256, 256, 2 * 256 * 4>>>(dk, n, 16);
    compact<<<(n + 191) / 192, 192>>>(dr, n, dro, dc, InRange{10, 70});
    std::vector<uint32_t> s(n), h(RADIX * blocks), m(1100);
    cudaMemcpy(s.data(), dk, n * 4, cudaMemcpyDeviceToHost);
    std::vector<uint32_t> a(s.begin(), s.begin() + 600), b(s.begin() + 600, s.begin() + 1100);
    std::sort(a.begin(), a.end()); std::sort(b.begin(), b.end());
    cudaMemcpy(dk, a.data(), 2400, cudaMemcpyHostToDevice);
    cudaMemcpy(dk + 600, b.data(), 2000, cudaMemcpyHostToDevice);
    merge_path<<<(1100 + 319) / 320, 64>>>(dk, 600, dk + 600, 500, dm);
    int cnt = 0;
    cudaMemcpy(m.data(), dm, 4400, cudaMemcpyDeviceToHost);
    cudaMemcpy(h.data(), dh, h.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&cnt, dc, 4, cudaMemcpyDeviceToHost);
    bool sorted = std::is_sorted(m.begin(), m.end());
    unsigned long long cs = cnt;
    for (auto v : s) cs = cs * 31 + v;
    for (auto v : h) cs = cs * 7 + v;
    for (auto v : m) cs = cs * 3 + v;
    printf("radix_lsd checksum %llu kept %d sorted %d %s\n", cs, cnt, (int)sorted, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

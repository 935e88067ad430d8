// Sorting, scanning and graph traversal primitives.
#include <cuda_runtime.h>
#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

#define GPU_CHECK(x)                                                                    \
    do {                                                                                \
        cudaError_t e_ = (x);                                                           \
        if (e_ != cudaSuccess) {                                                        \
            fprintf(stderr, "CUDA: %s (%s:%d)\n", cudaGetErrorString(e_), __FILE__, __LINE__); \
            exit(EXIT_FAILURE);                                                         \
        }                                                                               \
    } while (0)

constexpr unsigned FULL = 0xffffffffu;

template <class T>
__host__ __device__ constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; }

struct KeyValue {
    uint32_t key;
    int value;
    __host__ __device__ friend bool operator<(const KeyValue& a, const KeyValue& b)
    {
        return a.key < b.key || (a.key == b.key && a.value < b.value);
    }
};

template <class T>
__device__ __forceinline__ void swap_if(T& a, T& b, bool up)
{
    if ((b < a) == up) {
        const T t = a;
        a = b;
        b = t;
    }
}

// ---- block exclusive scan -----------------------------------------------------------
template <int NT>
struct BlockScan {
    struct Storage {
        int warp[NT / 32];
        int total;
    };
    // exclusive prefix; total by reference
    static __device__ int exclusive(int v, Storage& s, int& total)
    {
        const int lane = threadIdx.x % 32, w = threadIdx.x / 32;
        int x = v;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            const int y = __shfl_up_sync(FULL, x, o);
            if (lane >= o) x += y;
        }
        if (lane == 31) s.warp[w] = x;
        __syncthreads();
        if (threadIdx.x == 0) {
            int run = 0;
#pragma unroll
            for (int i = 0; i < NT / 32; ++i) {
                const int t = s.warp[i];
                s.warp[i] = run;
                run += t;
            }
            s.total = run;
        }
        __syncthreads();
        const int r = s.warp[w] + x - v;
        total = s.total;
        __syncthreads();
        return r;
    }
};

// ---- 1. bitonic sort of tiles ----------------------------------------------------------
template <class T, int TILE>
__global__ void bitonic_tiles(const T* __restrict__ in, T* __restrict__ out, int n, T sentinel)
{
    __shared__ T s[TILE];
    const int base = blockIdx.x * TILE;
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) s[i] = base + i < n ? in[base + i] : sentinel;
    for (int size = 2; size <= TILE; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (int p = threadIdx.x; p < TILE / 2; p += blockDim.x) {
                const int lo = 2 * p - (p & (stride - 1));
                swap_if(s[lo], s[lo + stride], (lo & size) == 0);
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TILE && base + i < n; i += blockDim.x) out[base + i] = s[i];
}

// ---- 2. merge path -----------------------------------------------------------------------
template <class T, class Less>
__host__ __device__ int merge_path(const T* a, int na, const T* b, int nb, int diag, Less less)
{
    int lo = diag - nb > 0 ? diag - nb : 0;
    int hi = diag < na ? diag : na;
    while (lo < hi) {
        const int mid = (lo + hi) >> 1;
        if (!less(b[diag - 1 - mid], a[mid]))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

template <class T, int NT, int VT, class Less>
__global__ void merge_runs(const T* __restrict__ src, T* __restrict__ dst, int n, int run, Less less)
{
    constexpr int NV = NT * VT;
    __shared__ T s[NV];
    __shared__ int bounds[2];
    // one block handles NV outputs; run is a multiple of NV
    const int out0 = blockIdx.x * NV;
    const int pair = out0 / (2 * run) * (2 * run);
    const int a0 = pair, a1 = min(pair + run, n);
    const int b0 = a1, b1 = min(pair + 2 * run, n);
    const T* a = src + a0;
    const T* b = src + b0;
    const int na = a1 - a0, nb = b1 - b0;
    const int d0 = out0 - pair;
    const int d1 = min(d0 + NV, na + nb);
    if (threadIdx.x < 2) bounds[threadIdx.x] = merge_path(a, na, b, nb, threadIdx.x ? d1 : d0, less);
    __syncthreads();
    const int ai = bounds[0], ae = bounds[1];
    const int bi = d0 - ai, be = d1 - ae;
    const int ca = ae - ai, cb = be - bi;
    for (int i = threadIdx.x; i < ca + cb; i += NT) s[i] = i < ca ? a[ai + i] : b[bi + i - ca];
    __syncthreads();

    const T* sa = s;
    const T* sb = s + ca;
    const int diag = min(int(threadIdx.x) * VT, ca + cb);
    int x = merge_path(sa, ca, sb, cb, diag, less);
    int y = diag - x;
    T r[VT];
#pragma unroll
    for (int v = 0; v < VT; ++v) {
        if (diag + v < ca + cb) {
            const bool takeB = x >= ca || (y < cb && less(sb[y], sa[x]));
            r[v] = takeB ? sb[y++] : sa[x++];
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < VT; ++v)
        if (diag + v < ca + cb) s[diag + v] = r[v];
    __syncthreads();
    for (int i = threadIdx.x; i < ca + cb; i += NT) dst[out0 + i] = s[i];
}

// ---- 3/4. LSD radix sort pass: histogram and stable scatter ---------------------------------
template <int BITS, int NT, int ITEMS>
__global__ void radix_histogram(const uint32_t* __restrict__ keys, int n, int shift, int* __restrict__ hist)
{
    constexpr int BUCKETS = 1 << BITS;
    __shared__ int h[BUCKETS];
    if (threadIdx.x < BUCKETS) h[threadIdx.x] = 0;
    __syncthreads();
    const int base = blockIdx.x * NT * ITEMS;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        const int g = base + i * NT + threadIdx.x;
        if (g < n) atomicAdd(&h[(keys[g] >> shift) & (BUCKETS - 1)], 1);
    }
    __syncthreads();
    if (threadIdx.x < BUCKETS) hist[threadIdx.x * gridDim.x + blockIdx.x] = h[threadIdx.x];
}

template <int BITS, int NT, int ITEMS, bool HasValues>
__global__ void radix_scatter(const uint32_t* __restrict__ keysIn, uint32_t* __restrict__ keysOut,
                              const int* __restrict__ valsIn, int* __restrict__ valsOut, int n, int shift,
                              const int* __restrict__ offsets)
{
    constexpr int BUCKETS = 1 << BITS;
    constexpr int TILE = NT * ITEMS;
    using Scan = BlockScan<NT>;
    __shared__ union {
        typename Scan::Storage scan;
        int bucketStart[BUCKETS + 1];
    } u;
    __shared__ uint32_t k[TILE];
    __shared__ int v[HasValues ? TILE : 1];
    __shared__ int globalBase[BUCKETS];

    const int base = blockIdx.x * TILE;
    const int count = min(TILE, n - base);
    uint32_t key[ITEMS];
    int val[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        const int l = threadIdx.x * ITEMS + i;
        key[i] = l < count ? keysIn[base + l] : ~0u;
        if constexpr (HasValues) val[i] = l < count ? valsIn[base + l] : 0;
    }
    // local stable sort by BITS one-bit splits
#pragma unroll 1
    for (int b = 0; b < BITS; ++b) {
        int zeros = 0;
#pragma unroll
        for (int i = 0; i < ITEMS; ++i) zeros += !((key[i] >> (shift + b)) & 1);
        int totalZeros;
        int z = Scan::exclusive(zeros, u.scan, totalZeros);
        int o = totalZeros + int(threadIdx.x) * ITEMS - z;
#pragma unroll
        for (int i = 0; i < ITEMS; ++i) {
            const int pos = ((key[i] >> (shift + b)) & 1) ? o++ : z++;
            k[pos] = key[i];
            if constexpr (HasValues) v[pos] = val[i];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < ITEMS; ++i) {
            key[i] = k[threadIdx.x * ITEMS + i];
            if constexpr (HasValues) val[i] = v[threadIdx.x * ITEMS + i];
        }
        __syncthreads();
    }
    if (threadIdx.x < BUCKETS) {
        globalBase[threadIdx.x] = offsets[threadIdx.x * gridDim.x + blockIdx.x];
        // first position whose digit is >= bucket
        int lo = 0, hi = TILE;
        while (lo < hi) {
            const int mid = (lo + hi) / 2;
            if (int((k[mid] >> shift) & (BUCKETS - 1)) < int(threadIdx.x)) lo = mid + 1;
            else hi = mid;
        }
        u.bucketStart[threadIdx.x] = lo;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += NT) {
        const int d = (k[i] >> shift) & (BUCKETS - 1);
        const int dst = globalBase[d] + i - u.bucketStart[d];
        keysOut[dst] = k[i];
        if constexpr (HasValues) valsOut[dst] = v[i];
    }
}

// ---- 5. segmented scan -------------------------------------------------------------------------
template <class T>
struct SegItem {
    T value;
    int flag;
};
template <class T>
__host__ __device__ SegItem<T> operator+(const SegItem<T>& a, const SegItem<T>& b)
{
    return SegItem<T>{b.flag ? b.value : a.value + b.value, a.flag | b.flag};
}

template <class T, int NT, int VT>
__global__ void segmented_scan_rows(const T* __restrict__ x, const unsigned char* __restrict__ heads,
                                    T* __restrict__ y, int n, int pitch)
{
    __shared__ SegItem<T> s[2][NT];
    __shared__ SegItem<T> carry;
    const size_t row = (size_t)blockIdx.x * pitch;
    if (threadIdx.x == 0) carry = SegItem<T>{T(0), 0};
    __syncthreads();
    for (int base = 0; base < n; base += NT * VT) {
        SegItem<T> item[VT];
        SegItem<T> run{T(0), 0};
#pragma unroll
        for (int i = 0; i < VT; ++i) {
            const int g = base + threadIdx.x * VT + i;
            item[i] = g < n ? SegItem<T>{x[row + g], heads[row + g] ? 1 : 0} : SegItem<T>{T(0), 0};
            run = run + item[i];
            item[i] = run;
        }
        int cur = 0;
        s[0][threadIdx.x] = run;
        __syncthreads();
        for (int o = 1; o < NT; o <<= 1) {
            SegItem<T> t = s[cur][threadIdx.x];
            if (threadIdx.x >= o) t = s[cur][threadIdx.x - o] + t;
            s[cur ^ 1][threadIdx.x] = t;
            cur ^= 1;
            __syncthreads();
        }
        const SegItem<T> in = carry;
        const SegItem<T> pre = threadIdx.x > 0 ? in + s[cur][threadIdx.x - 1] : in;
#pragma unroll
        for (int i = 0; i < VT; ++i) {
            const int g = base + threadIdx.x * VT + i;
            if (g < n) y[row + g] = (pre + item[i]).value;
        }
        __syncthreads();
        if (threadIdx.x == NT - 1) carry = in + s[cur][NT - 1];
        __syncthreads();
    }
}

// ---- 6. BFS frontier expansion with a shared queue ------------------------------------------------
struct CsrGraph {
    const int* rowPtr;
    const int* col;
    int nv;
};

template <int QCAP>
__global__ void bfs_expand(CsrGraph g, const int* __restrict__ frontier, int nFrontier, int* __restrict__ next,
                           int* __restrict__ nNext, int* __restrict__ dist, int level)
{
    __shared__ int queue[QCAP];
    __shared__ int qsize;
    __shared__ int gbase;
    if (threadIdx.x == 0) qsize = 0;
    __syncthreads();

    for (int f = blockIdx.x * blockDim.x + threadIdx.x; f < nFrontier; f += gridDim.x * blockDim.x) {
        const int u = frontier[f];
        const int end = g.rowPtr[u + 1];
        for (int e = g.rowPtr[u]; e < end; ++e) {
            const int v = g.col[e];
            if (atomicCAS(&dist[v], -1, level) == -1) {
                const int slot = atomicAdd(&qsize, 1);
                if (slot < QCAP)
                    queue[slot] = v;
                else
                    next[atomicAdd(nNext, 1)] = v;  // spill
            }
        }
    }
    __syncthreads();
    const int m = min(qsize, QCAP);
    if (threadIdx.x == 0 && m > 0) gbase = atomicAdd(nNext, m);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x) next[gbase + i] = queue[i];
}

// ---- 7. stream compaction by ballot ------------------------------------------------------------------
template <int NT, class T, class Pred>
__global__ void compact_ballot(const T* __restrict__ in, int n, T* __restrict__ out, int* __restrict__ total, Pred pred)
{
    extern __shared__ int csm[];
    int* warpCount = csm;            // NT / 32
    int* blockBase = csm + NT / 32;  // 1
    T* staged = reinterpret_cast<T*>(csm + NT / 32 + 4);

    const int i = blockIdx.x * NT + threadIdx.x;
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    T v{};
    bool keep = false;
    if (i < n) {
        v = in[i];
        keep = pred(v);
    }
    const unsigned m = __ballot_sync(FULL, keep);
    if (lane == 0) warpCount[w] = __popc(m);
    __syncthreads();
    int before = 0, all = 0;
#pragma unroll
    for (int k = 0; k < NT / 32; ++k) {
        const int c = warpCount[k];
        before += k < w ? c : 0;
        all += c;
    }
    if (threadIdx.x == 0) *blockBase = all ? atomicAdd(total, all) : 0;
    if (keep) staged[before + __popc(m & ((1u << lane) - 1u))] = v;
    __syncthreads();
    if (threadIdx.x < all) out[*blockBase + threadIdx.x] = staged[threadIdx.x];
}

// -------------------------------------------------------------------------------------------------------
template <class T>
class DeviceVector {
    T* ptr_{};
    size_t size_{};

public:
    explicit DeviceVector(size_t n) : size_(n)
    {
        GPU_CHECK(cudaMalloc(&ptr_, std::max<size_t>(1, n) * sizeof(T)));
        GPU_CHECK(cudaMemset(ptr_, 0, std::max<size_t>(1, n) * sizeof(T)));
    }
    explicit DeviceVector(const std::vector<T>& h) : DeviceVector(h.size()) { assign(h); }
    ~DeviceVector() { cudaFree(ptr_); }
    DeviceVector(const DeviceVector&) = delete;
    DeviceVector& operator=(const DeviceVector&) = delete;
    T* data() { return ptr_; }
    void swap(DeviceVector& o) { std::swap(ptr_, o.ptr_); std::swap(size_, o.size_); }
    void assign(const std::vector<T>& h) { GPU_CHECK(cudaMemcpy(ptr_, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    std::vector<T> to_host() const
    {
        std::vector<T> h(size_);
        GPU_CHECK(cudaMemcpy(h.data(), ptr_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return h;
    }
};

struct KvLess {
    __host__ __device__ bool operator()(const KeyValue& a, const KeyValue& b) const { return a < b; }
};

struct Odd {
    __host__ __device__ bool operator()(const KeyValue& kv) const { return kv.key & 1; }
};
struct Below {
    uint32_t limit;
    __host__ __device__ bool operator()(const KeyValue& kv) const { return kv.key < limit; }
};

template <bool HasValues>
static void radix_sort(DeviceVector<uint32_t>& keys, DeviceVector<int>* vals, int n, int keyBits)
{
    constexpr int BITS = 4, NT = 128, ITEMS = 5;
    const int blocks = ceil_div(n, NT * ITEMS);
    DeviceVector<uint32_t> tmpK(n);
    DeviceVector<int> tmpV(HasValues ? n : 1), hist(blocks << BITS);
    for (int shift = 0; shift < keyBits; shift += BITS) {
        radix_histogram<BITS, NT, ITEMS><<<blocks, NT>>>(keys.data(), n, shift, hist.data());
        GPU_CHECK(cudaGetLastError());
        auto h = hist.to_host();
        std::vector<int> off(h.size());
        std::exclusive_scan(h.begin(), h.end(), off.begin(), 0);
        hist.assign(off);
        radix_scatter<BITS, NT, ITEMS, HasValues>
            <<<blocks, NT>>>(keys.data(), tmpK.data(), HasValues ? vals->data() : nullptr,
                             HasValues ? tmpV.data() : nullptr, n, shift, hist.data());
        GPU_CHECK(cudaGetLastError());
        keys.swap(tmpK);
        if constexpr (HasValues) vals->swap(tmpV);
    }
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 9001;
    const int nv = argc > 2 ? atoi(argv[2]) : 3000;
    const int degree = argc > 3 ? atoi(argv[3]) : 6;

    uint64_t state = 88172645463325252ull;
    auto rng = [&state]() -> uint32_t {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return uint32_t(state >> 16);
    };

    {
        std::vector<KeyValue> h(n);
        for (int i = 0; i < n; ++i) h[i] = KeyValue{rng() % 5000, i};
        DeviceVector<KeyValue> a(h), b(n);
        constexpr int TILE = 512;
        bitonic_tiles<KeyValue, TILE><<<ceil_div(n, TILE), 128>>>(a.data(), b.data(), n, KeyValue{~0u, INT_MAX});
        GPU_CHECK(cudaGetLastError());
        constexpr int NT = 64, VT = 8;
        static_assert(TILE % (NT * VT) == 0, "run must be a multiple of the merge tile");
        KeyValue *src = b.data(), *dst = a.data();
        int launches = 0;
        for (int run = TILE; run < n; run *= 2, ++launches) {
            merge_runs<KeyValue, NT, VT><<<ceil_div(n, NT * VT), NT>>>(src, dst, n, run, KvLess{});
            GPU_CHECK(cudaGetLastError());
            std::swap(src, dst);
        }
        std::vector<KeyValue> r(n);
        GPU_CHECK(cudaMemcpy(r.data(), src, n * sizeof(KeyValue), cudaMemcpyDeviceToHost));
        std::sort(h.begin(), h.end());
        const bool ok = std::equal(h.begin(), h.end(), r.begin(),
                                   [](const KeyValue& x, const KeyValue& y) { return x.key == y.key && x.value == y.value; });
        printf("bitonic + %d merges  %s\n", launches, ok ? "ok" : "FAIL");
    }
    {
        std::vector<uint32_t> k(n);
        std::vector<int> v(n);
        for (int i = 0; i < n; ++i) k[i] = rng() & 0xff, v[i] = i;
        DeviceVector<uint32_t> dk(k), dk2(k);
        DeviceVector<int> dv(v);
        radix_sort<true>(dk, &dv, n, 8);
        radix_sort<false>(dk2, nullptr, n, 8);
        std::stable_sort(v.begin(), v.end(), [&](int a, int b) { return k[a] < k[b]; });
        const auto rk = dk.to_host();
        printf("radix pairs         %s\n", dv.to_host() == v && std::is_sorted(rk.begin(), rk.end()) ? "ok" : "FAIL");
        printf("radix keys          %s\n", dk2.to_host() == rk ? "ok" : "FAIL");
    }
    {
        const int rows = 12, len = 777, pitch = 800;
        std::vector<int> x(rows * pitch);
        std::vector<unsigned char> f(rows * pitch);
        for (size_t i = 0; i < x.size(); ++i) x[i] = rng() % 10, f[i] = rng() % 29 == 0;
        DeviceVector<int> dx(x), dy(x.size());
        DeviceVector<unsigned char> df(f);
        segmented_scan_rows<int, 128, 3><<<rows, 128>>>(dx.data(), df.data(), dy.data(), len, pitch);
        GPU_CHECK(cudaGetLastError());
        const auto y = dy.to_host();
        int bad = 0;
        for (int r = 0; r < rows; ++r)
            for (int i = 0, s = 0; i < len; ++i) {
                s = f[r * pitch + i] ? x[r * pitch + i] : s + x[r * pitch + i];
                bad += s != y[r * pitch + i];
            }
        printf("segmented scan      mismatches %d\n", bad);
    }
    {
        std::vector<int> row(nv + 1, 0), col;
        for (int u = 0; u < nv; ++u) {
            for (int d = 0; d < degree; ++d) col.push_back(d == 0 ? (u + 1) % nv : int(rng() % nv));
            row[u + 1] = (int)col.size();
        }
        std::vector<int> dist(nv, -1);
        dist[0] = 0;
        DeviceVector<int> dRow(row), dCol(col), dDist(dist), f0(nv), f1(nv), cnt(1);
        CsrGraph g{dRow.data(), dCol.data(), nv};
        int size = 1, level = 0;
        int *cur = f0.data(), *nxt = f1.data();  // f0 holds vertex 0 already
        while (size > 0) {
            ++level;
            GPU_CHECK(cudaMemset(cnt.data(), 0, sizeof(int)));
            constexpr int NT = 64;
            bfs_expand<128><<<std::min(ceil_div(size, NT), 32), NT>>>(g, cur, size, nxt, cnt.data(), dDist.data(), level);
            GPU_CHECK(cudaGetLastError());
            GPU_CHECK(cudaMemcpy(&size, cnt.data(), sizeof(int), cudaMemcpyDeviceToHost));
            std::swap(cur, nxt);
        }
        std::queue<int> q;
        q.push(0);
        while (!q.empty()) {
            const int u = q.front();
            q.pop();
            for (int e = row[u]; e < row[u + 1]; ++e)
                if (dist[col[e]] < 0) dist[col[e]] = dist[u] + 1, q.push(col[e]);
        }
        printf("bfs %d levels        %s\n", level, dDist.to_host() == dist ? "ok" : "FAIL");
    }
    {
        std::vector<KeyValue> h(n);
        for (int i = 0; i < n; ++i) h[i] = KeyValue{rng(), i};
        DeviceVector<KeyValue> in(h), out(n);
        DeviceVector<int> total(1);
        auto launch = [&](auto pred) {
            constexpr int NT = 192;
            const size_t sh = (NT / 32 + 4) * sizeof(int) + NT * sizeof(KeyValue);
            GPU_CHECK(cudaMemset(total.data(), 0, sizeof(int)));
            compact_ballot<NT><<<ceil_div(n, NT), NT, sh>>>(in.data(), n, out.data(), total.data(), pred);
            GPU_CHECK(cudaGetLastError());
            return total.to_host()[0];
        };
        const int odd = launch(Odd{});
        const int below = launch(Below{1u << 29});
        printf("compact             odd %d (%ld) below %d (%ld)\n", odd, (long)std::count_if(h.begin(), h.end(), Odd{}),
               below, (long)std::count_if(h.begin(), h.end(), Below{1u << 29}));
    }
    GPU_CHECK(cudaDeviceSynchronize());
    return 0;
}

// Key-value sorting building blocks: bitonic tile sort, merge path and row top-k.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_OK(expr)                                                                   \
    do {                                                                                \
        const cudaError_t err__ = (expr);                                               \
        if (err__ != cudaSuccess) {                                                     \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err__));  \
            std::exit(1);                                                               \
        }                                                                               \
    } while (0)

using uint = unsigned int;

template <typename K, typename V>
__device__ __forceinline__ void compareSwap(K& ka, V& va, K& kb, V& vb, bool ascending)
{
    const bool greater = ka > kb || (ka == kb && va > vb);
    if (greater == ascending) {
        const K k = ka;
        const V v = va;
        ka = kb, va = vb, kb = k, vb = v;
    }
}

// Sorts consecutive tiles of 2 * THREADS pairs; ties are ordered by value.
template <int THREADS>
__global__ void __launch_bounds__(THREADS)
bitonicSortTiles(uint* __restrict__ keys, int* __restrict__ vals, int n)
{
    constexpr int TILE = 2 * THREADS;
    __shared__ uint sKey[TILE];
    __shared__ int sVal[TILE];

    const int base = blockIdx.x * TILE;
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        const int i = threadIdx.x + r * THREADS;
        sKey[i] = base + i < n ? keys[base + i] : 0xffffffffu;
        sVal[i] = base + i < n ? vals[base + i] : 0x7fffffff;
    }

    for (int size = 2; size <= TILE; size <<= 1) {
        const bool ascending = size == TILE || (threadIdx.x & (size >> 1)) == 0;
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            const int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compareSwap(sKey[pos], sVal[pos], sKey[pos + stride], sVal[pos + stride], ascending);
        }
    }
    __syncthreads();

#pragma unroll
    for (int r = 0; r < 2; ++r) {
        const int i = threadIdx.x + r * THREADS;
        if (base + i < n) {
            keys[base + i] = sKey[i];
            vals[base + i] = sVal[i];
        }
    }
}

// Number of elements taken from a[] among the first `diag` outputs; equal keys come from a[] first.
template <typename Keys>
__device__ __forceinline__ int mergePath(Keys a, int na, Keys b, int nb, int diag)
{
    int lo = max(0, diag - nb), hi = min(diag, na);
    while (lo < hi) {
        const int mid = (lo + hi) >> 1;
        (a[mid] <= b[diag - 1 - mid]) ? lo = mid + 1 : hi = mid;
    }
    return lo;
}

template <int THREADS, int ITEMS>
__global__ void mergeSortedLists(const uint* __restrict__ aKeys, const int* __restrict__ aVals, int na,
                                 const uint* __restrict__ bKeys, const int* __restrict__ bVals, int nb,
                                 uint* __restrict__ outKeys, int* __restrict__ outVals)
{
    constexpr int TILE = THREADS * ITEMS;
    extern __shared__ __align__(16) unsigned char raw[];
    uint* tileKeys = reinterpret_cast<uint*>(raw);
    int* tileVals = reinterpret_cast<int*>(tileKeys + TILE);
    int* split = tileVals + TILE;

    const int tid = threadIdx.x;
    const int begin = blockIdx.x * TILE;
    const int count = min(TILE, na + nb - begin);
    if (tid < 2) split[tid] = mergePath(aKeys, na, bKeys, nb, begin + tid * count);
    __syncthreads();

    const int a0 = split[0], aLen = split[1] - a0;
    const int b0 = begin - a0, bLen = count - aLen;
    for (int i = tid; i < count; i += THREADS) {
        tileKeys[i] = i < aLen ? aKeys[a0 + i] : bKeys[b0 + i - aLen];
        tileVals[i] = i < aLen ? aVals[a0 + i] : bVals[b0 + i - aLen];
    }
    __syncthreads();

    const int diag = min(tid * ITEMS, count);
    int ia = mergePath<const uint*>(tileKeys, aLen, tileKeys + aLen, bLen, diag);
    int ib = aLen + diag - ia;
    uint k[ITEMS];
    int v[ITEMS];
#pragma unroll
    for (int r = 0; r < ITEMS; ++r) {
        if (diag + r < count) {
            const bool fromA = ia < aLen && (ib >= count || tileKeys[ia] <= tileKeys[ib]);
            const int src = fromA ? ia++ : ib++;
            k[r] = tileKeys[src];
            v[r] = tileVals[src];
        }
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < ITEMS; ++r)
        if (diag + r < count) tileKeys[diag + r] = k[r], tileVals[diag + r] = v[r];
    __syncthreads();
    for (int i = tid; i < count; i += THREADS) {
        outKeys[begin + i] = tileKeys[i];
        outVals[begin + i] = tileVals[i];
    }
}

struct Scored {
    float score;
    int id;
    __host__ __device__ bool operator<(const Scored& o) const  // "ranks before"
    {
        return score > o.score || (score == o.score && id < o.id);
    }
};

template <int K>
__device__ __forceinline__ void insertSorted(Scored (&list)[K], Scored x)
{
#pragma unroll
    for (int i = 0; i < K; ++i) {
        if (x < list[i]) {
            const Scored t = list[i];
            list[i] = x;
            x = t;
        }
    }
}

// One block per row. Thread-private lists are combined pairwise through shared memory.
template <int K, int THREADS>
__global__ void rowTopK(const float* __restrict__ scores, int cols, Scored* __restrict__ out)
{
    __shared__ Scored exchange[THREADS / 2][K];

    const int tid = threadIdx.x;
    const float* row = scores + (size_t)blockIdx.x * cols;
    Scored best[K];
#pragma unroll
    for (int i = 0; i < K; ++i) best[i] = Scored{-3.4e38f, 0x7fffffff};
    for (int c = tid; c < cols; c += THREADS) {
        const Scored x{row[c], c};
        if (x < best[K - 1]) insertSorted(best, x);
    }

    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (tid >= half && tid < 2 * half) {
#pragma unroll
            for (int i = 0; i < K; ++i) exchange[tid - half][i] = best[i];
        }
        __syncthreads();
        if (tid < half) {
            for (int i = 0; i < K; ++i) {
                const Scored x = exchange[tid][i];
                if (!(x < best[K - 1])) break;
                insertSorted(best, x);
            }
        }
        __syncthreads();
    }
    if (tid == 0)
        for (int i = 0; i < K; ++i) out[blockIdx.x * K + i] = best[i];
}

template <typename T>
static T* toDevice(const std::vector<T>& v)
{
    T* p = nullptr;
    CUDA_OK(cudaMalloc(&p, v.size() * sizeof(T)));
    CUDA_OK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static std::vector<T> toHost(const T* p, size_t n)
{
    std::vector<T> v(n);
    CUDA_OK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}

static bool testSortAndMerge()
{
    constexpr int THREADS = 512, TILE = 2 * THREADS;
    const int n = 2 * TILE - 77;
    std::vector<uint> keys(n);
    std::vector<int> vals(n), perm(n);
    for (int i = 0; i < n; ++i) keys[i] = std::rand() % 1500, vals[i] = i;
    uint *dk = toDevice(keys), *ok = toDevice(keys);
    int *dv = toDevice(vals), *ov = toDevice(vals);
    bitonicSortTiles<THREADS><<<2, THREADS>>>(dk, dv, n);
    mergeSortedLists<128, 5><<<(n + 639) / 640, 128, (2 * 640 + 2) * sizeof(int)>>>(dk, dv, TILE, dk + TILE, dv + TILE,
                                                                                  n - TILE, ok, ov);
    CUDA_OK(cudaGetLastError());
    std::iota(perm.begin(), perm.end(), 0);
    std::stable_sort(perm.begin(), perm.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    const auto rk = toHost(ok, n);
    bool good = toHost(ov, n) == perm;
    for (int i = 0; i < n; ++i) good = good && rk[i] == keys[perm[i]];
    return good;
}

static bool testTopK(int rows, int cols)
{
    constexpr int K = 8;
    std::vector<float> s(rows * cols);
    for (auto& x : s) x = (float)(std::rand() % 4000) * 0.25f - 300.f;
    Scored* dOut = toDevice(std::vector<Scored>(rows * K));
    rowTopK<K, 128><<<rows, 128>>>(toDevice(s), cols, dOut);
    CUDA_OK(cudaGetLastError());
    const auto out = toHost(dOut, rows * K);
    for (int r = 0; r < rows; ++r) {
        std::vector<Scored> ref(cols);
        for (int c = 0; c < cols; ++c) ref[c] = Scored{s[r * cols + c], c};
        std::partial_sort(ref.begin(), ref.begin() + K, ref.end());
        for (int i = 0; i < K; ++i)
            if (ref[i].id != out[r * K + i].id || ref[i].score != out[r * K + i].score) return false;
    }
    return true;
}

int main()
{
    std::srand(13);
    const bool ok = testSortAndMerge() && testTopK(19, 1111);
    std::puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

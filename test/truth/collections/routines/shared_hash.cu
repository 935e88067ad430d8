// Open-addressing hash tables in shared memory: group-by aggregation, partitioned hash join
// and a per-warp table for mode / distinct count of matrix rows.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(expr) \
    if ((expr) != cudaSuccess) std::fprintf(stderr, "%s failed\n", #expr), std::exit(1)

using u32 = unsigned int;
using u64 = unsigned long long;

constexpr u32 EMPTY_KEY = 0xffffffffu;
constexpr u64 EMPTY_SLOT = ~0ull;
constexpr unsigned short EMPTY16 = 0xffff;

__host__ __device__ __forceinline__ u32 hash32(u32 k)
{
    k = (k ^ (k >> 16)) * 0x85ebca6bu;
    k = (k ^ (k >> 13)) * 0xc2b2ae35u;
    return k ^ (k >> 16);
}

__device__ __forceinline__ int findOrInsert(u32* keys, u32 mask, u32 key, int maxProbe)
{
    u32 slot = hash32(key) & mask;
    for (int p = 0; p < maxProbe; ++p) {
        const u32 seen = atomicCAS(&keys[slot], EMPTY_KEY, key);
        if (seen == EMPTY_KEY || seen == key) return (int)slot;
        slot = (slot + 1) & mask;
    }
    return -1;
}

struct GlobalTable {
    u32 *keys, *counts;
    u64* sums;
    u32 mask;
};

__device__ __forceinline__ void globalAdd(const GlobalTable& g, u32 key, u32 count, u64 sum)
{
    const int s = findOrInsert(g.keys, g.mask, key, (int)g.mask + 1);
    if (s >= 0) atomicAdd(&g.counts[s], count), atomicAdd(&g.sums[s], sum);
}

template <int CAPACITY, int BLOCK>
__global__ void __launch_bounds__(BLOCK)
groupByKernel(const u32* __restrict__ keys, const u32* __restrict__ vals, int n, GlobalTable out)
{
    constexpr int MAX_PROBE = 16;
    __shared__ u32 sKeys[CAPACITY];
    __shared__ u32 sCounts[CAPACITY];
    __shared__ u64 sSums[CAPACITY];

    for (int i = threadIdx.x; i < CAPACITY; i += BLOCK) sKeys[i] = EMPTY_KEY, sCounts[i] = 0, sSums[i] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        const u32 k = keys[i], v = vals[i];
        const int s = findOrInsert(sKeys, CAPACITY - 1, k, MAX_PROBE);
        if (s < 0) {
            globalAdd(out, k, 1, v);
            continue;
        }
        atomicAdd(&sCounts[s], 1u);
        atomicAdd(&sSums[s], (u64)v);
    }
    __syncthreads();

    for (int i = threadIdx.x; i < CAPACITY; i += BLOCK)
        if (sKeys[i] != EMPTY_KEY) globalAdd(out, sKeys[i], sCounts[i], sSums[i]);
}

struct Row { u32 key, payload; };

// One block per partition. Duplicate build keys each take a slot of their own.
template <int CAPACITY>
__global__ void hashJoinKernel(const Row* __restrict__ build, const int* __restrict__ buildOff,
                               const u32* __restrict__ probe, const int* __restrict__ probeOff,
                               unsigned short* __restrict__ matches, u64* __restrict__ payloadSum)
{
    __shared__ u64 table[CAPACITY];
    __shared__ u64 blockSum;
    const u32 mask = CAPACITY - 1;

    for (int i = threadIdx.x; i < CAPACITY; i += blockDim.x) table[i] = EMPTY_SLOT;
    if (threadIdx.x == 0) blockSum = 0;
    __syncthreads();

    for (int i = buildOff[blockIdx.x] + threadIdx.x; i < buildOff[blockIdx.x + 1]; i += blockDim.x) {
        const Row r = build[i];
        const u64 packed = ((u64)r.key << 32) | r.payload;
        u32 slot = hash32(r.key) & mask;
        while (atomicCAS(&table[slot], EMPTY_SLOT, packed) != EMPTY_SLOT) slot = (slot + 1) & mask;
    }
    __syncthreads();

    u64 sum = 0;
    for (int i = probeOff[blockIdx.x] + threadIdx.x; i < probeOff[blockIdx.x + 1]; i += blockDim.x) {
        const u32 k = probe[i];
        unsigned short found = 0;
        u64 e;
        for (u32 slot = hash32(k) & mask; (e = table[slot]) != EMPTY_SLOT; slot = (slot + 1) & mask) {
            if ((u32)(e >> 32) != k) continue;
            ++found;
            sum += (u32)e;
        }
        matches[i] = found;
    }

    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x % warpSize == 0) atomicAdd(&blockSum, sum);
    __syncthreads();
    if (threadIdx.x == 0) payloadSum[blockIdx.x] = blockSum;
}

struct RowMode { int distinct, mode, modeCount; };

// blockDim = (32, warps). Every warp owns a table of `slots` 16-bit keys and 32-bit counters.
__global__ void rowModeKernel(const unsigned short* __restrict__ mat, int rows, int cols, int slots,
                              RowMode* __restrict__ out)
{
    extern __shared__ int dyn[];
    int* counts = dyn + threadIdx.y * slots;
    unsigned short* keys = reinterpret_cast<unsigned short*>(dyn + blockDim.y * slots) + threadIdx.y * slots;
    const int lane = threadIdx.x;

    for (int row = blockIdx.x * blockDim.y + threadIdx.y; row < rows; row += gridDim.x * blockDim.y) {
        for (int i = lane; i < slots; i += 32) counts[i] = 0, keys[i] = EMPTY16;
        __syncwarp();

        for (int c = lane; c < cols; c += 32) {
            const unsigned short k = mat[row * cols + c];
            int s = (k * 40503u >> 4) & (slots - 1);
            unsigned short seen;
            while ((seen = atomicCAS(&keys[s], EMPTY16, k)) != EMPTY16 && seen != k) s = (s + 1) & (slots - 1);
            atomicAdd(&counts[s], 1);
        }
        __syncwarp();

        int distinct = 0, best = 0;  // best: count in the high half, inverted key in the low half
        for (int i = lane; i < slots; i += 32) {
            if (counts[i] == 0) continue;
            ++distinct;
            best = max(best, (counts[i] << 16) | (0xffff - keys[i]));
        }
        distinct = __reduce_add_sync(0xffffffffu, distinct);
        best = __reduce_max_sync(0xffffffffu, best);
        if (lane == 0) out[row] = RowMode{distinct, 0xffff - (best & 0xffff), best >> 16};
        __syncwarp();
    }
}

template <typename T>
static T* toDevice(const std::vector<T>& v)
{
    T* p = nullptr;
    const size_t bytes = v.size() * sizeof(T);
    CHECK(cudaMalloc(&p, bytes));
    CHECK(cudaMemcpy(p, v.data(), bytes, cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
static void toHost(std::vector<T>& v, const T* p) { CHECK(cudaMemcpy(v.data(), p, v.size() * sizeof(T), cudaMemcpyDeviceToHost)); }

static bool testGroupBy()
{
    const int n = 100000, cap = 8192;
    std::vector<u32> k(n), v(n), gk(cap, EMPTY_KEY), gc(cap, 0);
    std::vector<u64> gs(cap, 0);
    std::map<u32, std::pair<u32, u64>> ref;
    for (int i = 0; i < n; ++i) {
        k[i] = (std::rand() % 4 ? std::rand() % 300 : std::rand() % 3000) * 2654435761u >> 1;
        v[i] = std::rand();
        ref[k[i]].first++, ref[k[i]].second += v[i];
    }
    GlobalTable g{toDevice(gk), toDevice(gc), toDevice(gs), cap - 1};
    groupByKernel<1024, 256><<<24, 256>>>(toDevice(k), toDevice(v), n, g);
    CHECK(cudaGetLastError());
    toHost(gk, g.keys), toHost(gc, g.counts), toHost(gs, g.sums);
    size_t used = 0;
    for (int i = 0; i < cap; ++i) {
        if (gk[i] == EMPTY_KEY) continue;
        ++used;
        auto it = ref.find(gk[i]);
        if (it == ref.end() || it->second.first != gc[i] || it->second.second != gs[i]) return false;
    }
    return used == ref.size();
}

static bool testJoin()
{
    bool ok = true;
    const int parts = 16;
    std::vector<Row> b;
    std::vector<u32> p;
    std::vector<int> bo{0}, po{0};
    for (int i = 0; i < parts; ++i) {
        for (int j = 300 + std::rand() % 700; j > 0; --j) b.push_back({u32(std::rand() % 500) * parts + i, (u32)std::rand()});
        for (int j = 500 + std::rand() % 1500; j > 0; --j) p.push_back(u32(std::rand() % 800) * parts + i);
        bo.push_back((int)b.size()), po.push_back((int)p.size());
    }
    std::vector<unsigned short> m(p.size());
    std::vector<u64> s(parts);
    auto *dm = toDevice(m);
    auto *ds = toDevice(s);
    hashJoinKernel<2048><<<parts, 192>>>(toDevice(b), toDevice(bo), toDevice(p), toDevice(po), dm, ds);
    CHECK(cudaGetLastError());
    toHost(m, dm), toHost(s, ds);
    for (int i = 0; i < parts; ++i) {
        std::map<u32, std::pair<int, u64>> ref;
        for (int j = bo[i]; j < bo[i + 1]; ++j) ref[b[j].key].first++, ref[b[j].key].second += b[j].payload;
        u64 sum = 0;
        for (int j = po[i]; j < po[i + 1]; ++j) ok = ok && m[j] == ref[p[j]].first, sum += ref[p[j]].second;
        ok = ok && sum == s[i];
    }
    return ok;
}

static bool testRowMode()
{
    const int rows = 203, cols = 200, slots = 256, warps = 4;
    std::vector<unsigned short> mat(rows * cols);
    std::vector<RowMode> out(rows);
    for (int i = 0; i < rows * cols; ++i) mat[i] = std::rand() % (20 + i / cols) * 31;
    auto* dout = toDevice(out);
    rowModeKernel<<<20, dim3(32, warps), warps * slots * (sizeof(int) + sizeof(short))>>>(toDevice(mat), rows, cols, slots, dout);
    CHECK(cudaGetLastError());
    toHost(out, dout);
    for (int r = 0; r < rows; ++r) {
        std::map<int, int> ref;
        int mode = -1, mc = 0;
        for (int c = 0; c < cols; ++c) ref[mat[r * cols + c]]++;
        for (auto& e : ref) if (e.second > mc) mode = e.first, mc = e.second;
        if (out[r].distinct != (int)ref.size() || out[r].mode != mode || out[r].modeCount != mc) return false;
    }
    return true;
}

int main()
{
    std::srand(5);
    const bool ok = testGroupBy() & testJoin() & testRowMode();
    std::puts(ok ? "OK" : "FAIL");
    return !ok;
}

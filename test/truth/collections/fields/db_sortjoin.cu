// Small pieces of a column-store: tile sort, hash join, group-by.
#include <cstdint>
#include <cstdio>
#include <climits>
#include <vector>

using u32 = uint32_t;
using i64 = long long;

struct Row {
    u32 key;
    u32 rid;
    float price;
};

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("err %s line %d\n", cudaGetErrorString(e_), __LINE__); return 1; } } while (0)

template <typename K>
__device__ inline void order(K &a, K &b, bool up)
{
    if ((a > b) == up) { K t = a; a = b; b = t; }
}

__global__ void bitonic_keys(u32 *keys, int n, int tile)
{
    extern __shared__ u32 skeys[];
    i64 off = (i64)blockIdx.x * tile;
    for (int i = threadIdx.x; i < tile; i += blockDim.x)
        skeys[i] = off + i < n ? keys[off + i] : UINT_MAX;
    __syncthreads();
    for (int k = 2; k <= tile; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            for (int p = threadIdx.x; p < tile / 2; p += blockDim.x) {
                int lo = 2 * p - (p & (j - 1));
                order(skeys[lo], skeys[lo + j], (lo & k) == 0);
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < tile; i += blockDim.x)
        if (off + i < n) keys[off + i] = skeys[i];
}

// classic xor-partner version on whole rows
template <int TILE>
__global__ void bitonic_rows(Row *rows, int n)
{
    __shared__ Row s[TILE];
    const int t = threadIdx.x;
    const int g = blockIdx.x * TILE + t;
    if (g < n) s[t] = rows[g];
    else       s[t] = Row{UINT_MAX, 0u, 0.f};
    __syncthreads();
#pragma unroll 1
    for (int k = 2; k <= TILE; k *= 2)
#pragma unroll 1
        for (int j = k / 2; j >= 1; j /= 2) {
            int partner = t ^ j;
            if (partner > t) {
                bool up = !(t & k);
                if ((s[t].key > s[partner].key) == up) {
                    Row tmp = s[t];
                    s[t] = s[partner];
                    s[partner] = tmp;
                }
            }
            __syncthreads();
        }
    if (g < n) rows[g] = s[t];
}

__device__ __forceinline__ u32 mix(u32 x)
{
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}

// build side fits in shared memory; linear probing
__global__ void hash_join(const u32 *build, int nb, const u32 *probe, int np, u32 *matchCount)
{
    constexpr u32 CAP = 1024, EMPTY = 0xffffffffu;
    __shared__ u32 slots[CAP];
    __shared__ unsigned short payload[CAP];
    for (u32 i = threadIdx.x; i < CAP; i += blockDim.x) { slots[i] = EMPTY; payload[i] = 0; }
    __syncthreads();
    for (int i = threadIdx.x; i < nb; i += blockDim.x) {
        u32 k = build[i], h = mix(k) % CAP;
        while (true) {
            u32 old = atomicCAS(&slots[h], EMPTY, k);
            if (old == EMPTY) { payload[h] = (unsigned short)i; break; }
            if (old == k) break;
            h = (h + 1 == CAP) ? 0 : h + 1;
        }
    }
    __syncthreads();
    u32 local = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < np; i += gridDim.x * blockDim.x) {
        u32 k = probe[i], h = mix(k) & (CAP - 1);
        for (;;) {
            u32 s = slots[h];
            if (s == EMPTY) break;
            if (s == k) { local += 1 + payload[h]; break; }
            h = (h + 1) & (CAP - 1);
        }
    }
    if (local) atomicAdd(matchCount, local);
}

// group by on 48 groups, one table per warp, then merged
__global__ void group_by(const Row *rows, int n, float *sums, int *cnts, int groups)
{
    __shared__ float wsum[4][48];
    __shared__ int   wcnt[4][48];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int i = lane; i < groups; i += 32) { wsum[w][i] = 0.f; wcnt[w][i] = 0; }
    __syncwarp();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)n; i += (size_t)gridDim.x * blockDim.x) {
        int gidx = int(rows[i].key % (u32)groups);
        atomicAdd(&wsum[w][gidx], rows[i].price);
        atomicAdd(&wcnt[w][gidx], 1);
    }
    __syncthreads();
    if (threadIdx.x < min(groups, 48)) {
        float a = 0; int c = 0;
        for (int k = 0; k < 4; k++) { a += wsum[k][threadIdx.x]; c += wcnt[k][threadIdx.x]; }
        atomicAdd(sums + threadIdx.x, a);
        atomicAdd(cnts + threadIdx.x, c);
    }
}

int main()
{
    const int n = 3000, nb = 500;
    std::vector<u32> keys(n), build(nb);
    std::vector<Row> rows(n);
    u32 x = 12345;
    for (int i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        keys[i] = (x >> 8) & 0xfffff;
        rows[i] = Row{keys[i], (u32)i, (float)(x & 1023) * 0.25f};
    }
    for (int i = 0; i < nb; i++) build[i] = keys[i * 5];
    u32 *dk, *db, *dm; Row *dr; float *ds; int *dc;
    CK(cudaMalloc(&dk, n * 4)); CK(cudaMalloc(&db, nb * 4)); CK(cudaMalloc(&dm, 4));
    CK(cudaMalloc(&dr, n * sizeof(Row))); CK(cudaMalloc(&ds, 48 * 4)); CK(cudaMalloc(&dc, 48 * 4));
    CK(cudaMemcpy(dk, keys.data(), n * 4, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(db, build.data(), nb * 4, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dr, rows.data(), n * sizeof(Row), cudaMemcpyHostToDevice));
    CK(cudaMemset(dm, 0, 4)); CK(cudaMemset(ds, 0, 48 * 4)); CK(cudaMemset(dc, 0, 48 * 4));

    const int tile = 1024;
    hash_join<<<6, 256>>>(db, nb, dk, n, dm);
    bitonic_keys<<<(n + tile - 1) / tile, 256, tile * sizeof(u32)>>>(dk, n, tile);
    bitonic_rows<256><<<(n + 255) / 256, 256>>>(dr, n);
    group_by<<<5, 128>>>(dr, n, ds, dc, 41);
    CK(cudaDeviceSynchronize());
    u32 m; std::vector<int> cnt(48);
    CK(cudaMemcpy(keys.data(), dk, n * 4, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(&m, dm, 4, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(cnt.data(), dc, 48 * 4, cudaMemcpyDeviceToHost));
    unsigned long long cs = m;
    for (int i = 0; i < n; i++) cs = cs * 31 + keys[i];
    for (int c : cnt) cs = cs * 7 + c;
    printf("db_sortjoin checksum %llu matches %u\n", cs, m);
}

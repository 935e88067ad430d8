// Sequence alignment, string search with warp queues, CRC, hash aggregation.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CK(call)                                                              \
    if (cudaError_t ck_ = (call)) {                                           \
        std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(ck_)); \
        std::exit(2);                                                         \
    }

// ---------------------------------------------------------------------------
// Needleman-Wunsch on one 32 x 32 tile: anti-diagonal wavefront in a warp.
// ---------------------------------------------------------------------------
#define NW_TILE 32

__global__ void nw_tile(const int* __restrict__ subst, const char* __restrict__ seqA,
                        const char* __restrict__ seqB, int* __restrict__ score, int penalty)
{
    __shared__ int temp[NW_TILE + 1][NW_TILE + 1];
    __shared__ int ref[NW_TILE][NW_TILE];
    __shared__ int matrix[8 * 8];

    const int tx = threadIdx.x;
    const char* a = seqA + blockIdx.x * NW_TILE;
    const char* b = seqB + blockIdx.x * NW_TILE;

    matrix[tx] = subst[tx];
    matrix[tx + 32] = subst[tx + 32];
    __syncthreads();

    const int mine = b[tx] & 7;
    for (int ty = 0; ty < NW_TILE; ++ty)
        ref[ty][tx] = matrix[(a[ty] & 7) * 8 + mine];

    if (tx == 0)
        temp[0][0] = 0;
    temp[tx + 1][0] = -(tx + 1) * penalty;
    temp[0][tx + 1] = -(tx + 1) * penalty;
    __syncthreads();

    for (int m = 0; m < NW_TILE; ++m) {
        if (tx <= m) {
            const int x = tx + 1;
            const int y = m - tx + 1;
            const int diag = temp[y - 1][x - 1] + ref[y - 1][x - 1];
            const int left = temp[y][x - 1] - penalty;
            const int up = temp[y - 1][x] - penalty;
            temp[y][x] = max(diag, max(left, up));
        }
        __syncthreads();
    }
    for (int m = NW_TILE - 2; m >= 0; --m) {
        if (tx <= m) {
            const int x = tx + NW_TILE - m;
            const int y = NW_TILE - tx;
            const int diag = temp[y - 1][x - 1] + ref[y - 1][x - 1];
            const int left = temp[y][x - 1] - penalty;
            const int up = temp[y - 1][x] - penalty;
            temp[y][x] = max(diag, max(left, up));
        }
        __syncthreads();
    }

    for (int ty = 0; ty < NW_TILE; ++ty)
        score[(blockIdx.x * NW_TILE + ty) * NW_TILE + tx] = temp[ty + 1][tx + 1];
}

// ---------------------------------------------------------------------------
// Horspool search; matches go to a queue private to each warp.
// ---------------------------------------------------------------------------
constexpr int SEARCH_WARPS = 4;
constexpr int SEARCH_SEG = 16;
constexpr int SEARCH_CHUNK = SEARCH_WARPS * 32 * SEARCH_SEG;
constexpr int MAX_PATTERN = 32;
constexpr int QUEUE_CAP = 64;

struct WarpQueue {
    int items[QUEUE_CAP];
    int count;
};

__global__ void horspool_search(const char* __restrict__ text, const char* __restrict__ pattern, int m,
                                int* __restrict__ hits, int* __restrict__ hitCount)
{
    __shared__ char chunk[SEARCH_CHUNK + MAX_PATTERN];
    __shared__ char pat[MAX_PATTERN];
    __shared__ unsigned char skip[256];
    __shared__ WarpQueue queues[SEARCH_WARPS];

    const int tid = threadIdx.x;
    const int warp = tid / 32;
    const int lane = tid % 32;
    WarpQueue& q = queues[warp];

    for (int i = tid; i < SEARCH_CHUNK + MAX_PATTERN; i += blockDim.x)
        chunk[i] = text[blockIdx.x * SEARCH_CHUNK + i];
    for (int i = tid; i < 256; i += blockDim.x)
        skip[i] = m;
    if (tid < m)
        pat[tid] = pattern[tid];
    if (lane == 0)
        q.count = 0;
    __syncthreads();
    if (tid == 0)
        for (int i = 0; i < m - 1; ++i)
            skip[(unsigned char)pat[i]] = m - 1 - i;
    __syncthreads();

    const int end = (tid + 1) * SEARCH_SEG;
    int pos = tid * SEARCH_SEG;
    while (pos < end) {
        int j = m - 1;
        const unsigned char last = chunk[pos + m - 1];
        while (j >= 0 && pat[j] == chunk[pos + j])
            --j;
        if (j < 0) {
            const int slot = atomicAdd(&q.count, 1);
            if (slot < QUEUE_CAP)
                q.items[slot] = blockIdx.x * SEARCH_CHUNK + pos;
        }
        pos += skip[last];
    }
    __syncwarp();

    const int n = min(q.count, QUEUE_CAP);
    int* dst = hits + (blockIdx.x * SEARCH_WARPS + warp) * QUEUE_CAP;
    for (int i = lane; i < n; i += 32)
        dst[i] = q.items[i];
    if (lane == 0)
        hitCount[blockIdx.x * SEARCH_WARPS + warp] = q.count;
}

// ---------------------------------------------------------------------------
// CRC-32 slicing-by-4, one 64-byte record per thread, records staged in shared.
// ---------------------------------------------------------------------------
constexpr int CRC_THREADS = 64;
constexpr int RECORD_BYTES = 64;

union RecordStage {
    uint4 vec[CRC_THREADS * RECORD_BYTES / 16];
    uint32_t word[CRC_THREADS * RECORD_BYTES / 4];
    uint8_t byte[CRC_THREADS * RECORD_BYTES];
};

__global__ void crc32_records(const uint4* __restrict__ records, uint32_t* __restrict__ crcs,
                              uint8_t* __restrict__ firstBytes)
{
    __shared__ RecordStage stage;
    __shared__ uint32_t table[4][256];

    const int t = threadIdx.x;
    for (int i = t; i < 256; i += CRC_THREADS) {
        uint32_t c = i;
        for (int k = 0; k < 8; ++k)
            c = (c & 1u) ? (c >> 1) ^ 0xEDB88320u : c >> 1;
        table[0][i] = c;
    }
    __syncthreads();
    for (int i = t; i < 256; i += CRC_THREADS) {
        uint32_t c = table[0][i];
        for (int s = 1; s < 4; ++s) {
            c = table[0][c & 0xffu] ^ (c >> 8);
            table[s][i] = c;
        }
    }

    const int vecs = CRC_THREADS * RECORD_BYTES / 16;
    for (int i = t; i < vecs; i += CRC_THREADS)
        stage.vec[i] = records[blockIdx.x * vecs + i];
    __syncthreads();

    uint32_t crc = 0xffffffffu;
    for (int w = 0; w < RECORD_BYTES / 4; ++w) {
        crc ^= stage.word[t * (RECORD_BYTES / 4) + w];
        uint32_t next = table[3][crc & 0xffu];
        next ^= table[2][(crc >> 8) & 0xffu];
        next ^= table[1][(crc >> 16) & 0xffu];
        next ^= table[0][crc >> 24];
        crc = next;
    }
    crcs[blockIdx.x * CRC_THREADS + t] = ~crc;
    firstBytes[blockIdx.x * CRC_THREADS + t] = stage.byte[t * RECORD_BYTES];
}

// ---------------------------------------------------------------------------
// GROUP BY key: open addressing in shared memory with atomicCAS.
// ---------------------------------------------------------------------------
constexpr uint32_t EMPTY_KEY = 0xffffffffu;

template <int SLOTS>
struct GroupTable {
    uint32_t key[SLOTS];
    unsigned int count[SLOTS];
    int minv[SLOTS];
    int maxv[SLOTS];

    __device__ static uint32_t hash(uint32_t k)
    {
        k ^= k >> 16;
        k *= 0x7feb352du;
        k ^= k >> 15;
        return k & (SLOTS - 1);
    }

    __device__ void clear()
    {
        for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) {
            key[i] = EMPTY_KEY;
            count[i] = 0;
            minv[i] = INT32_MAX;
            maxv[i] = INT32_MIN;
        }
    }

    __device__ void upsert(uint32_t k, int v)
    {
        uint32_t slot = hash(k);
        for (int probe = 0; probe < SLOTS; ++probe) {
            const uint32_t old = atomicCAS(&key[slot], EMPTY_KEY, k);
            if (old == EMPTY_KEY || old == k)
                break;
            slot = (slot + 1) & (SLOTS - 1);
        }
        atomicAdd(&count[slot], 1u);
        atomicMin(&minv[slot], v);
        atomicMax(&maxv[slot], v);
    }
};

__global__ void group_by_minmax(const uint32_t* __restrict__ keys, const int* __restrict__ vals, int n,
                                uint4* __restrict__ out)
{
    constexpr int SLOTS = 512;
    __shared__ GroupTable<SLOTS> table;
    table.clear();
    __syncthreads();

    const int per = n / gridDim.x;
    const int begin = blockIdx.x * per;
    for (int i = threadIdx.x; i < per; i += blockDim.x)
        table.upsert(keys[begin + i], vals[begin + i]);
    __syncthreads();

    for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) {
        uint4 r;
        r.x = table.key[i];
        r.y = table.count[i];
        r.z = (uint32_t)table.minv[i];
        r.w = (uint32_t)table.maxv[i];
        out[blockIdx.x * SLOTS + i] = r;
    }
}

static uint32_t g_seed = 12345;
static uint32_t rnd()
{
    g_seed = g_seed * 1103515245u + 12345u;
    return g_seed >> 8;
}

int main()
{
    // alignment
    const int tiles = 4;
    std::vector<int> subst(64);
    for (int i = 0; i < 64; ++i)
        subst[i] = i / 8 == i % 8 ? 5 : -(i % 3) - 1;
    std::vector<char> sa(tiles * NW_TILE), sb(tiles * NW_TILE);
    for (auto& c : sa) c = 'A' + rnd() % 8;
    for (auto& c : sb) c = 'A' + rnd() % 8;
    int *dSubst, *dScore;
    char *dA, *dB;
    CK(cudaMalloc(&dSubst, 64 * sizeof(int)));
    CK(cudaMalloc(&dScore, tiles * NW_TILE * NW_TILE * sizeof(int)));
    CK(cudaMalloc(&dA, sa.size()));
    CK(cudaMalloc(&dB, sb.size()));
    CK(cudaMemcpy(dSubst, subst.data(), 64 * sizeof(int), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dA, sa.data(), sa.size(), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dB, sb.data(), sb.size(), cudaMemcpyHostToDevice));
    nw_tile<<<tiles, NW_TILE>>>(dSubst, dA, dB, dScore, 2);
    CK(cudaGetLastError());

    // search
    const int searchBlocks = 2;
    std::vector<char> text(searchBlocks * SEARCH_CHUNK + MAX_PATTERN);
    for (auto& c : text) c = 'a' + rnd() % 3;
    const char* pattern = "abca";
    char *dText, *dPat;
    int *dHits, *dHitCount;
    CK(cudaMalloc(&dText, text.size()));
    CK(cudaMalloc(&dPat, MAX_PATTERN));
    CK(cudaMalloc(&dHits, searchBlocks * SEARCH_WARPS * QUEUE_CAP * sizeof(int)));
    CK(cudaMalloc(&dHitCount, searchBlocks * SEARCH_WARPS * sizeof(int)));
    CK(cudaMemcpy(dText, text.data(), text.size(), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dPat, pattern, std::strlen(pattern), cudaMemcpyHostToDevice));
    horspool_search<<<searchBlocks, SEARCH_WARPS * 32>>>(dText, dPat, (int)std::strlen(pattern), dHits, dHitCount);
    CK(cudaGetLastError());

    // crc
    const int crcBlocks = 3;
    std::vector<uint8_t> rec(crcBlocks * CRC_THREADS * RECORD_BYTES);
    for (auto& b : rec) b = (uint8_t)rnd();
    uint4* dRec;
    uint32_t* dCrc;
    uint8_t* dFirst;
    CK(cudaMalloc(&dRec, rec.size()));
    CK(cudaMalloc(&dCrc, crcBlocks * CRC_THREADS * sizeof(uint32_t)));
    CK(cudaMalloc(&dFirst, crcBlocks * CRC_THREADS));
    CK(cudaMemcpy(dRec, rec.data(), rec.size(), cudaMemcpyHostToDevice));
    crc32_records<<<crcBlocks, CRC_THREADS>>>(dRec, dCrc, dFirst);
    CK(cudaGetLastError());

    // group by
    const int n = 2048;
    std::vector<uint32_t> keys(n);
    std::vector<int> vals(n);
    for (int i = 0; i < n; ++i) {
        keys[i] = (rnd() % 150) * 977;
        vals[i] = (int)(rnd() % 10000) - 5000;
    }
    uint32_t* dKeys;
    int* dVals;
    uint4* dGroups;
    CK(cudaMalloc(&dKeys, n * sizeof(uint32_t)));
    CK(cudaMalloc(&dVals, n * sizeof(int)));
    CK(cudaMalloc(&dGroups, 2 * 512 * sizeof(uint4)));
    CK(cudaMemcpy(dKeys, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dVals, vals.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    group_by_minmax<<<2, 256>>>(dKeys, dVals, n, dGroups);
    CK(cudaGetLastError());

    CK(cudaDeviceSynchronize());
    for (void* p : {(void*)dSubst, (void*)dScore, (void*)dA, (void*)dB, (void*)dText, (void*)dPat,
                    (void*)dHits, (void*)dHitCount, (void*)dRec, (void*)dCrc, (void*)dFirst,
                    (void*)dKeys, (void*)dVals, (void*)dGroups})
        cudaFree(p);
    std::puts("ok");
    return 0;
}

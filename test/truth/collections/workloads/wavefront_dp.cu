// Dynamic-programming kernels on tiles: Needleman-Wunsch (Rodinia layout), Smith-Waterman with
// affine gaps, LCS with rolling anti-diagonals, blocked Floyd-Warshall (three phases) and 0/1 knapsack.
#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <cuda_runtime.h>

static inline void ok(cudaError_t rc) {
    if (rc == cudaSuccess) return;
    std::fprintf(stderr, "cuda: %s\n", cudaGetErrorString(rc));
    std::abort();
}

constexpr int kNwBlock = 32;
constexpr int kSwTile = 32;
constexpr int kFwTile = 32;
constexpr int kInf = 1 << 28;

// ------------------------------------------------------------------ Needleman-Wunsch

__device__ __forceinline__ int max3(int a, int b, int c) { return max(a, max(b, c)); }

// One block per tile on the current tile anti-diagonal; blockDim.x == kNwBlock.
__global__ void nw_tile(const int* __restrict__ ref, int* __restrict__ score, int pitch, int penalty,
                        int diag) {
    __shared__ int temp[kNwBlock + 1][kNwBlock + 1];
    __shared__ int sub[kNwBlock][kNwBlock];

    const int tx = threadIdx.x;
    const int bx = blockIdx.x;
    const int by = diag - blockIdx.x;
    const int corner = (by * kNwBlock) * pitch + bx * kNwBlock;

    if (tx == 0) temp[0][0] = score[corner];
    for (int y = 0; y < kNwBlock; ++y) {
        sub[y][tx] = ref[corner + (y + 1) * pitch + tx + 1];
    }
    temp[tx + 1][0] = score[corner + (tx + 1) * pitch];
    temp[0][tx + 1] = score[corner + tx + 1];
    __syncthreads();

    for (int m = 0; m < kNwBlock; ++m) {
        if (tx <= m) {
            const int x = tx + 1;
            const int y = m - tx + 1;
            temp[y][x] = max3(temp[y - 1][x - 1] + sub[y - 1][x - 1],
                              temp[y][x - 1] - penalty,
                              temp[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int m = kNwBlock - 2; m >= 0; --m) {
        if (tx <= m) {
            const int x = tx + kNwBlock - m;
            const int y = kNwBlock - tx;
            temp[y][x] = max3(temp[y - 1][x - 1] + sub[y - 1][x - 1],
                              temp[y][x - 1] - penalty,
                              temp[y - 1][x] - penalty);
        }
        __syncthreads();
    }

    for (int y = 0; y < kNwBlock; ++y) {
        score[corner + (y + 1) * pitch + tx + 1] = temp[y + 1][tx + 1];
    }
}

// ------------------------------------------------------------------ Smith-Waterman

struct AffineGap {
    int open, extend, match, mismatch;
};

struct SwCell {
    int h;
    int e;
    int f;
};

// One warp-sized block scores one query segment (32 symbols) against a database segment. The three
// most recent anti-diagonals of H and the last two of E and F are kept as rolling rows.
template <int Len>
__global__ void sw_affine(const char* __restrict__ query, const char* __restrict__ db,
                          int* __restrict__ best, AffineGap gap) {
    __shared__ SwCell ring[3][kSwTile + 1];
    __shared__ char dseq[Len];
    __shared__ int red[kSwTile];

    const int t = threadIdx.x;
    const char q = query[blockIdx.x * kSwTile + t];
#pragma unroll
    for (int i = 0; i < Len; i += kSwTile) {
        dseq[i + t] = db[blockIdx.y * Len + i + t];
    }
#pragma unroll
    for (int d = 0; d < 3; ++d) {
        ring[d][t + 1] = SwCell{0, -kInf, -kInf};
    }
    if (t < 3) {
        ring[t][0] = SwCell{0, -kInf, -kInf};
    }
    __syncthreads();

    int top = 0;
    int cur = 2, prev = 1, prev2 = 0;
    for (int d = 0; d < Len + kSwTile - 1; ++d) {
        const int j = d - t;
        if (j >= 0 && j < Len) {
            const SwCell left = ring[prev][t + 1];
            const SwCell up = ring[prev][t];
            const int diag = j > 0 ? ring[prev2][t].h : 0;
            const int e = max(left.e - gap.extend, left.h - gap.open);
            const int f = max(up.f - gap.extend, up.h - gap.open);
            const int s = dseq[j] == q ? gap.match : -gap.mismatch;
            const int h = max(max3(e, f, diag + s), 0);
            ring[cur][t + 1].h = h;
            ring[cur][t + 1].e = e;
            ring[cur][t + 1].f = f;
            top = max(top, h);
        }
        __syncthreads();
        const int spare = prev2;
        prev2 = prev;
        prev = cur;
        cur = spare;
    }

    red[t] = top;
    __syncthreads();
#pragma unroll
    for (int s = kSwTile / 2; s > 0; s >>= 1) {
        if (t < s) {
            red[t] = max(red[t], red[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) best[blockIdx.y * gridDim.x + blockIdx.x] = red[0];
}

// ------------------------------------------------------------------ LCS

// Whole table of an Nx N problem per block, stored skewed: cell (i, j) sits in row i + j, column i,
// so that each anti-diagonal is contiguous.
template <int N>
__global__ void lcs_skewed(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                           int* __restrict__ length) {
    extern __shared__ unsigned short table[];
    constexpr int kPitch = N + 1;
    unsigned char* sb = reinterpret_cast<unsigned char*>(table + (2 * N + 1) * kPitch);

    const int i = threadIdx.x + 1;
    const unsigned char ai = a[blockIdx.x * N + threadIdx.x];
    sb[threadIdx.x] = b[blockIdx.x * N + threadIdx.x];
    table[i * kPitch + i] = 0;  // (i, 0)
    table[i * kPitch] = 0;      // (0, i)
    if (threadIdx.x == 0) table[0] = 0;
    __syncthreads();

    for (int d = 2; d <= 2 * N; ++d) {
        const int j = d - i;
        if (j >= 1 && j <= N) {
            const unsigned short nw = table[(d - 2) * kPitch + i - 1];
            const unsigned short n = table[(d - 1) * kPitch + i - 1];
            const unsigned short w = table[(d - 1) * kPitch + i];
            const unsigned short best = n > w ? n : w;
            table[d * kPitch + i] = sb[j - 1] == ai ? nw + 1 : best;
        }
        __syncthreads();
    }
    if (i == N) length[blockIdx.x] = table[2 * N * kPitch + N];
}

// ------------------------------------------------------------------ Floyd-Warshall

using FwTile = int[kFwTile][kFwTile];

__device__ __forceinline__ void relax(FwTile& c, const FwTile& a, const FwTile& b, int x, int y) {
    int v = c[y][x];
#pragma unroll
    for (int k = 0; k < kFwTile; ++k) {
        v = min(v, a[y][k] + b[k][x]);
        c[y][x] = v;
        __syncthreads();
    }
}

__global__ void fw_phase1(int* dist, int n, int round) {
    __shared__ FwTile c;
    const int x = threadIdx.x, y = threadIdx.y;
    const int g = (round * kFwTile + y) * n + round * kFwTile + x;
    c[y][x] = dist[g];
    __syncthreads();
    relax(c, c, c, x, y);
    dist[g] = c[y][x];
}

__global__ void fw_phase2(int* dist, int n, int round) {
    __shared__ FwTile pivot, own;
    if (blockIdx.x == round) return;
    const int x = threadIdx.x, y = threadIdx.y;
    const bool row = blockIdx.y == 0;
    const int bi = row ? round : blockIdx.x;
    const int bj = row ? blockIdx.x : round;
    const int g = (bi * kFwTile + y) * n + bj * kFwTile + x;
    pivot[y][x] = dist[(round * kFwTile + y) * n + round * kFwTile + x];
    own[y][x] = dist[g];
    __syncthreads();
    if (row) {
        relax(own, pivot, own, x, y);
    } else {
        relax(own, own, pivot, x, y);
    }
    dist[g] = own[y][x];
}

// Phase 3 with a column-major copy of the left tile and four rows per thread.
__global__ void fw_phase3(int* dist, int n, int round) {
    __shared__ __align__(16) int left_t[kFwTile * kFwTile];
    __shared__ int top[kFwTile * kFwTile];
    if (blockIdx.x == round || blockIdx.y == round) return;

    const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        const int yy = y * 4 + r;
        left_t[x * kFwTile + yy] = dist[(blockIdx.y * kFwTile + yy) * n + round * kFwTile + x];
        top[yy * kFwTile + x] = dist[(round * kFwTile + yy) * n + blockIdx.x * kFwTile + x];
    }
    __syncthreads();

    int* out = dist + (blockIdx.y * kFwTile + y * 4) * n + blockIdx.x * kFwTile + x;
    int v0 = out[0], v1 = out[n], v2 = out[2 * n], v3 = out[3 * n];
#pragma unroll 8
    for (int k = 0; k < kFwTile; ++k) {
        const int t = top[k * kFwTile + x];
        const int4 l = *reinterpret_cast<const int4*>(&left_t[k * kFwTile + y * 4]);
        v0 = min(v0, l.x + t);
        v1 = min(v1, l.y + t);
        v2 = min(v2, l.z + t);
        v3 = min(v3, l.w + t);
    }
    out[0] = v0;
    out[n] = v1;
    out[2 * n] = v2;
    out[3 * n] = v3;
}

// ------------------------------------------------------------------ knapsack

template <int Capacity, int Threads>
__global__ void knapsack(const int2* __restrict__ items, int count, long long* __restrict__ result) {
    __shared__ long long value[2][Capacity + 1];
    const int t = threadIdx.x;
    for (int w = t; w <= Capacity; w += Threads) {
        value[0][w] = 0;
    }
    __syncthreads();

    int src = 0;
    const int2* list = items + blockIdx.x * count;
    for (int i = 0; i < count; ++i) {
        const int weight = list[i].x;
        const long long gain = list[i].y;
        for (int w = t; w <= Capacity; w += Threads) {
            long long v = value[src][w];
            if (w >= weight) {
                v = max(v, value[src][w - weight] + gain);
            }
            value[src ^ 1][w] = v;
        }
        src ^= 1;
        __syncthreads();
    }
    if (t == 0) result[blockIdx.x] = value[src][Capacity];
}

// ------------------------------------------------------------------ driver

template <class T>
struct DeviceArray {
    T* ptr = nullptr;
    explicit DeviceArray(const std::vector<T>& h) {
        ok(cudaMalloc(&ptr, h.size() * sizeof(T)));
        ok(cudaMemcpy(ptr, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(ptr); }
    DeviceArray(const DeviceArray&) = delete;
};

int main() {
    constexpr int kTiles = 4;
    constexpr int kNwPitch = kTiles * kNwBlock + 1;
    DeviceArray<int> ref(std::vector<int>(kNwPitch * kNwPitch, 2));
    DeviceArray<int> score(std::vector<int>(kNwPitch * kNwPitch, 0));
    nw_tile<<<kTiles, kNwBlock>>>(ref.ptr, score.ptr, kNwPitch, 10, kTiles - 1);
    ok(cudaGetLastError());

    constexpr int kDbLen = 128;
    DeviceArray<char> query(std::vector<char>(8 * kSwTile, 'A'));
    DeviceArray<char> db(std::vector<char>(4 * kDbLen, 'A'));
    DeviceArray<int> best(std::vector<int>(8 * 4));
    sw_affine<kDbLen><<<dim3(8, 4), kSwTile>>>(query.ptr, db.ptr, best.ptr, AffineGap{5, 1, 3, 2});
    ok(cudaGetLastError());

    constexpr int kLcs = 96;
    constexpr size_t kLcsSmem = (2 * kLcs + 1) * (kLcs + 1) * sizeof(unsigned short) + kLcs;
    std::vector<unsigned char> text(kLcs * 8);
    for (size_t i = 0; i < text.size(); ++i) text[i] = "ACGT"[(i * 7 + i / 5) & 3];
    DeviceArray<unsigned char> sa(text), sb(text);
    DeviceArray<int> lens(std::vector<int>(8));
    ok(cudaFuncSetAttribute(lcs_skewed<kLcs>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            static_cast<int>(kLcsSmem)));
    lcs_skewed<kLcs><<<8, kLcs, kLcsSmem>>>(sa.ptr, sb.ptr, lens.ptr);
    ok(cudaGetLastError());

    constexpr int kNodes = 4 * kFwTile, kRound = 1;
    DeviceArray<int> dist(std::vector<int>(kNodes * kNodes, 7));
    const dim3 full(kFwTile, kFwTile), quarter(kFwTile, kFwTile / 4);
    const unsigned blocks = kNodes / kFwTile;
    fw_phase1<<<1, full>>>(dist.ptr, kNodes, kRound);
    fw_phase2<<<dim3(blocks, 2), full>>>(dist.ptr, kNodes, kRound);
    fw_phase3<<<dim3(blocks, blocks), quarter>>>(dist.ptr, kNodes, kRound);
    ok(cudaGetLastError());

    constexpr int kItems = 20;
    std::vector<int2> items(kItems * 4);
    for (int i = 0; i < kItems * 4; ++i) items[i] = make_int2(5 + i % 17, 10 + (i * 31) % 23);
    DeviceArray<int2> d_items(items);
    DeviceArray<long long> d_value(std::vector<long long>(4));
    knapsack<1000, 256><<<4, 256>>>(d_items.ptr, kItems, d_value.ptr);
    ok(cudaGetLastError());

    ok(cudaDeviceSynchronize());
    int len0 = 0;
    ok(cudaMemcpy(&len0, lens.ptr, sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("lcs[0] = %d\n", len0);
    return 0;
}

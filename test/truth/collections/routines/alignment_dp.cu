/*
 * Sequence alignment by dynamic programming:
 *   - Smith-Waterman with affine gaps, one pair per block, one thread per query row
 *   - Needleman-Wunsch with square tiles, one launch per tile anti-diagonal
 *   - longest common subsequence, one pair per warp
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                            \
    if (cudaError_t err_ = (call); err_ != cudaSuccess) {                           \
        printf("CUDA error %s at line %d\n", cudaGetErrorString(err_), __LINE__);   \
        return 1;                                                                   \
    }

static constexpr int ALPHABET = 20;
static constexpr int SUB_PITCH = 24;
static constexpr int GAP_OPEN = 11;
static constexpr int GAP_EXT = 1;
static constexpr short NEG = -16000;

template <int MAXQ, int MAXT>
__global__ void smithWaterman(const uint8_t* __restrict__ queries, const uint8_t* __restrict__ targets,
                              const int* __restrict__ qLens, const int* __restrict__ tLens,
                              const int8_t* __restrict__ subst, int* __restrict__ best)
{
    __shared__ int8_t sub[ALPHABET][SUB_PITCH];
    __shared__ uint8_t tgt[MAXT];
    __shared__ short rowH[2][MAXQ + 1];
    __shared__ short rowF[2][MAXQ + 1];
    __shared__ int warpBest[MAXQ / 32];

    const int t = threadIdx.x;
    const int qLen = qLens[blockIdx.x];
    const int tLen = tLens[blockIdx.x];

    for (int i = t; i < ALPHABET * ALPHABET; i += MAXQ) sub[i / ALPHABET][i % ALPHABET] = subst[i];
    for (int i = t; i < tLen; i += MAXQ) tgt[i] = targets[blockIdx.x * MAXT + i];
    if (t < 2) {
        rowH[t][0] = 0;
        rowF[t][0] = NEG;
    }
    const int q = t < qLen ? queries[blockIdx.x * MAXQ + t] : 0;
    __syncthreads();

    short left = 0, diag = 0, e = NEG;
    short localBest = 0;
    const int steps = qLen + tLen - 1;
    for (int d = 0; d < steps; ++d) {
        const int cur = d & 1, prev = cur ^ 1;
        const int j = d - t;
        if (t < qLen && j >= 0 && j < tLen) {
            const short up = rowH[prev][t];
            const short upF = rowF[prev][t];
            // The boundary row above row 0 is never rewritten, so slot 0 is valid in both buffers.
            e = max(e - GAP_EXT, left - GAP_OPEN);
            const short f = max(upF - GAP_EXT, up - GAP_OPEN);
            short h = diag + sub[q][tgt[j]];
            h = max(max((int)h, 0), max((int)e, (int)f));
            rowH[cur][t + 1] = h;
            rowF[cur][t + 1] = f;
            left = h;
            diag = up;
            localBest = max(localBest, h);
        }
        __syncthreads();
    }

    int v = localBest;
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((t & 31) == 0) warpBest[t >> 5] = v;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < MAXQ / 32; ++i) v = max(v, warpBest[i]);
        best[blockIdx.x] = v;
    }
}

// score is (n + 1) x (n + 1) with initialised first row and column, n a multiple of BS.
template <int BS>
__global__ void needlemanWunschTile(int* __restrict__ score, const char* __restrict__ a, const char* __restrict__ b,
                                    int n, int firstTileX, int tileDiag, int match, int mismatch, int gap)
{
    __shared__ int temp[BS + 1][BS + 1];
    __shared__ char rowSeq[BS], colSeq[BS];

    const int tx = threadIdx.x;
    const int bx = firstTileX + blockIdx.x;
    const int by = tileDiag - bx;
    const int pitch = n + 1;
    int* origin = score + by * BS * pitch + bx * BS;

    rowSeq[tx] = a[by * BS + tx];
    colSeq[tx] = b[bx * BS + tx];
    temp[0][tx + 1] = origin[tx + 1];
    temp[tx + 1][0] = origin[(tx + 1) * pitch];
    if (tx == 0) temp[0][0] = origin[0];
    __syncthreads();

    for (int m = 0; m < 2 * BS - 1; ++m) {
        const int x = tx + 1;
        const int y = m - tx + 1;
        if (y >= 1 && y <= BS) {
            const int s = rowSeq[y - 1] == colSeq[x - 1] ? match : mismatch;
            temp[y][x] = max(temp[y - 1][x - 1] + s, max(temp[y][x - 1], temp[y - 1][x]) - gap);
        }
        __syncthreads();
    }

#pragma unroll 4
    for (int y = 1; y <= BS; ++y) origin[y * pitch + tx + 1] = temp[y][tx + 1];
}

__host__ __device__ constexpr size_t lcsBytesPerWarp(int maxLen)
{
    return (3 * (maxLen + 1) * sizeof(unsigned short) + 2 * maxLen + 15) / 16 * 16;
}

__global__ void lcsPerWarp(const char* __restrict__ a, const char* __restrict__ b, const int2* __restrict__ lens,
                           int* __restrict__ result, int pairs, int maxLen)
{
    extern __shared__ __align__(16) unsigned char smem[];
    const int lane = threadIdx.x;
    const int pair = blockIdx.x * blockDim.y + threadIdx.y;
    if (pair >= pairs) return;

    unsigned short* d0 = reinterpret_cast<unsigned short*>(smem + threadIdx.y * lcsBytesPerWarp(maxLen));
    unsigned short* d1 = d0 + (maxLen + 1);
    unsigned short* d2 = d1 + (maxLen + 1);
    char* sa = reinterpret_cast<char*>(d2 + (maxLen + 1));
    char* sb = sa + maxLen;

    const int m = lens[pair].x, n = lens[pair].y;
    for (int i = lane; i < m; i += 32) sa[i] = a[pair * maxLen + i];
    for (int i = lane; i < n; i += 32) sb[i] = b[pair * maxLen + i];
    __syncwarp();

    for (int d = 0; d <= m + n; ++d) {
        const int lo = max(0, d - n), hi = min(m, d);
        for (int i = lo + lane; i <= hi; i += 32) {
            const int j = d - i;
            unsigned short v = 0;
            if (i > 0 && j > 0) v = sa[i - 1] == sb[j - 1] ? d2[i - 1] + 1 : max(d1[i - 1], d1[i]);
            d0[i] = v;
        }
        __syncwarp();
        unsigned short* t = d2;
        d2 = d1;
        d1 = d0;
        d0 = t;
    }
    if (lane == 0) result[pair] = d1[m];
}

static int refSW(const uint8_t* q, int ql, const uint8_t* t, int tl, const int8_t* sub)
{
    std::vector<int> H(tl + 1, 0), F(tl + 1, NEG);
    int best = 0;
    for (int i = 0; i < ql; ++i) {
        int diag = 0, e = NEG;
        for (int j = 1; j <= tl; ++j) {
            e = std::max(e - GAP_EXT, (j > 1 ? H[j - 1] : 0) - GAP_OPEN);
            F[j] = std::max(F[j] - GAP_EXT, H[j] - GAP_OPEN);
            int h = std::max({0, diag + sub[q[i] * ALPHABET + t[j - 1]], e, F[j]});
            diag = H[j];
            H[j] = h;
            best = std::max(best, h);
        }
    }
    return best;
}

template <typename T>
static T* upload(const std::vector<T>& v)
{
    T* p = nullptr;
    if (cudaMalloc(&p, v.size() * sizeof(T)) != cudaSuccess) exit(1);
    if (cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice) != cudaSuccess) exit(1);
    return p;
}

int main()
{
    constexpr int MAXQ = 128, MAXT = 320, SW_PAIRS = 24, BS = 32, N = 256, LCS_PAIRS = 37, LCS_LEN = 150;
    srand(3);
    bool ok = true;

    std::vector<uint8_t> q(SW_PAIRS * MAXQ), t(SW_PAIRS * MAXT);
    std::vector<int> ql(SW_PAIRS), tl(SW_PAIRS), best(SW_PAIRS);
    std::vector<int8_t> sub(ALPHABET * ALPHABET);
    for (auto& c : q) c = rand() % ALPHABET;
    for (auto& c : t) c = rand() % ALPHABET;
    for (int i = 0; i < ALPHABET; ++i)
        for (int j = 0; j < ALPHABET; ++j) sub[i * ALPHABET + j] = i == j ? 5 : -((i * j) % 4);
    for (int p = 0; p < SW_PAIRS; ++p) {
        ql[p] = 40 + rand() % (MAXQ - 39);
        tl[p] = 100 + rand() % (MAXT - 99);
        for (int k = 10; k < 40; ++k) t[p * MAXT + k + 7] = q[p * MAXQ + k];
    }
    int *dbest, *dres;
    CUDA_CHECK(cudaMalloc(&dbest, SW_PAIRS * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&dres, LCS_PAIRS * sizeof(int)));
    smithWaterman<MAXQ, MAXT><<<SW_PAIRS, MAXQ>>>(upload(q), upload(t), upload(ql), upload(tl), upload(sub), dbest);
    CUDA_CHECK(cudaMemcpy(best.data(), dbest, SW_PAIRS * 4, cudaMemcpyDeviceToHost));
    for (int p = 0; p < SW_PAIRS; ++p) ok &= best[p] == refSW(&q[p * MAXQ], ql[p], &t[p * MAXT], tl[p], sub.data());

    const int P = N + 1, tiles = N / BS, match = 3, mismatch = -2, gap = 4;
    std::vector<char> a(LCS_PAIRS * LCS_LEN), b(LCS_PAIRS * LCS_LEN);
    for (auto& c : a) c = "ACGT"[rand() & 3];
    for (auto& c : b) c = "ACGT"[rand() & 3];
    std::vector<int> sc(P * P, 0), out(P * P);
    for (int i = 0; i < P; ++i) sc[i] = sc[i * P] = -gap * i;
    const char *da = upload(a), *db = upload(b);
    int* dsc = upload(sc);
    for (int d = 0; d < 2 * tiles - 1; ++d) {
        const int first = std::max(0, d - tiles + 1), last = std::min(d, tiles - 1);
        needlemanWunschTile<BS><<<last - first + 1, BS>>>(dsc, da, db, N, first, d, match, mismatch, gap);
    }
    CUDA_CHECK(cudaMemcpy(out.data(), dsc, P * P * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 1; i < P; ++i)
        for (int j = 1; j < P; ++j)
            sc[i * P + j] = std::max(sc[(i - 1) * P + j - 1] + (a[i - 1] == b[j - 1] ? match : mismatch),
                                     std::max(sc[i * P + j - 1], sc[(i - 1) * P + j]) - gap);
    ok &= sc == out;

    std::vector<int2> lens(LCS_PAIRS);
    std::vector<int> res(LCS_PAIRS);
    for (auto& l : lens) l = make_int2(rand() % (LCS_LEN + 1), 20 + rand() % (LCS_LEN - 19));
    const dim3 block(32, 4);
    lcsPerWarp<<<(LCS_PAIRS + 3) / 4, block, block.y * lcsBytesPerWarp(LCS_LEN)>>>(da, db, upload(lens), dres, LCS_PAIRS,
                                                                                LCS_LEN);
    CUDA_CHECK(cudaMemcpy(res.data(), dres, LCS_PAIRS * sizeof(int), cudaMemcpyDeviceToHost));
    for (int p = 0; p < LCS_PAIRS; ++p) {
        std::vector<int> r(lens[p].y + 1, 0);
        for (int i = 0; i < lens[p].x; ++i)
            for (int j = 1, dg = 0; j <= lens[p].y; ++j) {
                int old = r[j];
                r[j] = a[p * LCS_LEN + i] == b[p * LCS_LEN + j - 1] ? dg + 1 : std::max(r[j], r[j - 1]);
                dg = old;
            }
        ok &= res[p] == r[lens[p].y];
    }
    puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

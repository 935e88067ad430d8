// Dynamic programming, string matching and hash tables.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// Smith-Waterman, one pair per block, anti-diagonal wavefront with three rolling diagonals.
template <int LEN>
__global__ void smith_waterman(const char* qs, const char* ts, int* best)
{
    __shared__ char q[LEN], s[LEN];
    __shared__ int diag[3][LEN + 1];
    __shared__ int sub[5 * 5];
    const int t = threadIdx.x;
    q[t] = qs[blockIdx.x * LEN + t];
    s[t] = ts[blockIdx.x * LEN + t];
    for (int k = 0; k < 3; ++k) diag[k][t + 1] = 0;
    if (t < 3) diag[t][0] = 0;
    if (t < 25) sub[t] = t / 5 == t % 5 ? 3 : -2;
    __syncthreads();
    int mx = 0;
    for (int d = 0; d < 2 * LEN - 1; ++d) {
        int* cur = diag[d % 3];
        const int* p1 = diag[(d + 2) % 3];
        const int* p2 = diag[(d + 1) % 3];
        const int j = d - t;
        if (j >= 0 && j < LEN) {
            const int up = j > 0 ? p1[t + 1] : 0;
            const int dg = j > 0 ? p2[t] : 0;
            const int v = max(0, max(dg + sub[q[t] * 5 + s[j]], max(up, p1[t]) - 4));
            cur[t + 1] = v;
            mx = max(mx, v);
        }
        __syncthreads();
    }
    atomicMax(&best[blockIdx.x], mx);
}

// Blocked Floyd-Warshall, phase 3 style min-plus update (all tiles use pivot row and pivot column).
constexpr int FW = 32;
__global__ void fw_minplus(const int* rowp, const int* colp, int* d, int n)
{
    __shared__ int r[FW][FW];
    __shared__ int c[FW][FW];
    const int tx = threadIdx.x, ty = threadIdx.y;        // 32 x 8
    const int x = blockIdx.x * FW + tx;
    for (int j = ty; j < FW; j += 8) {
        const int y = blockIdx.y * FW + j;
        r[j][tx] = x < n ? rowp[j * n + x] : 1 << 20;
        c[tx][j] = y < n ? colp[y * FW + tx] : 1 << 20;   // kept k-major
    }
    __syncthreads();
    for (int j = ty; j < FW; j += 8) {
        const int y = blockIdx.y * FW + j;
        if (x >= n || y >= n) continue;
        int v = d[y * n + x];
#pragma unroll 8
        for (int k = 0; k < FW; ++k) v = min(v, c[k][j] + r[k][tx]);
        d[y * n + x] = v;
    }
}

// Multi-pattern matching with a DFA (Aho-Corasick goto table in shared memory as uint16).
__global__ void dfa_match(const uint8_t* text, int n, const uint16_t* table, int states, int* hits, int chunk)
{
    extern __shared__ uint16_t go[];                     // states x 16 (nibble alphabet)
    __shared__ int block_hits;
    for (int i = threadIdx.x; i < states * 16; i += blockDim.x) go[i] = table[i];
    if (threadIdx.x == 0) block_hits = 0;
    __syncthreads();
    const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
    int st = 0, cnt = 0;
    for (int i = begin; i < min(begin + chunk + 7, n); ++i) {
        st = go[st * 16 + (text[i] >> 4)];
        st = go[st * 16 + (text[i] & 15)];
        cnt += (st & 7) == 7;
    }
    atomicAdd(&block_hits, cnt);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, block_hits);
}

// Naive search with a text window in shared memory and word-wise comparison of unaligned bytes.
__global__ void window_search(const uint8_t* text, int n, const uint8_t* pat, int m, int* first)
{
    __shared__ uint8_t win[256 + 64];
    __shared__ uint8_t p[64];
    const int base = blockIdx.x * 256;
    for (int i = threadIdx.x; i < 256 + m - 1; i += blockDim.x) win[i] = base + i < n ? text[base + i] : 0;
    if (threadIdx.x < m) p[threadIdx.x] = pat[threadIdx.x];
    __syncthreads();
    const int pos = base + threadIdx.x;
    int k = 0;
    while (k < m && win[threadIdx.x + k] == p[k]) ++k;
    if (k == m && pos + m <= n) atomicMin(first, pos);
}

// Group-by aggregation in a block-local open addressing table, flushed to global memory.
struct Entry { unsigned key; int count; long long sum; };
template <int SIZE>
__global__ void groupby_local(const unsigned* keys, const int* vals, int n, long long* gsum)
{
    __shared__ Entry tab[SIZE];
    for (int i = threadIdx.x; i < SIZE; i += blockDim.x) { tab[i].key = 0xffffffffu; tab[i].count = 0; tab[i].sum = 0; }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const unsigned k = keys[i];
        unsigned h = (k * 2654435769u) >> 16;
        for (;;) {
            h &= SIZE - 1;
            const unsigned old = atomicCAS(&tab[h].key, 0xffffffffu, k);
            if (old == 0xffffffffu || old == k) break;
            ++h;
        }
        atomicAdd(&tab[h].count, 1);
        atomicAdd(reinterpret_cast<unsigned long long*>(&tab[h].sum), (unsigned long long)(long long)vals[i]);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < SIZE; i += blockDim.x)
        if (tab[i].count) atomicAdd(reinterpret_cast<unsigned long long*>(&gsum[tab[i].key]), (unsigned long long)tab[i].sum);
}

template <class T, class F> T* generate(int n, F f)
{
    std::vector<T> v(n);
    for (int i = 0; i < n; ++i) v[i] = T(f(i));
    T* d; cudaMalloc(&d, n * sizeof(T));
    cudaMemcpy(d, v.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int pairs = 16;
    char* q = generate<char>(pairs * 128, [](int i) { return (i * 7 + i / 5) % 4; });
    char* s = generate<char>(pairs * 128, [](int i) { return (i * 5 + i / 7) % 5; });
    int* best = generate<int>(pairs, [](int) { return 0; });
    smith_waterman<128><<<pairs, 128>>>(q, s, best);
    smith_waterman<64><<<pairs, 64>>>(q, s, best);

    const int n = 150;
    int* dist = generate<int>(n * n, [](int i) { return (i * 97) % 211 + 1; });
    int* row = generate<int>(FW * n, [](int i) { return (i * 31) % 101 + 1; });
    int* col = generate<int>(FW * n, [](int i) { return (i * 57) % 103 + 1; });
    fw_minplus<<<dim3(5, 5), dim3(FW, 8)>>>(row, col, dist, n);

    const int len = 1 << 15, states = 96;
    uint8_t* text = generate<uint8_t>(len, [](int i) { return (unsigned(i) * 2654435761u) >> 23; });
    uint16_t* dfa = generate<uint16_t>(states * 16, [=](int i) { return (i * 13 + i / 16 * 7) % states; });
    int* hits = generate<int>(2, [](int i) { return i ? 1 << 30 : 0; });
    dfa_match<<<16, 64, states * 16 * sizeof(uint16_t)>>>(text, len, dfa, states, hits, 32);
    window_search<<<len / 256, 256>>>(text, len, text + 20000, 12, hits + 1);

    unsigned* keys = generate<unsigned>(20000, [](int i) { return (i * 17) % 301; });
    int* vals = generate<int>(20000, [](int i) { return i % 50 - 10; });
    long long* gs = generate<long long>(301, [](int) { return 0; });
    groupby_local<512><<<12, 192>>>(keys, vals, 20000, gs);

    const cudaError_t e = cudaDeviceSynchronize();
    int hb[2]; cudaMemcpy(hb, hits, 8, cudaMemcpyDeviceToHost);
    int b0; cudaMemcpy(&b0, best, 4, cudaMemcpyDeviceToHost);
    std::printf("%s sw %d hits %d first %d\n", e == cudaSuccess ? "ok" : cudaGetErrorString(e), b0, hb[0], hb[1]);
}

// Byte-string kernels: brute-force tile search, Horspool, Aho-Corasick DFA and bigram histogram.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <string>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned char byte;

static void must(cudaError_t e)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
    exit(1);
}

template <typename T>
__device__ __forceinline__ T warpSum(T v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

constexpr int MAX_PATTERN = 32;

// Text is readable up to a multiple of 16 bytes; positions past n are ignored.
template <int BLOCK>
__global__ void tileSearch(const byte* __restrict__ text, int n, const byte* __restrict__ pattern, int m,
                           byte* __restrict__ isMatch, unsigned int* __restrict__ total)
{
    constexpr int TILE = BLOCK * 16;
    __shared__ __align__(16) byte tile[TILE + MAX_PATTERN];
    __shared__ byte pat[MAX_PATTERN];
    __shared__ unsigned int warpHits[BLOCK / 32];

    const int tid = threadIdx.x;
    const int base = blockIdx.x * TILE;
    if (tid < m) pat[tid] = pattern[tid];
    for (int v = tid; v < (TILE + MAX_PATTERN) / 16; v += BLOCK) {
        uint4 q = make_uint4(0, 0, 0, 0);
        if (base + v * 16 < n) q = *reinterpret_cast<const uint4*>(text + base + v * 16);
        reinterpret_cast<uint4*>(tile)[v] = q;
    }
    __syncthreads();

    unsigned int hits = 0;
    for (int p = tid; p < TILE; p += BLOCK) {
        if (base + p >= n) break;
        bool same = base + p + m <= n;
        for (int k = 0; same && k < m; ++k) same = tile[p + k] == pat[k];
        isMatch[base + p] = same;
        hits += same;
    }
    hits = warpSum(hits);
    if ((tid & 31) == 0) warpHits[tid >> 5] = hits;
    __syncthreads();
    if (tid == 0) {
        for (int w = 1; w < BLOCK / 32; ++w) hits += warpHits[w];
        if (hits) atomicAdd(total, hits);
    }
}

// Every thread owns `chunk` starting positions. Shared layout: skip[256] | pattern[m] | text.
__global__ void horspool(const byte* __restrict__ text, int n, const byte* __restrict__ pattern, int m, int chunk,
                         unsigned int* __restrict__ total)
{
    extern __shared__ byte smem[];
    byte* skip = smem;
    byte* pat = skip + 256;
    byte* txt = pat + m;

    const int span = chunk * blockDim.x;
    const int base = blockIdx.x * span;
    const int avail = min(span + m - 1, n - base);

    for (int i = threadIdx.x; i < 256; i += blockDim.x) skip[i] = (byte)m;
    for (int i = threadIdx.x; i < m; i += blockDim.x) pat[i] = pattern[i];
    for (int i = threadIdx.x; i < avail; i += blockDim.x) txt[i] = text[base + i];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < m - 1; ++i) skip[pat[i]] = (byte)(m - 1 - i);
    __syncthreads();

    unsigned int hits = 0;
    int pos = threadIdx.x * chunk;
    const int end = min(pos + chunk, avail - m + 1);
    const byte tail = pat[m - 1];
    while (pos < end) {
        const byte c = txt[pos + m - 1];
        if (c == tail) {
            int k = 0;
            while (k < m - 1 && txt[pos + k] == pat[k]) ++k;
            hits += k == m - 1;
        }
        pos += skip[c];
    }
    hits = warpSum(hits);
    if ((threadIdx.x & 31) == 0 && hits) atomicAdd(total, hits);
}

constexpr int ALPH = 28;  // a-z, space, everything else
constexpr int MAX_STATES = 128;
constexpr int NUM_PATTERNS = 8;

__device__ __host__ __forceinline__ int classOf(byte c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' : (c == ' ' ? 26 : 27);
}

__global__ void ahoCorasick(const byte* __restrict__ text, int n, const short* __restrict__ gotoTable,
                            const byte* __restrict__ accept, int states, int maxLen, int segment,
                            unsigned int* __restrict__ counts)
{
    __shared__ short next[MAX_STATES * ALPH];
    __shared__ byte mask[MAX_STATES];
    __shared__ unsigned int localCount[NUM_PATTERNS];

    for (int i = threadIdx.x; i < states * ALPH; i += blockDim.x) next[i] = gotoTable[i];
    for (int i = threadIdx.x; i < states; i += blockDim.x) mask[i] = accept[i];
    if (threadIdx.x < NUM_PATTERNS) localCount[threadIdx.x] = 0;
    __syncthreads();

    const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * segment;
    const int end = min(begin + segment, n);
    int state = 0;
    for (int i = max(begin - maxLen + 1, 0); i < end; ++i) {
        state = next[state * ALPH + classOf(text[i])];
        if (i < begin) continue;
        for (unsigned int m = mask[state]; m; m &= m - 1) atomicAdd(&localCount[__ffs(m) - 1], 1u);
    }
    __syncthreads();
    if (threadIdx.x < NUM_PATTERNS && localCount[threadIdx.x])
        atomicAdd(&counts[threadIdx.x], localCount[threadIdx.x]);
}

template <int WARPS>
__global__ void bigramHistogram(const byte* __restrict__ text, int n, unsigned int* __restrict__ hist)
{
    constexpr int BINS = ALPH * ALPH;
    __shared__ unsigned int sub[WARPS][BINS + 1];
    __shared__ byte cls[256];

    const int tid = threadIdx.x;
    unsigned int* mine = sub[tid / 32];
    for (int i = tid; i < 256; i += WARPS * 32) cls[i] = (byte)classOf((byte)i);
    for (int i = tid % 32; i < BINS; i += 32) mine[i] = 0;
    __syncthreads();

    for (int i = blockIdx.x * WARPS * 32 + tid; i < n - 1; i += gridDim.x * WARPS * 32)
        atomicAdd(&mine[cls[text[i]] * ALPH + cls[text[i + 1]]], 1u);
    __syncthreads();

    for (int b = tid; b < BINS; b += WARPS * 32) {
        unsigned int s = 0;
#pragma unroll
        for (int w = 0; w < WARPS; ++w) s += sub[w][b];
        if (s) atomicAdd(&hist[b], s);
    }
}

int main()
{
    const int n = 150001, padded = (n + 15) / 16 * 16;
    const std::vector<std::string> words = {"the", "he", "her", "there", "and", "hand", "search", "arch"};
    std::string text;
    srand(21);
    while ((int)text.size() < n) {
        if (rand() % 3) text += words[rand() % words.size()];
        else for (int k = rand() % 5; k >= 0; --k) text += (char)('a' + rand() % 26);
        if (rand() % 2) text += rand() % 8 ? ' ' : '.';
    }
    text.resize(n);
    const std::string pattern = "search the";

    std::vector<short> go(MAX_STATES * ALPH, -1);
    std::vector<byte> acc(MAX_STATES, 0);
    int states = 1, maxLen = 0;
    for (int w = 0; w < NUM_PATTERNS; ++w) {
        int s = 0;
        for (char c : words[w]) {
            short& t = go[s * ALPH + classOf((byte)c)];
            if (t < 0) t = (short)states++;
            s = t;
        }
        acc[s] |= 1 << w;
        maxLen = (int)words[w].size() > maxLen ? (int)words[w].size() : maxLen;
    }
    std::vector<int> fail(MAX_STATES, 0);
    std::queue<int> bfs;
    bfs.push(0);
    while (!bfs.empty()) {
        int s = bfs.front();
        bfs.pop();
        for (int c = 0; c < ALPH; ++c) {
            short& t = go[s * ALPH + c];
            const short viaFail = s ? go[fail[s] * ALPH + c] : 0;
            if (t < 0) { t = viaFail; continue; }
            fail[t] = viaFail;
            acc[t] |= acc[fail[t]];
            bfs.push(t);
        }
    }

    byte *dText, *dPat, *dMatch, *dAcc;
    short* dGo;
    unsigned int* dCnt;
    const int BINS = ALPH * ALPH, COUNTERS = 2 + NUM_PATTERNS + BINS;
    must(cudaMalloc(&dText, padded));
    must(cudaMalloc(&dPat, MAX_PATTERN));
    must(cudaMalloc(&dMatch, n));
    must(cudaMalloc(&dAcc, MAX_STATES));
    must(cudaMalloc(&dGo, go.size() * sizeof(short)));
    must(cudaMalloc(&dCnt, COUNTERS * sizeof(unsigned int)));
    must(cudaMemset(dText, 0, padded));
    must(cudaMemset(dCnt, 0, COUNTERS * sizeof(unsigned int)));
    must(cudaMemcpy(dText, text.data(), n, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dPat, pattern.data(), pattern.size(), cudaMemcpyHostToDevice));
    must(cudaMemcpy(dAcc, acc.data(), MAX_STATES, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dGo, go.data(), go.size() * sizeof(short), cudaMemcpyHostToDevice));

    const int m = (int)pattern.size(), chunk = 64, segment = 100;
    tileSearch<128><<<(n + 2047) / 2048, 128>>>(dText, n, dPat, m, dMatch, dCnt);
    horspool<<<(n + chunk * 128 - 1) / (chunk * 128), 128, 256 + m + chunk * 128 + m - 1>>>(dText, n, dPat, m, chunk, dCnt + 1);
    ahoCorasick<<<(n + segment * 64 - 1) / (segment * 64), 64>>>(dText, n, dGo, dAcc, states, maxLen, segment, dCnt + 2);
    bigramHistogram<4><<<12, 128>>>(dText, n, dCnt + 2 + NUM_PATTERNS);
    must(cudaGetLastError());

    std::vector<unsigned int> cnt(COUNTERS), ref(COUNTERS, 0);
    std::vector<byte> match(n);
    must(cudaMemcpy(cnt.data(), dCnt, COUNTERS * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    must(cudaMemcpy(match.data(), dMatch, n, cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < n; ++i) {
        const bool hit = text.compare(i, m, pattern) == 0;
        ok &= match[i] == hit;
        ref[0] += hit;
        ref[1] += hit;
        for (int w = 0; w < NUM_PATTERNS; ++w) ref[2 + w] += text.compare(i, words[w].size(), words[w]) == 0;
        if (i + 1 < n) ref[2 + NUM_PATTERNS + classOf((byte)text[i]) * ALPH + classOf((byte)text[i + 1])]++;
    }
    ok &= ref[0] > 0 && ref == cnt;
    puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

// Text search: brute force with constant pattern, Aho-Corasick automaton in shared, k-mer counting, edit distance bit-vector.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

__constant__ char c_pat[16];

__global__ void bruteForce(const char *__restrict__ text, int *__restrict__ hits, int n, int m)
{
    __shared__ char s[512 + 16];
    int base = blockIdx.x * 512;
    for (int i = threadIdx.x; i < 512 + m - 1; i += blockDim.x) s[i] = base + i < n ? text[base + i] : 0;
    __syncthreads();
    for (int p = threadIdx.x; p < 512; p += blockDim.x) {
        int j = 0;
        while (j < m && s[p + j] == c_pat[j]) j++;
        if (base + p < n) hits[base + p] = j == m;
    }
}

// every thread scans its own 64-byte chunk; the chunk layout in smem is linear
template <int STATES>
__global__ void ahoCorasick(const uint4 *__restrict__ text, const short *__restrict__ delta, int *__restrict__ count)
{
    __shared__ short go[STATES][8];
    __shared__ uint4 chunk[64 * 4];
    for (int i = threadIdx.x; i < STATES * 8; i += blockDim.x) (&go[0][0])[i] = delta[i];
    for (int i = threadIdx.x; i < 64 * 4; i += blockDim.x) chunk[i] = text[blockIdx.x * 256 + i];
    __syncthreads();
    const unsigned char *mine = reinterpret_cast<const unsigned char *>(chunk) + threadIdx.x * 64;
    int st = 0, c = 0;
#pragma unroll 4
    for (int i = 0; i < 64; i++) {
        st = go[st][mine[i] & 7];
        c += st == STATES - 1;
    }
    count[blockIdx.x * blockDim.x + threadIdx.x] = c;
}

__global__ void kmerCount(const char *__restrict__ dna, unsigned *__restrict__ table, int n)
{
    extern __shared__ unsigned words[];            // 4^5 = 1024 counters of 16 bit, two per word
    unsigned short *cnt16 = reinterpret_cast<unsigned short *>(words);
    for (int i = threadIdx.x; i < 512; i += blockDim.x) words[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 5 <= n; i += gridDim.x * blockDim.x) {
        unsigned k = 0;
        for (int j = 0; j < 5; j++) k = k << 2 | ((dna[i + j] >> 1) & 3);
        atomicAdd(&words[k >> 1], 1u << ((k & 1) * 16));
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        if (cnt16[i]) atomicAdd(&table[i], (unsigned)cnt16[i]);
}

// Myers bit-parallel: Peq table per thread in shared memory as [thread][symbol]
__global__ void myersDistance(const char *__restrict__ pat, const char *__restrict__ txt, int *__restrict__ dist, int m, int n)
{
    __shared__ uint64_t peq[64][4];
    uint64_t *pe = peq[threadIdx.x];
    int id = blockIdx.x * 64 + threadIdx.x;
    for (int s = 0; s < 4; s++) pe[s] = 0;
    for (int i = 0; i < m; i++) pe[pat[id + i] & 3] |= 1ull << i;
    uint64_t pv = ~0ull, mv = 0;
    int score = m;
    for (int j = 0; j < n; j++) {
        uint64_t eq = pe[txt[j] & 3];
        uint64_t xv = eq | mv, xh = (((eq & pv) + pv) ^ pv) | eq;
        uint64_t ph = mv | ~(xh | pv), mh = pv & xh;
        if (ph >> (m - 1) & 1) score++;
        if (mh >> (m - 1) & 1) score--;
        ph = ph << 1 | 1; mh <<= 1;
        pv = mh | ~(xv | ph); mv = ph & xv;
    }
    dist[id] = score;
}

int main()
{
    const int n = 1 << 16;
    std::string text(n, 'a');
    for (int i = 0; i < n; i++) text[i] = "acgt"[(i * 2654435761u >> 20) & 3];
    memcpy(&text[1000], "gattaca", 7);
    std::vector<short> delta(40 * 8);
    for (int i = 0; i < 40 * 8; i++) delta[i] = (i * 11 + 3) % 40;
    char *d; int *o; short *dd; unsigned *t;
    cudaMalloc(&d, n); cudaMalloc(&o, n * 4); cudaMalloc(&dd, delta.size() * 2); cudaMalloc(&t, 4096);
    cudaMemcpy(d, text.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, delta.data(), delta.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_pat, "gattaca", 7);
    cudaMemset(t, 0, 4096);
    bruteForce<<<n / 512, 128>>>(d, o, n, 7);
    ahoCorasick<40><<<n / 4096, 64>>>((uint4 *)d, dd, o);
    kmerCount<<<8, 256, 1024 * sizeof(unsigned short)>>>(d, t, n);
    myersDistance<<<16, 64>>>(d, d + 4096, o, 48, 200);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(d); cudaFree(o); cudaFree(dd); cudaFree(t);
    return 0;
}

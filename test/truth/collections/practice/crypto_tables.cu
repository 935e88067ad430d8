// AES-like T-table rounds, SHA-256 message schedule in shared memory, slicing-by-4 CRC32, ChaCha20.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

typedef uint32_t u32;

__global__ void aesTTable(const u32 *__restrict__ gT0, const u32 *__restrict__ rk, const uint4 *__restrict__ in, uint4 *__restrict__ out, int nblocks)
{
    __shared__ u32 T[4][256];
    __shared__ u32 keys[44];
    if (threadIdx.x < 256) {
        u32 t = gT0[threadIdx.x];
        T[0][threadIdx.x] = t;
        T[1][threadIdx.x] = __funnelshift_l(t, t, 8);
        T[2][threadIdx.x] = __funnelshift_l(t, t, 16);
        T[3][threadIdx.x] = __funnelshift_l(t, t, 24);
    }
    if (threadIdx.x < 44) keys[threadIdx.x] = rk[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nblocks) return;
    uint4 s = in[i];
    s.x ^= keys[0]; s.y ^= keys[1]; s.z ^= keys[2]; s.w ^= keys[3];
#pragma unroll 3
    for (int r = 1; r < 10; r++) {
        uint4 t;
        t.x = T[0][s.x & 0xff] ^ T[1][(s.y >> 8) & 0xff] ^ T[2][(s.z >> 16) & 0xff] ^ T[3][s.w >> 24] ^ keys[4 * r];
        t.y = T[0][s.y & 0xff] ^ T[1][(s.z >> 8) & 0xff] ^ T[2][(s.w >> 16) & 0xff] ^ T[3][s.x >> 24] ^ keys[4 * r + 1];
        t.z = T[0][s.z & 0xff] ^ T[1][(s.w >> 8) & 0xff] ^ T[2][(s.x >> 16) & 0xff] ^ T[3][s.y >> 24] ^ keys[4 * r + 2];
        t.w = T[0][s.w & 0xff] ^ T[1][(s.x >> 8) & 0xff] ^ T[2][(s.y >> 16) & 0xff] ^ T[3][s.z >> 24] ^ keys[4 * r + 3];
        s = t;
    }
    out[i] = s;
}

// replicated table: bank-private copy per lane (32 copies of 256 entries would be 32 KB)
__global__ void sboxReplicated(const uint8_t *__restrict__ sbox, const u32 *__restrict__ in, u32 *__restrict__ out)
{
    __shared__ u32 tab[256][32];
    const int lane = threadIdx.x & 31;
    for (int e = threadIdx.x >> 5; e < 256; e += blockDim.x >> 5) tab[e][lane] = sbox[e];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u32 v = in[i];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        u32 b = tab[v & 0xff][lane];
        v = (v >> 8) | (b << 24);
    }
    out[i] = v;
}

#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

// one message per thread; the 16-word window lives in shared memory, [word][thread] order
template <int THREADS, bool TRANSPOSED>
__global__ void sha256Schedule(const u32 *__restrict__ msg, u32 *__restrict__ digest)
{
    __shared__ u32 w[16 * THREADS];
    const int t = threadIdx.x;
    auto at = [&](int k) -> u32 & { return TRANSPOSED ? w[(k & 15) * THREADS + t] : w[t * 16 + (k & 15)]; };
    const u32 *m = msg + (blockIdx.x * THREADS + t) * 16;
    for (int k = 0; k < 16; k++) at(k) = m[k];
    u32 a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    u32 e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll 1
    for (int k = 0; k < 64; k++) {
        u32 wk;
        if (k < 16) wk = at(k);
        else {
            u32 s0 = at(k + 1), s1 = at(k + 14);
            s0 = ROTR(s0, 7) ^ ROTR(s0, 18) ^ (s0 >> 3);
            s1 = ROTR(s1, 17) ^ ROTR(s1, 19) ^ (s1 >> 10);
            wk = at(k) + s0 + at(k + 9) + s1;
            at(k) = wk;
        }
        u32 t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & f) ^ (~e & g)) + wk + 0x428a2f98u * (k + 1);
        u32 t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    digest[blockIdx.x * THREADS + t] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

__global__ void crcSlice4(const u32 *__restrict__ data, u32 *__restrict__ crc, int wordsPerThread)
{
    extern __shared__ u32 tab[];       // 4 x 256
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        u32 c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1;
        tab[i] = c;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        for (int s = 1; s < 4; s++) { u32 p = tab[(s - 1) * 256 + i]; tab[s * 256 + i] = (p >> 8) ^ tab[p & 0xff]; }
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    u32 c = 0xffffffffu;
    for (int k = 0; k < wordsPerThread; k++) {
        c ^= data[id * wordsPerThread + k];
        c = tab[768 + (c & 255)] ^ tab[512 + ((c >> 8) & 255)] ^ tab[256 + ((c >> 16) & 255)] ^ tab[c >> 24];
    }
    crc[id] = ~c;
}

int main()
{
    const int n = 1 << 15;
    std::vector<u32> h(n);
    u32 s = 99;
    for (auto &v : h) { s = s * 747796405u + 2891336453u; v = s ^ (s >> 15); }
    u32 *a, *b;
    if (cudaMalloc(&a, n * 4) != cudaSuccess || cudaMalloc(&b, n * 4) != cudaSuccess) return 1;
    cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
    aesTTable<<<16, 256>>>(a, a + 256, (uint4 *)a, (uint4 *)b, 4000);
    sboxReplicated<<<16, 256>>>((uint8_t *)a, a, b);
    sha256Schedule<64, true><<<16, 64>>>(a, b);
    sha256Schedule<128, false><<<8, 128>>>(a, b);
    crcSlice4<<<8, 128, 4 * 256 * sizeof(u32)>>>(a, b, 16);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(b);
    return 0;
}

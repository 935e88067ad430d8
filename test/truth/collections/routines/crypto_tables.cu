// AES-128 (ECB / CTR) with T-tables in shared memory, SHA-256 with a rolling message schedule in
// shared memory, and a block-level SHA-256 Merkle tree.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define GPU(x) if ((x) != cudaSuccess) { printf("GPU error at line %d\n", __LINE__); exit(1); }

constexpr int AES_BLOCK = 256, SHA_BLOCK = 64, LEAVES = 128;

#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define BSWAP(x) (((x) >> 24) | (((x) >> 8) & 0xff00u) | (((x) & 0xff00u) << 8) | ((x) << 24))

__constant__ uint32_t cRoundKeys[44];
__constant__ uint32_t cK[64];
static uint32_t hK[64];
static uint8_t sboxHost[256];

template <bool CTR>
__global__ void __launch_bounds__(AES_BLOCK)
aesEncrypt(const uint4* __restrict__ in, uint4* __restrict__ out, int n, const uint32_t* __restrict__ t0Table,
           const uint8_t* __restrict__ sboxTable, uint2 nonce)
{
    __shared__ uint32_t te[4][256];
    __shared__ uint8_t sbox[256];
    __shared__ uint32_t rk[44];

    const int t = threadIdx.x;
    const uint32_t v = t0Table[t];
#pragma unroll
    for (int i = 0; i < 4; ++i) te[i][t] = __funnelshift_r(v, v, 8 * i);
    sbox[t] = sboxTable[t];
    if (t < 44) rk[t] = cRoundKeys[t];
    __syncthreads();

    for (int i = blockIdx.x * AES_BLOCK + t; i < n; i += gridDim.x * AES_BLOCK) {
        const uint4 p = in[i];
        uint32_t s0 = rk[0] ^ (CTR ? nonce.x : BSWAP(p.x)), s1 = rk[1] ^ (CTR ? nonce.y : BSWAP(p.y));
        uint32_t s2 = rk[2] ^ (CTR ? 0u : BSWAP(p.z)), s3 = rk[3] ^ (CTR ? (uint32_t)i : BSWAP(p.w));
#define MIX(a, b, c, d, k) (te[0][(a) >> 24] ^ te[1][((b) >> 16) & 255] ^ te[2][((c) >> 8) & 255] ^ te[3][(d) & 255] ^ rk[k])
#pragma unroll
        for (int r = 1; r < 10; ++r) {
            const uint32_t a = MIX(s0, s1, s2, s3, 4 * r), b = MIX(s1, s2, s3, s0, 4 * r + 1);
            const uint32_t c = MIX(s2, s3, s0, s1, 4 * r + 2), d = MIX(s3, s0, s1, s2, 4 * r + 3);
            s0 = a, s1 = b, s2 = c, s3 = d;
        }
#define LAST(a, b, c, d, k)                                                                                   \
    ((((uint32_t)sbox[(a) >> 24] << 24) | ((uint32_t)sbox[((b) >> 16) & 255] << 16) |                         \
      ((uint32_t)sbox[((c) >> 8) & 255] << 8) | sbox[(d) & 255]) ^ rk[k])
        const uint32_t o0 = LAST(s0, s1, s2, s3, 40), o1 = LAST(s1, s2, s3, s0, 41);
        const uint32_t o2 = LAST(s2, s3, s0, s1, 42), o3 = LAST(s3, s0, s1, s2, 43);
        uint4 q = make_uint4(BSWAP(o0), BSWAP(o1), BSWAP(o2), BSWAP(o3));
        if (CTR) q.x ^= p.x, q.y ^= p.y, q.z ^= p.z, q.w ^= p.w;
        out[i] = q;
    }
}

// One compression; column `t` of w holds the 16 message words and is overwritten.
template <int PITCH>
__host__ __device__ void shaCompress(uint32_t (*w)[PITCH], int t, uint32_t* h, const uint32_t* k)
{
    uint32_t s[8];
    for (int i = 0; i < 8; ++i) s[i] = h[i];
    for (int r = 0; r < 64; ++r) {
        uint32_t m = w[r & 15][t];
        if (r >= 16) {
            const uint32_t a = w[(r + 1) & 15][t], b = w[(r + 14) & 15][t];
            m += (ROTR(a, 7) ^ ROTR(a, 18) ^ (a >> 3)) + w[(r + 9) & 15][t] + (ROTR(b, 17) ^ ROTR(b, 19) ^ (b >> 10));
            w[r & 15][t] = m;
        }
        const uint32_t t1 = s[7] + (ROTR(s[4], 6) ^ ROTR(s[4], 11) ^ ROTR(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[r] + m;
        const uint32_t t2 = (ROTR(s[0], 2) ^ ROTR(s[0], 13) ^ ROTR(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t1, s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i) h[i] += s[i];
}

// SHA-256 of the 64-byte message in column t: data block followed by the padding block.
template <int PITCH>
__host__ __device__ void sha64(uint32_t (*w)[PITCH], int t, uint32_t* h, const uint32_t* k)
{
    h[0] = 0x6a09e667u, h[1] = 0xbb67ae85u, h[2] = 0x3c6ef372u, h[3] = 0xa54ff53au;
    h[4] = 0x510e527fu, h[5] = 0x9b05688cu, h[6] = 0x1f83d9abu, h[7] = 0x5be0cd19u;
    shaCompress<PITCH>(w, t, h, k);
    for (int i = 0; i < 16; ++i) w[i][t] = i == 0 ? 0x80000000u : (i == 15 ? 512u : 0u);
    shaCompress<PITCH>(w, t, h, k);
}

__global__ void shaMessages(const uint32_t* __restrict__ msgs, uint32_t* __restrict__ digests, int n)
{
    __shared__ uint32_t w[16][SHA_BLOCK + 1];
    __shared__ uint32_t k[64];

    const int first = blockIdx.x * SHA_BLOCK;
    const int here = min(SHA_BLOCK, n - first);
    for (int i = threadIdx.x; i < 64; i += SHA_BLOCK) k[i] = cK[i];
    for (int i = threadIdx.x; i < here * 16; i += SHA_BLOCK) {
        const uint32_t m = msgs[first * 16 + i];
        w[i & 15][i >> 4] = BSWAP(m);
    }
    __syncthreads();
    if (threadIdx.x >= here) return;
    uint32_t h[8];
    sha64<SHA_BLOCK + 1>(w, threadIdx.x, h, k);
    for (int i = 0; i < 8; ++i) digests[(first + threadIdx.x) * 8 + i] = h[i];
}

// Reduces LEAVES digests per block to one root; LEAVES / 2 threads.
__global__ void merkleRoot(const uint32_t* __restrict__ digests, uint32_t* __restrict__ roots)
{
    __shared__ struct {
        uint32_t node[8][LEAVES];
        uint32_t w[16][LEAVES / 2];
        uint32_t k[64];
    } s;

    const int t = threadIdx.x;
    for (int i = t; i < 64; i += blockDim.x) s.k[i] = cK[i];
    for (int i = t; i < LEAVES * 8; i += blockDim.x) s.node[i & 7][i >> 3] = digests[blockIdx.x * LEAVES * 8 + i];
    __syncthreads();

    for (int n = LEAVES / 2; n > 0; n >>= 1) {
        if (t < n)
            for (int i = 0; i < 16; ++i) s.w[i][t] = s.node[i & 7][2 * t + (i >> 3)];
        __syncthreads();
        if (t < n) {
            uint32_t h[8];
            sha64<LEAVES / 2>(s.w, t, h, s.k);
            for (int i = 0; i < 8; ++i) s.node[i][t] = h[i];
        }
        __syncthreads();
    }
    if (t < 8) roots[blockIdx.x * 8 + t] = s.node[t][0];
}

static uint8_t xtime(uint8_t x) { return (uint8_t)((x << 1) ^ (x & 0x80 ? 0x1b : 0)); }

static void aesHost(const uint8_t* in, uint8_t* out, const uint32_t* rk)
{
    uint8_t s[16], t[16];
    auto addKey = [&](int r) { for (int i = 0; i < 16; ++i) s[i] ^= (uint8_t)(rk[4 * r + i / 4] >> (24 - 8 * (i % 4))); };
    memcpy(s, in, 16);
    addKey(0);
    for (int r = 1; r <= 10; ++r) {
        for (int i = 0; i < 16; ++i) t[i] = sboxHost[s[(i + 4 * (i % 4)) % 16]];
        for (int c = 0; c < 16; c += 4)
            for (int i = 0; i < 4; ++i) {
                const uint8_t a = t[c + i], b = t[c + (i + 1) % 4];
                s[c + i] = r == 10 ? a : (uint8_t)(xtime(a) ^ xtime(b) ^ b ^ t[c + (i + 2) % 4] ^ t[c + (i + 3) % 4]);
            }
        addKey(r);
    }
    memcpy(out, s, 16);
}

template <typename T>
static T* dev(const std::vector<T>& v)
{
    T* p;
    GPU(cudaMalloc(&p, v.size() * sizeof(T)));
    GPU(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

int main()
{
    const int nAes = 3001, trees = 3, nSha = trees * LEAVES - 30;
    uint8_t p = 1, q = 1;
    do {
        p = (uint8_t)(p ^ xtime(p));
        q ^= (uint8_t)(q << 1), q ^= (uint8_t)(q << 2), q ^= (uint8_t)(q << 4), q ^= q & 0x80 ? 0x09 : 0;
        const unsigned x = q * 0x101u;
        sboxHost[p] = (uint8_t)(q ^ (x >> 7) ^ (x >> 6) ^ (x >> 5) ^ (x >> 4) ^ 0x63);
    } while (p != 1);
    sboxHost[0] = 0x63;
    std::vector<uint32_t> te0(256), rk(44);
    for (int i = 0; i < 256; ++i) {
        const uint32_t s = sboxHost[i], d = xtime(sboxHost[i]);
        te0[i] = d << 24 | s << 16 | s << 8 | (s ^ d);
    }
    for (uint32_t i = 0, rcon = 1; i < 44; ++i) {
        if (i < 4) { rk[i] = 0x00010203u + i * 0x04040404u; continue; }
        uint32_t v = rk[i - 1];
        if (i % 4 == 0) {
            v = (uint32_t)sboxHost[(v >> 16) & 255] << 24 | sboxHost[(v >> 8) & 255] << 16 | sboxHost[v & 255] << 8 | sboxHost[v >> 24];
            v ^= rcon << 24;
            rcon = xtime((uint8_t)rcon);
        }
        rk[i] = rk[i - 4] ^ v;
    }
    for (int i = 0, n = 2; i < 64; ++n) {
        bool prime = true;
        for (int d = 2; d * d <= n; ++d) prime &= n % d != 0;
        if (prime) hK[i++] = (uint32_t)(uint64_t)(cbrtl((long double)n) * 4294967296.0L);
    }
    GPU(cudaMemcpyToSymbol(cRoundKeys, rk.data(), sizeof(cRoundKeys)));
    GPU(cudaMemcpyToSymbol(cK, hK, sizeof(cK)));

    srand(9);
    std::vector<uint8_t> text(nAes * 16), ecb(text.size()), ctr(text.size());
    std::vector<uint32_t> msg(nSha * 16), dig(trees * LEAVES * 8, 0), roots(trees * 8);
    for (size_t i = 0; i < text.size(); ++i) text[i] = i < 16 ? i * 0x11 : rand();
    for (size_t i = 16; i < msg.size(); ++i) msg[i] = rand();

    uint8_t *dText = dev(text), *dEcb = dev(ecb), *dCtr = dev(ctr), *dBox = dev(std::vector<uint8_t>(sboxHost, sboxHost + 256));
    uint32_t *dTe = dev(te0), *dDig = dev(dig), *dRoots = dev(roots);
    const uint2 nonce = make_uint2(0xdeadbeefu, 0x01234567u);
    aesEncrypt<false><<<5, AES_BLOCK>>>((uint4*)dText, (uint4*)dEcb, nAes, dTe, dBox, nonce);
    aesEncrypt<true><<<5, AES_BLOCK>>>((uint4*)dText, (uint4*)dCtr, nAes, dTe, dBox, nonce);
    shaMessages<<<(nSha + SHA_BLOCK - 1) / SHA_BLOCK, SHA_BLOCK>>>(dev(msg), dDig, nSha);
    merkleRoot<<<trees, LEAVES / 2>>>(dDig, dRoots);
    GPU(cudaGetLastError());
    GPU(cudaMemcpy(ecb.data(), dEcb, ecb.size(), cudaMemcpyDeviceToHost));
    GPU(cudaMemcpy(ctr.data(), dCtr, ctr.size(), cudaMemcpyDeviceToHost));
    GPU(cudaMemcpy(dig.data(), dDig, dig.size() * 4, cudaMemcpyDeviceToHost));
    GPU(cudaMemcpy(roots.data(), dRoots, roots.size() * 4, cudaMemcpyDeviceToHost));

    bool ok = ecb[0] == 0x69 && ecb[1] == 0xc4 && ecb[15] == 0x5a && dig[0] == 0xf5a5fd42u && dig[7] == 0x2759fb4bu;
    for (int i = 0; i < nAes; ++i) {
        const uint32_t words[4] = {nonce.x, nonce.y, 0, (uint32_t)i};
        uint8_t block[16], e[16], c[16];
        for (int b = 0; b < 16; ++b) block[b] = (uint8_t)(words[b / 4] >> (24 - 8 * (b % 4)));
        aesHost(&text[16 * i], e, rk.data());
        aesHost(block, c, rk.data());
        for (int b = 0; b < 16; ++b) ok &= ecb[16 * i + b] == e[b] && ctr[16 * i + b] == (c[b] ^ text[16 * i + b]);
    }
    uint32_t w[16][1], h[8];
    for (int i = 0; i < nSha; ++i) {
        for (int k = 0; k < 16; ++k) w[k][0] = BSWAP(msg[16 * i + k]);
        sha64<1>(w, 0, h, hK);
        ok &= memcmp(h, &dig[8 * i], 32) == 0;
    }
    for (int n = trees * LEAVES / 2; n >= trees; n /= 2)
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < 16; ++k) w[k][0] = dig[16 * i + k];
            sha64<1>(w, 0, h, hK);
            memcpy(&dig[8 * i], h, 32);
        }
    ok &= memcmp(dig.data(), roots.data(), trees * 32) == 0;
    puts(ok ? "OK" : "FAIL");
    return !ok;
}

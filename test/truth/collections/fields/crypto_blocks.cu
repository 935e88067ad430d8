// Bulk crypto primitives (throughput tests only, not constant time).
#include <cstdio>
#include <cstdint>
#include <vector>

typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64;

__constant__ u32 cK[64];
__constant__ u8  cSbox[256];

#define ROTR(x, n) __funnelshift_r((x), (x), (n))
#define ROTL(x, n) __funnelshift_l((x), (x), (n))

// ---- AES-128 style rounds with one T-table, others by rotation -----------------
__global__ void aes_ttable(const uint4 *pt, uint4 *ct, const u32 *rk, int nblocks)
{
    __shared__ u32 T0[256];
    __shared__ u8 S[256];
    __shared__ u32 key[44];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        u8 s = cSbox[i];
        u32 x2 = (u32)(s << 1) ^ ((s & 0x80) ? 0x11bu : 0u);
        T0[i] = x2 | (u32)s << 8 | (u32)s << 16 | (x2 ^ s) << 24;
        S[i] = s;
    }
    if (threadIdx.x < 44) key[threadIdx.x] = rk[threadIdx.x];
    __syncthreads();
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= nblocks) return;
    uint4 st = pt[g];
    u32 a = st.x ^ key[0], b = st.y ^ key[1], c = st.z ^ key[2], d = st.w ^ key[3];
#pragma unroll 2
    for (int r = 1; r < 10; ++r) {
        u32 na = T0[a & 255] ^ ROTL(T0[b >> 8 & 255], 8) ^ ROTL(T0[c >> 16 & 255], 16) ^ ROTL(T0[d >> 24], 24) ^ key[4 * r];
        u32 nb = T0[b & 255] ^ ROTL(T0[c >> 8 & 255], 8) ^ ROTL(T0[d >> 16 & 255], 16) ^ ROTL(T0[a >> 24], 24) ^ key[4 * r + 1];
        u32 nc = T0[c & 255] ^ ROTL(T0[d >> 8 & 255], 8) ^ ROTL(T0[a >> 16 & 255], 16) ^ ROTL(T0[b >> 24], 24) ^ key[4 * r + 2];
        u32 nd = T0[d & 255] ^ ROTL(T0[a >> 8 & 255], 8) ^ ROTL(T0[b >> 16 & 255], 16) ^ ROTL(T0[c >> 24], 24) ^ key[4 * r + 3];
        a = na; b = nb; c = nc; d = nd;
    }
    uint4 o;
    o.x = (S[a & 255] | S[b >> 8 & 255] << 8 | S[c >> 16 & 255] << 16 | (u32)S[d >> 24] << 24) ^ key[40];
    o.y = (S[b & 255] | S[c >> 8 & 255] << 8 | S[d >> 16 & 255] << 16 | (u32)S[a >> 24] << 24) ^ key[41];
    o.z = (S[c & 255] | S[d >> 8 & 255] << 8 | S[a >> 16 & 255] << 16 | (u32)S[b >> 24] << 24) ^ key[42];
    o.w = (S[d & 255] | S[a >> 8 & 255] << 8 | S[b >> 16 & 255] << 16 | (u32)S[c >> 24] << 24) ^ key[43];
    ct[g] = o;
}

// ---- ChaCha20 keystream, blocks written through shared so global stores coalesce --
template <int LD>
__global__ void __launch_bounds__(64) chacha20(u32 *stream, const u32 *key8, u32 nonce, int nblk)
{
    __shared__ u32 lines[64][LD];
    u32 x[16], in[16];
    in[0] = 0x61707865; in[1] = 0x3320646e; in[2] = 0x79622d32; in[3] = 0x6b206574;
#pragma unroll
    for (int i = 0; i < 8; i++) in[4 + i] = key8[i];
    in[12] = blockIdx.x * 64 + threadIdx.x; in[13] = nonce; in[14] = ~nonce; in[15] = 7;
#pragma unroll
    for (int i = 0; i < 16; i++) x[i] = in[i];
    auto qr = [&](int a, int b, int c, int d) {
        x[a] += x[b]; x[d] = ROTL(x[d] ^ x[a], 16);
        x[c] += x[d]; x[b] = ROTL(x[b] ^ x[c], 12);
        x[a] += x[b]; x[d] = ROTL(x[d] ^ x[a], 8);
        x[c] += x[d]; x[b] = ROTL(x[b] ^ x[c], 7);
    };
    for (int r = 0; r < 10; r++) {
        qr(0, 4, 8, 12); qr(1, 5, 9, 13); qr(2, 6, 10, 14); qr(3, 7, 11, 15);
        qr(0, 5, 10, 15); qr(1, 6, 11, 12); qr(2, 7, 8, 13); qr(3, 4, 9, 14);
    }
#pragma unroll
    for (int i = 0; i < 16; i++) lines[threadIdx.x][i] = x[i] + in[i];
    __syncthreads();
    u32 first = blockIdx.x * 64u * 16u, limit = (u32)nblk * 16u;
    for (u32 i = threadIdx.x; i < 1024u && first + i < limit; i += 64u)
        stream[first + i] = lines[i >> 4][i & 15u];
}

// ---- SHA-256 of many 64-byte messages; 16-word circular schedule kept in shared ---
__global__ void sha256_ring(const u32 *msg, u32 *digest, int n)
{
    extern __shared__ u32 sched[];
    const int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    u32 *W = sched + t;                        // W[i * blockDim.x]
    const unsigned bs = blockDim.x;
    if (g >= n) return;
    for (int i = 0; i < 16; i++) W[i * bs] = msg[g * 16 + i];
    u32 h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    u32 a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], gg = h[6], hh = h[7];
    for (int i = 0; i < 64; i++) {
        u32 w;
        if (i < 16) w = W[i * bs];
        else {
            u32 w15 = W[((i + 1) & 15) * bs], w2 = W[((i + 14) & 15) * bs];
            u32 s0 = ROTR(w15, 7) ^ ROTR(w15, 18) ^ (w15 >> 3);
            u32 s1 = ROTR(w2, 17) ^ ROTR(w2, 19) ^ (w2 >> 10);
            w = W[(i & 15) * bs] + s0 + W[((i + 9) & 15) * bs] + s1;
            W[(i & 15) * bs] = w;
        }
        u32 t1 = hh + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & f) ^ (~e & gg)) + cK[i] + w;
        u32 t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        hh = gg; gg = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += gg; h[7] += hh;
    for (int i = 0; i < 8; i++) digest[g * 8 + i] = h[i];
}

// ---- 256-bit Montgomery-less schoolbook multiply, limb arrays per thread ----------
struct U256 { u64 limb[4]; };
__global__ void mul256(const U256 *a, const U256 *b, u64 *out, int n)
{
    __shared__ U256 sa[32], sb[32];
    __shared__ u64 prod[32][9];
    int t = threadIdx.x, g = blockIdx.x * 32 + t;
    int gi = g < n ? g : n - 1;
    sa[t] = a[gi];
    sb[t] = b[gi];
    for (int i = 0; i < 8; i++) prod[t][i] = 0;
    for (int i = 0; i < 4; i++) {
        u64 carry = 0;
        for (int j = 0; j < 4; j++) {
            u64 lo = sa[t].limb[i] * sb[t].limb[j], hi = __umul64hi(sa[t].limb[i], sb[t].limb[j]);
            u64 s = prod[t][i + j] + lo;
            hi += s < lo;
            u64 s2 = s + carry;
            hi += s2 < carry;
            prod[t][i + j] = s2;
            carry = hi;
        }
        prod[t][i + 4] = carry;
    }
    __syncwarp();
    int valid = min(32, n - (int)blockIdx.x * 32);
    for (int e = t; e < valid * 8; e += 32) out[blockIdx.x * 256 + e] = prod[e / 8][e % 8];
}

int main()
{
    std::vector<u8> sb(256);
    for (int i = 0; i < 256; i++) sb[i] = (u8)((i * 197 + 99) ^ (i >> 3));
    u32 k[64];
    for (int i = 0; i < 64; i++) k[i] = 0x9e3779b9u * (i + 1) ^ (i << 7);
    cudaMemcpyToSymbol(cSbox, sb.data(), 256);
    cudaMemcpyToSymbol(cK, k, sizeof(k));
    const int n = 300;
    std::vector<u32> data(n * 16), rk(44);
    for (size_t i = 0; i < data.size(); i++) data[i] = (u32)i * 2246822519u ^ (u32)(i >> 2) * 3266489917u;
    for (int i = 0; i < 44; i++) rk[i] = i * 0x01234567u + 77;
    u32 *dd, *dk, *ds, *dg; uint4 *dc; u64 *dm;
    cudaMalloc(&dd, data.size() * 4); cudaMalloc(&dk, 44 * 4); cudaMalloc(&ds, n * 64);
    cudaMalloc(&dg, n * 32); cudaMalloc(&dc, n * 16); cudaMalloc(&dm, 120 * 64);
    cudaMemcpy(dd, data.data(), data.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dk, rk.data(), 44 * 4, cudaMemcpyHostToDevice);
    aes_ttable<<<(n + 63) / 64, 64>>>((const uint4 *)dd, dc, dk, n);
    chacha20<16><<<(n + 63) / 64, 64>>>(ds, dk, 0xabcdef, n);
    chacha20<17><<<(n + 63) / 64, 64>>>(ds, dk, 0xabcdef, n);
    sha256_ring<<<(n + 95) / 96, 96, 16 * 96 * sizeof(u32)>>>(dd, dg, n);
    mul256<<<4, 32>>>((const U256 *)dd, (const U256 *)(dd + 8), dm, 120);
    std::vector<u32> c(n * 4), s(n * 16), g(n * 8); std::vector<u64> m(120 * 8);
    cudaMemcpy(c.data(), dc, n * 16, cudaMemcpyDeviceToHost);
    cudaMemcpy(s.data(), ds, n * 64, cudaMemcpyDeviceToHost);
    cudaMemcpy(g.data(), dg, n * 32, cudaMemcpyDeviceToHost);
    cudaMemcpy(m.data(), dm, 120 * 64, cudaMemcpyDeviceToHost);
    u64 cs = 0;
    for (u32 v : c) cs = cs * 33 + v;
    for (u32 v : s) cs = cs * 33 + v;
    for (u32 v : g) cs = cs * 33 + v;
    for (u64 v : m) cs = cs * 33 + v;
    printf("crypto_blocks checksum %016llx %s\n", (unsigned long long)cs, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

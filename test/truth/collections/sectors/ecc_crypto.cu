/* ecc_crypto.cu - coding theory & crypto throughput tests.
 *
 *   ldpc_minsum, viterbi_k7, aes_ctr_ttable, aes_ctr_1tab, keccak_f1600, merkle_reduce,
 *   rs_syndromes, ntt_forward, ntt_pointwise_inv, crc32_slicing
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CK(c) do { cudaError_t _e = (c); if (_e) { printf("CUDA %d at %d: %s\n", _e, __LINE__, cudaGetErrorString(_e)); exit(2); } } while (0)
#define ROTL32(x, n) __funnelshift_l((x), (x), (n))
#define ROTL64(x, n) (((x) << (n)) | ((x) >> (64 - (n))))

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

/* ------------------------------------------------------------------ LDPC */
#define Z        32            /* lifting size      */
#define BASE_R   4             /* base graph rows   */
#define BASE_C   8             /* base graph cols   */
__constant__ int8_t c_base[BASE_R][BASE_C];   /* shift or -1 */

__global__ void ldpc_minsum(const float *llr, u32 *hard, int iters)
{
    __shared__ float post[BASE_C * Z];
    __shared__ float msg[BASE_R][BASE_C][Z];
    const int z = threadIdx.x, r = threadIdx.y;      /* 32 x 4 threads */
    const float *in = llr + (size_t)blockIdx.x * BASE_C * Z;
    for (int c = r; c < BASE_C; c += BASE_R) post[c * Z + z] = in[c * Z + z];
    for (int c = 0; c < BASE_C; c++) msg[r][c][z] = 0.f;
    __syncthreads();
    for (int it = 0; it < iters; it++) {
        for (int layer = 0; layer < BASE_R; layer++) {
            if (r == layer) {
                float m1 = 1e30f, m2 = 1e30f, q[BASE_C];
                int pos = -1;
                u32 sgn = 0;
#pragma unroll
                for (int c = 0; c < BASE_C; c++) {
                    int s = c_base[layer][c];
                    if (s < 0) continue;
                    q[c] = post[c * Z + ((z + s) & (Z - 1))] - msg[layer][c][z];
                    float a = fabsf(q[c]);
                    if (a < m1) { m2 = m1; m1 = a; pos = c; } else if (a < m2) m2 = a;
                    sgn ^= __float_as_uint(q[c]) & 0x80000000u;
                }
#pragma unroll
                for (int c = 0; c < BASE_C; c++) {
                    int s = c_base[layer][c];
                    if (s < 0) continue;
                    float mag = 0.75f * (c == pos ? m2 : m1);
                    float m = __uint_as_float(__float_as_uint(mag) | (sgn ^ (__float_as_uint(q[c]) & 0x80000000u)));
                    msg[layer][c][z] = m;
                    post[c * Z + ((z + s) & (Z - 1))] = q[c] + m;
                }
            }
            __syncthreads();
        }
    }
    for (int c = r; c < BASE_C; c += BASE_R) {
        u32 w = __ballot_sync(0xffffffffu, post[c * Z + z] < 0.f);
        if (z == 0) hard[blockIdx.x * BASE_C + c] = w;
    }
}

/* ------------------------------------------------------------------ Viterbi K=7, 64 states */
#define NSTATE 64
#define TB_LEN 256
__device__ __forceinline__ int parity(int x) { return __popc(x) & 1; }

__global__ void viterbi_k7(const int8_t *soft, u8 *bits, int len)
{
    __shared__ int metric[2][NSTATE];
    __shared__ u8 decision[TB_LEN][NSTATE];
    __shared__ int8_t sym[TB_LEN * 2];
    const int s = threadIdx.x;
    const int8_t *in = soft + (size_t)blockIdx.x * len * 2;
    for (int i = s; i < len * 2; i += NSTATE) sym[i] = in[i];
    metric[0][s] = s == 0 ? 0 : -10000;
    __syncthreads();
    const int p0 = (s << 1) & 63, p1 = p0 | 1;
    const int bit = s >> 5;
    const int o0a = parity(((bit << 6) | p0) & 0x5b), o0b = parity(((bit << 6) | p0) & 0x79);
    const int o1a = parity(((bit << 6) | p1) & 0x5b), o1b = parity(((bit << 6) | p1) & 0x79);
    for (int t = 0; t < len; t++) {
        const int a = sym[2 * t], b = sym[2 * t + 1];
        int m0 = metric[t & 1][p0] + (o0a ? a : -a) + (o0b ? b : -b);
        int m1 = metric[t & 1][p1] + (o1a ? a : -a) + (o1b ? b : -b);
        metric[(t + 1) & 1][s] = max(m0, m1);
        decision[t][s] = m1 > m0;
        __syncthreads();
    }
    if (s == 0) {
        int st = 0;
        for (int t = len - 1; t >= 0; t--) {
            bits[(size_t)blockIdx.x * len + t] = st >> 5;
            st = ((st << 1) & 63) | decision[t][st];
        }
    }
}

/* ------------------------------------------------------------------ AES-128 CTR */
struct aes_tables { u32 t[4][256]; u8 sbox[256]; };

#define AES_ROUND(o0, o1, o2, o3, i0, i1, i2, i3, k) \
    o0 = T0[(i0) >> 24] ^ T1[((i1) >> 16) & 255] ^ T2[((i2) >> 8) & 255] ^ T3[(i3) & 255] ^ rk[(k)];     \
    o1 = T0[(i1) >> 24] ^ T1[((i2) >> 16) & 255] ^ T2[((i3) >> 8) & 255] ^ T3[(i0) & 255] ^ rk[(k) + 1]; \
    o2 = T0[(i2) >> 24] ^ T1[((i3) >> 16) & 255] ^ T2[((i0) >> 8) & 255] ^ T3[(i1) & 255] ^ rk[(k) + 2]; \
    o3 = T0[(i3) >> 24] ^ T1[((i0) >> 16) & 255] ^ T2[((i1) >> 8) & 255] ^ T3[(i2) & 255] ^ rk[(k) + 3];

__device__ __forceinline__ u32 aes_last(const u8 *S, u32 a, u32 b, u32 c, u32 d)
{
    return ((u32)S[a >> 24] << 24) | ((u32)S[(b >> 16) & 255] << 16) | ((u32)S[(c >> 8) & 255] << 8) | S[d & 255];
}

__global__ void aes_ctr_ttable(const aes_tables *tab, const u32 *key, uint4 *data, int n)
{
    __shared__ u32 T0[256], T1[256], T2[256], T3[256];
    __shared__ u8 S[256];
    __shared__ u32 rk[44];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        T0[i] = tab->t[0][i]; T1[i] = tab->t[1][i]; T2[i] = tab->t[2][i]; T3[i] = tab->t[3][i];
        S[i] = tab->sbox[i];
    }
    if (threadIdx.x < 44) rk[threadIdx.x] = key[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        u32 a = 0x01020304u ^ rk[0], b = 0x05060708u ^ rk[1], c = rk[2], d = (u32)i ^ rk[3], e, f, g, h;
#pragma unroll
        for (int r = 1; r < 9; r += 2) {
            AES_ROUND(e, f, g, h, a, b, c, d, r * 4);
            AES_ROUND(a, b, c, d, e, f, g, h, r * 4 + 4);
        }
        AES_ROUND(e, f, g, h, a, b, c, d, 36);
        uint4 v = data[i];
        v.x ^= aes_last(S, e, f, g, h) ^ rk[40]; v.y ^= aes_last(S, f, g, h, e) ^ rk[41];
        v.z ^= aes_last(S, g, h, e, f) ^ rk[42]; v.w ^= aes_last(S, h, e, f, g) ^ rk[43];
        data[i] = v;
    }
}

/* single table replicated across lanes: entry e of copy c is at [e][c] */
template <int COPIES>
__global__ void aes_ctr_1tab(const aes_tables *tab, const u32 *key, uint4 *data, int n)
{
    __shared__ u32 T[256][COPIES];
    __shared__ u32 rk[44];
    __shared__ u8 S[256];
    for (int i = threadIdx.x; i < 256 * COPIES; i += blockDim.x) T[i / COPIES][i % COPIES] = tab->t[0][i / COPIES];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) ((u32 *)S)[i] = ((const u32 *)tab->sbox)[i];
    if (threadIdx.x < 44) rk[threadIdx.x] = key[threadIdx.x];
    __syncthreads();
    const int l = threadIdx.x % COPIES;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 s[4] = {0x01020304u ^ rk[0], 0x05060708u ^ rk[1], rk[2], (u32)i ^ rk[3]}, t[4];
    for (int r = 1; r < 10; r++) {
#pragma unroll
        for (int w = 0; w < 4; w++)
            t[w] = T[s[w] >> 24][l] ^ __byte_perm(T[(s[(w + 1) & 3] >> 16) & 255][l], 0, 0x0321) ^
                   __byte_perm(T[(s[(w + 2) & 3] >> 8) & 255][l], 0, 0x1032) ^ __byte_perm(T[s[(w + 3) & 3] & 255][l], 0, 0x2103) ^ rk[4 * r + w];
#pragma unroll
        for (int w = 0; w < 4; w++) s[w] = t[w];
    }
    uint4 v = data[i];
    v.x ^= aes_last(S, s[0], s[1], s[2], s[3]) ^ rk[40]; v.y ^= aes_last(S, s[1], s[2], s[3], s[0]) ^ rk[41];
    v.z ^= aes_last(S, s[2], s[3], s[0], s[1]) ^ rk[42]; v.w ^= aes_last(S, s[3], s[0], s[1], s[2]) ^ rk[43];
    data[i] = v;
}

/* ------------------------------------------------------------------ Keccak: 25 lanes across a warp */
__constant__ u64 c_rc[24];
__constant__ u8 c_rho[25];

__global__ void keccak_f1600(u64 *states, int n)
{
    __shared__ u64 A[4][25];
    __shared__ u64 C[4][5];
    const int w = threadIdx.x / 32, t = threadIdx.x % 32;
    const int id = blockIdx.x * 4 + w;
    if (id >= n) return;
    const int x = t % 5, y = t / 5;
    if (t < 25) A[w][t] = states[(size_t)id * 25 + t];
    __syncwarp();
    for (int rnd = 0; rnd < 24; rnd++) {
        if (t < 5) C[w][t] = A[w][t] ^ A[w][t + 5] ^ A[w][t + 10] ^ A[w][t + 15] ^ A[w][t + 20];
        __syncwarp();
        u64 v = 0;
        if (t < 25) {
            u64 c1 = C[w][(x + 1) % 5];
            v = A[w][t] ^ C[w][(x + 4) % 5] ^ ROTL64(c1, 1);
            int r = c_rho[t];
            if (r) v = ROTL64(v, r);
        }
        __syncwarp();
        if (t < 25) A[w][y + 5 * ((2 * x + 3 * y) % 5)] = v;
        __syncwarp();
        if (t < 25) v = A[w][t] ^ (~A[w][y * 5 + (x + 1) % 5] & A[w][y * 5 + (x + 2) % 5]);
        __syncwarp();
        if (t < 25) A[w][t] = t == 0 ? v ^ c_rc[rnd] : v;
        __syncwarp();
    }
    if (t < 25) states[(size_t)id * 25 + t] = A[w][t];
}

/* ------------------------------------------------------------------ Merkle tree over 256 leaves per block */
typedef struct { u32 h[8]; } digest;

__device__ digest mix_pair(const digest &a, const digest &b)
{
    digest o; u32 c = 0x9e3779b9u;
#pragma unroll
    for (int i = 0; i < 8; i++) { c = ROTL32(c ^ a.h[i], 5) * 0x85ebca6bu; c += b.h[(i + 3) & 7]; o.h[i] = c ^ (c >> 13); }
    return o;
}

__global__ void merkle_reduce(const digest *leaves, digest *roots)
{
    extern __shared__ digest nodes[];
    nodes[threadIdx.x] = leaves[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int n = blockDim.x / 2; n > 0; n >>= 1) {
        digest d;
        if (threadIdx.x < n) d = mix_pair(nodes[2 * threadIdx.x], nodes[2 * threadIdx.x + 1]);
        __syncthreads();
        if (threadIdx.x < n) nodes[threadIdx.x] = d;
        __syncthreads();
    }
    if (threadIdx.x == 0) roots[blockIdx.x] = nodes[0];
}

/* ------------------------------------------------------------------ Reed-Solomon(255,223) syndromes */
#define RS_N 255
#define RS_2T 32
__global__ void rs_syndromes(const u8 *gexp, const u8 *glog, const u8 *code, u8 *synd, int ncw)
{
    __shared__ u8 e[512];
    __shared__ u8 lg[256];
    __shared__ u8 cw[4][RS_N + 1];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x, nt = blockDim.x * blockDim.y;
    for (int i = tid; i < 512; i += nt) e[i] = gexp[i];
    for (int i = tid; i < 256; i += nt) lg[i] = glog[i];
    const int w = blockIdx.x * 4 + threadIdx.y;
    if (w < ncw)
        for (int i = threadIdx.x; i < RS_N; i += blockDim.x) cw[threadIdx.y][i] = code[(size_t)w * RS_N + i];
    __syncthreads();
    if (w >= ncw) return;
    const int root = threadIdx.x;
    u8 s = 0;
    for (int i = 0; i < RS_N; i++) s = cw[threadIdx.y][i] ^ (s ? e[lg[s] + root] : 0);
    synd[w * RS_2T + root] = s;
}

/* ------------------------------------------------------------------ NTT mod 998244353 */
#define P 998244353u
__device__ __forceinline__ u32 mulm(u32 a, u32 b) { return (u32)((u64)a * b % P); }
__device__ __forceinline__ u32 addm(u32 a, u32 b) { u32 c = a + b; return c >= P ? c - P : c; }
__device__ __forceinline__ u32 subm(u32 a, u32 b) { return a >= b ? a - b : a + P - b; }

template <int LOGN>
__global__ void ntt_forward(u32 *data, const u32 *tw)
{
    __shared__ u32 a[1 << LOGN];
    const int N = 1 << LOGN;
    u32 *g = data + (size_t)blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x) a[i] = g[i];
    for (int len = N / 2; len >= 1; len >>= 1) {
        __syncthreads();
        for (int t = threadIdx.x; t < N / 2; t += blockDim.x) {
            int j = t & (len - 1), i = 2 * t - j;
            u32 u = a[i], v = a[i + len];
            a[i] = addm(u, v);
            a[i + len] = mulm(subm(u, v), tw[j * (N / 2 / len)]);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += blockDim.x) g[i] = a[i];
}

__global__ void ntt_pointwise_inv(u32 *x, const u32 *y, const u32 *itw, u32 ninv, int logn)
{
    extern __shared__ u32 sm[];
    const int N = 1 << logn;
    u32 *a = sm, *w = sm + N;
    u32 *g = x + (size_t)blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x) a[i] = mulm(g[i], y[(size_t)blockIdx.x * N + i]);
    for (int i = threadIdx.x; i < N / 2; i += blockDim.x) w[i] = itw[i];
    __syncthreads();
    for (int s = 0; s < logn; s++) {
        const int len = 1 << s;
        for (int t = threadIdx.x; t < N / 2; t += blockDim.x) {
            int j = t & (len - 1), i = ((t >> s) << (s + 1)) | j;
            u32 u = a[i], v = mulm(a[i + len], w[j << (logn - 1 - s)]);
            a[i] = addm(u, v); a[i + len] = subm(u, v);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += blockDim.x) g[i] = mulm(a[i], ninv);
}

/* ------------------------------------------------------------------ CRC32 slicing-by-4 */
__global__ void crc32_slicing(const u32 *tables, const u32 *msgs, u32 *crc, int words, int n)
{
    __shared__ u32 tb[4 * 256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) tb[i] = tables[i];
    __syncthreads();
    const int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= n) return;
    u32 c = 0xffffffffu;
#pragma unroll 2
    for (int k = 0; k < words; k++) {
        c ^= msgs[(size_t)k * n + m];
        c = tb[768 + (c & 255)] ^ tb[512 + ((c >> 8) & 255)] ^ tb[256 + ((c >> 16) & 255)] ^ tb[c >> 24];
    }
    crc[m] = ~c;
}

/* ================================================================== host */
static u32 seed = 88172645u;
static u32 rnd32(void) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return seed; }
static u8 xt(u8 a) { return (u8)((a << 1) ^ (a & 0x80 ? 0x1b : 0)); }
static u32 powm(u32 b, u32 e) { u64 r = 1, x = b; for (; e; e >>= 1) { if (e & 1) r = r * x % P; x = x * x % P; } return (u32)r; }
static void *dev(const void *h, size_t n) { void *d; CK(cudaMalloc(&d, n)); if (h) CK(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice)); else CK(cudaMemset(d, 0, n)); return d; }
static u32 digest_of(const void *d, size_t n)
{
    u8 *h = (u8 *)malloc(n); u32 x = 2166136261u; size_t i;
    CK(cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost));
    for (i = 0; i < n; i++) x = (x ^ h[i]) * 16777619u;
    free(h); return x;
}

static void make_aes(aes_tables *t, u32 *rk)
{
    u8 p = 1, q = 1; int i;
    do {
        p = p ^ xt(p);
        q ^= q << 1; q ^= q << 2; q ^= q << 4; if (q & 0x80) q ^= 0x09;
        t->sbox[p] = (u8)(q ^ (u8)(q << 1 | q >> 7) ^ (u8)(q << 2 | q >> 6) ^ (u8)(q << 3 | q >> 5) ^ (u8)(q << 4 | q >> 4) ^ 0x63);
    } while (p != 1);
    t->sbox[0] = 0x63;
    for (i = 0; i < 256; i++) {
        u8 s = t->sbox[i], s2 = xt(s), s3 = s2 ^ s;
        u32 w = ((u32)s2 << 24) | ((u32)s << 16) | ((u32)s << 8) | s3;
        for (int k = 0; k < 4; k++) { t->t[k][i] = w; w = (w >> 8) | (w << 24); }
    }
    for (i = 0; i < 44; i++) rk[i] = rnd32();
}

int main(int argc, char **argv)
{
    const int frames = argc > 1 ? atoi(argv[1]) : 256;
    int i, k;
    /* LDPC */
    int8_t base[BASE_R][BASE_C] = {{3, 7, -1, 12, 0, -1, -1, -1}, {-1, 5, 9, 1, 0, 0, -1, -1}, {8, -1, 2, 30, -1, 0, 0, -1}, {4, 17, 21, -1, -1, -1, 0, 0}};
    CK(cudaMemcpyToSymbol(c_base, base, sizeof base));
    float *llr = (float *)malloc(sizeof(float) * frames * BASE_C * Z);
    for (i = 0; i < frames * BASE_C * Z; i++) llr[i] = 2.f + ((int)(rnd32() % 1000) - 650) * 0.006f;
    float *dl = (float *)dev(llr, sizeof(float) * frames * BASE_C * Z); u32 *dh = (u32 *)dev(NULL, frames * BASE_C * 4);
    ldpc_minsum<<<frames, dim3(Z, BASE_R)>>>(dl, dh, 10); CK(cudaGetLastError());
    printf("ldpc     %08x\n", digest_of(dh, frames * BASE_C * 4));
    /* Viterbi */
    const int len = 200; int8_t *sy = (int8_t *)malloc(frames * len * 2); u8 *src = (u8 *)malloc(frames * len);
    for (i = 0; i < frames; i++) { int st = 0; for (k = 0; k < len; k++) { int b = k < len - 6 ? rnd32() & 1 : 0, r = (b << 6) | st; src[i * len + k] = b;
        sy[(i * len + k) * 2] = (__builtin_parity(r & 0x5b) ? 40 : -40) + (int)(rnd32() % 41) - 20; sy[(i * len + k) * 2 + 1] = (__builtin_parity(r & 0x79) ? 40 : -40) + (int)(rnd32() % 41) - 20; st = r >> 1; } }
    int8_t *ds = (int8_t *)dev(sy, frames * len * 2); u8 *dbits = (u8 *)dev(NULL, frames * len), *hb = (u8 *)malloc(frames * len);
    viterbi_k7<<<frames, NSTATE>>>(ds, dbits, len); CK(cudaGetLastError());
    CK(cudaMemcpy(hb, dbits, frames * len, cudaMemcpyDeviceToHost));
    for (i = k = 0; i < frames * len; i++) k += hb[i] != src[i];
    printf("viterbi  %d bit errors\n", k);
    /* AES */
    static aes_tables tab; u32 rk[44]; make_aes(&tab, rk);
    const int nblk = 1 << 14; aes_tables *dt = (aes_tables *)dev(&tab, sizeof tab); u32 *dk = (u32 *)dev(rk, sizeof rk);
    uint4 *d0 = (uint4 *)dev(NULL, nblk * 16), *d1 = (uint4 *)dev(NULL, nblk * 16), *d2 = (uint4 *)dev(NULL, nblk * 16);
    aes_ctr_ttable<<<32, 256>>>(dt, dk, d0, nblk);
    aes_ctr_1tab<1><<<nblk / 128, 128>>>(dt, dk, d1, nblk);
    aes_ctr_1tab<8><<<nblk / 256, 256>>>(dt, dk, d2, nblk); CK(cudaGetLastError());
    printf("aes      %08x %08x %08x\n", digest_of(d0, nblk * 16), digest_of(d1, nblk * 16), digest_of(d2, nblk * 16));
    /* Keccak */
    u64 rc[24]; u8 rho[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14}, lf = 1;
    for (i = 0; i < 24; i++) { rc[i] = 0; for (k = 0; k < 7; k++) { if (lf & 1) rc[i] ^= 1ull << ((1 << k) - 1); lf = (u8)((lf << 1) ^ ((lf >> 7) * 0x71)); } }
    CK(cudaMemcpyToSymbol(c_rc, rc, sizeof rc)); CK(cudaMemcpyToSymbol(c_rho, rho, sizeof rho));
    u64 *dst = (u64 *)dev(NULL, 1001 * 25 * 8), k0;
    keccak_f1600<<<(1001 + 3) / 4, 128>>>(dst, 1001); CK(cudaGetLastError());
    CK(cudaMemcpy(&k0, dst, 8, cudaMemcpyDeviceToHost)); printf("keccak   %016llx (want f1258f7940e1dde7)\n", (unsigned long long)k0);
    /* Merkle */
    const int nl = 8192; digest *lv = (digest *)malloc(nl * sizeof(digest)); for (i = 0; i < nl; i++) for (k = 0; k < 8; k++) lv[i].h[k] = rnd32();
    digest *dlv = (digest *)dev(lv, nl * sizeof(digest)), *drt = (digest *)dev(NULL, 64 * sizeof(digest));
    for (int bs = 128; bs <= 256; bs *= 2) { merkle_reduce<<<nl / bs, bs, bs * sizeof(digest)>>>(dlv, drt); CK(cudaGetLastError()); printf("merkle   %08x\n", digest_of(drt, (nl / bs) * sizeof(digest))); }
    /* RS */
    u8 ge[512], gl[256]; int v = 1; memset(gl, 0, 256);
    for (i = 0; i < 255; i++) { ge[i] = ge[i + 255] = (u8)v; gl[v] = (u8)i; v <<= 1; if (v & 256) v ^= 0x11d; } ge[510] = ge[0]; ge[511] = ge[1];
    u8 *cw = (u8 *)malloc(frames * RS_N); for (i = 0; i < frames * RS_N; i++) cw[i] = (u8)rnd32();
    u8 *de = (u8 *)dev(ge, 512), *dg = (u8 *)dev(gl, 256), *dc = (u8 *)dev(cw, frames * RS_N), *dsy = (u8 *)dev(NULL, frames * RS_2T);
    rs_syndromes<<<(frames + 3) / 4, dim3(RS_2T, 4)>>>(de, dg, dc, dsy, frames); CK(cudaGetLastError());
    printf("rs       %08x\n", digest_of(dsy, frames * RS_2T));
    /* NTT: multiply by the delta, expect identity */
    enum { LG = 10, N = 1 << LG, NB = 32 }; u32 *tw = (u32 *)malloc(N * 2), *itw = (u32 *)malloc(N * 2), *px = (u32 *)malloc(NB * N * 4), *py = (u32 *)calloc(NB * N, 4), *pz = (u32 *)malloc(NB * N * 4);
    u32 w = powm(3, (P - 1) / N), wi = powm(w, P - 2); tw[0] = itw[0] = 1;
    for (i = 1; i < N / 2; i++) { tw[i] = (u32)((u64)tw[i - 1] * w % P); itw[i] = (u32)((u64)itw[i - 1] * wi % P); }
    for (i = 0; i < NB * N; i++) px[i] = rnd32() % P;
    for (i = 0; i < NB; i++) py[i * N] = 1;
    u32 *dtw = (u32 *)dev(tw, N * 2), *ditw = (u32 *)dev(itw, N * 2), *dx = (u32 *)dev(px, NB * N * 4), *dy = (u32 *)dev(py, NB * N * 4);
    ntt_forward<LG><<<NB, 256>>>(dx, dtw); ntt_forward<LG><<<NB, N / 2>>>(dy, dtw);
    ntt_pointwise_inv<<<NB, 256, (N + N / 2) * sizeof(u32)>>>(dx, dy, ditw, powm(N, P - 2), LG); CK(cudaGetLastError());
    CK(cudaMemcpy(pz, dx, NB * N * 4, cudaMemcpyDeviceToHost));
    printf("ntt      %s\n", memcmp(px, pz, NB * N * 4) ? "MISMATCH" : "ok");
    /* CRC */
    u32 ct[1024]; for (i = 0; i < 256; i++) { u32 c = i; for (k = 0; k < 8; k++) c = (c >> 1) ^ (c & 1 ? 0xedb88320u : 0); ct[i] = c; }
    for (k = 1; k < 4; k++) for (i = 0; i < 256; i++) ct[k * 256 + i] = (ct[(k - 1) * 256 + i] >> 8) ^ ct[ct[(k - 1) * 256 + i] & 255];
    const int nm = 3000, words = 64; u32 *mg = (u32 *)malloc(nm * words * 4); for (i = 0; i < nm * words; i++) mg[i] = rnd32();
    u32 *dct = (u32 *)dev(ct, 4096), *dmg = (u32 *)dev(mg, nm * words * 4), *dcr = (u32 *)dev(NULL, nm * 4);
    crc32_slicing<<<(nm + 127) / 128, 128>>>(dct, dmg, dcr, words, nm); CK(cudaGetLastError());
    printf("crc32    %08x\n", digest_of(dcr, nm * 4));
    CK(cudaDeviceSynchronize());
    return 0;
}

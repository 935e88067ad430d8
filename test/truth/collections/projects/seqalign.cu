/* seqalign.cu - kmer spectrum, minimizers, affine-gap Smith-Waterman, PairHMM forward.
 * Alignments: one block per pair, one thread per query row, sweep the anti-diagonals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>

#define GPU(x) { cudaError_t rc = (x); if (rc != cudaSuccess) { \
    printf("GPU failure: %s (line %d)\n", cudaGetErrorString(rc), __LINE__); exit(1); } }

#define MATCH       2
#define MISMATCH   (-3)
#define GAP_OPEN    5
#define GAP_EXT     1
#define MAX_READ  128
#define MAX_HAP   256
#define KMER        6
#define NBINS   (1 << (2 * KMER))
#define MINI_K     15
#define MINI_W     10

__host__ __device__ static int base2bits(char c)
{
    return c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3;
}

__host__ __device__ static unsigned long long hash64(unsigned long long k)
{
    k = (~k) + (k << 21); k ^= k >> 24;
    k *= 265ULL;          k ^= k >> 14;
    k *= 21ULL;
    return k ^ (k >> 28);
}

/* ---- k-mer spectrum: private histogram per block, merged at the end ---- */
__global__ void kmer_spectrum(const char *seq, int n, unsigned int *bins)
{
    __shared__ unsigned int hist[NBINS];
    __shared__ unsigned char code[1024 + KMER];
    int span = (n + gridDim.x - 1) / gridDim.x;
    int beg = blockIdx.x * span;
    int end = min(beg + span, n - KMER + 1);

    for (int i = threadIdx.x; i < NBINS; i += blockDim.x) hist[i] = 0;
    __syncthreads();

    for (int c = beg; c < end; c += 1024) {
        for (int i = threadIdx.x; i < 1024 + KMER - 1; i += blockDim.x)
            code[i] = (c + i < n) ? base2bits(seq[c + i]) : 0;
        __syncthreads();
        for (int i = threadIdx.x; i < 1024 && c + i < end; i += blockDim.x) {
            int idx = 0;
            for (int k = 0; k < KMER; k++) idx = (idx << 2) | code[i + k];
            atomicAdd(&hist[idx], 1u);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < NBINS; i += blockDim.x)
        if (hist[i]) atomicAdd(&bins[i], hist[i]);
}

/* ---- minimizers: smallest hash in each window of MINI_W k-mers ---- */
__global__ void minimizers(const char *seq, int n, unsigned long long *out, int n_win)
{
    extern __shared__ unsigned long long hv[];           /* blockDim + MINI_W - 1 hashes */
    char *s = (char *)(hv + blockDim.x + MINI_W - 1);     /* the bases behind them */
    int base = blockIdx.x * blockDim.x;
    int nh = blockDim.x + MINI_W - 1;

    for (int i = threadIdx.x; i < nh + MINI_K - 1; i += blockDim.x)
        s[i] = base + i < n ? seq[base + i] : 'A';
    __syncthreads();
    for (int i = threadIdx.x; i < nh; i += blockDim.x) {
        unsigned long long k = 0;
        for (int j = 0; j < MINI_K; j++) k = (k << 2) | base2bits(s[i + j]);
        hv[i] = hash64(k);
    }
    __syncthreads();
    int w = base + threadIdx.x;
    if (w >= n_win) return;
    unsigned long long best = hv[threadIdx.x];
    for (int j = 1; j < MINI_W; j++)
        if (hv[threadIdx.x + j] < best) best = hv[threadIdx.x + j];
    out[w] = best;
}

/* ---- Smith-Waterman, affine gaps, score only ---- */
__global__ void smith_waterman(const char *reads, const int *rlen, const char *haps, const int *hlen, int *score)
{
    __shared__ int  H[3][MAX_READ + 1];
    __shared__ int  F[2][MAX_READ + 1];
    __shared__ char ref[MAX_HAP];
    __shared__ int  best_sh[MAX_READ];
    int i = threadIdx.x;
    int m = rlen[blockIdx.x], n = hlen[blockIdx.x];

    for (int k = i; k < n; k += blockDim.x) ref[k] = haps[blockIdx.x * MAX_HAP + k];
    for (int k = i; k < 3 * (MAX_READ + 1); k += blockDim.x) (&H[0][0])[k] = 0;
    for (int k = i; k < 2 * (MAX_READ + 1); k += blockDim.x) (&F[0][0])[k] = -1000;
    char q = i < m ? reads[blockIdx.x * MAX_READ + i] : 'N';
    __syncthreads();

    int best = 0, left = 0, e = -1000;
    for (int d = 0; d < m + n - 1; d++) {
        int j = d - i;
        if (i < m && j >= 0 && j < n) {
            int up   = H[(d + 2) % 3][i];
            int diag = H[(d + 1) % 3][i];
            int f = max(F[(d + 1) & 1][i] - GAP_EXT, up - GAP_OPEN);
            e = max(e - GAP_EXT, left - GAP_OPEN);
            int h = diag + (q == ref[j] ? MATCH : MISMATCH);
            h = max(max(h, 0), max(e, f));
            H[d % 3][i + 1] = left = h;
            F[d & 1][i + 1] = f;
            best = max(best, h);
        }
        __syncthreads();
    }
    best_sh[i] = best;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (i < s) best_sh[i] = max(best_sh[i], best_sh[i + s]);
        __syncthreads();
    }
    if (i == 0) score[blockIdx.x] = best_sh[0];
}

/* ---- PairHMM forward ---- */
typedef struct { float m, x, y; } cell_t;
#define HMM_GAP   0.01f
#define HMM_EXT   0.10f
#define HMM_INIT  1.0e20f

__host__ __device__ static float emission(char a, char b, int qual)
{
    float err = exp10f(-0.1f * qual);
    return a == b ? 1.0f - err : err / 3.0f;
}

__global__ void pairhmm_forward(const char *reads, const unsigned char *quals, const int *rlen,
                                const char *haps, const int *hlen, float *lik)
{
    __shared__ cell_t diag[3][MAX_READ];
    __shared__ char hap[MAX_HAP];
    int i = threadIdx.x, b = blockIdx.x;
    int m = rlen[b], n = hlen[b];
    for (int k = i; k < n; k += blockDim.x) hap[k] = haps[b * MAX_HAP + k];
    cell_t zero = {0.f, 0.f, 0.f};
    for (int k = 0; k < 3; k++) diag[k][i] = zero;
    char base = i < m ? reads[b * MAX_READ + i] : 'N';
    int qual  = i < m ? quals[b * MAX_READ + i] : 1;
    float y0 = HMM_INIT / n;              /* free start anywhere on the haplotype */
    __syncthreads();

    cell_t left = zero;
    float total = 0.f;
    for (int d = 0; d < m + n - 1; d++) {
        int j = d - i;
        if (i < m && j >= 0 && j < n) {
            cell_t up = zero, dg = zero, c;
            if (i == 0) up.y = dg.y = y0;
            else {
                up = diag[(d + 2) % 3][i - 1];
                dg = diag[(d + 1) % 3][i - 1];
            }
            c.m = emission(base, hap[j], qual) *
                  (dg.m * (1.f - 2.f * HMM_GAP) + (dg.x + dg.y) * (1.f - HMM_EXT));
            c.x = up.m * HMM_GAP + up.x * HMM_EXT;
            c.y = left.m * HMM_GAP + left.y * HMM_EXT;
            diag[d % 3][i] = left = c;
            if (i == m - 1) total += c.m + c.x;
        }
        __syncthreads();
    }
    if (i == m - 1) lik[b] = log10f(total) - log10f(HMM_INIT);
}

/* CPU reference */
static int cpu_sw(const char *q, int m, const char *r, int n)
{
    static int H[MAX_READ + 1][MAX_HAP + 1], E[MAX_READ + 1][MAX_HAP + 1], F[MAX_READ + 1][MAX_HAP + 1];
    int best = 0;
    for (int i = 0; i <= m; i++) for (int j = 0; j <= n; j++) { H[i][j] = 0; E[i][j] = F[i][j] = -1000; }
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int e = fmax(E[i][j - 1] - GAP_EXT, H[i][j - 1] - GAP_OPEN), f = fmax(F[i - 1][j] - GAP_EXT, H[i - 1][j] - GAP_OPEN);
            int h = H[i - 1][j - 1] + (q[i - 1] == r[j - 1] ? MATCH : MISMATCH);
            h = h < 0 ? 0 : h; h = h < e ? e : h; h = h < f ? f : h;
            H[i][j] = h; E[i][j] = e; F[i][j] = f;
            if (h > best) best = h;
        }
    return best;
}
int main(void)
{
    const int N = 40000, PAIRS = 24;
    unsigned int seed = 42;
    char *g = (char *)malloc(N);
    for (int i = 0; i < N; i++) { seed = seed * 1664525u + 1013904223u; g[i] = "ACGT"[seed >> 30]; }
    char *reads = (char *)calloc(PAIRS, MAX_READ), *haps = (char *)calloc(PAIRS, MAX_HAP);
    unsigned char *quals = (unsigned char *)calloc(PAIRS, MAX_READ);
    int rl[PAIRS], hl[PAIRS];
    for (int p = 0; p < PAIRS; p++) {
        rl[p] = 70 + (p * 11) % 59;
        hl[p] = 180 + (p * 17) % 77;
        memcpy(haps + p * MAX_HAP, g + p * 900, hl[p]);
        memcpy(reads + p * MAX_READ, g + p * 900 + 30, rl[p]);
        for (int i = 0; i < rl[p]; i++) {
            seed = seed * 1664525u + 1013904223u;
            quals[p * MAX_READ + i] = 15 + (seed >> 28);
            if ((seed >> 20) % 23 == 0) reads[p * MAX_READ + i] = "ACGT"[(seed >> 18) & 3];
        }
    }
    char *d_g, *d_r, *d_h; unsigned char *d_q; int *d_rl, *d_hl, *d_sc; unsigned *d_bins; float *d_lk; unsigned long long *d_min;
    const int NWIN = 8000;
    GPU(cudaMalloc(&d_g, N));                 GPU(cudaMemcpy(d_g, g, N, cudaMemcpyHostToDevice));
    GPU(cudaMalloc(&d_r, PAIRS * MAX_READ));  GPU(cudaMemcpy(d_r, reads, PAIRS * MAX_READ, cudaMemcpyHostToDevice));
    GPU(cudaMalloc(&d_q, PAIRS * MAX_READ));  GPU(cudaMemcpy(d_q, quals, PAIRS * MAX_READ, cudaMemcpyHostToDevice));
    GPU(cudaMalloc(&d_h, PAIRS * MAX_HAP));   GPU(cudaMemcpy(d_h, haps, PAIRS * MAX_HAP, cudaMemcpyHostToDevice));
    GPU(cudaMalloc(&d_rl, sizeof rl));        GPU(cudaMemcpy(d_rl, rl, sizeof rl, cudaMemcpyHostToDevice));
    GPU(cudaMalloc(&d_hl, sizeof hl));        GPU(cudaMemcpy(d_hl, hl, sizeof hl, cudaMemcpyHostToDevice));
    GPU(cudaMalloc(&d_sc, PAIRS * sizeof(int))); GPU(cudaMalloc(&d_lk, PAIRS * sizeof(float)));
    GPU(cudaMalloc(&d_min, NWIN * sizeof(unsigned long long)));
    GPU(cudaMalloc(&d_bins, NBINS * sizeof(unsigned))); GPU(cudaMemset(d_bins, 0, NBINS * sizeof(unsigned)));

    kmer_spectrum<<<16, 256>>>(d_g, N, d_bins);                       GPU(cudaGetLastError());
    int bs = 256, nh = bs + MINI_W - 1;
    minimizers<<<(NWIN + bs - 1) / bs, bs, nh * 8 + nh + MINI_K>>>(d_g, N, d_min, NWIN); GPU(cudaGetLastError());
    smith_waterman<<<PAIRS, MAX_READ>>>(d_r, d_rl, d_h, d_hl, d_sc);  GPU(cudaGetLastError());
    pairhmm_forward<<<PAIRS, MAX_READ>>>(d_r, d_q, d_rl, d_h, d_hl, d_lk); GPU(cudaGetLastError());
    GPU(cudaDeviceSynchronize());

    static unsigned bins[NBINS], ref_bins[NBINS]; static unsigned long long mins[8000];
    int sc[PAIRS]; float lk[PAIRS];
    GPU(cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost));
    GPU(cudaMemcpy(mins, d_min, sizeof mins, cudaMemcpyDeviceToHost));
    GPU(cudaMemcpy(sc, d_sc, sizeof sc, cudaMemcpyDeviceToHost)); GPU(cudaMemcpy(lk, d_lk, sizeof lk, cudaMemcpyDeviceToHost));
    int bad = 0; long total = 0; double ltot = 0; unsigned long long mx = 0;
    for (int i = 0; i + KMER <= N; i++) { int x = 0; for (int k = 0; k < KMER; k++) x = x * 4 + base2bits(g[i + k]); ref_bins[x]++; }
    for (int i = 0; i < NBINS; i++) bad += bins[i] != ref_bins[i];
    for (int w = 0; w < NWIN; w++) mx ^= mins[w];
    for (int p = 0; p < PAIRS; p++) {
        bad += sc[p] != cpu_sw(reads + p * MAX_READ, rl[p], haps + p * MAX_HAP, hl[p]);
        bad += !(lk[p] < 0.f && lk[p] > -40.f);
        total += sc[p]; ltot += lk[p];
    }
    printf("seqalign: sw %ld hmm %.4f mini %llx  %s (%d)\n", total, ltot, mx, bad ? "MISMATCH" : "OK", bad);
    return bad != 0;
}

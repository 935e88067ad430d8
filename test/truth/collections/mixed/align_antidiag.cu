// Sequence alignment by anti-diagonals. One block per pair of sequences.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#define LEN   192          /* sequence length for the diagonal kernels */
#define ALPHA 24           /* alphabet of the substitution matrix */
#define TILE  32           /* needleman tile edge */
#define MIN3(a, b, c) min(min((a), (b)), (c))
#define MAX3(a, b, c) max(max((a), (b)), (c))

/* ---------------- Levenshtein: three rotating diagonals ------------------- */
__global__ void levenshtein_diag(const char *A, const char *B, int *dist)
{
    __shared__ int diag[3][LEN + 1];
    __shared__ char sa[LEN], sb[LEN];

    int t = threadIdx.x;                     /* thread t owns row t (0..LEN) */
    if (t < LEN) {
        sa[t] = A[blockIdx.x * LEN + t];
        sb[t] = B[blockIdx.x * LEN + t];
    }
    __syncthreads();
    int *cur = diag[0], *prev = diag[1], *prev2 = diag[2];
    for (int d = 0; d <= 2 * LEN; d++) {
        int j = d - t;
        if (t <= LEN && j >= 0 && j <= LEN) {
            int v;
            if (t == 0 || j == 0) v = t + j;
            else {
                int cost = sa[t - 1] != sb[j - 1];
                v = MIN3(prev[t] + 1, prev[t - 1] + 1, prev2[t - 1] + cost);
            }
            cur[t] = v;
        }
        __syncthreads();
        int *tmp = prev2; prev2 = prev; prev = cur; cur = tmp;
    }
    if (t == 0) dist[blockIdx.x] = prev[LEN];
}

/* ---------------- Smith-Waterman with affine gaps ------------------------- */
struct SwCell { int h, e, f; };

__global__ void smith_waterman_affine(const char *A, const char *B, const int *subst,
                                      int open, int extend, int *score)
{
    extern __shared__ int smem[];
    int *sm      = smem;                                   /* ALPHA*ALPHA     */
    SwCell *row0 = (SwCell *)(sm + ALPHA * ALPHA);         /* LEN+1 cells x 2 */
    SwCell *row1 = row0 + (LEN + 1);
    int *hdiag   = (int *)(row1 + (LEN + 1));              /* H two diagonals ago */
    int *red     = hdiag + (LEN + 1);                      /* blockDim.x      */

    const int t = threadIdx.x;
    for (int i = t; i < ALPHA * ALPHA; i += blockDim.x) sm[i] = subst[i];
    for (int i = t; i <= LEN; i += blockDim.x) {
        SwCell z = { 0, -1000, -1000 };
        row0[i] = row1[i] = z;
        hdiag[i] = 0;
    }
    const int a = A[blockIdx.x * LEN + t] - 'A';
    int best = 0;
    __syncthreads();
    SwCell *prev = row0, *cur = row1;
    for (int d = 0; d < 2 * LEN - 1; d++) {
        int j = d - t;                       /* cell (t+1, j+1) */
        bool on = j >= 0 && j < LEN;
        SwCell c = { 0, -1000, -1000 };
        if (on) {
            int b = B[blockIdx.x * LEN + j] - 'A';
            int e = max(prev[t + 1].h - open, prev[t + 1].e - extend);
            int f = max(prev[t].h - open, prev[t].f - extend);
            int h = hdiag[t] + sm[a * ALPHA + b];
            c.h = max(0, MAX3(h, e, f));
            c.e = e; c.f = f;
            best = max(best, c.h);
        }
        int oldh = prev[t + 1].h;
        __syncthreads();
        hdiag[t + 1] = oldh;
        if (on) cur[t + 1] = c;
        __syncthreads();
        SwCell *s = prev; prev = cur; cur = s;
    }
    red[t] = best;
    __syncthreads();
    for (int n = blockDim.x, half; n > 1; n = half) {
        half = (n + 1) / 2;
        if (t + half < n) red[t] = max(red[t], red[t + half]);
        __syncthreads();
    }
    if (t == 0) score[blockIdx.x] = red[0];
}

/* -------- Needleman-Wunsch strip: full DP tile in shared, one warp per strip ------- */
__global__ void needle_strip(const char *A, const char *B, int *last_row, int penalty)
{
    __shared__ int temp[TILE + 1][TILE + 1];
    __shared__ int ref[TILE][TILE];
    const int tx = threadIdx.x;
    const char *a = A + blockIdx.x * LEN, *b = B + blockIdx.x * LEN;

    for (int tile = 0; tile < LEN / TILE; tile++) {
        const int col0 = tile * TILE;
        for (int ty = 0; ty < TILE; ty++)
            ref[ty][tx] = (a[ty] == b[col0 + tx]) ? 3 : -1;
        /* left edge comes from the previous tile's last column */
        temp[tx + 1][0] = tile == 0 ? -(tx + 1) * penalty : temp[tx + 1][TILE];
        temp[0][tx + 1] = -(col0 + tx + 1) * penalty;
        if (tx == 0) temp[0][0] = -col0 * penalty;
        __syncthreads();
        for (int m = 0; m < TILE; m++) {
            if (tx <= m) {
                int x = tx + 1, y = m - tx + 1;
                temp[y][x] = MAX3(temp[y - 1][x - 1] + ref[y - 1][x - 1],
                                  temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
            }
            __syncthreads();
        }
        for (int m = TILE - 2; m >= 0; m--) {
            if (tx <= m) {
                int x = tx + TILE - m, y = TILE - tx;
                int diag = temp[y - 1][x - 1] + ref[y - 1][x - 1];
                temp[y][x] = MAX3(diag, temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
            }
            __syncthreads();
        }
        last_row[blockIdx.x * LEN + col0 + tx] = temp[TILE][tx + 1];
        __syncthreads();
    }
}

static int cpu_edit(const char *a, const char *b)
{
    std::vector<int> p(LEN + 1), c(LEN + 1);
    for (int j = 0; j <= LEN; j++) p[j] = j;
    for (int i = 1; i <= LEN; i++) {
        c[0] = i;
        for (int j = 1; j <= LEN; j++)
            c[j] = std::min(std::min(p[j] + 1, c[j - 1] + 1), p[j - 1] + (a[i - 1] != b[j - 1]));
        p.swap(c);
    }
    return p[LEN];
}

int main()
{
    const int pairs = 16;
    std::string a(pairs * LEN, 'A'), b(pairs * LEN, 'A');
    for (int i = 0; i < pairs * LEN; i++) {
        a[i] = 'A' + (i * i + 3 * i) % 20;
        b[i] = 'A' + (i * i + 3 * i + (i % 9 == 0)) % 20;
    }
    std::vector<int> sub(ALPHA * ALPHA), h(pairs), sw(pairs);
    for (int i = 0; i < ALPHA * ALPHA; i++) sub[i] = i / ALPHA == i % ALPHA ? 5 : -(i % 4);

    char *dA, *dB; int *dS, *dOut, *dRow;
    cudaMalloc(&dA, a.size()); cudaMalloc(&dB, b.size()); cudaMalloc(&dS, sub.size() * 4);
    cudaMalloc(&dOut, 2 * pairs * 4); cudaMalloc(&dRow, pairs * LEN * 4);
    cudaMemcpy(dA, a.data(), a.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), b.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dS, sub.data(), sub.size() * 4, cudaMemcpyHostToDevice);

    levenshtein_diag<<<pairs, 224>>>(dA, dB, dOut);
    size_t bytes = sizeof(int) * (ALPHA * ALPHA + (LEN + 1) + LEN) + 2 * sizeof(SwCell) * (LEN + 1);
    smith_waterman_affine<<<pairs, LEN, bytes>>>(dA, dB, dS, 6, 1, dOut + pairs);
    needle_strip<<<pairs, TILE>>>(dA, dB, dRow, 2);
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) { printf("cuda: %s\n", cudaGetErrorString(err)); return 1; }

    cudaMemcpy(h.data(), dOut, pairs * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(sw.data(), dOut + pairs, pairs * 4, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int p = 0; p < pairs; p++) bad += h[p] != cpu_edit(&a[p * LEN], &b[p * LEN]);
    printf("edit[0]=%d sw[0]=%d mismatches=%d\n", h[0], sw[0], bad);
    return bad ? 2 : 0;
}

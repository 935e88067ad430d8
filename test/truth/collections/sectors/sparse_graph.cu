/* sparse_graph.cu
 * A collection of sparse linear algebra / graph kernels used by the solver test bench.
 * C style, one file, no dependencies.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define CUDA_OK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
#define DIVUP(a, b) (((a) + (b) - 1) / (b))
#define WARP 32
#define FULL 0xffffffffu

#define SPMV_BLOCK     128
#define STREAM_NNZ     1024
#define BELL_BS        4
#define HASH_SIZE      512
#define HASH_EMPTY     (-1)
#define FRONTIER_CAP   512
#define MAX_COLORS     64
#define TRSV_TILE      32
#define SCAN_BLOCK     256
#define LOG_BANKS      5
#define PADIDX(i)      ((i) + ((i) >> LOG_BANKS))

typedef struct { int n, nnz; int *rowptr, *col; float *val; } csr_t;

/* ---- 1. CSR vector: TPR threads per row, partials in shared ---- */
template <int TPR>
__global__ void csr_vector_spmv(int n, const int *rp, const int *ci, const float *va, const float *x, float *y)
{
    __shared__ volatile float sdata[SPMV_BLOCK + TPR / 2];
    __shared__ volatile int ptrs[SPMV_BLOCK / TPR][2];
    const int lane = threadIdx.x & (TPR - 1);
    const int vec = threadIdx.x / TPR;
    const int nvec = SPMV_BLOCK / TPR * gridDim.x;
    for (int row = blockIdx.x * (SPMV_BLOCK / TPR) + vec; row < n; row += nvec) {
        if (lane < 2) ptrs[vec][lane] = rp[row + lane];
        __syncwarp(__activemask());
        const int s = ptrs[vec][0], e = ptrs[vec][1];
        float sum = 0.f;
        for (int j = s + lane; j < e; j += TPR) sum += va[j] * x[ci[j]];
        sdata[threadIdx.x] = sum;
        __syncwarp(__activemask());
        float t;
        if (TPR > 16) { t = sdata[threadIdx.x + 16]; sdata[threadIdx.x] = sum = sum + t; __syncwarp(__activemask()); }
        if (TPR > 8)  { t = sdata[threadIdx.x + 8];  sdata[threadIdx.x] = sum = sum + t; __syncwarp(__activemask()); }
        if (TPR > 4)  { t = sdata[threadIdx.x + 4];  sdata[threadIdx.x] = sum = sum + t; __syncwarp(__activemask()); }
        if (TPR > 2)  { t = sdata[threadIdx.x + 2];  sdata[threadIdx.x] = sum = sum + t; __syncwarp(__activemask()); }
        if (TPR > 1)  { t = sdata[threadIdx.x + 1];  sdata[threadIdx.x] = sum = sum + t; }
        if (lane == 0) y[row] = sdata[threadIdx.x];
    }
}

/* ---- 2. CSR stream: a block takes consecutive rows whose nnz fits in shared ---- */
__global__ void csr_stream_spmv(const int *blk_rows, const int *rp, const int *ci, const float *va,
                                const float *x, float *y)
{
    __shared__ float prod[STREAM_NNZ];
    const int r0 = blk_rows[blockIdx.x], r1 = blk_rows[blockIdx.x + 1];
    const int base = rp[r0];
    const int cnt = rp[r1] - base;
    for (int i = threadIdx.x; i < cnt; i += blockDim.x)
        prod[i] = va[base + i] * x[ci[base + i]];
    __syncthreads();
    for (int r = r0 + threadIdx.x; r < r1; r += blockDim.x) {
        float s = 0.f;
        for (int j = rp[r] - base; j < rp[r + 1] - base; j++) s += prod[j];
        y[r] = s;
    }
}

/* ---- 3. Blocked ELL (4x4 blocks) times a vector ---- */
__global__ void bell_spmv(int nbrows, int width, const int *bcol, const float *bval, const float *x, float *y)
{
    __shared__ float blk[8][BELL_BS][BELL_BS];
    __shared__ float xs[8][BELL_BS];
    const int sub = threadIdx.x / (BELL_BS * BELL_BS);       /* 8 block rows per thread block */
    const int e = threadIdx.x % (BELL_BS * BELL_BS);
    const int i = e / BELL_BS, j = e % BELL_BS;
    const int br = blockIdx.x * 8 + sub;
    float acc = 0.f;
    for (int k = 0; k < width; k++) {
        int bc = br < nbrows ? bcol[k * nbrows + br] : -1;
        if (bc >= 0) {
            blk[sub][j][i] = bval[((size_t)k * nbrows + br) * BELL_BS * BELL_BS + e];
            if (e < BELL_BS) xs[sub][e] = x[bc * BELL_BS + e];
        } else {
            blk[sub][j][i] = 0.f;
            if (e < BELL_BS) xs[sub][e] = 0.f;
        }
        __syncthreads();
        if (j == 0) {
#pragma unroll
            for (int c = 0; c < BELL_BS; c++) acc += blk[sub][c][i] * xs[sub][c];
        }
        __syncthreads();
    }
    if (j == 0 && br < nbrows) y[br * BELL_BS + i] = acc;
}

/* ---- 4. SpGEMM row via hash table; one block per row of C ---- */
__device__ int hash_insert(int *keys, int key)
{
    int h = (key * 107) & (HASH_SIZE - 1);
    for (;;) {
        int k = keys[h];
        if (k == key) return h;
        if (k == HASH_EMPTY) {
            int old = atomicCAS(&keys[h], HASH_EMPTY, key);
            if (old == HASH_EMPTY || old == key) return h;
        }
        h = (h + 1) & (HASH_SIZE - 1);
    }
}

__global__ void spgemm_hash(const int *rp, const int *ci, const float *va, int *row_nnz, float *row_sum)
{
    __shared__ int keys[HASH_SIZE];
    __shared__ float vals[HASH_SIZE];
    __shared__ int count;
    __shared__ float wsum[8];
    const int row = blockIdx.x;
    const int lane = threadIdx.x % WARP, wid = threadIdx.x / WARP, nw = blockDim.x / WARP;
    for (int i = threadIdx.x; i < HASH_SIZE; i += blockDim.x) { keys[i] = HASH_EMPTY; vals[i] = 0.f; }
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int ja = rp[row] + wid; ja < rp[row + 1]; ja += nw) {
        const int k = ci[ja];
        const float a = va[ja];
        for (int jb = rp[k] + lane; jb < rp[k + 1]; jb += WARP) {
            int slot = hash_insert(keys, ci[jb]);
            atomicAdd(&vals[slot], a * va[jb]);
        }
    }
    __syncthreads();
    float s = 0.f;
    int c = 0;
    for (int i = threadIdx.x; i < HASH_SIZE; i += blockDim.x)
        if (keys[i] != HASH_EMPTY) { c++; s += vals[i]; }
    atomicAdd(&count, c);
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(FULL, s, o);
    if (lane == 0) wsum[wid] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < nw; w++) s += wsum[w];
        row_nnz[row] = count;
        row_sum[row] = s;
    }
}

/* ---- 5. BFS frontier expansion with a block-level queue ---- */
__global__ void bfs_expand(const int *rp, const int *ci, int *level, int cur, const int *front, int nfront,
                           int *next, int *nnext)
{
    __shared__ int queue[FRONTIER_CAP];
    __shared__ int tail, gbase;
    if (threadIdx.x == 0) tail = 0;
    __syncthreads();
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < nfront) {
        const int u = front[t];
        for (int j = rp[u]; j < rp[u + 1]; j++) {
            const int v = ci[j];
            if (level[v] < 0 && atomicCAS(&level[v], -1, cur + 1) == -1) {
                int pos = atomicAdd(&tail, 1);
                if (pos < FRONTIER_CAP) queue[pos] = v;
                else next[atomicAdd(nnext, 1)] = v;
            }
        }
    }
    __syncthreads();
    const int cnt = min(tail, FRONTIER_CAP);
    if (threadIdx.x == 0) gbase = atomicAdd(nnext, cnt);
    __syncthreads();
    for (int i = threadIdx.x; i < cnt; i += blockDim.x) next[gbase + i] = queue[i];
}

/* ---- 6. Batched dense lower triangular solve on 32x32 diagonal tiles ---- */
__global__ void trsv_tiles(const float *L, float *b, int ntiles)
{
    __shared__ float tl[4][TRSV_TILE][TRSV_TILE];
    __shared__ float xs[4][TRSV_TILE];
    const int w = threadIdx.y, lane = threadIdx.x;
    const int tile = blockIdx.x * 4 + w;
    if (tile >= ntiles) return;
    for (int r = 0; r < TRSV_TILE; r++)
        tl[w][r][lane] = L[((size_t)tile * TRSV_TILE + r) * TRSV_TILE + lane];
    xs[w][lane] = b[tile * TRSV_TILE + lane];
    __syncwarp();
    for (int k = 0; k < TRSV_TILE; k++) {
        if (lane == k) xs[w][k] /= tl[w][k][k];
        __syncwarp();
        if (lane > k) xs[w][lane] -= tl[w][lane][k] * xs[w][k];
        __syncwarp();
    }
    b[tile * TRSV_TILE + lane] = xs[w][lane];
}

/* ---- 7. Greedy colouring round with per-thread forbidden colour bitmaps in shared ---- */
__global__ void color_round(int n, const int *rp, const int *ci, const unsigned *prio, int *color, int *remaining)
{
    extern __shared__ unsigned forb[];     /* 2 words per thread, interleaved */
    __shared__ int left;
    if (threadIdx.x == 0) left = 0;
    __syncthreads();
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *mine = forb + threadIdx.x * 2;
    if (v < n && color[v] < 0) {
        mine[0] = mine[1] = 0;
        bool ok = true;
        for (int j = rp[v]; j < rp[v + 1]; j++) {
            int u = ci[j];
            if (u == v) continue;
            int c = ((volatile int *)color)[u];
            if (c < 0) { if (prio[u] > prio[v] || (prio[u] == prio[v] && u > v)) { ok = false; break; } }
            else if (c < MAX_COLORS) mine[c >> 5] |= 1u << (c & 31);
        }
        if (ok) {
            int c = mine[0] != FULL ? __ffs(~mine[0]) - 1 : 32 + __ffs(~mine[1]) - 1;
            color[v] = c;
        } else atomicAdd(&left, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && left) atomicAdd(remaining, left);
}

/* ---- 8. Exclusive scan of row lengths (Blelloch with padding) ---- */
__global__ void scan_rowlen(const int *in, int *out, int *sums, int n)
{
    __shared__ int tmp[PADIDX(2 * SCAN_BLOCK) + 1];
    const int t = threadIdx.x, base = blockIdx.x * 2 * SCAN_BLOCK;
    const int ai = t, bi = t + SCAN_BLOCK;
    tmp[PADIDX(ai)] = base + ai < n ? in[base + ai] : 0;
    tmp[PADIDX(bi)] = base + bi < n ? in[base + bi] : 0;
    int off = 1;
    for (int d = SCAN_BLOCK; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int i = PADIDX(off * (2 * t + 1) - 1), j = PADIDX(off * (2 * t + 2) - 1);
            tmp[j] += tmp[i];
        }
        off <<= 1;
    }
    if (t == 0) { int l = PADIDX(2 * SCAN_BLOCK - 1); sums[blockIdx.x] = tmp[l]; tmp[l] = 0; }
    for (int d = 1; d < 2 * SCAN_BLOCK; d <<= 1) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int i = PADIDX(off * (2 * t + 1) - 1), j = PADIDX(off * (2 * t + 2) - 1);
            int x = tmp[i]; tmp[i] = tmp[j]; tmp[j] += x;
        }
    }
    __syncthreads();
    if (base + ai < n) out[base + ai] = tmp[PADIDX(ai)];
    if (base + bi < n) out[base + bi] = tmp[PADIDX(bi)];
}

/* ---- 9. Fused dot products for CG: three dots at once, carved dynamic smem ---- */
__global__ void cg_dots(int n, const float *r, const float *z, const float *p, double *out)
{
    extern __shared__ double dsm[];
    double *s_rz = dsm, *s_rr = dsm + blockDim.x, *s_pp = dsm + 2 * blockDim.x;
    double a = 0, b = 0, c = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        a += (double)r[i] * z[i]; b += (double)r[i] * r[i]; c += (double)p[i] * p[i];
    }
    s_rz[threadIdx.x] = a; s_rr[threadIdx.x] = b; s_pp[threadIdx.x] = c;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            s_rz[threadIdx.x] += s_rz[threadIdx.x + s];
            s_rr[threadIdx.x] += s_rr[threadIdx.x + s];
            s_pp[threadIdx.x] += s_pp[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x < 3) atomicAdd(&out[threadIdx.x], dsm[threadIdx.x * blockDim.x]);
}

/* ---- 10. SELL-like column degree histogram, replicated per warp ---- */
__global__ void degree_hist(int n, const int *rp, int *hist)
{
    __shared__ int h[4][WARP];
    const int w = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    h[w][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&h[w][min(rp[i + 1] - rp[i], WARP - 1)], 1);
    __syncthreads();
    if (w == 0) atomicAdd(&hist[lane], h[0][lane] + h[1][lane] + h[2][lane] + h[3][lane]);
}

static unsigned lcg_state = 12345u;
static unsigned lcg(void) { lcg_state = lcg_state * 1664525u + 1013904223u; return lcg_state >> 8; }

/* symmetric 2-D grid + a few random chords (kept symmetric) */
static csr_t make_graph(int nx)
{
    csr_t m; int n = nx * nx, i, k;
    int *cnt = (int *)calloc(n, sizeof(int));
    int *adj = (int *)malloc(sizeof(int) * n * 16);
    for (i = 0; i < n; i++) {
        int x = i % nx, y = i / nx;
        adj[i * 16 + cnt[i]++] = i;
        if (x > 0) adj[i * 16 + cnt[i]++] = i - 1;
        if (x < nx - 1) adj[i * 16 + cnt[i]++] = i + 1;
        if (y > 0) adj[i * 16 + cnt[i]++] = i - nx;
        if (y < nx - 1) adj[i * 16 + cnt[i]++] = i + nx;
    }
    for (k = 0; k < n; k++) {
        int a = lcg() % n, b = lcg() % n;
        if (a != b && cnt[a] < 15 && cnt[b] < 15) { adj[a * 16 + cnt[a]++] = b; adj[b * 16 + cnt[b]++] = a; }
    }
    m.n = n; m.rowptr = (int *)malloc(sizeof(int) * (n + 1)); m.rowptr[0] = 0;
    for (i = 0; i < n; i++) m.rowptr[i + 1] = m.rowptr[i] + cnt[i];
    m.nnz = m.rowptr[n];
    m.col = (int *)malloc(sizeof(int) * m.nnz); m.val = (float *)malloc(sizeof(float) * m.nnz);
    for (i = 0; i < n; i++) for (k = 0; k < cnt[i]; k++) {
        m.col[m.rowptr[i] + k] = adj[i * 16 + k];
        m.val[m.rowptr[i] + k] = k == 0 ? 16.f : -0.5f + (lcg() % 100) * 0.001f;
    }
    free(cnt); free(adj);
    return m;
}

static void *to_dev(const void *h, size_t bytes)
{
    void *d; CUDA_OK(cudaMalloc(&d, bytes));
    if (h) CUDA_OK(cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice)); else CUDA_OK(cudaMemset(d, 0, bytes));
    return d;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 128;
    csr_t A = make_graph(nx);
    int n = A.n, i, k;
    int *rp = (int *)to_dev(A.rowptr, sizeof(int) * (n + 1)), *ci = (int *)to_dev(A.col, sizeof(int) * A.nnz);
    float *va = (float *)to_dev(A.val, sizeof(float) * A.nnz);
    float *hx = (float *)malloc(sizeof(float) * n), *ref = (float *)calloc(n, sizeof(float)), *hy = (float *)malloc(sizeof(float) * n);
    for (i = 0; i < n; i++) hx[i] = (lcg() % 1000) * 0.001f;
    for (i = 0; i < n; i++) for (k = A.rowptr[i]; k < A.rowptr[i + 1]; k++) ref[i] += A.val[k] * hx[A.col[k]];
    float *x = (float *)to_dev(hx, sizeof(float) * n), *y = (float *)to_dev(NULL, sizeof(float) * n);

    csr_vector_spmv<8><<<DIVUP(n, SPMV_BLOCK / 8), SPMV_BLOCK>>>(n, rp, ci, va, x, y);
    csr_vector_spmv<32><<<64, SPMV_BLOCK>>>(n, rp, ci, va, x, y);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaMemcpy(hy, y, sizeof(float) * n, cudaMemcpyDeviceToHost));
    double err = 0; for (i = 0; i < n; i++) err = fmax(err, fabs(hy[i] - ref[i]));
    printf("csr vector err %.2e\n", err);

    int *br = (int *)malloc(sizeof(int) * (n + 2)), nb = 0; br[0] = 0;
    for (i = 0; i < n; i++) if (A.rowptr[i + 1] - A.rowptr[br[nb]] > STREAM_NNZ) br[++nb] = i;
    br[++nb] = n;
    int *dbr = (int *)to_dev(br, sizeof(int) * (nb + 1));
    csr_stream_spmv<<<nb, 256>>>(dbr, rp, ci, va, x, y);
    CUDA_OK(cudaMemcpy(hy, y, sizeof(float) * n, cudaMemcpyDeviceToHost));
    err = 0; for (i = 0; i < n; i++) err = fmax(err, fabs(hy[i] - ref[i]));
    printf("csr stream err %.2e\n", err);

    int nbr = n / BELL_BS, width = 5;
    int *bc = (int *)malloc(sizeof(int) * nbr * width);
    float *bv = (float *)malloc(sizeof(float) * nbr * width * 16);
    for (i = 0; i < nbr * width; i++) bc[i] = lcg() % 7 == 0 ? -1 : (int)(lcg() % nbr);
    for (i = 0; i < nbr * width * 16; i++) bv[i] = (lcg() % 64) / 64.f;
    int *dbc = (int *)to_dev(bc, sizeof(int) * nbr * width); float *dbv = (float *)to_dev(bv, sizeof(float) * nbr * width * 16);
    bell_spmv<<<DIVUP(nbr, 8), 128>>>(nbr, width, dbc, dbv, x, y);
    CUDA_OK(cudaMemcpy(hy, y, sizeof(float) * n, cudaMemcpyDeviceToHost));
    double sum = 0; for (i = 0; i < n; i++) sum += hy[i];
    printf("bell checksum %.4f\n", sum);

    int *rnnz = (int *)to_dev(NULL, sizeof(int) * n); float *rsum = (float *)to_dev(NULL, sizeof(float) * n);
    spgemm_hash<<<n, 64>>>(rp, ci, va, rnnz, rsum);
    CUDA_OK(cudaGetLastError());
    int *scanned = (int *)to_dev(NULL, sizeof(int) * n), nblk = DIVUP(n, 2 * SCAN_BLOCK);
    int *sums = (int *)to_dev(NULL, sizeof(int) * nblk), *hs = (int *)malloc(sizeof(int) * nblk);
    scan_rowlen<<<nblk, SCAN_BLOCK>>>(rnnz, scanned, sums, n);
    CUDA_OK(cudaMemcpy(hs, sums, sizeof(int) * nblk, cudaMemcpyDeviceToHost));
    long tot = 0; for (i = 0; i < nblk; i++) tot += hs[i];
    printf("spgemm nnz(C) = %ld\n", tot);

    int *lev = (int *)to_dev(NULL, sizeof(int) * n), *f0 = (int *)to_dev(NULL, sizeof(int) * n), *f1 = (int *)to_dev(NULL, sizeof(int) * n), *nn = (int *)to_dev(NULL, 4);
    CUDA_OK(cudaMemset(lev, 0xff, sizeof(int) * n)); CUDA_OK(cudaMemset(lev, 0, 4));
    int nf = 1, depth = 0, reached = 1;
    while (nf > 0) {
        CUDA_OK(cudaMemset(nn, 0, 4));
        bfs_expand<<<DIVUP(nf, 128), 128>>>(rp, ci, lev, depth, f0, nf, f1, nn);
        CUDA_OK(cudaMemcpy(&nf, nn, 4, cudaMemcpyDeviceToHost));
        int *t = f0; f0 = f1; f1 = t; depth++; reached += nf;
    }
    printf("bfs depth %d reached %d/%d\n", depth, reached, n);

    int nt = 100; float *L = (float *)calloc(nt * 1024, sizeof(float)), *b = (float *)malloc(sizeof(float) * nt * 32);
    for (i = 0; i < nt; i++) for (k = 0; k < 1024; k++) { int r = k / 32, c = k % 32; L[i * 1024 + k] = c > r ? 0.f : (c == r ? 4.f : 0.05f); }
    for (i = 0; i < nt * 32; i++) b[i] = 1.f;
    float *dL = (float *)to_dev(L, sizeof(float) * nt * 1024), *db = (float *)to_dev(b, sizeof(float) * nt * 32);
    trsv_tiles<<<DIVUP(nt, 4), dim3(32, 4)>>>(dL, db, nt);
    CUDA_OK(cudaMemcpy(b, db, sizeof(float) * nt * 32, cudaMemcpyDeviceToHost));
    printf("trsv x[0]=%f x[31]=%f\n", b[0], b[31]);

    unsigned *pr = (unsigned *)malloc(sizeof(unsigned) * n); for (i = 0; i < n; i++) pr[i] = lcg();
    unsigned *dpr = (unsigned *)to_dev(pr, sizeof(unsigned) * n); int *col = (int *)to_dev(NULL, sizeof(int) * n);
    CUDA_OK(cudaMemset(col, 0xff, sizeof(int) * n));
    int left = n, rounds = 0;
    while (left > 0 && rounds < 200) {
        CUDA_OK(cudaMemset(nn, 0, 4));
        color_round<<<DIVUP(n, 192), 192, 192 * 2 * sizeof(unsigned)>>>(n, rp, ci, dpr, col, nn);
        CUDA_OK(cudaMemcpy(&left, nn, 4, cudaMemcpyDeviceToHost)); rounds++;
    }
    int *hc = (int *)malloc(sizeof(int) * n), bad = 0, mx = 0; CUDA_OK(cudaMemcpy(hc, col, sizeof(int) * n, cudaMemcpyDeviceToHost));
    for (i = 0; i < n; i++) { if (hc[i] > mx) mx = hc[i]; for (k = A.rowptr[i]; k < A.rowptr[i + 1]; k++) if (A.col[k] != i && hc[A.col[k]] == hc[i]) bad++; }
    printf("coloring: %d colors, %d rounds, %d conflicts\n", mx + 1, rounds, bad);

    double *dd = (double *)to_dev(NULL, 3 * sizeof(double)), hd[3];
    cg_dots<<<32, 256, 3 * 256 * sizeof(double)>>>(n, x, y, x, dd);
    CUDA_OK(cudaMemcpy(hd, dd, sizeof(hd), cudaMemcpyDeviceToHost));
    int *dh = (int *)to_dev(NULL, 32 * sizeof(int)), hh[32];
    degree_hist<<<16, 128>>>(n, rp, dh);
    CUDA_OK(cudaMemcpy(hh, dh, sizeof(hh), cudaMemcpyDeviceToHost));
    printf("dots %.3f %.3f %.3f  deg5 %d\n", hd[0], hd[1], hd[2], hh[5]);
    CUDA_OK(cudaDeviceSynchronize());
    return 0;
}

// Needleman-Wunsch (Rodinia style), LCS anti-diagonal rows, Smith-Waterman with affine gaps, DTW.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define BLOCK_SIZE 16

__device__ __host__ int maximum(int a, int b, int c) { int k = a <= b ? b : a; return k <= c ? c : k; }

__global__ void needle_diag(const int *referrence, int *matrix, int cols, int penalty, int i)
{
    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];
    int bx = blockIdx.x, tx = threadIdx.x;
    int b_index_x = bx, b_index_y = i - 1 - bx;
    int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
    int index_n = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + 1;
    int index_w = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + cols;
    int index_nw = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;
    if (tx == 0) temp[tx][0] = matrix[index_nw];
    for (int ty = 0; ty < BLOCK_SIZE; ty++) ref[ty][tx] = referrence[index + cols * ty];
    __syncthreads();
    temp[tx + 1][0] = matrix[index_w + cols * tx];
    __syncthreads();
    temp[0][tx + 1] = matrix[index_n];
    __syncthreads();
    for (int m = 0; m < BLOCK_SIZE; m++) {
        if (tx <= m) {
            int t_index_x = tx + 1;
            int t_index_y = m - tx + 1;
            temp[t_index_y][t_index_x] = maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                                                 temp[t_index_y][t_index_x - 1] - penalty,
                                                 temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
        if (tx <= m) {
            int t_index_x = tx + BLOCK_SIZE - m;
            int t_index_y = BLOCK_SIZE - tx;
            temp[t_index_y][t_index_x] = maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                                                 temp[t_index_y][t_index_x - 1] - penalty,
                                                 temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty < BLOCK_SIZE; ty++) matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}

// LCS of two 256-char strings per block; three rolling anti-diagonals
template <int L>
__global__ void lcsRolling(const char *a, const char *b, int *out)
{
    __shared__ short diag[3][L + 1];
    __shared__ char sa[L], sb[L];
    int t = threadIdx.x;
    sa[t] = a[blockIdx.x * L + t];
    sb[t] = b[blockIdx.x * L + t];
    for (int k = 0; k < 3; k++) { diag[k][t + 1] = 0; if (t == 0) diag[k][0] = 0; }
    __syncthreads();
    int p2 = 0, p1 = 1, cur = 2;
    for (int d = 0; d < 2 * L - 1; d++) {
        int j = d - t;
        if (j >= 0 && j < L) {
            short v;
            if (sa[t] == sb[j]) v = diag[p2][t] + 1;
            else { short u = diag[p1][t], w = diag[p1][t + 1]; v = u > w ? u : w; }
            diag[cur][t + 1] = v;
        }
        __syncthreads();
        int s = p2; p2 = p1; p1 = cur; cur = s;
    }
    if (t == L - 1) out[blockIdx.x] = diag[p1][L];
}

struct Gotoh { int h, e, f; };

__global__ void smithWaterman(const unsigned char *query, const unsigned char *db, int *best, int qlen, int dlen)
{
    __shared__ signed char profile[4][128];
    __shared__ Gotoh rows[2][129];
    __shared__ int maxima[128];
    int t = threadIdx.x;
    for (int c = 0; c < 4; c++) profile[c][t] = query[t] == c ? 3 : -2;
    rows[0][t + 1] = {0, 0, 0}; rows[1][t + 1] = {0, 0, 0};
    if (t == 0) { rows[0][0] = {0, 0, 0}; rows[1][0] = {0, 0, 0}; }
    __syncthreads();
    int diagH = 0, myMax = 0;
    const unsigned char *seq = db + blockIdx.x * dlen;
    for (int step = 0; step < dlen + qlen - 1; step++) {
        int j = step - t, p = step & 1;
        Gotoh left = rows[p][t], up = rows[p][t + 1], cell = up;
        if (j >= 0 && j < dlen) {
            int s = profile[seq[j]][t];
            cell.e = max(up.e - 1, up.h - 4);
            cell.f = max(left.f - 1, left.h - 4);
            cell.h = max(max(0, diagH + s), max(cell.e, cell.f));
            myMax = max(myMax, cell.h);
            diagH = left.h;
        }
        rows[p ^ 1][t + 1] = cell;
        __syncthreads();
    }
    maxima[t] = myMax;
    __syncthreads();
    for (int s = 64; s; s >>= 1) { if (t < s) maxima[t] = max(maxima[t], maxima[t + s]); __syncthreads(); }
    if (t == 0) best[blockIdx.x] = maxima[0];
}

// full-matrix DTW for 48-sample sequences kept in shared
__global__ void dtwFull(const float *x, const float *y, float *out)
{
    const int L = 48;
    __shared__ float D[L][L];
    int i = threadIdx.x;
    float xi = x[blockIdx.x * L + i];
    for (int d = 0; d < 2 * L - 1; d++) {
        int j = d - i;
        if (j >= 0 && j < L) {
            float c = fabsf(xi - y[j]);
            float m = 1e30f;
            if (i == 0 && j == 0) m = 0.f;
            if (i > 0) m = fminf(m, D[i - 1][j]);
            if (j > 0) m = fminf(m, D[i][j - 1]);
            if (i > 0 && j > 0) m = fminf(m, D[i - 1][j - 1]);
            D[i][j] = c + m;
        }
        __syncthreads();
    }
    if (i == L - 1) out[blockIdx.x] = D[L - 1][L - 1];
}

int main()
{
    const int tiles = 4, cols = tiles * BLOCK_SIZE + 1, n = cols * cols;
    int *h = (int *)malloc(n * 4);
    for (int i = 0; i < n; i++) h[i] = (i * 13) % 21 - 10;
    int *ref, *mat, *o; char *str; unsigned char *dna; float *f;
    cudaMalloc(&ref, n * 4); cudaMalloc(&mat, n * 4); cudaMalloc(&o, 1024); cudaMalloc(&str, 8192); cudaMalloc(&dna, 8192);
    cudaMalloc(&f, 4096 * 4);
    char hs[8192]; unsigned char hd[8192]; float *hf = (float *)malloc(4096 * 4);
    for (int i = 0; i < 8192; i++) { hs[i] = 'a' + (i * 7 % 11) % 5; hd[i] = (i * 5 + i / 9) & 3; }
    for (int i = 0; i < 4096; i++) hf[i] = (i % 31) * 0.1f;
    cudaMemcpy(ref, h, n * 4, cudaMemcpyHostToDevice); cudaMemcpy(mat, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(str, hs, 8192, cudaMemcpyHostToDevice); cudaMemcpy(dna, hd, 8192, cudaMemcpyHostToDevice);
    cudaMemcpy(f, hf, 4096 * 4, cudaMemcpyHostToDevice);
    for (int i = 1; i <= tiles; i++) needle_diag<<<i, BLOCK_SIZE>>>(ref, mat, cols, 10, i);
    lcsRolling<256><<<8, 256>>>(str, str + 4096, o);
    smithWaterman<<<8, 128>>>(dna, dna + 128, o + 64, 128, 300);
    dtwFull<<<16, 48>>>(f, f + 2048, f + 3000);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    free(h); free(hf); cudaFree(ref); cudaFree(mat); cudaFree(o); cudaFree(str); cudaFree(dna); cudaFree(f);
    return 0;
}

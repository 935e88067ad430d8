/* Homework 4: prefix sums.  Four versions, compare against CPU. */
#include <stdio.h>
#include <stdlib.h>

#define LOG_BANKS 5
#define PADDED(i) ((i) + ((i) >> LOG_BANKS))
#define WRONGPAD(i) ((i) + ((i) >> 4) * 2)

/* Hillis & Steele, two halves of one array */
__global__ void scan_naive(int *out, const int *in, int n)
{
    extern __shared__ int temp[];
    int tid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[tid] = (tid > 0) ? in[blockIdx.x * n + tid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (tid >= offset)
            temp[pout * n + tid] = temp[pin * n + tid] + temp[pin * n + tid - offset];
        else
            temp[pout * n + tid] = temp[pin * n + tid];
        __syncthreads();
    }
    out[blockIdx.x * n + tid] = temp[pout * n + tid];
}

/* Blelloch without care */
__global__ void scan_blelloch(int *out, const int *in, int n)
{
    extern __shared__ int tmp2[];
    int t = threadIdx.x;
    int offset = 1;
    const int *src = in + blockIdx.x * n;
    tmp2[2 * t] = src[2 * t];
    tmp2[2 * t + 1] = src[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            tmp2[bi] += tmp2[ai];
        }
        offset *= 2;
    }
    if (t == 0) tmp2[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            int v = tmp2[ai];
            tmp2[ai] = tmp2[bi];
            tmp2[bi] += v;
        }
    }
    __syncthreads();
    out[blockIdx.x * n + 2 * t] = tmp2[2 * t];
    out[blockIdx.x * n + 2 * t + 1] = tmp2[2 * t + 1];
}

/* Blelloch, macro selects the padding */
#define N_FIXED 512
#define MAKE_SCAN(NAME, P)                                                   \
__global__ void NAME(int *out, const int *in)                               \
{                                                                           \
    __shared__ int s[P(N_FIXED) + 2];                                        \
    const int t = threadIdx.x;                                              \
    const int a = t, b = t + N_FIXED / 2;                                    \
    const int g = blockIdx.x * N_FIXED;                                      \
    s[P(a)] = in[g + a];                                                     \
    s[P(b)] = in[g + b];                                                     \
    int offset = 1;                                                         \
    for (int d = N_FIXED / 2; d > 0; d >>= 1, offset <<= 1) {                \
        __syncthreads();                                                    \
        if (t < d) {                                                        \
            int ai = offset * (2 * t + 1) - 1;                               \
            int bi = offset * (2 * t + 2) - 1;                               \
            s[P(bi)] += s[P(ai)];                                            \
        }                                                                   \
    }                                                                       \
    if (t == 0) s[P(N_FIXED - 1)] = 0;                                       \
    for (int d = 1; d < N_FIXED; d *= 2) {                                   \
        offset >>= 1;                                                       \
        __syncthreads();                                                    \
        if (t < d) {                                                        \
            int ai = offset * (2 * t + 1) - 1;                               \
            int bi = offset * (2 * t + 2) - 1;                               \
            int v = s[P(ai)];                                                \
            s[P(ai)] = s[P(bi)];                                             \
            s[P(bi)] += v;                                                   \
        }                                                                   \
    }                                                                       \
    __syncthreads();                                                        \
    out[g + a] = s[P(a)];                                                    \
    out[g + b] = s[P(b)];                                                    \
}

MAKE_SCAN(scan_padded, PADDED)
MAKE_SCAN(scan_oddpad, WRONGPAD)

/* warp shuffle version, any n; blocks of 160 threads, 3 items a thread */
__global__ void scan_shfl(int *out, const int *in, int n)
{
    __shared__ int stage[160 * 3];
    __shared__ int warpTotals[5];
    int t = threadIdx.x, lane = t & 31, wid = t >> 5;
    int base = blockIdx.x * 480;
    for (int k = 0; k < 3; k++) {
        int i = k * 160 + t;
        stage[i] = base + i < n ? in[base + i] : 0;
    }
    __syncthreads();
    int v0 = stage[3 * t], v1 = stage[3 * t + 1], v2 = stage[3 * t + 2];
    v1 += v0; v2 += v1;
    int x = v2;
    for (int d = 1; d < 32; d <<= 1) {
        int y = __shfl_up_sync(0xffffffffu, x, d);
        if (lane >= d) x += y;
    }
    if (lane == 31) warpTotals[wid] = x;
    __syncthreads();
    int add = x - v2;
    for (int w = 0; w < wid; w++) add += warpTotals[w];
    stage[3 * t] = add;
    stage[3 * t + 1] = add + v0;
    stage[3 * t + 2] = add + v1;
    __syncthreads();
    for (int i = t; i < 480; i += 160)
        if (base + i < n) out[base + i] = stage[i];
}

int main(void)
{
    const int n = 512, blocks = 4;
    int *h = (int *)malloc(n * blocks * sizeof(int));
    int *r = (int *)malloc(n * blocks * sizeof(int));
    for (int i = 0; i < n * blocks; i++) h[i] = (i * 7 + 3) % 11;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, n * blocks * sizeof(int));
    cudaMalloc((void **)&d_out, n * blocks * sizeof(int));
    cudaMemcpy(d_in, h, n * blocks * sizeof(int), cudaMemcpyHostToDevice);
    long total = 0;
    for (int version = 0; version < 5; version++) {
        switch (version) {
        case 0: scan_naive<<<blocks, n, 2 * n * sizeof(int)>>>(d_out, d_in, n); break;
        case 1: scan_blelloch<<<blocks, n / 2, n * sizeof(int)>>>(d_out, d_in, n); break;
        case 2: scan_padded<<<blocks, N_FIXED / 2>>>(d_out, d_in); break;
        case 3: scan_oddpad<<<blocks, N_FIXED / 2>>>(d_out, d_in); break;
        default: scan_shfl<<<5, 160>>>(d_out, d_in, n * blocks); break;
        }
        cudaMemcpy(r, d_out, n * blocks * sizeof(int), cudaMemcpyDeviceToHost);
        int bad = 0;
        if (version < 4) {
            for (int b = 0; b < blocks; b++) {
                int run = 0;
                for (int i = 0; i < n; i++) {
                    if (r[b * n + i] != run) bad++;
                    run += h[b * n + i];
                }
            }
        }
        for (int i = 0; i < n * blocks; i++) total += (long)r[i] * (i % 13);
        printf("version %d bad %d\n", version, bad);
    }
    printf("scan_homework checksum %ld (%s)\n", total, cudaGetErrorString(cudaGetLastError()));
    free(h); free(r);
    cudaFree(d_in); cudaFree(d_out);
    return 0;
}

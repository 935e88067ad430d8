/* Histogramming, digit counting, compaction, equalisation. C flavoured CUDA. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char uchar;
typedef unsigned int uint;

#define CHECK_LAST(name)                                                  \
    {                                                                     \
        cudaError_t e = cudaGetLastError();                               \
        if (e == cudaSuccess) e = cudaDeviceSynchronize();                \
        if (e != cudaSuccess) {                                           \
            printf("%s failed: %s\n", name, cudaGetErrorString(e));       \
            return 1;                                                     \
        }                                                                 \
    }

#define WARP_SIZE 32
#define LOG2_WARP 5

/* ------------------------------------------------------------------ */
/* 256-bin histogram of bytes, one padded sub-histogram for each warp. */
/* ------------------------------------------------------------------ */
#define BINS 256
#define BIN_PITCH (BINS + 1)
#define HIST_WARPS 4
#define HIST_THREADS (HIST_WARPS * WARP_SIZE)

__device__ inline void add_byte(uint *warpHist, uint data)
{
    atomicAdd(warpHist + data, 1u);
}

__device__ inline void add_word(uint *warpHist, uint data)
{
    add_byte(warpHist, (data >> 0) & 0xFFu);
    add_byte(warpHist, (data >> 8) & 0xFFu);
    add_byte(warpHist, (data >> 16) & 0xFFu);
    add_byte(warpHist, (data >> 24) & 0xFFu);
}

__global__ void histogram256(uint *partial, const uint *data, uint words)
{
    __shared__ uint s_hist[HIST_WARPS * BIN_PITCH];
    uint *s_warp = s_hist + (threadIdx.x >> LOG2_WARP) * BIN_PITCH;

    for (uint i = threadIdx.x; i < HIST_WARPS * BIN_PITCH; i += HIST_THREADS)
        s_hist[i] = 0;
    __syncthreads();

    for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; pos < words; pos += blockDim.x * gridDim.x)
        add_word(s_warp, data[pos]);
    __syncthreads();

    for (uint bin = threadIdx.x; bin < BINS; bin += HIST_THREADS) {
        uint sum = 0;
        for (uint w = 0; w < HIST_WARPS; w++)
            sum += s_hist[bin + w * BIN_PITCH];
        partial[blockIdx.x * BINS + bin] = sum;
    }
}

/* ------------------------------------------------------------------ */
/* 4-bit radix digit counts: every thread owns a column of 16-bit      */
/* counters, rows are XOR swizzled.                                    */
/* ------------------------------------------------------------------ */
#define RADIX_BITS 4
#define RADIX (1 << RADIX_BITS)
#define RADIX_THREADS 128
#define KEYS_PER_THREAD 8

#define CNT_INDEX(digit, t) ((digit) * RADIX_THREADS + ((t) ^ (((digit) & 7) << 1)))

__global__ void radix_count(uint *blockCounts, const uint *keys, int shift)
{
    __shared__ unsigned short s_cnt[RADIX * RADIX_THREADS];
    const int tid = threadIdx.x;

#pragma unroll
    for (int d = 0; d < RADIX; d++)
        s_cnt[d * RADIX_THREADS + tid] = 0;
    __syncthreads();

    const uint *my = keys + blockIdx.x * RADIX_THREADS * KEYS_PER_THREAD;
    for (int i = 0; i < KEYS_PER_THREAD; i++) {
        uint digit = (my[i * RADIX_THREADS + tid] >> shift) & (RADIX - 1);
        s_cnt[CNT_INDEX(digit, tid)]++;
    }
    __syncthreads();

    /* eight threads add up one digit */
    const int digit = tid >> 3;
    const int part = tid & 7;
    uint sum = 0;
    for (int i = 0; i < RADIX_THREADS / 8; i++)
        sum += s_cnt[digit * RADIX_THREADS + i * 8 + part];
    sum += __shfl_down_sync(0xffffffffu, sum, 4, 8);
    sum += __shfl_down_sync(0xffffffffu, sum, 2, 8);
    sum += __shfl_down_sync(0xffffffffu, sum, 1, 8);
    if (part == 0)
        blockCounts[digit * gridDim.x + blockIdx.x] = sum;
}

/* ------------------------------------------------------------------ */
/* Stream compaction with ballots; survivors staged in shared memory.  */
/* ------------------------------------------------------------------ */
#define CMP_THREADS 256
#define CMP_ITEMS 2

__global__ void compact_positive(const int *in, int *out, int *outCount, int n)
{
    __shared__ int s_stage[CMP_THREADS * CMP_ITEMS];
    __shared__ int s_warpCount[CMP_THREADS / WARP_SIZE];
    __shared__ int s_total;

    const int lane = threadIdx.x & (WARP_SIZE - 1);
    const int warp = threadIdx.x / WARP_SIZE;
    if (threadIdx.x == 0)
        s_total = 0;
    __syncthreads();

    for (int it = 0; it < CMP_ITEMS; it++) {
        int idx = (blockIdx.x * CMP_ITEMS + it) * CMP_THREADS + threadIdx.x;
        int v = idx < n ? in[idx] : -1;
        int keep = v > 0;
        unsigned mask = __ballot_sync(0xffffffffu, keep);
        int rank = __popc(mask & ((1u << lane) - 1u));
        if (lane == 0)
            s_warpCount[warp] = __popc(mask);
        __syncthreads();

        int offset = s_total;
        for (int w = 0; w < warp; w++)
            offset += s_warpCount[w];
        if (keep)
            s_stage[offset + rank] = v;
        __syncthreads();
        if (lane == 0)
            atomicAdd(&s_total, s_warpCount[warp]);
        __syncthreads();
    }

    const int total = s_total;
    for (int i = threadIdx.x; i < total; i += CMP_THREADS)
        out[blockIdx.x * CMP_THREADS * CMP_ITEMS + i] = s_stage[i];
    if (threadIdx.x == 0)
        outCount[blockIdx.x] = total;
}

/* ------------------------------------------------------------------ */
/* Histogram equalisation of one 8-bit plane in one block.             */
/* ------------------------------------------------------------------ */
union EqScratch {
    uint scan[2][BINS];
    uchar lut[BINS * 4];
};

__global__ void equalize_plane(uchar *dst, const uchar *src, int pixels)
{
    __shared__ uint s_hist[BINS];
    __shared__ EqScratch s_u;
    __shared__ uint s_cdfMin;

    const int t = threadIdx.x;
    src += blockIdx.x * pixels;
    dst += blockIdx.x * pixels;

    s_hist[t] = 0;
    if (t == 0)
        s_cdfMin = 0xffffffffu;
    __syncthreads();

    const uchar4 *src4 = (const uchar4 *)src;
    for (int i = t; i < pixels / 4; i += BINS) {
        uchar4 p = src4[i];
        atomicAdd(&s_hist[p.x], 1u);
        atomicAdd(&s_hist[p.y], 1u);
        atomicAdd(&s_hist[p.z], 1u);
        atomicAdd(&s_hist[p.w], 1u);
    }
    __syncthreads();

    int pin = 0;
    s_u.scan[0][t] = s_hist[t];
    __syncthreads();
    for (int off = 1; off < BINS; off <<= 1) {
        uint v = s_u.scan[pin][t];
        if (t >= off)
            v += s_u.scan[pin][t - off];
        s_u.scan[pin ^ 1][t] = v;
        pin ^= 1;
        __syncthreads();
    }

    uint cdf = s_u.scan[pin][t];
    if (s_hist[t] != 0)
        atomicMin(&s_cdfMin, cdf);
    __syncthreads();

    uint lo = s_cdfMin;
    uint range = (uint)pixels > lo ? (uint)pixels - lo : 1u;
    uint level = cdf >= lo ? ((cdf - lo) * 255u + range / 2) / range : 0u;
    s_u.lut[t] = (uchar)level;
    __syncthreads();

    uchar4 *dst4 = (uchar4 *)dst;
    for (int i = t; i < pixels / 4; i += BINS) {
        uchar4 p = src4[i];
        uchar4 q;
        q.x = s_u.lut[p.x];
        q.y = s_u.lut[p.y];
        q.z = s_u.lut[p.z];
        q.w = s_u.lut[p.w];
        dst4[i] = q;
    }
}

int main(void)
{
    const int words = 4096;
    uint *h = (uint *)malloc(words * sizeof(uint));
    uint x = 0x12345u;
    for (int i = 0; i < words; i++) {
        x = x * 1664525u + 1013904223u;
        h[i] = x ^ (x >> 13);
    }

    uint *d_data, *d_partial, *d_counts;
    int *d_out, *d_num;
    uchar *d_img;
    cudaMalloc((void **)&d_data, words * sizeof(uint));
    cudaMalloc((void **)&d_partial, 4 * BINS * sizeof(uint));
    cudaMalloc((void **)&d_counts, 4 * RADIX * sizeof(uint));
    cudaMalloc((void **)&d_out, words * sizeof(int));
    cudaMalloc((void **)&d_num, 8 * sizeof(int));
    cudaMalloc((void **)&d_img, words * sizeof(uint));
    cudaMemcpy(d_data, h, words * sizeof(uint), cudaMemcpyHostToDevice);

    histogram256<<<4, HIST_THREADS>>>(d_partial, d_data, words);
    CHECK_LAST("histogram256");

    radix_count<<<4, RADIX_THREADS>>>(d_counts, d_data, 8);
    CHECK_LAST("radix_count");

    compact_positive<<<8, CMP_THREADS>>>((const int *)d_data, d_out, d_num, words - 77);
    CHECK_LAST("compact_positive");

    equalize_plane<<<2, BINS>>>(d_img, (const uchar *)d_data, 64 * 64);
    CHECK_LAST("equalize_plane");

    cudaFree(d_data); cudaFree(d_partial); cudaFree(d_counts);
    cudaFree(d_out); cudaFree(d_num); cudaFree(d_img);
    free(h);
    printf("ok\n");
    return 0;
}

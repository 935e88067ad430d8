// Sorting networks, digit counting and other bit-twiddling kernels.
#include <stdint.h>
#include <stdio.h>
#include <cuda_runtime.h>

typedef unsigned int uint;

// -- bitonic sort, constant size ---------------------------------------------
static __device__ __forceinline__ void comparator(uint &a, uint &b, uint dir)
{
    if ((a > b) == dir) {
        const uint t = a;
        a = b;
        b = t;
    }
}

template <uint SIZE>
__global__ void bitonic_sort_block(const uint *src, uint *dst, uint dir)
{
    __shared__ uint key[SIZE];
    src += blockIdx.x * SIZE;
    dst += blockIdx.x * SIZE;
    key[threadIdx.x] = src[threadIdx.x];
    key[threadIdx.x + SIZE / 2] = src[threadIdx.x + SIZE / 2];

    for (uint size = 2; size <= SIZE; size <<= 1) {
        const uint ddd = size == SIZE ? dir : dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            const uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            uint a = key[pos];
            uint b = key[pos + stride];
            comparator(a, b, ddd);
            key[pos] = a;
            key[pos + stride] = b;
        }
    }
    __syncthreads();
    dst[threadIdx.x] = key[threadIdx.x];
    dst[threadIdx.x + SIZE / 2] = key[threadIdx.x + SIZE / 2];
}

// -- radix digit counters: 16-bit, one private column per thread ---------------
#define RADIX_BITS 4
#define RADIX (1 << RADIX_BITS)
#define ITEMS 16

__global__ void radix_count_u16(const uint *keys, uint *counts, int shift)
{
    __shared__ unsigned short cnt[RADIX][64];
    const int t = threadIdx.x;
    uint32_t *words = reinterpret_cast<uint32_t *>(&cnt[0][0]);
    for (int i = t; i < RADIX * 64 / 2; i += 64)
        words[i] = 0u;
    __syncthreads();

    const uint *mine = keys + (blockIdx.x * 64 + t) * ITEMS;
#pragma unroll 4
    for (int k = 0; k < ITEMS; ++k) {
        const uint digit = (mine[k] >> shift) & (RADIX - 1);
        cnt[digit][t]++;
    }
    __syncthreads();

    // four threads per digit, each sums a quarter of the row
    const int digit = t >> 2;
    const int part = t & 3;
    uint sum = 0;
    for (int k = 0; k < 16; ++k)
        sum += cnt[digit][part * 16 + k];
    sum += __shfl_xor_sync(0xffffffffu, sum, 1);
    sum += __shfl_xor_sync(0xffffffffu, sum, 2);
    if (part == 0)
        counts[blockIdx.x * RADIX + digit] = sum;
}

// -- 64-bin histogram with byte counters (private rows per thread) -------------
#define BINS 64
template <int THREADS, int ROW>
__global__ void histogram64_u8(const uchar4 *data, uint *partial, int n4)
{
    __shared__ __align__(4) unsigned char hist[THREADS * ROW];
    const int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < ROW / 4; ++i)
        reinterpret_cast<uint *>(hist)[t + i * THREADS] = 0;
    __syncthreads();

    unsigned char *row = hist + t * ROW;
    for (int i = blockIdx.x * THREADS + t; i < n4; i += THREADS * gridDim.x) {
        const uchar4 d = data[i];
        row[d.x >> 2]++;
        row[d.y >> 2]++;
        row[d.z >> 2]++;
        row[d.w >> 2]++;
    }
    __syncthreads();

    if (t < BINS) {
        uint sum = 0;
        int start = t & (THREADS - 1);
        for (int i = 0; i < THREADS; ++i) {
            sum += hist[start * ROW + t];
            if (++start == THREADS)
                start = 0;
        }
        partial[blockIdx.x * BINS + t] = sum;
    }
}

// -- radix-2 FFT on 128 points: bit reversal, then in-place butterflies --------
__global__ void fft128(const float2 *in, float2 *out)
{
    __shared__ float2 s[128];
    const int t = threadIdx.x;
    const int r0 = __brev(2 * t) >> 25;
    const int r1 = __brev(2 * t + 1) >> 25;
    s[r0] = in[blockIdx.x * 128 + 2 * t];
    s[r1] = in[blockIdx.x * 128 + 2 * t + 1];
    __syncthreads();

#pragma unroll
    for (int half = 1; half < 128; half <<= 1) {
        const int j = t & (half - 1);
        const int i = ((t & ~(half - 1)) << 1) | j;
        float sn, cs;
        __sincosf(-3.14159265f * j / half, &sn, &cs);
        const float2 a = s[i];
        const float2 b = s[i + half];
        const float2 w = make_float2(cs * b.x - sn * b.y, cs * b.y + sn * b.x);
        s[i] = make_float2(a.x + w.x, a.y + w.y);
        s[i + half] = make_float2(a.x - w.x, a.y - w.y);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s[t];
    out[blockIdx.x * 128 + t + 64] = s[t + 64];
}

int main(void)
{
    enum { N = 8192 };
    static uint host[N];
    uint lcg = 12345;
    for (int i = 0; i < N; ++i) {
        lcg = lcg * 1664525u + 1013904223u;
        host[i] = lcg ^ (lcg >> 15);
    }
    static float2 sig[512];
    for (int i = 0; i < 512; ++i)
        sig[i] = make_float2((float)(i % 7), (float)(i % 3));

    uint *a, *b;
    float2 *fa, *fb;
    cudaMalloc((void **)&a, sizeof(host));
    cudaMalloc((void **)&b, sizeof(host));
    cudaMalloc((void **)&fa, sizeof(sig));
    cudaMalloc((void **)&fb, sizeof(sig));
    cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemcpy(fa, sig, sizeof(sig), cudaMemcpyHostToDevice);

    bitonic_sort_block<512><<<4, 256>>>(a, b, 1u);
    radix_count_u16<<<4, 64>>>(a, b, 8);
    histogram64_u8<64, 64><<<4, 64>>>((const uchar4 *)a, b, N / 4);
    histogram64_u8<128, 68><<<4, 128>>>((const uchar4 *)a, b, N / 4);
    fft128<<<4, 64>>>(fa, fb);

    cudaDeviceSynchronize();
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        printf("CUDA error: %s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(fa);
    cudaFree(fb);
    printf("ok\n");
    return 0;
}

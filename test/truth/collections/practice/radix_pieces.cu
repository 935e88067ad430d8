// Radix sort building blocks: 1-bit split, 4-bit digit counters, block-local rank and scatter.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr int kRadixBits = 4;
constexpr int kRadix = 1 << kRadixBits;

template <typename T>
__device__ T plusScan(T *x)
{
    unsigned i = threadIdx.x, n = blockDim.x;
    for (unsigned offset = 1; offset < n; offset *= 2) {
        T t = 0;
        if (i >= offset) t = x[i - offset];
        __syncthreads();
        if (i >= offset) x[i] = t + x[i];
        __syncthreads();
    }
    return x[i];
}

__global__ void splitSortBlock(unsigned *keys)
{
    __shared__ unsigned vals[256];
    __shared__ unsigned flags[256];
    unsigned i = threadIdx.x, n = blockDim.x;
    vals[i] = keys[blockIdx.x * n + i];
    __syncthreads();
    for (int bit = 0; bit < 8; bit++) {
        unsigned x = vals[i];
        unsigned p = (x >> bit) & 1;
        flags[i] = p;
        __syncthreads();
        unsigned before = plusScan(flags);
        unsigned total = flags[n - 1];
        unsigned dst = p ? before - 1 + (n - total) : i - before;
        __syncthreads();
        vals[dst] = x;
        __syncthreads();
    }
    keys[blockIdx.x * n + i] = vals[i];
}

// per-thread 4-bit digit counters laid out [digit][thread], then reduced
template <int THREADS, int ITEMS>
__global__ void digitCount(const unsigned *__restrict__ keys, unsigned *__restrict__ counts, int shift)
{
    __shared__ uint16_t ctr[kRadix][THREADS];
    for (int d = 0; d < kRadix; d++) ctr[d][threadIdx.x] = 0;
    const unsigned *src = keys + blockIdx.x * THREADS * ITEMS;
#pragma unroll 2
    for (int i = 0; i < ITEMS; i++) {
        unsigned d = (src[i * THREADS + threadIdx.x] >> shift) & (kRadix - 1);
        ctr[d][threadIdx.x]++;
    }
    __syncthreads();
    // 8 threads per digit gather one row
    if (threadIdx.x < kRadix * 8) {
        int d = threadIdx.x / 8, part = threadIdx.x % 8;
        unsigned sum = 0;
        for (int i = part; i < THREADS; i += 8) sum += ctr[d][i];
        for (int o = 4; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o, 8);
        if (part == 0) counts[d * gridDim.x + blockIdx.x] = sum;
    }
}

// warp-level multisplit ranking with match_any
__global__ void rankAndScatter(const unsigned *__restrict__ in, unsigned *__restrict__ out, int shift)
{
    __shared__ unsigned warpHist[8][kRadix];
    __shared__ unsigned digitBase[kRadix];
    __shared__ unsigned sorted[256];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (lane < kRadix) warpHist[warp][lane] = 0;
    __syncwarp();
    unsigned key = in[blockIdx.x * 256 + threadIdx.x];
    unsigned d = (key >> shift) & (kRadix - 1);
    unsigned peers = __match_any_sync(0xffffffffu, d);
    unsigned rank = __popc(peers & ((1u << lane) - 1));
    if (rank == 0) warpHist[warp][d] = __popc(peers);
    __syncthreads();
    if (threadIdx.x < kRadix) {
        unsigned run = 0;
        for (int w = 0; w < 8; w++) { unsigned c = warpHist[w][threadIdx.x]; warpHist[w][threadIdx.x] = run; run += c; }
        unsigned inc = run;
        for (int o = 1; o < kRadix; o <<= 1) {
            unsigned t = __shfl_up_sync(0xffffu, inc, o, kRadix);
            if (threadIdx.x >= o) inc += t;
        }
        digitBase[threadIdx.x] = inc - run;
    }
    __syncthreads();
    sorted[digitBase[d] + warpHist[warp][d] + rank] = key;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = sorted[threadIdx.x];
}

int main()
{
    const int n = 1 << 14;
    unsigned *h = (unsigned *)malloc(n * 4);
    unsigned s = 1u;
    for (int i = 0; i < n; i++) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; h[i] = s; }
    unsigned *a, *b, *c;
    cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, kRadix * 64 * 4);
    cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice);
    digitCount<128, 8><<<n / (128 * 8), 128>>>(a, c, 0);
    digitCount<256, 16><<<n / (256 * 16), 256>>>(a, c, 8);
    rankAndScatter<<<n / 256, 256>>>(a, b, 4);
    splitSortBlock<<<n / 256, 256>>>(a);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    free(h); cudaFree(a); cudaFree(b); cudaFree(c);
    return 0;
}

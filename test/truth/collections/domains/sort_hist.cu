// Histograms and sorting building blocks.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

typedef unsigned int uint_t;

// One private histogram per warp, merged at the end.
template <int WARPS>
__global__ void hist256_warp_private(const uint8_t* data, uint_t* bins, int n)
{
    __shared__ uint_t h[WARPS][256];
    uint_t* flat = &h[0][0];
    for (int i = threadIdx.x; i < WARPS * 256; i += WARPS * 32) flat[i] = 0;
    __syncthreads();
    uint_t* mine = h[threadIdx.x >> 5];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += WARPS * 32) {
        uint_t s = 0;
#pragma unroll
        for (int w = 0; w < WARPS; ++w) s += h[w][b];
        atomicAdd(&bins[b], s);
    }
}

// 64-bin histogram without atomics: every thread has its own byte counters (<= 255 items per thread).
__global__ void hist64_thread_bytes(const uint8_t* data, uint_t* bins, int per_thread)
{
    __shared__ uint8_t cnt[64 * 64];
    for (int i = 0; i < 16; ++i) reinterpret_cast<uint_t*>(cnt)[threadIdx.x + i * 64] = 0;
    __syncthreads();
    const uint8_t* src = data + (size_t)blockIdx.x * 64 * per_thread;
    for (int i = 0; i < per_thread; ++i) {
        const int v = src[i * 64 + threadIdx.x] >> 2;
        cnt[v * 64 + threadIdx.x]++;
    }
    __syncthreads();
    uint_t sum = 0;
    for (int i = 0; i < 64; ++i) sum += cnt[threadIdx.x * 64 + i];
    atomicAdd(&bins[threadIdx.x], sum);
}

// Classic radix sort front end: sorts 4 keys per thread by one 4-bit digit via per-thread digit counters.
constexpr int RT = 128, KPT = 4, RADIX = 16;
__global__ void radix_block_sort(const uint_t* in, uint_t* out, uint_t* digit_total, int shift)
{
    __shared__ uint16_t counters[RADIX][RT];
    __shared__ uint_t partial[RT];
    __shared__ uint_t keys[RT * KPT];
    const int t = threadIdx.x;
    const uint_t* src = in + blockIdx.x * RT * KPT;
    uint_t k[KPT], rank[KPT];
#pragma unroll
    for (int d = 0; d < RADIX; ++d) counters[d][t] = 0;
#pragma unroll
    for (int i = 0; i < KPT; ++i) {
        k[i] = src[t * KPT + i];
        const uint_t d = (k[i] >> shift) & (RADIX - 1);
        rank[i] = counters[d][t];
        counters[d][t] = uint16_t(rank[i] + 1);
    }
    __syncthreads();
    // raking exclusive scan over the 16*128 counters in digit-major order, 16 consecutive per thread
    uint16_t* lin = &counters[0][0];
    uint_t sum = 0;
    for (int i = 0; i < RADIX; ++i) sum += lin[t * RADIX + i];
    partial[t] = sum;
    __syncthreads();
    for (int o = 1; o < RT; o <<= 1) {
        const uint_t v = t >= o ? partial[t - o] : 0;
        __syncthreads();
        partial[t] += v;
        __syncthreads();
    }
    uint_t run = partial[t] - sum;
    for (int i = 0; i < RADIX; ++i) {
        const uint_t c = lin[t * RADIX + i];
        lin[t * RADIX + i] = uint16_t(run);
        run += c;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < KPT; ++i) keys[rank[i] + counters[(k[i] >> shift) & (RADIX - 1)][t]] = k[i];
    if (t < RADIX) {
        const uint_t next = t + 1 < RADIX ? counters[t + 1][0] : RT * KPT;
        digit_total[t * gridDim.x + blockIdx.x] = next - counters[t][0];
    }
    __syncthreads();
    for (int i = t; i < RT * KPT; i += RT) out[blockIdx.x * RT * KPT + i] = keys[i];
}

// In-block bitonic sort of (key, value) structs.
struct KV { uint_t key; uint_t val; };
template <int N>
__global__ void bitonic_kv(KV* data, int n)
{
    __shared__ KV s[N];
    const int base = blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        if (base + i < n) s[i] = data[base + i];
        else { s[i].key = 0xffffffffu; s[i].val = 0; }
    }
    for (int size = 2; size <= N; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            for (int p = threadIdx.x; p < N / 2; p += blockDim.x) {
                const int lo = 2 * p - (p & (stride - 1)), hi = lo + stride;
                const bool up = (lo & size) == 0;
                if ((s[lo].key > s[hi].key) == up) { KV tmp = s[lo]; s[lo] = s[hi]; s[hi] = tmp; }
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        if (base + i < n) data[base + i] = s[i];
}

// Merge two sorted runs of `run` shorts per block: each output element found by rank (binary search).
__global__ void merge_rank_i16(const short* in, short* out, int run)
{
    extern __shared__ short runs[];
    short* a = runs;
    short* b = runs + run;
    const short* src = in + blockIdx.x * 2 * run;
    for (int i = threadIdx.x; i < 2 * run; i += blockDim.x) runs[i] = src[i];
    __syncthreads();
    for (int i = threadIdx.x; i < run; i += blockDim.x) {
        int lo = 0, hi = run;
        while (lo < hi) { const int m = (lo + hi) / 2; if (b[m] < a[i]) lo = m + 1; else hi = m; }
        out[blockIdx.x * 2 * run + i + lo] = a[i];
        lo = 0; hi = run;
        while (lo < hi) { const int m = (lo + hi) / 2; if (a[m] <= b[i]) lo = m + 1; else hi = m; }
        out[blockIdx.x * 2 * run + i + lo] = b[i];
    }
}

int main()
{
    const int n = 32768;
    std::vector<uint8_t> bytes(n);
    std::vector<uint_t> words(n);
    std::vector<short> sh(n);
    uint_t s = 12345;
    for (int i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        bytes[i] = uint8_t(s >> 24);
        words[i] = s;
        sh[i] = short((i % 256) * 100 + (i / 256) % 50);
    }
    uint8_t* db; uint_t *dw, *dout, *dbins, *dtot; short *ds, *dso; KV* kv;
    cudaMalloc(&db, n); cudaMalloc(&dw, n * 4); cudaMalloc(&dout, n * 4); cudaMalloc(&dbins, 1024);
    cudaMalloc(&dtot, 16 * (n / 512) * 4); cudaMalloc(&ds, n * 2); cudaMalloc(&dso, n * 2); cudaMalloc(&kv, n / 2 * sizeof(KV));
    cudaMemcpy(db, bytes.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, words.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(kv, words.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(ds, sh.data(), n * 2, cudaMemcpyHostToDevice);
    cudaMemset(dbins, 0, 1024);
    hist256_warp_private<6><<<16, 192>>>(db, dbins, n - 5);
    hist64_thread_bytes<<<n / (64 * 64), 64>>>(db, dbins, 64);
    for (int shift = 0; shift < 8; shift += 4) radix_block_sort<<<n / 512, RT>>>(dw, dout, dtot, shift);
    bitonic_kv<512><<<16, 256>>>(kv, 16 * 512 - 100);
    bitonic_kv<1024><<<8, 128>>>(kv, 8 * 1024);
    for (int run : {64, 128, 256}) merge_rank_i16<<<n / (2 * run), 128, 2 * run * sizeof(short)>>>(ds, dso, run);
    cudaError_t e = cudaDeviceSynchronize();
    std::vector<uint_t> o(n);
    cudaMemcpy(o.data(), dout, n * 4, cudaMemcpyDeviceToHost);
    bool sorted = true;
    for (int i = 1; i < 512; ++i) sorted &= ((o[i - 1] >> 4) & 15) <= ((o[i] >> 4) & 15);
    std::printf("%s sorted=%d\n", e == cudaSuccess ? "ok" : "fail", int(sorted));
}

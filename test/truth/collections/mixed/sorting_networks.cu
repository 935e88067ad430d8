// In-block sorting networks: bitonic keys, bitonic key/value, Batcher odd-even merge.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

using u32 = std::uint32_t;

struct KeyVal {
    u32 key;
    u32 val;
};

template <typename T>
__device__ __forceinline__ void cmp_swap(T& a, T& b, bool ascending)
{
    if ((a > b) == ascending) {
        T t = a;
        a = b;
        b = t;
    }
}

template <int N>
__global__ void bitonic_keys(u32* data)
{
    __shared__ u32 s[N];
    const int t = threadIdx.x;
    u32* g = data + blockIdx.x * N;
    s[t] = g[t];
    s[t + N / 2] = g[t + N / 2];

    for (int size = 2; size <= N; size <<= 1) {
        bool asc = (t & (size / 2)) == 0;
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int pos = 2 * t - (t & (stride - 1));
            cmp_swap(s[pos], s[pos + stride], asc);
        }
    }
    __syncthreads();
    g[t] = s[t];
    g[t + N / 2] = s[t + N / 2];
}

// Textbook form: every thread owns one slot, partner is i ^ j.
__global__ void bitonic_pairs_aos(KeyVal* data, int n)
{
    extern __shared__ KeyVal kv[];
    const int i = threadIdx.x;
    kv[i] = data[blockIdx.x * n + i];
    __syncthreads();
    for (int k = 2; k <= n; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            int p = i ^ j;
            if (p > i) {
                KeyVal a = kv[i];
                KeyVal b = kv[p];
                bool up = (i & k) == 0;
                if ((a.key > b.key) == up) {
                    kv[i] = b;
                    kv[p] = a;
                }
            }
            __syncthreads();
        }
    }
    data[blockIdx.x * n + i] = kv[i];
}

template <int N>
__global__ void odd_even_merge_soa(u32* keys, u32* vals)
{
    __shared__ u32 sk[N];
    __shared__ unsigned short sv[N];
    const int t = threadIdx.x;
    keys += blockIdx.x * N;
    vals += blockIdx.x * N;
    for (int i = t; i < N; i += N / 2) {
        sk[i] = keys[i];
        sv[i] = (unsigned short)vals[i];
    }

    auto exchange = [&](int lo, int hi) {
        u32 a = sk[lo];
        u32 b = sk[hi];
        if (a > b) {
            sk[lo] = b;
            sk[hi] = a;
            unsigned short tv = sv[lo];
            sv[lo] = sv[hi];
            sv[hi] = tv;
        }
    };

    for (int size = 2; size <= N; size <<= 1) {
        int stride = size / 2;
        int offset = t & (stride - 1);
        __syncthreads();
        int pos = 2 * t - (t & (stride - 1));
        exchange(pos, pos + stride);
        stride >>= 1;
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            int p = 2 * t - (t & (stride - 1));
            if (offset >= stride)
                exchange(p - stride, p);
        }
    }
    __syncthreads();
    for (int i = t; i < N; i += N / 2) {
        keys[i] = sk[i];
        vals[i] = sv[i];
    }
}

int main()
{
    constexpr int N = 1024, BLOCKS = 8, PAIR_N = 512;
    std::vector<u32> keys(N * BLOCKS), vals(N * BLOCKS);
    std::vector<KeyVal> pairs(PAIR_N * BLOCKS);
    u32 seed = 12345u;
    auto next = [&seed]() { seed = seed * 1664525u + 1013904223u; return seed >> 8; };
    for (int i = 0; i < N * BLOCKS; ++i) { keys[i] = next(); vals[i] = i % N; }
    for (int i = 0; i < PAIR_N * BLOCKS; ++i) pairs[i] = KeyVal{next() % 5000u, (u32)i};

    u32 *k0, *k1, *v1;
    KeyVal* kv;
    const size_t bytes = keys.size() * sizeof(u32);
    for (u32** p : {&k0, &k1, &v1})
        if (cudaMalloc(p, bytes) != cudaSuccess) return 1;
    if (cudaMalloc(&kv, pairs.size() * sizeof(KeyVal)) != cudaSuccess) return 1;
    for (u32* p : {k0, k1}) cudaMemcpy(p, keys.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(v1, vals.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(kv, pairs.data(), pairs.size() * sizeof(KeyVal), cudaMemcpyHostToDevice);

    bitonic_keys<N><<<BLOCKS, N / 2>>>(k0);
    bitonic_pairs_aos<<<BLOCKS, PAIR_N, PAIR_N * sizeof(KeyVal)>>>(kv, PAIR_N);
    odd_even_merge_soa<N><<<BLOCKS, N / 2>>>(k1, v1);
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return 1;
    }

    int failures = 0;
    for (u32* p : {k0, k1}) {
        std::vector<u32> out(keys.size());
        cudaMemcpy(out.data(), p, bytes, cudaMemcpyDeviceToHost);
        for (int b = 0; b < BLOCKS; ++b)
            if (!std::is_sorted(out.begin() + b * N, out.begin() + (b + 1) * N)) ++failures;
    }
    cudaMemcpy(pairs.data(), kv, pairs.size() * sizeof(KeyVal), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; ++b)
        for (int i = 1; i < PAIR_N; ++i)
            if (pairs[b * PAIR_N + i - 1].key > pairs[b * PAIR_N + i].key) { ++failures; break; }
    std::printf("unsorted blocks: %d\n", failures);
    return failures;
}

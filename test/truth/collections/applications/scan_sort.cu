// Prefix sums and sorting networks in shared memory: ping-pong buffers, loops over sizes.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(i) ((i) >> LOG_NUM_BANKS)

#define CK(call)                                                          \
    {                                                                     \
        cudaError_t ck_rc = (call);                                       \
        if (ck_rc != cudaSuccess) {                                       \
            fprintf(stderr, #call ": %s\n", cudaGetErrorString(ck_rc));   \
            exit(1);                                                      \
        }                                                                 \
    }

// Hillis-Steele with two buffers which swap their roles.
__global__ void scan_pingpong(const int* in, int* out, int n)
{
    extern __shared__ int temp[];
    int* src = temp;
    int* dst = temp + blockDim.x;
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * blockDim.x + tid;

    src[tid] = gid < n ? in[gid] : 0;
    __syncthreads();
    for (int off = 1; off < blockDim.x; off <<= 1) {
        int v = src[tid];
        if (tid >= off)
            v += src[tid - off];
        dst[tid] = v;
        __syncthreads();
        int* t = src;
        src = dst;
        dst = t;
    }
    if (gid < n)
        out[gid] = src[tid];
}

// Blelloch, two elements per thread.
template <int N, bool AVOID>
__device__ __forceinline__ int slot(int i)
{
    if constexpr (AVOID)
        return i + CONFLICT_FREE_OFFSET(i);
    else
        return i;
}

template <int N, bool AVOID>
__global__ void scan_blelloch(const int* __restrict__ in, int* __restrict__ out)
{
    __shared__ int temp[N + N / NUM_BANKS];
    const int tid = threadIdx.x;
    in += blockIdx.x * N;
    out += blockIdx.x * N;
    temp[slot<N, AVOID>(tid)] = in[tid];
    temp[slot<N, AVOID>(tid + N / 2)] = in[tid + N / 2];

    int offset = 1;
    for (int d = N >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            const int ai = slot<N, AVOID>(offset * (2 * tid + 1) - 1);
            const int bi = slot<N, AVOID>(offset * (2 * tid + 2) - 1);
            const int left = temp[ai];
            temp[bi] += left;
        }
        offset *= 2;
    }

    if (tid == 0)
        temp[slot<N, AVOID>(N - 1)] = 0;

    for (int d = 1; d < N; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            const int ai = slot<N, AVOID>(offset * (2 * tid + 1) - 1);
            const int bi = slot<N, AVOID>(offset * (2 * tid + 2) - 1);
            const int left = temp[ai];
            const int right = temp[bi];
            temp[ai] = right;
            temp[bi] = right + left;
        }
    }
    __syncthreads();
    out[tid] = temp[slot<N, AVOID>(tid)];
    out[tid + N / 2] = temp[slot<N, AVOID>(tid + N / 2)];
}

// Bitonic sort of key/value pairs; one comparator per thread.
__device__ inline void compare_exchange(unsigned& ka, unsigned& va, unsigned& kb, unsigned& vb, bool up)
{
    if ((ka > kb) == up) {
        unsigned t = ka;
        ka = kb;
        kb = t;
        t = va;
        va = vb;
        vb = t;
    }
}

__global__ void bitonic_sort_pairs(const unsigned* keys_in, unsigned* keys_out, unsigned* vals_out)
{
    const int kSize = 256;
    __shared__ unsigned key[kSize];
    __shared__ unsigned val[kSize];
    const int tid = threadIdx.x;
    const int base = blockIdx.x * kSize;

    key[tid] = keys_in[base + tid];
    val[tid] = base + tid;
    key[tid + kSize / 2] = keys_in[base + tid + kSize / 2];
    val[tid + kSize / 2] = base + tid + kSize / 2;

    for (int size = 2; size <= kSize; size <<= 1) {
        const bool up = (tid & (size / 2)) == 0;
        int stride = size / 2;
        do {
            __syncthreads();
            const int pos = 2 * tid - (tid & (stride - 1));
            unsigned ka = key[pos];
            unsigned kb = key[pos + stride];
            unsigned va = val[pos];
            unsigned vb = val[pos + stride];
            compare_exchange(ka, va, kb, vb, up);
            key[pos] = ka;
            key[pos + stride] = kb;
            val[pos] = va;
            val[pos + stride] = vb;
            stride >>= 1;
        } while (stride > 0);
    }
    __syncthreads();

    for (int i = tid; i < kSize; i += blockDim.x) {
        keys_out[base + i] = key[i];
        vals_out[base + i] = val[i];
    }
}

// Private digit counters per thread, then a serial sum by 16 threads.
template <int BLOCK, bool THREAD_MAJOR>
__global__ void digit_count(const unsigned* __restrict__ keys, unsigned* __restrict__ hist, int n, int shift)
{
    constexpr int kDigits = 16;
    __shared__ unsigned count[kDigits * BLOCK];
    const int tid = threadIdx.x;
    auto where = [](int digit, int thread) {
        return THREAD_MAJOR ? thread * kDigits + digit : digit * BLOCK + thread;
    };

#pragma unroll
    for (int d = 0; d < kDigits; ++d)
        count[where(d, tid)] = 0;

    for (int i = blockIdx.x * BLOCK + tid; i < n; i += gridDim.x * BLOCK) {
        const int digit = (keys[i] >> shift) & (kDigits - 1);
        count[where(digit, tid)] += 1;
    }
    __syncthreads();

    if (tid < kDigits) {
        unsigned sum = 0;
        for (int t = 0; t < BLOCK; ++t)
            sum += count[where(tid, t)];
        hist[blockIdx.x * kDigits + tid] = sum;
    }
}

static void scan_of_size(int n, const int* in, int* out)
{
    switch (n) {
    case 64:
        scan_blelloch<64, false><<<2, 32>>>(in, out);
        break;
    case 256:
        scan_blelloch<256, false><<<2, 128>>>(in, out);
        break;
    case 512:
        scan_blelloch<512, true><<<1, 256>>>(in, out);
        break;
    default:
        fprintf(stderr, "no scan for %d\n", n);
        exit(1);
    }
    CK(cudaGetLastError());
}

int main(void)
{
    const int n = 2048;
    int* h = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        h[i] = (i * 2654435761u) >> 22;

    int *d_in, *d_out;
    unsigned *d_keys, *d_vals;
    CK(cudaMalloc((void**)&d_in, n * sizeof(int)));
    CK(cudaMalloc((void**)&d_out, n * sizeof(int)));
    CK(cudaMalloc((void**)&d_keys, n * sizeof(unsigned)));
    CK(cudaMalloc((void**)&d_vals, n * sizeof(unsigned)));
    CK(cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice));

    const int threads = 128;
    scan_pingpong<<<3, threads, 2 * threads * sizeof(int)>>>(d_in, d_out, 350);
    CK(cudaGetLastError());

    const int sizes[] = {64, 256, 512};
    for (int s : sizes)
        scan_of_size(s, d_in, d_out);

    bitonic_sort_pairs<<<2, 128>>>((const unsigned*)d_in, d_keys, d_vals);
    CK(cudaGetLastError());

    digit_count<64, false><<<2, 64>>>((const unsigned*)d_in, d_keys, 1000, 4);
    CK(cudaGetLastError());
    digit_count<64, true><<<2, 64>>>((const unsigned*)d_in, d_keys, 1000, 4);
    CK(cudaGetLastError());

    CK(cudaDeviceSynchronize());
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_keys);
    cudaFree(d_vals);
    free(h);
    puts("ok");
    return 0;
}

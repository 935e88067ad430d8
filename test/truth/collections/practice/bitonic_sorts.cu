// Shared-memory bitonic sort (SDK style), key-value pairs, 64-bit records and odd-even merge.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
#include <vector>

typedef unsigned int uint;
#define SHARED_SIZE_LIMIT 1024U

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir)
{
    if ((keyA > keyB) == dir) {
        uint t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}

__global__ void bitonicSortShared(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal, uint arrayLength, uint dir)
{
    __shared__ uint s_key[SHARED_SIZE_LIMIT];
    __shared__ uint s_val[SHARED_SIZE_LIMIT];
    d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x] = d_SrcKey[0];
    s_val[threadIdx.x] = d_SrcVal[0];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[SHARED_SIZE_LIMIT / 2];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[SHARED_SIZE_LIMIT / 2];

    for (uint size = 2; size < arrayLength; size <<= 1) {
        uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    for (uint stride = arrayLength / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], dir);
    }
    __syncthreads();
    d_DstKey[0] = s_key[threadIdx.x];
    d_DstVal[0] = s_val[threadIdx.x];
    d_DstKey[SHARED_SIZE_LIMIT / 2] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
    d_DstVal[SHARED_SIZE_LIMIT / 2] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

// ixj formulation, one element per thread, 64-bit keys
__global__ void bitonicXor64(uint64_t *data)
{
    __shared__ uint64_t s[512];
    const int tid = threadIdx.x;
    uint64_t *g = data + blockIdx.x * 512;
    s[tid] = g[tid];
    __syncthreads();
    for (int k = 2; k <= 512; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int ixj = tid ^ j;
            if (ixj > tid) {
                uint64_t a = s[tid], b = s[ixj];
                bool up = (tid & k) == 0;
                if ((a > b) == up) { s[tid] = b; s[ixj] = a; }
            }
            __syncthreads();
        }
    g[tid] = s[tid];
}

struct Record { float key; int id; float payload; };

template <int N>
__global__ void oddEvenMergeSort(Record *rec)
{
    __shared__ Record r[N];
    rec += blockIdx.x * N;
    r[threadIdx.x] = rec[threadIdx.x];
    r[threadIdx.x + N / 2] = rec[threadIdx.x + N / 2];
    for (int size = 2; size <= N; size <<= 1) {
        int stride = size / 2;
        int offset = threadIdx.x & (stride - 1);
        __syncthreads();
        {
            int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            if (r[pos].key > r[pos + stride].key) { Record t = r[pos]; r[pos] = r[pos + stride]; r[pos + stride] = t; }
            stride >>= 1;
        }
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            if (offset >= stride)
                if (r[pos - stride].key > r[pos].key) { Record t = r[pos]; r[pos] = r[pos - stride]; r[pos - stride] = t; }
        }
    }
    __syncthreads();
    rec[threadIdx.x] = r[threadIdx.x];
    rec[threadIdx.x + N / 2] = r[threadIdx.x + N / 2];
}

int main()
{
    const uint n = 8192;
    std::vector<uint> key(n), val(n);
    std::vector<uint64_t> k64(n);
    std::vector<Record> rec(n);
    for (uint i = 0; i < n; i++) {
        key[i] = (i * 2654435761u) >> 12; val[i] = i;
        k64[i] = (uint64_t)key[i] << 32 | i;
        rec[i] = {(float)(key[i] & 0xffff), (int)i, 0.5f * i};
    }
    uint *dk, *dv; uint64_t *d64; Record *dr;
    cudaMalloc(&dk, n * 4); cudaMalloc(&dv, n * 4); cudaMalloc(&d64, n * 8); cudaMalloc(&dr, n * sizeof(Record));
    cudaMemcpy(dk, key.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, val.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d64, k64.data(), n * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(dr, rec.data(), n * sizeof(Record), cudaMemcpyHostToDevice);
    bitonicSortShared<<<n / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(dk, dv, dk, dv, SHARED_SIZE_LIMIT, 1);
    bitonicXor64<<<n / 512, 512>>>(d64);
    oddEvenMergeSort<256><<<n / 256, 128>>>(dr);
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(err)); return 1; }
    cudaFree(dk); cudaFree(dv); cudaFree(d64); cudaFree(dr);
    return 0;
}

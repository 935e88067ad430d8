// Merge path within a CTA, block top-k by heap per thread, quickselect-ish radix select, shell sort columns.
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

template <int VT, int NT>
__global__ void mergePathBlock(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out)
{
    constexpr int NV = VT * NT, H = NV / 2;
    __shared__ int keys[NV];
    const int t = threadIdx.x;
    for (int i = t; i < H; i += NT) { keys[i] = a[blockIdx.x * H + i]; keys[H + i] = b[blockIdx.x * H + i]; }
    __syncthreads();
    const int diag = t * VT;
    int lo = max(0, diag - H), hi = min(diag, H);
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (keys[mid] <= keys[H + diag - 1 - mid]) lo = mid + 1; else hi = mid;
    }
    int ai = lo, bi = diag - lo, r[VT];
#pragma unroll
    for (int k = 0; k < VT; k++) {
        bool takeA = bi >= H || (ai < H && keys[ai] <= keys[H + bi]);
        r[k] = takeA ? keys[ai++] : keys[H + bi++];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < VT; k++) keys[t * VT + k] = r[k];
    __syncthreads();
    for (int i = t; i < NV; i += NT) out[blockIdx.x * NV + i] = keys[i];
}

template <int K>
__global__ void topkHeaps(const float *__restrict__ x, float *__restrict__ top, int *__restrict__ idx, int n)
{
    __shared__ float val[64][K];
    __shared__ int   id[64][K];
    float *v = val[threadIdx.x]; int *p = id[threadIdx.x];
    for (int k = 0; k < K; k++) { v[k] = -FLT_MAX; p[k] = -1; }
    for (int i = threadIdx.x; i < n; i += 64) {
        float c = x[blockIdx.x * n + i];
        if (c <= v[K - 1]) continue;
        int k = K - 1;
        while (k > 0 && v[k - 1] < c) { v[k] = v[k - 1]; p[k] = p[k - 1]; k--; }
        v[k] = c; p[k] = i;
    }
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            float mv[K]; int mi[K];
            const float *w = val[threadIdx.x + s]; const int *q = id[threadIdx.x + s];
            int i = 0, j = 0;
            for (int k = 0; k < K; k++) {
                if (v[i] >= w[j]) { mv[k] = v[i]; mi[k] = p[i]; i++; } else { mv[k] = w[j]; mi[k] = q[j]; j++; }
            }
            for (int k = 0; k < K; k++) { v[k] = mv[k]; p[k] = mi[k]; }
        }
        __syncthreads();
    }
    if (threadIdx.x < K) { top[blockIdx.x * K + threadIdx.x] = val[0][threadIdx.x]; idx[blockIdx.x * K + threadIdx.x] = id[0][threadIdx.x]; }
}

__global__ void radixSelect(const unsigned *__restrict__ x, unsigned *__restrict__ kth, int n, int k)
{
    __shared__ unsigned bins[4][256];       // one sub-histogram per pair of warps
    __shared__ unsigned prefix, remaining;
    const unsigned *row = x + blockIdx.x * n;
    if (threadIdx.x == 0) { prefix = 0; remaining = k; }
    unsigned mask = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int i = threadIdx.x; i < 1024; i += 256) bins[i >> 8][i & 255] = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += 256)
            if ((row[i] & mask) == prefix) atomicAdd(&bins[threadIdx.x >> 6][(row[i] >> shift) & 255], 1u);
        __syncthreads();
        bins[0][threadIdx.x] += bins[1][threadIdx.x] + bins[2][threadIdx.x] + bins[3][threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0) {
            unsigned b = 0, left = remaining;
            while (b < 255 && bins[0][b] < left) { left -= bins[0][b]; b++; }
            prefix |= b << shift;
            remaining = left;
        }
        mask |= 255u << shift;
        __syncthreads();
    }
    if (threadIdx.x == 0) kth[blockIdx.x] = prefix;
}

// shear-sort: alternate row and column odd-even phases on a 32x32 tile, a thread per row/column
__global__ void shearSort(short *data)
{
    __shared__ short m[32][32];
    const int t = threadIdx.x;
    for (int r = 0; r < 32; r++) m[r][t] = data[blockIdx.x * 1024 + r * 32 + t];
    __syncthreads();
    for (int phase = 0; phase < 6; phase++) {
        for (int i = 1; i < 32; i++) {               // insertion sort of row t, snake order
            short key = m[t][i]; int j = i - 1;
            while (j >= 0 && ((t & 1) ? m[t][j] < key : m[t][j] > key)) { m[t][j + 1] = m[t][j]; j--; }
            m[t][j + 1] = key;
        }
        __syncthreads();
        for (int i = 1; i < 32; i++) {               // insertion sort of column t
            short key = m[i][t]; int j = i - 1;
            while (j >= 0 && m[j][t] > key) { m[j + 1][t] = m[j][t]; j--; }
            m[j + 1][t] = key;
        }
        __syncthreads();
    }
    for (int r = 0; r < 32; r++) data[blockIdx.x * 1024 + r * 32 + t] = m[r][t];
}

int main()
{
    const int n = 16384;
    std::vector<int> a(n); std::vector<float> f(n); std::vector<unsigned> u(n); std::vector<short> s(n);
    for (int i = 0; i < n; i++) { a[i] = (i % 4096) * 3 + (i & 1); u[i] = i * 2654435761u; f[i] = (u[i] >> 8) * 1e-4f; s[i] = u[i] >> 18; }
    int *da, *dn; float *df, *dt; unsigned *du, *dk; short *ds;
    cudaMalloc(&da, n * 4); cudaMalloc(&dn, n * 8); cudaMalloc(&df, n * 4); cudaMalloc(&dt, n * 4); cudaMalloc(&du, n * 4); cudaMalloc(&dk, 256); cudaMalloc(&ds, n * 2);
    cudaMemcpy(da, a.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(df, f.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(du, u.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(ds, s.data(), n * 2, cudaMemcpyHostToDevice);
    mergePathBlock<7, 128><<<8, 128>>>(da, da + 4096, dn);
    mergePathBlock<8, 256><<<4, 256>>>(da, da + 4096, dn);
    topkHeaps<8><<<16, 64>>>(df, dt, dn, 1000);
    radixSelect<<<8, 256>>>(du, dk, 2000, 77);
    shearSort<<<8, 32>>>(ds);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(da); cudaFree(dn); cudaFree(df); cudaFree(dt); cudaFree(du); cudaFree(dk); cudaFree(ds);
    return 0;
}

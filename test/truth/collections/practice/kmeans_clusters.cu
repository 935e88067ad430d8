// k-means assignment with centroids in shared memory; local accumulation of new centroids; GMM responsibilities.
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

template <int K, int D>
struct KMeansTraits {
    static constexpr int clusters = K, dims = D, threads = 128;
};

template <class Tr>
__global__ void assignPoints(const float *__restrict__ pts, const float *__restrict__ cent, int *__restrict__ label, int n)
{
    __shared__ float c[Tr::clusters * Tr::dims];
    __shared__ float p[Tr::threads][Tr::dims];
    for (int i = threadIdx.x; i < Tr::clusters * Tr::dims; i += Tr::threads) c[i] = cent[i];
    const int first = blockIdx.x * Tr::threads;
    for (int i = threadIdx.x; i < Tr::threads * Tr::dims; i += Tr::threads)
        if (first * Tr::dims + i < n * Tr::dims) p[i / Tr::dims][i % Tr::dims] = pts[first * Tr::dims + i];
    __syncthreads();
    if (first + threadIdx.x >= n) return;
    int best = 0;
    float bd = FLT_MAX;
    for (int k = 0; k < Tr::clusters; k++) {
        float d2 = 0.f;
#pragma unroll
        for (int d = 0; d < Tr::dims; d++) { float t = p[threadIdx.x][d] - c[k * Tr::dims + d]; d2 = fmaf(t, t, d2); }
        if (d2 < bd) { bd = d2; best = k; }
    }
    label[first + threadIdx.x] = best;
}

struct Acc { float x, y; int count; int pad; };

__global__ void accumulate(const float2 *pts, const int *label, Acc *out, int n, int k)
{
    extern __shared__ Acc acc[];
    if (threadIdx.x < k) { acc[threadIdx.x].x = 0; acc[threadIdx.x].y = 0; acc[threadIdx.x].count = 0; acc[threadIdx.x].pad = 0; }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int l = label[i];
        atomicAdd(&acc[l].x, pts[i].x);
        atomicAdd(&acc[l].y, pts[i].y);
        atomicAdd(&acc[l].count, 1);
    }
    __syncthreads();
    if (threadIdx.x < k) {
        atomicAdd(&out[threadIdx.x].x, acc[threadIdx.x].x);
        atomicAdd(&out[threadIdx.x].y, acc[threadIdx.x].y);
        atomicAdd(&out[threadIdx.x].count, acc[threadIdx.x].count);
    }
}

// EM step: responsibilities of 16 components staged as r[component][point]
__global__ void gmmResponsibility(const float *__restrict__ x, const float *__restrict__ mu, const float *__restrict__ ivar,
                                  float *__restrict__ nk, int n)
{
    constexpr int M = 16, T = 64;
    __shared__ float r[T][M];
    __shared__ float smu[M], siv[M];
    if (threadIdx.x < M) { smu[threadIdx.x] = mu[threadIdx.x]; siv[threadIdx.x] = ivar[threadIdx.x]; }
    __syncthreads();
    int i = blockIdx.x * T + threadIdx.x;
    float xi = i < n ? x[i] : 0.f, s = 0.f;
    for (int m = 0; m < M; m++) {
        float d = xi - smu[m];
        float v = i < n ? __expf(-0.5f * d * d * siv[m]) : 0.f;
        r[threadIdx.x][m] = v;
        s += v;
    }
    float inv = s > 0 ? 1.f / s : 0.f;
    for (int m = 0; m < M; m++) r[threadIdx.x][m] *= inv;
    __syncthreads();
    // four threads per component, each adds a quarter of the points
    int m = threadIdx.x / 4, q = threadIdx.x % 4;
    float t = 0.f;
    for (int j = q; j < T; j += 4) t += r[j][m];
    t += __shfl_xor_sync(~0u, t, 1);
    t += __shfl_xor_sync(~0u, t, 2);
    if (q == 0) atomicAdd(&nk[m], t);
}

template <class Tr>
void launchAssign(const float *p, const float *c, int *l, int n)
{
    int blocks = (n + Tr::threads - 1) / Tr::threads;
    assignPoints<Tr><<<blocks, Tr::threads>>>(p, c, l, n);
}

int main()
{
    const int n = 10000;
    std::vector<float> h(n * 16);
    for (size_t i = 0; i < h.size(); i++) h[i] = ((i * 1103515245u + 12345u) >> 16 & 1023) / 1024.f;
    float *p, *nk; int *l; Acc *a;
    cudaMalloc(&p, h.size() * 4); cudaMalloc(&nk, 64); cudaMalloc(&l, n * 4); cudaMalloc(&a, 64 * sizeof(Acc));
    cudaMemcpy(p, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
    cudaMemset(a, 0, 64 * sizeof(Acc)); cudaMemset(nk, 0, 64);
    launchAssign<KMeansTraits<32, 16>>(p, p + 64, l, n);
    launchAssign<KMeansTraits<20, 3>>(p, p + 64, l, n);
    accumulate<<<16, 256, 32 * sizeof(Acc)>>>((float2 *)p, l, a, n, 32);
    gmmResponsibility<<<(n + 63) / 64, 64>>>(p, p + 100, p + 200, nk, n);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(p); cudaFree(nk); cudaFree(l); cudaFree(a);
    return 0;
}

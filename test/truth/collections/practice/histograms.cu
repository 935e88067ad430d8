// Byte and RGB histograms with different privatisation schemes.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace hist {

constexpr int kBins = 256;
constexpr int kWarps = 8;

__global__ void sharedAtomics(const uint8_t *__restrict__ data, unsigned *__restrict__ bins, int n)
{
    __shared__ unsigned h[kBins];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[data[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);
}

// one sub-histogram per warp, packed 4 pixels per load
__global__ void perWarp(const unsigned *__restrict__ packed, unsigned *__restrict__ bins, int words)
{
    __shared__ unsigned h[kWarps][kBins];
    unsigned *mine = h[threadIdx.x >> 5];
    for (int i = threadIdx.x; i < kWarps * kBins; i += blockDim.x) (&h[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        unsigned w = packed[i];
        atomicAdd(mine + (w & 0xff), 1u);
        atomicAdd(mine + ((w >> 8) & 0xff), 1u);
        atomicAdd(mine + ((w >> 16) & 0xff), 1u);
        atomicAdd(mine + (w >> 24), 1u);
    }
    __syncthreads();
    unsigned sum = 0;
#pragma unroll
    for (int w = 0; w < kWarps; ++w) sum += h[w][threadIdx.x];
    atomicAdd(bins + threadIdx.x, sum);
}

// histogram64-like: one byte counter column per thread, no atomics
__global__ void perThread64(const uint8_t *__restrict__ data, unsigned *__restrict__ bins, int perThread)
{
    __shared__ __align__(16) uint8_t s[64 * 128];
    const int t = threadIdx.x;
    // shuffle thread id so that neighbours hit different 32-bit words
    const int pos = (t & ~63) | ((t & 15) << 2) | ((t & 48) >> 4);
    for (int i = 0; i < 64 / 4; i++) reinterpret_cast<unsigned *>(s)[t + i * 128] = 0;
    __syncthreads();
    const uint8_t *src = data + blockIdx.x * 128 * perThread;
    for (int i = 0; i < perThread; i++) {
        unsigned v = src[i * 128 + t] >> 2;
        s[pos + v * 128]++;
    }
    __syncthreads();
    if (t < 64) {
        unsigned sum = 0;
        int p = (t & 31) * 4;
        for (int i = 0; i < 32; i++) {
            uchar4 c = *reinterpret_cast<const uchar4 *>(s + t * 128 + p);
            sum += c.x + c.y + c.z + c.w;
            p = (p + 4) & 127;
        }
        atomicAdd(bins + t, sum);
    }
}

__global__ void rgbLuma(const uchar4 *__restrict__ img, unsigned *__restrict__ bins, int n)
{
    extern __shared__ unsigned smem[];
    unsigned *r = smem, *g = r + kBins, *b = g + kBins, *y = b + kBins;
    for (int i = threadIdx.x; i < 4 * kBins; i += blockDim.x) smem[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = img[i];
        atomicAdd(&r[p.x], 1u);
        atomicAdd(&g[p.y], 1u);
        atomicAdd(&b[p.z], 1u);
        int luma = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
        atomicAdd(&y[luma], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4 * kBins; i += blockDim.x) atomicAdd(&bins[i], smem[i]);
}

} // namespace hist

int main()
{
    const int n = 1 << 18;
    std::vector<uint8_t> h(n);
    uint32_t s = 12345u;
    for (auto &v : h) { s = s * 1664525u + 1013904223u; v = s >> 24; }
    uint8_t *d; unsigned *bins;
    cudaMalloc(&d, n);
    cudaMalloc(&bins, 1024 * sizeof(unsigned));
    cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 1024 * sizeof(unsigned));
    hist::sharedAtomics<<<16, hist::kBins>>>(d, bins, n);
    hist::perWarp<<<16, 32 * hist::kWarps>>>((const unsigned *)d, bins, n / 4);
    hist::perThread64<<<n / (128 * 128), 128>>>(d, bins, 128);
    hist::rgbLuma<<<12, 192, 4 * hist::kBins * sizeof(unsigned)>>>((const uchar4 *)d, bins, n / 4);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { std::printf("error: %s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(d); cudaFree(bins);
    return 0;
}

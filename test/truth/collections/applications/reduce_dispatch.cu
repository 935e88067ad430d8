// Block reductions driven from a table of launch configurations (cudaLaunchKernel).
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

static bool check(cudaError_t e, const char* what)
{
    if (e == cudaSuccess) return true;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    return false;
}

// --- interleaved addressing with a modulo guard ------------------------------
__global__ void reduce_interleaved(const float* in, float* out, int n)
{
    extern __shared__ float sdata[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = (i < (unsigned)n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            float other = sdata[tid + s];
            sdata[tid] += other;
        }
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

// --- strided index, the textbook bank conflict -------------------------------
__global__ void reduce_strided(const float* in, float* out, int n)
{
    extern __shared__ float sdata[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = (i < (unsigned)n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x) {
            float other = sdata[index + s];
            sdata[index] += other;
        }
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

// --- sequential addressing, unrolled by block size, last warp by shuffles -----
template <int BLOCK>
__device__ float finish_in_warp(float* sdata, int lane)
{
    float v = sdata[lane];
    if (BLOCK >= 64)
        v += sdata[lane + 32];
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}

template <int BLOCK>
__global__ void reduce_sequential(const float* in, float* out, int n)
{
    __shared__ float sdata[BLOCK];
    const int tid = threadIdx.x;
    float acc = 0.0f;
    for (int i = blockIdx.x * BLOCK + tid; i < n; i += gridDim.x * BLOCK)
        acc += in[i];
    sdata[tid] = acc;
    __syncthreads();

#pragma unroll
    for (int s = BLOCK / 2; s > 32; s >>= 1) {
        if (tid < s) {
            float other = sdata[tid + s];
            sdata[tid] += other;
        }
        __syncthreads();
    }

    if (tid < 32) {
        float v = finish_in_warp<BLOCK>(sdata, tid);
        if (tid == 0)
            out[blockIdx.x] = v;
    }
}

// --- min and max side by side, one half of the block each ---------------------
__global__ void reduce_minmax(const float* in, float* out, int n)
{
    __shared__ float lo[64];
    __shared__ float hi[64];
    const int half = blockDim.x / 2;          // 64
    const int t = threadIdx.x % half;
    const bool upper = threadIdx.x >= half;
    float* mine = upper ? hi : lo;

    float best = upper ? -FLT_MAX : FLT_MAX;
    int i = blockIdx.x * half + t;
    do {
        if (i < n) {
            float x = in[i];
            best = upper ? fmaxf(best, x) : fminf(best, x);
        }
        i += half * gridDim.x;
    } while (i < n);
    mine[t] = best;
    __syncthreads();

    int width = half;
    while (width > 1) {
        width >>= 1;
        if (t < width) {
            float a = mine[t];
            float b = mine[t + width];
            mine[t] = upper ? fmaxf(a, b) : fminf(a, b);
        }
        __syncthreads();
    }
    if (t == 0)
        out[2 * blockIdx.x + (upper ? 1 : 0)] = mine[0];
}

typedef void (*reduce_fn)(const float*, float*, int);

struct LaunchConfig {
    const char* name;
    reduce_fn fn;
    unsigned grid;
    unsigned block;
    size_t smem;
    int n;
};

static const LaunchConfig kConfigs[] = {
    {"interleaved", reduce_interleaved, 3, 128, 128 * sizeof(float), 333},
    {"strided", reduce_strided, 2, 256, 256 * sizeof(float), 500},
    {"sequential64", reduce_sequential<64>, 4, 64, 0, 777},
    {"sequential128", reduce_sequential<128>, 2, 128, 0, 1000},
    {"sequential256", reduce_sequential<256>, 1, 256, 0, 900},
    {"minmax", reduce_minmax, 2, 128, 0, 301},
};

int main()
{
    const int n = 1024;
    std::vector<float> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (float)((i * 73) % 101) - 50.0f;

    float *d_in = nullptr, *d_out = nullptr;
    if (!check(cudaMalloc((void**)&d_in, n * sizeof(float)), "malloc")) return 1;
    if (!check(cudaMalloc((void**)&d_out, 64 * sizeof(float)), "malloc")) return 1;
    cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, 64 * sizeof(float));

    for (const LaunchConfig& cfg : kConfigs) {
        int count = cfg.n;
        void* args[] = {&d_in, &d_out, &count};
        cudaError_t e = cudaLaunchKernel((const void*)cfg.fn, dim3(cfg.grid), dim3(cfg.block),
                                         args, cfg.smem, 0);
        if (!check(e, cfg.name)) return 1;
        if (!check(cudaGetLastError(), cfg.name)) return 1;
    }
    if (!check(cudaDeviceSynchronize(), "sync")) return 1;

    float r[64];
    cudaMemcpy(r, d_out, sizeof r, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("ok\n");
    return 0;
}

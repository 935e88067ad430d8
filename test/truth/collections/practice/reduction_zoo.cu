// Block reductions: Harris steps, argmax, Welford, cooperative groups, int64 min/max.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(e) if ((e) != cudaSuccess) { printf("fail line %d: %s\n", __LINE__, cudaGetErrorString(e)); return 1; }

__global__ void reduce0(const int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(const int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x;
    sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) sdata[index] += sdata[index + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <unsigned BS>
__global__ void reduceUnrolled(const float *in, float *out, int n)
{
    __shared__ float s[BS];
    unsigned t = threadIdx.x;
    float v = 0.f;
    for (unsigned i = blockIdx.x * BS * 2 + t; i < n; i += gridDim.x * BS * 2) {
        v += in[i];
        if (i + BS < n) v += in[i + BS];
    }
    s[t] = v;
    __syncthreads();
    if (BS >= 512) { if (t < 256) s[t] += s[t + 256]; __syncthreads(); }
    if (BS >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
    if (BS >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (t < 32) {
        v = s[t] + s[t + 32];
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
        if (t == 0) out[blockIdx.x] = v;
    }
}

struct ValIdx { float val; int idx; };

__global__ void argmaxKernel(const float *__restrict__ x, ValIdx *__restrict__ out, int cols)
{
    __shared__ ValIdx best[256];
    const float *row = x + (size_t)blockIdx.x * cols;
    ValIdx b{-FLT_MAX, -1};
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        if (row[c] > b.val) { b.val = row[c]; b.idx = c; }
    best[threadIdx.x] = b;
    __syncthreads();
    for (int s = blockDim.x / 2; s >= 1; s >>= 1) {
        if (threadIdx.x < s) {
            ValIdx o = best[threadIdx.x + s];
            ValIdx m = best[threadIdx.x];
            if (o.val > m.val || (o.val == m.val && o.idx < m.idx)) best[threadIdx.x] = o;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = best[0];
}

// count, mean, M2 kept together: 24-byte record
struct Welford { double n, mean, m2; };

__device__ Welford combine(const Welford &a, const Welford &b)
{
    double n = a.n + b.n;
    if (n == 0.0) return a;
    double d = b.mean - a.mean;
    return {n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n};
}

__global__ void varianceKernel(const float *x, double *out, int n)
{
    __shared__ Welford w[128];
    Welford acc{0, 0, 0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        acc.n += 1;
        double d = x[i] - acc.mean;
        acc.mean += d / acc.n;
        acc.m2 += d * (x[i] - acc.mean);
    }
    w[threadIdx.x] = acc;
    __syncthreads();
    for (unsigned s = blockDim.x >> 1; s > 0; s >>= 1) {
        if (threadIdx.x < s) w[threadIdx.x] = combine(w[threadIdx.x], w[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) { out[2 * blockIdx.x] = w[0].mean; out[2 * blockIdx.x + 1] = w[0].m2 / w[0].n; }
}

__global__ void cgMinMax(const long long *x, long long *out, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    __shared__ longlong2 partial[32];
    long long lo = 0x7fffffffffffffffLL, hi = -lo;
    for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) {
        lo = min(lo, x[i]);
        hi = max(hi, x[i]);
    }
    for (int o = warp.size() / 2; o > 0; o /= 2) {
        lo = min(lo, warp.shfl_down(lo, o));
        hi = max(hi, warp.shfl_down(hi, o));
    }
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = make_longlong2(lo, hi);
    block.sync();
    if (warp.meta_group_rank() == 0) {
        bool ok = warp.thread_rank() < warp.meta_group_size();
        longlong2 p = ok ? partial[warp.thread_rank()] : partial[0];
        for (int o = 16; o > 0; o /= 2) {
            p.x = min(p.x, warp.shfl_down(p.x, o));
            p.y = max(p.y, warp.shfl_down(p.y, o));
        }
        if (warp.thread_rank() == 0) { out[2 * blockIdx.x] = p.x; out[2 * blockIdx.x + 1] = p.y; }
    }
}

int main()
{
    const int n = 1 << 15;
    std::vector<int> hi(n); std::vector<float> hf(n); std::vector<long long> hl(n);
    for (int i = 0; i < n; i++) { hi[i] = i % 11; hf[i] = (float)((i * 7919) % 1013); hl[i] = (long long)i * 1000003 % 65537; }
    int *di, *doi; float *df, *dof; long long *dl, *dol; ValIdx *dv; double *dd;
    CHECK(cudaMalloc(&di, n * 4)); CHECK(cudaMalloc(&doi, n * 4));
    CHECK(cudaMalloc(&df, n * 4)); CHECK(cudaMalloc(&dof, n * 4));
    CHECK(cudaMalloc(&dl, n * 8)); CHECK(cudaMalloc(&dol, 4096));
    CHECK(cudaMalloc(&dv, 64 * sizeof(ValIdx))); CHECK(cudaMalloc(&dd, 4096));
    CHECK(cudaMemcpy(di, hi.data(), n * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(df, hf.data(), n * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dl, hl.data(), n * 8, cudaMemcpyHostToDevice));
    reduce0<<<n / 256, 256, 256 * sizeof(int)>>>(di, doi);
    reduce1<<<n / 256, 256, 256 * sizeof(int)>>>(di, doi);
    reduceUnrolled<256><<<16, 256>>>(df, dof, n);
    argmaxKernel<<<32, 256>>>(df, dv, n / 32);
    varianceKernel<<<16, 128>>>(df, dd, n);
    cgMinMax<<<8, 512>>>(dl, dol, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    cudaFree(di); cudaFree(doi); cudaFree(df); cudaFree(dof); cudaFree(dl); cudaFree(dol); cudaFree(dv); cudaFree(dd);
    return 0;
}

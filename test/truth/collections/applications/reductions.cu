// Tree reductions in several forms.
#include <cfloat>
#include <cstdio>
#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 256
#endif

// The two "what not to do" variants of the old SDK sample in one kernel body.
enum class Addressing { Modulo, StridedIndex };

template <Addressing MODE>
__global__ void reduce_interleaved(const int* g_in, int* g_out, unsigned n)
{
    __shared__ int sdata[BLOCK];
    const unsigned tid = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? g_in[i] : 0;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if constexpr (MODE == Addressing::Modulo) {
            if (tid % (2 * s) == 0) {
                const int other = sdata[tid + s];
                sdata[tid] += other;
            }
        } else {
            const unsigned index = 2 * s * tid;
            if (index < blockDim.x) {
                const int other = sdata[index + s];
                sdata[index] += other;
            }
        }
        __syncthreads();
    }
    if (tid == 0)
        g_out[blockIdx.x] = sdata[0];
}

// Sequential addressing, completely unrolled, volatile last warp.
template <unsigned BS>
__device__ void warp_reduce(volatile float* s, unsigned tid)
{
    float v = s[tid];
    if (BS >= 64) {
        v += s[tid + 32];
        __syncwarp();
        s[tid] = v;
        __syncwarp();
    }
    v += s[tid + 16];
    __syncwarp();
    s[tid] = v;
    __syncwarp();
    v += s[tid + 8];
    __syncwarp();
    s[tid] = v;
    __syncwarp();
    v += s[tid + 4];
    __syncwarp();
    s[tid] = v;
    __syncwarp();
    v += s[tid + 2];
    __syncwarp();
    s[tid] = v;
    __syncwarp();
    v += s[tid + 1];
    __syncwarp();
    s[tid] = v;
}

template <unsigned BS>
__global__ void reduce_unrolled(const float* g_in, float* g_out, unsigned n)
{
    __shared__ float sdata[BS + 32];
    const unsigned tid = threadIdx.x;
    const unsigned grid = BS * 2 * gridDim.x;

    float sum = 0.f;
    for (unsigned i = blockIdx.x * BS * 2 + tid; i < n; i += grid) {
        sum += g_in[i];
        if (i + BS < n)
            sum += g_in[i + BS];
    }
    sdata[tid] = sum;
    if (tid < 32)
        sdata[BS + tid] = 0.f;
    __syncthreads();

    if (BS >= 256) {
        if (tid < 128) {
            sum += sdata[tid + 128];
            sdata[tid] = sum;
        }
        __syncthreads();
    }
    if (BS >= 128) {
        if (tid < 64) {
            sum += sdata[tid + 64];
            sdata[tid] = sum;
        }
        __syncthreads();
    }
    if (tid < 32)
        warp_reduce<BS>(sdata, tid);
    if (tid == 0)
        g_out[blockIdx.x] = sdata[0];
}

// Four channels at once.
__device__ inline float4 operator+(const float4& a, const float4& b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void reduce_rgba(const float4* __restrict__ px, float4* __restrict__ mean, int n)
{
    __shared__ float4 acc[128];
    const int t = threadIdx.x;
    float4 v = make_float4(0, 0, 0, 0);
    for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x)
        v = v + px[i];
    acc[t] = v;
    __syncthreads();

#pragma unroll
    for (int half = 64; half >= 1; half /= 2) {
        if (t < half) {
            v = v + acc[t + half];
            acc[t] = v;
        }
        __syncthreads();
    }

    // one float per thread of the result
    if (t < 4) {
        const float* flat = reinterpret_cast<const float*>(acc);
        float* dst = reinterpret_cast<float*>(mean + blockIdx.x);
        dst[t] = flat[t] / n;
    }
}

// Min, max and position of the max; run-time length, any halving.
struct MinMaxPos {
    float lo;
    float hi;
    int at;
};

__device__ MinMaxPos merge(const MinMaxPos& a, const MinMaxPos& b)
{
    MinMaxPos r;
    r.lo = fminf(a.lo, b.lo);
    r.hi = fmaxf(a.hi, b.hi);
    r.at = a.hi >= b.hi ? a.at : b.at;
    return r;
}

__global__ void reduce_minmax(const float* x, MinMaxPos* out, int n)
{
    __shared__ MinMaxPos best[192];
    const int t = threadIdx.x;
    MinMaxPos mine = {FLT_MAX, -FLT_MAX, -1};
    for (int i = t; i < n; i += blockDim.x) {
        const float v = x[blockIdx.x * n + i];
        mine = merge(mine, MinMaxPos{v, v, i});
    }
    best[t] = mine;
    __syncthreads();

    int live = blockDim.x;
    while (live > 1) {
        const int upper = (live + 1) / 2;
        if (t + upper < live) {
            const MinMaxPos other = best[t + upper];
            mine = merge(mine, other);
            best[t] = mine;
        }
        __syncthreads();
        live = upper;
    }
    if (t == 0)
        out[blockIdx.x] = best[0];
}

int main()
{
    const int n = 4096;
    float* h = new float[n];
    int* hi = new int[n];
    for (int i = 0; i < n; ++i) {
        h[i] = float((i * 2654435761u) >> 20) * 0.5f;
        hi[i] = i % 13 - 6;
    }
    float *d, *r;
    int *di, *ri;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&r, 1024 * sizeof(float));
    cudaMalloc(&di, n * sizeof(int));
    cudaMalloc(&ri, 64 * sizeof(int));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(di, hi, n * sizeof(int), cudaMemcpyHostToDevice);

    reduce_interleaved<Addressing::Modulo><<<4, BLOCK>>>(di, ri, n);
    reduce_interleaved<Addressing::StridedIndex><<<4, BLOCK>>>(di, ri, n);
    reduce_unrolled<256><<<4, 256>>>(d, r, n);
    reduce_unrolled<64><<<8, 64>>>(d, r, n);
    reduce_rgba<<<2, 128>>>(reinterpret_cast<float4*>(d), reinterpret_cast<float4*>(r), n / 4);
    reduce_minmax<<<4, 192>>>(d, reinterpret_cast<MinMaxPos*>(r), n / 4);

    cudaDeviceSynchronize();
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess)
        return std::printf("fail %d\n", int(e)), 1;
    cudaFree(d);
    cudaFree(r);
    cudaFree(di);
    cudaFree(ri);
    delete[] h;
    delete[] hi;
    std::printf("ok\n");
    return 0;
}

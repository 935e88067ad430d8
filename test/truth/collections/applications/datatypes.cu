// Narrow and wide element types in shared memory: half, bf16x2, uchar4, double, uint64.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

namespace {

// --- half transpose ---------------------------------------------------------
template <typename T, int TILE, int ROWS, int PAD>
__device__ void transpose_tile(const T* __restrict__ in, T* __restrict__ out, int width, int height)
{
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_half(const __half* __restrict__ in, __half* __restrict__ out, int width,
                               int height)
{
    transpose_tile<__half, 32, 8, 1>(in, out, width, height);
}

// --- bf16 layer norm, one warp per row, row kept in shared ------------------
struct MeanVar {
    float mean;
    float rstd;
};

__device__ __forceinline__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

template <int WARPS, int COLS>
__global__ void layernorm_bf16(const __nv_bfloat162* __restrict__ x,
                               const __nv_bfloat16* __restrict__ gamma,
                               const __nv_bfloat16* __restrict__ beta,
                               __nv_bfloat162* __restrict__ y, float eps)
{
    constexpr int PAIRS = COLS / 2;
    __shared__ __nv_bfloat162 rows[WARPS][PAIRS];
    __shared__ __nv_bfloat16 g[COLS];
    __shared__ __nv_bfloat16 b[COLS];
    __shared__ MeanVar stats[WARPS];

    for (int i = threadIdx.x; i < COLS; i += blockDim.x) {
        g[i] = gamma[i];
        b[i] = beta[i];
    }

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const size_t row = (size_t)blockIdx.x * WARPS + warp;

    float sum = 0.f, sq = 0.f;
    for (int p = lane; p < PAIRS; p += 32) {
        const __nv_bfloat162 v = x[row * PAIRS + p];
        rows[warp][p] = v;
        const float2 f = __bfloat1622float2(v);
        sum += f.x + f.y;
        sq += f.x * f.x + f.y * f.y;
    }
    sum = warp_sum(sum);
    sq = warp_sum(sq);
    if (lane == 0) {
        const float mean = sum / COLS;
        stats[warp] = MeanVar{mean, rsqrtf(fmaxf(sq / COLS - mean * mean, 0.f) + eps)};
    }
    __syncthreads();

    const MeanVar mv = stats[warp];
    for (int p = lane; p < PAIRS; p += 32) {
        const float2 f = __bfloat1622float2(rows[warp][p]);
        const float gx = __bfloat162float(g[2 * p]);
        const float gy = __bfloat162float(g[2 * p + 1]);
        const float bx = __bfloat162float(b[2 * p]);
        const float by = __bfloat162float(b[2 * p + 1]);
        y[row * PAIRS + p] = __floats2bfloat162_rn((f.x - mv.mean) * mv.rstd * gx + bx,
                                                   (f.y - mv.mean) * mv.rstd * gy + by);
    }
}

// --- bilateral filter on RGBA8 ----------------------------------------------
constexpr int kRadius = 2;
constexpr int kBlock = 16;
constexpr int kTile = kBlock + 2 * kRadius;

__device__ __forceinline__ int clampi(int v, int lo, int hi) { return min(max(v, lo), hi); }

__device__ __forceinline__ int absdiff(uchar4 a, uchar4 b)
{
    return abs(a.x - b.x) + abs(a.y - b.y) + abs(a.z - b.z);
}

__global__ void bilateral_rgba(const uchar4* __restrict__ src, uchar4* __restrict__ dst, int w, int h,
                               float invSigma)
{
    __shared__ uchar4 tile[kTile][kTile];
    __shared__ float spatial[2 * kRadius + 1][2 * kRadius + 1];
    __shared__ float rangeLut[256];

    const int tid = threadIdx.y * kBlock + threadIdx.x;
    for (int i = tid; i < kTile * kTile; i += kBlock * kBlock) {
        const int ty = i / kTile, tx = i % kTile;
        const int sx = clampi(blockIdx.x * kBlock + tx - kRadius, 0, w - 1);
        const int sy = clampi(blockIdx.y * kBlock + ty - kRadius, 0, h - 1);
        tile[ty][tx] = src[sy * w + sx];
    }
    rangeLut[tid] = __expf(-tid * tid * invSigma);
    if (tid < (2 * kRadius + 1) * (2 * kRadius + 1)) {
        const int dy = tid / (2 * kRadius + 1) - kRadius, dx = tid % (2 * kRadius + 1) - kRadius;
        spatial[dy + kRadius][dx + kRadius] = __expf(-0.25f * (dx * dx + dy * dy));
    }
    __syncthreads();

    const uchar4 c = tile[threadIdx.y + kRadius][threadIdx.x + kRadius];
    float3 acc = make_float3(0.f, 0.f, 0.f);
    float wsum = 0.f;
    for (int dy = 0; dy <= 2 * kRadius; ++dy) {
        for (int dx = 0; dx <= 2 * kRadius; ++dx) {
            const uchar4 p = tile[threadIdx.y + dy][threadIdx.x + dx];
            const int dist = min(absdiff(c, p), 255);
            float wgt = rangeLut[dist];
            wgt *= spatial[dy][dx];
            acc.x += wgt * p.x;
            acc.y += wgt * p.y;
            acc.z += wgt * p.z;
            wsum += wgt;
        }
    }
    const float inv = 1.f / wsum;
    dst[(blockIdx.y * kBlock + threadIdx.y) * w + blockIdx.x * kBlock + threadIdx.x] =
        make_uchar4(acc.x * inv + 0.5f, acc.y * inv + 0.5f, acc.z * inv + 0.5f, c.w);
}

// --- Monte Carlo with alias table; 64-bit state, double accumulation --------
struct AliasEntry {
    double prob;
    int alias;
};

__device__ __forceinline__ uint64_t xorshift64(uint64_t& s)
{
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s;
}

__global__ void alias_monte_carlo(const double* __restrict__ payoff, double* __restrict__ sums,
                                  unsigned long long* __restrict__ best, int draws)
{
    constexpr int N = 128;
    __shared__ AliasEntry table[N];
    __shared__ double value[N];
    __shared__ double red[128];
    __shared__ unsigned long long maxBits;

    const int t = threadIdx.x;
    table[t].prob = 0.25 + 0.75 * ((t * 29) % N) / N;
    table[t].alias = (t * 53 + 17) % N;
    value[t] = payoff[t];
    if (t == 0)
        maxBits = 0ull;
    __syncthreads();

    uint64_t state = 0x9E3779B97F4A7C15ull * (blockIdx.x * 128 + t + 1);
    double acc = 0.0;
    unsigned long long localMax = 0;
    for (int i = 0; i < draws; ++i) {
        const uint64_t r = xorshift64(state);
        int slot = (int)(r >> 57);
        const double u = (double)(r & 0xffffffffull) * (1.0 / 4294967296.0);
        if (u >= table[slot].prob)
            slot = table[slot].alias;
        acc += value[slot];
        localMax = r > localMax ? r : localMax;
    }
    atomicMax(&maxBits, localMax);

    red[t] = acc;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        const int i = 2 * s * t;
        if (i < blockDim.x)
            red[i] += red[i + s];
        __syncthreads();
    }
    if (t == 0) {
        sums[blockIdx.x] = red[0] / draws;
        best[blockIdx.x] = maxBits;
    }
}

template <typename T, typename F>
T* device_fill(size_t n, F f)
{
    std::vector<T> h(n);
    for (size_t i = 0; i < n; ++i)
        h[i] = f(i);
    T* d = nullptr;
    cudaMalloc(&d, n * sizeof(T));
    cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

} // namespace

int main()
{
    constexpr int W = 64, H = 64;
    auto* hin = device_fill<__half>(W * H, [](size_t i) { return __float2half((float)(i % 1021)); });
    auto* hout = device_fill<__half>(W * H, [](size_t) { return __float2half(0.f); });
    transpose_half<<<dim3(W / 32, H / 32), dim3(32, 8)>>>(hin, hout, W, H);

    constexpr int ROWS = 16, COLS = 256, WARPS = 4;
    auto* bx = device_fill<__nv_bfloat16>(ROWS * COLS, [](size_t i) { return __float2bfloat16((float)(i * 7 % 63) - 31.f); });
    auto* by = device_fill<__nv_bfloat16>(ROWS * COLS, [](size_t) { return __float2bfloat16(0.f); });
    auto* bg = device_fill<__nv_bfloat16>(COLS, [](size_t i) { return __float2bfloat16(1.f + i / 256.f); });
    auto* bb = device_fill<__nv_bfloat16>(COLS, [](size_t i) { return __float2bfloat16(i * 0.01f); });
    layernorm_bf16<WARPS, COLS><<<ROWS / WARPS, WARPS * 32>>>(
        reinterpret_cast<__nv_bfloat162*>(bx), bg, bb, reinterpret_cast<__nv_bfloat162*>(by), 1e-5f);

    auto* img = device_fill<uchar4>(32 * 32, [](size_t i) {
        return make_uchar4((i * 5) & 255, (i * 11 + 3) & 255, (i / 32 * 8) & 255, 255);
    });
    auto* dst = device_fill<uchar4>(32 * 32, [](size_t) { return make_uchar4(0, 0, 0, 0); });
    bilateral_rgba<<<dim3(2, 2), dim3(kBlock, kBlock)>>>(img, dst, 32, 32, 1.f / 800.f);

    auto* pay = device_fill<double>(128, [](size_t i) { return 0.5 * i - 20.0; });
    auto* sums = device_fill<double>(4, [](size_t) { return 0.0; });
    auto* best = device_fill<unsigned long long>(4, [](size_t) { return 0ull; });
    alias_monte_carlo<<<4, 128>>>(pay, sums, best, 16);

    cudaDeviceSynchronize();
    const cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        std::printf("error: %s\n", cudaGetErrorString(err));
        return 1;
    }
    for (void* p : {(void*)hin, (void*)hout, (void*)bx, (void*)by, (void*)bg, (void*)bb, (void*)img,
                    (void*)dst, (void*)pay, (void*)sums, (void*)best})
        cudaFree(p);
    std::printf("ok\n");
}

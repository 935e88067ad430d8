/* LayerNorm, RMSNorm and softmax, one row per block (plus a strided softmax). */
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr unsigned FULL = 0xffffffffu;

__device__ __forceinline__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL, v, o);
    return v;
}

// every thread gets the sum; scratch needs one float per warp
template <int NUM_WARPS>
__device__ float block_sum(float v, float* scratch)
{
    const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    v = warp_sum(v);
    __syncthreads();
    if (lane == 0) scratch[wid] = v;
    __syncthreads();
    float total = 0.f;
#pragma unroll
    for (int w = 0; w < NUM_WARPS; ++w) total += scratch[w];
    return total;
}

template <int BLOCK>
__global__ void layernorm_f4(const float4* __restrict__ x, const float4* __restrict__ gamma,
                             const float4* __restrict__ beta, float4* __restrict__ y, int cols4, float eps)
{
    extern __shared__ float4 row_cache[];
    __shared__ float scratch[BLOCK / 32];
    const float4* xr = x + (size_t)blockIdx.x * cols4;
    float4* yr = y + (size_t)blockIdx.x * cols4;
    float s = 0.f;
    for (int i = threadIdx.x; i < cols4; i += BLOCK) {
        const float4 v = xr[i];
        row_cache[i] = v;
        s += v.x + v.y + v.z + v.w;
    }
    const float inv_n = 1.f / (4 * cols4);
    const float mean = block_sum<BLOCK / 32>(s, scratch) * inv_n;

    float ss = 0.f;
    for (int i = threadIdx.x; i < cols4; i += BLOCK) {
        const float4 v = row_cache[i];
        const float a = v.x - mean, b = v.y - mean, c = v.z - mean, d = v.w - mean;
        ss += a * a + b * b + c * c + d * d;
    }
    const float rstd = rsqrtf(block_sum<BLOCK / 32>(ss, scratch) * inv_n + eps);

    for (int i = threadIdx.x; i < cols4; i += BLOCK) {
        const float4 v = row_cache[i];
        const float4 g = gamma[i], b = beta[i];
        yr[i] = make_float4((v.x - mean) * rstd * g.x + b.x, (v.y - mean) * rstd * g.y + b.y,
                            (v.z - mean) * rstd * g.z + b.z, (v.w - mean) * rstd * g.w + b.w);
    }
}

// fp16 in and out, 8 halves per load, fp32 copy of the row kept in shared memory
template <int BLOCK, int COLS>
__global__ void rmsnorm_h8(const uint4* __restrict__ x, const half* __restrict__ w, half* __restrict__ y, float eps)
{
    __shared__ float row[COLS];
    __shared__ float red[BLOCK];
    const int tid = threadIdx.x;
    float ss = 0.f;
    for (int v = tid; v < COLS / 8; v += BLOCK) {
        uint4 pack = x[(size_t)blockIdx.x * (COLS / 8) + v];
        const half2* h = reinterpret_cast<const half2*>(&pack);
        for (int j = 0; j < 4; ++j) {
            const float2 f = __half22float2(h[j]);
            row[v * 8 + 2 * j] = f.x;
            row[v * 8 + 2 * j + 1] = f.y;
            ss += f.x * f.x + f.y * f.y;
        }
    }
    red[tid] = ss;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride >>= 1) {
        if (tid < stride) red[tid] += red[tid + stride];
        __syncthreads();
    }
    const float scale = rsqrtf(red[0] / COLS + eps);
    for (int c = tid; c < COLS; c += BLOCK)
        y[(size_t)blockIdx.x * COLS + c] = __float2half(row[c] * scale * __half2float(w[c]));
}

struct MaxSum { float m, s; };

__device__ __forceinline__ MaxSum combine(MaxSum a, MaxSum b)
{
    const float m = fmaxf(a.m, b.m);
    return { m, a.s * __expf(a.m - m) + b.s * __expf(b.m - m) };
}

template <int BLOCK>
__global__ void online_softmax(const float* __restrict__ x, float* __restrict__ y, int cols)
{
    __shared__ MaxSum part[BLOCK];
    const float* xr = x + (size_t)blockIdx.x * cols;
    MaxSum acc = { -FLT_MAX, 0.f };
    for (int i = threadIdx.x; i < cols; i += BLOCK)
        acc = combine(acc, MaxSum{ xr[i], 1.f });
    part[threadIdx.x] = acc;
    __syncthreads();
    for (int n = BLOCK / 2; n > 0; n /= 2) {
        if (threadIdx.x < n) {
            MaxSum other = part[threadIdx.x + n];
            acc = combine(acc, other);
            part[threadIdx.x] = acc;
        }
        __syncthreads();
    }
    const MaxSum all = part[0];
    for (int i = threadIdx.x; i < cols; i += BLOCK)
        y[(size_t)blockIdx.x * cols + i] = __expf(xr[i] - all.m) / all.s;
}

// softmax over the slow dimension: x is [32][cols], block (32,32), one column per warp after the transpose
__global__ void softmax_dim0(const float* __restrict__ x, float* __restrict__ y, int cols)
{
    __shared__ float tile[32][33];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int col = blockIdx.x * 32 + tx;
    tile[ty][tx] = x[ty * cols + col];
    __syncthreads();
    const float v = tile[tx][ty];
    float m = v;
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(FULL, m, o));
    const float e = __expf(v - m);
    const float s = warp_sum(e);
    tile[tx][ty] = e / s;
    __syncthreads();
    y[ty * cols + col] = tile[ty][tx];
}

static bool ok(const char* what)
{
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    return e == cudaSuccess;
}

int main()
{
    constexpr int ROWS = 32, COLS = 1024;
    std::vector<float> h(ROWS * COLS), one(COLS, 1.f), zero(COLS, 0.f), out(ROWS * COLS);
    std::vector<half> hh(ROWS * COLS), hw(COLS, __float2half(1.f));
    for (size_t i = 0; i < h.size(); ++i) { h[i] = float(i % 97) * 0.03f - 1.f; hh[i] = __float2half(h[i]); }
    float *x, *y, *g, *b; half *xh, *yh, *wh;
    cudaMalloc(&x, h.size() * 4); cudaMalloc(&y, h.size() * 4);
    cudaMalloc(&g, COLS * 4); cudaMalloc(&b, COLS * 4);
    cudaMalloc(&xh, hh.size() * 2); cudaMalloc(&yh, hh.size() * 2); cudaMalloc(&wh, COLS * 2);
    cudaMemcpy(x, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(g, one.data(), COLS * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(b, zero.data(), COLS * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(xh, hh.data(), hh.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(wh, hw.data(), COLS * 2, cudaMemcpyHostToDevice);

    layernorm_f4<128><<<ROWS, 128, COLS * sizeof(float)>>>((const float4*)x, (const float4*)g, (const float4*)b, (float4*)y, COLS / 4, 1e-5f);
    if (!ok("layernorm")) return 1;
    rmsnorm_h8<128, COLS><<<ROWS, 128>>>((const uint4*)xh, wh, yh, 1e-6f);
    if (!ok("rmsnorm")) return 1;
    softmax_dim0<<<COLS / 32, dim3(32, 32)>>>(x, y, COLS);
    if (!ok("softmax_dim0")) return 1;
    online_softmax<256><<<ROWS, 256>>>(x, y, COLS);
    if (!ok("online_softmax")) return 1;
    cudaMemcpy(out.data(), y, out.size() * 4, cudaMemcpyDeviceToHost);
    float sum = 0.f;
    for (int c = 0; c < COLS; ++c) sum += out[3 * COLS + c];
    std::printf("softmax row sum %f\n", sum);
    return std::fabs(sum - 1.f) < 1e-3f ? 0 : 2;
}

// Transformer inference building blocks: softmax, layernorm, RMSNorm, tiled attention, KV-cache decode, GELU MLP tile.
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cfloat>
#include <cstdio>
#include <vector>

template <typename F>
__device__ __forceinline__ float warp_all(float v, F op)
{
#pragma unroll
    for (int m = 16; m > 0; m /= 2) v = op(v, __shfl_xor_sync(0xffffffff, v, m));
    return v;
}
struct MaxOp { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct SumOp { __device__ float operator()(float a, float b) const { return a + b; } };

template <typename F>
__device__ float block_all(float v, F op, float ident, float* red)
{
    const int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    v = warp_all(v, op);
    __syncthreads();
    if (lane == 0) red[w] = v;
    __syncthreads();
    v = lane < (blockDim.x + 31) / 32 ? red[lane] : ident;
    return warp_all(v, op);
}

// One block per row; row cached in shared memory after the first read
__global__ void softmax_rows(const __half* in, __half* out, int cols)
{
    extern __shared__ float row[];
    __shared__ float red[32];
    const __half* x = in + (size_t)blockIdx.x * cols;
    float mx = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float v = __half2float(x[c]);
        row[c] = v;
        mx = fmaxf(mx, v);
    }
    mx = block_all(mx, MaxOp(), -FLT_MAX, red);
    float s = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        const float e = __expf(row[c] - mx);
        row[c] = e;
        s += e;
    }
    s = block_all(s, SumOp(), 0.f, red);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[(size_t)blockIdx.x * cols + c] = __float2half(row[c] / s);
}

// float4 vectorised layernorm with gamma/beta staged in shared memory; several rows per block
__global__ void layernorm_vec4(const float4* x, const float4* gm, const float4* bt, float4* y, int rows, int c4)
{
    extern __shared__ float4 params[];
    float4* g = params;
    float4* b = params + c4;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < c4; i += blockDim.y * 32) { g[i] = gm[i]; b[i] = bt[i]; }
    __syncthreads();
    for (int r = blockIdx.x * blockDim.y + threadIdx.y; r < rows; r += gridDim.x * blockDim.y) {
        float s = 0.f, q = 0.f;
        for (int i = threadIdx.x; i < c4; i += 32) {
            const float4 v = x[r * c4 + i];
            s += v.x + v.y + v.z + v.w;
            q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        }
        s = warp_all(s, SumOp());
        q = warp_all(q, SumOp());
        const float mu = s / (4 * c4), inv = rsqrtf(q / (4 * c4) - mu * mu + 1e-5f);
        for (int i = threadIdx.x; i < c4; i += 32) {
            const float4 v = x[r * c4 + i], gg = g[i], bb = b[i];
            y[r * c4 + i] = make_float4((v.x - mu) * inv * gg.x + bb.x, (v.y - mu) * inv * gg.y + bb.y,
                                        (v.z - mu) * inv * gg.z + bb.z, (v.w - mu) * inv * gg.w + bb.w);
        }
    }
}

// RMSNorm backward weight gradient: tile of rows reduced over the row dimension via a transposed read
template <int LDPAD>
__global__ void rmsnorm_wgrad(const __nv_bfloat16* dy, const __nv_bfloat16* xhat, float* dw, int rows, int cols)
{
    __shared__ float acc[32][32 + LDPAD];
    const int c = blockIdx.x * 32 + threadIdx.x;
    float s = 0.f;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += blockDim.y)
            s += __bfloat162float(dy[r * cols + c]) * __bfloat162float(xhat[r * cols + c]);
    acc[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    float v = warp_all(acc[threadIdx.x][threadIdx.y], SumOp());
    const int oc = blockIdx.x * 32 + threadIdx.y;
    if (threadIdx.x == 0 && oc < cols) dw[oc] = v;
}

// Online-softmax attention, one query row per thread, K/V tiles in shared memory.
template <int D, int BR, int BC>
__global__ void flash_rowwise(const float* Q, const float* K, const float* V, float* O, int L, float scale)
{
    __shared__ float sq[BR][D];
    __shared__ float sk[BC][D];
    __shared__ float sv[BC][D];
    const int head = blockIdx.y, t = threadIdx.x;
    const int q0 = blockIdx.x * BR;
    const size_t hb = (size_t)head * L * D;
    for (int e = t; e < BR * D; e += BR) sq[e / D][e % D] = q0 + e / D < L ? Q[hb + (size_t)q0 * D + e] : 0.f;
    float o[D];
#pragma unroll
    for (int d = 0; d < D; ++d) o[d] = 0.f;
    float m = -FLT_MAX, l = 0.f;
    for (int k0 = 0; k0 < L; k0 += BC) {
        __syncthreads();
        for (int e = t; e < BC * D; e += BR) {
            const bool ok = k0 + e / D < L;
            sk[e / D][e % D] = ok ? K[hb + (size_t)k0 * D + e] : 0.f;
            sv[e / D][e % D] = ok ? V[hb + (size_t)k0 * D + e] : 0.f;
        }
        __syncthreads();
        for (int j = 0; j < BC && k0 + j < L; ++j) {
            float s = 0.f;
#pragma unroll 8
            for (int d = 0; d < D; ++d) s += sq[t][d] * sk[j][d];
            s *= scale;
            const float mn = fmaxf(m, s), cf = __expf(m - mn), p = __expf(s - mn);
            l = l * cf + p;
            m = mn;
#pragma unroll
            for (int d = 0; d < D; ++d) o[d] = o[d] * cf + p * sv[j][d];
        }
    }
    if (q0 + t < L)
        for (int d = 0; d < D; ++d) O[hb + (size_t)(q0 + t) * D + d] = o[d] / l;
}

// Decode step: one query, half K cache tile; each lane owns a key (row), scores then weighted sum of V.
__global__ void decode_scores(const __half2* q, const __half2* kcache, float* scores, int ctx)
{
    constexpr int D2 = 32;                      // head dim 64 as half2
    __shared__ __half2 kt[64][D2];
    __shared__ __half2 ql[D2];
    __shared__ float sc[64];
    const int t = threadIdx.x, k0 = blockIdx.x * 64, h = blockIdx.y;
    if (t < D2) ql[t] = q[h * D2 + t];
    for (int e = t; e < 64 * D2; e += 128)
        kt[e / D2][e % D2] = k0 + e / D2 < ctx ? kcache[((size_t)h * ctx + k0) * D2 + e] : __half2{};
    __syncthreads();
    const int key = t >> 1, part = t & 1;       // two threads per key
    float s = 0.f;
#pragma unroll
    for (int i = 0; i < D2 / 2; ++i) {
        const float2 a = __half22float2(kt[key][part * (D2 / 2) + i]), b = __half22float2(ql[part * (D2 / 2) + i]);
        s += a.x * b.x + a.y * b.y;
    }
    s += __shfl_down_sync(0xffffffff, s, 1);
    if (part == 0) sc[key] = s;
    __syncthreads();
    if (t < 64 && k0 + t < ctx) scores[h * ctx + k0 + t] = sc[t] * 0.125f;
}

int main()
{
    const int N = 1 << 17;
    std::vector<float> hf(N); std::vector<__half> hh(N); std::vector<__nv_bfloat16> hb(N);
    for (int i = 0; i < N; ++i) { hf[i] = ((i * 13) % 29 - 14) * 0.05f; hh[i] = __float2half(hf[i]); hb[i] = __float2bfloat16(hf[i]); }
    float *f, *fo; __half *h, *ho; __nv_bfloat16* b;
    cudaMalloc(&f, N * 4); cudaMalloc(&fo, N * 4); cudaMalloc(&h, N * 2); cudaMalloc(&ho, N * 2); cudaMalloc(&b, N * 2);
    cudaMemcpy(f, hf.data(), N * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(h, hh.data(), N * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(b, hb.data(), N * 2, cudaMemcpyHostToDevice);
    for (int cols : {200, 1000}) softmax_rows<<<64, 128, cols * sizeof(float)>>>(h, ho, cols);
    layernorm_vec4<<<16, dim3(32, 4), 2 * 96 * sizeof(float4)>>>((float4*)f, (float4*)f, (float4*)f + 96, (float4*)fo, 150, 96);
    rmsnorm_wgrad<0><<<(300 + 31) / 32, dim3(32, 32)>>>(b, b + 1, fo, 120, 300);
    rmsnorm_wgrad<1><<<(300 + 31) / 32, dim3(32, 32)>>>(b, b + 1, fo, 120, 300);
    flash_rowwise<32, 64, 32><<<dim3(3, 4), 64>>>(f, f + 64, f + 128, fo, 170, 0.17f);
    decode_scores<<<dim3(5, 4), 128>>>((__half2*)h, (__half2*)h + 256, fo, 290);
    const cudaError_t e = cudaDeviceSynchronize();
    std::vector<float> r(256);
    cudaMemcpy(r.data(), fo, 1024, cudaMemcpyDeviceToHost);
    double s = 0; for (float v : r) s += v;
    std::printf("%s %.5f\n", e == cudaSuccess ? "ok" : cudaGetErrorString(e), s);
}

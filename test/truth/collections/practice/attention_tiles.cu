// Attention building blocks: flash-like forward tile, fused QK^T in half, and decode-time single query.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// "minimal flash attention": one thread per query row of the tile
__global__ void flashForward(const float *Q, const float *K, const float *V, int N, int d, int Tc, int Tr, int Bc, int Br,
                             float scale, float *O)
{
    int tx = threadIdx.x;
    int off = blockIdx.x * N * d;
    extern __shared__ float sram[];
    int tile_size = Bc * d;
    float *Qi = sram;
    float *Kj = &sram[tile_size];
    float *Vj = &sram[tile_size * 2];
    float *S = &sram[tile_size * 3];
    for (int i = 0; i < Tr; i++) {
        for (int x = 0; x < d; x++) { Qi[tx * d + x] = Q[off + tile_size * i + tx * d + x]; O[off + tile_size * i + tx * d + x] = 0.f; }
        float m = -INFINITY, l = 0.f;
        for (int j = 0; j < Tc; j++) {
            __syncthreads();
            for (int x = 0; x < d; x++) {
                Kj[tx * d + x] = K[off + tile_size * j + tx * d + x];
                Vj[tx * d + x] = V[off + tile_size * j + tx * d + x];
            }
            __syncthreads();
            float row_m = -INFINITY;
            for (int y = 0; y < Bc; y++) {
                float sum = 0;
                for (int x = 0; x < d; x++) sum += Qi[tx * d + x] * Kj[y * d + x];
                sum *= scale;
                S[Bc * tx + y] = sum;
                if (sum > row_m) row_m = sum;
            }
            float new_m = fmaxf(m, row_m), corr = __expf(m - new_m), row_l = 0;
            for (int y = 0; y < Bc; y++) { S[Bc * tx + y] = __expf(S[Bc * tx + y] - new_m); row_l += S[Bc * tx + y]; }
            l = l * corr + row_l;
            for (int x = 0; x < d; x++) {
                float pv = 0;
                for (int y = 0; y < Bc; y++) pv += S[Bc * tx + y] * Vj[y * d + x];
                O[off + tile_size * i + tx * d + x] = O[off + tile_size * i + tx * d + x] * corr + pv;
            }
            m = new_m;
        }
        for (int x = 0; x < d; x++) O[off + tile_size * i + tx * d + x] /= l;
        __syncthreads();
    }
}

// S = Q K^T with half2 dot products, K tile padded by one half2
template <int HEAD_DIM, int BM, int BN>
__global__ void qkHalf2(const half2 *__restrict__ q, const half2 *__restrict__ k, half *__restrict__ s, int seq)
{
    constexpr int D2 = HEAD_DIM / 2;
    __shared__ half2 qs[BM][D2];
    __shared__ half2 ks[BN][D2 + 1];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x, nthr = blockDim.x * blockDim.y;
    for (int i = tid; i < BM * D2; i += nthr) qs[i / D2][i % D2] = q[(blockIdx.y * BM + i / D2) * D2 + i % D2];
    for (int i = tid; i < BN * D2; i += nthr) ks[i / D2][i % D2] = k[(blockIdx.x * BN + i / D2) * D2 + i % D2];
    __syncthreads();
    for (int r = threadIdx.y; r < BM; r += blockDim.y) {
        float acc = 0.f;
#pragma unroll 8
        for (int x = 0; x < D2; x++) {
            float2 a = __half22float2(qs[r][x]), b = __half22float2(ks[threadIdx.x][x]);
            acc += a.x * b.x + a.y * b.y;
        }
        s[(blockIdx.y * BM + r) * seq + blockIdx.x * BN + threadIdx.x] = __float2half(acc);
    }
}

// decode: one query vector against a KV cache; warps take rows, cross-warp combine through smem
__global__ void decodeAttention(const float *__restrict__ q, const float4 *__restrict__ kc, const float4 *__restrict__ vc,
                                float *__restrict__ out, int ctx)
{
    constexpr int D = 128, W = 4;
    __shared__ float4 sq[D / 4];
    __shared__ float logits[256];
    __shared__ float red[W];
    __shared__ float4 acc[W][D / 4];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, head = blockIdx.x;
    if (threadIdx.x < D / 4) sq[threadIdx.x] = reinterpret_cast<const float4 *>(q + head * D)[threadIdx.x];
    __syncthreads();
    float wmax = -1e30f;
    for (int t = warp; t < ctx; t += W) {
        float4 a = sq[lane], b = kc[(head * ctx + t) * (D / 4) + lane];
        float p = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        for (int o = 16; o; o >>= 1) p += __shfl_xor_sync(~0u, p, o);
        if (lane == 0) logits[t] = p * 0.088f;
        wmax = fmaxf(wmax, p * 0.088f);
    }
    if (lane == 0) red[warp] = wmax;
    __syncthreads();
    float mx = fmaxf(fmaxf(red[0], red[1]), fmaxf(red[2], red[3]));
    float4 o4 = make_float4(0, 0, 0, 0);
    float den = 0.f;
    for (int t = warp; t < ctx; t += W) {
        float p = __expf(logits[t] - mx);
        float4 v = vc[(head * ctx + t) * (D / 4) + lane];
        o4.x += p * v.x; o4.y += p * v.y; o4.z += p * v.z; o4.w += p * v.w;
        den += p;
    }
    acc[warp][lane] = o4;
    __syncthreads();
    if (lane == 0) red[warp] = den;
    __syncthreads();
    float total = red[0] + red[1] + red[2] + red[3];
    const float *flat = reinterpret_cast<const float *>(acc);
    float r = 0.f;
    for (int w = 0; w < W; w++) r += flat[w * D + threadIdx.x];
    out[head * D + threadIdx.x] = r / total;
}

int main()
{
    const int heads = 4, N = 128, d = 32, Bc = 32;
    std::vector<float> h(1 << 18);
    for (size_t i = 0; i < h.size(); i++) h[i] = ((int)(i % 29) - 14) * 0.05f;
    std::vector<half> hh(1 << 15);
    for (size_t i = 0; i < hh.size(); i++) hh[i] = __float2half(h[i]);
    float *x, *o; half *hx, *hs;
    cudaMalloc(&x, h.size() * 4); cudaMalloc(&o, h.size() * 4);
    cudaMalloc(&hx, hh.size() * 2); cudaMalloc(&hs, 128 * 128 * 2);
    cudaMemcpy(x, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(hx, hh.data(), hh.size() * 2, cudaMemcpyHostToDevice);
    const size_t sram = (3 * Bc * d + Bc * Bc) * sizeof(float);
    flashForward<<<heads, Bc, sram>>>(x, x + 16384, x + 32768, N, d, N / Bc, N / Bc, Bc, Bc, 1.f / std::sqrt((float)d), o);
    qkHalf2<64, 32, 32><<<dim3(4, 4), dim3(32, 8)>>>((half2 *)hx, (half2 *)(hx + 8192), hs, 128);
    decodeAttention<<<heads, 128>>>(x, (float4 *)x, (float4 *)(x + 131072), o, 200);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(x); cudaFree(o); cudaFree(hx); cudaFree(hs);
    return 0;
}

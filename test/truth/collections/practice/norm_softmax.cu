// Row-wise softmax, layernorm, RMSnorm backward-like column reductions.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

template <typename F>
__device__ float blockReduce(float v, float *scratch, F op, float identity)
{
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
#pragma unroll
    for (int o = 16; o > 0; o /= 2) v = op(v, __shfl_xor_sync(0xffffffff, v, o));
    __syncthreads();
    if (lane == 0) scratch[w] = v;
    __syncthreads();
    v = lane < (blockDim.x >> 5) ? scratch[lane] : identity;
#pragma unroll
    for (int o = 16; o > 0; o /= 2) v = op(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}

__global__ void softmaxCached(const float *__restrict__ in, float *__restrict__ out, int cols)
{
    extern __shared__ float4 rowbuf4[];
    __shared__ float scratch[32];
    const float4 *src = reinterpret_cast<const float4 *>(in + (size_t)blockIdx.x * cols);
    float4 *dst = reinterpret_cast<float4 *>(out + (size_t)blockIdx.x * cols);
    float mx = -3.4e38f;
    for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
        float4 v = src[i];
        rowbuf4[i] = v;
        mx = fmaxf(mx, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    mx = blockReduce(mx, scratch, [](float a, float b) { return fmaxf(a, b); }, -3.4e38f);
    float sum = 0.f;
    for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
        float4 v = rowbuf4[i];
        v.x = __expf(v.x - mx); v.y = __expf(v.y - mx); v.z = __expf(v.z - mx); v.w = __expf(v.w - mx);
        rowbuf4[i] = v;
        sum += v.x + v.y + v.z + v.w;
    }
    sum = blockReduce(sum, scratch, [](float a, float b) { return a + b; }, 0.f);
    float inv = 1.f / sum;
    for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
        float4 v = rowbuf4[i];
        dst[i] = make_float4(v.x * inv, v.y * inv, v.z * inv, v.w * inv);
    }
}

// tree reduction on (sum, sumsq) with a float2 buffer, textbook way
__global__ void layerNormFloat2(const float *x, const float *gamma, const float *beta, float *y, int C)
{
    __shared__ float2 buf[256];
    const float *row = x + blockIdx.x * C;
    float2 p = make_float2(0.f, 0.f);
    for (int c = threadIdx.x; c < C; c += 256) { float v = row[c]; p.x += v; p.y += v * v; }
    buf[threadIdx.x] = p;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s) { buf[threadIdx.x].x += buf[threadIdx.x + s].x; buf[threadIdx.x].y += buf[threadIdx.x + s].y; }
        __syncthreads();
    }
    float mean = buf[0].x / C, var = buf[0].y / C - mean * mean, rstd = rsqrtf(var + 1e-5f);
    for (int c = threadIdx.x; c < C; c += 256) y[blockIdx.x * C + c] = (row[c] - mean) * rstd * gamma[c] + beta[c];
}

// dgamma/dbeta: 32 columns per block, 8 rows in flight, final column sum through a transposed read
__global__ void gammaBetaGrad(const half *__restrict__ dy, const half *__restrict__ xhat, float *dgamma, float *dbeta, int rows, int C)
{
    __shared__ float sg[8][32 + 1], sb[8][32 + 1];
    int c = blockIdx.x * 32 + threadIdx.x;
    float g = 0, b = 0;
    for (int r = threadIdx.y; r < rows; r += 8) {
        float d = __half2float(dy[r * C + c]);
        g += d * __half2float(xhat[r * C + c]);
        b += d;
    }
    sg[threadIdx.y][threadIdx.x] = g;
    sb[threadIdx.y][threadIdx.x] = b;
    __syncthreads();
    // each 8-lane group now sums one column
    int t = threadIdx.y * 32 + threadIdx.x;
    int col = t / 8, k = t % 8;
    g = sg[k][col]; b = sb[k][col];
    for (int o = 4; o; o >>= 1) { g += __shfl_down_sync(~0u, g, o, 8); b += __shfl_down_sync(~0u, b, o, 8); }
    if (k == 0) { dgamma[blockIdx.x * 32 + col] = g; dbeta[blockIdx.x * 32 + col] = b; }
}

static void launchSoftmax(const float *in, float *out, int rows, int cols)
{
    const int threads = cols >= 1024 ? 256 : 128;
    softmaxCached<<<rows, threads, cols * sizeof(float)>>>(in, out, cols);
}

int main()
{
    const int rows = 64, C = 1024;
    std::vector<float> h(rows * C);
    std::vector<half> hh(rows * C);
    for (int i = 0; i < rows * C; i++) { h[i] = (i * 37 % 101) * 0.02f - 1.f; hh[i] = __float2half(h[i]); }
    float *x, *y, *g; half *z;
    cudaMalloc(&x, rows * C * 4); cudaMalloc(&y, rows * C * 4); cudaMalloc(&g, 2 * C * 4); cudaMalloc(&z, rows * C * 2);
    cudaMemcpy(x, h.data(), rows * C * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(z, hh.data(), rows * C * 2, cudaMemcpyHostToDevice);
    launchSoftmax(x, y, rows, C);
    launchSoftmax(x, y, rows, 512);
    layerNormFloat2<<<rows, 256>>>(x, x, x + C, y, C);
    gammaBetaGrad<<<C / 32, dim3(32, 8)>>>(z, z, g, g + C, rows, C);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(x); cudaFree(y); cudaFree(g); cudaFree(z);
    return 0;
}

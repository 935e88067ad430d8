// Convolution, pooling, embedding and optimizer kernels in the style of a home-made inference engine
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>
#include <functional>

struct Relu  { __device__ static float f(float x) { return fmaxf(x, 0.f); } };
struct Gelu  { __device__ static float f(float x) { return 0.5f * x * (1.f + tanhf(0.79788456f * (x + 0.044715f * x * x * x))); } };
struct Ident { __device__ static float f(float x) { return x; } };

template <int KS, int CI_TILE, class Act>
__global__ void conv2d(const float *__restrict__ in, const float *__restrict__ wgt, float *__restrict__ out,
                       int C, int H, int W, int K)
{
    constexpr int TX = 14, TY = 14, HALO = KS - 1;
    __shared__ float tile[CI_TILE][TY + HALO][TX + HALO];
    __shared__ float w[8][CI_TILE][KS * KS];
    const int tx = threadIdx.x, ty = threadIdx.y, flat = ty * TX + tx;
    const int ox = blockIdx.x * TX + tx, oy = blockIdx.y * TY + ty, k0 = blockIdx.z * 8;
    float acc[8] = {};
    for (int c0 = 0; c0 < C; c0 += CI_TILE) {
        for (int e = flat; e < CI_TILE * (TY + HALO) * (TX + HALO); e += TX * TY) {
            int x = e % (TX + HALO), y = e / (TX + HALO) % (TY + HALO), c = e / ((TX + HALO) * (TY + HALO));
            int gx = blockIdx.x * TX + x - HALO / 2, gy = blockIdx.y * TY + y - HALO / 2;
            tile[c][y][x] = (c0 + c < C && gx >= 0 && gx < W && gy >= 0 && gy < H) ? in[((c0 + c) * H + gy) * W + gx] : 0.f;
        }
        for (int e = flat; e < 8 * CI_TILE * KS * KS; e += TX * TY) {
            int r = e % (KS * KS), c = e / (KS * KS) % CI_TILE, k = e / (KS * KS * CI_TILE);
            w[k][c][r] = (k0 + k < K && c0 + c < C) ? wgt[((k0 + k) * C + c0 + c) * KS * KS + r] : 0.f;
        }
        __syncthreads();
        for (int c = 0; c < CI_TILE; ++c)
            #pragma unroll
            for (int ky = 0; ky < KS; ++ky)
                #pragma unroll
                for (int kx = 0; kx < KS; ++kx) {
                    float v = tile[c][ty + ky][tx + kx];
                    #pragma unroll
                    for (int k = 0; k < 8; ++k) acc[k] = fmaf(v, w[k][c][ky * KS + kx], acc[k]);
                }
        __syncthreads();
    }
    if (ox < W && oy < H)
        for (int k = 0; k < 8 && k0 + k < K; ++k) out[((k0 + k) * H + oy) * W + ox] = Act::f(acc[k]);
}

// stride-2 max pool from a staged tile, channels last, half precision
__global__ void maxpool_nhwc(const half *in, half *out, int H, int W, int C)
{
    extern __shared__ __align__(16) half pbuf[];           // 2 rows x W x 8 channels
    const int c0 = blockIdx.y * 8, oy = blockIdx.x;
    for (int i = threadIdx.x; i < 2 * W; i += blockDim.x) {
        int r = i / W, x = i - r * W;
        *reinterpret_cast<uint4 *>(pbuf + i * 8) = *reinterpret_cast<const uint4 *>(in + ((size_t)(2 * oy + r) * W + x) * C + c0);
    }
    __syncthreads();
    const int OW = W >> 1;
    for (int i = threadIdx.x; i < OW * 8; i += blockDim.x) {
        int c = i & 7, ox = i >> 3;
        half m = __hmax(pbuf[(2 * ox) * 8 + c], pbuf[(2 * ox + 1) * 8 + c]);
        m = __hmax(m, __hmax(pbuf[(W + 2 * ox) * 8 + c], pbuf[(W + 2 * ox + 1) * 8 + c]));
        out[((size_t)oy * OW + ox) * C + c0 + c] = m;
    }
}

// quantised matvec: int8 weights in shared as char4, dp4a, column interleave chosen at compile time
template <int PADW>
__global__ void qmatvec(const char4 *wq, const char4 *xq, int *y, int rows, int k4)
{
    extern __shared__ int qmem[];
    int *ws = qmem;                                   // [blockDim.x][k4 + PADW]
    int *xs = qmem + blockDim.x * (k4 + PADW);
    const int t = threadIdx.x, r0 = blockIdx.x * blockDim.x;
    const int live = min((int)blockDim.x, rows - r0);
    for (int e = t; e < live * k4; e += blockDim.x)
        ws[(e / k4) * (k4 + PADW) + e % k4] = reinterpret_cast<const int *>(wq)[r0 * k4 + e];
    for (int e = t; e < k4; e += blockDim.x) xs[e] = reinterpret_cast<const int *>(xq)[e];
    __syncthreads();
    if (t >= live) return;
    int s = 0;
#pragma unroll 4
    for (int k = 0; k < k4; k++) s = __dp4a(ws[t * (k4 + PADW) + k], xs[k], s);
    y[r0 + t] = s;
}

// embedding gradient: tokens sorted into shared rows then flushed by atomics; 40 dims
__global__ void embed_grad(const short *tok, const float *grad, float *table, int n, int vocab)
{
    __shared__ float rows[16][40];
    const unsigned d = threadIdx.x;                   // 40 x 4
    for (int v = threadIdx.y; v < 16; v += blockDim.y) rows[v][d] = 0.f;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.y + threadIdx.y; i < n; i += gridDim.x * blockDim.y)
        atomicAdd(&rows[tok[i] & 15][d], grad[i * 40 + d]);
    __syncthreads();
    for (int v = threadIdx.y; v < min(vocab, 16); v += blockDim.y) atomicAdd(&table[v * 40 + d], rows[v][d]);
}

// top-4 per row by repeated tournament; values and short indices in separate arrays
__global__ void top4(const float *logits, int cols, float *val, int *idx)
{
    __shared__ float v[256];
    __shared__ unsigned short who[256];
    const int t = threadIdx.x;
    float mine[2];
    mine[0] = t < cols ? logits[blockIdx.x * cols + t] : -1e30f;
    mine[1] = t + 256 < cols ? logits[blockIdx.x * cols + t + 256] : -1e30f;
    for (int pass = 0; pass < 4; ++pass) {
        bool hi = mine[1] > mine[0];
        v[t] = hi ? mine[1] : mine[0];
        who[t] = (unsigned short)(t + (hi ? 256 : 0));
        __syncthreads();
        for (int s = 128; s > 0; s >>= 1) {
            if (t < s && v[t + s] > v[t]) { v[t] = v[t + s]; who[t] = who[t + s]; }
            __syncthreads();
        }
        int w = who[0];
        if (t == 0) { val[blockIdx.x * 4 + pass] = v[0]; idx[blockIdx.x * 4 + pass] = w; }
        if ((w & 255) == t) { if (w >> 8) mine[1] = -1e30f; else mine[0] = -1e30f; }
        __syncthreads();
    }
}

int main()
{
    const int C = 6, H = 30, W = 33, K = 12;
    std::vector<float> in(C * H * W), wg(K * C * 25), lg(5 * 400);
    for (size_t i = 0; i < in.size(); i++) in[i] = ((i * 7) % 23) * 0.1f - 1.f;
    for (size_t i = 0; i < wg.size(); i++) wg[i] = ((i * 5) % 17) * 0.05f - 0.4f;
    for (size_t i = 0; i < lg.size(); i++) lg[i] = (float)((i * 7919) % 1013);
    std::vector<half> hp(20 * 24 * 16);
    for (size_t i = 0; i < hp.size(); i++) hp[i] = __float2half((i * 13 % 97) * 0.5f);
    std::vector<signed char> q(90 * 64 + 64);
    for (size_t i = 0; i < q.size(); i++) q[i] = (signed char)((i * 31) % 200 - 100);
    std::vector<short> tok(200);
    for (int i = 0; i < 200; i++) tok[i] = (short)((i * i) % 13);
    float *di, *dw, *dout, *dlg, *dval, *dtab; half *dh, *dho; signed char *dq; int *dy, *didx; short *dt;
    cudaMalloc(&di, in.size() * 4); cudaMalloc(&dw, wg.size() * 4); cudaMalloc(&dout, K * H * W * 4);
    cudaMalloc(&dlg, lg.size() * 4); cudaMalloc(&dval, 80); cudaMalloc(&didx, 80); cudaMalloc(&dtab, 16 * 40 * 4);
    cudaMalloc(&dh, hp.size() * 2); cudaMalloc(&dho, hp.size() / 2); cudaMalloc(&dq, q.size()); cudaMalloc(&dy, 90 * 4); cudaMalloc(&dt, 400);
    cudaMemcpy(di, in.data(), in.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, wg.data(), wg.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dlg, lg.data(), lg.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dh, hp.data(), hp.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dq, q.data(), q.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dt, tok.data(), 400, cudaMemcpyHostToDevice);
    cudaMemset(dtab, 0, 16 * 40 * 4);
    double s = 0;
    std::vector<float> o(K * H * W);
    auto eat = [&] { cudaMemcpy(o.data(), dout, o.size() * 4, cudaMemcpyDeviceToHost); for (size_t i = 0; i < o.size(); i++) s += o[i] * (i % 3); };
    dim3 cg((W + 13) / 14, (H + 13) / 14, (K + 7) / 8), cb(14, 14);
    std::vector<std::function<void()>> steps = {
        [&] { conv2d<3, 4, Relu><<<cg, cb>>>(di, dw, dout, C, H, W, K); eat(); },
        [&] { conv2d<5, 2, Gelu><<<cg, cb>>>(di, dw, dout, C, H, W, K); eat(); },
        [&] { maxpool_nhwc<<<dim3(10, 2), 64, 2 * 24 * 8 * sizeof(half)>>>(dh, dho, 20, 24, 16); },
        [&] { qmatvec<0><<<2, 64, (64 * 16 + 16) * 4>>>((char4 *)dq, (char4 *)(dq + 90 * 64), dy, 90, 16); },
        [&] { qmatvec<1><<<2, 64, (64 * 17 + 16) * 4>>>((char4 *)dq, (char4 *)(dq + 90 * 64), dy, 90, 16); },
        [&] { embed_grad<<<3, dim3(40, 4)>>>(dt, dout, dtab, 200, 13); },
        [&] { top4<<<5, 256>>>(dlg, 400, dval, didx); },
    };
    for (auto &f : steps) f();
    std::vector<half> ph(hp.size() / 4); std::vector<int> y(90), ix(20); std::vector<float> tab(640);
    cudaMemcpy(ph.data(), dho, ph.size() * 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), dy, 360, cudaMemcpyDeviceToHost);
    cudaMemcpy(ix.data(), didx, 80, cudaMemcpyDeviceToHost);
    cudaMemcpy(tab.data(), dtab, 2560, cudaMemcpyDeviceToHost);
    for (half v : ph) s += __half2float(v);
    for (int v : y) s += v;
    for (int v : ix) s += v;
    for (float v : tab) s += v;
    printf("nn_conv checksum %.4f %s\n", s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

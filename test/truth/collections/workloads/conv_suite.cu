// Assorted convolution kernels (fp32, NCHW unless noted).
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}
#define RUN(x) check((x), #x)

struct LaunchConfig {
    dim3 grid;
    dim3 block;
    size_t smem = 0;
};

static constexpr int div_up(int a, int b) { return (a + b - 1) / b; }

struct ConvShape {
    int n, c, h, w, k;
};

// ---------------------------------------------------------------------------------------------
// Direct 3x3, stride 1, pad 1.  One 16x16 output tile, KPB output channels per block.
// ---------------------------------------------------------------------------------------------
#define TILE 16
#define HALO 1
#define PATCH (TILE + 2 * HALO)
#define KPB 4

__global__ void conv3x3_direct(const float* __restrict__ in, const float* __restrict__ wgt,
                               float* __restrict__ out, ConvShape s)
{
    __shared__ float patch[PATCH][PATCH];
    __shared__ float filt[KPB][9];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int tid = ty * TILE + tx;
    const int tiles_x = (s.w + TILE - 1) / TILE;
    const int ox = (blockIdx.x % tiles_x) * TILE;
    const int oy = (blockIdx.x / tiles_x) * TILE;
    const int k0 = blockIdx.y * KPB;
    const int n = blockIdx.z;

    float acc[KPB] = {0.f, 0.f, 0.f, 0.f};

    for (int c = 0; c < s.c; ++c) {
        const float* plane = in + ((size_t)n * s.c + c) * s.h * s.w;
        for (int i = tid; i < PATCH * PATCH; i += TILE * TILE) {
            const int py = i / PATCH;
            const int px = i - py * PATCH;
            const int gy = oy + py - HALO;
            const int gx = ox + px - HALO;
            const bool ok = gy >= 0 && gy < s.h && gx >= 0 && gx < s.w;
            patch[py][px] = ok ? plane[gy * s.w + gx] : 0.f;
        }
        if (tid < KPB * 9) {
            filt[tid / 9][tid % 9] = wgt[((k0 + tid / 9) * s.c + c) * 9 + tid % 9];
        }
        __syncthreads();

#pragma unroll
        for (int r = 0; r < 3; ++r) {
#pragma unroll
            for (int q = 0; q < 3; ++q) {
                const float v = patch[ty + r][tx + q];
#pragma unroll
                for (int k = 0; k < KPB; ++k) {
                    acc[k] += v * filt[k][r * 3 + q];
                }
            }
        }
        __syncthreads();
    }

    const int y = oy + ty, x = ox + tx;
    if (y < s.h && x < s.w) {
        for (int k = 0; k < KPB; ++k)
            out[(((size_t)n * s.k + k0 + k) * s.h + y) * s.w + x] = acc[k];
    }
}

// ---------------------------------------------------------------------------------------------
// Implicit GEMM (im2col on the fly), 3x3.  C[K, P] = W[K, C*9] * col[C*9, P].
// ---------------------------------------------------------------------------------------------
template <int BM, int BN, int BK, int TM, int TN>
__global__ void conv_implicit_gemm(const float* __restrict__ in, const float* __restrict__ wgt,
                                   float* __restrict__ out, ConvShape s)
{
    constexpr int NT = (BM / TM) * (BN / TN);
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tcol = tid % (BN / TN);
    const int trow = tid / (BN / TN);
    const int m0 = blockIdx.y * BM;
    const int p0 = blockIdx.x * BN;
    const int kdim = s.c * 9;
    const int pixels = s.h * s.w;

    float acc[TM][TN] = {};

    for (int kk = 0; kk < kdim; kk += BK) {
        // weights arrive K-contiguous, stored transposed
        for (int i = tid; i < BM * BK; i += NT) {
            const int m = i / BK;
            const int k = i % BK;
            As[k][m] = (m0 + m < s.k && kk + k < kdim) ? wgt[(m0 + m) * kdim + kk + k] : 0.f;
        }
        for (int i = tid; i < BK * BN; i += NT) {
            const int k = i / BN;
            const int p = i % BN;
            const int kg = kk + k, pg = p0 + p;
            float v = 0.f;
            if (kg < kdim && pg < pixels) {
                const int c = kg / 9, rs = kg % 9;
                const int y = pg / s.w + rs / 3 - 1;
                const int x = pg % s.w + rs % 3 - 1;
                if (y >= 0 && y < s.h && x >= 0 && x < s.w) v = in[(c * s.h + y) * s.w + x];
            }
            Bs[k][p] = v;
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i) {
                a[i] = As[k][trow * TM + i];
            }
#pragma unroll
            for (int j = 0; j < TN; ++j) {
                b[j] = Bs[k][tcol + j * (BN / TN)];
            }
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) {
            const int m = m0 + trow * TM + i, p = p0 + tcol + j * (BN / TN);
            if (m < s.k && p < pixels) out[m * pixels + p] = acc[i][j];
        }
}

// ---------------------------------------------------------------------------------------------
// Winograd F(2x2, 3x3) input transform.  Each block transforms 64 4x4 tiles of one channel and
// regroups the 16 frequency components so they can be written out contiguously per component.
// ---------------------------------------------------------------------------------------------
__device__ __forceinline__ void bt_transform(const float d0, const float d1, const float d2,
                                             const float d3, float (&r)[4])
{
    r[0] = d0 - d2;
    r[1] = d1 + d2;
    r[2] = d2 - d1;
    r[3] = d1 - d3;
}

#define WINO_TILES 64

__global__ void winograd_input_transform(const float* __restrict__ in, float* __restrict__ V, int h,
                                         int w, int tiles_x, int tiles_total)
{
    __shared__ __align__(16) float freq[WINO_TILES * 16];

    const int t = threadIdx.x;                 // tile inside the block
    const int tile = blockIdx.x * WINO_TILES + t;
    const int c = blockIdx.y;
    const int ty = (tile / tiles_x) * 2 - 1;
    const int tx = (tile % tiles_x) * 2 - 1;
    const float* plane = in + (size_t)c * h * w;

    float d[4][4], u[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int y = ty + i, x = tx + j;
            d[i][j] = (y >= 0 && y < h && x >= 0 && x < w) ? plane[y * w + x] : 0.f;
        }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float r[4];
        bt_transform(d[0][j], d[1][j], d[2][j], d[3][j], r);
#pragma unroll
        for (int i = 0; i < 4; ++i) u[i][j] = r[i];
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float r[4];
        bt_transform(u[i][0], u[i][1], u[i][2], u[i][3], r);
        float4* dst = reinterpret_cast<float4*>(&freq[t * 16 + i * 4]);
        *dst = make_float4(r[0], r[1], r[2], r[3]);
    }
    __syncthreads();

#pragma unroll
    for (int f = 0; f < 16; ++f) {
        const float v = freq[t * 16 + f];
        V[((size_t)f * gridDim.y + c) * tiles_total + tile] = v;
    }
}

// ---------------------------------------------------------------------------------------------
// Depthwise KxK in NHWC: a block covers 8 output columns x CH channels of one row strip.
// ---------------------------------------------------------------------------------------------
template <int K, int STRIDE, int CH, int OUTW>
__global__ void depthwise_nhwc(const float* __restrict__ in, const float* __restrict__ wgt,
                               float* __restrict__ out, int h, int w, int c_total)
{
    constexpr int INW = (OUTW - 1) * STRIDE + K;
    extern __shared__ float dyn[];
    float* line = dyn;                     // [K][INW][CH]
    float* filt = dyn + K * INW * CH;      // [K*K][CH]

    const int ch = threadIdx.x;
    const int col = threadIdx.y;
    const int c0 = blockIdx.z * CH;
    const int oy = blockIdx.y;
    const int ox0 = blockIdx.x * OUTW;

    for (int i = col; i < K * INW; i += OUTW) {
        const int y = oy * STRIDE + i / INW - K / 2;
        const int x = ox0 * STRIDE + i % INW - K / 2;
        const bool in_range = y >= 0 && y < h && x >= 0 && x < w;
        line[i * CH + ch] = in_range ? in[((size_t)y * w + x) * c_total + c0 + ch] : 0.f;
    }
    for (int i = col; i < K * K; i += OUTW) {
        filt[i * CH + ch] = wgt[(c0 + ch) * K * K + i];
    }
    __syncthreads();

    float acc = 0.f;
#pragma unroll
    for (int r = 0; r < K; ++r) {
#pragma unroll
        for (int s = 0; s < K; ++s) {
            const float a = line[(r * INW + col * STRIDE + s) * CH + ch];
            const float b = filt[(r * K + s) * CH + ch];
            acc = fmaf(a, b, acc);
        }
    }
    const int ow = w / STRIDE;
    if (ox0 + col < ow) out[((size_t)oy * ow + ox0 + col) * c_total + c0 + ch] = acc;
}

// ---------------------------------------------------------------------------------------------
// Long 1-D FIR; every thread produces four consecutive outputs from a sliding register window.
// ---------------------------------------------------------------------------------------------
static constexpr int kTaps = 33;
static constexpr int kFirThreads = 128;
static constexpr int kPerThread = 4;
static constexpr int kFirOut = kFirThreads * kPerThread;

__global__ __launch_bounds__(kFirThreads) void conv1d_fir(const float* __restrict__ x,
                                                          const float* __restrict__ h,
                                                          float* __restrict__ y, int n)
{
    __shared__ float sig[kFirOut + kTaps - 1];
    __shared__ float taps[kTaps];
    const int base = blockIdx.x * kFirOut;

    for (int i = threadIdx.x; i < kFirOut + kTaps - 1; i += kFirThreads) {
        const int g = base + i - kTaps / 2;
        sig[i] = (g >= 0 && g < n) ? x[g] : 0.f;
    }
    if (threadIdx.x < kTaps) taps[threadIdx.x] = h[threadIdx.x];
    __syncthreads();

    const int o = threadIdx.x * kPerThread;
    float w0 = sig[o];
    float w1 = sig[o + 1];
    float w2 = sig[o + 2];
    float a0 = 0.f, a1 = 0.f, a2 = 0.f, a3 = 0.f;
#pragma unroll 3
    for (int t = 0; t < kTaps; ++t) {
        const float w3 = sig[o + t + 3];
        const float c = taps[t];
        a0 = fmaf(c, w0, a0);
        a1 = fmaf(c, w1, a1);
        a2 = fmaf(c, w2, a2);
        a3 = fmaf(c, w3, a3);
        w0 = w1;
        w1 = w2;
        w2 = w3;
    }
    if (base + o + 3 < n) {
        *reinterpret_cast<float4*>(y + base + o) = make_float4(a0, a1, a2, a3);
    }
}

template <class Kernel, class... Args>
void launch(Kernel kernel, const LaunchConfig& cfg, Args... args)
{
    kernel<<<cfg.grid, cfg.block, cfg.smem>>>(args...);
    RUN(cudaGetLastError());
}

int main()
{
    constexpr ConvShape s{1, 16, 56, 56, 32};
    const size_t big = 1 << 20;
    float *in, *wgt, *out;
    RUN(cudaMalloc(&in, big * sizeof(float)));
    RUN(cudaMalloc(&wgt, big * sizeof(float)));
    RUN(cudaMalloc(&out, big * sizeof(float)));
    RUN(cudaMemset(in, 0, big * sizeof(float)));
    RUN(cudaMemset(wgt, 0, big * sizeof(float)));

    LaunchConfig direct;
    direct.grid = dim3(div_up(s.w, TILE) * div_up(s.h, TILE), s.k / KPB, s.n);
    direct.block = dim3(TILE, TILE);
    launch(conv3x3_direct, direct, (const float*)in, (const float*)wgt, out, s);

    constexpr int BM = 32, BN = 64, BK = 8, TM = 4, TN = 4;
    LaunchConfig gemm{dim3(div_up(s.h * s.w, BN), s.k / BM), dim3((BM / TM) * (BN / TN))};
    launch(conv_implicit_gemm<BM, BN, BK, TM, TN>, gemm, (const float*)in, (const float*)wgt, out, s);

    const int tiles_x = 32, tiles = 32 * 32;
    LaunchConfig wino{dim3(tiles / WINO_TILES, s.c), dim3(WINO_TILES)};
    launch(winograd_input_transform, wino, (const float*)in, out, 64, 64, tiles_x, tiles);

    constexpr int DWK = 5, DWS = 2, DWC = 32, DWO = 8;
    constexpr int dw_inw = (DWO - 1) * DWS + DWK;
    LaunchConfig dw{dim3(div_up(s.w / DWS, DWO), s.h / DWS, 2), dim3(DWC, DWO),
                    (DWK * dw_inw * DWC + DWK * DWK * DWC) * sizeof(float)};
    launch(depthwise_nhwc<DWK, DWS, DWC, DWO>, dw, (const float*)in, (const float*)wgt, out, s.h, s.w,
           2 * DWC);

    const int samples = 64 * 1024;
    LaunchConfig fir{dim3(samples / kFirOut), dim3(kFirThreads)};
    launch(conv1d_fir, fir, (const float*)in, (const float*)wgt, out, samples);

    RUN(cudaDeviceSynchronize());
    RUN(cudaFree(in));
    RUN(cudaFree(wgt));
    RUN(cudaFree(out));
    puts("conv suite ok");
    return 0;
}

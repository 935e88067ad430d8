// 3x3 median, 3x3 Sobel (4 pixels per thread), RGBA bilateral and RGBA box filter.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CK(x)                                                                  \
    do {                                                                       \
        cudaError_t e_ = (x);                                                  \
        if (e_ != cudaSuccess) {                                               \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,                  \
                    cudaGetErrorString(e_)), exit(1);                          \
        }                                                                      \
    } while (0)

typedef unsigned char uchar;

constexpr int MED_BX = 32, MED_BY = 8;
constexpr int SOB_BX = 16, SOB_BY = 16, SOB_PPT = 4;
constexpr int BIL_B = 16, BIL_R = 3;
constexpr int BOX_NT = 128, BOX_R = 4, BOX_STRIP = 32;

__constant__ float cSpatial[2 * BIL_R + 1][2 * BIL_R + 1];

__host__ __device__ inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

__host__ __device__ inline int luma(uchar4 p)
{
    return (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}

__device__ __forceinline__ void cswap(int& a, int& b)
{
    int t = min(a, b);
    b = max(a, b);
    a = t;
}

template <int R, int BX, int BY, typename T, int PITCH>
__device__ __forceinline__ void loadTile(T (*tile)[PITCH], const T* __restrict__ src, int w, int h)
{
    const int x0 = blockIdx.x * BX - R;
    const int y0 = blockIdx.y * BY - R;
    for (int y = threadIdx.y; y < BY + 2 * R; y += BY) {
        const T* row = src + clampi(y0 + y, 0, h - 1) * w;
        for (int x = threadIdx.x; x < BX + 2 * R; x += BX)
            tile[y][x] = row[clampi(x0 + x, 0, w - 1)];
    }
}

__global__ void median3x3Kernel(uchar* __restrict__ dst, const uchar* __restrict__ src, int w, int h)
{
    __shared__ uchar tile[MED_BY + 2][MED_BX + 2 + 2];
    loadTile<1, MED_BX, MED_BY>(tile, src, w, h);
    __syncthreads();

    const int x = blockIdx.x * MED_BX + threadIdx.x;
    const int y = blockIdx.y * MED_BY + threadIdx.y;
    if (x >= w || y >= h) return;

    int p[9];
#pragma unroll
    for (int i = 0; i < 9; ++i) p[i] = tile[threadIdx.y + i / 3][threadIdx.x + i % 3];

    cswap(p[1], p[2]); cswap(p[4], p[5]); cswap(p[7], p[8]);
    cswap(p[0], p[1]); cswap(p[3], p[4]); cswap(p[6], p[7]);
    cswap(p[1], p[2]); cswap(p[4], p[5]); cswap(p[7], p[8]);
    cswap(p[0], p[3]); cswap(p[5], p[8]); cswap(p[4], p[7]);
    cswap(p[3], p[6]); cswap(p[1], p[4]); cswap(p[2], p[5]);
    cswap(p[4], p[7]); cswap(p[4], p[2]); cswap(p[6], p[4]);
    cswap(p[4], p[2]);
    dst[y * w + x] = (uchar)p[4];
}

// w must be a multiple of 4.
__global__ void sobelKernel(uchar* __restrict__ dst, const uchar* __restrict__ src, int w, int h)
{
    constexpr int LEFT = 4;
    __shared__ __align__(4) uchar tile[SOB_BY + 2][SOB_BX * SOB_PPT + 2 * LEFT];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gx = (blockIdx.x * SOB_BX + tx) * SOB_PPT;
    const int gy = blockIdx.y * SOB_BY + ty;

    for (int y = ty; y < SOB_BY + 2; y += SOB_BY) {
        const uchar* row = src + clampi((int)(blockIdx.y * SOB_BY) + y - 1, 0, h - 1) * w;
        uchar4 v;
        if (gx < w) {
            v = *reinterpret_cast<const uchar4*>(row + gx);
        } else {
            uchar e = row[w - 1];
            v = make_uchar4(e, e, e, e);
        }
        *reinterpret_cast<uchar4*>(&tile[y][LEFT + tx * SOB_PPT]) = v;
        if (tx == 0) tile[y][LEFT - 1] = row[max(gx - 1, 0)];
        if (tx == SOB_BX - 1) tile[y][LEFT + SOB_BX * SOB_PPT] = row[min(gx + SOB_PPT, w - 1)];
    }
    __syncthreads();

    if (gx >= w || gy >= h) return;
    uchar out[SOB_PPT];
#pragma unroll
    for (int k = 0; k < SOB_PPT; ++k) {
        const int c = LEFT + tx * SOB_PPT + k;
        int tl = tile[ty][c - 1], tc = tile[ty][c], tr = tile[ty][c + 1];
        int ml = tile[ty + 1][c - 1], mr = tile[ty + 1][c + 1];
        int bl = tile[ty + 2][c - 1], bc = tile[ty + 2][c], br = tile[ty + 2][c + 1];
        int sx = tr + 2 * mr + br - tl - 2 * ml - bl;
        int sy = bl + 2 * bc + br - tl - 2 * tc - tr;
        out[k] = (uchar)min(255, abs(sx) + abs(sy));
    }
    *reinterpret_cast<uchar4*>(dst + gy * w + gx) = make_uchar4(out[0], out[1], out[2], out[3]);
}

__global__ void bilateralKernel(uchar4* __restrict__ dst, const uchar4* __restrict__ src, int w, int h,
                                float invTwoSigma2)
{
    __shared__ uchar4 tile[BIL_B + 2 * BIL_R][BIL_B + 2 * BIL_R + 1];
    __shared__ float rangeLut[256];

    const int tid = threadIdx.y * BIL_B + threadIdx.x;
    rangeLut[tid] = expf(-(float)(tid * tid) * invTwoSigma2);
    loadTile<BIL_R, BIL_B, BIL_B>(tile, src, w, h);
    __syncthreads();

    const int x = blockIdx.x * BIL_B + threadIdx.x;
    const int y = blockIdx.y * BIL_B + threadIdx.y;
    if (x >= w || y >= h) return;

    const uchar4 c = tile[threadIdx.y + BIL_R][threadIdx.x + BIL_R];
    const int lc = luma(c);
    float r = 0.f, g = 0.f, b = 0.f, ws = 0.f;
    for (int dy = 0; dy <= 2 * BIL_R; ++dy) {
#pragma unroll
        for (int dx = 0; dx <= 2 * BIL_R; ++dx) {
            uchar4 p = tile[threadIdx.y + dy][threadIdx.x + dx];
            float wgt = cSpatial[dy][dx] * rangeLut[abs(luma(p) - lc)];
            r += wgt * p.x;
            g += wgt * p.y;
            b += wgt * p.z;
            ws += wgt;
        }
    }
    const float inv = 1.f / ws;
    dst[y * w + x] = make_uchar4((uchar)(r * inv + 0.5f), (uchar)(g * inv + 0.5f), (uchar)(b * inv + 0.5f), c.w);
}

// One thread per column keeps a running vertical sum; rows of column sums are exchanged through shared memory.
__global__ void boxFilterKernel(uchar4* __restrict__ dst, const uchar4* __restrict__ src, int w, int h)
{
    __shared__ ushort4 colSum[2][BOX_NT];
    const int t = threadIdx.x;
    const int gx = blockIdx.x * (BOX_NT - 2 * BOX_R) + t - BOX_R;
    const int cx = clampi(gx, 0, w - 1);
    const int y0 = blockIdx.y * BOX_STRIP;
    const int y1 = min(y0 + BOX_STRIP, h);
    const int area = (2 * BOX_R + 1) * (2 * BOX_R + 1);

    int4 s = make_int4(0, 0, 0, 0);
    for (int k = -BOX_R; k <= BOX_R; ++k) {
        uchar4 p = src[clampi(y0 + k, 0, h - 1) * w + cx];
        s.x += p.x; s.y += p.y; s.z += p.z; s.w += p.w;
    }
    for (int y = y0; y < y1; ++y) {
        const int buf = (y - y0) & 1;
        colSum[buf][t] = make_ushort4(s.x, s.y, s.z, s.w);
        __syncthreads();
        if (t >= BOX_R && t < BOX_NT - BOX_R && gx < w) {
            int4 a = make_int4(area / 2, area / 2, area / 2, area / 2);
#pragma unroll
            for (int k = -BOX_R; k <= BOX_R; ++k) {
                ushort4 c = colSum[buf][t + k];
                a.x += c.x; a.y += c.y; a.z += c.z; a.w += c.w;
            }
            dst[y * w + gx] = make_uchar4(a.x / area, a.y / area, a.z / area, a.w / area);
        }
        uchar4 in = src[clampi(y + BOX_R + 1, 0, h - 1) * w + cx];
        uchar4 out = src[clampi(y - BOX_R, 0, h - 1) * w + cx];
        s.x += in.x - out.x; s.y += in.y - out.y; s.z += in.z - out.z; s.w += in.w - out.w;
    }
}

int main()
{
    const int W = 332, H = 203, N = W * H;
    std::vector<uchar> img(N), med(N), sob(N);
    std::vector<uchar4> rgba(N), bil(N), box(N);
    srand(7);
    for (int i = 0; i < N; ++i) {
        img[i] = (uchar)((i % W) / 2 + rand() % 64);
        rgba[i] = make_uchar4(rand() & 127, (i / W) & 255, rand() & 255, i & 255);
    }
    float spatial[2 * BIL_R + 1][2 * BIL_R + 1];
    for (int y = -BIL_R; y <= BIL_R; ++y)
        for (int x = -BIL_R; x <= BIL_R; ++x) spatial[y + BIL_R][x + BIL_R] = std::exp(-(x * x + y * y) / 8.f);
    const float invS = 1.f / (2.f * 30.f * 30.f);

    uchar *dSrc, *dMed, *dSob;
    uchar4 *dRgba, *dBil, *dBox;
    for (uchar** p : {&dSrc, &dMed, &dSob}) CK(cudaMalloc(p, N));
    for (uchar4** p : {&dRgba, &dBil, &dBox}) CK(cudaMalloc(p, N * sizeof(uchar4)));
    CK(cudaMemcpy(dSrc, img.data(), N, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dRgba, rgba.data(), N * 4, cudaMemcpyHostToDevice));
    CK(cudaMemcpyToSymbol(cSpatial, spatial, sizeof(spatial)));

    auto cdiv = [](int a, int b) { return (a + b - 1) / b; };
    median3x3Kernel<<<dim3(cdiv(W, MED_BX), cdiv(H, MED_BY)), dim3(MED_BX, MED_BY)>>>(dMed, dSrc, W, H);
    sobelKernel<<<dim3(cdiv(W, SOB_BX * SOB_PPT), cdiv(H, SOB_BY)), dim3(SOB_BX, SOB_BY)>>>(dSob, dSrc, W, H);
    bilateralKernel<<<dim3(cdiv(W, BIL_B), cdiv(H, BIL_B)), dim3(BIL_B, BIL_B)>>>(dBil, dRgba, W, H, invS);
    boxFilterKernel<<<dim3(cdiv(W, BOX_NT - 2 * BOX_R), cdiv(H, BOX_STRIP)), BOX_NT>>>(dBox, dRgba, W, H);
    CK(cudaGetLastError());
    CK(cudaMemcpy(med.data(), dMed, N, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(sob.data(), dSob, N, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(bil.data(), dBil, N * 4, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(box.data(), dBox, N * 4, cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            int n[9];
            for (int k = 0; k < 9; ++k) n[k] = img[clampi(y + k / 3 - 1, 0, H - 1) * W + clampi(x + k % 3 - 1, 0, W - 1)];
            int sx = n[2] + 2 * n[5] + n[8] - n[0] - 2 * n[3] - n[6];
            int sy = n[6] + 2 * n[7] + n[8] - n[0] - 2 * n[1] - n[2];
            bad += sob[y * W + x] != std::min(255, std::abs(sx) + std::abs(sy));
            std::nth_element(n, n + 4, n + 9);
            bad += med[y * W + x] != n[4];

            auto at = [&](int yy, int xx) { return rgba[clampi(yy, 0, H - 1) * W + clampi(xx, 0, W - 1)]; };
            float r = 0, ws = 0;
            int lc = luma(at(y, x)), bz = 40, bw = 40;
            for (int dy = -BIL_R; dy <= BIL_R; ++dy)
                for (int dx = -BIL_R; dx <= BIL_R; ++dx) {
                    int d = luma(at(y + dy, x + dx)) - lc;
                    float g = spatial[dy + BIL_R][dx + BIL_R] * std::exp(-(float)(d * d) * invS);
                    r += g * at(y + dy, x + dx).x;
                    ws += g;
                }
            bad += std::abs((int)(r / ws + 0.5f) - (int)bil[y * W + x].x) > 1;
            for (int dy = -BOX_R; dy <= BOX_R; ++dy)
                for (int dx = -BOX_R; dx <= BOX_R; ++dx) { bz += at(y + dy, x + dx).z; bw += at(y + dy, x + dx).w; }
            bad += box[y * W + x].z != bz / 81 || box[y * W + x].w != bw / 81;
        }
    printf(bad ? "FAIL (%d)\n" : "OK\n", bad);
    return bad != 0;
}

// Tone mapping helpers for a camera pipeline.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define WARPS 6
typedef unsigned int uint;

// per-warp luminance histograms (256 bins), uchar4 pixels
__global__ void lumaHist(const uchar4 *img, uint *hist, int w, int h, int pitch)
{
    __shared__ uint sub[WARPS * 256];
    uint *mine = sub + (threadIdx.x >> 5) * 256;
    for (int i = threadIdx.x; i < WARPS * 256; i += WARPS * 32) sub[i] = 0;
    __syncthreads();
    for (int y = blockIdx.x; y < h; y += gridDim.x) {
        const uchar4 *row = img + (size_t)y * pitch;
        for (int x = threadIdx.x; x < w; x += blockDim.x) {
            uchar4 p = row[x];
            uint l = (77u * p.x + 150u * p.y + 29u * p.z) >> 8;
            atomicAdd(mine + l, 1u);
        }
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += WARPS * 32) {
        uint s = 0;
#pragma unroll
        for (int k = 0; k < WARPS; k++) s += sub[bin + k * 256];
        atomicAdd(hist + bin, s);
    }
}

// 64 bins, a private byte counter per thread, as in the old SDK
__global__ void hist64(const uint *data, uint *partial, int words)
{
    constexpr int TB = 64;
    __shared__ uint8_t cnt[64 * TB];
    uint *clear = (uint *)cnt;
    for (int i = 0; i < 64 / 4; i++) clear[threadIdx.x + i * TB] = 0;
    const int tp = (threadIdx.x & ~63) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 0x30) >> 4);
    __syncthreads();
    uint8_t *base = cnt + tp;
    int seen = 0;
    for (int p = blockIdx.x * TB + threadIdx.x; p < words && seen < 60; p += TB * gridDim.x, seen++) {
        uint v = data[p];
        base[((v >> 2) & 63) * TB]++;
        base[((v >> 10) & 63) * TB]++;
        base[((v >> 18) & 63) * TB]++;
        base[((v >> 26) & 63) * TB]++;
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        const uint8_t *hb = cnt + threadIdx.x * TB;
        uint sum = 0, pos = 4 * (threadIdx.x & 15);
        for (int i = 0; i < TB / 4; i++) {
            sum += hb[pos] + hb[pos + 1] + hb[pos + 2] + hb[pos + 3];
            pos = (pos + 4) & (TB - 1);
        }
        partial[blockIdx.x * 64 + threadIdx.x] = sum;
    }
}

__device__ inline float atomicMaxF(float *addr, float v)
{
    int *ia = (int *)addr;
    int old = *(volatile int *)ia, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= v) break;
        old = atomicCAS(ia, assumed, __float_as_int(v));
    } while (assumed != old);
    return __int_as_float(old);
}

// local maxima per 8x8 cell of a 48x24 tile
__global__ void cellMax(const float *lum, float *cells, int w, int h)
{
    __shared__ float mx[3][6];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    if (tid < 18) mx[tid / 6][tid % 6] = 0.f;
    __syncthreads();
    int x = blockIdx.x * 48 + threadIdx.x;
    for (int dy = threadIdx.y; dy < 24; dy += blockDim.y) {
        int y = blockIdx.y * 24 + dy;
        if (x < w && y < h) atomicMaxF(&mx[dy >> 3][threadIdx.x >> 3], lum[y * w + x]);
    }
    __syncthreads();
    if (tid < 18) {
        int cx = blockIdx.x * 6 + tid % 6, cy = blockIdx.y * 3 + tid / 6;
        cells[cy * gridDim.x * 6 + cx] = mx[tid / 6][tid % 6];
    }
}

// separable blur with halo, row pass keeps 16-bit fixed point, column pass through transposed tile
template <int R>
__global__ void blurRows(const uint8_t *src, uint16_t *dst, int w, int h)
{
    __shared__ uint8_t line[4][64 + 2 * R];
    const int x0 = blockIdx.x * 64;
    const int y = blockIdx.y * 4 + threadIdx.y;
    const int yc = min(y, h - 1);
    for (int i = threadIdx.x; i < 64 + 2 * R; i += blockDim.x) {
        int x = min(max(x0 + i - R, 0), w - 1);
        line[threadIdx.y][i] = src[yc * w + x];
    }
    __syncthreads();
    for (int k = 0; k < 2; ++k) {
        int i = threadIdx.x + 32 * k;
        int acc = 0;
#pragma unroll
        for (int r = -R; r <= R; ++r) acc += (R + 1 - abs(r)) * line[threadIdx.y][i + R + r];
        if (x0 + i < w && y < h) dst[y * w + x0 + i] = (uint16_t)acc;
    }
}

template <int R>
__global__ void blurCols(const uint16_t *src, uint8_t *dst, int w, int h, int norm)
{
    __shared__ uint16_t col[16][32 + 2 * R];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y0 = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32 + 2 * R; i += blockDim.y) {
        int y = y0 + i - R;
        y = y < 0 ? 0 : (y >= h ? h - 1 : y);
        col[threadIdx.x][i] = src[y * w + min(x, w - 1)];
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += blockDim.y) {
        int acc = 0;
        for (int r = 0; r <= 2 * R; ++r) acc += (r <= R ? r + 1 : 2 * R + 1 - r) * col[threadIdx.x][j + r];
        if (x < w && y0 + j < h) dst[(y0 + j) * w + x] = (uint8_t)(acc / norm);
    }
}

int main()
{
    const int w = 150, h = 90, pitch = 160;
    std::vector<uchar4> img(pitch * h);
    std::vector<float> lum(w * h);
    std::vector<uint8_t> gray(w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < pitch; x++)
            img[y * pitch + x] = make_uchar4((x * 3) & 255, (y * 5) & 255, (x ^ y) & 255, 255);
    for (int i = 0; i < w * h; i++) { lum[i] = (i * 7919 % 1000) * 0.001f; gray[i] = (uint8_t)((i * 31) >> 3); }
    uchar4 *dimg; uint *dh, *dp; float *dl, *dc; uint8_t *dg, *dg2; uint16_t *dt;
    cudaMalloc(&dimg, img.size() * 4); cudaMalloc(&dh, 1024); cudaMalloc(&dp, 4 * 64 * 4);
    cudaMalloc(&dl, lum.size() * 4); cudaMalloc(&dc, 4 * 4 * 18 * 4);
    cudaMalloc(&dg, gray.size()); cudaMalloc(&dg2, gray.size()); cudaMalloc(&dt, gray.size() * 2);
    cudaMemcpy(dimg, img.data(), img.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dl, lum.data(), lum.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dg, gray.data(), gray.size(), cudaMemcpyHostToDevice);
    cudaMemset(dh, 0, 1024);
    lumaHist<<<7, WARPS * 32>>>(dimg, dh, w, h, pitch);
    hist64<<<4, 64>>>((const uint *)dimg, dp, pitch * h);
    cellMax<<<dim3(4, 4), dim3(48, 5)>>>(dl, dc, w, h);
    blurRows<3><<<dim3((w + 63) / 64, (h + 3) / 4), dim3(32, 4)>>>(dg, dt, w, h);
    blurCols<3><<<dim3((w + 15) / 16, (h + 31) / 32), dim3(16, 8)>>>(dt, dg2, w, h, 256);
    std::vector<uint> hist(256), part(256); std::vector<float> cells(4 * 4 * 18);
    cudaMemcpy(hist.data(), dh, 1024, cudaMemcpyDeviceToHost);
    cudaMemcpy(part.data(), dp, 1024, cudaMemcpyDeviceToHost);
    cudaMemcpy(cells.data(), dc, cells.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(gray.data(), dg2, gray.size(), cudaMemcpyDeviceToHost);
    double cs = 0;
    for (int i = 0; i < 256; i++) cs += hist[i] * i + part[i] * (i % 5);
    for (float c : cells) cs += c;
    for (auto g : gray) cs += g;
    printf("image_hist checksum %.3f %s\n", cs, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

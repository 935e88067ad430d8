// 2-D stencils with shared-memory halos. Sizes are deliberately not multiples of the block.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define BX 32
#define BY 8
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : ((v) > (hi) ? (hi) : (v)))

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}

// 5-point heat step, edges and no corners.
__global__ void heat5(const float *in, float *out, int width, int height, float k)
{
    __shared__ float s[BY + 2][BX + 2];

    const int gx = blockIdx.x * BX + threadIdx.x;
    const int gy = blockIdx.y * BY + threadIdx.y;
    const int lx = threadIdx.x + 1;
    const int ly = threadIdx.y + 1;
    const bool inside = gx < width && gy < height;

    if (inside)
        s[ly][lx] = in[gy * width + gx];
    else
        s[ly][lx] = 0.0f;

    if (threadIdx.x == 0)
        s[ly][0] = (gx > 0 && gy < height) ? in[gy * width + gx - 1] : 0.0f;
    if (threadIdx.x == BX - 1)
        s[ly][BX + 1] = (gx + 1 < width && gy < height) ? in[gy * width + gx + 1] : 0.0f;
    if (threadIdx.y == 0)
        s[0][lx] = (gy > 0 && gx < width) ? in[(gy - 1) * width + gx] : 0.0f;
    if (threadIdx.y == BY - 1)
        s[BY + 1][lx] = (gy + 1 < height && gx < width) ? in[(gy + 1) * width + gx] : 0.0f;
    __syncthreads();

    if (inside) {
        float c = s[ly][lx];
        float l = s[ly][lx - 1];
        float r = s[ly][lx + 1];
        float u = s[ly - 1][lx];
        float d = s[ly + 1][lx];
        out[gy * width + gx] = c + k * (l + r + u + d - 4.0f * c);
    }
}

// (2R+1)x(2R+1) box filter, tile with halo filled by a strided loop over the whole apron.
template <int R>
__global__ void box_filter(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    constexpr int TW = 16 + 2 * R;
    constexpr int TH = 16 + 2 * R;
    __shared__ float tile[TH][TW];

    const int x0 = blockIdx.x * 16 - R;
    const int y0 = blockIdx.y * 16 - R;

    for (int ty = threadIdx.y; ty < TH; ty += blockDim.y) {
        for (int tx = threadIdx.x; tx < TW; tx += blockDim.x) {
            int sx = CLAMP(x0 + tx, 0, width - 1);
            int sy = CLAMP(y0 + ty, 0, height - 1);
            tile[ty][tx] = in[sy * width + sx];
        }
    }
    __syncthreads();

    const int gx = blockIdx.x * 16 + threadIdx.x;
    const int gy = blockIdx.y * 16 + threadIdx.y;
    if (gx >= width || gy >= height)
        return;

    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy <= 2 * R; ++dy)
#pragma unroll
        for (int dx = 0; dx <= 2 * R; ++dx)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[gy * width + gx] = sum * (1.0f / ((2 * R + 1) * (2 * R + 1)));
}

// Sobel magnitude on a flat dynamic tile; one thread makes two rows.
__global__ void sobel(const float *in, float *out, int width, int height, int pitch)
{
    extern __shared__ float sm[];
    const int rows = 2 * blockDim.y + 2;
    const int cols = blockDim.x + 2;
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;

    for (int i = tid; i < rows * cols; i += blockDim.x * blockDim.y) {
        int r = i / cols;
        int c = i - r * cols;
        int gx = (int)(blockIdx.x * blockDim.x) + c - 1;
        int gy = (int)(blockIdx.y * blockDim.y * 2) + r - 1;
        float v = 0.0f;
        if (gx >= 0 && gx < width && gy >= 0 && gy < height)
            v = in[gy * width + gx];
        sm[r * pitch + c] = v;
    }
    __syncthreads();

    const int gx = blockIdx.x * blockDim.x + threadIdx.x;
    for (int h = 0; h < 2; ++h) {
        int r = 2 * threadIdx.y + h;
        int gy = blockIdx.y * blockDim.y * 2 + r;
        const float *p = &sm[r * pitch + threadIdx.x];
        float nw = p[0];
        float n = p[1];
        float ne = p[2];
        float w = p[pitch];
        float e = p[pitch + 2];
        float sw = p[2 * pitch];
        float so = p[2 * pitch + 1];
        float se = p[2 * pitch + 2];
        float dx = (ne + 2.0f * e + se) - (nw + 2.0f * w + sw);
        float dy = (sw + 2.0f * so + se) - (nw + 2.0f * n + ne);
        if (gx < width && gy < height)
            out[gy * width + gx] = sqrtf(dx * dx + dy * dy);
    }
}

int main()
{
    const int width = 150, height = 60;
    const size_t bytes = sizeof(float) * width * height;
    float *h = (float *)malloc(bytes);
    float *d_a, *d_b;

    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            h[y * width + x] = (float)((x * 3 + y * 5) % 17);

    check(cudaMalloc(&d_a, bytes), "malloc a");
    check(cudaMalloc(&d_b, bytes), "malloc b");
    check(cudaMemcpy(d_a, h, bytes, cudaMemcpyHostToDevice), "copy in");

    dim3 blk(BX, BY);
    dim3 grd((width + BX - 1) / BX, (height + BY - 1) / BY);
    heat5<<<grd, blk>>>(d_a, d_b, width, height, 0.1f);
    heat5<<<grd, blk>>>(d_b, d_a, width, height, 0.1f);
    check(cudaGetLastError(), "heat5");

    dim3 blk16(16, 16);
    dim3 grd16((width + 15) / 16, (height + 15) / 16);
    box_filter<2><<<grd16, blk16>>>(d_a, d_b, width, height);
    check(cudaGetLastError(), "box_filter");

    dim3 blkS(32, 4);
    dim3 grdS((width + 31) / 32, (height + 7) / 8);
    const int pitch = 32 + 2 + 1;
    const size_t smem = sizeof(float) * pitch * (2 * blkS.y + 2);
    sobel<<<grdS, blkS, smem>>>(d_b, d_a, width, height, pitch);
    check(cudaGetLastError(), "sobel");
    check(cudaDeviceSynchronize(), "sync");

    check(cudaMemcpy(h, d_a, bytes, cudaMemcpyDeviceToHost), "copy out");
    double sum = 0.0;
    for (int i = 0; i < width * height; ++i)
        sum += h[i];
    printf("checksum %.4f\n", sum);
    cudaFree(d_a);
    cudaFree(d_b);
    free(h);
    return sum == sum ? 0 : 1;
}

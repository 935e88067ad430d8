// Image filters: Sobel with uchar tile, separable Gaussian, box filter with running sums, median 3x3, bilateral, erosion.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

typedef unsigned char Pixel;

constexpr int IMG_W = 320, IMG_H = 192;
#define KERNEL_RADIUS 8
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
__constant__ float c_Kernel[KERNEL_LENGTH];

#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : ((v) > (hi) ? (hi) : (v)))

__global__ void sobelShared(const Pixel *src, Pixel *dst, int w, int h)
{
    __shared__ Pixel s[18][36];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    for (int y = threadIdx.y; y < 18; y += blockDim.y)
        for (int x = threadIdx.x; x < 34; x += blockDim.x)
            s[y][x] = src[CLAMP(y0 + y - 1, 0, h - 1) * w + CLAMP(x0 + x - 1, 0, w - 1)];
    __syncthreads();
    int x = threadIdx.x, y = threadIdx.y;
    int gx = s[y][x + 2] + 2 * s[y + 1][x + 2] + s[y + 2][x + 2] - s[y][x] - 2 * s[y + 1][x] - s[y + 2][x];
    int gy = s[y][x] + 2 * s[y][x + 1] + s[y][x + 2] - s[y + 2][x] - 2 * s[y + 2][x + 1] - s[y + 2][x + 2];
    int m = abs(gx) + abs(gy);
    dst[(y0 + y) * w + x0 + x] = m > 255 ? 255 : m;
}

template <int BX, int BY, int STEPS, int HALO>
__global__ void convolutionRows(float *d_Dst, const float *d_Src, int imageW, int pitch)
{
    __shared__ float s_Data[BY][(STEPS + 2 * HALO) * BX];
    const int baseX = (blockIdx.x * STEPS - HALO) * BX + threadIdx.x;
    const int baseY = blockIdx.y * BY + threadIdx.y;
    d_Src += baseY * pitch + baseX;
    d_Dst += baseY * pitch + baseX;
#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++) s_Data[threadIdx.y][threadIdx.x + i * BX] = d_Src[i * BX];
    for (int i = 0; i < HALO; i++) s_Data[threadIdx.y][threadIdx.x + i * BX] = (baseX >= -i * BX) ? d_Src[i * BX] : 0;
    for (int i = HALO + STEPS; i < HALO + STEPS + HALO; i++)
        s_Data[threadIdx.y][threadIdx.x + i * BX] = (imageW - baseX > i * BX) ? d_Src[i * BX] : 0;
    __syncthreads();
#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.y][threadIdx.x + i * BX + j];
        d_Dst[i * BX] = sum;
    }
}

template <int BX, int BY, int STEPS, int HALO>
__global__ void convolutionColumns(float *d_Dst, const float *d_Src, int imageH, int pitch)
{
    __shared__ float s_Data[BX][(STEPS + 2 * HALO) * BY + 1];
    const int baseX = blockIdx.x * BX + threadIdx.x;
    const int baseY = (blockIdx.y * STEPS - HALO) * BY + threadIdx.y;
    d_Src += baseY * pitch + baseX;
    d_Dst += baseY * pitch + baseX;
    for (int i = 0; i < STEPS + 2 * HALO; i++) {
        int y = baseY + i * BY;
        s_Data[threadIdx.x][threadIdx.y + i * BY] = (y >= 0 && y < imageH) ? d_Src[i * BY * pitch] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int i = HALO; i < HALO + STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.x][threadIdx.y + i * BY + j];
        d_Dst[i * BY * pitch] = sum;
    }
}

// each thread owns one row of a 32 x 64 tile and slides a window along it
__global__ void boxRunningSum(const float *in, float *out, int w, int radius)
{
    __shared__ float tile[32][64 + 1];
    int y0 = blockIdx.y * 32, x0 = blockIdx.x * 64;
    for (int r = 0; r < 32; r++)
        for (int c = threadIdx.x; c < 64; c += 32) tile[r][c] = in[(y0 + r) * w + x0 + c];
    __syncthreads();
    float sum = 0.f;
    int row = threadIdx.x;
    for (int c = 0; c < radius; c++) sum += tile[row][c];
    float res[4];
    for (int c = 0; c < 64; c++) {
        if (c + radius < 64) sum += tile[row][c + radius];
        if (c - radius - 1 >= 0) sum -= tile[row][c - radius - 1];
        res[c & 3] = sum / (2 * radius + 1);
        if ((c & 3) == 3)
            *reinterpret_cast<float4 *>(&out[(y0 + row) * w + x0 + c - 3]) = make_float4(res[0], res[1], res[2], res[3]);
    }
}

__global__ void median3x3(const Pixel *in, Pixel *out, int w, int h)
{
    __shared__ Pixel win[256][9];   // every thread sorts its own window in shared memory
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int t = threadIdx.y * 16 + threadIdx.x;
    for (int k = 0; k < 9; k++) {
        int xx = CLAMP(x + k % 3 - 1, 0, w - 1), yy = CLAMP(y + k / 3 - 1, 0, h - 1);
        win[t][k] = in[yy * w + xx];
    }
    for (int i = 0; i < 5; i++) {
        int m = i;
        for (int j = i + 1; j < 9; j++) if (win[t][j] < win[t][m]) m = j;
        Pixel tmp = win[t][i]; win[t][i] = win[t][m]; win[t][m] = tmp;
    }
    out[y * w + x] = win[t][4];
}

template <int R>
__global__ void bilateral(const float *__restrict__ in, float *__restrict__ out, int w, int h, float is2, float ir2)
{
    constexpr int S = 16 + 2 * R;
    __shared__ float t[S * S];
    for (int i = threadIdx.x; i < S * S; i += 256) {
        int gx = min(max((int)blockIdx.x * 16 + i % S - R, 0), w - 1);
        int gy = min(max((int)blockIdx.y * 16 + i / S - R, 0), h - 1);
        t[i] = in[gy * w + gx];
    }
    __syncthreads();
    int lx = threadIdx.x % 16, ly = threadIdx.x / 16;
    float c = t[(ly + R) * S + lx + R], num = 0, den = 0;
    for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++) {
            float v = t[(ly + R + dy) * S + lx + R + dx];
            float wgt = __expf(-(dx * dx + dy * dy) * is2 - (v - c) * (v - c) * ir2);
            num += wgt * v; den += wgt;
        }
    out[(blockIdx.y * 16 + ly) * w + blockIdx.x * 16 + lx] = num / den;
}

// erosion on 4 pixels at a time with __vminu4
__global__ void erodeRowsPacked(const uchar4 *in, uchar4 *out, int w4)
{
    extern __shared__ unsigned row[];
    int y = blockIdx.x;
    for (int i = threadIdx.x; i < w4; i += blockDim.x) row[i + 1] = reinterpret_cast<const unsigned *>(in)[y * w4 + i];
    if (threadIdx.x == 0) { row[0] = 0xffffffffu; row[w4 + 1] = 0xffffffffu; }
    __syncthreads();
    for (int i = threadIdx.x; i < w4; i += blockDim.x) {
        unsigned c = row[i + 1];
        unsigned l = __byte_perm(row[i], c, 0x6543), r = __byte_perm(c, row[i + 2], 0x4321);
        unsigned m = __vminu4(c, __vminu4(l, r));
        reinterpret_cast<unsigned *>(out)[y * w4 + i] = m;
    }
}

int main()
{
    const int n = IMG_W * IMG_H;
    std::vector<Pixel> h8(n); std::vector<float> hf(n);
    for (int i = 0; i < n; i++) { h8[i] = (i * 73 + i / 320 * 11) & 255; hf[i] = h8[i] / 255.f; }
    float k[KERNEL_LENGTH];
    for (int i = 0; i < KERNEL_LENGTH; i++) k[i] = 1.f / KERNEL_LENGTH;
    cudaMemcpyToSymbol(c_Kernel, k, sizeof(k));
    Pixel *a, *b; float *f, *g;
    cudaMalloc(&a, n); cudaMalloc(&b, n); cudaMalloc(&f, n * 4); cudaMalloc(&g, n * 4);
    cudaMemcpy(a, h8.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(f, hf.data(), n * 4, cudaMemcpyHostToDevice);
    sobelShared<<<dim3(IMG_W / 32, IMG_H / 16), dim3(32, 16)>>>(a, b, IMG_W, IMG_H);
    convolutionRows<16, 4, 4, 1><<<dim3(IMG_W / 64, IMG_H / 4), dim3(16, 4)>>>(g, f, IMG_W, IMG_W);
    convolutionColumns<16, 8, 8, 1><<<dim3(IMG_W / 16, IMG_H / 64), dim3(16, 8)>>>(g, f, IMG_H, IMG_W);
    boxRunningSum<<<dim3(IMG_W / 64, IMG_H / 32), 32>>>(f, g, IMG_W, 5);
    median3x3<<<dim3(IMG_W / 16, IMG_H / 16), dim3(16, 16)>>>(a, b, IMG_W, IMG_H);
    bilateral<3><<<dim3(IMG_W / 16, IMG_H / 16), 256>>>(f, g, IMG_W, IMG_H, 0.1f, 8.f);
    erodeRowsPacked<<<IMG_H, 64, (IMG_W / 4 + 2) * sizeof(unsigned)>>>((uchar4 *)a, (uchar4 *)b, IMG_W / 4);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(b); cudaFree(f); cudaFree(g);
    return 0;
}

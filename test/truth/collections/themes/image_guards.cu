// Image-processing kernels on images whose sizes are not multiples of the tile.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int kTile = 16;
constexpr int kRadius = 2;

struct Image {
    float* data;
    int width, height, pitch;   // pitch in elements
};

static inline int DivUp(int a, int b) { return (a + b - 1) / b; }

// Separable blur, horizontal pass with clamped halo.
__global__ void BlurRows(Image src, Image dst)
{
    __shared__ float s[8][64 + 2 * kRadius];
    const int x = blockIdx.x * 64 + threadIdx.x;
    const int y = blockIdx.y * 8 + threadIdx.y;
    const int yc = min(y, src.height - 1);
    const float* row = src.data + yc * src.pitch;
    s[threadIdx.y][threadIdx.x + kRadius] = row[min(x, src.width - 1)];
    if (threadIdx.x < kRadius) {
        s[threadIdx.y][threadIdx.x] = row[min(max(x - kRadius, 0), src.width - 1)];
        s[threadIdx.y][threadIdx.x + 64 + kRadius] = row[min(x + 64, src.width - 1)];
    }
    __syncthreads();
    if (x < src.width && y < src.height) {
        float v = 0.f;
        for (int k = -kRadius; k <= kRadius; ++k)
            v += s[threadIdx.y][threadIdx.x + kRadius + k] * (1.f / (1 + k * k));
        dst.data[y * dst.pitch + x] = v;
    }
}

// Vertical pass, taller tile.
__global__ void BlurCols(Image src, Image dst)
{
    __shared__ float s[32 + 2 * kRadius][16];
    const int x = blockIdx.x * 16 + threadIdx.x;
    const int y0 = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32 + 2 * kRadius; r += blockDim.y) {
        int y = y0 + r - kRadius;
        s[r][threadIdx.x] = (x < src.width && y >= 0 && y < src.height) ? src.data[y * src.pitch + x] : 0.f;
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        int y = y0 + r;
        if (x < src.width && y < src.height) {
            float v = 0.f;
#pragma unroll
            for (int k = 0; k <= 2 * kRadius; ++k) v += s[r + k][threadIdx.x];
            dst.data[y * dst.pitch + x] = v / (2 * kRadius + 1);
        }
    }
}

// Transpose with guard on both ends.
__global__ void TransposeGuarded(Image src, Image dst)
{
    __shared__ float t[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < src.width && y + j < src.height)
            t[threadIdx.y + j][threadIdx.x] = src.data[(y + j) * src.pitch + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < src.height && y + j < src.width)
            dst.data[(y + j) * dst.pitch + x] = t[threadIdx.x][threadIdx.y + j];
}

// 3x3 Sobel: interior threads of the tile compute, the rim only loads.
__global__ void Sobel(Image src, Image dst)
{
    __shared__ float s[kTile][kTile];
    const int inner = kTile - 2;
    const int x = blockIdx.x * inner + threadIdx.x - 1;
    const int y = blockIdx.y * inner + threadIdx.y - 1;
    float v = 0.f;
    if (x >= 0 && x < src.width && y >= 0 && y < src.height) v = src.data[y * src.pitch + x];
    s[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    const bool rim = threadIdx.x == 0 || threadIdx.x == kTile - 1 || threadIdx.y == 0 || threadIdx.y == kTile - 1;
    if (!rim && x < src.width && y < src.height) {
        const int i = threadIdx.y, j = threadIdx.x;
        float gx = s[i - 1][j + 1] + 2.f * s[i][j + 1] + s[i + 1][j + 1]
                 - s[i - 1][j - 1] - 2.f * s[i][j - 1] - s[i + 1][j - 1];
        float gy = s[i + 1][j - 1] + 2.f * s[i + 1][j] + s[i + 1][j + 1]
                 - s[i - 1][j - 1] - 2.f * s[i - 1][j] - s[i - 1][j + 1];
        dst.data[y * dst.pitch + x] = sqrtf(gx * gx + gy * gy);
    }
}

// Matrix product with partial tiles at all three borders.
__global__ void MatMulEdges(const float* A, const float* B, float* C, int m, int n, int k)
{
    __shared__ float As[kTile][kTile];
    __shared__ float Bs[kTile][kTile];
    const int row = blockIdx.y * kTile + threadIdx.y;
    const int col = blockIdx.x * kTile + threadIdx.x;
    float acc = 0.f;
    for (int t = 0; t < (k + kTile - 1) / kTile; ++t) {
        int ak = t * kTile + threadIdx.x, bk = t * kTile + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (row < m && ak < k) ? A[row * k + ak] : 0.f;
        Bs[threadIdx.y][threadIdx.x] = (bk < k && col < n) ? B[bk * n + col] : 0.f;
        __syncthreads();
        for (int i = 0; i < kTile; ++i) acc += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = acc;
}

// 2x2 box downsample: every thread stores two columns, half of them average.
__global__ void Downsample2(Image src, Image dst)
{
    __shared__ float s[16][48];
    const int tx = threadIdx.x, ty = threadIdx.y;      // 24 x 16
    const int sx = blockIdx.x * 48, sy = blockIdx.y * 16;
    for (int c = tx; c < 48; c += 24) {
        int x = sx + c, y = sy + ty;
        if (x < src.width && y < src.height) s[ty][c] = src.data[y * src.pitch + x];
        else s[ty][c] = 0.f;
    }
    __syncthreads();
    if (ty < 8) {
        int ox = blockIdx.x * 24 + tx, oy = blockIdx.y * 8 + ty;
        if (ox < dst.width && oy < dst.height)
            dst.data[oy * dst.pitch + ox] =
                0.25f * (s[2 * ty][2 * tx] + s[2 * ty][2 * tx + 1] + s[2 * ty + 1][2 * tx] + s[2 * ty + 1][2 * tx + 1]);
    }
}

// Three-dimensional 7-point stencil on a small volume.
__global__ void Laplace3D(const float* in, float* out, int nx, int ny, int nz)
{
    __shared__ float s[6][6][18];
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
    const int x = blockIdx.x * 16 + threadIdx.x;
    const int y = blockIdx.y * 4 + threadIdx.y;
    const int z = blockIdx.z * 4 + threadIdx.z;
    auto at = [&](int i, int j, int k) {
        bool ok = i >= 0 && i < nx && j >= 0 && j < ny && k >= 0 && k < nz;
        return ok ? in[(k * ny + j) * nx + i] : 0.f;
    };
    s[lz][ly][lx] = at(x, y, z);
    if (threadIdx.x == 0) s[lz][ly][0] = at(x - 1, y, z);
    if (threadIdx.x == 15) s[lz][ly][17] = at(x + 1, y, z);
    if (threadIdx.y == 0) s[lz][0][lx] = at(x, y - 1, z);
    if (threadIdx.y == 3) s[lz][5][lx] = at(x, y + 1, z);
    if (threadIdx.z == 0) s[0][ly][lx] = at(x, y, z - 1);
    if (threadIdx.z == 3) s[5][ly][lx] = at(x, y, z + 1);
    __syncthreads();
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = s[lz][ly][lx - 1] + s[lz][ly][lx + 1] + s[lz][ly - 1][lx] + s[lz][ly + 1][lx]
                                   + s[lz - 1][ly][lx] + s[lz + 1][ly][lx] - 6.f * s[lz][ly][lx];
}

// Per-row integral; one block per row, width smaller than the block.
__global__ void RowIntegral(Image src, Image dst)
{
    __shared__ float s[2][128];
    const int x = threadIdx.x;
    const int y = blockIdx.x;
    int cur = 0;
    s[0][x] = x < src.width ? src.data[y * src.pitch + x] : 0.f;
    __syncthreads();
    for (int d = 1; d < src.width; d <<= 1) {
        float v = s[cur][x];
        if (x >= d) v += s[cur][x - d];
        s[cur ^ 1][x] = v;
        cur ^= 1;
        __syncthreads();
    }
    if (x < src.width) dst.data[y * dst.pitch + x] = s[cur][x];
}

// 3x3 median, border blocks replicate the nearest pixel.
__device__ __forceinline__ void Cas(float& a, float& b) { float t = fminf(a, b); b = fmaxf(a, b); a = t; }
__global__ void Median3x3(Image src, Image dst)
{
    __shared__ float s[10][34];
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 10 * 34; i += 256) {
        int ly = i / 34, lx = i - ly * 34;
        int x = min(max((int)blockIdx.x * 32 + lx - 1, 0), src.width - 1);
        int y = min(max((int)blockIdx.y * 8 + ly - 1, 0), src.height - 1);
        s[ly][lx] = src.data[y * src.pitch + x];
    }
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= src.width || y >= src.height) return;
    float v[9];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) v[i * 3 + j] = s[threadIdx.y + i][threadIdx.x + j];
#pragma unroll
    for (int i = 0; i < 5; ++i)
#pragma unroll
        for (int j = 8; j > i; --j) Cas(v[j - 1], v[j]);
    dst.data[y * dst.pitch + x] = v[4];
}

// Mirror the image around the vertical axis block by block.
__global__ void MirrorX(Image src, Image dst)
{
    __shared__ float line[96];
    const int x0 = blockIdx.x * 96;
    const int count = min(96, src.width - x0);
    for (int y = blockIdx.y; y < src.height; y += gridDim.y) {
        if (threadIdx.x < count) line[threadIdx.x] = src.data[y * src.pitch + x0 + threadIdx.x];
        __syncthreads();
        if (threadIdx.x < count)
            dst.data[y * dst.pitch + (src.width - x0 - count) + threadIdx.x] = line[count - 1 - threadIdx.x];
        __syncthreads();
    }
}

static double Sum(const float* dev, int n)
{
    float* h = (float*)malloc(n * sizeof(float));
    cudaMemcpy(h, dev, n * sizeof(float), cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n; ++i) s += h[i] * (1 + i % 5);
    free(h);
    return s;
}

int main()
{
    const int W = 103, H = 45, P = 112, N = 16384;
    float *a, *b;
    cudaMalloc(&a, N * 4);
    cudaMalloc(&b, N * 4);
    float* h = (float*)malloc(N * 4);
    for (int i = 0; i < N; ++i) h[i] = ((i * 31) % 97) / 97.f;
    cudaMemcpy(a, h, N * 4, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, N * 4);
    Image src{a, W, H, P}, dst{b, W, H, P};
    Image narrow{a, 50, 30, 52}, narrowOut{b, 50, 30, 52};
    double sum = 0;
    BlurRows<<<dim3(DivUp(W, 64), DivUp(H, 8)), dim3(64, 8)>>>(src, dst); sum += Sum(b, N);
    BlurCols<<<dim3(DivUp(W, 16), DivUp(H, 32)), dim3(16, 8)>>>(src, dst); sum += Sum(b, N);
    BlurCols<<<dim3(DivUp(50, 16), 1), dim3(16, 12)>>>(narrow, narrowOut); sum += Sum(b, N);
    TransposeGuarded<<<dim3(DivUp(W, 32), DivUp(H, 32)), dim3(32, 8)>>>(src, Image{b, H, W, 48}); sum += Sum(b, N);
    Sobel<<<dim3(DivUp(50, 14), DivUp(30, 14)), dim3(kTile, kTile)>>>(narrow, narrowOut); sum += Sum(b, N);
    MatMulEdges<<<dim3(DivUp(37, kTile), DivUp(29, kTile)), dim3(kTile, kTile)>>>(a, a + 4096, b, 29, 37, 41); sum += Sum(b, N);
    Downsample2<<<dim3(DivUp(W, 48), DivUp(H, 16)), dim3(24, 16)>>>(src, Image{b, W / 2, H / 2, 64}); sum += Sum(b, N);
    Laplace3D<<<dim3(2, 2, 2), dim3(16, 4, 4)>>>(a, b, 27, 7, 6); sum += Sum(b, N);
    RowIntegral<<<8, 128>>>(src, dst); sum += Sum(b, N);
    Median3x3<<<dim3(DivUp(50, 32), DivUp(30, 8)), dim3(32, 8)>>>(narrow, narrowOut); sum += Sum(b, N);
    MirrorX<<<dim3(DivUp(W, 96), 3), 96>>>(src, dst); sum += Sum(b, N);
    cudaError_t err = cudaDeviceSynchronize();
    if (err == cudaSuccess) err = cudaGetLastError();
    if (err != cudaSuccess) { printf("failed: %s\n", cudaGetErrorString(err)); return 1; }
    printf("checksum %.6f\n", sum);
    return 0;
}

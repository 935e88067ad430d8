// Matrix transposes with several tile layouts, launched through small host helpers.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CHECK(expr)                                                        \
    do {                                                                        \
        cudaError_t err_ = (expr);                                              \
        if (err_ != cudaSuccess) {                                              \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(err_));                             \
            std::exit(EXIT_FAILURE);                                            \
        }                                                                       \
    } while (0)

constexpr int kTile = 32;
constexpr int kBlockRows = 8;

// ---------------------------------------------------------------------------
// 1. classic padded tile, padding by template parameter

template <typename T, int W>
__device__ void load_tile(T (&tile)[kTile][W], const T* __restrict__ src,
                          int rows, int cols, int r0, int c0)
{
    const int c = c0 + threadIdx.x;
    for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
        const int r = r0 + j;
        if (r < rows && c < cols)
            tile[j][threadIdx.x] = src[r * cols + c];
    }
}

template <typename T, int W>
__device__ void store_tile_transposed(T (&tile)[kTile][W], T* __restrict__ dst,
                                      int rows, int cols, int r0, int c0)
{
    const int r = r0 + threadIdx.x;
    for (int j = threadIdx.y; j < kTile; j += kBlockRows) {
        const int c = c0 + j;
        if (r < rows && c < cols)
            dst[c * rows + r] = tile[threadIdx.x][j];
    }
}

template <typename T, int PAD>
__global__ void transpose_tile(const T* __restrict__ src, T* __restrict__ dst,
                               int rows, int cols)
{
    __shared__ T tile[kTile][kTile + PAD];
    const int r0 = blockIdx.y * kTile;
    const int c0 = blockIdx.x * kTile;
    load_tile(tile, src, rows, cols, r0, c0);
    __syncthreads();
    store_tile_transposed(tile, dst, rows, cols, r0, c0);
}

template <typename T, int PAD>
void launch_transpose(const T* src, T* dst, int rows, int cols)
{
    const dim3 block(kTile, kBlockRows);
    const dim3 grid((cols + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
    transpose_tile<T, PAD><<<grid, block>>>(src, dst, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

// ---------------------------------------------------------------------------
// 2. run-time pitch, dynamic shared memory, 16x16 blocks

__global__ void transpose_pitched(const float* __restrict__ src, float* __restrict__ dst,
                                  int rows, int cols, int pitch)
{
    extern __shared__ float dyn_tile[];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * blockDim.y + ty;
    int c = blockIdx.x * blockDim.x + tx;
    if (r < rows && c < cols)
        dyn_tile[ty * pitch + tx] = src[r * cols + c];
    __syncthreads();

    r = blockIdx.y * blockDim.y + tx;
    c = blockIdx.x * blockDim.x + ty;
    if (r < rows && c < cols)
        dst[c * rows + r] = dyn_tile[tx * pitch + ty];
}

constexpr int odd_pitch(int n) { return n | 1; }

// ---------------------------------------------------------------------------
// 3. xor swizzle instead of padding

__device__ __forceinline__ int swizzle(int row, int col)
{
    return row * kTile + (col ^ row);
}

__global__ void __launch_bounds__(256)
transpose_xor(const int* __restrict__ src, int* __restrict__ dst, int n)
{
    __shared__ int tile[kTile * kTile];
    const int x = blockIdx.x * kTile + threadIdx.x;
    const int y = blockIdx.y * kTile;

#pragma unroll
    for (int j = 0; j < kTile; j += kBlockRows) {
        const int row = threadIdx.y + j;
        tile[swizzle(row, threadIdx.x)] = src[(y + row) * n + x];
    }
    __syncthreads();

    const int ox = y + threadIdx.x;
    const int oy = blockIdx.x * kTile;
#pragma unroll
    for (int j = 0; j < kTile; j += kBlockRows) {
        const int col = threadIdx.y + j;
        dst[(oy + col) * n + ox] = tile[swizzle(threadIdx.x, col)];
    }
}

// ---------------------------------------------------------------------------
// 4. 8-bit image rotation by 90 degrees, padding by macro

#ifndef ROT_PAD
#define ROT_PAD 0
#endif
#define ROT_TILE 32
#define ROT_LD (ROT_TILE + ROT_PAD)
#define PIX(r, c) pix[(r) * ROT_LD + (c)]

__global__ void rotate90_u8(const uint8_t* __restrict__ in, uint8_t* __restrict__ out,
                            int w, int h)
{
    __shared__ uint8_t pix[ROT_TILE * ROT_LD];
    const int x0 = blockIdx.x * ROT_TILE;
    const int y0 = blockIdx.y * ROT_TILE;

    for (int r = threadIdx.y; r < ROT_TILE; r += blockDim.y) {
        if (y0 + r >= h || x0 + (int)threadIdx.x >= w)
            continue;
        PIX(r, threadIdx.x) = in[(y0 + r) * w + x0 + threadIdx.x];
    }
    __syncthreads();

    // out has width h and height w: out(x, h-1-y) = in(y, x)
    const int y = y0 + threadIdx.x;
    for (int c = threadIdx.y; c < ROT_TILE; c += blockDim.y) {
        const int x = x0 + c;
        if (y >= h || x >= w)
            continue;
        out[x * h + (h - 1 - y)] = PIX(threadIdx.x, c);
    }
}

template <typename T>
T* device_iota(size_t n)
{
    std::vector<T> h(n);
    for (size_t i = 0; i < n; ++i)
        h[i] = static_cast<T>((i * 37 + 11) % 251);
    T* d = nullptr;
    CUDA_CHECK(cudaMalloc(&d, n * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

int main()
{
    const int rows = 45, cols = 61;
    float* fin = device_iota<float>(rows * cols);
    float* fout = device_iota<float>(rows * cols);
    double* din = device_iota<double>(rows * cols);
    double* dout = device_iota<double>(rows * cols);
    launch_transpose<float, 0>(fin, fout, rows, cols);
    launch_transpose<float, 1>(fin, fout, rows, cols);
    launch_transpose<double, 1>(din, dout, rows, cols);

    {
        const dim3 block(16, 16);
        const dim3 grid((30 + block.x - 1) / block.x, (27 + block.y - 1) / block.y);
        const int pitch = odd_pitch(block.x);
        const size_t bytes = sizeof(float) * pitch * block.y;
        transpose_pitched<<<grid, block, bytes>>>(fin, fout, 27, 30, pitch);
        CUDA_CHECK(cudaGetLastError());
    }

    const int n = 64;
    int* iin = device_iota<int>(n * n);
    int* iout = device_iota<int>(n * n);
    transpose_xor<<<dim3(n / kTile, n / kTile), dim3(kTile, kBlockRows)>>>(iin, iout, n);
    CUDA_CHECK(cudaGetLastError());

    const int w = 50, h = 40;
    uint8_t* bin = device_iota<uint8_t>(w * h);
    uint8_t* bout = device_iota<uint8_t>(w * h);
    rotate90_u8<<<dim3((w + 31) / 32, (h + 31) / 32), dim3(32, 8)>>>(bin, bout, w, h);
    CUDA_CHECK(cudaGetLastError());

    CUDA_CHECK(cudaDeviceSynchronize());
    cudaFree(fin); cudaFree(fout); cudaFree(din); cudaFree(dout);
    cudaFree(iin); cudaFree(iout); cudaFree(bin); cudaFree(bout);
    std::puts("ok");
    return 0;
}

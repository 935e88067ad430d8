// Matrix transposes: the usual progression plus a double-precision and a byte version.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CHECK(x)                                                          \
    do {                                                                       \
        cudaError_t e_ = (x);                                                  \
        if (e_ != cudaSuccess) {                                               \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

#define TILE_DIM   32
#define BLOCK_ROWS 8

__global__ void transposeCoalesced(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = xIndex + yIndex * width;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
    __syncthreads();

    xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
    yIndex = blockIdx.x * TILE_DIM + threadIdx.y;
    int index_out = xIndex + yIndex * height;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

template <typename T, int TILE, int ROWS, int PAD>
__global__ void transposePadded(T *__restrict__ out, const T *__restrict__ in, int w, int h)
{
    __shared__ T tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < w && y + j < h)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < h && y + j < w)
            out[(size_t)(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

// XOR swizzle on 64-bit elements with a 16 wide tile
__global__ void transposeSwizzledDouble(double *out, const double *in, int n)
{
    __shared__ double s[16 * 16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const int bx = blockIdx.x * 16, by = blockIdx.y * 16;
    s[ty * 16 + (tx ^ ty)] = in[(by + ty) * n + bx + tx];
    __syncthreads();
    out[(bx + ty) * n + by + tx] = s[tx * 16 + (tx ^ ty)];
}

// Bytes: every thread loads a uchar4, transposes through a byte tile
__global__ void transposeBytes(unsigned char *out, const unsigned char *in, int pitch)
{
    __shared__ __align__(4) unsigned char tile[64][64 + 4];
    int lx = threadIdx.x;           // 0..15
    int ly = threadIdx.y;           // 0..15
    for (int r = ly; r < 64; r += 16) {
        uchar4 v = *reinterpret_cast<const uchar4 *>(in + (blockIdx.y * 64 + r) * pitch + blockIdx.x * 64 + lx * 4);
        *reinterpret_cast<uchar4 *>(&tile[r][lx * 4]) = v;
    }
    __syncthreads();
    for (int r = ly; r < 64; r += 16) {
        uchar4 v;
        v.x = tile[lx * 4 + 0][r];
        v.y = tile[lx * 4 + 1][r];
        v.z = tile[lx * 4 + 2][r];
        v.w = tile[lx * 4 + 3][r];
        *reinterpret_cast<uchar4 *>(out + (blockIdx.x * 64 + r) * pitch + blockIdx.y * 64 + lx * 4) = v;
    }
}

template <typename T> static T *makeInput(size_t n)
{
    std::vector<T> h(n);
    for (size_t i = 0; i < n; ++i) h[i] = (T)((i * 2654435761u >> 7) & 127);
    T *d;
    CUDA_CHECK(cudaMalloc(&d, n * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

int main()
{
    const int W = 512, H = 256;
    float *fin = makeInput<float>(W * H), *fout;
    CUDA_CHECK(cudaMalloc(&fout, W * H * sizeof(float)));
    dim3 grid(W / TILE_DIM, H / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
    transposeCoalesced<<<grid, threads>>>(fout, fin, W, H);
    CUDA_CHECK(cudaGetLastError());
    transposePadded<float, 32, 8, 1><<<grid, threads>>>(fout, fin, W, H);
    transposePadded<float, 16, 16, 1><<<dim3(W / 16, H / 16), dim3(16, 16)>>>(fout, fin, W, H);
    CUDA_CHECK(cudaGetLastError());

    const int N = 256;
    double *din = makeInput<double>(N * N), *dout;
    CUDA_CHECK(cudaMalloc(&dout, N * N * sizeof(double)));
    transposeSwizzledDouble<<<dim3(N / 16, N / 16), 256>>>(dout, din, N);
    CUDA_CHECK(cudaGetLastError());

    unsigned char *bin = makeInput<unsigned char>(N * N), *bout;
    CUDA_CHECK(cudaMalloc(&bout, N * N));
    transposeBytes<<<dim3(N / 64, N / 64), dim3(16, 16)>>>(bout, bin, N);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    cudaFree(fin); cudaFree(fout); cudaFree(din); cudaFree(dout); cudaFree(bin); cudaFree(bout);
    return 0;
}

// Transposes and layout changes through shared memory.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int TILE_DIM = 32;
constexpr int BLOCK_ROWS = 8;

// Classic: 32x32 tile, dim3(32,8), four elements a thread.
template <typename T, int PITCH>
__global__ void transpose4(const T* __restrict__ in, T* __restrict__ out, int width, int height)
{
    __shared__ T tile[TILE_DIM][PITCH];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];

    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// 128-bit global traffic on both sides; the odd pitch only allows scalar
// accesses to the tile.
template <int PITCH>
__global__ void transpose_vec_io(const float4* __restrict__ in, float4* __restrict__ out,
                                 int width4, int height4)
{
    __shared__ float tile[32][PITCH];
    const int row = threadIdx.x >> 3;
    const int quad = threadIdx.x & 7;

    const float4 v = in[(blockIdx.y * 32 + row) * width4 + blockIdx.x * 8 + quad];
    tile[row][4 * quad + 0] = v.x;
    tile[row][4 * quad + 1] = v.y;
    tile[row][4 * quad + 2] = v.z;
    tile[row][4 * quad + 3] = v.w;
    __syncthreads();

    float4 w;
    w.x = tile[4 * quad + 0][row];
    w.y = tile[4 * quad + 1][row];
    w.z = tile[4 * quad + 2][row];
    w.w = tile[4 * quad + 3][row];
    out[(blockIdx.x * 32 + row) * height4 + blockIdx.y * 8 + quad] = w;
}

// Padding-free tile with an XOR swizzle.
struct XorSwizzle {
    __device__ static int at(int r, int c) { return r * TILE_DIM + (c ^ (r & 31)); }
};
struct NoSwizzle {
    __device__ static int at(int r, int c) { return r * TILE_DIM + c; }
};

template <class Layout>
__global__ void transpose_layout(const int* __restrict__ in, int* __restrict__ out, int n)
{
    __shared__ int buf[TILE_DIM * TILE_DIM];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int bx = blockIdx.x * TILE_DIM, by = blockIdx.y * TILE_DIM;

#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int r = warp + 4 * i;
        buf[Layout::at(r, lane)] = in[(by + r) * n + bx + lane];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int r = warp + 4 * i;
        out[(bx + r) * n + by + lane] = buf[Layout::at(lane, r)];
    }
}

// 16-bit elements, 64x64 tile, pairs on the global side.
__global__ void transpose_u16_pairs(const ushort2* __restrict__ in, ushort2* __restrict__ out, int n2)
{
    __shared__ unsigned short t16[64][66];
    const int tx = threadIdx.x, ty = threadIdx.y;

    for (int r = ty; r < 64; r += blockDim.y) {
        const ushort2 p = in[(blockIdx.y * 64 + r) * n2 + blockIdx.x * 32 + tx];
        *reinterpret_cast<ushort2*>(&t16[r][2 * tx]) = p;
    }
    __syncthreads();
    for (int r = ty; r < 64; r += blockDim.y) {
        ushort2 p;
        p.x = t16[2 * tx][r];
        p.y = t16[2 * tx + 1][r];
        out[(blockIdx.x * 64 + r) * n2 + blockIdx.y * 32 + tx] = p;
    }
}

int main()
{
    constexpr int N = 128;
    void *a = nullptr, *b = nullptr;
    cudaMalloc(&a, N * N * sizeof(double));
    cudaMalloc(&b, N * N * sizeof(double));
    std::vector<int> host(N * N * 2);
    for (size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<int>(i & 1023);
    cudaMemcpy(a, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);

    auto* fi = static_cast<const float*>(a);
    auto* fo = static_cast<float*>(b);
    transpose4<float, 32><<<dim3(2, 2), dim3(32, 8)>>>(fi, fo, N, N);
    transpose4<float, 33><<<dim3(2, 2), dim3(32, 8)>>>(fi, fo, N, N);
    transpose4<double, 33><<<dim3(2, 2), dim3(32, 8)>>>(static_cast<const double*>(a),
                                                       static_cast<double*>(b), N, N);

    transpose_vec_io<33><<<dim3(2, 2), 256>>>(static_cast<const float4*>(a),
                                              static_cast<float4*>(b), N / 4, N / 4);
    transpose_vec_io<36><<<dim3(2, 2), 256>>>(static_cast<const float4*>(a),
                                              static_cast<float4*>(b), N / 4, N / 4);

    transpose_layout<XorSwizzle><<<dim3(2, 2), 128>>>(static_cast<const int*>(a),
                                                      static_cast<int*>(b), N);
    transpose_layout<NoSwizzle><<<dim3(2, 2), 128>>>(static_cast<const int*>(a),
                                                     static_cast<int*>(b), N);

    transpose_u16_pairs<<<dim3(2, 2), dim3(32, 8)>>>(static_cast<const ushort2*>(a),
                                                    static_cast<ushort2*>(b), N / 2);

    cudaDeviceSynchronize();
    const cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaFree(a);
    cudaFree(b);
    std::puts("ok");
    return 0;
}

// Kernels whose shared-memory indices come from __constant__ or local lookup tables.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__constant__ unsigned char c_zigzag[64] = {
     0,  1,  8, 16,  9,  2,  3, 10,
    17, 24, 32, 25, 18, 11,  4,  5,
    12, 19, 26, 33, 40, 48, 41, 34,
    27, 20, 13,  6,  7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36,
    29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46,
    53, 60, 61, 54, 47, 55, 62, 63};

__constant__ int c_quant_row[8] = {16, 11, 10, 16, 24, 40, 51, 61};

__constant__ int c_rev5[32] = {0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30,
                               1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31};
__constant__ int c_rev3[8] = {0, 4, 2, 6, 1, 5, 3, 7};

__constant__ uint32_t c_round_key[4] = {0x9e3779b9u, 0x7f4a7c15u, 0x85ebca6bu, 0xc2b2ae35u};
__constant__ int c_rotate[4] = {0, 7, 14, 22};

#define COEF_PER_BLOCK 64
#define BLOCKS_PER_CTA 4

// Four 8x8 coefficient blocks per CTA: DC prediction along x, quantise, zigzag.
__global__ void zigzag_quantise(const int* __restrict__ in, int* __restrict__ out, int nblocks)
{
    __shared__ int coef[BLOCKS_PER_CTA][COEF_PER_BLOCK];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const int k = y * 8 + x;
    const int blk = blockIdx.x * BLOCKS_PER_CTA + z;
    if (blk < nblocks)
        coef[z][k] = in[blk * COEF_PER_BLOCK + k];
    __syncthreads();

    int v = 0;
    if (blk < nblocks) {
        // column-wise access for the transposed quantisation
        v = coef[z][x * 8 + y] / c_quant_row[y];
    }
    __syncthreads();
    if (blk < nblocks)
        coef[z][k] = v;
    __syncthreads();

    if (blk >= nblocks)
        return;
    out[blk * COEF_PER_BLOCK + k] = coef[z][c_zigzag[k]];
}

// 256-point index reversal: 5 bits of the lane, 3 bits of the warp.
template <int LOG_PAD_EVERY>
__device__ __forceinline__ int padded(int i)
{
    return LOG_PAD_EVERY > 0 ? i + (i >> LOG_PAD_EVERY) : i;
}

template <int LOG_PAD_EVERY>
__global__ void bit_reverse_256(const float2* __restrict__ in, float2* __restrict__ out)
{
    constexpr int kSize = 256 + (LOG_PAD_EVERY > 0 ? (256 >> LOG_PAD_EVERY) : 0);
    __shared__ float re[kSize];
    __shared__ float im[kSize];
    const int tid = threadIdx.x;
    const int lane = tid & 31;
    const int warp = tid >> 5;
    const float2 v = in[blockIdx.x * 256 + tid];

    const int rev = (c_rev5[lane] << 3) | c_rev3[warp];
    re[padded<LOG_PAD_EVERY>(rev)] = v.x;
    im[padded<LOG_PAD_EVERY>(rev)] = v.y;
    __syncthreads();

    float a = re[padded<LOG_PAD_EVERY>(tid)];
    float b = im[padded<LOG_PAD_EVERY>(tid)];
    // first butterfly: partner within the warp
    a += re[padded<LOG_PAD_EVERY>(tid ^ 1)];
    b += im[padded<LOG_PAD_EVERY>(warp * 32 + c_rev5[lane])];
    out[blockIdx.x * 256 + tid] = make_float2(a, b);
}

// Table-driven mixing; the table is kept in shared memory.
__global__ void ttable_mix(const uint32_t* __restrict__ table, const uint32_t* __restrict__ in,
                           uint32_t* __restrict__ out, int n)
{
    __shared__ uint32_t t0[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        t0[i] = table[i];
    __syncthreads();

    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (gid >= n)
        return;
    uint32_t s = in[gid];
    for (int r = 0; r < 4; ++r) {
        const uint32_t a = t0[s & 0xff];
        const uint32_t b = t0[(s >> 8) & 0xff];
        // lane-rotated entry, known without the data
        const uint32_t c = t0[(threadIdx.x * 4 + c_rotate[r]) & 0xff];
        s = (a ^ (b << 1 | b >> 31)) + (c ^ c_round_key[r]);
    }
    out[gid] = s;
}

// Local tables: neighbour offsets (fully unrolled) and one stride per warp.
__global__ void local_offsets(const float* __restrict__ in, float* __restrict__ out)
{
    __shared__ float buf[1056];
    for (int i = threadIdx.x; i < 1056; i += blockDim.x)
        buf[i] = in[i];
    __syncthreads();

    const int lane = threadIdx.x % warpSize;
    const int warp = threadIdx.x / warpSize;
    const int strides[4] = {1, 2, 8, 33};
    const int taps[5] = {0, 1, 33, -1, -33};
    const float coeff[5] = {0.5f, 0.125f, 0.125f, 0.125f, 0.125f};

    float acc = 0.0f;
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        const int centre = (warp + 1) * 66 + lane;
        acc += coeff[k] * buf[centre + taps[k]];
    }
    const float spread = buf[lane * strides[warp]];
    out[blockIdx.x * blockDim.x + threadIdx.x] = acc + spread;
}

#define LAUNCH(kernel, grid, block, ...)                                             \
    do {                                                                             \
        kernel<<<(grid), (block)>>>(__VA_ARGS__);                                    \
        cudaError_t rc_ = cudaGetLastError();                                        \
        if (rc_ != cudaSuccess) {                                                    \
            printf("%s failed: %s\n", #kernel, cudaGetErrorString(rc_));             \
            return 1;                                                                \
        }                                                                            \
    } while (0)

int main()
{
    const int count = 4096;
    std::vector<uint32_t> h(count);
    std::vector<float> hf(count);
    uint32_t state = 12345u;
    for (int i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        h[i] = state;
        hf[i] = (float)(state >> 20) * 0.01f;
    }

    uint32_t *d_u, *d_uo;
    float *d_f, *d_fo;
    int *d_i, *d_io;
    cudaMalloc(&d_u, count * 4);
    cudaMalloc(&d_uo, count * 4);
    cudaMalloc(&d_f, count * 4);
    cudaMalloc(&d_fo, count * 4);
    cudaMalloc(&d_i, count * 4);
    cudaMalloc(&d_io, count * 4);
    cudaMemcpy(d_u, h.data(), count * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_i, h.data(), count * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_f, hf.data(), count * 4, cudaMemcpyHostToDevice);

    const int nblocks = 10;
    LAUNCH(zigzag_quantise, (nblocks + BLOCKS_PER_CTA - 1) / BLOCKS_PER_CTA, dim3(8, 8, 4),
           d_i, d_io, nblocks);

    const float2* f2 = reinterpret_cast<const float2*>(d_f);
    float2* fo2 = reinterpret_cast<float2*>(d_fo);
    LAUNCH(bit_reverse_256<0>, 2, 256, f2, fo2);
    LAUNCH(bit_reverse_256<5>, 2, 256, f2, fo2);
    LAUNCH(bit_reverse_256<3>, 2, 256, f2, fo2);

    LAUNCH(ttable_mix, 3, 128, d_u, d_u + 256, d_uo, 350);
    LAUNCH(local_offsets, 2, 128, d_f, d_fo);

    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("sync failed: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    cudaFree(d_u);
    cudaFree(d_uo);
    cudaFree(d_f);
    cudaFree(d_fo);
    cudaFree(d_i);
    cudaFree(d_io);
    printf("ok\n");
    return 0;
}

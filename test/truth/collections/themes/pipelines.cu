// Software pipelines through shared memory.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

#define CUDA_OK(call)                                                        \
    do {                                                                     \
        cudaError_t rc = (call);                                             \
        if (rc != cudaSuccess) {                                             \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(rc)); \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

// Register-prefetch double buffering.
__global__ void double_buffer_stream(const float *in, float *out, int tiles)
{
    __shared__ float buf[2][256];
    const int tid = threadIdx.x;
    const float *src = in + blockIdx.x * tiles * 256;
    buf[0][tid] = src[tid];
    __syncthreads();
    float acc = 0.f;
    for (int t = 0; t < tiles; ++t) {
        float next = 0.f;
        if (t + 1 < tiles) next = src[(t + 1) * 256 + tid];
        acc += buf[t & 1][tid ^ 1] + buf[t & 1][255 - tid];
        if (t + 1 < tiles) buf[(t + 1) & 1][tid] = next;
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = acc;
}

// cp.async, STAGES deep, one 16-byte chunk per thread and stage.
template <int STAGES>
__global__ void async_stages(const float4 *in, float *out, int tiles)
{
    __shared__ float4 stage[STAGES][128];
    const int tid = threadIdx.x;
    const float4 *src = in + blockIdx.x * tiles * 128;
#pragma unroll
    for (int s = 0; s < STAGES - 1; ++s) {
        if (s < tiles) __pipeline_memcpy_async(&stage[s][tid], &src[s * 128 + tid], sizeof(float4));
        __pipeline_commit();
    }
    float acc = 0.f;
    for (int t = 0; t < tiles; ++t) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        const int pre = t + STAGES - 1;
        if (pre < tiles) __pipeline_memcpy_async(&stage[pre % STAGES][tid], &src[pre * 128 + tid], sizeof(float4));
        __pipeline_commit();
        float4 v = stage[t % STAGES][(tid + 1) & 127];
        acc += v.x + 2.f * v.y + 3.f * v.z + 4.f * v.w;
    }
    out[blockIdx.x * 128 + tid] = acc;
}

// GEMM with double-buffered shared tiles and cp.async of single floats / 16 bytes.
__global__ void gemm_db(const float *A, const float *B, float *C, int N, int K)
{
    __shared__ __align__(16) float As[2][32][20];
    __shared__ __align__(16) float Bs[2][16][32];
    const int tx = threadIdx.x, ty = threadIdx.y;     // 16 x 8
    const int tid = ty * 16 + tx;
    const int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    auto fetch = [&](int st, int k0) {
        int r = tid / 4, c = (tid % 4) * 4;
        __pipeline_memcpy_async(&As[st][r][c], &A[(row0 + r) * K + k0 + c], 16);
        r = tid / 8; c = (tid % 8) * 4;
        __pipeline_memcpy_async(&Bs[st][r][c], &B[(k0 + r) * N + col0 + c], 16);
        __pipeline_commit();
    };
    float acc[4][2] = {};
    int st = 0;
    fetch(0, 0);
    for (int k0 = 0; k0 < K; k0 += 16) {
        if (k0 + 16 < K) { fetch(st ^ 1, k0 + 16); __pipeline_wait_prior(1); }
        else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            const float b0 = Bs[st][k][tx], b1 = Bs[st][k][tx + 16];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float a = As[st][ty * 4 + i][k];
                acc[i][0] += a * b0;
                acc[i][1] += a * b1;
            }
        }
        __syncthreads();
        st ^= 1;
    }
    for (int i = 0; i < 4; ++i) {
        C[(row0 + ty * 4 + i) * N + col0 + tx] = acc[i][0];
        C[(row0 + ty * 4 + i) * N + col0 + tx + 16] = acc[i][1];
    }
}

// Half of the warps produce, half consume, hand-over by block barrier.
__global__ void producer_consumer(const float *in, float *out, int rounds)
{
    __shared__ float ring[2][64];
    const bool producer = threadIdx.x < 64;
    const int l = threadIdx.x & 63;
    float acc = 0.f;
    for (int r = 0; r <= rounds; ++r) {
        if (producer) {
            if (r < rounds) {
                float v = in[(blockIdx.x * rounds + r) * 64 + l];
                ring[r & 1][l] = v * v + 1.f;
            }
        } else if (r > 0) {
            const float *b = ring[(r - 1) & 1];
            acc += b[l] - 0.5f * b[(l + 32) & 63];
        }
        __syncthreads();
    }
    if (!producer) out[blockIdx.x * 64 + l] = acc;
}

// Three planes rotate through shared memory while marching along z.
__global__ void march_z(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float plane[3][12][24];
    const int x = threadIdx.x, y = threadIdx.y;
    const int slab = nx * ny;
    int below = 0, here = 1, above = 2;
    plane[below][y][x] = in[y * nx + x];
    plane[here][y][x] = in[slab + y * nx + x];
    for (int z = 1; z < nz - 1; ++z) {
        plane[above][y][x] = in[(z + 1) * slab + y * nx + x];
        __syncthreads();
        if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
            float v = plane[here][y][x - 1] + plane[here][y][x + 1] + plane[here][y - 1][x] + plane[here][y + 1][x]
                    + plane[below][y][x] + plane[above][y][x];
            out[z * slab + y * nx + x] = v * (1.f / 6.f);
        }
        __syncthreads();
        int old = below;
        below = here;
        here = above;
        above = old;
    }
}

// Warp-private ring of four rows, no block barrier in the loop.
template <int WARPS>
__global__ void warp_ring(const float *in, float *out, int steps)
{
    __shared__ float ring[WARPS][4][32];
    const int lane = threadIdx.x, w = threadIdx.y;
    const float *src = in + (blockIdx.x * WARPS + w) * steps * 32;
    float sum = 0.f;
    for (int s = 0; s < steps; ++s) {
        ring[w][s & 3][lane] = src[s * 32 + lane];
        __syncwarp();
        if (s >= 3) {
            float a = ring[w][(s - 3) & 3][lane], b = ring[w][(s - 2) & 3][31 - lane];
            float c = ring[w][(s - 1) & 3][(lane + 8) & 31], d = ring[w][s & 3][lane ^ 16];
            sum += a * d - b * c;
        }
        __syncwarp();
    }
    out[(blockIdx.x * WARPS + w) * 32 + lane] = sum;
}

// Ping-pong Jacobi iterations inside one block.
__global__ void jacobi_pingpong(const float *in, float *out, int iters)
{
    extern __shared__ float mem[];
    const int n = blockDim.x + 2;
    float *cur = mem, *nxt = mem + n;
    const int i = threadIdx.x + 1;
    cur[i] = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (threadIdx.x == 0) { cur[0] = nxt[0] = 1.f; cur[n - 1] = nxt[n - 1] = 0.f; }
    __syncthreads();
    for (int k = 0; k < iters; ++k) {
        nxt[i] = 0.25f * cur[i - 1] + 0.5f * cur[i] + 0.25f * cur[i + 1];
        float *t = cur; cur = nxt; nxt = t;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = cur[i];
}

// Triple buffering with explicit stage indices and 8-byte copies.
__global__ void triple_buffer_dot(const float2 *a, const float2 *b, float *out, int tiles)
{
    __shared__ float2 sa[3][96];
    __shared__ float2 sb[3][96];
    const int t = threadIdx.x;
    const int base = blockIdx.x * tiles * 96;
    int rd = 0, wr = 0;
    for (; wr < 2; ++wr) {
        __pipeline_memcpy_async(&sa[wr][t], &a[base + wr * 96 + t], 8);
        __pipeline_memcpy_async(&sb[wr][t], &b[base + wr * 96 + t], 8);
        __pipeline_commit();
    }
    float acc = 0.f;
    for (int k = 0; k < tiles; ++k) {
        __pipeline_wait_prior(1);
        __syncthreads();
        float2 u = sa[rd][t], v = sb[rd][95 - t];
        acc += u.x * v.y + u.y * v.x;
        if (k + 2 < tiles) {
            __pipeline_memcpy_async(&sa[wr][t], &a[base + (k + 2) * 96 + t], 8);
            __pipeline_memcpy_async(&sb[wr][t], &b[base + (k + 2) * 96 + t], 8);
        }
        __pipeline_commit();
        rd = rd == 2 ? 0 : rd + 1;
        wr = wr == 2 ? 0 : wr + 1;
    }
    out[blockIdx.x * 96 + t] = acc;
}

// Row pipeline for a vertical 5-tap filter: circular buffer of rows, 2 columns per thread.
__global__ void circular_rows(const float *img, float *out, int width, int height)
{
    __shared__ float rows[5][128];
    const int x0 = blockIdx.x * 128;
    for (int y = 0; y < height; ++y) {
        for (int c = threadIdx.x; c < 128; c += 64)
            rows[y % 5][c] = x0 + c < width ? img[y * width + x0 + c] : 0.f;
        __syncthreads();
        if (y >= 4) {
            float2 acc = make_float2(0.f, 0.f);
#pragma unroll
            for (int k = 0; k < 5; ++k) {
                const float *r = rows[(y - k) % 5];
                acc.x += r[2 * threadIdx.x] * (5 - k);
                acc.y += r[2 * threadIdx.x + 1] * (5 - k);
            }
            int x = x0 + 2 * threadIdx.x;
            if (x < width) out[(y - 2) * width + x] = acc.x;
            if (x + 1 < width) out[(y - 2) * width + x + 1] = acc.y;
        }
        __syncthreads();
    }
}

int main()
{
    const int N = 65536;
    float *h = (float *)malloc(N * sizeof(float)), *a, *o;
    for (int i = 0; i < N; ++i) h[i] = ((i * 11) % 83) * 0.01f;
    CUDA_OK(cudaMalloc(&a, N * sizeof(float)));
    CUDA_OK(cudaMalloc(&o, N * sizeof(float)));
    CUDA_OK(cudaMemcpy(a, h, N * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemset(o, 0, N * sizeof(float)));

    double_buffer_stream<<<3, 256>>>(a, o, 5);
    async_stages<2><<<2, 128>>>((const float4 *)a, o + 1024, 6);
    async_stages<3><<<2, 128>>>((const float4 *)a, o + 1536, 7);
    async_stages<4><<<1, 128>>>((const float4 *)a, o + 2048, 3);
    gemm_db<<<dim3(2, 2), dim3(16, 8)>>>(a, a + 8192, o + 4096, 64, 48);
    producer_consumer<<<4, 128>>>(a, o + 8192, 6);
    march_z<<<1, dim3(24, 12)>>>(a, o + 9216, 24, 12, 8);
    warp_ring<4><<<2, dim3(32, 4)>>>(a, o + 12288, 9);
    warp_ring<3><<<2, dim3(32, 3)>>>(a, o + 12800, 6);
    jacobi_pingpong<<<2, 160, 2 * 162 * sizeof(float)>>>(a, o + 13312, 11);
    triple_buffer_dot<<<2, 96>>>((const float2 *)a, (const float2 *)(a + 4096), o + 14000, 5);
    circular_rows<<<2, 64>>>(a, o + 15000, 201, 12);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());

    CUDA_OK(cudaMemcpy(h, o, N * sizeof(float), cudaMemcpyDeviceToHost));
    double s = 0;
    for (int i = 0; i < N; ++i) s += h[i] * (1 + (i & 3));
    printf("checksum %.6f\n", s);
    return 0;
}

/* Separable convolution: row pass and column pass, taps in constant memory. */
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

#define KERNEL_RADIUS 4
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)

__constant__ float c_taps[KERNEL_LENGTH];

// ---------------------------------------------------------------- row filter
#define ROWS_BDX   16
#define ROWS_BDY   4
#define ROWS_STEPS 4
#define ROWS_HALO  1

__global__ void conv_rows(float *d_dst, const float *d_src, int imageW, int imageH, int pitch)
{
    __shared__ float s_data[ROWS_BDY][(ROWS_STEPS + 2 * ROWS_HALO) * ROWS_BDX];

    const int baseX = ((int)blockIdx.x * ROWS_STEPS - ROWS_HALO) * ROWS_BDX + (int)threadIdx.x;
    const int baseY = blockIdx.y * ROWS_BDY + threadIdx.y;

    d_src += baseY * pitch + baseX;
    d_dst += baseY * pitch + baseX;

    // main body
#pragma unroll
    for (int i = ROWS_HALO; i < ROWS_HALO + ROWS_STEPS; i++)
        s_data[threadIdx.y][threadIdx.x + i * ROWS_BDX] = d_src[i * ROWS_BDX];

    // left apron
#pragma unroll
    for (int i = 0; i < ROWS_HALO; i++)
        s_data[threadIdx.y][threadIdx.x + i * ROWS_BDX] = (baseX >= -i * ROWS_BDX) ? d_src[i * ROWS_BDX] : 0;

    // right apron
#pragma unroll
    for (int i = ROWS_HALO + ROWS_STEPS; i < ROWS_HALO + ROWS_STEPS + ROWS_HALO; i++)
        s_data[threadIdx.y][threadIdx.x + i * ROWS_BDX] = (imageW - baseX > i * ROWS_BDX) ? d_src[i * ROWS_BDX] : 0;

    __syncthreads();

#pragma unroll
    for (int i = ROWS_HALO; i < ROWS_HALO + ROWS_STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_taps[KERNEL_RADIUS - j] * s_data[threadIdx.y][threadIdx.x + i * ROWS_BDX + j];
        d_dst[i * ROWS_BDX] = sum;
    }
}

// ------------------------------------------------------------- column filter
#define COLS_BDX   16
#define COLS_BDY   8
#define COLS_STEPS 4
#define COLS_HALO  1

// PAD = 1 is the usual choice for the column-major tile
template <int PAD>
__global__ void conv_cols(float *d_dst, const float *d_src, int imageW, int imageH, int pitch)
{
    __shared__ float s_data[COLS_BDX][(COLS_STEPS + 2 * COLS_HALO) * COLS_BDY + PAD];

    const int baseX = blockIdx.x * COLS_BDX + threadIdx.x;
    const int baseY = ((int)blockIdx.y * COLS_STEPS - COLS_HALO) * COLS_BDY + (int)threadIdx.y;

    d_src += baseY * pitch + baseX;
    d_dst += baseY * pitch + baseX;

#pragma unroll
    for (int i = COLS_HALO; i < COLS_HALO + COLS_STEPS; i++)
        s_data[threadIdx.x][threadIdx.y + i * COLS_BDY] = d_src[i * COLS_BDY * pitch];

#pragma unroll
    for (int i = 0; i < COLS_HALO; i++)
        s_data[threadIdx.x][threadIdx.y + i * COLS_BDY] = (baseY >= -i * COLS_BDY) ? d_src[i * COLS_BDY * pitch] : 0;

#pragma unroll
    for (int i = COLS_HALO + COLS_STEPS; i < COLS_HALO + COLS_STEPS + COLS_HALO; i++)
        s_data[threadIdx.x][threadIdx.y + i * COLS_BDY] = (imageH - baseY > i * COLS_BDY) ? d_src[i * COLS_BDY * pitch] : 0;

    __syncthreads();

#pragma unroll
    for (int i = COLS_HALO; i < COLS_HALO + COLS_STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_taps[KERNEL_RADIUS - j] * s_data[threadIdx.x][threadIdx.y + i * COLS_BDY + j];
        d_dst[i * COLS_BDY * pitch] = sum;
    }
}

// Both passes fused in one block: 32x16 outputs, intermediate kept in shared memory.
__global__ void conv_fused(float *dst, const float *src, int w, int h)
{
    const int R = KERNEL_RADIUS;
    const int TW = 32, TH = 16;
    __shared__ float raw[TH + 2 * R][TW + 2 * R];
    __shared__ float mid[TH + 2 * R][TW];

    const int ox = blockIdx.x * TW - R;
    const int oy = blockIdx.y * TH - R;

    for (int y = threadIdx.y; y < TH + 2 * R; y += blockDim.y)
        for (int x = threadIdx.x; x < TW + 2 * R; x += blockDim.x) {
            const bool in = ox + x >= 0 && ox + x < w && oy + y >= 0 && oy + y < h;
            raw[y][x] = in ? src[(oy + y) * w + ox + x] : 0.f;
        }
    __syncthreads();

    for (int y = threadIdx.y; y < TH + 2 * R; y += blockDim.y) {
        float s = 0.f;
#pragma unroll
        for (int k = 0; k < KERNEL_LENGTH; k++)
            s += c_taps[KERNEL_LENGTH - 1 - k] * raw[y][threadIdx.x + k];
        mid[y][threadIdx.x] = s;
    }
    __syncthreads();

    for (int y = threadIdx.y; y < TH; y += blockDim.y) {
        float s = 0.f;
#pragma unroll
        for (int k = 0; k < KERNEL_LENGTH; k++)
            s += c_taps[KERNEL_LENGTH - 1 - k] * mid[y + k][threadIdx.x];
        dst[(blockIdx.y * TH + y) * w + blockIdx.x * TW + threadIdx.x] = s;
    }
}

static bool ok(cudaError_t e, const char *where)
{
    if (e != cudaSuccess) fprintf(stderr, "[%s] %s\n", where, cudaGetErrorString(e));
    return e == cudaSuccess;
}

int main()
{
    const int W = 128, H = 96;
    std::vector<float> img(W * H), two(W * H), one(W * H);
    for (int i = 0; i < W * H; i++) img[i] = (float)((i * 31 + i / W) % 101) / 101.f;
    const float taps[KERNEL_LENGTH] = {0.02f, 0.05f, 0.10f, 0.18f, 0.25f, 0.20f, 0.11f, 0.06f, 0.03f};

    float *src, *tmp, *dst;
    const size_t bytes = img.size() * sizeof(float);
    if (!ok(cudaMalloc(&src, bytes), "malloc") || !ok(cudaMalloc(&tmp, bytes), "malloc") || !ok(cudaMalloc(&dst, bytes), "malloc"))
        return 1;
    if (!ok(cudaMemcpyToSymbol(c_taps, taps, sizeof(taps)), "taps")) return 1;
    if (!ok(cudaMemcpy(src, img.data(), bytes, cudaMemcpyHostToDevice), "upload")) return 1;

    dim3 rb(ROWS_BDX, ROWS_BDY), rg(W / (ROWS_BDX * ROWS_STEPS), H / ROWS_BDY);
    dim3 cb(COLS_BDX, COLS_BDY), cg(W / COLS_BDX, H / (COLS_BDY * COLS_STEPS));
    conv_rows<<<rg, rb>>>(tmp, src, W, H, W);
    conv_cols<0><<<cg, cb>>>(dst, tmp, W, H, W);
    conv_cols<1><<<cg, cb>>>(dst, tmp, W, H, W);
    if (!ok(cudaGetLastError(), "launch") || !ok(cudaDeviceSynchronize(), "separable")) return 1;
    cudaMemcpy(two.data(), dst, bytes, cudaMemcpyDeviceToHost);

    conv_fused<<<dim3(W / 32, H / 16), dim3(32, 8)>>>(dst, src, W, H);
    if (!ok(cudaGetLastError(), "launch") || !ok(cudaDeviceSynchronize(), "fused")) return 1;
    cudaMemcpy(one.data(), dst, bytes, cudaMemcpyDeviceToHost);

    float worst = 0.f;
    for (int i = 0; i < W * H; i++) worst = fmaxf(worst, fabsf(one[i] - two[i]));
    printf("max difference between paths: %g\n", worst);
    cudaFree(src); cudaFree(tmp); cudaFree(dst);
    return worst < 1e-4f ? 0 : 1;
}

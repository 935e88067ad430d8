// Image filters on small synthetic images: bilateral, box (sliding sums), Sobel.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace {
constexpr int kWidth = 128, kHeight = 128;

void check(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s -> %s\n", what, cudaGetErrorString(e));
        std::exit(1);
    }
}

__device__ __forceinline__ int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

template <int BX, int BY, int R>
struct BilateralShared {
    float px[BY + 2 * R][BX + 2 * R];
    float spatial[(2 * R + 1) * (2 * R + 1)];
};

template <int BX, int BY, int R>
__global__ void bilateral(const float* __restrict__ src, float* __restrict__ dst, int w, int h,
                          float inv2ss, float inv2sr)
{
    __shared__ BilateralShared<BX, BY, R> sh;
    constexpr int TW = BX + 2 * R, TH = BY + 2 * R, K = 2 * R + 1;
    const int tid = threadIdx.y * BX + threadIdx.x;
    const int ox = blockIdx.x * BX - R, oy = blockIdx.y * BY - R;

    for (int i = tid; i < K * K; i += BX * BY) {
        int dx = i % K - R, dy = i / K - R;
        sh.spatial[i] = __expf(-(dx * dx + dy * dy) * inv2ss);
    }
    for (int y = threadIdx.y; y < TH; y += BY)
        for (int x = threadIdx.x; x < TW; x += BX)
            sh.px[y][x] = src[clampi(oy + y, 0, h - 1) * w + clampi(ox + x, 0, w - 1)];
    __syncthreads();
    const float centre = sh.px[threadIdx.y + R][threadIdx.x + R];
    float num = 0.f, den = 0.f;
    for (int dy = 0; dy < K; ++dy) {
#pragma unroll
        for (int dx = 0; dx < K; ++dx) {
            float p = sh.px[threadIdx.y + dy][threadIdx.x + dx];
            float diff = p - centre;
            float wgt = sh.spatial[dy * K + dx] * __expf(-diff * diff * inv2sr);
            num += wgt * p; den += wgt;
        }
    }
    dst[(blockIdx.y * BY + threadIdx.y) * w + blockIdx.x * BX + threadIdx.x] = num / den;
}

// Horizontal box filter: a block stages ROWS full rows, then every thread slides along one row.
template <int ROWS, int PITCH>
__global__ void box_rows_sliding(const float* src, float* dst, int radius)
{
    extern __shared__ float rows[];
    float* result = rows + ROWS * PITCH;
    const int y0 = blockIdx.x * ROWS;
    for (int i = threadIdx.x; i < ROWS * kWidth; i += blockDim.x)
        rows[(i / kWidth) * PITCH + i % kWidth] = src[y0 * kWidth + i];
    __syncthreads();

    if (threadIdx.x < ROWS) {
        const float* r = rows + threadIdx.x * PITCH;
        float* o = result + threadIdx.x * PITCH;
        const float scale = 1.0f / (2 * radius + 1);
        float sum = r[0] * radius;
        for (int x = 0; x <= radius; ++x) sum += r[x];
        o[0] = sum * scale;
        for (int x = 1; x < kWidth; ++x) {
            sum += r[min(x + radius, kWidth - 1)];
            sum -= r[max(x - radius - 1, 0)];
            o[x] = sum * scale;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < ROWS * kWidth; i += blockDim.x)
        dst[y0 * kWidth + i] = result[(i / kWidth) * PITCH + i % kWidth];
}

// Vertical box filter: strip of 32 columns, each of the 4 warps slides down a quarter of the strip.
__global__ void box_cols_sliding(const float* src, float* dst, int radius)
{
    __shared__ float strip[kHeight][32];
    const int x = blockIdx.x * 32 + threadIdx.x;
    for (int y = threadIdx.y; y < kHeight; y += blockDim.y)
        strip[y][threadIdx.x] = src[y * kWidth + x];
    __syncthreads();
    const int seg = kHeight / blockDim.y, start = threadIdx.y * seg;
    float sum = 0.f;
    for (int k = -radius; k <= radius; ++k)
        sum += strip[clampi(start + k, 0, kHeight - 1)][threadIdx.x];
    for (int y = start; y < start + seg; ++y) {
        dst[y * kWidth + x] = sum / (2 * radius + 1);
        sum += strip[min(y + radius + 1, kHeight - 1)][threadIdx.x];
        sum -= strip[max(y - radius, 0)][threadIdx.x];
    }
}

// Sobel magnitude on RGBA8: keep the uchar4 pixels and a float luma tile in shared memory.
__global__ void sobel_rgba(const uchar4* __restrict__ src, uchar4* __restrict__ dst, int w, int h)
{
    __shared__ uchar4 rgba[18][18];
    __shared__ float luma[18][18];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
        int ty = i / 18, tx = i % 18;
        int sx = clampi((int)blockIdx.x * 16 + tx - 1, 0, w - 1);
        int sy = clampi((int)blockIdx.y * 16 + ty - 1, 0, h - 1);
        uchar4 p = src[sy * w + sx];
        rgba[ty][tx] = p;
        luma[ty][tx] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
    }
    __syncthreads();
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    float gx = luma[ty - 1][tx + 1] - luma[ty - 1][tx - 1];
    gx += 2.0f * (luma[ty][tx + 1] - luma[ty][tx - 1]);
    gx += luma[ty + 1][tx + 1] - luma[ty + 1][tx - 1];
    float gy = luma[ty + 1][tx - 1] + 2.0f * luma[ty + 1][tx] + luma[ty + 1][tx + 1];
    gy -= luma[ty - 1][tx - 1] + 2.0f * luma[ty - 1][tx] + luma[ty - 1][tx + 1];
    unsigned char m = (unsigned char)fminf(sqrtf(gx * gx + gy * gy), 255.0f);
    dst[y * w + x] = make_uchar4(m, m, m, rgba[ty][tx].w);
}

void launch_bilateral(const float* s, float* d)
{
    constexpr int BX = 32, BY = 8, R = 3;
    dim3 block(BX, BY), grid(kWidth / BX, kHeight / BY);
    bilateral<BX, BY, R><<<grid, block>>>(s, d, kWidth, kHeight, 1.f / 18.f, 1.f / 0.02f);
    check(cudaGetLastError(), "bilateral");
}

void launch_box(const float* s, float* tmp, float* d, int radius)
{
    constexpr int ROWS = 32, PITCH = kWidth + 4;
    box_rows_sliding<ROWS, PITCH><<<kHeight / ROWS, 128, 2 * ROWS * PITCH * sizeof(float)>>>(s, tmp, radius);
    check(cudaGetLastError(), "box rows");
    box_cols_sliding<<<kWidth / 32, dim3(32, 4)>>>(tmp, d, radius);
    check(cudaGetLastError(), "box cols");
}
}  // namespace

int main()
{
    const int n = kWidth * kHeight;
    std::vector<float> img(n), out(n);
    std::vector<uchar4> rgba(n);
    for (int i = 0; i < n; ++i) {
        img[i] = ((i % kWidth) / 16 + (i / kWidth) / 16) % 2 ? 0.8f : 0.2f;
        uint8_t v = (uint8_t)(img[i] * 255);
        rgba[i] = make_uchar4(v, 255 - v, v / 2, 255);
    }
    float *a, *b, *c;
    uchar4 *p, *q;
    for (float** ptr : {&a, &b, &c}) check(cudaMalloc(ptr, n * sizeof(float)), "alloc");
    check(cudaMalloc(&p, n * sizeof(uchar4)), "alloc");
    check(cudaMalloc(&q, n * sizeof(uchar4)), "alloc");
    check(cudaMemcpy(a, img.data(), n * sizeof(float), cudaMemcpyHostToDevice), "h2d");
    check(cudaMemcpy(p, rgba.data(), n * sizeof(uchar4), cudaMemcpyHostToDevice), "h2d");

    launch_bilateral(a, b);
    launch_box(a, b, c, 5);
    sobel_rgba<<<dim3(kWidth / 16, kHeight / 16), dim3(16, 16)>>>(p, q, kWidth, kHeight);
    check(cudaGetLastError(), "sobel");
    check(cudaDeviceSynchronize(), "sync");
    check(cudaMemcpy(out.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost), "d2h");
    float want = 0.f;
    for (int dy = -5; dy <= 5; ++dy)
        for (int dx = -5; dx <= 5; ++dx) want += img[(30 + dy) * kWidth + 47 + dx] / 121.f;
    float diff = out[30 * kWidth + 47] - want;
    std::printf("box(47,30) = %f expected %f\n", out[30 * kWidth + 47], want);
    return diff < 1e-3f && diff > -1e-3f ? 0 : 2;
}

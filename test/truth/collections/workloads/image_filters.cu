// Image processing kernels working on shared-memory tiles:
//   - separable Gaussian (row pass on uchar4, column pass on float4)
//   - bilateral filter on 8 bit luminance
//   - 3x3 median (sorting network)
//   - 2x2 area downscale (resize) with staged source tile
//   - packed RGB24 -> planar YUV through a byte tile
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

using uchar = unsigned char;

namespace img {

struct Size {
    int width;
    int height;
};

template <typename T>
struct Image {
    T* data;
    int width;
    int height;
    int stride;   // in elements

    __host__ __device__ T& operator()(int x, int y) const { return data[y * stride + x]; }
    __device__ T clamped(int x, int y) const
    {
        x = min(max(x, 0), width - 1);
        y = min(max(y, 0), height - 1);
        return data[y * stride + x];
    }
};

template <typename T>
Image<T> allocate(Size s, int align = 32)
{
    Image<T> im{nullptr, s.width, s.height, (s.width + align - 1) / align * align};
    if (cudaMalloc(&im.data, sizeof(T) * im.stride * im.height) != cudaSuccess)
        im.data = nullptr;
    else
        cudaMemset(im.data, 0x3c, sizeof(T) * im.stride * im.height);
    return im;
}

inline dim3 gridFor(Size s, int bx, int by)
{
    return dim3((s.width + bx - 1) / bx, (s.height + by - 1) / by);
}

}   // namespace img

using img::Image;

constexpr int kRadius = 7;
__constant__ float gKernel[2 * kRadius + 1];

__device__ __forceinline__ float4 toFloat4(uchar4 p)
{
    return make_float4(p.x, p.y, p.z, p.w);
}

__device__ __forceinline__ void madd(float4& acc, float w, const float4& v)
{
    acc.x += w * v.x;
    acc.y += w * v.y;
    acc.z += w * v.z;
    acc.w += w * v.w;
}

// ------------------------------------------------------------------ row pass, uchar4 tile
#define ROW_BX 32
#define ROW_BY 4
#define ROW_RESULT 4
#define ROW_HALO 1

__global__ void gaussRows(Image<const uchar4> src, Image<float4> dst)
{
    __shared__ uchar4 tile[ROW_BY][(ROW_RESULT + 2 * ROW_HALO) * ROW_BX];

    const int baseX = (blockIdx.x * ROW_RESULT - ROW_HALO) * ROW_BX + threadIdx.x;
    const int y = blockIdx.y * ROW_BY + threadIdx.y;

#pragma unroll
    for (int i = 0; i < ROW_RESULT + 2 * ROW_HALO; ++i)
        tile[threadIdx.y][threadIdx.x + i * ROW_BX] = src.clamped(baseX + i * ROW_BX, y);
    __syncthreads();

    if (y >= dst.height)
        return;

#pragma unroll
    for (int i = ROW_HALO; i < ROW_HALO + ROW_RESULT; ++i) {
        float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
        for (int j = -kRadius; j <= kRadius; ++j) {
            const uchar4 p = tile[threadIdx.y][threadIdx.x + i * ROW_BX + j];
            madd(sum, gKernel[kRadius - j], toFloat4(p));
        }
        const int x = baseX + i * ROW_BX;
        if (x < dst.width)
            dst(x, y) = sum;
    }
}

// --------------------------------------------------------------- column pass, float4 tile
template <int BX, int BY, int STEPS, int PAD>
__global__ void gaussColumns(Image<const float4> src, Image<uchar4> dst)
{
    __shared__ float4 tile[BX][(STEPS + 2) * BY + PAD];

    const int x = blockIdx.x * BX + threadIdx.x;
    const int baseY = (blockIdx.y * STEPS - 1) * BY + threadIdx.y;

#pragma unroll
    for (int i = 0; i < STEPS + 2; ++i)
        tile[threadIdx.x][threadIdx.y + i * BY] = src.clamped(x, baseY + i * BY);
    __syncthreads();

#pragma unroll
    for (int i = 1; i <= STEPS; ++i) {
        float4 sum = make_float4(0.5f, 0.5f, 0.5f, 0.5f);
#pragma unroll
        for (int j = -kRadius; j <= kRadius; ++j)
            madd(sum, gKernel[kRadius - j], tile[threadIdx.x][threadIdx.y + i * BY + j]);
        const int y = baseY + i * BY;
        if (x < dst.width && y < dst.height)
            dst(x, y) = make_uchar4((uchar)sum.x, (uchar)sum.y, (uchar)sum.z, (uchar)sum.w);
    }
}

// ------------------------------------------------------- bilateral, dynamic float tile
__device__ float rangeWeight(float d, float inv2s) { return __expf(-d * d * inv2s); }

__global__ void bilateral(Image<const uchar> src, Image<uchar> dst, int r, float inv2ss,
                          float inv2sr)
{
    extern __shared__ float lum[];
    const int pitch = blockDim.x + 2 * r;
    const int rows = blockDim.y + 2 * r;
    const int x0 = blockIdx.x * blockDim.x - r;
    const int y0 = blockIdx.y * blockDim.y - r;

    for (int yy = threadIdx.y; yy < rows; yy += blockDim.y) {
        for (int xx = threadIdx.x; xx < pitch; xx += blockDim.x)
            lum[yy * pitch + xx] = (float)src.clamped(x0 + xx, y0 + yy);
    }
    __syncthreads();

    const int cx = threadIdx.x + r;
    const int cy = threadIdx.y + r;
    const float center = lum[cy * pitch + cx];
    float num = 0.f;
    float den = 0.f;
    for (int dy = -r; dy <= r; ++dy) {
        for (int dx = -r; dx <= r; ++dx) {
            const float v = lum[(cy + dy) * pitch + cx + dx];
            const float w = __expf(-float(dx * dx + dy * dy) * inv2ss) *
                            rangeWeight(v - center, inv2sr);
            num += w * v;
            den += w;
        }
    }
    const int x = x0 + cx;
    const int y = y0 + cy;
    if (x < dst.width && y < dst.height)
        dst(x, y) = (uchar)(num / den + 0.5f);
}

// ----------------------------------------------------------------- 3x3 median, byte tile
template <typename T>
__device__ __forceinline__ void cswap(T& a, T& b)
{
    const T lo = min(a, b);
    b = max(a, b);
    a = lo;
}

template <int BX, int BY>
__global__ void median3x3(Image<const uchar> src, Image<uchar> dst)
{
    __shared__ uchar s[BY + 2][BX + 4];   // 4-byte multiple rows

    const int tid = threadIdx.y * BX + threadIdx.x;
    for (int i = tid; i < (BX + 2) * (BY + 2); i += BX * BY) {
        const int lx = i % (BX + 2);
        const int ly = i / (BX + 2);
        s[ly][lx] = src.clamped(blockIdx.x * BX + lx - 1, blockIdx.y * BY + ly - 1);
    }
    __syncthreads();

    int v[9];
#pragma unroll
    for (int dy = 0; dy < 3; ++dy)
#pragma unroll
        for (int dx = 0; dx < 3; ++dx)
            v[dy * 3 + dx] = s[threadIdx.y + dy][threadIdx.x + dx];

    cswap(v[1], v[2]); cswap(v[4], v[5]); cswap(v[7], v[8]);
    cswap(v[0], v[1]); cswap(v[3], v[4]); cswap(v[6], v[7]);
    cswap(v[1], v[2]); cswap(v[4], v[5]); cswap(v[7], v[8]);
    cswap(v[0], v[3]); cswap(v[5], v[8]); cswap(v[4], v[7]);
    cswap(v[3], v[6]); cswap(v[1], v[4]); cswap(v[2], v[5]);
    cswap(v[4], v[7]); cswap(v[4], v[2]); cswap(v[6], v[4]);
    cswap(v[4], v[2]);

    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;
    if (x < dst.width && y < dst.height)
        dst(x, y) = (uchar)v[4];
}

// ----------------------------------------- 2x2 area downscale of float4 pixels, 16x16 out
__global__ void halve(Image<const float4> src, Image<float4> dst)
{
    constexpr int B = 16;
    constexpr int P = 2 * B + 1;
    __shared__ float4 t[2 * B * P];

    const int sx = blockIdx.x * 2 * B;
    const int sy = blockIdx.y * 2 * B;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        const int lx = threadIdx.x + (q & 1) * B;
        const int ly = threadIdx.y + (q >> 1) * B;
        t[ly * P + lx] = src.clamped(sx + lx, sy + ly);
    }
    __syncthreads();

    const int o = 2 * threadIdx.y * P + 2 * threadIdx.x;
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
    madd(acc, 0.25f, t[o]);
    madd(acc, 0.25f, t[o + 1]);
    madd(acc, 0.25f, t[o + P]);
    madd(acc, 0.25f, t[o + P + 1]);

    const int x = blockIdx.x * B + threadIdx.x;
    const int y = blockIdx.y * B + threadIdx.y;
    if (x < dst.width && y < dst.height)
        dst(x, y) = acc;
}

// -------------------------------- RGB24 rows -> planar Y,U,V; word loads, byte processing
constexpr int kRowPixels = 256;

__global__ void rgbToYuv(const uint32_t* __restrict__ rgb, uchar* __restrict__ yuv, int pixels)
{
    __shared__ uint32_t packed[kRowPixels * 3 / 4];
    __shared__ uchar planes[3][kRowPixels];

    const int t = threadIdx.x;   // 64 threads, 4 pixels each
    const int wordBase = blockIdx.x * (kRowPixels * 3 / 4);
#pragma unroll
    for (int i = 0; i < 3; ++i)
        packed[t + i * 64] = rgb[wordBase + t + i * 64];
    __syncthreads();

    const uchar* bytes = reinterpret_cast<const uchar*>(packed);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int p = t + i * 64;
        const int r = bytes[3 * p];
        const int g = bytes[3 * p + 1];
        const int b = bytes[3 * p + 2];
        planes[0][p] = (uchar)((66 * r + 129 * g + 25 * b + 4224) >> 8);
        planes[1][p] = (uchar)((-38 * r - 74 * g + 112 * b + 32896) >> 8);
        planes[2][p] = (uchar)((112 * r - 94 * g - 18 * b + 32896) >> 8);
    }
    __syncthreads();

#pragma unroll
    for (int c = 0; c < 3; ++c) {
        const uint32_t w = reinterpret_cast<const uint32_t*>(planes[c])[t];
        reinterpret_cast<uint32_t*>(yuv + c * pixels)[blockIdx.x * 64 + t] = w;
    }
}

template <typename T>
static Image<const T> view(const Image<T>& im)
{
    return Image<const T>{im.data, im.width, im.height, im.stride};
}

int main()
{
    const img::Size size{640, 360};
    const img::Size halfSize{size.width / 2, size.height / 2};

    auto rgba = img::allocate<uchar4>(size);
    auto rows = img::allocate<float4>(size);
    auto blurred = img::allocate<uchar4>(size);
    auto gray = img::allocate<uchar>(size, 128);
    auto smooth = img::allocate<uchar>(size, 128);
    auto small = img::allocate<float4>(halfSize);
    const int pixels = size.width * size.height;
    uint32_t* rgb = nullptr;
    uchar* yuv = nullptr;
    cudaMalloc(&rgb, pixels * 3);
    cudaMalloc(&yuv, pixels * 3);
    cudaMemset(rgb, 0x55, pixels * 3);

    std::vector<float> k(2 * kRadius + 1);
    for (int i = 0; i <= 2 * kRadius; ++i)
        k[i] = 1.0f / (2 * kRadius + 1);
    cudaMemcpyToSymbol(gKernel, k.data(), k.size() * sizeof(float));

    auto launched = [](const char* name) {
        const cudaError_t e = cudaGetLastError();
        if (e != cudaSuccess)
            std::printf("%s: %s\n", name, cudaGetErrorString(e));
        return e == cudaSuccess;
    };

    bool ok = true;
    gaussRows<<<img::gridFor(size, ROW_BX * ROW_RESULT, ROW_BY), dim3(ROW_BX, ROW_BY)>>>(
        view(rgba), rows);
    ok &= launched("gaussRows");

    gaussColumns<16, 8, 4, 1><<<img::gridFor(size, 16, 8 * 4), dim3(16, 8)>>>(view(rows), blurred);
    ok &= launched("gaussColumns");

    constexpr int r = 5;
    const dim3 bb(16, 16);
    const size_t lumBytes = (bb.x + 2 * r) * (bb.y + 2 * r) * sizeof(float);
    bilateral<<<img::gridFor(size, bb.x, bb.y), bb, lumBytes>>>(view(gray), smooth, r, 0.02f,
                                                                0.001f);
    ok &= launched("bilateral");

    median3x3<32, 8><<<img::gridFor(size, 32, 8), dim3(32, 8)>>>(view(smooth), gray);
    ok &= launched("median3x3");

    halve<<<img::gridFor(halfSize, 16, 16), dim3(16, 16)>>>(view(rows), small);
    ok &= launched("halve");

    rgbToYuv<<<pixels / kRowPixels, 64>>>(rgb, yuv, pixels);
    ok &= launched("rgbToYuv");

    const cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess || !ok) {
        std::printf("failed: %s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaFree(rgba.data);
    cudaFree(rows.data);
    cudaFree(blurred.data);
    cudaFree(gray.data);
    cudaFree(smooth.data);
    cudaFree(small.data);
    cudaFree(rgb);
    cudaFree(yuv);
    return 0;
}

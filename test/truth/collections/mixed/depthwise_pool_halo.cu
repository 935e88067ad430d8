// Depthwise convolution and pooling, all with a halo in shared memory.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

struct Shape {
    int channels, height, width;
    size_t count() const { return (size_t)channels * height * width; }
};

template <int K, int TILE_X, int TILE_Y>
struct HaloTile {
    static constexpr int R = K / 2;
    static constexpr int SX = TILE_X + 2 * R;
    static constexpr int SY = TILE_Y + 2 * R;

    // cooperative load with clamping to `fill` outside of the plane
    static __device__ void load(float (&dst)[SY][SX], const float* plane, Shape s, float fill)
    {
        const int x0 = blockIdx.x * TILE_X - R;
        const int y0 = blockIdx.y * TILE_Y - R;
        for (int y = threadIdx.y; y < SY; y += TILE_Y) {
            for (int x = threadIdx.x; x < SX; x += TILE_X) {
                const int gx = x0 + x, gy = y0 + y;
                float v = fill;
                if (gx >= 0 && gy >= 0 && gx < s.width && gy < s.height)
                    v = plane[gy * s.width + gx];
                dst[y][x] = v;
            }
        }
    }
};

template <int K, int TILE_X, int TILE_Y>
__global__ void depthwise_conv(const float* __restrict__ in, const float* __restrict__ weight, const float* __restrict__ bias,
                               float* __restrict__ out, Shape s)
{
    using Tile = HaloTile<K, TILE_X, TILE_Y>;
    __shared__ float tile[Tile::SY][Tile::SX];
    __shared__ float filter[K * K];

    const int c = blockIdx.z;
    const int tid = threadIdx.y * TILE_X + threadIdx.x;
    if (tid < K * K)
        filter[tid] = weight[c * K * K + tid];
    Tile::load(tile, in + (size_t)c * s.height * s.width, s, 0.f);
    __syncthreads();

    float acc = bias[c];
    for (int ky = 0; ky < K; ++ky) {
        #pragma unroll
        for (int kx = 0; kx < K; ++kx) {
            const float w = filter[ky * K + kx];
            acc += w * tile[threadIdx.y + ky][threadIdx.x + kx];
        }
    }
    const int x = blockIdx.x * TILE_X + threadIdx.x;
    const int y = blockIdx.y * TILE_Y + threadIdx.y;
    if (x < s.width && y < s.height)
        out[((size_t)c * s.height + y) * s.width + x] = acc;
}

// 3x3 max pooling, stride 2, pad 1
template <int OX, int OY>
__global__ void maxpool3x3_s2(const float* __restrict__ in, float* __restrict__ out, Shape s)
{
    constexpr int SX = 2 * OX + 1, SY = 2 * OY + 1;
    __shared__ float tile[SY * SX];
    const float* plane = in + (size_t)blockIdx.z * s.height * s.width;
    const int gx0 = (int)blockIdx.x * OX * 2 - 1, gy0 = (int)blockIdx.y * OY * 2 - 1;

    for (int i = threadIdx.y * OX + threadIdx.x; i < SX * SY; i += OX * OY) {
        const int gx = gx0 + i % SX, gy = gy0 + i / SX;
        const bool in_range = gx >= 0 && gx < s.width && gy >= 0 && gy < s.height;
        tile[i] = in_range ? plane[gy * s.width + gx] : -FLT_MAX;
    }
    __syncthreads();
    const float* p = &tile[threadIdx.y * 2 * SX + threadIdx.x * 2];
    float m = -FLT_MAX;
    for (int r = 0; r < 3; ++r) {
        m = fmaxf(m, p[r * SX]);
        m = fmaxf(m, p[r * SX + 1]);
        m = fmaxf(m, p[r * SX + 2]);
    }
    const int ow = s.width / 2, oh = s.height / 2;
    const int ox = blockIdx.x * OX + threadIdx.x, oy = blockIdx.y * OY + threadIdx.y;
    if (ox < ow && oy < oh)
        out[((size_t)blockIdx.z * oh + oy) * ow + ox] = m;
}

// K x K average pooling with stride 1, as two 1-D passes through shared memory
template <int K, int TILE_X, int TILE_Y>
__global__ void box_filter(const float* __restrict__ in, float* __restrict__ out, Shape s)
{
    using Tile = HaloTile<K, TILE_X, TILE_Y>;
    __shared__ float src[Tile::SY][Tile::SX];
    __shared__ float rowsum[Tile::SY][TILE_X];
    Tile::load(src, in + (size_t)blockIdx.z * s.height * s.width, s, 0.f);
    __syncthreads();

    for (int y = threadIdx.y; y < Tile::SY; y += TILE_Y) {
        float h = 0.f;
        for (int k = 0; k < K; ++k)
            h += src[y][threadIdx.x + k];
        rowsum[y][threadIdx.x] = h;
    }
    __syncthreads();
    float v = 0.f;
    for (int k = 0; k < K; ++k)
        v += rowsum[threadIdx.y + k][threadIdx.x];
    const int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    if (x < s.width && y < s.height)
        out[((size_t)blockIdx.z * s.height + y) * s.width + x] = v / (K * K);
}

// Causal depthwise conv over a [time][channel] sequence, two channels per thread.
template <int KW, int T_TILE, int C2_TILE>
__global__ void causal_conv1d(const half2* __restrict__ x, const half2* __restrict__ w, half2* __restrict__ y, int channels2)
{
    __shared__ half2 sx[T_TILE + KW - 1][C2_TILE];
    __shared__ half2 sw[KW][C2_TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int c = blockIdx.x * C2_TILE + tx;
    const int t0 = blockIdx.y * T_TILE;

    for (int t = ty; t < T_TILE + KW - 1; t += blockDim.y) {
        const int gt = t0 + t - (KW - 1);
        sx[t][tx] = gt >= 0 ? x[(size_t)gt * channels2 + c] : __floats2half2_rn(0.f, 0.f);
    }
    if (ty < KW)
        sw[ty][tx] = w[ty * channels2 + c];
    __syncthreads();
    for (int t = ty; t < T_TILE; t += blockDim.y) {
        float2 acc = make_float2(0.f, 0.f);
        #pragma unroll
        for (int k = 0; k < KW; ++k) {
            const float2 xv = __half22float2(sx[t + k][tx]);
            const float2 wv = __half22float2(sw[k][tx]);
            acc.x += xv.x * wv.x;
            acc.y += xv.y * wv.y;
        }
        y[(size_t)(t0 + t) * channels2 + c] = __floats2half2_rn(acc.x, acc.y);
    }
}

int main()
{
    const Shape s{4, 64, 64};
    std::vector<float> h(s.count()), out(s.count());
    for (size_t i = 0; i < h.size(); ++i) h[i] = (float)(i % 17) - 8.f;
    float *in, *w, *o;
    if (cudaMalloc(&in, s.count() * 4) || cudaMalloc(&w, 4096) || cudaMalloc(&o, s.count() * 4)) return 1;
    cudaMemcpy(in, h.data(), s.count() * 4, cudaMemcpyHostToDevice);
    cudaMemset(w, 0, 4096);

    auto launch = [](const char* name, const std::function<void()>& fn) {
        fn();
        cudaError_t e = cudaGetLastError();
        if (e == cudaSuccess) e = cudaDeviceSynchronize();
        if (e != cudaSuccess) std::fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(e));
        return e == cudaSuccess;
    };
    bool good = true;
    good &= launch("depthwise", [&] { depthwise_conv<3, 32, 8><<<dim3(2, 8, s.channels), dim3(32, 8)>>>(in, w, w + 64, o, s); });
    good &= launch("maxpool", [&] { maxpool3x3_s2<16, 16><<<dim3(2, 2, s.channels), dim3(16, 16)>>>(in, o, s); });
    good &= launch("causal_conv1d", [&] { causal_conv1d<4, 32, 32><<<dim3(2, 4), dim3(32, 8)>>>((const half2*)in, (const half2*)w, (half2*)o, 64); });
    good &= launch("box", [&] { box_filter<5, 16, 16><<<dim3(4, 4, s.channels), dim3(16, 16)>>>(in, o, s); });
    if (!good) return 1;

    cudaMemcpy(out.data(), o, s.count() * 4, cudaMemcpyDeviceToHost);
    float ref = 0.f;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) ref += h[(20 + dy) * s.width + 30 + dx] / 25.f;
    std::printf("box(30,20) = %f, ref %f\n", out[20 * s.width + 30], ref);
    return std::fabs(out[20 * s.width + 30] - ref) < 1e-3f ? 0 : 1;
}

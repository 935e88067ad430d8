// Signal processing: FFT butterflies in shared memory, transposes for the 2D transform, convolutions, Walsh-Hadamard.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

static __device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
static __device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

// Decimation in time, bit reversed load, N/2 threads, split real/imaginary planes.
template <int LOGN>
__global__ void fft_radix2_split(const float2* in, float2* out)
{
    constexpr int N = 1 << LOGN;
    __shared__ float re[N];
    __shared__ float im[N];
    const int t = threadIdx.x;
    in += blockIdx.x * N;
    out += blockIdx.x * N;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        const int i = t + h * N / 2;
        const int j = __brev(i) >> (32 - LOGN);
        const float2 v = in[i];
        re[j] = v.x;
        im[j] = v.y;
    }
    for (int s = 0; s < LOGN; ++s) {
        __syncthreads();
        const int half = 1 << s;
        const int k = t & (half - 1);
        const int a = ((t >> s) << (s + 1)) + k, b = a + half;
        float sn, cs;
        sincospif(-float(k) / half, &sn, &cs);
        const float xr = re[b] * cs - im[b] * sn, xi = re[b] * sn + im[b] * cs;
        const float ur = re[a], ui = im[a];
        re[a] = ur + xr; im[a] = ui + xi;
        re[b] = ur - xr; im[b] = ui - xi;
    }
    __syncthreads();
    out[t] = make_float2(re[t], im[t]);
    out[t + N / 2] = make_float2(re[t + N / 2], im[t + N / 2]);
}

// Stockham radix-4, 256 points with 64 threads, interleaved complex, several transforms per block (blockDim.y).
__global__ void fft256_stockham4(float2* data, int batch)
{
    extern __shared__ float2 xbuf[];
    float2* x = xbuf + threadIdx.y * 256;
    const int t = threadIdx.x;
    const int b = min((int)(blockIdx.x * blockDim.y + threadIdx.y), batch - 1);
    const bool live = (int)(blockIdx.x * blockDim.y + threadIdx.y) < batch;
    float2 r[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) r[i] = data[b * 256 + t + 64 * i];
#pragma unroll
    for (int ns = 1; ns < 256; ns *= 4) {
        const int k = t & (ns - 1);
#pragma unroll
        for (int i = 1; i < 4; ++i) {
            float sn, cs;
            sincospif(-2.f * i * k / (4.f * ns), &sn, &cs);
            r[i] = cmul(r[i], make_float2(cs, sn));
        }
        const float2 a = cadd(r[0], r[2]), c = csub(r[0], r[2]), d = cadd(r[1], r[3]), e = csub(r[1], r[3]);
        const float2 je = make_float2(e.y, -e.x);
        r[0] = cadd(a, d); r[1] = cadd(c, je); r[2] = csub(a, d); r[3] = csub(c, je);
        const int o = (t - k) * 4 + k;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) x[o + i * ns] = r[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) r[i] = x[t + 64 * i];
    }
    if (live)
#pragma unroll
        for (int i = 0; i < 4; ++i) data[b * 256 + t + 64 * i] = r[i];
}

// Out-of-place transpose; STYLE 0 plain, 1 padded, 2 xor swizzle.
template <typename T, int STYLE>
__global__ void transpose_tile(const T* in, T* out, int rows, int cols)
{
    constexpr int P = STYLE == 1 ? 1 : 0;
    __shared__ T tile[32][32 + P];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < cols && y + j < rows) {
            const int ly = threadIdx.y + j;
            tile[ly][STYLE == 2 ? threadIdx.x ^ ly : threadIdx.x] = in[(y + j) * cols + x];
        }
    __syncthreads();
    const int ox = blockIdx.y * 32 + threadIdx.x, oy = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (ox < rows && oy + j < cols) {
            const int ly = threadIdx.y + j;
            out[(oy + j) * rows + ox] = tile[threadIdx.x][STYLE == 2 ? ly ^ threadIdx.x : ly];
        }
}

constexpr int KR = 4;
__constant__ float c_taps[2 * KR + 1];

// Column pass of a separable filter: 16x8 threads, 8 result rows each (SDK style).
__global__ void conv_columns(const float* src, float* dst, int w, int h)
{
    __shared__ float s[16][(8 + 2) * 8 + 1];
    const int x = blockIdx.x * 16 + threadIdx.x;
    const int y0 = (blockIdx.y * 8 - 1) * 8 + threadIdx.y;
#pragma unroll
    for (int i = 0; i < 10; ++i) {
        const int y = y0 + i * 8;
        s[threadIdx.x][threadIdx.y + i * 8] = (x < w && y >= 0 && y < h) ? src[y * w + x] : 0.f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 9; ++i) {
        float acc = 0.f;
#pragma unroll
        for (int j = -KR; j <= KR; ++j) acc += c_taps[KR - j] * s[threadIdx.x][threadIdx.y + i * 8 + j];
        const int y = y0 + i * 8;
        if (x < w && y < h) dst[y * w + x] = acc;
    }
}

// Fast Walsh-Hadamard transform in shared memory, radix-2, each thread a pair, double precision.
__global__ void fwht_shared(double* d, int log2n)
{
    extern __shared__ double wh[];
    const int n = 1 << log2n;
    double* g = d + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) wh[i] = g[i];
    for (int stride = 1; stride < n; stride <<= 1) {
        __syncthreads();
        for (int p = threadIdx.x; p < n / 2; p += blockDim.x) {
            const int lo = p & (stride - 1);
            const int i0 = ((p - lo) << 1) + lo;
            const double a = wh[i0], b = wh[i0 + stride];
            wh[i0] = a + b;
            wh[i0 + stride] = a - b;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) g[i] = wh[i];
}

int main()
{
    const int n = 1 << 16;
    std::vector<float> h(2 * n);
    for (int i = 0; i < 2 * n; ++i) h[i] = ((i * 37) % 101) / 101.f - 0.5f;
    float2 *a, *b; double* d;
    cudaMalloc(&a, n * sizeof(float2)); cudaMalloc(&b, n * sizeof(float2)); cudaMalloc(&d, n * sizeof(double));
    cudaMemcpy(a, h.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemset(d, 0, n * sizeof(double));
    std::vector<float> taps(2 * KR + 1, 1.f / (2 * KR + 1));
    cudaMemcpyToSymbol(c_taps, taps.data(), taps.size() * 4);
    fft_radix2_split<8><<<32, 128>>>(a, b);
    fft_radix2_split<10><<<16, 512>>>(a, b);
    fft256_stockham4<<<(50 + 1) / 2, dim3(64, 2), 2 * 256 * sizeof(float2)>>>(b, 50);
    const dim3 grid(7, 5), block(32, 8);
    transpose_tile<float, 0><<<grid, block>>>((float*)a, (float*)b, 150, 210);
    transpose_tile<float, 1><<<grid, block>>>((float*)a, (float*)b, 150, 210);
    transpose_tile<float2, 2><<<grid, block>>>(a, b, 150, 210);
    conv_columns<<<dim3(200 / 16 + 1, 3), dim3(16, 8)>>>((float*)a, (float*)b, 200, 180);
    for (int lg = 8; lg <= 10; lg += 2) fwht_shared<<<16, 128, sizeof(double) << lg>>>(d, lg);
    const cudaError_t e = cudaDeviceSynchronize();
    float2 v; cudaMemcpy(&v, b + 5, sizeof v, cudaMemcpyDeviceToHost);
    std::printf("%s %f %f\n", e == cudaSuccess ? "ok" : cudaGetErrorString(e), v.x, v.y);
}

// Batched complex FFTs held in shared memory: radix-2 (double), radix-4 (SoA), radix-8 (register/exchange).
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(c) check_((c), #c, __LINE__)
static void check_(cudaError_t e, const char* expr, int line)
{
    if (e == cudaSuccess) return;
    std::printf("line %d: %s -> %s\n", line, expr, cudaGetErrorString(e));
    std::exit(1);
}

__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ float2 operator*(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ float2 mul_neg_i(float2 a) { return make_float2(a.y, -a.x); }
__device__ __forceinline__ float2 root(int k, int n)   // exp(-2 pi i k / n)
{
    float2 w;
    sincospif(-2.0f * float(k) / float(n), &w.y, &w.x);
    return w;
}

// ------------------------------------------------------------------ radix 2, in place, double precision
template <int LOG2N>
__global__ void __launch_bounds__(1 << (LOG2N - 1))
fft_radix2(const double2* __restrict__ in, double2* __restrict__ out)
{
    constexpr int N = 1 << LOG2N;
    __shared__ double2 s_data[N];
    __shared__ double2 s_tw[N / 2];

    const int t = threadIdx.x;
    in += size_t(blockIdx.x) * N;
    out += size_t(blockIdx.x) * N;

    double2 w;
    sincospi(-2.0 * t / N, &w.y, &w.x);
    s_tw[t] = w;
    s_data[__brev(t) >> (32 - LOG2N)] = in[t];
    s_data[__brev(t + N / 2) >> (32 - LOG2N)] = in[t + N / 2];
    __syncthreads();

#pragma unroll
    for (int s = 0; s < LOG2N; ++s) {
        const int half = 1 << s;
        const int k = t & (half - 1);
        const int i = ((t >> s) << (s + 1)) + k;
        const int j = i + half;
        const double2 tw = s_tw[k << (LOG2N - 1 - s)];
        const double2 a = s_data[i], b = s_data[j];
        const double2 bw = make_double2(b.x * tw.x - b.y * tw.y, b.x * tw.y + b.y * tw.x);
        s_data[i] = make_double2(a.x + bw.x, a.y + bw.y);
        s_data[j] = make_double2(a.x - bw.x, a.y - bw.y);
        __syncthreads();
    }
    out[t] = s_data[t];
    out[t + N / 2] = s_data[t + N / 2];
}

// ------------------------------------------------------------------ radix 4 Stockham, split re/im planes
__device__ __forceinline__ void fft4(float2& v0, float2& v1, float2& v2, float2& v3)
{
    const float2 a0 = v0 + v2, a1 = v0 - v2;
    const float2 a2 = v1 + v3, a3 = mul_neg_i(v1 - v3);
    v0 = a0 + a2;
    v1 = a1 + a3;
    v2 = a0 - a2;
    v3 = a1 - a3;
}

#define PAD32(i) ((i) + ((i) >> 5))

template <int N, int BATCH>
__global__ void __launch_bounds__(N / 4 * BATCH)
fft_radix4(const float2* __restrict__ in, float2* __restrict__ out, int batches)
{
    constexpr int T = N / 4;
    __shared__ float s_re[BATCH][PAD32(N)];
    __shared__ float s_im[BATCH][PAD32(N)];

    const int j = threadIdx.x;
    const int fft = blockIdx.x * BATCH + threadIdx.y;
    const bool live = fft < batches;
    float* re = s_re[threadIdx.y];
    float* im = s_im[threadIdx.y];

    float2 v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = live ? in[size_t(fft) * N + j + r * T] : make_float2(0.f, 0.f);

#pragma unroll
    for (int ns = 1; ns < N; ns *= 4) {
        const int k = j & (ns - 1);
        if (ns > 1) {
#pragma unroll
            for (int r = 0; r < 4; ++r) v[r] = make_float2(re[PAD32(j + r * T)], im[PAD32(j + r * T)]);
            const float2 w = root(k, 4 * ns);
            const float2 w2 = w * w;
            v[1] = v[1] * w;
            v[2] = v[2] * w2;
            v[3] = v[3] * (w2 * w);
            __syncthreads();
        }
        fft4(v[0], v[1], v[2], v[3]);
        const int dst = (j - k) * 4 + k;
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            re[PAD32(dst + r * ns)] = v[r].x;
            im[PAD32(dst + r * ns)] = v[r].y;
        }
        __syncthreads();
    }

    if (live) {
#pragma unroll
        for (int r = 0; r < 4; ++r)
            out[size_t(fft) * N + j + r * T] = make_float2(re[PAD32(j + r * T)], im[PAD32(j + r * T)]);
    }
}

// ------------------------------------------------------------------ radix 8, 512 points, 64 threads
__device__ __forceinline__ void fft8(float2 (&v)[8])
{
    const float h = 0.70710678118654752f;
    fft4(v[0], v[2], v[4], v[6]);
    fft4(v[1], v[3], v[5], v[7]);
    const float2 o0 = v[1];
    const float2 o1 = v[3] * make_float2(h, -h);
    const float2 o2 = mul_neg_i(v[5]);
    const float2 o3 = v[7] * make_float2(-h, -h);
    const float2 e0 = v[0], e1 = v[2], e2 = v[4], e3 = v[6];
    v[0] = e0 + o0; v[4] = e0 - o0;
    v[1] = e1 + o1; v[5] = e1 - o1;
    v[2] = e2 + o2; v[6] = e2 - o2;
    v[3] = e3 + o3; v[7] = e3 - o3;
}

// Moves one scalar component per round so that the buffer needs N floats only.
template <int DST_STRIDE, int SRC_STRIDE>
__device__ __forceinline__ void exchange(float2 (&v)[8], float* smem, int dst, int src)
{
#pragma unroll
    for (int r = 0; r < 8; ++r) smem[dst + r * DST_STRIDE] = v[r].x;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r].x = smem[src + r * SRC_STRIDE];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) smem[dst + r * DST_STRIDE] = v[r].y;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r].y = smem[src + r * SRC_STRIDE];
    __syncthreads();
}

__device__ __forceinline__ void twiddle8(float2 (&v)[8], int k, int n)
{
#pragma unroll
    for (int r = 1; r < 8; ++r) v[r] = v[r] * root(k * r, n);
}

__global__ void __launch_bounds__(64) fft512_radix8(const float2* __restrict__ in, float2* __restrict__ out)
{
    __shared__ float smem[8 * 72];
    const int tid = threadIdx.x;
    const int lo = tid & 7, hi = tid >> 3;
    in += size_t(blockIdx.x) * 512 + tid;
    out += size_t(blockIdx.x) * 512 + tid;

    float2 v[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r] = in[r * 64];

    // pass 1: element e = 8 * tid + r is stored at 9 * tid + r
    fft8(v);
    exchange<1, 72>(v, smem, 9 * tid, 9 * hi + lo);

    // pass 2: sub-transforms of length 8; element e = 64 * hi + lo + 8 * r at 72 * hi + lo + 8 * r
    twiddle8(v, lo, 64);
    fft8(v);
    exchange<8, 72>(v, smem, 72 * hi + lo, tid);

    // pass 3
    twiddle8(v, tid, 512);
    fft8(v);
#pragma unroll
    for (int r = 0; r < 8; ++r) out[r * 64] = v[r];
}

// ------------------------------------------------------------------ host side
template <typename V>
static double dft_error(const std::vector<V>& x, const std::vector<V>& y, int n)
{
    std::vector<std::complex<double>> w(n);
    for (int k = 0; k < n; ++k) w[k] = std::polar(1.0, -2.0 * M_PI * k / n);
    double worst = 0.0;
    for (size_t b = 0; b < x.size() / n; ++b)
        for (int k = 0; k < n; ++k) {
            std::complex<double> acc = 0.0;
            for (int i = 0; i < n; ++i) acc += std::complex<double>(x[b * n + i].x, x[b * n + i].y) * w[(long(i) * k) % n];
            const double d = std::abs(acc - std::complex<double>(y[b * n + k].x, y[b * n + k].y));
            worst = std::isnan(d) ? INFINITY : std::max(worst, d);
        }
    return worst / std::sqrt(double(n));
}

template <typename V, typename Launch>
static double run_case(int n, int batches, Launch launch)
{
    std::vector<V> x(size_t(n) * batches), y(x.size());
    for (auto& v : x) {
        v.x = rand() / double(RAND_MAX) - 0.5;
        v.y = rand() / double(RAND_MAX) - 0.5;
    }
    V *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, x.size() * sizeof(V)));
    CHECK(cudaMalloc(&d_out, x.size() * sizeof(V)));
    CHECK(cudaMemcpy(d_in, x.data(), x.size() * sizeof(V), cudaMemcpyHostToDevice));
    launch(d_in, d_out, batches);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y.data(), d_out, y.size() * sizeof(V), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return dft_error(x, y, n);
}

int main()
{
    const double e2 = run_case<double2>(1024, 3, [](double2* i, double2* o, int b) { fft_radix2<10><<<b, 512>>>(i, o); });
    const double e4 = run_case<float2>(256, 10, [](float2* i, float2* o, int b) {
        fft_radix4<256, 4><<<(b + 3) / 4, dim3(64, 4)>>>(i, o, b);
    });
    const double e8 = run_case<float2>(512, 6, [](float2* i, float2* o, int b) { fft512_radix8<<<b, 64>>>(i, o); });
    const bool ok = e2 < 1e-10 && e4 < 1e-4 && e8 < 1e-4;
    std::puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

// Batched forward C2C FFTs, one transform per block, all stages in shared memory.
//   fft_radix2   : N = 256, ping-pong buffers, N/2 threads
//   fft_radix4   : N = 1024, single float2 buffer, N/4 threads
//   fft_mixed    : N = 512, radix-4 stages + one radix-2 stage, split re/im planes
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e_ = (call);                                                 \
        if (e_ != cudaSuccess) {                                                 \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ float2 twiddle(int k, int n)
{
    float s, c;
    sincospif(-2.0f * k / n, &s, &c);
    return make_float2(c, s);
}

__device__ __forceinline__ void bfly4(float2 v[4])
{
    float2 t0 = cadd(v[0], v[2]), t1 = csub(v[0], v[2]);
    float2 t2 = cadd(v[1], v[3]), d = csub(v[1], v[3]);
    float2 t3 = make_float2(d.y, -d.x);  // -i * d
    v[0] = cadd(t0, t2); v[1] = cadd(t1, t3);
    v[2] = csub(t0, t2); v[3] = csub(t1, t3);
}

template <int N>
__global__ void fft_radix2(const float2* __restrict__ in, float2* __restrict__ out)
{
    __shared__ float2 buf[2][N];
    const int j = threadIdx.x;
    const float2* src = in + blockIdx.x * N;

    buf[0][j] = src[j];
    buf[0][j + N / 2] = src[j + N / 2];
    __syncthreads();

    int cur = 0;
    for (int ns = 1; ns < N; ns <<= 1) {
        int k = j & (ns - 1);
        float2 a = buf[cur][j];
        float2 b = buf[cur][j + N / 2];
        b = cmul(b, twiddle(k, 2 * ns));
        int dst = ((j - k) << 1) + k;
        buf[cur ^ 1][dst] = cadd(a, b);
        buf[cur ^ 1][dst + ns] = csub(a, b);
        cur ^= 1;
        __syncthreads();
    }
    out[blockIdx.x * N + j] = buf[cur][j];
    out[blockIdx.x * N + j + N / 2] = buf[cur][j + N / 2];
}

template <int N>
__global__ void __launch_bounds__(N / 4) fft_radix4(const float2* __restrict__ in, float2* __restrict__ out)
{
    extern __shared__ float2 work[];
    constexpr int T = N / 4;
    const int j = threadIdx.x;
    float2 v[4];

#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = in[blockIdx.x * N + j + r * T];

    for (int ns = 1; ns < N; ns *= 4) {
        const int k = j % ns;
        float2 w1 = twiddle(k, 4 * ns);
        float2 w2 = cmul(w1, w1);
        v[1] = cmul(v[1], w1);
        v[2] = cmul(v[2], w2);
        v[3] = cmul(v[3], cmul(w1, w2));
        bfly4(v);
        const int base = (j / ns) * ns * 4 + k;
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 4; ++r)
            work[base + r * ns] = v[r];
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 4; ++r)
            v[r] = work[j + r * T];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) out[blockIdx.x * N + j + r * T] = v[r];
}

// Same thing for N = 2 * 4^m; real and imaginary parts are exchanged through separate arrays.
__global__ void fft_mixed512(const float2* __restrict__ in, float2* __restrict__ out)
{
    constexpr int N = 512, T = N / 4;
    __shared__ float re[N], im[N];
    const int j = threadIdx.x;
    float2 v[4];
    for (int r = 0; r < 4; ++r) v[r] = in[blockIdx.x * N + j + r * T];

    int ns = 1;
    for (; ns * 4 <= N / 2; ns *= 4) {
        const int k = j % ns;
        for (int r = 1; r < 4; ++r) v[r] = cmul(v[r], twiddle(r * k, 4 * ns));
        bfly4(v);
        const int base = (j / ns) * ns * 4 + k;
        __syncthreads();
        for (int r = 0; r < 4; ++r) {
            re[base + r * ns] = v[r].x;
            im[base + r * ns] = v[r].y;
        }
        __syncthreads();
        for (int r = 0; r < 4; ++r) {
            v[r].x = re[j + r * T];
            v[r].y = im[j + r * T];
        }
    }
    // last stage is radix 2: elements j and j+256, plus j+128 and j+384
    for (int h = 0; h < 2; ++h) {
        const int jj = j + h * T;
        float2 b = cmul(v[h + 2], twiddle(jj, N));
        out[blockIdx.x * N + jj] = cadd(v[h], b);
        out[blockIdx.x * N + jj + N / 2] = csub(v[h], b);
    }
}

static double verify(const std::vector<float2>& x, const std::vector<float2>& y, int n)
{
    double worst = 0;
    for (int f = 0; f < n; f += n / 16 + 1) {
        double sr = 0, si = 0;
        for (int t = 0; t < n; ++t) {
            double a = -2.0 * 3.14159265358979323846 * ((long)f * t % n) / n;
            sr += x[t].x * cos(a) - x[t].y * sin(a);
            si += x[t].x * sin(a) + x[t].y * cos(a);
        }
        worst = fmax(worst, fmax(fabs(sr - y[f].x), fabs(si - y[f].y)));
    }
    return worst;
}

int main()
{
    const int batch = 16, maxN = 1024;
    std::vector<float2> h(batch * maxN), r(batch * maxN);
    for (size_t i = 0; i < h.size(); ++i) h[i] = make_float2((i * 7 % 13) * 0.25f - 1.0f, (i * 5 % 11) * 0.2f - 1.0f);

    float2 *din, *dout;
    CHECK(cudaMalloc(&din, h.size() * sizeof(float2)));
    CHECK(cudaMalloc(&dout, h.size() * sizeof(float2)));
    CHECK(cudaMemcpy(din, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice));

    auto finish = [&](const char* name, int n) {
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(r.data(), dout, batch * n * sizeof(float2), cudaMemcpyDeviceToHost));
        double e = verify(h, r, n);
        printf("%-8s N=%4d  max err %.3g\n", name, n, e);
        return e < 0.05;
    };
    bool ok = true;
    fft_radix2<256><<<batch, 128>>>(din, dout);
    ok &= finish("radix2", 256);
    fft_radix4<1024><<<batch, 256, 1024 * sizeof(float2)>>>(din, dout);
    ok &= finish("radix4", 1024);
    fft_mixed512<<<batch, 128>>>(din, dout);
    ok &= finish("mixed", 512);
    return ok ? 0 : 2;
}

/*
 * Small batched spectral transforms living entirely in shared memory:
 *   fft512_radix8   - three radix-8 passes, register butterflies, exchange through shared
 *   fft_radix2_dit  - textbook in-place DIT with bit reversal and a shared twiddle table
 *   fft256_radix4   - Stockham radix-4 with split re/im planes
 *   fwht2048        - fast Walsh-Hadamard transform
 *   dct8x8          - JPEG-style block DCT-II
 */
#include <cstdio>
#include <cuda_runtime.h>

#define CU(call)                                                                       \
    if (cudaError_t e = (call); e != cudaSuccess) {                                    \
        printf("CUDA error %s at line %d\n", cudaGetErrorString(e), __LINE__);         \
        return 1;                                                                      \
    }

typedef float2 cplx;

__device__ __forceinline__ cplx cadd(cplx a, cplx b) { return {a.x + b.x, a.y + b.y}; }
__device__ __forceinline__ cplx csub(cplx a, cplx b) { return {a.x - b.x, a.y - b.y}; }
__device__ __forceinline__ cplx cmul(cplx a, cplx b)
{
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ __forceinline__ cplx mul_mi(cplx a) { return {a.y, -a.x}; } /* times -i */

__device__ __forceinline__ cplx twiddle(int k, int n)
{
    float s, c;
    __sincosf(-6.28318530718f * k / n, &s, &c);
    return {c, s};
}

#define FFT2(a, b)          \
    do {                    \
        cplx t_ = (a);      \
        (a) = cadd(t_, b);  \
        (b) = csub(t_, b);  \
    } while (0)

__device__ __forceinline__ void fft4(cplx &a0, cplx &a1, cplx &a2, cplx &a3)
{
    FFT2(a0, a2);
    FFT2(a1, a3);
    a3 = mul_mi(a3);
    FFT2(a0, a1);
    FFT2(a2, a3);
    /* natural order is a0 a2 a1 a3 */
    const cplx t = a1;
    a1 = a2, a2 = t;
}

__device__ __forceinline__ void fft8(cplx *a)
{
    const float r = 0.70710678118f;
    fft4(a[0], a[2], a[4], a[6]);
    fft4(a[1], a[3], a[5], a[7]);
    a[3] = cmul(a[3], cplx{r, -r});
    a[5] = mul_mi(a[5]);
    a[7] = cmul(a[7], cplx{-r, -r});
    cplx e0 = a[0], e1 = a[2], e2 = a[4], e3 = a[6];
    cplx o0 = a[1], o1 = a[3], o2 = a[5], o3 = a[7];
    a[0] = cadd(e0, o0);
    a[1] = cadd(e1, o1);
    a[2] = cadd(e2, o2);
    a[3] = cadd(e3, o3);
    a[4] = csub(e0, o0);
    a[5] = csub(e1, o1);
    a[6] = csub(e2, o2);
    a[7] = csub(e3, o3);
}

/* Scatter x then y through one float buffer, as in the SHOC/Volkov FFT. */
template <int SS, int SR>
__device__ __forceinline__ void exchange8(cplx *a, float *st, float *ld)
{
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        st[i * SS] = a[i].x;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        a[i].x = ld[i * SR];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        st[i * SS] = a[i].y;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        a[i].y = ld[i * SR];
}

__global__ void fft512_radix8(cplx *data)
{
    __shared__ float buf[8 * 8 * 9];

    const int tid = threadIdx.x; /* 64 threads */
    const int hi = tid >> 3, lo = tid & 7;
    data += blockIdx.x * 512 + tid;

    cplx a[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        a[i] = data[i * 64];

    fft8(a);
#pragma unroll
    for (int i = 1; i < 8; i++)
        a[i] = cmul(a[i], twiddle(i * tid, 512));
    exchange8<66, 8>(a, &buf[hi * 8 + lo], &buf[lo * 66 + hi]);

    fft8(a);
#pragma unroll
    for (int i = 1; i < 8; i++)
        a[i] = cmul(a[i], twiddle(i * hi, 64));
    exchange8<8, 72>(a, &buf[hi * 72 + lo], &buf[hi * 8 + lo]);

    fft8(a);
#pragma unroll
    for (int i = 0; i < 8; i++)
        data[i * 64] = a[i];
}

template <int LOGN>
__global__ void fft_radix2_dit(cplx *data)
{
    constexpr int N = 1 << LOGN;
    __shared__ cplx x[N];
    __shared__ cplx tw[N / 2];

    const int t = threadIdx.x; /* N/2 threads */
    cplx *g = data + (size_t)blockIdx.x * N;

    tw[t] = twiddle(t, N);
    x[__brev(t) >> (32 - LOGN)] = g[t];
    x[__brev(t + N / 2) >> (32 - LOGN)] = g[t + N / 2];
    __syncthreads();

#pragma unroll
    for (int s = 0; s < LOGN; s++) {
        const int half = 1 << s;
        const int j = t & (half - 1);
        const int top = ((t >> s) << (s + 1)) + j;
        const int bot = top + half;
        const cplx w = tw[j << (LOGN - 1 - s)];
        const cplx u = x[top];
        const cplx v = cmul(w, x[bot]);
        x[top] = cadd(u, v);
        x[bot] = csub(u, v);
        __syncthreads();
    }

    g[t] = x[t];
    g[t + N / 2] = x[t + N / 2];
}

/* 256 points, 64 threads per transform, blockDim.y transforms per block. */
struct SplitPlane {
    float re[256];
    float im[256];

    __device__ void put(int i, cplx v)
    {
        re[i] = v.x;
        im[i] = v.y;
    }
    __device__ cplx get(int i) const
    {
        cplx r;
        r.x = re[i];
        r.y = im[i];
        return r;
    }
};

template <int STAGE>
__device__ __forceinline__ void stockham4(SplitPlane &p, int t)
{
    constexpr int Ns = 1 << (2 * STAGE);
    const int j = t % Ns;
    cplx v0 = p.get(t);
    cplx v1 = p.get(t + 64);
    cplx v2 = p.get(t + 128);
    cplx v3 = p.get(t + 192);
    if (STAGE > 0) {
        v1 = cmul(v1, twiddle(j, Ns * 4));
        v2 = cmul(v2, twiddle(2 * j, Ns * 4));
        v3 = cmul(v3, twiddle(3 * j, Ns * 4));
    }
    fft4(v0, v1, v2, v3);
    __syncthreads();
    const int d = (t / Ns) * Ns * 4 + j;
    p.put(d, v0);
    p.put(d + Ns, v1);
    p.put(d + 2 * Ns, v2);
    p.put(d + 3 * Ns, v3);
    __syncthreads();
}

__global__ void fft256_radix4(const cplx *__restrict__ in, cplx *__restrict__ out)
{
    extern __shared__ SplitPlane planes[];
    SplitPlane &p = planes[threadIdx.y];
    const int t = threadIdx.x;
    const size_t base = ((size_t)blockIdx.x * blockDim.y + threadIdx.y) * 256;

#pragma unroll
    for (int i = 0; i < 4; i++)
        p.put(t + 64 * i, in[base + t + 64 * i]);
    __syncthreads();
    stockham4<0>(p, t);
    stockham4<1>(p, t);
    stockham4<2>(p, t);
    stockham4<3>(p, t);
#pragma unroll
    for (int i = 0; i < 4; i++)
        out[base + t + 64 * i] = p.get(t + 64 * i);
}

/* Walsh-Hadamard on 2048 floats, 256 threads; radix-4 steps plus a final radix-2. */
__global__ void fwht2048(float *data)
{
    __shared__ float s[2048];
    const int t = threadIdx.x;
    float *g = data + blockIdx.x * 2048;

    for (int i = t; i < 2048; i += 256)
        s[i] = g[i];

    int stride = 512;
#pragma unroll
    for (int pass = 0; pass < 5; pass++) {
        __syncthreads();
#pragma unroll
        for (int rep = 0; rep < 2; rep++) {
            const int pos = t + rep * 256;
            const int lo = pos & (stride - 1);
            const int i0 = ((pos - lo) << 2) + lo;
            const int i1 = i0 + stride;
            const int i2 = i1 + stride;
            const int i3 = i2 + stride;
            const float d0 = s[i0];
            const float d1 = s[i1];
            const float d2 = s[i2];
            const float d3 = s[i3];
            const float p = d0 + d2, q = d0 - d2;
            const float u = d1 + d3, w = d1 - d3;
            s[i0] = p + u;
            s[i1] = p - u;
            s[i2] = q + w;
            s[i3] = q - w;
        }
        stride >>= 2;
    }
    __syncthreads();
    for (int i = t; i < 1024; i += 256) {
        const float a = s[2 * i];
        const float b = s[2 * i + 1];
        g[2 * i] = a + b;
        g[2 * i + 1] = a - b;
    }
}

/* Eight 8x8 blocks side by side per CTA; thread (x, y) owns row/column x of block y. */
#define BLK 8
#define DCT_PITCH (8 * BLK + 1)

__device__ __forceinline__ void dct1d(float *v, const int step)
{
    float x[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        x[i] = v[i * step];
    const float s07 = x[0] + x[7], d07 = x[0] - x[7];
    const float s16 = x[1] + x[6], d16 = x[1] - x[6];
    const float s25 = x[2] + x[5], d25 = x[2] - x[5];
    const float s34 = x[3] + x[4], d34 = x[3] - x[4];
    const float a = s07 + s34, b = s16 + s25, c = s07 - s34, d = s16 - s25;
    v[0 * step] = 0.353553391f * (a + b);
    v[4 * step] = 0.353553391f * (a - b);
    v[2 * step] = 0.461939766f * c + 0.191341716f * d;
    v[6 * step] = 0.191341716f * c - 0.461939766f * d;
    v[1 * step] = 0.490392640f * d07 + 0.415734806f * d16 + 0.277785117f * d25 + 0.097545161f * d34;
    v[3 * step] = 0.415734806f * d07 - 0.097545161f * d16 - 0.490392640f * d25 - 0.277785117f * d34;
    v[5 * step] = 0.277785117f * d07 - 0.490392640f * d16 + 0.097545161f * d25 + 0.415734806f * d34;
    v[7 * step] = 0.097545161f * d07 - 0.277785117f * d16 + 0.415734806f * d25 - 0.490392640f * d34;
}

__global__ void dct8x8(float *img, int pitch)
{
    __shared__ float blk[BLK * DCT_PITCH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int col = ty * BLK + tx;
    float *g = img + (size_t)blockIdx.y * BLK * pitch + blockIdx.x * 8 * BLK;

#pragma unroll
    for (int r = 0; r < BLK; r++)
        blk[r * DCT_PITCH + col] = g[r * pitch + col];
    __syncthreads();
    dct1d(blk + tx * DCT_PITCH + ty * BLK, 1); /* rows */
    __syncthreads();
    dct1d(blk + col, DCT_PITCH); /* columns */
    __syncthreads();
#pragma unroll
    for (int r = 0; r < BLK; r++)
        g[r * pitch + col] = blk[r * DCT_PITCH + col];
}

int main()
{
    const int batch = 16;
    const int img_w = 256, img_h = 128;
    cplx *sig, *spec;
    float *wave;
    CU(cudaMalloc(&sig, batch * 1024 * sizeof(cplx)));
    CU(cudaMalloc(&spec, batch * 1024 * sizeof(cplx)));
    CU(cudaMalloc(&wave, batch * 2048 * sizeof(float)));
    CU(cudaMemset(sig, 0, batch * 1024 * sizeof(cplx)));
    CU(cudaMemset(wave, 0, batch * 2048 * sizeof(float)));

    fft512_radix8<<<batch, 64>>>(sig);
    CU(cudaGetLastError());

    constexpr int kLogN = 10;
    fft_radix2_dit<kLogN><<<batch, (1 << kLogN) / 2>>>(sig);
    CU(cudaGetLastError());

    const dim3 r4_block(64, 4);
    fft256_radix4<<<batch * 1024 / 256 / r4_block.y, r4_block, r4_block.y * sizeof(SplitPlane)>>>(
        sig, spec);
    CU(cudaGetLastError());

    fwht2048<<<batch, 256>>>(wave);
    CU(cudaGetLastError());

    dct8x8<<<dim3(img_w / (8 * BLK), img_h / BLK), dim3(BLK, 8)>>>(wave, img_w);
    CU(cudaGetLastError());

    CU(cudaDeviceSynchronize());
    float probe = 0.f;
    CU(cudaMemcpy(&probe, wave, sizeof(float), cudaMemcpyDeviceToHost));
    printf("dc = %g\n", probe);
    cudaFree(sig);
    cudaFree(spec);
    cudaFree(wave);
    return 0;
}

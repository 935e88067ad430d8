// FFT, DCT and wavelet transforms.
#include <cstdio>
#include <vector>

#ifndef M_PI_F
#define M_PI_F 3.14159265358979323846f
#endif

// ---------------------------------------------------------------------------
// Radix-2 decimation in time, in place, twiddles from a shared table.
// ---------------------------------------------------------------------------
template <int LOG2N>
__global__ void fft_radix2_inplace(const float2* __restrict__ in, float2* __restrict__ out)
{
    constexpr int N = 1 << LOG2N;
    __shared__ float2 s[N];
    __shared__ float2 tw[N / 2];

    const int t = threadIdx.x; // N / 2 threads
    in += blockIdx.x * N;
    out += blockIdx.x * N;

    float sn, cs;
    __sincosf(-2.f * M_PI_F * t / N, &sn, &cs);
    tw[t] = make_float2(cs, sn);
    s[__brev(t) >> (32 - LOG2N)] = in[t];
    s[__brev(t + N / 2) >> (32 - LOG2N)] = in[t + N / 2];
    __syncthreads();

    for (int stage = 0; stage < LOG2N; ++stage) {
        const int half = 1 << stage;
        const int k = t & (half - 1);
        const int pos = ((t >> stage) << (stage + 1)) + k;
        const float2 w = tw[k << (LOG2N - 1 - stage)];
        const float2 a = s[pos];
        const float2 b = s[pos + half];
        const float2 wb = make_float2(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
        s[pos] = make_float2(a.x + wb.x, a.y + wb.y);
        s[pos + half] = make_float2(a.x - wb.x, a.y - wb.y);
        __syncthreads();
    }
    out[t] = s[t];
    out[t + N / 2] = s[t + N / 2];
}

// ---------------------------------------------------------------------------
// 512-point FFT with three radix-8 passes in registers; exchanges through a
// padded scalar buffer, real and imaginary parts one after the other.
// ---------------------------------------------------------------------------
#define SQRT1_2 0.70710678118654752440f

struct C {
    float x, y;
};
__device__ inline C operator+(C a, C b) { return {a.x + b.x, a.y + b.y}; }
__device__ inline C operator-(C a, C b) { return {a.x - b.x, a.y - b.y}; }
__device__ inline C operator*(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
__device__ inline C mulMinusI(C a) { return {a.y, -a.x}; }

__device__ inline void bfly2(C& a, C& b)
{
    C t = a;
    a = t + b;
    b = t - b;
}
__device__ inline void bfly4(C& a, C& b, C& c, C& d)
{
    bfly2(a, c);
    bfly2(b, d);
    d = mulMinusI(d);
    bfly2(a, b);
    bfly2(c, d);
}
__device__ inline void bfly8(C (&a)[8])
{
    bfly2(a[0], a[4]);
    bfly2(a[1], a[5]);
    bfly2(a[2], a[6]);
    bfly2(a[3], a[7]);
    a[5] = a[5] * C{SQRT1_2, -SQRT1_2};
    a[6] = mulMinusI(a[6]);
    a[7] = a[7] * C{-SQRT1_2, -SQRT1_2};
    bfly4(a[0], a[1], a[2], a[3]);
    bfly4(a[4], a[5], a[6], a[7]);
}

#define REV8(i) ((((i) & 1) << 2) | ((i) & 2) | (((i) & 4) >> 2))

__device__ inline void twiddle8(C (&a)[8], int i, int n)
{
#pragma unroll
    for (int j = 1; j < 8; ++j) {
        float sn, cs;
        __sincosf(-2.f * M_PI_F * REV8(j) * i / n, &sn, &cs);
        a[j] = a[j] * C{cs, sn};
    }
}

template <int STORE_STRIDE, int LOAD_STRIDE>
__device__ inline void exchange8(C (&a)[8], float* store, float* load)
{
#pragma unroll
    for (int i = 0; i < 8; ++i)
        store[REV8(i) * STORE_STRIDE] = a[i].x;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i)
        a[i].x = load[i * LOAD_STRIDE];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i)
        store[REV8(i) * STORE_STRIDE] = a[i].y;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i)
        a[i].y = load[i * LOAD_STRIDE];
    __syncthreads();
}

__global__ void __launch_bounds__(64) fft512_radix8(float2* data)
{
    __shared__ float xch[8 * 8 * 9];
    const int tid = threadIdx.x;
    const int hi = tid >> 3;
    const int lo = tid & 7;
    data += blockIdx.x * 512 + tid;

    C a[8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
        a[i] = C{data[i * 64].x, data[i * 64].y};

    bfly8(a);
    twiddle8(a, tid, 512);
    exchange8<66, 8>(a, &xch[hi * 8 + lo], &xch[lo * 66 + hi]);
    bfly8(a);
    twiddle8(a, hi, 64);
    exchange8<72, 8>(a, &xch[hi * 8 + lo], &xch[hi * 72 + lo]);
    bfly8(a);

#pragma unroll
    for (int i = 0; i < 8; ++i)
        data[REV8(i) * 64] = make_float2(a[i].x, a[i].y);
}

// ---------------------------------------------------------------------------
// 8x8 forward DCT of a strip of eight blocks; 64 threads.
// ---------------------------------------------------------------------------
#define DCT_BLOCKS 8
#define DCT_PITCH (DCT_BLOCKS * 8 + 4)

__device__ __forceinline__ void dct8(float (&v)[8])
{
    const float c1 = 0.98078528f, c2 = 0.92387953f, c3 = 0.83146961f, c4 = 0.70710678f,
                c5 = 0.55557023f, c6 = 0.38268343f, c7 = 0.19509032f;
    const float s07 = v[0] + v[7], s16 = v[1] + v[6], s25 = v[2] + v[5], s34 = v[3] + v[4];
    const float d07 = v[0] - v[7], d16 = v[1] - v[6], d25 = v[2] - v[5], d34 = v[3] - v[4];
    const float e0 = s07 + s34, e1 = s16 + s25, e2 = s07 - s34, e3 = s16 - s25;
    v[0] = 0.5f * c4 * (e0 + e1);
    v[4] = 0.5f * c4 * (e0 - e1);
    v[2] = 0.5f * (c2 * e2 + c6 * e3);
    v[6] = 0.5f * (c6 * e2 - c2 * e3);
    v[1] = 0.5f * (c1 * d07 + c3 * d16 + c5 * d25 + c7 * d34);
    v[3] = 0.5f * (c3 * d07 - c7 * d16 - c1 * d25 - c5 * d34);
    v[5] = 0.5f * (c5 * d07 - c1 * d16 + c7 * d25 + c3 * d34);
    v[7] = 0.5f * (c7 * d07 - c5 * d16 + c3 * d25 - c1 * d34);
}

__global__ void dct8x8_strip(const unsigned char* __restrict__ img, short* __restrict__ coef, int pitch)
{
    __shared__ float strip[8 * DCT_PITCH];
    const int t = threadIdx.x;
    const unsigned char* src = img + (size_t)blockIdx.y * 8 * pitch + blockIdx.x * DCT_BLOCKS * 8;

    for (int r = 0; r < 8; ++r)
        strip[r * DCT_PITCH + t] = (float)src[r * pitch + t] - 128.f;
    __syncthreads();

    float v[8];
    float* rowPtr = strip + (t & 7) * DCT_PITCH + (t >> 3) * 8;
#pragma unroll
    for (int j = 0; j < 8; ++j)
        v[j] = rowPtr[j];
    dct8(v);
#pragma unroll
    for (int j = 0; j < 8; ++j)
        rowPtr[j] = v[j];
    __syncthreads();

    float* colPtr = strip + t;
#pragma unroll
    for (int j = 0; j < 8; ++j)
        v[j] = colPtr[j * DCT_PITCH];
    dct8(v);

    short* dst = coef + (size_t)blockIdx.y * 8 * pitch + blockIdx.x * DCT_BLOCKS * 8;
#pragma unroll
    for (int j = 0; j < 8; ++j)
        dst[j * pitch + t] = (short)__float2int_rn(v[j]);
}

// ---------------------------------------------------------------------------
// Integer Haar (S-transform) of interleaved stereo samples, all levels.
// ---------------------------------------------------------------------------
template <int N>
__global__ void haar_stereo_short2(const short2* __restrict__ pcm, short2* __restrict__ bands)
{
    __shared__ short2 line[N];
    const int t = threadIdx.x;

    line[t] = pcm[blockIdx.x * N + t];
    line[t + N / 2] = pcm[blockIdx.x * N + t + N / 2];
    __syncthreads();

    for (int n = N / 2; n >= 1; n >>= 1) {
        short2 even, odd;
        if (t < n) {
            even = line[2 * t];
            odd = line[2 * t + 1];
        }
        __syncthreads();
        if (t < n) {
            short2 d, s;
            d.x = even.x - odd.x;
            d.y = even.y - odd.y;
            s.x = odd.x + (d.x >> 1);
            s.y = odd.y + (d.y >> 1);
            line[t] = s;
            line[n + t] = d;
        }
        __syncthreads();
    }
    bands[blockIdx.x * N + t] = line[t];
    bands[blockIdx.x * N + t + N / 2] = line[t + N / 2];
}

int main()
{
    std::vector<float2> sig(2 * 512);
    for (size_t i = 0; i < sig.size(); ++i)
        sig[i] = make_float2((float)(i * 17 % 64) / 64.f, (float)(i * 29 % 32) / 32.f);
    std::vector<unsigned char> img(128 * 16);
    for (size_t i = 0; i < img.size(); ++i)
        img[i] = (unsigned char)(i * i + 3 * i);
    std::vector<short2> pcm(3 * 256);
    for (size_t i = 0; i < pcm.size(); ++i)
        pcm[i] = make_short2((short)(i * 331 % 4096 - 2048), (short)(i * 77 % 4096 - 2048));

    float2 *dIn, *dOut, *dIo;
    unsigned char* dImg;
    short* dCoef;
    short2 *dPcm, *dBands;
    cudaMalloc(&dIn, sig.size() * sizeof(float2));
    cudaMalloc(&dOut, sig.size() * sizeof(float2));
    cudaMalloc(&dIo, sig.size() * sizeof(float2));
    cudaMalloc(&dImg, img.size());
    cudaMalloc(&dCoef, img.size() * sizeof(short));
    cudaMalloc(&dPcm, pcm.size() * sizeof(short2));
    cudaMalloc(&dBands, pcm.size() * sizeof(short2));
    cudaMemcpy(dIn, sig.data(), sig.size() * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dIo, sig.data(), sig.size() * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dImg, img.data(), img.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dPcm, pcm.data(), pcm.size() * sizeof(short2), cudaMemcpyHostToDevice);

    fft_radix2_inplace<9><<<2, 256>>>(dIn, dOut);
    fft512_radix8<<<2, 64>>>(dIo);
    dct8x8_strip<<<dim3(2, 2), 64>>>(dImg, dCoef, 128);
    haar_stereo_short2<256><<<3, 128>>>(dPcm, dBands);

    cudaError_t err = cudaDeviceSynchronize();
    if (err == cudaSuccess)
        err = cudaGetLastError();
    if (err != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaFree(dIn); cudaFree(dOut); cudaFree(dIo); cudaFree(dImg);
    cudaFree(dCoef); cudaFree(dPcm); cudaFree(dBands);
    printf("ok\n");
    return 0;
}

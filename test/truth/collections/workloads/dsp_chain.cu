/*
 * dsp_chain.cu - receive-side processing chain
 *   fir_block        direct-form FIR with register blocking
 *   polyphase_decim  polyphase decimator
 *   cic_decimate     3-stage CIC, one channel per thread, staged through shared memory
 *   beamform         narrow-band delay-and-sum beamformer (complex weights)
 *   spectrogram      windowed 256-point radix-2 FFT, one frame per block
 */
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

#define PI_F 3.14159265358979f

#define CK(call)                                                                     \
    if (cudaError_t rc = (call)) {                                                   \
        printf("CUDA error %s at line %d\n", cudaGetErrorString(rc), __LINE__);      \
        return 1;                                                                    \
    }

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

/* ---- FIR ---------------------------------------------------------------------- */
#define FIR_THREADS 128
#define FIR_TAPS    32
#define FIR_OPT     4                           /* outputs per thread */
#define FIR_TILE    (FIR_THREADS * FIR_OPT)

__constant__ float c_taps[FIR_TAPS];

__global__ void fir_block(const float *in, float *out, int n)
{
    __shared__ float s[FIR_TILE + FIR_TAPS];

    int base = blockIdx.x * FIR_TILE;
    for (int i = threadIdx.x; i < FIR_TILE + FIR_TAPS - 1; i += FIR_THREADS) {
        int g = base + i - (FIR_TAPS - 1);
        s[i] = (g >= 0 && g < n) ? in[g] : 0.0f;
    }
    __syncthreads();

    int o = threadIdx.x * FIR_OPT;
    float w0 = s[o + 0];
    float w1 = s[o + 1];
    float w2 = s[o + 2];
    float w3;
    float a0 = 0, a1 = 0, a2 = 0, a3 = 0;

#pragma unroll 8
    for (int k = 0; k < FIR_TAPS; k++) {
        float h = c_taps[FIR_TAPS - 1 - k];
        w3 = s[o + k + 3];
        a0 += h * w0;
        a1 += h * w1;
        a2 += h * w2;
        a3 += h * w3;
        w0 = w1;
        w1 = w2;
        w2 = w3;
    }

    if (base + o + 3 < n) {
        float4 r = make_float4(a0, a1, a2, a3);
        *(float4 *)(out + base + o) = r;
    }
}

/* ---- polyphase decimator -------------------------------------------------------- */
template <int DECIM, int TAPS_PER_PHASE>
__global__ void polyphase_decim(const float *in, const float *proto, float *out, int nout)
{
    extern __shared__ float sm[];
    const int ntaps = DECIM * TAPS_PER_PHASE;
    float *coef = sm;                /* [ntaps] */
    float *x = sm + ntaps;           /* [blockDim * DECIM + ntaps] */

    const int t = threadIdx.x;
    const int first = blockIdx.x * blockDim.x * DECIM;

    for (int i = t; i < ntaps; i += blockDim.x)
        coef[i] = proto[i];
    for (int i = t; i < (int)blockDim.x * DECIM + ntaps; i += blockDim.x)
        x[i] = in[first + i];
    __syncthreads();

    float acc = 0.0f;
    for (int p = 0; p < DECIM; p++) {
#pragma unroll
        for (int k = 0; k < TAPS_PER_PHASE; k++) {
            float c = coef[k * DECIM + p];
            acc += c * x[(t + k) * DECIM + p];
        }
    }
    int o = blockIdx.x * blockDim.x + t;
    if (o < nout)
        out[o] = acc;
}

/* ---- CIC ------------------------------------------------------------------------ */
#define CIC_CH   64
#define CIC_R    8
#define CIC_LEN  64          /* samples per channel staged at once */

__global__ void cic_decimate(const short *in, int *out, int len)
{
    /* input is channel-major, so transpose through shared */
    __shared__ int tile[CIC_CH][CIC_LEN + 1];
    __shared__ int dec[CIC_LEN / CIC_R][CIC_CH];

    const int ch = threadIdx.x;
    int i1 = 0, i2 = 0, i3 = 0;
    int d1 = 0, d2 = 0, d3 = 0;
    const int nout = len / CIC_R;

    for (int t0 = 0; t0 < len; t0 += CIC_LEN) {
        for (int c = 0; c < CIC_CH; c++)
            tile[c][threadIdx.x] = in[(blockIdx.x * CIC_CH + c) * len + t0 + threadIdx.x];
        __syncthreads();

        for (int b = 0; b < CIC_LEN / CIC_R; b++) {
#pragma unroll
            for (int r = 0; r < CIC_R; r++) {
                i1 += tile[ch][b * CIC_R + r];
                i2 += i1;
                i3 += i2;
            }
            int v = i3;
            int u = v - d1;
            d1 = v;
            v = u - d2;
            d2 = u;
            u = v - d3;
            d3 = v;
            dec[b][ch] = u;
        }
        __syncthreads();

        for (int e = threadIdx.x; e < CIC_CH * CIC_LEN / CIC_R; e += CIC_CH) {
            int c = e / (CIC_LEN / CIC_R);
            int k = e % (CIC_LEN / CIC_R);
            out[(blockIdx.x * CIC_CH + c) * nout + t0 / CIC_R + k] = dec[k][c];
        }
        __syncthreads();
    }
}

/* ---- beamformer ------------------------------------------------------------------- */
#define BF_ANT   16
#define BF_BEAMS 16
#define BF_SAMP  16

__device__ __forceinline__ float2 cmac(float2 acc, float2 a, float2 b)
{
    acc.x += a.x * b.x - a.y * b.y;
    acc.y += a.x * b.y + a.y * b.x;
    return acc;
}

/* x: [time][antenna], w: [beam][antenna], y: [beam][time] */
__global__ void beamform(const float2 *x, const float2 *w, float2 *y, int nsamp)
{
    __shared__ float2 sx[BF_SAMP][BF_ANT];
    __shared__ float2 sw[BF_BEAMS][BF_ANT + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int t0 = blockIdx.x * BF_SAMP;

    sx[ty][tx] = x[(t0 + ty) * BF_ANT + tx];
    sw[ty][tx] = w[ty * BF_ANT + tx];
    __syncthreads();

    float2 acc = make_float2(0.f, 0.f);
#pragma unroll 4
    for (int a = 0; a < BF_ANT; a++) {
        float2 xv = sx[tx][a];
        float2 wv = sw[ty][a];
        acc = cmac(acc, wv, xv);
    }
    y[ty * nsamp + t0 + tx] = acc;
}

/* ---- spectrogram -------------------------------------------------------------------- */
template <int LOGN>
__global__ void spectrogram(const float *in, float *power, int hop)
{
    constexpr int N = 1 << LOGN;
    __shared__ float re[N];
    __shared__ float im[N];
    __shared__ float2 tw[N / 2];

    const int t = threadIdx.x;               /* N/2 threads */
    const float *frame = in + blockIdx.x * hop;

    float sn, cs;
    sincosf(-2.0f * PI_F * t / N, &sn, &cs);
    tw[t] = make_float2(cs, sn);

    for (int i = t; i < N; i += N / 2) {
        int j = __brev(i) >> (32 - LOGN);
        float win = 0.5f - 0.5f * cosf(2.0f * PI_F * i / N);
        re[j] = frame[i] * win;
        im[j] = 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int s = 0; s < LOGN; s++) {
        int half = 1 << s;
        int k = t & (half - 1);
        int i0 = ((t - k) << 1) + k;
        int i1 = i0 + half;
        float2 w = tw[k << (LOGN - 1 - s)];
        float br = re[i1];
        float bi = im[i1];
        float pr = w.x * br - w.y * bi;
        float pi = w.x * bi + w.y * br;
        float ar = re[i0];
        float ai = im[i0];
        re[i0] = ar + pr;
        im[i0] = ai + pi;
        re[i1] = ar - pr;
        im[i1] = ai - pi;
        __syncthreads();
    }

    float r = re[t];
    float q = im[t];
    power[blockIdx.x * (N / 2) + t] = 10.0f * log10f(r * r + q * q + 1e-12f);
}

/* ---- host ----------------------------------------------------------------------------- */
int main()
{
    const int n = 1 << 15;
    const int decim = 4;
    const int polyThreads = 128;
    const int phaseTaps = 8;

    float h_taps[FIR_TAPS];
    for (int i = 0; i < FIR_TAPS; i++)
        h_taps[i] = (0.54f - 0.46f * cosf(2 * PI_F * i / (FIR_TAPS - 1))) / FIR_TAPS;
    CK(cudaMemcpyToSymbol(c_taps, h_taps, sizeof(h_taps)));

    float *h_in = new float[n + 1024];
    for (int i = 0; i < n + 1024; i++)
        h_in[i] = sinf(0.01f * i) + 0.2f * sinf(0.4f * i);

    float *d_in, *d_fir, *d_poly, *d_proto, *d_spec;
    CK(cudaMalloc(&d_in, (n + 1024) * sizeof(float)));
    CK(cudaMalloc(&d_fir, (n + 1024) * sizeof(float)));
    CK(cudaMalloc(&d_poly, n / decim * sizeof(float)));
    CK(cudaMalloc(&d_proto, decim * phaseTaps * sizeof(float)));
    CK(cudaMemcpy(d_in, h_in, (n + 1024) * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemset(d_fir, 0, (n + 1024) * sizeof(float)));
    CK(cudaMemcpy(d_proto, h_taps, decim * phaseTaps * sizeof(float), cudaMemcpyHostToDevice));

    fir_block<<<CEIL_DIV(n, FIR_TILE), FIR_THREADS>>>(d_in, d_fir, n);
    CK(cudaGetLastError());

    const int nout = n / decim;
    const size_t polySmem =
        (decim * phaseTaps + polyThreads * decim + decim * phaseTaps) * sizeof(float);
    polyphase_decim<decim, phaseTaps>
        <<<CEIL_DIV(nout, polyThreads), polyThreads, polySmem>>>(d_fir, d_proto, d_poly, nout);
    CK(cudaGetLastError());

    const int cicLen = 512, cicBlocks = 4;
    short *d_adc;
    int *d_cic;
    CK(cudaMalloc(&d_adc, cicBlocks * CIC_CH * cicLen * sizeof(short)));
    CK(cudaMalloc(&d_cic, cicBlocks * CIC_CH * cicLen / CIC_R * sizeof(int)));
    CK(cudaMemset(d_adc, 1, cicBlocks * CIC_CH * cicLen * sizeof(short)));
    cic_decimate<<<cicBlocks, CIC_CH>>>(d_adc, d_cic, cicLen);
    CK(cudaGetLastError());

    const int bfSamp = 1024;
    float2 *d_x, *d_w, *d_y;
    CK(cudaMalloc(&d_x, bfSamp * BF_ANT * sizeof(float2)));
    CK(cudaMalloc(&d_w, BF_BEAMS * BF_ANT * sizeof(float2)));
    CK(cudaMalloc(&d_y, bfSamp * BF_BEAMS * sizeof(float2)));
    CK(cudaMemcpy(d_x, h_in, bfSamp * BF_ANT * sizeof(float2), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(d_w, h_in, BF_BEAMS * BF_ANT * sizeof(float2), cudaMemcpyHostToDevice));
    beamform<<<bfSamp / BF_SAMP, dim3(BF_SAMP, BF_BEAMS)>>>(d_x, d_w, d_y, bfSamp);
    CK(cudaGetLastError());

    const int hop = 128;
    const int frames = (n - 256) / hop + 1;
    CK(cudaMalloc(&d_spec, frames * 128 * sizeof(float)));
    spectrogram<8><<<frames, 128>>>(d_in, d_spec, hop);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());

    float peak[128];
    CK(cudaMemcpy(peak, d_spec, sizeof(peak), cudaMemcpyDeviceToHost));
    printf("bin0 %.2f dB, bin16 %.2f dB\n", peak[0], peak[16]);

    delete[] h_in;
    cudaFree(d_in);
    cudaFree(d_fir);
    cudaFree(d_poly);
    cudaFree(d_proto);
    cudaFree(d_spec);
    cudaFree(d_adc);
    cudaFree(d_cic);
    cudaFree(d_x);
    cudaFree(d_w);
    cudaFree(d_y);
    return 0;
}

// Radar / comms receive chain, course project
// 1) polyphase channelizer  2) matched filter  3) doppler fft  4) CFAR  5) viterbi for the data link
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <cuda_runtime.h>

#define CK(x) { cudaError_t e = (x); if (e != cudaSuccess) { printf("CUDA error line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } }

#define M      16     // channels
#define TAPS   8      // taps per phase
#define FRAMES 16     // output frames per block
#define CODELEN 32    // length of chirp replica
#define NFFT   128    // pulses
#define LOG_NFFT 7
#define NSTATE 64
#define TBITS  96     // trellis length (incl. 6 tail bits)

// ---- channelizer
// block (M, FRAMES): each thread = one phase/channel of one frame
__global__ void polyphase(const float *x, const float *h, float2 *y, int nframes)
{
    __shared__ float sx[(FRAMES + TAPS - 1) * M];
    __shared__ float sh[M * TAPS];           // sh[phase*TAPS + tap]
    __shared__ float sv[FRAMES][M];
    __shared__ float2 tw[M];

    int p = threadIdx.x, f = threadIdx.y;
    int tid = f * M + p;
    int frame0 = blockIdx.x * FRAMES;

    for (int i = tid; i < (FRAMES + TAPS - 1) * M; i += M * FRAMES) {
        int g = frame0 * M + i;
        sx[i] = (g < (nframes + TAPS - 1) * M) ? x[g] : 0.0f;
    }
    if (tid < M * TAPS) sh[tid] = h[tid];
    if (tid < M) tw[tid] = make_float2(cosf(6.2831853f * tid / M), sinf(6.2831853f * tid / M));
    __syncthreads();

    float acc = 0.0f;
    for (int t = 0; t < TAPS; t++) acc += sh[p * TAPS + t] * sx[(f + t) * M + p];
    sv[f][p] = acc;
    __syncthreads();

    if (frame0 + f >= nframes) return;
    float re = 0, im = 0;
    for (int k = 0; k < M; k++) {
        re += sv[f][k] * tw[(k * p) % M].x;
        im += sv[f][k] * tw[(k * p) % M].y;
    }
    y[(frame0 + f) * M + p] = make_float2(re, im);
}

// ---- pulse compression, one pulse per blockIdx.y
__global__ void matched_filter(const float2 *rx, const float2 *code, float2 *out, int nrange)
{
    extern __shared__ float2 buf[];      // blockDim.x + CODELEN samples, then the code
    float2 *c = buf + blockDim.x + CODELEN;
    int base = blockIdx.x * blockDim.x;
    const float2 *line = rx + blockIdx.y * nrange;

    for (int i = threadIdx.x; i < blockDim.x + CODELEN; i += blockDim.x)
        buf[i] = (base + i < nrange) ? line[base + i] : make_float2(0.f, 0.f);
    if (threadIdx.x < CODELEN) c[threadIdx.x] = code[threadIdx.x];
    __syncthreads();

    if (base + threadIdx.x >= nrange) return;
    float2 a = make_float2(0.f, 0.f);
    #pragma unroll 4
    for (int k = 0; k < CODELEN; k++) {
        float2 s = buf[threadIdx.x + k];
        float2 w = c[k];
        a.x += s.x * w.x + s.y * w.y;
        a.y += s.y * w.x - s.x * w.y;
    }
    out[blockIdx.y * nrange + base + threadIdx.x] = a;
}

// ---- doppler, radix-2 DIT over the pulses, one range gate per block, NFFT/2 threads
__global__ void doppler_fft(const float2 *in, float *power, int nrange)
{
    __shared__ float2 s[NFFT];
    int t = threadIdx.x, r = blockIdx.x;

    for (int i = t; i < NFFT; i += blockDim.x) {
        int rev = __brev(i) >> (32 - LOG_NFFT);
        s[rev] = in[i * nrange + r];
    }
    __syncthreads();

    for (int half = 1; half < NFFT; half *= 2) {
        int pos = t & (half - 1);
        int i = 2 * (t - pos) + pos;
        float sn, cs;
        __sincosf(-3.14159265f * pos / half, &sn, &cs);
        float2 a = s[i], b = s[i + half];
        float2 wb = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        s[i]        = make_float2(a.x + wb.x, a.y + wb.y);
        s[i + half] = make_float2(a.x - wb.x, a.y - wb.y);
        __syncthreads();
    }
    for (int i = t; i < NFFT; i += blockDim.x) power[r * NFFT + i] = s[i].x * s[i].x + s[i].y * s[i].y;
}

// ---------------------------------------------------------------- CA-CFAR along doppler
__global__ void ca_cfar(const float *power, int *det, int *ndet, int guard, int train, float alpha)
{
    __shared__ float row[NFFT];
    __shared__ int count;
    int d = threadIdx.x;
    if (d == 0) count = 0;
    row[d] = power[blockIdx.x * NFFT + d];
    __syncthreads();

    float noise = 0.f;
    for (int k = guard + 1; k <= guard + train; k++)
        noise += row[(d + k) & (NFFT - 1)] + row[(d - k + NFFT) & (NFFT - 1)];
    noise /= 2.0f * train;
    int hit = row[d] > alpha * noise;
    det[blockIdx.x * NFFT + d] = hit;
    if (hit) atomicAdd(&count, 1);
    __syncthreads();
    if (d == 0 && count > 0) atomicAdd(ndet, count);
}

// ---------------------------------------------------------------- viterbi K=7 (171,133)
__global__ void viterbi(const float *soft, unsigned char *bits)
{
    __shared__ float pm[2][NSTATE];
    __shared__ unsigned char dec[TBITS][NSTATE];
    __shared__ float rx[2 * TBITS];

    int s = threadIdx.x;
    const float *in = soft + blockIdx.x * 2 * TBITS;
    for (int i = s; i < 2 * TBITS; i += NSTATE) rx[i] = in[i];
    pm[0][s] = (s == 0) ? 0.0f : -1e6f;
    __syncthreads();

    int in_bit = s >> 5, p0 = (2 * s) & 63, p1 = p0 | 1;
    int r0 = (in_bit << 6) | p0, r1 = (in_bit << 6) | p1;
    float a0 = (__popc(r0 & 0171) & 1) ? -1.f : 1.f, b0 = (__popc(r0 & 0133) & 1) ? -1.f : 1.f;
    float a1 = (__popc(r1 & 0171) & 1) ? -1.f : 1.f, b1 = (__popc(r1 & 0133) & 1) ? -1.f : 1.f;

    for (int t = 0; t < TBITS; t++) {
        int cur = t & 1;
        float m0 = pm[cur][p0] + a0 * rx[2 * t] + b0 * rx[2 * t + 1];
        float m1 = pm[cur][p1] + a1 * rx[2 * t] + b1 * rx[2 * t + 1];
        dec[t][s] = m1 > m0;
        pm[cur ^ 1][s] = m1 > m0 ? m1 : m0;
        __syncthreads();
    }
    if (s == 0) {                 // trace back from state 0 (tail bits)
        int st = 0;
        for (int t = TBITS - 1; t >= 0; t--) {
            bits[blockIdx.x * TBITS + t] = st >> 5;
            st = ((2 * st) & 63) | dec[t][st];
        }
    }
}

static unsigned rng = 12345;
static float frand(void) { rng = rng * 1664525u + 1013904223u; return (rng >> 8) / 16777216.0f - 0.5f; }

int main(void)
{
    // --- channelizer
    int sizes[2] = { 64, 250 };
    float h[M * TAPS];
    for (int i = 0; i < M * TAPS; i++) h[i] = 0.5f - 0.5f * cosf(6.2831853f * i / (M * TAPS));
    float *dh; CK(cudaMalloc(&dh, sizeof(h))); CK(cudaMemcpy(dh, h, sizeof(h), cudaMemcpyHostToDevice));
    for (int c = 0; c < 2; c++) {
        int nf = sizes[c], nin = (nf + TAPS - 1) * M;
        float *x = (float *)malloc(nin * sizeof(float));
        for (int i = 0; i < nin; i++) x[i] = sinf(0.3f * i) + 0.2f * frand();
        float *dx; float2 *dy;
        CK(cudaMalloc(&dx, nin * sizeof(float))); CK(cudaMalloc(&dy, nf * M * sizeof(float2)));
        CK(cudaMemcpy(dx, x, nin * sizeof(float), cudaMemcpyHostToDevice));
        polyphase<<<(nf + FRAMES - 1) / FRAMES, dim3(M, FRAMES)>>>(dx, dh, dy, nf);
        CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
        float2 *y = (float2 *)malloc(nf * M * sizeof(float2));
        CK(cudaMemcpy(y, dy, nf * M * sizeof(float2), cudaMemcpyDeviceToHost));
        double err = 0;
        for (int f = 0; f < nf; f++) {          // check channel 0 = plain sum
            double s = 0;
            for (int p = 0; p < M; p++) for (int t = 0; t < TAPS; t++) s += h[p * TAPS + t] * x[(f + t) * M + p];
            err = fmax(err, fabs(s - y[f * M].x));
        }
        printf("polyphase %d frames: max err %g\n", nf, err);
        free(x); free(y); cudaFree(dx); cudaFree(dy);
    }

    // --- pulse doppler
    int nrange = 48;
    float2 *rx = (float2 *)malloc(NFFT * nrange * sizeof(float2)), code[CODELEN];
    for (int i = 0; i < CODELEN; i++) code[i] = make_float2(cosf(0.05f * i * i), sinf(0.05f * i * i));
    for (int p = 0; p < NFFT; p++)
        for (int r = 0; r < nrange; r++) {
            float2 v = make_float2(0.3f * frand(), 0.3f * frand());
            if (r >= 10 && r < 10 + CODELEN) {
                float ph = 0.05f * (r - 10) * (r - 10) + 6.2831853f * p * 20 / NFFT;
                v.x += cosf(ph); v.y += sinf(ph);
            }
            rx[p * nrange + r] = v;
        }
    float2 *drx, *dcode, *dmf; float *dpow; int *ddet, *dn, n = 0;
    CK(cudaMalloc(&drx, NFFT * nrange * sizeof(float2))); CK(cudaMalloc(&dmf, NFFT * nrange * sizeof(float2)));
    CK(cudaMalloc(&dcode, sizeof(code))); CK(cudaMalloc(&dpow, NFFT * nrange * sizeof(float)));
    CK(cudaMalloc(&ddet, NFFT * nrange * sizeof(int))); CK(cudaMalloc(&dn, sizeof(int)));
    CK(cudaMemcpy(drx, rx, NFFT * nrange * sizeof(float2), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dcode, code, sizeof(code), cudaMemcpyHostToDevice));
    CK(cudaMemset(dn, 0, sizeof(int)));
    for (int d = 0; d < 2; d++)   // two dwells of 64 pulses
        matched_filter<<<dim3(1, 64), 64, (64 + 2 * CODELEN) * sizeof(float2)>>>(drx + d * 64 * nrange, dcode, dmf + d * 64 * nrange, nrange);
    doppler_fft<<<nrange, NFFT / 2>>>(dmf, dpow, nrange);
    ca_cfar<<<nrange, NFFT>>>(dpow, ddet, dn, 2, 8, 12.0f);
    CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(&n, dn, sizeof(int), cudaMemcpyDeviceToHost));
    int *det = (int *)malloc(NFFT * nrange * sizeof(int));
    CK(cudaMemcpy(det, ddet, NFFT * nrange * sizeof(int), cudaMemcpyDeviceToHost));
    printf("cfar: %d detections, target cell %d\n", n, det[10 * NFFT + 20]);

    // --- viterbi
    const int nblk = 24;
    static unsigned char msg[nblk * TBITS], out[nblk * TBITS];
    static float soft[nblk * TBITS * 2];
    for (int b = 0; b < nblk; b++) {
        int st = 0;
        for (int t = 0; t < TBITS; t++) {
            int bit = t < TBITS - 6 ? frand() > 0 : 0;
            int reg = (bit << 6) | st, o1 = 0, o2 = 0;
            for (int k = 0; k < 7; k++) { o1 ^= ((reg & 0171) >> k) & 1; o2 ^= ((reg & 0133) >> k) & 1; }
            msg[b * TBITS + t] = bit;
            soft[(b * TBITS + t) * 2]     = (o1 ? -1.f : 1.f) + 1.2f * frand();
            soft[(b * TBITS + t) * 2 + 1] = (o2 ? -1.f : 1.f) + 1.2f * frand();
            st = reg >> 1;
        }
    }
    float *dsoft; unsigned char *dbits;
    CK(cudaMalloc(&dsoft, sizeof(soft))); CK(cudaMalloc(&dbits, sizeof(out)));
    CK(cudaMemcpy(dsoft, soft, sizeof(soft), cudaMemcpyHostToDevice));
    viterbi<<<nblk, NSTATE>>>(dsoft, dbits);
    CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(out, dbits, sizeof(out), cudaMemcpyDeviceToHost));
    int errs = 0;
    for (int i = 0; i < nblk * TBITS; i++) errs += msg[i] != out[i];
    printf("viterbi: %d bit errors of %d\n", errs, nblk * TBITS);
    return 0;
}

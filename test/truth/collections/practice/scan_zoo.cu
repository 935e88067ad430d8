// Prefix sums: GPU Gems 3 work-efficient scan with/without CONFLICT_FREE_OFFSET, Kogge-Stone, Brent-Kung.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#define SECTION 1024

static void check(const char *what)
{
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) { printf("%s: %s\n", what, cudaGetErrorString(e)); exit(1); }
}

__global__ void prescan(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;
    int base = blockIdx.x * n;
    temp[2 * thid] = g_idata[base + 2 * thid];
    temp[2 * thid + 1] = g_idata[base + 2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_odata[base + 2 * thid] = temp[2 * thid];
    g_odata[base + 2 * thid + 1] = temp[2 * thid + 1];
}

__global__ void prescan_cf(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;
    int base = blockIdx.x * n;
    int ai = thid;
    int bi = thid + (n / 2);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
    int bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = g_idata[base + ai];
    temp[bi + bankOffsetB] = g_idata[base + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            float t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    g_odata[base + ai] = temp[ai + bankOffsetA];
    g_odata[base + bi] = temp[bi + bankOffsetB];
}

__global__ void koggeStone(const int *X, int *Y, int N)
{
    __shared__ int buf[2][512];
    int pin = 0, pout = 1;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    buf[pin][threadIdx.x] = i < N ? X[i] : 0;
    for (unsigned stride = 1; stride < blockDim.x; stride <<= 1) {
        __syncthreads();
        int v = buf[pin][threadIdx.x];
        if (threadIdx.x >= stride) v += buf[pin][threadIdx.x - stride];
        buf[pout][threadIdx.x] = v;
        int t = pin; pin = pout; pout = t;
    }
    __syncthreads();
    if (i < N) Y[i] = buf[pin][threadIdx.x];
}

__global__ void brentKung(const int *X, int *Y, int N)
{
    __shared__ int XY[SECTION];
    unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) XY[threadIdx.x] = X[i];
    if (i + blockDim.x < N) XY[threadIdx.x + blockDim.x] = X[i + blockDim.x];
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < SECTION) XY[index] += XY[index - stride];
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < SECTION) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// three-phase: each thread serially scans a run of 8, then runs are combined
__global__ void coarsenedScan(const int *X, int *Y)
{
    const int CF = 8;
    __shared__ int data[128 * CF];
    __shared__ int last[128];
    int base = blockIdx.x * 128 * CF;
    for (int k = 0; k < CF; k++) data[threadIdx.x + k * 128] = X[base + threadIdx.x + k * 128];
    __syncthreads();
    int run = 0;
    for (int k = 0; k < CF; k++) {
        run += data[threadIdx.x * CF + k];
        data[threadIdx.x * CF + k] = run;
    }
    last[threadIdx.x] = run;
    for (int s = 1; s < 128; s *= 2) {
        __syncthreads();
        int v = threadIdx.x >= s ? last[threadIdx.x - s] : 0;
        __syncthreads();
        last[threadIdx.x] += v;
    }
    __syncthreads();
    if (threadIdx.x > 0) {
        int add = last[threadIdx.x - 1];
        for (int k = 0; k < CF; k++) data[threadIdx.x * CF + k] += add;
    }
    __syncthreads();
    for (int k = 0; k < CF; k++) Y[base + threadIdx.x + k * 128] = data[threadIdx.x + k * 128];
}

int main(void)
{
    const int n = 8192;
    float *hf = (float *)malloc(n * sizeof(float));
    int *hi = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) { hf[i] = (float)(i & 7); hi[i] = (i * 31) & 15; }
    float *df, *dfo; int *di, *dio;
    cudaMalloc(&df, n * 4); cudaMalloc(&dfo, n * 4); cudaMalloc(&di, n * 4); cudaMalloc(&dio, n * 4);
    cudaMemcpy(df, hf, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(di, hi, n * 4, cudaMemcpyHostToDevice);
    const int elems = 1024;
    prescan<<<n / elems, elems / 2, elems * sizeof(float)>>>(dfo, df, elems); check("prescan");
    prescan_cf<<<n / elems, elems / 2, (elems + elems / NUM_BANKS) * sizeof(float)>>>(dfo, df, elems); check("prescan_cf");
    koggeStone<<<n / 512, 512>>>(di, dio, n); check("kogge");
    brentKung<<<n / SECTION, SECTION / 2>>>(di, dio, n); check("brent");
    coarsenedScan<<<n / 1024, 128>>>(di, dio); check("coarse");
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    free(hf); free(hi);
    cudaFree(df); cudaFree(dfo); cudaFree(di); cudaFree(dio);
    return 0;
}

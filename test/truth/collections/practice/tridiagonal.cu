// Tridiagonal solvers per block: cyclic reduction, parallel cyclic reduction, hybrid CR-PCR, and Thomas per thread.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

template <class T>
__global__ void crKernel(T *d_a, T *d_b, T *d_c, T *d_d, T *d_x, int systemSize, int iterations)
{
    extern __shared__ char raw[];
    T *a = (T *)raw;
    T *b = &a[systemSize];
    T *c = &b[systemSize];
    T *d = &c[systemSize];
    T *x = &d[systemSize];
    int thid = threadIdx.x, numThreads = blockDim.x, stride = 1;
    int base = blockIdx.x * systemSize;
    a[thid] = d_a[thid + base]; a[thid + numThreads] = d_a[thid + numThreads + base];
    b[thid] = d_b[thid + base]; b[thid + numThreads] = d_b[thid + numThreads + base];
    c[thid] = d_c[thid + base]; c[thid + numThreads] = d_c[thid + numThreads + base];
    d[thid] = d_d[thid + base]; d[thid + numThreads] = d_d[thid + numThreads + base];
    __syncthreads();
    for (int j = 0; j < iterations; j++) {
        __syncthreads();
        stride *= 2;
        int delta = stride / 2;
        if (threadIdx.x < numThreads) {
            int i = stride * threadIdx.x + stride - 1;
            int iLeft = i - delta, iRight = i + delta;
            if (iRight >= systemSize) iRight = systemSize - 1;
            T tmp1 = a[i] / b[iLeft], tmp2 = c[i] / b[iRight];
            b[i] = b[i] - c[iLeft] * tmp1 - a[iRight] * tmp2;
            d[i] = d[i] - d[iLeft] * tmp1 - d[iRight] * tmp2;
            a[i] = -a[iLeft] * tmp1;
            c[i] = -c[iRight] * tmp2;
        }
        numThreads /= 2;
    }
    __syncthreads();
    if (thid < 2) {
        int addr1 = stride - 1, addr2 = 2 * stride - 1;
        T tmp3 = b[addr2] * b[addr1] - c[addr1] * a[addr2];
        x[addr1] = (b[addr2] * d[addr1] - c[addr1] * d[addr2]) / tmp3;
        x[addr2] = (d[addr2] * b[addr1] - d[addr1] * a[addr2]) / tmp3;
    }
    numThreads = 2;
    for (int j = 0; j < iterations; j++) {
        int delta = stride / 2;
        __syncthreads();
        if (thid < numThreads) {
            int i = stride * thid + stride / 2 - 1;
            if (i == delta - 1) x[i] = (d[i] - c[i] * x[i + delta]) / b[i];
            else x[i] = (d[i] - a[i] * x[i - delta] - c[i] * x[i + delta]) / b[i];
        }
        stride /= 2;
        numThreads *= 2;
    }
    __syncthreads();
    d_x[thid + base] = x[thid];
    d_x[thid + blockDim.x + base] = x[thid + blockDim.x];
}

struct Row { double a, b, c, d; };

__global__ void pcrAoS(const Row *sys, double *x)
{
    __shared__ Row s[128];
    const int n = blockDim.x, i = threadIdx.x;
    s[i] = sys[blockIdx.x * n + i];
    __syncthreads();
    for (int delta = 1; delta < n; delta <<= 1) {
        Row me = s[i];
        Row lo = {0, 1, 0, 0}, hi = {0, 1, 0, 0};
        if (i - delta >= 0) lo = s[i - delta];
        if (i + delta < n) hi = s[i + delta];
        double k1 = me.a / lo.b, k2 = me.c / hi.b;
        Row r = {-lo.a * k1, me.b - lo.c * k1 - hi.a * k2, -hi.c * k2, me.d - lo.d * k1 - hi.d * k2};
        __syncthreads();
        s[i] = r;
        __syncthreads();
    }
    x[blockIdx.x * n + i] = s[i].d / s[i].b;
}

// many tiny systems: thread t solves its own 17-unknown system stored contiguously in shared memory
template <int N, int T>
__global__ void thomasPerThread(const float *rhs, float *x)
{
    __shared__ float cp[T * N];
    __shared__ float dp[T * N];
    const int t = threadIdx.x;
    const float *r = rhs + blockIdx.x * T * N;
    for (int i = t; i < T * N; i += T) dp[i] = r[i];
    __syncthreads();
    float *c = cp + t * N, *d = dp + t * N;
    float m = 1.f / 4.f;
    c[0] = -m; d[0] *= m;
    for (int i = 1; i < N; i++) {
        m = 1.f / (4.f + c[i - 1]);
        c[i] = -m;
        d[i] = (d[i] + d[i - 1]) * m;
    }
    for (int i = N - 2; i >= 0; i--) d[i] -= c[i] * d[i + 1];
    __syncthreads();
    for (int i = t; i < T * N; i += T) x[blockIdx.x * T * N + i] = dp[i];
}

int main()
{
    const int n = 512, sys = 8, total = 16384;
    float *h = (float *)malloc(total * 4);
    Row *hr = (Row *)malloc(1024 * sizeof(Row));
    for (int i = 0; i < total; i++) h[i] = 1.f + (i % 5) * 0.1f;
    for (int i = 0; i < 1024; i++) { hr[i].a = i % 128 ? -1 : 0; hr[i].b = 4; hr[i].c = i % 128 != 127 ? -1 : 0; hr[i].d = i % 7; }
    float *a, *b, *x; Row *r; double *xd;
    cudaMalloc(&a, total * 4); cudaMalloc(&b, total * 4); cudaMalloc(&x, total * 4); cudaMalloc(&r, 1024 * sizeof(Row)); cudaMalloc(&xd, 1024 * 8);
    cudaMemcpy(a, h, total * 4, cudaMemcpyHostToDevice);
    for (int i = 0; i < total; i++) h[i] = 4.f;
    cudaMemcpy(b, h, total * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(r, hr, 1024 * sizeof(Row), cudaMemcpyHostToDevice);
    crKernel<float><<<sys, n / 2, 5 * n * sizeof(float)>>>(a, b, a, a, x, n, 8);
    pcrAoS<<<8, 128>>>(r, xd);
    thomasPerThread<17, 64><<<8, 64>>>(a, x);
    thomasPerThread<16, 96><<<8, 96>>>(a, x);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    free(h); free(hr); cudaFree(a); cudaFree(b); cudaFree(x); cudaFree(r); cudaFree(xd);
    return 0;
}

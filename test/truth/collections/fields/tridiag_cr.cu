/* Batched tridiagonal solvers: CR, PCR, hybrid.  Follows the usual CR literature. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

/* cyclic reduction, in place, system of n unknowns (n = 2 * threads) */
template <class T>
__global__ void cr(const T *ga, const T *gb, const T *gc, const T *gd, T *gx, int n)
{
    extern __shared__ __align__(16) char mem[];
    T *a = (T *)mem;
    T *b = a + n;
    T *c = b + n;
    T *d = c + n;
    T *x = d + n;
    int t = threadIdx.x;
    int base = blockIdx.x * n;
    a[t] = ga[base + t];  a[t + n / 2] = ga[base + t + n / 2];
    b[t] = gb[base + t];  b[t + n / 2] = gb[base + t + n / 2];
    c[t] = gc[base + t];  c[t + n / 2] = gc[base + t + n / 2];
    d[t] = gd[base + t];  d[t + n / 2] = gd[base + t + n / 2];
    __syncthreads();

    int stride = 1, threads = n / 2;
    while (threads > 1) {
        if (t < threads) {
            int i = stride * 2 * t + stride * 2 - 1;
            int l = i - stride, r = i + stride;
            if (r >= n) r = n - 1;
            T k1 = a[i] / b[l];
            if (i == n - 1) {
                b[i] = b[i] - c[l] * k1;
                d[i] = d[i] - d[l] * k1;
                a[i] = -a[l] * k1;
                c[i] = 0;
            } else {
                T k2 = c[i] / b[r];
                b[i] = b[i] - c[l] * k1 - a[r] * k2;
                d[i] = d[i] - d[l] * k1 - d[r] * k2;
                a[i] = -a[l] * k1;
                c[i] = -c[r] * k2;
            }
        }
        stride *= 2;
        threads /= 2;
        __syncthreads();
    }
    if (t == 0) {
        int i1 = stride - 1, i2 = 2 * stride - 1;
        T det = b[i2] * b[i1] - c[i1] * a[i2];
        x[i1] = (b[i2] * d[i1] - c[i1] * d[i2]) / det;
        x[i2] = (d[i2] * b[i1] - d[i1] * a[i2]) / det;
    }
    for (threads = 2; threads <= n / 2; threads *= 2) {
        __syncthreads();
        stride /= 2;
        if (t < threads) {
            int i = stride * 2 * t + stride - 1;
            if (i == stride - 1) x[i] = (d[i] - c[i] * x[i + stride]) / b[i];
            else                 x[i] = (d[i] - a[i] * x[i - stride] - c[i] * x[i + stride]) / b[i];
        }
    }
    __syncthreads();
    gx[base + t] = x[t];
    gx[base + t + n / 2] = x[t + n / 2];
}

/* parallel cyclic reduction, one struct per equation */
struct Eq { float a, b, c, d; };
__global__ void pcr_struct(const float *ga, const float *gb, const float *gc, const float *gd, float *gx, int n)
{
    extern __shared__ Eq eq[];
    int t = threadIdx.x, g = blockIdx.x * n + t;
    Eq me = {ga[g], gb[g], gc[g], gd[g]};
    eq[t] = me;
    __syncthreads();
    for (int s = 1; s < n; s += s) {
        Eq l = {0.f, 1.f, 0.f, 0.f}, r = {0.f, 1.f, 0.f, 0.f};
        if (t >= s) l = eq[t - s];
        if (t + s < n) r = eq[t + s];
        float k1 = me.a / l.b, k2 = me.c / r.b;
        me.b -= l.c * k1 + r.a * k2;
        me.d -= l.d * k1 + r.d * k2;
        me.a = -l.a * k1;
        me.c = -r.c * k2;
        __syncthreads();
        eq[t] = me;
        __syncthreads();
    }
    gx[g] = me.d / me.b;
}

/* several small systems per block, one warp row of 24 unknowns, column-major storage */
#define SYS 24
#define PER 8
__global__ void thomas_interleaved(const double *gb, const double *gd, double *gx, int nsys)
{
    __shared__ double cs[SYS * PER];
    __shared__ double ds[SYS * PER];
    int first = blockIdx.x * PER;
    int have = min(PER, nsys - first);
    for (int e = threadIdx.x; e < have * SYS; e += blockDim.x) {
        int s = e / SYS, i = e % SYS;
        ds[i * PER + s] = gd[(first + s) * SYS + i];
    }
    __syncthreads();
    if ((int)threadIdx.x < have) {
        int s = threadIdx.x;
        double b = gb[first + s];
        cs[s] = -1.0 / b;
        ds[s] /= b;
        #pragma unroll 4
        for (int i = 1; i < SYS; i++) {
            double m = b + cs[(i - 1) * PER + s];
            cs[i * PER + s] = -1.0 / m;
            ds[i * PER + s] = (ds[i * PER + s] + ds[(i - 1) * PER + s]) / m;
        }
        for (int i = SYS - 1; i-- > 0; )
            ds[i * PER + s] -= cs[i * PER + s] * ds[(i + 1) * PER + s];
    }
    __syncthreads();
    for (int e = threadIdx.x; e < have * SYS; e += blockDim.x)
        gx[first * SYS + e] = ds[(e % SYS) * PER + e / SYS];
}

int main(void)
{
    const int n = 256, batch = 5, N = n * batch;
    float *hf = (float *)malloc(4 * N * sizeof(float));
    double *hd = (double *)malloc(4 * N * sizeof(double));
    for (int i = 0; i < N; i++) {
        int k = i % n;
        hf[i] = (k == 0) ? 0.f : -1.f;
        hf[N + i] = 2.5f + 0.01f * (k % 7);
        hf[2 * N + i] = (k == n - 1) ? 0.f : -1.f;
        hf[3 * N + i] = sinf(0.05f * i);
        for (int q = 0; q < 4; q++) hd[q * N + i] = hf[q * N + i];
    }
    float *df, *dx; double *dd, *dxd;
    cudaMalloc(&df, 4 * N * sizeof(float));  cudaMalloc(&dx, N * sizeof(float));
    cudaMalloc(&dd, 4 * N * sizeof(double)); cudaMalloc(&dxd, N * sizeof(double));
    cudaMemcpy(df, hf, 4 * N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dd, hd, 4 * N * sizeof(double), cudaMemcpyHostToDevice);
    double s = 0;
    cr<float><<<batch, n / 2, 5 * n * sizeof(float)>>>(df, df + N, df + 2 * N, df + 3 * N, dx, n);
    cudaMemcpy(hf, dx, N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) s += hf[i] * (i % 4);
    pcr_struct<<<batch, n, n * sizeof(Eq)>>>(df, df + N, df + 2 * N, df + 3 * N, dx, n);
    cudaMemcpy(hf, dx, N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) s -= hf[i] * (i % 4);
    printf("float CR - PCR difference %.3e\n", s);
    cr<double><<<batch, n / 2, 5 * n * sizeof(double)>>>(dd, dd + N, dd + 2 * N, dd + 3 * N, dxd, n);
    cudaMemcpy(hd, dxd, N * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) s += hd[i];
    thomas_interleaved<<<(53 + PER - 1) / PER, 64>>>(dd + N, dd + 3 * N, dxd, 53);
    cudaMemcpy(hd, dxd, 53 * SYS * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 53 * SYS; i++) s += hd[i];
    printf("tridiag_cr checksum %.8f %s\n", s, cudaGetErrorString(cudaGetLastError()));
    free(hf); free(hd);
    return 0;
}

// heat_fortran.cu : port of HEAT3D (fixed-form F77, 1994) to CUDA.
// Arrays keep the Fortran order (first index fastest) and 1-based loops.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define NX 70
#define NY 45
#define NZ 12
#define IDX3(i,j,k) ((long long)(i) + (long long)NX * ((long long)(j) + (long long)NY * (k)))

// ---- 2.5-D stencil, plane in shared with ghost cells -------------------
#define BX 32
#define BY 6
__global__ void heat_step(const double *u, double *unew, double cx, double cy, double cz)
{
    __shared__ double p[BY + 2][BX + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int i = blockIdx.x * BX + threadIdx.x;
    const int j = blockIdx.y * BY + threadIdx.y;
    const int ic = min(i, NX - 1), jc = min(j, NY - 1);
    double below = 0.0, here = u[IDX3(ic, jc, 0)], above = u[IDX3(ic, jc, 1)];
    for (int k = 1; k < NZ - 1; k++) {
        below = here;
        here = above;
        above = u[IDX3(ic, jc, k + 1)];
        __syncthreads();
        p[ty][tx] = here;
        if (threadIdx.x == 0)      p[ty][0]      = u[IDX3(max(ic - 1, 0), jc, k)];
        if (threadIdx.x == BX - 1) p[ty][BX + 1] = u[IDX3(min(ic + 1, NX - 1), jc, k)];
        if (threadIdx.y == 0)      p[0][tx]      = u[IDX3(ic, max(jc - 1, 0), k)];
        if (threadIdx.y == BY - 1) p[BY + 1][tx] = u[IDX3(ic, min(jc + 1, NY - 1), k)];
        __syncthreads();
        if (i > 0 && i < NX - 1 && j > 0 && j < NY - 1) {
            double lap = cx * (p[ty][tx - 1] - 2.0 * here + p[ty][tx + 1])
                       + cy * (p[ty - 1][tx] - 2.0 * here + p[ty + 1][tx])
                       + cz * (below - 2.0 * here + above);
            unew[IDX3(i, j, k)] = here + lap;
        }
    }
}

// ---- line solver along x for every (j,k): Thomas, one thread per line ---
// lines staged in shared as w(line, i), LD chosen by the caller
__global__ void adi_x(double *u, double r, int ld)
{
    extern __shared__ double w[];
    double *d = w;                       // d(i,l) = d[l*ld + i]
    double *cp = w + (size_t)ld * blockDim.x;
    const long nlines = (long)NY * NZ;
    const long first = (long)blockIdx.x * blockDim.x;
    for (int l = 0; l < (int)blockDim.x; l++) {
        long line = first + l;
        if (line < nlines)
            for (int i = threadIdx.x; i < NX; i += blockDim.x)
                d[l * ld + i] = u[line * NX + i];
    }
    __syncthreads();
    if (first + threadIdx.x < nlines) {
        double *dd = d + threadIdx.x * ld;
        double *cc = cp + threadIdx.x * ld;
        double b = 1.0 + 2.0 * r;
        cc[0] = -r / b;
        dd[0] = dd[0] / b;
        for (int i = 1; i < NX; i++) {
            double m = 1.0 / (b + r * cc[i - 1]);
            cc[i] = -r * m;
            dd[i] = (dd[i] + r * dd[i - 1]) * m;
        }
        for (int i = NX - 2; i >= 0; i--)
            dd[i] -= cc[i] * dd[i + 1];
    }
    __syncthreads();
    for (int l = 0; l < (int)blockDim.x; l++) {
        long line = first + l;
        if (line < nlines)
            for (int i = threadIdx.x; i < NX; i += blockDim.x)
                u[line * NX + i] = d[l * ld + i];
    }
}

// ---- residual norm: max and sum, block size not a power of two ----------
__global__ void resnorm(const double *a, const double *b, long n, double *partial)
{
    __shared__ double rs[192];
    __shared__ double rm[192];
    const int t = threadIdx.x;
    double s = 0.0, m = 0.0;
    for (long i = (long)blockIdx.x * blockDim.x + t; i < n; i += (long)gridDim.x * blockDim.x) {
        double e = fabs(a[i] - b[i]);
        s += e * e;
        m = fmax(m, e);
    }
    rs[t] = s;
    rm[t] = m;
    __syncthreads();
    int active = blockDim.x;
    while (active > 1) {
        int half = (active + 1) / 2;
        if (t < active / 2) {
            rs[t] += rs[t + half];
            rm[t] = fmax(rm[t], rm[t + half]);
        }
        __syncthreads();
        active = half;
    }
    if (t == 0) { partial[2 * blockIdx.x] = rs[0]; partial[2 * blockIdx.x + 1] = rm[0]; }
}

int main()
{
    const long n = (long)NX * NY * NZ;
    double *h = (double *)malloc(n * sizeof(double));
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                h[IDX3(i, j, k)] = sin(0.1 * i) * cos(0.2 * j) + 0.05 * k;
    double *u, *un, *part;
    cudaMalloc(&u, n * sizeof(double));
    cudaMalloc(&un, n * sizeof(double));
    cudaMalloc(&part, 2 * 8 * sizeof(double));
    cudaMemcpy(u, h, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(un, h, n * sizeof(double), cudaMemcpyHostToDevice);
    dim3 blk(BX, BY, 1), grd((NX + BX - 1) / BX, (NY + BY - 1) / BY, 1);
    heat_step<<<grd, blk>>>(u, un, 0.1, 0.1, 0.05);
    const int lpb = 32;
    int lds[2] = {72, 71};
    cudaFuncSetAttribute(adi_x, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 72 * lpb * (int)sizeof(double));
    for (int it = 0; it < 2; it++)
        adi_x<<<(unsigned)((NY * NZ + lpb - 1) / lpb), lpb, 2 * (size_t)lds[it] * lpb * sizeof(double)>>>(un, 0.3, lds[it]);
    resnorm<<<8, 192>>>(u, un, n, part);
    double hp[16];
    cudaMemcpy(hp, part, sizeof(hp), cudaMemcpyDeviceToHost);
    double s = 0, m = 0;
    for (int b = 0; b < 8; b++) { s += hp[2 * b]; m = hp[2 * b + 1] > m ? hp[2 * b + 1] : m; }
    printf("heat_fortran l2 %.8e max %.8e %s\n", sqrt(s / n), m, cudaGetErrorString(cudaGetLastError()));
    free(h); cudaFree(u); cudaFree(un); cudaFree(part);
    return 0;
}

/*-----------------------------------------------------------------------
 * fdmod_gpu.cu  --  acoustic / elastic FD modelling + imaging kernels
 *
 * fast axis is Z everywhere (iz), slow axis is X (ix), then Y (iy).
 * Conventions follow the CPU code: p1 = current, p0 = old/new, vel = v^2 dt^2
 *----------------------------------------------------------------------*/
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define CHK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1);} } while (0)

#define RAD   4
#define BZ    32
#define BX    16
#define B3    16
#define IDX2(iz,ix,nz)        ((size_t)(ix)*(nz)+(iz))
#define IDX3(iz,ix,iy,nz,nx)  (((size_t)(iy)*(nx)+(ix))*(nz)+(iz))
#define NSINC 8
#define TT    32

__constant__ float c_fd[RAD + 1];
__constant__ float c_stag[4] = { 1.196289f, -0.0797526f, 0.009570313f, -0.0006975447f };

/* ---------------------------------------------------------------------
 * 2-D constant density acoustic, 8th order in space
 * ------------------------------------------------------------------- */
__global__ void fd2d_o8(float *p0, const float *p1, const float *vel,
                        int nz, int nx, float rdz2, float rdx2)
{
    __shared__ float s_p[BX + 2*RAD][BZ + 2*RAD];

    int iz = blockIdx.x*BZ + threadIdx.x + RAD;
    int ix = blockIdx.y*BX + threadIdx.y + RAD;
    int tz = threadIdx.x + RAD;
    int tx = threadIdx.y + RAD;
    int in = (iz < nz - RAD) && (ix < nx - RAD);
    int jz = min(iz, nz - 1 - RAD), jx = min(ix, nx - 1 - RAD);

    s_p[tx][tz] = p1[IDX2(jz, jx, nz)];
    if (threadIdx.x < RAD) {
        s_p[tx][threadIdx.x]           = p1[IDX2(jz - RAD, jx, nz)];
        s_p[tx][threadIdx.x + BZ+RAD]  = p1[IDX2(min(iz + BZ, nz - 1), jx, nz)];
    }
    if (threadIdx.y < RAD) {
        s_p[threadIdx.y][tz]           = p1[IDX2(jz, jx - RAD, nz)];
        s_p[threadIdx.y + BX+RAD][tz]  = p1[IDX2(jz, min(ix + BX, nx - 1), nz)];
    }
    __syncthreads();

    float lz = c_fd[0]*s_p[tx][tz], lx = c_fd[0]*s_p[tx][tz];
#pragma unroll
    for (int r = 1; r <= RAD; r++) {
        lz += c_fd[r]*(s_p[tx][tz - r] + s_p[tx][tz + r]);
        lx += c_fd[r]*(s_p[tx - r][tz] + s_p[tx + r][tz]);
    }
    if (in) {
        size_t i = IDX2(iz, ix, nz);
        p0[i] = 2.f*s_p[tx][tz] - p0[i] + vel[i]*(lz*rdz2 + lx*rdx2);
    }
}

/* ---------------------------------------------------------------------
 * 3-D: sweep along y, 2.5D blocking, registers behind/front (Micikevicius)
 * ------------------------------------------------------------------- */
__global__ void __launch_bounds__(B3*B3)
fd3d_o8(float *p0, const float *p1, const float *vel, int nz, int nx, int ny)
{
    __shared__ float s_data[B3 + 2*RAD][B3 + 2*RAD];
    const int iz = blockIdx.x*blockDim.x + threadIdx.x + RAD;
    const int ix = blockIdx.y*blockDim.y + threadIdx.y + RAD;
    const int stride = nz*nx;
    int inx = ix*nz + iz, outx = 0;

    float infront1, infront2, infront3, infront4;
    float behind1, behind2, behind3, behind4, current;
    const int tx = threadIdx.x + RAD;
    const int ty = threadIdx.y + RAD;

    behind3 = p1[inx]; inx += stride;
    behind2 = p1[inx]; inx += stride;
    behind1 = p1[inx]; inx += stride;
    current = p1[inx]; outx = inx; inx += stride;
    infront1 = p1[inx]; inx += stride;
    infront2 = p1[inx]; inx += stride;
    infront3 = p1[inx]; inx += stride;
    infront4 = p1[inx]; inx += stride;

    for (int i = RAD; i < ny - RAD; i++) {
        behind4 = behind3; behind3 = behind2; behind2 = behind1; behind1 = current;
        current = infront1; infront1 = infront2; infront2 = infront3; infront3 = infront4;
        if (i + RAD < ny) infront4 = p1[(size_t)(i + RAD)*stride + ix*nz + iz];
        outx = i*stride + ix*nz + iz;
        __syncthreads();
        if (threadIdx.y < RAD) {
            s_data[threadIdx.y][tx]            = p1[outx - RAD*nz];
            s_data[threadIdx.y + B3 + RAD][tx] = p1[outx + B3*nz];
        }
        if (threadIdx.x < RAD) {
            s_data[ty][threadIdx.x]            = p1[outx - RAD];
            s_data[ty][threadIdx.x + B3 + RAD] = p1[outx + B3];
        }
        s_data[ty][tx] = current;
        __syncthreads();

        float div = c_fd[0]*3.f*current;
        div += c_fd[1]*(infront1 + behind1 + s_data[ty-1][tx] + s_data[ty+1][tx] + s_data[ty][tx-1] + s_data[ty][tx+1]);
        div += c_fd[2]*(infront2 + behind2 + s_data[ty-2][tx] + s_data[ty+2][tx] + s_data[ty][tx-2] + s_data[ty][tx+2]);
        div += c_fd[3]*(infront3 + behind3 + s_data[ty-3][tx] + s_data[ty+3][tx] + s_data[ty][tx-3] + s_data[ty][tx+3]);
        div += c_fd[4]*(infront4 + behind4 + s_data[ty-4][tx] + s_data[ty+4][tx] + s_data[ty][tx-4] + s_data[ty][tx+4]);
        p0[outx] = 2.f*current - p0[outx] + div*vel[outx];
    }
}

/* ---------------------------------------------------------------------
 * elastic P-SV velocity update, staggered grid, stresses in a struct
 * ------------------------------------------------------------------- */
typedef struct { float xx, zz, xz; } stress_t;

__global__ void el2d_vel(float2 *v, const stress_t *s, const float *buoy, int nz, int nx, float dtdx)
{
    __shared__ stress_t t[8 + 8][32 + 8];
    const int z0 = blockIdx.x*32, x0 = blockIdx.y*8;

    for (int j = threadIdx.y; j < 16; j += blockDim.y)
        for (int i = threadIdx.x; i < 40; i += blockDim.x) {
            int gz = min(max(z0 + i - 4, 0), nz - 1);
            int gx = min(max(x0 + j - 4, 0), nx - 1);
            t[j][i] = s[IDX2(gz, gx, nz)];
        }
    __syncthreads();

    int iz = z0 + threadIdx.x, ix = x0 + threadIdx.y;
    int a = threadIdx.x + 4, b = threadIdx.y + 4;
    if (iz >= nz || ix >= nx) return;
    float dvx = 0.f, dvz = 0.f;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        dvx += c_stag[k]*((t[b+k][a].xx - t[b-k-1][a].xx) + (t[b][a+k].xz - t[b][a-k-1].xz));
        dvz += c_stag[k]*((t[b][a+k].zz - t[b][a-k-1].zz) + (t[b+k][a].xz - t[b-k-1][a].xz));
    }
    size_t g = IDX2(iz, ix, nz);
    float2 o = v[g];
    o.x += dtdx*buoy[g]*dvx;
    o.y += dtdx*buoy[g]*dvz;
    v[g] = o;
}

/* ---------------------------------------------------------------------
 * shot gather: trace-major (ntrc x nt) -> time-slice-major
 * ------------------------------------------------------------------- */
__global__ void gather_transp(float *out, const float *in, int nt, int ntrc)
{
    __shared__ float tile[TT][TT];
    int it = blockIdx.x*TT + threadIdx.x;
    int ir = blockIdx.y*TT + threadIdx.y;
    for (int k = 0; k < TT; k += 8)
        if (it < nt && ir + k < ntrc) tile[threadIdx.y + k][threadIdx.x] = in[(ir + k)*nt + it];
    __syncthreads();
    it = blockIdx.x*TT + threadIdx.y;
    ir = blockIdx.y*TT + threadIdx.x;
    for (int k = 0; k < TT; k += 8)
        if (it + k < nt && ir < ntrc) out[(it + k)*ntrc + ir] = tile[threadIdx.x][threadIdx.y + k];
}

/* ---------------------------------------------------------------------
 * receiver extraction with windowed sinc, coefs per receiver in shared
 * one thread = one receiver; NSINC x NSINC stencil
 * ------------------------------------------------------------------- */
__global__ void rec_extract(float *seis, const float *p, const float *rz, const float *rx,
                            int nrec, int nz, int nx)
{
    __shared__ float wz[64][NSINC];
    __shared__ float wx[NSINC][64];
    int t = threadIdx.x;
    int ir = blockIdx.x*64 + t;
    int kz = 0, kx = 0;
    if (ir < nrec) {
        kz = (int)rz[ir]; kx = (int)rx[ir];
        float fz = rz[ir] - kz, fx = rx[ir] - kx;
        for (int k = 0; k < NSINC; k++) {
            float az = 3.14159265f*(k - 3 - fz), ax = 3.14159265f*(k - 3 - fx);
            wz[t][k] = fabsf(az) < 1e-4f ? 1.f : __sinf(az)/az;
            wx[k][t] = fabsf(ax) < 1e-4f ? 1.f : __sinf(ax)/ax;
        }
    }
    __syncthreads();
    if (ir >= nrec) return;
    float acc = 0.f;
#pragma unroll 2
    for (int jx = 0; jx < NSINC; jx++) {
        int gx = min(max(kx + jx - 3, 0), nx - 1);
        float q = 0.f;
        for (int jz = 0; jz < NSINC; jz++)
            q += wz[t][jz]*p[IDX2(min(max(kz + jz - 3, 0), nz - 1), gx, nz)];
        acc += wx[jx][t]*q;
    }
    seis[ir] = acc;
}

/* ---------------------------------------------------------------------
 * implicit FD migration: one tridiagonal system per depth row (PCR)
 * n = blockDim.x unknowns, a,b,c,d carved from the dynamic buffer
 * ------------------------------------------------------------------- */
__global__ void fdmig_pcr(float *x, const float *dl, const float *dd, const float *du, int n)
{
    extern __shared__ float sh[];
    float *a = sh, *b = a + n, *c = b + n, *d = c + n;
    const int i = threadIdx.x;
    const size_t base = (size_t)blockIdx.x*n;

    a[i] = i == 0 ? 0.f : dl[base + i];
    b[i] = dd[base + i];
    c[i] = i == n - 1 ? 0.f : du[base + i];
    d[i] = x[base + i];
    __syncthreads();

    for (int s = 1; s < n; s <<= 1) {
        int l = max(i - s, 0), r = min(i + s, n - 1);
        float k1 = i - s >= 0 ? a[i]/b[l] : 0.f;
        float k2 = i + s < n  ? c[i]/b[r] : 0.f;
        float nb = b[i] - c[l]*k1 - a[r]*k2;
        float nd = d[i] - d[l]*k1 - d[r]*k2;
        float na = -a[l]*k1, nc = -c[r]*k2;
        __syncthreads();
        a[i] = na; b[i] = nb; c[i] = nc; d[i] = nd;
        __syncthreads();
    }
    x[base + i] = d[i]/b[i];
}

/* ---------------------------------------------------------------------
 * semblance scan: CDP gather held in shared, noff traces x ntw samples,
 * one thread per (tau, velocity)
 * ------------------------------------------------------------------- */
__global__ void semblance(float *sem, const float *cdp, const float *off, int noff, int ntw, int nv, float v0, float dv, float dt)
{
    extern __shared__ float sg[];
    float *soff = &sg[noff*ntw];
    int tid = threadIdx.y*blockDim.x + threadIdx.x;
    int nth = blockDim.x*blockDim.y;
    const float *g = cdp + (size_t)blockIdx.x*noff*ntw;

    for (int k = tid; k < noff*ntw; k += nth) sg[k] = g[k];
    for (int k = tid; k < noff; k += nth) soff[k] = off[k];
    __syncthreads();

    for (int it = threadIdx.y; it < ntw; it += blockDim.y)
        for (int iv = threadIdx.x; iv < nv; iv += blockDim.x) {
            float v = v0 + iv*dv, t0 = it*dt;
            float num = 0.f, den = 1e-9f;
            for (int io = 0; io < noff; io++) {
                float h = soff[io]/v;
                int jt = (int)(sqrtf(t0*t0 + h*h)/dt + .5f);
                if (jt < ntw) { float q = sg[io*ntw + jt]; num += q; den += q*q; }
            }
            sem[((size_t)blockIdx.x*ntw + it)*nv + iv] = num*num/(noff*den);
        }
}

/* ---------------------------------------------------------------------
 * RTM imaging condition + illumination; block partial energy (old style
 * interleaved reduction, never got around to changing it)
 * ------------------------------------------------------------------- */
__global__ void imgcond(float *img, float *illum, double *energy, const float *ps, const float *pr, int n)
{
    __shared__ double se[192];
    double loc = 0.0;
    for (int i = blockIdx.x*blockDim.x + threadIdx.x; i < n; i += gridDim.x*blockDim.x) {
        float s = ps[i], r = pr[i];
        img[i] += s*r;
        illum[i] += s*s;
        loc += (double)s*s;
    }
    se[threadIdx.x] = loc;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned j = 2*s*threadIdx.x;
        if (j + s < blockDim.x) se[j] += se[j + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) energy[blockIdx.x] = se[0];
}

/* ---------------------------------------------------------------------
 * tau-p / plane-wave stack: slant stack of NX traces, samples staged
 * column-wise so that each thread owns a trace while loading
 * ------------------------------------------------------------------- */
#define SLANT_NX 48
#define SLANT_NT 64
__global__ void slant_stack(float *taup, const float *d, int np, float dp)
{
    __shared__ float tr[SLANT_NX*SLANT_NT];
    const float *din = d + (size_t)blockIdx.x*SLANT_NX*SLANT_NT;
    if (threadIdx.x < SLANT_NX)
        for (int it = 0; it < SLANT_NT; it++)
            tr[threadIdx.x*SLANT_NT + it] = din[it*SLANT_NX + threadIdx.x];
    __syncthreads();
    int it = threadIdx.x;
    for (int ip = 0; ip < np; ip++) {
        float s = 0.f;
#pragma unroll 4
        for (int ix = 0; ix < SLANT_NX; ix++) {
            int jt = it + (int)(ip*dp*ix);
            if (jt < SLANT_NT) s += tr[ix*SLANT_NT + jt];
        }
        taup[((size_t)blockIdx.x*np + ip)*SLANT_NT + it] = s;
    }
}

/* ===================================================================== */
static float *devf(size_t n, float a, float b)
{
    float *h = (float *)malloc(n*sizeof(float)), *d;
    for (size_t i = 0; i < n; i++) h[i] = a + b*sinf(0.37f*(i % 1009));
    CHK(cudaMalloc(&d, n*sizeof(float)));
    CHK(cudaMemcpy(d, h, n*sizeof(float), cudaMemcpyHostToDevice));
    free(h);
    return d;
}
static double sumf(const float *d, size_t n)
{
    float *h = (float *)malloc(n*sizeof(float)); double s = 0;
    CHK(cudaMemcpy(h, d, n*sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; i++) s += h[i];
    free(h);
    return s;
}

int main(void)
{
    float fd[RAD + 1] = { -205.f/72.f, 8.f/5.f, -1.f/5.f, 8.f/315.f, -1.f/560.f };
    CHK(cudaMemcpyToSymbol(c_fd, fd, sizeof fd));
    double cs = 0;

    int nz = 100, nx = 90;
    float *p0 = devf(nz*nx, 0, 1), *p1 = devf(nz*nx, 0, 1), *vel = devf(nz*nx, .1f, .01f);
    dim3 b2(BZ, BX), g2((nz - 2*RAD + BZ - 1)/BZ, (nx - 2*RAD + BX - 1)/BX);
    for (int it = 0; it < 2; it++) { fd2d_o8<<<g2, b2>>>(p0, p1, vel, nz, nx, 1.f, 1.f); float *t = p0; p0 = p1; p1 = t; }
    cs += sumf(p1, nz*nx);

    int mz = 2*B3 + 2*RAD, mx = 2*B3 + 2*RAD, my = 20;
    float *q0 = devf(mz*mx*my, 0, 1), *q1 = devf(mz*mx*my, 0, 1), *qv = devf(mz*mx*my, .05f, .01f);
    fd3d_o8<<<dim3(2, 2), dim3(B3, B3)>>>(q0, q1, qv, mz, mx, my);
    cs += sumf(q0, mz*mx*my);

    float *v2 = devf(2*nz*nx, 0, 1), *st = devf(3*nz*nx, 0, 1), *bu = devf(nz*nx, 1, .1f);
    el2d_vel<<<dim3((nz + 31)/32, (nx + 7)/8), dim3(32, 8)>>>((float2 *)v2, (stress_t *)st, bu, nz, nx, .1f);
    cs += sumf(v2, 2*nz*nx);

    int nt = 150, ntr = 70;
    float *tin = devf(nt*ntr, 0, 1), *tout = devf(nt*ntr, 0, 0);
    gather_transp<<<dim3((nt + TT - 1)/TT, (ntr + TT - 1)/TT), dim3(TT, 8)>>>(tout, tin, nt, ntr);
    cs += sumf(tout, nt*ntr);

    int nrec = 150;
    float *rz = devf(nrec, 45, 20), *rx = devf(nrec, 45, 30), *se = devf(nrec, 0, 0);
    rec_extract<<<(nrec + 63)/64, 64>>>(se, p1, rz, rx, nrec, nz, nx);
    cs += sumf(se, nrec);

    int n = 200, nrow = 12;
    float *x = devf(n*nrow, 1, 1), *dl = devf(n*nrow, -1, .1f), *dd = devf(n*nrow, 4, .1f), *du = devf(n*nrow, -1, .1f);
    fdmig_pcr<<<nrow, n, 4*n*sizeof(float)>>>(x, dl, dd, du, n);
    cs += sumf(x, n*nrow);

    int noff = 24, ntw = 96, nv = 40, ncdp = 4;
    float *cdp = devf(ncdp*noff*ntw, 0, 1), *off = devf(noff, 500, 400), *sem = devf(ncdp*ntw*nv, 0, 0);
    semblance<<<ncdp, dim3(32, 4), (noff*ntw + noff)*sizeof(float)>>>(sem, cdp, off, noff, ntw, nv, 1500.f, 40.f, .008f);
    cs += sumf(sem, ncdp*ntw*nv);

    float *img = devf(nz*nx, 0, 0), *ill = devf(nz*nx, 0, 0); double *en, hen[8];
    CHK(cudaMalloc(&en, 8*sizeof(double)));
    imgcond<<<8, 192>>>(img, ill, en, p0, p1, nz*nx);
    CHK(cudaMemcpy(hen, en, sizeof hen, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) cs += hen[i];

    int np = 10;
    float *sl = devf(5*SLANT_NX*SLANT_NT, 0, 1), *tp = devf(5*np*SLANT_NT, 0, 0);
    slant_stack<<<5, SLANT_NT>>>(tp, sl, np, .15f);
    cs += sumf(tp, 5*np*SLANT_NT);

    CHK(cudaGetLastError());
    CHK(cudaDeviceSynchronize());
    printf("fdmod checksum %.6e\n", cs);
    return 0;
}

/* gridsim.cu -- kernels for transient stability / AC power flow and SPICE-like device evaluation.
 * Everything in double precision. Sparse matrices are CSR unless said otherwise.
 * 0-based, row pointers int. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <vector>

typedef double  real;
typedef double2 cplx;

#define SAFE(call) safe_((call), #call, __LINE__)
static void safe_(cudaError_t e, const char *w, int l)
{ if (e != cudaSuccess) { fprintf(stderr, "line %d: %s -> %s\n", l, w, cudaGetErrorString(e)); exit(2); } }

__device__ __forceinline__ cplx c_mul(cplx a, cplx b) { return make_double2(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x); }
__device__ __forceinline__ cplx c_sub(cplx a, cplx b) { return make_double2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ cplx c_div(cplx a, cplx b)
{ real s = 1.0/(b.x*b.x + b.y*b.y); return make_double2((a.x*b.x + a.y*b.y)*s, (a.y*b.x - a.x*b.y)*s); }

/* ------------------------------------------------------------------ */
/* CSR-vector SpMV, VS threads per row, volatile-era reduction          */
template <int VS, int NV>
__global__ void spmv_csr_vector(int n, const int *rp, const int *ci, const real *va, const real *x, real *y)
{
    __shared__ volatile real sd[NV*VS + VS/2];
    __shared__ volatile int  ptrs[NV][2];
    const int lane = threadIdx.x % VS, vec = threadIdx.x / VS;
    const int row = blockIdx.x*NV + vec;
    if (lane < 2) ptrs[vec][lane] = row + lane <= n ? rp[row + lane] : rp[n];
    __syncthreads();
    real sum = 0;
    if (row < n)
        for (int jj = ptrs[vec][0] + lane; jj < ptrs[vec][1]; jj += VS) sum += va[jj]*x[ci[jj]];
    sd[threadIdx.x] = sum;
    __syncthreads();
    for (int o = VS/2; o > 0; o /= 2) {
        if (lane < o) sd[threadIdx.x] = sum = sum + sd[threadIdx.x + o];
        __syncthreads();
    }
    if (lane == 0 && row < n) y[row] = sd[threadIdx.x];
}

/* ------------------------------------------------------------------ */
/* CSR-stream: products are staged in shared, then one thread per row   */
#define STREAM_NNZ 1024
__global__ void spmv_csr_stream(const int *rowblk, const int *rp, const int *ci, const real *va, const real *x, real *y)
{
    __shared__ real prod[STREAM_NNZ];
    const int r0 = rowblk[blockIdx.x], r1 = rowblk[blockIdx.x + 1];
    const int beg = rp[r0], end = rp[r1];
    for (int i = threadIdx.x; i < end - beg; i += blockDim.x) prod[i] = va[beg + i]*x[ci[beg + i]];
    __syncthreads();
    for (int r = r0 + threadIdx.x; r < r1; r += blockDim.x) {
        real s = 0;
        for (int j = rp[r] - beg; j < rp[r + 1] - beg; j++) s += prod[j];
        y[r] = s;
    }
}

/* ------------------------------------------------------------------ */
/* batched dense LU (no pivoting) of complex bus blocks, N x N row-major */
template <int N>
__global__ void __launch_bounds__(N*N) zlu_batched(cplx *a, cplx *rhs)
{
    __shared__ cplx s[N][N];
    __shared__ cplx b[N];
    const int c = threadIdx.x, r = threadIdx.y;
    cplx *A = a + (size_t)blockIdx.x*N*N;
    s[r][c] = A[r*N + c];
    if (r == 0) b[c] = rhs[blockIdx.x*N + c];
    __syncthreads();
    for (int k = 0; k < N - 1; k++) {
        if (r > k && c == k) s[r][k] = c_div(s[r][k], s[k][k]);
        __syncthreads();
        if (r > k && c > k) s[r][c] = c_sub(s[r][c], c_mul(s[r][k], s[k][c]));
        if (r > k && c == k) b[r] = c_sub(b[r], c_mul(s[r][k], b[k]));
        __syncthreads();
    }
    for (int k = N - 1; k >= 0; k--) {
        if (r == 0 && c == k) b[k] = c_div(b[k], s[k][k]);
        __syncthreads();
        if (r == 0 && c < k) b[c] = c_sub(b[c], c_mul(s[c][k], b[k]));   /* column access */
        __syncthreads();
    }
    A[r*N + c] = s[r][c];
    if (r == 0) rhs[blockIdx.x*N + c] = b[c];
}

/* ------------------------------------------------------------------ */
/* cyclic reduction for radial feeders; in-place, power-of-two systems  */
__global__ void feeder_cr(const real *dl, const real *dd, const real *du, const real *rhs, real *x, int n)
{
    extern __shared__ real w[];
    real *a = w, *b = &w[n], *c = &w[2*n], *d = &w[3*n], *u = &w[4*n];
    const int t = threadIdx.x;
    const size_t o = (size_t)blockIdx.x*n;
    for (int i = t; i < n; i += blockDim.x) { a[i] = dl[o + i]; b[i] = dd[o + i]; c[i] = du[o + i]; d[i] = rhs[o + i]; }
    __syncthreads();
    int stride = 1, act = n/2;
    for (; act > 1; act /= 2) {
        if (t < act) {
            const int i = stride*2*t + 2*stride - 1;
            const int l = i - stride, r = min(i + stride, n - 1);
            const real k1 = a[i]/b[l];
            const real k2 = r == i ? 0.0 : c[i]/b[r];
            b[i] = b[i] - c[l]*k1 - (r == i ? 0.0 : a[r]*k2);
            d[i] = d[i] - d[l]*k1 - (r == i ? 0.0 : d[r]*k2);
            a[i] = -a[l]*k1;
            c[i] = r == i ? 0.0 : -c[r]*k2;
        }
        stride *= 2;
        __syncthreads();
    }
    if (t == 0) {
        const int i = stride - 1, j = 2*stride - 1;
        const real det = b[j]*b[i] - c[i]*a[j];
        u[i] = (b[j]*d[i] - c[i]*d[j])/det;
        u[j] = (d[j]*b[i] - d[i]*a[j])/det;
    }
    __syncthreads();
    for (act = 2; act <= n/2; act *= 2) {
        stride /= 2;
        if (t < act) {
            const int i = stride*2*t + stride - 1;
            u[i] = t == 0 ? (d[i] - c[i]*u[i + stride])/b[i]
                          : (d[i] - a[i]*u[i - stride] - c[i]*u[i + stride])/b[i];
        }
        __syncthreads();
    }
    for (int i = t; i < n; i += blockDim.x) x[o + i] = u[i];
}

/* ------------------------------------------------------------------ */
/* MOSFET level-1 evaluation with table lookups, then stamping to a     */
/* per-device 4x4 conductance (AoS) before the scatter                  */
struct mos_t  { int d, g, s, b; real kp, vt, lambda; };
struct stamp_t { real g[4][4]; real i[4]; };

__global__ void mos_eval(const mos_t *dev, int nd, const real *v, const real *tab, int ntab, real *gout, real *iout)
{
    __shared__ real  lut[128];
    __shared__ stamp_t st[32];
    for (int k = threadIdx.x; k < ntab; k += blockDim.x) lut[k] = tab[k];
    __syncthreads();
    const int id = blockIdx.x*blockDim.x + threadIdx.x;
    const int t = threadIdx.x;
    if (id < nd) {
        const mos_t m = dev[id];
        const real vgs = v[m.g] - v[m.s], vds = v[m.d] - v[m.s];
        const real pos = fmin(fmax((vgs - m.vt)*20.0, 0.0), (real)(ntab - 2));
        const int  k = (int)pos;
        const real f = lut[k] + (pos - k)*(lut[k + 1] - lut[k]);
        const real id0 = m.kp*f*(1.0 + m.lambda*vds), gm = m.kp*(lut[k + 1] - lut[k])*20.0, gds = m.kp*f*m.lambda + 1e-12;
        for (int r = 0; r < 4; r++) { st[t].i[r] = 0; for (int c = 0; c < 4; c++) st[t].g[r][c] = 0; }
        st[t].g[0][0] =  gds; st[t].g[0][1] =  gm; st[t].g[0][2] = -gds - gm;
        st[t].g[2][0] = -gds; st[t].g[2][1] = -gm; st[t].g[2][2] =  gds + gm;
        st[t].i[0] = -(id0 - gm*vgs - gds*vds); st[t].i[2] = -st[t].i[0];
    }
    __syncthreads();
    const int cnt = min(32, nd - (int)blockIdx.x*32);
    for (int k = threadIdx.x; k < cnt*16; k += blockDim.x) gout[(size_t)blockIdx.x*512 + k] = st[k/16].g[(k%16)/4][k%4];
    for (int k = threadIdx.x; k < cnt*4;  k += blockDim.x) iout[(size_t)blockIdx.x*128 + k] = st[k/4].i[k%4];
}

/* ------------------------------------------------------------------ */
/* level-scheduled lower triangular solve of one small block: column    */
/* oriented, dense storage in packed form                               */
__global__ void trsv_packed(const real *L, const real *rhs, real *x, int n)
{
    extern __shared__ real pk[];
    real *xs = pk + n*(n + 1)/2;
    const real *Lb = L + (size_t)blockIdx.x*(n*(n + 1)/2);
    for (int i = threadIdx.x; i < n*(n + 1)/2; i += blockDim.x) pk[i] = Lb[i];
    for (int i = threadIdx.x; i < n; i += blockDim.x) xs[i] = rhs[(size_t)blockIdx.x*n + i];
    __syncthreads();
    for (int j = 0; j < n; j++) {
        const real xj = xs[j]/pk[j*(j + 1)/2 + j];
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            if (i == j) xs[i] = xj;
            else if (i > j) xs[i] -= pk[i*(i + 1)/2 + j]*xj;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[(size_t)blockIdx.x*n + i] = xs[i];
}

/* ------------------------------------------------------------------ */
/* power mismatch + 2x2 Jacobian diagonal blocks from a dense Ybus      */
/* window held in shared as split G/B; voltages as (V, theta)           */
#define NBUS 24
struct jblk_t { real x, y, z, w; };        /* dP/dth dP/dV dQ/dth dQ/dV */
__device__ __forceinline__ jblk_t mk_jblk(real x, real y, real z, real w) { jblk_t j = {x, y, z, w}; return j; }
__global__ void pf_mismatch(const cplx *Y, const double2 *vt, const double2 *pq, double2 *mis, jblk_t *jac)
{
    __shared__ real G[NBUS][NBUS], B[NBUS][NBUS + 1];
    __shared__ double2 U[NBUS];
    __shared__ jblk_t J[NBUS];
    const int t = threadIdx.x;
    for (int i = t; i < NBUS*NBUS; i += blockDim.x) {
        const cplx y = Y[(size_t)blockIdx.x*NBUS*NBUS + i];
        G[i/NBUS][i%NBUS] = y.x;
        B[i/NBUS][i%NBUS] = y.y;
    }
    if (t < NBUS) U[t] = vt[blockIdx.x*NBUS + t];
    __syncthreads();
    if (t < NBUS) {
        real p = 0, q = 0;
        for (int k = 0; k < NBUS; k++) {
            real sn, cs;
            sincos(U[t].y - U[k].y, &sn, &cs);
            p += U[k].x*(G[t][k]*cs + B[t][k]*sn);
            q += U[k].x*(G[t][k]*sn - B[t][k]*cs);
        }
        p *= U[t].x; q *= U[t].x;
        const real v2 = U[t].x*U[t].x;
        J[t] = mk_jblk(-q - B[t][t]*v2, p/U[t].x + G[t][t]*U[t].x, p - G[t][t]*v2, q/U[t].x - B[t][t]*U[t].x);
        const double2 s = pq[blockIdx.x*NBUS + t];
        mis[blockIdx.x*NBUS + t] = make_double2(s.x - p, s.y - q);
    }
    __syncthreads();
    if (t < NBUS) {
        const jblk_t a = J[t], b = J[NBUS - 1 - t];
        jac[blockIdx.x*NBUS + t] = mk_jblk(a.x + 1e-6*b.x, a.y, a.z, a.w + 1e-6*b.w);
    }
}

/* ------------------------------------------------------------------ */
/* fused PCG step: x += alpha p, r -= alpha q, partial r.r and r.z      */
struct red2 { real rr, rz; };
__global__ void pcg_update(int n, real alpha, const real *p, const real *q, const real *diag, real *x, real *r, red2 *part)
{
    __shared__ red2 sm[160];
    red2 acc = {0, 0};
    for (int i = blockIdx.x*blockDim.x + threadIdx.x; i < n; i += blockDim.x*gridDim.x) {
        x[i] += alpha*p[i];
        const real ri = r[i] - alpha*q[i];
        r[i] = ri;
        acc.rr += ri*ri;
        acc.rz += ri*ri/diag[i];
    }
    sm[threadIdx.x] = acc;
    __syncthreads();
    int m = blockDim.x;
    while (m > 1) {
        const int half = (m + 1)/2;
        if ((int)threadIdx.x < m - half) { sm[threadIdx.x].rr += sm[threadIdx.x + half].rr; sm[threadIdx.x].rz += sm[threadIdx.x + half].rz; }
        m = half;
        __syncthreads();
    }
    if (threadIdx.x == 0) part[blockIdx.x] = sm[0];
}

/* ------------------------------------------------------------------ */
/* 3-phase block-ELL SpMV: 3x3 blocks, x window cached (bandwidth W)    */
template <int W>
__global__ void bell3_spmv(int nb, const int *col, const real *val, const real *x, real *y)
{
    const int ROWS = 40;                       /* block rows per CTA, 3 threads each */
    __shared__ real xw[(ROWS + 2*W)*3];
    __shared__ real blk[ROWS*3][3];
    const int r0 = blockIdx.x*ROWS;
    for (int i = threadIdx.x; i < (ROWS + 2*W)*3; i += blockDim.x) {
        const int g = (r0 - W)*3 + i;
        xw[i] = g >= 0 && g < nb*3 ? x[g] : 0.0;
    }
    const int lr = threadIdx.x/3, k = threadIdx.x%3;
    const int row = r0 + lr;
    real s = 0;
    for (int e = 0; e < 5; e++) {
        __syncthreads();
        for (int c = 0; c < 3; c++) blk[threadIdx.x][c] = row < nb ? val[((size_t)e*nb + row)*9 + c*3 + k] : 0.0;
        __syncthreads();
        if (row < nb) {
            const int cb = col[e*nb + row] - r0 + W;
            for (int c = 0; c < 3; c++) s += blk[lr*3 + c][k]*xw[cb*3 + c];
        }
    }
    if (row < nb) y[row*3 + k] = s;
}

/* ================================================================== */
template <class T> static T *up(const std::vector<T> &v)
{ T *p; SAFE(cudaMalloc(&p, v.size()*sizeof(T))); SAFE(cudaMemcpy(p, v.data(), v.size()*sizeof(T), cudaMemcpyHostToDevice)); return p; }
static std::vector<real> ramp(size_t n, real a, real b) { std::vector<real> v(n); for (size_t i = 0; i < n; i++) v[i] = a + b*((i*29)%17)/17.0; return v; }
static real total(const void *d, size_t n)
{ std::vector<real> h(n); SAFE(cudaMemcpy(h.data(), d, n*sizeof(real), cudaMemcpyDeviceToHost)); real s = 0; for (real v : h) s += v; return s; }

int main(void)
{
    real cs = 0;

    /* sparse: 2-D grid, 5 points */
    const int m = 30, n = m*m;
    std::vector<int> rp(1, 0), ci; std::vector<real> va;
    for (int i = 0; i < n; i++) {
        const int off[5] = {-m, -1, 0, 1, m};
        for (int k = 0; k < 5; k++) { int j = i + off[k]; if (j >= 0 && j < n) { ci.push_back(j); va.push_back(k == 2 ? 4.1 : -1.0); } }
        rp.push_back((int)ci.size());
    }
    int *drp = up(rp), *dci = up(ci); real *dva = up(va), *dx = up(ramp(n, 1, 1)), *dy = up(ramp(n, 0, 0));
    spmv_csr_vector<8, 16><<<(n + 15)/16, 128>>>(n, drp, dci, dva, dx, dy);   cs += total(dy, n);
    spmv_csr_vector<4, 32><<<(n + 31)/32, 128>>>(n, drp, dci, dva, dx, dy);   cs += total(dy, n);
    std::vector<int> rb(1, 0);
    for (int r = 1, last = 0; r <= n; r++) if (r == n || rp[r + 1] - rp[last] > STREAM_NNZ) { rb.push_back(r); last = r; }
    int *drb = up(rb);
    spmv_csr_stream<<<(int)rb.size() - 1, 96>>>(drb, drp, dci, dva, dx, dy);  cs += total(dy, n);

    /* complex LU */
    std::vector<cplx> A(20*256), b(20*16);
    for (size_t i = 0; i < A.size(); i++) A[i] = make_double2(0.1*(i%7), 0.05*(i%5));
    for (int s = 0; s < 20; s++) for (int k = 0; k < 16; k++) A[s*256 + k*17] = make_double2(8, 2);
    for (size_t i = 0; i < b.size(); i++) b[i] = make_double2(1, 0.1*(i%3));
    cplx *dA = up(A), *db = up(b);
    zlu_batched<16><<<20, dim3(16, 16)>>>(dA, db); cs += total(db, 2*20*16);
    for (size_t i = 0; i < A.size(); i++) A[i] = make_double2(i%144%13 == 0 ? 9 : 0.1, 0.02*(i%5));
    cplx *dA2 = up(A), *db2 = up(b);
    zlu_batched<12><<<20, dim3(12, 12)>>>(dA2, db2); cs += total(db2, 2*20*12);

    /* feeders */
    const int fn = 256, nf = 8;
    real *dl = up(ramp(fn*nf, -1, .2)), *dd = up(ramp(fn*nf, 4, .5)), *du = up(ramp(fn*nf, -1, .2)), *rh = up(ramp(fn*nf, 1, 1)), *fx = up(ramp(fn*nf, 0, 0));
    feeder_cr<<<nf, fn/2, 5*fn*sizeof(real)>>>(dl, dd, du, rh, fx, fn); cs += total(fx, fn*nf);

    /* devices */
    const int nd = 200, nn = 50;
    std::vector<mos_t> mos(nd);
    for (int i = 0; i < nd; i++) { mos[i].d = i%nn; mos[i].g = (i*7)%nn; mos[i].s = (i*3)%nn; mos[i].b = 0; mos[i].kp = 1e-3; mos[i].vt = .4; mos[i].lambda = .02; }
    const int nblk = (nd + 31)/32;
    mos_t *dm = up(mos); real *v = up(ramp(nn, 0, 3)), *tab = up(ramp(100, 0, 2)), *go = up(ramp(nblk*512, 0, 0)), *io = up(ramp(nblk*128, 0, 0));
    mos_eval<<<nblk, 32>>>(dm, nd, v, tab, 100, go, io); cs += total(go, nblk*512) + total(io, nblk*128);

    /* trsv */
    const int tn = 48, nt = 6, pk = tn*(tn + 1)/2;
    real *L = up(ramp(pk*nt, 1, .1)), *tb = up(ramp(tn*nt, 1, 1)), *tx = up(ramp(tn*nt, 0, 0));
    std::vector<real> hl = ramp(pk*nt, 0.01, .02);
    for (int s = 0; s < nt; s++) for (int i = 0; i < tn; i++) hl[s*pk + i*(i + 1)/2 + i] = 2;
    SAFE(cudaMemcpy(L, hl.data(), hl.size()*sizeof(real), cudaMemcpyHostToDevice));
    trsv_packed<<<nt, 64, (pk + tn)*sizeof(real)>>>(L, tb, tx, tn); cs += total(tx, tn*nt);

    /* power flow */
    const int areas = 5;
    std::vector<cplx> Y(areas*NBUS*NBUS), vt(areas*NBUS), pq(areas*NBUS), mi(areas*NBUS);
    for (size_t i = 0; i < Y.size(); i++) Y[i] = make_double2(.1*(i%3), -.3*(i%4));
    for (size_t i = 0; i < vt.size(); i++) { vt[i] = make_double2(1 + .01*(i%4), .02*(i%9)); pq[i] = make_double2(.5, .1); }
    cplx *dY = up(Y), *dvt = up(vt), *dpq = up(pq), *dmi = up(mi); jblk_t *dj;
    SAFE(cudaMalloc(&dj, areas*NBUS*sizeof(jblk_t)));
    pf_mismatch<<<areas, 64>>>(dY, dvt, dpq, dmi, dj); cs += total(dmi, 2*areas*NBUS) + total(dj, 4*areas*NBUS);

    /* pcg */
    real *p = up(ramp(n, 1, 1)), *q = up(ramp(n, 2, 1)), *di = up(ramp(n, 4, 1)), *r = up(ramp(n, 1, 2)); red2 *part;
    SAFE(cudaMalloc(&part, 4*sizeof(red2)));
    pcg_update<<<4, 160>>>(n, .01, p, q, di, dx, r, part); cs += total(part, 8) + total(dx, n);

    /* block ELL */
    const int nb = 110, W = 3;
    std::vector<int> col(5*nb);
    for (int e = 0; e < 5; e++) for (int i = 0; i < nb; i++) { int j = i + e - 2; col[e*nb + i] = j < 0 ? 0 : j >= nb ? nb - 1 : j; }
    int *dc = up(col); real *bv = up(ramp(5*nb*9, 0, 1)), *bx = up(ramp(nb*3, 1, 1)), *by = up(ramp(nb*3, 0, 0));
    bell3_spmv<W><<<(nb + 39)/40, 120>>>(nb, dc, bv, bx, by); cs += total(by, nb*3);

    SAFE(cudaGetLastError());
    SAFE(cudaDeviceSynchronize());
    printf("gridsim checksum %.10e\n", cs);
    return 0;
}

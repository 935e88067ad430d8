/* climate_columns.cu
 * Column physics and horizontal diffusion of a small lat-lon atmosphere model.
 * Fields are stored [lev][lat][lon]; "column" c = lat * NLON + lon.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

typedef double real;

#define NLON 90
#define NLAT 61
#define NLEV 47
#define NCOL (NLON * NLAT)

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define AT(f, k, c) (f)[(size_t)(k) * NCOL + (c)]
#define MINI(a, b) ((a) < (b) ? (a) : (b))
#define MAXI(a, b) ((a) > (b) ? (a) : (b))

#define CK(call)                                                              \
    do {                                                                      \
        cudaError_t e_ = (call);                                              \
        if (e_ != cudaSuccess) {                                              \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,                 \
                    cudaGetErrorString(e_));                                  \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

#define SYNC_CHECK()                                                          \
    do {                                                                      \
        CK(cudaDeviceSynchronize());                                          \
        CK(cudaGetLastError());                                               \
    } while (0)

typedef struct {
    real grav;
    real dt;
    real kv;      /* vertical diffusivity, nondimensional per layer */
    real kh;      /* horizontal diffusivity, nondimensional per cell */
    real t0;      /* first temperature of the saturation table */
    real dtab;    /* table spacing */
} phys_t;

/* ---- column integrated mass: 32 columns x 8 level groups per block ------- */
#define CM_X 32
#define CM_Y 8
__global__ void k_column_mass(const real *q, const real *dp, real *out, phys_t p)
{
    __shared__ real part[CM_Y][CM_X];
    int c = blockIdx.x * CM_X + threadIdx.x;
    real s = 0.0;
    if (c < NCOL)
        for (int k = threadIdx.y; k < NLEV; k += CM_Y)
            s += AT(q, k, c) * AT(dp, k, c) / p.grav;
    part[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    for (int h = CM_Y / 2; h > 0; h >>= 1) {
        if (threadIdx.y < h)
            part[threadIdx.y][threadIdx.x] += part[threadIdx.y + h][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0 && c < NCOL)
        out[c] = part[0][threadIdx.x];
}

/* ---- [lev][col] -> [col][lev] ------------------------------------------- */
#define TP 32
#define TP_ROWS 8
__global__ void k_lev_to_col(const real *in, real *out)
{
    __shared__ real tile[TP][TP + 1];
    int c = blockIdx.x * TP + threadIdx.x;
    int k0 = blockIdx.y * TP;
    for (int r = threadIdx.y; r < TP; r += TP_ROWS)
        if (c < NCOL && k0 + r < NLEV)
            tile[r][threadIdx.x] = AT(in, k0 + r, c);
    __syncthreads();
    int k = k0 + threadIdx.x;
    for (int r = threadIdx.y; r < TP; r += TP_ROWS) {
        int cc = blockIdx.x * TP + r;
        if (cc < NCOL && k < NLEV)
            out[(size_t)cc * NLEV + k] = tile[threadIdx.x][r];
    }
}

/* ---- implicit vertical diffusion, Thomas algorithm, one thread per column  */
#define VD_BLK 64
__global__ void k_vdiff_thomas(real *t, phys_t p)
{
    __shared__ real cp[NLEV][VD_BLK];
    __shared__ real dd[NLEV][VD_BLK];
    int tx = threadIdx.x;
    int c = blockIdx.x * VD_BLK + tx;
    if (c >= NCOL) return;               /* no barriers below: private columns */
    real r = p.kv * p.dt;
    real b = 1.0 + r;                    /* top: one neighbour only */
    cp[0][tx] = -r / b;
    dd[0][tx] = AT(t, 0, c) / b;
    for (int k = 1; k < NLEV; k++) {
        real bk = (k == NLEV - 1) ? 1.0 + r : 1.0 + 2.0 * r;
        real m = 1.0 / (bk + r * cp[k - 1][tx]);
        cp[k][tx] = -r * m;
        dd[k][tx] = (AT(t, k, c) + r * dd[k - 1][tx]) * m;
    }
    real x = dd[NLEV - 1][tx];
    AT(t, NLEV - 1, c) = x;
    for (int k = NLEV - 2; k >= 0; k--) {
        x = dd[k][tx] - cp[k][tx] * x;
        AT(t, k, c) = x;
    }
}

/* ---- the same system for [col][lev] data: parallel cyclic reduction ------- */
#define PCR_CPB 4                        /* columns per block */
__global__ void k_vdiff_pcr(real *t_cl, phys_t p, int nthr_lev)
{
    extern __shared__ real pcr_sm[];
    real *a = pcr_sm + threadIdx.y * 4 * NLEV;
    real *b = a + NLEV;
    real *c = b + NLEV;
    real *d = c + NLEV;
    int k = threadIdx.x;
    int col = blockIdx.x * PCR_CPB + threadIdx.y;
    int live = (col < NCOL) && (k < NLEV);
    real r = p.kv * p.dt;
    if (k < NLEV) {
        a[k] = (k == 0) ? 0.0 : -r;
        c[k] = (k == NLEV - 1) ? 0.0 : -r;
        b[k] = 1.0 - a[k] - c[k];
        d[k] = live ? t_cl[(size_t)col * NLEV + k] : 0.0;
    }
    __syncthreads();
    for (int s = 1; s < nthr_lev; s <<= 1) {
        real na = 0, nb = 1, nc = 0, nd = 0;
        if (k < NLEV) {
            real al = 0, ga = 0;
            nb = b[k];
            nd = d[k];
            if (k - s >= 0) {
                al = -a[k] / b[k - s];
                na = al * a[k - s];
                nb += al * c[k - s];
                nd += al * d[k - s];
            }
            if (k + s < NLEV) {
                ga = -c[k] / b[k + s];
                nc = ga * c[k + s];
                nb += ga * a[k + s];
                nd += ga * d[k + s];
            }
        }
        __syncthreads();
        if (k < NLEV) { a[k] = na; b[k] = nb; c[k] = nc; d[k] = nd; }
        __syncthreads();
    }
    if (live)
        t_cl[(size_t)col * NLEV + k] = d[k] / b[k];
}

/* ---- horizontal diffusion: periodic in lon, zero flux at the poles -------- */
#define HD_X 32
#define HD_Y 8
#define LOADPT(jj, ii)                                                        \
    src[(size_t)lev * NCOL + MINI(MAXI((jj), 0), NLAT - 1) * NLON +           \
        (((ii) + NLON) % NLON)]
__global__ void k_hdiff(const real *src, real *dst, phys_t p)
{
    __shared__ real s[HD_Y + 2][HD_X + 2];
    int lev = blockIdx.z;
    int i = blockIdx.x * HD_X + threadIdx.x;
    int j = blockIdx.y * HD_Y + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    s[ly][lx] = LOADPT(j, i);
    if (threadIdx.x == 0) s[ly][0] = LOADPT(j, i - 1);
    if (threadIdx.x == HD_X - 1) s[ly][HD_X + 1] = LOADPT(j, i + 1);
    if (threadIdx.y == 0) s[0][lx] = LOADPT(j - 1, i);
    if (threadIdx.y == HD_Y - 1) s[HD_Y + 1][lx] = LOADPT(j + 1, i);
    __syncthreads();
    if (i < NLON && j < NLAT) {
        real lap = s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx]
                 - 4.0 * s[ly][lx];
        dst[(size_t)lev * NCOL + j * NLON + i] = s[ly][lx] + p.kh * p.dt * lap;
    }
}

/* ---- saturation adjustment through a table -------------------------------- */
#define NTAB 181
__global__ void k_sat_adjust(const real *t, real *q, const real *tab_g, int n, phys_t p)
{
    __shared__ float tab[NTAB];
    for (int i = threadIdx.x; i < NTAB; i += blockDim.x)
        tab[i] = (float)tab_g[i];
    __syncthreads();
    for (int n0 = blockIdx.x * blockDim.x + threadIdx.x; n0 < n; n0 += gridDim.x * blockDim.x) {
        real x = (t[n0] - p.t0) / p.dtab;
        x = fmin(fmax(x, 0.0), (real)(NTAB - 2));
        int i = (int)x;
        float w = (float)(x - i);
        float qs = tab[i] * (1.0f - w) + tab[i + 1] * w;
        if (q[n0] > qs) q[n0] = qs;
    }
}

/* ---- random-overlap cloud cover seen from above: running product ---------- */
#define CO_T 64
__global__ void k_cloud_overlap(const real *q_cl, real *cover_cl, int ncol)
{
    __shared__ real buf[2][CO_T];
    int k = threadIdx.x;
    for (int col = blockIdx.x; col < ncol; col += gridDim.x) {
        int cur = 0;
        real cf = (k < NLEV) ? fmin(q_cl[(size_t)col * NLEV + k] * 30.0, 0.95) : 0.0;
        buf[0][k] = 1.0 - cf;
        __syncthreads();
        for (int off = 1; off < CO_T; off <<= 1) {
            real v = buf[cur][k];
            if (k >= off) v *= buf[cur][k - off];
            buf[cur ^ 1][k] = v;
            cur ^= 1;
            __syncthreads();
        }
        if (k < NLEV)
            cover_cl[(size_t)col * NLEV + k] = 1.0 - buf[cur][k];
        __syncthreads();
    }
}

static real frand(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (*s >> 8) * (1.0 / 16777216.0);
}

int main(void)
{
    const int n = NCOL * NLEV;
    const size_t bytes = n * sizeof(real);
    unsigned seed = 12345u;
    real *h_t = (real *)malloc(bytes), *h_q = (real *)malloc(bytes), *h_dp = (real *)malloc(bytes);
    real h_tab[NTAB];
    phys_t p = {9.81, 0.5, 0.4, 0.2, 180.0, 1.0};

    for (int k = 0; k < NLEV; k++)
        for (int c = 0; c < NCOL; c++) {
            AT(h_t, k, c) = 210.0 + 1.6 * k + 4.0 * frand(&seed);
            AT(h_q, k, c) = 0.02 * frand(&seed) * k / NLEV;
            AT(h_dp, k, c) = 2000.0 + 10.0 * frand(&seed);
        }
    for (int i = 0; i < NTAB; i++) {
        real tc = p.t0 + i * p.dtab - 273.15;
        h_tab[i] = 0.622e-5 * 611.0 * exp(17.27 * tc / (tc + 237.3));
    }

    real *t, *t2, *q, *dp, *tcl, *qcl, *cov, *mass, *tab;
    CK(cudaMalloc(&t, bytes));   CK(cudaMalloc(&t2, bytes));
    CK(cudaMalloc(&q, bytes));   CK(cudaMalloc(&dp, bytes));
    CK(cudaMalloc(&tcl, bytes)); CK(cudaMalloc(&qcl, bytes));
    CK(cudaMalloc(&cov, bytes)); CK(cudaMalloc(&mass, NCOL * sizeof(real)));
    CK(cudaMalloc(&tab, sizeof(h_tab)));
    CK(cudaMemcpy(t, h_t, bytes, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(q, h_q, bytes, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dp, h_dp, bytes, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(tab, h_tab, sizeof(h_tab), cudaMemcpyHostToDevice));

    const dim3 tpb(TP, TP_ROWS), tpg(CEIL_DIV(NCOL, TP), CEIL_DIV(NLEV, TP));
    const dim3 hdb(HD_X, HD_Y), hdg(CEIL_DIV(NLON, HD_X), CEIL_DIV(NLAT, HD_Y), NLEV);
    const int levthr = 64;

    for (int step = 0; step < 2; step++) {
        for (int sub = 0; sub < 2; sub++) {
            k_hdiff<<<hdg, hdb>>>(t, t2, p);
            real *tmp = t; t = t2; t2 = tmp;
        }
        k_vdiff_thomas<<<CEIL_DIV(NCOL, VD_BLK), VD_BLK>>>(t, p);
        SYNC_CHECK();
        k_sat_adjust<<<40, 256>>>(t, q, tab, n, p);
        k_lev_to_col<<<tpg, tpb>>>(t, tcl);
        k_lev_to_col<<<tpg, tpb>>>(q, qcl);
        SYNC_CHECK();
        k_vdiff_pcr<<<CEIL_DIV(NCOL, PCR_CPB), dim3(levthr, PCR_CPB),
                      PCR_CPB * 4 * NLEV * sizeof(real)>>>(tcl, p, levthr);
        k_cloud_overlap<<<300, CO_T>>>(qcl, cov, NCOL);
        k_column_mass<<<CEIL_DIV(NCOL, CM_X), dim3(CM_X, CM_Y)>>>(q, dp, mass, p);
        SYNC_CHECK();
    }

    real sum = 0.0, csum = 0.0;
    CK(cudaMemcpy(h_t, mass, NCOL * sizeof(real), cudaMemcpyDeviceToHost));
    for (int c = 0; c < NCOL; c++) sum += h_t[c];
    CK(cudaMemcpy(h_q, cov, bytes, cudaMemcpyDeviceToHost));
    for (int c = 0; c < NCOL; c++) csum += h_q[(size_t)c * NLEV + NLEV - 1];
    printf("water path %.6f  cloud cover %.6f\n", sum / NCOL, csum / NCOL);

    cudaFree(t); cudaFree(t2); cudaFree(q); cudaFree(dp); cudaFree(tcl);
    cudaFree(qcl); cudaFree(cov); cudaFree(mass); cudaFree(tab);
    free(h_t); free(h_q); free(h_dp);
    return 0;
}

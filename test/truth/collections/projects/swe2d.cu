/*
 * swe2d.cu
 *
 * Finite volume solver for the 2D shallow water equations (flat bottom).
 *   - first order unsplit Rusanov scheme on tiles with one ghost layer
 *   - second order MUSCL/minmod row sweep; y sweeps go through a transpose
 *   - CFL reduction and per-column mass diagnostics
 * State is an array of structures, double precision.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                      \
    do {                                                                      \
        cudaError_t err_ = (call);                                            \
        if (err_ != cudaSuccess) {                                            \
            fprintf(stderr, "%s:%d: %s -> %s\n", __FILE__, __LINE__, #call,   \
                    cudaGetErrorString(err_));                                \
            exit(EXIT_FAILURE);                                               \
        }                                                                     \
    } while (0)

typedef double real;

struct Cons { real h, hu, hv; };

static const real GRAV = 9.81;
static const int  TX = 16, TY = 16;

__host__ __device__ inline Cons rusanov_x(const Cons &l, const Cons &r)
{
    const real g  = 9.81;
    const real ul = l.hu / l.h, ur = r.hu / r.h;
    const real al = fabs(ul) + sqrt(g * l.h);
    const real ar = fabs(ur) + sqrt(g * r.h);
    const real a  = al > ar ? al : ar;
    Cons f;
    f.h  = 0.5 * (l.hu + r.hu) - 0.5 * a * (r.h - l.h);
    f.hu = 0.5 * (l.hu * ul + 0.5 * g * l.h * l.h + r.hu * ur + 0.5 * g * r.h * r.h)
         - 0.5 * a * (r.hu - l.hu);
    f.hv = 0.5 * (l.hv * ul + r.hv * ur) - 0.5 * a * (r.hv - l.hv);
    return f;
}

__host__ __device__ inline Cons swap_uv(const Cons &c) { Cons s = {c.h, c.hv, c.hu}; return s; }

/* ghost cell with reflecting walls */
__host__ __device__ inline Cons fetch(const Cons *u, int i, int j, int nx, int ny)
{
    const bool wx = (i < 0 || i >= nx), wy = (j < 0 || j >= ny);
    i = i < 0 ? 0 : (i >= nx ? nx - 1 : i);
    j = j < 0 ? 0 : (j >= ny ? ny - 1 : j);
    Cons c = u[(size_t)j * nx + i];
    if (wx) c.hu = -c.hu;
    if (wy) c.hv = -c.hv;
    return c;
}

__host__ __device__ inline Cons fv_update(const Cons &c, const Cons &w, const Cons &e,
                                          const Cons &s, const Cons &n, real lx, real ly)
{
    const Cons fw = rusanov_x(w, c), fe = rusanov_x(c, e);
    const Cons fs = swap_uv(rusanov_x(swap_uv(s), swap_uv(c)));
    const Cons fn = swap_uv(rusanov_x(swap_uv(c), swap_uv(n)));
    Cons r;
    r.h  = c.h  - lx * (fe.h  - fw.h)  - ly * (fn.h  - fs.h);
    r.hu = c.hu - lx * (fe.hu - fw.hu) - ly * (fn.hu - fs.hu);
    r.hv = c.hv - lx * (fe.hv - fw.hv) - ly * (fn.hv - fs.hv);
    return r;
}

__global__ void swe_step_tile(const Cons *__restrict__ u, Cons *__restrict__ un,
                              int nx, int ny, real lx, real ly)
{
    __shared__ Cons tile[TY + 2][TX + 2];
    const int i0 = blockIdx.x * TX, j0 = blockIdx.y * TY;
    const int tid = threadIdx.y * TX + threadIdx.x;

    for (int k = tid; k < (TX + 2) * (TY + 2); k += TX * TY) {
        const int lj = k / (TX + 2), li = k % (TX + 2);
        tile[lj][li] = fetch(u, i0 + li - 1, j0 + lj - 1, nx, ny);
    }
    __syncthreads();

    const int i = i0 + threadIdx.x, j = j0 + threadIdx.y;
    if (i >= nx || j >= ny) return;
    const int li = threadIdx.x + 1, lj = threadIdx.y + 1;
    un[(size_t)j * nx + i] = fv_update(tile[lj][li], tile[lj][li - 1], tile[lj][li + 1],
                                       tile[lj - 1][li], tile[lj + 1][li], lx, ly);
}

__device__ inline real minmod(real a, real b)
{
    if (a * b <= 0.0) return 0.0;
    return fabs(a) < fabs(b) ? a : b;
}

/* One block per grid row, structure of arrays in dynamic shared memory. */
__global__ void muscl_row_sweep(Cons *u, int n, real lambda)
{
    extern __shared__ real work[];
    const int ng = n + 4;
    real *h  = work, *hu = h + ng, *hv = hu + ng;
    real *fh = hv + ng, *fu = fh + (n + 1), *fv = fu + (n + 1);
    Cons *row = u + (size_t)blockIdx.x * n;

    for (int i = threadIdx.x; i < ng; i += blockDim.x) {
        int  g = i - 2;
        real sgn = 1.0;
        if (g < 0)  { g = -g - 1;        sgn = -1.0; }
        if (g >= n) { g = 2 * n - 1 - g; sgn = -1.0; }
        const Cons c = row[g];
        h[i] = c.h; hu[i] = sgn * c.hu; hv[i] = c.hv;
    }
    __syncthreads();

    for (int f = threadIdx.x; f <= n; f += blockDim.x) {
        const int l = f + 1, r = f + 2;
        Cons ul, ur;
        ul.h  = h[l]  + 0.5 * minmod(h[l] - h[l - 1],   h[r] - h[l]);
        ul.hu = hu[l] + 0.5 * minmod(hu[l] - hu[l - 1], hu[r] - hu[l]);
        ul.hv = hv[l] + 0.5 * minmod(hv[l] - hv[l - 1], hv[r] - hv[l]);
        ur.h  = h[r]  - 0.5 * minmod(h[r] - h[l],   h[r + 1] - h[r]);
        ur.hu = hu[r] - 0.5 * minmod(hu[r] - hu[l], hu[r + 1] - hu[r]);
        ur.hv = hv[r] - 0.5 * minmod(hv[r] - hv[l], hv[r + 1] - hv[r]);
        const Cons F = rusanov_x(ul, ur);
        fh[f] = F.h; fu[f] = F.hu; fv[f] = F.hv;
    }
    __syncthreads();

    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        Cons c;
        c.h  = h[i + 2]  - lambda * (fh[i + 1] - fh[i]);
        c.hu = hu[i + 2] - lambda * (fu[i + 1] - fu[i]);
        c.hv = hv[i + 2] - lambda * (fv[i + 1] - fv[i]);
        row[i] = c;
    }
}

/* transpose the grid and exchange momenta, so that y sweeps become x sweeps */
__global__ void transpose_state(const Cons *__restrict__ in, Cons *__restrict__ out, int nx, int ny)
{
    __shared__ Cons t[TY][TX + 1];
    int i = blockIdx.x * TX + threadIdx.x;
    int j = blockIdx.y * TY + threadIdx.y;
    if (i < nx && j < ny) t[threadIdx.y][threadIdx.x] = swap_uv(in[(size_t)j * nx + i]);
    __syncthreads();
    i = blockIdx.y * TY + threadIdx.x;
    j = blockIdx.x * TX + threadIdx.y;
    if (i < ny && j < nx) out[(size_t)j * ny + i] = t[threadIdx.x][threadIdx.y];
}

__global__ void max_wave_speed(const Cons *u, int n, unsigned long long *gmax)
{
    __shared__ real smax[256];
    real m = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const Cons c = u[i];
        m = fmax(m, fmax(fabs(c.hu), fabs(c.hv)) / c.h + sqrt(9.81 * c.h));
    }
    smax[threadIdx.x] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) smax[threadIdx.x] = fmax(smax[threadIdx.x], smax[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicMax(gmax, (unsigned long long)__double_as_longlong(smax[0]));
}

__global__ void column_mass(const Cons *u, real *mass, int nx, int ny)
{
    __shared__ real part[TY][TX];
    const int i = blockIdx.x * TX + threadIdx.x;
    real s = 0.0;
    if (i < nx)
        for (int j = threadIdx.y; j < ny; j += TY) s += u[(size_t)j * nx + i].h;
    part[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.y == 0 && i < nx) {
        real tot = 0.0;
        for (int k = 0; k < TY; ++k) tot += part[k][threadIdx.x];
        mass[i] = tot;
    }
}

static void run_case(int nx, int ny)
{
    const size_t n = (size_t)nx * ny;
    std::vector<Cons> u0(n), u1(n);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const real dx = (i + 0.5) / nx - 0.4, dy = (j + 0.5) / ny - 0.55;
            Cons c = {1.0 + 0.5 * exp(-60.0 * (dx * dx + dy * dy)), 0.02 * (i % 5), -0.01 * (j % 3)};
            u0[(size_t)j * nx + i] = c;
        }
    Cons *da, *db; real *dm; unsigned long long *dmax, hmax;
    CUDA_CHECK(cudaMalloc(&da, n * sizeof(Cons)));
    CUDA_CHECK(cudaMalloc(&db, n * sizeof(Cons)));
    CUDA_CHECK(cudaMalloc(&dm, nx * sizeof(real)));
    CUDA_CHECK(cudaMalloc(&dmax, sizeof(*dmax)));
    CUDA_CHECK(cudaMemset(dmax, 0, sizeof(*dmax)));
    CUDA_CHECK(cudaMemcpy(da, u0.data(), n * sizeof(Cons), cudaMemcpyHostToDevice));

    max_wave_speed<<<16, 256>>>(da, (int)n, dmax);
    CUDA_CHECK(cudaMemcpy(&hmax, dmax, sizeof(hmax), cudaMemcpyDeviceToHost));
    real amax; memcpy(&amax, &hmax, sizeof(amax));
    const real lam = 0.2 / amax;

    const dim3 blk(TX, TY), grd((nx + TX - 1) / TX, (ny + TY - 1) / TY);
    const dim3 grdT(grd.y, grd.x);
    swe_step_tile<<<grd, blk>>>(da, db, nx, ny, lam, lam);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(u1.data(), db, n * sizeof(Cons), cudaMemcpyDeviceToHost));
    real err = 0.0, m0 = 0.0;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const Cons r = fv_update(u0[(size_t)j * nx + i], fetch(u0.data(), i - 1, j, nx, ny),
                                     fetch(u0.data(), i + 1, j, nx, ny), fetch(u0.data(), i, j - 1, nx, ny),
                                     fetch(u0.data(), i, j + 1, nx, ny), lam, lam);
            err = fmax(err, fabs(r.h - u1[(size_t)j * nx + i].h));
            m0 += u0[(size_t)j * nx + i].h;
        }

    muscl_row_sweep<<<ny, 64, (3 * (nx + 4) + 3 * (nx + 1)) * sizeof(real)>>>(db, nx, lam);
    transpose_state<<<grd, blk>>>(db, da, nx, ny);
    muscl_row_sweep<<<nx, 64, (3 * (ny + 4) + 3 * (ny + 1)) * sizeof(real)>>>(da, ny, lam);
    transpose_state<<<grdT, blk>>>(da, db, ny, nx);
    column_mass<<<(nx + TX - 1) / TX, blk>>>(db, dm, nx, ny);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<real> mass(nx);
    CUDA_CHECK(cudaMemcpy(mass.data(), dm, nx * sizeof(real), cudaMemcpyDeviceToHost));
    real m1 = 0.0;
    for (int i = 0; i < nx; ++i) m1 += mass[i];
    printf("%4dx%-4d amax %.6f  step err %.2e  mass %.8f (initial %.8f)\n", nx, ny, amax, err, m1, m0);
    cudaFree(da); cudaFree(db); cudaFree(dm); cudaFree(dmax);
}

int main()
{
    printf("shallow water, g = %g\n", GRAV);
    run_case(64, 48);
    run_case(61, 37);
    return 0;
}

// Particle and grid mini-apps: all-pairs gravity, cell-list SPH density, D2Q9 lattice Boltzmann,
// 2-D TE-mode FDTD and 3-D heat diffusion with z-marching.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define GPU_CHECK(x) gpuCheck((x), __FILE__, __LINE__)
inline void gpuCheck(cudaError_t code, const char *file, int line)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPU error: %s (%s:%d)\n", cudaGetErrorString(code), file, line);
        exit(code);
    }
}

typedef float real;

//------------------------------------------------------------------------------------------------
// N-body
//------------------------------------------------------------------------------------------------
#define NBODY_TILE 128
#define EPS2 1e-3f

__device__ __forceinline__ float3 bodyBody(float3 ai, const float4 bi, const float4 bj)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float inv = rsqrtf(d2);
    float s = bj.w * inv * inv * inv;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

// blockDim = (64, 2): the second half of the block walks the second half of every tile, the
// partial accelerations are combined through shared memory at the end.
__global__ void nbodyForces(const float4 *__restrict__ pos, float3 *__restrict__ acc, int n)
{
    __shared__ float4 tile[NBODY_TILE];
    __shared__ float3 partial[64];

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lin = threadIdx.y * 64 + threadIdx.x;
    const float4 me = pos[i];
    float3 a = make_float3(0.f, 0.f, 0.f);

    for (int base = 0; base < n; base += NBODY_TILE) {
        tile[lin] = pos[base + lin];
        __syncthreads();
        const int start = threadIdx.y * (NBODY_TILE / 2);
#pragma unroll 16
        for (int j = 0; j < NBODY_TILE / 2; j++) {
            a = bodyBody(a, me, tile[start + j]);
        }
        __syncthreads();
    }

    if (threadIdx.y == 1) {
        partial[threadIdx.x] = a;
    }
    __syncthreads();
    if (threadIdx.y == 0) {
        const float3 b = partial[threadIdx.x];
        acc[i] = make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
    }
}

//------------------------------------------------------------------------------------------------
// SPH density on a uniform cell grid with a fixed capacity per cell
//------------------------------------------------------------------------------------------------
struct Particle {
    float x, y, z, mass;
    float vx, vy, vz, h;
};

enum { CELL_CAP = 32, SPH_CELLS_PER_BLOCK = 4 };

__global__ void sphDensity(const Particle *__restrict__ parts, float *__restrict__ rho, int cellsX,
                           int cellsY)
{
    __shared__ Particle nb[SPH_CELLS_PER_BLOCK][CELL_CAP];

    const int lane = threadIdx.x;
    const int sub = threadIdx.y;
    const int cell = blockIdx.x * SPH_CELLS_PER_BLOCK + sub;
    const int cx = cell % cellsX;
    const int cy = cell / cellsX;

    const Particle p = parts[cell * CELL_CAP + lane];
    float density = 0.f;

    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            const int nx = (cx + dx + cellsX) % cellsX;
            const int ny = (cy + dy + cellsY) % cellsY;
            const Particle *src = &parts[(ny * cellsX + nx) * CELL_CAP];
            nb[sub][lane].x = src[lane].x;
            nb[sub][lane].y = src[lane].y;
            nb[sub][lane].z = src[lane].z;
            nb[sub][lane].mass = src[lane].mass;
            __syncthreads();
#pragma unroll 8
            for (int k = 0; k < CELL_CAP; k++) {
                const float rx = p.x - nb[sub][k].x;
                const float ry = p.y - nb[sub][k].y;
                const float rz = p.z - nb[sub][k].z;
                const float q = p.h * p.h - (rx * rx + ry * ry + rz * rz);
                if (q > 0.f)
                    density += nb[sub][k].mass * q * q * q;
            }
            __syncthreads();
        }
    }
    rho[cell * CELL_CAP + lane] = density;
}

//------------------------------------------------------------------------------------------------
// D2Q9 lattice Boltzmann: collide, then stream inside the tile through shared memory.
// f is stored SoA: f[q][y][x].
//------------------------------------------------------------------------------------------------
#define LB_W 32
#define LB_H 4
#define Q9(OP) OP(0) OP(1) OP(2) OP(3) OP(4) OP(5) OP(6) OP(7) OP(8)

__constant__ int lbCx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int lbCy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

__global__ void lbmCollideStream(const real *__restrict__ fin, real *__restrict__ fout, int nx, int ny,
                                 real omega)
{
    __shared__ real fs[9][LB_H + 2][LB_W + 2];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x0 = blockIdx.x * LB_W, y0 = blockIdx.y * LB_H;
    const int plane = nx * ny;

    // collide the tile and a one-cell halo
    for (int s = ty * LB_W + tx; s < (LB_W + 2) * (LB_H + 2); s += LB_W * LB_H) {
        const int lx = s % (LB_W + 2);
        const int ly = s / (LB_W + 2);
        const int gx = (x0 + lx - 1 + nx) % nx;
        const int gy = (y0 + ly - 1 + ny) % ny;
        real f[9];
#define LOAD(q) f[q] = fin[q * plane + gy * nx + gx];
        Q9(LOAD)
#undef LOAD
        const real rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8] + 1e-6f;
        const real ux = (f[1] + f[5] + f[8] - f[3] - f[6] - f[7]) / rho;
        const real uy = (f[2] + f[5] + f[6] - f[4] - f[7] - f[8]) / rho;
        const real usq = 1.f - 1.5f * (ux * ux + uy * uy);
#pragma unroll
        for (int q = 0; q < 9; q++) {
            const real w = q == 0 ? 4.f / 9.f : (q < 5 ? 1.f / 9.f : 1.f / 36.f);
            const real cu = 3.f * (lbCx[q] * ux + lbCy[q] * uy);
            const real feq = w * rho * (usq + cu + 0.5f * cu * cu);
            fs[q][ly][lx] = f[q] + omega * (feq - f[q]);
        }
    }
    __syncthreads();

    const int out = (y0 + ty) * nx + x0 + tx;
    fout[0 * plane + out] = fs[0][ty + 1][tx + 1];
    fout[1 * plane + out] = fs[1][ty + 1][tx];
    fout[2 * plane + out] = fs[2][ty][tx + 1];
    fout[3 * plane + out] = fs[3][ty + 1][tx + 2];
    fout[4 * plane + out] = fs[4][ty + 2][tx + 1];
    fout[5 * plane + out] = fs[5][ty][tx];
    fout[6 * plane + out] = fs[6][ty][tx + 2];
    fout[7 * plane + out] = fs[7][ty + 2][tx + 2];
    fout[8 * plane + out] = fs[8][ty + 2][tx];
}

//------------------------------------------------------------------------------------------------
// FDTD, TEz: Ez lives on nodes, Hx/Hy on edges.  Double precision, 16x16 tiles, one fused
// H-then-E update per launch.
//------------------------------------------------------------------------------------------------
#define FD 16

__global__ void fdtdStep(const double *__restrict__ ez, const double *__restrict__ hx,
                         const double *__restrict__ hy, double *__restrict__ next, int nx, int ny,
                         double c)
{
    __shared__ double sE[FD + 2][FD + 2];
    __shared__ double sHx[FD + 1][FD];
    __shared__ double sHy[FD][FD + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gx = blockIdx.x * FD + tx + 1;
    const int gy = blockIdx.y * FD + ty + 1;
    const int g = gy * nx + gx;

    sE[ty + 1][tx + 1] = ez[g];
    if (tx == 0)
        sE[ty + 1][0] = ez[g - 1];
    if (tx == FD - 1)
        sE[ty + 1][FD + 1] = ez[g + 1];
    if (ty == 0)
        sE[0][tx + 1] = ez[g - nx];
    if (ty == FD - 1)
        sE[FD + 1][tx + 1] = ez[g + nx];
    __syncthreads();

    const double hxv = hx[g] - c * (sE[ty + 2][tx + 1] - sE[ty + 1][tx + 1]);
    const double hyv = hy[g] + c * (sE[ty + 1][tx + 2] - sE[ty + 1][tx + 1]);
    sHx[ty + 1][tx] = hxv;
    sHy[ty][tx + 1] = hyv;
    if (ty == 0)
        sHx[0][tx] = hx[g - nx] - c * (sE[1][tx + 1] - sE[0][tx + 1]);
    if (tx == 0)
        sHy[ty][0] = hy[g - 1] + c * (sE[ty + 1][1] - sE[ty + 1][0]);
    __syncthreads();

    const double curl = (sHy[ty][tx + 1] - sHy[ty][tx]) - (sHx[ty + 1][tx] - sHx[ty][tx]);
    next[g + nx * ny] = hxv;
    next[g + 2 * nx * ny] = hyv;
    next[g] = sE[ty + 1][tx + 1] + c * curl;
}

//------------------------------------------------------------------------------------------------
// 3-D heat equation, 7-point, marching in z with the current plane in shared memory.
//------------------------------------------------------------------------------------------------
template <int BX, int BY>
__global__ void heat3d(const real *__restrict__ in, real *__restrict__ out, int nx, int ny, int nz,
                       real k)
{
    extern __shared__ real plane[];
    constexpr int PITCH = BX + 2;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
    const int slab = nx * ny;
    int idx = y * nx + x;

    real below = in[idx];
    real here = in[idx + slab];
    for (int z = 1; z < nz - 1; z++) {
        idx += slab;
        const real above = in[idx + slab];
        real *c = plane + ty * PITCH + tx;
        *c = here;
        if (tx == 1)
            c[-1] = in[idx - 1];
        if (tx == BX)
            c[1] = in[idx + 1];
        if (ty == 1)
            c[-PITCH] = in[idx - nx];
        if (ty == BY)
            c[PITCH] = in[idx + nx];
        __syncthreads();
        const real lap = c[-1] + c[1] + c[-PITCH] + c[PITCH] + above + below - 6.f * here;
        out[idx] = here + k * lap;
        below = here;
        here = above;
        __syncthreads();
    }
}

template <typename T> T *zeros(size_t count)
{
    T *p;
    GPU_CHECK(cudaMalloc((void **)&p, count * sizeof(T)));
    GPU_CHECK(cudaMemset(p, 0, count * sizeof(T)));
    return p;
}

int main(void)
{
    // gravity
    int n = 2048;
    float4 *pos = zeros<float4>(n);
    float3 *acc = zeros<float3>(n);
    nbodyForces<<<n / 64, dim3(64, 2)>>>(pos, acc, n);
    GPU_CHECK(cudaGetLastError());

    // SPH
    int cells = 16;
    Particle *parts = zeros<Particle>(cells * cells * CELL_CAP);
    float *rho = zeros<float>(cells * cells * CELL_CAP);
    sphDensity<<<cells * cells / SPH_CELLS_PER_BLOCK, dim3(CELL_CAP, SPH_CELLS_PER_BLOCK)>>>(
        parts, rho, cells, cells);
    GPU_CHECK(cudaGetLastError());

    // LBM
    const int lx = 128, ly = 64;
    real *f0 = zeros<real>(9 * lx * ly), *f1 = zeros<real>(9 * lx * ly);
    lbmCollideStream<<<dim3(lx / LB_W, ly / LB_H), dim3(LB_W, LB_H)>>>(f0, f1, lx, ly, 1.2f);
    GPU_CHECK(cudaGetLastError());

    // FDTD; launched through the runtime API because the host code keeps an argument array around
    int fx = 8 * FD + 2, fy = 4 * FD + 2;
    double cour = 0.5;
    double *ez = zeros<double>(fx * fy), *hx = zeros<double>(fx * fy), *hy = zeros<double>(fx * fy);
    double *next = zeros<double>(3 * fx * fy);
    void *fdArgs[] = {&ez, &hx, &hy, &next, &fx, &fy, &cour};
    GPU_CHECK(cudaLaunchKernel((const void *)fdtdStep, dim3(8, 4), dim3(FD, FD), fdArgs, 0, 0));
    GPU_CHECK(cudaGetLastError());

    // heat
    constexpr int HX = 32, HY = 8;
    const int hnx = 2 * HX + 2, hny = 4 * HY + 2, hnz = 32;
    real *t0 = zeros<real>(hnx * hny * hnz), *t1 = zeros<real>(hnx * hny * hnz);
    const size_t heatShared = (HX + 2) * (HY + 2) * sizeof(real);
    heat3d<HX, HY><<<dim3(2, 4), dim3(HX, HY), heatShared>>>(t0, t1, hnx, hny, hnz, 0.1f);
    GPU_CHECK(cudaGetLastError());

    GPU_CHECK(cudaDeviceSynchronize());
    GPU_CHECK(cudaDeviceReset());
    printf("physics ok\n");
    return 0;
}

// D2Q9 BGK lattice Boltzmann: row-push kernel, tiled pull kernel with bounce-back, moment reduction.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

namespace lbm {

constexpr int Q = 9;
constexpr int ROW = 128;      // domain width handled by one block in the push kernel
constexpr int TILE_X = 32;
constexpr int TILE_Y = 8;
constexpr int SM_W = TILE_X + 2;
constexpr int SM_H = TILE_Y + 2;
constexpr int SM_CELLS = SM_W * SM_H;

struct Moments { double mass, jx, jy; };

//  6 2 5
//  3 0 1
//  7 4 8
__host__ __device__ inline void collide(float (&f)[Q], float omega)
{
    const float rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
    const float ux = (f[1] + f[5] + f[8] - f[3] - f[6] - f[7]) / rho;
    const float uy = (f[2] + f[5] + f[6] - f[4] - f[7] - f[8]) / rho;
    const float usq = 1.f - 1.5f * (ux * ux + uy * uy);
    const float w0 = rho * (4.f / 9.f), w1 = rho * (1.f / 9.f), w2 = rho * (1.f / 36.f);
    const float p = ux + uy, m = ux - uy;
    const float keep = 1.f - omega;

    f[0] = keep * f[0] + omega * w0 * usq;
    f[1] = keep * f[1] + omega * w1 * (usq + 3.f * ux + 4.5f * ux * ux);
    f[2] = keep * f[2] + omega * w1 * (usq + 3.f * uy + 4.5f * uy * uy);
    f[3] = keep * f[3] + omega * w1 * (usq - 3.f * ux + 4.5f * ux * ux);
    f[4] = keep * f[4] + omega * w1 * (usq - 3.f * uy + 4.5f * uy * uy);
    f[5] = keep * f[5] + omega * w2 * (usq + 3.f * p + 4.5f * p * p);
    f[6] = keep * f[6] + omega * w2 * (usq - 3.f * m + 4.5f * m * m);
    f[7] = keep * f[7] + omega * w2 * (usq - 3.f * p + 4.5f * p * p);
    f[8] = keep * f[8] + omega * w2 * (usq + 3.f * m + 4.5f * m * m);
}

// One block per lattice row. Populations leaving in x are shifted through shared memory.
__global__ void __launch_bounds__(ROW)
collide_push_row(const float* __restrict__ src, float* __restrict__ dst, int ny, float omega)
{
    __shared__ float sE[ROW], sNE[ROW], sSE[ROW];
    __shared__ float sW[ROW], sNW[ROW], sSW[ROW];

    const int x = threadIdx.x, y = blockIdx.x;
    const int n = ROW * ny, k = y * ROW + x;

    float f[Q];
#pragma unroll
    for (int q = 0; q < Q; ++q) f[q] = src[q * n + k];
    collide(f, omega);

    const int xe = (x + 1) & (ROW - 1);
    const int xw = (x - 1) & (ROW - 1);
    sE[xe] = f[1];
    sNE[xe] = f[5];
    sSE[xe] = f[8];
    sW[xw] = f[3];
    sNW[xw] = f[6];
    sSW[xw] = f[7];
    __syncthreads();

    const int kn = (y + 1 == ny ? 0 : y + 1) * ROW + x;
    const int ks = (y == 0 ? ny - 1 : y - 1) * ROW + x;
    dst[0 * n + k] = f[0];
    dst[1 * n + k] = sE[x];
    dst[3 * n + k] = sW[x];
    dst[2 * n + kn] = f[2];
    dst[5 * n + kn] = sNE[x];
    dst[6 * n + kn] = sNW[x];
    dst[4 * n + ks] = f[4];
    dst[8 * n + ks] = sSE[x];
    dst[7 * n + ks] = sSW[x];
}

__device__ __forceinline__ float pull(const float* sf, const unsigned char* solid, int c, int q, int opp, int ex, int ey)
{
    const int from = c - ey * SM_W - ex;
    return solid[from] ? sf[opp * SM_CELLS + c] : sf[q * SM_CELLS + from];
}

// Dynamic shared memory: float[Q][SM_H][SM_W] followed by the solid mask bytes.
__global__ void pull_collide_tile(const float* __restrict__ src, float* __restrict__ dst,
                                  const unsigned char* __restrict__ mask, int nx, int ny, float omega)
{
    extern __shared__ __align__(16) unsigned char raw[];
    float* sf = reinterpret_cast<float*>(raw);
    unsigned char* solid = raw + Q * SM_CELLS * sizeof(float);

    const int n = nx * ny;
    const int x0 = blockIdx.x * TILE_X, y0 = blockIdx.y * TILE_Y;
    const int tid = threadIdx.y * TILE_X + threadIdx.x;

    for (int i = tid; i < SM_CELLS; i += TILE_X * TILE_Y) {
        const int gx = (x0 + i % SM_W - 1 + nx) % nx;
        const int gy = (y0 + i / SM_W - 1 + ny) % ny;
        const int g = gy * nx + gx;
        solid[i] = mask[g];
#pragma unroll
        for (int q = 0; q < Q; ++q) sf[q * SM_CELLS + i] = src[q * n + g];
    }
    __syncthreads();

    const int c = (threadIdx.y + 1) * SM_W + threadIdx.x + 1;
    const int g = (y0 + threadIdx.y) * nx + x0 + threadIdx.x;
    float f[Q];
    if (solid[c]) {
#pragma unroll
        for (int q = 0; q < Q; ++q) f[q] = sf[q * SM_CELLS + c];
    } else {
        f[0] = sf[c];
        f[1] = pull(sf, solid, c, 1, 3, 1, 0);
        f[2] = pull(sf, solid, c, 2, 4, 0, 1);
        f[3] = pull(sf, solid, c, 3, 1, -1, 0);
        f[4] = pull(sf, solid, c, 4, 2, 0, -1);
        f[5] = pull(sf, solid, c, 5, 7, 1, 1);
        f[6] = pull(sf, solid, c, 6, 8, -1, 1);
        f[7] = pull(sf, solid, c, 7, 5, -1, -1);
        f[8] = pull(sf, solid, c, 8, 6, 1, -1);
        collide(f, omega);
    }
#pragma unroll
    for (int q = 0; q < Q; ++q) dst[q * n + g] = f[q];
}

template <int BLOCK>
__global__ void reduce_moments(const float* __restrict__ f, int n, Moments* __restrict__ result)
{
    __shared__ Moments part[BLOCK];
    Moments m{0.0, 0.0, 0.0};
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        float v[Q];
        for (int q = 0; q < Q; ++q) { v[q] = f[q * n + i]; m.mass += v[q]; }
        m.jx += v[1] + v[5] + v[8] - v[3] - v[6] - v[7];
        m.jy += v[2] + v[5] + v[6] - v[4] - v[7] - v[8];
    }
    part[threadIdx.x] = m;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            part[threadIdx.x].mass += part[threadIdx.x + s].mass;
            part[threadIdx.x].jx += part[threadIdx.x + s].jx;
            part[threadIdx.x].jy += part[threadIdx.x + s].jy;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(&result->mass, part[0].mass);
        atomicAdd(&result->jx, part[0].jx);
        atomicAdd(&result->jy, part[0].jy);
    }
}

}  // namespace lbm

using namespace lbm;

static const int EX[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int EY[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int OPP[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

static void host_push(std::vector<float>& f, int nx, int ny, float omega)
{
    std::vector<float> o(f.size());
    const int n = nx * ny;
    for (int k = 0; k < n; ++k) {
        float v[Q];
        for (int q = 0; q < Q; ++q) v[q] = f[q * n + k];
        collide(v, omega);
        for (int q = 0; q < Q; ++q)
            o[q * n + ((k / nx + EY[q] + ny) % ny) * nx + (k % nx + EX[q] + nx) % nx] = v[q];
    }
    f.swap(o);
}

static void host_pull(std::vector<float>& f, const std::vector<unsigned char>& mask, int nx, int ny, float omega)
{
    std::vector<float> o(f.size());
    const int n = nx * ny;
    for (int k = 0; k < n; ++k) {
        float v[Q];
        for (int q = 0; q < Q; ++q) {
            const int from = ((k / nx - EY[q] + ny) % ny) * nx + (k % nx - EX[q] + nx) % nx;
            v[q] = mask[k] ? f[q * n + k] : mask[from] ? f[OPP[q] * n + k] : f[q * n + from];
        }
        if (!mask[k]) collide(v, omega);
        for (int q = 0; q < Q; ++q) o[q * n + k] = v[q];
    }
    f.swap(o);
}

int main()
{
    const int nx = ROW, ny = 64, n = nx * ny, steps = 4;
    const float omega = 1.3f, w[Q] = {4/9.f, 1/9.f, 1/9.f, 1/9.f, 1/9.f, 1/36.f, 1/36.f, 1/36.f, 1/36.f};
    std::vector<float> f(Q * n), g;
    std::vector<unsigned char> mask(n);
    for (int k = 0; k < n; ++k) {
        const float dx = k % nx - 40.f, dy = k / nx - 32.f;
        mask[k] = dx * dx + dy * dy < 64.f;
        for (int q = 0; q < Q; ++q) f[q * n + k] = w[q] * (1.f + 0.05f * sinf(0.1f * (k % nx)) + 0.1f * EX[q]);
    }
    float *da, *db;
    unsigned char* dm;
    Moments* dmom;
    CK(cudaMalloc(&da, f.size() * 4)); CK(cudaMalloc(&db, f.size() * 4));
    CK(cudaMalloc(&dm, n)); CK(cudaMalloc(&dmom, sizeof(Moments)));
    CK(cudaMemcpy(da, f.data(), f.size() * 4, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dm, mask.data(), n, cudaMemcpyHostToDevice));
    CK(cudaMemset(dmom, 0, sizeof(Moments)));

    for (int s = 0; s < steps; ++s) { collide_push_row<<<ny, ROW>>>(da, db, ny, omega); std::swap(da, db); host_push(f, nx, ny, omega); }
    const size_t smem = SM_CELLS * (Q * sizeof(float) + 1);
    for (int s = 0; s < steps; ++s) {
        pull_collide_tile<<<dim3(nx / TILE_X, ny / TILE_Y), dim3(TILE_X, TILE_Y), smem>>>(da, db, dm, nx, ny, omega);
        std::swap(da, db);
        host_pull(f, mask, nx, ny, omega);
    }
    reduce_moments<256><<<8, 256>>>(da, n, dmom);
    CK(cudaGetLastError()); CK(cudaDeviceSynchronize());

    g.resize(f.size());
    Moments m, ref{0, 0, 0};
    CK(cudaMemcpy(g.data(), da, g.size() * 4, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(&m, dmom, sizeof(m), cudaMemcpyDeviceToHost));
    bool ok = true;
    for (size_t i = 0; i < g.size(); ++i) {
        ok &= fabsf(g[i] - f[i]) < 1e-5f;
        ref.mass += f[i]; ref.jx += EX[i / n] * f[i]; ref.jy += EY[i / n] * f[i];
    }
    ok &= fabs(m.mass - ref.mass) < 0.1 && fabs(m.jx - ref.jx) < 0.1 && fabs(m.jy - ref.jy) < 0.1;
    cudaFree(da); cudaFree(db); cudaFree(dm); cudaFree(dmom);
    puts(ok ? "OK" : "FAIL");
    return !ok;
}

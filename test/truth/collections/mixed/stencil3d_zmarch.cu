// 3-D explicit finite-difference kernels: 2-D shared tile, marching along z.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

static void die(cudaError_t err, int line)
{
    if (err == cudaSuccess) return;
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(err));
    exit(EXIT_FAILURE);
}
#define CU(x) die((x), __LINE__)

constexpr int RADIUS = 4;
__constant__ float c_coef[RADIUS + 1];
struct Dims { int nx, ny, nz; };

// ---- 7-point heat equation, insulated walls ---------------------------------
template <int BX, int BY>
__global__ void heat7(const float* __restrict__ u, float* __restrict__ unew, Dims d, float alpha)
{
    __shared__ float s[BY + 2][BX + 2];

    const int gx = blockIdx.x * BX + threadIdx.x;
    const int gy = blockIdx.y * BY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int plane = d.nx * d.ny;
    int idx = gy * d.nx + gx;

    float cur = u[idx];
    float below = cur;
    for (int z = 0; z < d.nz; ++z, idx += plane) {
        float above = (z + 1 < d.nz) ? u[idx + plane] : cur;

        s[ty][tx] = cur;
        if (threadIdx.x == 0)
            s[ty][0] = gx > 0 ? u[idx - 1] : cur;
        if (threadIdx.x == BX - 1)
            s[ty][BX + 1] = gx < d.nx - 1 ? u[idx + 1] : cur;
        if (threadIdx.y == 0)
            s[0][tx] = gy > 0 ? u[idx - d.nx] : cur;
        if (threadIdx.y == BY - 1)
            s[BY + 1][tx] = gy < d.ny - 1 ? u[idx + d.nx] : cur;
        __syncthreads();

        float west = s[ty][tx - 1];
        float east = s[ty][tx + 1];
        float north = s[ty - 1][tx];
        float south = s[ty + 1][tx];
        unew[idx] = cur + alpha * (west + east + north + south + above + below - 6.0f * cur);
        __syncthreads();

        below = cur;
        cur = above;
    }
}

// ---- 8th-order wave equation; volume carries a RADIUS-wide ghost frame -------
__global__ void wave_r4(const float* __restrict__ p, float* __restrict__ pnext, int nx, int ny, int nz)
{
    extern __shared__ float tile[];
    const int W = blockDim.x + 2 * RADIUS;
    const int ltx = threadIdx.x + RADIUS, lty = threadIdx.y + RADIUS;
    const int stride_y = nx + 2 * RADIUS;
    const int stride_z = stride_y * (ny + 2 * RADIUS);
    int in = (blockIdx.y * blockDim.y + lty) * stride_y + blockIdx.x * blockDim.x + ltx;

    float behind[RADIUS], front[RADIUS], current;
    for (int i = RADIUS - 1; i >= 0; --i) { behind[i] = p[in]; in += stride_z; }
    current = p[in];
    int out = in;
    in += stride_z;
    for (int i = 0; i < RADIUS; ++i) { front[i] = p[in]; in += stride_z; }

    for (int z = 0; z < nz; ++z) {
        __syncthreads();
        // top / bottom halo rows
        if (threadIdx.y < RADIUS) {
            tile[threadIdx.y * W + ltx] = p[out - RADIUS * stride_y];
            tile[(lty + blockDim.y) * W + ltx] = p[out + (int)blockDim.y * stride_y];
        }
        // left / right halo columns
        if (threadIdx.x < RADIUS) {
            tile[lty * W + threadIdx.x] = p[out - RADIUS];
            tile[lty * W + ltx + blockDim.x] = p[out + (int)blockDim.x];
        }
        tile[lty * W + ltx] = current;
        __syncthreads();

        float v = c_coef[0] * current;
#pragma unroll
        for (int r = 1; r <= RADIUS; ++r) {
            float zz = front[r - 1] + behind[r - 1];
            float yy = tile[(lty - r) * W + ltx] + tile[(lty + r) * W + ltx];
            float xx = tile[lty * W + ltx - r]
                     + tile[lty * W + ltx + r];
            v += c_coef[r] * (xx + yy + zz);
        }
        pnext[out] = 2.0f * current - pnext[out] + v;

#pragma unroll
        for (int i = RADIUS - 1; i > 0; --i) behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; ++i) front[i] = front[i + 1];
        if (z + 1 < nz) { front[RADIUS - 1] = p[in]; in += stride_z; }
        out += stride_z;
    }
}

// ---- Yee E-field update: needs H at (x-1), (y-1) from the tile, (z-1) from registers
struct HCell { float x, y, z; };

__global__ void yee_update_e(const float* hx, const float* hy, const float* hz,
                             float* ex, float* ey, float* ez, Dims d, float cb)
{
    __shared__ HCell h[9][33];
    int gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 8 + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    int plane = d.nx * d.ny;
    float hx_zm = 0.f, hy_zm = 0.f;
    for (int z = 0; z < d.nz; z++) {
        int i = z * plane + gy * d.nx + gx;
        HCell c = { hx[i], hy[i], hz[i] };
        h[ly][lx] = c;
        if (threadIdx.x == 0) {
            h[ly][0].y = gx ? hy[i - 1] : 0.f;
            h[ly][0].z = gx ? hz[i - 1] : 0.f;
        }
        if (threadIdx.y == 0) {
            h[0][lx].x = gy ? hx[i - d.nx] : 0.f;
            h[0][lx].z = gy ? hz[i - d.nx] : 0.f;
        }
        __syncthreads();
        ex[i] += cb * ((c.z - h[ly - 1][lx].z) - (c.y - hy_zm));
        ey[i] += cb * ((c.x - hx_zm) - (c.z - h[ly][lx - 1].z));
        ez[i] += cb * ((c.y - h[ly][lx - 1].y) - (c.x - h[ly - 1][lx].x));
        hx_zm = c.x; hy_zm = c.y;
        __syncthreads();
    }
}

int main(void)
{
    Dims d = { 128, 64, 12 };
    const size_t n = (size_t)d.nx * d.ny * d.nz;
    const size_t npad = (size_t)(d.nx + 2 * RADIUS) * (d.ny + 2 * RADIUS) * (d.nz + 2 * RADIUS);
    std::vector<float> host(npad);
    for (size_t i = 0; i < npad; i++) host[i] = (float)((i * 31) % 97) / 97.0f;

    float* buf[6];
    for (int i = 0; i < 6; i++) {
        CU(cudaMalloc((void**)&buf[i], npad * sizeof(float)));
        CU(cudaMemcpy(buf[i], host.data(), npad * sizeof(float), cudaMemcpyHostToDevice));
    }
    const float coef[RADIUS + 1] = { -0.2847f * 3, 0.16f, -0.02f, 0.00254f, -0.00018f };
    CU(cudaMemcpyToSymbol(c_coef, coef, sizeof(coef)));

    heat7<32, 8><<<dim3(d.nx / 32, d.ny / 8), dim3(32, 8)>>>(buf[0], buf[1], d, 0.1f);
    CU(cudaGetLastError());

    dim3 blk(16, 16);
    size_t shmem = (blk.x + 2 * RADIUS) * (blk.y + 2 * RADIUS) * sizeof(float);
    wave_r4<<<dim3(d.nx / blk.x, d.ny / blk.y), blk, shmem>>>(buf[2], buf[3], d.nx, d.ny, d.nz);
    CU(cudaGetLastError());

    yee_update_e<<<dim3(d.nx / 32, d.ny / 8), dim3(32, 8)>>>(buf[0], buf[1], buf[2], buf[3], buf[4], buf[5], d, 0.5f);
    CU(cudaGetLastError());
    CU(cudaDeviceSynchronize());

    std::vector<float> res(n);
    CU(cudaMemcpy(res.data(), buf[1], n * sizeof(float), cudaMemcpyDeviceToHost));
    double before = 0, after = 0;
    for (size_t i = 0; i < n; i++) { before += host[i]; after += res[i]; }
    printf("heat: energy before %.3f after %.3f\n", before, after);
    double rel = (after - before) / before;
    return (rel < 1e-4 && rel > -1e-4) ? 0 : 1;
}

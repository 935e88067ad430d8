/* Finite-difference stencils with shared-memory tiles. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

static inline __device__ int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

/* 5-point Laplacian, tile with a halo of one, loaded in a strided 2D loop. */
template <int BX, int BY>
__global__ void laplace5(const float *in, float *out, int nx, int ny)
{
    __shared__ float tile[BY + 2][BX + 2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gx0 = blockIdx.x * BX - 1;
    const int gy0 = blockIdx.y * BY - 1;

    for (int y = ty; y < BY + 2; y += BY) {
        for (int x = tx; x < BX + 2; x += BX) {
            const int gx = clampi(gx0 + x, 0, nx - 1);
            const int gy = clampi(gy0 + y, 0, ny - 1);
            tile[y][x] = in[gy * nx + gx];
        }
    }
    __syncthreads();

    const float c = tile[ty + 1][tx + 1];
    const float w = tile[ty + 1][tx];
    const float e = tile[ty + 1][tx + 2];
    const float n = tile[ty][tx + 1];
    const float s = tile[ty + 2][tx + 1];
    const int gx = blockIdx.x * BX + tx;
    const int gy = blockIdx.y * BY + ty;
    if (gx < nx && gy < ny)
        out[gy * nx + gx] = n + s + e + w - 4.0f * c;
}

/* 7-point Laplacian in 3D.  The brick is filled by a linear index. */
#define BX3 8
#define BY3 8
#define BZ3 4
#define SX (BX3 + 2)
#define SY (BY3 + 2)
#define SZ (BZ3 + 2)
#define BRICK(z, y, x) brick[((z) * SY + (y)) * SX + (x)]

__global__ void laplace7_brick(const float *in, float *out, int nx, int ny, int nz)
{
    __shared__ float brick[SX * SY * SZ];
    const int tid = threadIdx.x + BX3 * (threadIdx.y + BY3 * threadIdx.z);
    const int nthreads = blockDim.x * blockDim.y * blockDim.z;
    const int x0 = blockIdx.x * BX3 - 1;
    const int y0 = blockIdx.y * BY3 - 1;
    const int z0 = blockIdx.z * BZ3 - 1;

    for (int i = tid; i < SX * SY * SZ; i += nthreads) {
        const int lx = i % SX;
        const int ly = (i / SX) % SY;
        const int lz = i / (SX * SY);
        const int gx = clampi(x0 + lx, 0, nx - 1);
        const int gy = clampi(y0 + ly, 0, ny - 1);
        const int gz = clampi(z0 + lz, 0, nz - 1);
        brick[i] = in[(gz * ny + gy) * nx + gx];
    }
    __syncthreads();

    const int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    float r = -6.0f * BRICK(z, y, x);
    r += BRICK(z, y, x - 1);
    r += BRICK(z, y, x + 1);
    r += BRICK(z, y - 1, x);
    r += BRICK(z, y + 1, x);
    r += BRICK(z - 1, y, x);
    r += BRICK(z + 1, y, x);

    const int gx = x0 + x, gy = y0 + y, gz = z0 + z;
    out[(gz * ny + gy) * nx + gx] = r;
}

/* High-order star stencil, 2.5D marching along z with a register queue. */
template <int R>
struct StarCoeffs {
    float c[R + 1];
};

template <int R, int TX, int TY>
__global__ void star_march(const float *in, float *out, int nx, int ny, int nz, StarCoeffs<R> k)
{
    __shared__ float plane[TY + 2 * R][TX + 2 * R];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int lx = tx + R, ly = ty + R;
    const int gx = blockIdx.x * TX + tx;
    const int gy = blockIdx.y * TY + ty;
    const int slab = nx * ny;
    const float *col = in + gy * nx + gx;

    float q[2 * R + 1];
#pragma unroll
    for (int i = 0; i < 2 * R; ++i)
        q[i + 1] = col[i * slab];

    for (int z = R; z < nz - R; ++z) {
#pragma unroll
        for (int i = 0; i < 2 * R; ++i)
            q[i] = q[i + 1];
        q[2 * R] = col[(z + R) * slab];

        __syncthreads();
        plane[ly][lx] = q[R];
        if (ty < R) {
            const int up = clampi(gy - R, 0, ny - 1);
            const int dn = clampi(gy + TY, 0, ny - 1);
            plane[ty][lx] = in[z * slab + up * nx + gx];
            plane[ly + TY][lx] = in[z * slab + dn * nx + gx];
        }
        if (tx < R) {
            const int le = clampi(gx - R, 0, nx - 1);
            const int ri = clampi(gx + TX, 0, nx - 1);
            plane[ly][tx] = in[z * slab + gy * nx + le];
            plane[ly][lx + TX] = in[z * slab + gy * nx + ri];
        }
        __syncthreads();

        float acc = k.c[0] * q[R];
#pragma unroll
        for (int d = 1; d <= R; ++d) {
            float ring = q[R - d] + q[R + d];
            ring += plane[ly][lx - d];
            ring += plane[ly][lx + d];
            ring += plane[ly - d][lx];
            ring += plane[ly + d][lx];
            acc += k.c[d] * ring;
        }
        out[z * slab + gy * nx + gx] = acc;
    }
}

/* Pyramidal heat step: several time steps on a 16x16 tile, the valid region
 * shrinks by one cell per step; stored column-first as in a Fortran port. */
__global__ void heat_pyramid(const float *temp_in, float *temp_out, int nx, int ny, int steps)
{
    __shared__ float now[16][16];
    __shared__ float next[16][16];
    const int i = threadIdx.x, j = threadIdx.y;
    const int border = steps;
    const int span = 16 - 2 * border;
    const int gx = clampi((int)blockIdx.x * span - border + i, 0, nx - 1);
    const int gy = clampi((int)blockIdx.y * span - border + j, 0, ny - 1);

    now[i][j] = temp_in[gy * nx + gx];
    __syncthreads();

    bool computed = false;
    for (int s = 0; s < steps; ++s) {
        computed = false;
        if (i >= s + 1 && i <= 14 - s && j >= s + 1 && j <= 14 - s) {
            computed = true;
            const float c = now[i][j];
            const float a = now[i - 1][j];
            const float b = now[i + 1][j];
            const float d = now[i][j - 1];
            const float e = now[i][j + 1];
            next[i][j] = c + 0.2f * (a + b + d + e - 4.0f * c);
        }
        __syncthreads();
        if (s == steps - 1)
            break;
        if (computed)
            now[i][j] = next[i][j];
        __syncthreads();
    }
    if (computed)
        temp_out[(blockIdx.y * 16 + j) * gridDim.x * 16 + blockIdx.x * 16 + i] = next[i][j];
}

int main(void)
{
    const int nx = 64, ny = 32, nz = 16;
    const size_t n = (size_t)nx * ny * nz;
    float *h = (float *)malloc(n * sizeof(float));
    for (size_t i = 0; i < n; ++i)
        h[i] = (float)((i * 31 + 7) % 101) * 0.01f;

    float *in, *out;
    cudaMalloc((void **)&in, n * sizeof(float));
    cudaMalloc((void **)&out, n * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, n * sizeof(float));

    laplace5<32, 8><<<dim3(2, 4), dim3(32, 8)>>>(in, out, nx, ny);
    laplace7_brick<<<dim3(2, 2, 2), dim3(BX3, BY3, BZ3)>>>(in, out, nx, ny, nz);

    StarCoeffs<3> star = {{-2.7f, 1.5f, -0.15f, 0.01f}};
    star_march<3, 32, 8><<<dim3(2, 4), dim3(32, 8)>>>(in, out, nx, ny, nz, star);

    heat_pyramid<<<dim3(4, 2), dim3(16, 16)>>>(in, out, nx, ny, 3);

    cudaDeviceSynchronize();
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
        fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
        return EXIT_FAILURE;
    }
    cudaFree(in);
    cudaFree(out);
    free(h);
    puts("ok");
    return EXIT_SUCCESS;
}

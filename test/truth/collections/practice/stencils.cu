// Finite-difference stencils: 1D with radius, 2D 5-point with halo, 3D 25-point with register queue.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define RADIUS 4
__constant__ float c_coef[RADIUS + 1];

template <int BLOCK, int R>
__global__ void stencil1d(const float *in, float *out, int n)
{
    __shared__ float temp[BLOCK + 2 * R];
    int gindex = threadIdx.x + blockIdx.x * BLOCK;
    int lindex = threadIdx.x + R;
    temp[lindex] = in[gindex];
    if (threadIdx.x < R) {
        temp[lindex - R] = gindex >= R ? in[gindex - R] : 0.f;
        temp[lindex + BLOCK] = gindex + BLOCK < n ? in[gindex + BLOCK] : 0.f;
    }
    __syncthreads();
    float result = 0;
#pragma unroll
    for (int offset = -R; offset <= R; offset++) result += temp[lindex + offset];
    out[gindex] = result;
}

template <int BX, int BY>
__global__ void heat2d(const double *__restrict__ u, double *__restrict__ unew, int nx, int ny, double r)
{
    __shared__ double s[BY + 2][BX + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int gx = blockIdx.x * BX + threadIdx.x, gy = blockIdx.y * BY + threadIdx.y;
    const int id = gy * nx + gx;
    const bool inside = gx < nx && gy < ny;
    if (inside) {
        s[ty][tx] = u[id];
        if (threadIdx.x == 0) s[ty][0] = gx > 0 ? u[id - 1] : 0.0;
        if (threadIdx.x == BX - 1 || gx == nx - 1) s[ty][tx + 1] = gx < nx - 1 ? u[id + 1] : 0.0;
        if (threadIdx.y == 0) s[0][tx] = gy > 0 ? u[id - nx] : 0.0;
        if (threadIdx.y == BY - 1 || gy == ny - 1) s[ty + 1][tx] = gy < ny - 1 ? u[id + nx] : 0.0;
    }
    __syncthreads();
    if (inside)
        unew[id] = s[ty][tx] + r * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 4.0 * s[ty][tx]);
}

// FDTD3d-like marching along z
__global__ void fdtd3d(float *__restrict__ output, const float *__restrict__ input, int dimx, int dimy, int dimz)
{
    __shared__ float tile[16 + 2 * RADIUS][32 + 2 * RADIUS];
    const int gtidx = blockIdx.x * 32 + threadIdx.x;
    const int gtidy = blockIdx.y * 16 + threadIdx.y;
    const int stride_y = dimx + 2 * RADIUS;
    const int stride_z = stride_y * (dimy + 2 * RADIUS);
    int inputIndex = (gtidy + RADIUS) * stride_y + gtidx + RADIUS;
    int outputIndex = 0;
    float infront[RADIUS], behind[RADIUS], current;
    const int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;

    for (int i = RADIUS - 2; i >= 0; i--) { behind[i] = input[inputIndex]; inputIndex += stride_z; }
    behind[RADIUS - 1] = 0.f;
    current = input[inputIndex];
    outputIndex = inputIndex;
    inputIndex += stride_z;
    for (int i = 0; i < RADIUS; i++) { infront[i] = input[inputIndex]; inputIndex += stride_z; }

#pragma unroll 3
    for (int iz = 0; iz < dimz; iz++) {
        for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = current;
        current = infront[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; i++) infront[i] = infront[i + 1];
        infront[RADIUS - 1] = input[inputIndex];
        inputIndex += stride_z;
        outputIndex += stride_z;
        __syncthreads();
        if (threadIdx.y < RADIUS) {
            tile[threadIdx.y][tx] = input[outputIndex - RADIUS * stride_y];
            tile[threadIdx.y + 16 + RADIUS][tx] = input[outputIndex + 16 * stride_y];
        }
        if (threadIdx.x < RADIUS) {
            tile[ty][threadIdx.x] = input[outputIndex - RADIUS];
            tile[ty][threadIdx.x + 32 + RADIUS] = input[outputIndex + 32];
        }
        tile[ty][tx] = current;
        __syncthreads();
        float value = c_coef[0] * current;
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            value += c_coef[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] +
                                  tile[ty][tx - i] + tile[ty][tx + i]);
        output[outputIndex] = value;
    }
}

int main()
{
    const int n1 = 16384;
    std::vector<float> h(1 << 20, 0.f);
    for (size_t i = 0; i < h.size(); ++i) h[i] = (i % 97) * 0.01f;
    float coef[RADIUS + 1] = {-2.5f, 1.3f, -0.2f, 0.02f, -0.001f};
    cudaMemcpyToSymbol(c_coef, coef, sizeof(coef));
    float *a, *b;
    cudaMalloc(&a, h.size() * sizeof(float));
    cudaMalloc(&b, h.size() * sizeof(float));
    cudaMemcpy(a, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    stencil1d<256, 3><<<n1 / 256, 256>>>(a, b, n1);
    stencil1d<128, 7><<<n1 / 128, 128>>>(a, b, n1);

    const int nx = 200, ny = 150;
    double *u, *v;
    cudaMalloc(&u, nx * ny * sizeof(double));
    cudaMalloc(&v, nx * ny * sizeof(double));
    cudaMemset(u, 0, nx * ny * sizeof(double));
    heat2d<16, 16><<<dim3((nx + 15) / 16, (ny + 15) / 16), dim3(16, 16)>>>(u, v, nx, ny, 0.1);
    heat2d<32, 4><<<dim3((nx + 31) / 32, (ny + 3) / 4), dim3(32, 4)>>>(v, u, nx, ny, 0.1);

    const int dimx = 64, dimy = 32, dimz = 12; // padded volume must hold dimz + 2*RADIUS planes
    const size_t vol = (size_t)(dimx + 2 * RADIUS) * (dimy + 2 * RADIUS) * (dimz + 2 * RADIUS + 1);
    if (vol > h.size()) return 2;
    fdtd3d<<<dim3(dimx / 32, dimy / 16), dim3(32, 16)>>>(b, a, dimx, dimy, dimz);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(b); cudaFree(u); cudaFree(v);
    return 0;
}

// y = A x (row per warp, x staged), y = A^T x (column tiles), half-precision
// gemv with a staged A tile, and A += alpha * u v^T.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define GPU_OK(expr)                                                        \
    if (cudaError_t e__ = (expr); e__ != cudaSuccess) {                     \
        fprintf(stderr, #expr " -> %s\n", cudaGetErrorString(e__));         \
        exit(1);                                                            \
    }

static const int M = 256, N = 512;   // rows, cols

// ---- y = A x -------------------------------------------------------------
template <int WARPS>
__global__ void gemv_row_per_warp(const float4* __restrict__ A, const float4* __restrict__ x,
                                  float* __restrict__ y, int n4)
{
    extern __shared__ float4 xs[];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int i = threadIdx.x; i < n4; i += WARPS * 32)
        xs[i] = x[i];
    __syncthreads();
    const int row = blockIdx.x * WARPS + warp;
    float acc = 0.f;
    for (int i = lane; i < n4; i += 32) {
        float4 a = A[row * n4 + i];
        float4 v = xs[i];
        acc += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    __shared__ float part[WARPS][33];
    part[warp][lane] = acc;
    __syncwarp();
    if (lane < 8)
        part[warp][lane] += part[warp][lane + 8] + part[warp][lane + 16] + part[warp][lane + 24];
    __syncwarp();
    if (lane == 0) {
        float s = 0.f;
        for (int k = 0; k < 8; ++k) s += part[warp][k];
        y[row] = s;
    }
}

// ---- y = A^T x -----------------------------------------------------------
// Block owns COLS columns; ROWS threads in y stride down the matrix.
template <int COLS, int ROWS>
__global__ void gemv_t_coltile(const float* __restrict__ A, const float* __restrict__ x,
                               float* __restrict__ y, int m, int n)
{
    __shared__ float xs[256];
    __shared__ float acc[COLS][ROWS];
    const int tid = threadIdx.y * COLS + threadIdx.x;
    for (int i = tid; i < m; i += COLS * ROWS)
        xs[i] = x[i];
    __syncthreads();
    const int col = blockIdx.x * COLS + threadIdx.x;
    float s = 0.f;
    for (int r = threadIdx.y; r < m; r += ROWS)
        s += A[r * n + col] * xs[r];
    acc[threadIdx.x][threadIdx.y] = s;
    __syncthreads();
    if (threadIdx.y == 0) {
        float t = 0.f;
        for (int j = 0; j < ROWS; ++j)
            t += acc[threadIdx.x][j];
        y[col] = t;
    }
}

// ---- half A, tile of 32 rows x 64 columns staged with async copies ----------
constexpr int HR = 32, HC = 64;
__global__ void hgemv_tile(const __half* __restrict__ A, const float* __restrict__ x,
                           float* __restrict__ y, int n)
{
    __shared__ __align__(16) __half tile[HR][HC];
    __shared__ float xs[HC];
    __shared__ float red[4][HR];
    const int row = threadIdx.x;           // 0..31
    const int seg = threadIdx.y;           // 0..3, 16 columns each
    const int tid = seg * 32 + row;
    float sum = 0.f;
    for (int c0 = 0; c0 < n; c0 += HC) {
        for (int v = tid; v < HR * HC / 8; v += 128) {
            int r = v / (HC / 8), c = (v % (HC / 8)) * 8;
            __pipeline_memcpy_async(&tile[r][c], &A[(blockIdx.x * HR + r) * n + c0 + c], 16);
        }
        __pipeline_commit();
        if (tid < HC) xs[tid] = x[c0 + tid];
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int k = 0; k < 16; k += 2) {
            __half2 h = *reinterpret_cast<const __half2*>(&tile[row][seg * 16 + k]);
            float2 f = __half22float2(h);
            float x0 = xs[seg * 16 + k];
            float x1 = xs[seg * 16 + k + 1];
            sum += f.x * x0 + f.y * x1;
        }
        __syncthreads();
    }
    red[seg][row] = sum;
    __syncthreads();
    if (seg == 0)
        y[blockIdx.x * HR + row] = red[0][row] + red[1][row] + red[2][row] + red[3][row];
}

// ---- A += alpha u v^T --------------------------------------------------------
__global__ void ger_tile(float* A, const float* __restrict__ u, const float* __restrict__ v,
                         float alpha, int n)
{
    __shared__ __align__(16) float su[64], sv[64];
    const int r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    const int tid = threadIdx.y * 16 + threadIdx.x;
    if (tid < 64)
        su[tid] = alpha * u[r0 + tid];
    else if (tid < 128)
        sv[tid - 64] = v[c0 + tid - 64];
    __syncthreads();
    float ru[4];
    for (int i = 0; i < 4; ++i)
        ru[i] = su[threadIdx.y * 4 + i];
    const float4 rv = *reinterpret_cast<const float4*>(&sv[threadIdx.x * 4]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4* p = reinterpret_cast<float4*>(&A[(r0 + threadIdx.y * 4 + i) * n + c0 + threadIdx.x * 4]);
        float4 a = *p;
        a.x += ru[i] * rv.x; a.y += ru[i] * rv.y; a.z += ru[i] * rv.z; a.w += ru[i] * rv.w;
        *p = a;
    }
}

static float max_diff(const float* dev, const std::vector<float>& ref)
{
    std::vector<float> got(ref.size());
    GPU_OK(cudaMemcpy(got.data(), dev, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
    float m = 0.f;
    for (size_t i = 0; i < ref.size(); ++i) m = std::fmax(m, std::fabs(got[i] - ref[i]));
    return m;
}

int main()
{
    std::vector<float> A(M * N), x(N), u(M), y(M, 0.f), yt(N, 0.f);
    std::vector<__half> Ah(M * N);
    for (int i = 0; i < M * N; ++i) { A[i] = ((i * 7) % 16) * 0.125f - 1.0f; Ah[i] = __float2half(A[i]); }
    for (int i = 0; i < N; ++i) x[i] = (i % 8) * 0.25f;
    for (int i = 0; i < M; ++i) u[i] = 1.0f - (i % 4) * 0.5f;
    for (int r = 0; r < M; ++r)
        for (int c = 0; c < N; ++c) { y[r] += A[r * N + c] * x[c]; yt[c] += A[r * N + c] * u[r]; }

    float *dA, *dx, *du, *dy, *dyt, *dyh;
    __half* dAh;
    GPU_OK(cudaMalloc(&dA, M * N * sizeof(float)));
    GPU_OK(cudaMalloc(&dAh, M * N * sizeof(__half)));
    GPU_OK(cudaMalloc(&dx, N * sizeof(float)));
    GPU_OK(cudaMalloc(&du, M * sizeof(float)));
    GPU_OK(cudaMalloc(&dy, M * sizeof(float)));
    GPU_OK(cudaMalloc(&dyt, N * sizeof(float)));
    GPU_OK(cudaMalloc(&dyh, M * sizeof(float)));
    GPU_OK(cudaMemcpy(dA, A.data(), M * N * sizeof(float), cudaMemcpyHostToDevice));
    GPU_OK(cudaMemcpy(dAh, Ah.data(), M * N * sizeof(__half), cudaMemcpyHostToDevice));
    GPU_OK(cudaMemcpy(dx, x.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    GPU_OK(cudaMemcpy(du, u.data(), M * sizeof(float), cudaMemcpyHostToDevice));

    gemv_row_per_warp<8><<<M / 8, 256, N * sizeof(float)>>>((const float4*)dA, (const float4*)dx, dy, N / 4);
    gemv_t_coltile<32, 8><<<N / 32, dim3(32, 8)>>>(dA, du, dyt, M, N);
    hgemv_tile<<<M / HR, dim3(32, 4)>>>(dAh, dx, dyh, N);
    ger_tile<<<dim3(N / 64, M / 64), dim3(16, 16)>>>(dA, du, dx, 0.5f, N);
    GPU_OK(cudaGetLastError());
    GPU_OK(cudaDeviceSynchronize());
    for (int r = 0; r < M; ++r)
        for (int c = 0; c < N; ++c) A[r * N + c] += 0.5f * u[r] * x[c];
    float e = std::fmax(std::fmax(max_diff(dy, y), max_diff(dyh, y)), std::fmax(max_diff(dyt, yt), max_diff(dA, A)));
    printf("max diff %g\n", e);
    return e < 1e-2f ? 0 : 1;
}

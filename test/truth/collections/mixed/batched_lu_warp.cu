// Batched small dense factorizations, one matrix per warp held in shared memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr unsigned FULL = 0xffffffffu;
constexpr int kBatch = 48;

struct Pivot {
    float mag;
    int row;
};

// Largest magnitude over the warp; ties go to the lower row.
__device__ Pivot warp_pivot(float mag, int row) {
    for (int d = 16; d >= 1; d >>= 1) {
        float om = __shfl_xor_sync(FULL, mag, d);
        int orow = __shfl_xor_sync(FULL, row, d);
        if (om > mag || (om == mag && orow < row)) { mag = om; row = orow; }
    }
    return Pivot{mag, row};
}

// In-place LU without pivoting. blockDim = (32, WARPS).
template <int N, int WARPS>
__global__ void lu_nopivot(const float* in, float* out, int batch) {
    __shared__ float mat[WARPS][N][N];
    const int lane = threadIdx.x;
    const int w = threadIdx.y;
    const int m = blockIdx.x * WARPS + w;
    if (m >= batch) return;

    for (int e = lane; e < N * N; e += 32)
        mat[w][e / N][e % N] = in[m * N * N + e];
    __syncwarp();

    for (int k = 0; k < N - 1; ++k) {
        if (lane > k && lane < N)
            mat[w][lane][k] /= mat[w][k][k];
        __syncwarp();
        for (int e = lane; e < N * N; e += 32) {
            const int i = e / N, j = e % N;
            if (i > k && j > k)
                mat[w][i][j] -= mat[w][i][k] * mat[w][k][j];
        }
        __syncwarp();
    }

    for (int e = lane; e < N * N; e += 32)
        out[m * N * N + e] = mat[w][e / N][e % N];
}

// Gauss-Jordan inverse with partial pivoting on [A | I]; each lane owns one row.
template <int N>
__global__ void inverse_gauss_jordan(const float* in, float* out, int batch) {
    extern __shared__ float smem[];
    constexpr int LD = 2 * N + 1;
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int m = blockIdx.x * (blockDim.x >> 5) + warp;
    if (m >= batch) return;
    float* aug = smem + warp * N * LD;

    for (int e = lane; e < N * N; e += 32) {
        const int r = e / N, c = e % N;
        aug[r * LD + c] = in[m * N * N + e];
        aug[r * LD + N + c] = (r == c) ? 1.0f : 0.0f;
    }
    __syncwarp();

    for (int k = 0; k < N; ++k) {
        float mag = -1.0f;
        if (lane >= k && lane < N) mag = fabsf(aug[lane * LD + k]);
        const int p = warp_pivot(mag, lane).row;
        if (p != k) {
            for (int c = lane; c < 2 * N; c += 32) {
                const float t = aug[k * LD + c];
                aug[k * LD + c] = aug[p * LD + c];
                aug[p * LD + c] = t;
            }
        }
        __syncwarp();
        const float inv = 1.0f / aug[k * LD + k];
        __syncwarp();
        for (int c = lane; c < 2 * N; c += 32)
            aug[k * LD + c] *= inv;
        __syncwarp();
        if (lane < N && lane != k) {
            const float f = aug[lane * LD + k];
#pragma unroll 4
            for (int c = 0; c < 2 * N; ++c)
                aug[lane * LD + c] -= f * aug[k * LD + c];
        }
        __syncwarp();
    }

    for (int e = lane; e < N * N; e += 32)
        out[m * N * N + e] = aug[(e / N) * LD + N + e % N];
}

// Cholesky of an SPD matrix in double, columns stored contiguously.
template <int N>
struct CholScratch {
    double col[N][N + 1];
    double diag[N];
};

template <int N, int WARPS>
__global__ void cholesky_warp(const float* in, double* logdet, int batch) {
    __shared__ CholScratch<N> scratch[WARPS];
    const int lane = threadIdx.x, m = blockIdx.x * WARPS + threadIdx.y;
    if (m >= batch) return;
    CholScratch<N>& s = scratch[threadIdx.y];

    for (int c = 0; c < N; ++c)
        if (lane < N) s.col[c][lane] = 0.5 * ((double)in[m * N * N + lane * N + c] + in[m * N * N + c * N + lane]);
    __syncwarp();
    for (int k = 0; k < N; ++k) {
        const double d = sqrt(s.col[k][k]);
        __syncwarp();
        if (lane == k) s.diag[k] = d;
        if (lane > k && lane < N) s.col[k][lane] /= d;
        __syncwarp();
        for (int c = k + 1; c < N; ++c) {
            if (lane >= c && lane < N)
                s.col[c][lane] -= s.col[k][lane] * s.col[k][c];
        }
        __syncwarp();
    }
    double v = lane < N ? log(s.diag[lane]) : 0.0;
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(FULL, v, d);
    if (lane == 0) logdet[m] = 2.0 * v;
}

template <int N>
static std::vector<float> make_batch() {
    std::vector<float> a(kBatch * N * N);
    for (int m = 0; m < kBatch; ++m)
        for (int i = 0; i < N * N; ++i) a[m * N * N + i] = ((i * 5 + m * 3) % 11) * 0.1f + (i % (N + 1) == 0 ? N + 1.0f : 0.0f);
    return a;
}

int main() {
    auto a8 = make_batch<8>();
    auto a16 = make_batch<16>();
    float *d8, *d16, *dlu, *dinv;
    double* dlog;
    cudaMalloc(&d8, a8.size() * 4); cudaMalloc(&d16, a16.size() * 4);
    cudaMalloc(&dlu, a8.size() * 4); cudaMalloc(&dinv, a16.size() * 4); cudaMalloc(&dlog, kBatch * 8);
    cudaMemcpy(d8, a8.data(), a8.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d16, a16.data(), a16.size() * 4, cudaMemcpyHostToDevice);

    lu_nopivot<8, 4><<<kBatch / 4, dim3(32, 4)>>>(d8, dlu, kBatch);
    inverse_gauss_jordan<16><<<kBatch / 4, 128, 4 * 16 * 33 * sizeof(float)>>>(d16, dinv, kBatch);
    cholesky_warp<16, 2><<<kBatch / 2, dim3(32, 2)>>>(d16, dlog, kBatch);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("CUDA: %s\n", cudaGetErrorString(e)); return 1; }

    std::vector<float> lu(a8.size()), inv(a16.size());
    cudaMemcpy(lu.data(), dlu, lu.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(inv.data(), dinv, inv.size() * 4, cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int m = 0; m < kBatch; ++m) {
        for (int r = 0; r < 8; ++r) for (int c = 0; c < 8; ++c) {
            double s = 0;
            for (int k = 0; k <= std::min(r, c); ++k) s += (k == r ? 1.0 : lu[m * 64 + r * 8 + k]) * lu[m * 64 + k * 8 + c];
            worst = std::max(worst, std::fabs(s - a8[m * 64 + r * 8 + c]));
        }
        for (int r = 0; r < 16; ++r) for (int c = 0; c < 16; ++c) {
            double s = r == c ? -1.0 : 0.0;
            for (int k = 0; k < 16; ++k) s += (double)a16[m * 256 + r * 16 + k] * inv[m * 256 + k * 16 + c];
            worst = std::max(worst, std::fabs(s));
        }
    }
    printf("worst residual %g\n", worst);
    return worst < 1e-3 ? 0 : 1;
}

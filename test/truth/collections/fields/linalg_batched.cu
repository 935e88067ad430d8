// Batched dense factorizations for tiny matrices (column major, LAPACK naming)
#include <cstdio>
#include <cmath>
#include <vector>
#include <complex>
#include <cuda_runtime.h>

template <typename T, int LDA>
struct ColMajor {
    T *p;
    __device__ T &operator()(int i, int j) const { return p[i + j * LDA]; }
};

// Cholesky, one matrix per block, N threads
template <typename T, int N, int LDA>
__global__ void potrf(T *A)
{
    __shared__ T s[N * LDA];
    ColMajor<T, LDA> a{s};
    const int t = threadIdx.x;
    T *g = A + (size_t)blockIdx.x * N * N;
    for (int j = 0; j < N; ++j) a(t, j) = g[t + j * N];
    __syncthreads();
    for (int k = 0; k < N; ++k) {
        if (t == k) a(k, k) = sqrt(a(k, k));
        __syncthreads();
        if (t > k) a(t, k) /= a(k, k);
        __syncthreads();
        if (t > k)
            for (int j = k + 1; j <= t; ++j) a(t, j) -= a(t, k) * a(j, k);
        __syncthreads();
    }
    for (int j = 0; j < N; ++j) g[t + j * N] = j <= t ? a(t, j) : T(0);
}

// LU with partial pivoting; row-major, 2 matrices per block in y
template <int N>
__global__ void getrf_pivot(float *A, int *piv, int batch)
{
    __shared__ float a[2][N][N];
    __shared__ int   ipiv[2][N];
    const int t = threadIdx.x, m = threadIdx.y;
    const int mat = blockIdx.x * 2 + m;
    const bool ok = mat < batch;
    float *g = A + (long long)(ok ? mat : 0) * N * N;
    for (int i = 0; i < N; i++) a[m][i][t] = g[i * N + t];
    __syncthreads();
    for (int k = 0; k < N - 1; k++) {
        if (t == 0) {
            int best = k;
            float bv = fabsf(a[m][k][k]);
            for (int i = k + 1; i < N; i++) {
                float v = fabsf(a[m][i][k]);
                if (v > bv) { bv = v; best = i; }
            }
            ipiv[m][k] = best;
        }
        __syncthreads();
        int p = ipiv[m][k];
        if (p != k) { float x = a[m][k][t]; a[m][k][t] = a[m][p][t]; a[m][p][t] = x; }
        __syncthreads();
        // thread per row below the pivot
        if (t > k) {
            float l = a[m][t][k] / a[m][k][k];
            a[m][t][k] = l;
            #pragma unroll 4
            for (int j = k + 1; j < N; j++) a[m][t][j] -= l * a[m][k][j];
        }
        __syncthreads();
    }
    if (t == 0) ipiv[m][N - 1] = N - 1;
    __syncthreads();
    if (ok) {
        for (int i = 0; i < N; i++) g[i * N + t] = a[m][i][t];
        piv[mat * N + t] = ipiv[m][t];
    }
}

// One-sided Jacobi SVD sweeps: round-robin column pairs, 8 lanes per pair
__global__ void jacobi_sweep(double *A, int rows, int cols, int ld)
{
    extern __shared__ double col[];
    __shared__ unsigned char order[16];
    const int lane = threadIdx.x, pairId = threadIdx.y;       // 8 x 8
    const int flat = pairId * 8 + lane;
    for (int i = flat; i < rows * cols; i += 64) col[(i / rows) * ld + i % rows] = A[(size_t)blockIdx.x * rows * cols + i];
    if (flat < 16) order[flat] = flat;
    __syncthreads();
    for (int round = 0; round < 15; ++round) {
        int p = order[pairId], q = order[15 - pairId];
        if (p < cols && q < cols) {
            double *x = col + p * ld, *y = col + q * ld;
            double aa = 0, bb = 0, ab = 0;
            for (int i = lane; i < rows; i += 8) { aa += x[i] * x[i]; bb += y[i] * y[i]; ab += x[i] * y[i]; }
            unsigned msk = 0xffu << ((flat & 31) & ~7);
            for (int o = 4; o; o >>= 1) {
                aa += __shfl_xor_sync(msk, aa, o, 8);
                bb += __shfl_xor_sync(msk, bb, o, 8);
                ab += __shfl_xor_sync(msk, ab, o, 8);
            }
            if (fabs(ab) > 1e-12) {
                double zeta = (bb - aa) / (2.0 * ab);
                double tt = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
                double c = 1.0 / sqrt(1.0 + tt * tt), s = c * tt;
                for (int i = lane; i < rows; i += 8) {
                    double xi = x[i], yi = y[i];
                    x[i] = c * xi - s * yi;
                    y[i] = s * xi + c * yi;
                }
            }
        }
        __syncthreads();
        unsigned char nv = 0;
        if (flat < 16) nv = flat == 0 ? order[0] : order[flat == 1 ? 15 : flat - 1];
        __syncthreads();
        if (flat < 16) order[flat] = nv;
        __syncthreads();
    }
    for (int i = flat; i < rows * cols; i += 64) A[(size_t)blockIdx.x * rows * cols + i] = col[(i / rows) * ld + i % rows];
}

// complex triangular solve, several right-hand sides
__global__ void ctrsm(const float2 *L, float2 *B, int n, int nrhs)
{
    __shared__ float2 l[20][20];
    __shared__ float2 b[20][33];
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) l[i / n][i % n] = L[i];
    const int r0 = blockIdx.x * 32;
    const int have = min(32, nrhs - r0);
    for (int i = threadIdx.x; i < n * have; i += blockDim.x) b[i % n][i / n] = B[(r0 + i / n) * n + i % n];
    __syncthreads();
    int c = threadIdx.x;
    if (c < have) {
        for (int i = 0; i < n; i++) {
            float2 acc = b[i][c];
            for (int k = 0; k < i; k++) {
                float2 lv = l[i][k], bv = b[k][c];
                acc.x -= lv.x * bv.x - lv.y * bv.y;
                acc.y -= lv.x * bv.y + lv.y * bv.x;
            }
            float2 d = l[i][i];
            float inv = 1.f / (d.x * d.x + d.y * d.y);
            b[i][c] = make_float2((acc.x * d.x + acc.y * d.y) * inv, (acc.y * d.x - acc.x * d.y) * inv);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n * have; i += blockDim.x) B[(r0 + i / n) * n + i % n] = b[i % n][i / n];
}

int main()
{
    const int batch = 7;
    std::vector<double> spd(batch * 32 * 32);
    std::vector<float> lu(batch * 24 * 24);
    for (int m = 0; m < batch; m++)
        for (int j = 0; j < 32; j++)
            for (int i = 0; i < 32; i++) spd[(m * 32 + j) * 32 + i] = 1.0 / (1 + abs(i - j)) + (i == j ? 3.0 + m : 0);
    for (size_t i = 0; i < lu.size(); i++) lu[i] = sinf(i * 0.77f) + ((i % 25) == 0 ? 2.f : 0.f);
    std::vector<double> jac(batch * 20 * 14);
    for (size_t i = 0; i < jac.size(); i++) jac[i] = cos(i * 0.31);
    std::vector<float2> L(18 * 18), B(18 * 50);
    for (int i = 0; i < 18 * 18; i++) L[i] = make_float2(i / 18 == i % 18 ? 4.f : 0.1f, 0.05f * (i % 3));
    for (int i = 0; i < 18 * 50; i++) B[i] = make_float2(i % 7, i % 5);
    std::vector<float> spf(spd.begin(), spd.end());
    double *dS, *dJ; float *dF, *dL; int *dp; float2 *dLc, *dB;
    cudaMalloc(&dS, spd.size() * 8); cudaMalloc(&dJ, jac.size() * 8); cudaMalloc(&dF, spf.size() * 4);
    cudaMalloc(&dL, lu.size() * 4); cudaMalloc(&dp, batch * 24 * 4); cudaMalloc(&dLc, L.size() * 8); cudaMalloc(&dB, B.size() * 8);
    cudaMemcpy(dS, spd.data(), spd.size() * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(dJ, jac.data(), jac.size() * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(dF, spf.data(), spf.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dL, lu.data(), lu.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dLc, L.data(), L.size() * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), B.size() * 8, cudaMemcpyHostToDevice);
    potrf<double, 32, 32><<<batch, 32>>>(dS);
    potrf<float, 32, 33><<<batch, 32>>>(dF);
    getrf_pivot<24><<<(batch + 1) / 2, dim3(24, 2)>>>(dL, dp, batch);
    jacobi_sweep<<<batch, dim3(8, 8), 14 * 20 * sizeof(double)>>>(dJ, 20, 14, 20);
    ctrsm<<<2, 64>>>(dLc, dB, 18, 50);
    cudaMemcpy(spd.data(), dS, spd.size() * 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(spf.data(), dF, spf.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(lu.data(), dL, lu.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(jac.data(), dJ, jac.size() * 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(B.data(), dB, B.size() * 8, cudaMemcpyDeviceToHost);
    double s = 0;
    for (double v : spd) s += v;
    for (float v : spf) s += v;
    for (float v : lu) s += fabs(v);
    for (double v : jac) s += fabs(v);
    for (auto v : B) s += v.x - v.y;
    printf("linalg_batched checksum %.6f %s\n", s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

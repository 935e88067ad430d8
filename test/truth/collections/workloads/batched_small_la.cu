/*
 * Batched dense factorizations on matrices small enough to live in shared memory.
 * All matrices are column major, one (or several) per thread block.
 */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define SAFE_CALL(call)                                                      \
    {                                                                        \
        const cudaError_t status = call;                                     \
        if (status != cudaSuccess) {                                         \
            printf("%s (line %d)\n", cudaGetErrorString(status), __LINE__);  \
            return 1;                                                        \
        }                                                                    \
    }

#define WARP 32

/* column-major element of a shared matrix with leading dimension ld */
#define SA(i, j) sA[(i) + (j) * lds]

// ---------------------------------------------------------------------------
// LU without pivoting. One thread per row; ld of the shared copy is an argument.
// ---------------------------------------------------------------------------
__global__ void dgetrf_nopiv_batched(int n, double *dA, int ldda, int lds, int strideA)
{
    extern __shared__ double sA[];
    const int tx = threadIdx.x;
    double *A = dA + (size_t)blockIdx.x * strideA;

    for (int j = 0; j < n; j++)
        SA(tx, j) = A[tx + j * ldda];
    __syncthreads();

    for (int k = 0; k < n - 1; k++) {
        if (tx > k) {
            const double l = SA(tx, k) / SA(k, k);
            SA(tx, k) = l;
            for (int j = k + 1; j < n; j++)
                SA(tx, j) -= l * SA(k, j);
        }
        __syncthreads();
    }

    for (int j = 0; j < n; j++)
        A[tx + j * ldda] = SA(tx, j);
}

// ---------------------------------------------------------------------------
// Lower Cholesky, row-major in shared, 2-D thread block, N known at compile time.
// ---------------------------------------------------------------------------
template <typename T, int N, int LD>
struct RowMajorTile {
    T v[N][LD];

    __device__ void load(const T *g, int ldg)
    {
        for (int r = threadIdx.y; r < N; r += blockDim.y)
            for (int c = threadIdx.x; c < N; c += blockDim.x)
                v[r][c] = g[r * ldg + c];
    }
    __device__ void store_lower(T *g, int ldg) const
    {
        for (int r = threadIdx.y; r < N; r += blockDim.y)
            for (int c = threadIdx.x; c < N; c += blockDim.x)
                g[r * ldg + c] = c <= r ? v[r][c] : T(0);
    }
};

template <typename T, int N, int LD>
__global__ void potrf_batched(T *A, int ldg)
{
    __shared__ RowMajorTile<T, N, LD> tile;
    T *g = A + (size_t)blockIdx.x * N * ldg;
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;

    tile.load(g, ldg);
    __syncthreads();

    for (int k = 0; k < N; ++k) {
        if (tid == 0)
            tile.v[k][k] = sqrt(tile.v[k][k]);
        __syncthreads();

        const int r = k + 1 + tid;
        if (r < N)
            tile.v[r][k] /= tile.v[k][k];
        __syncthreads();

        for (int i = k + 1 + threadIdx.y; i < N; i += blockDim.y) {
            const int j = k + 1 + threadIdx.x;
            if (j <= i)
                tile.v[i][j] -= tile.v[i][k] * tile.v[j][k];
        }
        __syncthreads();
    }
    tile.store_lower(g, ldg);
}

// ---------------------------------------------------------------------------
// Triangular solve L X = B: L is NB x NB in shared, NRHS right-hand sides, one thread each.
// ---------------------------------------------------------------------------
template <int NB, int NRHS, int LDL, int LDB>
__global__ void strsm_lower_batched(const float *__restrict__ L, float *__restrict__ B, int ldl,
                                    int ldb)
{
    __shared__ float sL[NB * LDL];
    __shared__ float sB[NRHS * LDB];

    const int t = threadIdx.x;
    const float *Lg = L + (size_t)blockIdx.x * ldl * NB;
    float *Bg = B + (size_t)blockIdx.x * ldb * NRHS;

    for (int e = t; e < NB * NB; e += NRHS) {
        const int i = e % NB;
        const int j = e / NB;
        sL[j * LDL + i] = Lg[j * ldl + i];
    }
    for (int e = t; e < NB * NRHS; e += NRHS)
        sB[(e / NB) * LDB + e % NB] = Bg[(e / NB) * ldb + e % NB];
    __syncthreads();

    float *x = &sB[t * LDB];
#pragma unroll 1
    for (int k = 0; k < NB; ++k) {
        const float xk = x[k] / sL[k * LDL + k];
        x[k] = xk;
#pragma unroll 4
        for (int i = k + 1; i < NB; ++i)
            x[i] -= sL[k * LDL + i] * xk;
    }
    __syncthreads();

    for (int e = t; e < NB * NRHS; e += NRHS)
        Bg[(e / NB) * ldb + e % NB] = sB[(e / NB) * LDB + e % NB];
}

// ---------------------------------------------------------------------------
// Householder QR, one warp per matrix, several matrices per block (M x N, M <= 32).
// ---------------------------------------------------------------------------
__device__ inline float warp_sum(float v)
{
    for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

template <int M, int N, int WARPS>
__global__ void geqrf_warp_batched(float *dA, float *dtau, int count)
{
    __shared__ float mat[WARPS][N][M];        // column major
    __shared__ float refl[WARPS][M];

    const int lane = threadIdx.x;
    const int w = threadIdx.y;
    const int id = blockIdx.x * WARPS + w;
    if (id >= count)
        return;

    float *A = dA + (size_t)id * M * N;
    for (int j = 0; j < N; ++j)
        mat[w][j][lane] = A[j * M + lane];
    __syncwarp();

    for (int k = 0; k < N; ++k) {
        const float a = lane >= k ? mat[w][k][lane] : 0.0f;
        const float norm2 = warp_sum(a * a);
        const float alpha = mat[w][k][k];
        const float beta = -copysignf(sqrtf(norm2), alpha);
        const float tau = norm2 > 0.0f ? (beta - alpha) / beta : 0.0f;
        const float scale = norm2 > 0.0f ? 1.0f / (alpha - beta) : 0.0f;

        refl[w][lane] = lane < k ? 0.0f : (lane == k ? 1.0f : a * scale);
        __syncwarp();

        /* each lane owns a trailing column */
        const int j = k + 1 + lane;
        if (j < N) {
            float dot = 0.0f;
            for (int i = 0; i < M; ++i)
                dot += refl[w][i] * mat[w][j][i];
            dot *= tau;
            for (int i = 0; i < M; ++i)
                mat[w][j][i] -= dot * refl[w][i];
        }
        __syncwarp();

        if (lane > k)
            mat[w][k][lane] = refl[w][lane];
        else if (lane == k)
            mat[w][k][k] = beta;
        if (lane == 0)
            dtau[(size_t)id * N + k] = tau;
        __syncwarp();
    }
    for (int j = 0; j < N; ++j)
        A[j * M + lane] = mat[w][j][lane];
}

// ---------------------------------------------------------------------------
// Gauss-Jordan inverse on the augmented matrix [A | I]; thread (x, y) grid over columns/rows.
// ---------------------------------------------------------------------------
template <int N, int PITCH>
__global__ void inverse_gj_batched(const float2 *__restrict__ in, float2 *__restrict__ out)
{
    __shared__ float2 aug[N * PITCH];      // complex, row major, 2N columns
    __shared__ float2 factor[N];

    const int col = threadIdx.x;           // 0 .. 2N-1
    const int row = threadIdx.y;           // 0 .. N-1
    const size_t base = (size_t)blockIdx.x * N * N;

    if (col < N)
        aug[row * PITCH + col] = in[base + row * N + col];
    else
        aug[row * PITCH + col] = make_float2(col - N == row ? 1.0f : 0.0f, 0.0f);
    __syncthreads();

    for (int k = 0; k < N; ++k) {
        if (col == 0)
            factor[row] = aug[row * PITCH + k];
        __syncthreads();

        if (row == k) {
            const float2 p = factor[k];
            const float inv = 1.0f / (p.x * p.x + p.y * p.y);
            const float2 v = aug[k * PITCH + col];
            aug[k * PITCH + col] = make_float2((v.x * p.x + v.y * p.y) * inv,
                                               (v.y * p.x - v.x * p.y) * inv);
        }
        __syncthreads();

        if (row != k) {
            const float2 f = factor[row];
            const float2 u = aug[k * PITCH + col];
            float2 v = aug[row * PITCH + col];
            v.x -= f.x * u.x - f.y * u.y;
            v.y -= f.x * u.y + f.y * u.x;
            aug[row * PITCH + col] = v;
        }
        __syncthreads();
    }

    if (col >= N)
        out[base + row * N + col - N] = aug[row * PITCH + col];
}

/* diagonally dominant symmetric test matrices */
template <typename T>
static std::vector<T> make_spd(int n, int ld, int batch)
{
    std::vector<T> a((size_t)n * ld * batch, T(0));
    for (int b = 0; b < batch; ++b)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                a[(size_t)b * n * ld + (size_t)j * ld + i] =
                    (i == j) ? T(n + 1 + b % 3) : T(1) / T(1 + abs(i - j));
    return a;
}

template <typename T>
static cudaError_t upload(T **dst, const std::vector<T> &src)
{
    cudaError_t e = cudaMalloc((void **)dst, src.size() * sizeof(T));
    if (e != cudaSuccess)
        return e;
    return cudaMemcpy(*dst, src.data(), src.size() * sizeof(T), cudaMemcpyHostToDevice);
}

static void launch_lu(int n, double *dA, int ldda, int batch)
{
    const int lds = n + 1;
    const size_t shmem = (size_t)lds * n * sizeof(double);
    dgetrf_nopiv_batched<<<batch, n, shmem>>>(n, dA, ldda, lds, n * ldda);
}

int main(void)
{
    const int batch = 64;

    const int n_lu = 48, ldda = 48;
    double *dLU;
    SAFE_CALL(upload(&dLU, make_spd<double>(n_lu, ldda, batch)));
    launch_lu(n_lu, dLU, ldda, batch);
    SAFE_CALL(cudaGetLastError());

    constexpr int NP = 32;
    float *dPo;
    SAFE_CALL(upload(&dPo, make_spd<float>(NP, NP, batch)));
    potrf_batched<float, NP, NP><<<batch, dim3(32, 4)>>>(dPo, NP);
    SAFE_CALL(cudaGetLastError());

    constexpr int NB = 24, NRHS = 64;
    float *dL, *dB;
    SAFE_CALL(upload(&dL, make_spd<float>(NB, NB, batch)));
    SAFE_CALL(upload(&dB, std::vector<float>((size_t)NB * NRHS * batch, 1.0f)));
    strsm_lower_batched<NB, NRHS, NB, NB + 1><<<batch, NRHS>>>(dL, dB, NB, NB);
    SAFE_CALL(cudaGetLastError());

    constexpr int QM = WARP, QN = 16, QW = 4;
    float *dQ, *dTau;
    std::vector<float> q((size_t)QM * QN * batch);
    for (size_t i = 0; i < q.size(); ++i)
        q[i] = (float)((i * 37) % 101) / 101.0f + (i % 33 == 0 ? 2.0f : 0.0f);
    SAFE_CALL(upload(&dQ, q));
    SAFE_CALL(cudaMalloc((void **)&dTau, sizeof(float) * QN * batch));
    geqrf_warp_batched<QM, QN, QW><<<(batch + QW - 1) / QW, dim3(WARP, QW)>>>(dQ, dTau, batch);
    SAFE_CALL(cudaGetLastError());

    constexpr int NI = 12;
    std::vector<float2> z((size_t)NI * NI * batch);
    for (size_t i = 0; i < z.size(); ++i) {
        const int r = (int)(i / NI) % NI, c = (int)(i % NI);
        z[i] = make_float2(r == c ? 8.0f : 0.3f, 0.1f * (r - c));
    }
    float2 *dZ, *dZi;
    SAFE_CALL(upload(&dZ, z));
    SAFE_CALL(cudaMalloc((void **)&dZi, z.size() * sizeof(float2)));
    inverse_gj_batched<NI, 2 * NI><<<batch, dim3(2 * NI, NI)>>>(dZ, dZi);
    SAFE_CALL(cudaGetLastError());

    SAFE_CALL(cudaDeviceSynchronize());
    cudaFree(dLU);
    cudaFree(dPo);
    cudaFree(dL);
    cudaFree(dB);
    cudaFree(dQ);
    cudaFree(dTau);
    cudaFree(dZ);
    cudaFree(dZi);
    printf("batched factorizations finished\n");
    return 0;
}

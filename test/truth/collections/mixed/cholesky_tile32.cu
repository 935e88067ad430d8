// Tiled Cholesky building blocks on batches of 32x32 tiles:
//   potrf (factor diagonal tile), trsm (panel), syrk (trailing update), potrs (solve).
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr int NB = 32;
constexpr int TILE = NB * NB;

inline bool ok(cudaError_t e, const char* msg)
{
    if (e == cudaSuccess) return true;
    fprintf(stderr, "[%s] %s\n", msg, cudaGetErrorString(e));
    return false;
}

template <int LD>
__device__ void load_tile(float (&dst)[NB][LD], const float* __restrict__ src)
{
    for (int r = threadIdx.y; r < NB; r += blockDim.y)
        dst[r][threadIdx.x] = src[r * NB + threadIdx.x];
}

template <int LD>
__device__ void store_tile(float* __restrict__ dst, float (&src)[NB][LD])
{
    for (int r = threadIdx.y; r < NB; r += blockDim.y)
        dst[r * NB + threadIdx.x] = src[r][threadIdx.x];
}

// Right-looking factorization, block (32, 8).
template <int PAD>
__global__ void potrf_tile(const float* __restrict__ in, float* __restrict__ out)
{
    __shared__ float A[NB][NB + PAD];
    load_tile(A, in + blockIdx.x * TILE);
    __syncthreads();
    const int tx = threadIdx.x, ty = threadIdx.y;
    for (int k = 0; k < NB; ++k) {
        if (tx == 0 && ty == 0)
            A[k][k] = sqrtf(A[k][k]);
        __syncthreads();
        if (ty == 0 && tx > k)
            A[tx][k] /= A[k][k];
        __syncthreads();
        for (int i = k + 1 + ty; i < NB; i += blockDim.y) {
            if (tx > k && tx <= i)
                A[i][tx] -= A[i][k] * A[tx][k];
        }
        __syncthreads();
    }
    for (int r = ty; r < NB; r += blockDim.y)
        if (tx > r) A[r][tx] = 0.0f;
    __syncthreads();
    store_tile(out + blockIdx.x * TILE, A);
}

// X * L^T = B, each thread owns one row of X; 32 threads per block.
__global__ void trsm_rlt(const float* __restrict__ Lg, const float* __restrict__ Bg, float* __restrict__ Xg)
{
    __shared__ float L[NB][NB];
    __shared__ float X[NB][NB + 1];
    load_tile(L, Lg + blockIdx.x * TILE);
    load_tile(X, Bg + blockIdx.x * TILE);
    __syncthreads();
    const int row = threadIdx.x;
    for (int j = 0; j < NB; ++j) {
        float s = X[row][j];
        for (int k = 0; k < j; ++k)
            s -= X[row][k] * L[j][k];
        X[row][j] = s / L[j][j];
    }
    __syncthreads();
    store_tile(Xg + blockIdx.x * TILE, X);
}

// C -= X * X^T with a 16x16 thread block, 2x2 outputs per thread.
__global__ void syrk_tile(const float* __restrict__ Xg, float* __restrict__ Cg)
{
    extern __shared__ float smem[];
    float* X = smem;               // [32][32]
    float* Xt = smem + TILE;       // [32][33], transposed copy
    const int tid = threadIdx.y * 16 + threadIdx.x;
    for (int i = tid; i < TILE; i += 256) {
        float v = Xg[blockIdx.x * TILE + i];
        X[i] = v;
        Xt[(i % NB) * (NB + 1) + i / NB] = v;
    }
    __syncthreads();
    float c00 = 0.f, c01 = 0.f, c10 = 0.f, c11 = 0.f;
    const int r = threadIdx.y, c = threadIdx.x;
    for (int k = 0; k < NB; ++k) {
        float a0 = X[r * NB + k];
        float a1 = X[(r + 16) * NB + k];
        float b0 = Xt[k * (NB + 1) + c];
        float b1 = Xt[k * (NB + 1) + c + 16];
        c00 += a0 * b0; c01 += a0 * b1;
        c10 += a1 * b0; c11 += a1 * b1;
    }
    float* C = Cg + blockIdx.x * TILE;
    C[r * NB + c] -= c00;
    C[r * NB + c + 16] -= c01;
    C[(r + 16) * NB + c] -= c10;
    C[(r + 16) * NB + c + 16] -= c11;
}

// L L^T x = b, four tiles per block, one warp per tile.
__global__ void potrs_warp(const float* __restrict__ Lg, const float* __restrict__ bg, float* __restrict__ xg)
{
    __shared__ float Ls[4][NB][NB + 1];
    __shared__ float v[4][NB];
    const int lane = threadIdx.x, w = threadIdx.y;
    const int tile = blockIdx.x * 4 + w;

    for (int r = 0; r < NB; ++r)
        Ls[w][r][lane] = Lg[tile * TILE + r * NB + lane];
    v[w][lane] = bg[tile * NB + lane];
    __syncwarp();
    for (int k = 0; k < NB; ++k) {             // forward: column oriented
        if (lane == k) v[w][k] = v[w][k] / Ls[w][k][k];
        __syncwarp();
        if (lane > k) v[w][lane] -= Ls[w][lane][k] * v[w][k];
        __syncwarp();
    }
    for (int k = NB - 1; k >= 0; --k) {        // backward with L^T: row of L
        if (lane == k) v[w][k] = v[w][k] / Ls[w][k][k];
        __syncwarp();
        if (lane < k) v[w][lane] -= Ls[w][k][lane] * v[w][k];
        __syncwarp();
    }
    xg[tile * NB + lane] = v[w][lane];
}

} // namespace

int main()
{
    const int batch = 16;
    std::vector<float> A(batch * TILE), b(batch * NB, 0.0f), x(batch * NB);
    for (int t = 0; t < batch; ++t)
        for (int i = 0; i < NB; ++i)
            for (int j = 0; j < NB; ++j) {
                float v = (i == j) ? 40.0f + t : 1.0f / (1.0f + std::abs(i - j));
                A[t * TILE + i * NB + j] = v;
                b[t * NB + i] += v * (1.0f + j % 4);     // exact x[j] = 1 + j % 4
            }

    float *dA, *dL, *dX, *dC, *db, *dx;
    bool good = true;
    for (float** p : {&dA, &dL, &dX, &dC})
        good = good && ok(cudaMalloc(p, A.size() * sizeof(float)), "malloc tile");
    for (float** p : {&db, &dx})
        good = good && ok(cudaMalloc(p, b.size() * sizeof(float)), "malloc vec");
    if (!good) return 1;
    cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dC, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);

    potrf_tile<0><<<batch, dim3(32, 8)>>>(dA, dL);
    potrf_tile<1><<<batch, dim3(32, 8)>>>(dA, dL);
    trsm_rlt<<<batch, dim3(32, 1)>>>(dL, dA, dX);
    const size_t syrk_bytes = (TILE + NB * (NB + 1)) * sizeof(float);
    syrk_tile<<<batch, dim3(16, 16), syrk_bytes>>>(dX, dC);
    potrs_warp<<<batch / 4, dim3(32, 4)>>>(dL, db, dx);
    if (!ok(cudaGetLastError(), "launch") || !ok(cudaDeviceSynchronize(), "sync")) return 1;

    cudaMemcpy(x.data(), dx, x.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0.0f;
    for (int i = 0; i < batch * NB; ++i)
        worst = std::fmax(worst, std::fabs(x[i] - (1.0f + (i % NB) % 4)));
    std::vector<float> C(A.size());
    cudaMemcpy(C.data(), dC, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (float c : C)   // X = A L^-T = L, so C = A - L L^T = 0
        worst = std::fmax(worst, std::fabs(c));
    printf("max error %g\n", worst);
    return worst < 1e-3f ? 0 : 1;
}

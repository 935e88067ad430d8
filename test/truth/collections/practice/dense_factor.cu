// Small dense factorisations held in shared memory: LU without pivoting, Cholesky, Householder QR, batched inverse, TRSM.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace dense {

template <int N, int LD = N>
__global__ void luTile(float *A, int batchStride)
{
    __shared__ float s[N][LD];
    float *a = A + blockIdx.x * batchStride;
    for (int r = threadIdx.y; r < N; r += blockDim.y) s[r][threadIdx.x] = a[r * N + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < N - 1; k++) {
        // one warp scales the pivot column
        if (threadIdx.y == 0 && threadIdx.x > k) s[threadIdx.x][k] /= s[k][k];
        __syncthreads();
        for (int r = k + 1 + threadIdx.y; r < N; r += blockDim.y)
            if (threadIdx.x > k) s[r][threadIdx.x] -= s[r][k] * s[k][threadIdx.x];
        __syncthreads();
    }
    for (int r = threadIdx.y; r < N; r += blockDim.y) a[r * N + threadIdx.x] = s[r][threadIdx.x];
}

// left-looking Cholesky, one thread per row
template <typename T, int N>
__global__ void choleskyRowThread(T *A)
{
    __shared__ T L[N][N];
    T *a = A + blockIdx.x * N * N;
    int i = threadIdx.x;
    for (int j = 0; j < N; j++) L[j][i] = a[j * N + i];
    __syncthreads();
    for (int k = 0; k < N; k++) {
        if (i == k) L[k][k] = sqrt(L[k][k]);
        __syncthreads();
        if (i > k) L[i][k] /= L[k][k];
        __syncthreads();
        if (i > k)
            for (int j = k + 1; j <= i; j++) L[i][j] -= L[i][k] * L[j][k];
        __syncthreads();
    }
    for (int j = 0; j < N; j++) a[j * N + i] = i <= j ? L[j][i] : T(0);
}

// 24x16 Householder QR per block; column-major panel
__global__ void householderQR(const float *A, float *R)
{
    constexpr int M = 24, N = 16;
    __shared__ float p[N][M];         // p[col][row]
    __shared__ float tau, scale;
    int t = threadIdx.x;              // 0..31
    if (t < M) for (int c = 0; c < N; c++) p[c][t] = A[blockIdx.x * M * N + c * M + t];
    __syncthreads();
    for (int k = 0; k < N; k++) {
        float v = (t > k && t < M) ? p[k][t] : 0.f;
        float ss = v * v;
        for (int o = 16; o; o >>= 1) ss += __shfl_xor_sync(~0u, ss, o);
        if (t == 0) {
            float alpha = p[k][k], nrm = sqrtf(alpha * alpha + ss), beta = alpha > 0 ? -nrm : nrm;
            tau = nrm > 0.f ? (beta - alpha) / beta : 0.f;
            scale = alpha != beta ? 1.f / (alpha - beta) : 0.f;
            p[k][k] = beta;
        }
        __syncthreads();
        if (t > k && t < M) p[k][t] *= scale;
        __syncthreads();
        // each thread updates one trailing column
        int c = k + 1 + t;
        if (c < N) {
            float w = p[c][k];
            for (int r = k + 1; r < M; r++) w += p[k][r] * p[c][r];
            w *= tau;
            p[c][k] -= w;
            for (int r = k + 1; r < M; r++) p[c][r] -= w * p[k][r];
        }
        __syncthreads();
    }
    for (int i = t; i < M * N; i += 32) R[blockIdx.x * M * N + i] = p[i / M][i % M];
}

// X L^T = B for a 32x32 lower triangle; each thread solves one row of B, L broadcast
__global__ void trsmRight(const double *Lg, double *Bg, int ldb)
{
    __shared__ double L[32][33];
    __shared__ double X[64][32];
    for (int i = threadIdx.x; i < 1024; i += 64) L[i >> 5][i & 31] = Lg[i];
    double *b = Bg + blockIdx.x * 64 * ldb;
    for (int i = threadIdx.x; i < 64 * 32; i += 64) X[i >> 5][i & 31] = b[(i >> 5) * ldb + (i & 31)];
    __syncthreads();
    for (int c = 0; c < 32; c++) {
        double v = X[threadIdx.x][c];
        for (int k = 0; k < c; k++) v -= X[threadIdx.x][k] * L[c][k];
        X[threadIdx.x][c] = v / L[c][c];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64 * 32; i += 64) b[(i >> 5) * ldb + (i & 31)] = X[i >> 5][i & 31];
}

// 4x4 inverses, 32 matrices per block, Gauss-Jordan on augmented rows
__global__ void batchedInverse4(const float4 *A, float4 *Ainv)
{
    __shared__ __align__(16) float aug[32][4][8];
    const int m = threadIdx.x >> 2, r = threadIdx.x & 3;
    float4 v = A[blockIdx.x * 128 + threadIdx.x];
    float *row = aug[m][r];
    row[0] = v.x; row[1] = v.y; row[2] = v.z; row[3] = v.w;
#pragma unroll
    for (int j = 0; j < 4; j++) row[4 + j] = j == r ? 1.f : 0.f;
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        float piv = 1.f / aug[m][k][k], f = row[k];
        float upd[8];
#pragma unroll
        for (int j = 0; j < 8; j++) upd[j] = aug[m][k][j] * piv;
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; j++) row[j] = r == k ? upd[j] : row[j] - f * upd[j];
        __syncthreads();
    }
    Ainv[blockIdx.x * 128 + threadIdx.x] = *reinterpret_cast<float4 *>(row + 4);
}

} // namespace dense

int main()
{
    const int n = 1 << 15;
    std::vector<float> h(n);
    std::vector<double> hd(n);
    for (int i = 0; i < n; i++) {
        int r = (i / 32) % 32, c = i % 32;
        h[i] = (r == c ? 40.f : 0.f) + ((i * 29) % 17) * 0.05f;
        hd[i] = (r == c ? 64.0 : 0.0) + 1.0 / (1 + r + c);
    }
    float *a, *b; double *d;
    cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&d, n * 8);
    cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d, hd.data(), n * 8, cudaMemcpyHostToDevice);
    dense::householderQR<<<16, 32>>>(a, b);
    dense::batchedInverse4<<<16, 128>>>((float4 *)a, (float4 *)b);
    dense::luTile<32><<<16, dim3(32, 8)>>>(a, 1024);
    dense::luTile<32, 33><<<16, dim3(32, 4)>>>(a, 1024);
    dense::choleskyRowThread<double, 32><<<4, 32>>>(d);
    dense::trsmRight<<<4, 64>>>(d, d + 8192, 32);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(b); cudaFree(d);
    return 0;
}

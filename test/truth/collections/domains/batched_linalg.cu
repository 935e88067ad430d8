// Batched small dense linear algebra: many independent N x N problems, one block (or one thread) each.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

// LU with partial pivoting, one matrix per block, N threads (one per row). Row major tile.
template <typename T, int N, int LD>
__global__ void lu_pivot_batched(T* a, int* piv, int batch)
{
    __shared__ T s[N][LD];
    __shared__ int p;
    const int b = blockIdx.x, r = threadIdx.x;
    if (b >= batch) return;
    T* A = a + (size_t)b * N * N;
    for (int i = 0; i < N; ++i) s[i][r] = A[i * N + r];
    __syncthreads();
    for (int k = 0; k < N; ++k) {
        if (r == 0) {
            int best = k;
            T v = fabs(s[k][k]);
            for (int i = k + 1; i < N; ++i)
                if (fabs(s[i][k]) > v) { v = fabs(s[i][k]); best = i; }
            p = best;
            piv[b * N + k] = best;
        }
        __syncthreads();
        if (p != k) {
            T tmp = s[k][r];
            s[k][r] = s[p][r];
            s[p][r] = tmp;
        }
        __syncthreads();
        if (r > k) {
            const T l = s[r][k] / s[k][k];
            s[r][k] = l;
            for (int j = k + 1; j < N; ++j) s[r][j] -= l * s[k][j];
        }
        __syncthreads();
    }
    for (int i = 0; i < N; ++i) A[i * N + r] = s[i][r];
}

// Right-looking Cholesky, lower, runtime n, dynamic shared memory with leading dimension ld.
__global__ void potrf_batched(double* a, int n, int ld)
{
    extern __shared__ double sm[];
    double* A = a + (size_t)blockIdx.x * n * n;
    const int tx = threadIdx.x, ty = threadIdx.y;
    for (int i = ty; i < n; i += blockDim.y)
        for (int j = tx; j < n; j += blockDim.x) sm[i * ld + j] = A[i * n + j];
    __syncthreads();
    const int tid = ty * blockDim.x + tx, nt = blockDim.x * blockDim.y;
    for (int k = 0; k < n; ++k) {
        if (tid == 0) sm[k * ld + k] = sqrt(sm[k * ld + k]);
        __syncthreads();
        for (int i = k + 1 + tid; i < n; i += nt) sm[i * ld + k] /= sm[k * ld + k];
        __syncthreads();
        for (int i = k + 1 + ty; i < n; i += blockDim.y)
            for (int j = k + 1 + tx; j <= i; j += blockDim.x)
                sm[i * ld + j] -= sm[i * ld + k] * sm[j * ld + k];
        __syncthreads();
    }
    for (int i = ty; i < n; i += blockDim.y)
        for (int j = tx; j < n; j += blockDim.x) A[i * n + j] = j <= i ? sm[i * ld + j] : 0.0;
}

// Householder QR, column per warp lane group: 4 warps, warp w updates columns w, w+4, ...
template <int M, int N>
__global__ void geqr2_batched(float* a, float* tau)
{
    __shared__ float q[N][M];           // column major
    __shared__ float v[M];
    __shared__ float beta;
    const int lane = threadIdx.x % 32, w = threadIdx.x / 32, nw = blockDim.x / 32;
    float* A = a + blockIdx.x * M * N;
    for (int e = threadIdx.x; e < M * N; e += blockDim.x) q[e % N][e / N] = A[e];   // row-major input
    __syncthreads();
    for (int k = 0; k < N; ++k) {
        if (w == 0) {
            float ss = 0.f;
            for (int i = k + lane; i < M; i += 32) ss += q[k][i] * q[k][i];
            for (int o = 16; o; o >>= 1) ss += __shfl_xor_sync(~0u, ss, o);
            const float akk = q[k][k];
            const float alpha = akk > 0 ? -sqrtf(ss) : sqrtf(ss);
            const float v0 = akk - alpha;
            for (int i = lane; i < M; i += 32) v[i] = i < k ? 0.f : (i == k ? v0 : q[k][i]);
            if (lane == 0) {
                const float vn = ss - akk * akk + v0 * v0;
                beta = vn > 0.f ? 2.f / vn : 0.f;
                tau[blockIdx.x * N + k] = beta;
            }
        }
        __syncthreads();
        for (int c = k + w; c < N; c += nw) {
            float d = 0.f;
            for (int i = lane; i < M; i += 32) d += v[i] * q[c][i];
            for (int o = 16; o; o >>= 1) d += __shfl_xor_sync(~0u, d, o);
            d *= beta;
            for (int i = lane; i < M; i += 32) q[c][i] -= d * v[i];
        }
        __syncthreads();
    }
    for (int e = threadIdx.x; e < M * N; e += blockDim.x) A[e] = q[e % N][e / N];
}

// 4x4 Gauss-Jordan, one matrix per thread, matrices staged through shared memory.
__global__ void inverse4x4(const float* in, float* out, int batch)
{
    __shared__ float buf[128 * 16];
    const int base = blockIdx.x * 128;
    const int cnt = min(128, batch - base);
    for (int i = threadIdx.x; i < cnt * 16; i += 128) buf[i] = in[base * 16 + i];
    __syncthreads();
    if (threadIdx.x < cnt) {
        float* m = buf + threadIdx.x * 16;
        for (int k = 0; k < 4; ++k) {
            const float d = 1.f / m[k * 4 + k];
            m[k * 4 + k] = 1.f;
#pragma unroll
            for (int j = 0; j < 4; ++j) m[k * 4 + j] *= d;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                if (i == k) continue;
                const float f = m[i * 4 + k];
                m[i * 4 + k] = 0.f;
#pragma unroll
                for (int j = 0; j < 4; ++j) m[i * 4 + j] -= f * m[k * 4 + j];
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < cnt * 16; i += 128) out[base * 16 + i] = buf[i];
}

// Forward substitution L X = B with many right hand sides (one per thread)
template <int N>
__global__ void trsm_lower(const double* L, double* B, int nrhs)
{
    __shared__ double sl[N * (N + 1) / 2];     // packed lower triangle
    __shared__ double sx[64][N + 1];
    for (int e = threadIdx.x; e < N * N; e += 64) {
        const int i = e / N, j = e % N;
        if (j <= i) sl[i * (i + 1) / 2 + j] = L[(size_t)blockIdx.y * N * N + e];
    }
    const int c = blockIdx.x * 64 + threadIdx.x;
    double* x = sx[threadIdx.x];
    for (int i = 0; i < N; ++i) x[i] = c < nrhs ? B[((size_t)blockIdx.y * N + i) * nrhs + c] : 0.0;
    __syncthreads();
    for (int i = 0; i < N; ++i) {
        double t = x[i];
        for (int j = 0; j < i; ++j) t -= sl[i * (i + 1) / 2 + j] * x[j];
        x[i] = t / sl[i * (i + 1) / 2 + i];
    }
    if (c < nrhs)
        for (int i = 0; i < N; ++i) B[((size_t)blockIdx.y * N + i) * nrhs + c] = x[i];
}

template <typename T> static T* make_spd(int batch, int n)
{
    std::vector<T> h((size_t)batch * n * n);
    for (int b = 0; b < batch; ++b)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                h[((size_t)b * n + i) * n + j] = T(i == j ? n + 1.0 : 1.0 / (1 + abs(i - j) + b % 3));
    T* d = nullptr;
    cudaMalloc(&d, h.size() * sizeof(T));
    cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int batch = 64;
    int* piv; cudaMalloc(&piv, batch * 32 * sizeof(int));
    float* tau; cudaMalloc(&tau, batch * 32 * sizeof(float));
    lu_pivot_batched<float, 32, 32><<<batch, 32>>>(make_spd<float>(batch, 32), piv, batch);
    lu_pivot_batched<double, 16, 17><<<batch, 16>>>(make_spd<double>(batch, 16), piv, batch);
    double* spd = make_spd<double>(batch, 32);
    for (int pad : {0, 1}) {
        double* a = make_spd<double>(batch, 24 + 8 * pad);
        const int n = 24 + 8 * pad, ld = n + pad;
        potrf_batched<<<batch, dim3(16, 8), n * ld * sizeof(double)>>>(a, n, ld);
        spd = a;
    }
    geqr2_batched<32, 32><<<batch, 128>>>(make_spd<float>(batch, 32), tau);
    float *m4 = make_spd<float>(1000, 4), *o4 = make_spd<float>(1000, 4);
    inverse4x4<<<(1000 + 127) / 128, 128>>>(m4, o4, 1000);
    double* rhs = make_spd<double>(batch, 64);   // batch x 32 x 100 fits in batch x 64 x 64
    trsm_lower<32><<<dim3(2, batch), 64>>>(spd, rhs, 100);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) { std::puts("failed"); return 1; }
    float v = 0; cudaMemcpy(&v, o4, 4, cudaMemcpyDeviceToHost);
    double x = 0; cudaMemcpy(&x, rhs, 8, cudaMemcpyDeviceToHost);
    std::printf("ok %f %f\n", v, x);
    return 0;
}

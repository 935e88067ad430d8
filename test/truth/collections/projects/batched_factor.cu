// batched_factor.cu
// Small-matrix batched factorizations kept entirely in shared memory.
// Every routine works on column-major matrices of compile time order N.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define CUDA_OK(stmt) ::ok((stmt), #stmt, __LINE__)
static void ok(cudaError_t s, const char* what, int line)
{
    if (s != cudaSuccess) { std::fprintf(stderr, "%s (%d): %s\n", what, line, cudaGetErrorString(s)); std::abort(); }
}

namespace bf {

template <typename T, int Rows, int Cols, int Ld = Rows>
struct Tile {
    T v[Ld * Cols];
    __device__ T&       operator()(int i, int j)       { return v[j * Ld + i]; }
    __device__ const T& operator()(int i, int j) const { return v[j * Ld + i]; }
};

template <typename T> __device__ T warp_sum(T x)
{
    for (int o = 16; o > 0; o /= 2) x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

/// Cholesky A = L L^T, one warp per matrix, blockDim = (32, PerBlock), lane = row.
template <typename T, int N, int PerBlock>
__global__ void potrf(T* a, int batch)
{
    static_assert(N <= 32, "one lane per row");
    __shared__ Tile<T, N, N> tiles[PerBlock];
    const int m = blockIdx.x * PerBlock + threadIdx.y;
    if (m >= batch) return;                       // whole warps leave, only __syncwarp below
    Tile<T, N, N>& L = tiles[threadIdx.y];
    const int row = threadIdx.x;
    T* g = a + static_cast<size_t>(m) * N * N;

    for (int e = row; e < N * N; e += 32) L.v[e] = g[e];
    __syncwarp();
    for (int k = 0; k < N; ++k) {
        const T d = sqrt(L(k, k));
        __syncwarp();
        if (row == k) L(k, k) = d;
        if (row > k && row < N) L(row, k) /= d;
        __syncwarp();
        if (row > k && row < N) {
            const T lik = L(row, k);
            for (int j = k + 1; j <= row; ++j) L(row, j) -= lik * L(j, k);
        }
        __syncwarp();
    }
    for (int e = row; e < N * N; e += 32) {
        const int i = e % N, j = e / N;
        g[e] = i >= j ? L.v[e] : T(0);
    }
}

/// Solve L x = b then L^T x = y for NRHS right hand sides, block = (N).
template <typename T, int N, int NRHS>
__global__ void potrs(const T* __restrict__ l, T* b)
{
    __shared__ T L[N][N + 1];
    __shared__ T X[N][NRHS];
    const int t = threadIdx.x;
    const T* gl = l + static_cast<size_t>(blockIdx.x) * N * N;
    T* gb = b + static_cast<size_t>(blockIdx.x) * N * NRHS;
#pragma unroll 4
    for (int j = 0; j < N; ++j) L[t][j] = gl[j * N + t];
    for (int e = t; e < N * NRHS; e += N) X[e % N][e / N] = gb[e];
    __syncthreads();

    for (int k = 0; k < N; ++k) {                 // forward
        if (t < NRHS) X[k][t] /= L[k][k];
        __syncthreads();
        if (t > k)
            for (int r = 0; r < NRHS; ++r) X[t][r] -= L[t][k] * X[k][r];
        __syncthreads();
    }
    for (int k = N - 1; k >= 0; --k) {            // backward
        if (t < NRHS) X[k][t] /= L[k][k];
        __syncthreads();
        if (t < k)
            for (int r = 0; r < NRHS; ++r) X[t][r] -= L[k][t] * X[k][r];
        __syncthreads();
    }
    for (int e = t; e < N * NRHS; e += N) gb[e] = X[e % N][e / N];
}

/// Householder QR of an M x N panel: R in the upper triangle, reflectors below, tau separate.
/// block = (32, WARPS); warps share the trailing columns.
template <typename T, int M, int N, int WARPS>
__global__ void geqrf(T* a, T* tau)
{
    __shared__ Tile<T, M, N> A;
    __shared__ T stau[N];
    const int lane = threadIdx.x, warp = threadIdx.y, tid = warp * 32 + lane;
    T* g = a + static_cast<size_t>(blockIdx.x) * M * N;
    for (int e = tid; e < M * N; e += 32 * WARPS) A.v[e] = g[e];
    __syncthreads();

    for (int k = 0; k < N; ++k) {
        if (warp == 0) {
            T s = 0;
            for (int i = k + 1 + lane; i < M; i += 32) s += A(i, k) * A(i, k);
            s = warp_sum(s);
            const T alpha = A(k, k);
            const T beta  = alpha > 0 ? -sqrt(alpha * alpha + s) : sqrt(alpha * alpha + s);
            const T scale = T(1) / (alpha - beta);
            __syncwarp();
            for (int i = k + 1 + lane; i < M; i += 32) A(i, k) *= scale;
            if (lane == 0) { stau[k] = (beta - alpha) / beta; A(k, k) = beta; }
        }
        __syncthreads();
        for (int j = k + 1 + warp; j < N; j += WARPS) {
            T w = lane == 0 ? A(k, j) : T(0);
            for (int i = k + 1 + lane; i < M; i += 32) w += A(i, k) * A(i, j);
            w = warp_sum(w) * stau[k];
            if (lane == 0) A(k, j) -= w;
            for (int i = k + 1 + lane; i < M; i += 32) A(i, j) -= A(i, k) * w;
        }
        __syncthreads();
    }
    for (int e = tid; e < M * N; e += 32 * WARPS) g[e] = A.v[e];
    if (tid < N) tau[blockIdx.x * N + tid] = stau[tid];
}

/// Cyclic Jacobi with round-robin ordering. blockDim = (N, N/2): N/2 disjoint rotations at a time.
template <typename T, int N>
__global__ void syevj(const T* a, T* eig, int sweeps)
{
    constexpr int H = N / 2;
    __shared__ Tile<T, N, N, N + 1> A;
    __shared__ T cs[H], sn[H];
    __shared__ int pi[H], qi[H];
    const int i = threadIdx.x, r = threadIdx.y, tid = r * N + i;
    const T* g = a + static_cast<size_t>(blockIdx.x) * N * N;
    for (int e = tid; e < N * N; e += N * H) A(e % N, e / N) = g[e];
    __syncthreads();
    for (int step = 0; step < sweeps * (N - 1); ++step) {
        if (tid < H) {
            const int rot = step % (N - 1);
            int p = tid == 0 ? 0 : 1 + (tid - 1 + rot) % (N - 1);
            int q = 1 + (N - 2 - tid + rot) % (N - 1);
            if (p > q) { const int tmp = p; p = q; q = tmp; }
            const T apq = A(p, q);
            T c = 1, s = 0;
            if (fabs(apq) > T(1e-20)) {
                const T th = (A(q, q) - A(p, p)) / (2 * apq);
                const T t  = (th >= 0 ? T(1) : T(-1)) / (fabs(th) + sqrt(th * th + 1));
                c = 1 / sqrt(t * t + 1); s = t * c;
            }
            cs[tid] = c; sn[tid] = s; pi[tid] = p; qi[tid] = q;
        }
        __syncthreads();
        const int p = pi[r], q = qi[r];
        const T c = cs[r], s = sn[r];
        T x = A(i, p), y = A(i, q);               // columns
        A(i, p) = c * x - s * y;
        A(i, q) = s * x + c * y;
        __syncthreads();
        x = A(p, i); y = A(q, i);                 // rows
        A(p, i) = c * x - s * y;
        A(q, i) = s * x + c * y;
        __syncthreads();
    }
    if (r == 0) eig[blockIdx.x * N + i] = A(i, i);
}

}  // namespace bf

template <typename T, int N>
static void make_spd(std::vector<T>& a, int batch)
{
    a.resize(size_t(batch) * N * N);
    for (int b = 0; b < batch; ++b)
        for (int j = 0; j < N; ++j)
            for (int i = 0; i < N; ++i)
                a[(size_t(b) * N + j) * N + i] = T(1) / (1 + std::abs(i - j)) + (i == j ? T(2) + T(b % 7) * T(0.1) : T(0));
}

template <typename T> static T* upload(const std::vector<T>& v)
{
    T* p = nullptr;
    CUDA_OK(cudaMalloc(&p, v.size() * sizeof(T)));
    CUDA_OK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T, int N>
static void test_spd(int batch, int sweeps)
{
    constexpr int PB = 4, NRHS = 4;
    std::vector<T> a, b(size_t(batch) * N * NRHS, T(1)), x(b.size()), e(size_t(batch) * N);
    make_spd<T, N>(a, batch);
    T *da = upload(a), *db = upload(b), *de = upload(e);
    bf::syevj<T, N><<<batch, dim3(N, N / 2)>>>(da, de, sweeps);
    bf::potrf<T, N, PB><<<(batch + PB - 1) / PB, dim3(32, PB)>>>(da, batch);
    bf::potrs<T, N, NRHS><<<batch, N>>>(da, db);
    CUDA_OK(cudaGetLastError()); CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaMemcpy(x.data(), db, x.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_OK(cudaMemcpy(e.data(), de, e.size() * sizeof(T), cudaMemcpyDeviceToHost));
    double resid = 0, trace = 0, esum = 0;
    for (int m = 0; m < batch; ++m)
        for (int i = 0; i < N; ++i) {
            double s = -1;
            for (int j = 0; j < N; ++j) s += double(a[(size_t(m) * N + j) * N + i]) * x[size_t(m) * N * NRHS + j];
            resid = std::fmax(resid, std::fabs(s));
            trace += a[(size_t(m) * N + i) * N + i];
            esum += e[size_t(m) * N + i];
        }
    std::printf("spd  N=%-2d %s batch=%-3d residual %.2e  trace %.5f  eig sum %.5f\n", N,
                std::is_same<T, double>::value ? "f64" : "f32", batch, resid, trace, esum);
    cudaFree(da); cudaFree(db); cudaFree(de);
}

template <typename T, int M, int N>
static void test_qr(int batch)
{
    std::vector<T> a(size_t(batch) * M * N), tau(size_t(batch) * N);
    for (size_t k = 0; k < a.size(); ++k) a[k] = T(int((k * 2654435761u) >> 16 & 255) - 128) / 64;
    T *da = upload(a), *dt = upload(tau);
    bf::geqrf<T, M, N, 4><<<batch, dim3(32, 4)>>>(da, dt);
    CUDA_OK(cudaGetLastError()); CUDA_OK(cudaDeviceSynchronize());
    std::vector<T> r(a.size());
    CUDA_OK(cudaMemcpy(r.data(), da, r.size() * sizeof(T), cudaMemcpyDeviceToHost));
    double err = 0;                                // || (A^T A - R^T R) ||_max
    for (int m = 0; m < batch; ++m)
        for (int p = 0; p < N; ++p)
            for (int q = 0; q < N; ++q) {
                double s = 0;
                for (int i = 0; i < M; ++i) s += double(a[(size_t(m) * N + p) * M + i]) * a[(size_t(m) * N + q) * M + i];
                for (int i = 0; i <= (p < q ? p : q); ++i) s -= double(r[(size_t(m) * N + p) * M + i]) * r[(size_t(m) * N + q) * M + i];
                err = std::fmax(err, std::fabs(s));
            }
    std::printf("qr   %dx%d batch=%d gram error %.2e\n", M, N, batch, err);
    cudaFree(da); cudaFree(dt);
}

int main()
{
    test_spd<float, 32>(30, 6);  test_spd<double, 16>(61, 6);
    test_qr<float, 64, 24>(16);  test_qr<double, 40, 12>(8);
    return 0;
}

// Batched dense linear algebra in shared memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CUDA_TRY(x)                                                                         \
    do {                                                                                    \
        cudaError_t rc = (x);                                                               \
        if (rc != cudaSuccess) {                                                            \
            fprintf(stderr, "%s failed: %s (%s:%d)\n", #x, cudaGetErrorString(rc), __FILE__, __LINE__); \
            abort();                                                                        \
        }                                                                                   \
    } while (0)

// ----- scalar helpers -----------------------------------------------------------------
template <class R>
struct alignas(2 * sizeof(R)) cplx {
    R re, im;
    cplx() = default;
    __host__ __device__ constexpr cplx(R r, R i = R(0)) : re(r), im(i) {}
    __host__ __device__ cplx& operator+=(const cplx& o) { re += o.re; im += o.im; return *this; }
    __host__ __device__ cplx& operator-=(const cplx& o) { re -= o.re; im -= o.im; return *this; }
    friend __host__ __device__ cplx operator+(cplx a, const cplx& b) { return a += b; }
    friend __host__ __device__ cplx operator-(cplx a, const cplx& b) { return a -= b; }
    friend __host__ __device__ cplx operator*(const cplx& a, const cplx& b)
    {
        return cplx(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    }
    friend __host__ __device__ cplx operator/(const cplx& a, const cplx& b)
    {
        const R d = R(1) / (b.re * b.re + b.im * b.im);
        return cplx((a.re * b.re + a.im * b.im) * d, (a.im * b.re - a.re * b.im) * d);
    }
};
using zfloat = cplx<float>;
using zdouble = cplx<double>;

__host__ __device__ inline float mag(float a) { return a < 0 ? -a : a; }
__host__ __device__ inline double mag(double a) { return a < 0 ? -a : a; }
template <class R>
__host__ __device__ inline R mag(const cplx<R>& a) { return mag(a.re) + mag(a.im); }

// column-major view with leading dimension
template <class T>
struct MatRef {
    T* p;
    int ld;
    __host__ __device__ T& operator()(int i, int j) const { return p[i + j * ld]; }
};

// ----- 1. LU with partial pivoting, block per matrix, dynamic shared --------------------
template <class T>
__global__ void getrf_batched(T* __restrict__ A, int* __restrict__ ipiv, int* __restrict__ info, int n, int ldSh)
{
    extern __shared__ __align__(16) unsigned char smem_raw[];
    MatRef<T> S{reinterpret_cast<T*>(smem_raw), ldSh};
    int* piv = reinterpret_cast<int*>(S.p + n * ldSh);
    __shared__ int pivRow;
    __shared__ int singular;

    T* a = A + (size_t)blockIdx.x * n * n;
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) S(k % n, k / n) = a[k];
    if (threadIdx.x == 0) singular = 0;
    __syncthreads();

    for (int c = 0; c < n; ++c) {
        if (threadIdx.x < 32) {
            int best = c;
            auto bv = mag(S(c, c));
            for (int r = c + threadIdx.x; r < n; r += 32) {
                const auto v = mag(S(r, c));
                if (v > bv) bv = v, best = r;
            }
            for (int o = 16; o; o >>= 1) {
                const auto ov = __shfl_xor_sync(0xffffffffu, bv, o);
                const int ob = __shfl_xor_sync(0xffffffffu, best, o);
                if (ov > bv || (ov == bv && ob < best)) bv = ov, best = ob;
            }
            if (threadIdx.x == 0) {
                pivRow = best;
                piv[c] = best;
                if (bv == 0 && singular == 0) singular = c + 1;
            }
        }
        __syncthreads();
        const int pr = pivRow;
        if (pr != c) {
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
                const T t = S(c, j);
                S(c, j) = S(pr, j);
                S(pr, j) = t;
            }
        }
        __syncthreads();
        if (singular) break;  // uniform
        const T d = S(c, c);
        for (int r = c + 1 + threadIdx.x; r < n; r += blockDim.x) S(r, c) = S(r, c) / d;
        __syncthreads();
        const int m = n - c - 1;
        for (int k = threadIdx.x; k < m * m; k += blockDim.x) {
            const int r = c + 1 + k % m, j = c + 1 + k / m;
            S(r, j) -= S(r, c) * S(c, j);
        }
        __syncthreads();
    }

    for (int k = threadIdx.x; k < n * n; k += blockDim.x) a[k] = S(k % n, k / n);
    if (!singular)
        for (int k = threadIdx.x; k < n; k += blockDim.x) ipiv[blockIdx.x * n + k] = piv[k];
    if (threadIdx.x == 0 && info) info[blockIdx.x] = singular;
}

// ----- 2. Cholesky, warp per matrix, packed several per block ---------------------------
template <class T, int N, int PER_BLOCK>
__global__ void __launch_bounds__(32 * PER_BLOCK) potrf_warp(const T* __restrict__ A, T* __restrict__ L, int batch)
{
    static_assert(N <= 32, "one lane per row");
    __shared__ T s[PER_BLOCK][N][N + 1];
    const int lane = threadIdx.x, slot = threadIdx.y;
    const int b = blockIdx.x * PER_BLOCK + slot;
    if (b >= batch) return;

    T(&m)[N][N + 1] = s[slot];
    const T* a = A + (size_t)b * N * N;
    for (int k = lane; k < N * N; k += 32) m[k / N][k % N] = a[k];
    __syncwarp();

    for (int j = 0; j < N; ++j) {
        const bool mine = lane >= j && lane < N;
        T v{};
        if (mine) {
            v = m[lane][j];
            for (int k = 0; k < j; ++k) v -= m[lane][k] * m[j][k];
            // every lane computes the diagonal itself instead of broadcasting it
            T d = m[j][j];
            for (int k = 0; k < j; ++k) d -= m[j][k] * m[j][k];
            v = lane == j ? sqrt(d) : v * (T(1) / sqrt(d));
        }
        __syncwarp();
        if (mine) m[lane][j] = v;
        __syncwarp();
    }
    T* l = L + (size_t)b * N * N;
    for (int k = lane; k < N * N; k += 32) l[k] = (k % N) <= (k / N) ? m[k / N][k % N] : T(0);
}

// ----- 3. Householder QR, block per matrix -----------------------------------------------
template <int NT>
__device__ float block_sum(float v, float* red)
{
    const int t = threadIdx.x;
    red[t] = v;
    __syncthreads();
#pragma unroll
    for (int o = NT / 2; o > 0; o >>= 1) {
        if (t < o) red[t] += red[t + o];
        __syncthreads();
    }
    const float r = red[0];
    __syncthreads();
    return r;
}

template <int M, int N, int NT>
__global__ void geqrf_batched(float* __restrict__ A, float* __restrict__ tau)
{
    __shared__ float a[N][M + 1];  // column j contiguous
    __shared__ float v[M];
    __shared__ float red[NT];
    float* g = A + (size_t)blockIdx.x * M * N;
    for (int k = threadIdx.x; k < M * N; k += NT) a[k / M][k % M] = g[k];
    __syncthreads();

    for (int c = 0; c < N; ++c) {
        float part = 0.f;
        for (int i = c + 1 + threadIdx.x; i < M; i += NT) part += a[c][i] * a[c][i];
        const float xx = block_sum<NT>(part, red);
        const float alpha = a[c][c];
        const float beta = xx == 0.f ? alpha : -copysignf(sqrtf(alpha * alpha + xx), alpha);
        const float t = xx == 0.f ? 0.f : (beta - alpha) / beta;
        const float scale = xx == 0.f ? 0.f : 1.f / (alpha - beta);
        __syncthreads();  // everyone has read alpha
        for (int i = c + threadIdx.x; i < M; i += NT) {
            const float x = i == c ? 1.f : a[c][i] * scale;
            v[i] = x;
            a[c][i] = i == c ? beta : x;
        }
        __syncthreads();
        // one warp per trailing column
        const int lane = threadIdx.x & 31;
        for (int j = c + 1 + (threadIdx.x >> 5); j < N; j += NT / 32) {
            float d = 0.f;
            for (int i = c + lane; i < M; i += 32) d += v[i] * a[j][i];
            for (int o = 16; o; o >>= 1) d += __shfl_xor_sync(~0u, d, o);
            d *= t;
            for (int i = c + lane; i < M; i += 32) a[j][i] -= d * v[i];
        }
        if (threadIdx.x == 0) tau[blockIdx.x * N + c] = t;
        __syncthreads();
    }
    for (int k = threadIdx.x; k < M * N; k += NT) g[k] = a[k / M][k % M];
}

// ----- 4. blocked triangular solve L X = B with many right-hand sides ---------------------
struct TrsmArgs {
    const double* L;
    const double* B;
    double* X;
    int n, nrhs;
    bool unit;
};

template <int NB, int RHS>
__global__ void trsm_lower(TrsmArgs p)
{
    __shared__ double l[NB][NB + 1];
    __shared__ double x[NB][RHS];
    const int tx = threadIdx.x;  // rhs
    const int ty = threadIdx.y;  // row in block, blockDim.y == NB
    const int col = blockIdx.x * RHS + tx;
    const bool colOk = col < p.nrhs;

    for (int i0 = 0; i0 < p.n; i0 += NB) {
        const int row = i0 + ty;
        double acc = (row < p.n && colOk) ? p.B[(size_t)row * p.nrhs + col] : 0.0;
        for (int k0 = 0; k0 < i0; k0 += NB) {
            for (int k = tx; k < NB; k += RHS) l[ty][k] = row < p.n ? p.L[(size_t)row * p.n + k0 + k] : 0.0;
            x[ty][tx] = colOk ? p.X[(size_t)(k0 + ty) * p.nrhs + col] : 0.0;  // written by this very thread
            __syncthreads();
#pragma unroll
            for (int k = 0; k < NB; ++k) acc -= l[ty][k] * x[k][tx];
            __syncthreads();
        }
        for (int k = tx; k < NB; k += RHS)
            l[ty][k] = (row < p.n && i0 + k <= row) ? p.L[(size_t)row * p.n + i0 + k] : (k == ty ? 1.0 : 0.0);
        __syncthreads();
        for (int k = 0; k < NB; ++k) {
            if (ty == k) x[k][tx] = p.unit ? acc : acc / l[k][k];
            __syncthreads();
            if (ty > k) acc -= l[ty][k] * x[k][tx];
        }
        if (row < p.n && colOk) p.X[(size_t)row * p.nrhs + col] = x[ty][tx];
        __syncthreads();
    }
}

// ----- 5. parallel cyclic reduction ---------------------------------------------------------
template <class T>
struct Row {
    T a, b, c, d;
};

template <class T, int NT>
__global__ void pcr_tridiag(const T* __restrict__ lo, const T* __restrict__ di, const T* __restrict__ up,
                            const T* __restrict__ rhs, T* __restrict__ x, int n)
{
    __shared__ Row<T> buf[2 * NT];
    Row<T>* cur = buf;
    Row<T>* nxt = buf + NT;
    const int i = threadIdx.x;
    const size_t o = (size_t)blockIdx.x * n + i;
    Row<T> me{T(0), T(1), T(0), T(0)};
    if (i < n) me = Row<T>{i > 0 ? lo[o] : T(0), di[o], i < n - 1 ? up[o] : T(0), rhs[o]};
    cur[i] = me;
    __syncthreads();
    for (int s = 1; s < n; s *= 2) {
        const Row<T> ident{T(0), T(1), T(0), T(0)};
        const Row<T>& l = i - s >= 0 ? cur[i - s] : ident;
        const Row<T>& r = i + s < NT ? cur[i + s] : ident;
        const T k1 = me.a / l.b;
        const T k2 = me.c / r.b;
        me = Row<T>{-l.a * k1, me.b - l.c * k1 - r.a * k2, -r.c * k2, me.d - l.d * k1 - r.d * k2};
        nxt[i] = me;
        __syncthreads();
        Row<T>* t = cur;
        cur = nxt;
        nxt = t;
    }
    if (i < n) x[o] = cur[i].d / cur[i].b;
}

// ----- 6. covariance of 3D points: block reduction of small matrices -------------------------
template <class T, int R, int C>
struct SmallMat {
    T m[R * C];
    __host__ __device__ T& operator()(int r, int c) { return m[r * C + c]; }
    __host__ __device__ const T& operator()(int r, int c) const { return m[r * C + c]; }
    __host__ __device__ SmallMat& operator+=(const SmallMat& o)
    {
#pragma unroll
        for (int i = 0; i < R * C; ++i) m[i] += o.m[i];
        return *this;
    }
};
template <class T, int R, int K, int C>
__host__ __device__ SmallMat<T, R, C> operator*(const SmallMat<T, R, K>& a, const SmallMat<T, K, C>& b)
{
    SmallMat<T, R, C> o;
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) {
            T s = 0;
#pragma unroll
            for (int k = 0; k < K; ++k) s += a(i, k) * b(k, j);
            o(i, j) = s;
        }
    return o;
}

template <int NT>
__global__ void rotated_covariance(const float3* __restrict__ pts, int n, SmallMat<float, 3, 3> rot,
                                   SmallMat<float, 3, 3>* __restrict__ out)
{
    using M3 = SmallMat<float, 3, 3>;
    __shared__ M3 acc[NT];
    __shared__ M3 r;
    if (threadIdx.x < 9) r(threadIdx.x / 3, threadIdx.x % 3) = rot(threadIdx.x / 3, threadIdx.x % 3);
    M3 local{};
    __syncthreads();
    for (int i = blockIdx.x * NT + threadIdx.x; i < n; i += gridDim.x * NT) {
        const SmallMat<float, 3, 1> p{{pts[i].x, pts[i].y, pts[i].z}};
        const auto q = r * p;
        const SmallMat<float, 1, 3> qt{{q(0, 0), q(1, 0), q(2, 0)}};
        local += q * qt;
    }
    acc[threadIdx.x] = local;
    __syncthreads();
    for (int o = NT >> 1; o; o >>= 1) {
        if (threadIdx.x < o) acc[threadIdx.x] += acc[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x < 9) out[blockIdx.x].m[threadIdx.x] = acc[0].m[threadIdx.x];
}

// ----- 7. complex GEMM, register tiled ---------------------------------------------------------
template <class Z, int BM, int BN, int BK, int TM, int TN>
__global__ void zgemm_tiled(const Z* __restrict__ A, const Z* __restrict__ B, Z* __restrict__ C, int m, int n, int k,
                            Z alpha)
{
    constexpr int NT = (BM / TM) * (BN / TN);
    __shared__ Z As[BK][BM + 1];
    __shared__ Z Bs[BK][BN];
    const int tid = threadIdx.x;
    const int tr = tid / (BN / TN), tc = tid % (BN / TN);
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    Z acc[TM][TN];
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] = Z(0);

    for (int k0 = 0; k0 < k; k0 += BK) {
        for (int e = tid; e < BM * BK; e += NT) {
            const int r = e / BK, c = e % BK;
            As[c][r] = (row0 + r < m && k0 + c < k) ? A[(size_t)(row0 + r) * k + k0 + c] : Z(0);
        }
        for (int e = tid; e < BK * BN; e += NT) {
            const int r = e / BN, c = e % BN;
            Bs[r][c] = (k0 + r < k && col0 + c < n) ? B[(size_t)(k0 + r) * n + col0 + c] : Z(0);
        }
        __syncthreads();
#pragma unroll 4
        for (int kk = 0; kk < BK; ++kk) {
            Z a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i) a[i] = As[kk][tr * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j) b[j] = Bs[kk][tc + j * (BN / TN)];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; ++i) {
        const int r = row0 + tr * TM + i;
        if (r >= m) continue;
#pragma unroll
        for (int j = 0; j < TN; ++j) {
            const int c = col0 + tc + j * (BN / TN);
            if (c < n) C[(size_t)r * n + c] = alpha * acc[i][j];
        }
    }
}

// ----- host -----------------------------------------------------------------------------------
template <class T>
struct Dev {
    T* p;
    size_t n;
    explicit Dev(size_t k) : n(k)
    {
        CUDA_TRY(cudaMalloc(&p, k * sizeof(T)));
        CUDA_TRY(cudaMemset(p, 0, k * sizeof(T)));
    }
    Dev(const std::vector<T>& v) : Dev(v.size()) { CUDA_TRY(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
    ~Dev() { cudaFree(p); }
    std::vector<T> host()
    {
        std::vector<T> v(n);
        CUDA_TRY(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
        return v;
    }
};

static double frand()
{
    static unsigned s = 1u;
    s = s * 1103515245u + 12345u;
    return ((s >> 8) & 0xffff) / 65536.0 - 0.5;
}

template <class T> T make_scalar() { return T(frand()); }
template <> zfloat make_scalar<zfloat>() { return zfloat(float(frand()), float(frand())); }
template <> zdouble make_scalar<zdouble>() { return zdouble(frand(), frand()); }

template <class T>
static void run_lu(const char* name, int n, int batch)
{
    std::vector<T> A((size_t)n * n * batch);
    for (auto& a : A) a = make_scalar<T>();
    Dev<T> dA(A);
    Dev<int> piv(n * batch), info(batch);
    const int ld = (n & 1) ? n : n + 1;
    const size_t sh = sizeof(T) * n * ld + sizeof(int) * n;
    CUDA_TRY(cudaFuncSetAttribute(getrf_batched<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sh));
    getrf_batched<T><<<batch, 128, sh>>>(dA.p, piv.p, info.p, n, ld);
    CUDA_TRY(cudaGetLastError());
    const auto LU = dA.host();
    const auto P = piv.host();
    double err = 0;
    for (int b = 0; b < batch; b += 7) {
        std::vector<T> a(A.begin() + (size_t)b * n * n, A.begin() + (size_t)(b + 1) * n * n);
        for (int c = 0; c < n; ++c)
            for (int j = 0; j < n; ++j) std::swap(a[c + j * n], a[P[b * n + c] + j * n]);
        const T* lu = &LU[(size_t)b * n * n];
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                T s = T(0);
                for (int k = 0; k <= std::min(i, j); ++k) s += (k == i ? T(1) : lu[i + k * n]) * lu[k + j * n];
                err = std::fmax(err, mag(s - a[i + j * n]));
            }
    }
    printf("LU %-8s n=%d  max|PA-LU| = %.2e\n", name, n, err);
}

template <class T, int N>
static void run_chol(int batch)
{
    std::vector<T> A((size_t)N * N * batch);
    for (int b = 0; b < batch; ++b)
        for (int i = 0; i < N; ++i)
            for (int j = 0; j <= i; ++j) {
                const T v = i == j ? T(N) : T(frand());
                A[(size_t)b * N * N + i * N + j] = A[(size_t)b * N * N + j * N + i] = v;
            }
    Dev<T> dA(A), dL(A.size());
    constexpr int PER = 4;
    potrf_warp<T, N, PER><<<(batch + PER - 1) / PER, dim3(32, PER)>>>(dA.p, dL.p, batch);
    CUDA_TRY(cudaGetLastError());
    const auto L = dL.host();
    double err = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j) {
            double s = 0;
            for (int k = 0; k <= j; ++k) s += double(L[i * N + k]) * L[j * N + k];
            err = std::fmax(err, std::fabs(s - A[i * N + j]));
        }
    printf("Cholesky N=%d      max|A-LL'| = %.2e\n", N, err);
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 30;
    const int batch = argc > 2 ? atoi(argv[2]) : 101;

    run_lu<float>("float", n, batch);
    run_lu<double>("double", n + 3, batch);
    run_lu<zfloat>("cfloat", n - 5, batch);

    run_chol<float, 12>(batch);
    run_chol<double, 29>(batch);

    {
        constexpr int M = 45, N = 14, NT = 64;
        std::vector<float> A((size_t)M * N * batch);
        for (auto& a : A) a = float(frand());
        Dev<float> dA(A), tau(N * batch);
        geqrf_batched<M, N, NT><<<batch, NT>>>(dA.p, tau.p);
        CUDA_TRY(cudaGetLastError());
        const auto R = dA.host();
        double err = 0;  // A'A == R'R
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) {
                double s = 0, t = 0;
                for (int k = 0; k < M; ++k) s += double(A[i * M + k]) * A[j * M + k];
                for (int k = 0; k <= std::min(i, j); ++k) t += double(R[i * M + k]) * R[j * M + k];
                err = std::fmax(err, std::fabs(s - t));
            }
        printf("QR %dx%d          max|A'A-R'R| = %.2e\n", M, N, err);
    }
    {
        constexpr int NB = 16, RHS = 16;
        const int sz = 3 * n + 1, nrhs = 37;
        std::vector<double> L((size_t)sz * sz), B((size_t)sz * nrhs);
        for (int i = 0; i < sz; ++i)
            for (int j = 0; j <= i; ++j) L[(size_t)i * sz + j] = i == j ? 2.0 : 0.2 * frand();
        for (auto& b : B) b = frand();
        Dev<double> dL(L), dB(B), dX(B.size());
        TrsmArgs args{dL.p, dB.p, dX.p, sz, nrhs, false};
        const dim3 block(RHS, NB), grid((nrhs + RHS - 1) / RHS);
        trsm_lower<NB, RHS><<<grid, block>>>(args);
        CUDA_TRY(cudaGetLastError());
        const auto X = dX.host();
        double err = 0;
        for (int i = 0; i < sz; ++i)
            for (int c = 0; c < nrhs; ++c) {
                double s = -B[(size_t)i * nrhs + c];
                for (int j = 0; j <= i; ++j) s += L[(size_t)i * sz + j] * X[(size_t)j * nrhs + c];
                err = std::fmax(err, std::fabs(s));
            }
        printf("TRSM n=%d         residual = %.2e\n", sz, err);
    }
    {
        constexpr int NT = 256;
        const int len = std::min(NT, 6 * n + 21);
        std::vector<float> a((size_t)len * batch), b(a.size()), c(a.size()), d(a.size());
        for (size_t i = 0; i < a.size(); ++i)
            a[i] = float(frand()), b[i] = 2.5f, c[i] = float(frand()), d[i] = float(frand());
        Dev<float> da(a), db(b), dc(c), dd(d), dx(a.size());
        pcr_tridiag<float, NT><<<batch, NT>>>(da.p, db.p, dc.p, dd.p, dx.p, len);
        CUDA_TRY(cudaGetLastError());
        const auto x = dx.host();
        double err = 0;
        for (int i = 0; i < len; ++i) {
            const double s = (i ? a[i] * x[i - 1] : 0.0) + b[i] * x[i] + (i + 1 < len ? c[i] * x[i + 1] : 0.0);
            err = std::fmax(err, std::fabs(s - d[i]));
        }
        printf("PCR n=%d         residual = %.2e\n", len, err);
    }
    {
        const int np = 5000, blocks = 9;
        std::vector<float3> p(np);
        for (auto& v : p) v = float3{float(frand()), 2 * float(frand()), 3 * float(frand())};
        Dev<float3> dp(p);
        Dev<SmallMat<float, 3, 3>> dout(blocks);
        const float cs = std::cos(0.3f), sn = std::sin(0.3f);
        SmallMat<float, 3, 3> rot{{cs, -sn, 0, sn, cs, 0, 0, 0, 1}};
        rotated_covariance<128><<<blocks, 128>>>(dp.p, np, rot, dout.p);
        CUDA_TRY(cudaGetLastError());
        SmallMat<float, 3, 3> sum{};
        for (auto& m : dout.host()) sum += m;
        double ref = 0;
        for (auto& v : p) ref += v.x * v.x + v.y * v.y + v.z * v.z;
        printf("covariance trace  %.4f ref %.4f\n", sum(0, 0) + sum(1, 1) + sum(2, 2), ref);
    }
    {
        const int m = 67, nn = 90, k = 41;
        std::vector<zfloat> A(m * k), B(k * nn);
        for (auto& z : A) z = make_scalar<zfloat>();
        for (auto& z : B) z = make_scalar<zfloat>();
        Dev<zfloat> dA(A), dB(B), dC((size_t)m * nn);
        constexpr int BM = 32, BN = 32, BK = 8, TM = 2, TN = 4;
        const dim3 grid((nn + BN - 1) / BN, (m + BM - 1) / BM);
        zgemm_tiled<zfloat, BM, BN, BK, TM, TN>
            <<<grid, (BM / TM) * (BN / TN)>>>(dA.p, dB.p, dC.p, m, nn, k, zfloat(1.f, -1.f));
        CUDA_TRY(cudaGetLastError());
        const auto C = dC.host();
        double err = 0;
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < nn; ++j) {
                zfloat s(0);
                for (int q = 0; q < k; ++q) s += A[i * k + q] * B[q * nn + j];
                err = std::fmax(err, mag(zfloat(1.f, -1.f) * s - C[i * nn + j]));
            }
        printf("ZGEMM             err = %.2e\n", err);
    }
    CUDA_TRY(cudaDeviceSynchronize());
    return 0;
}

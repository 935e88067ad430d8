// Small dense linear algebra held in shared memory, one problem per block or per warp.
#include <cmath>
#include <cstdio>
#include <vector>

typedef unsigned long long u64;
typedef unsigned int u32;

// ---------------------------------------------------------------------------
// LU with partial pivoting, 32 x 32, row-major and unpadded.
// ---------------------------------------------------------------------------
#define LU_N 32
#define A_(i, j) a[(i) * LU_N + (j)]

__global__ void lu_pivot_batched(const float* __restrict__ in, float* __restrict__ out,
                                 int* __restrict__ pivots)
{
    __shared__ float a[LU_N * LU_N];
    __shared__ int pivotRow;

    const int tid = threadIdx.x;
    const int lane = tid & 31;
    const int warp = tid >> 5;
    const int nwarps = blockDim.x >> 5;
    const size_t base = (size_t)blockIdx.x * LU_N * LU_N;

    for (int i = tid; i < LU_N * LU_N; i += blockDim.x)
        a[i] = in[base + i];
    __syncthreads();

    for (int k = 0; k < LU_N; ++k) {
        if (warp == 0) {
            float mag = -1.f;
            if (lane >= k)
                mag = fabsf(A_(lane, k));
            int arg = lane;
            for (int off = 16; off > 0; off >>= 1) {
                float om = __shfl_xor_sync(0xffffffffu, mag, off);
                int oa = __shfl_xor_sync(0xffffffffu, arg, off);
                if (om > mag || (om == mag && oa < arg)) {
                    mag = om;
                    arg = oa;
                }
            }
            if (lane == 0) {
                pivotRow = arg;
                pivots[blockIdx.x * LU_N + k] = arg;
            }
        }
        __syncthreads();

        const int p = pivotRow;
        if (p != k && tid < LU_N) {
            float t = A_(k, tid);
            A_(k, tid) = A_(p, tid);
            A_(p, tid) = t;
        }
        __syncthreads();

        if (tid > k && tid < LU_N)
            A_(tid, k) /= A_(k, k);
        __syncthreads();

        for (int i = k + 1 + warp; i < LU_N; i += nwarps) {
            float l = A_(i, k);
            if (lane > k)
                A_(i, lane) -= l * A_(k, lane);
        }
        __syncthreads();
    }

    for (int i = tid; i < LU_N * LU_N; i += blockDim.x)
        out[base + i] = a[i];
}

// ---------------------------------------------------------------------------
// Double precision Cholesky, 16 x 16, followed by a forward substitution.
// ---------------------------------------------------------------------------
template <int N, int PAD = 1>
struct DTile {
    double v[N][N + PAD];
    __device__ double& operator()(int i, int j) { return v[i][j]; }
};

template <int N>
__global__ void cholesky_solve_double(const double* __restrict__ A, const double* __restrict__ rhs,
                                      double* __restrict__ L, double* __restrict__ y)
{
    __shared__ DTile<N> s;
    __shared__ double b[N];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const size_t base = (size_t)blockIdx.x * N * N;

    s(ty, tx) = A[base + ty * N + tx];
    if (ty == 0)
        b[tx] = rhs[blockIdx.x * N + tx];
    __syncthreads();

    for (int k = 0; k < N; ++k) {
        if (tx == k && ty == k)
            s(k, k) = sqrt(s(k, k));
        __syncthreads();
        if (ty == 0 && tx > k)
            s(tx, k) /= s(k, k);
        __syncthreads();
        if (tx > k && ty >= tx) {
            double li = s(ty, k);
            double lj = s(tx, k);
            s(ty, tx) -= li * lj;
        }
        __syncthreads();
    }

    // L y = b, column oriented
    for (int k = 0; k < N; ++k) {
        if (ty == 0 && tx == k)
            b[k] /= s(k, k);
        __syncthreads();
        if (ty == 0 && tx > k) {
            double l = s(tx, k);
            b[tx] -= l * b[k];
        }
        __syncthreads();
    }

    L[base + ty * N + tx] = tx <= ty ? s(ty, tx) : 0.0;
    if (ty == 0)
        y[blockIdx.x * N + tx] = b[tx];
}

// ---------------------------------------------------------------------------
// Complex Gauss-Jordan inverse of 8 x 8, one matrix per warp.
// ---------------------------------------------------------------------------
using cplx = float2;

__device__ __forceinline__ cplx cmul(cplx a, cplx b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ cplx csub(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ cplx crcp(cplx a)
{
    const float d = 1.f / (a.x * a.x + a.y * a.y);
    return make_float2(a.x * d, -a.y * d);
}

constexpr int GJ_N = 8;
constexpr int GJ_W = 2 * GJ_N;
constexpr int GJ_WARPS = 4;

__global__ void gauss_jordan_complex(const cplx* __restrict__ in, cplx* __restrict__ out)
{
    __shared__ cplx aug[GJ_WARPS][GJ_N][GJ_W];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int col = lane % GJ_W;
    const int half = lane / GJ_W;
    const size_t m = (size_t)blockIdx.x * GJ_WARPS + warp;
    cplx(&w)[GJ_N][GJ_W] = aug[warp];

    for (int r = half; r < GJ_N; r += 2) {
        cplx v = col < GJ_N ? in[(m * GJ_N + r) * GJ_N + col]
                            : make_float2(col - GJ_N == r ? 1.f : 0.f, 0.f);
        w[r][col] = v;
    }
    __syncwarp();

    for (int k = 0; k < GJ_N; ++k) {
        const cplx inv = crcp(w[k][k]);
        __syncwarp();
        if (half == 0)
            w[k][col] = cmul(w[k][col], inv);
        __syncwarp();
        const cplx pk = w[k][col];
        cplx upd[GJ_N / 2];
#pragma unroll
        for (int i = 0; i < GJ_N / 2; ++i) {
            const int r = 2 * i + half;
            const cplx f = w[r][k];
            const cplx x = w[r][col];
            upd[i] = r == k ? x : csub(x, cmul(f, pk));
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < GJ_N / 2; ++i)
            w[2 * i + half][col] = upd[i];
        __syncwarp();
    }

    // column-major result, eight lanes walk down a column
    const int r = lane & 7;
    for (int c = lane >> 3; c < GJ_N; c += 4)
        out[m * GJ_N * GJ_N + c * GJ_N + r] = w[r][GJ_N + c];
}

// ---------------------------------------------------------------------------
// Matrix power modulo p by square and multiply.
// ---------------------------------------------------------------------------
#define MP_N 32
#define MP_PITCH (MP_N + 1)

__device__ void load_operand_transposed(u32* dstT, const u32* src)
{
    for (int r = threadIdx.y; r < MP_N; r += blockDim.y)
        dstT[threadIdx.x * MP_PITCH + r] = src[r * MP_N + threadIdx.x];
}

__device__ void mulmod_tile(u32* dst, const u32* lhs, const u32* rhsT, u32 p)
{
    u32 res[MP_N / 8];
    int n = 0;
    for (int r = threadIdx.y; r < MP_N; r += 8, ++n) {
        u64 acc = 0;
        for (int k = 0; k < MP_N; ++k) {
            u32 l = lhs[r * MP_N + k];
            u32 q = rhsT[threadIdx.x * MP_PITCH + k];
            acc += (u64)l * q % p;
        }
        res[n] = (u32)(acc % p);
    }
    __syncthreads();
    n = 0;
    for (int r = threadIdx.y; r < MP_N; r += 8, ++n)
        dst[r * MP_N + threadIdx.x] = res[n];
}

__global__ void matrix_power_mod(const u32* __restrict__ in, u32* __restrict__ out, u32 exponent, u32 p)
{
    extern __shared__ u32 arena[];
    u32* base = arena;
    u32* acc = base + MP_N * MP_N;
    u32* tr = acc + MP_N * MP_N;

    in += blockIdx.x * MP_N * MP_N;
    out += blockIdx.x * MP_N * MP_N;
    for (int r = threadIdx.y; r < MP_N; r += blockDim.y) {
        base[r * MP_N + threadIdx.x] = in[r * MP_N + threadIdx.x] % p;
        acc[r * MP_N + threadIdx.x] = r == (int)threadIdx.x;
    }
    __syncthreads();

    while (exponent) {
        load_operand_transposed(tr, base);
        __syncthreads();
        if (exponent & 1u)
            mulmod_tile(acc, acc, tr, p);
        exponent >>= 1;
        if (exponent)
            mulmod_tile(base, base, tr, p);
        __syncthreads();
    }
    for (int r = threadIdx.y; r < MP_N; r += blockDim.y)
        out[r * MP_N + threadIdx.x] = acc[r * MP_N + threadIdx.x];
}

template <typename T>
T* to_device(const std::vector<T>& h)
{
    T* d = nullptr;
    cudaMalloc((void**)&d, h.size() * sizeof(T));
    cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    // LU
    std::vector<float> lu(4 * LU_N * LU_N);
    for (size_t i = 0; i < lu.size(); ++i)
        lu[i] = (float)((i * 7919 + 13) % 509) / 509.f - 0.5f;
    float* dLu = to_device(lu);
    float* dLuOut = to_device(lu);
    int* dPiv = to_device(std::vector<int>(4 * LU_N, 0));
    lu_pivot_batched<<<4, 128>>>(dLu, dLuOut, dPiv);

    // Cholesky: diagonally dominant symmetric
    std::vector<double> spd(2 * 16 * 16), rhs(2 * 16);
    for (int b = 0; b < 2; ++b)
        for (int i = 0; i < 16; ++i) {
            rhs[b * 16 + i] = i - 3.0 * b;
            for (int j = 0; j < 16; ++j)
                spd[(b * 16 + i) * 16 + j] = i == j ? 20.0 + i + b : 1.0 / (1 + std::abs(i - j));
        }
    double* dSpd = to_device(spd);
    double* dL = to_device(spd);
    double* dRhs = to_device(rhs);
    double* dY = to_device(rhs);
    cholesky_solve_double<16><<<2, dim3(16, 16)>>>(dSpd, dRhs, dL, dY);

    // Gauss-Jordan
    std::vector<float2> gj(8 * GJ_N * GJ_N);
    for (size_t i = 0; i < gj.size(); ++i) {
        const int r = (i / GJ_N) % GJ_N, c = i % GJ_N;
        gj[i] = make_float2((r == c ? 9.f : 0.f) + (float)(i % 5) * 0.1f, (float)(i % 7) * 0.1f);
    }
    float2* dGj = to_device(gj);
    float2* dGjInv = to_device(gj);
    gauss_jordan_complex<<<2, GJ_WARPS * 32>>>(dGj, dGjInv);

    // matrix power
    std::vector<u32> mp(2 * MP_N * MP_N);
    for (size_t i = 0; i < mp.size(); ++i)
        mp[i] = (u32)(i * 2654435761u);
    u32* dMp = to_device(mp);
    u32* dMpOut = to_device(mp);
    const size_t bytes = (2 * MP_N * MP_N + MP_N * MP_PITCH) * sizeof(u32);
    matrix_power_mod<<<2, dim3(32, 8), bytes>>>(dMp, dMpOut, 6u, 998244353u);

    cudaDeviceSynchronize();
    if (cudaError_t e = cudaGetLastError(); e != cudaSuccess) {
        printf("CUDA error: %s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaFree(dLu); cudaFree(dLuOut); cudaFree(dPiv);
    cudaFree(dSpd); cudaFree(dL); cudaFree(dRhs); cudaFree(dY);
    cudaFree(dGj); cudaFree(dGjInv); cudaFree(dMp); cudaFree(dMpOut);
    printf("ok\n");
    return 0;
}

// Software pipelined kernels: register-prefetch double buffering, cp.async rings.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

#define CUDA_CHECK(expr)                                                        \
    do {                                                                        \
        cudaError_t err_ = (expr);                                              \
        if (err_ != cudaSuccess) {                                              \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(err_));                             \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

// ---------------------------------------------------------------------------
// SGEMM, 64x64 block tile, 4x4 per thread, A tile transposed on the way in.
// ---------------------------------------------------------------------------
constexpr int BM = 64;
constexpr int BN = 64;
constexpr int BK = 8;

__global__ void __launch_bounds__(256)
sgemm_double_buffered(int M, int N, int K, const float* __restrict__ A,
                      const float* __restrict__ B, float* __restrict__ C)
{
    __shared__ __align__(16) float As[2][BK][BM];
    __shared__ __align__(16) float Bs[2][BK][BN];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tid = ty * blockDim.x + tx;

    const int aRow = tid >> 2;
    const int aCol = (tid & 3) * 2;
    const int bRow = tid >> 5;
    const int bCol = (tid & 31) * 2;

    const float* Ag = A + (size_t)(blockIdx.y * BM + aRow) * K + aCol;
    const float* Bg = B + (size_t)bRow * N + blockIdx.x * BN + bCol;

    float2 ra = *reinterpret_cast<const float2*>(Ag);
    float2 rb = *reinterpret_cast<const float2*>(Bg);
    As[0][aCol + 0][aRow] = ra.x;
    As[0][aCol + 1][aRow] = ra.y;
    *reinterpret_cast<float2*>(&Bs[0][bRow][bCol]) = rb;
    __syncthreads();

    float acc[4][4] = {};
    int buf = 0;
    for (int k0 = BK;; k0 += BK) {
        const bool more = k0 < K;
        if (more) {
            ra = *reinterpret_cast<const float2*>(Ag + k0);
            rb = *reinterpret_cast<const float2*>(Bg + (size_t)k0 * N);
        }
#pragma unroll
        for (int kk = 0; kk < BK; ++kk) {
            float4 a = *reinterpret_cast<const float4*>(&As[buf][kk][ty * 4]);
            float b[4];
#pragma unroll
            for (int j = 0; j < 4; ++j)
                b[j] = Bs[buf][kk][tx + 16 * j];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                acc[0][j] += a.x * b[j];
                acc[1][j] += a.y * b[j];
                acc[2][j] += a.z * b[j];
                acc[3][j] += a.w * b[j];
            }
        }
        if (!more)
            break;
        buf ^= 1;
        As[buf][aCol + 0][aRow] = ra.x;
        As[buf][aCol + 1][aRow] = ra.y;
        *reinterpret_cast<float2*>(&Bs[buf][bRow][bCol]) = rb;
        __syncthreads();
    }

    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(size_t)(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx + 16 * j] = acc[i][j];
}

// ---------------------------------------------------------------------------
// y = W x with a ring of W panels fetched by 16-byte cp.async.
// ---------------------------------------------------------------------------
template <int ROWS, int COLS>
struct Panel {
    float w[ROWS][COLS];
    float x[COLS];
};

template <int ROWS, int COLS>
__device__ __forceinline__ void fetch_panel(Panel<ROWS, COLS>& dst, const float* W,
                                            const float* x, int ldw, int t)
{
    constexpr int VEC_PER_ROW = COLS / 4;
    for (int v = threadIdx.x; v < ROWS * VEC_PER_ROW; v += blockDim.x) {
        const int r = v / VEC_PER_ROW;
        const int c = (v % VEC_PER_ROW) * 4;
        __pipeline_memcpy_async(&dst.w[r][c], W + (size_t)r * ldw + t * COLS + c, 16);
    }
    if (threadIdx.x < VEC_PER_ROW)
        __pipeline_memcpy_async(&dst.x[threadIdx.x * 4], x + t * COLS + threadIdx.x * 4, 16);
}

template <int STAGES>
__global__ void gemv_ring(const float* __restrict__ W, const float* __restrict__ x,
                          float* __restrict__ y, int K)
{
    constexpr int ROWS = 32, COLS = 32;
    __shared__ alignas(16) Panel<ROWS, COLS> ring[STAGES];

    const float* Wb = W + (size_t)blockIdx.x * ROWS * K;
    const int tiles = K / COLS;
    const int row = threadIdx.x >> 2;
    const int part = threadIdx.x & 3;

    for (int s = 0; s < STAGES - 1; ++s) {
        if (s < tiles)
            fetch_panel(ring[s], Wb, x, K, s);
        __pipeline_commit();
    }

    float acc = 0.f;
    int stage = 0;
    for (int t = 0; t < tiles; ++t) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();

        const int ahead = t + STAGES - 1;
        if (ahead < tiles)
            fetch_panel(ring[(stage + STAGES - 1) % STAGES], Wb, x, K, ahead);
        __pipeline_commit();

        const auto& p = ring[stage];
#pragma unroll
        for (int j = 0; j < COLS / 4; ++j) {
            float w = p.w[row][j * 4 + part];
            float xv = p.x[j * 4 + part];
            acc = fmaf(w, xv, acc);
        }
        stage = (stage + 1) % STAGES;
    }
    acc += __shfl_xor_sync(0xffffffffu, acc, 1);
    acc += __shfl_xor_sync(0xffffffffu, acc, 2);
    if (part == 0)
        y[blockIdx.x * ROWS + row] = acc;
}

// ---------------------------------------------------------------------------
// 7-point stencil marching in z, planes kept in a ring of four (4-byte cp.async)
// ---------------------------------------------------------------------------
#define TX 32
#define TY 8
#define PLANES 4

__device__ void load_plane(float (*dst)[TX + 2], const float* in, int pitch)
{
    const int tid = threadIdx.y * TX + threadIdx.x;
    for (int i = tid; i < (TX + 2) * (TY + 2); i += TX * TY) {
        const int yy = i / (TX + 2);
        const int xx = i % (TX + 2);
        __pipeline_memcpy_async(&dst[yy][xx], in + yy * pitch + xx, 4);
    }
}

__global__ void stencil7_ring(const float* __restrict__ in, float* __restrict__ out, int nx, int ny,
                              int nz, float c0, float c1)
{
    __shared__ float ring[PLANES][TY + 2][TX + 2];
    const int pitch = nx + 2;
    const size_t planeSize = (size_t)pitch * (ny + 2);
    const float* base = in + (size_t)blockIdx.y * TY * pitch + blockIdx.x * TX;

    for (int p = 0; p < PLANES - 1; ++p) {
        load_plane(ring[p], base + p * planeSize, pitch);
        __pipeline_commit();
    }

    const int x = threadIdx.x + 1;
    const int y = threadIdx.y + 1;
    for (int z = 1; z <= nz; ++z) {
        if (z + 2 <= nz + 1)
            load_plane(ring[(z + 2) % PLANES], base + (z + 2) * planeSize, pitch);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();

        const int zm = (z - 1) % PLANES, zc = z % PLANES, zp = (z + 1) % PLANES;
        float sum = ring[zm][y][x];
        sum += ring[zp][y][x];
        sum += ring[zc][y - 1][x];
        sum += ring[zc][y + 1][x];
        sum += ring[zc][y][x - 1];
        sum += ring[zc][y][x + 1];
        const float ctr = ring[zc][y][x];
        const int gx = blockIdx.x * TX + threadIdx.x;
        const int gy = blockIdx.y * TY + threadIdx.y;
        out[((size_t)(z - 1) * ny + gy) * nx + gx] = c0 * ctr + c1 * sum;
        __syncthreads();
    }
}

// ---------------------------------------------------------------------------
// Decimating complex FIR; the window is double buffered with 8-byte cp.async.
// ---------------------------------------------------------------------------
constexpr int FIR_THREADS = 64;
constexpr int FIR_DECIM = 4;
constexpr int FIR_TAPS = 16;
constexpr int FIR_CHUNK = FIR_THREADS * FIR_DECIM;
constexpr int FIR_WINDOW = FIR_CHUNK + FIR_TAPS;

__global__ void fir_decimate_complex(const float2* __restrict__ iq, const float* __restrict__ taps,
                                     float2* __restrict__ out, int chunks)
{
    __shared__ alignas(16) float2 win[2][FIR_WINDOW];
    __shared__ float h[FIR_TAPS];

    const int tid = threadIdx.x;
    const float2* src = iq + (size_t)blockIdx.x * chunks * FIR_CHUNK;

    auto prefetch = [&](int slot, int chunk) {
        for (int i = tid; i < FIR_WINDOW; i += FIR_THREADS)
            __pipeline_memcpy_async(&win[slot][i], src + chunk * FIR_CHUNK + i, sizeof(float2));
    };

    if (tid < FIR_TAPS)
        h[tid] = taps[tid];
    prefetch(0, 0);
    __pipeline_commit();

    int buf = 0;
    for (int c = 0; c < chunks; ++c) {
        if (c + 1 < chunks)
            prefetch(buf ^ 1, c + 1);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();

        float2 acc = make_float2(0.f, 0.f);
        for (int k = 0; k < FIR_TAPS; ++k) {
            const float2 s = win[buf][tid * FIR_DECIM + k];
            const float c0 = h[k];
            acc.x += c0 * s.x;
            acc.y += c0 * s.y;
        }
        out[((size_t)blockIdx.x * chunks + c) * FIR_THREADS + tid] = acc;
        __syncthreads();
        buf ^= 1;
    }
}

static float* upload_ramp(size_t n, int mod)
{
    std::vector<float> h(n);
    for (size_t i = 0; i < n; ++i)
        h[i] = (float)((i * 37 + 11) % mod) / mod - 0.5f;
    float* d = nullptr;
    CUDA_CHECK(cudaMalloc(&d, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    return d;
}

int main()
{
    {
        const int M = 128, N = 128, K = 32;
        float *A = upload_ramp(M * K, 101), *B = upload_ramp(K * N, 97), *C = upload_ramp(M * N, 7);
        sgemm_double_buffered<<<dim3(N / BN, M / BM), dim3(16, 16)>>>(M, N, K, A, B, C);
        CUDA_CHECK(cudaGetLastError());
        cudaDeviceSynchronize();
        cudaFree(A); cudaFree(B); cudaFree(C);
    }
    {
        const int R = 128, K = 256;
        float *W = upload_ramp(R * K, 89), *x = upload_ramp(K, 31), *y = upload_ramp(R, 3);
        gemv_ring<3><<<R / 32, 128>>>(W, x, y, K);
        CUDA_CHECK(cudaGetLastError());
        cudaDeviceSynchronize();
        cudaFree(W); cudaFree(x); cudaFree(y);
    }
    {
        const int nx = 64, ny = 16, nz = 6;
        float* in = upload_ramp((size_t)(nx + 2) * (ny + 2) * (nz + 2), 61);
        float* out = upload_ramp((size_t)nx * ny * nz, 5);
        stencil7_ring<<<dim3(nx / TX, ny / TY), dim3(TX, TY)>>>(in, out, nx, ny, nz, -6.f, 1.f);
        CUDA_CHECK(cudaGetLastError());
        cudaDeviceSynchronize();
        cudaFree(in); cudaFree(out);
    }
    {
        const int blocks = 3, chunks = 4;
        float* iq = upload_ramp(2 * (size_t)(blocks * chunks * FIR_CHUNK + FIR_TAPS), 127);
        float* taps = upload_ramp(FIR_TAPS, 17);
        float* out = upload_ramp(2 * (size_t)blocks * chunks * FIR_THREADS, 5);
        fir_decimate_complex<<<blocks, FIR_THREADS>>>((const float2*)iq, taps, (float2*)out, chunks);
        CUDA_CHECK(cudaGetLastError());
        cudaDeviceSynchronize();
        cudaFree(iq); cudaFree(taps); cudaFree(out);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaGetLastError());
    std::puts("ok");
    return 0;
}

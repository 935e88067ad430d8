// Software pipelining patterns: register prefetch, cp.async intrinsics, cuda::pipeline and
// hand written cp.async with commit/wait groups.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

#pragma nv_diag_suppress static_var_with_dynamic_init

#define CHECK(x)                                                                       \
    if (cudaError_t e = (x); e != cudaSuccess) {                                       \
        std::printf("CUDA error %s at line %d\n", cudaGetErrorString(e), __LINE__);    \
        std::exit(1);                                                                  \
    }

struct MatmulProblem {
    int M = 256;
    int N = 256;
    int K = 192;
};

// -------------------------------------------------------------------------------------
// Double buffered SGEMM with register prefetch of the next tile.
// -------------------------------------------------------------------------------------
template <int BM, int BN, int BK>
struct TileBuffers {
    float a[2][BK][BM + 4];
    float b[2][BK][BN];
};

template <int BM, int BN, int BK>
__global__ void gemmRegPrefetch(const float* __restrict__ A, const float* __restrict__ B,
                                float* __restrict__ C, MatmulProblem p)
{
    __shared__ TileBuffers<BM, BN, BK> sm;
    static_assert(BM == 64 && BN == 64 && BK == 8, "loader is written for 64x64x8");

    const int t = threadIdx.x;   // 128 threads
    const int aRow = t >> 1;
    const int aK = (t & 1) * 4;
    const int bK = t >> 4;
    const int bN = (t & 15) * 4;
    const int tm = (t >> 4) * 8;
    const int tn = (t & 15) * 4;

    const float* Ap = A + (blockIdx.y * BM + aRow) * p.K + aK;
    const float* Bp = B + bK * p.N + blockIdx.x * BN + bN;

    float4 ra = *(const float4*)Ap;
    float4 rb = *(const float4*)Bp;
    float acc[8][4] = {};

    sm.a[0][aK + 0][aRow] = ra.x;
    sm.a[0][aK + 1][aRow] = ra.y;
    sm.a[0][aK + 2][aRow] = ra.z;
    sm.a[0][aK + 3][aRow] = ra.w;
    *(float4*)&sm.b[0][bK][bN] = rb;
    __syncthreads();

    int stage = 0;
    for (int k0 = 0; k0 < p.K; k0 += BK) {
        const bool more = k0 + BK < p.K;
        if (more) {
            ra = *(const float4*)(Ap + k0 + BK);
            rb = *(const float4*)(Bp + (k0 + BK) * p.N);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            const float4 a0 = *(const float4*)&sm.a[stage][k][tm];
            const float4 a1 = *(const float4*)&sm.a[stage][k][tm + 4];
            const float4 b = *(const float4*)&sm.b[stage][k][tn];
            const float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                acc[i][0] += av[i] * b.x;
                acc[i][1] += av[i] * b.y;
                acc[i][2] += av[i] * b.z;
                acc[i][3] += av[i] * b.w;
            }
        }
        if (more) {
            stage ^= 1;
            sm.a[stage][aK + 0][aRow] = ra.x;
            sm.a[stage][aK + 1][aRow] = ra.y;
            sm.a[stage][aK + 2][aRow] = ra.z;
            sm.a[stage][aK + 3][aRow] = ra.w;
            *(float4*)&sm.b[stage][bK][bN] = rb;
            __syncthreads();
        }
    }
    for (int i = 0; i < 8; ++i) {
        float* c = C + (blockIdx.y * BM + tm + i) * p.N + blockIdx.x * BN + tn;
        *(float4*)c = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    }
}

// -------------------------------------------------------------------------------------
// Triple buffered row-block times vector set (Y = X * W^T, small W), __pipeline_* primitives.
// -------------------------------------------------------------------------------------
template <int ROWS, int COLS, int STAGES>
__global__ void gemvTripleBuffer(const float* __restrict__ X, const float* __restrict__ w,
                                 float* __restrict__ y, int ncols)
{
    constexpr int PITCH = COLS + 4;
    extern __shared__ __align__(16) float ring[];   // STAGES * (ROWS * PITCH + COLS)
    float* xbuf = ring;
    float* wbuf = ring + STAGES * ROWS * PITCH;

    const int tid = threadIdx.x;   // ROWS threads, one row each
    const int row0 = blockIdx.x * ROWS;
    const int ntiles = ncols / COLS;

    auto issue = [&](int tile) {
        const int slot = tile % STAGES;
        for (int i = tid; i < ROWS * COLS / 4; i += ROWS) {
            const int r = i / (COLS / 4);
            const int c = (i % (COLS / 4)) * 4;
            __pipeline_memcpy_async(&xbuf[(slot * ROWS + r) * PITCH + c],
                                    &X[(row0 + r) * ncols + tile * COLS + c], 16);
        }
        if (tid < COLS / 4)
            __pipeline_memcpy_async(&wbuf[slot * COLS + tid * 4], &w[tile * COLS + tid * 4], 16);
    };

    for (int s = 0; s < STAGES - 1; ++s) {
        if (s < ntiles)
            issue(s);
        __pipeline_commit();
    }

    float sum = 0.0f;
    for (int tile = 0; tile < ntiles; ++tile) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        if (tile + STAGES - 1 < ntiles)
            issue(tile + STAGES - 1);
        __pipeline_commit();

        const int slot = tile % STAGES;
        const float* xr = xbuf + (slot * ROWS + tid) * PITCH;
        const float* wr = wbuf + slot * COLS;
#pragma unroll 4
        for (int c = 0; c < COLS; c += 4) {
            const float4 xv = *reinterpret_cast<const float4*>(xr + c);
            const float4 wv = *reinterpret_cast<const float4*>(wr + c);
            sum += xv.x * wv.x + xv.y * wv.y + xv.z * wv.z + xv.w * wv.w;
        }
    }
    y[row0 + tid] = sum;
}

// -------------------------------------------------------------------------------------
// cuda::pipeline: streaming tile transpose, two stages per block.
// -------------------------------------------------------------------------------------
constexpr int kTile = 32;
constexpr int kStages = 2;

template <typename T, int LD>
__global__ void transposePipelined(const T* __restrict__ in, T* __restrict__ out, int rows,
                                   int cols)
{
    __shared__ T stage[kStages][kTile][LD];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;

    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);

    const int nTiles = cols / kTile;
    const int rowBase = blockIdx.x * kTile;

    int fetched = 0;
    for (int tile = 0; tile < nTiles; ++tile) {
        for (; fetched < nTiles && fetched < tile + kStages; ++fetched) {
            pipe.producer_acquire();
#pragma unroll
            for (int j = 0; j < kTile; j += 8) {
                const int y = threadIdx.y + j;
                cuda::memcpy_async(&stage[fetched % kStages][y][threadIdx.x],
                                   &in[(rowBase + y) * cols + fetched * kTile + threadIdx.x],
                                   sizeof(T), pipe);
            }
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
#pragma unroll
        for (int j = 0; j < kTile; j += 8) {
            const int y = threadIdx.y + j;
            out[(tile * kTile + y) * rows + rowBase + threadIdx.x] =
                stage[tile % kStages][threadIdx.x][y];
        }
        __syncthreads();
        pipe.consumer_release();
    }
}

// -------------------------------------------------------------------------------------
// Four stage half2 GEMM, inline cp.async. A: MxK, B: NxK, both K-contiguous.
// -------------------------------------------------------------------------------------
__device__ __forceinline__ void cpAsync16(void* dst, const void* src)
{
    const uint32_t s = static_cast<uint32_t>(__cvta_generic_to_shared(dst));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(s), "l"(src));
}

__device__ __forceinline__ void cpCommit() { asm volatile("cp.async.commit_group;\n" ::); }

template <int N>
__device__ __forceinline__ void cpWait()
{
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}

template <int BM, int BN, int BK, int STAGES, int SKEW>
__global__ void hgemmStaged(const half* __restrict__ A, const half* __restrict__ B,
                            float* __restrict__ C, MatmulProblem p)
{
    constexpr int LDS = BK + SKEW;   // in halves, multiple of 8
    extern __shared__ __align__(16) unsigned char raw[];
    half* sA = reinterpret_cast<half*>(raw);
    half* sB = sA + STAGES * BM * LDS;

    const int tid = threadIdx.x;   // 256
    const int tx = tid % 16;
    const int ty = tid / 16;

    auto load = [&](int kt) {
        const int slot = kt % STAGES;
        constexpr int CHUNKS = BK / 8;
        for (int i = tid; i < BM * CHUNKS; i += 256) {
            const int r = i / CHUNKS;
            const int c = (i % CHUNKS) * 8;
            cpAsync16(sA + (slot * BM + r) * LDS + c,
                      A + (blockIdx.y * BM + r) * p.K + kt * BK + c);
        }
        for (int i = tid; i < BN * CHUNKS; i += 256) {
            const int r = i / CHUNKS;
            const int c = (i % CHUNKS) * 8;
            cpAsync16(sB + (slot * BN + r) * LDS + c,
                      B + (blockIdx.x * BN + r) * p.K + kt * BK + c);
        }
    };

    const int ktiles = p.K / BK;
    for (int s = 0; s < STAGES - 1; ++s) {
        if (s < ktiles)
            load(s);
        cpCommit();
    }

    float acc[BM / 16][BN / 16] = {};
    for (int kt = 0; kt < ktiles; ++kt) {
        cpWait<STAGES - 2>();
        __syncthreads();
        if (kt + STAGES - 1 < ktiles)
            load(kt + STAGES - 1);
        cpCommit();

        const half* a = sA + (kt % STAGES) * BM * LDS;
        const half* b = sB + (kt % STAGES) * BN * LDS;
#pragma unroll 2
        for (int k = 0; k < BK; k += 2) {
            float2 bf[BN / 16];
#pragma unroll
            for (int j = 0; j < BN / 16; ++j)
                bf[j] = __half22float2(*(const half2*)&b[(tx + 16 * j) * LDS + k]);
#pragma unroll
            for (int i = 0; i < BM / 16; ++i) {
                const float2 af = __half22float2(*(const half2*)&a[(ty + 16 * i) * LDS + k]);
#pragma unroll
                for (int j = 0; j < BN / 16; ++j)
                    acc[i][j] += af.x * bf[j].x + af.y * bf[j].y;
            }
        }
    }
    for (int i = 0; i < BM / 16; ++i)
        for (int j = 0; j < BN / 16; ++j)
            C[(blockIdx.y * BM + ty + 16 * i) * p.N + blockIdx.x * BN + tx + 16 * j] = acc[i][j];
}

// -------------------------------------------------------------------------------------
// FIR filter on an interleaved complex stream; next block is prefetched into registers.
// -------------------------------------------------------------------------------------
constexpr int kTaps = 16;
constexpr int kFirBlock = 128;
constexpr int kPerThread = 4;

__global__ void firComplex(const float2* __restrict__ x, const float* __restrict__ h,
                           float2* __restrict__ y, int chunks)
{
    constexpr int CHUNK = kFirBlock * kPerThread;
    __shared__ float2 line[2][CHUNK + kTaps];
    __shared__ float taps[kTaps];

    const int t = threadIdx.x;
    const float2* src = x + size_t(blockIdx.x) * chunks * CHUNK;
    float2* dst = y + size_t(blockIdx.x) * chunks * CHUNK;
    float2 reg[kPerThread];

    if (t < kTaps) {
        taps[t] = h[t];
        line[0][t] = make_float2(0.f, 0.f);
    }
    for (int i = 0; i < kPerThread; ++i)
        reg[i] = src[t + i * kFirBlock];

    for (int c = 0; c < chunks; ++c) {
        const int cur = c & 1;
        for (int i = 0; i < kPerThread; ++i)
            line[cur][kTaps + t + i * kFirBlock] = reg[i];
        __syncthreads();
        if (c + 1 < chunks) {
            for (int i = 0; i < kPerThread; ++i)
                reg[i] = src[(c + 1) * CHUNK + t + i * kFirBlock];
            if (t < kTaps)
                line[cur ^ 1][t] = line[cur][CHUNK + t];
        }
        float2 out[kPerThread] = {};
#pragma unroll 4
        for (int k = 0; k < kTaps; ++k) {
            const float hk = taps[k];
#pragma unroll
            for (int i = 0; i < kPerThread; ++i) {
                const float2 v = line[cur][kTaps + t * kPerThread + i - k];
                out[i].x += hk * v.x;
                out[i].y += hk * v.y;
            }
        }
        for (int i = 0; i < kPerThread; ++i)
            dst[c * CHUNK + t * kPerThread + i] = out[i];
        __syncthreads();
    }
}

template <typename T>
static T* deviceZeros(size_t n)
{
    T* p = nullptr;
    CHECK(cudaMalloc(&p, n * sizeof(T)));
    CHECK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}

int main()
{
    const MatmulProblem p;
    float* A = deviceZeros<float>(p.M * p.K);
    float* B = deviceZeros<float>(p.K * p.N);
    float* C = deviceZeros<float>(p.M * p.N);
    half* Ah = deviceZeros<half>(p.M * p.K);
    half* Bh = deviceZeros<half>(p.N * p.K);

    gemmRegPrefetch<64, 64, 8><<<dim3(p.N / 64, p.M / 64), 128>>>(A, B, C, p);
    CHECK(cudaGetLastError());

    constexpr int kRows = 128, kCols = 32, kRing = 3;
    const size_t ringBytes = sizeof(float) * kRing * (kRows * (kCols + 4) + kCols);
    auto gemv = gemvTripleBuffer<kRows, kCols, kRing>;
    CHECK(cudaFuncSetAttribute(gemv, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               int(ringBytes)));
    float* X = deviceZeros<float>(512 * 256);
    float* w = deviceZeros<float>(256);
    float* y = deviceZeros<float>(512);
    gemv<<<512 / kRows, kRows, ringBytes>>>(X, w, y, 256);
    CHECK(cudaGetLastError());

    double* tin = deviceZeros<double>(256 * 128);
    double* tout = deviceZeros<double>(256 * 128);
    transposePipelined<double, kTile + 1><<<256 / kTile, dim3(kTile, 8)>>>(tin, tout, 256, 128);
    CHECK(cudaGetLastError());

    constexpr int kBK = 32, kHStages = 4, kSkew = 8;
    const size_t hbytes = sizeof(half) * kHStages * (64 + 64) * (kBK + kSkew);
    hgemmStaged<64, 64, kBK, kHStages, kSkew>
        <<<dim3(p.N / 64, p.M / 64), 256, hbytes>>>(Ah, Bh, C, p);
    CHECK(cudaGetLastError());

    const int chunks = 4, streams = 16;
    const size_t samples = size_t(streams) * chunks * kFirBlock * kPerThread;
    float2* xs = deviceZeros<float2>(samples);
    float2* ys = deviceZeros<float2>(samples);
    float* h = deviceZeros<float>(kTaps);
    firComplex<<<streams, kFirBlock>>>(xs, h, ys, chunks);
    CHECK(cudaGetLastError());

    CHECK(cudaDeviceSynchronize());
    for (void* q : {(void*)A, (void*)B, (void*)C, (void*)Ah, (void*)Bh, (void*)X, (void*)w,
                    (void*)y, (void*)tin, (void*)tout, (void*)xs, (void*)ys, (void*)h})
        cudaFree(q);
    std::printf("pipelines done\n");
    return 0;
}

// Tiled GEMM with two shared-memory stages and a ping-pong index: via registers, cp.async, and half.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {
constexpr int kTile = 32;
constexpr int kRows = 8;  // block is kTile x kRows threads
constexpr int kPerThread = kTile / kRows;

__global__ void gemm_pingpong(const float* A, const float* B, float* C, int N, int K) {
    __shared__ float sA[2][kTile][kTile + 1];
    __shared__ float sB[2][kTile][kTile];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * kTile;
    const int col = blockIdx.x * kTile + tx;
    float acc[kPerThread] = {0.f}, ra[kPerThread], rb[kPerThread];

    for (int i = 0; i < kPerThread; ++i) {
        sA[0][ty + i * kRows][tx] = A[(row0 + ty + i * kRows) * K + tx];
        sB[0][ty + i * kRows][tx] = B[(ty + i * kRows) * N + col];
    }
    __syncthreads();

    const int tiles = K / kTile;
    for (int t = 0, buf = 0; t < tiles; ++t, buf ^= 1) {
        const bool more = t + 1 < tiles;
        if (more) {
            const int k0 = (t + 1) * kTile;
            for (int i = 0; i < kPerThread; ++i) {
                ra[i] = A[(row0 + ty + i * kRows) * K + k0 + tx];
                rb[i] = B[(k0 + ty + i * kRows) * N + col];
            }
        }
#pragma unroll
        for (int k = 0; k < kTile; ++k) {
            const float b = sB[buf][k][tx];
            for (int i = 0; i < kPerThread; ++i)
                acc[i] += sA[buf][ty + i * kRows][k] * b;
        }
        if (more) {
            for (int i = 0; i < kPerThread; ++i) {
                sA[buf ^ 1][ty + i * kRows][tx] = ra[i];
                sB[buf ^ 1][ty + i * kRows][tx] = rb[i];
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < kPerThread; ++i) C[(row0 + ty + i * kRows) * N + col] = acc[i];
}

// 64x64 output tile, 16 deep, 256 threads, 4x4 outputs per thread strided by 16.
__global__ void __launch_bounds__(256) gemm_async(const float* A, const float* B, float* C, int N, int K) {
    __shared__ __align__(16) float sA[2][64][16];
    __shared__ __align__(16) float sB[2][16][64];

    const int tid = threadIdx.x;
    const int tr = tid / 16, tc = tid % 16;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;

    auto fetch = [&](int stage, int k0) {
        const int ar = tid / 4, ac = (tid % 4) * 4;
        const int br = tid / 16, bc = (tid % 16) * 4;
        __pipeline_memcpy_async(&sA[stage][ar][ac], &A[(row0 + ar) * K + k0 + ac], 16);
        __pipeline_memcpy_async(&sB[stage][br][bc], &B[(k0 + br) * N + col0 + bc], 16);
        __pipeline_commit();
    };

    float acc[4][4] = {};
    fetch(0, 0);
    for (int k0 = 0, stage = 0; k0 < K; k0 += 16, stage ^= 1) {
        if (k0 + 16 < K) {
            fetch(stage ^ 1, k0 + 16);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[4], b[4];
            for (int i = 0; i < 4; ++i) a[i] = sA[stage][tr + 16 * i][k];
            for (int j = 0; j < 4; ++j) b[j] = sB[stage][k][tc + 16 * j];
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row0 + tr + 16 * i) * N + col0 + tc + 16 * j] = acc[i][j];
}

// 16x16 threads, each 2 adjacent columns through half2; A tile 16x32, B tile 32x32.
__global__ void hgemm_pingpong(const __half* A, const __half* B, float* C, int N, int K) {
    extern __shared__ __half pool[];
    __half* aBuf[2] = {pool, pool + 16 * 32};
    __half* bBuf[2] = {pool + 2 * 16 * 32, pool + 2 * 16 * 32 + 32 * 32};
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty;
    const int col = blockIdx.x * 32 + 2 * tx;

    auto stage_in = [&](int which, int k0) {
        *(__half2*)&aBuf[which][ty * 32 + 2 * tx] = *(const __half2*)&A[row * K + k0 + 2 * tx];
        *(__half2*)&bBuf[which][ty * 32 + 2 * tx] = *(const __half2*)&B[(k0 + ty) * N + col];
        *(__half2*)&bBuf[which][(ty + 16) * 32 + 2 * tx] = *(const __half2*)&B[(k0 + ty + 16) * N + col];
    };

    float2 acc = make_float2(0.f, 0.f);
    stage_in(0, 0);
    __syncthreads();
    for (int k0 = 0, cur = 0; k0 < K; k0 += 32, cur = 1 - cur) {
        if (k0 + 32 < K) stage_in(1 - cur, k0 + 32);
        for (int k = 0; k < 32; ++k) {
            float a = __half2float(aBuf[cur][ty * 32 + k]);
            float2 b = __half22float2(*(const __half2*)&bBuf[cur][k * 32 + 2 * tx]);
            acc.x += a * b.x;
            acc.y += a * b.y;
        }
        __syncthreads();
    }
    *(float2*)&C[row * N + col] = acc;
}

void must(cudaError_t e, int line) {
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
    std::exit(2);
}
#define MUST(x) must((x), __LINE__)
}  // namespace

template <typename T>
static T* upload(const std::vector<T>& v) {
    T* p;
    MUST(cudaMalloc((void**)&p, v.size() * sizeof(T)));
    MUST(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

int main() {
    const int M = 128, N = 128, K = 128;
    std::vector<float> a(M * K), b(K * N), c(M * N);
    std::vector<__half> ah(M * K), bh(K * N);
    for (int i = 0; i < M * K; ++i) { a[i] = 0.125f * ((i * 7) % 11 - 5); ah[i] = __float2half(a[i]); }
    for (int i = 0; i < K * N; ++i) { b[i] = 0.25f * ((i * 3) % 9 - 4); bh[i] = __float2half(b[i]); }
    float *da = upload(a), *db = upload(b), *dc = upload(c);
    __half *dah = upload(ah), *dbh = upload(bh);

    int bad = 0;
    auto test = [&](const char* name, const std::function<void()>& launch) {
        launch();
        MUST(cudaGetLastError()); MUST(cudaDeviceSynchronize());
        MUST(cudaMemcpy(c.data(), dc, c.size() * 4, cudaMemcpyDeviceToHost));
        double worst = 0;
        for (int r = 0; r < M; r += 9)
            for (int s = 0; s < N; s += 5) {
                double ref = 0;
                for (int k = 0; k < K; ++k) ref += (double)a[r * K + k] * b[k * N + s];
                worst = std::fmax(worst, std::fabs(ref - c[r * N + s]));
            }
        std::printf("%-16s max err %g\n", name, worst);
        if (!(worst < 1e-2)) ++bad;
    };

    test("gemm_pingpong", [&] { gemm_pingpong<<<dim3(N / kTile, M / kTile), dim3(kTile, kRows)>>>(da, db, dc, N, K); });
    test("gemm_async", [&] { gemm_async<<<dim3(N / 64, M / 64), 256>>>(da, db, dc, N, K); });
    const size_t smem = (2 * 16 * 32 + 2 * 32 * 32) * sizeof(__half);
    test("hgemm_pingpong", [&] { hgemm_pingpong<<<dim3(N / 32, M / 16), dim3(16, 16), smem>>>(dah, dbh, dc, N, K); });

    cudaFree(da); cudaFree(db); cudaFree(dc); cudaFree(dah); cudaFree(dbh);
    return bad;
}

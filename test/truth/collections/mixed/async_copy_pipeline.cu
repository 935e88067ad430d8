// Multi-stage software pipelines with the cp.async primitives.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t e, const char* msg)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "%s failed: %s\n", msg, cudaGetErrorString(e));
    exit(EXIT_FAILURE);
}

// ---------------------------------------------------------------- streaming triad
template <int STAGES, int THREADS>
__global__ void triad_pipelined(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c, float alpha, int tiles)
{
    __shared__ float4 sa[STAGES][THREADS];
    __shared__ float4 sb[STAGES][THREADS];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * tiles * THREADS + t;

    auto issue = [&](int tile) {
        if (tile < tiles) {
            const int s = tile % STAGES;
            __pipeline_memcpy_async(&sa[s][t], &a[base + (size_t)tile * THREADS], sizeof(float4));
            __pipeline_memcpy_async(&sb[s][t], &b[base + (size_t)tile * THREADS], sizeof(float4));
        }
        __pipeline_commit();
    };
    for (int p = 0; p < STAGES - 1; ++p) issue(p);
    for (int tile = 0; tile < tiles; ++tile) {
        issue(tile + STAGES - 1);
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        const int s = tile % STAGES;
        const float4 va = sa[s][t];
        // neighbour in the tile, so that the barrier is really needed
        const float4 vb = sb[s][(t + 1) % THREADS];
        c[base + (size_t)tile * THREADS] = make_float4(va.x + alpha * vb.x, va.y + alpha * vb.y,
                                                       va.z + alpha * vb.z, va.w + alpha * vb.w);
        __syncthreads();
    }
}

// ---------------------------------------------------------------- SGEMM
template <int STAGES>
struct SgemmSmem {
    static constexpr int BM = 64, BN = 64, BK = 16;
    float A[STAGES][BM][BK + 4];     // +4 keeps rows 16-byte aligned
    float B[STAGES][BK][BN];
};

template <int STAGES>
__device__ __forceinline__ void load_stage(SgemmSmem<STAGES>& sm, int stage, const float* A, const float* B, int k0, int N, int K)
{
    const int tid = threadIdx.x;
    const int ar = tid / 4, ac = (tid % 4) * 4;
    const int br = tid / 16, bc = (tid % 16) * 4;
    __pipeline_memcpy_async(&sm.A[stage][ar][ac], A + ar * K + k0 + ac, 16);
    __pipeline_memcpy_async(&sm.B[stage][br][bc], B + (k0 + br) * N + bc, 16);
}

template <int STAGES>
__global__ void __launch_bounds__(256) sgemm_async(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K)
{
    using S = SgemmSmem<STAGES>;
    __shared__ __align__(16) SgemmSmem<STAGES> sm;

    const float* Ab = A + blockIdx.y * S::BM * K;
    const float* Bb = B + blockIdx.x * S::BN;
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int ktiles = K / S::BK;
    float acc[4][4] = {};

    for (int p = 0; p < STAGES - 1; ++p) {
        if (p < ktiles) load_stage<STAGES>(sm, p, Ab, Bb, p * S::BK, N, K);
        __pipeline_commit();
    }
    for (int kt = 0; kt < ktiles; ++kt) {
        const int next = kt + STAGES - 1;
        if (next < ktiles) load_stage<STAGES>(sm, next % STAGES, Ab, Bb, next * S::BK, N, K);
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();

        const int cur = kt % STAGES;
        #pragma unroll
        for (int k = 0; k < S::BK; ++k) {
            float ra[4];
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                ra[i] = sm.A[cur][ty * 4 + i][k];
            const float4 rb = *reinterpret_cast<const float4*>(&sm.B[cur][k][tx * 4]);
            #pragma unroll
            for (int i = 0; i < 4; ++i) {
                acc[i][0] += ra[i] * rb.x;
                acc[i][1] += ra[i] * rb.y;
                acc[i][2] += ra[i] * rb.z;
                acc[i][3] += ra[i] * rb.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) {
        const int row = blockIdx.y * S::BM + ty * 4 + i;
        *reinterpret_cast<float4*>(&C[row * N + blockIdx.x * S::BN + tx * 4]) =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    }
}

// ---------------------------------------------------------------- row-marching 5-point stencil
// The block walks down the image; the ring holds three live rows plus STAGES rows in flight.
template <int STAGES, int WIDTH>
__global__ void stencil_ring(const float* __restrict__ in, float* __restrict__ out, int pitch, int rows)
{
    constexpr int RING = STAGES + 3;
    __shared__ float ring[RING][WIDTH + 2];
    const int x = threadIdx.x;
    const int x0 = blockIdx.x * WIDTH;          // the input has a one-pixel frame

    auto fetch = [&](int r) {
        if (r < rows + 2) {
            float* dst = ring[r % RING];
            const float* src = in + (size_t)r * pitch + x0;
            __pipeline_memcpy_async(dst + x, src + x, 4);
            if (x < 2)
                __pipeline_memcpy_async(dst + WIDTH + x, src + WIDTH + x, 4);
        }
        __pipeline_commit();
    };
    for (int r = 0; r < 2 + STAGES; ++r) fetch(r);
    for (int r = 0; r < rows; ++r) {
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        const float* up = ring[r % RING];
        const float* mid = ring[(r + 1) % RING];
        const float* down = ring[(r + 2) % RING];
        float v = mid[x + 1] * -4.0f;
        v += up[x + 1];
        v += down[x + 1];
        v += mid[x];
        v += mid[x + 2];
        out[(size_t)r * gridDim.x * WIDTH + x0 + x] = v;
        fetch(r + 2 + STAGES);                   // its slot is the one that row r-1 left
    }
}

int main()
{
    const int M = 256, N = 256, K = 128;
    const int total = 1 << 17;
    std::vector<float> h(total), hc(M * N);
    for (int i = 0; i < total; ++i) h[i] = (i % 11) * 0.125f - 0.5f;
    float *a, *b, *c;
    check(cudaMalloc(&a, total * sizeof(float)), "malloc a");
    check(cudaMalloc(&b, total * sizeof(float)), "malloc b");
    check(cudaMalloc(&c, total * sizeof(float)), "malloc c");
    check(cudaMemcpy(a, h.data(), total * sizeof(float), cudaMemcpyHostToDevice), "copy a");
    check(cudaMemcpy(b, h.data(), total * sizeof(float), cudaMemcpyHostToDevice), "copy b");

    // 16 blocks * 8 tiles * 128 threads * 4 floats = 65536 floats
    triad_pipelined<3, 128><<<16, 128>>>((const float4*)a, (const float4*)b, (float4*)c, 2.0f, 8);
    check(cudaGetLastError(), "triad");
    stencil_ring<2, 128><<<4, 128>>>(a, c, 4 * 128 + 2, 64);
    check(cudaGetLastError(), "stencil");
    sgemm_async<2><<<dim3(N / 64, M / 64), 256>>>(a, b, c, N, K);
    check(cudaGetLastError(), "sgemm 2 stages");
    sgemm_async<3><<<dim3(N / 64, M / 64), 256>>>(a, b, c, N, K);
    check(cudaGetLastError(), "sgemm 3 stages");
    check(cudaDeviceSynchronize(), "sync");

    check(cudaMemcpy(hc.data(), c, M * N * sizeof(float), cudaMemcpyDeviceToHost), "copy back");
    float ref = 0.f;
    for (int k = 0; k < K; ++k) ref += h[70 * K + k] * h[k * N + 130];
    printf("C[70][130] = %f, expected %f\n", hc[70 * N + 130], ref);
    return fabsf(hc[70 * N + 130] - ref) < 1e-2f ? 0 : 1;
}

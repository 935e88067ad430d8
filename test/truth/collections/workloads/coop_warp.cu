// Cooperative-groups and warp-specialized kernels.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

#define GPU_OK(x)                                                                   \
    do {                                                                            \
        const cudaError_t status = (x);                                             \
        if (status != cudaSuccess) {                                                \
            std::printf("%s failed: %s\n", #x, cudaGetErrorString(status));         \
            std::exit(1);                                                           \
        }                                                                           \
    } while (0)

constexpr int kWarp = 32;

// Row softmax: one tile of G threads per row, rows staged in shared so that the three passes
// do not go back to global memory.
template <int G, int COLS, int BLOCK>
__global__ void tileSoftmax(const float *__restrict__ in, float *__restrict__ out, int rows)
{
    constexpr int kRowsPerBlock = BLOCK / G;
    __shared__ float stage[kRowsPerBlock][COLS];

    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<G>(block);
    const int local = tile.meta_group_rank();
    const int row = blockIdx.x * kRowsPerBlock + local;
    if (row >= rows)
        return;

    float m = -INFINITY;
#pragma unroll
    for (int c = tile.thread_rank(); c < COLS; c += G) {
        const float v = in[row * COLS + c];
        stage[local][c] = v;
        m = fmaxf(m, v);
    }
    m = cg::reduce(tile, m, cg::greater<float>());

    float s = 0.f;
#pragma unroll
    for (int c = tile.thread_rank(); c < COLS; c += G) {
        const float e = __expf(stage[local][c] - m);
        stage[local][c] = e;
        s += e;
    }
    s = cg::reduce(tile, s, cg::plus<float>());
    const float inv = 1.f / s;
#pragma unroll
    for (int c = tile.thread_rank(); c < COLS; c += G)
        out[row * COLS + c] = stage[local][c] * inv;
}

// Producer/consumer with cuda::barrier. Warp 0 fills a two-stage ring, the others consume.
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

template <int TILE>
__global__ void ringStencil(const float *__restrict__ in, float *__restrict__ out, int tiles)
{
    constexpr int kHalo = 2;
    constexpr int kStage = TILE + 2 * kHalo;
    __shared__ float ring[2][kStage];
    __shared__ block_barrier full[2];
    __shared__ block_barrier empty[2];

    auto block = cg::this_thread_block();
    if (block.thread_rank() < 2) {
        init(&full[block.thread_rank()], block.size());
        init(&empty[block.thread_rank()], block.size());
    }
    block.sync();

    const float *src = in + blockIdx.x * tiles * TILE;
    float *dst = out + blockIdx.x * tiles * TILE;

    if (block.thread_rank() < kWarp) {
        const int lane = block.thread_rank();
        for (int t = 0; t < tiles; ++t) {
            const int s = t % 2;
            empty[s].arrive_and_wait();
            for (int i = lane; i < kStage; i += kWarp)
                ring[s][i] = src[t * TILE + i];
            (void)full[s].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        const int nconsumers = block.size() - kWarp;
        for (int t = 0; t < tiles; ++t) {
            const int s = t % 2;
            full[s].arrive_and_wait();
            for (int i = block.thread_rank() - kWarp; i < TILE; i += nconsumers) {
                float v = 0.375f * ring[s][i + 2];
                v += 0.25f * (ring[s][i + 1] + ring[s][i + 3]);
                v += 0.0625f * (ring[s][i] + ring[s][i + 4]);
                dst[t * TILE + i] = v;
            }
            if (t + 2 < tiles)
                (void)empty[s].arrive();
        }
    }
}

// Warp-specialized AoS -> SoA conversion using PTX named barriers.
namespace named {
__device__ __forceinline__ void sync(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void arrive(int id, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
} // namespace named

struct __align__(16) Particle {
    float4 pos;
    float4 vel;
};

constexpr int kBatch = 64;
constexpr int kPairThreads = 128;      // 64 producers + 64 consumers
enum : int { kBarFull = 1, kBarEmpty = 3 };

__global__ void __launch_bounds__(kPairThreads)
particleSplit(const Particle *__restrict__ aos, float *__restrict__ soa, int batches, int n)
{
    __shared__ Particle buf[2][kBatch];

    const bool producer = threadIdx.x < kBatch;
    const int t = threadIdx.x % kBatch;
    const int first = blockIdx.x * batches * kBatch;

    if (producer) {
        const float4 *src = reinterpret_cast<const float4 *>(aos + first);
        for (int b = 0; b < batches; ++b) {
            const int s = b & 1;
            if (b >= 2)
                named::sync(kBarEmpty + s, kPairThreads);
            float4 *dst = reinterpret_cast<float4 *>(buf[s]);
            dst[t] = src[b * 2 * kBatch + t];
            dst[t + kBatch] = src[b * 2 * kBatch + kBatch + t];
            __threadfence_block();
            named::arrive(kBarFull + s, kPairThreads);
        }
    } else {
        for (int b = 0; b < batches; ++b) {
            const int s = b & 1;
            named::sync(kBarFull + s, kPairThreads);
            const int i = first + b * kBatch + t;
            const float vx = buf[s][t].vel.x;
            const float vy = buf[s][t].vel.y;
            const float vz = buf[s][t].vel.z;
            const float mass = buf[s][t].pos.w;
            soa[0 * n + i] = buf[s][t].pos.x + 0.01f * vx;
            soa[1 * n + i] = buf[s][t].pos.y + 0.01f * vy;
            soa[2 * n + i] = buf[s][t].pos.z + 0.01f * vz;
            soa[3 * n + i] = 0.5f * mass * (vx * vx + vy * vy + vz * vz);
            if (b + 2 < batches)
                named::arrive(kBarEmpty + s, kPairThreads);
        }
    }
}

// Per-warp staging: each warp converts blocked <-> striped item arrangements privately.
template <int ITEMS, int WARPS>
struct WarpExchange {
    static constexpr int kSlots = kWarp * ITEMS;
    int slots[WARPS][kSlots];

    __device__ __forceinline__ void stripedToBlocked(int (&v)[ITEMS], int warp, int lane)
    {
#pragma unroll
        for (int i = 0; i < ITEMS; ++i)
            slots[warp][i * kWarp + lane] = v[i];
        __syncwarp();
#pragma unroll
        for (int i = 0; i < ITEMS; ++i)
            v[i] = slots[warp][lane * ITEMS + i];
        __syncwarp();
    }

    __device__ __forceinline__ void blockedToStriped(int (&v)[ITEMS], int warp, int lane)
    {
#pragma unroll
        for (int i = 0; i < ITEMS; ++i)
            slots[warp][lane * ITEMS + i] = v[i];
        __syncwarp();
#pragma unroll
        for (int i = 0; i < ITEMS; ++i)
            v[i] = slots[warp][i * kWarp + lane];
        __syncwarp();
    }
};

template <int ITEMS, int WARPS>
__global__ void blockScan(const int *__restrict__ in, int *__restrict__ out,
                          int *__restrict__ blockTotals)
{
    __shared__ WarpExchange<ITEMS, WARPS> xchg;
    __shared__ int warpSums[WARPS];

    const int warp = threadIdx.x / kWarp;
    const int lane = threadIdx.x % kWarp;
    const int base = (blockIdx.x * WARPS + warp) * kWarp * ITEMS;

    int v[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
        v[i] = in[base + i * kWarp + lane];
    xchg.stripedToBlocked(v, warp, lane);

#pragma unroll
    for (int i = 1; i < ITEMS; ++i)
        v[i] += v[i - 1];
    int incl = v[ITEMS - 1];
#pragma unroll
    for (int d = 1; d < kWarp; d *= 2) {
        const int up = __shfl_up_sync(0xffffffffu, incl, d);
        incl += lane >= d ? up : 0;
    }
    if (lane == kWarp - 1)
        warpSums[warp] = incl;
    __syncthreads();
    int prefix = incl - v[ITEMS - 1];
#pragma unroll
    for (int w = 0; w < WARPS; ++w) {
        const int ws = warpSums[w];
        prefix += w < warp ? ws : 0;
    }
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
        v[i] += prefix;
    if (threadIdx.x == WARPS * kWarp - 1)
        blockTotals[blockIdx.x] = v[ITEMS - 1];

    xchg.blockedToStriped(v, warp, lane);
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
        out[base + i * kWarp + lane] = v[i];
}

// Stream compaction: Blelloch scan of the predicate in dynamic shared, survivors packed in
// shared first so that the global writes coalesce.
__global__ void compactPositive(const float *__restrict__ in, float *__restrict__ out,
                                int *__restrict__ cursor, int n)
{
    extern __shared__ int dyn[];
    const int width = 2 * blockDim.x;
    int *scan = dyn;
    float *packed = reinterpret_cast<float *>(dyn + width);
    __shared__ int total;
    __shared__ int outBase;

    const int t = threadIdx.x;
    const int g = blockIdx.x * width + 2 * t;
    const float x0 = g < n ? in[g] : 0.f;
    const float x1 = g + 1 < n ? in[g + 1] : 0.f;
    scan[2 * t] = x0 > 0.f;
    scan[2 * t + 1] = x1 > 0.f;

    int offset = 1;
    for (int d = blockDim.x; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            const int ai = offset * (2 * t + 1) - 1;
            const int bi = offset * (2 * t + 2) - 1;
            scan[bi] += scan[ai];
        }
        offset *= 2;
    }
    if (t == 0) {
        total = scan[width - 1];
        outBase = atomicAdd(cursor, scan[width - 1]);
        scan[width - 1] = 0;
    }
    for (int d = 1; d < width; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int ai = offset * (2 * t + 1) - 1;
            const int bi = offset * (2 * t + 2) - 1;
            const int tmp = scan[ai];
            scan[ai] = scan[bi];
            scan[bi] += tmp;
        }
    }
    __syncthreads();
    if (x0 > 0.f)
        packed[scan[2 * t]] = x0;
    if (x1 > 0.f)
        packed[scan[2 * t + 1]] = x1;
    __syncthreads();
    for (int i = t; i < total; i += blockDim.x)
        out[outBase + i] = packed[i];
}

struct Launch {
    dim3 grid;
    dim3 block;
    size_t smem = 0;

    template <typename... P, typename... A>
    void operator()(void (*kernel)(P...), A &&...args) const
    {
        kernel<<<grid, block, smem>>>(std::forward<A>(args)...);
        GPU_OK(cudaGetLastError());
    }
};

int main()
{
    constexpr int n = 1 << 15;
    std::vector<float> h(n + 64);
    for (int i = 0; i < n + 64; ++i)
        h[i] = static_cast<float>((i * 29) % 101) - 50.f;
    float *in, *out;
    int *iin, *iout, *totals;
    GPU_OK(cudaMalloc(&in, (n + 64) * sizeof(float)));
    GPU_OK(cudaMalloc(&out, (n + 64) * sizeof(float)));
    GPU_OK(cudaMalloc(&iin, n * sizeof(int)));
    GPU_OK(cudaMalloc(&iout, n * sizeof(int)));
    GPU_OK(cudaMalloc(&totals, 256 * sizeof(int)));
    GPU_OK(cudaMemcpy(in, h.data(), (n + 64) * sizeof(float), cudaMemcpyHostToDevice));
    GPU_OK(cudaMemset(iin, 0, n * sizeof(int)));
    GPU_OK(cudaMemset(totals, 0, 256 * sizeof(int)));

    // softmax: 512 rows of 64
    constexpr int rows = n / 64;
    Launch{rows / (128 / 8), 128}(tileSoftmax<8, 64, 128>, in, out, rows);

    // ring: 16 blocks x 8 tiles of 256
    Launch{n / (256 * 8), 160}(ringStencil<256>, in, out, 8);

    // particles: 8 floats each
    constexpr int particles = n / 8;
    const Particle *aos = reinterpret_cast<const Particle *>(in);
    Launch{particles / (kBatch * 8), kPairThreads}(particleSplit, aos, out, 8, particles);

    constexpr int items = 8, warps = 4;
    Launch{n / (items * warps * kWarp), warps * kWarp}(blockScan<items, warps>, iin, iout,
                                                       totals);

    constexpr int compactThreads = 128;
    GPU_OK(cudaMemset(totals, 0, sizeof(int)));
    Launch{n / (2 * compactThreads), compactThreads, 4 * compactThreads * sizeof(int)}(
        compactPositive, in, out, totals, n);

    GPU_OK(cudaDeviceSynchronize());
    int kept = 0;
    GPU_OK(cudaMemcpy(&kept, totals, sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("kept %d of %d\n", kept, n);
    cudaFree(in), cudaFree(out);
    cudaFree(iin), cudaFree(iout), cudaFree(totals);
    return 0;
}

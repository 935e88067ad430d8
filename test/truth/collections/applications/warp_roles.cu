// Warp specialisation and divergent control flow around shared memory.
#include <cstdio>
#include <cuda_runtime.h>

namespace roles {

constexpr int kWarp = 32;

__device__ __forceinline__ int lane_id() { return threadIdx.x & (kWarp - 1); }
__device__ __forceinline__ int warp_id() { return threadIdx.x / kWarp; }

// ---------------------------------------------------------------------------
// Warp 0 fills the next buffer while warps 1..3 work on the current one.
template <int CHUNK>
__device__ void produce(float* dst, const float* __restrict__ src, int remaining)
{
    for (int i = lane_id(); i < CHUNK; i += kWarp)
        dst[i] = i < remaining ? src[i] : 0.0f;
}

template <int CHUNK>
__global__ void copy_compute(const float* __restrict__ in, float* __restrict__ out, int n)
{
    static_assert(CHUNK % (3 * kWarp) == 0, "three consumer warps");
    __shared__ float buffer[2][CHUNK];
    constexpr int kPerThread = CHUNK / (3 * kWarp);
    const int chunks = (n + CHUNK - 1) / CHUNK;
    const int first = blockIdx.x;

    if (warp_id() == 0 && first < chunks)
        produce<CHUNK>(buffer[0], in + first * CHUNK, n - first * CHUNK);
    __syncthreads();

    int cur = 0;
    for (int c = first; c < chunks; c += gridDim.x) {
        const int next = c + gridDim.x;
        if (warp_id() == 0) {
            if (next < chunks)
                produce<CHUNK>(buffer[cur ^ 1], in + next * CHUNK, n - next * CHUNK);
        } else {
            const int worker = threadIdx.x - kWarp;
            float acc = 0.0f;
            for (int k = 0; k < kPerThread; ++k) {
                // each consumer owns a run of consecutive elements
                acc += buffer[cur][worker * kPerThread + k];
            }
            out[c * 3 * kWarp + worker] = acc;
        }
        __syncthreads();
        cur ^= 1;
    }
}

// ---------------------------------------------------------------------------
// Two warps joined by named barriers.
__device__ __forceinline__ void named_barrier(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__global__ void barrier_pair(const float4* __restrict__ in, float* __restrict__ out, int stages)
{
    enum { FULL = 1, EMPTY = 2 };
    __shared__ __align__(16) float stage[kWarp * 4];

    if (warp_id() == 0) {
        for (int s = 0; s < stages; ++s) {
            const float4 v = in[(blockIdx.x * stages + s) * kWarp + lane_id()];
            reinterpret_cast<float4*>(stage)[lane_id()] = v;
            named_barrier(FULL, 2 * kWarp);
            named_barrier(EMPTY, 2 * kWarp);
        }
    } else {
        float sum = 0.0f;
        for (int s = 0; s < stages; ++s) {
            named_barrier(FULL, 2 * kWarp);
            sum += stage[4 * lane_id() + (s & 3)];
            sum -= stage[(lane_id() + s) & 127];
            named_barrier(EMPTY, 2 * kWarp);
        }
        out[blockIdx.x * kWarp + lane_id()] = sum;
    }
}

// ---------------------------------------------------------------------------
// Every warp summarises the same tile in another direction.
template <int LD>
__global__ void tile_summary(const int* __restrict__ in, int* __restrict__ out)
{
    __shared__ int tile[kWarp][LD];
    const int lane = lane_id();
    for (int r = warp_id(); r < kWarp; r += blockDim.x / kWarp)
        tile[r][lane] = in[r * kWarp + lane];
    __syncthreads();

    int acc = 0;
    switch (warp_id()) {
    case 0: // column sums
        for (int r = 0; r < kWarp; ++r)
            acc += tile[r][lane];
        break;
    case 1: // row sums
        for (int c = 0; c < kWarp; ++c)
            acc += tile[lane][c];
        break;
    case 2: // wrapped diagonals
        for (int k = 0; k < kWarp; ++k)
            acc ^= tile[k][(lane + k) % kWarp];
        break;
    default: // one pass over the anti-diagonal, rows starting at the lane
        for (int k = 0; k < kWarp; ++k) {
            if (k == 7)
                continue;
            if (k > 20)
                break;
            acc += tile[(lane + k) % kWarp][kWarp - 1 - lane];
        }
        break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = acc;
}

// ---------------------------------------------------------------------------
// Lane-dependent branches, early return, goto.
__global__ void lane_branches(const unsigned* __restrict__ in, unsigned* __restrict__ out, int n)
{
    __shared__ unsigned box[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        box[i] = in[i] + blockIdx.x;
    __syncthreads();

    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (gid >= n)
        return;

    const int lane = lane_id();
    unsigned v = 0;
    switch (lane & 3) {
    case 0:
        v = box[lane];
        break;
    case 1:
        v = box[lane * 2];
        break;
    case 2:
        v = box[lane * 8];
        break;
    case 3:
        v = box[511 - lane * 16];
        break;
    }

    int tries = 0;
again:
    v = v * 3u + box[(threadIdx.x + 32 * tries) & 511];
    if (++tries < 3)
        goto again;

    if (lane < 16)
        v += box[lane * 32];
    else
        v ^= box[lane * 3];
    out[gid] = v;
}

} // namespace roles

template <typename F>
static int guarded(const char* name, F&& launch)
{
    launch();
    const cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess)
        std::printf("%s: %s\n", name, cudaGetErrorString(e));
    return e == cudaSuccess ? 0 : 1;
}

int main()
{
    const int n = 4096;
    float *fin, *fout;
    int *iin, *iout;
    cudaMallocManaged(&fin, n * sizeof(float));
    cudaMallocManaged(&fout, n * sizeof(float));
    cudaMallocManaged(&iin, n * sizeof(int));
    cudaMallocManaged(&iout, n * sizeof(int));
    for (int i = 0; i < n; ++i) {
        fin[i] = 0.5f * static_cast<float>((i * 13) % 41);
        iin[i] = (i * 7919) % 1013;
        fout[i] = 0.0f;
        iout[i] = 0;
    }

    int failures = 0;
    failures += guarded("copy_compute<192>", [&] { roles::copy_compute<192><<<2, 128>>>(fin, fout, 1000); });
    failures += guarded("copy_compute<384>", [&] { roles::copy_compute<384><<<2, 128>>>(fin, fout, 2000); });
    failures += guarded("copy_compute<480>", [&] { roles::copy_compute<480><<<1, 128>>>(fin, fout, 900); });
    failures += guarded("barrier_pair", [&] {
        roles::barrier_pair<<<3, 64>>>(reinterpret_cast<const float4*>(fin), fout, 6);
    });
    failures += guarded("tile_summary<32>", [&] { roles::tile_summary<32><<<1, 128>>>(iin, iout); });
    failures += guarded("tile_summary<33>", [&] { roles::tile_summary<33><<<1, 128>>>(iin, iout); });
    failures += guarded("lane_branches", [&] {
        roles::lane_branches<<<dim3(4), dim3(64)>>>(reinterpret_cast<unsigned*>(iin),
                                                    reinterpret_cast<unsigned*>(iout), 230);
    });
    if (cudaDeviceSynchronize() != cudaSuccess)
        ++failures;

    cudaFree(fin);
    cudaFree(fout);
    cudaFree(iin);
    cudaFree(iout);
    std::printf(failures ? "failed\n" : "ok\n");
    return failures;
}

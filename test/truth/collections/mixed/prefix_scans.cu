/* Block-level prefix sums, several textbook flavours. */
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace cg = cooperative_groups;

#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

/* Hillis-Steele, double buffered, inclusive. n == blockDim.x */
__global__ void scan_hillis_steele(const int *g_in, int *g_out, int n)
{
    extern __shared__ int temp[];
    int tid = threadIdx.x, pout = 0, pin;
    temp[tid] = g_in[blockIdx.x * n + tid];
    __syncthreads();
    for (int offset = 1; offset < n; offset <<= 1) {
        pin = pout; pout = 1 - pin;
        int v = temp[pin * n + tid];
        if (tid >= offset) v += temp[pin * n + tid - offset];
        temp[pout * n + tid] = v;
        __syncthreads();
    }
    g_out[blockIdx.x * n + tid] = temp[pout * n + tid];
}

/* Blelloch work-efficient exclusive scan; n == 2 * blockDim.x. No padding. */
__global__ void scan_blelloch(const int *g_in, int *g_out, int n)
{
    extern __shared__ int temp[];
    int tid = threadIdx.x, offset = 1;
    const int *in = g_in + blockIdx.x * n;
    temp[2 * tid] = in[2 * tid];
    temp[2 * tid + 1] = in[2 * tid + 1];

    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = ai + offset;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (tid == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = ai + offset;
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_out[blockIdx.x * n + 2 * tid] = temp[2 * tid];
    g_out[blockIdx.x * n + 2 * tid + 1] = temp[2 * tid + 1];
}

/* Same with the GPU Gems padding */
__global__ void scan_blelloch_bcao(const int *g_in, int *g_out, int n)
{
    extern __shared__ int temp[];
    int tid = threadIdx.x, offset = 1;
    const int *in = g_in + blockIdx.x * n;
    int ai0 = tid, bi0 = tid + (n / 2);
    int offA = CONFLICT_FREE_OFFSET(ai0), offB = CONFLICT_FREE_OFFSET(bi0);
    temp[ai0 + offA] = in[ai0];
    temp[bi0 + offB] = in[bi0];

    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = ai + offset;
            ai += CONFLICT_FREE_OFFSET(ai); bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (tid == 0) temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = ai + offset;
            ai += CONFLICT_FREE_OFFSET(ai); bi += CONFLICT_FREE_OFFSET(bi);
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_out[blockIdx.x * n + ai0] = temp[ai0 + offA];
    g_out[blockIdx.x * n + bi0] = temp[bi0 + offB];
}

/* Warp shuffle scan; ITEMS per thread staged through shared memory (blocked <-> striped). */
template <int THREADS, int ITEMS>
__global__ void scan_warp_shuffle(const int *g_in, int *g_out)
{
    __shared__ int stage[THREADS * ITEMS];
    __shared__ int totals[THREADS / 32];

    auto block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int tid = threadIdx.x, wid = tid / 32, lane = warp.thread_rank();
    const int base = blockIdx.x * THREADS * ITEMS;

    for (int k = 0; k < ITEMS; k++)
        stage[k * THREADS + tid] = g_in[base + k * THREADS + tid];
    block.sync();

    int v[ITEMS], sum = 0;
    for (int k = 0; k < ITEMS; k++) {
        sum += stage[tid * ITEMS + k];
        v[k] = sum;
    }
    int incl = sum;
    for (int d = 1; d < 32; d <<= 1) {
        int up = warp.shfl_up(incl, d);
        if (lane >= d) incl += up;
    }
    if (lane == 31) totals[wid] = incl;
    block.sync();
    if (wid == 0) {
        int t = lane < THREADS / 32 ? totals[lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            int up = warp.shfl_up(t, d);
            if (lane >= d) t += up;
        }
        if (lane < THREADS / 32) totals[lane] = t;
    }
    block.sync();
    int prefix = incl - sum + (wid > 0 ? totals[wid - 1] : 0);
    for (int k = 0; k < ITEMS; k++)
        stage[tid * ITEMS + k] = v[k] + prefix;
    block.sync();
    for (int k = 0; k < ITEMS; k++)
        g_out[base + k * THREADS + tid] = stage[k * THREADS + tid];
}

static int compare(const char *name, const std::vector<int> &in, const int *d_out, int n, bool exclusive)
{
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { fprintf(stderr, "%s failed: %s\n", name, cudaGetErrorString(e)); exit(1); }
    std::vector<int> out(in.size());
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    int acc = 0, bad = 0;
    for (size_t i = 0; i < in.size(); i++) {
        if (i % n == 0) acc = 0;
        int want = exclusive ? acc : acc + in[i];
        acc += in[i];
        bad += want != out[i];
    }
    printf("%-16s %s\n", name, bad ? "FAILED" : "ok");
    return bad != 0;
}

int main()
{
    const int total = 8192;
    std::vector<int> in(total);
    for (int i = 0; i < total; i++) in[i] = i % 7 - 2;
    int *d_in, *d_out;
    if (cudaMalloc(&d_in, total * sizeof(int)) || cudaMalloc(&d_out, total * sizeof(int))) return 1;
    cudaMemcpy(d_in, in.data(), total * sizeof(int), cudaMemcpyHostToDevice);
    int bad = 0;
    scan_hillis_steele<<<total / 256, 256, 2 * 256 * sizeof(int)>>>(d_in, d_out, 256);
    bad += compare("hillis_steele", in, d_out, 256, false);
    scan_blelloch<<<total / 512, 256, 512 * sizeof(int)>>>(d_in, d_out, 512);
    bad += compare("blelloch", in, d_out, 512, true);
    scan_blelloch_bcao<<<total / 512, 256, (512 + CONFLICT_FREE_OFFSET(512)) * sizeof(int)>>>(d_in, d_out, 512);
    bad += compare("blelloch_bcao", in, d_out, 512, true);
    scan_warp_shuffle<128, 8><<<total / 1024, 128>>>(d_in, d_out);
    bad += compare("warp_shuffle", in, d_out, 1024, false);
    return bad;
}

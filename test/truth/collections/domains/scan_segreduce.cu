// Prefix sums, segmented scans and block reductions, partly with cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// Blelloch work-efficient exclusive scan, two elements per thread; optional bank offset.
template <bool OFFSET> __device__ __forceinline__ int slot(int i) { return OFFSET ? i + (i >> 5) : i; }

template <bool OFFSET>
__global__ void blelloch_scan(const int* in, int* out, int* block_sum, int n)
{
    __shared__ int temp[1024 + 32];
    const int t = threadIdx.x, base = blockIdx.x * 1024;
    const int ia = t, ib = t + 512;
    temp[slot<OFFSET>(ia)] = base + ia < n ? in[base + ia] : 0;
    temp[slot<OFFSET>(ib)] = base + ib < n ? in[base + ib] : 0;
    int offset = 1;
    for (int d = 512; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            const int ai = slot<OFFSET>(offset * (2 * t + 1) - 1);
            const int bi = slot<OFFSET>(offset * (2 * t + 2) - 1);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    __syncthreads();
    if (t == 0) {
        block_sum[blockIdx.x] = temp[slot<OFFSET>(1023)];
        temp[slot<OFFSET>(1023)] = 0;
    }
    for (int d = 1; d < 1024; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int ai = slot<OFFSET>(offset * (2 * t + 1) - 1);
            const int bi = slot<OFFSET>(offset * (2 * t + 2) - 1);
            const int x = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += x;
        }
    }
    __syncthreads();
    if (base + ia < n) out[base + ia] = temp[slot<OFFSET>(ia)];
    if (base + ib < n) out[base + ib] = temp[slot<OFFSET>(ib)];
}

// Shuffle scan, ITEMS per thread, blocked arrangement obtained by a shared memory exchange.
template <typename T, int THREADS, int ITEMS>
__global__ void shuffle_scan_blocked(const T* in, T* out, int n)
{
    __shared__ T exch[THREADS * ITEMS];
    __shared__ T warp_tot[THREADS / 32];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int base = blockIdx.x * THREADS * ITEMS;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        const int j = i * THREADS + t;
        exch[j] = base + j < n ? in[base + j] : T(0);
    }
    __syncthreads();
    T v[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) v[i] = exch[t * ITEMS + i];
#pragma unroll
    for (int i = 1; i < ITEMS; ++i) v[i] += v[i - 1];
    T s = v[ITEMS - 1];
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        const T u = __shfl_up_sync(0xffffffffu, s, o);
        if (lane >= o) s += u;
    }
    if (lane == 31) warp_tot[w] = s;
    __syncthreads();
    T carry = s - v[ITEMS - 1];
    for (int k = 0; k < w; ++k) carry += warp_tot[k];
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) exch[t * ITEMS + i] = v[i] + carry;
    __syncthreads();
    for (int j = t; j < THREADS * ITEMS && base + j < n; j += THREADS) out[base + j] = exch[j];
}

// Hillis-Steele segmented scan over (flag, value) pairs, double buffered in shared memory.
struct FlagVal { int flag; float val; };
__global__ void segmented_scan_pairs(const float* x, const unsigned char* head, float* out, int n)
{
    __shared__ FlagVal buf[2][256];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
    FlagVal me;
    me.flag = i < n ? head[i] : 1;
    me.val = i < n ? x[i] : 0.f;
    int cur = 0;
    buf[cur][t] = me;
    __syncthreads();
#pragma unroll 2
    for (int d = 1; d < 256; d *= 2) {
        FlagVal r = buf[cur][t];
        if (t >= d) {
            const FlagVal l = buf[cur][t - d];
            if (!r.flag) r.val += l.val;
            r.flag |= l.flag;
        }
        buf[cur ^ 1][t] = r;
        cur ^= 1;
        __syncthreads();
    }
    if (i < n) out[i] = buf[cur][t].val;
}

// Rows of a matrix reduced by sub-warp tiles; one scratch row per tile for the tail combination.
template <int TS>
__global__ void row_reduce_tiles(const double* m, double* rowsum, double* rowmax, int rows, int cols)
{
    extern __shared__ double scratch[];
    cg::thread_block blk = cg::this_thread_block();
    cg::thread_block_tile<TS> tile = cg::tiled_partition<TS>(blk);
    const int tiles = blockDim.x / TS;
    double* smax = scratch + tiles * TS;
    const int id = tile.meta_group_rank();
    const int r = blockIdx.x * tiles + id;
    double s = 0, mx = -1e300;
    if (r < rows)
        for (int c = tile.thread_rank(); c < cols; c += TS) {
            const double v = m[(size_t)r * cols + c];
            s += v;
            mx = v > mx ? v : mx;
        }
    scratch[tile.thread_rank() * tiles + id] = s;            // transposed: lane-major
    smax[id * TS + tile.thread_rank()] = mx;
    blk.sync();
    if ((int)blk.thread_rank() < tiles) {
        const int row = blockIdx.x * tiles + blk.thread_rank();
        double a = 0, b = -1e300;
        for (int k = 0; k < TS; ++k) {
            a += scratch[k * tiles + blk.thread_rank()];
            b = fmax(b, smax[blk.thread_rank() * TS + k]);
        }
        if (row < rows) { rowsum[row] = a; rowmax[row] = b; }
    }
}

// The textbook interleaved-address reduction next to the sequential one, switch by template.
template <int MODE>
__global__ void reduce_textbook(const float* in, float* out, int n)
{
    __shared__ float sd[256];
    const int t = threadIdx.x;
    float v = 0.f;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) v += in[i];
    sd[t] = v;
    __syncthreads();
    if (MODE == 0) {
        for (int s = 1; s < 256; s *= 2) {
            const int j = 2 * s * t;
            if (j < 256) sd[j] += sd[j + s];
            __syncthreads();
        }
        if (t == 0) out[blockIdx.x] = sd[0];
    } else {
        for (int s = 128; s >= 32; s >>= 1) {
            if (t < s) sd[t] += sd[t + s];
            __syncthreads();
        }
        if (t < 32) {
            auto warp = cg::coalesced_threads();
            const float r = cg::reduce(warp, sd[t], cg::plus<float>());
            if (t == 0) out[blockIdx.x] = r;
        }
    }
}

int main()
{
    const int n = 40000;
    std::vector<int> hi(n); std::vector<float> hf(n); std::vector<double> hd(n); std::vector<unsigned char> hh(n);
    for (int i = 0; i < n; ++i) { hi[i] = i % 7; hf[i] = (i % 11) * 0.5f; hd[i] = i % 13; hh[i] = (i * 31) % 17 == 0; }
    int *di, *doi, *dsum; float *df, *dof; double *dd, *dr; unsigned char* dh;
    cudaMalloc(&di, n * 4); cudaMalloc(&doi, n * 4); cudaMalloc(&dsum, 4096); cudaMalloc(&df, n * 4); cudaMalloc(&dof, n * 4);
    cudaMalloc(&dd, n * 8); cudaMalloc(&dr, n * 8); cudaMalloc(&dh, n);
    cudaMemcpy(di, hi.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(df, hf.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, hd.data(), n * 8, cudaMemcpyHostToDevice); cudaMemcpy(dh, hh.data(), n, cudaMemcpyHostToDevice);
    blelloch_scan<false><<<(n + 1023) / 1024, 512>>>(di, doi, dsum, n);
    blelloch_scan<true><<<(n + 1023) / 1024, 512>>>(di, doi, dsum, n);
    shuffle_scan_blocked<float, 128, 4><<<(n + 511) / 512, 128>>>(df, dof, n);
    shuffle_scan_blocked<int, 128, 7><<<(n + 895) / 896, 128>>>(di, doi, n);
    shuffle_scan_blocked<double, 64, 8><<<(n + 511) / 512, 64>>>(dd, dr, n);
    segmented_scan_pairs<<<(n + 255) / 256, 256>>>(df, dh, dof, n);
    row_reduce_tiles<8><<<(390 + 15) / 16, 128, 2 * 128 * sizeof(double)>>>(dd, dr, dr + 1000, 390, 100);
    row_reduce_tiles<16><<<(390 + 15) / 16, 256, 2 * 256 * sizeof(double)>>>(dd, dr, dr + 1000, 390, 100);
    reduce_textbook<0><<<16, 256>>>(df, dof, n);
    reduce_textbook<1><<<16, 256>>>(df, dof + 16, n);
    const bool bad = cudaDeviceSynchronize() != cudaSuccess;
    float r[32]; cudaMemcpy(r, dof, sizeof r, cudaMemcpyDeviceToHost);
    std::printf("%s %g %g\n", bad ? "fail" : "ok", r[0], r[16]);
}

// Sparse matrix and graph kernels.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

#define WARP 32

// CSR vector kernel with a shared memory tree reduction, VW threads per row (Bell & Garland style).
template <int VW, int BLOCK>
__global__ void spmv_csr_vector(int n, const int* __restrict__ ptr, const int* __restrict__ col,
                                const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y)
{
    __shared__ float sdata[BLOCK + VW / 2];
    __shared__ int bounds[BLOCK / VW][2];
    const int lane = threadIdx.x & (VW - 1), vec = threadIdx.x / VW;
    const int row = blockIdx.x * (BLOCK / VW) + vec;
    if (lane < 2) bounds[vec][lane] = row < n ? ptr[row + lane] : 0;
    __syncwarp();
    const int b = bounds[vec][0], e = bounds[vec][1];
    float s = 0.f;
    for (int j = b + lane; j < e; j += VW) s += val[j] * x[col[j]];
    sdata[threadIdx.x] = s;
    __syncwarp();
#pragma unroll
    for (int o = VW / 2; o > 0; o >>= 1) {
        const float other = lane < o ? sdata[threadIdx.x + o] : 0.f;
        __syncwarp();
        s += other;
        sdata[threadIdx.x] = s;
        __syncwarp();
    }
    if (lane == 0 && row < n) y[row] = s;
}

// CSR-stream: products of a whole row block go to shared memory, one thread per row sums its slice.
__global__ void spmv_csr_stream(const int* rowblk, const int* ptr, const int* col, const double* val,
                                const double* x, double* y)
{
    __shared__ double prod[1024];
    const int r0 = rowblk[blockIdx.x], r1 = rowblk[blockIdx.x + 1];
    const int base = ptr[r0], nnz = ptr[r1] - base;
    for (int i = threadIdx.x; i < nnz; i += blockDim.x) prod[i] = val[base + i] * x[col[base + i]];
    __syncthreads();
    for (int r = r0 + threadIdx.x; r < r1; r += blockDim.x) {
        double s = 0;
        for (int j = ptr[r] - base; j < ptr[r + 1] - base; ++j) s += prod[j];
        y[r] = s;
    }
}

// CSR x dense (row major, NC columns): nonzeros staged in shared memory, lanes across columns.
template <int NC>
__global__ void spmm_staged(int n, const int* ptr, const int* col, const float* val, const float* B, float* C)
{
    __shared__ int sc[4][WARP];
    __shared__ float sv[4][WARP];
    const int w = threadIdx.y, lane = threadIdx.x;
    const int row = blockIdx.x * 4 + w;
    if (row >= n) return;
    float acc[NC / WARP] = {};
    for (int j0 = ptr[row]; j0 < ptr[row + 1]; j0 += WARP) {
        const bool in = j0 + lane < ptr[row + 1];
        sc[w][lane] = in ? col[j0 + lane] * NC : 0;
        sv[w][lane] = in ? val[j0 + lane] : 0.f;
        __syncwarp();
        const int cnt = min(WARP, ptr[row + 1] - j0);
        for (int k = 0; k < cnt; ++k)
#pragma unroll
            for (int c = 0; c < NC / WARP; ++c) acc[c] += sv[w][k] * B[sc[w][k] + c * WARP + lane];
        __syncwarp();
    }
#pragma unroll
    for (int c = 0; c < NC / WARP; ++c) C[row * NC + c * WARP + lane] = acc[c];
}

// Block sparse rows with 4x4 blocks stored as float4 rows, x gathered to shared memory.
__global__ void bsr4_spmv(int nb, const int* ptr, const int* col, const float4* blocks, const float4* x, float* y)
{
    __shared__ float4 xs[32];
    __shared__ float part[32][4];
    const int br = blockIdx.x, t = threadIdx.x;           // 128 threads: 32 blocks x 4 rows
    if (br >= nb) return;
    const int bk = t >> 2, r = t & 3;
    float s = 0.f;
    for (int j0 = ptr[br]; j0 < ptr[br + 1]; j0 += 32) {
        __syncthreads();
        if (t < 32) xs[t] = j0 + t < ptr[br + 1] ? x[col[j0 + t]] : make_float4(0, 0, 0, 0);
        __syncthreads();
        if (j0 + bk < ptr[br + 1]) {
            const float4 a = blocks[(j0 + bk) * 4 + r], v = xs[bk];
            s += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
        }
    }
    part[bk][r] = s;
    __syncthreads();
    for (int o = 16; o > 0; o >>= 1) {
        if (bk < o) part[bk][r] += part[bk + o][r];
        __syncthreads();
    }
    if (t < 4) y[br * 4 + t] = part[0][t];
}

// One BFS level with block-local frontier queue.
constexpr int QCAP = 1024;
__global__ void bfs_level(const int* ptr, const int* adj, int* dist, const int* frontier, int nf,
                          int* next, int* next_count, int level)
{
    __shared__ int queue[QCAP];
    __shared__ int qn, qbase;
    if (threadIdx.x == 0) qn = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nf) {
        const int u = frontier[i];
        for (int e = ptr[u]; e < ptr[u + 1]; ++e) {
            const int v = adj[e];
            if (atomicCAS(&dist[v], -1, level + 1) == -1) {
                const int p = atomicAdd(&qn, 1);
                if (p < QCAP) queue[p] = v;
                else next[atomicAdd(next_count, 1)] = v;
            }
        }
    }
    __syncthreads();
    const int m = min(qn, QCAP);
    if (threadIdx.x == 0) qbase = atomicAdd(next_count, m);
    __syncthreads();
    for (int k = threadIdx.x; k < m; k += blockDim.x) next[qbase + k] = queue[k];
}

// Degree histogram + per-block triangle-ish neighbour overlap using a shared bitmap.
__global__ void neighbour_overlap(int n, const int* ptr, const int* adj, int* overlap)
{
    __shared__ unsigned bitmap[8][64];          // one bitmap of 2048 vertices per warp
    const int w = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const int u = blockIdx.x * 8 + w;
    for (int k = lane; k < 64; k += WARP) bitmap[w][k] = 0u;
    __syncwarp();
    if (u >= n) return;
    for (int e = ptr[u] + lane; e < ptr[u + 1]; e += WARP) atomicOr(&bitmap[w][adj[e] >> 5], 1u << (adj[e] & 31));
    __syncwarp();
    int c = 0;
    for (int e = ptr[u]; e < ptr[u + 1]; ++e) {
        const int v = adj[e];
        for (int f = ptr[v] + lane; f < ptr[v + 1]; f += WARP) c += (bitmap[w][adj[f] >> 5] >> (adj[f] & 31)) & 1;
    }
    for (int o = 16; o; o >>= 1) c += __shfl_down_sync(~0u, c, o);
    if (lane == 0) overlap[u] = c;
}

template <class T> T* to_dev(const std::vector<T>& v)
{
    T* d; cudaMalloc(&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int n = 2000;
    std::vector<int> ptr(n + 1, 0), col, blk{0};
    for (int r = 0; r < n; ++r) {
        const int deg = 4 + (r * 7) % 29;
        for (int k = 0; k < deg; ++k) col.push_back((r * 3 + k * (k + 5) * 11 + 1) % n);
        ptr[r + 1] = (int)col.size();
        if (ptr[r + 1] - ptr[blk.back()] > 1024) blk.push_back(r);
    }
    blk.push_back(n);
    const int nnz = ptr[n];
    std::vector<float> v(16 * nnz), x(64 * n, 0.5f);
    std::vector<double> vd(nnz), xd(n, 0.25);
    for (size_t i = 0; i < v.size(); ++i) v[i] = float(i % 9) - 4.f;
    for (int i = 0; i < nnz; ++i) vd[i] = i % 5 - 2;
    int *dp = to_dev(ptr), *dc = to_dev(col), *db = to_dev(blk);
    float *dv = to_dev(v), *dx = to_dev(x), *dy = to_dev(x);
    double *dvd = to_dev(vd), *dxd = to_dev(xd), *dyd = to_dev(xd);
    spmv_csr_vector<8, 128><<<(n + 15) / 16, 128>>>(n, dp, dc, dv, dx, dy);
    spmv_csr_vector<32, 128><<<(n + 3) / 4, 128>>>(n, dp, dc, dv, dx, dy);
    spmv_csr_stream<<<(int)blk.size() - 1, 64>>>(db, dp, dc, dvd, dxd, dyd);
    spmm_staged<64><<<(n + 3) / 4, dim3(WARP, 4)>>>(n, dp, dc, dv, dx, dy);
    bsr4_spmv<<<n, 128>>>(n, dp, dc, (float4*)dv, (float4*)dx, dy);
    std::vector<int> dist(n, -1), f(n, 0);
    dist[0] = 0;
    int *dd = to_dev(dist), *cur = to_dev(f), *nxt = to_dev(f), *cnt = to_dev(std::vector<int>{0}), nf = 1, level = 0;
    while (nf > 0 && level < 6) {
        cudaMemset(cnt, 0, 4);
        bfs_level<<<(nf + 63) / 64, 64>>>(dp, dc, dd, cur, nf, nxt, cnt, level++);
        cudaMemcpy(&nf, cnt, 4, cudaMemcpyDeviceToHost);
        std::swap(cur, nxt);
    }
    neighbour_overlap<<<(n + 7) / 8, 256>>>(n, dp, dc, cur);
    const cudaError_t e = cudaDeviceSynchronize();
    double y; cudaMemcpy(&y, dyd + 17, 8, cudaMemcpyDeviceToHost);
    std::printf("%s levels %d y %f\n", e == cudaSuccess ? "ok" : cudaGetErrorString(e), level, y);
}

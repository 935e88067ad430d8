// Sparse algebra kernels: CSR-stream, CSR-vector, SELL-C, BSR with 3x3 blocks, SpGEMM row hash
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

using index_t = int;
using offset_t = long long;

// CSR-stream: a block takes ROWS rows, products to shared, one thread a row sums
template <int NNZ, int THREADS>
__global__ __launch_bounds__(THREADS) void csr_stream(const offset_t *rowptr, const index_t *col, const float *val,
                                                      const float *x, float *y, const int *rowBlocks)
{
    __shared__ float prod[NNZ];
    const int r0 = rowBlocks[blockIdx.x], r1 = rowBlocks[blockIdx.x + 1];
    const offset_t p0 = rowptr[r0];
    const int nnz = (int)(rowptr[r1] - p0);
    for (int i = threadIdx.x; i < nnz; i += THREADS)
        prod[i] = val[p0 + i] * x[col[p0 + i]];
    __syncthreads();
    for (int r = r0 + (int)threadIdx.x; r < r1; r += THREADS) {
        float s = 0.f;
        for (offset_t k = rowptr[r] - p0; k < rowptr[r + 1] - p0; ++k) s += prod[k];
        y[r] = s;
    }
}

// VL threads a row, reduction in a volatile-free shared array with warp syncs
template <int VL>
__global__ void csr_vector(const offset_t *rowptr, const index_t *col, const float *val, const float *x, float *y, index_t rows)
{
    constexpr int VPB = 128 / VL;
    __shared__ float sdata[VPB * VL + VL / 2];
    __shared__ offset_t ptrs[VPB][2];
    const int lane = threadIdx.x & (VL - 1);
    const int vec = threadIdx.x / VL;
    for (index_t base = blockIdx.x * VPB; base < rows; base += VPB * gridDim.x) {
        index_t row = base + vec;
        if (lane < 2 && row < rows) ptrs[vec][lane] = rowptr[row + lane];
        __syncwarp();
        float s = 0.f;
        if (row < rows)
            for (offset_t j = ptrs[vec][0] + lane; j < ptrs[vec][1]; j += VL) s += val[j] * x[col[j]];
        sdata[threadIdx.x] = s;
        __syncwarp();
        #pragma unroll
        for (int d = VL / 2; d >= 1; d >>= 1) {
            float o = lane < d ? sdata[threadIdx.x + d] : 0.f;
            __syncwarp();
            s += o;
            sdata[threadIdx.x] = s;
            __syncwarp();
        }
        if (lane == 0 && row < rows) y[row] = sdata[threadIdx.x];
    }
}

// BSR 3x3; block values in shared as rows of nine, thread per block then segmented by atomics
struct Blk3 { float m[9]; };
__global__ void bsr3(const int *browptr, const int *bcol, const Blk3 *blocks, const float3 *x, float *y, int brows)
{
    __shared__ Blk3 stage[64];
    __shared__ float3 acc[64];
    const int row0 = blockIdx.x * 64;
    acc[threadIdx.x] = make_float3(0, 0, 0);
    __syncthreads();
    const int rend = min(row0 + 64, brows);
    const int lo = browptr[row0], hi = browptr[rend];
    for (int b0 = lo; b0 < hi; b0 += 64) {
        const int cnt = min(64, hi - b0);
        const float *g = blocks[b0].m;
        float *s = stage[0].m;
        for (int i = threadIdx.x; i < cnt * 9; i += 64) s[i] = g[i];
        __syncthreads();
        if ((int)threadIdx.x < cnt) {
            const Blk3 &b = stage[threadIdx.x];
            float3 v = x[bcol[b0 + threadIdx.x]];
            float3 r;
            r.x = b.m[0] * v.x + b.m[1] * v.y + b.m[2] * v.z;
            r.y = b.m[3] * v.x + b.m[4] * v.y + b.m[5] * v.z;
            r.z = b.m[6] * v.x + b.m[7] * v.y + b.m[8] * v.z;
            int left = row0, right = rend - 1;
            while (left < right) {
                int mid = (left + right + 1) >> 1;
                if (browptr[mid] <= b0 + (int)threadIdx.x) left = mid; else right = mid - 1;
            }
            float3 &a = acc[left - row0];
            atomicAdd(&a.x, r.x);
            atomicAdd(&a.y, r.y);
            atomicAdd(&a.z, r.z);
        }
        __syncthreads();
    }
    float *out = y + 3 * row0;
    for (int i = threadIdx.x; i < 3 * (rend - row0); i += 64) out[i] = (&acc[0].x)[i];
}

// SELL slices of 16 rows staged in shared as [row][k] (src is column major)
__global__ void sell16(const int *sliceptr, const int *col, const double *val, const double *x, double *y, int rows, int ldmax)
{
    extern __shared__ double stage64[];
    const int sl = blockIdx.x * blockDim.y + threadIdx.y;
    double *mine = stage64 + threadIdx.y * 16 * ldmax;
    const int nsl = (rows + 15) / 16;
    if (sl < nsl) {
        const int p = sliceptr[sl], width = (sliceptr[sl + 1] - p) / 16;
        for (int k = 0; k < width; ++k)
            mine[threadIdx.x * ldmax + k] = val[p + k * 16 + threadIdx.x] * x[col[p + k * 16 + threadIdx.x]];
        double s = 0;
        for (int k = width - 1; k >= 0; --k) s += mine[threadIdx.x * ldmax + k];
        int row = sl * 16 + threadIdx.x;
        if (row < rows) y[row] = s;
    }
}

// count distinct columns of A*A per row: warp hash of 128 slots
__global__ void spgemm_symbolic(const offset_t *rowptr, const index_t *col, int *nnzC, int rows)
{
    __shared__ int table[4][128];
    __shared__ int found[4];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int row = blockIdx.x * 4 + w;
    #pragma unroll
    for (int i = 0; i < 4; ++i) table[w][lane + 32 * i] = -1;
    if (lane == 0) found[w] = 0;
    __syncwarp();
    if (row < rows) {
        for (offset_t j = rowptr[row]; j < rowptr[row + 1]; ++j) {
            int k = col[j];
            for (offset_t q = rowptr[k] + lane; q < rowptr[k + 1]; q += 32) {
                int key = col[q];
                int h = (key * 107) & 127;
                for (int tries = 0; tries < 128; ++tries) {
                    int old = atomicCAS(&table[w][h], -1, key);
                    if (old == -1) { atomicAdd(&found[w], 1); break; }
                    if (old == key) break;
                    h = (h + 1) & 127;
                }
            }
        }
        __syncwarp();
        if (lane == 0) nnzC[row] = found[w];
    }
}

template <class T> T *upload(const std::vector<T> &v)
{
    T *p = nullptr;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

int main()
{
    const int rows = 700;
    std::vector<offset_t> rp(rows + 1, 0);
    std::vector<index_t> col; std::vector<float> val;
    for (int r = 0; r < rows; ++r) {
        int len = 2 + (r * 7) % 8;
        std::vector<int> c;
        for (int k = 0; k < len; ++k) c.push_back((r * 13 + k * k * 31 + k) % rows);
        std::sort(c.begin(), c.end());
        c.erase(std::unique(c.begin(), c.end()), c.end());
        for (int v : c) { col.push_back(v); val.push_back(1.f / (1 + v % 9)); }
        rp[r + 1] = (offset_t)col.size();
    }
    std::vector<int> rb{0};
    for (int r = 0, start = 0; r < rows; ++r)
        if (rp[r + 1] - rp[start] > 512) { rb.push_back(r); start = r; }
    rb.push_back(rows);
    std::vector<float> x(rows);
    std::iota(x.begin(), x.end(), 1.f);
    // blocked matrix
    const int brows = 150;
    std::vector<int> brp(brows + 1, 0), bcol; std::vector<Blk3> bval;
    for (int r = 0; r < brows; ++r) {
        for (int k = 0; k < 1 + r % 4; ++k) {
            bcol.push_back((r + 5 * k) % brows);
            Blk3 b; for (int q = 0; q < 9; ++q) b.m[q] = 0.1f * (q + k);
            bval.push_back(b);
        }
        brp[r + 1] = (int)bcol.size();
    }
    // sell
    std::vector<int> sp{0}, scol; std::vector<double> sval, xd(x.begin(), x.end());
    for (int s = 0; s < (rows + 15) / 16; ++s) {
        int wdt = 3 + s % 6;
        for (int k = 0; k < wdt * 16; ++k) { scol.push_back((s * 17 + k * 3) % rows); sval.push_back(0.5 + k % 3); }
        sp.push_back((int)scol.size());
    }
    auto *d_rp = upload(rp); auto *d_col = upload(col); auto *d_val = upload(val); auto *d_x = upload(x);
    auto *d_rb = upload(rb); auto *d_brp = upload(brp); auto *d_bcol = upload(bcol); auto *d_bval = upload(bval);
    auto *d_sp = upload(sp); auto *d_scol = upload(scol); auto *d_sval = upload(sval); auto *d_xd = upload(xd);
    float *y; double *yd; int *nz;
    cudaMallocManaged(&y, rows * sizeof(float));
    cudaMallocManaged(&yd, rows * sizeof(double));
    cudaMallocManaged(&nz, rows * sizeof(int));
    double cs = 0;
    auto acc = [&](int n) { cudaDeviceSynchronize(); for (int i = 0; i < n; ++i) cs += y[i] * (1 + i % 2); };
    csr_stream<512, 96><<<(unsigned)rb.size() - 1, 96>>>(d_rp, d_col, d_val, d_x, y, d_rb); acc(rows);
    csr_vector<4><<<10, 128>>>(d_rp, d_col, d_val, d_x, y, rows); acc(rows);
    csr_vector<16><<<12, 128>>>(d_rp, d_col, d_val, d_x, y, rows); acc(rows);
    bsr3<<<(brows + 63) / 64, 64>>>(d_brp, d_bcol, d_bval, (const float3 *)d_x, y, brows); acc(3 * brows);
    for (int ld : {8, 9})
        sell16<<<((rows + 15) / 16 + 5) / 6, dim3(16, 6), 6 * 16 * ld * sizeof(double)>>>(d_sp, d_scol, d_sval, d_xd, yd, rows, ld);
    spgemm_symbolic<<<(rows + 3) / 4, 128>>>(d_rp, d_col, nz, rows);
    cudaDeviceSynchronize();
    for (int i = 0; i < rows; ++i) cs += yd[i] + nz[i];
    printf("sparse_ops checksum %.5e %s\n", cs, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

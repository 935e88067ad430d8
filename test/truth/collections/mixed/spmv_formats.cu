/* SpMV in three formats: CSR (vector kernel, shared partial sums), ELL with a
 * shared window of x, BSR with 4x4 blocks. */
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

static void die_on(cudaError_t e, const char* what)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(e));
    std::exit(1);
}

template <typename T>
T* to_device(const std::vector<T>& v)
{
    T* p = nullptr;
    die_on(cudaMalloc(&p, v.size() * sizeof(T)), "cudaMalloc");
    die_on(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return p;
}

template <int VECTORS_PER_BLOCK, int THREADS_PER_VECTOR>
__global__ void spmv_csr_vector(int rows, const int* __restrict__ Ap, const int* __restrict__ Aj,
                                const float* __restrict__ Ax, const float* __restrict__ x, float* y)
{
    __shared__ volatile float sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + THREADS_PER_VECTOR / 2];
    __shared__ volatile int ptrs[VECTORS_PER_BLOCK][2];
    const int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    const int lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    const int vector_id = thread_id / THREADS_PER_VECTOR;
    const int vector_lane = threadIdx.x / THREADS_PER_VECTOR;
    const int num_vectors = VECTORS_PER_BLOCK * gridDim.x;
    for (int row = vector_id; row < rows; row += num_vectors) {
        if (lane < 2) ptrs[vector_lane][lane] = Ap[row + lane];
        __syncwarp();
        const int row_start = ptrs[vector_lane][0];
        const int row_end = ptrs[vector_lane][1];
        float sum = 0.0f;
        for (int jj = row_start + lane; jj < row_end; jj += THREADS_PER_VECTOR)
            sum += Ax[jj] * x[Aj[jj]];
        sdata[threadIdx.x] = sum;
        __syncwarp();
        for (int s = THREADS_PER_VECTOR / 2; s > 0; s >>= 1) {
            sum += sdata[threadIdx.x + s];
            __syncwarp();
            sdata[threadIdx.x] = sum;
            __syncwarp();
        }
        if (lane == 0) y[row] = sdata[threadIdx.x];
        __syncwarp();
    }
}

constexpr int ELL_BLOCK = 128, ELL_HALO = 32;
__global__ void spmv_ell_window(int rows, int width, const int* __restrict__ cols,
                                const float* __restrict__ vals, const float* __restrict__ x, float* y)
{
    __shared__ float xw[ELL_BLOCK + 2 * ELL_HALO];
    const int base = blockIdx.x * ELL_BLOCK - ELL_HALO;
    for (int i = threadIdx.x; i < ELL_BLOCK + 2 * ELL_HALO; i += blockDim.x) {
        int g = base + i;
        xw[i] = (g >= 0 && g < rows) ? x[g] : 0.0f;
    }
    __syncthreads();
    int row = blockIdx.x * ELL_BLOCK + threadIdx.x;
    if (row >= rows) return;
    float acc = 0.0f;
    for (int k = 0; k < width; ++k) {
        int c = cols[k * rows + row];
        if (c >= 0)
            acc += vals[k * rows + row] * xw[c - base];
    }
    y[row] = acc;
}

// 16 threads work on one block row, thread (r, c) owns element (r, c) of every block.
struct BsrSmem {
    float blk[8][16];
    float xv[8][4];
    float part[8][4][4];
};

__global__ void spmv_bsr4(int nbrow, const int* __restrict__ bptr, const int* __restrict__ bcol,
                          const float* __restrict__ bval, const float* __restrict__ x, float* y,
                          int max_blocks)
{
    __shared__ BsrSmem sm;
    const int g = threadIdx.x >> 4;
    const int e = threadIdx.x & 15;
    const int r = e >> 2, c = e & 3;
    const int brow = blockIdx.x * 8 + g;
    const int first = brow < nbrow ? bptr[brow] : 0;
    const int count = brow < nbrow ? bptr[brow + 1] - first : 0;
    float acc = 0.0f;
    for (int b = 0; b < max_blocks; ++b) {
        if (b < count) {
            sm.blk[g][e] = bval[(first + b) * 16 + e];   // column-major 4x4
            if (e < 4)
                sm.xv[g][e] = x[bcol[first + b] * 4 + e];
        }
        __syncthreads();
        if (b < count) {
            float a = sm.blk[g][c * 4 + r];
            acc += a * sm.xv[g][c];
        }
        __syncthreads();
    }
    sm.part[g][r][c] = acc;
    __syncthreads();
    if (e < 4 && brow < nbrow) {
        float s = sm.part[g][e][0] + sm.part[g][e][1];
        s += sm.part[g][e][2] + sm.part[g][e][3];
        y[brow * 4 + e] = s;
    }
}

static bool check(const char* name, const float* d_y, const std::vector<float>& ref)
{
    std::vector<float> y(ref.size());
    die_on(cudaMemcpy(y.data(), d_y, y.size() * sizeof(float), cudaMemcpyDeviceToHost), "copy back");
    size_t bad = 0;
    for (size_t i = 0; i < ref.size(); ++i)
        bad += std::fabs(y[i] - ref[i]) > 1e-3f * (1.0f + std::fabs(ref[i]));
    std::printf("%s: %zu bad rows\n", name, bad);
    return bad == 0;
}

int main()
{
    const int n = 2048, width = 9;
    const int off[width] = {-31, -17, -8, -1, 0, 1, 8, 17, 31};
    std::vector<float> x(n), ref(n, 0.0f), csr_v, ell_v(width * n, 0.0f);
    std::vector<int> csr_p(1, 0), csr_j, ell_c(width * n, -1);
    for (int i = 0; i < n; ++i) x[i] = 0.5f + (i % 11) * 0.1f;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < width; ++k) {
            int j = i + off[k];
            if (j < 0 || j >= n) continue;
            float v = off[k] == 0 ? 8.0f : -0.25f * (1 + (i + k) % 3);
            csr_j.push_back(j), csr_v.push_back(v);
            ell_c[k * n + i] = j, ell_v[k * n + i] = v;
            ref[i] += v * x[j];
        }
        csr_p.push_back((int)csr_j.size());
    }
    const int nb = 256, max_blocks = 6;            // 256 block rows -> 1024 rows
    std::vector<int> bp(1, 0), bc;
    std::vector<float> bv, bref(nb * 4, 0.0f);
    for (int i = 0; i < nb; ++i) {
        int cnt = 3 + i % 4;
        for (int b = 0; b < cnt; ++b) {
            int col = (i + b * 37) % nb;
            bc.push_back(col);
            for (int e = 0; e < 16; ++e) {
                float v = 0.1f * ((i + b + e) % 7);
                bv.push_back(v);
                bref[i * 4 + (e & 3)] += v * x[col * 4 + (e >> 2)];
            }
        }
        bp.push_back((int)bc.size());
    }
    float *dx = to_device(x), *dv = to_device(csr_v), *dev = to_device(ell_v), *dbv = to_device(bv);
    int *dp = to_device(csr_p), *dj = to_device(csr_j), *dec = to_device(ell_c);
    int *dbp = to_device(bp), *dbc = to_device(bc);
    float *y0, *y1, *y2, *y3;
    for (float** p : {&y0, &y1, &y2, &y3}) die_on(cudaMalloc(p, n * sizeof(float)), "cudaMalloc");

    spmv_csr_vector<4, 32><<<32, 128>>>(n, dp, dj, dv, dx, y0);
    spmv_csr_vector<16, 8><<<32, 128>>>(n, dp, dj, dv, dx, y1);
    spmv_ell_window<<<n / ELL_BLOCK, ELL_BLOCK>>>(n, width, dec, dev, dx, y2);
    spmv_bsr4<<<nb / 8, 128>>>(nb, dbp, dbc, dbv, dx, y3, max_blocks);
    die_on(cudaGetLastError(), "launch");
    die_on(cudaDeviceSynchronize(), "sync");

    bool ok = check("csr32", y0, ref) && check("csr8", y1, ref) && check("ell", y2, ref) && check("bsr", y3, bref);
    return ok ? 0 : 1;
}

// Structured sparse kernels: sliced ELL, block CSR, banded matvec, and tridiagonal solvers
// (cyclic reduction and parallel cyclic reduction), one system per block.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <utility>
#include <vector>

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
        std::exit(EXIT_FAILURE);
    }
}

template <typename T> class DeviceArray {
public:
    explicit DeviceArray(size_t n) : n_(n)
    {
        check(cudaMalloc(&p_, n * sizeof(T)), "cudaMalloc");
        check(cudaMemset(p_, 0, n * sizeof(T)), "cudaMemset");
    }
    explicit DeviceArray(const std::vector<T> &h) : DeviceArray(h.size())
    {
        check(cudaMemcpy(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "H2D");
    }
    ~DeviceArray() { cudaFree(p_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    T *get() { return p_; }
    std::vector<T> host() const
    {
        std::vector<T> h(n_);
        check(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "D2H");
        return h;
    }

private:
    T *p_ = nullptr;
    size_t n_;
};

// ---------------------------------------------------------------------------------------
// Sliced ELL with several threads per row. Partial sums are combined through shared memory.
// blockDim = (ROWS, TPR): x walks rows of the slice, y walks the entries within a row.
template <int ROWS, int TPR>
__global__ void ell_spmv(const float *__restrict__ vals, const int *__restrict__ cols,
                         const float *__restrict__ x, float *__restrict__ y, int nrows,
                         int width)
{
    __shared__ float partial[ROWS][TPR];

    const int r = threadIdx.x;
    const int t = threadIdx.y;
    const int row = blockIdx.x * ROWS + r;
    const size_t base = static_cast<size_t>(blockIdx.x) * ROWS * width;

    float sum = 0.f;
    for (int k = t; k < width; k += TPR) {
        const size_t at = base + static_cast<size_t>(k) * ROWS + r;
        const int c = cols[at];
        if (c >= 0)
            sum += vals[at] * x[c];
    }
    partial[r][t] = sum;
    __syncthreads();

    if (t == 0 && row < nrows) {
        float total = 0.f;
#pragma unroll
        for (int k = 0; k < TPR; ++k)
            total += partial[r][k];
        y[row] = total;
    }
}

// ---------------------------------------------------------------------------------------
// Block CSR: each thread block handles one block row of size BS x BS.
template <int BS, int PITCH>
__global__ void bsr_spmm(const int *__restrict__ rowptr, const int *__restrict__ colidx,
                         const double *__restrict__ blocks, const double *__restrict__ X,
                         double *__restrict__ Y, int nvec)
{
    __shared__ double a[BS * PITCH];
    __shared__ double b[BS * PITCH];

    const int i = threadIdx.y;
    const int j = threadIdx.x;
    const int v0 = blockIdx.y * BS;
    double acc = 0.0;

    for (int p = rowptr[blockIdx.x]; p < rowptr[blockIdx.x + 1]; ++p) {
        const int bc = colidx[p];
        // blocks are stored column-major as the solver library emits them
        a[j * PITCH + i] = blocks[static_cast<size_t>(p) * BS * BS + i * BS + j];
        b[i * PITCH + j] = X[static_cast<size_t>(bc * BS + i) * nvec + v0 + j];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BS; ++k)
            acc += a[i * PITCH + k] * b[k * PITCH + j];
        __syncthreads();
    }
    Y[static_cast<size_t>(blockIdx.x * BS + i) * nvec + v0 + j] = acc;
}

// ---------------------------------------------------------------------------------------
// Banded y = A x. The band is staged row-major (LAPACK-like, NB diagonals per row).
constexpr int BAND_ROWS = 128;
constexpr int HALF_BW = 4;
constexpr int NB = 2 * HALF_BW + 1;

__global__ void __launch_bounds__(BAND_ROWS)
banded_mv(const float *__restrict__ band, const float *__restrict__ x, float *__restrict__ y,
          int n)
{
    __shared__ float sband[BAND_ROWS * NB];
    __shared__ float sx[BAND_ROWS + 2 * HALF_BW];

    const int tid = threadIdx.x;
    const int row0 = blockIdx.x * BAND_ROWS;

#pragma unroll
    for (int k = 0; k < NB; ++k) {
        const int e = k * BAND_ROWS + tid;
        sband[e] = row0 * NB + e < n * NB ? band[row0 * NB + e] : 0.f;
    }
    for (int e = tid; e < BAND_ROWS + 2 * HALF_BW; e += BAND_ROWS) {
        const int g = row0 + e - HALF_BW;
        sx[e] = (g >= 0 && g < n) ? x[g] : 0.f;
    }
    __syncthreads();

    float s = 0.f;
#pragma unroll
    for (int k = 0; k < NB; ++k)
        s = fmaf(sband[tid * NB + k], sx[tid + k], s);
    if (row0 + tid < n)
        y[row0 + tid] = s;
}

// ---------------------------------------------------------------------------------------
// Cyclic reduction, n = 2 * blockDim.x equations per block, dynamic shared (5n words).
__global__ void tridiag_cr(const float *__restrict__ ga, const float *__restrict__ gb,
                           const float *__restrict__ gc, const float *__restrict__ gd,
                           float *__restrict__ gx, int n)
{
    extern __shared__ float smem[];
    float *a = smem;
    float *b = a + n;
    float *c = b + n;
    float *d = c + n;
    float *x = d + n;

    const int tid = threadIdx.x;
    const int nt = blockDim.x;
    const size_t off = static_cast<size_t>(blockIdx.x) * n;

    a[tid] = ga[off + tid];
    a[tid + nt] = ga[off + tid + nt];
    b[tid] = gb[off + tid];
    b[tid + nt] = gb[off + tid + nt];
    c[tid] = gc[off + tid];
    c[tid + nt] = gc[off + tid + nt];
    d[tid] = gd[off + tid];
    d[tid + nt] = gd[off + tid + nt];
    __syncthreads();

    // forward reduction
    int stride = 1;
    int active = nt;
    while (active > 1) {
        stride *= 2;
        const int h = stride / 2;
        if (tid < active) {
            const int i = stride * tid + stride - 1;
            const int lo = i - h;
            const int hi = min(i + h, n - 1);
            const float k1 = a[i] / b[lo];
            if (hi == i) {
                b[i] = b[i] - c[lo] * k1;
                d[i] = d[i] - d[lo] * k1;
                a[i] = -a[lo] * k1;
                c[i] = 0.f;
            } else {
                const float k2 = c[i] / b[hi];
                b[i] = b[i] - c[lo] * k1 - a[hi] * k2;
                d[i] = d[i] - d[lo] * k1 - d[hi] * k2;
                a[i] = -a[lo] * k1;
                c[i] = -c[hi] * k2;
            }
        }
        __syncthreads();
        active /= 2;
    }

    if (tid == 0) {
        const int i0 = n / 2 - 1;
        const int i1 = n - 1;
        const float det = b[i0] * b[i1] - c[i0] * a[i1];
        x[i0] = (b[i1] * d[i0] - c[i0] * d[i1]) / det;
        x[i1] = (d[i1] * b[i0] - d[i0] * a[i1]) / det;
    }
    __syncthreads();

    // back substitution
    active = 2;
    for (stride = n / 2; stride > 1; stride /= 2) {
        const int h = stride / 2;
        if (tid < active) {
            const int i = stride * tid + h - 1;
            float v = d[i] - c[i] * x[i + h];
            if (tid > 0)
                v -= a[i] * x[i - h];
            x[i] = v / b[i];
        }
        __syncthreads();
        active *= 2;
    }
    gx[off + tid] = x[tid];
    gx[off + tid + nt] = x[tid + nt];
}

// Parallel cyclic reduction; coefficients kept as a struct-of-rows in shared.
template <int N>
__global__ void __launch_bounds__(N)
tridiag_pcr(const float *__restrict__ ga, const float *__restrict__ gb,
            const float *__restrict__ gc, const float *__restrict__ gd, float *__restrict__ gx)
{
    struct Row {
        float a, b, c, d;
    };
    __shared__ Row rows[N];

    const int i = threadIdx.x;
    const size_t g = static_cast<size_t>(blockIdx.x) * N + i;
    Row me = {ga[g], gb[g], gc[g], gd[g]};
    rows[i] = me;
    __syncthreads();

#pragma unroll
    for (int h = 1; h < N; h *= 2) {
        Row lo = {0.f, 1.f, 0.f, 0.f};
        Row hi = {0.f, 1.f, 0.f, 0.f};
        if (i >= h)
            lo = rows[i - h];
        if (i + h < N)
            hi = rows[i + h];
        const float k1 = me.a / lo.b;
        const float k2 = me.c / hi.b;
        me.b -= lo.c * k1 + hi.a * k2;
        me.d -= lo.d * k1 + hi.d * k2;
        me.a = -lo.a * k1;
        me.c = -hi.c * k2;
        __syncthreads();
        rows[i] = me;
        __syncthreads();
    }
    gx[g] = me.d / me.b;
}

int main()
{
    constexpr int n = 2048;

    // ELL
    constexpr int kRows = 32, kTpr = 8, kWidth = 16;
    std::vector<float> ell_v(n * kWidth);
    std::vector<int> ell_c(n * kWidth);
    for (int s = 0; s < n / kRows; ++s)
        for (int k = 0; k < kWidth; ++k)
            for (int r = 0; r < kRows; ++r) {
                const int at = (s * kWidth + k) * kRows + r;
                const int col = s * kRows + r + 3 * (k - kWidth / 2);
                ell_v[at] = 1.f / (1 + k);
                ell_c[at] = (col >= 0 && col < n) ? col : -1;
            }
    DeviceArray<float> dev(ell_v);
    DeviceArray<int> dec(ell_c);
    DeviceArray<float> x(std::vector<float>(n, 1.f)), y(n);

    // BSR: block tridiagonal pattern
    constexpr int kBs = 16, kBlockRows = 16, kVecs = 32;
    std::vector<int> rp(kBlockRows + 1, 0), ci;
    for (int i = 0; i < kBlockRows; ++i) {
        for (int j = i - 1; j <= i + 1; ++j)
            if (j >= 0 && j < kBlockRows)
                ci.push_back(j);
        rp[i + 1] = static_cast<int>(ci.size());
    }
    DeviceArray<int> drp(rp), dci(ci);
    DeviceArray<double> blk(std::vector<double>(ci.size() * kBs * kBs, 0.25));
    DeviceArray<double> bx(std::vector<double>(kBlockRows * kBs * kVecs, 1.0));
    DeviceArray<double> by(kBlockRows * kBs * kVecs);

    // band + tridiagonal batch
    DeviceArray<float> band(std::vector<float>(n * NB, 0.5f));
    constexpr int kSys = 8, kSysN = 256;
    std::vector<float> ta(kSys * kSysN, -1.f), tb(kSys * kSysN, 4.f), tc(kSys * kSysN, -1.f);
    for (int s = 0; s < kSys; ++s) {
        ta[s * kSysN] = 0.f;
        tc[s * kSysN + kSysN - 1] = 0.f;
    }
    DeviceArray<float> da(ta), db(tb), dc(tc);
    DeviceArray<float> dd(std::vector<float>(kSys * kSysN, 2.f));
    DeviceArray<float> x1(kSys * kSysN), x2(kSys * kSysN);

    std::vector<std::pair<std::string, std::function<void()>>> jobs;
    jobs.emplace_back("ell_spmv", [&] {
        ell_spmv<kRows, kTpr><<<n / kRows, dim3(kRows, kTpr)>>>(dev.get(), dec.get(), x.get(),
                                                                y.get(), n, kWidth);
    });
    jobs.emplace_back("bsr_spmm", [&] {
        const dim3 grid(kBlockRows, kVecs / kBs);
        const dim3 block(kBs, kBs);
        bsr_spmm<kBs, kBs + 1><<<grid, block>>>(drp.get(), dci.get(), blk.get(), bx.get(),
                                                by.get(), kVecs);
    });
    jobs.emplace_back("banded_mv", [&] {
        banded_mv<<<(n + BAND_ROWS - 1) / BAND_ROWS, BAND_ROWS>>>(band.get(), x.get(), y.get(), n);
    });
    jobs.emplace_back("tridiag_cr", [&] {
        tridiag_cr<<<kSys, kSysN / 2, 5 * kSysN * sizeof(float)>>>(
            da.get(), db.get(), dc.get(), dd.get(), x1.get(), kSysN);
    });
    jobs.emplace_back("tridiag_pcr", [&] {
        tridiag_pcr<kSysN><<<kSys, kSysN>>>(da.get(), db.get(), dc.get(), dd.get(), x2.get());
    });

    for (auto &job : jobs) {
        job.second();
        check(cudaGetLastError(), job.first.c_str());
    }
    check(cudaDeviceSynchronize(), "sync");

    const auto h1 = x1.host();
    const auto h2 = x2.host();
    float worst = 0.f;
    for (size_t i = 0; i < h1.size(); ++i)
        worst = std::max(worst, std::abs(h1[i] - h2[i]));
    std::printf("cr vs pcr max diff %g\n", worst);
    return 0;
}

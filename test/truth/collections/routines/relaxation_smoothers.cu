// Smoothers for the 5-point Laplacian on 2D tiles, plus sparse and small dense triangular solves.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_CALL(...)                                                                    \
    do {                                                                                  \
        if (cudaError_t e_ = (__VA_ARGS__); e_ != cudaSuccess) { std::fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(e_)); std::abort(); } \
    } while (0)

struct Grid2 {
    int nx, ny;      // including the fixed boundary layer
    float h2;
    __host__ __device__ bool interior(int x, int y) const { return x > 0 && y > 0 && x < nx - 1 && y < ny - 1; }
    __host__ __device__ bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < nx && y < ny; }
};

// ------------------------------------------------------------ weighted Jacobi, several sweeps per launch
template <int TX, int TY, int SWEEPS>
struct JacobiTile {
    static constexpr int W = TX + 2 * SWEEPS;
    static constexpr int H = TY + 2 * SWEEPS;
    float u[2][H][W];
    float f[H][W];
};

template <int TX, int TY, int SWEEPS>
__global__ void __launch_bounds__(TX * TY)
jacobi_multi(const float* __restrict__ u, const float* __restrict__ f, float* __restrict__ out, Grid2 g, float omega)
{
    using Tile = JacobiTile<TX, TY, SWEEPS>;
    __shared__ Tile s;
    const int x0 = blockIdx.x * TX - SWEEPS, y0 = blockIdx.y * TY - SWEEPS;

    for (int r = threadIdx.y; r < Tile::H; r += TY)
        for (int c = threadIdx.x; c < Tile::W; c += TX) {
            const bool in = g.inside(x0 + c, y0 + r);
            s.u[0][r][c] = in ? u[(y0 + r) * g.nx + x0 + c] : 0.f;
            s.f[r][c] = in ? f[(y0 + r) * g.nx + x0 + c] : 0.f;
        }
    __syncthreads();

#pragma unroll
    for (int sweep = 1; sweep <= SWEEPS; ++sweep) {
        const auto& src = s.u[(sweep - 1) & 1];
        auto& dst = s.u[sweep & 1];
        for (int r = sweep + threadIdx.y; r < Tile::H - sweep; r += TY)
            for (int c = sweep + threadIdx.x; c < Tile::W - sweep; c += TX) {
                const float old = src[r][c];
                const float relaxed = 0.25f * (src[r][c - 1] + src[r][c + 1] + src[r - 1][c] + src[r + 1][c] + g.h2 * s.f[r][c]);
                dst[r][c] = g.interior(x0 + c, y0 + r) ? old + omega * (relaxed - old) : old;
            }
        __syncthreads();
    }

    const int gx = x0 + SWEEPS + threadIdx.x, gy = y0 + SWEEPS + threadIdx.y;
    if (g.inside(gx, gy)) out[gy * g.nx + gx] = s.u[SWEEPS & 1][threadIdx.y + SWEEPS][threadIdx.x + SWEEPS];
}

// ------------------------------------------------------------ red-black Gauss-Seidel inside each tile
constexpr int RB_X = 32;
constexpr int RB_Y = 16;
constexpr int RB_PITCH = RB_X + 2 + 2;

__device__ __forceinline__ void relax_colour(float (*su)[RB_PITCH], const float (*sf)[RB_X], int colour, const Grid2& g, int x0, int y0)
{
    const int ly = threadIdx.y;
    const int lx = 2 * threadIdx.x + ((ly + colour) & 1);
    if (g.interior(x0 + lx, y0 + ly)) {
        const int r = ly + 1, c = lx + 1;
        su[r][c] = 0.25f * (su[r][c - 1] + su[r][c + 1] + su[r - 1][c] + su[r + 1][c] + sf[ly][lx]);
    }
}

__global__ void __launch_bounds__(RB_X / 2 * RB_Y)
redblack_tile(const float* __restrict__ u, const float* __restrict__ f, float* __restrict__ out, Grid2 g, int inner)
{
    __shared__ float su[RB_Y + 2][RB_PITCH];
    __shared__ float sf[RB_Y][RB_X];
    const int x0 = 1 + blockIdx.x * RB_X, y0 = 1 + blockIdx.y * RB_Y;
    const int tid = threadIdx.y * (RB_X / 2) + threadIdx.x;
    constexpr int THREADS = RB_X / 2 * RB_Y;

    for (int i = tid; i < (RB_X + 2) * (RB_Y + 2); i += THREADS) {
        const int r = i / (RB_X + 2), c = i % (RB_X + 2);
        const int gx = x0 + c - 1, gy = y0 + r - 1;
        su[r][c] = g.inside(gx, gy) ? u[gy * g.nx + gx] : 0.f;
    }
    for (int i = tid; i < RB_X * RB_Y; i += THREADS) {
        const int gx = x0 + i % RB_X, gy = y0 + i / RB_X;
        sf[i / RB_X][i % RB_X] = g.inside(gx, gy) ? g.h2 * f[gy * g.nx + gx] : 0.f;
    }
    __syncthreads();

    for (int it = 0; it < inner; ++it) {
        relax_colour(su, sf, 0, g, x0, y0);
        __syncthreads();
        relax_colour(su, sf, 1, g, x0, y0);
        __syncthreads();
    }
    for (int c = threadIdx.x; c < RB_X; c += RB_X / 2)
        if (g.interior(x0 + c, y0 + threadIdx.y))
            out[(y0 + threadIdx.y) * g.nx + x0 + c] = su[threadIdx.y + 1][c + 1];
}

// ------------------------------------------------------------ level-scheduled sparse lower solve, x kept in shared memory
struct CsrLower {
    int n, levels;
    const int *row_ptr, *col, *order, *level_ptr;
    const double *val, *inv_diag;
};

template <int LANES>
__global__ void sptrsv_levels(CsrLower L, const double* __restrict__ b, double* __restrict__ x)
{
    extern __shared__ double s_x[];
    int* s_level = reinterpret_cast<int*>(s_x + L.n);
    for (int i = threadIdx.x; i <= L.levels; i += blockDim.x) s_level[i] = L.level_ptr[i];

    auto block = cg::this_thread_block();
    auto group = cg::tiled_partition<LANES>(block);
    const int groups = blockDim.x / LANES;
    __syncthreads();

    for (int lev = 0; lev < L.levels; ++lev) {
        for (int k = s_level[lev] + group.meta_group_rank(); k < s_level[lev + 1]; k += groups) {
            const int row = L.order[k];
            double sum = 0.0;
            for (int j = L.row_ptr[row] + group.thread_rank(); j < L.row_ptr[row + 1]; j += LANES)
                sum += L.val[j] * s_x[L.col[j]];
            for (int d = LANES / 2; d > 0; d /= 2) sum += group.shfl_down(sum, d);
            if (group.thread_rank() == 0) s_x[row] = (b[row] - sum) * L.inv_diag[row];
        }
        block.sync();
    }
    for (int i = threadIdx.x; i < L.n; i += blockDim.x) x[i] = s_x[i];
}

// ------------------------------------------------------------ batched dense 32x32 lower solve, a warp per block
template <int WARPS>
__global__ void __launch_bounds__(32 * WARPS) trsv32_batched(const double* __restrict__ mats, double* __restrict__ rhs, int batch)
{
    __shared__ double s_l[WARPS][32][32 + 1];
    const int lane = threadIdx.x, w = threadIdx.y;
    const int m = blockIdx.x * WARPS + w;
    if (m >= batch) return;

    for (int r = 0; r < 32; ++r) s_l[w][r][lane] = mats[size_t(m) * 1024 + r * 32 + lane];
    __syncwarp();
    double v = rhs[m * 32 + lane];
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        const double xk = __shfl_sync(0xffffffffu, v, k) / s_l[w][k][k];
        if (lane == k) v = xk;
        if (lane > k) v -= s_l[w][lane][k] * xk;
    }
    rhs[m * 32 + lane] = v;
}

template <typename T> static T* upload(const std::vector<T>& v)
{
    T* d; CUDA_CALL(cudaMalloc(&d, v.size() * sizeof(T)));
    CUDA_CALL(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
template <typename T> static bool matches(const T* d, const std::vector<T>& ref, double tol)
{
    std::vector<T> h(ref.size());
    CUDA_CALL(cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < h.size(); ++i) if (!(std::fabs(double(h[i] - ref[i])) < tol)) return false;
    return true;
}

int main()
{
    const Grid2 g{151, 93, 0.01f};
    const int n = g.nx * g.ny;
    std::vector<float> u(n), f(n);
    for (int i = 0; i < n; ++i) { u[i] = std::sin(0.37f * i); f[i] = float(i % 11) - 5.f; }
    float *d_u = upload(u), *d_f = upload(f), *d_j = upload(u), *d_rb = upload(u);
    constexpr int SW = 3;
    jacobi_multi<32, 8, SW><<<dim3((g.nx + 31) / 32, (g.ny + 7) / 8), dim3(32, 8)>>>(d_u, d_f, d_j, g, 0.8f);
    const dim3 rb_grid((g.nx - 2 + RB_X - 1) / RB_X, (g.ny - 2 + RB_Y - 1) / RB_Y);
    redblack_tile<<<rb_grid, dim3(RB_X / 2, RB_Y)>>>(d_u, d_f, d_rb, g, 2);
    CUDA_CALL(cudaGetLastError());

    std::vector<float> j = u, rb = u;
    auto relax = [&](auto&& at, int x, int y) { return 0.25f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) + g.h2 * f[y * g.nx + x]); };
    for (int s = 0; s < SW; ++s) {
        const std::vector<float> o = j;
        for (int y = 1; y < g.ny - 1; ++y)
            for (int x = 1; x < g.nx - 1; ++x)
                j[y * g.nx + x] += 0.8f * (relax([&](int a, int b) { return o[b * g.nx + a]; }, x, y) - o[y * g.nx + x]);
    }
    auto tile = [](int x, int y) { return (y - 1 + RB_Y) / RB_Y * 1000 + (x - 1 + RB_X) / RB_X; };
    for (int pass = 0; pass < 4; ++pass)
        for (int y = 1; y < g.ny - 1; ++y)
            for (int x = 1; x < g.nx - 1; ++x)
                if (((x + y) & 1) == (pass & 1))
                    rb[y * g.nx + x] = relax([&](int a, int b) { return (tile(a, b) == tile(x, y) ? rb : u)[b * g.nx + a]; }, x, y);
    bool ok = matches(d_j, j, 1e-4) && matches(d_rb, rb, 1e-4);

    // Lower triangle of the 5-point matrix on a 24x20 grid; the levels are the anti-diagonals.
    const int mx = 24, my = 20, mn = mx * my;
    std::vector<int> rp{0}, col, order, lp{0};
    std::vector<double> val, inv(mn), b(mn), x(mn);
    for (int r = 0; r < mn; ++r) {
        if (r >= mx) { col.push_back(r - mx); val.push_back(-1.0); }
        if (r % mx) { col.push_back(r - 1); val.push_back(-1.0); }
        rp.push_back(int(col.size()));
        inv[r] = 1.0 / (4.0 + 0.01 * (r % 5));
        b[r] = x[r] = std::cos(0.1 * r);
        for (int k = rp[r]; k < rp[r + 1]; ++k) x[r] -= val[k] * x[col[k]];
        x[r] *= inv[r];
    }
    for (int s = 0; s < mx + my - 1; ++s) {
        for (int r = 0; r < mn; ++r) if (r % mx + r / mx == s) order.push_back(r);
        lp.push_back(int(order.size()));
    }
    double *d_b = upload(b), *d_x = upload(b);
    const CsrLower L{mn, mx + my - 1, upload(rp), upload(col), upload(order), upload(lp), upload(val), upload(inv)};
    sptrsv_levels<4><<<1, 128, mn * sizeof(double) + (L.levels + 1) * sizeof(int)>>>(L, d_b, d_x);
    CUDA_CALL(cudaGetLastError());
    ok &= matches(d_x, x, 1e-12);

    const int batch = 10;
    std::vector<double> mats(batch * 1024), rhs(batch * 32), sol(batch * 32);
    for (int i = 0; i < batch * 1024; ++i) mats[i] = i % 1024 / 32 == i % 32 ? 2.0 + i % 3 : 0.05 * (i % 7 - 3);
    for (int i = 0; i < batch * 32; ++i) {
        sol[i] = rhs[i] = 1.0 + i % 9;
        for (int k = 0; k < i % 32; ++k) sol[i] -= mats[i * 32 + k] * sol[i / 32 * 32 + k];
        sol[i] /= mats[i * 32 + i % 32];
    }
    double *d_m = upload(mats), *d_r = upload(rhs);
    trsv32_batched<4><<<(batch + 3) / 4, dim3(32, 4)>>>(d_m, d_r, batch);
    CUDA_CALL(cudaGetLastError());
    ok &= matches(d_r, sol, 1e-10);

    std::puts(ok ? "OK" : "FAIL");
    CUDA_CALL(cudaDeviceReset());
    return ok ? 0 : 1;
}

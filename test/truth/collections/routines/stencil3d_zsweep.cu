// 3D finite-difference stencils streamed along z, one xy tile per thread block.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                          \
    do {                                                                          \
        cudaError_t err_ = (call);                                                \
        if (err_ != cudaSuccess) {                                                \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,                \
                         cudaGetErrorString(err_));                               \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

constexpr int RADIUS = 4;
__constant__ float c_coef[RADIUS + 1];

struct Extent3 {
    int nx, ny, nz;
    __host__ __device__ size_t plane() const { return size_t(nx) * ny; }
    __host__ __device__ size_t volume() const { return plane() * nz; }
};

// ---------------------------------------------------------------- 7-point
template <int BX, int BY>
__global__ void __launch_bounds__(BX * BY)
stencil7_zsweep(const float* __restrict__ in, float* __restrict__ out, Extent3 e, float c0, float c1)
{
    __shared__ float tile[BY + 2][BX + 2];

    const int tx = threadIdx.x + 1;
    const int ty = threadIdx.y + 1;
    const int ix = blockIdx.x * BX + tx;
    const int iy = blockIdx.y * BY + ty;
    const bool active = ix < e.nx - 1 && iy < e.ny - 1;

    const int cx = min(ix, e.nx - 1);
    const int cy = min(iy, e.ny - 1);
    const size_t plane = e.plane();
    const float* p = in + size_t(cy) * e.nx + cx;

    float below = p[0];
    float centre = p[plane];

    for (int z = 1; z < e.nz - 1; ++z) {
        const float above = p[(z + 1) * plane];
        const float* row = in + z * plane;

        tile[ty][tx] = centre;
        if (threadIdx.x == 0) tile[ty][0] = row[size_t(cy) * e.nx + cx - 1];
        if (threadIdx.x == BX - 1) tile[ty][BX + 1] = row[size_t(cy) * e.nx + min(cx + 1, e.nx - 1)];
        if (threadIdx.y == 0) tile[0][tx] = row[size_t(cy - 1) * e.nx + cx];
        if (threadIdx.y == BY - 1) tile[BY + 1][tx] = row[size_t(min(cy + 1, e.ny - 1)) * e.nx + cx];
        __syncthreads();

        if (active) {
            out[z * plane + size_t(iy) * e.nx + ix] =
                c0 * centre + c1 * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                                    tile[ty + 1][tx] + below + above);
        }
        below = centre;
        centre = above;
        __syncthreads();
    }
}

// ---------------------------------------------------------------- 25-point
template <int BX, int BY>
__global__ void __launch_bounds__(BX * BY)
stencil25_zsweep(const float* __restrict__ in, float* __restrict__ out, Extent3 e)
{
    static_assert(BX >= RADIUS && BY >= RADIUS, "tile smaller than halo");
    __shared__ float s_tile[BY + 2 * RADIUS][BX + 2 * RADIUS];

    const int ltx = threadIdx.x, lty = threadIdx.y;
    const int tx = ltx + RADIUS, ty = lty + RADIUS;
    const size_t plane = e.plane();

    size_t in_idx = size_t(blockIdx.y * BY + ty) * e.nx + blockIdx.x * BX + tx;
    float behind[RADIUS], front[RADIUS];

#pragma unroll
    for (int i = RADIUS - 1; i >= 0; --i) { behind[i] = in[in_idx]; in_idx += plane; }
    float current = in[in_idx];
    size_t out_idx = in_idx;
    in_idx += plane;
#pragma unroll
    for (int i = 0; i < RADIUS; ++i) { front[i] = in[in_idx]; in_idx += plane; }

    for (int z = RADIUS; z < e.nz - RADIUS; ++z) {
        if (lty < RADIUS) {
            s_tile[lty][tx] = in[out_idx - size_t(RADIUS) * e.nx];
            s_tile[lty + BY + RADIUS][tx] = in[out_idx + size_t(BY) * e.nx];
        }
        if (ltx < RADIUS) {
            s_tile[ty][ltx] = in[out_idx - RADIUS];
            s_tile[ty][ltx + BX + RADIUS] = in[out_idx + BX];
        }
        s_tile[ty][tx] = current;
        __syncthreads();

        float value = c_coef[0] * current;
#pragma unroll
        for (int r = 1; r <= RADIUS; ++r) {
            value += c_coef[r] * (front[r - 1] + behind[r - 1] + s_tile[ty - r][tx] + s_tile[ty + r][tx] +
                                  s_tile[ty][tx - r] + s_tile[ty][tx + r]);
        }
        out[out_idx] = value;

#pragma unroll
        for (int i = RADIUS - 1; i > 0; --i) behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; ++i) front[i] = front[i + 1];
        if (z + 1 < e.nz - RADIUS) front[RADIUS - 1] = in[in_idx];

        in_idx += plane;
        out_idx += plane;
        __syncthreads();
    }
}

// -------------------------------------------- 7-point, double, ring of three planes
__device__ __forceinline__ void load_plane(double* s, const double* __restrict__ g, int pitch, const Extent3& e)
{
    const int w = blockDim.x + 2, h = blockDim.y + 2;
    const int x0 = blockIdx.x * blockDim.x - 1, y0 = blockIdx.y * blockDim.y - 1;
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < w * h; i += blockDim.x * blockDim.y) {
        const int r = i / w, c = i - r * w;
        const int gx = min(max(x0 + c, 0), e.nx - 1);
        const int gy = min(max(y0 + r, 0), e.ny - 1);
        s[r * pitch + c] = g[size_t(gy) * e.nx + gx];
    }
}

__global__ void heat_ring(const double* __restrict__ u, const double* __restrict__ kappa,
                          double* __restrict__ out, Extent3 e, double dt)
{
    extern __shared__ double smem[];
    const int pitch = blockDim.x + 2;
    const int elems = pitch * (blockDim.y + 2);
    double* lo = smem;
    double* mid = lo + elems;
    double* hi = mid + elems;

    const int gx = blockIdx.x * blockDim.x + threadIdx.x;
    const int gy = blockIdx.y * blockDim.y + threadIdx.y;
    const int c = (threadIdx.y + 1) * pitch + threadIdx.x + 1;
    const size_t plane = e.plane();

    load_plane(lo, u, pitch, e);
    load_plane(mid, u + plane, pitch, e);
    for (int z = 1; z < e.nz - 1; ++z) {
        load_plane(hi, u + (z + 1) * plane, pitch, e);
        __syncthreads();
        if (gx < e.nx && gy < e.ny) {
            const size_t g = z * plane + size_t(gy) * e.nx + gx;
            const double lap = mid[c - 1] + mid[c + 1] + mid[c - pitch] + mid[c + pitch] + lo[c] + hi[c] - 6.0 * mid[c];
            out[g] = mid[c] + dt * kappa[g] * lap;
        }
        __syncthreads();
        double* t = lo;
        lo = mid;
        mid = hi;
        hi = t;
    }
}

// ---------------------------------------------------------------- host
template <typename T>
static T* to_device(const std::vector<T>& h)
{
    T* d = nullptr;
    CUDA_CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}

template <typename T>
static double max_diff(const std::vector<T>& ref, const T* d)
{
    std::vector<T> got(ref.size());
    CUDA_CHECK(cudaMemcpy(got.data(), d, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
    double m = 0.0;
    for (size_t i = 0; i < ref.size(); ++i) {
        if (std::isnan(got[i])) return INFINITY;
        m = std::max(m, std::fabs(double(ref[i]) - double(got[i])));
    }
    return m;
}

int main()
{
    const float coef[RADIUS + 1] = {-8.541667f / 8, 1.6f / 8, -0.2f / 8, 0.025397f / 8, -0.001786f / 8};
    CUDA_CHECK(cudaMemcpyToSymbol(c_coef, coef, sizeof(coef)));
    bool ok = true;

    const Extent3 e{64 + 2 * RADIUS, 48 + 2 * RADIUS, 40};
    std::vector<float> u(e.volume());
    std::vector<double> ud(e.volume()), kap(e.volume());
    for (size_t i = 0; i < u.size(); ++i) {
        u[i] = std::sin(0.013f * float(i % 4099)) + float(i % 7) * 0.1f;
        ud[i] = u[i];
        kap[i] = 0.5 + 0.1 * double(i % 5);
    }
    float *d_in = to_device(u), *d_out7 = to_device(u), *d_out25 = to_device(u);
    double *d_u = to_device(ud), *d_k = to_device(kap), *d_o = to_device(ud);

    dim3 b7(32, 8), g7((e.nx - 2 + 31) / 32, (e.ny - 2 + 7) / 8);
    stencil7_zsweep<32, 8><<<g7, b7>>>(d_in, d_out7, e, 0.4f, 0.1f);
    dim3 b25(32, 16), g25((e.nx - 2 * RADIUS) / 32, (e.ny - 2 * RADIUS) / 16);
    stencil25_zsweep<32, 16><<<g25, b25>>>(d_in, d_out25, e);
    dim3 bh(32, 8), gh((e.nx + 31) / 32, (e.ny + 7) / 8);
    heat_ring<<<gh, bh, 3 * (bh.x + 2) * (bh.y + 2) * sizeof(double)>>>(d_u, d_k, d_o, e, 0.05);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    std::vector<float> r7 = u, r25 = u;
    std::vector<double> rh = ud;
    const long px = 1, py = e.nx, pz = long(e.plane());
    for (int z = 1; z < e.nz - 1; ++z)
        for (int y = 0; y < e.ny; ++y)
            for (int x = 0; x < e.nx; ++x) {
                const long i = z * pz + y * py + x;
                const long w = x > 0 ? i - px : i, ea = x < e.nx - 1 ? i + px : i;
                const long s = y > 0 ? i - py : i, n = y < e.ny - 1 ? i + py : i;
                rh[i] = ud[i] + 0.05 * kap[i] * (ud[w] + ud[ea] + ud[s] + ud[n] + ud[i - pz] + ud[i + pz] - 6.0 * ud[i]);
                if (x > 0 && y > 0 && x < e.nx - 1 && y < e.ny - 1)
                    r7[i] = 0.4f * u[i] + 0.1f * (u[w] + u[ea] + u[s] + u[n] + u[i - pz] + u[i + pz]);
                if (x < RADIUS || y < RADIUS || z < RADIUS || x >= e.nx - RADIUS || y >= e.ny - RADIUS || z >= e.nz - RADIUS)
                    continue;
                float v = coef[0] * u[i];
                for (int r = 1; r <= RADIUS; ++r)
                    v += coef[r] * (u[i - r] + u[i + r] + u[i - r * py] + u[i + r * py] + u[i - r * pz] + u[i + r * pz]);
                r25[i] = v;
            }
    ok &= max_diff(r7, d_out7) < 1e-4 && max_diff(r25, d_out25) < 1e-4 && max_diff(rh, d_o) < 1e-10;

    for (void* p : {(void*)d_in, (void*)d_out7, (void*)d_out25, (void*)d_u, (void*)d_k, (void*)d_o}) cudaFree(p);
    std::puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

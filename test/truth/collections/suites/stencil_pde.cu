// Finite difference kernels: heat 2D, 3D star stencil, red-black SOR, wave equation,
// temporally blocked Jacobi, line-upwind advection, residual norm.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CUDA_CHECK(call)                                                              \
    do {                                                                              \
        cudaError_t err_ = (call);                                                    \
        if (err_ != cudaSuccess) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

constexpr int div_up(int a, int b) { return (a + b - 1) / b; }

struct Grid2D {
    int nx, ny;
    int pitch;  // elements
    __host__ __device__ int idx(int x, int y) const { return y * pitch + x; }
    __host__ __device__ bool inside(int x, int y) const { return x >= 0 && x < nx && y >= 0 && y < ny; }
    __host__ __device__ bool interior(int x, int y) const { return x > 0 && x < nx - 1 && y > 0 && y < ny - 1; }
};

struct Grid3D {
    int nx, ny, nz;
    __host__ __device__ size_t idx(int x, int y, int z) const { return (size_t(z) * ny + y) * nx + x; }
};

__constant__ float c_fd[9];

// ---------------------------------------------------------------------------------
// 1. heat equation, tile + halo, clamped boundary
// ---------------------------------------------------------------------------------
template <int TX, int TY, int R, int PAD = 1>
__global__ void __launch_bounds__(TX* TY) heat2d_kernel(const float* __restrict__ in, float* __restrict__ out,
                                                        Grid2D g, float alpha)
{
    __shared__ float tile[TY + 2 * R][TX + 2 * R + PAD];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int bx = blockIdx.x * TX, by = blockIdx.y * TY;

    for (int j = ty; j < TY + 2 * R; j += TY) {
        for (int i = tx; i < TX + 2 * R; i += TX) {
            const int gx = min(max(bx + i - R, 0), g.nx - 1);
            const int gy = min(max(by + j - R, 0), g.ny - 1);
            tile[j][i] = in[g.idx(gx, gy)];
        }
    }
    __syncthreads();

    const int x = bx + tx, y = by + ty;
    if (x >= g.nx || y >= g.ny) return;

    const float c = tile[ty + R][tx + R];
    float acc = 0.f;
#pragma unroll
    for (int r = 1; r <= R; ++r) {
        const float w = 1.0f / float(r * r);
        acc += w * (tile[ty + R][tx + R - r] + tile[ty + R][tx + R + r] + tile[ty + R - r][tx + R] +
                    tile[ty + R + r][tx + R] - 4.0f * c);
    }
    out[g.idx(x, y)] = c + alpha * acc;
}

// ---------------------------------------------------------------------------------
// 2. 3D star stencil, register column along z, shared xy plane
// ---------------------------------------------------------------------------------
template <int BX, int BY, int R>
__global__ void star3d_kernel(const float* __restrict__ in, float* __restrict__ out, Grid3D g)
{
    __shared__ float plane[BY + 2 * R][BX + 2 * R];
    const int tx = threadIdx.x + R;
    const int ty = threadIdx.y + R;
    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;
    const bool valid = x < g.nx && y < g.ny;
    const size_t stride_z = size_t(g.nx) * g.ny;
    const size_t base = valid ? g.idx(x, y, 0) : 0;

    auto load = [&](int xx, int yy, int zz) -> float {
        return (xx >= 0 && xx < g.nx && yy >= 0 && yy < g.ny && zz < g.nz) ? in[g.idx(xx, yy, zz)] : 0.0f;
    };

    float infront[R], behind[R], current;
#pragma unroll
    for (int i = 0; i < R; ++i) behind[i] = 0.f;
    current = load(x, y, 0);
#pragma unroll
    for (int i = 0; i < R; ++i) infront[i] = load(x, y, i + 1);

    for (int z = 0; z < g.nz; ++z) {
        __syncthreads();
        plane[ty][tx] = current;
        if (threadIdx.y < R) {
            plane[threadIdx.y][tx] = load(x, y - R, z);
            plane[threadIdx.y + BY + R][tx] = load(x, y + BY, z);
        }
        if (threadIdx.x < R) {
            plane[ty][threadIdx.x] = load(x - R, y, z);
            plane[ty][threadIdx.x + BX + R] = load(x + BX, y, z);
        }
        __syncthreads();

        float v = c_fd[0] * current;
#pragma unroll
        for (int i = 1; i <= R; ++i) {
            v += c_fd[i] * (infront[i - 1] + behind[i - 1] + plane[ty - i][tx] + plane[ty + i][tx] +
                            plane[ty][tx - i] + plane[ty][tx + i]);
        }
        if (valid) out[base + z * stride_z] = v;

#pragma unroll
        for (int i = R - 1; i > 0; --i) behind[i] = behind[i - 1];
        behind[0] = current;
        current = infront[0];
#pragma unroll
        for (int i = 0; i < R - 1; ++i) infront[i] = infront[i + 1];
        infront[R - 1] = load(x, y, z + 1 + R);
    }
}

// ---------------------------------------------------------------------------------
// 3. block-local red-black SOR smoother (additive Schwarz style)
// ---------------------------------------------------------------------------------
struct SorParams {
    Grid2D g;
    float h2;
    float omega;
    int sweeps;
};

template <int B>
__device__ __forceinline__ void sor_half_sweep(float (&u)[B + 2][B + 2], const float (&f)[B][B], int i, int j, int color,
                                               bool active, const SorParams& p)
{
    if (active && (((i + j) & 1) == color)) {
        float& c = u[j + 1][i + 1];
        const float gs = 0.25f * (u[j + 1][i] + u[j + 1][i + 2] + u[j][i + 1] + u[j + 2][i + 1] + p.h2 * f[j][i]);
        c += p.omega * (gs - c);
    }
}

template <int B>
__global__ void redblack_sor_kernel(const float* __restrict__ uin, const float* __restrict__ rhs,
                                    float* __restrict__ uout, SorParams p)
{
    __shared__ float u[B + 2][B + 2];
    __shared__ float f[B][B];
    const int i = threadIdx.x, j = threadIdx.y;
    const int x = blockIdx.x * B + i;
    const int y = blockIdx.y * B + j;

    for (int t = j * B + i; t < (B + 2) * (B + 2); t += B * B) {
        const int lx = t % (B + 2), ly = t / (B + 2);
        const int gx = int(blockIdx.x) * B + lx - 1, gy = int(blockIdx.y) * B + ly - 1;
        u[ly][lx] = p.g.inside(gx, gy) ? uin[p.g.idx(gx, gy)] : 0.0f;
    }
    f[j][i] = p.g.inside(x, y) ? rhs[p.g.idx(x, y)] : 0.0f;
    const bool active = p.g.interior(x, y);
    __syncthreads();

    for (int s = 0; s < p.sweeps; ++s) {
        sor_half_sweep<B>(u, f, i, j, 0, active, p);
        __syncthreads();
        sor_half_sweep<B>(u, f, i, j, 1, active, p);
        __syncthreads();
    }
    if (p.g.inside(x, y)) uout[p.g.idx(x, y)] = u[j + 1][i + 1];
}

// ---------------------------------------------------------------------------------
// 4. acoustic wave step; dynamic shared carved into field and velocity, optional sponge
// ---------------------------------------------------------------------------------
struct WaveArgs {
    const float* prev;
    const float* cur;
    float* next;
    const float* vel;     // c^2 dt^2 / h^2
    const float* sponge;  // may be null
    Grid2D g;
    int radius;
};

__global__ void wave2d_kernel(WaveArgs a)
{
    extern __shared__ float smem[];
    const int w = blockDim.x + 2 * a.radius;
    const int h = blockDim.y + 2 * a.radius;
    float* field = smem;
    float* vel = field + w * h;

    const int x0 = blockIdx.x * blockDim.x - a.radius;
    const int y0 = blockIdx.y * blockDim.y - a.radius;
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    const int nthreads = blockDim.x * blockDim.y;
    for (int k = tid; k < w * h; k += nthreads) {
        const int gx = x0 + k % w, gy = y0 + k / w;
        field[k] = a.g.inside(gx, gy) ? a.cur[a.g.idx(gx, gy)] : 0.f;
    }
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const bool ok = a.g.inside(x, y);
    vel[tid] = ok ? a.vel[a.g.idx(x, y)] : 0.f;
    __syncthreads();
    if (!ok) return;

    const float* c = field + (threadIdx.y + a.radius) * w + threadIdx.x + a.radius;
    float lap = 2.f * c_fd[0] * c[0];
    for (int r = 1; r <= a.radius; ++r) lap += c_fd[r] * (c[-r] + c[r] + c[-r * w] + c[r * w]);
    const int id = a.g.idx(x, y);
    float v = 2.f * c[0] - a.prev[id] + vel[tid] * lap;
    if (a.sponge != nullptr) v *= a.sponge[id];
    a.next[id] = v;
}

// ---------------------------------------------------------------------------------
// 5. temporally blocked Jacobi: STEPS iterations in shared memory between two buffers
// ---------------------------------------------------------------------------------
template <int TILE, int STEPS>
__global__ void jacobi_temporal_kernel(const float* __restrict__ in, float* __restrict__ out, Grid2D g)
{
    constexpr int W = TILE + 2 * STEPS;
    __shared__ float buf[2][W * W];
    float* src = buf[0];
    float* dst = buf[1];
    const int tid = threadIdx.x;
    const int x0 = blockIdx.x * TILE - STEPS;
    const int y0 = blockIdx.y * TILE - STEPS;

    for (int k = tid; k < W * W; k += blockDim.x) {
        const int gx = x0 + k % W, gy = y0 + k / W;
        const float v = g.inside(gx, gy) ? in[g.idx(gx, gy)] : 0.f;
        src[k] = v;
        dst[k] = v;
    }
    __syncthreads();

#pragma unroll 1
    for (int s = 1; s <= STEPS; ++s) {
        const int span = W - 2 * s;
        for (int k = tid; k < span * span; k += blockDim.x) {
            const int lx = s + k % span, ly = s + k / span;
            const int o = ly * W + lx;
            dst[o] = g.interior(x0 + lx, y0 + ly) ? 0.25f * (src[o - 1] + src[o + 1] + src[o - W] + src[o + W]) : src[o];
        }
        __syncthreads();
        float* t = src;
        src = dst;
        dst = t;
    }
    for (int k = tid; k < TILE * TILE; k += blockDim.x) {
        const int lx = STEPS + k % TILE, ly = STEPS + k / TILE;
        if (g.inside(x0 + lx, y0 + ly)) out[g.idx(x0 + lx, y0 + ly)] = src[ly * W + lx];
    }
}

// ---------------------------------------------------------------------------------
// 6. second-order upwind advection with minmod limiter along lines; one warp per row
// ---------------------------------------------------------------------------------
__device__ __forceinline__ float minmod(float a, float b)
{
    return a * b <= 0.f ? 0.f : (fabsf(a) < fabsf(b) ? a : b);
}

template <int ROWS, int SEG>
__global__ void advect_rows_kernel(const float* __restrict__ q, float* __restrict__ qn, Grid2D g, float cfl)
{
    constexpr int G = 2;
    __shared__ float line[ROWS][SEG + 2 * G + 1];
    __shared__ float flux[ROWS][SEG + 1];
    const int lane = threadIdx.x;
    const int row = threadIdx.y;
    const int y = blockIdx.y * ROWS + row;
    const int x0 = blockIdx.x * SEG;
    if (y < g.ny) {
        for (int i = lane; i < SEG + 2 * G; i += 32) {
            int gx = (x0 + i - G) % g.nx;  // periodic
            if (gx < 0) gx += g.nx;
            line[row][i] = q[g.idx(gx, y)];
        }
    }
    __syncthreads();
    if (y < g.ny) {
        // flux at interface i-1/2 for velocity > 0
        for (int i = lane; i <= SEG; i += 32) {
            const float* c = &line[row][i + G - 1];
            const float s = minmod(c[0] - c[-1], c[1] - c[0]);
            flux[row][i] = c[0] + 0.5f * (1.f - cfl) * s;
        }
    }
    __syncthreads();
    if (y >= g.ny) return;
#pragma unroll 2
    for (int i = lane; i < SEG; i += 32) {
        if (x0 + i < g.nx) qn[g.idx(x0 + i, y)] = line[row][i + G] - cfl * (flux[row][i + 1] - flux[row][i]);
    }
}

// ---------------------------------------------------------------------------------
// 7. residual norm (L2 and Linf at once)
// ---------------------------------------------------------------------------------
struct Norms {
    double l2;
    float linf;
};

template <int NT>
__global__ void residual_kernel(const float* __restrict__ u, const float* __restrict__ rhs, Norms* __restrict__ partial,
                                Grid2D g, float inv_h2)
{
    __shared__ Norms s[NT];
    Norms n{0.0, 0.f};
    const int total = g.nx * g.ny;
    for (int k = blockIdx.x * NT + threadIdx.x; k < total; k += gridDim.x * NT) {
        const int x = k % g.nx, y = k / g.nx;
        if (!g.interior(x, y)) continue;
        const int id = g.idx(x, y);
        const float r =
            rhs[id] - inv_h2 * (4.f * u[id] - u[id - 1] - u[id + 1] - u[id - g.pitch] - u[id + g.pitch]);
        n.l2 += double(r) * r;
        n.linf = fmaxf(n.linf, fabsf(r));
    }
    s[threadIdx.x] = n;
    __syncthreads();
    for (int o = NT / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) {
            Norms& a = s[threadIdx.x];
            const Norms& b = s[threadIdx.x + o];
            a.l2 += b.l2;
            a.linf = a.linf > b.linf ? a.linf : b.linf;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

template <class T>
struct DeviceArray {
    T* p = nullptr;
    size_t n;
    explicit DeviceArray(size_t n_) : n(n_)
    {
        CUDA_CHECK(cudaMalloc(&p, n * sizeof(T)));
        CUDA_CHECK(cudaMemset(p, 0, n * sizeof(T)));
    }
    explicit DeviceArray(const std::vector<T>& h) : DeviceArray(h.size())
    {
        CUDA_CHECK(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(p); }
    DeviceArray(const DeviceArray&) = delete;
    std::vector<T> host() const
    {
        std::vector<T> h(n);
        CUDA_CHECK(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
        return h;
    }
};

static double checksum(const char* name, const std::vector<float>& v)
{
    double s = 0;
    for (float x : v) s += x;
    printf("%-18s checksum %.6e\n", name, s);
    return s;
}

#define DISPATCH_RADIUS(R_, ...)                                            \
    switch (R_) {                                                           \
        case 1: { constexpr int kR = 1; __VA_ARGS__; break; }               \
        case 2: { constexpr int kR = 2; __VA_ARGS__; break; }               \
        case 4: { constexpr int kR = 4; __VA_ARGS__; break; }               \
        default: fprintf(stderr, "unsupported radius %d\n", R_); exit(1);   \
    }

int main(int argc, char** argv)
{
    const int nx = argc > 1 ? atoi(argv[1]) : 250;
    const int ny = argc > 2 ? atoi(argv[2]) : 187;
    const int nz = argc > 3 ? atoi(argv[3]) : 20;
    const int radius = argc > 4 ? atoi(argv[4]) : 2;

    Grid2D g{nx, ny, div_up(nx, 32) * 32};
    const size_t n2 = size_t(g.pitch) * ny;
    std::vector<float> h(n2, 0.f), rhs(n2, 0.f), vel(n2, 0.2f), sponge(n2, 1.f);
    for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
            h[g.idx(x, y)] = std::sin(0.05f * x) * std::cos(0.03f * y) + 0.1f;
            rhs[g.idx(x, y)] = std::exp(-0.001f * ((x - nx / 2) * (x - nx / 2) + (y - ny / 2) * (y - ny / 2)));
            const int edge = std::min(std::min(x, nx - 1 - x), std::min(y, ny - 1 - y));
            if (edge < 16) sponge[g.idx(x, y)] = std::exp(-0.0003f * (16 - edge) * (16 - edge));
        }
    const float coef[9] = {-2.5f, 4.f / 3.f, -1.f / 12.f, 0.002f, -0.0002f, 0, 0, 0, 0};
    CUDA_CHECK(cudaMemcpyToSymbol(c_fd, coef, sizeof(coef)));

    DeviceArray<float> u(h), f(rhs), v(vel), sp(sponge), out(n2);

    {
        constexpr int TX = 32, TY = 8;
        dim3 block(TX, TY), grid(div_up(nx, TX), div_up(ny, TY));
        DISPATCH_RADIUS(radius, heat2d_kernel<TX, TY, kR><<<grid, block>>>(u.p, out.p, g, 0.05f));
        CUDA_CHECK(cudaGetLastError());
        checksum("heat2d", out.host());
    }
    {
        Grid3D g3{std::min(nx, 100), std::min(ny, 70), nz};
        std::vector<float> h3(size_t(g3.nx) * g3.ny * g3.nz);
        for (size_t i = 0; i < h3.size(); ++i) h3[i] = float((i * 2654435761u) >> 16 & 255) / 255.f;
        DeviceArray<float> a(h3), b(h3.size());
        constexpr int BX = 32, BY = 8;
        dim3 block(BX, BY), grid(div_up(g3.nx, BX), div_up(g3.ny, BY));
        DISPATCH_RADIUS(radius, star3d_kernel<BX, BY, kR><<<grid, block>>>(a.p, b.p, g3));
        CUDA_CHECK(cudaGetLastError());
        const auto r = b.host();
        checksum("star3d", r);
        // spot check one interior point
        const int X = g3.nx / 2, Y = g3.ny / 2, Z = g3.nz / 2;
        double ref = coef[0] * h3[g3.idx(X, Y, Z)];
        for (int i = 1; i <= radius; ++i)
            ref += coef[i] * (double(h3[g3.idx(X - i, Y, Z)]) + h3[g3.idx(X + i, Y, Z)] + h3[g3.idx(X, Y - i, Z)] +
                              h3[g3.idx(X, Y + i, Z)] + h3[g3.idx(X, Y, Z - i)] + h3[g3.idx(X, Y, Z + i)]);
        printf("   star3d point err %.2e\n", std::fabs(ref - r[g3.idx(X, Y, Z)]));
    }
    {
        constexpr int B = 16;
        SorParams p{g, 1.0f, 1.5f, 4};
        redblack_sor_kernel<B><<<dim3(div_up(nx, B), div_up(ny, B)), dim3(B, B)>>>(u.p, f.p, out.p, p);
        CUDA_CHECK(cudaGetLastError());
        checksum("redblack", out.host());
    }
    {
        DeviceArray<float> prev(h), cur(h), next(n2);
        float *pp = prev.p, *pc = cur.p, *pn = next.p;
        dim3 block(32, 4);
        dim3 grid(div_up(nx, block.x), div_up(ny, block.y));
        const size_t shmem =
            sizeof(float) * ((block.x + 2 * radius) * (block.y + 2 * radius) + block.x * block.y);
        for (int it = 0; it < 2; ++it) {
            WaveArgs a{pp, pc, pn, v.p, it == 0 ? nullptr : sp.p, g, radius};
            wave2d_kernel<<<grid, block, shmem>>>(a);
            CUDA_CHECK(cudaGetLastError());
            float* t = pp;
            pp = pc;
            pc = pn;
            pn = t;
        }
        CUDA_CHECK(cudaMemcpy(out.p, pc, n2 * sizeof(float), cudaMemcpyDeviceToDevice));
        checksum("wave2d", out.host());
    }
    {
        constexpr int TILE = 24, STEPS = 4;
        jacobi_temporal_kernel<TILE, STEPS><<<dim3(div_up(nx, TILE), div_up(ny, TILE)), 256>>>(u.p, out.p, g);
        CUDA_CHECK(cudaGetLastError());
        checksum("jacobi_temporal", out.host());
    }
    {
        constexpr int ROWS = 4, SEG = 96;
        advect_rows_kernel<ROWS, SEG><<<dim3(div_up(nx, SEG), div_up(ny, ROWS)), dim3(32, ROWS)>>>(u.p, out.p, g, 0.4f);
        CUDA_CHECK(cudaGetLastError());
        checksum("advect", out.host());
    }
    {
        constexpr int NT = 256;
        const int blocks = 24;
        DeviceArray<Norms> part(blocks);
        residual_kernel<NT><<<blocks, NT>>>(u.p, f.p, part.p, g, 1.f);
        CUDA_CHECK(cudaGetLastError());
        double l2 = 0;
        float li = 0;
        for (const auto& n : part.host()) {
            l2 += n.l2;
            li = std::max(li, n.linf);
        }
        printf("residual           l2 %.6e linf %.6e\n", std::sqrt(l2), li);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    return 0;
}

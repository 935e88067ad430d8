// pic_tiles.cu -- 2D3V electromagnetic-ish particle-in-cell mini app, tile based.
// Each thread block owns a TX x TY tile of cells plus guards.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <numeric>
#include <random>

#define GPU_CHECK(x) pic_check((x), __FILE__, __LINE__)
static void pic_check(cudaError_t e, const char* f, int l) {
    if (e != cudaSuccess) { std::printf("%s(%d): %s\n", f, l, cudaGetErrorString(e)); std::exit(1); }
}

template <int TX_, int TY_, int G_>
struct TileShape {
    static constexpr int TX = TX_, TY = TY_, G = G_;
    static constexpr int W = TX + 2 * G, H = TY + 2 * G;
    static constexpr int CELLS = W * H;
};
using Tile16 = TileShape<16, 8, 1>;

struct Grid { int nx, ny; float dx, dt; };
struct Particle { float x, y; float ux, uy, uz; float w; };
struct ParticlesSoA { float *x, *y, *ux, *uy, *uz; int* cell; };

struct EMField { float ex, ey, ez, bx, by, bz; };

__host__ __device__ inline int wrap(int i, int n) { return i < 0 ? i + n : (i >= n ? i - n : i); }

// Small view on a guarded tile in shared memory.
template <class Shape, class T>
class TileView {
public:
    __device__ explicit TileView(T* p) : p_(p) {}
    __device__ T& at(int i, int j) { return p_[(j + Shape::G) * Shape::W + (i + Shape::G)]; }
    __device__ void clear() {
        for (int k = threadIdx.x; k < Shape::CELLS; k += blockDim.x) p_[k] = T(0);
    }
    template <class F> __device__ void load(F f, int ox, int oy) {
        for (int k = threadIdx.x; k < Shape::CELLS; k += blockDim.x)
            p_[k] = f(ox + k % Shape::W - Shape::G, oy + k / Shape::W - Shape::G);
    }
private:
    T* p_;
};

// (1) cell index histogram per tile -> counts
template <class S>
__global__ void count_cells(ParticlesSoA p, const int* tile_start, int* cell_count, Grid g) {
    __shared__ int cnt[S::TY][S::TX];
    const int tiles_x = g.nx / S::TX;
    const int tx0 = (blockIdx.x % tiles_x) * S::TX, ty0 = (blockIdx.x / tiles_x) * S::TY;
    for (int k = threadIdx.x; k < S::TX * S::TY; k += blockDim.x) cnt[k / S::TX][k % S::TX] = 0;
    __syncthreads();
    for (int i = tile_start[blockIdx.x] + threadIdx.x; i < tile_start[blockIdx.x + 1]; i += blockDim.x) {
        int cx = min((int)(p.x[i] / g.dx), g.nx - 1) - tx0, cy = min((int)(p.y[i] / g.dx), g.ny - 1) - ty0;
        cx = min(max(cx, 0), S::TX - 1); cy = min(max(cy, 0), S::TY - 1);
        p.cell[i] = cy * S::TX + cx;
        atomicAdd(&cnt[cy][cx], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < S::TX * S::TY; k += blockDim.x) cell_count[blockIdx.x * S::TX * S::TY + k] = cnt[k / S::TX][k % S::TX];
}

// (2) counting sort inside a tile: scan of the cell counts, then scatter
template <class S>
__global__ void sort_tile(ParticlesSoA in, ParticlesSoA out, const int* tile_start, const int* cell_count) {
    constexpr int NC = S::TX * S::TY;
    __shared__ int offs[2][NC];
    __shared__ int cursor[NC];
    const int t = threadIdx.x;
    int src = 0;
    if (t < NC) offs[0][t] = cell_count[blockIdx.x * NC + t];
    __syncthreads();
    for (int d = 1; d < NC; d <<= 1) {
        if (t < NC) offs[src ^ 1][t] = offs[src][t] + (t >= d ? offs[src][t - d] : 0);
        src ^= 1;
        __syncthreads();
    }
    if (t < NC) cursor[t] = t ? offs[src][t - 1] : 0;
    __syncthreads();
    const int s = tile_start[blockIdx.x], e = tile_start[blockIdx.x + 1];
    for (int i = s + t; i < e; i += blockDim.x) {
        const int c = in.cell[i];
        const int dst = s + atomicAdd(&cursor[c], 1);
        out.x[dst] = in.x[i]; out.y[dst] = in.y[i];
        out.ux[dst] = in.ux[i]; out.uy[dst] = in.uy[i]; out.uz[dst] = in.uz[i];
        out.cell[dst] = c;
    }
}

// (3) charge deposition, linear weighting, shared accumulation then flush
template <class S>
__global__ void deposit_charge(ParticlesSoA p, const int* tile_start, float* rho, Grid g, float q) {
    __shared__ float acc[S::CELLS];
    TileView<S, float> tile(acc);
    tile.clear();
    __syncthreads();
    const int tiles_x = g.nx / S::TX;
    const int tx0 = (blockIdx.x % tiles_x) * S::TX, ty0 = (blockIdx.x / tiles_x) * S::TY;
    for (int i = tile_start[blockIdx.x] + threadIdx.x; i < tile_start[blockIdx.x + 1]; i += blockDim.x) {
        float fx = p.x[i] / g.dx - tx0, fy = p.y[i] / g.dx - ty0;
        int ix = min(max((int)floorf(fx), 0), S::TX - 1), iy = min(max((int)floorf(fy), 0), S::TY - 1);
        fx -= ix; fy -= iy;
        atomicAdd(&tile.at(ix, iy), q * (1 - fx) * (1 - fy));
        atomicAdd(&tile.at(ix + 1, iy), q * fx * (1 - fy));
        atomicAdd(&tile.at(ix, iy + 1), q * (1 - fx) * fy);
        atomicAdd(&tile.at(ix + 1, iy + 1), q * fx * fy);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < S::CELLS; k += blockDim.x) {
        int x = wrap(tx0 + k % S::W - S::G, g.nx), y = wrap(ty0 + k / S::W - S::G, g.ny);
        if (acc[k] != 0.f) atomicAdd(&rho[y * g.nx + x], acc[k]);
    }
}

// (4) current deposition to a float3-struct tile, one copy per warp
struct J3 { float jx, jy, jz; };
template <class S, int NWARP>
__global__ void __launch_bounds__(NWARP * 32) deposit_current(ParticlesSoA p, const int* tile_start, float* J, Grid g, float q) {
    __shared__ J3 copies[NWARP][S::CELLS];
    const int wid = threadIdx.x / 32;
    for (int k = threadIdx.x % 32; k < S::CELLS; k += 32) copies[wid][k] = {0.f, 0.f, 0.f};
    __syncwarp();
    const int tiles_x = g.nx / S::TX;
    const int tx0 = (blockIdx.x % tiles_x) * S::TX, ty0 = (blockIdx.x / tiles_x) * S::TY;
    for (int i = tile_start[blockIdx.x] + threadIdx.x; i < tile_start[blockIdx.x + 1]; i += blockDim.x) {
        const int c = p.cell[i];
        const int k = (c / S::TX + S::G) * S::W + c % S::TX + S::G;
        atomicAdd(&copies[wid][k].jx, q * p.ux[i]);
        atomicAdd(&copies[wid][k].jy, q * p.uy[i]);
        atomicAdd(&copies[wid][k].jz, q * p.uz[i]);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < S::CELLS; k += blockDim.x) {
        J3 s = copies[0][k];
#pragma unroll
        for (int w = 1; w < NWARP; ++w) { s.jx += copies[w][k].jx; s.jy += copies[w][k].jy; s.jz += copies[w][k].jz; }
        int x = wrap(tx0 + k % S::W - S::G, g.nx), y = wrap(ty0 + k / S::W - S::G, g.ny);
        float* o = J + 3 * (y * g.nx + x);
        if (s.jx != 0.f || s.jy != 0.f || s.jz != 0.f) { atomicAdd(o, s.jx); atomicAdd(o + 1, s.jy); atomicAdd(o + 2, s.jz); }
    }
}

// (5) red/black Gauss-Seidel sweeps on a tile (block-Jacobi)
__global__ void poisson_rb(const float* rho, float* phi, int nx, int ny, float h2, int sweeps) {
    __shared__ float s[18][34];
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    const int gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 16 + threadIdx.y;
    s[ly][lx] = phi[gy * nx + gx];
    if (threadIdx.x == 0) s[ly][0] = phi[gy * nx + wrap(gx - 1, nx)];
    if (threadIdx.x == 31) s[ly][33] = phi[gy * nx + wrap(gx + 1, nx)];
    if (threadIdx.y == 0) s[0][lx] = phi[wrap(gy - 1, ny) * nx + gx];
    if (threadIdx.y == 15) s[17][lx] = phi[wrap(gy + 1, ny) * nx + gx];
    const float f = rho[gy * nx + gx] * h2;
    __syncthreads();
    for (int it = 0; it < sweeps; ++it) {
        for (int color = 0; color < 2; ++color) {
            if (((lx + ly) & 1) == color) s[ly][lx] = 0.25f * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx] + f);
            __syncthreads();
        }
    }
    phi[gy * nx + gx] = s[ly][lx];
}

// (6) FDTD-like update; E tile and B tile carved from one dynamic allocation
__global__ void field_update(EMField* f, const float* phi, int nx, int ny, float cdt, float inv2dx) {
    extern __shared__ float smem[];
    const int pw = blockDim.x + 2, ph = blockDim.y + 2;
    float* sphi = smem;
    float* sbz = smem + pw * ph;
    const int ox = blockIdx.x * blockDim.x - 1, oy = blockIdx.y * blockDim.y - 1;
    for (int j = threadIdx.y; j < ph; j += blockDim.y)
        for (int i = threadIdx.x; i < pw; i += blockDim.x) {
            const int src = wrap(oy + j, ny) * nx + wrap(ox + i, nx);
            sphi[j * pw + i] = phi[src];
            sbz[j * pw + i] = f[src].bz;
        }
    __syncthreads();
    const int c = (threadIdx.y + 1) * pw + threadIdx.x + 1;
    EMField& o = f[(oy + 1 + threadIdx.y) * nx + ox + 1 + threadIdx.x];
    o.ex = -(sphi[c + 1] - sphi[c - 1]) * inv2dx + cdt * (sbz[c] - sbz[c - pw]);
    o.ey = -(sphi[c + pw] - sphi[c - pw]) * inv2dx - cdt * (sbz[c] - sbz[c - 1]);
}

// (7) Boris push with tile fields: array-of-struct in shared memory
template <class S>
__global__ void boris_push(ParticlesSoA p, const int* tile_start, const EMField* f, Grid g, float qmdt2) {
    __shared__ EMField tf[S::CELLS];
    const int tiles_x = g.nx / S::TX;
    const int tx0 = (blockIdx.x % tiles_x) * S::TX, ty0 = (blockIdx.x / tiles_x) * S::TY;
    for (int k = threadIdx.x; k < S::CELLS; k += blockDim.x)
        tf[k] = f[wrap(ty0 + k / S::W - S::G, g.ny) * g.nx + wrap(tx0 + k % S::W - S::G, g.nx)];
    __syncthreads();
    for (int i = tile_start[blockIdx.x] + threadIdx.x; i < tile_start[blockIdx.x + 1]; i += blockDim.x) {
        const int c = p.cell[i];
        const int k = (c / S::TX + S::G) * S::W + c % S::TX + S::G;
        const EMField& a = tf[k];
        const EMField& b = tf[k + 1];
        float ux = p.ux[i] + qmdt2 * 0.5f * (a.ex + b.ex), uy = p.uy[i] + qmdt2 * 0.5f * (a.ey + b.ey), uz = p.uz[i] + qmdt2 * a.ez;
        float tx = qmdt2 * a.bx, ty = qmdt2 * a.by, tz = qmdt2 * 0.5f * (a.bz + b.bz);
        float s = 2.f / (1.f + tx * tx + ty * ty + tz * tz);
        float vx = ux + uy * tz - uz * ty, vy = uy + uz * tx - ux * tz, vz = uz + ux * ty - uy * tx;
        ux += s * (vy * tz - vz * ty); uy += s * (vz * tx - vx * tz); uz += s * (vx * ty - vy * tx);
        p.ux[i] = ux + qmdt2 * a.ex; p.uy[i] = uy + qmdt2 * a.ey; p.uz[i] = uz + qmdt2 * a.ez;
        float x = p.x[i] + g.dt * p.ux[i], y = p.y[i] + g.dt * p.uy[i];
        const float lx = g.nx * g.dx, ly = g.ny * g.dx;
        p.x[i] = x < 0 ? x + lx : (x >= lx ? x - lx : x);
        p.y[i] = y < 0 ? y + ly : (y >= ly ? y - ly : y);
    }
}

// (8) separable binomial smoothing of J, three interleaved components
template <int BX, int BY>
__global__ void smooth_current(const float* J, float* out, int nx, int ny) {
    __shared__ float t[BY + 2][(BX + 2) * 3];
    __shared__ float h[BY + 2][BX * 3];
    const int tid = threadIdx.y * BX + threadIdx.x;
    const int ox = blockIdx.x * BX - 1, oy = blockIdx.y * BY - 1;
    for (int k = tid; k < (BX + 2) * 3 * (BY + 2); k += BX * BY) {
        int r = k / ((BX + 2) * 3), c = k % ((BX + 2) * 3);
        t[r][c] = J[3 * (wrap(oy + r, ny) * nx + wrap(ox + c / 3, nx)) + c % 3];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < BY + 2; r += BY)
#pragma unroll
        for (int d = 0; d < 3; ++d) {
            int c = threadIdx.x * 3 + d;
            h[r][c] = 0.25f * t[r][c] + 0.5f * t[r][c + 3] + 0.25f * t[r][c + 6];
        }
    __syncthreads();
#pragma unroll
    for (int d = 0; d < 3; ++d) {
        int c = threadIdx.x * 3 + d, y = threadIdx.y;
        out[3 * ((oy + 1 + y) * nx + ox + 1 + threadIdx.x) + d] = 0.25f * h[y][c] + 0.5f * h[y + 1][c] + 0.25f * h[y + 2][c];
    }
}

// (9) energy diagnostics
struct Diag { double kin; float umax; int n; };
__global__ void diagnostics(ParticlesSoA p, int n, Diag* out) {
    __shared__ Diag sd[128];
    Diag d{0.0, 0.f, 0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float u2 = p.ux[i] * p.ux[i] + p.uy[i] * p.uy[i] + p.uz[i] * p.uz[i];
        d.kin += 0.5 * u2; d.umax = fmaxf(d.umax, sqrtf(u2)); d.n++;
    }
    sd[threadIdx.x] = d;
    for (int s = blockDim.x / 2; s >= 1; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) {
            sd[threadIdx.x].kin += sd[threadIdx.x + s].kin;
            sd[threadIdx.x].umax = fmaxf(sd[threadIdx.x].umax, sd[threadIdx.x + s].umax);
            sd[threadIdx.x].n += sd[threadIdx.x + s].n;
        }
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sd[0];
}

class Simulation {
public:
    Simulation(Grid g, int ppc) : g_(g) {
        using S = Tile16;
        const int tiles = (g.nx / S::TX) * (g.ny / S::TY);
        n_ = g.nx * g.ny * ppc; tiles_ = tiles;
        std::mt19937 r(7); std::uniform_real_distribution<float> u(0.f, 1.f); std::normal_distribution<float> v(0.f, 0.05f);
        std::vector<float> x(n_), y(n_), ux(n_), uy(n_), uz(n_); std::vector<int> start(tiles + 1);
        const int per = n_ / tiles;
        for (int t = 0; t <= tiles; ++t) start[t] = t * per;
        for (int i = 0; i < n_; ++i) {
            int t = std::min(i / per, tiles - 1);
            x[i] = ((t % (g.nx / S::TX)) + u(r) * 0.9999f) * S::TX * g.dx;
            y[i] = ((t / (g.nx / S::TX)) + u(r) * 0.9999f) * S::TY * g.dx;
            ux[i] = v(r); uy[i] = v(r); uz[i] = v(r);
        }
        for (auto* p : {&a_, &b_}) {
            p->x = up(x); p->y = up(y); p->ux = up(ux); p->uy = up(uy); p->uz = up(uz);
            GPU_CHECK(cudaMalloc(&p->cell, n_ * sizeof(int)));
        }
        start_ = up(start);
        std::vector<EMField> f(g.nx * g.ny, EMField{0, 0, 0.01f, 0, 0, 0.2f});
        f_ = up(f);
        std::vector<float> z(3 * g.nx * g.ny, 0.f);
        rho_ = up(z); phi_ = up(z); J_ = up(z); Js_ = up(z);
        GPU_CHECK(cudaMalloc(&cc_, tiles * S::TX * S::TY * sizeof(int)));
        GPU_CHECK(cudaMalloc(&diag_, 32 * sizeof(Diag)));
    }
    ~Simulation() {
        for (auto* p : {&a_, &b_}) { cudaFree(p->x); cudaFree(p->y); cudaFree(p->ux); cudaFree(p->uy); cudaFree(p->uz); cudaFree(p->cell); }
        cudaFree(start_); cudaFree(f_); cudaFree(rho_); cudaFree(phi_); cudaFree(J_); cudaFree(Js_); cudaFree(cc_); cudaFree(diag_);
    }
    void step(bool push) {
        using S = Tile16;
        const int cells = g_.nx * g_.ny;
        GPU_CHECK(cudaMemset(rho_, 0, cells * sizeof(float)));
        GPU_CHECK(cudaMemset(J_, 0, 3 * cells * sizeof(float)));
        count_cells<S><<<tiles_, 256>>>(a_, start_, cc_, g_);
        sort_tile<S><<<tiles_, 256>>>(a_, b_, start_, cc_);
        std::swap(a_, b_);
        deposit_charge<S><<<tiles_, 256>>>(a_, start_, rho_, g_, 0.125f);
        deposit_current<S, 4><<<tiles_, 128>>>(a_, start_, J_, g_, 0.125f);
        smooth_current<32, 4><<<dim3(g_.nx / 32, g_.ny / 4), dim3(32, 4)>>>(J_, Js_, g_.nx, g_.ny);
        for (int it = 0; it < 5; ++it)
            poisson_rb<<<dim3(g_.nx / 32, g_.ny / 16), dim3(32, 16)>>>(rho_, phi_, g_.nx, g_.ny, g_.dx * g_.dx, 4);
        const dim3 fb(16, 16);
        field_update<<<dim3(g_.nx / fb.x, g_.ny / fb.y), fb, 2 * (fb.x + 2) * (fb.y + 2) * sizeof(float)>>>(f_, phi_, g_.nx, g_.ny, g_.dt, 0.5f / g_.dx);
        if (push) boris_push<S><<<tiles_, 192>>>(a_, start_, f_, g_, 0.5f * g_.dt);
        GPU_CHECK(cudaGetLastError());
    }
    void report() {
        diagnostics<<<32, 128>>>(a_, n_, diag_);
        std::vector<Diag> d(32); std::vector<float> rho(g_.nx * g_.ny), js(3 * g_.nx * g_.ny);
        GPU_CHECK(cudaMemcpy(d.data(), diag_, 32 * sizeof(Diag), cudaMemcpyDeviceToHost));
        GPU_CHECK(cudaMemcpy(rho.data(), rho_, rho.size() * 4, cudaMemcpyDeviceToHost));
        GPU_CHECK(cudaMemcpy(js.data(), Js_, js.size() * 4, cudaMemcpyDeviceToHost));
        double k = 0, q = 0, j = 0; int n = 0;
        for (auto& e : d) { k += e.kin; n += e.n; }
        for (float v : rho) q += v;
        for (float v : js) j += v;
        std::printf("n=%d kinetic=%.6f charge=%.3f (expect %.3f) J=%.5f\n", n, k, q, 0.125 * n_, j);
    }
private:
    template <class T> T* up(const std::vector<T>& v) {
        T* p; GPU_CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
        GPU_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return p;
    }
    Grid g_; int n_ = 0, tiles_ = 0;
    ParticlesSoA a_{}, b_{}; int *start_, *cc_; EMField* f_; float *rho_, *phi_, *J_, *Js_; Diag* diag_;
};

int main(int argc, char** argv) {
    int steps = argc > 1 ? std::atoi(argv[1]) : 4;
    Simulation sim(Grid{128, 64, 1.0f, 0.05f}, 16);
    for (int s = 0; s < steps; ++s) sim.step(true);
    sim.report();
    GPU_CHECK(cudaDeviceSynchronize());
    return 0;
}

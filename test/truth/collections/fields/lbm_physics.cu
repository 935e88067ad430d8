// Lattice Boltzmann D2Q9 tile kernel, Ising checkerboard, 1-D Burgers with ring of time levels, MD cell forces
#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

namespace d2q9 {
__constant__ int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
}

template <bool SOA>
__global__ void lbm(const float *fin, float *fout, int nx, int ny, float omega)
{
    const int TX = 16, TY = 8;
    __shared__ float f[TX * TY * 9];
    auto at = [](int q, int y, int x) { return SOA ? (q * TY + y) * TX + x : (y * TX + x) * 9 + q; };
    int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    long n = (long)nx * ny;
    float loc[9], rho = 0.f, ux = 0.f, uy = 0.f;
    #pragma unroll
    for (int q = 0; q < 9; q++) {
        loc[q] = fin[q * n + (long)y * nx + x];
        rho += loc[q]; ux += loc[q] * d2q9::cx[q]; uy += loc[q] * d2q9::cy[q];
    }
    ux /= rho; uy /= rho;
    float usq = 1.5f * (ux * ux + uy * uy);
    #pragma unroll
    for (int q = 0; q < 9; q++) {
        float cu = 3.f * (d2q9::cx[q] * ux + d2q9::cy[q] * uy);
        float eq = d2q9::wt[q] * rho * (1.f + cu + 0.5f * cu * cu - usq);
        f[at(q, threadIdx.y, threadIdx.x)] = loc[q] + omega * (eq - loc[q]);
    }
    __syncthreads();
    // stream inside the tile with wrap-around (tile-periodic toy boundary)
    for (int q = 0; q < 9; q++) {
        int sx = ((int)threadIdx.x - d2q9::cx[q] + TX) % TX;
        int sy = ((int)threadIdx.y - d2q9::cy[q] + TY) & (TY - 1);
        fout[q * n + (long)y * nx + x] = f[at(q, sy, sx)];
    }
}

// spins as chars; colours alternate
__global__ void ising(signed char *spin, int L, float beta, unsigned seed, int sweeps)
{
    extern __shared__ signed char lat[];
    const int ld = L + 2;
    const int tid = threadIdx.x;
    signed char *g = spin + (size_t)blockIdx.x * L * L;
    for (int i = tid; i < ld * ld; i += blockDim.x) {
        int r = i / ld - 1, c = i % ld - 1;
        lat[i] = g[((r + L) % L) * L + (c + L) % L];
    }
    __syncthreads();
    unsigned rng = seed ^ (blockIdx.x * 9781u + tid * 6271u + 1u);
    for (int s = 0; s < 2 * sweeps; ++s) {
        const int colour = s & 1;
        for (int k = tid; k < L * L / 2; k += blockDim.x) {
            int r = k / (L / 2);
            int c = 2 * (k % (L / 2)) + ((r + colour) & 1);
            int p = (r + 1) * ld + c + 1;
            int nb = lat[p - 1] + lat[p + 1] + lat[p - ld] + lat[p + ld];
            rng = rng * 1664525u + 1013904223u;
            float e = 2.f * beta * nb * lat[p];
            if (e <= 0.f || (rng >> 8) * (1.f / 16777216.f) < __expf(-e)) lat[p] = -lat[p];
        }
        __syncthreads();
        // ghost refresh
        for (int i = tid; i < L; i += blockDim.x) {
            lat[i + 1] = lat[L * ld + i + 1];
            lat[(L + 1) * ld + i + 1] = lat[ld + i + 1];
            lat[(i + 1) * ld] = lat[(i + 1) * ld + L];
            lat[(i + 1) * ld + L + 1] = lat[(i + 1) * ld + 1];
        }
        __syncthreads();
    }
    for (int i = tid; i < L * L; i += blockDim.x) g[i] = lat[(i / L + 1) * ld + i % L + 1];
}

// Burgers: three time levels in one array, index rotates; blocks are independent slabs
struct State { double u, flux; float visc; };     // 24 bytes
__global__ void burgers(double *u, int n, int steps, double nu)
{
    __shared__ State cell[3][112];
    const int t = threadIdx.x;                     // 112
    const int last = blockIdx.x == gridDim.x - 1 ? n - (int)blockIdx.x * 112 : 112;
    const bool on = t < last;
    if (on) {
        double v = u[blockIdx.x * 112 + t];
        cell[0][t] = State{v, 0.5 * v * v, (float)nu};
        cell[1][t] = cell[0][t];
    }
    __syncthreads();
    int a = 0, b = 1, c = 2;
    for (int s = 0; s < steps; s++) {
        if (on) {
            int l = t == 0 ? last - 1 : t - 1;
            int r = t + 1 == last ? 0 : t + 1;
            double adv = cell[b][r].flux - cell[b][l].flux;
            double dif = cell[b][r].u - cell[b][t].u - cell[a][t].u + cell[b][l].u;
            double v = cell[a][t].u - 0.05 * adv + 0.1 * cell[b][t].visc * dif;
            cell[c][t].u = v;
            cell[c][t].flux = 0.5 * v * v;
            cell[c][t].visc = cell[b][t].visc * 0.999f;
        }
        __syncthreads();
        int tmp = a; a = b; b = c; c = tmp;
    }
    if (on) u[blockIdx.x * 112 + t] = cell[b][t].u;
}

// pair forces in a cell of up to 50 atoms, half matrix with triangular loop, shared accumulators
__global__ void cellForces(const double3 *pos, double *force, const int *count, int cap)
{
    __shared__ double3 p[50];
    __shared__ double fx[50], fy[50], fz[50];
    const int m = min(count[blockIdx.x], min(cap, 50));
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        p[i] = pos[blockIdx.x * cap + i];
        fx[i] = fy[i] = fz[i] = 0.0;
    }
    __syncthreads();
    for (int i = 0; i < m - 1; ++i)
        for (int j = i + 1 + threadIdx.x; j < m; j += blockDim.x) {
            double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y, dz = p[i].z - p[j].z;
            double r2 = dx * dx + dy * dy + dz * dz + 0.01;
            if (r2 > 6.25) continue;
            double inv = 1.0 / (r2 * r2);
            atomicAdd(&fx[j], -dx * inv);
            atomicAdd(&fy[j], -dy * inv);
            atomicAdd(&fz[j], -dz * inv);
        }
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        double *o = force + 3 * (blockIdx.x * cap + i);
        o[0] = fx[i]; o[1] = fy[i]; o[2] = fz[i];
    }
}

int main()
{
    const int nx = 64, ny = 32, L = 30;
    std::vector<float> f(9 * nx * ny);
    for (size_t i = 0; i < f.size(); i++) f[i] = 0.1f + 0.01f * (i % 13);
    std::vector<signed char> sp(6 * L * L);
    for (size_t i = 0; i < sp.size(); i++) sp[i] = (i * 7 % 5) < 2 ? 1 : -1;
    std::vector<double> u(400);
    for (int i = 0; i < 400; i++) u[i] = sin(i * 0.06);
    std::vector<double3> pos(5 * 60);
    for (int i = 0; i < 300; i++) pos[i] = make_double3(fmod(i * 0.37, 3.0), fmod(i * 0.73, 3.0), fmod(i * 1.19, 3.0));
    int cnt[5] = {50, 17, 33, 60, 1};
    float *a, *b; signed char *ds; double *du, *df; double3 *dp; int *dc;
    cudaMalloc(&a, f.size() * 4); cudaMalloc(&b, f.size() * 4); cudaMalloc(&ds, sp.size());
    cudaMalloc(&du, 3200); cudaMalloc(&df, 900 * 8); cudaMalloc(&dp, 300 * sizeof(double3)); cudaMalloc(&dc, 20);
    cudaMemcpy(a, f.data(), f.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(ds, sp.data(), sp.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(du, u.data(), 3200, cudaMemcpyHostToDevice);
    cudaMemcpy(dp, pos.data(), 300 * sizeof(double3), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, cnt, 20, cudaMemcpyHostToDevice);
    cudaMemset(df, 0, 7200);
    dim3 grid(nx / 16, ny / 8), block(16, 8);
    lbm<true><<<grid, block>>>(a, b, nx, ny, 1.2f);
    lbm<false><<<grid, block>>>(b, a, nx, ny, 1.2f);
    ising<<<6, 128, (L + 2) * (L + 2)>>>(ds, L, 0.44f, 42u, 3);
    burgers<<<4, 112>>>(du, 400, 10, 0.5);
    cellForces<<<5, 32>>>(dp, df, dc, 60);
    std::vector<double> fr(900);
    cudaMemcpy(f.data(), a, f.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(sp.data(), ds, sp.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(u.data(), du, 3200, cudaMemcpyDeviceToHost);
    cudaMemcpy(fr.data(), df, 7200, cudaMemcpyDeviceToHost);
    double s = 0;
    for (size_t i = 0; i < f.size(); i++) s += f[i] * (i % 3);
    for (auto v : sp) s += v;
    for (auto v : u) s += fabs(v);
    for (auto v : fr) s += fabs(v);
    printf("lbm_physics checksum %.6f %s\n", s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

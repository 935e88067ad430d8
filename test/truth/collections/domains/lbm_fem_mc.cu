// Computational physics mix: D2Q9 lattice Boltzmann, hexahedral FEM operator, Ising Monte Carlo, option pricing.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

#define GPU_OK(x) if ((x) != cudaSuccess) { std::printf("error line %d\n", __LINE__); return 1; }

__constant__ int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float wq[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

// Collide, then propagate inside the tile via shared memory. Distributions per cell are contiguous if AOS.
template <int TX, int TY, bool AOS>
__global__ void lbm_d2q9(const float* fin, float* fout, int nx, int ny, float omega)
{
    __shared__ float f[9 * TX * TY];
    const int lx = threadIdx.x, ly = threadIdx.y;
    const int x = blockIdx.x * TX + lx, y = blockIdx.y * TY + ly;
    const bool in = x < nx && y < ny;
    auto at = [](int q, int cx, int cy) { return AOS ? (cy * TX + cx) * 9 + q : (q * TY + cy) * TX + cx; };
    float g[9], rho = 0.f, ux = 0.f, uy = 0.f;
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        g[q] = in ? fin[(q * ny + y) * nx + x] : wq[q];
        rho += g[q];
        ux += g[q] * ex[q];
        uy += g[q] * ey[q];
    }
    ux /= rho;
    uy /= rho;
    const float u2 = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        const float eu = 3.f * (ex[q] * ux + ey[q] * uy);
        g[q] += omega * (wq[q] * rho * (1.f + eu + 0.5f * eu * eu - u2) - g[q]);
        f[at(q, lx, ly)] = g[q];
    }
    __syncthreads();
    if (!in) return;
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        const int sx = (lx - ex[q] + TX) % TX, sy = (ly - ey[q] + TY) % TY;   // periodic per tile
        fout[(q * ny + y) * nx + x] = f[at(q, sx, sy)];
    }
}

// Sum-factorised interpolation of an element's P^3 nodal values to quadrature points (x, then y, then z).
template <int P>
__global__ void fem_interp3d(const double* u, const double* basis, double* uq, int nelem)
{
    __shared__ double B[P][P];
    __shared__ double a[P][P][P];
    __shared__ double b[P][P][P];
    const int e = blockIdx.x;
    const int i = threadIdx.x, j = threadIdx.y, k = threadIdx.z;
    if (e >= nelem) return;
    if (k == 0) B[j][i] = basis[j * P + i];
    a[k][j][i] = u[(size_t)e * P * P * P + (k * P + j) * P + i];
    __syncthreads();
    double s = 0;
#pragma unroll
    for (int m = 0; m < P; ++m) s += B[i][m] * a[k][j][m];
    b[k][j][i] = s;
    __syncthreads();
    s = 0;
#pragma unroll
    for (int m = 0; m < P; ++m) s += B[j][m] * b[k][m][i];
    a[k][j][i] = s;
    __syncthreads();
    s = 0;
#pragma unroll
    for (int m = 0; m < P; ++m) s += B[k][m] * a[m][j][i];
    uq[(size_t)e * P * P * P + (k * P + j) * P + i] = s;
}

// Element stiffness of linear triangles assembled per block into shared rows, then streamed out.
struct Tri { float2 p[3]; };
__global__ void fem_tri_stiffness(const Tri* tris, float* ke, int ntri)
{
    __shared__ Tri st[64];
    __shared__ float sk[64][9];
    const int t = threadIdx.x, base = blockIdx.x * 64, id = base + t;
    if (id < ntri) {
        st[t] = tris[id];
        const Tri& r = st[t];
        float bx[3], by[3];
        for (int n = 0; n < 3; ++n) {
            bx[n] = r.p[(n + 1) % 3].y - r.p[(n + 2) % 3].y;
            by[n] = r.p[(n + 2) % 3].x - r.p[(n + 1) % 3].x;
        }
        const float area2 = bx[0] * by[1] - bx[1] * by[0];
#pragma unroll
        for (int n = 0; n < 9; ++n) sk[t][n] = (bx[n / 3] * bx[n % 3] + by[n / 3] * by[n % 3]) / (2.f * area2);
    }
    __syncthreads();
    const float* flat = &sk[0][0];
    for (int n = t; n < 9 * min(64, ntri - base); n += 64) ke[base * 9 + n] = flat[n];
}

__device__ unsigned lcg(unsigned& s) { s = s * 1664525u + 1013904223u; return s >> 8; }

// Checkerboard Metropolis sweeps on a 32x32 sub-lattice with signed char spins, periodic inside the block.
__global__ void ising_block(signed char* spins, int sweeps, float beta, int* magnet)
{
    __shared__ signed char s[32][32];
    __shared__ float boltz[5];
    __shared__ int msum;
    auto blk = cg::this_thread_block();
    const int tx = threadIdx.x, ty = threadIdx.y;                       // 16 x 32, half the sites
    signed char* mine = spins + blockIdx.x * 1024;
    for (int i = blk.thread_rank(); i < 1024; i += blk.size()) s[i / 32][i % 32] = mine[i];
    if (blk.thread_rank() < 5) boltz[blk.thread_rank()] = __expf(-2.f * beta * (2.f * blk.thread_rank() - 4.f));
    if (blk.thread_rank() == 0) msum = 0;
    unsigned rng = blockIdx.x * 7919u + blk.thread_rank() * 104729u + 1u;
    blk.sync();
    for (int it = 0; it < 2 * sweeps; ++it) {
        const int x = 2 * tx + ((ty + it) & 1);
        const int nbr = s[ty][(x + 1) & 31] + s[ty][(x + 31) & 31] + s[(ty + 1) & 31][x] + s[(ty + 31) & 31][x];
        const int de = (s[ty][x] * nbr + 4) / 2;
        if (lcg(rng) * (1.f / 16777216.f) < boltz[de]) s[ty][x] = -s[ty][x];
        blk.sync();
    }
    int m = s[ty][2 * tx] + s[ty][2 * tx + 1];
    for (int o = 16; o > 0; o >>= 1) m += __shfl_down_sync(0xffffffffu, m, o);
    if (blk.thread_rank() % 32 == 0) atomicAdd(&msum, m);
    blk.sync();
    if (blk.thread_rank() == 0) magnet[blockIdx.x] = msum;
    for (int i = blk.thread_rank(); i < 1024; i += blk.size()) mine[i] = s[i / 32][i % 32];
}

// Asian option paths: each thread stores its path in shared memory, then the block averages per time step.
__global__ void asian_paths(float* mean_t, float* payoff, int steps, float vol, int ld)
{
    extern __shared__ float path[];                                     // blockDim.x rows of ld floats
    float* pay = path + blockDim.x * ld;
    const int t = threadIdx.x;
    unsigned rng = (blockIdx.x * blockDim.x + t) * 2654435761u + 11u;
    float sum = 0.f, lg = 0.f;
    for (int i = 0; i < steps; ++i) {
        const float u = (lcg(rng) + lcg(rng)) * (1.f / 16777216.f) - 1.f;
        lg += vol * u;
        const float v = __expf(lg);
        path[t * ld + i] = v;
        sum += v;
    }
    pay[t] = fmaxf(sum / steps - 1.f, 0.f);
    __syncthreads();
    for (int i = t; i < steps; i += blockDim.x) {
        float m = 0.f;
        for (int k = 0; k < blockDim.x; ++k) m += path[k * ld + i];
        mean_t[blockIdx.x * steps + i] = m / blockDim.x;
    }
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h) pay[t] += pay[t + h];
        __syncthreads();
    }
    if (t == 0) payoff[blockIdx.x] = pay[0] / blockDim.x;
}

int main()
{
    const int nx = 150, ny = 90, nf = 9 * nx * ny;
    std::vector<float> hf(nf); std::vector<double> hd(64 * 512); std::vector<signed char> hs(16 * 1024);
    for (int i = 0; i < nf; ++i) hf[i] = 0.1f + 0.001f * (i % 37);
    for (size_t i = 0; i < hd.size(); ++i) hd[i] = 0.01 * (i % 91);
    for (size_t i = 0; i < hs.size(); ++i) hs[i] = (i * 2654435761u >> 28) & 1 ? 1 : -1;
    float *a, *b; double *u, *uq; signed char* sp; int* mg;
    GPU_OK(cudaMalloc(&a, nf * 4)); GPU_OK(cudaMalloc(&b, nf * 4)); GPU_OK(cudaMalloc(&u, hd.size() * 8));
    GPU_OK(cudaMalloc(&uq, hd.size() * 8)); GPU_OK(cudaMalloc(&sp, hs.size())); GPU_OK(cudaMalloc(&mg, 64));
    GPU_OK(cudaMemcpy(a, hf.data(), nf * 4, cudaMemcpyHostToDevice));
    GPU_OK(cudaMemcpy(u, hd.data(), hd.size() * 8, cudaMemcpyHostToDevice));
    GPU_OK(cudaMemcpy(sp, hs.data(), hs.size(), cudaMemcpyHostToDevice));
    lbm_d2q9<32, 4, false><<<dim3((nx + 31) / 32, (ny + 3) / 4), dim3(32, 4)>>>(a, b, nx, ny, 1.2f);
    lbm_d2q9<16, 8, true><<<dim3((nx + 15) / 16, (ny + 7) / 8), dim3(16, 8)>>>(a, b, nx, ny, 1.2f);
    fem_interp3d<8><<<60, dim3(8, 8, 8)>>>(u, u, uq, 60);
    fem_interp3d<5><<<100, dim3(5, 5, 5)>>>(u, u + 7, uq, 100);
    fem_tri_stiffness<<<(1000 + 63) / 64, 64>>>(reinterpret_cast<Tri*>(a), b, 1000);
    ising_block<<<16, dim3(16, 32)>>>(sp, 4, 0.4f, mg);
    for (int ld : {32, 33}) asian_paths<<<12, 128, (128 * ld + 128) * sizeof(float)>>>(b, b + 1000, 32, 0.1f, ld);
    GPU_OK(cudaDeviceSynchronize());
    float p; int m; GPU_OK(cudaMemcpy(&p, b + 1000, 4, cudaMemcpyDeviceToHost)); GPU_OK(cudaMemcpy(&m, mg, 4, cudaMemcpyDeviceToHost));
    std::printf("ok %f %d\n", p, m);
}

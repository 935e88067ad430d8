// D2Q9 lattice Boltzmann (pull with halo tile, push with row shifts), an AoS
// macroscopic pass, and one Game of Life step.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

#define CUDA_TRY(call)                                          \
    if (cudaError_t err_ = (call); err_ != cudaSuccess) {       \
        fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err_)); \
        return 1;                                               \
    }

constexpr int NX = 128;
constexpr int NY = 64;
constexpr int NCELL = NX * NY;
constexpr int Q = 9;

__device__ __forceinline__ float feq(float w, float rho, float cu, float usq)
{
    return w * rho * (1.0f + 3.0f * cu + 4.5f * cu * cu - 1.5f * usq);
}

__device__ void bgk(float f[Q], float omega)
{
    float rho = 0.0f;
    for (int q = 0; q < Q; ++q) rho += f[q];
    float ux = (f[1] + f[5] + f[8] - f[3] - f[6] - f[7]) / rho;
    float uy = (f[2] + f[5] + f[6] - f[4] - f[7] - f[8]) / rho;
    float usq = ux * ux + uy * uy;
    const float w0 = 4.0f / 9.0f, w1 = 1.0f / 9.0f, w2 = 1.0f / 36.0f;
    f[0] += omega * (feq(w0, rho, 0.0f, usq) - f[0]);
    f[1] += omega * (feq(w1, rho, ux, usq) - f[1]);
    f[2] += omega * (feq(w1, rho, uy, usq) - f[2]);
    f[3] += omega * (feq(w1, rho, -ux, usq) - f[3]);
    f[4] += omega * (feq(w1, rho, -uy, usq) - f[4]);
    f[5] += omega * (feq(w2, rho, ux + uy, usq) - f[5]);
    f[6] += omega * (feq(w2, rho, -ux + uy, usq) - f[6]);
    f[7] += omega * (feq(w2, rho, -ux - uy, usq) - f[7]);
    f[8] += omega * (feq(w2, rho, ux - uy, usq) - f[8]);
}

template <int TX, int TY>
__global__ void lbm_pull(const float* __restrict__ fin, float* __restrict__ fout, float omega)
{
    __shared__ float tile[Q][TY + 2][TX + 2];
    const int tid = threadIdx.y * TX + threadIdx.x;
    for (int q = 0; q < Q; ++q) {
        for (int i = tid; i < (TX + 2) * (TY + 2); i += TX * TY) {
            int lx = i % (TX + 2), ly = i / (TX + 2);
            int gx = (blockIdx.x * TX + lx - 1 + NX) % NX;
            int gy = (blockIdx.y * TY + ly - 1 + NY) % NY;
            tile[q][ly][lx] = fin[q * NCELL + gy * NX + gx];
        }
    }
    __syncthreads();
    const int x = threadIdx.x + 1, y = threadIdx.y + 1;
    float f[Q];
    f[0] = tile[0][y][x];
    f[1] = tile[1][y][x - 1];
    f[2] = tile[2][y - 1][x];
    f[3] = tile[3][y][x + 1];
    f[4] = tile[4][y + 1][x];
    f[5] = tile[5][y - 1][x - 1];
    f[6] = tile[6][y - 1][x + 1];
    f[7] = tile[7][y + 1][x + 1];
    f[8] = tile[8][y + 1][x - 1];
    bgk(f, omega);
    const int g = (blockIdx.y * TY + threadIdx.y) * NX + blockIdx.x * TX + threadIdx.x;
    for (int q = 0; q < Q; ++q) fout[q * NCELL + g] = f[q];
}

// One block per lattice row; x-shifts go through shared memory so that all
// global writes stay aligned.
__global__ void lbm_push_row(const float* __restrict__ fin, float* __restrict__ fout, float omega)
{
    __shared__ float sE[NX], sW[NX];
    __shared__ float sNE[NX], sNW[NX], sSE[NX], sSW[NX];
    const int x = threadIdx.x, y = blockIdx.x;
    const int xp = (x + 1 == NX) ? 0 : x + 1;
    const int xm = (x == 0) ? NX - 1 : x - 1;
    const int yp = (y + 1) % NY, ym = (y + NY - 1) % NY;
    float f[Q];
    for (int q = 0; q < Q; ++q) f[q] = fin[q * NCELL + y * NX + x];
    bgk(f, omega);
    sE[xp] = f[1];
    sW[xm] = f[3];
    sNE[xp] = f[5];
    sNW[xm] = f[6];
    sSW[xm] = f[7];
    sSE[xp] = f[8];
    __syncthreads();
    fout[0 * NCELL + y * NX + x] = f[0];
    fout[1 * NCELL + y * NX + x] = sE[x];
    fout[2 * NCELL + yp * NX + x] = f[2];
    fout[3 * NCELL + y * NX + x] = sW[x];
    fout[4 * NCELL + ym * NX + x] = f[4];
    fout[5 * NCELL + yp * NX + x] = sNE[x];
    fout[6 * NCELL + yp * NX + x] = sNW[x];
    fout[7 * NCELL + ym * NX + x] = sSW[x];
    fout[8 * NCELL + ym * NX + x] = sSE[x];
}

struct Cell { float f[Q]; };

__global__ void macroscopic_aos(const float* __restrict__ fin, float* block_mass)
{
    __shared__ Cell cells[NX];
    __shared__ float mass[NX];
    const int x = threadIdx.x, y = blockIdx.x;
    for (int q = 0; q < Q; ++q)
        cells[x].f[q] = fin[q * NCELL + y * NX + x];
    __syncthreads();
    float rho = 0.0f;
    const Cell& c = cells[NX - 1 - x];
    for (int q = 0; q < Q; ++q)
        rho += c.f[q];
    mass[x] = rho;
    __syncthreads();
    for (int s = NX / 2; s > 0; s >>= 1) {
        if (x < s) mass[x] += mass[x + s];
        __syncthreads();
    }
    if (x == 0) block_mass[y] = mass[0];
}

__global__ void life_step(const unsigned char* in, unsigned char* out)
{
    __shared__ unsigned char t[18][34];
    for (int j = threadIdx.y; j < 18; j += blockDim.y)
        for (int i = threadIdx.x; i < 34; i += blockDim.x) {
            int gx = (blockIdx.x * 32 + i + NX - 1) % NX;
            int gy = (blockIdx.y * 16 + j + NY - 1) % NY;
            t[j][i] = in[gy * NX + gx];
        }
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    int n = t[y - 1][x - 1] + t[y - 1][x] + t[y - 1][x + 1];
    n += t[y][x - 1] + t[y][x + 1];
    n += t[y + 1][x - 1] + t[y + 1][x] + t[y + 1][x + 1];
    unsigned char alive = t[y][x];
    out[(blockIdx.y * 16 + threadIdx.y) * NX + blockIdx.x * 32 + threadIdx.x] =
        (n == 3 || (alive && n == 2)) ? 1 : 0;
}

int main()
{
    const float w[Q] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    std::vector<float> h(Q * NCELL), mass(NY);
    double m0 = 0.0, m1 = 0.0;
    for (int q = 0; q < Q; ++q)
        for (int i = 0; i < NCELL; ++i) {
            h[q * NCELL + i] = w[q] * (1.0f + 0.05f * ((i * 7 + q) % 5));
            m0 += h[q * NCELL + i];
        }
    std::vector<unsigned char> life(NCELL);
    for (int i = 0; i < NCELL; ++i) life[i] = ((i * 13) % 7) < 3;

    float *fa, *fb, *dm;
    unsigned char *la, *lb;
    CUDA_TRY(cudaMalloc(&fa, h.size() * sizeof(float)));
    CUDA_TRY(cudaMalloc(&fb, h.size() * sizeof(float)));
    CUDA_TRY(cudaMalloc(&dm, NY * sizeof(float)));
    CUDA_TRY(cudaMalloc(&la, NCELL));
    CUDA_TRY(cudaMalloc(&lb, NCELL));
    CUDA_TRY(cudaMemcpy(fa, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(la, life.data(), NCELL, cudaMemcpyHostToDevice));

    lbm_pull<32, 8><<<dim3(NX / 32, NY / 8), dim3(32, 8)>>>(fa, fb, 1.2f);
    lbm_pull<16, 16><<<dim3(NX / 16, NY / 16), dim3(16, 16)>>>(fb, fa, 1.2f);
    lbm_push_row<<<NY, NX>>>(fa, fb, 1.2f);
    macroscopic_aos<<<NY, NX>>>(fb, dm);
    life_step<<<dim3(NX / 32, NY / 16), dim3(32, 16)>>>(la, lb);
    CUDA_TRY(cudaGetLastError());
    CUDA_TRY(cudaDeviceSynchronize());
    CUDA_TRY(cudaMemcpy(mass.data(), dm, NY * sizeof(float), cudaMemcpyDeviceToHost));
    for (float v : mass) m1 += v;
    printf("mass before %.4f after %.4f\n", m0, m1);
    return std::fabs(m1 - m0) < 1e-3 * m0 ? 0 : 2;
}

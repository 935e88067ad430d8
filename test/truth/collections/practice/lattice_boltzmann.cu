// D2Q9 lattice Boltzmann: shared streaming in a tile (AoS and SoA population layout).
#include <cuda_runtime.h>
#include <stdio.h>

#define Q 9
#define NX 128
#define NY 64

__constant__ int   ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int   ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float wt[Q] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

__device__ __forceinline__ void collide(float f[Q], float omega)
{
    float rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < Q; q++) { rho += f[q]; ux += f[q] * ex[q]; uy += f[q] * ey[q]; }
    ux /= rho; uy /= rho;
    float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < Q; q++) {
        float cu = 3.f * (ex[q] * ux + ey[q] * uy);
        float feq = wt[q] * rho * (1.f + cu + 0.5f * cu * cu - usq);
        f[q] += omega * (feq - f[q]);
    }
}

// One row of the lattice per block; periodic x-streaming happens in shared memory (Toelke scheme).
__global__ void lbmRowSoA(const float *__restrict__ fin, float *__restrict__ fout, float omega)
{
    __shared__ float sE[NX], sW[NX], sNE[NX], sSE[NX], sNW[NX], sSW[NX];
    int x = threadIdx.x, y = blockIdx.x;
    int k = y * NX + x;
    float f[Q];
#pragma unroll
    for (int q = 0; q < Q; q++) f[q] = fin[q * NX * NY + k];
    collide(f, omega);
    int xp = x == NX - 1 ? 0 : x + 1;
    int xm = x == 0 ? NX - 1 : x - 1;
    sE[xp] = f[1]; sNE[xp] = f[5]; sSE[xp] = f[8];
    sW[xm] = f[3]; sNW[xm] = f[6]; sSW[xm] = f[7];
    __syncthreads();
    int yp = (y + 1) % NY, ym = (y + NY - 1) % NY;
    fout[0 * NX * NY + k] = f[0];
    fout[1 * NX * NY + k] = sE[x];
    fout[3 * NX * NY + k] = sW[x];
    fout[2 * NX * NY + yp * NX + x] = f[2];
    fout[4 * NX * NY + ym * NX + x] = f[4];
    fout[5 * NX * NY + yp * NX + x] = sNE[x];
    fout[6 * NX * NY + yp * NX + x] = sNW[x];
    fout[7 * NX * NY + ym * NX + x] = sSW[x];
    fout[8 * NX * NY + ym * NX + x] = sSE[x];
}

struct Cell { float f[Q]; };

// Pull scheme on a tile with halo, populations stored as an array of structures
template <int TX, int TY>
__global__ void lbmTileAoS(const Cell *__restrict__ in, Cell *__restrict__ out, float omega)
{
    __shared__ Cell tile[(TX + 2) * (TY + 2)];
    const int pitch = TX + 2;
    const int ox = blockIdx.x * TX - 1, oy = blockIdx.y * TY - 1;
    for (int i = threadIdx.y * TX + threadIdx.x; i < (TX + 2) * (TY + 2); i += TX * TY) {
        int lx = i % pitch, ly = i / pitch;
        int gx = (ox + lx + NX) % NX, gy = (oy + ly + NY) % NY;
        tile[i] = in[gy * NX + gx];
    }
    __syncthreads();
    float f[Q];
    const int c = (threadIdx.y + 1) * pitch + threadIdx.x + 1;
#pragma unroll
    for (int q = 0; q < Q; q++) f[q] = tile[c - ey[q] * pitch - ex[q]].f[q];
    collide(f, omega);
    Cell r;
#pragma unroll
    for (int q = 0; q < Q; q++) r.f[q] = f[q];
    out[(blockIdx.y * TY + threadIdx.y) * NX + blockIdx.x * TX + threadIdx.x] = r;
}

// macroscopic density/velocity averaged over 8x8 patches
__global__ void coarseGrain(const float *__restrict__ f, float3 *__restrict__ macro)
{
    __shared__ float3 m[8][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float3 v = make_float3(0, 0, 0);
    for (int q = 0; q < Q; q++) {
        float p = f[q * NX * NY + y * NX + x];
        v.x += p; v.y += p * ex[q]; v.z += p * ey[q];
    }
    m[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    int lane = threadIdx.y * 32 + threadIdx.x;
    if (lane < 4) {
        float3 s = make_float3(0, 0, 0);
        for (int j = 0; j < 8; j++)
            for (int i = 0; i < 8; i++) {
                float3 t = m[j][lane * 8 + i];
                s.x += t.x; s.y += t.y; s.z += t.z;
            }
        macro[blockIdx.y * (NX / 8) + blockIdx.x * 4 + lane] = s;
    }
}

static void step(float *a, float *b, int iters)
{
    for (int i = 0; i < iters; i++) {
        lbmRowSoA<<<NY, NX>>>(a, b, 1.2f);
        float *t = a; a = b; b = t;
    }
}

int main()
{
    const size_t bytes = sizeof(float) * Q * NX * NY;
    float *h = new float[Q * NX * NY];
    for (int i = 0; i < Q * NX * NY; i++) h[i] = 0.1f + 0.001f * (i % 23);
    float *a, *b; float3 *m;
    cudaMalloc(&a, bytes); cudaMalloc(&b, bytes); cudaMalloc(&m, sizeof(float3) * NX * NY / 64);
    cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
    step(a, b, 2);
    coarseGrain<<<dim3(NX / 32, NY / 8), dim3(32, 8)>>>(a, m);
    lbmTileAoS<16, 8><<<dim3(NX / 16, NY / 8), dim3(16, 8)>>>((Cell *)a, (Cell *)b, 1.1f);
    lbmTileAoS<32, 4><<<dim3(NX / 32, NY / 4), dim3(32, 4)>>>((Cell *)b, (Cell *)a, 1.1f);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("LBM: %s\n", cudaGetErrorString(e)); return 1; }
    delete[] h; cudaFree(a); cudaFree(b); cudaFree(m);
    return 0;
}

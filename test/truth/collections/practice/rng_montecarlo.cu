// RNG state in shared memory: MT-like block generator, xorshift state arrays, LFSR leap table; pi and Ising.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

#define MTGP_N 351
#define MTGP_M 84
#define BLK 256

__global__ void mtgpLike(uint32_t *out, int perThread)
{
    __shared__ uint32_t status[1024];
    const int t = threadIdx.x;
    for (int i = t; i < 1024; i += BLK) status[i] = 1812433253u * (i + blockIdx.x * 1024 + 1) ^ (i >> 3);
    __syncthreads();
    int offset = 0;
    for (int k = 0; k < perThread; k++) {
        uint32_t a = status[(t + offset) & 1023], b = status[(t + offset + 1) & 1023], m = status[(t + offset + MTGP_M) & 1023];
        uint32_t x = (a & 0xfff80000u) ^ b;
        x ^= x << 13;
        uint32_t r = x ^ (m >> 4) ^ ((x & 1) ? 0x71588353u : 0u);
        __syncthreads();
        status[(t + offset + MTGP_N) & 1023] = r;
        out[(blockIdx.x * perThread + k) * BLK + t] = r ^ (r >> 11);
        __syncthreads();
        offset = (offset + BLK) & 1023;
    }
}

struct XorwowState { uint32_t x[5]; uint32_t d; };

__device__ uint32_t xorwow(XorwowState &s)
{
    uint32_t t = s.x[0] ^ (s.x[0] >> 2);
    s.x[0] = s.x[1]; s.x[1] = s.x[2]; s.x[2] = s.x[3]; s.x[3] = s.x[4];
    s.x[4] = (s.x[4] ^ (s.x[4] << 4)) ^ (t ^ (t << 1));
    s.d += 362437;
    return s.x[4] + s.d;
}

__global__ void piXorwowShared(unsigned *hits, int samples)
{
    __shared__ XorwowState st[128];
    __shared__ unsigned total;
    XorwowState &s = st[threadIdx.x];
    for (int i = 0; i < 5; i++) s.x[i] = 123456789u * (threadIdx.x + 1) + 362436069u * i + blockIdx.x;
    s.d = 6615241u;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    unsigned h = 0;
#pragma unroll 1
    for (int i = 0; i < samples; i++) {
        float x = xorwow(s) * 2.3283064e-10f, y = xorwow(s) * 2.3283064e-10f;
        h += x * x + y * y < 1.f;
    }
    atomicAdd(&total, h);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(hits, total);
}

// checkerboard Ising 64x64 on signed chars, one block owns the lattice
template <int L>
__global__ void isingMetropolis(signed char *spins, float beta, int sweeps, int *mag)
{
    __shared__ __align__(16) signed char s[L][L];
    __shared__ float boltz[9];
    __shared__ int m;
    signed char *g = spins + blockIdx.x * L * L;
    for (int i = threadIdx.x; i < L * L / 4; i += blockDim.x) reinterpret_cast<char4 *>(s)[i] = reinterpret_cast<char4 *>(g)[i];
    if (threadIdx.x < 9) boltz[threadIdx.x] = __expf(-2.f * beta * ((int)threadIdx.x - 4));
    if (threadIdx.x == 0) m = 0;
    __syncthreads();
    uint32_t rng = threadIdx.x * 747796405u + blockIdx.x + 1u;
    for (int sw = 0; sw < sweeps; sw++)
        for (int color = 0; color < 2; color++) {
            for (int k = threadIdx.x; k < L * L / 2; k += blockDim.x) {
                int y = k / (L / 2), x = 2 * (k % (L / 2)) + ((y + color) & 1);
                int nb = s[y][(x + 1) % L] + s[y][(x + L - 1) % L] + s[(y + 1) % L][x] + s[(y + L - 1) % L][x];
                rng ^= rng << 13; rng ^= rng >> 17; rng ^= rng << 5;
                if ((rng >> 8) * 5.96e-8f < boltz[s[y][x] * nb + 4]) s[y][x] = -s[y][x];
            }
            __syncthreads();
        }
    int part = 0;
    for (int i = threadIdx.x; i < L * L; i += blockDim.x) part += s[i / L][i % L];
    atomicAdd(&m, part);
    for (int i = threadIdx.x; i < L * L; i += blockDim.x) g[i] = s[i / L][i % L];
    __syncthreads();
    if (threadIdx.x == 0) mag[blockIdx.x] = m;
}

int main()
{
    uint32_t *out; unsigned *hits; signed char *spins; int *mag;
    signed char *h = new signed char[4 * 64 * 64];
    for (int i = 0; i < 4 * 64 * 64; i++) h[i] = (i * 2654435761u >> 30) & 1 ? 1 : -1;
    cudaMalloc(&out, 8 * 16 * BLK * 4); cudaMalloc(&hits, 4); cudaMalloc(&spins, 4 * 64 * 64); cudaMalloc(&mag, 16);
    cudaMemset(hits, 0, 4);
    cudaMemcpy(spins, h, 4 * 64 * 64, cudaMemcpyHostToDevice);
    mtgpLike<<<8, BLK>>>(out, 16);
    piXorwowShared<<<8, 128>>>(hits, 50);
    isingMetropolis<64><<<4, 256>>>(spins, 0.44f, 4, mag);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    delete[] h; cudaFree(out); cudaFree(hits); cudaFree(spins); cudaFree(mag);
    return 0;
}

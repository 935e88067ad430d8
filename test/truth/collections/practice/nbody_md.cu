// N-body with float4 tiles, multi-threads-per-body variant, and Lennard-Jones cell pairs with SoA/double3 AoS.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define SOFTENING 1e-3f
#define TILE 128

__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inv = rsqrtf(d2), s = bj.w * inv * inv * inv;
    ai.x += r.x * s; ai.y += r.y * s; ai.z += r.z * s;
    return ai;
}

__global__ void nbodyTiled(const float4 *__restrict__ pos, float4 *__restrict__ acc, int n)
{
    __shared__ float4 sh[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = pos[i];
    float3 a = make_float3(0, 0, 0);
    for (int tile = 0; tile < n / TILE; tile++) {
        sh[threadIdx.x] = pos[tile * TILE + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < TILE; j++) a = bodyBodyInteraction(a, me, sh[j]);
        __syncthreads();
    }
    acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}

// p x q threads: q threads share a body, each handles a slice; start offset rotated to spread accesses
__global__ void nbodyMultiThread(const float4 *pos, float3 *acc, int n)
{
    extern __shared__ float4 sharedPos[];
    const int p = blockDim.x, q = blockDim.y, tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x * p + tx;
    float4 me = pos[i];
    float3 a = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += p * q) {
        sharedPos[tx + p * ty] = pos[(base + tx + p * ty) % n];
        __syncthreads();
        for (int k = 0; k < p; k++) a = bodyBodyInteraction(a, me, sharedPos[ty * p + ((k + tx) & (p - 1))]);
        __syncthreads();
    }
    float3 *sum = reinterpret_cast<float3 *>(sharedPos);
    sum[ty * p + tx] = a;
    __syncthreads();
    if (ty == 0) {
        for (int k = 1; k < q; k++) { float3 o = sum[k * p + tx]; a.x += o.x; a.y += o.y; a.z += o.z; }
        acc[i] = a;
    }
}

struct Vec3d { double x, y, z; };

// one block per cell, MAXP particles; forces by looping over 3 neighbour cells in 1D decomposition
template <int MAXP>
__global__ void ljCells(const Vec3d *__restrict__ pos, const int *__restrict__ count, Vec3d *__restrict__ force, int cells)
{
    __shared__ Vec3d other[MAXP];
    __shared__ int n;
    const int c = blockIdx.x, t = threadIdx.x;
    Vec3d me = pos[c * MAXP + t], f = {0, 0, 0};
    const bool live = t < count[c];
    for (int k = -1; k <= 1; k++) {
        const int nb = (c + k + cells) % cells;
        if (t == 0) n = count[nb];
        other[t] = pos[nb * MAXP + t];
        __syncthreads();
        if (live)
            for (int j = 0; j < n; j++) {
                if (k == 0 && j == t) continue;
                double dx = me.x - other[j].x, dy = me.y - other[j].y, dz = me.z - other[j].z;
                double r2 = dx * dx + dy * dy + dz * dz + 0.01;
                if (r2 > 6.25) continue;
                double i2 = 1.0 / r2, i6 = i2 * i2 * i2, s = 48.0 * i2 * i6 * (i6 - 0.5);
                f.x += s * dx; f.y += s * dy; f.z += s * dz;
            }
        __syncthreads();
    }
    force[c * MAXP + t] = f;
}

// charge deposition onto a 16^2 shared patch with bilinear weights
__global__ void depositCharge(const float2 *__restrict__ xy, float *__restrict__ rho, int perBlock)
{
    __shared__ float patch[17][17];
    for (int i = threadIdx.x; i < 17 * 17; i += blockDim.x) patch[i / 17][i % 17] = 0.f;
    __syncthreads();
    for (int i = threadIdx.x; i < perBlock; i += blockDim.x) {
        float2 p = xy[blockIdx.x * perBlock + i];
        int ix = (int)p.x, iy = (int)p.y;
        float fx = p.x - ix, fy = p.y - iy;
        atomicAdd(&patch[iy][ix], (1 - fx) * (1 - fy));
        atomicAdd(&patch[iy][ix + 1], fx * (1 - fy));
        atomicAdd(&patch[iy + 1][ix], (1 - fx) * fy);
        atomicAdd(&patch[iy + 1][ix + 1], fx * fy);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 17 * 17; i += blockDim.x) rho[blockIdx.x * 289 + i] = patch[i / 17][i % 17];
}

int main()
{
    const int n = 1024, cells = 16, maxp = 32;
    std::vector<float4> h(n); std::vector<Vec3d> hv(cells * maxp); std::vector<int> hc(cells); std::vector<float2> xy(4096);
    for (int i = 0; i < n; i++) h[i] = make_float4(i % 10, i / 10 % 10, i / 100, 1.f);
    for (int i = 0; i < cells * maxp; i++) hv[i] = {i * 0.1, (i * 7 % 13) * 0.2, (i * 5 % 11) * 0.2};
    for (int i = 0; i < cells; i++) hc[i] = 20 + i % 13;
    for (int i = 0; i < 4096; i++) xy[i] = make_float2((i * 97 % 1600) * 0.00999f, (i * 61 % 1599) * 0.00999f);
    float4 *p, *a; float3 *a3; Vec3d *v, *f; int *c; float2 *dxy; float *rho;
    cudaMalloc(&p, n * 16); cudaMalloc(&a, n * 16); cudaMalloc(&a3, n * 12); cudaMalloc(&v, cells * maxp * sizeof(Vec3d));
    cudaMalloc(&f, cells * maxp * sizeof(Vec3d)); cudaMalloc(&c, cells * 4); cudaMalloc(&dxy, 4096 * 8); cudaMalloc(&rho, 8 * 289 * 4);
    cudaMemcpy(p, h.data(), n * 16, cudaMemcpyHostToDevice);
    cudaMemcpy(v, hv.data(), hv.size() * sizeof(Vec3d), cudaMemcpyHostToDevice);
    cudaMemcpy(c, hc.data(), cells * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dxy, xy.data(), 4096 * 8, cudaMemcpyHostToDevice);
    nbodyTiled<<<n / TILE, TILE>>>(p, a, n);
    dim3 blk(64, 4);
    nbodyMultiThread<<<n / blk.x, blk, blk.x * blk.y * sizeof(float4)>>>(p, a3, n);
    ljCells<32><<<cells, 32>>>(v, c, f, cells);
    depositCharge<<<8, 128>>>(dxy, rho, 512);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(p); cudaFree(a); cudaFree(a3); cudaFree(v); cudaFree(f); cudaFree(c); cudaFree(dxy); cudaFree(rho);
    return 0;
}

// All-pairs kernels: gravity (float4 and SoA tiles), contact counts on an AoS tile,
// and a feature-space squared distance matrix with async copies.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float kSoft = 1e-2f;

__device__ __forceinline__ float3 interact(float3 acc, float4 me, float4 other)
{
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + kSoft);
    float s = other.w * inv * inv * inv;
    return make_float3(acc.x + dx * s, acc.y + dy * s, acc.z + dz * s);
}

template <int TILE>
__global__ void gravity_float4(const float4* __restrict__ pos, float4* __restrict__ acc, int n)
{
    __shared__ float4 tile[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    const float4 me = pos[i];
    float3 a = make_float3(0.f, 0.f, 0.f);
    for (int base = 0; base < n; base += TILE) {
        tile[threadIdx.x] = pos[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; ++j)
            a = interact(a, me, tile[j]);
        __syncthreads();
    }
    acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}

// blockDim = (64, 4): four threads share one body, each takes a quarter of the tile.
__global__ void gravity_soa_split(const float4* __restrict__ pos, float4* __restrict__ acc, int n)
{
    extern __shared__ float sh[];
    const int P = blockDim.x, Q = blockDim.y, T = P * Q;
    float *sx = sh, *sy = sx + T, *sz = sy + T, *sm = sz + T;
    float* part = sm + T;    // 3 * T partial sums, component-interleaved
    const int tid = threadIdx.y * P + threadIdx.x;
    const int i = blockIdx.x * P + threadIdx.x;
    const float4 me = pos[i];
    float3 a = make_float3(0.f, 0.f, 0.f);
    for (int base = 0; base < n; base += T) {
        float4 p = pos[base + tid];
        sx[tid] = p.x;
        sy[tid] = p.y;
        sz[tid] = p.z;
        sm[tid] = p.w;
        __syncthreads();
        for (int k = 0; k < P; ++k) {
            int j = (threadIdx.x + k) % P + threadIdx.y * P;   // rotate to spread reads
            float4 o = make_float4(sx[j], sy[j], sz[j], sm[j]);
            a = interact(a, me, o);
        }
        __syncthreads();
    }
    part[3 * tid + 0] = a.x;
    part[3 * tid + 1] = a.y;
    part[3 * tid + 2] = a.z;
    __syncthreads();
    if (threadIdx.y == 0) {
        float3 s = make_float3(0.f, 0.f, 0.f);
        for (int q = 0; q < Q; ++q) {
            const float* p = part + 3 * (q * P + threadIdx.x);
            s.x += p[0]; s.y += p[1]; s.z += p[2];
        }
        acc[i] = make_float4(s.x, s.y, s.z, 0.f);
    }
}

struct Particle {
    float x, y, z, radius;
    float vx, vy, vz;
    int species;
};

// 16x16 threads, one pair each; AoS on both sides.
__global__ void contact_count(const Particle* __restrict__ ps, int* __restrict__ counts)
{
    __shared__ Particle rowp[16], colp[16];
    __shared__ int hits[16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    if (ty == 0) {
        rowp[tx] = ps[blockIdx.y * 16 + tx];
        hits[tx] = 0;
    } else if (ty == 1) {
        colp[tx] = ps[blockIdx.x * 16 + tx];
    }
    __syncthreads();
    float dx = rowp[ty].x - colp[tx].x;
    float dy = rowp[ty].y - colp[tx].y;
    float dz = rowp[ty].z - colp[tx].z;
    float reach = rowp[ty].radius + colp[tx].radius;
    bool touch = dx * dx + dy * dy + dz * dz < reach * reach && rowp[ty].species != colp[tx].species;
    if (touch) atomicAdd(&hits[ty], 1);
    __syncthreads();
    if (ty == 0) atomicAdd(&counts[blockIdx.y * 16 + tx], hits[tx]);
}

// D2[i][j] = |f_i - f_j|^2 for DIM-dimensional features. 32x8 threads make a 32x32 tile.
template <int DIM, int LD = DIM + 4>
__global__ void feature_dist2(const float* __restrict__ f, float* __restrict__ d2, int n)
{
    __shared__ __align__(16) float A[32][LD];
    __shared__ __align__(16) float B[32][LD];
    constexpr int V = DIM / 4;
    const int tid = threadIdx.y * 32 + threadIdx.x;
    const int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    for (int k = tid; k < 32 * V; k += 256) {
        int r = k / V, c = (k % V) * 4;
        __pipeline_memcpy_async(&A[r][c], &f[(row0 + r) * DIM + c], 16);
        __pipeline_memcpy_async(&B[r][c], &f[(col0 + r) * DIM + c], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float sum[4] = {0.f, 0.f, 0.f, 0.f};
    for (int d = 0; d < DIM; ++d) {
        float b = B[threadIdx.x][d];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float diff = A[threadIdx.y + 8 * u][d] - b;
            sum[u] += diff * diff;
        }
    }
    for (int u = 0; u < 4; ++u)
        d2[(row0 + threadIdx.y + 8 * u) * n + col0 + threadIdx.x] = sum[u];
}

#define TRY(expr)                                                                  \
    if (cudaError_t err_ = (expr); err_ != cudaSuccess)                            \
        return std::fprintf(stderr, "%s: %s\n", #expr, cudaGetErrorString(err_)), 1

int main()
{
    constexpr int n = 1024, m = 128, dim = 32;
    std::vector<float4> pos(n), r0(n), r1(n);
    for (int i = 0; i < n; ++i)
        pos[i] = make_float4((i % 16) * 0.5f, (i / 16 % 16) * 0.5f, (i / 256) * 0.5f, 1.0f + i % 3);
    std::vector<Particle> ps(m);
    for (int i = 0; i < m; ++i) ps[i] = Particle{i % 8 * 1.f, i / 8 * 1.f, 0.f, 0.6f, 0.f, 0.f, 0.f, i & 1};
    std::vector<float> feat(m * dim), dist(m * m);
    for (int i = 0; i < m * dim; ++i) feat[i] = (i * 37 % 101) * 0.01f;

    float4 *dpos, *dacc; Particle* dps; int* dcnt; float *df, *dd;
    TRY(cudaMalloc(&dpos, n * sizeof(float4)));
    TRY(cudaMalloc(&dacc, 2 * n * sizeof(float4)));
    TRY(cudaMalloc(&dps, m * sizeof(Particle)));
    TRY(cudaMalloc(&dcnt, m * sizeof(int)));
    TRY(cudaMalloc(&df, m * dim * sizeof(float)));
    TRY(cudaMalloc(&dd, m * m * sizeof(float)));
    TRY(cudaMemcpy(dpos, pos.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(dps, ps.data(), m * sizeof(Particle), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(df, feat.data(), m * dim * sizeof(float), cudaMemcpyHostToDevice));
    TRY(cudaMemset(dcnt, 0, m * sizeof(int)));
    gravity_float4<128><<<n / 128, 128>>>(dpos, dacc, n);
    TRY(cudaGetLastError());
    gravity_soa_split<<<n / 64, dim3(64, 4), 7 * 256 * sizeof(float)>>>(dpos, dacc + n, n);
    TRY(cudaGetLastError());
    contact_count<<<dim3(m / 16, m / 16), dim3(16, 16)>>>(dps, dcnt);
    TRY(cudaGetLastError());
    feature_dist2<dim><<<dim3(m / 32, m / 32), dim3(32, 8)>>>(df, dd, m);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());

    TRY(cudaMemcpy(r0.data(), dacc, n * sizeof(float4), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(r1.data(), dacc + n, n * sizeof(float4), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(dist.data(), dd, m * m * sizeof(float), cudaMemcpyDeviceToHost));
    float worst = 0.f, diag = 0.f;
    for (int i = 0; i < n; ++i) worst = std::fmax(worst, std::fabs(r0[i].x - r1[i].x) / (1.f + std::fabs(r0[i].x)));
    for (int i = 0; i < m; ++i) diag = std::fmax(diag, dist[i * m + i]);
    std::printf("gravity rel diff %g, max diagonal distance %g\n", worst, diag);
    return worst < 1e-2f && diag == 0.f ? 0 : 2;
}

// Direct N-body: AoS float4 tiles, double-buffered SoA tiles, 2D-block variant, energy reduction.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}

constexpr float kSoft2 = 0.01f;

__device__ __forceinline__ void interact(float3& acc, float px, float py, float pz,
                                         float qx, float qy, float qz, float qm)
{
    const float dx = qx - px, dy = qy - py, dz = qz - pz;
    const float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, kSoft2)));
    const float inv = rsqrtf(r2);
    const float s = qm * inv * inv * inv;
    acc.x = fmaf(dx, s, acc.x); acc.y = fmaf(dy, s, acc.y); acc.z = fmaf(dz, s, acc.z);
}

__device__ __forceinline__ float4 load_body(const float4* __restrict__ pos, int j, int n)
{
    return j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
}

// ------------------------------------------------------------ float4 tiles
template <int TILE>
__device__ float3 tile_accumulate(float3 acc, const float4& p, const float4* tile)
{
#pragma unroll 16
    for (int k = 0; k < TILE; ++k) {
        const float4 q = tile[k];
        interact(acc, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
    }
    return acc;
}

template <int TILE>
__global__ void __launch_bounds__(TILE)
forces_aos(const float4* __restrict__ pos, float4* __restrict__ force, int n)
{
    __shared__ float4 tile[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    const float4 p = load_body(pos, i, n);
    float3 acc = make_float3(0.f, 0.f, 0.f);

    for (int base = 0; base < n; base += TILE) {
        tile[threadIdx.x] = load_body(pos, base + threadIdx.x, n);
        __syncthreads();
        acc = tile_accumulate<TILE>(acc, p, tile);
        __syncthreads();
    }
    if (i < n) force[i] = make_float4(acc.x, acc.y, acc.z, 0.f);
}

// ------------------------------------------------------------ SoA tiles, two buffers
template <int T>
struct BodyTile {
    float x[T];
    float y[T];
    float z[T];
    float m[T];

    __device__ void put(int k, const float4& v) { x[k] = v.x; y[k] = v.y; z[k] = v.z; m[k] = v.w; }
};

template <int T, int BODIES>
__global__ void forces_soa(const float4* __restrict__ pos, float4* __restrict__ force, int n)
{
    __shared__ BodyTile<T> buf[2];

    float4 p[BODIES];
    float3 acc[BODIES];
#pragma unroll
    for (int b = 0; b < BODIES; ++b) {
        p[b] = load_body(pos, (blockIdx.x * BODIES + b) * T + threadIdx.x, n);
        acc[b] = make_float3(0.f, 0.f, 0.f);
    }

    const int tiles = (n + T - 1) / T;
    buf[0].put(threadIdx.x, load_body(pos, threadIdx.x, n));
    __syncthreads();

    for (int t = 0; t < tiles; ++t) {
        const BodyTile<T>& cur = buf[t & 1];
        float4 next = make_float4(0.f, 0.f, 0.f, 0.f);
        if (t + 1 < tiles) next = load_body(pos, (t + 1) * T + threadIdx.x, n);

#pragma unroll 8
        for (int k = 0; k < T; ++k) {
            const float qx = cur.x[k], qy = cur.y[k], qz = cur.z[k], qm = cur.m[k];
#pragma unroll
            for (int b = 0; b < BODIES; ++b) interact(acc[b], p[b].x, p[b].y, p[b].z, qx, qy, qz, qm);
        }
        if (t + 1 < tiles) buf[(t + 1) & 1].put(threadIdx.x, next);
        __syncthreads();
    }

#pragma unroll
    for (int b = 0; b < BODIES; ++b) {
        const int i = (blockIdx.x * BODIES + b) * T + threadIdx.x;
        if (i < n) force[i] = make_float4(acc[b].x, acc[b].y, acc[b].z, 0.f);
    }
}

// ------------------------------------------------------------ several threads per body
#define SX(i, j) sh_pos[(i) + blockDim.x * (j)]

__global__ void forces_mt(const float4* __restrict__ pos, float4* __restrict__ force, int n)
{
    extern __shared__ float4 sh_pos[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int chunk = blockDim.x * blockDim.y;
    const float4 p = load_body(pos, i, n);
    float3 acc = make_float3(0.f, 0.f, 0.f);

    for (int base = 0; base < n; base += chunk) {
        SX(threadIdx.x, threadIdx.y) = load_body(pos, base + threadIdx.y * blockDim.x + threadIdx.x, n);
        __syncthreads();
        for (unsigned k = 0; k < blockDim.x; ++k) {
            const float4 q = SX(k, threadIdx.y);
            interact(acc, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
        }
        __syncthreads();
    }

    SX(threadIdx.x, threadIdx.y) = make_float4(acc.x, acc.y, acc.z, 0.f);
    __syncthreads();
    if (threadIdx.y == 0 && i < n) {
        for (unsigned j = 1; j < blockDim.y; ++j) {
            const float4 a = SX(threadIdx.x, j);
            acc.x += a.x; acc.y += a.y; acc.z += a.z;
        }
        force[i] = make_float4(acc.x, acc.y, acc.z, 0.f);
    }
}

// ------------------------------------------------------------ energies: x = kinetic, y = potential
template <int BLOCK>
__global__ void energy(const float4* __restrict__ pos, const float4* __restrict__ vel, double2* __restrict__ out, int n)
{
    __shared__ float4 tile[BLOCK];
    __shared__ double2 red[BLOCK];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * BLOCK + tid;
    const float4 p = load_body(pos, i, n);
    double2 e = make_double2(0.0, 0.0);

    for (int base = 0; base < n; base += BLOCK) {
        tile[tid] = load_body(pos, base + tid, n);
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k) {
            const float dx = tile[k].x - p.x, dy = tile[k].y - p.y, dz = tile[k].z - p.z;
            if (base + k != i) e.y -= 0.5 * double(p.w) * tile[k].w * rsqrtf(dx * dx + dy * dy + dz * dz + kSoft2);
        }
        __syncthreads();
    }
    if (i < n) {
        const float4 v = vel[i];
        e.x = 0.5 * p.w * (double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z);
    }

    red[tid] = e;
    __syncthreads();
#pragma unroll
    for (int s = BLOCK / 2; s >= 1; s /= 2) {
        if (tid < s) {
            red[tid].x += red[tid + s].x; red[tid].y += red[tid + s].y;
        }
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = red[0];
}

static bool compare(const std::vector<double>& ref, const float4* d_force, int n)
{
    std::vector<float4> f(n);
    check(cudaMemcpy(f.data(), d_force, n * sizeof(float4), cudaMemcpyDeviceToHost), "copy");
    double worst = 0.0, scale = 0.0;
    for (int i = 0; i < n; ++i) {
        const double d[3] = {f[i].x - ref[3 * i], f[i].y - ref[3 * i + 1], f[i].z - ref[3 * i + 2]};
        for (int c = 0; c < 3; ++c) {
            worst = std::max(worst, std::isnan(d[c]) ? 1e30 : std::fabs(d[c]));
            scale = std::max(scale, std::fabs(ref[3 * i + c]));
        }
    }
    check(cudaMemset(const_cast<float4*>(d_force), 0, n * sizeof(float4)), "clear");
    return worst < 1e-3 * scale;
}

int main()
{
    const int n = 1500;
    std::vector<float4> pos(n), vel(n);
    srand(7);
    auto rnd = [] { return rand() / float(RAND_MAX) - 0.5f; };
    for (int i = 0; i < n; ++i) {
        pos[i] = make_float4(4 * rnd(), 4 * rnd(), 4 * rnd(), 1.0f + rnd());
        vel[i] = make_float4(rnd(), rnd(), rnd(), 0.f);
    }
    std::vector<double> ref(3 * n, 0.0);
    double ke = 0.0, pe = 0.0;
    for (int i = 0; i < n; ++i) {
        ke += 0.5 * pos[i].w * (vel[i].x * vel[i].x + vel[i].y * vel[i].y + vel[i].z * vel[i].z);
        for (int j = 0; j < n; ++j) {
            const double d[3] = {double(pos[j].x) - pos[i].x, double(pos[j].y) - pos[i].y, double(pos[j].z) - pos[i].z};
            const double inv = 1.0 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + kSoft2);
            for (int c = 0; c < 3; ++c) ref[3 * i + c] += pos[j].w * d[c] * inv * inv * inv;
            if (j > i) pe -= double(pos[i].w) * pos[j].w * inv;
        }
    }

    constexpr int B = 128;
    const int blocks = (n + B - 1) / B;
    float4 *d_pos, *d_vel, *d_force; double2* d_e;
    for (float4** p : {&d_pos, &d_vel, &d_force}) check(cudaMalloc(p, n * sizeof(float4)), "malloc");
    check(cudaMalloc(&d_e, blocks * sizeof(double2)), "malloc");
    check(cudaMemcpy(d_pos, pos.data(), n * sizeof(float4), cudaMemcpyHostToDevice), "copy");
    check(cudaMemcpy(d_vel, vel.data(), n * sizeof(float4), cudaMemcpyHostToDevice), "copy");

    bool ok = true;
    forces_aos<B><<<blocks, B>>>(d_pos, d_force, n);
    ok &= compare(ref, d_force, n);
    forces_soa<B, 2><<<(n + 2 * B - 1) / (2 * B), B>>>(d_pos, d_force, n);
    ok &= compare(ref, d_force, n);
    const dim3 mt(64, 4);
    forces_mt<<<(n + mt.x - 1) / mt.x, mt, mt.x * mt.y * sizeof(float4)>>>(d_pos, d_force, n);
    ok &= compare(ref, d_force, n);
    energy<B><<<blocks, B>>>(d_pos, d_vel, d_e, n);
    check(cudaGetLastError(), "launch");

    std::vector<double2> e(blocks);
    check(cudaMemcpy(e.data(), d_e, blocks * sizeof(double2), cudaMemcpyDeviceToHost), "copy");
    double gk = 0.0, gp = 0.0;
    for (auto& v : e) { gk += v.x; gp += v.y; }
    ok &= std::fabs(gk - ke) < 1e-4 * ke && std::fabs(gp - pe) < 1e-4 * std::fabs(pe);

    cudaFree(d_pos); cudaFree(d_vel); cudaFree(d_force); cudaFree(d_e);
    printf("%s\n", ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

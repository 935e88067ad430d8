// Particle methods: gravity, Lennard-Jones with cell lists, SPH density with AoS particles, AoS->SoA repack.
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
#include <vector>

struct Particle {            // 28 bytes
    float x, y, z;
    float vx, vy, vz;
    int type;
};
struct alignas(16) Body { float3 pos; float mass; };
struct Vec3d { double x, y, z; };

// All-pairs gravity, one tile of float4 bodies at a time (GPU Gems style), broadcast reads.
__global__ void gravity_allpairs(const float4* bodies, float3* acc, int n, float eps2)
{
    extern __shared__ float4 sh_pos[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = bodies[min(i, n - 1)];
    float3 a = make_float3(0.f, 0.f, 0.f);
    for (int base = 0; base < n; base += blockDim.x) {
        const int j = base + threadIdx.x;
        sh_pos[threadIdx.x] = j < n ? bodies[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < blockDim.x; ++k) {
            const float4 o = sh_pos[k];
            const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            const float r2 = dx * dx + dy * dy + dz * dz + eps2;
            const float inv = rsqrtf(r2);
            const float s = o.w * inv * inv * inv;
            a.x += dx * s; a.y += dy * s; a.z += dz * s;
        }
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

// Same interaction, every lane starts at its own offset in the tile and walks round (own struct, 16 bytes).
template <int TILE_N>
__global__ void gravity_rotating(const Body* b, Body* out, int n, float dt)
{
    __shared__ Body tile[TILE_N];
    const int t = threadIdx.x, i = blockIdx.x * TILE_N + t;
    Body self{};
    if (i < n) self = b[i];
    float ax = 0.f, ay = 0.f, az = 0.f;
    for (int base = 0; base < n; base += TILE_N) {
        Body in{};
        if (base + t < n) in = b[base + t];
        tile[t] = in;
        __syncthreads();
        for (int k = 0; k < TILE_N; ++k) {
            const int j = (t + k) & (TILE_N - 1);
            const float3 p = tile[j].pos;
            const float dx = p.x - self.pos.x, dy = p.y - self.pos.y, dz = p.z - self.pos.z;
            const float q = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            const float f = tile[j].mass * q * q * q;
            ax += f * dx; ay += f * dy; az += f * dz;
        }
        __syncthreads();
    }
    if (i < n) {
        self.pos.x += dt * ax; self.pos.y += dt * ay; self.pos.z += dt * az;
        out[i] = self;
    }
}

// Lennard-Jones forces on a periodic cell grid: one block per cell, 32 slots per cell; neighbours streamed.
struct CellGrid { int nx, ny, nz; float edge; };
constexpr int SLOTS = 32;
__global__ void lj_cells(const Particle* parts, const int* count, CellGrid g, Vec3d* force, double* energy)
{
    __shared__ Particle nb[SLOTS];
    __shared__ Vec3d partial[4][SLOTS];
    __shared__ double e_red[4 * SLOTS];
    const int slot = threadIdx.x, grp = threadIdx.y;                // 32 x 4
    const int cell = (blockIdx.z * g.ny + blockIdx.y) * g.nx + blockIdx.x;
    const Particle p = parts[cell * SLOTS + slot];
    const bool live = slot < count[cell];
    Vec3d f{0, 0, 0};
    double e = 0;
    for (int o = 0; o < 27; ++o) {
        const int cx = (blockIdx.x + o % 3 + g.nx - 1) % g.nx;
        const int cy = (blockIdx.y + o / 3 % 3 + g.ny - 1) % g.ny;
        const int cz = (blockIdx.z + o / 9 + g.nz - 1) % g.nz;
        const int nc = (cz * g.ny + cy) * g.nx + cx;
        __syncthreads();
        if (grp == 0) nb[slot] = parts[nc * SLOTS + slot];
        __syncthreads();
        const int cnt = count[nc];
        for (int k = grp; live && k < cnt; k += 4) {
            float dx = p.x - nb[k].x, dy = p.y - nb[k].y, dz = p.z - nb[k].z;
            dx -= g.edge * g.nx * rintf(dx / (g.edge * g.nx));
            dy -= g.edge * g.ny * rintf(dy / (g.edge * g.ny));
            dz -= g.edge * g.nz * rintf(dz / (g.edge * g.nz));
            const float r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < g.edge * g.edge && r2 > 1e-6f && nb[k].type == p.type) {
                const float i2 = 0.04f / (r2 + 0.01f), i6 = i2 * i2 * i2;
                const double s = 24.0 * i6 * (2.0 * i6 - 1.0) / r2;
                f.x += s * dx; f.y += s * dy; f.z += s * dz;
                e += 2.0 * i6 * (i6 - 1.0);
            }
        }
    }
    partial[grp][slot] = f;
    e_red[grp * SLOTS + slot] = e;
    __syncthreads();
    if (grp == 0 && live) {
        Vec3d t = partial[0][slot];
        for (int k = 1; k < 4; ++k) { t.x += partial[k][slot].x; t.y += partial[k][slot].y; t.z += partial[k][slot].z; }
        force[cell * SLOTS + slot] = t;
    }
    const int id = grp * SLOTS + slot;
    for (int s = 2 * SLOTS; s > 0; s /= 2) {
        if (id < s) e_red[id] += e_red[id + s];
        __syncthreads();
    }
    if (id == 0) energy[cell] = e_red[0];
}

// AoS -> SoA conversion through shared memory words
__global__ void repack_soa(const Particle* in, float* soa, int n)
{
    constexpr int W = sizeof(Particle) / 4;
    __shared__ float words[128 * W];
    const int base = blockIdx.x * 128;
    const float* src = reinterpret_cast<const float*>(in + base);
    for (int i = threadIdx.x; i < 128 * W; i += 128)
        if (base * W + i < n * W) words[i] = src[i];
    __syncthreads();
    if (base + threadIdx.x < n)
#pragma unroll
        for (int k = 0; k < 6; ++k) soa[k * n + base + threadIdx.x] = words[threadIdx.x * W + k];
}

int main()
{
    const int n = 1500;
    std::vector<float4> h(n);
    for (int i = 0; i < n; ++i) h[i] = make_float4((i * 17 % 101) * 0.1f, (i * 29 % 103) * 0.1f, (i * 41 % 107) * 0.1f, 1.f + i % 3);
    float4* d4; float3* acc; Body* ob;
    cudaMalloc(&d4, n * 16); cudaMalloc(&acc, n * 12); cudaMalloc(&ob, n * sizeof(Body));
    cudaMemcpy(d4, h.data(), n * 16, cudaMemcpyHostToDevice);
    std::function<void(int)> gravity = [&](int bs) {
        gravity_allpairs<<<(n + bs - 1) / bs, bs, bs * sizeof(float4)>>>(d4, acc, n, 0.01f);
    };
    gravity(64);
    gravity(128);
    gravity_rotating<64><<<(n + 63) / 64, 64>>>(reinterpret_cast<Body*>(d4), ob, n, 0.01f);

    CellGrid g{4, 4, 3, 1.25f};
    const int cells = g.nx * g.ny * g.nz, np = cells * SLOTS;
    std::vector<Particle> hp(np); std::vector<int> hc(cells);
    for (int c = 0; c < cells; ++c) {
        hc[c] = 12 + (c * 5) % 20;
        for (int s = 0; s < SLOTS; ++s) {
            const int cx = c % g.nx, cy = c / g.nx % g.ny, cz = c / (g.nx * g.ny);
            hp[c * SLOTS + s] = {(cx + (s % 4) * 0.25f) * g.edge, (cy + (s / 4 % 4) * 0.25f) * g.edge,
                                 (cz + s / 16 * 0.5f) * g.edge, s * 0.1f, c * 0.1f, 0.f, s % 2};
        }
    }
    Particle* dp; int* dc; Vec3d* df; double* de; float* soa;
    cudaMalloc(&dp, np * sizeof(Particle)); cudaMalloc(&dc, cells * 4); cudaMalloc(&df, np * sizeof(Vec3d));
    cudaMalloc(&de, cells * 8); cudaMalloc(&soa, np * 6 * 4);
    cudaMemcpy(dp, hp.data(), np * sizeof(Particle), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, hc.data(), cells * 4, cudaMemcpyHostToDevice);
    cudaMemset(df, 0, np * sizeof(Vec3d));
    lj_cells<<<dim3(g.nx, g.ny, g.nz), dim3(SLOTS, 4)>>>(dp, dc, g, df, de);
    repack_soa<<<(np + 127) / 128, 128>>>(dp, soa, np - 10);
    const cudaError_t e = cudaDeviceSynchronize();
    std::vector<double> he(cells);
    cudaMemcpy(he.data(), de, cells * 8, cudaMemcpyDeviceToHost);
    double tot = 0; for (double v : he) tot += v;
    std::printf("%s %.6e\n", e == cudaSuccess ? "ok" : cudaGetErrorString(e), tot);
}

// Arrays of structs of 8, 12, 16 and 20 bytes staged in shared memory.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Edge {  // 8 bytes, 4-byte aligned
    int from;
    int to;
};

struct Vec3 {  // 12 bytes
    float x, y, z;
    Vec3() = default;
    __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
};
__device__ inline Vec3 operator-(const Vec3& a, const Vec3& b) { return Vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ inline float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct alignas(16) Body {  // 16 bytes, vector aligned
    float x, y, z, m;
};

struct Particle {  // 20 bytes
    float px, py;
    float vx, vy;
    int cell;
};

// Graph relaxation: edges staged, then walked from the far end (reverse) and
// with a fixed neighbour window.
__global__ void relax_edges(const Edge* __restrict__ edges, const float* __restrict__ w,
                            float* __restrict__ dist, int n)
{
    __shared__ Edge se[256];
    __shared__ float sw[256];
    const int t = threadIdx.x;
    const int g = blockIdx.x * 256 + t;
    if (g < n) {
        se[t] = edges[g];
        sw[t] = w[g];
    } else {
        se[t].from = 0;
        se[t].to = 0;
        sw[t] = 1e30f;
    }
    __syncthreads();

    float best = 1e30f;
    int node = se[255 - t].from;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        const int e = (t + k) & 255;
        const int to = se[e].to;
        const float cost = sw[e];
        if (to == node)
            best = fminf(best, cost);
        node ^= (cost > 0.5f);
    }
    if (g < n)
        dist[g] = best + node;
}

// All-pairs interactions.  Body is read by broadcast, 16 bytes whole, and the
// forces are exchanged through a 12-byte array.
template <int P>
__global__ void nbody_tile(const Body* __restrict__ bodies, Vec3* __restrict__ force, int n)
{
    __shared__ Body sb[P];
    __shared__ Vec3 sf[P];
    const int t = threadIdx.x;
    const Body me = bodies[blockIdx.x * P + t];
    Vec3 f(0.f, 0.f, 0.f);

    for (int tile = 0; tile < n; tile += P) {
        sb[t] = bodies[tile + t];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < P; ++j) {
            const Body o = sb[j];
            const float dx = o.x - me.x;
            const float dy = o.y - me.y;
            const float dz = o.z - me.z;
            const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
            const float s = o.m * inv * inv * inv;
            f.x += s * dx;
            f.y += s * dy;
            f.z += s * dz;
        }
        __syncthreads();
    }
    sf[t] = f;
    __syncthreads();
    // write back coalesced: consecutive floats by consecutive threads
    const float* flat = &sf[0].x;
    float* dst = &force[blockIdx.x * P].x;
    for (int i = t; i < 3 * P; i += P)
        dst[i] = flat[i];
}

// Triangle normals and nearest vertex from 12-byte vertices in shared memory.
__global__ void tri_quality(const float* __restrict__ soup, float* __restrict__ q, int ntri)
{
    constexpr int T = 64;
    __shared__ Vec3 v[3 * T];
    const int t = threadIdx.x;
    float* raw = reinterpret_cast<float*>(v);
    const int base = blockIdx.x * T * 9;
    for (int i = t; i < T * 9; i += blockDim.x)
        raw[i] = base + i < ntri * 9 ? soup[base + i] : 0.0f;
    __syncthreads();

    const Vec3 a = v[3 * t];
    const Vec3 b = v[3 * t + 1];
    const Vec3 c = v[3 * t + 2];
    const Vec3 e0 = b - a, e1 = c - a, e2 = c - b;
    const Vec3 nrm(e0.y * e1.z - e0.z * e1.y, e0.z * e1.x - e0.x * e1.z, e0.x * e1.y - e0.y * e1.x);
    const float area2 = sqrtf(dot(nrm, nrm));
    const float len2 = dot(e0, e0) + dot(e1, e1) + dot(e2, e2);
    if (blockIdx.x * T + t < ntri)
        q[blockIdx.x * T + t] = area2 / (len2 + 1e-12f);
}

// Particles move between cells: whole-struct copies through a permutation,
// then a member-wise integration step in place.
__global__ void push_particles(const Particle* __restrict__ in, Particle* __restrict__ out,
                               float dt, int substeps)
{
    __shared__ Particle tile[128];
    __shared__ Particle sorted[128];
    const int t = threadIdx.x;
    const int g = blockIdx.x * 128 + t;
    tile[t] = in[g];
    __syncthreads();

    const int slot = (t * 5 + 3) & 127;
    const Particle p = tile[t];
    sorted[slot] = p;
    __syncthreads();

    Particle& mine = sorted[t];
    for (int s = 0; s < substeps; ++s) {
        const float vx = mine.vx;
        const float vy = mine.vy;
        mine.px += dt * vx;
        mine.py += dt * vy;
        mine.vx = vx * 0.99f - vy * 0.01f;
        mine.vy = vy * 0.99f + vx * 0.01f;
        __syncwarp();
    }
    mine.cell = int(mine.px) & 15;
    __syncthreads();
    out[g] = sorted[127 - t];
}

template <class T>
struct DeviceArray {
    T* p = nullptr;
    explicit DeviceArray(const std::vector<T>& h)
    {
        cudaMalloc(reinterpret_cast<void**>(&p), h.size() * sizeof(T));
        cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~DeviceArray() { cudaFree(p); }
    DeviceArray(const DeviceArray&) = delete;
};

int main()
{
    const int n = 1024;
    std::vector<Edge> e(n);
    std::vector<float> f(9 * n);
    std::vector<Body> b(n);
    std::vector<Vec3> v(n, Vec3(0, 0, 0));
    std::vector<Particle> p(n);
    for (int i = 0; i < 9 * n; ++i)
        f[i] = float((i * 37) % 97) / 97.0f;
    for (int i = 0; i < n; ++i) {
        e[i] = {(i * 7) % 64, (i * 11) % 64};
        b[i] = {f[3 * i], f[3 * i + 1], f[3 * i + 2], 1.0f + (i & 3)};
        p[i] = {f[i], f[i + 1], f[i + 2] - 0.5f, f[i + 3] - 0.5f, i & 15};
    }
    DeviceArray<Edge> de(e);
    DeviceArray<float> df(f), dout(f);
    DeviceArray<Body> db(b);
    DeviceArray<Vec3> dv(v);
    DeviceArray<Particle> dp(p), dq(p);

    relax_edges<<<4, 256>>>(de.p, df.p, dout.p, n - 10);
    nbody_tile<64><<<4, 64>>>(db.p, dv.p, 256);
    tri_quality<<<4, 64>>>(df.p, dout.p, 250);
    push_particles<<<8, 128>>>(dp.p, dq.p, 0.125f, 3);

    cudaDeviceSynchronize();
    const cudaError_t rc = cudaGetLastError();
    std::printf("%s\n", rc == cudaSuccess ? "ok" : cudaGetErrorString(rc));
    return rc == cudaSuccess ? 0 : 1;
}

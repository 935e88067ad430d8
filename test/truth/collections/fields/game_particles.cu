// Particle sandbox: gravity, uniform-grid collisions, trail sorting. Engine-side naming.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

struct vec3 {
    float x, y, z;
};
__host__ __device__ inline vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ inline vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ inline vec3 operator*(vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__host__ __device__ inline float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Body {                  // 24 bytes
    vec3 pos;
    float radius;
    float mass;
    int   flags;
};

struct Contact {               // 20 bytes
    int a, b;
    float depth;
    float nx, ny;
};

constexpr int kTile = 64;

// All-pairs gravity; AoS tile
__global__ void GravityAoS(const Body *bodies, vec3 *accel, int count)
{
    __shared__ Body tile[kTile];
    const int id = blockIdx.x * kTile + threadIdx.x;
    vec3 p = id < count ? bodies[id].pos : vec3{0, 0, 0};
    vec3 a{0, 0, 0};
    for (int t0 = 0; t0 < count; t0 += kTile) {
        if (t0 + (int)threadIdx.x < count) tile[threadIdx.x] = bodies[t0 + threadIdx.x];
        __syncthreads();
        const int m = min(kTile, count - t0);
        for (int j = 0; j < m; ++j) {
            // start at own lane so threads do not walk in lockstep
            int k = j + threadIdx.x;
            k -= (k / m) * m;
            vec3 d = tile[k].pos - p;
            float r2 = dot(d, d) + 1e-3f;
            float inv = rsqrtf(r2);
            a = a + d * (tile[k].mass * inv * inv * inv);
        }
        __syncthreads();
    }
    if (id < count) accel[id] = a;
}

// float4 tile, several tiles per block in y like the old SDK sample
__device__ float3 bodyBody(float3 acc, float4 bi, const float4 &bj)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + 1e-3f;
    float inv = rsqrtf(d2);
    float s = bj.w * inv * inv * inv;
    acc.x += r.x * s; acc.y += r.y * s; acc.z += r.z * s;
    return acc;
}

__global__ void GravityMultithreadBodies(const float4 *pos, float3 *out, int n)
{
    extern __shared__ float4 sharedPos[];
    auto SX = [&](int i) -> float4 & { return sharedPos[i + blockDim.x * threadIdx.y]; };
    const int p = blockDim.x, q = blockDim.y;
    const int idx = blockIdx.x * p + threadIdx.x;
    float4 me = pos[min(idx, n - 1)];
    float3 acc = make_float3(0, 0, 0);
    for (int tile = 0; tile * p * q < n; ++tile) {
        int src = (tile * q + threadIdx.y) * p + threadIdx.x;
        SX(threadIdx.x) = src < n ? pos[src] : make_float4(0, 0, 0, 0);
        __syncthreads();
        #pragma unroll 8
        for (int i = 0; i < p; i++) acc = bodyBody(acc, me, SX(i));
        __syncthreads();
    }
    SX(threadIdx.x).x = acc.x;
    SX(threadIdx.x).y = acc.y;
    SX(threadIdx.x).z = acc.z;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int i = 1; i < q; i++) {
            acc.x += sharedPos[i * p + threadIdx.x].x;
            acc.y += sharedPos[i * p + threadIdx.x].y;
            acc.z += sharedPos[i * p + threadIdx.x].z;
        }
        if (idx < n) out[idx] = acc;
    }
}

// one warp per cell bucket; contacts collected with ballot, flushed per block
__global__ void CollideBuckets(const Body *bodies, const int *bucketStart, Contact *outContacts, int *outCount, int buckets, int cap)
{
    __shared__ Body cell[4][32];
    __shared__ Contact pending[128];
    __shared__ int pendingCount;
    const unsigned lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
    const int bucket = blockIdx.x * 4 + warp;
    if (threadIdx.x == 0) pendingCount = 0;
    __syncthreads();
    int first = 0, cnt = 0;
    if (bucket < buckets) {
        first = bucketStart[bucket];
        cnt = min(bucketStart[bucket + 1] - first, 32);
        if ((int)lane < cnt) cell[warp][lane] = bodies[first + lane];
    }
    __syncwarp();
    for (int step = 1; step <= cnt / 2; ++step) {
        bool hit = false;
        float depth = 0, nx = 0, ny = 0;
        int other = lane + step;
        if (other >= cnt) other -= cnt;
        if ((int)lane < cnt && !(step * 2 == cnt && (int)lane >= step)) {
            vec3 d = cell[warp][other].pos - cell[warp][lane].pos;
            float rr = cell[warp][other].radius + cell[warp][lane].radius;
            float d2 = dot(d, d);
            if (d2 < rr * rr) { hit = true; depth = rr - sqrtf(d2); nx = d.x; ny = d.y; }
        }
        unsigned mask = __ballot_sync(0xffffffffu, hit);
        if (!mask) continue;
        int base = 0;
        if (lane == 0) base = atomicAdd(&pendingCount, __popc(mask));
        base = __shfl_sync(0xffffffffu, base, 0);
        int dst = base + __popc(mask & ((1u << lane) - 1u));
        if (hit && dst < 128) {
            pending[dst].a = first + lane;
            pending[dst].b = first + other;
            pending[dst].depth = depth;
            pending[dst].nx = nx;
            pending[dst].ny = ny;
        }
    }
    __syncthreads();
    __shared__ int gbase;
    const int total = min(pendingCount, 128);
    if (threadIdx.x == 0) gbase = atomicAdd(outCount, total);
    __syncthreads();
    for (int i = threadIdx.x; i < total; i += blockDim.x)
        if (gbase + i < cap) outContacts[gbase + i] = pending[i];
}

// trail mesh: each emitter keeps a ring of 48 points, writes 2 verts per segment
__global__ void BuildTrails(const vec3 *history, vec3 *verts, int emitters, int frame)
{
    __shared__ vec3 ring[48];
    __shared__ vec3 strip[96];
    const int e = blockIdx.x;
    if (e >= emitters) return;
    const int t = threadIdx.x;              // 48 threads
    ring[(t + frame) % 48] = history[e * 48 + t];
    __syncthreads();
    int cur = (frame + t) % 48;
    int prev = cur == 0 ? 47 : cur - 1;
    vec3 dir = ring[cur] - ring[prev];
    vec3 side{-dir.y, dir.x, 0.1f};
    strip[2 * t] = ring[cur] + side * 0.5f;
    strip[2 * t + 1] = ring[cur] - side * 0.5f;
    __syncthreads();
    float *dst = &verts[e * 96].x;
    const float *srcf = &strip[0].x;
    for (int i = t; i < 96 * 3; i += 48) dst[i] = srcf[i];
}

int main()
{
    const int n = 450;
    std::vector<Body> hb(n);
    std::vector<float4> hp(n);
    for (int i = 0; i < n; i++) {
        hb[i].pos = {cosf(i * 0.7f) * 3, sinf(i * 1.3f) * 3, 0.01f * i};
        hb[i].radius = 0.4f + 0.1f * (i % 5);
        hb[i].mass = 1.0f + i % 3;
        hb[i].flags = i;
        hp[i] = make_float4(hb[i].pos.x, hb[i].pos.y, hb[i].pos.z, hb[i].mass);
    }
    std::vector<int> starts;
    for (int s = 0, k = 0; s < n; s += 9 + (k++ * 5) % 22) starts.push_back(s);
    starts.push_back(n);
    int buckets = (int)starts.size() - 1;
    Body *db; vec3 *da, *dv; float4 *dp; float3 *df; int *dst, *dcount; Contact *dc;
    cudaMalloc(&db, n * sizeof(Body));
    cudaMalloc(&da, n * sizeof(vec3));
    cudaMalloc(&dv, 9 * 96 * sizeof(vec3));
    cudaMalloc(&dp, n * sizeof(float4));
    cudaMalloc(&df, n * sizeof(float3));
    cudaMalloc(&dst, starts.size() * sizeof(int));
    cudaMalloc(&dcount, sizeof(int));
    cudaMalloc(&dc, 4096 * sizeof(Contact));
    cudaMemcpy(db, hb.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
    cudaMemcpy(dp, hp.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dst, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dcount, 0, sizeof(int));

    GravityAoS<<<(n + kTile - 1) / kTile, kTile>>>(db, da, n);
    const int shapes[2][2] = {{64, 2}, {16, 8}};
    for (auto &s : shapes)
        GravityMultithreadBodies<<<(n + s[0] - 1) / s[0], dim3(s[0], s[1]), s[0] * s[1] * sizeof(float4)>>>(dp, df, n);
    CollideBuckets<<<(buckets + 3) / 4, 128>>>(db, dst, dc, dcount, buckets, 4096);
    BuildTrails<<<9, 48>>>(da, dv, 9, 17);

    std::vector<vec3> v(9 * 96);
    std::vector<float3> f(n);
    int contacts = 0;
    cudaMemcpy(v.data(), dv, v.size() * sizeof(vec3), cudaMemcpyDeviceToHost);
    cudaMemcpy(f.data(), df, n * sizeof(float3), cudaMemcpyDeviceToHost);
    cudaMemcpy(&contacts, dcount, sizeof(int), cudaMemcpyDeviceToHost);
    double cs = contacts;
    for (auto &p : v) cs += fabs(p.x) + fabs(p.y) + fabs(p.z);
    for (auto &p : f) cs += fabs(p.x);
    printf("game_particles checksum %.4f contacts %d %s\n", cs, contacts, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

// Real-time path tracer post chain: denoise, exposure, tile lighting, traversal helpers.
//
// uint2 px = pixel coordinate; all images are pitched-linear (w*h), float4 unless stated.

#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>
#include <vector>

namespace cg = cooperative_groups;
using uint = unsigned int;

#define HD __host__ __device__ __forceinline__
#define GPU __device__ __forceinline__

// ---- tiny vector lib ---------------------------------------------------------------------------
struct vec3 {
    float x, y, z;
    vec3() = default;
    HD vec3(float a) : x(a), y(a), z(a) {}
    HD vec3(float a, float b, float c) : x(a), y(b), z(c) {}
};
HD vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HD vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HD vec3 operator*(vec3 a, vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
HD vec3 operator*(vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
HD float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD float luma(vec3 c) { return dot(c, vec3(0.2126f, 0.7152f, 0.0722f)); }
HD vec3 xyz(float4 v) { return {v.x, v.y, v.z}; }
HD int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

struct Frame {
    float4* color;
    float4* normalDepth;
    float4* albedo;
    int w, h;
};

// ---- 1. cross-bilateral filter, 16x16 tiles, radius R -------------------------------------------
struct GTexel {            // 40 bytes, as the G-buffer pass emits it
    vec3 col;
    vec3 nrm;
    float depth;
    vec3 alb;
};

template <int R>
__global__ __launch_bounds__(256) void CrossBilateral(Frame f, float4* out, float sigmaN, float sigmaZ)
{
    constexpr int T = 16, S = T + 2 * R;
    __shared__ GTexel tile[S * S];
    const int2 org = make_int2(blockIdx.x * T - R, blockIdx.y * T - R);
    for (int i = threadIdx.y * T + threadIdx.x; i < S * S; i += T * T) {
        const int p = clampi(org.y + i / S, 0, f.h - 1) * f.w + clampi(org.x + i % S, 0, f.w - 1);
        const float4 nd = f.normalDepth[p];
        tile[i].col = xyz(f.color[p]);
        tile[i].nrm = xyz(nd);
        tile[i].depth = nd.w;
        tile[i].alb = xyz(f.albedo[p]);
    }
    __syncthreads();
    const GTexel c = tile[(threadIdx.y + R) * S + threadIdx.x + R];
    vec3 sum(0.f);
    float wsum = 0.f;
#pragma unroll 1
    for (int dy = -R; dy <= R; ++dy)
#pragma unroll
        for (int dx = -R; dx <= R; ++dx) {
            const GTexel& q = tile[(threadIdx.y + R + dy) * S + threadIdx.x + R + dx];
            const float dz = fabsf(q.depth - c.depth);
            const vec3 da = q.alb - c.alb;
            const float w = __expf(-(1.f - dot(q.nrm, c.nrm)) * sigmaN - dz * sigmaZ - dot(da, da) * 8.f);
            sum = sum + q.col * w;
            wsum += w;
        }
    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < f.w && y < f.h) { sum = sum * (1.f / wsum); out[y * f.w + x] = make_float4(sum.x, sum.y, sum.z, wsum); }
}

// ---- 2. separable a-trous, rows then columns within the same tile -------------------------------
template <int STEP>
__global__ void AtrousSeparable(const float4* __restrict__ in, float4* __restrict__ out, int w, int h)
{
    constexpr int TW = 32, TH = 8, H = 2 * STEP;
    __shared__ float4 src[TH + 2 * H][TW + 2 * H];
    __shared__ float4 mid[TH + 2 * H][TW];
    const float k[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    const int bx = blockIdx.x * TW, by = blockIdx.y * TH;
    for (int y = threadIdx.y; y < TH + 2 * H; y += TH)
        for (int x = threadIdx.x; x < TW + 2 * H; x += TW)
            src[y][x] = in[clampi(by + y - H, 0, h - 1) * w + clampi(bx + x - H, 0, w - 1)];
    __syncthreads();
    for (int y = threadIdx.y; y < TH + 2 * H; y += TH) {
        float4 a = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            const float4 v = src[y][threadIdx.x + i * STEP];
            a.x += k[i] * v.x; a.y += k[i] * v.y; a.z += k[i] * v.z; a.w += k[i] * v.w;
        }
        mid[y][threadIdx.x] = a;
    }
    __syncthreads();
    float4 a = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int i = 0; i < 5; ++i) {
        const float4 v = mid[threadIdx.y + i * STEP][threadIdx.x];
        a.x += k[i] * v.x; a.y += k[i] * v.y; a.z += k[i] * v.z; a.w += k[i] * v.w;
    }
    const int x = bx + threadIdx.x, y = by + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = a;
}

// ---- 3. log-luminance histogram + exposure ------------------------------------------------------
__global__ void LumaHistogram(const float4* __restrict__ img, int n, uint* __restrict__ ghist)
{
    __shared__ uint hist[8][64];           // one sub-histogram per warp
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    uint* my = hist[warp.meta_group_rank()];
    for (int i = warp.thread_rank(); i < 64; i += 32) my[i] = 0;
    warp.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float l = __log2f(luma(xyz(img[i])) + 1e-4f);
        atomicAdd(&my[clampi(int((l + 12.f) * 4.f), 0, 63)], 1u);
    }
    block.sync();
    if (threadIdx.x < 64) {
        uint s = 0;
        for (int k = 0; k < (int)warp.meta_group_size(); ++k) s += hist[k][threadIdx.x];
        if (s) atomicAdd(&ghist[threadIdx.x], s);
    }
}

// ---- 4. tiled light culling: one tile per block, indices appended in smem -----------------------
struct PointLight { vec3 pos; float radius; vec3 color; float pad; };

#define MAX_TILE_LIGHTS 96
__global__ void TileLightCull(const float4* __restrict__ normalDepth, const PointLight* __restrict__ lights, int nLights, int w, int h, float4* __restrict__ lit)
{
    __shared__ uint sMinZ, sMaxZ, sCount;
    __shared__ uint sIdx[MAX_TILE_LIGHTS];
    __shared__ PointLight sLight[32];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x, nthr = blockDim.x * blockDim.y;
    const int x = min(int(blockIdx.x * blockDim.x + threadIdx.x), w - 1), y = min(int(blockIdx.y * blockDim.y + threadIdx.y), h - 1);
    if (tid == 0) { sMinZ = 0x7f7fffffu; sMaxZ = 0u; sCount = 0u; }
    __syncthreads();
    const float4 nd = normalDepth[y * w + x];
    atomicMin(&sMinZ, __float_as_uint(nd.w));
    atomicMax(&sMaxZ, __float_as_uint(nd.w));
    __syncthreads();
    const float zmin = __uint_as_float(sMinZ), zmax = __uint_as_float(sMaxZ);
    const vec3 c(blockIdx.x * blockDim.x + .5f * blockDim.x, blockIdx.y * blockDim.y + .5f * blockDim.y, .5f * (zmin + zmax));
    for (int i = tid; i < nLights; i += nthr) {
        const vec3 d = lights[i].pos - c;
        if (dot(d, d) < (lights[i].radius + 12.f) * (lights[i].radius + 12.f)) {
            const uint slot = atomicAdd(&sCount, 1u);
            if (slot < MAX_TILE_LIGHTS) sIdx[slot] = i;
        }
    }
    __syncthreads();
    const int cnt = min(sCount, (uint)MAX_TILE_LIGHTS);
    vec3 acc(0.f);
    for (int base = 0; base < cnt; base += 32) {
        __syncthreads();
        if (tid < 32 && base + tid < cnt) sLight[tid] = lights[sIdx[base + tid]];
        __syncthreads();
        for (int k = 0; k < min(32, cnt - base); ++k) {
            const vec3 d = sLight[k].pos - vec3(x, y, nd.w);
            acc = acc + sLight[k].color * (fmaxf(0.f, dot(d, xyz(nd))) / (1.f + dot(d, d)));
        }
    }
    if (blockIdx.x * blockDim.x + threadIdx.x < w && blockIdx.y * blockDim.y + threadIdx.y < h) lit[y * w + x] = make_float4(acc.x, acc.y, acc.z, cnt);
}

// ---- 5. BVH any-hit with short stack in shared memory -------------------------------------------
struct BvhNode { vec3 lo; int left; vec3 hi; int right; };   // left<0 : leaf, prim = ~left
struct Ray { vec3 o; float tmin; vec3 d; float tmax; };

GPU bool hitBox(const BvhNode& n, const vec3& o, const vec3& inv, float tmax)
{
    const vec3 a = (n.lo - o) * inv, b = (n.hi - o) * inv;
    const float t0 = fmaxf(fmaxf(fminf(a.x, b.x), fminf(a.y, b.y)), fmaxf(fminf(a.z, b.z), 0.f));
    const float t1 = fminf(fminf(fmaxf(a.x, b.x), fmaxf(a.y, b.y)), fminf(fmaxf(a.z, b.z), tmax));
    return t0 <= t1;
}

enum class StackLayout { PerThread, Interleaved };

template <StackLayout L, int BLOCK, int DEPTH>
__global__ void TraverseBvh(const BvhNode* __restrict__ nodes, const Ray* __restrict__ rays, int nRays, int* __restrict__ hits)
{
    __shared__ int stack[BLOCK * DEPTH];
    const int id = blockIdx.x * BLOCK + threadIdx.x;
    if (id >= nRays) return;
    const auto slot = [&](int d) -> int& {
        return L == StackLayout::PerThread ? stack[threadIdx.x * DEPTH + d] : stack[d * BLOCK + threadIdx.x];
    };
    const Ray r = rays[id];
    const vec3 inv(1.f / r.d.x, 1.f / r.d.y, 1.f / r.d.z);
    int sp = 0, cur = 0, found = 0;
    for (;;) {
        const BvhNode n = nodes[cur];
        bool descend = false;
        if (hitBox(n, r.o, inv, r.tmax)) {
            if (n.left < 0) found += ~n.left + 1;
            else {
                if (sp < DEPTH) slot(sp++) = n.right;
                cur = n.left;
                descend = true;
            }
        }
        if (!descend) {
            if (sp == 0) break;
            cur = slot(--sp);
        }
    }
    hits[id] = found;
}

// ---- 6. ray stream compaction / sort by material ------------------------------------------------
template <int BLOCK, int MATS>
__global__ void SortByMaterial(const uint* __restrict__ matIds, int n, uint* __restrict__ order)
{
    __shared__ unsigned short counts[MATS][BLOCK];
    __shared__ uint matBase[MATS];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    const uint m = i < n ? matIds[i] % MATS : MATS - 1;
    for (int k = 0; k < MATS; ++k) counts[k][t] = (k == (int)m);
    __syncthreads();
    // each of the first MATS threads scans its own material row
    if (t < MATS) {
        uint run = 0;
        for (int j = 0; j < BLOCK; ++j) { const uint c = counts[t][j]; counts[t][j] = (unsigned short)run; run += c; }
        matBase[t] = run;
    }
    __syncthreads();
    if (t == 0) { uint run = 0; for (int k = 0; k < MATS; ++k) { const uint c = matBase[k]; matBase[k] = run; run += c; } }
    __syncthreads();
    order[blockIdx.x * BLOCK + matBase[m] + counts[m][t]] = i;
}

// ---- 7. first-order regression denoiser (NFOR): 4x4 normal equations per pixel ------------------
template <int R>
__global__ void RegressionDenoise(Frame f, float4* out)
{
    constexpr int BX = 16, BY = 4;
    __shared__ float4 feat[BY + 2 * R][BX + 2 * R];
    __shared__ float A[BX * BY][4][4];
    __shared__ float b[BX * BY][4];
    const int tid = threadIdx.y * BX + threadIdx.x;
    for (int y = threadIdx.y; y < BY + 2 * R; y += BY)
        for (int x = threadIdx.x; x < BX + 2 * R; x += BX) {
            const int p = clampi(int(blockIdx.y) * BY + y - R, 0, f.h - 1) * f.w + clampi(int(blockIdx.x) * BX + x - R, 0, f.w - 1);
            const float4 nd = f.normalDepth[p];
            feat[y][x] = make_float4(luma(xyz(f.color[p])), nd.x, nd.y, nd.w);
        }
    __syncthreads();
    for (int i = 0; i < 4; ++i) { b[tid][i] = 0.f; for (int j = 0; j < 4; ++j) A[tid][i][j] = i == j ? 1e-2f : 0.f; }
    const float4 c = feat[threadIdx.y + R][threadIdx.x + R];
    for (int dy = 0; dy <= 2 * R; ++dy)
        for (int dx = 0; dx <= 2 * R; ++dx) {
            const float4 q = feat[threadIdx.y + dy][threadIdx.x + dx];
            const float v[4] = {1.f, q.y - c.y, q.z - c.z, q.w - c.w};
            for (int i = 0; i < 4; ++i) {
                b[tid][i] += v[i] * q.x;
                for (int j = 0; j <= i; ++j) A[tid][i][j] += v[i] * v[j];
            }
        }
    // in-place LDL^T, then two substitutions
    for (int j = 0; j < 4; ++j) {
        const float inv = 1.f / A[tid][j][j];
        for (int i = j + 1; i < 4; ++i) {
            const float l = A[tid][i][j] * inv;
            for (int k = j + 1; k <= i; ++k) A[tid][i][k] -= l * A[tid][k][j];
            b[tid][i] -= l * b[tid][j];
            A[tid][j][i] = l;
        }
    }
    for (int i = 3; i >= 0; --i) {
        float s = b[tid][i] / A[tid][i][i];
        for (int k = i + 1; k < 4; ++k) s -= A[tid][i][k] * b[tid][k];
        b[tid][i] = s;
    }
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    if (x < f.w && y < f.h) out[y * f.w + x] = make_float4(b[tid][0], b[tid][1], b[tid][2], b[tid][3]);
}

// ---- 8. summed area table in half precision storage: tile rows scan then columns ---------------
__global__ void TileSAT(const float4* __restrict__ in, __half2* __restrict__ out, int w, int h)
{
    __shared__ float2 t[32][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        const float4 c = in[min(y0 + r, h - 1) * w + min(x, w - 1)];
        const float l = luma(xyz(c));
        t[r][threadIdx.x] = make_float2(l, l * l);
    }
    __syncthreads();
    if (threadIdx.y == 0) {              // thread = row
        float2 run = make_float2(0.f, 0.f);
        for (int k = 0; k < 32; ++k) { run.x += t[threadIdx.x][k].x; run.y += t[threadIdx.x][k].y; t[threadIdx.x][k] = run; }
    }
    __syncthreads();
    if (threadIdx.y == 0) {              // thread = column
        float2 run = make_float2(0.f, 0.f);
        for (int k = 0; k < 32; ++k) { run.x += t[k][threadIdx.x].x; run.y += t[k][threadIdx.x].y; t[k][threadIdx.x] = run; }
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y)
        if (x < w && y0 + r < h) out[(y0 + r) * w + x] = __floats2half2_rn(t[r][threadIdx.x].x * (1.f / 64), t[r][threadIdx.x].y * (1.f / 64));
}

// ---- 9. mip reduction: 64x64 region -> 1x1 in one block (SPD) ----------------------------------
__global__ void __launch_bounds__(256) SinglePassDownsample(const float4* __restrict__ src, int w, int h, float4* __restrict__ mip6)
{
    __shared__ vec3 lds[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    vec3 v(0.f);
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i) {
            const int x = min(int(blockIdx.x) * 64 + tx * 4 + i, w - 1), y = min(int(blockIdx.y) * 64 + ty * 4 + j, h - 1);
            v = v + xyz(src[y * w + x]) * (1.f / 16);
        }
    lds[ty][tx] = v;
    __syncthreads();
#pragma unroll
    for (int s = 1; s < 16; s <<= 1) {
        const int lx = tx * 2 * s, ly = ty * 2 * s;
        if (lx < 16 && ly < 16)
            lds[ly][lx] = (lds[ly][lx] + lds[ly][lx + s] + lds[ly + s][lx] + lds[ly + s][lx + s]) * .25f;
        __syncthreads();
    }
    if (threadIdx.x == 0) { const vec3 r = lds[0][0]; mip6[blockIdx.y * gridDim.x + blockIdx.x] = make_float4(r.x, r.y, r.z, 1.f); }
}

// ------------------------------------------------------------------------------------------------
template <class T> T* upload(const std::vector<T>& v)
{
    T* p = nullptr;
    cudaMalloc((void**)&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
template <class T> T* scratch(size_t n) { return upload(std::vector<T>(n, T{})); }

static double absorb(const float4* d, size_t n)
{
    std::vector<float4> h(n);
    cudaMemcpy(h.data(), d, n * sizeof(float4), cudaMemcpyDeviceToHost);
    double s = 0;
    for (auto& v : h) s += v.x + v.y + v.z + v.w;
    return s;
}

int main()
{
    Frame f;
    f.w = 150; f.h = 84;
    const int n = f.w * f.h;
    std::vector<float4> c(n), nd(n), al(n);
    for (int i = 0; i < n; ++i) {
        const float u = float(i % f.w) / f.w, v = float(i / f.w) / f.h;
        c[i] = make_float4(u + .1f * (i % 3), v, .5f * u * v, 1.f);
        nd[i] = make_float4(.6f, .0f, .8f, 1.f + u + v);
        al[i] = make_float4(.5f + .2f * ((i / 16) & 1), .5f, .4f, 1.f);
    }
    f.color = upload(c); f.normalDepth = upload(nd); f.albedo = upload(al);
    float4* out = scratch<float4>(n);
    double sum = 0;
    auto tiles = [&](int tw, int th) { return dim3((f.w + tw - 1) / tw, (f.h + th - 1) / th); };

    CrossBilateral<2><<<tiles(16, 16), dim3(16, 16)>>>(f, out, 32.f, 2.f);   sum += absorb(out, n);
    CrossBilateral<3><<<tiles(16, 16), dim3(16, 16)>>>(f, out, 32.f, 2.f);   sum += absorb(out, n);
    AtrousSeparable<1><<<tiles(32, 8), dim3(32, 8)>>>(f.color, out, f.w, f.h); sum += absorb(out, n);
    AtrousSeparable<2><<<tiles(32, 8), dim3(32, 8)>>>(f.color, out, f.w, f.h); sum += absorb(out, n);

    uint* hist = scratch<uint>(64);
    LumaHistogram<<<8, 256>>>(f.color, n, hist);
    std::vector<uint> hh(64);
    cudaMemcpy(hh.data(), hist, 64 * sizeof(uint), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) sum += double(hh[i]) * i;

    std::vector<PointLight> L(200);
    for (int i = 0; i < 200; ++i) L[i] = {vec3(float(i * 37 % 150), float(i * 11 % 84), 2.f), 10.f + i % 20, vec3(1.f, .8f, .5f), 0.f};
    PointLight* dl = upload(L);
    TileLightCull<<<tiles(16, 8), dim3(16, 8)>>>(f.normalDepth, dl, 200, f.w, f.h, out); sum += absorb(out, n);

    // complete tree with 64 leaves over x
    std::vector<BvhNode> nodes(127);
    for (int i = 126; i >= 0; --i) {
        if (i >= 63) { const float x = i - 63; nodes[i] = {vec3(x, 0, 0), ~(i - 63), vec3(x + 1, 4, 4), 0}; }
        else { nodes[i] = {nodes[2 * i + 1].lo, 2 * i + 1, nodes[2 * i + 2].hi, 2 * i + 2}; }
    }
    for (int i = 0; i < 63; ++i) { nodes[i].lo = vec3(fminf(nodes[2*i+1].lo.x, nodes[2*i+2].lo.x) , 0, 0); nodes[i].hi = vec3(64, 4, 4); }
    const int nr = 1000;
    std::vector<Ray> rays(nr);
    for (int i = 0; i < nr; ++i) rays[i] = {vec3(float(i % 64), 2.f, -5.f), 0.f, vec3(.01f + .2f * (i % 5), .01f, 1.f), 100.f};
    BvhNode* dn = upload(nodes); Ray* dr = upload(rays);
    int* hits = scratch<int>(nr);
    std::vector<int> hhits(nr);
    TraverseBvh<StackLayout::PerThread, 128, 16><<<(nr + 127) / 128, 128>>>(dn, dr, nr, hits);
    cudaMemcpy(hhits.data(), hits, nr * sizeof(int), cudaMemcpyDeviceToHost); for (int v : hhits) sum += v;
    TraverseBvh<StackLayout::PerThread, 96, 13><<<(nr + 95) / 96, 96>>>(dn, dr, nr, hits);
    TraverseBvh<StackLayout::Interleaved, 64, 24><<<(nr + 63) / 64, 64>>>(dn, dr, nr, hits);
    cudaMemcpy(hhits.data(), hits, nr * sizeof(int), cudaMemcpyDeviceToHost); for (int v : hhits) sum += v;

    std::vector<uint> mats(nr);
    for (int i = 0; i < nr; ++i) mats[i] = (i * 2654435761u) >> 20;
    uint* dm = upload(mats); uint* ord = scratch<uint>(1024);
    SortByMaterial<128, 32><<<8, 128>>>(dm, nr, ord);
    std::vector<uint> ho(1024);
    cudaMemcpy(ho.data(), ord, 1024 * sizeof(uint), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1024; ++i) sum += double(ho[i]) * (i & 7) * 1e-3;

    RegressionDenoise<2><<<tiles(16, 4), dim3(16, 4)>>>(f, out); sum += absorb(out, n);

    __half2* sat = scratch<__half2>(n);
    TileSAT<<<tiles(32, 32), dim3(32, 8)>>>(f.color, sat, f.w, f.h);
    std::vector<__half2> hs(n);
    cudaMemcpy(hs.data(), sat, n * sizeof(__half2), cudaMemcpyDeviceToHost);
    for (auto& v : hs) sum += __low2float(v);

    float4* mip = scratch<float4>(6);
    SinglePassDownsample<<<tiles(64, 64), 256>>>(f.color, f.w, f.h, mip); sum += absorb(mip, 6);

    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) { fprintf(stderr, "cuda error: %s\n", cudaGetErrorString(err)); return 1; }
    printf("denoiser checksum %.4f\n", sum);
    return 0;
}

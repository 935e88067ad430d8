// geom_perception.cu
// Geometry pipeline used by the perception stack: point cloud -> voxel grid / occupancy,
// LBVH build pieces, ICP, distance field, and a tile based depth rasterizer.
#include <cuda_runtime.h>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

namespace geom {

#define GEOM_CHECK(call) do { auto st_ = (call); if (st_ != cudaSuccess) { \
    fprintf(stderr, "[geom] %s failed: %s (line %d)\n", #call, cudaGetErrorString(st_), __LINE__); std::abort(); } } while (false)

template <class T>
struct Buffer {
    T* ptr{nullptr}; size_t n{0};
    Buffer() = default;
    explicit Buffer(size_t count) : n(count) { GEOM_CHECK(cudaMalloc(&ptr, n * sizeof(T))); GEOM_CHECK(cudaMemset(ptr, 0, n * sizeof(T))); }
    explicit Buffer(const std::vector<T>& h) : Buffer(h.size()) { GEOM_CHECK(cudaMemcpy(ptr, h.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
    Buffer(Buffer&& o) noexcept : ptr(std::exchange(o.ptr, nullptr)), n(std::exchange(o.n, 0)) {}
    ~Buffer() { if (ptr) cudaFree(ptr); }
    std::vector<T> download() const { std::vector<T> h(n); GEOM_CHECK(cudaMemcpy(h.data(), ptr, n * sizeof(T), cudaMemcpyDeviceToHost)); return h; }
    operator T*() const { return ptr; }
};

struct Aabb {
    float3 lo, hi;
    __device__ void grow(const Aabb& o) {
        lo.x = fminf(lo.x, o.lo.x); lo.y = fminf(lo.y, o.lo.y); lo.z = fminf(lo.z, o.lo.z);
        hi.x = fmaxf(hi.x, o.hi.x); hi.y = fmaxf(hi.y, o.hi.y); hi.z = fmaxf(hi.z, o.hi.z);
    }
};

struct VoxelConfig { int dim = 64; float size = 0.25f; };
struct Triangle2D { float2 v[3]; float z; };

// ------------------------------------------------------------------ scene bounds
template <int BLOCK>
__global__ void sceneBounds(const float3* pts, int n, Aabb* out) {
    __shared__ Aabb box[BLOCK];
    Aabb b{make_float3(FLT_MAX, FLT_MAX, FLT_MAX), make_float3(-FLT_MAX, -FLT_MAX, -FLT_MAX)};
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) b.grow(Aabb{pts[i], pts[i]});
    box[threadIdx.x] = b;
    __syncthreads();
#pragma unroll
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) box[threadIdx.x].grow(box[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = box[0];
}

// ------------------------------------------------------------------ morton codes + local radix split sort
__device__ __forceinline__ uint32_t spread10(uint32_t v) {
    v = (v * 0x00010001u) & 0xFF0000FFu; v = (v * 0x00000101u) & 0x0F00F00Fu;
    v = (v * 0x00000011u) & 0xC30C30C3u; v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

template <int N>
__device__ int blockExclusiveScan(int v, int* tmp, int& total) {
    const int t = threadIdx.x;
    tmp[t] = v;
    __syncthreads();
    for (int d = 1; d < N; d <<= 1) {
        int x = t >= d ? tmp[t - d] : 0;
        __syncthreads();
        tmp[t] += x;
        __syncthreads();
    }
    total = tmp[N - 1];
    int r = tmp[t] - v;
    __syncthreads();
    return r;
}

template <int N>
__global__ void __launch_bounds__(N) mortonSortChunk(const float3* pts, uint32_t* codes, int* ids, int n, float invExtent) {
    __shared__ uint32_t key[N];
    __shared__ int val[N];
    __shared__ int scan[N];
    const int t = threadIdx.x, i = blockIdx.x * N + t;
    uint32_t k = 0xffffffffu;
    if (i < n) {
        float3 p = pts[i];
        auto q = [&](float v) { return (uint32_t)fminf(fmaxf(v * invExtent * 1024.f, 0.f), 1023.f); };
        k = (spread10(q(p.x)) << 2) | (spread10(q(p.y)) << 1) | spread10(q(p.z));
    }
    int id = i;
    for (int bit = 0; bit < 30; ++bit) {
        int total, one = (k >> bit) & 1;
        int zerosBefore = blockExclusiveScan<N>(1 - one, scan, total);
        int pos = one ? total + t - zerosBefore : zerosBefore;
        key[pos] = k; val[pos] = id;
        __syncthreads();
        k = key[t]; id = val[t];
        __syncthreads();
    }
    if (i < n) { codes[i] = k; ids[i] = id; }
}

// ------------------------------------------------------------------ bottom-up treelet boxes in one block
struct Node { float lo[3]; float hi[3]; int left, right; };
template <int LEAVES>
__global__ void buildTreelets(const float3* pts, const int* ids, int n, Node* roots) {
    __shared__ Node nodes[2 * LEAVES];
    const int t = threadIdx.x, i = blockIdx.x * LEAVES + t;
    Node& leaf = nodes[LEAVES + t];
    if (i < n && ids[i] < n) {
        float3 p = pts[ids[i]];
        leaf.lo[0] = leaf.hi[0] = p.x; leaf.lo[1] = leaf.hi[1] = p.y; leaf.lo[2] = leaf.hi[2] = p.z;
    } else {
        for (int a = 0; a < 3; ++a) { leaf.lo[a] = FLT_MAX; leaf.hi[a] = -FLT_MAX; }
    }
    leaf.left = leaf.right = -1;
    for (int w = LEAVES / 2; w >= 1; w >>= 1) {
        __syncthreads();
        if (t < w) {
            const int me = w + t, l = 2 * me, r = 2 * me + 1;
            for (int a = 0; a < 3; ++a) {
                nodes[me].lo[a] = fminf(nodes[l].lo[a], nodes[r].lo[a]);
                nodes[me].hi[a] = fmaxf(nodes[l].hi[a], nodes[r].hi[a]);
            }
            nodes[me].left = l; nodes[me].right = r;
        }
    }
    if (t == 0) roots[blockIdx.x] = nodes[1];
}

// ------------------------------------------------------------------ voxel downsample with small hash
struct VoxelSlot { int key; float sx, sy, sz; int count; };
__global__ void voxelCentroids(const float3* pts, int n, VoxelConfig cfg, float4* acc, int chunk) {
    extern __shared__ VoxelSlot slots[];
    const int nslots = 2 * blockDim.x;
    for (int i = threadIdx.x; i < nslots; i += blockDim.x) slots[i] = VoxelSlot{-1, 0.f, 0.f, 0.f, 0};
    __syncthreads();
    const int begin = blockIdx.x * chunk, end = min(begin + chunk, n);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x) {
        float3 p = pts[i];
        int vx = min((int)(p.x / cfg.size), cfg.dim - 1), vy = min((int)(p.y / cfg.size), cfg.dim - 1), vz = min((int)(p.z / cfg.size), cfg.dim - 1);
        int key = (vz * cfg.dim + vy) * cfg.dim + vx;
        unsigned h = ((unsigned)key * 2654435761u) % nslots;
        bool done = false;
        for (int probe = 0; probe < 16 && !done; ++probe, h = (h + 1) % nslots) {
            int prev = atomicCAS(&slots[h].key, -1, key);
            if (prev == -1 || prev == key) {
                atomicAdd(&slots[h].sx, p.x); atomicAdd(&slots[h].sy, p.y); atomicAdd(&slots[h].sz, p.z);
                atomicAdd(&slots[h].count, 1);
                done = true;
            }
        }
        if (!done) { atomicAdd(&acc[key].x, p.x); atomicAdd(&acc[key].y, p.y); atomicAdd(&acc[key].z, p.z); atomicAdd(&acc[key].w, 1.f); }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < nslots; i += blockDim.x) {
        const VoxelSlot s = slots[i];
        if (s.key < 0) continue;
        atomicAdd(&acc[s.key].x, s.sx); atomicAdd(&acc[s.key].y, s.sy); atomicAdd(&acc[s.key].z, s.sz); atomicAdd(&acc[s.key].w, (float)s.count);
    }
}

// ------------------------------------------------------------------ brute-force nearest neighbour, tiles of targets
template <int TILE>
__global__ void nearestNeighbour(const float3* src, int ns, const float3* dst, int nd, int* match, float* dist) {
    __shared__ float3 tile[TILE];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 p = i < ns ? src[i] : make_float3(0.f, 0.f, 0.f);
    float best = FLT_MAX; int bi = -1;
    for (int base = 0; base < nd; base += TILE) {
        for (int k = threadIdx.x; k < TILE; k += blockDim.x) tile[k] = base + k < nd ? dst[base + k] : make_float3(1e9f, 1e9f, 1e9f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE; ++k) {
            float dx = tile[k].x - p.x, dy = tile[k].y - p.y, dz = tile[k].z - p.z;
            float d = dx * dx + dy * dy + dz * dz;
            if (d < best) { best = d; bi = base + k; }
        }
        __syncthreads();
    }
    if (i < ns) { match[i] = bi; dist[i] = best; }
}

// ------------------------------------------------------------------ ICP covariance reduction (15 accumulators)
class BlockAccumulator {
public:
    static constexpr int TERMS = 15;
    __device__ BlockAccumulator(float* mem, int stride) : mem_(mem), stride_(stride) {}
    __device__ void store(const float (&v)[TERMS]) {
#pragma unroll
        for (int k = 0; k < TERMS; ++k) mem_[k * stride_ + threadIdx.x] = v[k];
    }
    __device__ void reduce() {
        for (int s = blockDim.x / 2; s > 0; s >>= 1) {
            __syncthreads();
            if (threadIdx.x < s)
                for (int k = 0; k < TERMS; ++k) mem_[k * stride_ + threadIdx.x] += mem_[k * stride_ + threadIdx.x + s];
        }
        __syncthreads();
    }
    __device__ float result(int k) const { return mem_[k * stride_]; }
private:
    float* mem_; int stride_;
};

__global__ void icpReduce(const float3* src, const float3* dst, const int* match, const float* dist, int n, float maxd2, float* out) {
    extern __shared__ float icpMem[];
    BlockAccumulator acc(icpMem, blockDim.x);
    float v[BlockAccumulator::TERMS] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (dist[i] > maxd2) continue;
        float3 a = src[i], b = dst[match[i]];
        float aa[3] = {a.x, a.y, a.z}, bb[3] = {b.x, b.y, b.z};
#pragma unroll
        for (int r = 0; r < 3; ++r) {
            v[r] += aa[r]; v[3 + r] += bb[r];
#pragma unroll
            for (int c = 0; c < 3; ++c) v[6 + r * 3 + c] += aa[r] * bb[c];
        }
    }
    acc.store(v);
    acc.reduce();
    if (threadIdx.x < BlockAccumulator::TERMS) atomicAdd(&out[threadIdx.x], acc.result(threadIdx.x));
}

// ------------------------------------------------------------------ log-odds occupancy, one angular sector per block
template <int W>
__global__ void occupancyUpdate(const float* ranges, int nbeams, int8_t* grid, float res, float step) {
    __shared__ int delta[W][W];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x, nt = blockDim.x * blockDim.y;
    for (int i = tid; i < W * W; i += nt) (&delta[0][0])[i] = 0;
    __syncthreads();
    for (int b = tid; b < nbeams; b += nt) {
        float s, c; sincosf(6.2831853f * b / nbeams, &s, &c);
        float r = ranges[blockIdx.x * nbeams + b];
        for (float t = 0.f; t < r; t += step) {
            int x = W / 2 + (int)floorf(t * c / res), y = W / 2 + (int)floorf(t * s / res);
            if (x < 0 || y < 0 || x >= W || y >= W) break;
            atomicSub(&delta[y][x], 1);
        }
        int x = W / 2 + (int)floorf(r * c / res), y = W / 2 + (int)floorf(r * s / res);
        if (x >= 0 && y >= 0 && x < W && y < W) atomicAdd(&delta[y][x], 8);
    }
    __syncthreads();
    for (int y = threadIdx.y; y < W; y += blockDim.y)
        for (int x = threadIdx.x; x < W; x += blockDim.x)
            grid[(size_t)blockIdx.x * W * W + y * W + x] = (int8_t)max(-100, min(100, delta[y][x]));
}

// ------------------------------------------------------------------ exact 1-D distance transform (columns then rows)
__global__ void distanceColumns(const int8_t* grid, int* g, int w, int h) {
    extern __shared__ int16_t colBuf[];          // [h][blockDim.x]
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    int16_t d = 10000;
    for (int y = 0; y < h; ++y) {
        d = grid[y * w + x] > 0 ? 0 : (int16_t)min(d + 1, 10000);
        colBuf[y * blockDim.x + threadIdx.x] = d;
    }
    d = 10000;
    for (int y = h - 1; y >= 0; --y) {
        int16_t cur = colBuf[y * blockDim.x + threadIdx.x];
        d = cur == 0 ? 0 : (int16_t)min(d + 1, 10000);
        g[y * w + x] = min(d, cur);
    }
}

__global__ void distanceRows(const int* g, float* out, int w) {
    extern __shared__ int rowG[];
    for (int x = threadIdx.x; x < w; x += blockDim.x) { int v = g[blockIdx.x * w + x]; rowG[x] = v * v; }
    __syncthreads();
    for (int x = threadIdx.x; x < w; x += blockDim.x) {
        int best = INT_MAX;
        for (int u = 0; u < w; ++u) best = min(best, (x - u) * (x - u) + rowG[u]);
        out[blockIdx.x * w + x] = sqrtf((float)best);
    }
}

// ------------------------------------------------------------------ tile rasterizer
constexpr int RT = 16, LIST_CAP = 256;
__global__ void rasterTiles(const Triangle2D* tris, int ntris, float* depth, int width, int height) {
    __shared__ int list[LIST_CAP];
    __shared__ int count;
    __shared__ Triangle2D cache[32];
    const int tid = threadIdx.y * RT + threadIdx.x;
    const float x0 = blockIdx.x * RT, y0 = blockIdx.y * RT;
    if (tid == 0) count = 0;
    __syncthreads();
    for (int i = tid; i < ntris; i += RT * RT) {
        const Triangle2D t = tris[i];
        float lx = fminf(t.v[0].x, fminf(t.v[1].x, t.v[2].x)), hx = fmaxf(t.v[0].x, fmaxf(t.v[1].x, t.v[2].x));
        float ly = fminf(t.v[0].y, fminf(t.v[1].y, t.v[2].y)), hy = fmaxf(t.v[0].y, fmaxf(t.v[1].y, t.v[2].y));
        if (hx < x0 || lx > x0 + RT || hy < y0 || ly > y0 + RT) continue;
        int slot = atomicAdd(&count, 1);
        if (slot < LIST_CAP) list[slot] = i;
    }
    __syncthreads();
    const int total = min(count, LIST_CAP);
    const float px = x0 + threadIdx.x + 0.5f, py = y0 + threadIdx.y + 0.5f;
    float z = 1.f;
    for (int base = 0; base < total; base += 32) {
        if (tid < 32 && base + tid < total) cache[tid] = tris[list[base + tid]];
        __syncthreads();
        for (int k = 0; k < min(32, total - base); ++k) {
            const Triangle2D& t = cache[k];
            auto edge = [&](float2 a, float2 b) { return (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x); };
            float e0 = edge(t.v[0], t.v[1]), e1 = edge(t.v[1], t.v[2]), e2 = edge(t.v[2], t.v[0]);
            if ((e0 >= 0 && e1 >= 0 && e2 >= 0) || (e0 <= 0 && e1 <= 0 && e2 <= 0)) z = fminf(z, t.z);
        }
        __syncthreads();
    }
    const int ix = blockIdx.x * RT + threadIdx.x, iy = blockIdx.y * RT + threadIdx.y;
    if (ix < width && iy < height) depth[iy * width + ix] = z;
}

} // namespace geom

int main(int argc, char** argv) {
    using namespace geom;
    const int n = argc > 1 ? std::atoi(argv[1]) : 8000;
    const float extent = 16.f;
    std::mt19937 gen(2024);
    std::uniform_real_distribution<float> U(0.f, extent * 0.999f);
    std::vector<float3> cloud(n), moved(n);
    for (int i = 0; i < n; ++i) {
        cloud[i] = make_float3(U(gen), U(gen), 0.25f * U(gen));
        moved[i] = make_float3(cloud[i].x + 0.02f, cloud[i].y - 0.01f, cloud[i].z + 0.03f);
    }
    Buffer<float3> dCloud(cloud), dMoved(moved);

    Buffer<Aabb> dBox(32);
    sceneBounds<256><<<32, 256>>>(dCloud, n, dBox);
    constexpr int CH = 256;
    const int chunks = (n + CH - 1) / CH;
    Buffer<uint32_t> codes(n); Buffer<int> ids(n);
    mortonSortChunk<CH><<<chunks, CH>>>(dCloud, codes, ids, n, 1.f / extent);
    GEOM_CHECK(cudaGetLastError());
    Buffer<Node> roots((n + 127) / 128);
    buildTreelets<128><<<(n + 127) / 128, 128>>>(dCloud, ids, n, roots);

    VoxelConfig vc;
    Buffer<float4> vox((size_t)vc.dim * vc.dim * vc.dim);
    const int vthreads = 128;
    voxelCentroids<<<(n + 511) / 512, vthreads, 2 * vthreads * sizeof(VoxelSlot)>>>(dCloud, n, vc, vox, 512);
    GEOM_CHECK(cudaGetLastError());

    Buffer<int> match(n); Buffer<float> dist(n); Buffer<float> icp(BlockAccumulator::TERMS);
    nearestNeighbour<128><<<(n + 127) / 128, 128>>>(dMoved, n, dCloud, n, match, dist);
    for (int threads : {64, 256}) {
        GEOM_CHECK(cudaMemset(icp.ptr, 0, icp.n * sizeof(float)));
        icpReduce<<<16, threads, BlockAccumulator::TERMS * threads * sizeof(float)>>>(dMoved, dCloud, match, dist, n, 1.f, icp);
        GEOM_CHECK(cudaGetLastError());
    }

    constexpr int GW = 64;
    const int scans = 8, beams = 360;
    std::vector<float> ranges(scans * beams);
    for (size_t i = 0; i < ranges.size(); ++i) ranges[i] = 4.f + 2.f * std::sin(0.05f * i);
    Buffer<float> dRanges(ranges); Buffer<int8_t> occ(scans * GW * GW);
    occupancyUpdate<GW><<<scans, dim3(32, 8)>>>(dRanges, beams, occ, 0.25f, 0.1f);

    Buffer<int> g(GW * GW * scans); Buffer<float> edt(GW * GW * scans);
    const int gh = GW * scans;
    distanceColumns<<<(GW + 31) / 32, 32, gh * 32 * sizeof(int16_t)>>>(occ, g, GW, gh);
    distanceRows<<<gh, 64, GW * sizeof(int)>>>(g, edt, GW);
    GEOM_CHECK(cudaGetLastError());

    const int W = 320, H = 200, nt = 600;
    std::vector<Triangle2D> tris(nt);
    std::uniform_real_distribution<float> ux(0, W), uy(0, H), uo(-25, 25), uz(0, 1);
    for (auto& t : tris) {
        float cx = ux(gen), cy = uy(gen);
        for (auto& v : t.v) v = make_float2(cx + uo(gen), cy + uo(gen));
        t.z = uz(gen);
    }
    Buffer<Triangle2D> dTris(tris); Buffer<float> depth(W * H);
    rasterTiles<<<dim3((W + RT - 1) / RT, (H + RT - 1) / RT), dim3(RT, RT)>>>(dTris, nt, depth, W, H);
    GEOM_CHECK(cudaGetLastError());
    GEOM_CHECK(cudaDeviceSynchronize());

    auto c = codes.download(); bool sorted = true;
    for (int i = 1; i < n; ++i) if (i % CH && c[i] < c[i - 1]) sorted = false;
    double cnt = 0, e = 0, d = 0;
    for (auto& v : vox.download()) cnt += v.w;
    for (float f : edt.download()) e += f;
    for (float f : depth.download()) d += f;
    auto ic = icp.download(); auto r = roots.download();
    printf("chunks sorted: %s, voxel points %.0f/%d, root0 lo.x %.3f, icp mean %.4f %.4f\n", sorted ? "yes" : "NO", cnt, n, r[0].lo[0], ic[0] / n, ic[3] / n);
    printf("edt sum %.2f depth sum %.2f\n", e, d);
    return sorted ? 0 : 1;
}

// Particle kernels: gravity, typed short range forces, cell-list SPH density,
// neighbour lists staged in shared memory, kNN, nearest-centroid argmin, bounding boxes.
#include <cuda_runtime.h>
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define CHECK(stmt)                                                                   \
    do {                                                                              \
        const cudaError_t st_ = (stmt);                                               \
        if (st_ != cudaSuccess) {                                                     \
            fprintf(stderr, "[%s:%d] %s -> %s\n", __FILE__, __LINE__, #stmt, cudaGetErrorString(st_)); \
            exit(2);                                                                  \
        }                                                                             \
    } while (0)

using real = float;

__host__ __device__ inline float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__host__ __device__ inline float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ inline float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__host__ __device__ inline float3& operator+=(float3& a, const float3& b)
{
    a = a + b;
    return a;
}
__host__ __device__ inline float norm2(float3 a) { return a.x * a.x + a.y * a.y + a.z * a.z; }

struct Particle {
    float3 pos;
    float charge;
    short type;
    unsigned char flags;
    unsigned char pad;
    int id;
};

struct PairCoeff {
    float sigma6;
    float eps24;
    float rc2;
};

constexpr int NTYPES = 3;
constexpr unsigned char FLAG_FROZEN = 0x1;
constexpr unsigned char FLAG_GHOST = 0x2;

// ---- 1. all-pairs gravity --------------------------------------------------------
template <bool Potential>
__device__ __forceinline__ void body_body(float4& acc, const float4& bi, const float4& bj, float eps2)
{
    const float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    const float inv = rsqrtf(norm2(r) + eps2);
    const float s = bj.w * inv * inv * inv;
    acc.x += r.x * s;
    acc.y += r.y * s;
    acc.z += r.z * s;
    if constexpr (Potential) acc.w -= bj.w * inv;
}

template <bool Potential>
__global__ void nbody_gravity(const float4* __restrict__ pos, float4* __restrict__ acc, int n, float eps2)
{
    extern __shared__ float4 shPos[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = i < n ? pos[i] : make_float4(0.f, 0.f, 0.f, 0.f);
    float4 a = make_float4(0.f, 0.f, 0.f, 0.f);
    const int tiles = (n + blockDim.x - 1) / blockDim.x;
    for (int t = 0; t < tiles; ++t) {
        const int j = t * blockDim.x + threadIdx.x;
        shPos[threadIdx.x] = j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);  // zero mass padding
        __syncthreads();
#pragma unroll 8
        for (unsigned k = 0; k < blockDim.x; ++k) body_body<Potential>(a, me, shPos[k], eps2);
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

// ---- 2. typed particles, Lennard-Jones + Coulomb with pair table in shared ---------
template <int TILE>
__global__ void __launch_bounds__(TILE) lj_coulomb(const Particle* __restrict__ p, const PairCoeff* __restrict__ coeff,
                                                   float3* __restrict__ force, int* __restrict__ contacts, int n)
{
    __shared__ Particle tile[TILE];
    __shared__ PairCoeff table[NTYPES][NTYPES + 1];
    if (threadIdx.x < NTYPES * NTYPES) table[threadIdx.x / NTYPES][threadIdx.x % NTYPES] = coeff[threadIdx.x];

    const int i = blockIdx.x * TILE + threadIdx.x;
    Particle me{};
    me.id = -1;
    if (i < n) me = p[i];
    float3 f = make_float3(0, 0, 0);
    int cnt = 0;

    for (int base = 0; base < n; base += TILE) {
        const int count = min(TILE, n - base);
        if (threadIdx.x < count) tile[threadIdx.x] = p[base + threadIdx.x];
        __syncthreads();
        if (me.id >= 0 && !(me.flags & FLAG_GHOST)) {
            for (int k = 0; k < count; ++k) {
                const Particle& q = tile[k];
                if (q.id == me.id) continue;
                const float3 d = me.pos - q.pos;
                const float r2 = norm2(d) + 1e-4f;
                const PairCoeff& c = me.type < q.type ? table[me.type][q.type] : table[q.type][me.type];
                float s = 0.01f * me.charge * q.charge * rsqrtf(r2) / r2;
                if (r2 < c.rc2) {
                    const float ir2 = 1.f / r2;
                    const float x = c.sigma6 * ir2 * ir2 * ir2;
                    s += c.eps24 * x * (2.f * x - 1.f) * ir2;
                    ++cnt;
                }
                f += s * d;
            }
        }
        __syncthreads();
    }
    if (i >= n) return;
    force[i] = (me.flags & FLAG_FROZEN) ? make_float3(0, 0, 0) : f;
    if (contacts) contacts[i] = cnt;
}

// ---- 3. SPH density with a uniform cell grid; one block per cell -------------------
struct CellGrid {
    float3 origin;
    float h;
    int3 dim;
    const int* start;
    const int* end;
    __host__ __device__ int hash(int3 c) const { return (c.z * dim.y + c.y) * dim.x + c.x; }
};

struct SphParams {
    float h2;
    float poly6;
    float mass;
};

template <int NT, int CAP>
__global__ void sph_density_cells(const float4* __restrict__ sorted, float* __restrict__ rho, CellGrid g, SphParams prm)
{
    __shared__ float4 cand[CAP];
    __shared__ int nStart[27];
    __shared__ int nCount[27];

    const int cell = blockIdx.x;
    const int3 c = make_int3(cell % g.dim.x, (cell / g.dim.x) % g.dim.y, cell / (g.dim.x * g.dim.y));
    const int first = g.start[cell], last = g.end[cell];
    if (first == last) return;

    if (threadIdx.x < 27) {
        const int t = threadIdx.x;
        const int3 o = make_int3(c.x + t % 3 - 1, c.y + (t / 3) % 3 - 1, c.z + t / 9 - 1);
        const bool ok = o.x >= 0 && o.y >= 0 && o.z >= 0 && o.x < g.dim.x && o.y < g.dim.y && o.z < g.dim.z;
        const int s = ok ? g.start[g.hash(o)] : 0;
        nStart[t] = s;
        nCount[t] = ok ? g.end[g.hash(o)] - s : 0;
    }
    __syncthreads();

    for (int chunk = first; chunk < last; chunk += NT) {
        const int i = chunk + threadIdx.x;
        const bool active = i < last;
        const float4 me = active ? sorted[i] : make_float4(0, 0, 0, 0);
        float sum = 0.f;
        for (int nb = 0; nb < 27; ++nb) {
            for (int off = 0; off < nCount[nb]; off += CAP) {
                const int m = min(CAP, nCount[nb] - off);
                for (int k = threadIdx.x; k < m; k += NT) cand[k] = sorted[nStart[nb] + off + k];
                __syncthreads();
                if (active) {
                    for (int k = 0; k < m; ++k) {
                        const float dx = cand[k].x - me.x, dy = cand[k].y - me.y, dz = cand[k].z - me.z;
                        const float q = prm.h2 - (dx * dx + dy * dy + dz * dz);
                        if (q > 0.f) sum += q * q * q;
                    }
                }
                __syncthreads();
            }
        }
        if (active) rho[i] = prm.mass * prm.poly6 * sum;
    }
}

// ---- 4. warp-per-particle neighbour list in shared, then force from the list --------
template <int WARPS, int MAXN>
__global__ void neighbor_force(const float4* __restrict__ pos, float4* __restrict__ out, int* __restrict__ overflow,
                               int n, float rc)
{
    __shared__ int list[WARPS][MAXN];
    const int lane = threadIdx.x & 31;
    const int w = threadIdx.x >> 5;
    const int i = blockIdx.x * WARPS + w;
    if (i >= n) return;  // whole warp leaves

    const float4 me = pos[i];
    const float rc2 = rc * rc;
    int count = 0;
    for (int base = 0; base < n; base += 32) {
        const int j = base + lane;
        bool hit = false;
        if (j < n && j != i) {
            const float4 q = pos[j];
            hit = norm2(make_float3(q.x - me.x, q.y - me.y, q.z - me.z)) < rc2;
        }
        const unsigned m = __ballot_sync(0xffffffffu, hit);
        const int slot = count + __popc(m & ((1u << lane) - 1u));
        if (hit && slot < MAXN) list[w][slot] = j;
        count += __popc(m);
    }
    if (count > MAXN) {
        if (lane == 0) atomicAdd(overflow, 1);
        count = MAXN;
    }
    __syncwarp();

    float3 f = make_float3(0, 0, 0);
    for (int k = lane; k < count; k += 32) {
        const float4 q = pos[list[w][k]];
        const float3 d = make_float3(me.x - q.x, me.y - q.y, me.z - q.z);
        const float r = sqrtf(norm2(d)) + 1e-6f;
        f += ((1.f - r / rc) / r) * d;
    }
#pragma unroll
    for (int o = 16; o > 0; o /= 2) {
        f.x += __shfl_xor_sync(0xffffffffu, f.x, o);
        f.y += __shfl_xor_sync(0xffffffffu, f.y, o);
        f.z += __shfl_xor_sync(0xffffffffu, f.z, o);
    }
    if (lane == 0) out[i] = make_float4(f.x, f.y, f.z, (float)count);
}

// ---- 5. kNN, sorted insertion into registers -----------------------------------------
struct Neighbor {
    float d2;
    int idx;
    __host__ __device__ bool operator<(const Neighbor& o) const { return d2 < o.d2 || (d2 == o.d2 && idx < o.idx); }
};

template <int K>
struct TopK {
    Neighbor e[K];
    __device__ TopK()
    {
#pragma unroll
        for (int i = 0; i < K; ++i) e[i] = Neighbor{FLT_MAX, INT_MAX};
    }
    __device__ void push(Neighbor c)
    {
        if (!(c < e[K - 1])) return;
#pragma unroll
        for (int i = 0; i < K; ++i) {
            if (c < e[i]) {
                const Neighbor t = e[i];
                e[i] = c;
                c = t;
            }
        }
    }
};

template <int K, int QPB, int SPLIT, int TILE>
__global__ void knn_kernel(const float3* __restrict__ query, int nq, const float3* __restrict__ ref, int nr,
                           Neighbor* __restrict__ result)
{
    __shared__ float3 tile[TILE];
    __shared__ Neighbor part[QPB][SPLIT][K];
    const int q = blockIdx.x * QPB + threadIdx.x;
    const int s = threadIdx.y;
    const int tid = s * QPB + threadIdx.x;
    const float3 me = query[min(q, nq - 1)];
    TopK<K> best;

    for (int base = 0; base < nr; base += TILE) {
        const int m = min(TILE, nr - base);
        for (int k = tid; k < m; k += QPB * SPLIT) tile[k] = ref[base + k];
        __syncthreads();
        for (int k = s; k < m; k += SPLIT) best.push(Neighbor{norm2(tile[k] - me), base + k});
        __syncthreads();
    }
#pragma unroll
    for (int k = 0; k < K; ++k) part[threadIdx.x][s][k] = best.e[k];
    __syncthreads();
    if (s != 0 || q >= nq) return;
    for (int o = 1; o < SPLIT; ++o) {
#pragma unroll
        for (int k = 0; k < K; ++k) best.push(part[threadIdx.x][o][k]);
    }
#pragma unroll
    for (int k = 0; k < K; ++k) result[q * K + k] = best.e[k];
}

// ---- 6. nearest centroid + accumulation (k-means step) -------------------------------
struct Centroid {
    float3 c;
    int label;
};

__global__ void kmeans_assign(const float3* __restrict__ pts, int n, const Centroid* __restrict__ cents, int k,
                              int* __restrict__ labels, float4* __restrict__ sums, Neighbor* __restrict__ worst)
{
    extern __shared__ __align__(16) unsigned char dyn[];
    Centroid* sc = reinterpret_cast<Centroid*>(dyn);
    float4* acc = reinterpret_cast<float4*>(sc + k);
    Neighbor* far = reinterpret_cast<Neighbor*>(acc + k);

    for (int c = threadIdx.x; c < k; c += blockDim.x) {
        sc[c] = cents[c];
        acc[c] = make_float4(0.f, 0.f, 0.f, 0.f);
    }
    __syncthreads();

    Neighbor mine{-1.f, -1};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Neighbor best{FLT_MAX, INT_MAX};
        for (int c = 0; c < k; ++c) {
            const Neighbor cand{norm2(pts[i] - sc[c].c), c};
            best = cand < best ? cand : best;
        }
        labels[i] = sc[best.idx].label;
        float4& a = acc[best.idx];
        atomicAdd(&a.x, pts[i].x);
        atomicAdd(&a.y, pts[i].y);
        atomicAdd(&a.z, pts[i].z);
        atomicAdd(&a.w, 1.f);
        if (best.d2 > mine.d2) mine = Neighbor{best.d2, i};
    }
    far[threadIdx.x] = mine;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o && far[threadIdx.x] < far[threadIdx.x + o]) far[threadIdx.x] = far[threadIdx.x + o];
        __syncthreads();
    }
    for (int c = threadIdx.x; c < k; c += blockDim.x) {
        atomicAdd(&sums[c].x, acc[c].x);
        atomicAdd(&sums[c].y, acc[c].y);
        atomicAdd(&sums[c].z, acc[c].z);
        atomicAdd(&sums[c].w, acc[c].w);
    }
    if (threadIdx.x == 0) worst[blockIdx.x] = far[0];
}

// ---- 7. bounding boxes ----------------------------------------------------------------
struct AABB {
    float3 lo, hi;
    __device__ void grow(const float3& p)
    {
        lo = make_float3(fminf(lo.x, p.x), fminf(lo.y, p.y), fminf(lo.z, p.z));
        hi = make_float3(fmaxf(hi.x, p.x), fmaxf(hi.y, p.y), fmaxf(hi.z, p.z));
    }
    __device__ void grow(const AABB& b)
    {
        grow(b.lo);
        grow(b.hi);
    }
};

template <int NT>
__global__ void bounding_boxes(const float3* __restrict__ pts, int n, AABB* __restrict__ boxes)
{
    __shared__ AABB s[NT];
    AABB b{make_float3(FLT_MAX, FLT_MAX, FLT_MAX), make_float3(-FLT_MAX, -FLT_MAX, -FLT_MAX)};
    for (int i = blockIdx.x * NT + threadIdx.x; i < n; i += NT * gridDim.x) b.grow(pts[i]);
    s[threadIdx.x] = b;
    __syncthreads();
#pragma unroll
    for (int o = NT / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x].grow(s[threadIdx.x + o]);
        __syncthreads();
    }
    if (!threadIdx.x) boxes[blockIdx.x] = s[0];
}

// ---------------------------------------------------------------------------------------
template <typename T>
class Buffer {
public:
    explicit Buffer(size_t n) : n_(n)
    {
        CHECK(cudaMalloc((void**)&p_, n * sizeof(T)));
        CHECK(cudaMemset(p_, 0, n * sizeof(T)));
    }
    Buffer(const std::vector<T>& v) : Buffer(v.size())
    {
        CHECK(cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Buffer() { cudaFree(p_); }
    operator T*() { return p_; }
    std::vector<T> get() const
    {
        std::vector<T> v(n_);
        CHECK(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
        return v;
    }

private:
    T* p_ = nullptr;
    size_t n_;
};

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1500;
    const int nq = argc > 2 ? atoi(argv[2]) : 333;
    const int k = argc > 3 ? atoi(argv[3]) : 11;

    srand(7);
    auto uni = [] { return rand() / (float)RAND_MAX; };
    std::vector<float4> pos(n);
    std::vector<float3> pts(n);
    std::vector<Particle> parts(n);
    for (int i = 0; i < n; ++i) {
        pts[i] = make_float3(uni(), uni(), uni());
        pos[i] = make_float4(pts[i].x, pts[i].y, pts[i].z, 1.f / n);
        parts[i] = Particle{10.f * pts[i], (i & 1) ? 1.f : -1.f, (short)(i % NTYPES),
                            (unsigned char)(i % 17 == 0 ? FLAG_FROZEN : (i % 23 == 0 ? FLAG_GHOST : 0)), 0, i};
    }
    Buffer<float4> dPos(pos);
    Buffer<float3> dPts(pts);

    {
        Buffer<float4> acc(n);
        const int threads = 128;
        nbody_gravity<true><<<(n + threads - 1) / threads, threads, threads * sizeof(float4)>>>(dPos, acc, n, 1e-3f);
        CHECK(cudaGetLastError());
        nbody_gravity<false><<<(n + 63) / 64, 64, 64 * sizeof(float4)>>>(dPos, acc, n, 1e-3f);
        CHECK(cudaGetLastError());
        double s[3] = {0, 0, 0};
        for (auto& a : acc.get()) s[0] += a.x, s[1] += a.y, s[2] += a.z;
        printf("gravity momentum    %.3e %.3e %.3e\n", s[0], s[1], s[2]);
    }
    {
        std::vector<PairCoeff> pc(NTYPES * NTYPES);
        for (int a = 0; a < NTYPES; ++a)
            for (int b = 0; b < NTYPES; ++b) {
                const float sg = 0.3f + 0.05f * (a + b);
                pc[a * NTYPES + b] = PairCoeff{powf(sg, 6.f), 24.f * (1.f + a) * 0.01f, 6.25f * sg * sg};
            }
        Buffer<Particle> dp(parts);
        Buffer<PairCoeff> dc(pc);
        Buffer<float3> f(n);
        Buffer<int> contacts(n);
        constexpr int TILE = 96;
        lj_coulomb<TILE><<<(n + TILE - 1) / TILE, TILE>>>(dp, dc, f, nullptr, n);
        CHECK(cudaGetLastError());
        lj_coulomb<TILE><<<(n + TILE - 1) / TILE, TILE>>>(dp, dc, f, contacts, n);
        CHECK(cudaGetLastError());
        const auto c = contacts.get();
        printf("lj contacts         %ld\n", std::accumulate(c.begin(), c.end(), 0L));
    }
    {
        CellGrid g;
        g.origin = make_float3(0, 0, 0);
        g.h = 0.2f;
        g.dim = make_int3(5, 5, 5);
        const int cells = g.dim.x * g.dim.y * g.dim.z;
        auto cellOf = [&](const float4& p) {
            return g.hash(make_int3(std::min(int(p.x / g.h), 4), std::min(int(p.y / g.h), 4), std::min(int(p.z / g.h), 4)));
        };
        std::vector<float4> sorted(pos);
        std::stable_sort(sorted.begin(), sorted.end(),
                         [&](const float4& a, const float4& b) { return cellOf(a) < cellOf(b); });
        std::vector<int> st(cells, 0), en(cells, 0);
        for (int i = 0; i < n; ++i) {
            const int c = cellOf(sorted[i]);
            if (i == 0 || cellOf(sorted[i - 1]) != c) st[c] = i;
            en[c] = i + 1;
        }
        Buffer<float4> ds(sorted);
        Buffer<int> ds0(st), ds1(en);
        Buffer<float> rho(n);
        g.start = ds0;
        g.end = ds1;
        SphParams prm{g.h * g.h, 315.f / (64.f * 3.14159265f * powf(g.h, 9)), 1.f / n};
        sph_density_cells<64, 48><<<cells, 64>>>(ds, rho, g, prm);
        CHECK(cudaGetLastError());
        const auto r = rho.get();
        printf("sph mean density    %.6f\n", std::accumulate(r.begin(), r.end(), 0.0) / n);
    }
    {
        constexpr int WARPS = 4, MAXN = 64;
        Buffer<float4> out(n);
        Buffer<int> ovf(1);
        neighbor_force<WARPS, MAXN><<<(n + WARPS - 1) / WARPS, WARPS * 32>>>(dPos, out, ovf, n, 0.15f);
        CHECK(cudaGetLastError());
        double cnt = 0;
        for (auto& v : out.get()) cnt += v.w;
        printf("neighbour average   %.3f overflow %d\n", cnt / n, ovf.get()[0]);
    }
    {
        std::vector<float3> q(nq);
        for (auto& v : q) v = make_float3(uni(), uni(), uni());
        Buffer<float3> dq(q);
        auto runKnn = [&](auto kc) {
            constexpr int K = decltype(kc)::value;
            constexpr int QPB = 32, SPLIT = 4, TILE = 256;
            Buffer<Neighbor> res(nq * K);
            knn_kernel<K, QPB, SPLIT, TILE><<<(nq + QPB - 1) / QPB, dim3(QPB, SPLIT)>>>(dq, nq, dPts, n, res);
            CHECK(cudaGetLastError());
            const auto r = res.get();
            int bad = 0;
            for (int i = 0; i < nq; ++i) {
                Neighbor b{FLT_MAX, INT_MAX};
                for (int j = 0; j < n; ++j) b = std::min(b, Neighbor{norm2(pts[j] - q[i]), j});
                bad += std::fabs(b.d2 - r[i * K].d2) > 1e-5f;
            }
            printf("knn K=%-2d            mismatches %d\n", K, bad);
        };
        runKnn(std::integral_constant<int, 4>{});
        runKnn(std::integral_constant<int, 9>{});
    }
    {
        std::vector<Centroid> c(k);
        for (int i = 0; i < k; ++i) c[i] = Centroid{pts[(i * 131) % n], 100 + i};
        Buffer<Centroid> dc(c);
        Buffer<int> labels(n);
        Buffer<float4> sums(k);
        const int threads = 128, blocks = 7;
        Buffer<Neighbor> worst(blocks);
        const size_t sh = k * (sizeof(Centroid) + sizeof(float4)) + threads * sizeof(Neighbor);
        kmeans_assign<<<blocks, threads, sh>>>(dPts, n, dc, k, labels, sums, worst);
        CHECK(cudaGetLastError());
        float tot = 0;
        for (auto& s : sums.get()) tot += s.w;
        Neighbor w{-1, 0};
        for (auto& b : worst.get()) w = std::max(w, b);
        printf("kmeans total        %.0f of %d, farthest %d (%.4f)\n", tot, n, w.idx, w.d2);
    }
    {
        constexpr int NT = 128;
        Buffer<AABB> boxes(5);
        bounding_boxes<NT><<<5, NT>>>(dPts, n, boxes);
        CHECK(cudaGetLastError());
        float lo = 1e9f, hi = -1e9f;
        for (auto& b : boxes.get()) lo = std::min(lo, b.lo.x), hi = std::max(hi, b.hi.x);
        printf("aabb x              [%f, %f]\n", lo, hi);
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}

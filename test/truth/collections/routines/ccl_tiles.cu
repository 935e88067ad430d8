// Connected component labelling (4-connectivity): tile-local union-find in shared memory,
// border merging in global memory, flattening plus per-component statistics.
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>
#include <cuda_runtime.h>

static void check(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
        std::exit(EXIT_FAILURE);
    }
}

struct CompStat {
    int area;
    int minX, maxX;
    int minY, maxY;
};

__device__ __forceinline__ int findRoot(const volatile int* parent, int i)
{
    int p;
    while ((p = parent[i]) != i) i = p;
    return i;
}

__device__ __forceinline__ void unite(int* parent, int a, int b)
{
    bool done;
    do {
        a = findRoot(parent, a);
        b = findRoot(parent, b);
        if (a < b) {
            int old = atomicMin(&parent[b], a);
            done = (old == b);
            b = old;
        } else if (b < a) {
            int old = atomicMin(&parent[a], b);
            done = (old == a);
            a = old;
        } else {
            done = true;
        }
    } while (!done);
}

__device__ __forceinline__ void accumulate(CompStat* s, int area, int x0, int x1, int y0, int y1)
{
    atomicAdd(&s->area, area);
    atomicMin(&s->minX, x0);
    atomicMax(&s->maxX, x1);
    atomicMin(&s->minY, y0);
    atomicMax(&s->maxY, y1);
}

template <int TW, int TH>
__global__ void __launch_bounds__(TW* TH)
labelTiles(const unsigned char* __restrict__ img, int* __restrict__ label, CompStat* __restrict__ stats, int width,
           int height)
{
    __shared__ unsigned char pix[TH][TW];
    __shared__ int parent[TH * TW];
    __shared__ CompStat tileStat[TH * TW];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int lid = ly * TW + lx;
    const int x = blockIdx.x * TW + lx;
    const int y = blockIdx.y * TH + ly;
    const bool inside = x < width && y < height;
    const bool fg = inside && img[y * width + x] != 0;

    pix[ly][lx] = fg;

    // Horizontal runs are resolved with a ballot, so only the vertical links need union-find.
    int start = lid;
    if constexpr (TW == 32) {
        const unsigned mask = __ballot_sync(0xffffffffu, fg);
        const unsigned gaps = ~mask & ((1u << lx) - 1u);
        start = ly * TW + (gaps ? 32 - __clz(gaps) : 0);
    }
    parent[lid] = fg ? start : -1;
    tileStat[lid].area = 0;
    tileStat[lid].minX = width;
    tileStat[lid].maxX = -1;
    tileStat[lid].minY = height;
    tileStat[lid].maxY = -1;
    __syncthreads();

    if (fg) {
        if (TW != 32 && lx > 0 && pix[ly][lx - 1]) unite(parent, lid, lid - 1);
        if (ly > 0 && pix[ly - 1][lx]) {
            const bool sameAsLeft = lx > 0 && pix[ly][lx - 1] && pix[ly - 1][lx - 1];
            if (!sameAsLeft) unite(parent, lid, lid - TW);
        }
    }
    __syncthreads();

    int root = -1;
    if (fg) {
        root = findRoot(parent, lid);
        accumulate(&tileStat[root], 1, x, x, y, y);
    }
    __syncthreads();

    if (inside) {
        const int g = y * width + x;
        label[g] = fg ? (y - ly + root / TW) * width + (x - lx) + root % TW : -1;
        stats[g] = tileStat[lid];
    }
}

template <int BS, bool VERTICAL>
__global__ void mergeBorders(int* label, int width, int height, int tile)
{
    __shared__ int sideA[BS + 1];
    __shared__ int sideB[BS + 1];

    const int t = threadIdx.x;
    const int along = blockIdx.x * BS + t;
    const int across = (blockIdx.y + 1) * tile;
    const int limit = VERTICAL ? height : width;

    int a = -1, b = -1;
    if (along < limit) {
        const volatile int* lab = label;
        const int gb = VERTICAL ? along * width + across : across * width + along;
        const int ga = VERTICAL ? gb - 1 : gb - width;
        a = lab[ga];
        b = lab[gb];
    }
    sideA[t + 1] = a;
    sideB[t + 1] = b;
    if (t == 0) sideA[0] = sideB[0] = -1;
    __syncthreads();

    if (a >= 0 && b >= 0 && (sideA[t] != a || sideB[t] != b)) unite(label, a, b);
}

template <int BS>
__global__ void flatten(int* label, CompStat* stats, int n, int* numComponents)
{
    __shared__ int warpCount[BS / 32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int roots = 0;

    for (int base = blockIdx.x * BS; base < n; base += gridDim.x * BS) {
        const int i = base + threadIdx.x;
        bool isRoot = false;
        if (i < n && label[i] >= 0) {
            const int r = findRoot(label, i);
            isRoot = (r == i);
            if (!isRoot) {
                label[i] = r;
                const CompStat s = stats[i];
                if (s.area > 0) accumulate(&stats[r], s.area, s.minX, s.maxX, s.minY, s.maxY);
            }
        }
        roots += __popc(__ballot_sync(0xffffffffu, isRoot));
    }
    if (lane == 0) warpCount[warp] = roots;
    __syncthreads();
    if (warp == 0) {
        int v = lane < BS / 32 ? warpCount[lane] : 0;
        for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
        if (lane == 0 && v) atomicAdd(numComponents, v);
    }
}

template <int TW, int TH>
static void runLabelling(const unsigned char* dImg, int* dLabel, CompStat* dStats, int* dCount, int w, int h)
{
    const int tilesX = (w + TW - 1) / TW, tilesY = (h + TH - 1) / TH;
    constexpr int BS = 128;
    check(cudaMemset(dCount, 0, sizeof(int)), "memset");
    labelTiles<TW, TH><<<dim3(tilesX, tilesY), dim3(TW, TH)>>>(dImg, dLabel, dStats, w, h);
    if (tilesY > 1) mergeBorders<BS, false><<<dim3((w + BS - 1) / BS, tilesY - 1), BS>>>(dLabel, w, h, TH);
    if (tilesX > 1) mergeBorders<BS, true><<<dim3((h + BS - 1) / BS, tilesX - 1), BS>>>(dLabel, w, h, TW);
    flatten<256><<<40, 256>>>(dLabel, dStats, w * h, dCount);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "sync");
}

int main()
{
    const int w = 301, h = 187, n = w * h;
    std::vector<unsigned char> img(n);
    std::srand(11);
    for (auto& p : img) p = std::rand() % 100 < 58;

    std::vector<int> ref(n, -1);
    std::vector<CompStat> refStat(n);
    int refCount = 0;
    for (int s = 0; s < n; ++s) {
        if (!img[s] || ref[s] >= 0) continue;
        ++refCount;
        CompStat st{0, w, -1, h, -1};
        std::queue<int> q;
        q.push(s);
        ref[s] = s;
        while (!q.empty()) {
            int p = q.front(), x = p % w, y = p / w;
            q.pop();
            st.area++;
            st.minX = x < st.minX ? x : st.minX;
            st.maxX = x > st.maxX ? x : st.maxX;
            st.minY = y < st.minY ? y : st.minY;
            st.maxY = y > st.maxY ? y : st.maxY;
            auto visit = [&](int k) { if (img[k] && ref[k] < 0) { ref[k] = s; q.push(k); } };
            if (x > 0) visit(p - 1);
            if (x + 1 < w) visit(p + 1);
            if (y > 0) visit(p - w);
            if (y + 1 < h) visit(p + w);
        }
        refStat[s] = st;
    }

    unsigned char* dImg;
    int *dLabel, *dCount;
    CompStat* dStats;
    check(cudaMalloc(&dImg, n), "malloc");
    check(cudaMalloc(&dLabel, n * sizeof(int)), "malloc");
    check(cudaMalloc(&dStats, n * sizeof(CompStat)), "malloc");
    check(cudaMalloc(&dCount, sizeof(int)), "malloc");
    check(cudaMemcpy(dImg, img.data(), n, cudaMemcpyHostToDevice), "copy");

    bool ok = true;
    for (int variant = 0; variant < 2; ++variant) {
        if (variant == 0) runLabelling<32, 16>(dImg, dLabel, dStats, dCount, w, h);
        else runLabelling<16, 16>(dImg, dLabel, dStats, dCount, w, h);
        std::vector<int> lab(n);
        std::vector<CompStat> st(n);
        int count = 0;
        check(cudaMemcpy(lab.data(), dLabel, n * sizeof(int), cudaMemcpyDeviceToHost), "copy");
        check(cudaMemcpy(st.data(), dStats, n * sizeof(CompStat), cudaMemcpyDeviceToHost), "copy");
        check(cudaMemcpy(&count, dCount, sizeof(int), cudaMemcpyDeviceToHost), "copy");
        ok = ok && count == refCount && lab == ref;
        for (int i = 0; i < n && ok; ++i)
            if (ref[i] == i)
                ok = st[i].area == refStat[i].area && st[i].minX == refStat[i].minX && st[i].maxX == refStat[i].maxX &&
                     st[i].minY == refStat[i].minY && st[i].maxY == refStat[i].maxY;
    }
    std::puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

// Breadth-first search with frontier queues in shared memory.
//   bfsSmallGraph  : whole CSR graph in shared memory, one block per source
//   bfsExpand      : one thread per frontier vertex, block queue flushed to the global one
//   bfsExpandEdges : edge-balanced expansion through a block-wide degree scan
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CU(stmt) \
    if (cudaError_t rc = (stmt)) fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(rc)), exit(2)

#define QUEUE_CAP 512
#define EDGE_BLOCK 128

using ushort_t = unsigned short;

struct Graph {
    int n, m;
    const int *row, *col;
};

static size_t smallGraphBytes(int n, int m) { return 4 * ((n + 31) / 32) + sizeof(ushort_t) * (3 * n + 1 + m) + n; }

__global__ void bfsSmallGraph(Graph g, const int* __restrict__ sources, unsigned char* __restrict__ dist)
{
    extern __shared__ unsigned int arena[];
    __shared__ int qSize[2];

    const int words = (g.n + 31) / 32;
    unsigned int* visited = arena;
    ushort_t* row = (ushort_t*)(visited + words);
    ushort_t* col = row + g.n + 1;
    ushort_t *q0 = col + g.m, *q1 = q0 + g.n;
    unsigned char* level = (unsigned char*)(q1 + g.n);

    const int tid = threadIdx.x, nt = blockDim.x;
    for (int i = tid; i < words; i += nt) visited[i] = 0;
    for (int i = tid; i <= g.n; i += nt) row[i] = (ushort_t)g.row[i];
    for (int i = tid; i < g.m; i += nt) col[i] = (ushort_t)g.col[i];
    for (int i = tid; i < g.n; i += nt) level[i] = 255;
    __syncthreads();

    if (tid == 0) {
        const int s = sources[blockIdx.x];
        visited[s >> 5] = 1u << (s & 31);
        level[s] = 0;
        q0[0] = (ushort_t)s;
        qSize[0] = 1, qSize[1] = 0;
    }
    __syncthreads();

    int cur = 0;
    for (int depth = 1;; ++depth) {
        const ushort_t* in = cur ? q1 : q0;
        ushort_t* out = cur ? q0 : q1;
        const int size = qSize[cur];
        if (size == 0) break;

        for (int i = tid; i < size; i += nt) {
            const int u = in[i];
            for (int e = row[u]; e < row[u + 1]; ++e) {
                const int v = col[e];
                const unsigned bit = 1u << (v & 31);
                if (atomicOr(&visited[v >> 5], bit) & bit) continue;
                level[v] = (unsigned char)min(depth, 254);
                out[atomicAdd(&qSize[cur ^ 1], 1)] = (ushort_t)v;
            }
        }
        __syncthreads();
        if (tid == 0) qSize[cur] = 0;
        cur ^= 1;
        __syncthreads();
    }

    for (int i = tid; i < g.n; i += nt) dist[blockIdx.x * g.n + i] = level[i];
}

__global__ void bfsExpand(Graph g, const int* __restrict__ frontier, int frontierSize, int* __restrict__ next,
                          int* nextSize, int* dist, int depth)
{
    __shared__ int queue[QUEUE_CAP];
    __shared__ int count, globalBase;

    if (threadIdx.x == 0) count = 0;
    __syncthreads();

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < frontierSize) {
        const int u = frontier[i];
        for (int e = g.row[u]; e < g.row[u + 1]; ++e) {
            const int v = g.col[e];
            if (atomicCAS(&dist[v], -1, depth) != -1) continue;
            const int pos = atomicAdd(&count, 1);
            if (pos < QUEUE_CAP) queue[pos] = v;
            else next[atomicAdd(nextSize, 1)] = v;  // local queue is full
        }
    }
    __syncthreads();

    const int kept = min(count, QUEUE_CAP);
    if (threadIdx.x == 0) globalBase = atomicAdd(nextSize, kept);
    __syncthreads();
    for (int k = threadIdx.x; k < kept; k += blockDim.x) next[globalBase + k] = queue[k];
}

struct EdgeSmem {
    int rowBegin[EDGE_BLOCK];
    int offset[EDGE_BLOCK + 1];
    int warpTotal[EDGE_BLOCK / 32];
    int queue[EDGE_BLOCK];
    int queued, base;
};

// Exclusive scan over the block; the block total ends up in s.offset[EDGE_BLOCK].
__device__ void scanDegrees(EdgeSmem& s, int degree)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int inc = degree;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        const int v = __shfl_up_sync(~0u, inc, o);
        if (lane >= o) inc += v;
    }
    if (lane == 31) s.warpTotal[warp] = inc;
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; ++w) before += s.warpTotal[w];
    s.offset[threadIdx.x] = before + inc - degree;
    if (threadIdx.x == EDGE_BLOCK - 1) s.offset[EDGE_BLOCK] = before + inc;
    __syncthreads();
}

__global__ void __launch_bounds__(EDGE_BLOCK)
bfsExpandEdges(Graph g, const int* __restrict__ frontier, int frontierSize, int* __restrict__ next, int* nextSize,
               int* dist, int depth)
{
    __shared__ EdgeSmem s;
    const int tid = threadIdx.x, lane = tid & 31;
    const int i = blockIdx.x * EDGE_BLOCK + tid;

    int degree = 0;
    s.rowBegin[tid] = 0;
    if (i < frontierSize) {
        s.rowBegin[tid] = g.row[frontier[i]];
        degree = g.row[frontier[i] + 1] - s.rowBegin[tid];
    }
    if (tid == 0) s.queued = 0;
    scanDegrees(s, degree);

    const int total = s.offset[EDGE_BLOCK];
    for (int e0 = 0; e0 < total; e0 += EDGE_BLOCK) {
        const int e = e0 + tid;
        int v = -1, lo = 0, hi = EDGE_BLOCK;  // find the last owner with offset <= e
        if (e < total) {
            while (hi - lo > 1) {
                const int mid = (lo + hi) >> 1;
                if (s.offset[mid] <= e) lo = mid; else hi = mid;
            }
            v = g.col[s.rowBegin[lo] + e - s.offset[lo]];
            if (atomicCAS(&dist[v], -1, depth) != -1) v = -1;
        }
        const unsigned found = __ballot_sync(~0u, v >= 0);
        int pos = 0;
        if (lane == 0 && found) pos = atomicAdd(&s.queued, __popc(found));
        pos = __shfl_sync(~0u, pos, 0) + __popc(found & ((1u << lane) - 1));
        if (v >= 0) s.queue[pos] = v;
        __syncthreads();

        const int queued = s.queued;
        if (tid == 0 && queued) s.base = atomicAdd(nextSize, queued);
        __syncthreads();
        if (tid < queued) next[s.base + tid] = s.queue[tid];
        if (tid == 0) s.queued = 0;
        __syncthreads();
    }
}

static void makeGraph(int n, int avg, std::vector<int>& row, std::vector<int>& col)
{
    row.push_back(0);
    for (int u = 0; u < n; ++u) {
        for (int k = rand() % 50 ? rand() % (2 * avg) : avg * 12; k > 0; --k) col.push_back(rand() % 3 ? (u + rand() % 40) % n : rand() % n);
        row.push_back((int)col.size());
    }
}

static std::vector<int> hostBfs(const std::vector<int>& row, const std::vector<int>& col, int s)
{
    std::vector<int> d(row.size() - 1, -1), q{s};
    d[s] = 0;
    for (size_t h = 0; h < q.size(); ++h)
        for (int e = row[q[h]]; e < row[q[h] + 1]; ++e)
            if (d[col[e]] < 0) d[col[e]] = d[q[h]] + 1, q.push_back(col[e]);
    return d;
}

template <typename T>
static T* toDevice(const std::vector<T>& v)
{
    T* p;
    CU(cudaMalloc(&p, v.size() * sizeof(T)));
    CU(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

static bool testSmall(int n, int numSources)
{
    std::vector<int> row, col, src;
    makeGraph(n, 4, row, col);
    while ((int)src.size() < numSources) src.push_back((int)src.size() * 53 % n);
    const Graph g{n, (int)col.size(), toDevice(row), toDevice(col)};
    std::vector<unsigned char> dist(numSources * n);
    unsigned char* dDist = toDevice(dist);
    bfsSmallGraph<<<numSources, 96, smallGraphBytes(g.n, g.m)>>>(g, toDevice(src), dDist);
    CU(cudaGetLastError());
    CU(cudaMemcpy(dist.data(), dDist, dist.size(), cudaMemcpyDeviceToHost));
    for (int s = 0; s < numSources; ++s) {
        std::vector<int> ref = hostBfs(row, col, src[s]);
        for (int i = 0; i < n; ++i)
            if (dist[s * n + i] != (ref[i] < 0 ? 255 : ref[i])) return false;
    }
    return true;
}

static bool testLarge(bool edgeBalanced, int n, int source)
{
    std::vector<int> row, col, dist(n, -1), frontier(n, source);
    makeGraph(n, 6, row, col);
    const Graph g{n, (int)col.size(), toDevice(row), toDevice(col)};
    dist[source] = 0;
    int *dDist = toDevice(dist), *in = toDevice(frontier), *out = toDevice(frontier);
    int size = 1, *dSize = toDevice(std::vector<int>(1));
    for (int depth = 1; size > 0; ++depth, std::swap(in, out)) {
        CU(cudaMemset(dSize, 0, sizeof(int)));
        const int block = edgeBalanced ? EDGE_BLOCK : 256, grid = (size + block - 1) / block;
        (edgeBalanced ? bfsExpandEdges : bfsExpand)<<<grid, block>>>(g, in, size, out, dSize, dDist, depth);
        CU(cudaGetLastError());
        CU(cudaMemcpy(&size, dSize, sizeof(int), cudaMemcpyDeviceToHost));
    }
    CU(cudaMemcpy(dist.data(), dDist, n * sizeof(int), cudaMemcpyDeviceToHost));
    return dist == hostBfs(row, col, source);
}

int main()
{
    const bool ok = testSmall(700, 12) && testLarge(false, 20000, 17) && testLarge(true, 20000, 17);
    return puts(ok ? "OK" : "FAIL"), !ok;
}

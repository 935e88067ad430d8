// pointcloud.cu - tools side of the scan importer: bounds, voxel occupancy, knn, normals, cull
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using u32 = uint32_t;
#define VERIFY(expr) do { cudaError_t _e = (expr); if (_e != cudaSuccess) { \
    std::printf("[cuda] %s failed: %s (%s:%d)\n", #expr, cudaGetErrorString(_e), __FILE__, __LINE__); std::exit(2); } } while (0)

constexpr int kGroup = 128;      // threads per group
constexpr int kNeighbors = 8;
constexpr int kGrid = 12;        // voxel cells per axis
constexpr int kCells = kGrid * kGrid * kGrid;

struct Vec3 { float x, y, z; };
struct Aabb { Vec3 lo, hi; };

__host__ __device__ inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ inline float Dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline Vec3 Min(Vec3 a, Vec3 b) { return {fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
__device__ inline Vec3 Max(Vec3 a, Vec3 b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }

// -- pass 0: bounds ------------------------------------------------------------------------------
__global__ void BoundsPass(const Vec3* pts, u32 count, Aabb* groupBounds)
{
    __shared__ Aabb box[kGroup];
    const u32 lane = threadIdx.x;
    Aabb b = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (u32 i = blockIdx.x * kGroup + lane; i < count; i += gridDim.x * kGroup) {
        b.lo = Min(b.lo, pts[i]);
        b.hi = Max(b.hi, pts[i]);
    }
    box[lane] = b;
    __syncthreads();
    for (u32 step = kGroup / 2; step; step >>= 1) {
        if (lane < step) {
            box[lane].lo = Min(box[lane].lo, box[lane + step].lo);
            box[lane].hi = Max(box[lane].hi, box[lane + step].hi);
        }
        __syncthreads();
    }
    if (lane == 0) groupBounds[blockIdx.x] = box[0];
}

// -- pass 1: voxel occupancy ----------------------------------------------------------------------
__host__ __device__ inline u32 CellOf(Vec3 p, Vec3 lo, float invCell)
{
    int cx = int((p.x - lo.x) * invCell), cy = int((p.y - lo.y) * invCell), cz = int((p.z - lo.z) * invCell);
    cx = cx < 0 ? 0 : (cx > kGrid - 1 ? kGrid - 1 : cx);
    cy = cy < 0 ? 0 : (cy > kGrid - 1 ? kGrid - 1 : cy);
    cz = cz < 0 ? 0 : (cz > kGrid - 1 ? kGrid - 1 : cz);
    return (cz * kGrid + cy) * kGrid + cx;
}

__global__ void VoxelCountPass(const Vec3* pts, u32 count, Vec3 lo, float invCell, u32* cells)
{
    __shared__ u32 local[kCells];
    for (int c = threadIdx.x; c < kCells; c += blockDim.x) local[c] = 0;
    __syncthreads();
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&local[CellOf(pts[i], lo, invCell)], 1u);
    __syncthreads();
    for (int c = threadIdx.x; c < kCells; c += blockDim.x)
        if (local[c]) atomicAdd(&cells[c], local[c]);
}

// -- pass 2: brute force knn, tile of points in LDS
__global__ void KnnPass(const Vec3* pts, u32 count, u32* neighbors)
{
    __shared__ float4 tile[kGroup];
    __shared__ u32 bestIdx[kGroup][kNeighbors];

    const u32 self = blockIdx.x * kGroup + threadIdx.x;
    const bool alive = self < count;
    const Vec3 me = alive ? pts[self] : Vec3{0, 0, 0};
    u32* mine = bestIdx[threadIdx.x];

    float bestDist[kNeighbors];
    for (int k = 0; k < kNeighbors; ++k) { bestDist[k] = FLT_MAX; mine[k] = self; }

    for (u32 base = 0; base < count; base += kGroup) {
        const u32 src = base + threadIdx.x;
        if (src < count) tile[threadIdx.x] = make_float4(pts[src].x, pts[src].y, pts[src].z, 0.f);
        __syncthreads();
        const u32 n = min(u32(kGroup), count - base);
        if (alive) {
            for (u32 j = 0; j < n; ++j) {
                const float4 q = tile[j];
                const Vec3 d = Vec3{q.x, q.y, q.z} - me;
                float dist = Dot(d, d);
                if (base + j == self || dist >= bestDist[kNeighbors - 1]) continue;
                u32 idx = base + j;
#pragma unroll
                for (int k = 0; k < kNeighbors; ++k) {      // bubble into place
                    if (dist < bestDist[k]) {
                        float td = bestDist[k]; bestDist[k] = dist; dist = td;
                        u32 ti = mine[k]; mine[k] = idx; idx = ti;
                    }
                }
            }
        }
        __syncthreads();
    }
    if (!alive) return;
    for (int k = 0; k < kNeighbors; ++k) neighbors[self * kNeighbors + k] = mine[k];
}

// -- pass 3: normals; per thread 3x3 matrices live in shared so we can index them dynamically ---------
__device__ void JacobiRotate(float* A, float* V, int p, int q)
{
    const float apq = A[p * 3 + q];
    if (fabsf(apq) < 1e-12f) return;
    const float theta = (A[q * 3 + q] - A[p * 3 + p]) / (2.f * apq);
    const float t = copysignf(1.f, theta) / (fabsf(theta) + sqrtf(theta * theta + 1.f));
    const float c = rsqrtf(t * t + 1.f), s = t * c;
    for (int k = 0; k < 3; ++k) {
        const float akp = A[k * 3 + p], akq = A[k * 3 + q];
        A[k * 3 + p] = c * akp - s * akq;
        A[k * 3 + q] = s * akp + c * akq;
    }
    for (int k = 0; k < 3; ++k) {
        const float apk = A[p * 3 + k], aqk = A[q * 3 + k];
        A[p * 3 + k] = c * apk - s * aqk;
        A[q * 3 + k] = s * apk + c * aqk;
        const float vkp = V[k * 3 + p], vkq = V[k * 3 + q];
        V[k * 3 + p] = c * vkp - s * vkq;
        V[k * 3 + q] = s * vkp + c * vkq;
    }
}

__global__ void NormalsPass(const Vec3* pts, const u32* neighbors, u32 count, Vec3* normals, int sweeps)
{
    __shared__ float covs[kGroup][9];
    __shared__ float vecs[kGroup][9];
    const u32 i = blockIdx.x * kGroup + threadIdx.x;
    if (i >= count) return;                 // no barriers below
    float* A = covs[threadIdx.x];
    float* V = vecs[threadIdx.x];

    Vec3 mean = pts[i];
    for (int k = 0; k < kNeighbors; ++k) {
        const Vec3 q = pts[neighbors[i * kNeighbors + k]];
        mean.x += q.x; mean.y += q.y; mean.z += q.z;
    }
    const float inv = 1.f / (kNeighbors + 1);
    mean = {mean.x * inv, mean.y * inv, mean.z * inv};
    float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    auto accumulate = [&](Vec3 q) {
        const Vec3 d = q - mean;
        xx += d.x * d.x; xy += d.x * d.y; xz += d.x * d.z;
        yy += d.y * d.y; yz += d.y * d.z; zz += d.z * d.z;
    };
    accumulate(pts[i]);
    for (int k = 0; k < kNeighbors; ++k) accumulate(pts[neighbors[i * kNeighbors + k]]);
    A[0] = xx; A[1] = A[3] = xy; A[2] = A[6] = xz; A[4] = yy; A[5] = A[7] = yz; A[8] = zz;
    for (int k = 0; k < 9; ++k) V[k] = (k % 4 == 0) ? 1.f : 0.f;

    for (int it = 0; it < sweeps; ++it) {
        JacobiRotate(A, V, 0, 1);
        JacobiRotate(A, V, 0, 2);
        JacobiRotate(A, V, 1, 2);
    }
    int m = 0;
    for (int k = 1; k < 3; ++k) if (A[k * 4] < A[m * 4]) m = k;
    Vec3 n = {V[m], V[3 + m], V[6 + m]};
    if (n.z < 0) n = {-n.x, -n.y, -n.z};
    normals[i] = n;
}

// -- pass 4: compact points that face up -----------------------------------------------------------------
__global__ void CullPass(const Vec3* normals, u32 count, float minZ, u32* outIdx, u32* outCount)
{
    __shared__ u32 scan[2][kGroup];
    __shared__ u32 groupBase;
    const u32 t = threadIdx.x, i = blockIdx.x * kGroup + t;
    const u32 keep = (i < count && normals[i].z > minZ) ? 1u : 0u;
    int cur = 0;
    scan[0][t] = keep;
    __syncthreads();
    for (u32 ofs = 1; ofs < kGroup; ofs <<= 1) {
        scan[cur ^ 1][t] = scan[cur][t] + (t >= ofs ? scan[cur][t - ofs] : 0u);
        cur ^= 1;
        __syncthreads();
    }
    if (t == kGroup - 1) groupBase = atomicAdd(outCount, scan[cur][t]);
    __syncthreads();
    if (keep) outIdx[groupBase + scan[cur][t] - 1] = i;
}

static void Process(u32 count)
{
    std::vector<Vec3> pts(count);
    u32 seed = 777;
    auto rnd = [&seed] { seed = seed * 747796405u + 2891336453u; return float(seed >> 9) / 8388608.f; };
    for (auto& p : pts) { p.x = rnd() * 10.f; p.y = rnd() * 10.f; p.z = std::sin(p.x) * std::cos(p.y * 0.7f); }
    const u32 groups = (count + kGroup - 1) / kGroup, bGroups = 8;
    Vec3 *dPts, *dNrm; Aabb* dBox; u32 *dCells, *dNbr, *dIdx, *dCnt;
    VERIFY(cudaMalloc(&dPts, count * sizeof(Vec3)));     VERIFY(cudaMalloc(&dNrm, count * sizeof(Vec3)));
    VERIFY(cudaMalloc(&dBox, bGroups * sizeof(Aabb)));     VERIFY(cudaMalloc(&dCells, kCells * sizeof(u32)));
    VERIFY(cudaMalloc(&dNbr, count * kNeighbors * sizeof(u32)));
    VERIFY(cudaMalloc(&dIdx, count * sizeof(u32)));     VERIFY(cudaMalloc(&dCnt, sizeof(u32)));
    VERIFY(cudaMemset(dCells, 0, kCells * sizeof(u32))); VERIFY(cudaMemset(dCnt, 0, sizeof(u32)));
    VERIFY(cudaMemcpy(dPts, pts.data(), count * sizeof(Vec3), cudaMemcpyHostToDevice));

    BoundsPass<<<bGroups, kGroup>>>(dPts, count, dBox);
    std::vector<Aabb> boxes(bGroups);
    VERIFY(cudaMemcpy(boxes.data(), dBox, bGroups * sizeof(Aabb), cudaMemcpyDeviceToHost));
    Aabb all = boxes[0];
    for (auto& b : boxes) {
        all.lo = {std::fmin(all.lo.x, b.lo.x), std::fmin(all.lo.y, b.lo.y), std::fmin(all.lo.z, b.lo.z)};
        all.hi = {std::fmax(all.hi.x, b.hi.x), std::fmax(all.hi.y, b.hi.y), std::fmax(all.hi.z, b.hi.z)};
    }
    const float invCell = kGrid / std::fmax(all.hi.x - all.lo.x, all.hi.y - all.lo.y);
    VoxelCountPass<<<6, 256>>>(dPts, count, all.lo, invCell, dCells);
    KnnPass<<<groups, kGroup>>>(dPts, count, dNbr);
    NormalsPass<<<groups, kGroup>>>(dPts, dNbr, count, dNrm, 5);
    CullPass<<<groups, kGroup>>>(dNrm, count, 0.8f, dIdx, dCnt);
    VERIFY(cudaGetLastError()); VERIFY(cudaDeviceSynchronize());
    std::vector<u32> cells(kCells), ref(kCells, 0), nbr(count * kNeighbors);
    std::vector<Vec3> nrm(count);
    u32 kept = 0;
    VERIFY(cudaMemcpy(cells.data(), dCells, kCells * sizeof(u32), cudaMemcpyDeviceToHost));
    VERIFY(cudaMemcpy(nbr.data(), dNbr, nbr.size() * sizeof(u32), cudaMemcpyDeviceToHost));
    VERIFY(cudaMemcpy(nrm.data(), dNrm, count * sizeof(Vec3), cudaMemcpyDeviceToHost));
    VERIFY(cudaMemcpy(&kept, dCnt, sizeof(u32), cudaMemcpyDeviceToHost));
    u32 total = 0, cellDiff = 0, expect = 0, knnBad = 0;
    for (auto& p : pts) ref[CellOf(p, all.lo, invCell)]++;
    for (int c = 0; c < kCells; ++c) { total += cells[c]; cellDiff += cells[c] != ref[c]; }
    for (auto& n : nrm) expect += n.z > 0.8f;
    for (u32 i = 0; i < count; i += 97) {    // spot check
        float best = FLT_MAX;
        for (u32 j = 0; j < count; ++j) if (j != i) best = std::fmin(best, Dot(pts[j] - pts[i], pts[j] - pts[i]));
        const Vec3 d = pts[nbr[i * kNeighbors]] - pts[i];
        knnBad += std::fabs(Dot(d, d) - best) > 1e-6f;
    }
    std::printf("%u points: voxel total %u (diff cells %u), knn bad %u, up-facing %u (expected %u)\n",
                count, total, cellDiff, knnBad, kept, expect);
    cudaFree(dPts); cudaFree(dNrm); cudaFree(dBox); cudaFree(dCells); cudaFree(dNbr); cudaFree(dIdx); cudaFree(dCnt);
}

int main()
{
    Process(2000);
    Process(4096);
    return 0;
}

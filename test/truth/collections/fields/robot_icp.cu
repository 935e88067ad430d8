// Robotics bits: ICP accumulation, occupancy ray marching, batched forward kinematics, costmap inflation
#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

struct Point3 { float x, y, z; };                         // 12
struct Pair   { Point3 src; Point3 dst; };                // 24
struct Dh     { float a, alpha, d, theta0; int type; };   // 20

template <int R, int C>
struct Mat {
    float e[R * C];
    __device__ float &operator()(int r, int c) { return e[r * C + c]; }
    __device__ float operator()(int r, int c) const { return e[r * C + c]; }
};

template <int N>
__device__ Mat<N, N> mul(const Mat<N, N> &a, const Mat<N, N> &b)
{
    Mat<N, N> r;
    #pragma unroll
    for (int i = 0; i < N; ++i)
        #pragma unroll
        for (int j = 0; j < N; ++j) {
            float s = 0;
            #pragma unroll
            for (int k = 0; k < N; ++k) s += a(i, k) * b(k, j);
            r(i, j) = s;
        }
    return r;
}

// cross covariance, per-thread 3x3 then tree reduction over structs
template <int THREADS>
__global__ void icpCovariance(const Pair *pairs, int n, float *out)
{
    __shared__ Mat<3, 3> cov[THREADS];
    __shared__ Pair cache[THREADS];
    Mat<3, 3> m;
    for (int i = 0; i < 9; ++i) m.e[i] = 0.f;
    for (int base = blockIdx.x * THREADS; base < n; base += gridDim.x * THREADS) {
        int cnt = n - base < THREADS ? n - base : THREADS;
        const float *g = &pairs[base].src.x;
        float *s = &cache[0].src.x;
        for (int i = threadIdx.x; i < cnt * 6; i += THREADS) s[i] = g[i];
        __syncthreads();
        if ((int)threadIdx.x < cnt) {
            const Pair &p = cache[threadIdx.x];
            m(0, 0) += p.src.x * p.dst.x; m(0, 1) += p.src.x * p.dst.y; m(0, 2) += p.src.x * p.dst.z;
            m(1, 0) += p.src.y * p.dst.x; m(1, 1) += p.src.y * p.dst.y; m(1, 2) += p.src.y * p.dst.z;
            m(2, 0) += p.src.z * p.dst.x; m(2, 1) += p.src.z * p.dst.y; m(2, 2) += p.src.z * p.dst.z;
        }
        __syncthreads();
    }
    cov[threadIdx.x] = m;
    __syncthreads();
    #pragma unroll
    for (int h = THREADS / 2; h >= 1; h >>= 1) {
        if (threadIdx.x < h)
            for (int i = 0; i < 9; ++i) cov[threadIdx.x].e[i] += cov[threadIdx.x + h].e[i];
        __syncthreads();
    }
    if (threadIdx.x < 9) out[blockIdx.x * 9 + threadIdx.x] = cov[0].e[threadIdx.x];
}

// serial chains of up to 7 joints; local transforms in shared, prefix product per chain
__global__ void forwardKinematics(const Dh *dh, const float *q, float *tip, int joints, int chains)
{
    __shared__ Dh link[7];
    extern __shared__ float fkmem[];
    Mat<4, 4> *T = reinterpret_cast<Mat<4, 4> *>(fkmem);     // [threads in y][8]
    const int j = threadIdx.x, cy = threadIdx.y;             // x: 8
    const int chain = blockIdx.x * blockDim.y + cy;
    if (cy == 0 && j < joints) link[j] = dh[j];
    __syncthreads();
    Mat<4, 4> &L = T[cy * 8 + j];
    if (j < joints && chain < chains) {
        float th = link[j].theta0 + (link[j].type == 0 ? q[chain * joints + j] : 0.f);
        float dd = link[j].d + (link[j].type == 1 ? q[chain * joints + j] : 0.f);
        float ct = cosf(th), st = sinf(th), ca = cosf(link[j].alpha), sa = sinf(link[j].alpha);
        L(0, 0) = ct; L(0, 1) = -st * ca; L(0, 2) = st * sa;  L(0, 3) = link[j].a * ct;
        L(1, 0) = st; L(1, 1) = ct * ca;  L(1, 2) = -ct * sa; L(1, 3) = link[j].a * st;
        L(2, 0) = 0;  L(2, 1) = sa;       L(2, 2) = ca;       L(2, 3) = dd;
        L(3, 0) = L(3, 1) = L(3, 2) = 0;  L(3, 3) = 1;
    } else {
        for (int i = 0; i < 16; ++i) L.e[i] = (i % 5 == 0) ? 1.f : 0.f;
    }
    __syncthreads();
    for (int s = 1; s < 8; s <<= 1) {
        bool act = (j & (2 * s - 1)) == 2 * s - 1;
        if (act) T[cy * 8 + j] = mul<4>(T[cy * 8 + j - s], T[cy * 8 + j]);
        __syncthreads();
    }
    if (j < 3 && chain < chains) tip[chain * 3 + j] = T[cy * 8 + 7](j, 3);
}

// inflate obstacles: two-pass chamfer on a tile with shorts
__global__ void inflate(const unsigned char *occ, unsigned char *cost, int w, int h, int radius)
{
    const int TW = 40, TH = 20;
    __shared__ unsigned short dist[TH + 16][TW + 16];
    int x0 = blockIdx.x * TW - 8, y0 = blockIdx.y * TH - 8;
    for (int y = threadIdx.y; y < TH + 16; y += blockDim.y)
        for (int x = threadIdx.x; x < TW + 16; x += blockDim.x) {
            int gx = x0 + x, gy = y0 + y;
            bool o = gx >= 0 && gy >= 0 && gx < w && gy < h && occ[gy * w + gx] > 128;
            dist[y][x] = o ? 0 : 999;
        }
    __syncthreads();
    int tid = threadIdx.y * blockDim.x + threadIdx.x, nt = blockDim.x * blockDim.y;
    for (int y = tid; y < TH + 16; y += nt) {              // rows, thread per row
        int d = 999;
        for (int x = 0; x < TW + 16; ++x) { d = min(d + 1, (int)dist[y][x]); dist[y][x] = d; }
        d = 999;
        for (int x = TW + 15; x >= 0; --x) { d = min(d + 1, (int)dist[y][x]); dist[y][x] = d; }
    }
    __syncthreads();
    for (int x = tid; x < TW + 16; x += nt) {              // columns
        int d = 999;
        for (int y = 0; y < TH + 16; ++y) { d = min(d + 1, (int)dist[y][x]); dist[y][x] = d; }
        d = 999;
        for (int y = TH + 15; y >= 0; --y) { d = min(d + 1, (int)dist[y][x]); dist[y][x] = d; }
    }
    __syncthreads();
    for (int y = threadIdx.y; y < TH; y += blockDim.y)
        for (int x = threadIdx.x; x < TW; x += blockDim.x) {
            int gx = x0 + 8 + x, gy = y0 + 8 + y;
            if (gx >= w || gy >= h) continue;
            int d = dist[y + 8][x + 8];
            cost[gy * w + gx] = d > radius ? 0 : 255 - d * 255 / (radius + 1);
        }
}

// lidar: 180 beams march through a 64x64 local map kept as bits
__global__ void rayMarch(const unsigned char *occ, int w, const float3 *poses, float *ranges, int nposes)
{
    __shared__ unsigned bits[64][2];
    const float3 pose = poses[blockIdx.x];
    const int ox = (int)pose.x - 32, oy = (int)pose.y - 32;
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
        unsigned b = 0;
        int yy = i >> 1, xx = (i & 1) * 32;
        for (int k = 0; k < 32; k++) {
            int gx = ox + xx + k, gy = oy + yy;
            if (gx < 0 || gy < 0 || gx >= w || gy >= w || occ[gy * w + gx] > 128) b |= 1u << k;
        }
        bits[yy][xx >> 5] = b;
    }
    __syncthreads();
    for (int beam = threadIdx.x; beam < 180; beam += blockDim.x) {
        float a = pose.z + beam * (6.2831853f / 180.f);
        float cx = 32.5f, cy = 32.5f, dx = cosf(a) * 0.5f, dy = sinf(a) * 0.5f;
        int step = 0;
        enum { MARCH, HIT, MISS } state = MARCH;
        do {
            cx += dx; cy += dy; ++step;
            int ix = (int)cx, iy = (int)cy;
            switch (state) {
            case MARCH:
                if (ix < 0 || iy < 0 || ix > 63 || iy > 63) state = MISS;
                else if (bits[iy][ix >> 5] >> (ix & 31) & 1u) state = HIT;
                break;
            default: break;
            }
        } while (state == MARCH && step < 100);
        ranges[blockIdx.x * 180 + beam] = state == HIT ? step * 0.5f : -1.f;
    }
}

int main()
{
    const int n = 1500, chains = 50, joints = 6, w = 120;
    std::vector<Pair> pr(n);
    for (int i = 0; i < n; ++i) {
        pr[i].src = {sinf(i * 0.1f), cosf(i * 0.2f), 0.001f * i};
        pr[i].dst = {cosf(i * 0.1f), sinf(i * 0.3f), 0.002f * i};
    }
    Dh dh[7];
    for (int i = 0; i < 7; ++i) dh[i] = {0.3f, i % 2 ? 1.57f : 0.f, 0.1f * i, 0.f, i == 3 ? 1 : 0};
    std::vector<float> q(chains * joints);
    for (size_t i = 0; i < q.size(); ++i) q[i] = 0.01f * (i % 97);
    std::vector<unsigned char> occ(w * w);
    for (int i = 0; i < w * w; ++i) occ[i] = (i * 37 % 211) == 0 ? 255 : 0;
    std::vector<float3> pose(4);
    for (int i = 0; i < 4; ++i) pose[i] = make_float3(20.f + 25 * i, 90.f - 20 * i, 0.1f * i);
    Pair *dp; Dh *ddh; float *dq, *dcov, *dtip, *drng; unsigned char *docc, *dcost; float3 *dpose;
    cudaMalloc(&dp, n * sizeof(Pair)); cudaMalloc(&ddh, sizeof(dh)); cudaMalloc(&dq, q.size() * 4);
    cudaMalloc(&dcov, 5 * 36); cudaMalloc(&dtip, chains * 12); cudaMalloc(&drng, 4 * 180 * 4);
    cudaMalloc(&docc, w * w); cudaMalloc(&dcost, w * w); cudaMalloc(&dpose, 4 * sizeof(float3));
    cudaMemcpy(dp, pr.data(), n * sizeof(Pair), cudaMemcpyHostToDevice);
    cudaMemcpy(ddh, dh, sizeof(dh), cudaMemcpyHostToDevice);
    cudaMemcpy(dq, q.data(), q.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(docc, occ.data(), w * w, cudaMemcpyHostToDevice);
    cudaMemcpy(dpose, pose.data(), 4 * sizeof(float3), cudaMemcpyHostToDevice);
    icpCovariance<128><<<5, 128>>>(dp, n, dcov);
    forwardKinematics<<<(chains + 11) / 12, dim3(8, 12), 12 * 8 * 16 * sizeof(float)>>>(ddh, dq, dtip, joints, chains);
    inflate<<<dim3(3, 6), dim3(20, 7)>>>(docc, dcost, w, w, 5);
    rayMarch<<<4, 90>>>(docc, w, dpose, drng, 4);
    std::vector<float> cov(45), tip(chains * 3), rng(720); std::vector<unsigned char> cost(w * w);
    cudaMemcpy(cov.data(), dcov, 180, cudaMemcpyDeviceToHost);
    cudaMemcpy(tip.data(), dtip, tip.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(rng.data(), drng, 2880, cudaMemcpyDeviceToHost);
    cudaMemcpy(cost.data(), dcost, w * w, cudaMemcpyDeviceToHost);
    double s = 0;
    for (float v : cov) s += v;
    for (float v : tip) s += v;
    for (float v : rng) s += v;
    for (auto v : cost) s += v;
    printf("robot_icp checksum %.4f %s\n", s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

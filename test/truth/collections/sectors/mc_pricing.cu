// mc_pricing.cu : option pricing and risk kernels (coursework project, group 7)
// - Sobol quasi random numbers, path simulation, binomial trees, Longstaff-Schwartz,
//   VaR histogram, correlated assets, prefix sums.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <iostream>
#include <iomanip>
#include <vector>
#include <cmath>
#include <cstdlib>
#include <cstdint>
#include <algorithm>

namespace cg = cooperative_groups;
using std::vector;
using real = double;

static void chk(cudaError_t e, int line) {
    if (e != cudaSuccess) { std::cerr << "line " << line << ": " << cudaGetErrorString(e) << std::endl; exit(1); }
}
#define CHK(x) chk(x, __LINE__)

const int THREADS = 128;
const int SOBOL_BITS = 32;
const int MAX_DIM = 16;
const int BASKET = 8;          // number of correlated assets
const int HBINS = 512;

struct Market { double spot, rate, vol, T; };
struct OptionSpec { float S, K, T, r, sigma; };
struct __align__(16) LsmSums { double m[8]; };   // sum x^0..x^4, y, xy, x2y

__device__ __forceinline__ uint32_t xorshift(uint32_t& s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
__device__ __forceinline__ float u01(uint32_t x) { return (x + 0.5f) * 2.3283064e-10f * 0.9999999f; }

// Kernel 1: Sobol sequence. direction numbers for this dimension are staged in shared memory
__global__ void sobolKernel(const uint32_t* dirs, float* out, int n) {
    __shared__ uint32_t v[SOBOL_BITS];
    const int dim = blockIdx.y;
    if (threadIdx.x < SOBOL_BITS) v[threadIdx.x] = dirs[dim * SOBOL_BITS + threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t g = i ^ (i >> 1), x = 0;
        for (int b = 0; g; ++b, g >>= 1)
            if (g & 1) x ^= v[b];
        out[(size_t)dim * n + i] = u01(x);
    }
}

// Kernel 2: Asian option. Box-Muller, payoffs reduced in shared memory
__global__ void asianPaths(Market mk, double strike, int steps, int pathsPerThread, double* sum, double* sum2) {
    __shared__ double s1[THREADS];
    __shared__ double s2[THREADS];
    const int tid = threadIdx.x;
    uint32_t rng = 1234567u + 7919u * (blockIdx.x * blockDim.x + tid);
    const double dt = mk.T / steps, drift = (mk.rate - 0.5 * mk.vol * mk.vol) * dt, sd = mk.vol * sqrt(dt);
    double a = 0, b = 0;
    for (int p = 0; p < pathsPerThread; ++p) {
        double lnS = log(mk.spot), avg = 0;
        for (int i = 0; i < steps; i += 2) {
            float u = u01(xorshift(rng)), w = u01(xorshift(rng));
            float r = sqrtf(-2.f * logf(u)), sn, cs;
            sincospif(2.f * w, &sn, &cs);
            lnS += drift + sd * r * cs; avg += exp(lnS);
            lnS += drift + sd * r * sn; avg += exp(lnS);
        }
        double pay = exp(-mk.rate * mk.T) * fmax(avg / steps - strike, 0.0);
        a += pay; b += pay * pay;
    }
    s1[tid] = a; s2[tid] = b;
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        int idx = 2 * stride * tid;
        if (idx < blockDim.x) { s1[idx] += s1[idx + stride]; s2[idx] += s2[idx + stride]; }
        __syncthreads();
    }
    if (tid == 0) { sum[blockIdx.x] = s1[0]; sum2[blockIdx.x] = s2[0]; }
}

// Kernel 3: binomial tree, one option per block, level values ping-pong in dynamic smem
__global__ void binomialTree(const OptionSpec* opts, float* price, int steps) {
    extern __shared__ float lv[];
    float* cur = lv;
    float* nxt = lv + steps + 1;
    const OptionSpec o = opts[blockIdx.x];
    const float dt = o.T / steps, u = expf(o.sigma * sqrtf(dt)), d = 1.f / u;
    const float disc = expf(-o.r * dt), p = (expf(o.r * dt) - d) / (u - d);
    for (int i = threadIdx.x; i <= steps; i += blockDim.x)
        cur[i] = fmaxf(o.K - o.S * powf(u, 2.f * i - steps), 0.f);
    __syncthreads();
    for (int n = steps - 1; n >= 0; --n) {
        for (int i = threadIdx.x; i <= n; i += blockDim.x) {
            float cont = disc * (p * cur[i + 1] + (1.f - p) * cur[i]);
            nxt[i] = fmaxf(cont, o.K - o.S * powf(u, 2.f * i - n));
        }
        __syncthreads();
        float* t = cur; cur = nxt; nxt = t;
    }
    if (threadIdx.x == 0) price[blockIdx.x] = cur[0];
}

// Kernel 4: correlated basket; the Cholesky factor and the normals live in shared memory
__global__ void basketPaths(const float* chol, const float* spots, float* payoff, int n, float strike, float vol, float T) {
    __shared__ float L[BASKET][BASKET];
    __shared__ float z[THREADS][BASKET];
    for (int i = threadIdx.x; i < BASKET * BASKET; i += blockDim.x) L[i / BASKET][i % BASKET] = chol[i];
    __syncthreads();
    const int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= n) return;
    uint32_t rng = 99991u * (path + 1);
    for (int a = 0; a < BASKET; a += 2) {
        float u = u01(xorshift(rng)), w = u01(xorshift(rng)), r = sqrtf(-2.f * logf(u)), s, c;
        sincospif(2.f * w, &s, &c);
        z[threadIdx.x][a] = r * c;
        z[threadIdx.x][a + 1] = r * s;
    }
    float basket = 0.f;
    for (int a = 0; a < BASKET; ++a) {
        float x = 0.f;
        for (int b = 0; b <= a; ++b) x += L[a][b] * z[threadIdx.x][b];
        basket += spots[a] * expf(-0.5f * vol * vol * T + vol * sqrtf(T) * x);
    }
    payoff[path] = fmaxf(basket / BASKET - strike, 0.f);
}

// Kernel 5: generate full paths and transpose to [step][path] through a tile
template <int STEPS_TILE>
__global__ void pathsTransposed(float* out, int nPaths, int nSteps, float S0, float r, float sigma, float dt) {
    __shared__ float tile[STEPS_TILE][THREADS];
    const int path = blockIdx.x * THREADS + threadIdx.x;
    uint32_t rng = 2463534242u + 31u * path;
    float S = S0;
    for (int base = 0; base < nSteps; base += STEPS_TILE) {
        const int m = min(STEPS_TILE, nSteps - base);
        for (int s = 0; s < m; ++s) {
            float u = u01(xorshift(rng)), w = u01(xorshift(rng));
            S *= expf((r - 0.5f * sigma * sigma) * dt + sigma * sqrtf(dt) * sqrtf(-2.f * logf(u)) * cospif(2.f * w));
            tile[s][threadIdx.x] = S;
        }
        __syncthreads();
        for (int s = threadIdx.x / 32; s < m; s += THREADS / 32)
            for (int j = (threadIdx.x % 32) * 4; j < THREADS; j += 128)
                *reinterpret_cast<float4*>(out + (size_t)(base + s) * nPaths + blockIdx.x * THREADS + j) = *reinterpret_cast<float4*>(&tile[s][j]);
        __syncthreads();
    }
}

// Kernel 6: Longstaff-Schwartz regression sums for one time step
__global__ void lsmSums(const float* S, const float* cash, int n, float K, double* out) {
    __shared__ LsmSums sm[THREADS];
    LsmSums acc = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double x = S[i] / K, y = cash[i];
        if (S[i] >= K) continue;
        acc.m[0] += 1; acc.m[1] += x; acc.m[2] += x * x; acc.m[3] += x * x * x; acc.m[4] += x * x * x * x;
        acc.m[5] += y; acc.m[6] += x * y; acc.m[7] += x * x * y;
    }
    sm[threadIdx.x] = acc;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            for (int k = 0; k < 8; ++k) sm[threadIdx.x].m[k] += sm[threadIdx.x + s].m[k];
        __syncthreads();
    }
    if (threadIdx.x < 8) atomicAdd(&out[threadIdx.x], sm[0].m[threadIdx.x]);
}

// Kernel 7: exercise decision; coefficients solved by thread 0, broadcast through smem
__global__ void lsmExercise(const float* S, float* cash, const double* sums, int n, float K, float disc) {
    __shared__ double A[3][4];
    __shared__ double beta[3];
    if (threadIdx.x < 12) {
        int r = threadIdx.x / 4, c = threadIdx.x % 4;
        A[r][c] = c < 3 ? sums[r + c] : sums[5 + r];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 0; k < 3; ++k) {
            double piv = fabs(A[k][k]) > 1e-12 ? A[k][k] : 1e-12;
            for (int r = k + 1; r < 3; ++r) {
                double f = A[r][k] / piv;
                for (int c = k; c < 4; ++c) A[r][c] -= f * A[k][c];
            }
        }
        for (int k = 2; k >= 0; --k) {
            double s = A[k][3];
            for (int c = k + 1; c < 3; ++c) s -= A[k][c] * beta[c];
            beta[k] = s / (fabs(A[k][k]) > 1e-12 ? A[k][k] : 1e-12);
        }
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = S[i] / K, ex = fmaxf(K - S[i], 0.f);
    float cont = beta[0] + beta[1] * x + beta[2] * x * x;
    cash[i] = disc * ((ex > 0.f && ex > cont) ? ex : cash[i]);
}

// Kernel 8: P&L histogram for VaR; int counters, privatized twice to reduce contention
__global__ void pnlHistogram(const float* pnl, int n, float lo, float hi, unsigned* hist) {
    __shared__ unsigned h[HBINS * 2];
    for (int i = threadIdx.x; i < HBINS * 2; i += blockDim.x) h[i] = 0;
    __syncthreads();
    const int copy = threadIdx.x & 1;
    const float scale = HBINS / (hi - lo);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = min(max((int)((pnl[i] - lo) * scale), 0), HBINS - 1);
        atomicAdd(&h[b * 2 + copy], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < HBINS; b += blockDim.x) atomicAdd(&hist[b], h[2 * b] + h[2 * b + 1]);
}

// Kernel 9: cumulative distribution by a warp-shuffle scan, 1 block
__global__ void cdfScan(const unsigned* hist, unsigned* cdf) {
    __shared__ unsigned warpTot[32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    unsigned v = hist[threadIdx.x];
    for (int d = 1; d < 32; d <<= 1) {
        unsigned o = warp.shfl_up(v, d);
        if (warp.thread_rank() >= d) v += o;
    }
    if (warp.thread_rank() == 31) warpTot[warp.meta_group_rank()] = v;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        unsigned t = warp.thread_rank() < warp.meta_group_size() ? warpTot[warp.thread_rank()] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            unsigned o = warp.shfl_up(t, d);
            if (warp.thread_rank() >= d) t += o;
        }
        warpTot[warp.thread_rank()] = t;
    }
    block.sync();
    cdf[threadIdx.x] = v + (warp.meta_group_rank() ? warpTot[warp.meta_group_rank() - 1] : 0);
}

// Kernel 10: risk aggregation, exposures[trade][scenario] -> per netting set, 2-D block
__global__ void aggregateExposure(const float* mtm, const int* nettingSet, float* epe, int trades, int scen, int nsets) {
    extern __shared__ float net[];              // [nsets][blockDim.x]
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.y; k < nsets; k += blockDim.y) net[k * blockDim.x + threadIdx.x] = 0.f;
    __syncthreads();
    if (s < scen)
        for (int t = threadIdx.y; t < trades; t += blockDim.y)
            atomicAdd(&net[nettingSet[t] * blockDim.x + threadIdx.x], mtm[(size_t)t * scen + s]);
    __syncthreads();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int k = threadIdx.y; k < nsets; k += blockDim.y) {
        float e = fmaxf(net[k * blockDim.x + threadIdx.x], 0.f);
        e = cg::reduce(warp, e, cg::plus<float>());
        if (threadIdx.x == 0) atomicAdd(&epe[k], e / scen);
    }
}

template <typename T> T* toDevice(const vector<T>& h) {
    T* d; CHK(cudaMalloc(&d, h.size() * sizeof(T)));
    CHK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
template <typename T> vector<T> toHost(T* d, size_t n) {
    vector<T> h(n); CHK(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return h;
}

int main(int argc, char** argv) {
    int nPaths = argc > 1 ? atoi(argv[1]) : 16384;
    nPaths = (nPaths + THREADS - 1) / THREADS * THREADS;
    Market mk{100.0, 0.03, 0.2, 1.0};
    std::cout << std::fixed << std::setprecision(4);

    // Sobol
    vector<uint32_t> dirs(MAX_DIM * SOBOL_BITS);
    for (int d = 0; d < MAX_DIM; ++d)
        for (int b = 0; b < SOBOL_BITS; ++b) dirs[d * SOBOL_BITS + b] = (d == 0 ? 1u : ((2u * d + 1u) * (b + 1) | 1u)) << (31 - b);
    uint32_t* dDirs = toDevice(dirs);
    vector<float> fz((size_t)MAX_DIM * nPaths, 0.f);
    float* dSob = toDevice(fz);
    sobolKernel<<<dim3(16, MAX_DIM), 64>>>(dDirs, dSob, nPaths);
    CHK(cudaGetLastError());
    auto sob = toHost(dSob, nPaths);
    double sm = 0; for (float f : sob) sm += f;
    std::cout << "sobol mean " << sm / nPaths << std::endl;

    // Asian
    const int blocks = 64;
    vector<double> dz(2 * blocks, 0.0);
    double* dSum = toDevice(dz);
    asianPaths<<<blocks, THREADS>>>(mk, 100.0, 32, 4, dSum, dSum + blocks);
    auto hs = toHost(dSum, 2 * blocks);
    double tot = 0; for (int i = 0; i < blocks; ++i) tot += hs[i];
    std::cout << "asian " << tot / (blocks * THREADS * 4) << std::endl;

    // Binomial for a few depths
    vector<OptionSpec> opts(64);
    for (int i = 0; i < 64; ++i) opts[i] = {100.f, 80.f + i, 1.f, 0.03f, 0.2f};
    OptionSpec* dOpts = toDevice(opts);
    float* dPrice = toDevice(vector<float>(64, 0.f));
    for (int steps : {100, 255, 512}) {
        binomialTree<<<64, 128, 2 * (steps + 1) * sizeof(float)>>>(dOpts, dPrice, steps);
        CHK(cudaGetLastError());
        std::cout << "tree " << steps << " american put K=100: " << toHost(dPrice, 64)[20] << std::endl;
    }

    // Basket
    vector<float> chol(BASKET * BASKET, 0.f), spots(BASKET, 100.f);
    for (int i = 0; i < BASKET; ++i)
        for (int j = 0; j <= i; ++j) {
            float s = i == j ? 1.f : 0.4f;
            for (int k = 0; k < j; ++k) s -= chol[i * BASKET + k] * chol[j * BASKET + k];
            chol[i * BASKET + j] = i == j ? std::sqrt(s) : s / chol[j * BASKET + j];
        }
    float *dChol = toDevice(chol), *dSpots = toDevice(spots), *dPay = toDevice(vector<float>(nPaths, 0.f));
    basketPaths<<<nPaths / THREADS, THREADS>>>(dChol, dSpots, dPay, nPaths, 100.f, 0.2f, 1.f);
    auto pay = toHost(dPay, nPaths);
    double pm = 0; for (float f : pay) pm += f;
    std::cout << "basket " << pm / nPaths << std::endl;

    // LSM
    const int steps = 50;
    float* dPaths = toDevice(vector<float>((size_t)steps * nPaths, 0.f));
    pathsTransposed<16><<<nPaths / THREADS, THREADS>>>(dPaths, nPaths, steps, 100.f, 0.03f, 0.2f, 1.f / steps);
    CHK(cudaGetLastError());
    auto last = toHost(dPaths + (size_t)(steps - 1) * nPaths, nPaths);
    for (float& f : last) f = std::max(100.f - f, 0.f) * std::exp(-0.03f / steps);
    float* dCash = toDevice(last);
    double* dReg = toDevice(vector<double>(8, 0.0));
    for (int s = steps - 2; s >= 0; --s) {
        CHK(cudaMemset(dReg, 0, 8 * sizeof(double)));
        lsmSums<<<32, THREADS>>>(dPaths + (size_t)s * nPaths, dCash, nPaths, 100.f, dReg);
        lsmExercise<<<(nPaths + 255) / 256, 256>>>(dPaths + (size_t)s * nPaths, dCash, dReg, nPaths, 100.f, std::exp(-0.03f / steps));
    }
    CHK(cudaGetLastError());
    auto cash = toHost(dCash, nPaths);
    double cm = 0; for (float f : cash) cm += f;
    std::cout << "LSM american put " << cm / nPaths << std::endl;

    // VaR
    unsigned *dHist = toDevice(vector<unsigned>(HBINS, 0u)), *dCdf = toDevice(vector<unsigned>(HBINS, 0u));
    pnlHistogram<<<24, 256>>>(dPay, nPaths, 0.f, 80.f, dHist);
    cdfScan<<<1, HBINS>>>(dHist, dCdf);
    auto cdf = toHost(dCdf, HBINS);
    int q = 0; while (q < HBINS - 1 && cdf[q] < 0.99 * nPaths) ++q;
    std::cout << "99% quantile bin " << q << " total " << cdf[HBINS - 1] << std::endl;

    // exposure
    const int trades = 200, scen = 1000, nsets = 12;
    vector<float> mtm((size_t)trades * scen); vector<int> ns(trades);
    for (int t = 0; t < trades; ++t) { ns[t] = (t * 7) % nsets; for (int s = 0; s < scen; ++s) mtm[(size_t)t * scen + s] = std::sin(0.37f * t + 0.11f * s); }
    float *dM = toDevice(mtm), *dE = toDevice(vector<float>(nsets, 0.f)); int* dN = toDevice(ns);
    aggregateExposure<<<(scen + 31) / 32, dim3(32, 8), nsets * 32 * sizeof(float)>>>(dM, dN, dE, trades, scen, nsets);
    CHK(cudaGetLastError());
    auto epe = toHost(dE, nsets);
    double es = 0; for (float e : epe) es += e;
    std::cout << "total EPE " << es << std::endl;
    CHK(cudaDeviceSynchronize());
    CHK(cudaDeviceReset());
    return 0;
}

// Option pricing desk toys
#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

struct Option { float S, K, T, r, vol; };          // 20 bytes

// CRR tree, one option per block, two alternating level arrays
__global__ void binomialTree(const Option *opts, float *price, int steps)
{
    extern __shared__ float lv[];
    __shared__ Option o;
    float *cur = lv, *nxt = lv + steps + 1;
    if (threadIdx.x == 0) o = opts[blockIdx.x];
    __syncthreads();
    const float dt = o.T / steps;
    const float u = __expf(o.vol * sqrtf(dt)), d = 1.f / u;
    const float disc = __expf(-o.r * dt);
    const float p = (__expf(o.r * dt) - d) / (u - d);
    for (int i = threadIdx.x; i <= steps; i += blockDim.x)
        cur[i] = fmaxf(o.K - o.S * __powf(u, 2.f * i - steps), 0.f);
    __syncthreads();
    for (int lev = steps - 1; lev >= 0; --lev) {
        for (int i = threadIdx.x; i <= lev; i += blockDim.x) {
            float hold = disc * (p * cur[i + 1] + (1.f - p) * cur[i]);
            float ex = o.K - o.S * __powf(u, 2.f * i - lev);
            nxt[i] = fmaxf(hold, ex);
        }
        __syncthreads();
        float *t = cur; cur = nxt; nxt = t;
    }
    if (threadIdx.x == 0) price[blockIdx.x] = cur[0];
}

// Monte-Carlo Asian with generator objects living in shared memory
class XorWow {
    unsigned s_[6];
public:
    __device__ void seed(unsigned a) {
        for (int i = 0; i < 5; ++i) { a = a * 69069u + 1u; s_[i] = a | 1u; }
        s_[5] = 362437u;
    }
    __device__ unsigned next() {
        unsigned t = s_[0] ^ (s_[0] >> 2);
        s_[0] = s_[1]; s_[1] = s_[2]; s_[2] = s_[3]; s_[3] = s_[4];
        s_[4] = (s_[4] ^ (s_[4] << 4)) ^ (t ^ (t << 1));
        s_[5] += 362437u;
        return s_[4] + s_[5];
    }
    __device__ float uniform() { return (next() >> 8) * (1.f / 16777216.f) + 1e-8f; }
};

__global__ void asianMC(const Option *opts, double *out, int fixings, int paths)
{
    __shared__ XorWow gen[96];
    __shared__ double acc[96];
    XorWow &g = gen[threadIdx.x];
    g.seed(blockIdx.x * 977u + threadIdx.x * 31u + 5u);
    const Option o = opts[blockIdx.x];
    const float dt = o.T / fixings, drift = (o.r - 0.5f * o.vol * o.vol) * dt, sd = o.vol * sqrtf(dt);
    double sum = 0.0;
    for (int pth = threadIdx.x; pth < paths; pth += blockDim.x) {
        float x = o.S, avg = 0.f;
        for (int f = 0; f < fixings; f += 2) {
            float r = sqrtf(-2.f * __logf(g.uniform())), a = 6.2831853f * g.uniform();
            x *= __expf(drift + sd * r * __cosf(a)); avg += x;
            x *= __expf(drift + sd * r * __sinf(a)); avg += x;
        }
        sum += fmaxf(avg / fixings - o.K, 0.f);
    }
    acc[threadIdx.x] = sum;
    __syncthreads();
    // 96 = 3 * 32
    if (threadIdx.x < 32) {
        double v = acc[threadIdx.x] + acc[threadIdx.x + 32] + acc[threadIdx.x + 64];
        for (int k = 16; k; k >>= 1) v += __shfl_down_sync(~0u, v, k);
        if (threadIdx.x == 0) out[blockIdx.x] = v / paths * exp(-(double)o.r * o.T);
    }
}

// historical VaR: sort scenario P&L in shared with odd-even merge, pick quantiles
__global__ void scenarioVaR(const float *pnl, float *var, int nScen, float q0, float q1)
{
    __shared__ float s[256];
    const int t = threadIdx.x;
    s[t] = t < nScen ? pnl[blockIdx.x * nScen + t] : 3.0e38f;
    __syncthreads();
    for (int p = 1; p < 256; p <<= 1)
        for (int k = p; k >= 1; k >>= 1) {
            int j = (t - (k % p)) ;
            if (t >= (k % p) && t + k < 256 && (j / k) % 2 == 0) {
                if (t / (p * 2) == (t + k) / (p * 2)) {
                    float a = s[t], b = s[t + k];
                    if (a > b) { s[t] = b; s[t + k] = a; }
                }
            }
            __syncthreads();
        }
    if (t < 2) {
        int idx = (int)((t ? q1 : q0) * (nScen - 1));
        var[blockIdx.x * 2 + t] = s[max(0, min(idx, nScen - 1))];
    }
}

// correlation of 24 assets: returns tile [asset][day] and triangular output
template <int DAYS, int PAD>
__global__ void correlation(const float *ret, float *corr, int assets, int days)
{
    __shared__ float tile[24][DAYS + PAD];
    const int pairs = assets * (assets + 1) / 2;
    float acc[2] = {0.f, 0.f};
    for (int d0 = 0; d0 < days; d0 += DAYS) {
        for (int e = threadIdx.x; e < 24 * DAYS; e += blockDim.x) {
            int a = e / DAYS, d = e - a * DAYS;
            tile[a][d] = (a < assets && d0 + d < days) ? ret[a * days + d0 + d] : 0.f;
        }
        __syncthreads();
        int slot = 0;
        for (int pidx = threadIdx.x; pidx < pairs; pidx += blockDim.x, ++slot) {
            int i = (int)((sqrtf(8.f * pidx + 1.f) - 1.f) * 0.5f);
            while ((i + 1) * (i + 2) / 2 <= pidx) ++i;
            while (i * (i + 1) / 2 > pidx) --i;
            int j = pidx - i * (i + 1) / 2;
            float v = 0.f;
            for (int d = 0; d < DAYS; ++d) v += tile[i][d] * tile[j][d];
            if (slot == 0) acc[0] += v; else acc[1] += v;
        }
        __syncthreads();
    }
    if (threadIdx.x < pairs) corr[threadIdx.x] = acc[0];
    if (threadIdx.x + blockDim.x < pairs) corr[threadIdx.x + blockDim.x] = acc[1];
}

int main()
{
    const int nOpt = 12;
    std::vector<Option> o(nOpt);
    for (int i = 0; i < nOpt; ++i) o[i] = {100.f, 90.f + 2.f * i, 0.5f + 0.1f * i, 0.03f, 0.15f + 0.01f * i};
    std::vector<float> pnl(5 * 200), ret(22 * 100);
    for (size_t i = 0; i < pnl.size(); i++) pnl[i] = sinf(i * 12.9898f) * 1000.f;
    for (size_t i = 0; i < ret.size(); i++) ret[i] = cosf(i * 0.7531f) * 0.02f;
    Option *dO; float *dP, *dPnl, *dV, *dR, *dC; double *dA;
    cudaMalloc(&dO, nOpt * sizeof(Option)); cudaMalloc(&dP, nOpt * 4); cudaMalloc(&dA, nOpt * 8);
    cudaMalloc(&dPnl, pnl.size() * 4); cudaMalloc(&dV, 40); cudaMalloc(&dR, ret.size() * 4); cudaMalloc(&dC, 300 * 4);
    cudaMemcpy(dO, o.data(), nOpt * sizeof(Option), cudaMemcpyHostToDevice);
    cudaMemcpy(dPnl, pnl.data(), pnl.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dR, ret.data(), ret.size() * 4, cudaMemcpyHostToDevice);
    const int steps = 200;
    binomialTree<<<nOpt, 128, 2 * (steps + 1) * sizeof(float)>>>(dO, dP, steps);
    asianMC<<<nOpt, 96>>>(dO, dA, 12, 400);
    scenarioVaR<<<5, 256>>>(dPnl, dV, 200, 0.01f, 0.05f);
    correlation<32, 0><<<1, 192>>>(dR, dC, 22, 100);
    correlation<32, 1><<<1, 192>>>(dR, dC, 22, 100);
    std::vector<float> p(nOpt), v(10), c(253); std::vector<double> a(nOpt);
    cudaMemcpy(p.data(), dP, nOpt * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(a.data(), dA, nOpt * 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(v.data(), dV, 40, cudaMemcpyDeviceToHost);
    cudaMemcpy(c.data(), dC, 253 * 4, cudaMemcpyDeviceToHost);
    double s = 0;
    for (float x : p) s += x;
    for (double x : a) s += x;
    for (float x : v) s += x;
    for (float x : c) s += x;
    printf("finance_pricing checksum %.5f %s\n", s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

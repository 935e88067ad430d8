// Option pricing and risk kernels: binomial and trinomial lattices, local-vol Monte Carlo with
// a shared table, return covariance, and k-means for scenario clustering.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <vector>

struct OptionSpec {
    float S, K, r, sigma, T;
};

inline void throwIf(cudaError_t e, const char *msg)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(msg) + ": " + cudaGetErrorString(e));
}

// ---- lattices ---------------------------------------------------------------------------
template <int STEPS, int THREADS>
__global__ void binomialAmerican(const OptionSpec *opts, float *price)
{
    __shared__ float value[STEPS + 1];

    const OptionSpec o = opts[blockIdx.x];
    const float dt = o.T / STEPS;
    const float u = __expf(o.sigma * sqrtf(dt));
    const float d = 1.0f / u;
    const float disc = __expf(-o.r * dt);
    const float pu = (1.0f / disc - d) / (u - d);
    const float lu = o.sigma * sqrtf(dt);

    for (int i = threadIdx.x; i <= STEPS; i += THREADS) {
        const float s = o.S * __expf(lu * (2 * i - STEPS));
        value[i] = fmaxf(o.K - s, 0.0f);
    }
    __syncthreads();

    constexpr int PER = STEPS / THREADS;
    for (int step = STEPS - 1; step >= 0; --step) {
        float tmp[PER];
#pragma unroll
        for (int j = 0; j < PER; ++j) {
            const int i = threadIdx.x + j * THREADS;
            const float cont = disc * (pu * value[i + 1] + (1.0f - pu) * value[i]);
            const float s = o.S * __expf(lu * (2 * i - step));
            tmp[j] = fmaxf(cont, o.K - s);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < PER; ++j) {
            const int i = threadIdx.x + j * THREADS;
            if (i <= step)
                value[i] = tmp[j];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        price[blockIdx.x] = value[0];
}

// Double-buffered trinomial tree; each thread owns two neighbouring nodes.
__global__ void trinomialEuropean(const OptionSpec *opts, float *price, int steps)
{
    extern __shared__ float lattice[];
    const int width = 2 * steps + 2;
    float *cur = lattice;
    float *nxt = lattice + width;

    const OptionSpec o = opts[blockIdx.x];
    const float dt = o.T / steps;
    const float dx = o.sigma * sqrtf(3.0f * dt);
    const float nu = o.r - 0.5f * o.sigma * o.sigma;
    const float a = (o.sigma * o.sigma * dt + nu * nu * dt * dt) / (dx * dx);
    const float b = nu * dt / dx;
    const float disc = __expf(-o.r * dt);
    const float pu = 0.5f * (a + b) * disc;
    const float pd = 0.5f * (a - b) * disc;
    const float pm = (1.0f - a) * disc;

    const int n0 = 2 * threadIdx.x;
    const int n1 = n0 + 1;
    if (n0 <= 2 * steps)
        cur[n0] = fmaxf(o.S * __expf(dx * (n0 - steps)) - o.K, 0.0f);
    if (n1 <= 2 * steps)
        cur[n1] = fmaxf(o.S * __expf(dx * (n1 - steps)) - o.K, 0.0f);
    __syncthreads();

    for (int s = steps; s > 0; --s) {
        const int last = 2 * (s - 1);
        if (n0 <= last)
            nxt[n0] = pd * cur[n0] + pm * cur[n0 + 1] + pu * cur[n0 + 2];
        if (n1 <= last)
            nxt[n1] = pd * cur[n1] + pm * cur[n1 + 1] + pu * cur[n1 + 2];
        __syncthreads();
        float *t = cur;
        cur = nxt;
        nxt = t;
    }
    if (threadIdx.x == 0)
        price[blockIdx.x] = cur[0];
}

// ---- Monte Carlo --------------------------------------------------------------------------
class XorShift {
public:
    __device__ explicit XorShift(unsigned seed) : s_(seed * 2654435761u + 12345u) {}
    __device__ float uniform()
    {
        s_ ^= s_ << 13;
        s_ ^= s_ >> 17;
        s_ ^= s_ << 5;
        return (s_ >> 8) * (1.0f / 16777216.0f) + 1e-7f;
    }
    __device__ float normal()
    {
        const float r = sqrtf(-2.0f * __logf(uniform()));
        return r * __cosf(6.2831853f * uniform());
    }

private:
    unsigned s_;
};

template <int NT> struct BlockSum {
    float slot[NT];

    __device__ float reduce(float v)
    {
        const int t = threadIdx.x;
        slot[t] = v;
        __syncthreads();
        for (int stride = 1; stride < NT; stride *= 2) {
            const int i = 2 * stride * t;
            if (i < NT)
                slot[i] += slot[i + stride];
            __syncthreads();
        }
        return slot[0];
    }
};

constexpr int MC_THREADS = 128;
constexpr int MC_STEPS = 64;
constexpr int VOL_BUCKETS = 32;

// Asian call under a piecewise local volatility; the term structure sits in shared.
__global__ void asianLocalVol(OptionSpec o, const float *volSurface, const float *rates,
                              float *blockPayoff, int pathsPerThread)
{
    __shared__ float vol[MC_STEPS][VOL_BUCKETS];
    __shared__ float drift[MC_STEPS];
    __shared__ BlockSum<MC_THREADS> sum;

    for (int i = threadIdx.x; i < MC_STEPS * VOL_BUCKETS; i += MC_THREADS)
        vol[i / VOL_BUCKETS][i % VOL_BUCKETS] = volSurface[i];
    if (threadIdx.x < MC_STEPS)
        drift[threadIdx.x] = rates[threadIdx.x];
    __syncthreads();

    const float dt = o.T / MC_STEPS;
    const float sq = sqrtf(dt);
    XorShift rng(blockIdx.x * MC_THREADS + threadIdx.x + 1);
    float total = 0.0f;
    for (int p = 0; p < pathsPerThread; ++p) {
        float s = o.S;
        float avg = 0.0f;
        for (int k = 0; k < MC_STEPS; ++k) {
            int bucket = (int)(s / o.S * (VOL_BUCKETS / 2));
            bucket = min(max(bucket, 0), VOL_BUCKETS - 1);
            const float v = vol[k][bucket];
            const float mu = drift[k];
            s *= __expf((mu - 0.5f * v * v) * dt + v * sq * rng.normal());
            avg += s;
        }
        total += fmaxf(avg / MC_STEPS - o.K, 0.0f);
    }
    const float all = sum.reduce(total);
    if (threadIdx.x == 0)
        blockPayoff[blockIdx.x] = all * __expf(-o.r * o.T) / (MC_THREADS * pathsPerThread);
}

// ---- covariance -----------------------------------------------------------------------------

// cov = X^T X / (n - 1) for centred returns X[n][assets]; T x T output tile per block.
template <typename Real, int T, int DEPTH>
__global__ void covarianceTile(const Real *X, Real *cov, int n, int assets)
{
    __shared__ Real left[T][DEPTH];
    __shared__ Real right[T][DEPTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int ci = blockIdx.y * T;
    const int cj = blockIdx.x * T;
    Real acc = 0;

    for (int d0 = 0; d0 < n; d0 += DEPTH) {
#pragma unroll
        for (int d = ty; d < DEPTH; d += T) {
            left[tx][d] = X[(d0 + d) * assets + ci + tx];
            right[tx][d] = X[(d0 + d) * assets + cj + tx];
        }
        __syncthreads();
#pragma unroll 8
        for (int d = 0; d < DEPTH; ++d)
            acc += left[ty][d] * right[tx][d];
        __syncthreads();
    }
    cov[(ci + ty) * assets + cj + tx] = acc / (n - 1);
}

// ---- k-means -----------------------------------------------------------------------------------
template <int DIM, int KCL, int THREADS>
__global__ void kmeansAssign(const float *pts, const float *centroids, int *label,
                             float *sums, int *counts, int n)
{
    __shared__ float c[KCL][DIM];
    __shared__ float p[THREADS][DIM];
    __shared__ float csum[KCL * DIM];
    __shared__ int ccount[KCL];

    const int t = threadIdx.x;
    const int base = blockIdx.x * THREADS;
    for (int i = t; i < KCL * DIM; i += THREADS) {
        (&c[0][0])[i] = centroids[i];
        csum[i] = 0.0f;
    }
    if (t < KCL)
        ccount[t] = 0;
    for (int i = t; i < THREADS * DIM; i += THREADS)
        (&p[0][0])[i] = base * DIM + i < n * DIM ? pts[base * DIM + i] : 0.0f;
    __syncthreads();

    int best = 0;
    float bestDist = 3.4e38f;
    for (int k = 0; k < KCL; ++k) {
        float dist = 0.0f;
#pragma unroll
        for (int d = 0; d < DIM; ++d) {
            const float diff = p[t][d] - c[k][d];
            dist += diff * diff;
        }
        if (dist < bestDist) {
            bestDist = dist;
            best = k;
        }
    }
    if (base + t < n) {
        label[base + t] = best;
        atomicAdd(&ccount[best], 1);
        for (int d = 0; d < DIM; ++d)
            atomicAdd(&csum[best * DIM + d], p[t][d]);
    }
    __syncthreads();
    for (int i = t; i < KCL * DIM; i += THREADS)
        atomicAdd(&sums[i], csum[i]);
    if (t < KCL)
        atomicAdd(&counts[t], ccount[t]);
}

// ---- driver ------------------------------------------------------------------------------------
class Engine {
public:
    explicit Engine(int nopt) : nopt_(nopt)
    {
        std::vector<OptionSpec> h(nopt);
        for (int i = 0; i < nopt; ++i)
            h[i] = {100.0f, 80.0f + i, 0.03f, 0.2f + 0.005f * i, 1.0f};
        opts_ = upload(h);
        out_ = upload(std::vector<float>(nopt, 0.0f));
    }

    void lattices(bool american)
    {
        constexpr int steps = 256, threads = 128;
        if (american) {
            binomialAmerican<steps, threads><<<nopt_, threads>>>(opts_, out_);
        } else {
            const int tsteps = 100;
            const size_t smem = 2 * (2 * tsteps + 2) * sizeof(float);
            trinomialEuropean<<<nopt_, tsteps + 1, smem>>>(opts_, out_, tsteps);
        }
        throwIf(cudaGetLastError(), "lattice");
    }

    void monteCarlo()
    {
        float *vol = upload(std::vector<float>(MC_STEPS * VOL_BUCKETS, 0.25f));
        float *rates = upload(std::vector<float>(MC_STEPS, 0.03f));
        const OptionSpec o = {100.0f, 100.0f, 0.03f, 0.25f, 1.0f};
        asianLocalVol<<<nopt_, MC_THREADS>>>(o, vol, rates, out_, 4);
        throwIf(cudaGetLastError(), "asian");
    }

    template <int T> void covariance(int n, int assets)
    {
        std::vector<float> x(n * assets);
        for (size_t i = 0; i < x.size(); ++i)
            x[i] = 0.01f * std::sin(0.1f * i);
        float *dx = upload(x);
        float *dc = upload(std::vector<float>(assets * assets));
        const dim3 grid(assets / T, assets / T);
        covarianceTile<float, T, 32><<<grid, dim3(T, T)>>>(dx, dc, n, assets);
        throwIf(cudaGetLastError(), "covariance");
    }

    void cluster(int n, int dim)
    {
        float *pts = upload(std::vector<float>(n * dim, 0.5f));
        float *cen = upload(std::vector<float>(8 * dim, 0.25f));
        int *label = upload(std::vector<int>(n));
        float *sums = upload(std::vector<float>(8 * dim));
        int *counts = upload(std::vector<int>(8));
        const int blocks = (n + 127) / 128;
        switch (dim) {
        case 6: kmeansAssign<6, 8, 128><<<blocks, 128>>>(pts, cen, label, sums, counts, n); break;
        case 8: kmeansAssign<8, 8, 128><<<blocks, 128>>>(pts, cen, label, sums, counts, n); break;
        case 9: kmeansAssign<9, 8, 128><<<blocks, 128>>>(pts, cen, label, sums, counts, n); break;
        default: throw std::invalid_argument("unsupported dimension");
        }
        throwIf(cudaGetLastError(), "kmeans");
    }

private:
    template <typename V> V *upload(const std::vector<V> &h)
    {
        V *d = nullptr;
        throwIf(cudaMalloc(&d, h.size() * sizeof(V)), "malloc");
        throwIf(cudaMemcpy(d, h.data(), h.size() * sizeof(V), cudaMemcpyHostToDevice), "copy");
        return d;
    }

    int nopt_;
    OptionSpec *opts_;
    float *out_;
};

int main()
{
    try {
        Engine e(32);
        e.lattices(true);
        e.lattices(false);
        e.monteCarlo();
        e.covariance<16>(256, 64);
        e.cluster(4000, 6);
        throwIf(cudaDeviceSynchronize(), "sync");
    } catch (const std::exception &ex) {
        std::fprintf(stderr, "%s\n", ex.what());
        return 1;
    }
    std::puts("ok");
    return 0;
}

// European Monte Carlo, arithmetic Asian with staged normals, binomial European and American trees.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_TRY(x)                                                       \
    do {                                                                  \
        cudaError_t rc = (x);                                             \
        if (rc != cudaSuccess) { fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorString(rc)); exit(1); } \
    } while (0)

struct Option { double S, K, T, r, sigma; };
struct McResult { double mean, stderr_; };

__device__ __forceinline__ unsigned pcg_hash(unsigned v)
{
    const unsigned s = v * 747796405u + 2891336453u;
    const unsigned w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    return (w >> 22u) ^ w;
}

__device__ __forceinline__ float2 normal_pair(unsigned seed, unsigned counter)
{
    const unsigned a = pcg_hash(counter * 2u + pcg_hash(seed));
    const unsigned b = pcg_hash(a ^ (counter * 2u + 1u));
    const float u = (float(a >> 8) + 0.5f) * (1.f / 16777216.f), v = float(b >> 8) * (1.f / 16777216.f);
    const float rad = sqrtf(-2.f * logf(u));
    float s, c;
    sincospif(2.f * v, &s, &c);
    return make_float2(rad * c, rad * s);
}

// ------------------------------------------------------------ one block per option
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
mc_european(const Option* __restrict__ opts, McResult* __restrict__ res, int pairs)
{
    __shared__ double s_sum[BLOCK];
    __shared__ double s_sum2[BLOCK];

    const Option o = opts[blockIdx.x];
    const float mu = float((o.r - 0.5 * o.sigma * o.sigma) * o.T);
    const float vol = float(o.sigma * sqrt(o.T));
    double sum = 0.0, sum2 = 0.0;
    for (int p = threadIdx.x; p < pairs; p += BLOCK) {
        const float2 z = normal_pair(blockIdx.x + 17u, p);
        const float c0 = fmaxf(float(o.S) * expf(mu + vol * z.x) - float(o.K), 0.f);
        const float c1 = fmaxf(float(o.S) * expf(mu + vol * z.y) - float(o.K), 0.f);
        sum += double(c0) + c1; sum2 += double(c0) * c0 + double(c1) * c1;
    }
    s_sum[threadIdx.x] = sum; s_sum2[threadIdx.x] = sum2;
    __syncthreads();

#pragma unroll
    for (int s = BLOCK / 2; s > 16; s >>= 1) {
        if (threadIdx.x < s) {
            s_sum[threadIdx.x] += s_sum[threadIdx.x + s];
            s_sum2[threadIdx.x] += s_sum2[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        sum = s_sum[threadIdx.x]; sum2 = s_sum2[threadIdx.x];
#pragma unroll
        for (int d = 16; d > 0; d >>= 1) {
            sum += __shfl_down_sync(0xffffffffu, sum, d);
            sum2 += __shfl_down_sync(0xffffffffu, sum2, d);
        }
        if (threadIdx.x == 0) {
            const double n = 2.0 * pairs, df = exp(-o.r * o.T), m = sum / n;
            res[blockIdx.x].mean = df * m;
            res[blockIdx.x].stderr_ = df * sqrt((sum2 / n - m * m) / n);
        }
    }
}

// ------------------------------------------------------------ Asian call, normals are [path][step] in global memory
constexpr int PATHS = 64;
constexpr int STEP_TILE = 16;

__global__ void __launch_bounds__(PATHS)
mc_asian(const float* __restrict__ z, double* __restrict__ payoff_sum, Option o, int paths, int steps)
{
    __shared__ float s_z[STEP_TILE][PATHS + 1];
    __shared__ double s_warp[PATHS / 32];

    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int first = blockIdx.x * PATHS; const float dt = float(o.T) / steps;
    const float drift = float(o.r - 0.5 * o.sigma * o.sigma) * dt;
    const float vol = float(o.sigma) * sqrtf(dt);

    float logs = logf(float(o.S)), avg = 0.f;
    for (int base = 0; base < steps; base += STEP_TILE) {
        for (int i = threadIdx.x; i < PATHS * STEP_TILE; i += PATHS) {
            const int path = i / STEP_TILE, step = i % STEP_TILE;
            const bool in = first + path < paths && base + step < steps;
            s_z[step][path] = in ? z[size_t(first + path) * steps + base + step] : 0.f;
        }
        block.sync();
        const int count = min(STEP_TILE, steps - base);
        for (int s = 0; s < count; ++s) {
            logs += drift + vol * s_z[s][threadIdx.x]; avg += expf(logs);
        }
        block.sync();
    }

    double pay = first + int(threadIdx.x) < paths ? fmax(double(avg) / steps - o.K, 0.0) : 0.0;
    for (int d = warp.size() / 2; d > 0; d /= 2) pay += warp.shfl_down(pay, d);
    if (warp.thread_rank() == 0) s_warp[warp.meta_group_rank()] = pay;
    block.sync();
    if (threadIdx.x == 0) {
        for (int w = 1; w < PATHS / 32; ++w) pay += s_warp[w];
        atomicAdd(payoff_sum, pay);
    }
}

// ------------------------------------------------------------ European tree: registers plus boundary exchange
template <int THREADS, int ELEMS>
__global__ void __launch_bounds__(THREADS) binomial_european(const Option* __restrict__ opts, double* __restrict__ value)
{
    constexpr int STEPS = THREADS * ELEMS;
    __shared__ double call_exchange[THREADS + 1];

    const Option o = opts[blockIdx.x];
    const int tid = threadIdx.x;
    const double dt = o.T / STEPS, vdt = o.sigma * sqrt(dt), rdt = exp(o.r * dt);
    const double u = exp(vdt), d = exp(-vdt), pu = (rdt - d) / (u - d);
    const double pu_df = pu / rdt, pd_df = (1.0 - pu) / rdt;
    auto expiry = [&](int i) { return fmax(o.S * exp(vdt * (2.0 * i - STEPS)) - o.K, 0.0); };

    double call[ELEMS + 1];
#pragma unroll
    for (int i = 0; i < ELEMS; ++i) call[i] = expiry(tid * ELEMS + i);
    if (tid == 0) call_exchange[THREADS] = expiry(STEPS);

    const int final_it = max(0, tid * ELEMS - 1);
    for (int i = STEPS; i > 0; --i) {
        call_exchange[tid] = call[0];
        __syncthreads();
        call[ELEMS] = call_exchange[tid + 1];
        __syncthreads();
        if (i > final_it) {
#pragma unroll
            for (int j = 0; j < ELEMS; ++j) call[j] = pu_df * call[j + 1] + pd_df * call[j];
        }
    }
    if (tid == 0) value[blockIdx.x] = call[0];
}

// ------------------------------------------------------------ American put: the tree level lives in shared memory
__global__ void binomial_american_put(const Option* __restrict__ opts, double* __restrict__ value, int steps)
{
    extern __shared__ double s_mem[];
    double* cur = s_mem;                 // steps + 1
    double* next = cur + steps + 1;      // steps + 1
    double* spot = next + steps + 1;     // 2 * steps + 1

    const Option o = opts[blockIdx.x];
    const double dt = o.T / steps, vdt = o.sigma * sqrt(dt), rdt = exp(o.r * dt);
    const double u = exp(vdt), d = 1.0 / u, pu = (rdt - d) / (u - d);
    const double pu_df = pu / rdt, pd_df = (1.0 - pu) / rdt;

    for (int i = threadIdx.x; i <= 2 * steps; i += blockDim.x) spot[i] = o.S * exp(vdt * (i - steps));
    __syncthreads();
    for (int j = threadIdx.x; j <= steps; j += blockDim.x) cur[j] = fmax(o.K - spot[2 * j], 0.0);
    __syncthreads();

    for (int level = steps - 1; level >= 0; --level) {
        for (int j = threadIdx.x; j <= level; j += blockDim.x) {
            const double hold = pu_df * cur[j + 1] + pd_df * cur[j];
            next[j] = fmax(hold, o.K - spot[2 * j - level + steps]);
        }
        __syncthreads();
        double* t = cur; cur = next; next = t;
    }
    if (threadIdx.x == 0) value[blockIdx.x] = cur[0];
}

static double black_scholes(const Option& o)
{
    const double v = o.sigma * std::sqrt(o.T), d1 = (std::log(o.S / o.K) + (o.r + 0.5 * o.sigma * o.sigma) * o.T) / v;
    auto cnd = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    return o.S * cnd(d1) - o.K * std::exp(-o.r * o.T) * cnd(d1 - v);
}

static double host_american_put(const Option& o, int steps)
{
    const double dt = o.T / steps, u = std::exp(o.sigma * std::sqrt(dt)), rdt = std::exp(o.r * dt), p = (rdt - 1 / u) / (u - 1 / u);
    std::vector<double> v(steps + 1);
    for (int l = steps; l >= 0; --l)
        for (int j = 0; j <= l; ++j) {
            const double ex = o.K - o.S * std::pow(u, 2 * j - l);
            v[j] = std::max(l == steps ? 0.0 : (p * v[j + 1] + (1 - p) * v[j]) / rdt, ex);
        }
    return v[0];
}

int main()
{
    const int n = 8, steps = 300, apaths = 5000, asteps = 40;
    std::vector<Option> opts(n);
    for (int i = 0; i < n; ++i) opts[i] = {100.0, 85.0 + 4.0 * i, 0.5 + 0.1 * i, 0.03, 0.2 + 0.02 * i};
    std::vector<float> z(size_t(apaths) * asteps);
    std::mt19937 gen(5); std::normal_distribution<float> dist;
    for (float& v : z) v = dist(gen);

    Option* d_opt; McResult* d_res; float* d_z; double* d_val;   // d_val: European, American, Asian sum
    CUDA_TRY(cudaMalloc(&d_opt, n * sizeof(Option))); CUDA_TRY(cudaMalloc(&d_res, n * sizeof(McResult)));
    CUDA_TRY(cudaMalloc(&d_z, z.size() * sizeof(float)));
    CUDA_TRY(cudaMalloc(&d_val, (2 * n + 1) * sizeof(double)));
    CUDA_TRY(cudaMemset(d_val, 0, (2 * n + 1) * sizeof(double)));
    CUDA_TRY(cudaMemcpy(d_opt, opts.data(), n * sizeof(Option), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(d_z, z.data(), z.size() * sizeof(float), cudaMemcpyHostToDevice));

    mc_european<256><<<n, 256>>>(d_opt, d_res, 1 << 17);
    mc_asian<<<(apaths + PATHS - 1) / PATHS, PATHS>>>(d_z, d_val + 2 * n, opts[3], apaths, asteps);
    binomial_european<128, 8><<<n, 128>>>(d_opt, d_val);
    binomial_american_put<<<n, 128, (4 * steps + 3) * sizeof(double)>>>(d_opt, d_val + n, steps);
    CUDA_TRY(cudaGetLastError());

    std::vector<McResult> mc(n); std::vector<double> val(2 * n + 1);
    CUDA_TRY(cudaMemcpy(mc.data(), d_res, n * sizeof(McResult), cudaMemcpyDeviceToHost));
    CUDA_TRY(cudaMemcpy(val.data(), d_val, val.size() * sizeof(double), cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < n; ++i) {
        const double bs = black_scholes(opts[i]);
        ok &= std::fabs(mc[i].mean - bs) < 6.0 * mc[i].stderr_ + 1e-3 && std::fabs(val[i] - bs) < 0.02;
        ok &= std::fabs(val[n + i] - host_american_put(opts[i], steps)) < 1e-8;
    }
    const Option& a = opts[3];
    const double dt = a.T / asteps; double ref = 0.0;
    for (int p = 0; p < apaths; ++p) {
        double ls = std::log(a.S), avg = 0.0;
        for (int s = 0; s < asteps; ++s) avg += std::exp(ls += (a.r - 0.5 * a.sigma * a.sigma) * dt + a.sigma * std::sqrt(dt) * z[size_t(p) * asteps + s]);
        ref += std::max(avg / asteps - a.K, 0.0);
    }
    ok &= std::fabs(val[2 * n] - ref) < 1e-3 * ref;
    cudaFree(d_opt); cudaFree(d_res); cudaFree(d_z); cudaFree(d_val);
    puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}

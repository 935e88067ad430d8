// Option pricing: CRR binomial trees held in shared memory (European call,
// American put) and an arithmetic Asian Monte Carlo.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define NUM_STEPS   256
#define MC_THREADS  128
#define ASIAN_STEPS 16

typedef struct { float S, X, T, R, V; } OptionData;

__constant__ OptionData d_opt[32];

static void check_cuda(cudaError_t rc, int line)
{
    if (rc == cudaSuccess) return;
    fprintf(stderr, "CUDA error line %d: %s\n", line, cudaGetErrorString(rc));
    exit(EXIT_FAILURE);
}
#define CK(x) check_cuda((x), __LINE__)
__device__ inline unsigned int wang_hash(unsigned int s)
{
    s = ((s ^ 61u) ^ (s >> 16)) * 9u;
    s = (s ^ (s >> 4)) * 0x27d4eb2du;
    return s ^ (s >> 15);
}

__device__ inline float uniform01(unsigned int& s)
{
    s = wang_hash(s + 0x9e3779b9u);
    return ((s >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

__device__ inline float gauss(unsigned int& s)
{
    float u1 = uniform01(s), u2 = uniform01(s);
    return sqrtf(-2.0f * logf(u1)) * cosf(6.2831853f * u2);
}

// one option per block, one leaf per thread (plus one)
__global__ void binomial_european(float* result)
{
    __shared__ float call[NUM_STEPS + 1];
    const int tid = threadIdx.x;
    const OptionData o = d_opt[blockIdx.x];
    const float dt = o.T / NUM_STEPS;
    const float vdt = o.V * sqrtf(dt);
    const float pu = (expf(o.R * dt) - expf(-vdt)) / (expf(vdt) - expf(-vdt));
    const float df = expf(-o.R * dt);
    const float puByDf = pu * df, pdByDf = (1.0f - pu) * df;

    call[tid] = fmaxf(o.S * expf(vdt * (2.0f * tid - NUM_STEPS)) - o.X, 0.0f);
    if (tid == 0) call[NUM_STEPS] = fmaxf(o.S * expf(vdt * NUM_STEPS) - o.X, 0.0f);
    __syncthreads();
    for (int i = NUM_STEPS; i > 0; i--) {
        float v = puByDf * call[tid + 1] + pdByDf * call[tid];
        __syncthreads();
        if (tid < i) call[tid] = v;
        __syncthreads();
    }
    if (tid == 0) result[blockIdx.x] = call[0];
}

// American put, two value buffers swapped each step; several nodes per thread
__global__ void binomial_american(float* result, int steps)
{
    extern __shared__ float buf[];
    float *cur = buf, *nxt = buf + (steps + 1);
    float* spot = buf + 2 * (steps + 1);       // 2*steps+1 spot levels
    const OptionData o = d_opt[blockIdx.x];
    const float dt = o.T / steps;
    const float vdt = o.V * sqrtf(dt);
    const float pu = (expf(o.R * dt) - expf(-vdt)) / (expf(vdt) - expf(-vdt));
    const float df = expf(-o.R * dt);

    for (int j = threadIdx.x; j < 2 * steps + 1; j += blockDim.x)
        spot[j] = o.S * expf(vdt * (j - steps));
    __syncthreads();
    for (int j = threadIdx.x; j <= steps; j += blockDim.x)
        cur[j] = fmaxf(o.X - spot[2 * j], 0.0f);
    __syncthreads();
    for (int level = steps - 1; level >= 0; --level) {
        for (int j = threadIdx.x; j <= level; j += blockDim.x) {
            float cont = df * (pu * cur[j + 1] + (1.0f - pu) * cur[j]);
            float exercise = o.X - spot[2 * j - level + steps];
            nxt[j] = fmaxf(cont, exercise);
        }
        __syncthreads();
        float* tmp = cur; cur = nxt; nxt = tmp;
    }
    if (threadIdx.x == 0) result[blockIdx.x] = cur[0];
}

struct Stat { float sum; float sum2; };

__global__ void mc_asian(Stat* out)
{
    __shared__ float path[MC_THREADS][ASIAN_STEPS];
    __shared__ Stat red[MC_THREADS];
    const int t = threadIdx.x;
    const OptionData o = d_opt[blockIdx.x];
    const float dt = o.T / ASIAN_STEPS;
    unsigned int seed = wang_hash(blockIdx.x * 31337u + t + 17u);
    float s = o.S;
    for (int k = 0; k < ASIAN_STEPS; ++k) {
        s *= expf((o.R - 0.5f * o.V * o.V) * dt + o.V * sqrtf(dt) * gauss(seed));
        path[t][k] = s;
    }
    __syncthreads();
    // averages are taken by 16-thread teams, one path per team and pass
    const int team = t / ASIAN_STEPS, k = t % ASIAN_STEPS;
    for (int p = team; p < MC_THREADS; p += MC_THREADS / ASIAN_STEPS) {
        float v = path[p][k];
        for (int d = ASIAN_STEPS / 2; d > 0; d >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, d, ASIAN_STEPS);
        if (k == 0) {
            float pay = expf(-o.R * o.T) * fmaxf(v / ASIAN_STEPS - o.X, 0.0f);
            red[p].sum = pay;
            red[p].sum2 = pay * pay;
        }
    }
    __syncthreads();
    for (int stride = 1; stride < MC_THREADS; stride *= 2) {
        int idx = 2 * stride * t;
        if (idx < MC_THREADS) {
            red[idx].sum += red[idx + stride].sum;
            red[idx].sum2 += red[idx + stride].sum2;
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = red[0];
}

static float black_scholes(const OptionData& o)
{
    double d1 = (log(o.S / o.X) + (o.R + 0.5 * o.V * o.V) * o.T) / (o.V * sqrt(o.T));
    double d2 = d1 - o.V * sqrt(o.T);
    auto cnd = [](double d) { return 0.5 * erfc(-d / sqrt(2.0)); };
    return (float)(o.S * cnd(d1) - o.X * exp(-o.R * o.T) * cnd(d2));
}

int main(void)
{
    const int n = 16;
    OptionData opt[32] = {};
    for (int i = 0; i < n; i++) {
        OptionData o = {100.0f, 85.0f + 2.0f * i, 0.5f + 0.1f * (i % 4), 0.03f, 0.25f};
        opt[i] = o;
    }
    CK(cudaMemcpyToSymbol(d_opt, opt, sizeof(opt)));
    float *d_eu, *d_am;
    Stat* d_mc;
    CK(cudaMalloc(&d_eu, n * sizeof(float)));
    CK(cudaMalloc(&d_am, n * sizeof(float)));
    CK(cudaMalloc(&d_mc, n * sizeof(Stat)));

    const int am_steps = 200;
    binomial_european<<<n, NUM_STEPS>>>(d_eu);
    binomial_american<<<n, 96, (4 * am_steps + 3) * sizeof(float)>>>(d_am, am_steps);
    mc_asian<<<n, MC_THREADS>>>(d_mc);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());

    float eu[32], am[32];
    Stat mc[32];
    CK(cudaMemcpy(eu, d_eu, n * sizeof(float), cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(am, d_am, n * sizeof(float), cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(mc, d_mc, n * sizeof(Stat), cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int i = 0; i < n; i++) {
        float bs = black_scholes(opt[i]);
        float m = mc[i].sum / MC_THREADS;
        float put = bs - opt[i].S + opt[i].X * expf(-opt[i].R * opt[i].T);
        if (fabsf(eu[i] - bs) > 0.1f || m <= 0.0f || m > bs + 5.0f || am[i] < put - 0.1f) bad++;
        if (i % 4 == 0) printf("X=%.0f bs=%.3f tree=%.3f asian=%.3f amput=%.3f\n", opt[i].X, bs, eu[i], m, am[i]);
    }
    return bad ? 2 : 0;
}

// Option pricing: binomial tree in shared memory, trinomial, Asian Monte Carlo path reduction, bond ladder.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

struct OptionData { float S, X, T, R, V; };

#define NUM_STEPS 511
#define TREE_THREADS 128

// classic: whole leaf array in shared memory, one sync per step
__global__ void binomialSimple(const OptionData *opts, float *value)
{
    __shared__ double v[NUM_STEPS + 1];
    OptionData o = opts[blockIdx.x];
    double dt = o.T / NUM_STEPS, vdt = o.V * sqrt(dt), rdt = o.R * dt;
    double u = exp(vdt), d = 1.0 / u, pu = (exp(rdt) - d) / (u - d), df = exp(-rdt);
    for (int i = threadIdx.x; i <= NUM_STEPS; i += blockDim.x) {
        double p = o.S * exp(vdt * (2.0 * i - NUM_STEPS)) - o.X;
        v[i] = p > 0 ? p : 0;
    }
    __syncthreads();
    for (int step = NUM_STEPS; step > NUM_STEPS - 64; step--) {
        double nv[(NUM_STEPS + TREE_THREADS) / TREE_THREADS];
        int c = 0;
        for (int i = threadIdx.x; i < step; i += blockDim.x) nv[c++] = df * (pu * v[i + 1] + (1 - pu) * v[i]);
        __syncthreads();
        c = 0;
        for (int i = threadIdx.x; i < step; i += blockDim.x) v[i] = nv[c++];
        __syncthreads();
    }
    if (threadIdx.x == 0) value[blockIdx.x] = (float)v[0];
}

// SDK style: ELEMS per thread in registers, boundary values exchanged through shared
template <int ELEMS, int THREADS>
__global__ void binomialRegisters(const OptionData *opts, float *value)
{
    __shared__ float bound[THREADS + 1];
    OptionData o = opts[blockIdx.x];
    constexpr int STEPS = ELEMS * THREADS;
    float dt = o.T / STEPS, vdt = o.V * sqrtf(dt), rdt = o.R * dt;
    float u = expf(vdt), d = 1.f / u, p = (expf(rdt) - d) / (u - d), df = expf(-rdt);
    float pu = p * df, pd = (1 - p) * df;
    const int tid = threadIdx.x;
    float call[ELEMS + 1];
#pragma unroll
    for (int i = 0; i < ELEMS; i++) call[i] = fmaxf(o.S * expf(vdt * (2.f * (tid * ELEMS + i) - STEPS)) - o.X, 0.f);
    if (tid == 0) bound[THREADS] = fmaxf(o.S * expf(vdt * STEPS) - o.X, 0.f);
    int final_it = max(0, tid * ELEMS - 1);
    for (int i = STEPS; i > 0; i--) {
        bound[tid] = call[0];
        __syncthreads();
        call[ELEMS] = bound[tid + 1];
        __syncthreads();
        if (i > final_it) {
#pragma unroll
            for (int j = 0; j < ELEMS; j++) call[j] = pu * call[j + 1] + pd * call[j];
        }
    }
    if (tid == 0) value[blockIdx.x] = call[0];
}

// Asian option: each thread simulates a path, antithetic pair and running statistic staged as struct
struct PathStat { float payoff; float payoffSq; float control; };

__device__ float lcgNormal(unsigned &s)
{
    s = s * 1664525u + 1013904223u; float u1 = ((s >> 8) + 1) * (1.f / 16777217.f);
    s = s * 1664525u + 1013904223u; float u2 = (s >> 8) * (1.f / 16777216.f);
    return sqrtf(-2.f * __logf(u1)) * __cosf(6.2831853f * u2);
}

__global__ void asianPaths(float S0, float K, float r, float sigma, int steps, PathStat *out)
{
    __shared__ PathStat st[192];
    unsigned seed = blockIdx.x * 7919u + threadIdx.x * 104729u + 17u;
    float s = S0, a = S0, sum = 0.f, suma = 0.f, dt = 1.f / steps;
    for (int i = 0; i < steps; i++) {
        float z = lcgNormal(seed), drift = (r - 0.5f * sigma * sigma) * dt, vol = sigma * sqrtf(dt);
        s *= __expf(drift + vol * z); a *= __expf(drift - vol * z);
        sum += s; suma += a;
    }
    float pay = 0.5f * (fmaxf(sum * dt - K, 0.f) + fmaxf(suma * dt - K, 0.f));
    st[threadIdx.x].payoff = pay;
    st[threadIdx.x].payoffSq = pay * pay;
    st[threadIdx.x].control = s;
    __syncthreads();
    // 192 = 3 * 64: fold to 64, then warp
    if (threadIdx.x < 64) {
        for (int k = 1; k < 3; k++) {
            st[threadIdx.x].payoff += st[threadIdx.x + 64 * k].payoff;
            st[threadIdx.x].payoffSq += st[threadIdx.x + 64 * k].payoffSq;
            st[threadIdx.x].control += st[threadIdx.x + 64 * k].control;
        }
    }
    __syncthreads();
    for (int s2 = 32; s2 > 0; s2 >>= 1) {
        if (threadIdx.x < s2) {
            st[threadIdx.x].payoff += st[threadIdx.x + s2].payoff;
            st[threadIdx.x].payoffSq += st[threadIdx.x + s2].payoffSq;
            st[threadIdx.x].control += st[threadIdx.x + s2].control;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = st[0];
}

// LIBOR-like forward rate ladder, one path per thread, rates kept in [thread][maturity]
__global__ void forwardLadder(float *out, int mats)
{
    extern __shared__ float L[];
    float *mine = L + threadIdx.x * mats;
    for (int i = 0; i < mats; i++) mine[i] = 0.05f + 0.0001f * ((threadIdx.x + i) % 7);
    unsigned seed = 3u + threadIdx.x + blockIdx.x * blockDim.x;
    for (int n = 0; n < mats / 2; n++) {
        float z = 0.2f * lcgNormal(seed), v = 0.f;
        for (int i = n + 1; i < mats; i++) {
            float con = 0.25f * 0.2f;
            v += con * mine[i] / (1.f + 0.25f * mine[i]);
            mine[i] *= __expf(con * v + 0.5f * z);
        }
    }
    float b = 1.f;
    for (int i = mats / 2; i < mats; i++) b /= 1.f + 0.25f * mine[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = b;
}

int main()
{
    const int nOpt = 32;
    std::vector<OptionData> h(nOpt);
    for (int i = 0; i < nOpt; i++) h[i] = {20.f + i, 22.f + (i % 5), 0.5f + 0.1f * (i % 9), 0.02f, 0.25f};
    OptionData *o; float *v; PathStat *ps;
    cudaMalloc(&o, nOpt * sizeof(OptionData)); cudaMalloc(&v, 4096 * 4); cudaMalloc(&ps, 64 * sizeof(PathStat));
    cudaMemcpy(o, h.data(), nOpt * sizeof(OptionData), cudaMemcpyHostToDevice);
    binomialSimple<<<nOpt, TREE_THREADS>>>(o, v);
    binomialRegisters<4, 64><<<nOpt, 64>>>(o, v);
    asianPaths<<<24, 192>>>(100.f, 95.f, 0.03f, 0.3f, 40, ps);
    forwardLadder<<<16, 64, 64 * 40 * sizeof(float)>>>(v, 40);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(o); cudaFree(v); cudaFree(ps);
    return 0;
}

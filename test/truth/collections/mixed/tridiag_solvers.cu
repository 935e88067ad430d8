// Batched tridiagonal solvers, one system per block.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T>
struct System { const T *a, *b, *c, *d; T *x; };   // sub, main, super diagonal, rhs, solution

// --- Parallel cyclic reduction, separate arrays --------------------------------
template <typename T>
__global__ void pcr_kernel(System<T> sys, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T* a = reinterpret_cast<T*>(raw);
    T* b = a + n;
    T* c = b + n;
    T* d = c + n;

    const int i = threadIdx.x;
    const int g = blockIdx.x * n + i;
    a[i] = sys.a[g];
    b[i] = sys.b[g];
    c[i] = sys.c[g];
    d[i] = sys.d[g];
    __syncthreads();

    for (int delta = 1; delta < n; delta *= 2) {
        int lo = i - delta < 0 ? 0 : i - delta;
        int hi = i + delta >= n ? n - 1 : i + delta;
        T k1 = a[i] / b[lo];
        T k2 = c[i] / b[hi];
        T nb = b[i] - c[lo] * k1 - a[hi] * k2;
        T nd = d[i] - d[lo] * k1 - d[hi] * k2;
        T na = -a[lo] * k1;
        T nc = -c[hi] * k2;
        __syncthreads();
        a[i] = na;  b[i] = nb;
        c[i] = nc;  d[i] = nd;
        __syncthreads();
    }
    sys.x[g] = d[i] / b[i];
}

// --- PCR again, but each equation is one float4 {a,b,c,d} and buffers ping-pong --
template <int N>
__global__ void __launch_bounds__(N) pcr_float4(System<float> sys)
{
    __shared__ float4 eq[2][N];
    const int i = threadIdx.x, g = blockIdx.x * N + i;
    eq[0][i] = make_float4(sys.a[g], sys.b[g], sys.c[g], sys.d[g]);
    __syncthreads();
    int p = 0;
#pragma unroll
    for (int delta = 1; delta < N; delta <<= 1) {
        float4 m = eq[p][i];
        float4 l = eq[p][max(i - delta, 0)];
        float4 r = eq[p][min(i + delta, N - 1)];
        float k1 = m.x / l.y, k2 = m.z / r.y;
        float4 o;
        o.x = -l.x * k1;
        o.y = m.y - l.z * k1 - r.x * k2;
        o.z = -r.z * k2;
        o.w = m.w - l.w * k1 - r.w * k2;
        eq[p ^ 1][i] = o;
        p ^= 1;
        __syncthreads();
    }
    sys.x[g] = eq[p][i].w / eq[p][i].y;
}

// --- Classic in-place cyclic reduction, n = 2 * blockDim.x ----------------------
__global__ void cr_kernel(System<float> sys, int steps)
{
    extern __shared__ __align__(16) unsigned char raw[];
    const int n = 2 * blockDim.x;
    float* a = (float*)raw;
    float* b = &a[n];
    float* c = &a[2 * n];
    float* d = &a[3 * n];
    float* x = &a[4 * n];
    const int tid = threadIdx.x;

    for (int i = tid; i < n; i += blockDim.x) {
        const int g = blockIdx.x * n + i;
        a[i] = sys.a[g];
        b[i] = sys.b[g];
        c[i] = sys.c[g];
        d[i] = sys.d[g];
    }
    int stride = 1, active = blockDim.x;
    for (int s = 0; s < steps; ++s) {          // forward reduction
        __syncthreads();
        stride *= 2;
        const int half = stride / 2;
        if (tid < active) {
            int i = stride * tid + stride - 1;
            int l = i - half;
            int r = min(i + half, n - 1);
            float k1 = a[i] / b[l];
            float k2 = c[i] / b[r];
            b[i] = b[i] - c[l] * k1 - a[r] * k2;
            d[i] = d[i] - d[l] * k1 - d[r] * k2;
            a[i] = -a[l] * k1;
            c[i] = -c[r] * k2;
        }
        active /= 2;
    }
    __syncthreads();
    if (tid == 0) {                            // 2x2 system left
        int p = stride - 1, q = 2 * stride - 1;
        float det = b[q] * b[p] - c[p] * a[q];
        x[p] = (b[q] * d[p] - c[p] * d[q]) / det;
        x[q] = (d[q] * b[p] - d[p] * a[q]) / det;
    }
    active = 2;
    for (int s = 0; s < steps; ++s) {          // back substitution
        const int half = stride / 2;
        __syncthreads();
        if (tid < active) {
            int i = stride * tid + half - 1;
            float v = d[i] - c[i] * x[i + half];
            if (i != half - 1) v -= a[i] * x[i - half];
            x[i] = v / b[i];
        }
        stride /= 2; active *= 2;
    }
    __syncthreads();
    sys.x[blockIdx.x * n + tid] = x[tid];
    sys.x[blockIdx.x * n + tid + blockDim.x] = x[tid + blockDim.x];
}

static bool ok(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    return e == cudaSuccess;
}

int main()
{
    constexpr int n = 512, batch = 8, total = n * batch;
    std::vector<float> h[4], x(total);
    float* dev[5];
    for (int k = 0; k < 5; ++k)
        if (!ok(cudaMalloc(&dev[k], total * sizeof(float)), "malloc")) return 1;

    for (auto& v : h) v.assign(total, 0.f);
    for (int i = 0; i < total; ++i) {
        h[0][i] = i % n == 0 ? 0.f : -1.0f;
        h[1][i] = 4.0f + (i % 3);
        h[2][i] = i % n == n - 1 ? 0.f : -1.0f;
        h[3][i] = 1.0f + (i % 5);
    }
    for (int k = 0; k < 4; ++k) cudaMemcpy(dev[k], h[k].data(), total * sizeof(float), cudaMemcpyHostToDevice);

    auto residual = [&](const char* name) {
        if (!ok(cudaGetLastError(), name) || !ok(cudaDeviceSynchronize(), name)) exit(1);
        cudaMemcpy(x.data(), dev[4], total * sizeof(float), cudaMemcpyDeviceToHost);
        float worst = 0;
        for (int i = 0; i < total; ++i) {
            float r = h[1][i] * x[i] - h[3][i];
            if (h[0][i] != 0.f) r += h[0][i] * x[i - 1];
            if (h[2][i] != 0.f) r += h[2][i] * x[i + 1];
            worst = std::fmax(worst, std::fabs(r));
        }
        std::printf("%-12s residual %g\n", name, worst);
        return worst < 1e-3f ? 0 : 1;
    };

    System<float> sys{dev[0], dev[1], dev[2], dev[3], dev[4]};
    int fail = 0;
    pcr_kernel<float><<<batch, n, 4 * n * sizeof(float)>>>(sys, n);
    fail += residual("pcr");
    pcr_float4<n><<<batch, n>>>(sys);
    fail += residual("pcr_float4");
    cr_kernel<<<batch, n / 2, 5 * n * sizeof(float)>>>(sys, 8);
    fail += residual("cr");
    return fail;
}

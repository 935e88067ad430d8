// Block-wide prefix sums, four classic algorithms.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

// Hillis & Steele, double buffered.
template <int N>
__global__ void scan_hillis_steele(const int* in, int* out)
{
    __shared__ int temp[2][N];
    const int t = threadIdx.x;
    int pout = 0, pin = 1;

    temp[pout][t] = in[blockIdx.x * N + t];
    __syncthreads();

#pragma unroll
    for (int d = 1; d < N; d *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        int v = temp[pin][t];
        if (t >= d)
            v += temp[pin][t - d];
        temp[pout][t] = v;
        __syncthreads();
    }
    out[blockIdx.x * N + t] = temp[pout][t];
}

// Blelloch's work-efficient scan, two elements per thread, with or without
// the padding trick.
#define LOG_NUM_BANKS 5
template <bool PAD>
__device__ __forceinline__ int cf(int i)
{
    return PAD ? i + (i >> LOG_NUM_BANKS) : i;
}

template <bool PAD>
__global__ void scan_blelloch(const float* g_in, float* g_out, int n)
{
    extern __shared__ float temp_dyn[];
    const int thid = threadIdx.x;
    const int base = blockIdx.x * n;
    const int half = n >> 1;

    temp_dyn[cf<PAD>(thid)] = g_in[base + thid];
    temp_dyn[cf<PAD>(thid + half)] = g_in[base + thid + half];

    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            const int ai = cf<PAD>(offset * (2 * thid + 1) - 1);
            const int bi = cf<PAD>(offset * (2 * thid + 2) - 1);
            const float left = temp_dyn[ai];
            temp_dyn[bi] += left;
        }
        offset *= 2;
    }
    if (thid == 0)
        temp_dyn[cf<PAD>(n - 1)] = 0.0f;

    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            const int ai = cf<PAD>(offset * (2 * thid + 1) - 1);
            const int bi = cf<PAD>(offset * (2 * thid + 2) - 1);
            const float t = temp_dyn[ai];
            const float u = temp_dyn[bi];
            temp_dyn[ai] = u;
            temp_dyn[bi] = u + t;
        }
    }
    __syncthreads();
    g_out[base + thid] = temp_dyn[cf<PAD>(thid)];
    g_out[base + thid + half] = temp_dyn[cf<PAD>(thid + half)];
}

// Kogge-Stone, in place, 64-bit sums, run-time block size.
__global__ void scan_kogge_stone(const long long* in, long long* out)
{
    __shared__ long long sh[256];
    const unsigned t = threadIdx.x;
    const unsigned g = blockIdx.x * blockDim.x + t;
    sh[t] = in[g];

    for (unsigned stride = 1; stride < blockDim.x; stride <<= 1) {
        __syncthreads();
        long long add = 0;
        if (t >= stride)
            add = sh[t - stride];
        __syncthreads();
        sh[t] += add;
    }
    out[g] = sh[t];
}

// Each thread scans a private row serially; the row sums are scanned by the
// first warp with shuffles.
template <int ITEMS, int PITCH>
__global__ void scan_serial_rows(const int* __restrict__ in, int* __restrict__ out)
{
    constexpr int BLOCK = 128;
    __shared__ int rows[BLOCK * PITCH];
    __shared__ __align__(16) int sums[BLOCK];
    const int t = threadIdx.x;
    const int base = blockIdx.x * BLOCK * ITEMS;

#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const int i = k * BLOCK + t;
        rows[(i / ITEMS) * PITCH + i % ITEMS] = in[base + i];
    }
    __syncthreads();

    int running = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        running += rows[t * PITCH + k];
        rows[t * PITCH + k] = running;
    }
    sums[t] = running;
    __syncthreads();

    if (t < 32) {
        int4* quads = reinterpret_cast<int4*>(sums);
        const int4 q = quads[t];
        const int total = q.x + q.y + q.z + q.w;
        int incl = total;
        for (int d = 1; d < 32; d <<= 1) {
            const int o = __shfl_up_sync(0xffffffffu, incl, d);
            if (t >= d)
                incl += o;
        }
        const int excl = incl - total;
        quads[t] = make_int4(excl, excl + q.x, excl + q.x + q.y, excl + q.x + q.y + q.z);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const int i = k * BLOCK + t;
        const int r = i / ITEMS;
        const int carry = sums[r];
        out[base + i] = carry + rows[r * PITCH + i % ITEMS];
    }
}

static void check(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) {
        std::printf("%s: %s\n", what, cudaGetErrorString(e));
        std::exit(1);
    }
}

int main()
{
    const int n = 4096;
    std::vector<int> hi(n);
    std::vector<float> hf(n);
    std::vector<long long> hl(n);
    std::iota(hi.begin(), hi.end(), -100);
    for (int i = 0; i < n; ++i) {
        hf[i] = 0.25f * (i % 9);
        hl[i] = (long long)i * i;
    }
    int *di, *oi;
    float *df, *of;
    long long *dl, *ol;
    check(cudaMalloc(&di, n * sizeof(int)), "malloc");
    check(cudaMalloc(&oi, n * sizeof(int)), "malloc");
    check(cudaMalloc(&df, n * sizeof(float)), "malloc");
    check(cudaMalloc(&of, n * sizeof(float)), "malloc");
    check(cudaMalloc(&dl, n * sizeof(long long)), "malloc");
    check(cudaMalloc(&ol, n * sizeof(long long)), "malloc");
    cudaMemcpy(di, hi.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(df, hf.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dl, hl.data(), n * sizeof(long long), cudaMemcpyHostToDevice);

    const int bn = 512;
    const size_t plain = bn * sizeof(float);
    const size_t padded = (bn + bn / 32) * sizeof(float);

    scan_hillis_steele<256><<<4, 256>>>(di, oi);
    scan_blelloch<false><<<2, bn / 2, plain>>>(df, of, bn);
    scan_blelloch<true><<<2, bn / 2, padded>>>(df, of, bn);
    scan_kogge_stone<<<4, 128>>>(dl, ol);
    scan_serial_rows<8, 8><<<2, 128>>>(di, oi);
    scan_serial_rows<8, 9><<<2, 128>>>(di, oi);

    check(cudaDeviceSynchronize(), "sync");
    check(cudaGetLastError(), "launch");
    for (void* p : {(void*)di, (void*)oi, (void*)df, (void*)of, (void*)dl, (void*)ol})
        cudaFree(p);
    std::printf("ok\n");
    return 0;
}

// A zoo of reductions, launched in assorted ways.
#include <cstdio>
#include <vector>
#include <string>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// 0: interleaved, divergent
__global__ void reduce0(const int *in, int *out, unsigned n)
{
    extern __shared__ int sd[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sd[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sd[tid] += sd[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sd[0];
}

// 1: interleaved, strided index
__global__ void reduce1(const int *in, int *out, unsigned n)
{
    extern __shared__ int sd[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sd[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s <<= 1) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x) sd[index] += sd[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sd[0];
}

// 2: sequential addressing
__global__ void reduce2(const int *in, int *out, unsigned n)
{
    extern __shared__ int sd[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + tid;
    int v = i < n ? in[i] : 0;
    if (i + blockDim.x < n) v += in[i + blockDim.x];
    sd[tid] = v;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sd[tid] += sd[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sd[0];
}

// 3: templated, unrolled, last warp through a cooperative tile
template <unsigned BS, typename T, typename Op>
__global__ void reduce3(const T *in, T *out, unsigned n, Op op, T identity)
{
    __shared__ T sd[BS];
    cg::thread_block cta = cg::this_thread_block();
    unsigned tid = threadIdx.x;
    T acc = identity;
    for (unsigned i = blockIdx.x * BS + tid; i < n; i += BS * gridDim.x) acc = op(acc, in[i]);
    sd[tid] = acc;
    cg::sync(cta);
    if constexpr (BS >= 512) { if (tid < 256) sd[tid] = acc = op(acc, sd[tid + 256]); cg::sync(cta); }
    if constexpr (BS >= 256) { if (tid < 128) sd[tid] = acc = op(acc, sd[tid + 128]); cg::sync(cta); }
    if constexpr (BS >= 128) { if (tid < 64)  sd[tid] = acc = op(acc, sd[tid + 64]);  cg::sync(cta); }
    if (tid < 32) {
        if constexpr (BS >= 64) acc = op(acc, sd[tid + 32]);
        cg::thread_block_tile<32> t = cg::tiled_partition<32>(cta);
        for (int o = t.size() / 2; o > 0; o /= 2) acc = op(acc, t.shfl_down(acc, o));
        if (tid == 0) out[blockIdx.x] = acc;
    }
}

struct Sum { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
struct Max { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
struct MinMax { float lo, hi; };

// 4: struct valued with arg index; 8-byte and 12-byte elements
struct Arg { float v; int idx; int cnt; };
__device__ inline void combine(Arg &a, const Arg &b)
{
    if (b.v > a.v || (b.v == a.v && b.idx < a.idx)) { a.v = b.v; a.idx = b.idx; }
    a.cnt += b.cnt;
}
__global__ void argmax_rows(const float *m, Arg *out, int cols, float thr)
{
    __shared__ Arg red[4][40];
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    Arg &mine = red[threadIdx.y][threadIdx.x];
    mine = Arg{-1e30f, -1, 0};
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float v = m[(size_t)row * cols + c];
        combine(mine, Arg{v, c, v > thr ? 1 : 0});
    }
    __syncthreads();
    for (int live = blockDim.x; live > 1; ) {
        int half = live >> 1, odd = live & 1;
        if ((int)threadIdx.x < half) combine(mine, red[threadIdx.y][threadIdx.x + half + odd]);
        live = half + odd;
        __syncthreads();
    }
    if (threadIdx.x == 0) out[row] = mine;
}

// 5: column sums with a 2-D block, then partial rows folded
template <int PAD>
__global__ void colsum(const float *m, float *out, int rows, int cols)
{
    __shared__ float part[32][32 + PAD];
    int c = blockIdx.x * 32 + threadIdx.x;
    float s = 0;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += 32) s += m[r * cols + c];
    part[threadIdx.y][threadIdx.x] = s;
    __syncthreads();
    float v = part[threadIdx.x][threadIdx.y];
    #pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    int oc = blockIdx.x * 32 + threadIdx.y;
    if (threadIdx.x == 0 && oc < cols) out[oc] = v;
}

template <typename F, typename... Args>
cudaError_t go(dim3 g, dim3 b, size_t sm, F *f, Args... args)
{
    void *p[] = {(void *)&args...};
    return cudaLaunchKernel((const void *)f, g, b, p, sm, (cudaStream_t)0);
}

int main()
{
    const unsigned n = 5000;
    std::vector<int> h(n);
    std::vector<float> hf(n);
    for (unsigned i = 0; i < n; i++) { h[i] = (int)((i * 48271u) % 201u) - 100; hf[i] = (float)((i * 16807u) % 1009u) * 0.01f; }
    int *di, *doi; float *df, *dof; Arg *da;
    cudaMalloc(&di, n * 4); cudaMalloc(&doi, 64 * 4);
    cudaMalloc(&df, n * 4); cudaMalloc(&dof, 128 * 4);
    cudaMalloc(&da, 48 * sizeof(Arg));
    cudaMemcpy(di, h.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(df, hf.data(), n * 4, cudaMemcpyHostToDevice);
    using K = void (*)(const int *, int *, unsigned);
    K kernels[3] = {reduce0, reduce1, reduce2};
    long total = 0;
    std::vector<int> r(64);
    for (int k = 0; k < 3; k++) {
        int per = k == 2 ? 512 : 256;
        int blocks = (n + per - 1) / per;
        kernels[k]<<<blocks, 256, 256 * sizeof(int)>>>(di, doi, n);
        cudaMemcpy(r.data(), doi, blocks * 4, cudaMemcpyDeviceToHost);
        for (int b = 0; b < blocks; b++) total += (k + 1) * (long)r[b];
    }
    reduce3<256><<<4, 256>>>(di, doi, n, Sum{}, 0);
    cudaMemcpy(r.data(), doi, 16, cudaMemcpyDeviceToHost);
    for (int b = 0; b < 4; b++) total += r[b];
    reduce3<64, float><<<3, 64>>>(df, dof, n, Max{}, -1.0f);
    float mf[3];
    cudaMemcpy(mf, dof, 12, cudaMemcpyDeviceToHost);
    argmax_rows<<<12, dim3(40, 4)>>>(df, da, 100, 9.0f);
    std::vector<Arg> ha(48);
    cudaMemcpy(ha.data(), da, 48 * sizeof(Arg), cudaMemcpyDeviceToHost);
    for (auto &a : ha) total += a.idx + a.cnt;
    const float *cdf = df;
    go(dim3(4), dim3(32, 32), 0, colsum<0>, cdf, dof, 49, 101);
    go(dim3(4), dim3(32, 32), 0, colsum<1>, cdf, dof, 49, 101);
    std::vector<float> cs(101);
    cudaMemcpy(cs.data(), dof, 404, cudaMemcpyDeviceToHost);
    double s = mf[0] + mf[1] + mf[2];
    for (float v : cs) s += v;
    printf("reduce_zoo checksum %ld %.4f %s\n", total, s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

// Streaming kernels with multi-stage asynchronous copies.
#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_pipeline.h>

template <int STAGES, int ROWLEN>
struct Ring {
    float4 data[STAGES][ROWLEN];
};

// Every block walks down the rows of one column panel; moving sum over STAGES-1 rows.
template <int STAGES, int ROWLEN>
__global__ void column_box(const float4 *in, float4 *out, int rows, int pitch4)
{
    __shared__ Ring<STAGES, ROWLEN> ring;
    const int t = threadIdx.x;
    const int col = blockIdx.x * ROWLEN + t;
    int head = 0;
    #pragma unroll
    for (int s = 0; s < STAGES - 1; ++s) {
        if (s < rows) __pipeline_memcpy_async(&ring.data[s][t], &in[s * pitch4 + col], sizeof(float4));
        __pipeline_commit();
    }
    for (int r = 0; r < rows; ++r) {
        int nxt = r + STAGES - 1;
        if (nxt < rows)
            __pipeline_memcpy_async(&ring.data[nxt % STAGES][t], &in[nxt * pitch4 + col], sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        // use left neighbour in the panel too
        float4 a = ring.data[head][t];
        float4 b = ring.data[head][t == 0 ? ROWLEN - 1 : t - 1];
        out[r * pitch4 + col] = make_float4(a.x + b.w, a.y + b.z, a.z + b.y, a.w + b.x);
        __syncthreads();
        head = head + 1 == STAGES ? 0 : head + 1;
    }
}

// 4 byte copies that transpose while loading
__global__ void panel_transpose_async(const float *src, float *dst, int n, int ld, int skew)
{
    extern __shared__ float panel[];
    const int stride = 32 + skew;
    for (int y = threadIdx.y; y < 32; y += blockDim.y) {
        int gy = blockIdx.y * 32 + y, gx = blockIdx.x * 32 + threadIdx.x;
        if (gy < n && gx < n)
            __pipeline_memcpy_async(panel + threadIdx.x * stride + y, src + gy * ld + gx, 4);
        else
            panel[threadIdx.x * stride + y] = 0.f;
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += blockDim.y) {
        int gy = blockIdx.x * 32 + y, gx = blockIdx.y * 32 + threadIdx.x;
        if (gy < n && gx < n) dst[gy * ld + gx] = panel[y * stride + threadIdx.x];
    }
}

__device__ __forceinline__ void cp16(void *smem, const void *g)
{
    uint32_t s = static_cast<uint32_t>(__cvta_generic_to_shared(smem));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" :: "r"(s), "l"(g));
}
__device__ __forceinline__ void cp_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_wait() { asm volatile("cp.async.wait_group %0;\n" :: "n"(N) : "memory"); }

// dot products of 16 queries against a stream of database vectors (64 dims)
// chunk index inside a vector is permuted by the vector number
template <bool SWZ>
__global__ void knn_dots(const float *db, const float *query, float *best, int nvec)
{
    constexpr int V = 32, D4 = 16;
    __shared__ __align__(16) float4 tile[2][V * D4];
    __shared__ float4 q4[4][D4];
    const int t = threadIdx.x;               // 128
    if (t < 4 * D4) q4[t / D4][t % D4] = reinterpret_cast<const float4 *>(query)[blockIdx.x * 4 * D4 + t];
    auto slot = [](int v, int c) { return v * D4 + (SWZ ? (c ^ (v & (D4 - 1))) : c); };
    auto fetch = [&](int buf, int first) {
        for (int i = t; i < V * D4; i += 128) {
            int v = i / D4, c = i % D4;
            int gv = min(first + v, nvec - 1);
            cp16(&tile[buf][slot(v, c)], db + (size_t)gv * 64 + c * 4);
        }
        cp_commit();
    };
    fetch(0, 0);
    float bestd = -1e30f;
    const int lane = t & 31, w = t >> 5;
    int buf = 0;
    for (int v0 = 0; v0 < nvec; v0 += V, buf = 1 - buf) {
        if (v0 + V < nvec) { fetch(buf ^ 1, v0 + V); cp_wait<1>(); }
        else cp_wait<0>();
        __syncthreads();
        float d = 0.f;
        for (int c = 0; c < D4; ++c) {
            float4 x = tile[buf][slot(lane, c)], q = q4[w][c];
            d = fmaf(x.x, q.x, fmaf(x.y, q.y, fmaf(x.z, q.z, fmaf(x.w, q.w, d))));
        }
        if (v0 + lane < nvec) bestd = fmaxf(bestd, d);
        __syncthreads();
    }
    for (int o = 16; o > 0; o >>= 1) bestd = fmaxf(bestd, __shfl_xor_sync(~0u, bestd, o));
    if (lane == 0) best[blockIdx.x * 4 + w] = bestd;
}

int main()
{
    const int rows = 40, pitch4 = 256, n = 100, ld = 128, nvec = 200;
    std::vector<float> h(rows * pitch4 * 4);
    for (size_t i = 0; i < h.size(); i++) h[i] = float((i * 2654435761u >> 16) & 255) / 256.f - 0.4f;
    float *in, *out, *best;
    cudaMalloc(&in, h.size() * 4);
    cudaMalloc(&out, h.size() * 4);
    cudaMalloc(&best, 64 * 4);
    cudaMemcpy(in, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, h.size() * 4);
    double cs = 0;
    std::vector<float> r(h.size()), bb(16);
    auto add = [&]() {
        cudaMemcpy(r.data(), out, r.size() * 4, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < r.size(); i++) cs += r[i] * (1 + i % 3);
    };
    column_box<4, 64><<<pitch4 / 64, 64>>>((float4 *)in, (float4 *)out, rows, pitch4); add();
    column_box<3, 128><<<pitch4 / 128, 128>>>((float4 *)in, (float4 *)out, rows - 7, pitch4); add();
    for (int skew = 0; skew <= 1; ++skew) {
        panel_transpose_async<<<dim3(4, 4), dim3(32, 8), 32 * (32 + skew) * 4>>>(in, out, n, ld, skew);
        add();
    }
    knn_dots<false><<<4, 128>>>(in, in + 4096, best, nvec);
    cudaMemcpy(bb.data(), best, 64, cudaMemcpyDeviceToHost);
    for (float v : bb) cs += v;
    knn_dots<true><<<4, 128>>>(in, in + 4096, best, nvec);
    cudaMemcpy(bb.data(), best, 64, cudaMemcpyDeviceToHost);
    for (float v : bb) cs += v;
    printf("async_ring checksum %.5f %s\n", cs, cudaGetErrorString(cudaGetLastError()));
    return 0;
}

#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

// C[64x64] per block, 4 warps, fp16 in, fp32 accumulate
template <int SKEW>
__global__ void hgemm_wmma(const half *A, const half *B, float *C, int M, int N, int K)
{
    constexpr int BM = 64, BN = 64, BK = 32;
    constexpr int LDA = BK + SKEW;
    constexpr int LDB = BN + SKEW;
    __shared__ __align__(128) half sA[BM * LDA];
    __shared__ __align__(128) half sB[BK * LDB];
    int warp = threadIdx.x / 32;
    int wm = warp & 1, wn = warp >> 1;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = threadIdx.x; i < BM * BK / 8; i += blockDim.x) {
            int r = i >> 2, c = (i & 3) << 3;
            *(uint4 *)(sA + r * LDA + c) = *(const uint4 *)(A + (blockIdx.y * BM + r) * K + k0 + c);
        }
        for (int i = threadIdx.x; i < BK * BN / 8; i += blockDim.x) {
            int r = i >> 3, c = (i & 7) << 3;
            *(uint4 *)(sB + r * LDB + c) = *(const uint4 *)(B + (k0 + r) * N + blockIdx.x * BN + c);
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(fa[i], sA + (wm * 32 + i * 16) * LDA + kk, LDA);
            for (int j = 0; j < 2; j++) wmma::load_matrix_sync(fb[j], sB + kk * LDB + wn * 32 + j * 16, LDB);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * BM + wm * 32 + i * 16) * N + blockIdx.x * BN + wn * 32 + j * 16,
                                    acc[i][j], N, wmma::mem_row_major);
}

// S = Q K^T then a row softmax, all inside one block: 32 queries x 64 keys, head dim 64
__global__ __launch_bounds__(128) void attn_scores(const __nv_bfloat16 *Q, const __nv_bfloat16 *Kmat, float *P, int ldS)
{
    constexpr int D = 64;
    extern __shared__ __align__(128) unsigned char smraw[];
    __nv_bfloat16 *q = reinterpret_cast<__nv_bfloat16 *>(smraw);
    __nv_bfloat16 *kx = q + 32 * (D + 8);
    float *s = reinterpret_cast<float *>(kx + 64 * (D + 8));
    const __nv_bfloat16 *Qb = Q + blockIdx.x * 32 * D;
    const __nv_bfloat16 *Kb = Kmat + blockIdx.x * 64 * D;
    for (int i = threadIdx.x; i < 32 * D / 2; i += 128) {
        int r = i / (D / 2), c = i % (D / 2);
        reinterpret_cast<__nv_bfloat162 *>(q + r * (D + 8))[c] = reinterpret_cast<const __nv_bfloat162 *>(Qb + r * D)[c];
    }
    for (int i = threadIdx.x; i < 64 * D / 2; i += 128) {
        int r = i / (D / 2), c = i % (D / 2);
        reinterpret_cast<__nv_bfloat162 *>(kx + r * (D + 8))[c] = reinterpret_cast<const __nv_bfloat162 *>(Kb + r * D)[c];
    }
    __syncthreads();
    const int w = threadIdx.x >> 5;
    for (int i = 0; i < 2; i++) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
        wmma::fill_fragment(c, 0.f);
        for (int d = 0; d < D; d += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb;
            wmma::load_matrix_sync(fa, q + i * 16 * (D + 8) + d, D + 8);
            wmma::load_matrix_sync(fb, kx + w * 16 * (D + 8) + d, D + 8);
            wmma::mma_sync(c, fa, fb, c);
        }
        wmma::store_matrix_sync(s + i * 16 * ldS + w * 16, c, ldS, wmma::mem_row_major);
    }
    __syncthreads();
    // four threads per row
    const int row = threadIdx.x >> 2, sub = threadIdx.x & 3;
    float *sr = s + row * ldS;
    float mx = -1e30f;
    for (int j = sub; j < 64; j += 4) mx = fmaxf(mx, sr[j]);
    mx = fmaxf(mx, __shfl_xor_sync(0xffffffff, mx, 1));
    mx = fmaxf(mx, __shfl_xor_sync(0xffffffff, mx, 2));
    float sum = 0.f;
    for (int j = sub; j < 64; j += 4) { float e = __expf(sr[j] * 0.125f - mx * 0.125f); sr[j] = e; sum += e; }
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    float inv = 1.f / sum;
    float4 *out = reinterpret_cast<float4 *>(P + (size_t)(blockIdx.x * 32 + row) * 64);
    __syncwarp();
#pragma unroll 4
    for (int j = 0; j < 4; j++) {
        float4 v = *reinterpret_cast<float4 *>(sr + 16 * sub + 4 * j);
        out[4 * sub + j] = make_float4(v.x * inv, v.y * inv, v.z * inv, v.w * inv);
    }
}

// layer norm over half2, hidden size 768
__global__ void layernorm_h2(const half2 *x, half2 *y, const half2 *gamma, int hidden2, float eps)
{
    extern __shared__ __align__(128) unsigned char smln[];
    half2 *row = reinterpret_cast<half2 *>(smln);
    float *part = reinterpret_cast<float *>(row + hidden2);
    const int nw = blockDim.x / 32, lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    float s = 0.f, ss = 0.f;
    for (int i = threadIdx.x; i < hidden2; i += blockDim.x) {
        half2 v = x[blockIdx.x * hidden2 + i];
        row[i] = v;
        float2 f = __half22float2(v);
        s += f.x + f.y;
        ss += f.x * f.x + f.y * f.y;
    }
    for (int o = 16; o; o >>= 1) {
        s += __shfl_down_sync(0xffffffffu, s, o);
        ss += __shfl_down_sync(0xffffffffu, ss, o);
    }
    if (lane == 0) { part[2 * wid] = s; part[2 * wid + 1] = ss; }
    __syncthreads();
    float ts = 0.f, tss = 0.f;
    for (int i = 0; i < nw; i++) { ts += part[2 * i]; tss += part[2 * i + 1]; }
    float mean = ts / (2 * hidden2);
    float rstd = rsqrtf(tss / (2 * hidden2) - mean * mean + eps);
    for (int i = threadIdx.x; i < hidden2; i += blockDim.x) {
        float2 f = __half22float2(row[i]), g = __half22float2(gamma[i]);
        y[blockIdx.x * hidden2 + i] = __floats2half2_rn((f.x - mean) * rstd * g.x, (f.y - mean) * rstd * g.y);
    }
}

int main()
{
    const int M = 128, N = 128, K = 64;
    std::vector<half> a(M * K), b(K * N);
    for (int i = 0; i < M * K; i++) a[i] = __float2half(((i * 7) % 11 - 5) * 0.125f);
    for (int i = 0; i < K * N; i++) b[i] = __float2half(((i * 3) % 13 - 6) * 0.125f);
    std::vector<__nv_bfloat16> q(4 * 32 * 64), k(4 * 64 * 64);
    for (size_t i = 0; i < q.size(); i++) q[i] = __float2bfloat16(((int)(i % 9) - 4) * 0.25f);
    for (size_t i = 0; i < k.size(); i++) k[i] = __float2bfloat16(((int)(i % 7) - 3) * 0.25f);
    half *dA, *dB; float *dC, *dP; __nv_bfloat16 *dQ, *dK; half2 *dY;
    cudaMalloc(&dA, a.size() * 2); cudaMalloc(&dB, b.size() * 2); cudaMalloc(&dC, M * N * 4);
    cudaMalloc(&dQ, q.size() * 2); cudaMalloc(&dK, k.size() * 2); cudaMalloc(&dP, 4 * 32 * 64 * 4);
    cudaMalloc(&dY, M * K * 2);
    cudaMemcpy(dA, a.data(), a.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), b.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dQ, q.data(), q.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(dK, k.data(), k.size() * 2, cudaMemcpyHostToDevice);

    std::vector<float> c(M * N), p(4 * 32 * 64);
    double sum = 0;
    hgemm_wmma<0><<<dim3(N / 64, M / 64), 128>>>(dA, dB, dC, M, N, K);
    hgemm_wmma<8><<<dim3(N / 64, M / 64), 128>>>(dA, dB, dC, M, N, K);
    hgemm_wmma<16><<<dim3(N / 64, M / 64), 128>>>(dA, dB, dC, M, N, K);
    cudaMemcpy(c.data(), dC, c.size() * 4, cudaMemcpyDeviceToHost);
    for (float v : c) sum += v;
    for (int ld : {64, 68, 72}) {
        size_t sm = (32 + 64) * 72 * sizeof(__nv_bfloat16) + 32 * ld * sizeof(float);
        attn_scores<<<4, 128, sm>>>(dQ, dK, dP, ld);
        cudaMemcpy(p.data(), dP, p.size() * 4, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < p.size(); i++) sum += p[i] * (i % 3);
    }
    layernorm_h2<<<10, 96, 384 * sizeof(half2) + 2 * 3 * sizeof(float)>>>((half2 *)dA, dY, (half2 *)dB, 384, 1e-5f);
    std::vector<half> y(10 * 768);
    cudaMemcpy(y.data(), dY, y.size() * 2, cudaMemcpyDeviceToHost);
    for (half v : y) sum += __half2float(v);
    printf("wmma_layers checksum %.5f %s\n", sum, cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}

// Attention forward kernels that keep the score tile in shared memory.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>
#include <cstdio>
#include <vector>

constexpr int HEADS = 4, SEQ = 128, DIM = 64;

// One warp per block, one query row per thread, causal. Q/K/V/S carved from dynamic memory.
template <int Bc, int D>
__global__ void flash_fwd_simple(const float* Q, const float* K, const float* V, float* O, int N, float scale) {
    extern __shared__ float sram[];
    float *Qi = sram, *Kj = &sram[Bc * D];
    float* Vj = &sram[2 * Bc * D];
    float* S = &sram[3 * Bc * D];

    const int tx = threadIdx.x;
    const int qkv_offset = blockIdx.y * N * D;
    const int qrow = blockIdx.x * Bc + tx;

    for (int x = 0; x < D; x++)
        Qi[tx * D + x] = Q[qkv_offset + qrow * D + x];

    float m = -INFINITY, l = 0.f;
    float acc[D] = {};

    for (int j = 0; j <= blockIdx.x; j++) {
        for (int i = tx; i < Bc * D; i += Bc) {
            Kj[i] = K[qkv_offset + j * Bc * D + i];
            Vj[i] = V[qkv_offset + j * Bc * D + i];
        }
        __syncthreads();

        float row_m = m;
        for (int y = 0; y < Bc; y++) {
            float sum = 0.f;
            for (int x = 0; x < D; x++)
                sum += Qi[tx * D + x] * Kj[y * D + x];
            sum = (j * Bc + y > qrow) ? -INFINITY : sum * scale;
            S[Bc * tx + y] = sum;
            row_m = fmaxf(row_m, sum);
        }

        float corr = __expf(m - row_m), row_l = 0.f;
        for (int y = 0; y < Bc; y++) {
            S[Bc * tx + y] = __expf(S[Bc * tx + y] - row_m);
            row_l += S[Bc * tx + y];
        }
        l = l * corr + row_l;
        m = row_m;

        for (int x = 0; x < D; x++) acc[x] *= corr;
        for (int y = 0; y < Bc; y++) {
            const float p = S[Bc * tx + y];
#pragma unroll
            for (int x = 0; x < D; x++)
                acc[x] += p * Vj[y * D + x];
        }
        __syncthreads();
    }
    for (int x = 0; x < D; x++)
        O[qkv_offset + qrow * D + x] = acc[x] / l;
}

// 128 threads, half tiles with an 8-element pad, four threads cooperate on a row.
template <int BR, int BC, int D, int PAD = 8>
__global__ void flash_fwd_half(const __half* Q, const __half* K, const __half* V, float* O, int N, float scale) {
    static_assert(BR == 32 && D % 16 == 0, "one quad of threads per row");
    __shared__ __align__(16) __half sQ[BR][D + PAD];
    __shared__ __align__(16) __half sK[BC][D + PAD];
    __shared__ __align__(16) __half sV[BC][D + PAD];
    __shared__ float sS[BR][BC + 1];

    const int tid = threadIdx.x, row = tid >> 2, quad = tid & 3;
    const size_t head = (size_t)blockIdx.y * N * D;
    const int q0 = blockIdx.x * BR;

    auto load_tile = [&](__half (*dst)[D + PAD], const __half* src, int rows) {
        for (int i = tid; i < rows * D / 8; i += blockDim.x) {
            const int r = i / (D / 8), c = (i % (D / 8)) * 8;
            *reinterpret_cast<uint4*>(&dst[r][c]) = *reinterpret_cast<const uint4*>(&src[r * D + c]);
        }
    };
    load_tile(sQ, Q + head + q0 * D, BR);

    float acc[D / 4] = {};
    float m_i = -1e30f, l_i = 0.f;
    for (int kv = 0; kv < N; kv += BC) {
        load_tile(sK, K + head + kv * D, BC);
        load_tile(sV, V + head + kv * D, BC);
        __syncthreads();

        float m_new = m_i;
        for (int c = quad; c < BC; c += 4) {
            float dot = 0.f;
#pragma unroll
            for (int d = 0; d < D; d += 2) {
                const float2 q = __half22float2(*reinterpret_cast<const __half2*>(&sQ[row][d]));
                const float2 k = __half22float2(*reinterpret_cast<const __half2*>(&sK[c][d]));
                dot += q.x * k.x + q.y * k.y;
            }
            sS[row][c] = dot * scale;
            m_new = fmaxf(m_new, dot * scale);
        }
        m_new = fmaxf(m_new, __shfl_xor_sync(0xffffffff, m_new, 1));
        m_new = fmaxf(m_new, __shfl_xor_sync(0xffffffff, m_new, 2));

        float part = 0.f;
        for (int c = quad; c < BC; c += 4) {
            const float p = __expf(sS[row][c] - m_new);
            sS[row][c] = p;
            part += p;
        }
        part += __shfl_xor_sync(0xffffffff, part, 1);
        part += __shfl_xor_sync(0xffffffff, part, 2);

        const float alpha = __expf(m_i - m_new);
        l_i = l_i * alpha + part;
        m_i = m_new;
        for (int x = 0; x < D / 4; ++x) acc[x] *= alpha;
        __syncthreads();

        for (int c = 0; c < BC; ++c) {
            const float p = sS[row][c];
#pragma unroll
            for (int x = 0; x < D / 4; ++x)
                acc[x] += p * __half2float(sV[c][quad + 4 * x]);
        }
        __syncthreads();
    }
    for (int x = 0; x < D / 4; ++x)
        O[head + (q0 + row) * D + quad + 4 * x] = acc[x] / l_i;
}

static bool compare(const char* name, const float* dO, const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v, bool causal) {
    cudaError_t e = cudaGetLastError();
    if (!e) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s: %s\n", name, cudaGetErrorString(e)); return false; }
    std::vector<float> o(q.size());
    cudaMemcpy(o.data(), dO, o.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int h = 0; h < HEADS; h++)
        for (int r = 0; r < SEQ; r += 5) {
            const size_t base = (size_t)h * SEQ * DIM;
            std::vector<double> num(DIM, 0.0);
            double den = 0;
            for (int c = 0; c < (causal ? r + 1 : SEQ); c++) {
                double s = 0;
                for (int d = 0; d < DIM; d++) s += (double)q[base + r * DIM + d] * k[base + c * DIM + d];
                const double p = exp(s * 0.125);
                den += p;
                for (int d = 0; d < DIM; d++) num[d] += p * v[base + c * DIM + d];
            }
            for (int d = 0; d < DIM; d++) worst = fmax(worst, fabs(num[d] / den - o[base + r * DIM + d]));
        }
    printf("%s: max error %g\n", name, worst);
    return worst < 2e-3;
}

int main() {
    const int n = HEADS * SEQ * DIM;
    std::vector<float> f[3];
    float *d[3], *dO; __half* dh[3];
    for (int t = 0; t < 3; t++) {
        std::vector<__half> hh(n);
        f[t].resize(n);
        for (int i = 0; i < n; i++) { f[t][i] = ((i * (7 + 2 * t) + i / 64) % 13 - 6) / 8.0f; hh[i] = __float2half(f[t][i]); }
        cudaMalloc(&d[t], n * sizeof(float)); cudaMalloc(&dh[t], n * sizeof(__half));
        cudaMemcpy(d[t], f[t].data(), n * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(dh[t], hh.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
    }
    cudaMalloc(&dO, n * sizeof(float));
    const size_t smem = (3 * 32 * DIM + 32 * 32) * sizeof(float);
    flash_fwd_simple<32, DIM><<<dim3(SEQ / 32, HEADS), 32, smem>>>(d[0], d[1], d[2], dO, SEQ, 0.125f);
    bool ok = compare("simple causal", dO, f[0], f[1], f[2], true);
    flash_fwd_half<32, 32, DIM><<<dim3(SEQ / 32, HEADS), 128>>>(dh[0], dh[1], dh[2], dO, SEQ, 0.125f);
    ok &= compare("half full", dO, f[0], f[1], f[2], false);
    return ok ? 0 : 1;
}

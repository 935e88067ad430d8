// fp32 attention: causal prefill tile with online softmax, split-KV decode partials.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_OK(x)                                                             \
  if (cudaError_t s_ = (x); s_ != cudaSuccess) {                               \
    fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(s_));        \
    exit(EXIT_FAILURE);                                                        \
  }

template <int D_, int BR_, int BC_>
struct FlashConfig {
  static constexpr int D = D_, BR = BR_, BC = BC_;
  static constexpr int kThreads = 128;
  static constexpr int kLanesPerRow = 16;
  static constexpr int kRowsPerThread = BR / (kThreads / kLanesPerRow);
  static constexpr int kColsPerThread = BC / kLanesPerRow;
  static constexpr int kLdQK = D + 4;
  static constexpr int kLdV = D;
  static constexpr int kLdP = BC + 1;
  static constexpr size_t kSmemFloats = size_t(BR) * kLdQK + BC * kLdQK + BC * kLdV + BR * kLdP;
  static_assert(D == 4 * kLanesPerRow, "each lane owns one float4 of the output row");
};

// Copies rows [row0, row0 + ROWS) of a [n, D] matrix, zero filling past the end.
template <int ROWS, int D, int LD, int THREADS>
__device__ __forceinline__ void load_rows(float* __restrict__ dst, const float* __restrict__ src,
                                          int row0, int n) {
  constexpr int V = D / 4;
#pragma unroll
  for (int i = threadIdx.x; i < ROWS * V; i += THREADS) {
    const int r = i / V, c = (i % V) * 4;
    float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
    if (row0 + r < n) v = *reinterpret_cast<const float4*>(src + size_t(row0 + r) * D + c);
    *reinterpret_cast<float4*>(dst + r * LD + c) = v;
  }
}

__device__ __forceinline__ float dot4(float4 a, float4 b, float acc) {
  return fmaf(a.w, b.w, fmaf(a.z, b.z, fmaf(a.y, b.y, fmaf(a.x, b.x, acc))));
}

// Q, K, V, O: [batch*heads, n, D]. grid = (ceil(n / BR), batch*heads).
template <typename Cfg>
__global__ void __launch_bounds__(Cfg::kThreads)
flash_causal_kernel(const float* __restrict__ Q, const float* __restrict__ K,
                    const float* __restrict__ V, float* __restrict__ O, int n, float scale) {
  constexpr int D = Cfg::D, BR = Cfg::BR, BC = Cfg::BC;
  constexpr int RPT = Cfg::kRowsPerThread, CPT = Cfg::kColsPerThread;
  extern __shared__ __align__(16) float smem[];
  float* sQ = smem;
  float* sK = sQ + BR * Cfg::kLdQK;
  float* sV = sK + BC * Cfg::kLdQK;
  float* sP = sV + BC * Cfg::kLdV;
  const size_t head = size_t(blockIdx.y) * n * D;
  const int q0 = blockIdx.x * BR;
  const int tx = threadIdx.x % Cfg::kLanesPerRow;
  const int r0 = (threadIdx.x / Cfg::kLanesPerRow) * RPT;
  load_rows<BR, D, Cfg::kLdQK, Cfg::kThreads>(sQ, Q + head, q0, n);
  float m[RPT], l[RPT];
  float4 o[RPT];
#pragma unroll
  for (int i = 0; i < RPT; ++i) m[i] = -INFINITY, l[i] = 0.f, o[i] = make_float4(0.f, 0.f, 0.f, 0.f);
  const int kv_end = min(n, q0 + BR);
  for (int k0 = 0; k0 < kv_end; k0 += BC) {
    __syncthreads();
    load_rows<BC, D, Cfg::kLdQK, Cfg::kThreads>(sK, K + head, k0, n);
    load_rows<BC, D, Cfg::kLdV, Cfg::kThreads>(sV, V + head, k0, n);
    __syncthreads();
    float s[RPT][CPT] = {};
#pragma unroll 4
    for (int d = 0; d < D; d += 4) {
      float4 kv[CPT];
      for (int j = 0; j < CPT; ++j)
        kv[j] = *reinterpret_cast<const float4*>(sK + (tx + j * Cfg::kLanesPerRow) * Cfg::kLdQK + d);
#pragma unroll
      for (int i = 0; i < RPT; ++i) {
        const float4 qv = *reinterpret_cast<const float4*>(sQ + (r0 + i) * Cfg::kLdQK + d);
        for (int j = 0; j < CPT; ++j) s[i][j] = dot4(qv, kv[j], s[i][j]);
      }
    }

#pragma unroll
    for (int i = 0; i < RPT; ++i) {
      float mx = m[i];
      for (int j = 0; j < CPT; ++j) {
        const int key = k0 + tx + j * Cfg::kLanesPerRow;
        s[i][j] = (key <= q0 + r0 + i && key < n) ? s[i][j] * scale : -INFINITY;
        mx = fmaxf(mx, s[i][j]);
      }
      for (int w = Cfg::kLanesPerRow / 2; w > 0; w >>= 1)
        mx = fmaxf(mx, __shfl_xor_sync(0xffffffffu, mx, w, Cfg::kLanesPerRow));
      const float corr = __expf(m[i] - mx);
      float sum = 0.f;
      for (int j = 0; j < CPT; ++j) {
        const float p = __expf(s[i][j] - mx);
        sP[(r0 + i) * Cfg::kLdP + tx + j * Cfg::kLanesPerRow] = p;
        sum += p;
      }
      for (int w = Cfg::kLanesPerRow / 2; w > 0; w >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, w, Cfg::kLanesPerRow);
      l[i] = l[i] * corr + sum;
      m[i] = mx;
      o[i].x *= corr; o[i].y *= corr; o[i].z *= corr; o[i].w *= corr;
    }
    __syncwarp();  // the rows of sP touched below were written by this warp only

#pragma unroll 4
    for (int c = 0; c < BC; ++c) {
      const float4 v = *reinterpret_cast<const float4*>(sV + c * Cfg::kLdV + tx * 4);
#pragma unroll
      for (int i = 0; i < RPT; ++i) {
        const float p = sP[(r0 + i) * Cfg::kLdP + c];
        o[i].x += p * v.x; o[i].y += p * v.y; o[i].z += p * v.z; o[i].w += p * v.w;
      }
    }
  }
  for (int i = 0; i < RPT; ++i) {
    const int row = q0 + r0 + i;
    if (row >= n) continue;
    const float inv = 1.f / l[i];
    *reinterpret_cast<float4*>(O + head + size_t(row) * D + tx * 4) =
        make_float4(o[i].x * inv, o[i].y * inv, o[i].z * inv, o[i].w * inv);
  }
}

// One query per head against a CHUNK of keys. grid = (splits, heads), block = CHUNK threads.
template <int D, int CHUNK>
__global__ void decode_split_kernel(const float* __restrict__ q, const float* __restrict__ K,
                                    const float* __restrict__ V, float* __restrict__ part_o,
                                    float2* __restrict__ part_ml, int n, float scale) {
  constexpr int NW = CHUNK / 32, GROUPS = CHUNK / D;
  __shared__ __align__(16) float s_q[D];
  __shared__ float s_score[CHUNK];
  __shared__ float s_red[NW];
  __shared__ float s_acc[GROUPS][D];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
  const int k0 = blockIdx.x * CHUNK, count = min(CHUNK, n - k0);
  const size_t head = size_t(blockIdx.y) * n * D;
  if (tid < D) s_q[tid] = q[blockIdx.y * D + tid] * scale;
  __syncthreads();
  for (int k = warp; k < CHUNK; k += NW) {
    float d = 0.f;
    if (k < count) {
      const float* kr = K + head + size_t(k0 + k) * D;
      for (int c = lane * 2; c < D; c += 64) {
        const float2 a = *reinterpret_cast<const float2*>(s_q + c), b = *reinterpret_cast<const float2*>(kr + c);
        d += a.x * b.x + a.y * b.y;
      }
    }
    for (int w = 16; w > 0; w >>= 1) d += __shfl_down_sync(0xffffffffu, d, w);
    if (lane == 0) s_score[k] = k < count ? d : -INFINITY;
  }
  __syncthreads();
  float mx = s_score[tid];
  for (int w = 16; w > 0; w >>= 1) mx = fmaxf(mx, __shfl_xor_sync(0xffffffffu, mx, w));
  if (lane == 0) s_red[warp] = mx;
  __syncthreads();
  for (int w = 0; w < NW; ++w) mx = fmaxf(mx, s_red[w]);
  s_score[tid] = __expf(s_score[tid] - mx);
  __syncthreads();
  const int d = tid % D, g = tid / D;
  float acc = 0.f;
  for (int k = g; k < count; k += GROUPS) acc += s_score[k] * V[head + size_t(k0 + k) * D + d];
  s_acc[g][d] = acc;
  __syncthreads();
  const size_t slot = size_t(blockIdx.y) * gridDim.x + blockIdx.x;
  if (g == 0) {
    for (int i = 1; i < GROUPS; ++i) acc += s_acc[i][d];
    part_o[slot * D + d] = acc;
  }
  if (warp == NW - 1) {
    float sum = 0.f;
    for (int k = lane; k < CHUNK; k += 32) sum += s_score[k];
    for (int w = 16; w > 0; w >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, w);
    if (lane == 0) part_ml[slot] = make_float2(mx, sum);
  }
}

int main() {
  using Cfg = FlashConfig<64, 32, 32>;
  constexpr int D = Cfg::D, H = 6, N = 300, CHUNK = 128;
  const int splits = (N + CHUNK - 1) / CHUNK;
  const float scale = 1.f / sqrtf(float(D));
  std::vector<float> h[3], o(H * N * D), part(H * splits * D);
  std::vector<float2> ml(H * splits);
  float* d[3];
  for (int t = 0; t < 3; ++t) {
    h[t].resize(H * N * D);
    uint32_t seed = 17u + t;
    for (auto& v : h[t]) { seed = seed * 1664525u + 1013904223u; v = float(seed >> 16) / 32768.f - 1.f; }
    CUDA_OK(cudaMalloc(&d[t], h[t].size() * sizeof(float)));
    CUDA_OK(cudaMemcpy(d[t], h[t].data(), h[t].size() * sizeof(float), cudaMemcpyHostToDevice));
  }
  float *dO, *dQ1, *dPart;
  float2* dMl;
  CUDA_OK(cudaMalloc(&dO, o.size() * sizeof(float)));
  CUDA_OK(cudaMalloc(&dQ1, H * D * sizeof(float)));
  CUDA_OK(cudaMalloc(&dPart, part.size() * sizeof(float)));
  CUDA_OK(cudaMalloc(&dMl, ml.size() * sizeof(float2)));
  // The decode query is the last row of Q for each head.
  CUDA_OK(cudaMemcpy2D(dQ1, D * sizeof(float), d[0] + (N - 1) * D, size_t(N) * D * sizeof(float),
                       D * sizeof(float), H, cudaMemcpyDeviceToDevice));

  flash_causal_kernel<Cfg><<<dim3((N + Cfg::BR - 1) / Cfg::BR, H), Cfg::kThreads,
                             Cfg::kSmemFloats * sizeof(float)>>>(d[0], d[1], d[2], dO, N, scale);
  CUDA_OK(cudaGetLastError());
  decode_split_kernel<D, CHUNK><<<dim3(splits, H), CHUNK>>>(dQ1, d[1], d[2], dPart, dMl, N, scale);
  CUDA_OK(cudaGetLastError());
  CUDA_OK(cudaMemcpy(o.data(), dO, o.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_OK(cudaMemcpy(part.data(), dPart, part.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_OK(cudaMemcpy(ml.data(), dMl, ml.size() * sizeof(float2), cudaMemcpyDeviceToHost));

  bool ok = true;
  std::vector<double> p(N), acc(D);
  for (int hd = 0; hd < H; ++hd)
    for (int i = 0; i < N; ++i) {
      const size_t b = size_t(hd) * N * D;
      double mx = -1e30, sum = 0;
      for (int j = 0; j <= i; ++j) {
        p[j] = 0;
        for (int c = 0; c < D; ++c) p[j] += double(h[0][b + i * D + c]) * h[1][b + j * D + c];
        mx = std::max(mx, p[j] *= scale);
      }
      std::fill(acc.begin(), acc.end(), 0.0);
      for (int j = 0; j <= i; ++j) {
        sum += p[j] = std::exp(p[j] - mx);
        for (int c = 0; c < D; ++c) acc[c] += p[j] * h[2][b + j * D + c];
      }
      for (int c = 0; c < D; ++c) {
        ok &= std::fabs(acc[c] / sum - o[b + i * D + c]) < 1e-3;
        if (i != N - 1) continue;
        double num = 0, den = 0;
        for (int sp = hd * splits; sp < (hd + 1) * splits; ++sp) {
          num += std::exp(ml[sp].x - mx) * part[sp * D + c];
          den += std::exp(ml[sp].x - mx) * ml[sp].y;
        }
        ok &= std::fabs(acc[c] / sum - num / den) < 1e-3;
      }
    }
  puts(ok ? "OK" : "FAIL");
  for (float* ptr : {d[0], d[1], d[2], dO, dQ1, dPart}) cudaFree(ptr);
  cudaFree(dMl);
  return ok ? 0 : 1;
}

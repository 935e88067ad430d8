// MoE routing, token permutation, top-k and sampling kernels.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

namespace cg = cooperative_groups;

#define CK(x)                                                                            \
  do {                                                                                   \
    auto rc_ = (x);                                                                      \
    if (rc_ != cudaSuccess) {                                                            \
      fprintf(stderr, "%s failed: %s (%s:%d)\n", #x, cudaGetErrorString(rc_), __FILE__, __LINE__); \
      abort();                                                                           \
    }                                                                                    \
  } while (0)

template <typename A, typename B>
__host__ __device__ constexpr auto ceil_div(A a, B b) { return (a + b - 1) / b; }

constexpr int kWarp = 32;

struct alignas(8) ValIdx {
  float value;
  int index;
  __device__ __forceinline__ bool better_than(const ValIdx& o) const {
    return value > o.value || (value == o.value && index < o.index);
  }
};

struct ValIdxMax {
  __device__ __forceinline__ ValIdx operator()(const ValIdx& a, const ValIdx& b) const { return b.better_than(a) ? b : a; }
};

__device__ __forceinline__ ValIdx warp_argmax(ValIdx v) {
#pragma unroll
  for (int m = kWarp / 2; m > 0; m >>= 1) {
    ValIdx o{__shfl_xor_sync(0xffffffffu, v.value, m), __shfl_xor_sync(0xffffffffu, v.index, m)};
    if (o.better_than(v)) v = o;
  }
  return v;
}

// ---------------------------------------------------------------------------------------------
// 1. fused softmax + top-k gating, one warp per token
// ---------------------------------------------------------------------------------------------
template <int NUM_EXPERTS, int WARPS_PER_CTA>
__global__ void __launch_bounds__(WARPS_PER_CTA* kWarp)
topk_gating_softmax_kernel(const float* __restrict__ logits, float* __restrict__ weights, int* __restrict__ ids,
                           const int num_tokens, const int k, const bool renormalize) {
  constexpr int VPT = NUM_EXPERTS / kWarp;
  static_assert(NUM_EXPERTS % kWarp == 0);
  __shared__ float s_prob[WARPS_PER_CTA][NUM_EXPERTS];

  const int warp = threadIdx.y, lane = threadIdx.x;
  const int token = blockIdx.x * WARPS_PER_CTA + warp;
  if (token >= num_tokens) return;
  const float* row = logits + static_cast<size_t>(token) * NUM_EXPERTS;

  float chunk[VPT];
  float mx = -FLT_MAX;
#pragma unroll
  for (int i = 0; i < VPT; ++i) {
    chunk[i] = row[i * kWarp + lane];
    mx = fmaxf(mx, chunk[i]);
  }
  for (int m = 16; m; m >>= 1) mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, m));
  float sum = 0.f;
#pragma unroll
  for (int i = 0; i < VPT; ++i) {
    chunk[i] = expf(chunk[i] - mx);
    sum += chunk[i];
  }
  for (int m = 16; m; m >>= 1) sum += __shfl_xor_sync(~0u, sum, m);
  const float inv = 1.f / sum;
#pragma unroll
  for (int i = 0; i < VPT; ++i) s_prob[warp][i * kWarp + lane] = chunk[i] * inv;
  __syncwarp();

  float selected_sum = 0.f;
  for (int kk = 0; kk < k; ++kk) {
    ValIdx best{-1.f, NUM_EXPERTS};
#pragma unroll
    for (int i = 0; i < VPT; ++i) {
      const int e = i * kWarp + lane;
      const ValIdx cand{s_prob[warp][e], e};
      if (cand.better_than(best)) best = cand;
    }
    best = warp_argmax(best);
    selected_sum += best.value;
    if (lane == 0) {
      weights[token * k + kk] = best.value;
      ids[token * k + kk] = best.index;
    }
    if (best.index % kWarp == lane) s_prob[warp][best.index] = -1.f;
    __syncwarp();
  }
  if (renormalize && lane == 0) {
    const float r = 1.f / (selected_sum + 1e-20f);
    for (int kk = 0; kk < k; ++kk) weights[token * k + kk] *= r;
  }
}

// ---------------------------------------------------------------------------------------------
// 2. moe_align_block_size: counts per thread, prefix over threads, padded expert offsets
// ---------------------------------------------------------------------------------------------
struct MoeAlignParams {
  const int* topk_ids;
  int* sorted_token_ids;
  int* expert_ids;
  int* total_padded;
  int num_experts;
  int block_size;
  int numel;
};

__device__ __forceinline__ int idx2(int total_col, int row, int col) { return row * total_col + col; }

__global__ void moe_align_block_size_kernel(MoeAlignParams p) {
  extern __shared__ int32_t shared_mem[];
  int32_t* tokens_cnts = shared_mem;                                       // [(blockDim.x + 1), num_experts]
  int32_t* cumsum = shared_mem + (blockDim.x + 1) * p.num_experts;         // [num_experts + 1]
  const int per_thread = ceil_div(p.numel, (int)blockDim.x);
  const int start = threadIdx.x * per_thread;

  for (int i = 0; i < p.num_experts; ++i) tokens_cnts[idx2(p.num_experts, threadIdx.x + 1, i)] = 0;
  for (int i = start; i < p.numel && i < start + per_thread; ++i) {
    ++tokens_cnts[idx2(p.num_experts, threadIdx.x + 1, p.topk_ids[i])];
  }
  __syncthreads();

  for (int e = threadIdx.x; e < p.num_experts; e += blockDim.x) {
    tokens_cnts[idx2(p.num_experts, 0, e)] = 0;
    for (int i = 1; i <= (int)blockDim.x; ++i) tokens_cnts[idx2(p.num_experts, i, e)] += tokens_cnts[idx2(p.num_experts, i - 1, e)];
  }
  __syncthreads();

  if (threadIdx.x == 0) {
    cumsum[0] = 0;
    for (int i = 1; i <= p.num_experts; ++i) {
      cumsum[i] = cumsum[i - 1] + ceil_div(tokens_cnts[idx2(p.num_experts, blockDim.x, i - 1)], p.block_size) * p.block_size;
    }
    *p.total_padded = cumsum[p.num_experts];
  }
  __syncthreads();

  for (int e = threadIdx.x; e < p.num_experts; e += blockDim.x) {
    for (int i = cumsum[e]; i < cumsum[e + 1]; i += p.block_size) p.expert_ids[i / p.block_size] = e;
  }
  for (int i = start; i < p.numel && i < start + per_thread; ++i) {
    const int e = p.topk_ids[i];
    const int rank = tokens_cnts[idx2(p.num_experts, threadIdx.x, e)] + cumsum[e];
    p.sorted_token_ids[rank] = i;
    ++tokens_cnts[idx2(p.num_experts, threadIdx.x, e)];
  }
}

// ---------------------------------------------------------------------------------------------
// 3. expert histogram with privatised bins and a cub scan in the same block
// ---------------------------------------------------------------------------------------------
template <int BLOCK, int MAX_EXPERTS>
__global__ void __launch_bounds__(BLOCK)
expert_histogram_scan_kernel(const int* __restrict__ ids, int n, int num_experts, int* __restrict__ counts, int* __restrict__ offsets) {
  constexpr int kWarps = BLOCK / kWarp;
  using Scan = cub::BlockScan<int, BLOCK>;
  static_assert(MAX_EXPERTS <= BLOCK);
  union SharedStorage {
    int bins[kWarps][MAX_EXPERTS];
    typename Scan::TempStorage scan;
  };
  __shared__ SharedStorage storage;

  int* flat = &storage.bins[0][0];
  for (int i = threadIdx.x; i < kWarps * MAX_EXPERTS; i += BLOCK) flat[i] = 0;
  __syncthreads();
  int* my = storage.bins[threadIdx.x / kWarp];
  for (int i = threadIdx.x; i < n; i += BLOCK) atomicAdd(my + ids[i], 1);
  __syncthreads();
  int total = 0;
  if (threadIdx.x < num_experts) {
#pragma unroll
    for (int w = 0; w < kWarps; ++w) total += storage.bins[w][threadIdx.x];
  }
  __syncthreads();  // storage is recycled for the scan
  int offset;
  Scan(storage.scan).ExclusiveSum(total, offset);
  if (threadIdx.x < num_experts) {
    counts[threadIdx.x] = total;
    offsets[threadIdx.x] = offset;
  }
}

// ---------------------------------------------------------------------------------------------
// 4. bitonic sort of (value,index) rows in smem, top-k of each row is written
// ---------------------------------------------------------------------------------------------
template <int SORT_N>
__device__ __forceinline__ void bitonic_sort_desc(ValIdx* s) {
  for (int size = 2; size <= SORT_N; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      for (int t = threadIdx.x; t < SORT_N / 2; t += blockDim.x) {
        const int i = 2 * t - (t & (stride - 1));
        const int j = i + stride;
        const bool desc = (i & size) == 0;
        const ValIdx a = s[i], b = s[j];
        const bool swap = desc ? b.better_than(a) : a.better_than(b);
        if (swap) {
          s[i] = b;
          s[j] = a;
        }
      }
      __syncthreads();
    }
  }
}

template <typename T, int SORT_N>
__global__ void bitonic_topk_kernel(const T* __restrict__ x, int cols, int k, T* __restrict__ out_v, int* __restrict__ out_i) {
  __shared__ ValIdx s_pairs[SORT_N];
  const T* row = x + static_cast<size_t>(blockIdx.x) * cols;
  for (int i = threadIdx.x; i < SORT_N; i += blockDim.x) {
    s_pairs[i] = i < cols ? ValIdx{static_cast<float>(row[i]), i} : ValIdx{-FLT_MAX, INT32_MAX};
  }
  __syncthreads();
  bitonic_sort_desc<SORT_N>(s_pairs);
  for (int i = threadIdx.x; i < k; i += blockDim.x) {
    out_v[blockIdx.x * k + i] = static_cast<T>(s_pairs[i].value);
    out_i[blockIdx.x * k + i] = s_pairs[i].index;
  }
}

// ---------------------------------------------------------------------------------------------
// 5. radix select of the k-th largest, 8 bits per pass, then compaction
// ---------------------------------------------------------------------------------------------
__device__ __forceinline__ uint32_t float_to_ordered(float f) {
  const uint32_t x = __float_as_uint(f);
  const uint32_t mask = (x & 0x80000000u) ? 0xffffffffu : 0x80000000u;
  return x ^ mask;
}

template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
radix_topk_kernel(const float* __restrict__ x, int cols, int k, float* __restrict__ out_v, int* __restrict__ out_i) {
  constexpr int RADIX_BITS = 8, RADIX = 1 << RADIX_BITS;
  static_assert(BLOCK >= RADIX);
  __shared__ int hist[RADIX];
  __shared__ int suffix[RADIX + 1];
  __shared__ uint32_t s_prefix;
  __shared__ int s_need, s_count, s_eq;

  const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
  if (threadIdx.x == 0) {
    s_prefix = 0;
    s_need = k;
    s_count = 0;
    s_eq = 0;
  }
  uint32_t known_mask = 0;
#pragma unroll
  for (int shift = 32 - RADIX_BITS; shift >= 0; shift -= RADIX_BITS) {
    if (threadIdx.x < RADIX) hist[threadIdx.x] = 0;
    __syncthreads();
    const uint32_t prefix = s_prefix;
    const int need = s_need;
    for (int i = threadIdx.x; i < cols; i += BLOCK) {
      const uint32_t key = float_to_ordered(row[i]);
      if ((key & known_mask) == prefix) atomicAdd(&hist[(key >> shift) & (RADIX - 1)], 1);
    }
    __syncthreads();
    // suffix sums, hillis-steele over 256 bins
    int v = threadIdx.x < RADIX ? hist[threadIdx.x] : 0;
    if (threadIdx.x < RADIX) suffix[threadIdx.x] = v;
    if (threadIdx.x == 0) suffix[RADIX] = 0;
    __syncthreads();
    for (int d = 1; d < RADIX; d <<= 1) {
      int add = 0;
      if (threadIdx.x + d < RADIX) add = suffix[threadIdx.x + d];
      __syncthreads();
      if (threadIdx.x < RADIX) suffix[threadIdx.x] += add;
      __syncthreads();
    }
    if (threadIdx.x < RADIX && suffix[threadIdx.x] >= need && suffix[threadIdx.x + 1] < need) {
      s_prefix = prefix | (static_cast<uint32_t>(threadIdx.x) << shift);
      s_need = need - suffix[threadIdx.x + 1];
    }
    known_mask |= static_cast<uint32_t>(RADIX - 1) << shift;
    __syncthreads();
  }
  const uint32_t kth = s_prefix;
  const int need_eq = s_need;
  for (int i = threadIdx.x; i < cols; i += BLOCK) {
    const float f = row[i];
    const uint32_t key = float_to_ordered(f);
    const bool take = key > kth || (key == kth && atomicAdd(&s_eq, 1) < need_eq);
    if (take) {
      const int pos = atomicAdd(&s_count, 1);
      out_v[blockIdx.x * k + pos] = f;
      out_i[blockIdx.x * k + pos] = i;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// 6. top-p sampling: block softmax + cub sort + scan + inverse cdf, greedy if temperature == 0
// ---------------------------------------------------------------------------------------------
template <int BLOCK, int ITEMS>
__global__ void __launch_bounds__(BLOCK)
top_p_sampling_kernel(const float* __restrict__ logits, const float* __restrict__ uniforms, const float* __restrict__ temps,
                      int* __restrict__ out, int vocab, float top_p) {
  using Reduce = cub::BlockReduce<ValIdx, BLOCK>;
  using ReduceF = cub::BlockReduce<float, BLOCK>;
  using Sort = cub::BlockRadixSort<float, BLOCK, ITEMS, int>;
  using Scan = cub::BlockScan<float, BLOCK>;
  extern __shared__ __align__(16) uint8_t smem[];
  auto& reduce_tmp = reinterpret_cast<typename Reduce::TempStorage&>(smem);
  auto& reducef_tmp = reinterpret_cast<typename ReduceF::TempStorage&>(smem);
  auto& sort_tmp = reinterpret_cast<typename Sort::TempStorage&>(smem);
  auto& scan_tmp = reinterpret_cast<typename Scan::TempStorage&>(smem);
  __shared__ ValIdx s_best;
  __shared__ float s_sum;
  __shared__ int s_pick;

  const int row = blockIdx.x;
  const float temp = temps[row];
  float key[ITEMS];
  int id[ITEMS];
  ValIdx best{-FLT_MAX, INT32_MAX};
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    const int c = threadIdx.x * ITEMS + i;
    key[i] = c < vocab ? logits[static_cast<size_t>(row) * vocab + c] : -FLT_MAX;
    id[i] = c;
    const ValIdx cand{key[i], c};
    best = cand.better_than(best) ? cand : best;
  }
  best = Reduce(reduce_tmp).Reduce(best, ValIdxMax());
  if (threadIdx.x == 0) {
    s_best = best;
    s_pick = INT32_MAX;
  }
  __syncthreads();
  if (temp == 0.f) {
    if (threadIdx.x == 0) out[row] = s_best.index;
    return;
  }
  const float mx = s_best.value;
  float local = 0.f;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    key[i] = id[i] < vocab ? __expf((key[i] - mx) / temp) : 0.f;
    local += key[i];
  }
  const float total = ReduceF(reducef_tmp).Sum(local);
  if (threadIdx.x == 0) s_sum = total;
  __syncthreads();
  Sort(sort_tmp).SortDescending(key, id);
  __syncthreads();
  float cum[ITEMS];
  Scan(scan_tmp).InclusiveSum(key, cum);
  const float target = uniforms[row] * top_p * s_sum;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    const float prev = cum[i] - key[i];
    if (prev <= target && target < cum[i]) atomicMin(&s_pick, id[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[row] = s_pick == INT32_MAX ? s_best.index : s_pick;
}

// ---------------------------------------------------------------------------------------------
// 7. permute tokens into expert order and weighted un-permute through a staged row
// ---------------------------------------------------------------------------------------------
template <int TOPK>
__global__ void moe_finalize_kernel(const half* __restrict__ expert_out, const float* __restrict__ weights,
                                    const int* __restrict__ inv_perm, half* __restrict__ out, int hidden) {
  extern __shared__ float4 s_acc4[];
  __shared__ float s_w[TOPK];
  __shared__ int s_row[TOPK];
  cg::thread_block cta = cg::this_thread_block();
  float* s_acc = reinterpret_cast<float*>(s_acc4);
  const int token = blockIdx.x;
  if (threadIdx.x < TOPK) {
    s_w[threadIdx.x] = weights[token * TOPK + threadIdx.x];
    s_row[threadIdx.x] = inv_perm[token * TOPK + threadIdx.x];
  }
  for (int i = cta.thread_rank(); i < hidden / 4; i += cta.size()) s_acc4[i] = make_float4(0.f, 0.f, 0.f, 0.f);
  cta.sync();
#pragma unroll
  for (int k = 0; k < TOPK; ++k) {
    const half2* src = reinterpret_cast<const half2*>(expert_out + static_cast<size_t>(s_row[k]) * hidden);
    const float w = s_w[k];
    for (int i = threadIdx.x; i < hidden / 2; i += blockDim.x) {
      const float2 f = __half22float2(src[i]);
      float2& a = reinterpret_cast<float2*>(s_acc)[i];
      a.x += w * f.x;
      a.y += w * f.y;
    }
  }
  cta.sync();
  for (int i = threadIdx.x; i < hidden / 4; i += blockDim.x) {
    const float4 a = s_acc4[i];
    alignas(8) half2 h[2] = {__floats2half2_rn(a.x, a.y), __floats2half2_rn(a.z, a.w)};
    reinterpret_cast<uint2*>(out + static_cast<size_t>(token) * hidden)[i] = *reinterpret_cast<uint2*>(h);
  }
}

// ---------------------------------------------------------------------------------------------
template <typename T>
struct Tensor {
  T* ptr = nullptr;
  size_t n;
  explicit Tensor(size_t count) : n(count) {
    CK(cudaMalloc(&ptr, n * sizeof(T)));
    CK(cudaMemset(ptr, 0, n * sizeof(T)));
  }
  explicit Tensor(const std::vector<T>& h) : n(h.size()) {
    CK(cudaMalloc(&ptr, n * sizeof(T)));
    CK(cudaMemcpy(ptr, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  Tensor(const Tensor&) = delete;
  ~Tensor() { cudaFree(ptr); }
  std::vector<T> host() const {
    std::vector<T> h(n);
    CK(cudaMemcpy(h.data(), ptr, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }
  operator T*() const { return ptr; }
};

#define LAUNCH_GATING(E)                                                                                   \
  case E:                                                                                                  \
    topk_gating_softmax_kernel<E, kWarps><<<ceil_div(tokens, kWarps), dim3(kWarp, kWarps)>>>(logits, w, ids, tokens, k, true); \
    break;

void gating(const float* logits, float* w, int* ids, int tokens, int experts, int k) {
  constexpr int kWarps = 4;
  switch (experts) {
    LAUNCH_GATING(32)
    LAUNCH_GATING(64)
    LAUNCH_GATING(128)
    default:
      fprintf(stderr, "unsupported expert count %d\n", experts);
      abort();
  }
  CK(cudaGetLastError());
}

int main() {
  std::mt19937 gen(5);
  std::normal_distribution<float> nd(0.f, 1.f);
  auto randn = [&](size_t n) {
    std::vector<float> v(n);
    for (auto& x : v) x = nd(gen);
    return v;
  };

  const int tokens = 203, experts = 64;
  constexpr int K = 4;
  Tensor<float> logits(randn(size_t(tokens) * experts));
  Tensor<float> weights(size_t(tokens) * K);
  Tensor<int> ids(size_t(tokens) * K);
  gating(logits, weights, ids, tokens, experts, K);
  auto hids = ids.host();
  auto hw = weights.host();
  printf("gating weight sum %.4f (tokens %d)\n", std::accumulate(hw.begin(), hw.end(), 0.0), tokens);

  {
    const int numel = tokens * K, bs = 16;
    const int max_padded = numel + experts * (bs - 1);
    Tensor<int> sorted(std::vector<int>(max_padded, numel)), eids(ceil_div(max_padded, bs)), total(1);
    MoeAlignParams p{ids, sorted, eids, total, experts, bs, numel};
    const int threads = std::max(experts, 32);
    const size_t smem = ((threads + 1) * experts + experts + 1) * sizeof(int32_t);
    CK(cudaFuncSetAttribute(moe_align_block_size_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem));
    moe_align_block_size_kernel<<<1, threads, smem>>>(p);
    CK(cudaGetLastError());
    auto hs = sorted.host();
    auto he = eids.host();
    const int tot = total.host()[0];
    bool ok = true;
    for (int i = 0; i < tot; ++i)
      if (hs[i] < numel) ok &= hids[hs[i]] == he[i / bs];
    printf("moe_align padded %d %s\n", tot, ok ? "OK" : "BAD");

    constexpr int B = 256, E = 128;
    Tensor<int> counts(experts), offsets(experts);
    expert_histogram_scan_kernel<B, E><<<1, B>>>(ids, numel, experts, counts, offsets);
    CK(cudaGetLastError());
    auto hc = counts.host(), hoff = offsets.host();
    printf("histogram total %d last offset %d\n", std::accumulate(hc.begin(), hc.end(), 0), hoff.back());

    const int hidden = 520;
    std::vector<half> eo(size_t(numel) * hidden, __float2half(1.5f));
    std::vector<int> inv(numel);
    std::iota(inv.begin(), inv.end(), 0);
    std::reverse(inv.begin(), inv.end());
    Tensor<half> d_eo(eo), d_out(size_t(tokens) * hidden);
    Tensor<int> d_inv(inv);
    moe_finalize_kernel<K><<<tokens, 96, hidden * sizeof(float)>>>(d_eo, weights, d_inv, d_out, hidden);
    CK(cudaGetLastError());
    double cs = 0;
    for (auto v : d_out.host()) cs += __half2float(v);
    printf("moe_finalize mean %.4f (expect 1.5)\n", cs / (size_t(tokens) * hidden));
  }
  {
    const int rows = 40, cols = 900, k = 10;
    auto h = randn(size_t(rows) * cols);
    Tensor<float> x(h), v1(rows * k), v2(rows * k);
    Tensor<int> i1(rows * k), i2(rows * k);
    bitonic_topk_kernel<float, 1024><<<rows, 256>>>(x, cols, k, v1, i1);
    radix_topk_kernel<256><<<rows, 256>>>(x, cols, k, v2, i2);
    CK(cudaGetLastError());
    auto a = v1.host(), b = v2.host();
    bool ok = true;
    for (int r = 0; r < rows; ++r) {
      std::sort(b.begin() + r * k, b.begin() + (r + 1) * k, std::greater<float>());
      std::partial_sort(h.begin() + r * cols, h.begin() + r * cols + k, h.begin() + (r + 1) * cols, std::greater<float>());
      for (int i = 0; i < k; ++i) ok &= a[r * k + i] == h[r * cols + i] && b[r * k + i] == a[r * k + i];
    }
    printf("topk %s\n", ok ? "OK" : "BAD");
  }
  {
    constexpr int BLOCK = 256, ITEMS = 8;
    const int rows = 24, vocab = 2000;
    auto hl = randn(size_t(rows) * vocab);
    std::vector<float> u(rows), t(rows);
    for (int i = 0; i < rows; ++i) {
      u[i] = (i + 0.5f) / rows;
      t[i] = i % 3 == 0 ? 0.f : 0.7f;
    }
    Tensor<float> l(hl), du(u), dt(t);
    Tensor<int> out(rows);
    const size_t smem = std::max({sizeof(cub::BlockReduce<ValIdx, BLOCK>::TempStorage), sizeof(cub::BlockReduce<float, BLOCK>::TempStorage),
                                  sizeof(cub::BlockRadixSort<float, BLOCK, ITEMS, int>::TempStorage),
                                  sizeof(cub::BlockScan<float, BLOCK>::TempStorage)});
    top_p_sampling_kernel<BLOCK, ITEMS><<<rows, BLOCK, smem>>>(l, du, dt, out, vocab, 0.9f);
    CK(cudaGetLastError());
    long s = 0;
    bool ok = true;
    auto ho = out.host();
    for (int r = 0; r < rows; ++r) {
      s += ho[r];
      ok &= ho[r] >= 0 && ho[r] < vocab;
      if (t[r] == 0.f) ok &= ho[r] == std::max_element(hl.begin() + r * vocab, hl.begin() + (r + 1) * vocab) - (hl.begin() + r * vocab);
    }
    printf("top_p sum %ld %s\n", s, ok ? "OK" : "BAD");
  }
  CK(cudaDeviceSynchronize());
  return 0;
}

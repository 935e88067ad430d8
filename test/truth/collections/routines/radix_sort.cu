// LSD radix sort of key/value pairs, 4 bits per pass, plus a block-local sort
// for short segments. Ranks are computed in shared memory.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CHECK(expr)                                                       \
  if (cudaError_t e_ = (expr)) {                                               \
    std::printf("line %d: %s\nFAIL\n", __LINE__, cudaGetErrorString(e_));      \
    std::exit(1);                                                              \
  }

constexpr int kRadixBits = 4;
constexpr int kRadix = 1 << kRadixBits;
constexpr int kBlock = 256;
constexpr int kItems = 4;
constexpr int kTile = kBlock * kItems;

__device__ __forceinline__ int digit_of(uint32_t key, int shift) {
  return (key >> shift) & (kRadix - 1);
}

__device__ __forceinline__ uint32_t warp_inclusive_scan(uint32_t v) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int ofs = 1; ofs < 32; ofs <<= 1) {
    uint32_t up = __shfl_up_sync(0xffffffffu, v, ofs);
    if (lane >= ofs) v += up;
  }
  return v;
}

// Ranks BLOCK*ITEMS keys held in a blocked arrangement (thread t owns keys
// t*ITEMS .. t*ITEMS+ITEMS-1). The ranking is stable.
template <int BLOCK, int ITEMS>
struct BlockRadixRank {
  static constexpr int kWarps = BLOCK / 32;
  struct TempStorage {
    uint16_t counters[kRadix * BLOCK];   // digit-major, one column per thread
    uint32_t warp_sums[kWarps];
    uint32_t digit_start[kRadix];
  };

  __device__ static void rank(TempStorage& ts, const uint32_t (&keys)[ITEMS], int shift,
                              int (&ranks)[ITEMS]) {
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;

#pragma unroll
    for (int d = 0; d < kRadix; ++d) ts.counters[d * BLOCK + tid] = 0;

#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      uint16_t* c = &ts.counters[digit_of(keys[i], shift) * BLOCK + tid];
      ranks[i] = *c;
      *c = static_cast<uint16_t>(ranks[i] + 1);
    }
    __syncthreads();

    // Raking scan: every thread owns kRadix consecutive counters.
    uint16_t* rake = &ts.counters[tid * kRadix];
    uint32_t local[kRadix];
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < kRadix; ++i) {
      local[i] = sum;
      sum += rake[i];
    }
    const uint32_t incl = warp_inclusive_scan(sum);
    if (lane == 31) ts.warp_sums[warp] = incl;
    __syncthreads();

    uint32_t base = incl - sum;
#pragma unroll
    for (int w = 0; w < kWarps; ++w)
      if (w < warp) base += ts.warp_sums[w];
    for (int i = 0; i < kRadix; ++i) rake[i] = static_cast<uint16_t>(base + local[i]);
    __syncthreads();

#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      ranks[i] += ts.counters[digit_of(keys[i], shift) * BLOCK + tid];
    if (tid < kRadix) ts.digit_start[tid] = ts.counters[tid * BLOCK];
  }
};

// counts[digit * gridDim.x + block]
__global__ void digit_histogram(const uint32_t* __restrict__ keys, int n, int shift,
                                uint32_t* __restrict__ counts) {
  __shared__ uint32_t hist[kBlock / 32][kRadix];
  const int warp = threadIdx.x >> 5;
  for (int i = threadIdx.x; i < (kBlock / 32) * kRadix; i += kBlock) (&hist[0][0])[i] = 0;
  __syncthreads();

  const int base = blockIdx.x * kTile;
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const int idx = base + i * kBlock + threadIdx.x;
    if (idx < n) atomicAdd(&hist[warp][digit_of(keys[idx], shift)], 1u);
  }
  __syncthreads();

  if (threadIdx.x < kRadix) {
    uint32_t total = 0;
#pragma unroll
    for (int w = 0; w < kBlock / 32; ++w) total += hist[w][threadIdx.x];
    counts[threadIdx.x * gridDim.x + blockIdx.x] = total;
  }
}

// Single-block exclusive scan of m entries, in place.
__global__ void scan_counts(uint32_t* counts, int m) {
  __shared__ uint32_t warp_sums[32];
  __shared__ uint32_t carry;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, nwarps = blockDim.x >> 5;
  if (threadIdx.x == 0) carry = 0;
  for (int base = 0; base < m; base += blockDim.x) {
    const int idx = base + threadIdx.x;
    const uint32_t v = idx < m ? counts[idx] : 0u;
    uint32_t incl = warp_inclusive_scan(v);
    if (lane == 31) warp_sums[warp] = incl;
    __syncthreads();
    if (warp == 0) {
      const uint32_t s = lane < nwarps ? warp_sums[lane] : 0u;
      warp_sums[lane] = warp_inclusive_scan(s) - s;
    }
    __syncthreads();
    const uint32_t excl = incl - v + warp_sums[warp] + carry;
    if (idx < m) counts[idx] = excl;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) carry = excl + v;
  }
}

__global__ void __launch_bounds__(kBlock)
scatter_pairs(const uint32_t* __restrict__ keys_in, const uint32_t* __restrict__ vals_in,
              uint32_t* __restrict__ keys_out, uint32_t* __restrict__ vals_out, int n, int shift,
              const uint32_t* __restrict__ offsets) {
  using Rank = BlockRadixRank<kBlock, kItems>;
  __shared__ typename Rank::TempStorage temp;
  __shared__ uint2 exchange[kTile];
  __shared__ uint32_t digit_base[kRadix];

  const int tid = threadIdx.x;
  const int base = blockIdx.x * kTile;
  const int valid = min(kTile, n - base);
  if (tid < kRadix) digit_base[tid] = offsets[tid * gridDim.x + blockIdx.x];

#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const int s = i * kBlock + tid;
    exchange[s] = s < valid ? make_uint2(keys_in[base + s], vals_in[base + s])
                            : make_uint2(0xffffffffu, 0u);
  }
  __syncthreads();

  uint32_t keys[kItems], vals[kItems];
  int ranks[kItems];
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const uint2 p = exchange[tid * kItems + i];
    keys[i] = p.x;
    vals[i] = p.y;
  }
  Rank::rank(temp, keys, shift, ranks);   // barriers inside cover reuse of exchange

#pragma unroll
  for (int i = 0; i < kItems; ++i) exchange[ranks[i]] = make_uint2(keys[i], vals[i]);
  __syncthreads();

#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const int r = i * kBlock + tid;
    if (r < valid) {
      const uint2 p = exchange[r];
      const int d = digit_of(p.x, shift);
      const uint32_t dst = digit_base[d] + r - temp.digit_start[d];
      keys_out[dst] = p.x;
      vals_out[dst] = p.y;
    }
  }
}

// Sorts each aligned segment of kTile keys entirely on chip.
__global__ void __launch_bounds__(kBlock) block_sort(uint32_t* keys, int num_bits) {
  using Rank = BlockRadixRank<kBlock, kItems>;
  __shared__ union {
    typename Rank::TempStorage rank;
    alignas(16) uint32_t keys[kTile];
  } smem;
  uint4* seg = reinterpret_cast<uint4*>(keys + size_t(blockIdx.x) * kTile);
  const uint4 v = seg[threadIdx.x];
  uint32_t k[kItems] = {v.x, v.y, v.z, v.w};
  int ranks[kItems];
  for (int shift = 0; shift < num_bits; shift += kRadixBits) {
    Rank::rank(smem.rank, k, shift, ranks);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) smem.keys[ranks[i]] = k[i];
    __syncthreads();
    const uint4 q = reinterpret_cast<const uint4*>(smem.keys)[threadIdx.x];
    k[0] = q.x; k[1] = q.y; k[2] = q.z; k[3] = q.w;
    __syncthreads();
  }
  seg[threadIdx.x] = make_uint4(k[0], k[1], k[2], k[3]);
}

int main() {
  const int n = 100003, segs = 24;
  const int blocks = (n + kTile - 1) / kTile;
  std::vector<uint32_t> hk(n), hv(n), hs(segs * kTile);
  uint32_t state = 12345u;
  auto rnd = [&] { state = state * 1664525u + 1013904223u; return state ^ (state >> 15); };
  for (int i = 0; i < n; ++i) { hk[i] = rnd() & 0xffffffu; hv[i] = i; }
  for (auto& x : hs) x = rnd();

  uint32_t *k0, *k1, *v0, *v1, *counts, *seg;
  CUDA_CHECK(cudaMalloc(&k0, n * 4)); CUDA_CHECK(cudaMalloc(&k1, n * 4));
  CUDA_CHECK(cudaMalloc(&v0, n * 4)); CUDA_CHECK(cudaMalloc(&v1, n * 4));
  CUDA_CHECK(cudaMalloc(&counts, blocks * kRadix * 4));
  CUDA_CHECK(cudaMalloc(&seg, hs.size() * 4));
  CUDA_CHECK(cudaMemcpy(k0, hk.data(), n * 4, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(v0, hv.data(), n * 4, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(seg, hs.data(), hs.size() * 4, cudaMemcpyHostToDevice));

  for (int shift = 0; shift < 32; shift += kRadixBits) {
    digit_histogram<<<blocks, kBlock>>>(k0, n, shift, counts);
    scan_counts<<<1, 512>>>(counts, blocks * kRadix);
    scatter_pairs<<<blocks, kBlock>>>(k0, v0, k1, v1, n, shift, counts);
    std::swap(k0, k1);
    std::swap(v0, v1);
  }
  block_sort<<<segs, kBlock>>>(seg, 32);
  CUDA_CHECK(cudaGetLastError());

  std::vector<uint32_t> ok(n), ov(n), os(hs.size());
  CUDA_CHECK(cudaMemcpy(ok.data(), k0, n * 4, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(ov.data(), v0, n * 4, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(os.data(), seg, os.size() * 4, cudaMemcpyDeviceToHost));
  std::vector<uint32_t> ref(n);
  for (int i = 0; i < n; ++i) ref[i] = i;
  std::stable_sort(ref.begin(), ref.end(), [&](uint32_t a, uint32_t b) { return hk[a] < hk[b]; });
  bool good = true;
  for (int i = 0; i < n; ++i) good = good && ov[i] == ref[i] && ok[i] == hk[ref[i]];
  for (int s = 0; s < segs; ++s) std::sort(hs.begin() + s * kTile, hs.begin() + (s + 1) * kTile);
  good = good && hs == os;
  return std::puts(good ? "OK" : "FAIL"), good ? 0 : 1;
}

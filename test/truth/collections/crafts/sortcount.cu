// Sorting, counting, compaction and merging in a block.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;
typedef unsigned int u32;
typedef unsigned long long u64;

#define TRY(stmt) if (cudaError_t err = (stmt)) { printf("%s failed: %s\n", #stmt, cudaGetErrorString(err)); exit(2); }

// Batcher's odd-even merge sort of 256 keys, one comparator a thread.
__global__ void batcher256(const u32 *in, u32 *out) {
  __shared__ u32 k[256];
  const int t = threadIdx.x;
  k[t] = in[blockIdx.x * 256 + t];
  k[t + 128] = in[blockIdx.x * 256 + t + 128];
  for (int p = 1; p < 256; p *= 2) {
    for (int q = p; q >= 1; q /= 2) {
      __syncthreads();
      const int lo = (q == p) ? (t / q) * 2 * q + t % q : (t / q) * 2 * q + t % q + q;
      const int hi = lo + q;
      if (hi < 256 && (q == p || lo / (2 * p) == hi / (2 * p))) {
        u32 a = k[lo], b = k[hi];
        k[lo] = min(a, b);
        k[hi] = max(a, b);
      }
    }
  }
  __syncthreads();
  out[blockIdx.x * 256 + t] = k[t];
  out[blockIdx.x * 256 + t + 128] = k[t + 128];
}

// Bitonic merge of keys with 64-bit values, N known at compile time.
template <int N>
__global__ void bitonic_kv(const u64 *in, u64 *out) {
  __shared__ u64 pair[N];
  const int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 2; ++i) pair[t + i * (N / 2)] = in[blockIdx.x * N + t + i * (N / 2)];
  __syncthreads();
#pragma unroll
  for (int len = 2; len <= N; len <<= 1) {
#pragma unroll
    for (int s = len >> 1; s > 0; s >>= 1) {
      const int i = ((t & ~(s - 1)) << 1) | (t & (s - 1));
      const u64 a = pair[i], b = pair[i | s];
      const bool swap = ((i & len) == 0) == (a > b);
      pair[i] = swap ? b : a;
      pair[i | s] = swap ? a : b;
      __syncthreads();
    }
  }
#pragma unroll
  for (int i = 0; i < 2; ++i) out[blockIdx.x * N + t + i * (N / 2)] = pair[t + i * (N / 2)];
}

// 4-bit digit counters, one column of packed bytes per thread, then ranks.
__global__ void digit_ranks(u32 *out) {
  __shared__ unsigned char cnt[16][128];
  __shared__ u32 total[16];
  const int t = threadIdx.x;
#pragma unroll
  for (int d = 0; d < 16; ++d) cnt[d][t] = 0;
  for (int i = 0; i < 12; ++i) {
    const u32 digit = (t + i * 5) & 15;
    cnt[digit][t]++;
  }
  __syncthreads();
  const int w = t >> 5, lane = t & 31;
  for (int d = w; d < 16; d += 4) {
    u32 four = reinterpret_cast<const u32 *>(cnt[d])[lane];
    u32 s = (four & 255) + ((four >> 8) & 255) + ((four >> 16) & 255) + (four >> 24);
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) total[d] = s;
  }
  __syncthreads();
  if (t < 16) {
    u32 base = 0;
    for (int d = 0; d < t; ++d) base += total[d];
    out[blockIdx.x * 16 + t] = base;
  }
}

// Ballot compaction into a staging buffer.
__global__ void compact_ballot(int *out, int *n) {
  __shared__ int stage[256];
  __shared__ int warpBase[8];
  const int t = threadIdx.x, lane = t & 31, w = t >> 5;
  const bool keep = (t % 3) != 1;
  const u32 m = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) warpBase[w] = __popc(m);
  __syncthreads();
  if (t < 8) {
    int c = warpBase[t];
    int x = c;
    for (int o = 1; o < 8; o *= 2) {
      int y = __shfl_up_sync(0xff, x, o);
      if (t >= o) x += y;
    }
    warpBase[t] = x - c;
    if (t == 7) *n = x;
  }
  __syncthreads();
  stage[t] = -1;
  __syncthreads();
  if (keep) stage[t - (t + 1) / 3] = t;
  __syncthreads();
  out[blockIdx.x * 256 + t] = stage[t] + warpBase[w];
}

// Histogram, groups of equal bins in a warp elect a leader; bins known by construction.
__global__ void hist_aggregated(int *hist) {
  __shared__ int bins[64];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  for (int i = block.thread_rank(); i < 64; i += block.size()) bins[i] = 0;
  block.sync();
  for (int it = 0; it < 6; ++it) {
    const int bin = (threadIdx.x / 4 + it * 3) & 63;
    const u32 peers = __match_any_sync(0xffffffffu, bin);
    if ((threadIdx.x & 3) == 0) atomicAdd(&bins[bin], __popc(peers));
    warp.sync();
  }
  block.sync();
  for (int i = block.thread_rank(); i < 64; i += block.size()) atomicAdd(hist + i, bins[i]);
}

// Volatile warp-synchronous tail.
template <unsigned BS>
__global__ void sum_volatile(const float *in, float *out) {
  __shared__ float sh[BS < 64 ? 64 : BS];
  const unsigned t = threadIdx.x;
  sh[t] = in[blockIdx.x * BS + t];
  __syncthreads();
  if (BS >= 512) { if (t < 256) sh[t] += sh[t + 256]; __syncthreads(); }
  if (BS >= 256) { if (t < 128) sh[t] += sh[t + 128]; __syncthreads(); }
  if (BS >= 128) { if (t < 64) sh[t] += sh[t + 64]; __syncthreads(); }
  if (t < 32) {
    volatile float *v = sh;
    v[t] += v[t + 32]; v[t] += v[t + 16]; v[t] += v[t + 8];
    v[t] += v[t + 4]; v[t] += v[t + 2]; v[t] += v[t + 1];
  }
  if (t == 0) out[blockIdx.x] = sh[0];
}

// Two sorted runs of 128 in a block, each thread merges four outputs (keys made here).
__global__ void merge_fixed(int *out) {
  __shared__ int a[128], b[128], r[256];
  const int t = threadIdx.x;
  a[t] = 2 * t; b[t] = 2 * t + 1;
  a[t + 64] = 2 * (t + 64); b[t + 64] = 2 * (t + 64) + 1;
  __syncthreads();
  int i = 2 * t, j = 2 * t;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int x = a[min(i, 127)], y = b[min(j, 127)];
    const bool first = (k & 1) == 0;
    r[4 * t + k] = first ? x : y;
    i += first; j += !first;
  }
  __syncthreads();
  for (int k = t; k < 256; k += 64) out[blockIdx.x * 256 + k] = r[k];
}

template <unsigned BS> static void reduce(const float *in, float *out, int blocks) {
  sum_volatile<BS><<<blocks, BS>>>(in, out);
  TRY(cudaGetLastError());
}

int main() {
  u32 *in, *out;
  TRY(cudaMalloc(&in, 1 << 17));
  TRY(cudaMalloc(&out, 1 << 17));
  TRY(cudaMemset(in, 0, 1 << 17));
  batcher256<<<3, 128>>>(in, out);
  bitonic_kv<128><<<2, 64>>>((u64 *)in, (u64 *)out);
  bitonic_kv<512><<<2, 256>>>((u64 *)in, (u64 *)out);
  digit_ranks<<<3, 128>>>(out);
  compact_ballot<<<2, 256>>>((int *)out, (int *)in);
  hist_aggregated<<<2, 192>>>((int *)out);
  reduce<512>((float *)in, (float *)out, 4);
  reduce<128>((float *)in, (float *)out, 3);
  merge_fixed<<<2, 64>>>((int *)out);
  TRY(cudaDeviceSynchronize());
  puts("fine");
  return 0;
}

// Block primitives: segmented scan, reduce-by-key, privatised histogram and an LSD radix sort
// (digit-offset scan and stable scatter through shared memory; tile counts come from the host).
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_TRY(expr)                                                                       \
  if (cudaError_t rc_ = (expr); rc_ != cudaSuccess) {                                          \
    std::fprintf(stderr, "%s failed: %s\n", #expr, cudaGetErrorString(rc_));                   \
    std::exit(2);                                                                              \
  }

constexpr unsigned kFull = 0xffffffffu;
template <class T> struct FlagValue { int flag; T value; };
template <class T> struct SegSum {
  __device__ FlagValue<T> operator()(const FlagValue<T>& a, const FlagValue<T>& b) const {
    return {a.flag | b.flag, b.flag ? b.value : T(a.value + b.value)};
  }
};
template <class T, class Op>
__device__ __forceinline__ FlagValue<T> warp_inclusive(FlagValue<T> x, Op op) {
  for (int d = 1; d < 32; d <<= 1) {
    const FlagValue<T> y{__shfl_up_sync(kFull, x.flag, d), __shfl_up_sync(kFull, x.value, d)};
    if ((threadIdx.x & 31) >= d) x = op(y, x);
  }
  return x;
}
template <int Threads_, int Items_, int Pad_> struct ScanPolicy {
  static constexpr int Threads = Threads_, Items = Items_, Tile = Threads_ * Items_;
  static constexpr int Pitch = Items_ + Pad_;  // words reserved per thread in the blocked layout
};
// Striped global loads -> blocked registers through shared memory, thread scan, warp scan, block scan.
template <class T, class Policy>
__global__ void __launch_bounds__(Policy::Threads)
segmented_scan_kernel(int n, const T* __restrict__ vals, const uint8_t* __restrict__ heads, T* __restrict__ out) {
  constexpr int kWarps = Policy::Threads / 32;
  __shared__ T exchange[Policy::Threads * Policy::Pitch];
  __shared__ FlagValue<T> warp_tot[kWarps];
  const int tid = threadIdx.x, base = blockIdx.x * Policy::Tile;
  auto slot = [](int i) { return (i / Policy::Items) * Policy::Pitch + i % Policy::Items; };
  for (int i = tid; i < Policy::Tile; i += Policy::Threads) exchange[slot(i)] = base + i < n ? vals[base + i] : T(0);
  __syncthreads();
  FlagValue<T> item[Policy::Items];
  for (int k = 0; k < Policy::Items; ++k) {
    const int g = base + tid * Policy::Items + k;
    item[k] = {g < n ? int(heads[g]) : 1, exchange[tid * Policy::Pitch + k]};
    if (k > 0) item[k] = SegSum<T>()(item[k - 1], item[k]);
  }
  FlagValue<T> run = warp_inclusive(item[Policy::Items - 1], SegSum<T>());
  if ((tid & 31) == 31) warp_tot[tid / 32] = run;
  FlagValue<T> prev{__shfl_up_sync(kFull, run.flag, 1), __shfl_up_sync(kFull, run.value, 1)};
  __syncthreads();
  if (tid < 32) {
    const FlagValue<T> w = warp_inclusive(tid < kWarps ? warp_tot[tid] : FlagValue<T>{0, T(0)}, SegSum<T>());
    if (tid < kWarps) warp_tot[tid] = w;
  }
  __syncthreads();
  FlagValue<T> carry = tid >= 32 ? warp_tot[tid / 32 - 1] : FlagValue<T>{0, T(0)};
  if ((tid & 31) > 0) carry = SegSum<T>()(carry, prev);
  for (int k = 0; k < Policy::Items; ++k) exchange[tid * Policy::Pitch + k] = SegSum<T>()(carry, item[k]).value;
  __syncthreads();
  for (int i = tid; i < Policy::Tile; i += Policy::Threads)
    if (base + i < n) out[base + i] = exchange[slot(i)];
}

// Reduce runs of equal (sorted) keys inside each tile, then merge per-run sums with atomics.
template <int Threads>
__global__ void reduce_by_key_kernel(int n, const int* __restrict__ keys, const float* __restrict__ vals,
                                     float* __restrict__ sums) {
  extern __shared__ int s_key[];
  float* s_val = reinterpret_cast<float*>(s_key + Threads + 1);
  const int tid = threadIdx.x;
  for (int base = blockIdx.x * Threads; base < n; base += gridDim.x * Threads) {
    const int i = base + tid;
    const int key = s_key[tid] = i < n ? __ldg(keys + i) : -1;
    float v = s_val[tid] = i < n ? __ldg(vals + i) : 0.f;
    if (tid == 0) s_key[Threads] = -2;
    __syncthreads();
    for (int d = 1; d < Threads; d <<= 1) {  // Hillis-Steele over equal keys
      const float add = (tid >= d && s_key[tid - d] == key) ? s_val[tid - d] : 0.f;
      __syncthreads();
      s_val[tid] = v += add;
      __syncthreads();
    }
    if (key >= 0 && s_key[tid + 1] != key) atomicAdd(sums + key, v);
    __syncthreads();
  }
}
// ---- histogram with a privatisation policy ---------------------------------------------------
struct PerBlock {
  template <int Threads> static constexpr int kCopies = 1;
  static __device__ int copy() { return 0; }
  static __device__ int index(int bin, int, int, int) { return bin; }
};
struct PerWarp {  // contiguous copy per warp
  template <int Threads> static constexpr int kCopies = Threads / 32;
  static __device__ int copy() { return threadIdx.x / 32; }
  static __device__ int index(int bin, int bins, int c, int) { return c * bins + bin; }
};
struct Interleaved8 {  // copies of a bin are adjacent, lanes spread over 8 of them
  template <int Threads> static constexpr int kCopies = 8;
  static __device__ int copy() { return threadIdx.x & 7; }
  static __device__ int index(int bin, int, int c, int copies) { return bin * copies + c; }
};
template <int Bins, class Private, int Threads>
__global__ void histogram_kernel(int n4, const uchar4* __restrict__ data, unsigned* __restrict__ out) {
  constexpr int kCopies = Private::template kCopies<Threads>;
  __shared__ unsigned bins[Bins * kCopies];
  for (int i = threadIdx.x; i < Bins * kCopies; i += Threads) bins[i] = 0;
  __syncthreads();
  auto cell = [&](int bin, int copy) -> unsigned& { return bins[Private::index(bin, Bins, copy, kCopies)]; };
  auto vote = [&](unsigned char v) { atomicAdd(&cell(v * Bins / 256, Private::copy()), 1u); };
  for (int i = blockIdx.x * Threads + threadIdx.x; i < n4; i += gridDim.x * Threads) {
    const uchar4 q = data[i];
    vote(q.x); vote(q.y); vote(q.z); vote(q.w);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < Bins; b += Threads) {
    unsigned s = 0;
    for (int c = 0; c < kCopies; ++c) s += cell(b, c);
    if (s) atomicAdd(out + b, s);
  }
}

// Exclusive scan of the count matrix by one block; classic Blelloch with optional index padding.
template <int Len, bool ConflictFree>
__global__ void offset_scan_kernel(int n, unsigned* __restrict__ data) {
  __shared__ unsigned t[Len + (ConflictFree ? Len / 32 : 0)];
  const int tid = threadIdx.x;
  auto at = [](int i) { return ConflictFree ? i + (i >> 5) : i; };
  t[at(tid)] = tid < n ? data[tid] : 0;
  t[at(tid + Len / 2)] = tid + Len / 2 < n ? data[tid + Len / 2] : 0;
  int offset = 1;
  for (int d = Len / 2; d > 0; d >>= 1, offset <<= 1) {
    __syncthreads();
    if (tid < d) t[at(offset * (2 * tid + 2) - 1)] += t[at(offset * (2 * tid + 1) - 1)];
  }
  if (tid == 0) t[at(Len - 1)] = 0;
  for (int d = 1; d < Len; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      const int a = at(offset * (2 * tid + 1) - 1), b = at(offset * (2 * tid + 2) - 1);
      const unsigned v = t[a];
      t[a] = t[b], t[b] += v;
    }
  }
  __syncthreads();
  if (tid < n) data[tid] = t[at(tid)];
  if (tid + Len / 2 < n) data[tid + Len / 2] = t[at(tid + Len / 2)];
}

template <int Bits, int Threads>
__global__ void radix_scatter_kernel(int n, const uint32_t* __restrict__ in, uint32_t* __restrict__ out, int shift,
                                     const unsigned* __restrict__ offsets) {
  constexpr int R = 1 << Bits, kWarps = Threads / 32;
  __shared__ unsigned warp_cnt[kWarps][R], digit_start[R];
  __shared__ uint32_t sorted[Threads];
  const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32, i = blockIdx.x * Threads + tid;
  const bool valid = i < n;
  const uint32_t key = valid ? in[i] : 0u;
  const unsigned digit = (key >> shift) & (R - 1);
  for (int d = lane; d < R; d += 32) warp_cnt[warp][d] = 0;
  __syncwarp();
  unsigned peers = __ballot_sync(kFull, valid);
  for (int b = 0; b < Bits; ++b) {
    const unsigned vote = __ballot_sync(kFull, (digit >> b) & 1);
    peers &= (digit >> b) & 1 ? vote : ~vote;
  }
  const unsigned before = __popc(peers & ((1u << lane) - 1));
  if (valid && before == 0) warp_cnt[warp][digit] = __popc(peers);
  __syncthreads();
  if (tid < 32) {  // exclusive scan over warps per digit, then over digits
    unsigned total = 0;
    if (tid < R)
      for (int w = 0; w < kWarps; ++w) {
        const unsigned c = warp_cnt[w][tid];
        warp_cnt[w][tid] = total, total += c;
      }
    unsigned incl = total;
    for (int d = 1; d < 32; d <<= 1) {
      const unsigned y = __shfl_up_sync(kFull, incl, d);
      if (lane >= d) incl += y;
    }
    if (tid < R) digit_start[tid] = incl - total;
  }
  __syncthreads();
  if (valid) sorted[digit_start[digit] + warp_cnt[warp][digit] + before] = key;
  __syncthreads();
  if (!valid) return;
  const unsigned d = (sorted[tid] >> shift) & (R - 1);
  out[offsets[d * gridDim.x + blockIdx.x] + tid - digit_start[d]] = sorted[tid];
}

template <class T> struct DeviceArray {
  T* p = nullptr;
  size_t n;
  explicit DeviceArray(const std::vector<T>& h) : n(h.size()) {
    CUDA_TRY(cudaMalloc(&p, n * sizeof(T)));
    CUDA_TRY(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  explicit DeviceArray(size_t count) : DeviceArray(std::vector<T>(count)) {}
  std::vector<T> host() const {
    std::vector<T> h(n);
    CUDA_TRY(cudaGetLastError());
    CUDA_TRY(cudaDeviceSynchronize());
    CUDA_TRY(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }
};
int main() {
  constexpr int N = 8000, kKeys = 300;
  double checksum = 0;
  int bad = 0;
  std::vector<int> vals(N), keys(N);
  std::vector<float> fvals(N), want(kKeys);
  std::vector<uint8_t> heads(N), bytes(N);
  std::vector<uint32_t> sortkeys(N);
  for (int i = 0; i < N; ++i) {
    vals[i] = i * 31 % 17 - 8;
    fvals[i] = vals[i] * 0.25f;
    keys[i] = int(int64_t(i) * i / N * kKeys / N);
    want[keys[i]] += fvals[i];
    heads[i] = (i % 53 == 0) || (i % 97 == 5);
    bytes[i] = uint8_t((i * 2654435761u) >> 21);
    sortkeys[i] = (i * 2246822519u) ^ (i << 7);
  }
  DeviceArray<int> d_vals(vals), d_keys(keys), d_scan(N);
  DeviceArray<float> d_fvals(fvals), d_sums(kKeys);
  DeviceArray<uint8_t> d_heads(heads), d_bytes(bytes);
  auto scan = [&](auto policy) {
    using P = decltype(policy);
    segmented_scan_kernel<int, P><<<(N + P::Tile - 1) / P::Tile, P::Threads>>>(N, d_vals.p, d_heads.p, d_scan.p);
    const auto h = d_scan.host();
    for (int i = 0, run = 0; i < N; ++i) {
      run = (heads[i] || i % P::Tile == 0) ? vals[i] : run + vals[i];
      bad += run != h[i];
      checksum += h[i] * (i % 7);
    }
  };
  scan(ScanPolicy<128, 4, 1>{});
  scan(ScanPolicy<256, 8, 0>{});
  scan(ScanPolicy<128, 7, 0>{});
  reduce_by_key_kernel<256><<<16, 256, 257 * sizeof(int) + 256 * sizeof(float)>>>(N, d_keys.p, d_fvals.p, d_sums.p);
  const auto sums = d_sums.host();
  for (int k = 0; k < kKeys; ++k) bad += std::abs(sums[k] - want[k]) > 1e-3;
  auto histogram = [&](auto kernel, int bins, int threads) {
    DeviceArray<unsigned> d_hist(bins);
    kernel<<<8, threads>>>(N / 4, reinterpret_cast<const uchar4*>(d_bytes.p), d_hist.p);
    std::vector<unsigned> ref(bins, 0u);
    for (uint8_t b : bytes) ++ref[b * bins / 256];
    bad += d_hist.host() != ref;
  };
  histogram(histogram_kernel<256, PerBlock, 128>, 256, 128);
  histogram(histogram_kernel<256, PerWarp, 256>, 256, 256);
  histogram(histogram_kernel<64, Interleaved8, 128>, 64, 128);
  constexpr int kBits = 4, kThreads = 256, kTiles = (N + kThreads - 1) / kThreads;
  DeviceArray<uint32_t> ping(sortkeys), pong(N);
  DeviceArray<unsigned> counts(kTiles << kBits);
  uint32_t *src = ping.p, *dst = pong.p;
  for (int shift = 0; shift < 8; shift += kBits) {  // sort by the low byte
    std::vector<unsigned> cnt(kTiles << kBits, 0u);
    const auto now = (src == ping.p ? ping : pong).host();
    for (int i = 0; i < N; ++i) ++cnt[(now[i] >> shift & 15) * kTiles + i / kThreads];
    CUDA_TRY(cudaMemcpy(counts.p, cnt.data(), cnt.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    if (shift & kBits) offset_scan_kernel<512, false><<<1, 256>>>(kTiles << kBits, counts.p);
    else offset_scan_kernel<1024, true><<<1, 512>>>(kTiles << kBits, counts.p);
    radix_scatter_kernel<kBits, kThreads><<<kTiles, kThreads>>>(N, src, dst, shift, counts.p);
    std::swap(src, dst);
  }
  std::stable_sort(sortkeys.begin(), sortkeys.end(), [](uint32_t a, uint32_t b) { return (a & 255) < (b & 255); });
  const auto sorted = ping.host();  // an even number of passes ends in the first buffer
  for (int i = 0; i < N; ++i) { bad += sorted[i] != sortkeys[i]; checksum += sorted[i] % 1000; }
  std::printf("checksum %.3f %s\n", checksum, bad ? "FAILED" : "OK");
  return bad != 0;
}

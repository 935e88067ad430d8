// Weighted histograms (float weights) with several privatization schemes.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

namespace {

constexpr int kThreads = 256;
constexpr int kWarpSize = 32;
constexpr int kMaxBlocks = 48;

inline void must(cudaError_t e, const char* what) {
  if (e != cudaSuccess) {
    std::cout << what << ": " << cudaGetErrorString(e) << "\nFAIL" << std::endl;
    std::exit(1);
  }
}

struct BinMap {
  float lo, scale;
  int bins;
  __host__ __device__ int operator()(float v) const {
    int b = static_cast<int>((v - lo) * scale);
    return b < 0 ? 0 : (b >= bins ? bins - 1 : b);
  }
};

// One copy of (weight, count) per warp in dynamic shared memory:
//   float    w[warps][bins]
//   unsigned c[warps][bins]
__global__ void hist_per_warp(const float2* __restrict__ samples, int n, BinMap map,
                              float* __restrict__ part_w, unsigned* __restrict__ part_c) {
  extern __shared__ float smem[];
  const int warps = blockDim.x / kWarpSize;
  float* w_all = smem;
  unsigned* c_all = reinterpret_cast<unsigned*>(w_all + warps * map.bins);
  const int warp = threadIdx.x / kWarpSize;
  float* w = w_all + warp * map.bins;
  unsigned* c = c_all + warp * map.bins;

  for (int i = threadIdx.x; i < warps * map.bins; i += blockDim.x) {
    w_all[i] = 0.0f;
    c_all[i] = 0u;
  }
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float2 s = samples[i];
    const int b = map(s.x);
    atomicAdd(w + b, s.y);
    atomicAdd(c + b, 1u);
  }
  __syncthreads();

  for (int b = threadIdx.x; b < map.bins; b += blockDim.x) {
    float sw = 0.0f;
    unsigned sc = 0u;
    for (int k = 0; k < warps; ++k) {
      sw += w_all[k * map.bins + b];
      sc += c_all[k * map.bins + b];
    }
    part_w[blockIdx.x * map.bins + b] = sw;
    part_c[blockIdx.x * map.bins + b] = sc;
  }
}

// Sums the per-block partial histograms. blockDim = (32, ROWS).
template <int ROWS>
__global__ void merge_partials(const float* __restrict__ part_w,
                               const unsigned* __restrict__ part_c, int parts, int bins,
                               double* __restrict__ out_w, unsigned* __restrict__ out_c) {
  __shared__ double acc_w[ROWS][kWarpSize];
  __shared__ unsigned acc_c[ROWS][kWarpSize];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int b = blockIdx.x * kWarpSize + tx;
  double sw = 0.0;
  unsigned sc = 0u;
  if (b < bins) {
    for (int p = ty; p < parts; p += ROWS) {
      sw += part_w[p * bins + b];
      sc += part_c[p * bins + b];
    }
  }
  acc_w[ty][tx] = sw;
  acc_c[ty][tx] = sc;
  __syncthreads();
#pragma unroll
  for (int s = ROWS / 2; s > 0; s >>= 1) {
    if (ty < s) {
      acc_w[ty][tx] += acc_w[ty + s][tx];
      acc_c[ty][tx] += acc_c[ty + s][tx];
    }
    __syncthreads();
  }
  if (ty == 0 && b < bins) {
    out_w[b] = acc_w[0][tx];
    out_c[b] = acc_c[0][tx];
  }
}

// Small bin count: one column of counters per thread, no atomics in the main loop.
template <int BINS, int BLOCK>
__global__ void __launch_bounds__(BLOCK)
hist_per_thread(const uchar4* __restrict__ keys, const float4* __restrict__ weights, int n4,
                float* __restrict__ out) {
  __shared__ float h[BINS * BLOCK];
  float* mine = h + threadIdx.x;
#pragma unroll
  for (int b = 0; b < BINS; ++b) mine[b * BLOCK] = 0.0f;

  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n4; i += gridDim.x * BLOCK) {
    const uchar4 k = keys[i];
    const float4 w = weights[i];
    mine[(k.x >> 4) * BLOCK] += w.x;
    mine[(k.y >> 4) * BLOCK] += w.y;
    mine[(k.z >> 4) * BLOCK] += w.z;
    mine[(k.w >> 4) * BLOCK] += w.w;
  }
  __syncthreads();

  const int lane = threadIdx.x & 31;
  for (int b = threadIdx.x >> 5; b < BINS; b += BLOCK / 32) {
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < BLOCK; k += 32) s += h[b * BLOCK + k + lane];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) atomicAdd(out + b, s);
  }
}

// COPIES interleaved replicas of each bin, chosen by thread index.
template <int BINS, int COPIES>
__global__ void hist_replicated(const float2* __restrict__ samples, int n, BinMap map,
                                float2* __restrict__ out) {
  __shared__ float2 rep[BINS * COPIES];   // x: sum of w, y: sum of w^2
  for (int i = threadIdx.x; i < BINS * COPIES; i += blockDim.x) rep[i] = make_float2(0.f, 0.f);
  __syncthreads();
  const int copy = threadIdx.x % COPIES;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float2 s = samples[i];
    float2* cell = &rep[map(s.x) * COPIES + copy];
    atomicAdd(&cell->x, s.y);
    atomicAdd(&cell->y, s.y * s.y);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    float2 t = make_float2(0.f, 0.f);
#pragma unroll
    for (int k = 0; k < COPIES; ++k) {
      const float2 v = rep[b * COPIES + k];
      t.x += v.x;
      t.y += v.y;
    }
    atomicAdd(&out[b].x, t.x);
    atomicAdd(&out[b].y, t.y);
  }
}

template <typename T>
struct DeviceBuffer {
  T* p = nullptr;
  size_t n;
  explicit DeviceBuffer(size_t count) : n(count) {
    must(cudaMalloc(&p, n * sizeof(T)), "malloc");
    must(cudaMemset(p, 0, n * sizeof(T)), "memset");
  }
  ~DeviceBuffer() { cudaFree(p); }
  void put(const std::vector<T>& h) {
    must(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice), "H2D");
  }
  std::vector<T> get() const {
    std::vector<T> h(n);
    must(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost), "D2H");
    return h;
  }
};

bool near(double a, double b) { return std::fabs(a - b) <= 2e-4 * (1.0 + std::fabs(b)); }

}  // namespace

int main() {
  const int n = 120000, bins = 200, n4 = n / 4;
  std::vector<float2> samples(n);
  std::vector<uchar4> keys(n4);
  std::vector<float4> weights(n4);
  uint32_t s = 2463534242u;
  auto next = [&] { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; };
  auto unit = [&] { return float(next() >> 8) * (1.0f / 16777216.0f); };
  for (auto& v : samples) {
    v.x = (unit() + unit() + unit()) * 2.0f - 3.0f;
    v.y = unit();
  }
  for (int i = 0; i < n4; ++i) {
    const uint32_t r = next();
    keys[i] = make_uchar4(r & 255, (r >> 8) & 255, (r >> 16) & 255, r >> 24);
    weights[i] = make_float4(unit(), unit(), unit(), unit());
  }
  const BinMap map{-3.0f, bins / 6.0f, bins}, map64{-2.5f, 64 / 5.0f, 64};

  std::vector<double> rw(bins, 0.0), r16(16, 0.0), r64x(64, 0.0), r64y(64, 0.0);
  std::vector<unsigned> rc(bins, 0u);
  for (const auto& v : samples) {
    rw[map(v.x)] += v.y;
    rc[map(v.x)]++;
    r64x[map64(v.x)] += v.y;
    r64y[map64(v.x)] += double(v.y) * v.y;
  }
  for (int i = 0; i < n4; ++i) {
    r16[keys[i].x >> 4] += weights[i].x;
    r16[keys[i].y >> 4] += weights[i].y;
    r16[keys[i].z >> 4] += weights[i].z;
    r16[keys[i].w >> 4] += weights[i].w;
  }

  DeviceBuffer<float2> d_s(n), d_o64(64);
  DeviceBuffer<uchar4> d_k(n4);
  DeviceBuffer<float4> d_w(n4);
  DeviceBuffer<float> d_pw(kMaxBlocks * bins), d_o16(16);
  DeviceBuffer<unsigned> d_pc(kMaxBlocks * bins), d_oc(bins);
  DeviceBuffer<double> d_ow(bins);
  d_s.put(samples);
  d_k.put(keys);
  d_w.put(weights);

  const size_t shmem = size_t(kThreads / kWarpSize) * bins * (sizeof(float) + sizeof(unsigned));
  hist_per_warp<<<kMaxBlocks, kThreads, shmem>>>(d_s.p, n, map, d_pw.p, d_pc.p);
  merge_partials<8><<<(bins + 31) / 32, dim3(32, 8)>>>(d_pw.p, d_pc.p, kMaxBlocks, bins, d_ow.p,
                                                       d_oc.p);
  hist_per_thread<16, 128><<<kMaxBlocks, 128>>>(d_k.p, d_w.p, n4, d_o16.p);
  hist_replicated<64, 8><<<kMaxBlocks, kThreads>>>(d_s.p, n, map64, d_o64.p);
  must(cudaGetLastError(), "launch");
  must(cudaDeviceSynchronize(), "sync");

  bool ok = true;
  const auto ow = d_ow.get();
  const auto oc = d_oc.get();
  const auto o16 = d_o16.get();
  const auto o64 = d_o64.get();
  for (int b = 0; b < bins; ++b) ok = ok && near(ow[b], rw[b]) && oc[b] == rc[b];
  for (int b = 0; b < 16; ++b) ok = ok && near(o16[b], r16[b]);
  for (int b = 0; b < 64; ++b) ok = ok && near(o64[b].x, r64x[b]) && near(o64[b].y, r64y[b]);
  std::cout << (ok ? "OK" : "FAIL") << std::endl;
  return ok ? 0 : 1;
}

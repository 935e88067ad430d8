// Forward and sparse-update kernels of a small DLRM-like recommender.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define CUDA_OK(x)                                                                        \
  do {                                                                                    \
    const cudaError_t err__ = (x);                                                        \
    if (err__ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorString(err__));             \
      std::exit(2);                                                                       \
    }                                                                                     \
  } while (0)

constexpr int kDim = 64;        // embedding width
constexpr int kWarp = 32;

constexpr int ceilDiv(int a, int b) { return (a + b - 1) / b; }

// ----------------------------------------------------------------- pooling policies
struct SumPool {
  static __device__ float2 init() { return make_float2(0.f, 0.f); }
  static __device__ float2 add(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
  static __device__ float2 finish(float2 a, int) { return a; }
};
struct MeanPool : SumPool {
  static __device__ float2 finish(float2 a, int n) {
    const float s = n > 0 ? 1.f / n : 0.f;
    return make_float2(a.x * s, a.y * s);
  }
};
struct MaxPool {
  static __device__ float2 init() { return make_float2(-6e4f, -6e4f); }
  static __device__ float2 add(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
  static __device__ float2 finish(float2 a, int n) { return n > 0 ? a : make_float2(0.f, 0.f); }
};

struct BagBatch {
  const int* ids;       // concatenated row ids
  const int* offsets;   // nBags + 1
  int nBags;
};

// One block per bag. blockDim = (32, ROWS): a warp reads one table row as 32 half2.
template <class Pool, int ROWS, int CHUNK>
__global__ void embeddingBag(const __half2* __restrict__ table, BagBatch b, __half2* __restrict__ out, int outStride) {
  __shared__ int ids[CHUNK];
  __shared__ float2 acc[ROWS][kWarp];
  const int begin = b.offsets[blockIdx.x], end = b.offsets[blockIdx.x + 1];
  const int tid = threadIdx.y * kWarp + threadIdx.x;
  float2 a = Pool::init();
  for (int base = begin; base < end; base += CHUNK) {
    const int m = min(CHUNK, end - base);
    for (int i = tid; i < m; i += ROWS * kWarp) ids[i] = b.ids[base + i];
    __syncthreads();
    for (int i = threadIdx.y; i < m; i += ROWS)
      a = Pool::add(a, __half22float2(table[ids[i] * (kDim / 2) + threadIdx.x]));
    __syncthreads();
  }
  acc[threadIdx.y][threadIdx.x] = a;
  __syncthreads();
  if (threadIdx.y == 0) {
#pragma unroll
    for (int r = 1; r < ROWS; ++r) a = Pool::add(a, acc[r][threadIdx.x]);
    a = Pool::finish(a, end - begin);
    out[blockIdx.x * outStride + threadIdx.x] = __floats2half2_rn(a.x, a.y);
  }
}

// ------------------------------------------------- pairwise feature interaction (lower triangle)
template <int F>
__global__ void dotInteraction(const __half2* __restrict__ feats, float* __restrict__ out) {
  constexpr int W = kDim / 2;
  constexpr int kPairs = F * (F - 1) / 2;
  __shared__ __half2 f[F][W + 1];
  __shared__ uchar2 pair[kPairs];
  const __half2* src = feats + static_cast<size_t>(blockIdx.x) * F * W;
  for (int i = threadIdx.x; i < F * W; i += blockDim.x) f[i / W][i % W] = src[i];
  if (threadIdx.x < F) {
    const int r = threadIdx.x;
    for (int c = 0; c < r; ++c) pair[r * (r - 1) / 2 + c] = make_uchar2(r, c);
  }
  __syncthreads();
  for (int p = threadIdx.x; p < kPairs; p += blockDim.x) {
    const uchar2 rc = pair[p];
    float s = 0.f;
#pragma unroll 8
    for (int k = 0; k < W; ++k) {
      const float2 x = __half22float2(f[rc.x][k]), y = __half22float2(f[rc.y][k]);
      s += x.x * y.x + x.y * y.y;
    }
    out[blockIdx.x * kPairs + p] = s;
  }
}

// ----------------------------------------------------------------- layer norm in bf16
template <int THREADS>
__global__ void layerNorm(const float* __restrict__ in, __nv_bfloat16* __restrict__ out, int width, float eps) {
  constexpr int WARPS = THREADS / kWarp;
  __shared__ float2 part[WARPS];
  __shared__ float2 stats;
  const float* row = in + static_cast<size_t>(blockIdx.x) * width;
  float s = 0.f, ss = 0.f;
  for (int i = threadIdx.x; i < width; i += THREADS) {
    const float v = row[i];
    s += v;
    ss += v * v;
  }
#pragma unroll
  for (int o = 16; o; o >>= 1) {
    s += __shfl_down_sync(~0u, s, o);
    ss += __shfl_down_sync(~0u, ss, o);
  }
  if (threadIdx.x % kWarp == 0) part[threadIdx.x / kWarp] = make_float2(s, ss);
  __syncthreads();
  if (threadIdx.x == 0) {
    float2 t = part[0];
    for (int w = 1; w < WARPS; ++w) { t.x += part[w].x; t.y += part[w].y; }
    const float mean = t.x / width;
    stats = make_float2(mean, rsqrtf(fmaxf(t.y / width - mean * mean, 0.f) + eps));
  }
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += THREADS)
    out[static_cast<size_t>(blockIdx.x) * width + i] = __float2bfloat16((row[i] - stats.x) * stats.y);
}

// ----------------------------------------------------------------- fully connected layer
struct Relu { static __device__ float apply(float x) { return fmaxf(x, 0.f); } };
struct Sigmoid { static __device__ float apply(float x) { return 1.f / (1.f + __expf(-x)); } };

struct FcShape { int m, n, k; };

// y[m][n] = act(x[m][k] * w[n][k]^T + bias[n])
template <class Act, int T>
__global__ void fullyConnected(const __nv_bfloat16* __restrict__ x, const __nv_bfloat16* __restrict__ w,
                               const float* __restrict__ bias, float* __restrict__ y, FcShape s) {
  __shared__ __nv_bfloat16 xs[T][T];
  __shared__ __nv_bfloat16 ws[T][T + 2];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc = 0.f;
  const __nv_bfloat16 zero = __float2bfloat16(0.f);
  for (int k0 = 0; k0 < s.k; k0 += T) {
    const int kk = k0 + tx;
    xs[ty][tx] = (row < s.m && kk < s.k) ? x[row * s.k + kk] : zero;
    const int wr = blockIdx.x * T + ty;
    ws[ty][tx] = (wr < s.n && kk < s.k) ? w[wr * s.k + kk] : zero;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < T; ++k) acc += __bfloat162float(xs[ty][k]) * __bfloat162float(ws[tx][k]);
    __syncthreads();
  }
  if (row < s.m && col < s.n) y[row * s.n + col] = Act::apply(acc + bias[col]);
}

// ------------------------------------------------- softmax over candidates and top-k (bitonic)
struct Cand {
  float score;
  int id;
};

template <int N>
__global__ void topK(const float* __restrict__ scores, int n, int k, Cand* __restrict__ out) {
  __shared__ Cand c[N];
  __shared__ float sumExp;
  const float* row = scores + static_cast<size_t>(blockIdx.x) * n;
  for (int i = threadIdx.x; i < N; i += blockDim.x) {
    c[i].score = i < n ? row[i] : -1e30f;
    c[i].id = i;
  }
  if (threadIdx.x == 0) sumExp = 0.f;
  for (int size = 2; size <= N; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      __syncthreads();
      for (int t = threadIdx.x; t < N / 2; t += blockDim.x) {
        const int i = 2 * t - (t & (stride - 1));
        const int j = i + stride;
        const bool desc = (i & size) == 0;
        const Cand a = c[i], b = c[j];
        if ((a.score < b.score) == desc) { c[i] = b; c[j] = a; }
      }
    }
  }
  __syncthreads();
  float e = 0.f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) e += __expf(c[i].score - c[0].score);
  atomicAdd(&sumExp, e);
  __syncthreads();
  if (threadIdx.x < k)
    out[blockIdx.x * k + threadIdx.x] = Cand{__expf(c[threadIdx.x].score - c[0].score) / sumExp, c[threadIdx.x].id};
}

// ------------------------------------------------- id frequencies, deduplicated per block
template <int SLOTS>
__global__ void countIds(const int* __restrict__ ids, int n, int* __restrict__ freq) {
  __shared__ int key[SLOTS];
  __shared__ int cnt[SLOTS];
  for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) { key[i] = -1; cnt[i] = 0; }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int id = ids[i];
    unsigned h = (static_cast<unsigned>(id) * 0x9E3779B1u) % SLOTS;
    while (true) {                            // blockDim < SLOTS, so a slot is always found
      const int old = atomicCAS(&key[h], -1, id);
      if (old == -1 || old == id) break;
      h = (h + 1) % SLOTS;
    }
    atomicAdd(&cnt[h], 1);
  }
  __syncthreads();
  for (int s = threadIdx.x; s < SLOTS; s += blockDim.x)
    if (cnt[s]) atomicAdd(&freq[key[s]], cnt[s]);
}

// ------------------------------------------------- row-wise Adagrad step, kRowsPer rows per block
template <int kRowsPer>
__global__ void rowAdagrad(__half* __restrict__ table, float* __restrict__ state, const int* __restrict__ freq,
                           int rows, float lr) {
  __shared__ float g2[kRowsPer][kDim];
  const int r = blockIdx.x * kRowsPer + threadIdx.y;
  const bool live = r < rows && freq[min(r, rows - 1)] > 0;
  const float g = live ? 0.01f * freq[r] * (1 + threadIdx.x % 3) : 0.f;
  float* s = g2[threadIdx.y];
  s[threadIdx.x] = g * g;
  __syncthreads();
  for (int h = kDim / 2; h > 0; h >>= 1) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (live) {
    const float st = state[r] + s[0] / kDim;
    __half* p = table + r * kDim + threadIdx.x;
    *p = __float2half(__half2float(*p) - lr * g * rsqrtf(st + 1e-8f));
  }
  __syncthreads();
  if (live && threadIdx.x == 0) state[r] += s[0] / kDim;
}

template <class T>
T* toDevice(const std::vector<T>& v) {
  T* p = nullptr;
  CUDA_OK(cudaMalloc(&p, v.size() * sizeof(T)));
  CUDA_OK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}

enum class Pooling { kSum, kMean, kMax };

void runBag(Pooling p, const __half2* table, BagBatch b, __half2* out, int stride) {
  const dim3 block(kWarp, 4);
  switch (p) {
    case Pooling::kSum: embeddingBag<SumPool, 4, 32><<<b.nBags, block>>>(table, b, out, stride); break;
    case Pooling::kMean: embeddingBag<MeanPool, 4, 32><<<b.nBags, block>>>(table, b, out, stride); break;
    case Pooling::kMax: embeddingBag<MaxPool, 4, 32><<<b.nBags, block>>>(table, b, out, stride); break;
  }
}

int main() {
  constexpr int F = 9, kPairs = F * (F - 1) / 2, kBatch = 77, kRows = 1900, kHidden = 45, kItems = 200, kTop = 10;
  std::mt19937 rng(42);
  std::uniform_real_distribution<float> uni(-0.5f, 0.5f);

  std::vector<__half> hTable(kRows * kDim);
  for (auto& v : hTable) v = __float2half(uni(rng));
  __half* table = toDevice(hTable);

  __half2* feats = nullptr;
  CUDA_OK(cudaMalloc(&feats, sizeof(__half2) * kBatch * F * (kDim / 2)));
  int* freq = toDevice(std::vector<int>(kRows, 0));
  float* state = toDevice(std::vector<float>(kRows, 0.1f));

  for (int f = 0; f < F; ++f) {
    std::vector<int> offs{0}, ids;
    for (int i = 0; i < kBatch; ++i) {
      const int len = (f == 0) ? 50 : static_cast<int>(rng() % 20);
      for (int j = 0; j < len; ++j) ids.push_back(static_cast<int>((rng() % kRows) * (rng() % kRows) / kRows));
      offs.push_back(static_cast<int>(ids.size()));
    }
    int* dIds = toDevice(ids);
    int* dOffs = toDevice(offs);
    runBag(static_cast<Pooling>(f % 3), reinterpret_cast<__half2*>(table), BagBatch{dIds, dOffs, kBatch},
           feats + f * (kDim / 2), F * (kDim / 2));
    const int n = static_cast<int>(ids.size());
    countIds<512><<<ceilDiv(n, 192), 192>>>(dIds, n, freq);
    CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaFree(dIds));
    CUDA_OK(cudaFree(dOffs));
  }

  std::vector<__nv_bfloat16> w1(kHidden * kPairs), w2(kItems * kHidden);
  for (auto& v : w1) v = __float2bfloat16(uni(rng));
  for (auto& v : w2) v = __float2bfloat16(uni(rng));
  __nv_bfloat16 *dW1 = toDevice(w1), *dW2 = toDevice(w2);
  float *b1 = toDevice(std::vector<float>(kHidden, 0.05f)), *b2 = toDevice(std::vector<float>(kItems, 0.f));
  float *inter, *hid, *score;
  __nv_bfloat16 *interN, *hidN;
  Cand* best;
  CUDA_OK(cudaMalloc(&inter, sizeof(float) * kBatch * kPairs));
  CUDA_OK(cudaMalloc(&interN, sizeof(__nv_bfloat16) * kBatch * kPairs));
  CUDA_OK(cudaMalloc(&hid, sizeof(float) * kBatch * kHidden));
  CUDA_OK(cudaMalloc(&hidN, sizeof(__nv_bfloat16) * kBatch * kHidden));
  CUDA_OK(cudaMalloc(&score, sizeof(float) * kBatch * kItems));
  CUDA_OK(cudaMalloc(&best, sizeof(Cand) * kBatch * kTop));

  const dim3 t16(16, 16);
  dotInteraction<F><<<kBatch, 64>>>(feats, inter);
  layerNorm<64><<<kBatch, 64>>>(inter, interN, kPairs, 1e-5f);
  fullyConnected<Relu, 16><<<dim3(ceilDiv(kHidden, 16), ceilDiv(kBatch, 16)), t16>>>(interN, dW1, b1, hid, FcShape{kBatch, kHidden, kPairs});
  layerNorm<128><<<kBatch, 128>>>(hid, hidN, kHidden, 1e-5f);
  fullyConnected<Sigmoid, 16><<<dim3(ceilDiv(kItems, 16), ceilDiv(kBatch, 16)), t16>>>(hidN, dW2, b2, score, FcShape{kBatch, kItems, kHidden});
  topK<256><<<kBatch, 96>>>(score, kItems, kTop, best);
  rowAdagrad<3><<<ceilDiv(kRows, 3), dim3(kDim, 3)>>>(table, state, freq, kRows, 0.05f);
  CUDA_OK(cudaDeviceSynchronize());
  CUDA_OK(cudaGetLastError());

  std::vector<Cand> hBest(kBatch * kTop);
  CUDA_OK(cudaMemcpy(hBest.data(), best, sizeof(Cand) * hBest.size(), cudaMemcpyDeviceToHost));
  std::printf("best of row 0: item %d p=%.5f\n", hBest[0].id, hBest[0].score);
  for (void* p : {(void*)table, (void*)feats, (void*)freq, (void*)state, (void*)dW1, (void*)dW2, (void*)b1, (void*)b2,
                  (void*)inter, (void*)interN, (void*)hid, (void*)hidN, (void*)score, (void*)best})
    CUDA_OK(cudaFree(p));
  return 0;
}

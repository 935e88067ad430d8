// RMSNorm / LayerNorm / softmax kernels with the row cached in shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_CHECK(x)                                                          \
  do {                                                                         \
    cudaError_t e_ = (x);                                                      \
    if (e_ != cudaSuccess) {                                                   \
      printf("CUDA error %s at %s:%d\n", cudaGetErrorString(e_), __FILE__, __LINE__); \
      std::exit(EXIT_FAILURE);                                                 \
    }                                                                          \
  } while (0)

inline int div_up(int a, int b) { return (a + b - 1) / b; }

// ---- type traits ---------------------------------------------------------------------------
template <typename T> struct Vec2;
template <> struct Vec2<half> {
  using type = half2;
  static __device__ __forceinline__ float2 to_f2(half2 v) { return __half22float2(v); }
  static __device__ __forceinline__ half2 from_f2(float2 v) { return __float22half2_rn(v); }
};
template <> struct Vec2<__nv_bfloat16> {
  using type = __nv_bfloat162;
  static __device__ __forceinline__ float2 to_f2(__nv_bfloat162 v) { return __bfloat1622float2(v); }
  static __device__ __forceinline__ __nv_bfloat162 from_f2(float2 v) { return __float22bfloat162_rn(v); }
};

// 16 byte packet of 4 packed pairs
template <typename T>
struct alignas(16) Packed8 {
  using V2 = typename Vec2<T>::type;
  V2 data[4];

  __device__ __forceinline__ Packed8& operator+=(const Packed8& o) {
#pragma unroll
    for (int i = 0; i < 4; ++i) data[i] = __hadd2(data[i], o.data[i]);
    return *this;
  }
  __device__ __forceinline__ Packed8& operator*=(float s) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      float2 f = Vec2<T>::to_f2(data[i]);
      f.x *= s;
      f.y *= s;
      data[i] = Vec2<T>::from_f2(f);
    }
    return *this;
  }
  __device__ __forceinline__ Packed8& operator*=(const Packed8& o) {
#pragma unroll
    for (int i = 0; i < 4; ++i) data[i] = __hmul2(data[i], o.data[i]);
    return *this;
  }
  __device__ __forceinline__ float sum_squares() const {
    float r = 0.f;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float2 f = Vec2<T>::to_f2(data[i]);
      r += f.x * f.x + f.y * f.y;
    }
    return r;
  }
};

struct SumOp {
  static constexpr float init = 0.f;
  __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};
struct MaxOp {
  static constexpr float init = -FLT_MAX;
  __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <typename Op>
__device__ __forceinline__ float warp_reduce(float v, Op op = Op()) {
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) v = op(v, __shfl_xor_sync(0xffffffff, v, offset));
  return v;
}

// Result in every thread. Uses its own static scratch, callable repeatedly.
template <typename Op>
__device__ float block_reduce(float v) {
  static __shared__ float shared[32];
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  const int n_warps = (blockDim.x + 31) >> 5;
  v = warp_reduce<Op>(v);
  __syncthreads();  // protect scratch from a previous call
  if (lane == 0) shared[wid] = v;
  __syncthreads();
  v = lane < n_warps ? shared[lane] : Op::init;
  return warp_reduce<Op>(v);
}

// sum NUM values at once
template <int NUM>
__device__ __forceinline__ void block_reduce_sum_n(float (&val)[NUM]) {
  __shared__ float shared[NUM][33];
  const int lane = threadIdx.x & 0x1f, wid = threadIdx.x >> 5;
#pragma unroll
  for (int i = 0; i < NUM; i++) val[i] = warp_reduce<SumOp>(val[i]);
  if (lane == 0) {
#pragma unroll
    for (int i = 0; i < NUM; i++) shared[i][wid] = val[i];
  }
  __syncthreads();
  const bool is_mask = threadIdx.x < (blockDim.x / 32);
#pragma unroll
  for (int i = 0; i < NUM; i++) {
    val[i] = is_mask ? shared[i][lane] : 0.f;
    val[i] = warp_reduce<SumOp>(val[i]);
  }
}

// ---------------------------------------------------------------------------------------------
// 1. fused residual add + rmsnorm (in place)
// ---------------------------------------------------------------------------------------------
template <typename T>
__global__ void fused_add_rmsnorm_kernel(T* __restrict__ input, T* __restrict__ residual, const T* __restrict__ weight,
                                         const float eps, const int hidden) {
  extern __shared__ uint4 smem_u4[];
  auto* s_row = reinterpret_cast<Packed8<T>*>(smem_u4);
  const int n = hidden / 8;
  auto* in_v = reinterpret_cast<Packed8<T>*>(input) + static_cast<int64_t>(blockIdx.x) * n;
  auto* res_v = reinterpret_cast<Packed8<T>*>(residual) + static_cast<int64_t>(blockIdx.x) * n;
  const auto* w_v = reinterpret_cast<const Packed8<T>*>(weight);

  float variance = 0.f;
  for (int idx = threadIdx.x; idx < n; idx += blockDim.x) {
    Packed8<T> tmp = in_v[idx];
    tmp += res_v[idx];
    variance += tmp.sum_squares();
    res_v[idx] = tmp;
    s_row[idx] = tmp;
  }
  __shared__ float s_rstd;
  variance = block_reduce<SumOp>(variance);
  if (threadIdx.x == 0) s_rstd = rsqrtf(variance / hidden + eps);
  __syncthreads();

  for (int idx = threadIdx.x; idx < n; idx += blockDim.x) {
    Packed8<T> tmp = s_row[idx];
    tmp *= s_rstd;
    tmp *= w_v[idx];
    in_v[idx] = tmp;
  }
}

// ---------------------------------------------------------------------------------------------
// 2. LayerNorm, two-pass variance over the smem copy
// ---------------------------------------------------------------------------------------------
struct LayerNormParams {
  const half* __restrict__ x;
  const half* __restrict__ gamma;
  const half* __restrict__ beta;
  half* __restrict__ y;
  float* __restrict__ mean;
  float* __restrict__ rstd;
  int rows;
  int cols;
  float eps;
};

template <bool USE_DIFF_OF_SQUARES, bool HAS_BETA>
__global__ void layernorm_kernel(const LayerNormParams p) {
  extern __shared__ __align__(sizeof(float4)) char s_buf[];
  half2* s_x = reinterpret_cast<half2*>(s_buf);
  __shared__ float s_mean, s_rstd;

  const int row = blockIdx.x;
  const int n2 = p.cols >> 1;
  const half2* x2 = reinterpret_cast<const half2*>(p.x) + static_cast<size_t>(row) * n2;

  float sums[2] = {0.f, 0.f};
  for (int i = threadIdx.x; i < n2; i += blockDim.x) {
    const half2 v = x2[i];
    s_x[i] = v;
    const float2 f = __half22float2(v);
    sums[0] += f.x + f.y;
    if constexpr (USE_DIFF_OF_SQUARES) sums[1] += f.x * f.x + f.y * f.y;
  }
  if constexpr (USE_DIFF_OF_SQUARES) {
    block_reduce_sum_n<2>(sums);
    if (threadIdx.x == 0) {
      const float mu = sums[0] / p.cols;
      s_mean = mu;
      s_rstd = rsqrtf(sums[1] / p.cols - mu * mu + p.eps);
    }
    __syncthreads();
  } else {
    const float mu = block_reduce<SumOp>(sums[0]) / p.cols;
    float var = 0.f;
    for (int i = threadIdx.x; i < n2; i += blockDim.x) {
      const float2 f = __half22float2(s_x[i]);
      const float dx = f.x - mu, dy = f.y - mu;
      var += dx * dx + dy * dy;
    }
    var = block_reduce<SumOp>(var);
    if (threadIdx.x == 0) {
      s_mean = mu;
      s_rstd = rsqrtf(var / p.cols + p.eps);
    }
    __syncthreads();
  }

  const half2 mean2 = __float2half2_rn(s_mean);
  const half2 rstd2 = __float2half2_rn(s_rstd);
  half2* y2 = reinterpret_cast<half2*>(p.y) + static_cast<size_t>(row) * n2;
  const half2* g2 = reinterpret_cast<const half2*>(p.gamma);
  const half2* b2 = reinterpret_cast<const half2*>(p.beta);
#pragma unroll 4
  for (int i = threadIdx.x; i < n2; i += blockDim.x) {
    half2 v = __hmul2(__hsub2(s_x[i], mean2), rstd2);
    v = HAS_BETA ? __hfma2(v, g2[i], b2[i]) : __hmul2(v, g2[i]);
    y2[i] = v;
  }
  if (threadIdx.x == 0) {
    p.mean[row] = s_mean;
    p.rstd[row] = s_rstd;
  }
}

// ---------------------------------------------------------------------------------------------
// 3. softmax over a row of float logits with mask, block per row, row in smem
// ---------------------------------------------------------------------------------------------
template <int BLOCK, int UNROLL>
__global__ void __launch_bounds__(BLOCK)
masked_softmax_kernel(const float* __restrict__ logits, const uint8_t* __restrict__ mask, float* __restrict__ out,
                      int cols, float scale) {
  extern __shared__ float s_logits[];
  const float* x = logits + static_cast<size_t>(blockIdx.x) * cols;
  const uint8_t* m = mask + static_cast<size_t>(blockIdx.x) * cols;
  float* y = out + static_cast<size_t>(blockIdx.x) * cols;

  float mx = -FLT_MAX;
  for (int base = 0; base < cols; base += BLOCK * UNROLL) {
    float reg[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
      const int c = base + u * BLOCK + threadIdx.x;
      reg[u] = (c < cols && m[c]) ? x[c] * scale : -FLT_MAX;
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
      const int c = base + u * BLOCK + threadIdx.x;
      if (c < cols) s_logits[c] = reg[u];
      mx = fmaxf(mx, reg[u]);
    }
  }
  mx = block_reduce<MaxOp>(mx);
  float sum = 0.f;
  for (int c = threadIdx.x; c < cols; c += BLOCK) {
    const float e = s_logits[c] == -FLT_MAX ? 0.f : __expf(s_logits[c] - mx);
    s_logits[c] = e;
    sum += e;
  }
  sum = block_reduce<SumOp>(sum);
  const float inv = 1.f / (sum + 1e-6f);
  for (int c = threadIdx.x; c < cols; c += BLOCK) y[c] = s_logits[c] * inv;
}

// ---------------------------------------------------------------------------------------------
// 4. online softmax + cooperative groups, one warp tile per row, several rows per block
// ---------------------------------------------------------------------------------------------
struct __align__(8) MD {
  float m;
  float d;
};

__device__ __forceinline__ MD reduce_md_op(MD a, MD b) {
  const bool a_bigger = a.m > b.m;
  const MD bigger = a_bigger ? a : b;
  const MD smaller = a_bigger ? b : a;
  MD r;
  r.d = bigger.d + smaller.d * __expf(smaller.m - bigger.m);
  r.m = bigger.m;
  return r;
}

template <typename T, int WARPS, int COLS>
__global__ void warp_online_softmax_kernel(const T* __restrict__ in, T* __restrict__ out, int rows) {
  using V2 = typename Vec2<T>::type;
  __shared__ alignas(16) T s_rows[WARPS][COLS];
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cta);
  const int row = blockIdx.x * WARPS + warp.meta_group_rank();
  if (row >= rows) return;

  T* s = s_rows[warp.meta_group_rank()];
  const uint4* src = reinterpret_cast<const uint4*>(in + static_cast<size_t>(row) * COLS);
#pragma unroll
  for (int i = warp.thread_rank(); i < COLS / 8; i += 32) reinterpret_cast<uint4*>(s)[i] = src[i];
  warp.sync();

  MD md{-FLT_MAX, 0.f};
  const V2* s2 = reinterpret_cast<const V2*>(s);
  for (int i = warp.thread_rank(); i < COLS / 2; i += warp.size()) {
    const float2 f = Vec2<T>::to_f2(s2[i]);
    md = reduce_md_op(md, MD{f.x, 1.f});
    md = reduce_md_op(md, MD{f.y, 1.f});
  }
  for (int off = warp.size() / 2; off > 0; off >>= 1) {
    MD o{warp.shfl_xor(md.m, off), warp.shfl_xor(md.d, off)};
    md = reduce_md_op(md, o);
  }
  const float inv = __fdividef(1.f, md.d);
  V2* dst = reinterpret_cast<V2*>(out + static_cast<size_t>(row) * COLS);
  for (int i = warp.thread_rank(); i < COLS / 2; i += warp.size()) {
    float2 f = Vec2<T>::to_f2(s2[i]);
    f.x = __expf(f.x - md.m) * inv;
    f.y = __expf(f.y - md.m) * inv;
    dst[i] = Vec2<T>::from_f2(f);
  }
}

// ---------------------------------------------------------------------------------------------
// 5. per-head QK RMSNorm, 2D block (x: lanes, y: heads) with cg::reduce
// ---------------------------------------------------------------------------------------------
template <int HEAD_DIM, int HEADS_PER_BLOCK>
__global__ void qk_rmsnorm_kernel(__nv_bfloat16* __restrict__ qkv, const __nv_bfloat16* __restrict__ q_w,
                                  const __nv_bfloat16* __restrict__ k_w, int num_q, int num_kv, float eps) {
  __shared__ float s_w[2][HEAD_DIM];
  const int tid = threadIdx.y * 32 + threadIdx.x;
  for (int i = tid; i < HEAD_DIM; i += 32 * HEADS_PER_BLOCK) {
    s_w[0][i] = __bfloat162float(q_w[i]);
    s_w[1][i] = __bfloat162float(k_w[i]);
  }
  __syncthreads();
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());

  const int head = blockIdx.y * HEADS_PER_BLOCK + threadIdx.y;
  if (head >= num_q + num_kv) return;
  const int which = head < num_q ? 0 : 1;
  constexpr int kElems = HEAD_DIM / 32;
  __nv_bfloat16* ptr = qkv + (static_cast<size_t>(blockIdx.x) * (num_q + 2 * num_kv) + head) * HEAD_DIM + threadIdx.x * kElems;

  union {
    __nv_bfloat162 b2[kElems / 2];
    uint2 raw[kElems / 4];
  } u;
#pragma unroll
  for (int i = 0; i < kElems / 4; ++i) u.raw[i] = reinterpret_cast<const uint2*>(ptr)[i];
  float v[kElems];
  float ss = 0.f;
#pragma unroll
  for (int i = 0; i < kElems / 2; ++i) {
    const float2 f = __bfloat1622float2(u.b2[i]);
    v[2 * i] = f.x;
    v[2 * i + 1] = f.y;
    ss += f.x * f.x + f.y * f.y;
  }
  ss = cg::reduce(tile, ss, cg::plus<float>());
  const float r = rsqrtf(ss / HEAD_DIM + eps);
  const float* w = &s_w[which][threadIdx.x * kElems];
#pragma unroll
  for (int i = 0; i < kElems / 2; ++i) u.b2[i] = __floats2bfloat162_rn(v[2 * i] * r * w[2 * i], v[2 * i + 1] * r * w[2 * i + 1]);
#pragma unroll
  for (int i = 0; i < kElems / 4; ++i) reinterpret_cast<uint2*>(ptr)[i] = u.raw[i];
}

// ---------------------------------------------------------------------------------------------
// 6. gamma/beta gradient of LayerNorm: column reduction with padded shared tiles
// ---------------------------------------------------------------------------------------------
template <int TX, int TY>
__global__ void layernorm_grad_gamma_beta_kernel(const half* __restrict__ dy, const half* __restrict__ x,
                                                 const float* __restrict__ mean, const float* __restrict__ rstd,
                                                 float* __restrict__ dgamma, float* __restrict__ dbeta, int rows, int cols) {
  __shared__ float s_g[TY][TX + 1];
  __shared__ float s_b[TY][TX + 1];
  const int c = blockIdx.x * TX + threadIdx.x;
  float g = 0.f, b = 0.f;
  if (c < cols) {
    for (int r = threadIdx.y; r < rows; r += TY) {
      const float d = __half2float(dy[static_cast<size_t>(r) * cols + c]);
      const float xv = __half2float(x[static_cast<size_t>(r) * cols + c]);
      g += d * (xv - mean[r]) * rstd[r];
      b += d;
    }
  }
  s_g[threadIdx.y][threadIdx.x] = g;
  s_b[threadIdx.y][threadIdx.x] = b;
  __syncthreads();
#pragma unroll
  for (int s = TY / 2; s > 0; s >>= 1) {
    if (threadIdx.y < s) {
      s_g[threadIdx.y][threadIdx.x] += s_g[threadIdx.y + s][threadIdx.x];
      s_b[threadIdx.y][threadIdx.x] += s_b[threadIdx.y + s][threadIdx.x];
    }
    __syncthreads();
  }
  if (threadIdx.y == 0 && c < cols) {
    dgamma[c] = s_g[0][threadIdx.x];
    dbeta[c] = s_b[0][threadIdx.x];
  }
}

// ---------------------------------------------------------------------------------------------
template <typename T>
T* device_copy(const std::vector<T>& h) {
  T* d;
  CUDA_CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <typename T>
std::vector<T> host_copy(const T* d, size_t n) {
  std::vector<T> h(n);
  CUDA_CHECK(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return h;
}
static uint32_t g_seed = 1234;
static float rnd() {
  g_seed ^= g_seed << 13;
  g_seed ^= g_seed >> 17;
  g_seed ^= g_seed << 5;
  return (g_seed & 0xffff) / 32768.f - 1.f;
}
template <typename T>
std::vector<T> random_vec(size_t n, float lo_scale = 1.f, float bias = 0.f) {
  std::vector<T> v(n);
  for (auto& e : v) e = T(rnd() * lo_scale + bias);
  return v;
}
static void report(const std::string& name, double cs, bool ok = true) {
  printf("%-28s checksum %.5f %s\n", name.c_str(), cs, ok ? "" : "MISMATCH");
}

template <typename T>
void launch_fused_add_rmsnorm(int tokens, int hidden) {
  auto hx = random_vec<T>(size_t(tokens) * hidden), hr = random_vec<T>(size_t(tokens) * hidden);
  auto hw = random_vec<T>(hidden, 0.1f, 1.f);
  T *x = device_copy(hx), *r = device_copy(hr), *w = device_copy(hw);
  dim3 grid(tokens);
  dim3 block(std::min(hidden / 8, 256));
  block.x = div_up(block.x, 32) * 32;
  fused_add_rmsnorm_kernel<T><<<grid, block, hidden * sizeof(T)>>>(x, r, w, 1e-5f, hidden);
  CUDA_CHECK(cudaGetLastError());
  auto y = host_copy(x, hx.size());
  bool ok = true;
  double cs = 0;
  for (int t = 0; t < tokens; ++t) {
    double ss = 0;
    for (int i = 0; i < hidden; ++i) ss += std::pow(double(float(hx[t * hidden + i]) + float(hr[t * hidden + i])), 2);
    const double rstd = 1 / std::sqrt(ss / hidden + 1e-5);
    for (int i = 0; i < hidden; ++i) {
      const double ref = (float(hx[t * hidden + i]) + float(hr[t * hidden + i])) * rstd * float(hw[i]);
      ok &= std::fabs(ref - float(y[t * hidden + i])) < 0.06;
      cs += float(y[t * hidden + i]);
    }
  }
  report("fused_add_rmsnorm", cs, ok);
  cudaFree(x);
  cudaFree(r);
  cudaFree(w);
}

#define BOOL_SWITCH(COND, NAME, ...)      \
  [&] {                                   \
    if (COND) {                           \
      constexpr static bool NAME = true;  \
      return __VA_ARGS__();               \
    } else {                              \
      constexpr static bool NAME = false; \
      return __VA_ARGS__();               \
    }                                     \
  }()

void launch_layernorm(const LayerNormParams& p, bool diff_sq, cudaStream_t stream) {
  const int threads = p.cols >= 1024 ? 256 : 128;
  const size_t smem = p.cols * sizeof(half);
  BOOL_SWITCH(diff_sq, kDiff, [&] {
    BOOL_SWITCH(p.beta != nullptr, kBeta, [&] { layernorm_kernel<kDiff, kBeta><<<p.rows, threads, smem, stream>>>(p); });
  });
  CUDA_CHECK(cudaGetLastError());
}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  launch_fused_add_rmsnorm<half>(64, 4096);
  launch_fused_add_rmsnorm<__nv_bfloat16>(19, 1160);

  {  // layernorm fwd + bwd
    const int rows = 77, cols = 1538;
    auto hx = random_vec<half>(rows * cols), hg = random_vec<half>(cols), hb = random_vec<half>(cols), hdy = random_vec<half>(rows * cols);
    half *x = device_copy(hx), *g = device_copy(hg), *b = device_copy(hb), *dy = device_copy(hdy);
    half* y = device_copy(hx);
    float *mean, *rstd, *dg, *db;
    CUDA_CHECK(cudaMalloc(&mean, rows * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&rstd, rows * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dg, cols * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&db, cols * sizeof(float)));
    LayerNormParams p{x, g, b, y, mean, rstd, rows, cols, 1e-5f};
    launch_layernorm(p, false, stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    auto y0 = host_copy(y, rows * cols);
    launch_layernorm(p, true, stream);
    p.beta = nullptr;
    constexpr int TX = 32, TY = 16;
    layernorm_grad_gamma_beta_kernel<TX, TY><<<div_up(cols, TX), dim3(TX, TY), 0, stream>>>(dy, x, mean, rstd, dg, db, rows, cols);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    auto y1 = host_copy(y, rows * cols);
    bool ok = true;
    double cs = 0, csg = 0;
    for (size_t i = 0; i < y0.size(); ++i) {
      ok &= std::fabs(float(y0[i]) - float(y1[i])) < 0.02f;
      cs += float(y0[i]);
    }
    for (float v : host_copy(dg, cols)) csg += v;
    launch_layernorm(p, true, stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    report("layernorm", cs, ok);
    report("layernorm_grad", csg);
  }
  {  // masked softmax
    const int rows = 100, cols = 1999;
    auto hl = random_vec<float>(size_t(rows) * cols, 4.f);
    std::vector<uint8_t> hm(hl.size());
    for (auto& m : hm) m = rnd() > -0.5f;
    float *l = device_copy(hl), *o = device_copy(hl);
    uint8_t* m = device_copy(hm);
    constexpr int kBlock = 256;
    masked_softmax_kernel<kBlock, 4><<<rows, kBlock, cols * sizeof(float), stream>>>(l, m, o, cols, 0.5f);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    auto ho = host_copy(o, hl.size());
    double s = 0;
    for (float v : ho) s += v;
    report("masked_softmax", s, std::fabs(s - rows) < 0.1);
  }
  {  // online softmax
    constexpr int kCols = 512, kWarps = 4;
    const int rows = 203;
    auto hi = random_vec<half>(rows * kCols, 3.f);
    half *in = device_copy(hi), *out = device_copy(hi);
    warp_online_softmax_kernel<half, kWarps, kCols><<<div_up(rows, kWarps), kWarps * 32, 0, stream>>>(in, out, rows);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    double s = 0;
    for (auto v : host_copy(out, hi.size())) s += float(v);
    report("warp_online_softmax", s, std::fabs(s - rows) < 1.0);
  }
  {  // qk norm
    constexpr int D = 128, HPB = 4;
    const int tokens = 40, nq = 7, nkv = 2;
    auto h = random_vec<__nv_bfloat16>(size_t(tokens) * (nq + 2 * nkv) * D);
    auto qw = random_vec<__nv_bfloat16>(D, 0.f, 1.f), kw = random_vec<__nv_bfloat16>(D, 0.f, 2.f);
    auto *qkv = device_copy(h), *dq = device_copy(qw), *dk = device_copy(kw);
    dim3 grid(tokens, div_up(nq + nkv, HPB)), block(32, HPB);
    qk_rmsnorm_kernel<D, HPB><<<grid, block, 0, stream>>>(qkv, dq, dk, nq, nkv, 1e-6f);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    auto o = host_copy(qkv, h.size());
    double ss = 0;
    for (int i = 0; i < D; ++i) ss += std::pow(float(o[i]), 2);
    report("qk_rmsnorm", ss / D, std::fabs(ss / D - 1) < 0.05);
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  return 0;
}

// Transposes, head permutes, KV-cache reshapes, embedding gathers through shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

namespace cg = cooperative_groups;

#define CUDACHECK(cmd)                                                                     \
  do {                                                                                     \
    cudaError_t e = cmd;                                                                   \
    if (e != cudaSuccess) {                                                                \
      printf("Failed: Cuda error %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(EXIT_FAILURE);                                                                  \
    }                                                                                      \
  } while (0)

static inline int ceildiv(int a, int b) { return (a + b - 1) / b; }

// ---------------------------------------------------------------------------------------------
// 1. classic batched 2D transpose, any trivially copyable element type
// ---------------------------------------------------------------------------------------------
template <typename T, int TILE_DIM = 32, int BLOCK_ROWS = 8>
__global__ void batch_transpose_kernel(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
  __shared__ T tile[TILE_DIM][TILE_DIM + 1];
  const size_t batch_off = static_cast<size_t>(blockIdx.z) * rows * cols;
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[batch_off + static_cast<size_t>(y + j) * cols + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
    if (x < rows && y + j < cols) out[batch_off + static_cast<size_t>(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

// ---------------------------------------------------------------------------------------------
// 2. int8 transpose with 4x4 byte blocks (char4 loads, prmt, char4 stores), xor swizzled words
// ---------------------------------------------------------------------------------------------
__device__ __forceinline__ void transpose_4x4_bytes(uint32_t (&v)[4]) {
  const uint32_t t0 = __byte_perm(v[0], v[1], 0x5140), t1 = __byte_perm(v[2], v[3], 0x5140);
  const uint32_t t2 = __byte_perm(v[0], v[1], 0x7362), t3 = __byte_perm(v[2], v[3], 0x7362);
  v[0] = __byte_perm(t0, t1, 0x5410);
  v[1] = __byte_perm(t0, t1, 0x7632);
  v[2] = __byte_perm(t2, t3, 0x5410);
  v[3] = __byte_perm(t2, t3, 0x7632);
}

template <int TILE>
__global__ void __launch_bounds__(256) transpose_int8_kernel(const int8_t* __restrict__ in, int8_t* __restrict__ out, int rows, int cols) {
  static_assert(TILE == 64);
  constexpr int W = TILE / 4;  // words per tile row
  __shared__ char4 tile[TILE * W];
  auto at = [&](int r, int w) -> char4& { return tile[r * W + (w ^ ((r >> 2) & (W - 1)))]; };

  const int r0 = blockIdx.y * TILE, c0 = blockIdx.x * TILE;
  for (int i = threadIdx.x; i < TILE * W; i += blockDim.x) {
    const int r = i / W, w = i % W;
    char4 v = make_char4(0, 0, 0, 0);
    if (r0 + r < rows && c0 + w * 4 < cols) v = *reinterpret_cast<const char4*>(in + static_cast<size_t>(r0 + r) * cols + c0 + w * 4);
    at(r, w) = v;
  }
  __syncthreads();
  // 16x16 threads, each handles a 4x4 byte block
  const int br = threadIdx.x % W, bc = threadIdx.x / W;
  uint32_t v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const char4 c = at(br * 4 + i, bc);
    memcpy(&v[i], &c, sizeof(c));
  }
  transpose_4x4_bytes(v);
  if (r0 + br * 4 >= rows) return;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int oc = c0 + bc * 4 + i;
    if (oc < cols) *reinterpret_cast<uint32_t*>(out + static_cast<size_t>(oc) * rows + r0 + br * 4) = v[i];
  }
}

// ---------------------------------------------------------------------------------------------
// 3. reshape_and_cache: [tokens, heads, D] -> K [blocks, heads, D/x, page, x], V [blocks, heads, D, page]
// ---------------------------------------------------------------------------------------------
template <typename cache_t>
struct CacheArgs {
  const half* key;
  const half* value;
  cache_t* k_cache;
  cache_t* v_cache;
  const int64_t* slot_mapping;
  int num_heads, head_dim, page, x;
  float k_scale, v_scale;
};

template <typename cache_t>
__device__ __forceinline__ cache_t convert_kv(half v, float scale) {
  if constexpr (std::is_same_v<cache_t, int8_t>) {
    const float f = __half2float(v) / scale;
    return static_cast<int8_t>(max(-128, min(127, __float2int_rn(f))));
  } else if constexpr (std::is_same_v<cache_t, __nv_bfloat16>) {
    return __float2bfloat16(__half2float(v));
  } else {
    return v;
  }
}

template <typename cache_t>
__global__ void reshape_and_cache_kernel(const CacheArgs<cache_t> a) {
  extern __shared__ __align__(16) unsigned char smem[];
  const int64_t token = blockIdx.x;
  const int64_t slot = a.slot_mapping[token];
  if (slot < 0) return;  // padding token
  const int n = a.num_heads * a.head_dim;
  half* s_k = reinterpret_cast<half*>(smem);
  half* s_v = s_k + n;

  const uint4* gk = reinterpret_cast<const uint4*>(a.key + token * n);
  const uint4* gv = reinterpret_cast<const uint4*>(a.value + token * n);
  for (int i = threadIdx.x; i < n / 8; i += blockDim.x) {
    reinterpret_cast<uint4*>(s_k)[i] = gk[i];
    reinterpret_cast<uint4*>(s_v)[i] = gv[i];
  }
  __syncthreads();
  const int64_t blk = slot / a.page;
  const int off = static_cast<int>(slot % a.page);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int h = i / a.head_dim, d = i % a.head_dim;
    const int xi = d / a.x, xo = d % a.x;
    const int64_t kdst = (((blk * a.num_heads + h) * (a.head_dim / a.x) + xi) * a.page + off) * a.x + xo;
    const int64_t vdst = ((blk * a.num_heads + h) * a.head_dim + d) * a.page + off;
    a.k_cache[kdst] = convert_kv<cache_t>(s_k[i], a.k_scale);
    a.v_cache[vdst] = convert_kv<cache_t>(s_v[i], a.v_scale);
  }
}

// ---------------------------------------------------------------------------------------------
// 4. token + position embedding gather; rows arrive through memcpy_async double buffering
// ---------------------------------------------------------------------------------------------
template <typename T, int HIDDEN, int ROWS>
__global__ void embedding_gather_kernel(const int* __restrict__ ids, const T* __restrict__ table, const T* __restrict__ pos_table,
                                        T* __restrict__ out, int tokens, int seq_len) {
  __shared__ alignas(16) T s_tok[2][HIDDEN];
  __shared__ int s_ids[ROWS];
  auto cta = cg::this_thread_block();
  const int first = blockIdx.x * ROWS;
  const int count = min(ROWS, tokens - first);
  if (threadIdx.x < count) s_ids[threadIdx.x] = ids[first + threadIdx.x];
  cta.sync();

  cg::memcpy_async(cta, s_tok[0], table + static_cast<size_t>(s_ids[0]) * HIDDEN, cuda::aligned_size_t<16>(sizeof(T) * HIDDEN));
  for (int r = 0; r < count; ++r) {
    const int cur = r & 1;
    if (r + 1 < count) {
      cg::memcpy_async(cta, s_tok[cur ^ 1], table + static_cast<size_t>(s_ids[r + 1]) * HIDDEN,
                       cuda::aligned_size_t<16>(sizeof(T) * HIDDEN));
      cg::wait_prior<1>(cta);
    } else {
      cg::wait(cta);
    }
    const T* pos = pos_table + static_cast<size_t>((first + r) % seq_len) * HIDDEN;
    T* dst = out + static_cast<size_t>(first + r) * HIDDEN;
    using V = std::conditional_t<std::is_same_v<T, float>, float2, half2>;
    const V* s2 = reinterpret_cast<const V*>(s_tok[cur]);
#pragma unroll 2
    for (int i = threadIdx.x; i < HIDDEN / 2; i += blockDim.x) {
      const V p2 = reinterpret_cast<const V*>(pos)[i];
      V t = s2[i];
      if constexpr (std::is_same_v<V, float2>) {
        t.x += p2.x;
        t.y += p2.y;
      } else {
        t = __hadd2(t, p2);
      }
      reinterpret_cast<V*>(dst)[i] = t;
    }
    cta.sync();
  }
}

// ---------------------------------------------------------------------------------------------
// 5. split fused QKV [tokens, 3, H, D] + bias -> q,k,v each [B, H, S, D]; bias row in smem
// ---------------------------------------------------------------------------------------------
template <typename T>
struct QkvOut {
  T* p[3];
  __host__ __device__ __forceinline__ T* operator[](int i) const { return p[i]; }
};

template <int HEAD_DIM, int S_TILE>
__global__ void split_qkv_bias_kernel(const __nv_bfloat16* __restrict__ qkv, const __nv_bfloat16* __restrict__ bias,
                                      QkvOut<__nv_bfloat16> out, int seq, int heads) {
  constexpr int V = 8;
  constexpr int TPR = HEAD_DIM / V;
  struct alignas(16) Pack {
    __nv_bfloat162 e[V / 2];
  };
  __shared__ Pack s_tile[S_TILE][TPR];
  __shared__ Pack s_bias[TPR];
  const int which = blockIdx.z % 3, b = blockIdx.z / 3, h = blockIdx.y, s0 = blockIdx.x * S_TILE;
  const int c = threadIdx.x, r = threadIdx.y;
  const int row_stride = 3 * heads * HEAD_DIM;

  if (r == 0) s_bias[c] = reinterpret_cast<const Pack*>(bias + (which * heads + h) * HEAD_DIM)[c];
  if (s0 + r < seq) {
    const __nv_bfloat16* src = qkv + (static_cast<size_t>(b) * seq + s0 + r) * row_stride + (which * heads + h) * HEAD_DIM;
    s_tile[r][c] = reinterpret_cast<const Pack*>(src)[c];
  }
  __syncthreads();
  if (s0 + r >= seq) return;
  Pack p = s_tile[r][c];
  const Pack& bb = s_bias[c];
#pragma unroll
  for (int i = 0; i < V / 2; ++i) p.e[i] = __hadd2(p.e[i], bb.e[i]);
  __nv_bfloat16* dst = out[which] + ((static_cast<size_t>(b) * heads + h) * seq + s0 + r) * HEAD_DIM;
  reinterpret_cast<Pack*>(dst)[c] = p;
}

// ---------------------------------------------------------------------------------------------
// 6. NCHW -> NHWC, float4 along W, padded tile, halves or floats out
// ---------------------------------------------------------------------------------------------
template <typename OutT, int TC, int TP>
__global__ void nchw_to_nhwc_kernel(const float* __restrict__ in, OutT* __restrict__ out, int C, int HW) {
  __shared__ float s[TC][TP + 1];
  const int n = blockIdx.z, c0 = blockIdx.y * TC, p0 = blockIdx.x * TP;
  const float* src = in + static_cast<size_t>(n) * C * HW;
  OutT* dst = out + static_cast<size_t>(n) * C * HW;
  for (int i = threadIdx.x; i < TC * TP / 4; i += blockDim.x) {
    const int c = i / (TP / 4), q = (i % (TP / 4)) * 4;
    if (c0 + c >= C || p0 + q >= HW) continue;  // HW % 4 == 0
    const float4 f = *reinterpret_cast<const float4*>(src + static_cast<size_t>(c0 + c) * HW + p0 + q);
    s[c][q] = f.x;
    s[c][q + 1] = f.y;
    s[c][q + 2] = f.z;
    s[c][q + 3] = f.w;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < TC * TP; i += blockDim.x) {
    const int c = i % TC, q = i / TC;
    if (c0 + c < C && p0 + q < HW) {
      dst[static_cast<size_t>(p0 + q) * C + c0 + c] = static_cast<OutT>(s[c][q]);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// 7. interleave columns for a tensor-core friendly layout: float4 rows permuted in smem (in place)
// ---------------------------------------------------------------------------------------------
template <int WARPS>
__global__ void permute_rows_inplace_kernel(float4* __restrict__ data, const uint8_t* __restrict__ perm, int rows, int vec_cols) {
  extern __shared__ float4 stage[];  // [WARPS][vec_cols]
  __shared__ uint8_t s_perm[256];
  assert(vec_cols <= 256);
  for (int i = threadIdx.x; i < vec_cols; i += blockDim.x) s_perm[i] = perm[i];
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float4* mine = stage + warp * vec_cols;
  for (int row = blockIdx.x * WARPS + warp; row < rows; row += gridDim.x * WARPS) {
    float4* g = data + static_cast<size_t>(row) * vec_cols;
    for (int i = lane; i < vec_cols; i += 32) mine[i] = g[i];
    __syncwarp();
    for (int i = lane; i < vec_cols; i += 32) g[i] = mine[s_perm[i]];
    __syncwarp();
  }
}

// ---------------------------------------------------------------------------------------------
template <typename T>
class Buffer {
 public:
  explicit Buffer(size_t n) : n_(n) {
    CUDACHECK(cudaMalloc(&p_, n * sizeof(T)));
    CUDACHECK(cudaMemset(p_, 0, n * sizeof(T)));
  }
  explicit Buffer(const std::vector<T>& h) : Buffer(h.size()) { CUDACHECK(cudaMemcpy(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice)); }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(p_); }
  T* get() const { return p_; }
  std::vector<T> host() const {
    std::vector<T> h(n_);
    CUDACHECK(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }

 private:
  T* p_ = nullptr;
  size_t n_;
};

static void verdict(const char* name, bool ok) { printf("%-26s %s\n", name, ok ? "OK" : "FAILED"); }

template <typename T>
void run_transpose(const char* name, int batch, int rows, int cols, std::function<T(int)> gen) {
  constexpr int TILE = 32, BR = 8;
  std::vector<T> h(size_t(batch) * rows * cols);
  for (size_t i = 0; i < h.size(); ++i) h[i] = gen(int(i));
  Buffer<T> in(h), out(h.size());
  const dim3 block(TILE, BR);
  const dim3 grid(ceildiv(cols, TILE), ceildiv(rows, TILE), batch);
  batch_transpose_kernel<T, TILE, BR><<<grid, block>>>(in.get(), out.get(), rows, cols);
  CUDACHECK(cudaGetLastError());
  auto o = out.host();
  bool ok = true;
  for (int b = 0; b < batch; ++b)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c)
        ok &= memcmp(&o[(size_t(b) * cols + c) * rows + r], &h[(size_t(b) * rows + r) * cols + c], sizeof(T)) == 0;
  verdict(name, ok);
}

template <typename cache_t>
void run_cache(const char* name) {
  const int tokens = 43, heads = 4, d = 80, page = 16, blocks = 6;
  CacheArgs<cache_t> a{};
  std::vector<half> k(size_t(tokens) * heads * d), v(k.size());
  for (size_t i = 0; i < k.size(); ++i) {
    k[i] = __float2half(float(int(i * 17 % 101) - 50));
    v[i] = __float2half(float(int(i * 31 % 97) - 48));
  }
  std::vector<int64_t> slots(tokens);
  for (int i = 0; i < tokens; ++i) slots[i] = i % 11 == 10 ? -1 : (i * 5) % (page * blocks);
  Buffer<half> dk(k), dv(v);
  Buffer<int64_t> ds(slots);
  const size_t cn = size_t(blocks) * page * heads * d;
  Buffer<cache_t> kc(cn), vc(cn);
  a.key = dk.get();
  a.value = dv.get();
  a.k_cache = kc.get();
  a.v_cache = vc.get();
  a.slot_mapping = ds.get();
  a.num_heads = heads;
  a.head_dim = d;
  a.page = page;
  a.x = 16 / sizeof(cache_t);
  a.k_scale = a.v_scale = 1.f;
  const size_t smem = 2 * heads * d * sizeof(half);
  reshape_and_cache_kernel<cache_t><<<tokens, 128, smem>>>(a);
  CUDACHECK(cudaGetLastError());
  auto hk = kc.host(), hv = vc.host();
  bool ok = true;
  for (int t = 0; t < tokens; ++t) {
    if (slots[t] < 0) continue;
    const int64_t b = slots[t] / page, o = slots[t] % page;
    for (int h = 0; h < heads; ++h)
      for (int e = 0; e < d; ++e) {
        const float kv = float(hk[(((b * heads + h) * (d / a.x) + e / a.x) * page + o) * a.x + e % a.x]);
        const float vv = float(hv[((b * heads + h) * d + e) * page + o]);
        ok &= kv == float(k[(t * heads + h) * d + e]) && vv == float(v[(t * heads + h) * d + e]);
      }
  }
  verdict(name, ok);
}

template <typename T>
void run_embedding(const char* name) {
  constexpr int HIDDEN = 768, ROWS = 4;
  const int vocab = 50, seq = 37, tokens = 3 * seq;
  std::vector<T> table(vocab * HIDDEN), pos(seq * HIDDEN);
  for (size_t i = 0; i < table.size(); ++i) table[i] = T(float(i % 61));
  for (size_t i = 0; i < pos.size(); ++i) pos[i] = T(float(i % 7));
  std::vector<int> ids(tokens);
  for (int i = 0; i < tokens; ++i) ids[i] = (i * 29 + 3) % vocab;
  Buffer<T> dt(table), dp(pos), out(size_t(tokens) * HIDDEN);
  Buffer<int> di(ids);
  embedding_gather_kernel<T, HIDDEN, ROWS><<<ceildiv(tokens, ROWS), 192>>>(di.get(), dt.get(), dp.get(), out.get(), tokens, seq);
  CUDACHECK(cudaGetLastError());
  auto o = out.host();
  bool ok = true;
  for (int t = 0; t < tokens; ++t)
    for (int c = 0; c < HIDDEN; ++c) ok &= float(o[t * HIDDEN + c]) == float(table[ids[t] * HIDDEN + c]) + float(pos[(t % seq) * HIDDEN + c]);
  verdict(name, ok);
}

void run_split_qkv() {
  constexpr int D = 64, ST = 16;
  const int B = 2, S = 45, H = 3;
  std::vector<__nv_bfloat16> qkv(size_t(B) * S * 3 * H * D), bias(3 * H * D);
  for (size_t i = 0; i < qkv.size(); ++i) qkv[i] = __float2bfloat16(float(i % 113));
  for (size_t i = 0; i < bias.size(); ++i) bias[i] = __float2bfloat16(float(i % 5));
  Buffer<__nv_bfloat16> din(qkv), db(bias), q(size_t(B) * S * H * D), k(size_t(B) * S * H * D), v(size_t(B) * S * H * D);
  QkvOut<__nv_bfloat16> outs{{q.get(), k.get(), v.get()}};
  split_qkv_bias_kernel<D, ST><<<dim3(ceildiv(S, ST), H, B * 3), dim3(D / 8, ST)>>>(din.get(), db.get(), outs, S, H);
  CUDACHECK(cudaGetLastError());
  const std::vector<__nv_bfloat16> hs[3] = {q.host(), k.host(), v.host()};
  bool ok = true;
  for (int w = 0; w < 3; ++w)
    for (int b = 0; b < B; ++b)
      for (int h = 0; h < H; ++h)
        for (int s = 0; s < S; ++s)
          for (int d = 0; d < D; ++d)
            ok &= float(hs[w][((size_t(b) * H + h) * S + s) * D + d]) ==
                  float(qkv[(size_t(b) * S + s) * 3 * H * D + (w * H + h) * D + d]) + float(bias[(w * H + h) * D + d]);
  verdict("split_qkv_bias", ok);
}

template <typename OutT>
void run_nhwc(const char* name) {
  constexpr int TC = 32, TP = 64;
  const int N = 3, C = 50, HW = 148;
  std::vector<float> h(size_t(N) * C * HW);
  for (size_t i = 0; i < h.size(); ++i) h[i] = float(i % 2039);
  Buffer<float> in(h);
  Buffer<OutT> out(h.size());
  dim3 grid(ceildiv(HW, TP), ceildiv(C, TC), N);
  nchw_to_nhwc_kernel<OutT, TC, TP><<<grid, 256>>>(in.get(), out.get(), C, HW);
  CUDACHECK(cudaGetLastError());
  auto o = out.host();
  bool ok = true;
  for (int n = 0; n < N; ++n)
    for (int c = 0; c < C; ++c)
      for (int p = 0; p < HW; ++p) ok &= float(o[(size_t(n) * HW + p) * C + c]) == h[(size_t(n) * C + c) * HW + p];
  verdict(name, ok);
}

int main() {
  run_transpose<half>("transpose half", 2, 100, 77, [](int i) { return __float2half(float(i % 2000)); });
  run_transpose<float4>("transpose float4", 1, 45, 70, [](int i) { return make_float4(i, i + 1, i + 2, i + 3); });
  run_transpose<char4>("transpose char4", 3, 33, 65, [](int i) { return make_char4(i, i >> 3, i >> 5, i >> 7); });

  {
    const int rows = 200, cols = 132;
    std::vector<int8_t> h(rows * cols);
    for (size_t i = 0; i < h.size(); ++i) h[i] = int8_t(i * 37 + i / 251);
    Buffer<int8_t> in(h), out(h.size());
    constexpr int TILE = 64;
    transpose_int8_kernel<TILE><<<dim3(ceildiv(cols, TILE), ceildiv(rows, TILE)), 256>>>(in.get(), out.get(), rows, cols);
    CUDACHECK(cudaGetLastError());
    auto o = out.host();
    bool ok = true;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) ok &= o[c * rows + r] == h[r * cols + c];
    verdict("transpose int8", ok);
  }
  run_cache<half>("reshape_and_cache half");
  run_cache<__nv_bfloat16>("reshape_and_cache bf16");
  run_cache<int8_t>("reshape_and_cache int8");
  run_embedding<half>("embedding half");
  run_embedding<float>("embedding float");
  run_split_qkv();
  run_nhwc<half>("nchw_to_nhwc half");
  run_nhwc<float>("nchw_to_nhwc float");
  {
    constexpr int WARPS = 4;
    const int rows = 61, vc = 72;
    std::vector<float4> h(rows * vc);
    for (int i = 0; i < rows * vc; ++i) h[i] = make_float4(i, -i, 2 * i, 0.5f * i);
    std::vector<uint8_t> perm(vc);
    for (int i = 0; i < vc; ++i) perm[i] = (i * 5 + 1) % vc;
    Buffer<float4> d(h);
    Buffer<uint8_t> dp(perm);
    permute_rows_inplace_kernel<WARPS><<<8, WARPS * 32, WARPS * vc * sizeof(float4)>>>(d.get(), dp.get(), rows, vc);
    CUDACHECK(cudaGetLastError());
    auto o = d.host();
    bool ok = true;
    for (int r = 0; r < rows; ++r)
      for (int i = 0; i < vc; ++i) ok &= o[r * vc + i].x == h[r * vc + perm[i]].x && o[r * vc + i].w == h[r * vc + perm[i]].w;
    verdict("permute_rows_inplace", ok);
  }
  CUDACHECK(cudaDeviceSynchronize());
  return 0;
}

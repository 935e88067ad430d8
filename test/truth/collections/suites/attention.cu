// Decode attention, paged KV cache, rotary embedding.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#define CHECK(call)                                                                       \
  {                                                                                       \
    const cudaError_t error = call;                                                       \
    if (error != cudaSuccess) {                                                           \
      fprintf(stderr, "Error: %s:%d, %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                                            \
    }                                                                                     \
  }

#define DIVIDE_ROUND_UP(a, b) (((a) + (b)-1) / (b))
#define WARP_SIZE 32

struct PagedParams {
  const half* q;            // [num_seqs, num_heads, head_dim]
  const half* k_cache;      // [num_blocks, num_kv_heads, head_dim/x, page, x]
  const half* v_cache;      // [num_blocks, num_kv_heads, page, head_dim]
  half* out;                // [num_seqs, num_heads, head_dim]
  float* tmp_out;           // [num_seqs, num_heads, parts, head_dim]
  float2* tmp_ml;           // [num_seqs, num_heads, parts]
  const int* block_tables;  // [num_seqs, max_blocks]
  const int* seq_lens;
  int num_seqs, num_heads, num_kv_heads, max_blocks, max_len;
  float scale;
};

template <int WIDTH>
__device__ __forceinline__ float group_sum(float v) {
#pragma unroll
  for (int mask = WIDTH / 2; mask >= 1; mask /= 2) v += __shfl_xor_sync(uint32_t(-1), v, mask);
  return v;
}
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
  for (int mask = 16; mask >= 1; mask /= 2) v = fmaxf(v, __shfl_xor_sync(uint32_t(-1), v, mask));
  return v;
}

struct alignas(16) Half8 {
  half2 h[4];
  __device__ __forceinline__ half2& operator[](int i) { return h[i]; }
  __device__ __forceinline__ const half2& operator[](int i) const { return h[i]; }
};

__device__ __forceinline__ float dot8(const Half8& a, const Half8& b, float acc) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
    acc = fmaf(x.x, y.x, acc);
    acc = fmaf(x.y, y.y, acc);
  }
  return acc;
}

// ---------------------------------------------------------------------------------------------
// 1. paged attention (one block per (head, seq)), logits in dynamic smem, thread groups per key
// ---------------------------------------------------------------------------------------------
template <int HEAD_DIM, int PAGE, int NUM_THREADS>
__global__ void __launch_bounds__(NUM_THREADS) paged_attention_v1_kernel(const PagedParams p) {
  constexpr int NUM_WARPS = NUM_THREADS / WARP_SIZE;
  constexpr int X = 8;
  constexpr int THREAD_GROUP_SIZE = WARP_SIZE / PAGE > 1 ? WARP_SIZE / PAGE : 1;
  constexpr int NUM_CHUNKS = HEAD_DIM / X;
  constexpr int CHUNKS_PER_THREAD = NUM_CHUNKS / THREAD_GROUP_SIZE;
  static_assert(PAGE <= WARP_SIZE && NUM_CHUNKS % THREAD_GROUP_SIZE == 0);

  extern __shared__ __align__(16) char shared_mem[];
  float* logits = reinterpret_cast<float*>(shared_mem);                      // max_len padded
  float* out_smem = reinterpret_cast<float*>(shared_mem);                    // reused after the softmax
  __shared__ Half8 q_vecs[THREAD_GROUP_SIZE][CHUNKS_PER_THREAD];
  __shared__ float red_smem[2 * NUM_WARPS];

  const int head = blockIdx.x, seq = blockIdx.y;
  const int seq_len = p.seq_lens[seq];
  const int num_pages = DIVIDE_ROUND_UP(seq_len, PAGE);
  const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
  const int tg = lane / THREAD_GROUP_SIZE, tg_off = lane % THREAD_GROUP_SIZE;
  const int kv_head = head / (p.num_heads / p.num_kv_heads);
  const int* table = p.block_tables + seq * p.max_blocks;

  const half* q_ptr = p.q + (static_cast<size_t>(seq) * p.num_heads + head) * HEAD_DIM;
  for (int i = threadIdx.x; i < NUM_CHUNKS; i += NUM_THREADS) {
    q_vecs[i % THREAD_GROUP_SIZE][i / THREAD_GROUP_SIZE] = *reinterpret_cast<const Half8*>(q_ptr + i * X);
  }
  __syncthreads();

  float qk_max = -FLT_MAX;
  for (int page = warp; page < num_pages; page += NUM_WARPS) {
    const int64_t phys = table[page];
    const half* k_base = p.k_cache + (phys * p.num_kv_heads + kv_head) * HEAD_DIM * PAGE;
    const int token = page * PAGE + tg;
    float qk = 0.f;
#pragma unroll
    for (int j = 0; j < CHUNKS_PER_THREAD; ++j) {
      const int chunk = j * THREAD_GROUP_SIZE + tg_off;
      const Half8 kv = *reinterpret_cast<const Half8*>(k_base + (chunk * PAGE + tg) * X);
      qk = dot8(q_vecs[tg_off][j], kv, qk);
    }
    qk = p.scale * group_sum<THREAD_GROUP_SIZE>(qk);
    if (tg_off == 0) {
      const bool masked = token >= seq_len;
      logits[token] = masked ? 0.f : qk;
      qk_max = masked ? qk_max : fmaxf(qk_max, qk);
    }
  }
  qk_max = warp_max(qk_max);
  if (lane == 0) red_smem[warp] = qk_max;
  __syncthreads();
  qk_max = warp_max(lane < NUM_WARPS ? red_smem[lane] : -FLT_MAX);

  float exp_sum = 0.f;
  for (int i = threadIdx.x; i < seq_len; i += NUM_THREADS) {
    const float v = __expf(logits[i] - qk_max);
    logits[i] = v;
    exp_sum += v;
  }
  exp_sum = group_sum<32>(exp_sum);
  if (lane == 0) red_smem[NUM_WARPS + warp] = exp_sum;
  __syncthreads();
  exp_sum = group_sum<32>(lane < NUM_WARPS ? red_smem[NUM_WARPS + lane] : 0.f);
  const float inv_sum = __fdividef(1.f, exp_sum + 1e-6f);

  // each lane owns HEAD_DIM/32 consecutive output dims, warps split tokens
  constexpr int DIMS = HEAD_DIM / WARP_SIZE;
  float acc[DIMS] = {};
  for (int page = warp; page < num_pages; page += NUM_WARPS) {
    const int64_t phys = table[page];
    const half* v_base = p.v_cache + (phys * p.num_kv_heads + kv_head) * PAGE * HEAD_DIM;
    const int n = min(PAGE, seq_len - page * PAGE);
#pragma unroll 4
    for (int t = 0; t < n; ++t) {
      const float w = logits[page * PAGE + t];
      const half2* v2 = reinterpret_cast<const half2*>(v_base + t * HEAD_DIM + lane * DIMS);
#pragma unroll
      for (int d = 0; d < DIMS / 2; ++d) {
        const float2 f = __half22float2(v2[d]);
        acc[2 * d] += w * f.x;
        acc[2 * d + 1] += w * f.y;
      }
    }
  }
  __syncthreads();  // logits are dead from here

#pragma unroll
  for (int i = NUM_WARPS; i > 1; i /= 2) {
    const int mid = i / 2;
    if (warp >= mid && warp < i) {
      float* dst = &out_smem[(warp - mid) * HEAD_DIM];
#pragma unroll
      for (int d = 0; d < DIMS; ++d) dst[lane * DIMS + d] = acc[d];
    }
    __syncthreads();
    if (warp < mid) {
      const float* src = &out_smem[warp * HEAD_DIM];
#pragma unroll
      for (int d = 0; d < DIMS; ++d) acc[d] += src[lane * DIMS + d];
    }
    __syncthreads();
  }
  if (warp == 0) {
    half* o = p.out + (static_cast<size_t>(seq) * p.num_heads + head) * HEAD_DIM + lane * DIMS;
#pragma unroll
    for (int d = 0; d < DIMS; ++d) o[d] = __float2half(acc[d] * inv_sum);
  }
}

// ---------------------------------------------------------------------------------------------
// 2. split-KV decode for a GQA group; K/V tiles in swizzled smem. 16B chunks, chunk ^= row & 7
// ---------------------------------------------------------------------------------------------
template <int HEAD_DIM>
struct SwizzledTile {
  static constexpr int kChunks = HEAD_DIM / 8;
  Half8* base;
  __device__ __forceinline__ Half8& at(int row, int chunk) const { return base[row * kChunks + (chunk ^ (row & 7))]; }
};

template <int HEAD_DIM, int PAGE, int TILE, int GROUP>
__global__ void __launch_bounds__(GROUP * 32) splitkv_gqa_decode_kernel(const PagedParams p, const int tokens_per_split) {
  constexpr int kChunks = HEAD_DIM / 8;
  constexpr int kThreads = GROUP * 32;
  static_assert(TILE == 32, "one key per lane");
  extern __shared__ uint4 smem[];
  SwizzledTile<HEAD_DIM> sK{reinterpret_cast<Half8*>(smem)};
  SwizzledTile<HEAD_DIM> sV{sK.base + TILE * kChunks};
  Half8* sQ = sV.base + TILE * kChunks;                        // [GROUP][kChunks]
  float* sP = reinterpret_cast<float*>(sQ + GROUP * kChunks);  // [GROUP][TILE]

  const int kv_head = blockIdx.x, seq = blockIdx.y, split = blockIdx.z;
  const int seq_len = p.seq_lens[seq];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int head = kv_head * GROUP + warp;
  const int begin = split * tokens_per_split;
  const int end = min(seq_len, begin + tokens_per_split);
  const int parts = gridDim.z;
  const size_t part_idx = (static_cast<size_t>(seq) * p.num_heads + head) * parts + split;
  if (begin >= end) {
    if (lane == 0) p.tmp_ml[part_idx] = make_float2(-FLT_MAX, 0.f);
    return;
  }
  const int* table = p.block_tables + seq * p.max_blocks;

  for (int i = threadIdx.x; i < GROUP * kChunks; i += kThreads) {
    const half* q = p.q + (static_cast<size_t>(seq) * p.num_heads + kv_head * GROUP) * HEAD_DIM;
    sQ[i] = reinterpret_cast<const Half8*>(q)[i];
  }

  auto load_tile = [&](int t0) {
    for (int i = threadIdx.x; i < TILE * kChunks; i += kThreads) {
      const int r = i / kChunks, c = i % kChunks;
      const int tok = t0 + r;
      Half8 k, v;
      if (tok < end) {
        const int64_t phys = table[tok / PAGE];
        const int off = tok % PAGE;
        k = *reinterpret_cast<const Half8*>(p.k_cache + (phys * p.num_kv_heads + kv_head) * HEAD_DIM * PAGE + (c * PAGE + off) * 8);
        v = *reinterpret_cast<const Half8*>(p.v_cache + ((phys * p.num_kv_heads + kv_head) * PAGE + off) * HEAD_DIM + c * 8);
      } else {
        const half2 zero = __float2half2_rn(0.f);
#pragma unroll
        for (int j = 0; j < 4; ++j) k[j] = v[j] = zero;
      }
      sK.at(r, c) = k;
      sV.at(r, c) = v;
    }
  };

  float m = -FLT_MAX, l = 0.f;
  constexpr int DIMS = HEAD_DIM / 32;
  float acc[DIMS];
#pragma unroll
  for (int d = 0; d < DIMS; ++d) acc[d] = 0.f;

  for (int t0 = begin; t0 < end; t0 += TILE) {
    __syncthreads();
    load_tile(t0);
    __syncthreads();

    float s = 0.f;
#pragma unroll
    for (int c = 0; c < kChunks; ++c) s = dot8(sQ[warp * kChunks + c], sK.at(lane, c), s);
    s = (t0 + lane < end) ? s * p.scale : -FLT_MAX;
    const float m_new = fmaxf(m, warp_max(s));
    const float corr = __expf(m - m_new);
    const float pr = (t0 + lane < end) ? __expf(s - m_new) : 0.f;
    l = l * corr + group_sum<32>(pr);
    m = m_new;
    sP[warp * TILE + lane] = pr;
    __syncwarp();
#pragma unroll
    for (int d = 0; d < DIMS; ++d) acc[d] *= corr;
#pragma unroll 8
    for (int t = 0; t < TILE; ++t) {
      const float w = sP[warp * TILE + t];
      const int dim = lane * DIMS;
      const half* v = reinterpret_cast<const half*>(&sV.at(t, dim / 8)) + dim % 8;
#pragma unroll
      for (int d = 0; d < DIMS; ++d) acc[d] = fmaf(w, __half2float(v[d]), acc[d]);
    }
    __syncwarp();
  }
  float* o = p.tmp_out + part_idx * HEAD_DIM + lane * DIMS;
#pragma unroll
  for (int d = 0; d < DIMS; ++d) o[d] = acc[d];
  if (lane == 0) p.tmp_ml[part_idx] = make_float2(m, l);
}

// ---------------------------------------------------------------------------------------------
// 3. combine the splits
// ---------------------------------------------------------------------------------------------
template <int HEAD_DIM, int MAX_PARTS>
__global__ void splitkv_combine_kernel(const PagedParams p, int parts) {
  __shared__ float s_scale[MAX_PARTS];
  const int row = blockIdx.x;  // seq * heads + head
  const float2* ml = p.tmp_ml + static_cast<size_t>(row) * parts;
  if (threadIdx.x < WARP_SIZE) {
    float m = -FLT_MAX;
    for (int i = threadIdx.x; i < parts; i += WARP_SIZE) m = fmaxf(m, ml[i].x);
    m = warp_max(m);
    float sum = 0.f;
    for (int i = threadIdx.x; i < parts; i += WARP_SIZE) {
      const float w = ml[i].y > 0.f ? __expf(ml[i].x - m) : 0.f;
      s_scale[i] = w;
      sum += w * ml[i].y;
    }
    sum = group_sum<32>(sum);
    for (int i = threadIdx.x; i < parts; i += WARP_SIZE) s_scale[i] /= sum;
  }
  __syncthreads();
  for (int d = threadIdx.x; d < HEAD_DIM; d += blockDim.x) {
    float o = 0.f;
    for (int i = 0; i < parts; ++i) {
      const float w = s_scale[i];
      if (w != 0.f) o += w * p.tmp_out[(static_cast<size_t>(row) * parts + i) * HEAD_DIM + d];
    }
    p.out[static_cast<size_t>(row) * HEAD_DIM + d] = __float2half(o);
  }
}

// ---------------------------------------------------------------------------------------------
// 4. rotary embedding, cos/sin row staged in smem; neox or gpt-j pairing
// ---------------------------------------------------------------------------------------------
template <typename scalar_t>
struct RopeParams {
  scalar_t* q;
  scalar_t* k;
  const int64_t* positions;
  const float* cos_sin;  // [max_pos, rot_dim]
  int num_heads, num_kv_heads, head_dim, rot_dim;
};

template <typename scalar_t, bool IS_NEOX>
__device__ inline void apply_rope(scalar_t* __restrict__ arr, const float* __restrict__ cos_ptr, const float* __restrict__ sin_ptr,
                                  int rot_offset, int embed_dim) {
  int x_index, y_index;
  if (IS_NEOX) {
    x_index = rot_offset;
    y_index = embed_dim + rot_offset;
  } else {
    x_index = 2 * rot_offset;
    y_index = 2 * rot_offset + 1;
  }
  const float c = cos_ptr[rot_offset], s = sin_ptr[rot_offset];
  const float x = static_cast<float>(arr[x_index]);
  const float y = static_cast<float>(arr[y_index]);
  arr[x_index] = static_cast<scalar_t>(x * c - y * s);
  arr[y_index] = static_cast<scalar_t>(y * c + x * s);
}

template <typename scalar_t, bool IS_NEOX>
__global__ void rotary_embedding_kernel(RopeParams<scalar_t> p) {
  extern __shared__ float s_cs[];
  const int token = blockIdx.x;
  const int64_t pos = p.positions[token];
  const float* cache_ptr = p.cos_sin + pos * p.rot_dim;
  for (int i = threadIdx.x; i < p.rot_dim; i += blockDim.x) s_cs[i] = cache_ptr[i];
  __syncthreads();

  const int embed_dim = p.rot_dim / 2;
  const float* cos_ptr = s_cs;
  const float* sin_ptr = s_cs + embed_dim;
  auto rotate = [&](scalar_t* base, int heads) {
    const int n = heads * embed_dim;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      const int h = i / embed_dim, off = i % embed_dim;
      apply_rope<scalar_t, IS_NEOX>(base + (static_cast<int64_t>(token) * heads + h) * p.head_dim, cos_ptr, sin_ptr, off, embed_dim);
    }
  };
  rotate(p.q, p.num_heads);
  if (p.k != nullptr) rotate(p.k, p.num_kv_heads);
}

// ---------------------------------------------------------------------------------------------
// 5. small causal prefill with padded fp32 tiles (flash style)
// ---------------------------------------------------------------------------------------------
template <int HEAD_DIM, int BR, int BC>
__global__ void __launch_bounds__(BR * 4)
flash_prefill_kernel(const __nv_bfloat16* __restrict__ Q, const __nv_bfloat16* __restrict__ K, const __nv_bfloat16* __restrict__ V,
                     __nv_bfloat16* __restrict__ O, int seq_len, float scale) {
  constexpr int TPR = 4;  // threads per row
  constexpr int LD = HEAD_DIM + 4;
  constexpr int DPT = HEAD_DIM / TPR;
  extern __shared__ float sm[];
  float* sQ = sm;
  float* sK = sQ + BR * LD;
  float* sV = sK + BC * LD;
  float* sS = sV + BC * LD;  // [BR][BC + 1]

  const int bh = blockIdx.y, q0 = blockIdx.x * BR;
  const size_t base = static_cast<size_t>(bh) * seq_len * HEAD_DIM;
  const int row = threadIdx.x / TPR, sub = threadIdx.x % TPR;

  auto stage = [&](const __nv_bfloat16* src, float* dst, int r0, int nrows) {
    constexpr int V4 = HEAD_DIM / 4;
    for (int i = threadIdx.x; i < nrows * V4; i += BR * TPR) {
      const int r = i / V4, c = (i % V4) * 4;
      float4 f = make_float4(0.f, 0.f, 0.f, 0.f);
      if (r0 + r < seq_len) {
        const uint2 raw = *reinterpret_cast<const uint2*>(src + base + static_cast<size_t>(r0 + r) * HEAD_DIM + c);
        const float2 lo = __bfloat1622float2(reinterpret_cast<const __nv_bfloat162&>(raw.x));
        const float2 hi = __bfloat1622float2(reinterpret_cast<const __nv_bfloat162&>(raw.y));
        f = make_float4(lo.x, lo.y, hi.x, hi.y);
      }
      *reinterpret_cast<float4*>(dst + r * LD + c) = f;
    }
  };
  stage(Q, sQ, q0, BR);

  float o[DPT] = {0.f};
  float m = -INFINITY, l = 0.f;
  const int last = min(seq_len, q0 + BR);
  for (int k0 = 0; k0 < last; k0 += BC) {
    __syncthreads();
    stage(K, sK, k0, BC);
    stage(V, sV, k0, BC);
    __syncthreads();

    float tile_max = -INFINITY;
    for (int c = sub; c < BC; c += TPR) {
      float s = 0.f;
#pragma unroll 8
      for (int d = 0; d < HEAD_DIM; d += 4) {
        const float4 a = *reinterpret_cast<const float4*>(&sQ[row * LD + d]);
        const float4 b = *reinterpret_cast<const float4*>(&sK[c * LD + d]);
        s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
      }
      s = (k0 + c <= q0 + row && k0 + c < seq_len) ? s * scale : -INFINITY;
      sS[row * (BC + 1) + c] = s;
      tile_max = fmaxf(tile_max, s);
    }
    tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 1));
    tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffff, tile_max, 2));
    const float m_new = fmaxf(m, tile_max);
    const float alpha = m == -INFINITY ? 0.f : __expf(m - m_new);
    l *= alpha;
#pragma unroll
    for (int d = 0; d < DPT; ++d) o[d] *= alpha;
    __syncwarp();
    for (int c = 0; c < BC; ++c) {
      const float s = sS[row * (BC + 1) + c];
      const float pr = s == -INFINITY ? 0.f : __expf(s - m_new);
      l += pr;
#pragma unroll
      for (int d = 0; d < DPT; ++d) o[d] += pr * sV[c * LD + sub + d * TPR];
    }
    m = m_new;
  }
  if (q0 + row >= seq_len) return;
  const float inv = 1.f / l;
#pragma unroll
  for (int d = 0; d < DPT; ++d) O[base + static_cast<size_t>(q0 + row) * HEAD_DIM + sub + d * TPR] = __float2bfloat16(o[d] * inv);
}

// ---------------------------------------------------------------------------------------------
// host side
// ---------------------------------------------------------------------------------------------
template <typename T>
T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc((void**)&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <typename T>
std::vector<T> to_host(const T* d, size_t n) {
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}
static float urand() { return rand() / float(RAND_MAX) * 2.f - 1.f; }

#define LAUNCH_PAGED_V1(HEAD_SIZE)                                                                             \
  case HEAD_SIZE: {                                                                                            \
    constexpr int kThreads = 128, kWarps = kThreads / WARP_SIZE;                                               \
    const int logits_size = DIVIDE_ROUND_UP(p.max_len, PAGE) * PAGE * sizeof(float);                           \
    const int outputs_size = (kWarps / 2) * HEAD_SIZE * sizeof(float);                                         \
    const int smem = std::max(logits_size, outputs_size);                                                      \
    CHECK(cudaFuncSetAttribute(paged_attention_v1_kernel<HEAD_SIZE, PAGE, kThreads>,                           \
                               cudaFuncAttributeMaxDynamicSharedMemorySize, smem));                            \
    paged_attention_v1_kernel<HEAD_SIZE, PAGE, kThreads><<<dim3(p.num_heads, p.num_seqs), kThreads, smem>>>(p); \
    break;                                                                                                     \
  }

template <int PAGE>
void paged_v1_launcher(const PagedParams& p, int head_dim) {
  switch (head_dim) {
    LAUNCH_PAGED_V1(64)
    LAUNCH_PAGED_V1(128)
    default:
      throw std::runtime_error("unsupported head dim");
  }
  CHECK(cudaGetLastError());
}

template <int HEAD_DIM, int PAGE>
void run_decode() {
  constexpr int GROUP = 4;
  PagedParams p{};
  p.num_seqs = 5;
  p.num_heads = 8;
  p.num_kv_heads = p.num_heads / GROUP;
  std::vector<int> lens = {1, 17, 130, 333, 256};
  p.max_len = *std::max_element(lens.begin(), lens.end());
  p.max_blocks = DIVIDE_ROUND_UP(p.max_len, PAGE);
  p.scale = 1.f / std::sqrt(float(HEAD_DIM));
  const int num_blocks = p.num_seqs * p.max_blocks;
  std::vector<int> table(num_blocks);
  for (int i = 0; i < num_blocks; ++i) table[i] = (i * 7 + 3) % num_blocks;  // may alias for odd sizes, harmless
  std::vector<half> q(size_t(p.num_seqs) * p.num_heads * HEAD_DIM), k(size_t(num_blocks) * p.num_kv_heads * PAGE * HEAD_DIM), v(k.size());
  for (auto& x : q) x = __float2half(urand());
  for (auto& x : k) x = __float2half(urand());
  for (auto& x : v) x = __float2half(urand());
  p.q = to_device(q);
  p.k_cache = to_device(k);
  p.v_cache = to_device(v);
  p.block_tables = to_device(table);
  p.seq_lens = to_device(lens);
  CHECK(cudaMalloc(&p.out, q.size() * sizeof(half)));

  paged_v1_launcher<PAGE>(p, HEAD_DIM);
  auto o1 = to_host(p.out, q.size());

  constexpr int TILE = 32, kMaxParts = 64;
  const int per_split = 96;
  const int parts = DIVIDE_ROUND_UP(p.max_len, per_split);
  CHECK(cudaMalloc(&p.tmp_out, q.size() * parts * sizeof(float)));
  CHECK(cudaMalloc(&p.tmp_ml, q.size() / HEAD_DIM * parts * sizeof(float2)));
  const size_t smem = (2 * TILE + GROUP) * HEAD_DIM * sizeof(half) + GROUP * TILE * sizeof(float);
  auto kernel = &splitkv_gqa_decode_kernel<HEAD_DIM, PAGE, TILE, GROUP>;
  if (smem >= 48 * 1024) CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem));
  dim3 grid(p.num_kv_heads, p.num_seqs, parts);
  kernel<<<grid, GROUP * 32, smem>>>(p, per_split);
  CHECK(cudaGetLastError());
  splitkv_combine_kernel<HEAD_DIM, kMaxParts><<<p.num_seqs * p.num_heads, HEAD_DIM>>>(p, parts);
  CHECK(cudaGetLastError());
  auto o2 = to_host(p.out, q.size());
  float diff = 0.f;
  double cs = 0;
  for (size_t i = 0; i < o1.size(); ++i) {
    diff = std::max(diff, std::fabs(__half2float(o1[i]) - __half2float(o2[i])));
    cs += __half2float(o1[i]);
  }
  printf("decode d=%d page=%d checksum %.5f v1-vs-split %.6f %s\n", HEAD_DIM, PAGE, cs, diff, diff < 5e-3f ? "OK" : "BAD");
}

template <typename scalar_t>
void rope_launcher(RopeParams<scalar_t> p, int tokens, bool neox) {
  dim3 grid(tokens);
  dim3 block(std::min(p.num_heads * p.rot_dim / 2, 512));
  const size_t smem = p.rot_dim * sizeof(float);
  if (neox)
    rotary_embedding_kernel<scalar_t, true><<<grid, block, smem>>>(p);
  else
    rotary_embedding_kernel<scalar_t, false><<<grid, block, smem>>>(p);
  CHECK(cudaGetLastError());
}

void run_rope() {
  const int tokens = 45, heads = 6, kv = 2, d = 128, rot = 96, max_pos = 512;
  std::vector<__nv_bfloat16> q(size_t(tokens) * heads * d), k(size_t(tokens) * kv * d);
  for (auto& x : q) x = __float2bfloat16(urand());
  for (auto& x : k) x = __float2bfloat16(urand());
  std::vector<int64_t> pos(tokens);
  for (int i = 0; i < tokens; ++i) pos[i] = (i * 37) % max_pos;
  std::vector<float> cs(size_t(max_pos) * rot);
  for (int t = 0; t < max_pos; ++t)
    for (int i = 0; i < rot / 2; ++i) {
      const float a = t / std::pow(10000.f, 2.f * i / rot);
      cs[t * rot + i] = std::cos(a);
      cs[t * rot + rot / 2 + i] = std::sin(a);
    }
  RopeParams<__nv_bfloat16> p{to_device(q), to_device(k), to_device(pos), to_device(cs), heads, kv, d, rot};
  rope_launcher(p, tokens, true);
  rope_launcher(p, tokens, false);
  auto o = to_host(p.q, q.size());
  double n0 = 0, n1 = 0;
  for (size_t i = 0; i < o.size(); ++i) {
    n0 += std::pow(__bfloat162float(q[i]), 2);
    n1 += std::pow(__bfloat162float(o[i]), 2);
  }
  printf("rope norm before %.3f after %.3f %s\n", n0, n1, std::fabs(n0 - n1) / n0 < 1e-2 ? "OK" : "BAD");
}

template <int HEAD_DIM>
void run_prefill(int bh, int seq) {
  constexpr int BR = 32, BC = 32;
  std::vector<__nv_bfloat16> q(size_t(bh) * seq * HEAD_DIM), k(q.size()), v(q.size());
  for (size_t i = 0; i < q.size(); ++i) {
    q[i] = __float2bfloat16(urand());
    k[i] = __float2bfloat16(urand());
    v[i] = __float2bfloat16(1.f);  // output must be exactly 1
  }
  auto *dq = to_device(q), *dk = to_device(k), *dv = to_device(v), *o = to_device(q);
  const size_t smem = ((BR + 2 * BC) * (HEAD_DIM + 4) + BR * (BC + 1)) * sizeof(float);
  CHECK(cudaFuncSetAttribute(flash_prefill_kernel<HEAD_DIM, BR, BC>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem));
  dim3 grid(DIVIDE_ROUND_UP(seq, BR), bh);
  flash_prefill_kernel<HEAD_DIM, BR, BC><<<grid, BR * 4, smem>>>(dq, dk, dv, o, seq, 1.f / std::sqrt(float(HEAD_DIM)));
  CHECK(cudaGetLastError());
  auto ho = to_host(o, q.size());
  float err = 0;
  for (auto x : ho) err = std::max(err, std::fabs(__bfloat162float(x) - 1.f));
  printf("prefill d=%d err %.5f %s\n", HEAD_DIM, err, err < 1e-2f ? "OK" : "BAD");
}

int main() {
  srand(42);
  run_decode<128, 16>();
  run_decode<64, 32>();
  run_rope();
  run_prefill<64>(4, 150);
  CHECK(cudaDeviceSynchronize());
  return 0;
}

// Quantize / dequantize micro benchmarks: int8, fp8 (e4m3), int4.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

#define CHECK_CUDA(expr)                                                              \
  do {                                                                                \
    cudaError_t err__ = (expr);                                                       \
    if (err__ != cudaSuccess) {                                                       \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err__));   \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

constexpr int kWarpSize = 32;
constexpr float kFp8Max = 448.f;

template <typename T, int N>
struct alignas(sizeof(T) * N) AlignedVector {
  T val[N];
  __host__ __device__ __forceinline__ T& operator[](int i) { return val[i]; }
  __host__ __device__ __forceinline__ const T& operator[](int i) const { return val[i]; }
};

template <typename T>
__device__ __forceinline__ float to_float(T v) {
  if constexpr (std::is_same_v<T, __half>) {
    return __half2float(v);
  } else if constexpr (std::is_same_v<T, __nv_bfloat16>) {
    return __bfloat162float(v);
  } else {
    return static_cast<float>(v);
  }
}

template <typename T>
__host__ __device__ __forceinline__ T from_float(float v) {
  if constexpr (std::is_same_v<T, __half>) {
    return __float2half(v);
  } else if constexpr (std::is_same_v<T, __nv_bfloat16>) {
    return __float2bfloat16(v);
  } else {
    return static_cast<T>(v);
  }
}

template <int WIDTH = kWarpSize>
__device__ __forceinline__ float group_reduce_max(float v) {
#pragma unroll
  for (int m = WIDTH / 2; m > 0; m >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, m, WIDTH));
  return v;
}

template <int BLOCK>
__device__ __forceinline__ float block_reduce_max(float v, float* scratch) {
  const int lane = threadIdx.x % kWarpSize, wid = threadIdx.x / kWarpSize;
  v = group_reduce_max(v);
  if (lane == 0) scratch[wid] = v;
  __syncthreads();
  v = (threadIdx.x < BLOCK / kWarpSize) ? scratch[lane] : 0.f;
  if (wid == 0) v = group_reduce_max(v);
  if (threadIdx.x == 0) scratch[0] = v;
  __syncthreads();
  return scratch[0];
}

__device__ __forceinline__ int8_t float_to_int8_rn(float x) {
  uint32_t dst;
  asm volatile("cvt.rni.sat.s8.f32 %0, %1;\n" : "=r"(dst) : "f"(x));
  return reinterpret_cast<const int8_t&>(dst);
}

// ---------------------------------------------------------------------------------------------
// 1. dynamic per-token int8, the row is kept in shared memory between the two passes
// ---------------------------------------------------------------------------------------------
template <typename T, int BLOCK>
__global__ void __launch_bounds__(BLOCK)
per_token_int8_quant_kernel(const T* __restrict__ in, int8_t* __restrict__ out,
                            float* __restrict__ scales, int hidden) {
  constexpr int VEC = 16 / sizeof(T);
  extern __shared__ __align__(16) unsigned char smem_raw[];
  uint4* s_row = reinterpret_cast<uint4*>(smem_raw);
  __shared__ float s_red[BLOCK / kWarpSize];

  const int64_t row = blockIdx.x;
  const int n_vec = hidden / VEC;
  const uint4* src = reinterpret_cast<const uint4*>(in + row * hidden);

  float amax = 1e-10f;
  for (int i = threadIdx.x; i < n_vec; i += BLOCK) {
    uint4 v = __ldg(src + i);
    s_row[i] = v;
    const T* e = reinterpret_cast<const T*>(&v);
#pragma unroll
    for (int j = 0; j < VEC; ++j) amax = fmaxf(amax, fabsf(to_float(e[j])));
  }
  amax = block_reduce_max<BLOCK>(amax, s_red);
  const float inv = 127.f / amax;
  if (threadIdx.x == 0) scales[row] = amax / 127.f;

  auto* dst = reinterpret_cast<AlignedVector<int8_t, VEC>*>(out + row * hidden);
  for (int i = threadIdx.x; i < n_vec; i += BLOCK) {
    const T* e = reinterpret_cast<const T*>(s_row + i);
    AlignedVector<int8_t, VEC> q;
#pragma unroll
    for (int j = 0; j < VEC; ++j) q[j] = float_to_int8_rn(to_float(e[j]) * inv);
    dst[i] = q;
  }
}

// ---------------------------------------------------------------------------------------------
// 2. per-token-group fp8. 16 threads work on a group; groups staged in smem
// ---------------------------------------------------------------------------------------------
template <typename T, int GROUP_SIZE, bool COL_MAJOR_SCALES>
__global__ void per_token_group_fp8_quant_kernel(const T* __restrict__ input, __nv_fp8_e4m3* __restrict__ output,
                                                 float* __restrict__ output_s, const int num_groups,
                                                 const int groups_per_block, const int groups_per_row,
                                                 const int scale_stride, const float eps) {
  constexpr int kThreadsPerGroup = 16;
  constexpr uint32_t vec_size = 16 / sizeof(T);
  using vec_t = AlignedVector<T, vec_size>;
  extern __shared__ __align__(16) unsigned char smem_raw[];

  const int local_group = threadIdx.x / kThreadsPerGroup;
  const int lane = threadIdx.x % kThreadsPerGroup;
  const int64_t group = static_cast<int64_t>(blockIdx.x) * groups_per_block + local_group;
  const bool active = group < num_groups;

  T* smem_group = reinterpret_cast<T*>(smem_raw) + local_group * GROUP_SIZE;
  const T* group_in = input + group * GROUP_SIZE;
  __nv_fp8_e4m3* group_out = output + group * GROUP_SIZE;

  constexpr int num_vec = GROUP_SIZE / vec_size;
  float local_absmax = eps;
  if (active) {
    for (int i = lane; i < num_vec; i += kThreadsPerGroup) {
      vec_t v = *reinterpret_cast<const vec_t*>(group_in + i * vec_size);
      *reinterpret_cast<vec_t*>(smem_group + i * vec_size) = v;
#pragma unroll
      for (uint32_t j = 0; j < vec_size; ++j) {
        local_absmax = fmaxf(local_absmax, fabsf(to_float(v[j])));
      }
    }
  }
  local_absmax = group_reduce_max<kThreadsPerGroup>(local_absmax);
  const float y_s = local_absmax / kFp8Max;
  if (active && lane == 0) {
    if constexpr (COL_MAJOR_SCALES) {
      const int r = group / groups_per_row, c = group % groups_per_row;
      output_s[c * scale_stride + r] = y_s;
    } else {
      output_s[group] = y_s;
    }
  }
  __syncthreads();
  if (!active) return;

  for (int i = lane; i < num_vec; i += kThreadsPerGroup) {
    vec_t v = *reinterpret_cast<const vec_t*>(smem_group + i * vec_size);
    AlignedVector<__nv_fp8_storage_t, vec_size> q;
#pragma unroll
    for (uint32_t j = 0; j < vec_size; ++j) {
      const float val = fminf(fmaxf(to_float(v[j]) / y_s, -kFp8Max), kFp8Max);
      q[j] = __nv_cvt_float_to_fp8(val, __NV_SATFINITE, __NV_E4M3);
    }
    *reinterpret_cast<AlignedVector<__nv_fp8_storage_t, vec_size>*>(group_out + i * vec_size) = q;
  }
}

// ---------------------------------------------------------------------------------------------
// 3. asymmetric int4 group quantization, (scale, zero) per group of 64/128, 8 nibbles per u32
// ---------------------------------------------------------------------------------------------
struct ScaleZero {
  float scale;
  float zero;
};

template <int GROUP, int WARPS>
__global__ void __launch_bounds__(WARPS * 32)
int4_group_quant_kernel(const float* __restrict__ w, uint32_t* __restrict__ packed, half2* __restrict__ sz,
                        int total_groups) {
  constexpr int kPerLane = GROUP / 32;
  static_assert(kPerLane == 2 || kPerLane == 4);
  using vec_t = AlignedVector<float, kPerLane>;
  __shared__ __align__(16) float tile[WARPS][GROUP];
  __shared__ ScaleZero s_sz[WARPS];

  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const int g = blockIdx.x * WARPS + warp;
  if (g >= total_groups) return;  // whole warps leave; only warp level sync below

  vec_t v = reinterpret_cast<const vec_t*>(w + static_cast<size_t>(g) * GROUP)[lane];
  reinterpret_cast<vec_t*>(tile[warp])[lane] = v;
  float mx = v[0], mn = v[0];
#pragma unroll
  for (int i = 1; i < kPerLane; ++i) {
    mx = fmaxf(mx, v[i]);
    mn = fminf(mn, v[i]);
  }
  mx = group_reduce_max(mx);
  mn = -group_reduce_max(-mn);
  if (lane == 0) {
    const float s = fmaxf(mx - mn, 1e-6f) / 15.f;
    s_sz[warp] = {s, roundf(-mn / s)};
    sz[g] = __floats2half2_rn(s, s_sz[warp].zero);
  }
  __syncwarp();

  constexpr int kWords = GROUP / 8;
  if (lane < kWords) {
    const ScaleZero p = s_sz[warp];
    const float4* src = reinterpret_cast<const float4*>(&tile[warp][lane * 8]);
    float4 frag[2] = {src[0], src[1]};
    const float* f = reinterpret_cast<const float*>(frag);
    uint32_t word = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      int q = __float2int_rn(f[i] / p.scale + p.zero);
      q = q < 0 ? 0 : (q > 15 ? 15 : q);
      word |= static_cast<uint32_t>(q) << (4 * i);
    }
    packed[static_cast<size_t>(g) * kWords + lane] = word;
  }
}

// ---------------------------------------------------------------------------------------------
// 4. int4 dequant; packed words and scales live in one dynamic buffer
// ---------------------------------------------------------------------------------------------
union Pack8Half {
  uint4 u;
  half2 h2[4];
  half h[8];
};

template <int GROUP>
__global__ void int4_dequant_kernel(const uint32_t* __restrict__ packed, const half2* __restrict__ sz,
                                    half* __restrict__ out, int words_per_row, int groups_per_row) {
  extern __shared__ uint4 dyn_smem[];
  uint32_t* s_words = reinterpret_cast<uint32_t*>(dyn_smem);
  half2* s_sz = reinterpret_cast<half2*>(s_words + words_per_row);

  const size_t row = blockIdx.x;
  for (int i = threadIdx.x; i < words_per_row / 4; i += blockDim.x) {
    reinterpret_cast<uint4*>(s_words)[i] = reinterpret_cast<const uint4*>(packed + row * words_per_row)[i];
  }
  for (int i = threadIdx.x; i < groups_per_row; i += blockDim.x) s_sz[i] = sz[row * groups_per_row + i];
  __syncthreads();

  uint4* dst = reinterpret_cast<uint4*>(out + row * words_per_row * 8);
  for (int i = threadIdx.x; i < words_per_row; i += blockDim.x) {
    const uint32_t word = s_words[i];
    const half2 p = s_sz[i / (GROUP / 8)];
    const half2 scale = __half2half2(__low2half(p)), zero = __half2half2(__high2half(p));
    Pack8Half r;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int lo = (word >> (8 * j)) & 0xf;
      const int hi = (word >> (8 * j + 4)) & 0xf;
      half2 q = __halves2half2(__int2half_rn(lo), __int2half_rn(hi));
      r.h2[j] = __hmul2(__hsub2(q, zero), scale);
    }
    dst[i] = r.u;
  }
}

// ---------------------------------------------------------------------------------------------
// 5. 128x128 blockwise fp8 weight quantization with transposed output (edges guarded)
// ---------------------------------------------------------------------------------------------
template <int TILE, int BLOCK>
__global__ void __launch_bounds__(BLOCK)
blockwise_fp8_transpose_kernel(const __nv_bfloat16* __restrict__ w, __nv_fp8_storage_t* __restrict__ wt,
                               float* __restrict__ scale, int rows, int cols) {
  constexpr int kPad = 2;
  extern __shared__ __align__(16) unsigned char smem_raw[];
  auto* tile = reinterpret_cast<__nv_bfloat16(*)[TILE + kPad]>(smem_raw);
  __shared__ float s_red[BLOCK / kWarpSize];

  const int r0 = blockIdx.y * TILE, c0 = blockIdx.x * TILE;
  float amax = 1e-8f;
  for (int i = threadIdx.x; i < TILE * TILE / 2; i += BLOCK) {
    const int r = i / (TILE / 2), c = (i % (TILE / 2)) * 2;
    __nv_bfloat162 v = __floats2bfloat162_rn(0.f, 0.f);
    if (r0 + r < rows && c0 + c < cols) {  // cols is even
      v = *reinterpret_cast<const __nv_bfloat162*>(w + static_cast<size_t>(r0 + r) * cols + c0 + c);
    }
    *reinterpret_cast<__nv_bfloat162*>(&tile[r][c]) = v;
    const float2 f = __bfloat1622float2(v);
    amax = fmaxf(amax, fmaxf(fabsf(f.x), fabsf(f.y)));
  }
  amax = block_reduce_max<BLOCK>(amax, s_red);
  const float s = amax / kFp8Max, inv = 1.f / s;
  if (threadIdx.x == 0) scale[blockIdx.y * gridDim.x + blockIdx.x] = s;

  for (int i = threadIdx.x; i < TILE * TILE; i += BLOCK) {
    const int c = i / TILE, r = i % TILE;
    if (r0 + r >= rows || c0 + c >= cols) continue;
    wt[static_cast<size_t>(c0 + c) * rows + r0 + r] =
        __nv_cvt_float_to_fp8(to_float(tile[r][c]) * inv, __NV_SATFINITE, __NV_E4M3);
  }
}

// ---------------------------------------------------------------------------------------------
// 6. int8 dequant with per-channel scale cached in smem (channel scales shared by several rows)
// ---------------------------------------------------------------------------------------------
template <typename OutT, int ROWS_PER_BLOCK>
__global__ void int8_dequant_kernel(const int8_t* __restrict__ q, const float* __restrict__ row_scale,
                                    const float* __restrict__ ch_scale, OutT* __restrict__ out, int rows, int hidden) {
  extern __shared__ float4 s_ch4[];
  float* s_ch = reinterpret_cast<float*>(s_ch4);
  for (int i = threadIdx.x; i < hidden / 4; i += blockDim.x) s_ch4[i] = reinterpret_cast<const float4*>(ch_scale)[i];
  __syncthreads();

#pragma unroll 2
  for (int rr = 0; rr < ROWS_PER_BLOCK; ++rr) {
    const int row = blockIdx.x * ROWS_PER_BLOCK + rr;
    if (row >= rows) break;
    const float rs = row_scale[row];
    for (int i = threadIdx.x; i < hidden / 8; i += blockDim.x) {
      const auto v = reinterpret_cast<const AlignedVector<int8_t, 8>*>(q + static_cast<size_t>(row) * hidden)[i];
      AlignedVector<OutT, 8> o;
      float4 c[2];
      c[0] = *reinterpret_cast<const float4*>(s_ch + i * 8);
      c[1] = *reinterpret_cast<const float4*>(s_ch + i * 8 + 4);
#pragma unroll
      for (int j = 0; j < 8; ++j) o[j] = from_float<OutT>(static_cast<float>(v[j]) * rs * reinterpret_cast<const float*>(c)[j]);
      reinterpret_cast<AlignedVector<OutT, 8>*>(out + static_cast<size_t>(row) * hidden)[i] = o;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// host
// ---------------------------------------------------------------------------------------------
template <typename T>
struct DevBuf {
  T* p = nullptr;
  size_t n = 0;
  explicit DevBuf(size_t n_) : n(n_) {
    CHECK_CUDA(cudaMalloc(&p, n * sizeof(T)));
    CHECK_CUDA(cudaMemset(p, 0, n * sizeof(T)));
  }
  ~DevBuf() { cudaFree(p); }
  void upload(const std::vector<T>& h) { CHECK_CUDA(cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice)); }
  std::vector<T> download() const {
    std::vector<T> h(n);
    CHECK_CUDA(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }
};

static float frand(uint32_t& s) {
  s = s * 1664525u + 1013904223u;
  return (static_cast<float>(s >> 8) / (1 << 24)) * 2.f - 1.f;
}

#define DISPATCH_BLOCK(hidden, BLOCK, ...)  \
  [&] {                                     \
    if ((hidden) <= 1024) {                 \
      constexpr int BLOCK = 128;            \
      __VA_ARGS__();                        \
    } else {                                \
      constexpr int BLOCK = 256;            \
      __VA_ARGS__();                        \
    }                                       \
  }()

template <typename T>
void run_per_token_int8(const char* name, int tokens, int hidden) {
  std::vector<T> h(static_cast<size_t>(tokens) * hidden);
  uint32_t seed = 7;
  for (auto& x : h) x = from_float<T>(frand(seed) * 3.f);
  DevBuf<T> in(h.size());
  in.upload(h);
  DevBuf<int8_t> q(h.size());
  DevBuf<float> s(tokens);
  const size_t smem = hidden * sizeof(T);
  DISPATCH_BLOCK(hidden, kBlock, [&] {
    per_token_int8_quant_kernel<T, kBlock><<<tokens, kBlock, smem>>>(in.p, q.p, s.p, hidden);
  });
  CHECK_CUDA(cudaGetLastError());
  auto hq = q.download();
  auto hs = s.download();
  long sum = 0;
  for (auto x : hq) sum += x;

  // dequantize again with unit channel scale
  std::vector<float> ones(hidden, 1.f);
  DevBuf<float> ch(hidden);
  ch.upload(ones);
  DevBuf<__half> deq(h.size());
  constexpr int kRows = 4;
  int8_dequant_kernel<__half, kRows><<<(tokens + kRows - 1) / kRows, 128, hidden * sizeof(float)>>>(q.p, s.p, ch.p, deq.p, tokens, hidden);
  CHECK_CUDA(cudaGetLastError());
  auto hd = deq.download();
  float err = 0;
  for (size_t i = 0; i < hd.size(); ++i) err = std::max(err, std::fabs(float(hd[i]) - float(h[i])));
  printf("%-24s sum %ld scale0 %.5f roundtrip err %.5f %s\n", name, sum, hs[0], err, err < 0.05f ? "OK" : "BAD");
}

void run_group_fp8(int tokens, int hidden) {
  constexpr int G = 128;
  std::vector<__nv_bfloat16> h(static_cast<size_t>(tokens) * hidden);
  uint32_t seed = 11;
  for (auto& x : h) x = __float2bfloat16(frand(seed));
  DevBuf<__nv_bfloat16> in(h.size());
  in.upload(h);
  DevBuf<__nv_fp8_e4m3> q(h.size());
  const int groups = tokens * hidden / G, gpr = hidden / G;
  DevBuf<float> s(groups);
  const int gpb = groups % 16 == 0 ? 16 : 8;
  dim3 grid((groups + gpb - 1) / gpb);
  dim3 block(gpb * 16);
  const size_t smem = gpb * G * sizeof(__nv_bfloat16);
#define LAUNCH(COL) \
  per_token_group_fp8_quant_kernel<__nv_bfloat16, G, COL><<<grid, block, smem>>>(in.p, q.p, s.p, groups, gpb, gpr, tokens, 1e-10f)
  LAUNCH(false);
  CHECK_CUDA(cudaGetLastError());
  auto s_row = s.download();
  LAUNCH(true);
#undef LAUNCH
  CHECK_CUDA(cudaGetLastError());
  auto s_col = s.download();
  bool ok = true;
  for (int t = 0; t < tokens; ++t)
    for (int g = 0; g < gpr; ++g) ok &= s_row[t * gpr + g] == s_col[g * tokens + t];
  auto hq = q.download();
  double cs = 0;
  for (auto v : hq) cs += float(v);
  printf("%-24s checksum %.3f %s\n", "group_fp8", cs, ok ? "OK" : "BAD");
}

template <int GROUP>
void run_int4(int rows, int cols) {
  constexpr int kWarps = 4;
  std::vector<float> h(static_cast<size_t>(rows) * cols);
  uint32_t seed = 23;
  for (auto& x : h) x = frand(seed);
  DevBuf<float> w(h.size());
  w.upload(h);
  const int groups = rows * cols / GROUP;
  DevBuf<uint32_t> packed(h.size() / 8);
  DevBuf<half2> sz(groups);
  DevBuf<half> out(h.size());
  int4_group_quant_kernel<GROUP, kWarps><<<(groups + kWarps - 1) / kWarps, kWarps * 32>>>(w.p, packed.p, sz.p, groups);
  CHECK_CUDA(cudaGetLastError());
  const int wpr = cols / 8, gpr = cols / GROUP;
  int4_dequant_kernel<GROUP><<<rows, 96, wpr * sizeof(uint32_t) + gpr * sizeof(half2)>>>(packed.p, sz.p, out.p, wpr, gpr);
  CHECK_CUDA(cudaGetLastError());
  auto ho = out.download();
  float err = 0;
  for (size_t i = 0; i < ho.size(); ++i) err = std::max(err, std::fabs(float(ho[i]) - h[i]));
  printf("int4 group %-13d roundtrip err %.5f %s\n", GROUP, err, err < 0.15f ? "OK" : "BAD");
}

void run_blockwise(int rows, int cols) {
  constexpr int TILE = 128, BLOCK = 256;
  std::vector<__nv_bfloat16> h(static_cast<size_t>(rows) * cols);
  uint32_t seed = 31;
  for (auto& x : h) x = __float2bfloat16(frand(seed));
  DevBuf<__nv_bfloat16> w(h.size());
  w.upload(h);
  DevBuf<__nv_fp8_storage_t> wt(h.size());
  dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  DevBuf<float> s(grid.x * grid.y);
  constexpr size_t smem = TILE * (TILE + 2) * sizeof(__nv_bfloat16);
  auto kernel = blockwise_fp8_transpose_kernel<TILE, BLOCK>;
  CHECK_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(smem)));
  kernel<<<grid, BLOCK, smem>>>(w.p, wt.p, s.p, rows, cols);
  CHECK_CUDA(cudaGetLastError());
  auto hw = wt.download();
  auto hs = s.download();
  float err = 0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c) {
      __nv_fp8_e4m3 f;
      f.__x = hw[size_t(c) * rows + r];
      err = std::max(err, std::fabs(float(f) * hs[(r / TILE) * grid.x + c / TILE] - float(h[size_t(r) * cols + c])));
    }
  printf("%-24s err %.5f %s\n", "blockwise_fp8_T", err, err < 0.05f ? "OK" : "BAD");
}

int main() {
  run_per_token_int8<__half>("per_token_int8 half", 67, 4096);
  run_per_token_int8<__nv_bfloat16>("per_token_int8 bf16", 33, 1000);
  run_per_token_int8<float>("per_token_int8 float", 16, 1536);
  run_group_fp8(37, 1024);
  run_int4<128>(50, 1152);
  run_int4<64>(31, 1024);
  run_blockwise(300, 418);
  CHECK_CUDA(cudaDeviceSynchronize());
  return 0;
}

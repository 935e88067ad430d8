// Kernels reached through launch helpers: switch dispatch, launcher classes,
// lambdas, cudaLaunchKernel, host-computed dynamic shared memory.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <utility>
#include <type_traits>
#include <vector>
#include <cuda_runtime.h>

namespace rt {

inline void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) { std::printf("%s: %s\n", what, cudaGetErrorString(e)); std::exit(1); }
}

struct LaunchParams {
  dim3 grid{1}, block{128};
  size_t smem = 0;
  cudaStream_t stream = nullptr;
};

template <class... KArgs, class... Args>
void launch(const LaunchParams& lp, void (*kernel)(KArgs...), Args&&... args) {
  kernel<<<lp.grid, lp.block, lp.smem, lp.stream>>>(KArgs(std::forward<Args>(args))...);
  check(cudaGetLastError(), "launch");
}

}  // namespace rt

// ---------------------------------------------------------------- kernels
enum class Op { Sum, Max };

template <Op OP, typename T>
__device__ T combine(T a, T b) {
  if constexpr (OP == Op::Sum) return a + b;
  else return a > b ? a : b;
}

template <typename T, int kBlock, Op OP>
__global__ void reduce_kernel(const T* in, T* out, int n) {
  __shared__ T smem[kBlock];
  const int tid = threadIdx.x;
  T v = in[0];
  if constexpr (OP == Op::Sum) v = T(0);
  for (int i = blockIdx.x * kBlock + tid; i < n; i += kBlock * gridDim.x) v = combine<OP>(v, in[i]);
  smem[tid] = v;
  __syncthreads();
  if constexpr (kBlock >= 512) { if (tid < 256) smem[tid] = combine<OP>(smem[tid], smem[tid + 256]); __syncthreads(); }
  if constexpr (kBlock >= 256) { if (tid < 128) smem[tid] = combine<OP>(smem[tid], smem[tid + 128]); __syncthreads(); }
  if constexpr (kBlock >= 128) { if (tid < 64) smem[tid] = combine<OP>(smem[tid], smem[tid + 64]); __syncthreads(); }
  if (tid < 32) {
    T x = combine<OP>(smem[tid], smem[tid + 32]);
    for (int o = 16; o; o >>= 1) x = combine<OP>(x, __shfl_xor_sync(0xffffffffu, x, o));
    if (tid == 0) out[blockIdx.x] = x;
  }
}

// Softmax along rows; row kept in dynamic shared memory.
__global__ void softmax_rows(const float* in, float* out, int cols) {
  extern __shared__ float dyn[];
  float* row = dyn;
  float* red = dyn + cols;
  const float* src = in + blockIdx.x * cols;
  float m = -1e30f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) { row[c] = src[c]; m = fmaxf(m, row[c]); }
  red[threadIdx.x] = m;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
    __syncthreads();
  }
  m = red[0];
  __syncthreads();
  float sum = 0.f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) { row[c] = __expf(row[c] - m); sum += row[c]; }
  red[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
    __syncthreads();
  }
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = row[c] / red[0];
}

// Tile permutation: NHWC -> NCHW for a patch of pixels.
template <int kPixels>
__global__ void nhwc_to_nchw(const float* in, float* out, int channels, int pixels) {
  extern __shared__ float patch[];       // kPixels * channels
  const int p0 = blockIdx.x * kPixels;
  const int count = min(kPixels, pixels - p0);
  for (int i = threadIdx.x; i < count * channels; i += blockDim.x) patch[i] = in[p0 * channels + i];
  __syncthreads();
  for (int c = threadIdx.x / kPixels; c < channels; c += blockDim.x / kPixels) {
    int p = threadIdx.x % kPixels;
    if (p < count) out[c * pixels + p0 + p] = patch[p * channels + c];
  }
}

// Tiled Gram matrix: G = X * X^T for a block of rows.
template <int kRows, int kDepth, bool kSymmetric>
__global__ void gram(const float* x, float* g, int depth) {
  __shared__ float t[kRows][kDepth];
  const int r = threadIdx.y, c = threadIdx.x;
  const float* base = x + blockIdx.x * kRows * depth;
  float acc = 0.f;
  for (int d0 = 0; d0 < depth; d0 += kDepth) {
    for (int d = c; d < kDepth; d += kRows) t[r][d] = d0 + d < depth ? base[r * depth + d0 + d] : 0.f;
    __syncthreads();
    if (!kSymmetric || c <= r) {
      for (int d = 0; d < kDepth; ++d) acc += t[r][d] * t[c][d];
    }
    __syncthreads();
  }
  float* o = g + blockIdx.x * kRows * kRows;
  if (!kSymmetric || c <= r) o[r * kRows + c] = acc;
}

// Strided gather of sub-blocks, generic in element size.
template <typename Word>
__global__ void block_rotate(const Word* in, Word* out, int shift) {
  extern __shared__ __align__(16) unsigned char raw[];
  Word* w = reinterpret_cast<Word*>(raw);
  const int n = blockDim.x;
  w[threadIdx.x] = in[blockIdx.x * n + threadIdx.x];
  __syncthreads();
  int j = threadIdx.x + shift;
  j = j >= n ? j - n : j;
  out[blockIdx.x * n + threadIdx.x] = w[j];
}

// 1-D convolution of a batch of signals by a run-time sized kernel.
__global__ void conv_batch(const float* sig, const float* ker, float* out, int len, int klen) {
  extern __shared__ float sh[];
  float* k = sh;
  float* s = sh + klen;
  for (int i = threadIdx.x; i < klen; i += blockDim.x) k[i] = ker[i];
  for (int i = threadIdx.x; i < len + klen - 1; i += blockDim.x) {
    int j = i - klen / 2;
    s[i] = (j >= 0 && j < len) ? sig[blockIdx.y * len + j] : 0.f;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < len; i += blockDim.x) {
    float v = 0.f;
    for (int t = 0; t < klen; ++t) v += k[t] * s[i + t];
    out[blockIdx.y * len + i] = v;
  }
}

// Lookup of a small table replicated per warp.
__global__ void table_apply(const uint8_t* idx, const float* table, float* out, int entries) {
  extern __shared__ float rep[];
  const int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
  float* mine = rep + warp * entries;
  for (int e = lane; e < entries; e += 32) mine[e] = table[e];
  __syncwarp();
  const int g = blockIdx.x * blockDim.x + threadIdx.x;
  out[g] = mine[idx[g] % entries] + mine[lane % entries];
}

// Layer norm over a fixed hidden size; one warp per row.
template <int kHidden, int kWarps>
__global__ void layer_norm(const float* x, const float* gamma, float* y, int rows) {
  __shared__ float gs[kHidden];
  __shared__ float xs[kWarps][kHidden];
  for (int i = threadIdx.y * 32 + threadIdx.x; i < kHidden; i += kWarps * 32) gs[i] = gamma[i];
  __syncthreads();
  const int row = blockIdx.x * kWarps + threadIdx.y;
  if (row >= rows) return;
  float s = 0.f, q = 0.f;
  for (int i = threadIdx.x; i < kHidden; i += 32) {
    float v = x[row * kHidden + i];
    xs[threadIdx.y][i] = v;
    s += v; q += v * v;
  }
  for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
  const float mean = s / kHidden, inv = rsqrtf(q / kHidden - mean * mean + 1e-5f);
  __syncwarp();
  for (int i = threadIdx.x; i < kHidden; i += 32)
    y[row * kHidden + i] = (xs[threadIdx.y][i] - mean) * inv * gs[kHidden - 1 - i];
}

// Outer product accumulate of two vectors in shared memory.
__global__ void outer_accumulate(const float* a, const float* b, float* c, int n, float alpha) {
  extern __shared__ float ab[];
  float* sa = ab;
  float* sb = ab + n;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int nt = blockDim.x * blockDim.y;
  for (int i = tid; i < n; i += nt) { sa[i] = a[blockIdx.x * n + i]; sb[i] = b[blockIdx.x * n + i]; }
  __syncthreads();
  for (int i = threadIdx.y; i < n; i += blockDim.y)
    for (int j = threadIdx.x; j < n; j += blockDim.x) c[(blockIdx.x * n + i) * n + j] = alpha * sa[i] * sb[j];
}

// ---------------------------------------------------------------- launchers
template <typename T, Op OP>
void reduce(const T* in, T* out, int n, int blocks, int threads) {
  switch (threads) {
    case 64:  reduce_kernel<T, 64, OP><<<blocks, 64>>>(in, out, n); break;
    case 128: reduce_kernel<T, 128, OP><<<blocks, 128>>>(in, out, n); break;
    case 256: reduce_kernel<T, 256, OP><<<blocks, 256>>>(in, out, n); break;
    default:  reduce_kernel<T, 512, OP><<<blocks, 512>>>(in, out, n); break;
  }
}

class SoftmaxLauncher {
 public:
  SoftmaxLauncher(int rows, int cols) : rows_(rows), cols_(cols) { threads_ = cols <= 64 ? 64 : cols <= 200 ? 128 : 256; }
  void operator()(const float* in, float* out) const {
    softmax_rows<<<rows_, threads_, bytes()>>>(in, out, cols_);
  }
 private:
  size_t bytes() const { return (cols_ + threads_) * sizeof(float); }
  int rows_, cols_, threads_;
};

template <int R, int D>
struct GramPlan {
  int batches, depth;
  template <bool Sym> void run(const float* x, float* g) const {
    gram<R, D, Sym><<<batches, dim3(R, R)>>>(x, g, depth);
  }
};

template <class F>
void with_timer(const char*, F&& f) { f(); rt::check(cudaGetLastError(), "timed"); }

int main() {
  const int N = 1 << 15;
  std::vector<float> h(N);
  std::vector<int> hi(N);
  for (int i = 0; i < N; ++i) { h[i] = float((i * 13) % 71) / 71.f; hi[i] = (i * 17) % 257; }
  float *a, *o; int *ia, *io;
  rt::check(cudaMalloc(&a, N * 4), "m"); rt::check(cudaMalloc(&o, N * 4), "m");
  rt::check(cudaMalloc(&ia, N * 4), "m"); rt::check(cudaMalloc(&io, N * 4), "m");
  cudaMemcpy(a, h.data(), N * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(ia, hi.data(), N * 4, cudaMemcpyHostToDevice);
  cudaMemset(o, 0, N * 4); cudaMemset(io, 0, N * 4);

  for (int threads : {64, 256, 512}) reduce<float, Op::Sum>(a, o + threads, 3000, 3, threads);
  reduce<int, Op::Max>(ia, io, 2500, 2, 128);

  SoftmaxLauncher small(4, 50), large(3, 300);
  small(a, o + 1024);
  large(a + 2000, o + 2048);

  rt::LaunchParams lp;
  lp.grid = dim3(3); lp.block = dim3(128); lp.smem = 32 * 12 * sizeof(float);
  rt::launch(lp, nhwc_to_nchw<32>, a, o + 4096, 12, 80);
  lp.grid = dim3(5); lp.smem = 16 * 17 * sizeof(float);
  rt::launch(lp, nhwc_to_nchw<16>, a, o + 6144, 17, 80);

  GramPlan<16, 32> plan{2, 40};
  plan.run<true>(a, o + 8192);
  plan.run<false>(a, o + 9216);

  auto rotate = [&](auto tag, int threads, int shift, int off) {
    using W = decltype(tag);
    block_rotate<W><<<2, threads, threads * sizeof(W)>>>(reinterpret_cast<const W*>(a), reinterpret_cast<W*>(o + off), shift);
  };
  rotate(float{}, 96, 5, 10240);
  rotate(double{}, 128, 3, 10752);
  rotate(float4{}, 64, 1, 11776);

  {
    int len = 120, klen = 9;
    const float *sig = a, *ker = a + 5000; float* out = o + 12800;
    void* args[] = {&sig, &ker, &out, &len, &klen};
    size_t smem = (klen + len + klen - 1) * sizeof(float);
    rt::check(cudaLaunchKernel((const void*)conv_batch, dim3(1, 4), dim3(64), args, smem, nullptr), "conv");
  }
  with_timer("table", [&] {
    const int entries = 40, threads = 128;
    table_apply<<<2, threads, (threads / 32) * entries * sizeof(float)>>>((const uint8_t*)ia, a, o + 14000, entries);
  });
  layer_norm<96, 4><<<2, dim3(32, 4)>>>(a, a + 999, o + 15000, 7);
  layer_norm<128, 2><<<2, dim3(32, 2)>>>(a, a + 999, o + 16000, 4);
  for (auto [n, off] : {std::pair<int, int>{20, 17000}, {33, 18000}})
    outer_accumulate<<<2, dim3(16, 8), 2 * n * sizeof(float)>>>(a, a + 300, o + off, n, 0.5f);

  rt::check(cudaDeviceSynchronize(), "sync");
  cudaMemcpy(h.data(), o, N * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(hi.data(), io, 8, cudaMemcpyDeviceToHost);
  double s = hi[0] + hi[1];
  for (int i = 0; i < N; ++i) s += h[i] * (i % 3 + 1);
  std::printf("checksum %.6f\n", s);
}

// LayerNorm, fused residual RMSNorm, online softmax: shuffles plus shared partials.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kWarp = 32;
constexpr unsigned kFull = 0xffffffffu;

void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    std::exit(1);
  }
}

struct SumOp {
  static __device__ float identity() { return 0.f; }
  __device__ float operator()(float a, float b) const { return a + b; }
};
template <typename Op>
__device__ __forceinline__ float warp_reduce(float v, Op op) {
#pragma unroll
  for (int mask = kWarp / 2; mask > 0; mask >>= 1) v = op(v, __shfl_xor_sync(kFull, v, mask));
  return v;
}

// Every thread receives the result. `partials` holds one float per warp and may be reused at once.
template <typename Op>
__device__ float block_all_reduce(float v, float* partials, Op op = Op()) {
  const int lane = threadIdx.x % kWarp;
  const int wid = threadIdx.x / kWarp;
  v = warp_reduce(v, op);
  if (lane == 0) partials[wid] = v;
  __syncthreads();
  v = lane < int(blockDim.x / kWarp) ? partials[lane] : Op::identity();
  v = warp_reduce(v, op);
  __syncthreads();
  return v;
}

// Running softmax state: x = max, y = sum of exp(v - max).
__device__ __forceinline__ float2 merge_md(float2 a, float2 b) {
  const float m = fmaxf(a.x, b.x);
  return make_float2(m, a.y * __expf(a.x - m) + b.y * __expf(b.x - m));
}

__device__ __forceinline__ float2 warp_merge_md(float2 s) {
#pragma unroll
  for (int mask = kWarp / 2; mask > 0; mask >>= 1) {
    float2 o;
    o.x = __shfl_xor_sync(kFull, s.x, mask);
    o.y = __shfl_xor_sync(kFull, s.y, mask);
    s = merge_md(s, o);
  }
  return s;
}

// One block per row; the row is cached in dynamic shared memory between passes.
__global__ void layer_norm_kernel(const float* __restrict__ x, const float* __restrict__ gamma,
                                  const float* __restrict__ beta, float* __restrict__ y, int cols,
                                  float eps) {
  extern __shared__ float row_cache[];
  __shared__ float partials[kWarp];
  const float* xr = x + size_t(blockIdx.x) * cols;
  float* yr = y + size_t(blockIdx.x) * cols;

  float sum = 0.f;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = xr[i];
    row_cache[i] = v;
    sum += v;
  }
  const float mean = block_all_reduce<SumOp>(sum, partials) / cols;

  float sq = 0.f;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float d = row_cache[i] - mean;
    sq += d * d;
  }
  const float rstd = rsqrtf(block_all_reduce<SumOp>(sq, partials) / cols + eps);

  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    yr[i] = (row_cache[i] - mean) * rstd * gamma[i] + beta[i];
}

// residual += x; y = rmsnorm(residual) * w. Vectorised by float4.
template <int THREADS, int VECS>
__global__ void __launch_bounds__(THREADS)
fused_add_rms_norm_kernel(const float* __restrict__ x, float* __restrict__ residual,
                          const float* __restrict__ w, float* __restrict__ y, float eps) {
  constexpr int kCols4 = THREADS * VECS;
  __shared__ float warp_sums[THREADS / kWarp];
  __shared__ float inv_rms;
  const size_t base = size_t(blockIdx.x) * kCols4;
  const float4* x4 = reinterpret_cast<const float4*>(x) + base;
  float4* r4 = reinterpret_cast<float4*>(residual) + base;
  float4* y4 = reinterpret_cast<float4*>(y) + base;

  float4 v[VECS];
  float sq = 0.f;
#pragma unroll
  for (int i = 0; i < VECS; ++i) {
    const int c = threadIdx.x + i * THREADS;
    float4 a = x4[c], b = r4[c];
    a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w;
    r4[c] = a;
    v[i] = a;
    sq += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
  }
  sq = warp_reduce(sq, SumOp());
  if ((threadIdx.x & 31) == 0) warp_sums[threadIdx.x >> 5] = sq;
  __syncthreads();
  if (threadIdx.x < kWarp) {
    float t = threadIdx.x < THREADS / kWarp ? warp_sums[threadIdx.x] : 0.f;
    t = warp_reduce(t, SumOp());
    if (threadIdx.x == 0) inv_rms = rsqrtf(t / (kCols4 * 4) + eps);
  }
  __syncthreads();
  const float s = inv_rms;
#pragma unroll
  for (int i = 0; i < VECS; ++i) {
    const int c = threadIdx.x + i * THREADS;
    const float4 g = reinterpret_cast<const float4*>(w)[c];
    y4[c] = make_float4(v[i].x * s * g.x, v[i].y * s * g.y, v[i].z * s * g.z, v[i].w * s * g.w);
  }
}

// Row softmax over half2 pairs, cols even. One block per row.
__global__ void softmax_half2_kernel(const half2* __restrict__ in, half2* __restrict__ out,
                                     int pairs) {
  __shared__ float2 md[kWarp];
  const half2* src = in + size_t(blockIdx.x) * pairs;
  half2* dst = out + size_t(blockIdx.x) * pairs;
  float2 st = make_float2(-FLT_MAX, 0.f);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 f = __half22float2(src[i]);
    st = merge_md(st, make_float2(f.x, 1.f));
    st = merge_md(st, make_float2(f.y, 1.f));
  }
  st = warp_merge_md(st);
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  if (lane == 0) md[wid] = st;
  __syncthreads();
  if (wid == 0) {
    st = lane < int(blockDim.x >> 5) ? md[lane] : make_float2(-FLT_MAX, 0.f);
    st = warp_merge_md(st);
    if (lane == 0) md[0] = st;
  }
  __syncthreads();
  const float m = md[0].x, inv = 1.f / md[0].y;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 f = __half22float2(src[i]);
    dst[i] = __floats2half2_rn(__expf(f.x - m) * inv, __expf(f.y - m) * inv);
  }
}

template <typename T>
T* to_device(const std::vector<T>& h) {
  T* d = nullptr;
  check(cudaMalloc(&d, h.size() * sizeof(T)), "malloc");
  check(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice), "h2d");
  return d;
}
template <typename T>
void to_host(std::vector<T>& h, const T* d) {
  check(cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost), "d2h");
}
bool close(double a, double b, double tol) { return std::fabs(a - b) <= tol; }

}  // namespace

int main() {
  const int rows = 37, cols = 1024, ln_cols = 1000;
  std::vector<float> x(rows * cols), g(cols), b(cols), y(rows * cols), res(rows * cols, 0.25f);
  std::vector<half> hx(rows * cols), hy(rows * cols);
  for (int i = 0; i < rows * cols; ++i) {
    x[i] = float((i * 131 + 7) % 251) / 64.f - 1.8f;
    hx[i] = __float2half(x[i]);
  }
  for (int i = 0; i < cols; ++i) { g[i] = 1.f + 0.01f * (i % 7); b[i] = 0.1f * (i % 5); }
  float *dx = to_device(x), *dg = to_device(g), *db = to_device(b), *dy = to_device(y);
  bool ok = true;

  layer_norm_kernel<<<rows, 256, ln_cols * sizeof(float)>>>(dx, dg, db, dy, ln_cols, 1e-5f);
  check(cudaGetLastError(), "layer_norm");
  to_host(y, dy);
  for (int r = 0; r < rows; ++r) {
    const float* p = &x[r * ln_cols];
    double m = 0, v = 0;
    for (int c = 0; c < ln_cols; ++c) m += p[c];
    m /= ln_cols;
    for (int c = 0; c < ln_cols; ++c) v += (p[c] - m) * (p[c] - m);
    v = 1.0 / std::sqrt(v / ln_cols + 1e-5);
    for (int c = 0; c < ln_cols; ++c)
      ok &= close(y[r * ln_cols + c], (p[c] - m) * v * g[c] + b[c], 1e-3);
  }

  float* dres = to_device(res);
  fused_add_rms_norm_kernel<128, 2><<<rows, 128>>>(dx, dres, dg, dy, 1e-6f);
  check(cudaGetLastError(), "rms_norm");
  to_host(y, dy);
  for (int r = 0; r < rows; ++r) {
    double s = 0;
    for (int c = 0; c < cols; ++c) s += std::pow(x[r * cols + c] + 0.25, 2);
    s = 1.0 / std::sqrt(s / cols + 1e-6);
    for (int c = 0; c < cols; ++c)
      ok &= close(y[r * cols + c], (x[r * cols + c] + 0.25) * s * g[c], 1e-3);
  }

  half *dhx = to_device(hx), *dhy = to_device(hy);
  softmax_half2_kernel<<<rows, 192>>>(reinterpret_cast<half2*>(dhx), reinterpret_cast<half2*>(dhy), cols / 2);
  check(cudaGetLastError(), "softmax");
  to_host(hy, dhy);
  for (int r = 0; r < rows; ++r) {
    double s = 0;
    for (int c = 0; c < cols; ++c) s += std::exp(double(__half2float(hx[r * cols + c])));
    for (int c = 0; c < cols; ++c)
      ok &= close(__half2float(hy[r * cols + c]), std::exp(double(__half2float(hx[r * cols + c]))) / s, 1e-4);
  }

  std::puts(ok ? "OK" : "FAIL");
  for (void* p : {(void*)dx, (void*)dg, (void*)db, (void*)dy, (void*)dres, (void*)dhx, (void*)dhy}) cudaFree(p);
  return ok ? 0 : 1;
}

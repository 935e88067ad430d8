// Complex-to-complex FFTs: one-block-per-signal Stockham radix-4/8/16 with a pluggable shared
// memory exchange, a strided column pass for 2-D plans, and an in-place spectral convolution.
#include <cuda_runtime.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define FFT_CHECK(x)                                                                       \
  if (const cudaError_t e_ = (x); e_ != cudaSuccess) {                                     \
    std::fprintf(stderr, "fft: %s (%s:%d)\n", cudaGetErrorString(e_), __FILE__, __LINE__); \
    std::exit(1);                                                                          \
  }

namespace fft {
template <class T> struct alignas(2 * sizeof(T)) cplx {
  T x, y;
  __host__ __device__ cplx operator+(const cplx& o) const { return {x + o.x, y + o.y}; }
  __host__ __device__ cplx operator-(const cplx& o) const { return {x - o.x, y - o.y}; }
  __host__ __device__ cplx operator*(const cplx& o) const { return {x * o.x - y * o.y, x * o.y + y * o.x}; }
  __host__ __device__ cplx operator*(T s) const { return {x * s, y * s}; }
  __host__ __device__ cplx mul_mi() const { return {y, -x}; }  // * (-i)
};

__device__ __forceinline__ cplx<float> twiddle(float turns) {
  float s, c;
  sincospif(-2.f * turns, &s, &c);
  return {c, s};
}
__device__ __forceinline__ cplx<double> twiddle(double turns) {
  double s, c;
  sincospi(-2.0 * turns, &s, &c);
  return {c, s};
}

// ---- in-register butterflies, natural order out -------------------------------------------
template <int R> struct Butterfly;

template <> struct Butterfly<2> {
  template <class T> static __device__ void apply(cplx<T>* v) {
    const cplx<T> a = v[0];
    v[0] = a + v[1];
    v[1] = a - v[1];
  }
};
template <> struct Butterfly<4> {
  template <class T> static __device__ void apply(cplx<T>* v) {
    const cplx<T> s02 = v[0] + v[2], d02 = v[0] - v[2], s13 = v[1] + v[3], d13 = (v[1] - v[3]).mul_mi();
    v[0] = s02 + s13;
    v[1] = d02 + d13;
    v[2] = s02 - s13;
    v[3] = d02 - d13;
  }
};
// R = 4 * Q with Q in {2, 4}
template <int Q> struct ComposedButterfly {
  template <class T> static __device__ void apply(cplx<T>* v) {
    constexpr int R = 4 * Q;
    cplx<T> t[R];
    for (int q = 0; q < Q; ++q) {
      cplx<T> a[4] = {v[q], v[q + Q], v[q + 2 * Q], v[q + 3 * Q]};
      Butterfly<4>::apply(a);
      for (int k = 0; k < 4; ++k) t[k * Q + q] = a[k] * twiddle(T(q * k) / T(R));
    }
    for (int k = 0; k < 4; ++k) {
      Butterfly<Q>::apply(t + k * Q);
      for (int q = 0; q < Q; ++q) v[k + 4 * q] = t[k * Q + q];
    }
  }
};
template <> struct Butterfly<8> : ComposedButterfly<2> {};
template <> struct Butterfly<16> : ComposedButterfly<4> {};

// ---- exchange policies -----------------------------------------------------------------------
template <int PadEvery>  // 0: no padding; otherwise one extra element per PadEvery
struct Index {
  static constexpr int size(int n) { return PadEvery ? n + n / (PadEvery ? PadEvery : 1) : n; }
  static __device__ __forceinline__ int at(int i) { return PadEvery ? i + i / (PadEvery ? PadEvery : 1) : i; }
};

template <class T, int N, int PadEvery> struct InterleavedExchange {  // complex values move as one vector
  using Ix = Index<PadEvery>;
  static constexpr size_t kBytes = Ix::size(N) * sizeof(cplx<T>);
  template <int R, class Src, class Dst>
  static __device__ void exchange(unsigned char* smem, cplx<T> (&v)[R], Src src, Dst dst) {
    cplx<T>* buf = reinterpret_cast<cplx<T>*>(smem);
    __syncthreads();
    for (int r = 0; r < R; ++r) buf[Ix::at(dst(r))] = v[r];
    __syncthreads();
    for (int r = 0; r < R; ++r) v[r] = buf[Ix::at(src(r))];
  }
};
template <class T, int N, int PadEvery>
struct SplitExchange {  // half the footprint: real and imaginary parts go one after the other
  using Ix = Index<PadEvery>;
  static constexpr size_t kBytes = Ix::size(N) * sizeof(T);
  template <int R, class Src, class Dst>
  static __device__ void exchange(unsigned char* smem, cplx<T> (&v)[R], Src src, Dst dst) {
    pass(smem, v, src, dst, [](cplx<T>& c) -> T& { return c.x; });
    pass(smem, v, src, dst, [](cplx<T>& c) -> T& { return c.y; });
  }
  template <int R, class Src, class Dst, class Part>
  static __device__ void pass(unsigned char* smem, cplx<T> (&v)[R], Src src, Dst dst, Part part) {
    T* buf = reinterpret_cast<T*>(smem);
    __syncthreads();
    for (int r = 0; r < R; ++r) buf[Ix::at(dst(r))] = part(v[r]);
    __syncthreads();
    for (int r = 0; r < R; ++r) part(v[r]) = buf[Ix::at(src(r))];
  }
};

// N must be a power of R. N / R threads cooperate on a signal; v[r] holds element j + r * N / R.
template <int N, int R, class Exchange, class T>
__device__ __forceinline__ void block_fft(unsigned char* smem, cplx<T> (&v)[R], int j) {
#pragma unroll
  for (int ns = 1; ns < N; ns *= R) {
    const T turn = T(j % ns) / T(ns * R);
    for (int r = 1; r < R; ++r) v[r] = v[r] * twiddle(turn * T(r));
    Butterfly<R>::apply(v);
    const int base = (j / ns) * ns * R + j % ns;
    if (ns * R < N)
      Exchange::template exchange<R>(
          smem, v, [&](int r) { return j + r * (N / R); }, [&](int r) { return base + r * ns; });
  }
}

template <int N, int R, class Exchange, class T>
__global__ void __launch_bounds__(N / R)
    stockham_rows_kernel(const cplx<T>* __restrict__ in, cplx<T>* __restrict__ out) {
  extern __shared__ __align__(16) unsigned char smem[];
  const int j = threadIdx.x;
  in += size_t(blockIdx.x) * N;
  out += size_t(blockIdx.x) * N;
  cplx<T> v[R];
  for (int r = 0; r < R; ++r) v[r] = in[j + r * (N / R)];
  block_fft<N, R, Exchange>(smem, v, j);
  for (int r = 0; r < R; ++r) out[j + r * (N / R)] = v[r];  // last pass: base == j, ns == N / R
}

// Column pass: a block transforms Cols adjacent columns of a row-major N x width plane. Each column
// has its own slice of the exchange buffer so the global accesses stay coalesced across columns.
template <int N, int R, int Cols, class Exchange, class T>
__global__ void __launch_bounds__(Cols* N / R) stockham_cols_kernel(cplx<T>* __restrict__ data, int width) {
  extern __shared__ __align__(16) unsigned char smem[];
  const int col = threadIdx.x, j = threadIdx.y;
  cplx<T>* base = data + blockIdx.x * Cols + col;
  cplx<T> v[R];
  for (int r = 0; r < R; ++r) v[r] = base[size_t(j + r * (N / R)) * width];
  block_fft<N, R, Exchange>(smem + col * Exchange::kBytes, v, j);
  for (int r = 0; r < R; ++r) base[size_t(j + r * (N / R)) * width] = v[r];
}

// y = ifft(fft(x) * h) / N with the inverse done by conjugation; the filter is held in shared memory.
template <int N, int R, class Exchange>
__global__ void __launch_bounds__(N / R)
    spectral_filter_kernel(cplx<float>* __restrict__ data, const float2* __restrict__ filter, int signals) {
  extern __shared__ __align__(16) unsigned char smem[];
  float2* h = reinterpret_cast<float2*>(smem + (Exchange::kBytes + 15) / 16 * 16);
  for (int i = threadIdx.x; i < N / 2; i += N / R)
    reinterpret_cast<float4*>(h)[i] = __ldg(reinterpret_cast<const float4*>(filter) + i);
  __syncthreads();
  const int j = threadIdx.x;
  for (int s = blockIdx.x; s < signals; s += gridDim.x) {
    cplx<float>* x = data + size_t(s) * N;
    cplx<float> v[R];
    for (int r = 0; r < R; ++r) v[r] = x[j + r * (N / R)];
    block_fft<N, R, Exchange>(smem, v, j);
    for (int r = 0; r < R; ++r) {
      const float2 g = h[j + r * (N / R)];
      v[r] = v[r] * cplx<float>{g.x, g.y};
      v[r].y = -v[r].y;
    }
    block_fft<N, R, Exchange>(smem, v, j);
    for (int r = 0; r < R; ++r) x[j + r * (N / R)] = {v[r].x / N, -v[r].y / N};
  }
}

template <int N, int R, class Exchange, class T> void exec_rows(const cplx<T>* in, cplx<T>* out, int batch) {
  static_assert(Exchange::kBytes <= 48 * 1024, "exchange buffer too large");
  stockham_rows_kernel<N, R, Exchange, T><<<batch, N / R, Exchange::kBytes>>>(in, out);
  FFT_CHECK(cudaGetLastError());
}
template <int N, int R, int Cols, class Exchange, class T> void exec_cols(cplx<T>* data, int width) {
  stockham_cols_kernel<N, R, Cols, Exchange, T><<<width / Cols, dim3(Cols, N / R), Cols * Exchange::kBytes>>>(data, width);
  FFT_CHECK(cudaGetLastError());
}

enum class Plan { R4_256, R4_256_Padded, R8_512, R8_512_Split, R16_256_Split, R16_4096 };

template <class T> int exec(Plan plan, const cplx<T>* in, cplx<T>* out, int batch) {
  switch (plan) {
    case Plan::R4_256: exec_rows<256, 4, InterleavedExchange<T, 256, 0>>(in, out, batch); return 256;
    case Plan::R4_256_Padded: exec_rows<256, 4, InterleavedExchange<T, 256, 16>>(in, out, batch); return 256;
    case Plan::R8_512: exec_rows<512, 8, InterleavedExchange<T, 512, 8>>(in, out, batch); return 512;
    case Plan::R8_512_Split: exec_rows<512, 8, SplitExchange<T, 512, 0>>(in, out, batch); return 512;
    case Plan::R16_256_Split: exec_rows<256, 16, SplitExchange<T, 256, 16>>(in, out, batch); return 256;
    case Plan::R16_4096: exec_rows<4096, 16, SplitExchange<T, 4096, 32>>(in, out, batch); return 4096;
  }
  return 0;
}
}  // namespace fft

using fft::cplx;
using fft::Plan;
static double g_checksum = 0;

template <class T> std::complex<double> dft_bin(const cplx<T>* x, int n, int stride, int k) {
  std::complex<double> s = 0;
  for (int i = 0; i < n; ++i)
    s += std::complex<double>(x[i * stride].x, x[i * stride].y) * std::polar(1.0, -2 * M_PI * (int64_t(i) * k % n) / n);
  return s;
}

template <class T> int test_plan(Plan plan, int batch) {
  std::vector<cplx<T>> x(size_t(batch) * 4096), y(x.size());
  for (size_t i = 0; i < x.size(); ++i) x[i] = {T(int(i * 29 % 31) - 15) / 16, T(int(i * 13 % 37) - 18) / 16};
  cplx<T>*din, *dout;
  FFT_CHECK(cudaMalloc(&din, x.size() * sizeof(cplx<T>)));
  FFT_CHECK(cudaMalloc(&dout, x.size() * sizeof(cplx<T>)));
  FFT_CHECK(cudaMemcpy(din, x.data(), x.size() * sizeof(cplx<T>), cudaMemcpyHostToDevice));
  const int n = fft::exec<T>(plan, din, dout, batch);
  FFT_CHECK(cudaDeviceSynchronize());
  FFT_CHECK(cudaMemcpy(y.data(), dout, size_t(batch) * n * sizeof(cplx<T>), cudaMemcpyDeviceToHost));
  int bad = 0;
  for (int b = 0; b < batch; ++b)
    for (int k = b % 3; k < n; k += n / 8 - 1) {
      const auto ref = dft_bin(&x[size_t(b) * n], n, 1, k);
      const cplx<T> got = y[size_t(b) * n + k];
      bad += std::abs(ref - std::complex<double>(got.x, got.y)) > 2e-2;
      g_checksum += got.x + 0.5 * got.y;
    }
  FFT_CHECK(cudaFree(din));
  FFT_CHECK(cudaFree(dout));
  return bad;
}

int main() {
  int bad = 0;
  for (Plan p : {Plan::R4_256, Plan::R4_256_Padded, Plan::R8_512, Plan::R8_512_Split, Plan::R16_256_Split, Plan::R16_4096})
    bad += test_plan<float>(p, p == Plan::R16_4096 ? 4 : 16);
  bad += test_plan<double>(Plan::R4_256, 8) + test_plan<double>(Plan::R16_256_Split, 8);
  constexpr int N = 64, W = 128, S = 24;
  std::vector<cplx<float>> plane(N * W), got(N * W), sig(S * 256), filt(256), res(S * 256);
  for (int i = 0; i < N * W; ++i) plane[i] = {float(i * 7 % 19 - 9) / 8, float(i * 3 % 11 - 5) / 8};
  for (int i = 0; i < S * 256; ++i) sig[i] = {float(i * 5 % 23 - 11) / 8, 0.f};
  for (auto& f : filt) f = {0.75f, 0.f};  // flat response: the output is a scaled copy
  cplx<float>*d_plane, *d_sig, *d_filt;
  FFT_CHECK(cudaMalloc(&d_plane, plane.size() * sizeof(plane[0])));
  FFT_CHECK(cudaMalloc(&d_sig, sig.size() * sizeof(sig[0])));
  FFT_CHECK(cudaMalloc(&d_filt, filt.size() * sizeof(filt[0])));
  FFT_CHECK(cudaMemcpy(d_filt, filt.data(), filt.size() * sizeof(filt[0]), cudaMemcpyHostToDevice));
  FFT_CHECK(cudaMemcpy(d_sig, sig.data(), sig.size() * sizeof(sig[0]), cudaMemcpyHostToDevice));
  auto columns = [&](auto launch) {
    FFT_CHECK(cudaMemcpy(d_plane, plane.data(), plane.size() * sizeof(plane[0]), cudaMemcpyHostToDevice));
    launch();
    FFT_CHECK(cudaDeviceSynchronize());
    FFT_CHECK(cudaMemcpy(got.data(), d_plane, got.size() * sizeof(got[0]), cudaMemcpyDeviceToHost));
    for (int c = 0; c < W; c += 9)
      for (int k = 0; k < N; k += 5) {
        const cplx<float> g = got[k * W + c];
        bad += std::abs(dft_bin(&plane[c], N, W, k) - std::complex<double>(g.x, g.y)) > 1e-2;
        g_checksum += g.x - g.y;
      }
  };
  columns([&] { fft::exec_cols<64, 8, 16, fft::InterleavedExchange<float, 64, 0>>(d_plane, W); });
  columns([&] { fft::exec_cols<64, 4, 8, fft::InterleavedExchange<float, 64, 32>>(d_plane, W); });
  using Ex = fft::SplitExchange<float, 256, 32>;
  const size_t smem = (Ex::kBytes + 15) / 16 * 16 + 256 * sizeof(float2);
  fft::spectral_filter_kernel<256, 4, Ex><<<8, 64, smem>>>(d_sig, reinterpret_cast<const float2*>(d_filt), S);
  FFT_CHECK(cudaGetLastError());
  FFT_CHECK(cudaDeviceSynchronize());
  FFT_CHECK(cudaMemcpy(res.data(), d_sig, res.size() * sizeof(res[0]), cudaMemcpyDeviceToHost));
  for (int i = 0; i < S * 256; ++i) {
    bad += std::fabs(res[i].x - 0.75f * sig[i].x) + std::fabs(res[i].y) > 1e-3f;
    g_checksum += res[i].x;
  }
  std::printf("checksum %.4f %s\n", g_checksum, bad ? "FAILED" : "OK");
  return bad != 0;
}

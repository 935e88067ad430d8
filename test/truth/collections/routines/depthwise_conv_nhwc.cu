// Depthwise convolution, NHWC: fp32 3x3 tile, half2 strided tile, float4 row-rolling strip.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void cuda_check(cudaError_t e, const char* file, int line) {
  if (e != cudaSuccess) {
    std::printf("%s:%d: %s\n", file, line, cudaGetErrorString(e));
    std::exit(2);
  }
}
#define CUDA_CHECK(x) cuda_check((x), __FILE__, __LINE__)

struct ConvShape {
  int n, h, w, c;    // input
  int oh, ow;        // output
};

// 3x3, stride 1, pad 1. block = (32 channels, TH rows); every thread produces TW outputs of a row.
template <int TH, int TW>
__global__ void __launch_bounds__(32 * TH)
dwconv3x3_kernel(const float* __restrict__ in, const float* __restrict__ weight,
                 const float* __restrict__ bias, float* __restrict__ out, ConvShape s) {
  constexpr int CB = 32, IH = TH + 2, IW = TW + 2;
  __shared__ float s_in[IH][IW][CB];
  __shared__ float s_w[9][CB];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int cblocks = (s.c + CB - 1) / CB;
  const int n = blockIdx.z / cblocks;
  const int c = (blockIdx.z % cblocks) * CB + tx;
  const int oh0 = blockIdx.y * TH, ow0 = blockIdx.x * TW;
  const bool c_ok = c < s.c;

  for (int p = ty; p < IH * IW; p += TH) {
    const int ih = oh0 + p / IW - 1, iw = ow0 + p % IW - 1;
    const bool ok = c_ok && ih >= 0 && ih < s.h && iw >= 0 && iw < s.w;
    s_in[p / IW][p % IW][tx] = ok ? in[((n * s.h + ih) * s.w + iw) * s.c + c] : 0.f;
  }
  for (int t = ty; t < 9; t += TH) s_w[t][tx] = c_ok ? weight[t * s.c + c] : 0.f;
  __syncthreads();

  const int oh = oh0 + ty;
  if (!c_ok || oh >= s.oh) return;
  float acc[TW];
  const float b = bias[c];
#pragma unroll
  for (int x = 0; x < TW; ++x) acc[x] = b;
#pragma unroll
  for (int kh = 0; kh < 3; ++kh) {
    const float w0 = s_w[kh * 3][tx], w1 = s_w[kh * 3 + 1][tx], w2 = s_w[kh * 3 + 2][tx];
    float a = s_in[ty + kh][0][tx], m = s_in[ty + kh][1][tx];
#pragma unroll
    for (int x = 0; x < TW; ++x) {
      const float z = s_in[ty + kh][x + 2][tx];
      acc[x] += a * w0 + m * w1 + z * w2;
      a = m;
      m = z;
    }
  }
#pragma unroll
  for (int x = 0; x < TW; ++x)
    if (ow0 + x < s.ow) out[((n * s.oh + oh) * s.ow + ow0 + x) * s.c + c] = acc[x];
}

template <int K_, int S_, int P_, int TH_, int TW_>
struct HalfTile {
  static constexpr int K = K_, S = S_, P = P_, TH = TH_, TW = TW_;
  static constexpr int IH = (TH - 1) * S + K, IW = (TW - 1) * S + K;
  static constexpr int CV = 32;  // half2 vectors of channels per block
  static constexpr int kTileBytes = IH * IW * CV * int(sizeof(half2));
  static constexpr int kSmemBytes = kTileBytes + K * K * CV * int(sizeof(float2));
};

// Half in/out, fp32 accumulate, C even. block = (CV, TH, 2): z splits the columns of the tile.
template <typename Cfg>
__global__ void dwconv_half2_kernel(const half* __restrict__ in, const half* __restrict__ weight,
                                    half* __restrict__ out, ConvShape s) {
  extern __shared__ __align__(16) unsigned char smem_raw[];
  half2* tile = reinterpret_cast<half2*>(smem_raw);
  float2* wts = reinterpret_cast<float2*>(smem_raw + Cfg::kTileBytes);

  const int cv = threadIdx.x;
  const int worker = threadIdx.z * blockDim.y + threadIdx.y;
  const int workers = blockDim.y * blockDim.z;
  const int cvecs = s.c / 2;
  const int cblocks = (cvecs + Cfg::CV - 1) / Cfg::CV;
  const int n = blockIdx.z / cblocks;
  const int c2 = (blockIdx.z % cblocks) * Cfg::CV + cv;
  const int ih0 = blockIdx.y * Cfg::TH * Cfg::S - Cfg::P;
  const int iw0 = blockIdx.x * Cfg::TW * Cfg::S - Cfg::P;
  const half2* in2 = reinterpret_cast<const half2*>(in);
  const half2* w2 = reinterpret_cast<const half2*>(weight);

  for (int p = worker; p < Cfg::IH * Cfg::IW; p += workers) {
    const int ih = ih0 + p / Cfg::IW, iw = iw0 + p % Cfg::IW;
    half2 v = __float2half2_rn(0.f);
    if (c2 < cvecs && ih >= 0 && ih < s.h && iw >= 0 && iw < s.w)
      v = in2[((n * s.h + ih) * s.w + iw) * cvecs + c2];
    tile[p * Cfg::CV + cv] = v;
  }
  for (int t = worker; t < Cfg::K * Cfg::K; t += workers)
    wts[t * Cfg::CV + cv] = c2 < cvecs ? __half22float2(w2[t * cvecs + c2]) : make_float2(0.f, 0.f);
  __syncthreads();

  const int ly = threadIdx.y;
  const int oh = blockIdx.y * Cfg::TH + ly;
  if (c2 >= cvecs || oh >= s.oh) return;
  for (int lx = threadIdx.z; lx < Cfg::TW; lx += blockDim.z) {
    const int ow = blockIdx.x * Cfg::TW + lx;
    if (ow >= s.ow) break;
    float2 acc = make_float2(0.f, 0.f);
#pragma unroll
    for (int kh = 0; kh < Cfg::K; ++kh) {
#pragma unroll
      for (int kw = 0; kw < Cfg::K; ++kw) {
        const float2 x = __half22float2(
            tile[((ly * Cfg::S + kh) * Cfg::IW + lx * Cfg::S + kw) * Cfg::CV + cv]);
        const float2 w = wts[(kh * Cfg::K + kw) * Cfg::CV + cv];
        acc.x = fmaf(x.x, w.x, acc.x);
        acc.y = fmaf(x.y, w.y, acc.y);
      }
    }
    reinterpret_cast<half2*>(out)[((n * s.oh + oh) * s.ow + ow) * cvecs + c2] =
        __float22half2_rn(acc);
  }
}

// 3x3, stride 1, pad 1 with ReLU6. block = (8 float4 channel groups, 16 columns). A block walks
// down a column strip keeping four input rows resident, fetching one row ahead.
constexpr int kStripC4 = 8, kStripW = 16, kSlots = 4;

__global__ void __launch_bounds__(kStripC4 * kStripW)
dwconv3x3_strip_kernel(const float4* __restrict__ in, const float4* __restrict__ weight,
                       float4* __restrict__ out, ConvShape s) {
  __shared__ float4 rows[kSlots][kStripW + 2][kStripC4];
  const int c4s = s.c / 4;
  const int cx = threadIdx.x, wx = threadIdx.y;
  const int c4 = blockIdx.y * kStripC4 + cx;
  const int n = blockIdx.z, ow0 = blockIdx.x * kStripW;

  auto load_row = [&](int ih) {  // ih may be -1 or h
    for (int x = wx; x < kStripW + 2; x += kStripW) {
      const int iw = ow0 + x - 1;
      float4 v = make_float4(0.f, 0.f, 0.f, 0.f);
      if (c4 < c4s && ih >= 0 && ih < s.h && iw >= 0 && iw < s.w)
        v = in[((n * s.h + ih) * s.w + iw) * c4s + c4];
      rows[(ih + 1) % kSlots][x][cx] = v;
    }
  };

  float4 w[9];
#pragma unroll
  for (int t = 0; t < 9; ++t) w[t] = c4 < c4s ? weight[t * c4s + c4] : make_float4(0.f, 0.f, 0.f, 0.f);
  for (int r = -1; r <= 1; ++r) load_row(r);
  __syncthreads();

  for (int oh = 0; oh < s.oh; ++oh) {
    load_row(oh + 2);
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int kh = 0; kh < 3; ++kh) {
#pragma unroll
      for (int kw = 0; kw < 3; ++kw) {
        const float4 x = rows[(oh + kh) % kSlots][wx + kw][cx];
        const float4 f = w[kh * 3 + kw];
        acc.x += x.x * f.x; acc.y += x.y * f.y; acc.z += x.z * f.z; acc.w += x.w * f.w;
      }
    }
    if (c4 < c4s && ow0 + wx < s.ow) {
      auto relu6 = [](float v) { return fminf(fmaxf(v, 0.f), 6.f); };
      out[((n * s.oh + oh) * s.ow + ow0 + wx) * c4s + c4] =
          make_float4(relu6(acc.x), relu6(acc.y), relu6(acc.z), relu6(acc.w));
    }
    __syncthreads();
  }
}

static std::vector<float> reference(const std::vector<float>& in, const std::vector<float>& w,
                                    const ConvShape& s, int K, int S, int P) {
  std::vector<float> out(size_t(s.n) * s.oh * s.ow * s.c);
  size_t o = 0;
  for (int n = 0; n < s.n; ++n)
    for (int y = 0; y < s.oh; ++y)
      for (int x = 0; x < s.ow; ++x)
        for (int c = 0; c < s.c; ++c, ++o) {
          float acc = 0.f;
          for (int k = 0; k < K * K; ++k) {
            const int iy = y * S - P + k / K, ix = x * S - P + k % K;
            if (iy < 0 || iy >= s.h || ix < 0 || ix >= s.w) continue;
            acc += in[((size_t(n) * s.h + iy) * s.w + ix) * s.c + c] * w[k * s.c + c];
          }
          out[o] = acc;
        }
  return out;
}

template <typename T>
static T* upload(const std::vector<T>& h) {
  T* d;
  CUDA_CHECK(cudaMalloc(&d, h.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

int main() {
  auto cdiv = [](int a, int b) { return (a + b - 1) / b; };
  const ConvShape s1{2, 27, 30, 48, 27, 30};
  const ConvShape s2{2, 27, 30, 48, 14, 15};  // K=5, S=2, P=2
  std::vector<float> in(size_t(s1.n) * s1.h * s1.w * s1.c), w(25 * s1.c), bias(s1.c);
  std::vector<half> hin(in.size()), hw(w.size());
  for (size_t i = 0; i < in.size(); ++i) hin[i] = __float2half(in[i] = float(i * 61 % 97) / 32.f - 1.5f);
  for (size_t i = 0; i < w.size(); ++i) hw[i] = __float2half(w[i] = float(i * 17 % 31) / 32.f - 0.5f);
  for (int c = 0; c < s1.c; ++c) bias[c] = 0.05f * c;
  const std::vector<float> ref1 = reference(in, w, s1, 3, 1, 1), ref2 = reference(in, w, s2, 5, 2, 2);

  float *d_in = upload(in), *d_w = upload(w), *d_b = upload(bias), *d_o1 = upload(ref1), *d_o3 = upload(ref1);
  half *d_hin = upload(hin), *d_hw = upload(hw), *d_o2 = upload(std::vector<half>(ref2.size()));
  CUDA_CHECK(cudaMemset(d_o1, 0, ref1.size() * sizeof(float)));
  CUDA_CHECK(cudaMemset(d_o3, 0xff, ref1.size() * sizeof(float)));

  dwconv3x3_kernel<8, 8><<<dim3(cdiv(s1.ow, 8), cdiv(s1.oh, 8), s1.n * cdiv(s1.c, 32)), dim3(32, 8)>>>(
      d_in, d_w, d_b, d_o1, s1);
  CUDA_CHECK(cudaGetLastError());
  using Cfg = HalfTile<5, 2, 2, 4, 8>;
  dwconv_half2_kernel<Cfg><<<dim3(cdiv(s2.ow, Cfg::TW), cdiv(s2.oh, Cfg::TH), s2.n * cdiv(s2.c / 2, Cfg::CV)),
                             dim3(Cfg::CV, Cfg::TH, 2), Cfg::kSmemBytes>>>(d_hin, d_hw, d_o2, s2);
  CUDA_CHECK(cudaGetLastError());
  dwconv3x3_strip_kernel<<<dim3(cdiv(s1.ow, kStripW), cdiv(s1.c / 4, kStripC4), s1.n), dim3(kStripC4, kStripW)>>>(
      reinterpret_cast<float4*>(d_in), reinterpret_cast<float4*>(d_w), reinterpret_cast<float4*>(d_o3), s1);
  CUDA_CHECK(cudaGetLastError());

  std::vector<float> o1(ref1.size()), o3(ref1.size());
  std::vector<half> o2(ref2.size());
  CUDA_CHECK(cudaMemcpy(o1.data(), d_o1, o1.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(o3.data(), d_o3, o3.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(o2.data(), d_o2, o2.size() * sizeof(half), cudaMemcpyDeviceToHost));
  bool ok = true;
  for (size_t i = 0; i < ref1.size(); ++i) {
    ok &= std::fabs(o1[i] - (ref1[i] + bias[i % s1.c])) < 1e-3f;
    ok &= std::fabs(o3[i] - std::fmin(std::fmax(ref1[i], 0.f), 6.f)) < 1e-3f;
  }
  for (size_t i = 0; i < ref2.size(); ++i) ok &= std::fabs(__half2float(o2[i]) - ref2[i]) < 2e-2f;
  std::puts(ok ? "OK" : "FAIL");
  for (void* p : {(void*)d_in, (void*)d_w, (void*)d_b, (void*)d_o1, (void*)d_o3, (void*)d_hin, (void*)d_hw, (void*)d_o2}) cudaFree(p);
  return ok ? 0 : 1;
}

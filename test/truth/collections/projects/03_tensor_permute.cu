// Tensor transposes and permutes: padded scalar tiles for several element types, XOR-swizzled
// float4 tiles, half2-packed NCHW <-> NHWC, byte tiles with prmt, and a generic 0213 permute.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CUDA_OK(x)                                                                         \
  do {                                                                                     \
    cudaError_t e = (x);                                                                   \
    if (e != cudaSuccess) {                                                                \
      std::fprintf(stderr, "[%s:%d] %s\n", __FILE__, __LINE__, cudaGetErrorString(e));     \
      std::abort();                                                                        \
    }                                                                                      \
  } while (0)

namespace permute {

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

template <int Tile_, int Rows_, int Pad_>
struct TilePolicy {
  static constexpr int Tile = Tile_, Rows = Rows_, Pad = Pad_;
  static constexpr int Pitch = Tile + Pad;
  static_assert(Tile % Rows == 0, "rows must divide the tile");
};

// Batched 2-D transpose, [batch][rows][cols] -> [batch][cols][rows], ragged edges allowed.
template <class T, class Policy>
__global__ void transpose_tile_kernel(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
  constexpr int Tile = Policy::Tile;
  __shared__ T tile[Tile][Policy::Pitch];
  const size_t plane = size_t(blockIdx.z) * rows * cols;
  int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < Tile; j += Policy::Rows)
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[plane + size_t(y + j) * cols + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < Tile; j += Policy::Rows)
    if (x < rows && y + j < cols) out[plane + size_t(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

// 64x64 float tile, 16-byte global accesses on both sides. The 4-float chunks of every row are
// permuted by Swizzle so the column gather is spread over the banks.
struct NoSwizzle {
  static __device__ __forceinline__ int chunk(int, int c) { return c; }
};
struct XorSwizzle {
  static __device__ __forceinline__ int chunk(int row, int c) { return c ^ ((row >> 2) & 15); }
};

template <class Swizzle>
__global__ void __launch_bounds__(256)
transpose_vec4_kernel(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  constexpr int Tile = 64, Chunks = Tile / 4;
  extern __shared__ __align__(16) float smem[];
  const int c0 = blockIdx.x * Tile, r0 = blockIdx.y * Tile;
  const int cx = threadIdx.x % Chunks, ry = threadIdx.x / Chunks;
#pragma unroll
  for (int r = ry; r < Tile; r += 16) {
    const float4 v = __ldg(reinterpret_cast<const float4*>(in + size_t(r0 + r) * cols + c0) + cx);
    reinterpret_cast<float4*>(smem)[r * Chunks + Swizzle::chunk(r, cx)] = v;
  }
  __syncthreads();
#pragma unroll
  for (int c = ry; c < Tile; c += 16) {
    float v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int r = cx * 4 + i;
      v[i] = smem[r * Tile + Swizzle::chunk(r, c / 4) * 4 + c % 4];
    }
    *reinterpret_cast<float4*>(out + size_t(c0 + c) * rows + r0 + cx * 4) =
        make_float4(v[0], v[1], v[2], v[3]);
  }
}

// NCHW -> NHWC for half. Reads pairs of pixels, writes pairs of channels. Pixel-major staging with
// TileC + Pad halves per pixel.
template <int TileC, int TileP, int Pad>
__global__ void nchw_to_nhwc_half_kernel(const half* __restrict__ in, half* __restrict__ out, int C, int P) {
  constexpr int Pitch = TileC + Pad;
  static_assert(Pitch % 2 == 0, "half2 reads need even pitch");
  __shared__ __align__(16) half buf[TileP * Pitch];
  const int p0 = blockIdx.x * TileP, c0 = blockIdx.y * TileC;
  in += size_t(blockIdx.z) * C * P;
  out += size_t(blockIdx.z) * C * P;
  for (int i = threadIdx.x; i < TileC * TileP / 2; i += blockDim.x) {
    const int c = i / (TileP / 2), p = (i % (TileP / 2)) * 2;
    const half2 v = *reinterpret_cast<const half2*>(in + size_t(c0 + c) * P + p0 + p);
    buf[p * Pitch + c] = __low2half(v);
    buf[(p + 1) * Pitch + c] = __high2half(v);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < TileC * TileP / 2; i += blockDim.x) {
    const int p = i / (TileC / 2), c = (i % (TileC / 2)) * 2;
    *reinterpret_cast<half2*>(out + size_t(p0 + p) * C + c0 + c) =
        *reinterpret_cast<const half2*>(&buf[p * Pitch + c]);
  }
}

// Byte transpose: 64x64 tile of int8, 4x4 sub-blocks transposed in registers with prmt, words
// exchanged through shared memory.
__device__ __forceinline__ void transpose4x4(uint32_t (&r)[4]) {
  const uint32_t a = __byte_perm(r[0], r[1], 0x5140), b = __byte_perm(r[0], r[1], 0x7362);
  const uint32_t c = __byte_perm(r[2], r[3], 0x5140), d = __byte_perm(r[2], r[3], 0x7362);
  r[0] = __byte_perm(a, c, 0x5410);
  r[1] = __byte_perm(a, c, 0x7632);
  r[2] = __byte_perm(b, d, 0x5410);
  r[3] = __byte_perm(b, d, 0x7632);
}

template <int PadWords>
__global__ void __launch_bounds__(256)
transpose_bytes_kernel(const int8_t* __restrict__ in, int8_t* __restrict__ out, int rows, int cols) {
  constexpr int Tile = 64, Words = Tile / 4, Pitch = Words + PadWords;
  __shared__ uint32_t words[Tile * Pitch];
  const int wx = threadIdx.x % Words, wy = threadIdx.x / Words;
  const int c0 = blockIdx.x * Tile, r0 = blockIdx.y * Tile;
  uint32_t r[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    r[i] = *reinterpret_cast<const uint32_t*>(in + size_t(r0 + wy * 4 + i) * cols + c0 + wx * 4);
  transpose4x4(r);
#pragma unroll
  for (int i = 0; i < 4; ++i) words[(wx * 4 + i) * Pitch + wy] = r[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int c = wy + i * 16;
    *reinterpret_cast<uint32_t*>(out + size_t(c0 + c) * rows + r0 + wx * 4) = words[c * Pitch + wx];
  }
}

// [A][B][C][D] -> [A][C][B][D] with short D; a block owns one (a, range of c) and walks b in slabs.
template <class Vec>
__global__ void permute_0213_kernel(const Vec* __restrict__ in, Vec* __restrict__ out, int B, int C, int D,
                                    int slabB, int slabC, int pad) {
  extern __shared__ __align__(16) unsigned char raw[];
  Vec* slab = reinterpret_cast<Vec*>(raw);
  const int pitch = slabC * D + pad;
  const int a = blockIdx.y, c0 = blockIdx.x * slabC, nc = min(slabC, C - c0);
  for (int b0 = 0; b0 < B; b0 += slabB) {
    const int nb = min(slabB, B - b0);
    for (int i = threadIdx.x; i < nb * nc * D; i += blockDim.x) {
      const int b = i / (nc * D), cd = i % (nc * D);
      slab[b * pitch + cd] = in[(size_t(a) * B + b0 + b) * C * D + c0 * D + cd];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < nb * nc * D; i += blockDim.x) {
      const int c = i / (nb * D), b = i / D % nb, d = i % D;
      out[((size_t(a) * C + c0 + c) * B + b0 + b) * D + d] = slab[b * pitch + c * D + d];
    }
    __syncthreads();
  }
}

template <class T, class Policy>
void transpose(const T* in, T* out, int batch, int rows, int cols) {
  const dim3 block(Policy::Tile, Policy::Rows);
  const dim3 grid(ceil_div(cols, Policy::Tile), ceil_div(rows, Policy::Tile), batch);
  transpose_tile_kernel<T, Policy><<<grid, block>>>(in, out, rows, cols);
  CUDA_OK(cudaGetLastError());
}

template <class Swizzle>
void transpose_vec4(const float* in, float* out, int rows, int cols) {
  const dim3 grid(cols / 64, rows / 64);
  transpose_vec4_kernel<Swizzle><<<grid, 256, 64 * 64 * sizeof(float)>>>(in, out, rows, cols);
  CUDA_OK(cudaGetLastError());
}

template <class Vec>
void permute_0213(const Vec* in, Vec* out, int A, int B, int C, int D, int pad) {
  const int slabC = C >= 16 ? 16 : C, slabB = 16;
  const size_t smem = size_t(slabB) * (slabC * D + pad) * sizeof(Vec);
  permute_0213_kernel<Vec><<<dim3(ceil_div(C, slabC), A), 128, smem>>>(in, out, B, C, D, slabB, slabC, pad);
  CUDA_OK(cudaGetLastError());
}

}  // namespace permute

// Byte-wise tester: element size is a runtime value, index map supplied by the caller.
struct Tester {
  static constexpr size_t kBytes = 1 << 20;
  std::vector<uint8_t> src, dst;
  void *d_in = nullptr, *d_out = nullptr;
  double checksum = 0;
  int failures = 0;
  Tester() : src(kBytes), dst(kBytes) {
    for (size_t i = 0; i < kBytes; ++i) src[i] = uint8_t((i * 2654435761u) >> 13);
    CUDA_OK(cudaMalloc(&d_in, kBytes));
    CUDA_OK(cudaMalloc(&d_out, kBytes));
    CUDA_OK(cudaMemcpy(d_in, src.data(), kBytes, cudaMemcpyHostToDevice));
  }
  template <class T, class Launch, class Map>
  void run(const char* name, size_t count, Launch&& go, Map&& map) {
    CUDA_OK(cudaMemset(d_out, 0, kBytes));
    go(static_cast<const T*>(d_in), static_cast<T*>(d_out));
    CUDA_OK(cudaDeviceSynchronize());
    CUDA_OK(cudaMemcpy(dst.data(), d_out, kBytes, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t o = 0; o < count; ++o)
      wrong += std::memcmp(&dst[o * sizeof(T)], &src[map(o) * sizeof(T)], sizeof(T)) != 0;
    for (size_t i = 0; i < count * sizeof(T); ++i) checksum += dst[i] * double(i % 17 + 1);
    failures += wrong != 0;
    std::printf("%-26s %s\n", name, wrong ? "MISMATCH" : "ok");
  }
};

int main() {
  using namespace permute;
  Tester t;
  auto map2d = [](size_t rows, size_t cols) {
    return [=](size_t o) {
      const size_t plane = o / (rows * cols), c = o / rows % cols, r = o % rows;
      return plane * rows * cols + r * cols + c;
    };
  };
  auto map0213 = [](size_t B, size_t C, size_t D) {
    return [=](size_t o) {
      const size_t d = o % D, b = o / D % B, c = o / (D * B) % C, a = o / (D * B * C);
      return ((a * B + b) * C + c) * D + d;
    };
  };
  using Padded = TilePolicy<32, 8, 1>;
  using Unpadded = TilePolicy<32, 8, 0>;
  using Half = TilePolicy<32, 8, 2>;
  using Small = TilePolicy<16, 16, 1>;
  t.run<float>("f32 padded", 200 * 150, [](auto* i, auto* o) { transpose<float, Padded>(i, o, 1, 200, 150); }, map2d(200, 150));
  t.run<float>("f32 unpadded", 128 * 128, [](auto* i, auto* o) { transpose<float, Unpadded>(i, o, 1, 128, 128); }, map2d(128, 128));
  t.run<half>("f16 padded", 4 * 96 * 80, [](auto* i, auto* o) { transpose<half, Half>(i, o, 4, 96, 80); }, map2d(96, 80));
  t.run<float2>("c64 16x16", 2 * 64 * 60, [](auto* i, auto* o) { transpose<float2, Small>(i, o, 2, 64, 60); }, map2d(64, 60));
  t.run<float2>("c64 32x32", 128 * 64, [](auto* i, auto* o) { transpose<float2, Padded>(i, o, 1, 128, 64); }, map2d(128, 64));
  t.run<char>("s8 scalar", 128 * 160, [](auto* i, auto* o) { transpose<char, TilePolicy<32, 8, 4>>(i, o, 1, 128, 160); }, map2d(128, 160));
  t.run<float>("f32 vec4 xor", 256 * 192, [](auto* i, auto* o) { transpose_vec4<XorSwizzle>(i, o, 256, 192); }, map2d(256, 192));
  t.run<float>("f32 vec4 plain", 128 * 128, [](auto* i, auto* o) { transpose_vec4<NoSwizzle>(i, o, 128, 128); }, map2d(128, 128));
  t.run<half>("nchw->nhwc pad 2", 2 * 64 * 256, [](auto* i, auto* o) {
    nchw_to_nhwc_half_kernel<32, 64, 2><<<dim3(4, 2, 2), 256>>>(i, o, 64, 256); }, map2d(64, 256));
  t.run<half>("nchw->nhwc pad 0", 128 * 128, [](auto* i, auto* o) {
    nchw_to_nhwc_half_kernel<64, 32, 0><<<dim3(4, 2, 1), 128>>>(i, o, 128, 128); }, map2d(128, 128));
  t.run<int8_t>("s8 prmt pad 1", 256 * 192, [](auto* i, auto* o) {
    transpose_bytes_kernel<1><<<dim3(3, 4), 256>>>(i, o, 256, 192); }, map2d(256, 192));
  t.run<int8_t>("s8 prmt pad 0", 128 * 128, [](auto* i, auto* o) {
    transpose_bytes_kernel<0><<<dim3(2, 2), 256>>>(i, o, 128, 128); }, map2d(128, 128));
  t.run<float>("0213 d=4", 4 * 24 * 40 * 4, [](auto* i, auto* o) { permute_0213(i, o, 4, 24, 40, 4, 4); }, map0213(24, 40, 4));
  t.run<float4>("0213 float4", 8 * 32 * 32, [](auto* i, auto* o) { permute_0213(i, o, 8, 32, 32, 1, 1); }, map0213(32, 32, 1));
  std::printf("checksum %.1f %s\n", t.checksum, t.failures ? "FAILED" : "OK");
  return t.failures != 0;
}

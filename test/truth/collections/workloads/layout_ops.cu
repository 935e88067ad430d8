// Layout conversion kernels: tiled transposes for 1..16-byte elements, batched permutes,
// NCHW <-> NHWC and AoS <-> SoA.  Launches go through cudaLaunchKernelEx and a byte-width dispatcher.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace layout {

inline void throw_on_error(cudaError_t status, const char* where) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string(where) + ": " + cudaGetErrorString(status));
  }
}

template <int Bytes>
struct ElementOf;
template <>
struct ElementOf<1> {
  using type = uint8_t;
};
template <>
struct ElementOf<2> {
  using type = uint16_t;
};
template <>
struct ElementOf<4> {
  using type = uint32_t;
};
template <>
struct ElementOf<8> {
  using type = uint2;
};
template <>
struct ElementOf<16> {
  using type = uint4;
};
template <int Bytes>
using element_t = typename ElementOf<Bytes>::type;

// Pad by one 32-bit word's worth of elements, at least one element.
template <typename T>
constexpr int word_pad = sizeof(T) >= 4 ? 1 : static_cast<int>(4 / sizeof(T));

constexpr int kTile = 32;
constexpr int kRows = 8;

template <typename T>
__global__ void transpose_padded(const T* __restrict__ src, T* __restrict__ dst, int rows, int cols) {
  __shared__ T tile[kTile][kTile + word_pad<T>];

  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += kRows) {
    if (x < cols && y + j < rows) {
      tile[threadIdx.y + j][threadIdx.x] = src[static_cast<size_t>(y + j) * cols + x];
    }
  }
  __syncthreads();

  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += kRows) {
    if (x < rows && y + j < cols) {
      dst[static_cast<size_t>(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}

// XOR-swizzled square tile: no padding, capacity stays a power of two.
template <typename T, int Dim>
class SwizzledTile {
 public:
  __device__ explicit SwizzledTile(T* storage) : data_(storage) {}
  __device__ T& operator()(int row, int col) { return data_[offset(row, col)]; }

 private:
  __device__ static constexpr int offset(int row, int col) {
    return row * Dim + (col ^ (row & (Dim - 1)));
  }
  T* data_;
};

template <typename T, int Dim, int Threads>
__global__ void __launch_bounds__(Threads)
transpose_swizzled(const T* __restrict__ src, T* __restrict__ dst, int n) {
  __shared__ T storage[Dim * Dim];
  SwizzledTile<T, Dim> tile(storage);

  constexpr int kRowsPerPass = Threads / Dim;
  const int c = threadIdx.x % Dim;
  const int r = threadIdx.x / Dim;
  const size_t bx = static_cast<size_t>(blockIdx.x) * Dim;
  const size_t by = static_cast<size_t>(blockIdx.y) * Dim;

#pragma unroll
  for (int i = 0; i < Dim; i += kRowsPerPass) {
    tile(r + i, c) = src[(by + r + i) * n + bx + c];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Dim; i += kRowsPerPass) {
    dst[(bx + r + i) * n + by + c] = tile(c, r + i);
  }
}

// Byte matrices: each thread moves 4x4 bytes, packing with __byte_perm in registers, so that
// shared memory only ever sees whole words.
__global__ void transpose_bytes_4x4(const uint8_t* __restrict__ src, uint8_t* __restrict__ dst,
                                    int n) {
  constexpr int kWords = 16;  // a 64-byte row of the tile
  __shared__ uint32_t out_tile[64][kWords + 1];

  const int tx = threadIdx.x;  // 0..15, word column
  const int ty = threadIdx.y;  // 0..15, group of four rows
  const uint8_t* in = src + (static_cast<size_t>(blockIdx.y) * 64 + ty * 4) * n + blockIdx.x * 64;

  uint32_t w[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    w[i] = *reinterpret_cast<const uint32_t*>(in + static_cast<size_t>(i) * n + tx * 4);
  }

  const uint32_t lo01 = __byte_perm(w[0], w[1], 0x5140);
  const uint32_t hi01 = __byte_perm(w[0], w[1], 0x7362);
  const uint32_t lo23 = __byte_perm(w[2], w[3], 0x5140);
  const uint32_t hi23 = __byte_perm(w[2], w[3], 0x7362);
  out_tile[tx * 4 + 0][ty] = __byte_perm(lo01, lo23, 0x5410);
  out_tile[tx * 4 + 1][ty] = __byte_perm(lo01, lo23, 0x7632);
  out_tile[tx * 4 + 2][ty] = __byte_perm(hi01, hi23, 0x5410);
  out_tile[tx * 4 + 3][ty] = __byte_perm(hi01, hi23, 0x7632);
  __syncthreads();

  uint8_t* out = dst + static_cast<size_t>(blockIdx.x) * 64 * n + blockIdx.y * 64;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int row = ty + i * 16;
    const uint32_t v = out_tile[row][tx];
    *reinterpret_cast<uint32_t*>(out + static_cast<size_t>(row) * n + tx * 4) = v;
  }
}

// NCHW -> NHWC for half-sized elements.  Reads 32-pixel rows of ChannelTile channels, writes pairs
// of channels as 32-bit words.
template <int ChannelTile, int PixelTile>
__global__ void nchw_to_nhwc_16(const uint16_t* __restrict__ src, uint16_t* __restrict__ dst,
                                int channels, int pixels) {
  extern __shared__ uint16_t stage[];
  constexpr int kPitch = PixelTile + 2;

  const int tid = threadIdx.x;
  const int p0 = blockIdx.x * PixelTile;
  const int c0 = blockIdx.y * ChannelTile;
  const size_t image = static_cast<size_t>(blockIdx.z) * channels * pixels;

  for (int i = tid; i < ChannelTile * PixelTile; i += blockDim.x) {
    const int c = i / PixelTile;
    const int p = i % PixelTile;
    stage[c * kPitch + p] = src[image + static_cast<size_t>(c0 + c) * pixels + p0 + p];
  }
  __syncthreads();

  constexpr int kPairs = ChannelTile / 2;
  for (int i = tid; i < kPairs * PixelTile; i += blockDim.x) {
    const int cp = i % kPairs;
    const int p = i / kPairs;
    const uint32_t a = stage[(2 * cp) * kPitch + p];
    const uint32_t b = stage[(2 * cp + 1) * kPitch + p];
    uint32_t* out = reinterpret_cast<uint32_t*>(dst + image + static_cast<size_t>(p0 + p) * channels + c0);
    out[cp] = a | (b << 16);
  }
}

// AoS of N floats to SoA.  N odd is friendly, N even is what people usually have.
template <int Fields, int Threads>
__global__ void aos_to_soa(const float* __restrict__ aos, float* __restrict__ soa, int count) {
  __shared__ float buf[Threads * Fields];
  const int base = blockIdx.x * Threads;
#pragma unroll
  for (int f = 0; f < Fields; ++f) {
    buf[f * Threads + threadIdx.x] = aos[base * Fields + f * Threads + threadIdx.x];
  }
  __syncthreads();
#pragma unroll
  for (int f = 0; f < Fields; ++f) {
    soa[static_cast<size_t>(f) * count + base + threadIdx.x] = buf[threadIdx.x * Fields + f];
  }
}

struct Launcher {
  dim3 grid;
  dim3 block;
  size_t dynamic_smem = 0;
  cudaStream_t stream = nullptr;

  template <typename... Params, typename... Args>
  void operator()(void (*kernel)(Params...), Args&&... args) const {
    cudaLaunchConfig_t cfg{};
    cfg.gridDim = grid;
    cfg.blockDim = block;
    cfg.dynamicSmemBytes = dynamic_smem;
    cfg.stream = stream;
    throw_on_error(cudaLaunchKernelEx(&cfg, kernel, std::forward<Args>(args)...), "launch");
    throw_on_error(cudaGetLastError(), "post-launch");
  }
};

template <typename F>
void for_each_width(F&& f) {
  f(std::integral_constant<int, 1>{});
  f(std::integral_constant<int, 2>{});
  f(std::integral_constant<int, 4>{});
  f(std::integral_constant<int, 8>{});
  f(std::integral_constant<int, 16>{});
}

}  // namespace layout

int main() {
  using namespace layout;
  try {
    constexpr int kRowsM = 192, kColsM = 256, kSquare = 256;
    void *src = nullptr, *dst = nullptr;
    constexpr size_t kBytes = static_cast<size_t>(kSquare) * kSquare * 16;
    throw_on_error(cudaMalloc(&src, kBytes), "malloc");
    throw_on_error(cudaMalloc(&dst, kBytes), "malloc");
    throw_on_error(cudaMemset(src, 0x5a, kBytes), "memset");

    for_each_width([&](auto width) {
      using T = element_t<decltype(width)::value>;
      const Launcher go{dim3(kColsM / kTile, kRowsM / kTile), dim3(kTile, kRows)};
      go(transpose_padded<T>, static_cast<const T*>(src), static_cast<T*>(dst), kRowsM, kColsM);
    });

    const auto swizzled = [&](auto tag, auto dim) {
      using T = decltype(tag);
      constexpr int kDim = decltype(dim)::value;
      constexpr int kThreads = 256;
      const Launcher go{dim3(kSquare / kDim, kSquare / kDim), dim3(kThreads)};
      go(transpose_swizzled<T, kDim, kThreads>, static_cast<const T*>(src), static_cast<T*>(dst),
         kSquare);
    };
    swizzled(float{}, std::integral_constant<int, 32>{});
    swizzled(double{}, std::integral_constant<int, 32>{});
    swizzled(float4{}, std::integral_constant<int, 16>{});
    swizzled(uint16_t{}, std::integral_constant<int, 64>{});

    Launcher{dim3(kSquare / 64, kSquare / 64), dim3(16, 16)}(
        transpose_bytes_4x4, static_cast<const uint8_t*>(src), static_cast<uint8_t*>(dst), kSquare);

    constexpr int kC = 64, kP = 1024, kPixelTile = 32;
    Launcher nhwc{dim3(kP / kPixelTile, 1, 4), dim3(256)};
    nhwc.dynamic_smem = kC * (kPixelTile + 2) * sizeof(uint16_t);
    nhwc(nchw_to_nhwc_16<kC, kPixelTile>, static_cast<const uint16_t*>(src),
         static_cast<uint16_t*>(dst), kC, kP);

    constexpr int kCount = 8192;
    const Launcher soa{dim3(kCount / 128), dim3(128)};
    soa(aos_to_soa<3, 128>, static_cast<const float*>(src), static_cast<float*>(dst), kCount);
    soa(aos_to_soa<6, 128>, static_cast<const float*>(src), static_cast<float*>(dst), kCount);
    soa(aos_to_soa<8, 128>, static_cast<const float*>(src), static_cast<float*>(dst), kCount);

    throw_on_error(cudaDeviceSynchronize(), "sync");
    throw_on_error(cudaFree(src), "free");
    throw_on_error(cudaFree(dst), "free");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  std::puts("layout: done");
  return 0;
}

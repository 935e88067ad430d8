// Shared-memory layouts chosen by parameters: template pads, constexpr pitches,
// run-time pitches, macros, stride helpers and XOR swizzles.
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define TILE_DIM 32
#define TILE_PITCH(w, p) ((w) + (p))
#define SIDX(r, c, pitch) ((r) * (pitch) + (c))
#define PAD_EVERY_32(i) ((i) + ((i) >> 5))

template <int PAD>
__global__ void transposePad(const float *in, float *out, int w, int h)
{
  __shared__ float tile[TILE_DIM * (TILE_DIM + PAD)];
  constexpr int pitch = TILE_DIM + PAD;
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int i = 0; i < TILE_DIM; i += 8)
    tile[SIDX(threadIdx.y + i, threadIdx.x, pitch)] = in[(y + i) * w + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int i = 0; i < TILE_DIM; i += 8)
    out[(y + i) * h + x] = tile[SIDX(threadIdx.x, threadIdx.y + i, pitch)];
}

// Transpose with a swizzled square tile.
__device__ __forceinline__ int swz(int row, int col) { return row * 32 + (col ^ (row & 31)); }
__global__ void transposeXor(const float *in, float *out, int n)
{
  __shared__ float tile[32 * 32];
  const int bx = blockIdx.x * 32, by = blockIdx.y * 32;
#pragma unroll
  for (int r = threadIdx.y; r < 32; r += 16)
    tile[swz(r, threadIdx.x)] = in[(by + r) * n + bx + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int r = threadIdx.y; r < 32; r += 16)
    out[(bx + r) * n + by + threadIdx.x] = tile[swz(threadIdx.x, r)];
}

// Pitch passed by the host.
__global__ void columnPrefix(const float *in, float *out, int cols, int rows, int pitch)
{
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < rows * cols; i += blockDim.x) {
    int r = i / cols, c = i - r * cols;
    s[r * pitch + c] = in[blockIdx.x * rows * cols + i];
  }
  __syncthreads();
  if (threadIdx.x < rows) {
    float run = 0.f;
    for (int c = 0; c < cols; ++c) {
      run += s[threadIdx.x * pitch + c];
      s[threadIdx.x * pitch + c] = run;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < rows * cols; i += blockDim.x)
    out[blockIdx.x * rows * cols + i] = s[(i / cols) * pitch + i % cols];
}

// Work-efficient scan with the classical offset macro.
__global__ void blellochScan(const int *in, int *out)
{
  __shared__ int t[PAD_EVERY_32(512)];
  const int id = threadIdx.x, n = 512;
  const int ai = PAD_EVERY_32(id), bi = PAD_EVERY_32(id + 256);
  t[ai] = in[blockIdx.x * n + id];
  t[bi] = in[blockIdx.x * n + id + 256];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (id < d) {
      int a = offset * (2 * id + 1) - 1, b = offset * (2 * id + 2) - 1;
      t[PAD_EVERY_32(b)] += t[PAD_EVERY_32(a)];
    }
    offset <<= 1;
  }
  __syncthreads();
  if (id == 0) t[PAD_EVERY_32(n - 1)] = 0;
  for (int d = 1; d < n; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (id < d) {
      int a = PAD_EVERY_32(offset * (2 * id + 1) - 1), b = PAD_EVERY_32(offset * (2 * id + 2) - 1);
      int v = t[a];
      t[a] = t[b];
      t[b] += v;
    }
  }
  __syncthreads();
  out[blockIdx.x * n + id] = t[ai];
  out[blockIdx.x * n + id + 256] = t[bi];
}

// GEMM with the A tile stored transposed; pitch from a trait.
template <int W, int SKEW> struct Pitch { static constexpr int value = (W + SKEW + 3) / 4 * 4; };
template <int SKEW>
__global__ void gemmSkew(const float *A, const float *B, float *C, int n)
{
  constexpr int P = Pitch<32, SKEW>::value;
  __shared__ float As[16 * P];
  __shared__ float Bs[16 * P];
  const int tx = threadIdx.x, ty = threadIdx.y;   // 16 x 16, 2 x 2 outputs
  const int tid = ty * 16 + tx;
  float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    for (int i = tid; i < 512; i += 256) {
      As[(i % 16) * P + i / 16] = A[(blockIdx.y * 32 + i / 16) * n + k0 + i % 16];
      Bs[(i / 32) * P + i % 32] = B[(k0 + i / 32) * n + blockIdx.x * 32 + i % 32];
    }
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      float a0 = As[k * P + ty], a1 = As[k * P + ty + 16];
      float b0 = Bs[k * P + tx], b1 = Bs[k * P + tx + 16];
      c00 += a0 * b0; c01 += a0 * b1; c10 += a1 * b0; c11 += a1 * b1;
    }
    __syncthreads();
  }
  float *o = C + (blockIdx.y * 32 + ty) * n + blockIdx.x * 32 + tx;
  o[0] = c00; o[16] = c01; o[16 * n] = c10; o[16 * n + 16] = c11;
}

// 16-byte chunks of half, swizzled by row; chunk = 8 halves.
template <int ROWS>
__global__ void halfChunkSwizzle(const uint4 *in, float *out)
{
  __shared__ uint4 s[ROWS * 8];
  const int r = threadIdx.x / 8, c = threadIdx.x % 8;
  for (int rr = r; rr < ROWS; rr += blockDim.x / 8)
    s[rr * 8 + (c ^ (rr % 8))] = in[(blockIdx.x * ROWS + rr) * 8 + c];
  __syncthreads();
  for (int rr = threadIdx.x; rr < ROWS; rr += blockDim.x) {
    float acc = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      uint4 v = s[rr * 8 + (k ^ (rr % 8))];
      const __half2 *p = reinterpret_cast<const __half2 *>(&v);
#pragma unroll
      for (int q = 0; q < 4; ++q) { float2 f = __half22float2(p[q]); acc += f.x - 0.5f * f.y; }
    }
    out[blockIdx.x * ROWS + rr] = acc;
  }
}

// Pad chosen by a constexpr function of the type and width.
template <typename T> __host__ __device__ constexpr int padFor(int w) { return (w * sizeof(T)) % 128 == 0 ? (sizeof(T) >= 4 ? 1 : 4 / sizeof(T)) : 0; }
template <typename T, int W, int H>
__global__ void flipDiagonal(const T *in, T *out)
{
  __shared__ T s[H][W + padFor<T>(W)];
  for (int y = threadIdx.y; y < H; y += blockDim.y)
    for (int x = threadIdx.x; x < W; x += blockDim.x) s[y][x] = in[(blockIdx.x * H + y) * W + x];
  __syncthreads();
  for (int x = threadIdx.y; x < W; x += blockDim.y)
    for (int y = threadIdx.x; y < H; y += blockDim.x) out[(blockIdx.x * W + x) * H + y] = s[H - 1 - y][x];
}

// Volume slab with padded row and padded slice stride.
__device__ inline int slabIndex(int z, int y, int x, int rowStride, int sliceStride) { return z * sliceStride + y * rowStride + x; }
__global__ void slabPermute(const float *in, float *out, int rowStride, int sliceStride)
{
  extern __shared__ float slab[];
  const int nx = blockDim.x, ny = blockDim.y, nz = blockDim.z;
  const int lin = (threadIdx.z * ny + threadIdx.y) * nx + threadIdx.x;
  slab[slabIndex(threadIdx.z, threadIdx.y, threadIdx.x, rowStride, sliceStride)] = in[blockIdx.x * nx * ny * nz + lin];
  __syncthreads();
  // write in z-fastest order
  const int z = lin % nz, y = (lin / nz) % ny, x = lin / (nz * ny);
  out[blockIdx.x * nx * ny * nz + lin] = slab[slabIndex(z, y, x, rowStride, sliceStride)];
}

// Batched triangular solve, one system per thread, matrix column stride from a macro.
#define NSYS 64
#ifndef SYS_PAD
#define SYS_PAD 1
#endif
__global__ void lowerSolve(const float *L, const float *rhs, float *x)
{
  constexpr int n = 6, stride = n * n + SYS_PAD;
  __shared__ float m[NSYS * stride];
  __shared__ float b[NSYS][n + 1];
  for (int i = threadIdx.x; i < NSYS * n * n; i += NSYS) m[(i / (n * n)) * stride + i % (n * n)] = L[blockIdx.x * NSYS * n * n + i];
  for (int i = threadIdx.x; i < NSYS * n; i += NSYS) b[i / n][i % n] = rhs[blockIdx.x * NSYS * n + i];
  __syncthreads();
  float *me = m + threadIdx.x * stride;
  for (int r = 0; r < n; ++r) {
    float s = b[threadIdx.x][r];
    for (int c = 0; c < r; ++c) s -= me[r * n + c] * b[threadIdx.x][c];
    b[threadIdx.x][r] = s / (me[r * n + r] + 2.f);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < NSYS * n; i += NSYS) x[blockIdx.x * NSYS * n + i] = b[i / n][i % n];
}

static int roundPitch(int cols, bool odd) { return odd ? (cols | 1) : (cols + 3) / 4 * 4; }

int main()
{
  const int N = 32768;
  static float h[N]; static int hi[2048]; static __half hh[16384];
  for (int i = 0; i < N; ++i) h[i] = (i % 53) * 0.02f;
  for (int i = 0; i < 2048; ++i) hi[i] = i % 11;
  for (int i = 0; i < 16384; ++i) hh[i] = __float2half((i % 17) * 0.25f);
  float *a, *o; int *ia, *io; __half *ha, *ho;
  cudaMalloc(&a, N * 4); cudaMalloc(&o, N * 4); cudaMalloc(&ia, 8192); cudaMalloc(&io, 8192);
  cudaMalloc(&ha, 32768); cudaMalloc(&ho, 32768);
  cudaMemcpy(a, h, N * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(ia, hi, 8192, cudaMemcpyHostToDevice);
  cudaMemcpy(ha, hh, 32768, cudaMemcpyHostToDevice);
  cudaMemset(o, 0, N * 4);

  transposePad<0><<<dim3(2, 1), dim3(32, 8)>>>(a, o, 64, 32);
  transposePad<1><<<dim3(2, 2), dim3(32, 8)>>>(a, o + 2048, 64, 64);
  transposePad<4><<<dim3(1, 2), dim3(32, 8)>>>(a, o + 6144, 32, 64);
  transposeXor<<<dim3(2, 2), dim3(32, 16)>>>(a, o + 8192, 64);
  for (int odd = 0; odd < 2; ++odd) {
    int cols = 32, rows = 48, p = roundPitch(cols, odd);
    columnPrefix<<<2, 96, rows * p * sizeof(float)>>>(a, o + 12288 + odd * 3072, cols, rows, p);
  }
  blellochScan<<<3, 256>>>(ia, io);
  gemmSkew<0><<<dim3(1, 2), dim3(16, 16)>>>(a, a + 4096, o + 18432, 64);
  gemmSkew<3><<<dim3(2, 1), dim3(16, 16)>>>(a, a + 4096, o + 18432, 64);
  halfChunkSwizzle<64><<<2, 128>>>((const uint4 *)ha, o + 22528);
  halfChunkSwizzle<40><<<2, 64>>>((const uint4 *)ha, o + 22784);
  flipDiagonal<float, 32, 24><<<2, dim3(32, 4)>>>(a, o + 23000);
  flipDiagonal<float, 40, 16><<<1, dim3(16, 8)>>>(a, o + 24600);
  flipDiagonal<__half, 64, 32><<<2, dim3(32, 8)>>>(ha, ho);
  slabPermute<<<2, dim3(8, 8, 4), 4 * (8 * 9 + 2) * sizeof(float)>>>(a, o + 26000, 9, 8 * 9 + 2);
  slabPermute<<<2, dim3(16, 4, 4), 4 * 64 * sizeof(float)>>>(a, o + 27000, 16, 64);
  lowerSolve<<<2, NSYS>>>(a, a + 8000, o + 28000);

  cudaError_t e = cudaDeviceSynchronize();
  if (e == cudaSuccess) e = cudaGetLastError();
  if (e != cudaSuccess) { printf("CUDA: %s\n", cudaGetErrorString(e)); return 1; }
  cudaMemcpy(h, o, N * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(hi, io, 6144, cudaMemcpyDeviceToHost);
  cudaMemcpy(hh, ho, 8192, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < N; ++i) s += h[i] * (i % 7);
  for (int i = 0; i < 1536; ++i) s += hi[i];
  for (int i = 0; i < 4096; ++i) s += __half2float(hh[i]) * (i % 3);
  printf("checksum %.6f\n", s);
  return 0;
}

// Tiles that are loaded by cp.async.cg: plain, padded and swizzled rows,
// stages, edges, columns, and sources that do not start with a line.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

__device__ void waitAll() { asm volatile("cp.async.wait_all;\n" ::); }

__device__ unsigned window(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

// A macro, so that each copy has a line of its own.
#define COPY(TO, FROM)                                                         \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(TO),        \
               "l"(FROM))
#define COPY_L2(TO, FROM)                                                      \
  asm volatile(                                                                \
      "cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(TO),        \
      "l"(FROM), "n"(16))

// 128 x 32 halves of A, rows of 64 bytes.
__global__ void tileOfA(const half *A, half *out, int K) {
  __shared__ half tile[128][32];
  const int row = threadIdx.x / 4, column = threadIdx.x % 4 * 8;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 128; i += 32)
      COPY(window(&tile[row + i][column]), &A[(row + i) * K + k + column]);
    waitAll();
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x][0];
}

// The same with a padding against conflicts of ldmatrix.
__global__ void paddedTileOfA(const half *A, half *out, int K) {
  __shared__ half tile[128][32 + 8];
  const int row = threadIdx.x / 4, column = threadIdx.x % 4 * 8;
  for (int k = 0; k < K; k += 32) {
#pragma unroll
    for (int i = 0; i < 128; i += 32)
      COPY(window(&tile[row + i][column]), &A[(row + i) * K + k + column]);
    waitAll();
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x][0];
}

// 16 x 128 halves of B, padded.
template <int BK, int BN, int PAD>
__global__ void tileOfB(const half *B, half *out, int K, int N) {
  __shared__ half tile[BK][BN + PAD];
  const int row = threadIdx.x / (BN / 8), column = threadIdx.x % (BN / 8) * 8;
  const unsigned base = window(&tile[0][0]);
  const int first = blockIdx.x * BN;
  for (int k = 0; k < K; k += BK) {
    const unsigned to = base + (row * (BN + PAD) + column) * sizeof(half);
    COPY(to, &B[(k + row) * N + first + column]);
    waitAll();
    __syncthreads();
  }
  out[threadIdx.x] = tile[threadIdx.x % BK][threadIdx.x % BN];
}

// Rows of 128 bytes, whose chunks are swizzled.
__global__ void swizzledTile(const half *A, half *out, int K) {
  __shared__ half tile[64 * 64];
  for (int i = threadIdx.x; i < 64 * 8; i += blockDim.x) {
    const int row = i / 8, chunk = i % 8;
    const int to = row * 64 + ((chunk ^ (row & 7)) << 3);
    COPY_L2(window(&tile[to]), A + row * K + chunk * 8);
  }
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// Rows of 64 bytes, two to a line, swizzled by pairs of rows.
__global__ void swizzledPairs(const half *A, half *out, int K) {
  __shared__ half tile[64 * 32];
  for (int i = threadIdx.x; i < 64 * 4; i += blockDim.x) {
    const int row = i / 4, chunk = i % 4;
    const int to = row * 32 + ((chunk ^ (row / 2 & 3)) << 3);
    COPY(window(&tile[to]), A + row * K + chunk * 8);
  }
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// Columns of 16 halves, each of all rows, one after another.
__global__ void tileByColumns(const half *Q, half *out) {
  __shared__ half tile[4][64][16];
  const int row = threadIdx.x / 2, first = threadIdx.x % 2 * 32;
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    const int column = first + i;
    half *to = &tile[column / 16][row][column % 16];
    COPY(window(to), &Q[row * 64 + column]);
  }
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x % 64][0];
}

// The primitive, with padded rows of floats.
__global__ void paddedFloats(const float *in, float *out) {
  __shared__ float tile[32][36];
  for (int i = threadIdx.x; i < 32 * 8; i += blockDim.x)
    __pipeline_memcpy_async(&tile[i / 8][i % 8 * 4],
                            &in[i / 8 * 1024 + i % 8 * 4], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 32][0];
}

// A column of chunks at a time.
__global__ void chunksByColumn(const float4 *in, float4 *out) {
  __shared__ float4 tile[32][8];
  const int row = threadIdx.x % 32, column = threadIdx.x / 32;
  COPY(window(&tile[row][column]), &in[row * 8 + column]);
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[row][column];
}

// Adjacent chunks, to every other chunk.
__global__ void spreadChunks(const float4 *in, float4 *out) {
  __shared__ float4 tile[512];
  COPY(window(&tile[threadIdx.x * 2]), &in[threadIdx.x]);
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 2];
}

// Three stages, two tiles each.
__global__ void stages(const half *A, const half *B, half *out, int K, int N) {
  constexpr int Stages = 3, BK = 32;
  __shared__ half tileA[Stages][64][BK];
  __shared__ half tileB[Stages][BK][64 + 8];
  const int rowA = threadIdx.x / 4, columnA = threadIdx.x % 4 * 8;
  const int rowB = threadIdx.x / 8, columnB = threadIdx.x % 8 * 8;
  for (int k = 0; k < K / BK; ++k) {
    const int stage = k % Stages;
    half *toA = &tileA[stage][rowA][columnA];
    COPY(window(toA), &A[rowA * K + k * BK + columnA]);
    half *toB = &tileB[stage][rowB][columnB];
    COPY(window(toB), &B[(k * BK + rowB) * N + columnB]);
    waitAll();
    __syncthreads();
  }
  out[threadIdx.x] =
      tileA[0][threadIdx.x % 64][0] + tileB[0][0][threadIdx.x % 64];
}

// Rows beyond the edge are left out.
__global__ void edge(const half *A, half *out, int M, int K) {
  __shared__ half tile[64][64];
  const int row = threadIdx.x / 8, column = threadIdx.x % 8 * 8;
  const int first = blockIdx.x * 64 + row;
  for (int i = 0; i < 64; i += 32)
    if (first + i < M)
      COPY(window(&tile[row + i][column]), &A[(first + i) * K + column]);
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 64][0];
}

// The source starts within a line.
__global__ void shifted(const half *A, half *out, int from) {
  __shared__ half tile[32 * 64];
  COPY(window(&tile[threadIdx.x * 8]), A + from + threadIdx.x * 8);
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// Every lane copies the same chunk, or half of them nothing.
__global__ void same(const float4 *in, float4 *out) {
  __shared__ float4 tile[128];
  COPY(window(&tile[threadIdx.x / 32]), &in[threadIdx.x / 32]);
  if (threadIdx.x % 2 == 0)
    COPY(window(&tile[threadIdx.x]), &in[threadIdx.x]);
  if (threadIdx.x % 8 < 7)
    COPY(window(&tile[threadIdx.x]), &in[threadIdx.x]);
  waitAll();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  const int N = 512;
  half *in, *out;
  cudaMalloc(&in, 2 << 20);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 2 << 20);
  float *floats = reinterpret_cast<float *>(in);
  float4 *wide = reinterpret_cast<float4 *>(in),
         *wideOut = reinterpret_cast<float4 *>(out);
  tileOfA<<<1, 128>>>(in, out, 256);
  tileOfA<<<1, 128>>>(in, out, 96);
  paddedTileOfA<<<1, 128>>>(in, out, 256);
  tileOfB<16, 128, 8><<<2, 256>>>(in, out, 64, N);
  tileOfB<32, 64, 0><<<2, 256>>>(in, out, 64, N);
  swizzledTile<<<1, 128>>>(in, out, 256);
  swizzledPairs<<<1, 128>>>(in, out, 128);
  tileByColumns<<<1, 128>>>(in, out);
  paddedFloats<<<1, 128>>>(floats, reinterpret_cast<float *>(out));
  chunksByColumn<<<1, 256>>>(wide, wideOut);
  spreadChunks<<<1, 256>>>(wide, wideOut);
  stages<<<1, 256>>>(in, in, out, 192, N);
  edge<<<3, 256>>>(in, out, 150, 128);
  shifted<<<1, 256>>>(in, out, 8);
  shifted<<<1, 256>>>(in, out, 64);
  same<<<1, 128>>>(wide, wideOut);
  cudaError_t error = cudaDeviceSynchronize();
  if (error)
    printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}

// Double buffers, asynchronous copies, warp roles; launches from a table of sizes.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// cp.async two-stage matrix-vector product: A tile 32 x 64, x tile 64.
template <int STAGES>
__global__ void gemv_async(const float *A, const float *x, float *y, int k) {
  __shared__ __align__(16) float as[STAGES][32][64];
  __shared__ __align__(16) float xs[STAGES][64];
  const int lane = threadIdx.x, w = threadIdx.y, lin = w * 32 + lane;   // 32 x 4
  const int tiles = k / 64;
  auto load = [&](int tile, int st) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int e = i * 128 + lin;
      __pipeline_memcpy_async(&as[st][e / 16][(e % 16) * 4], &A[(blockIdx.x * 32 + e / 16) * k + tile * 64 + (e % 16) * 4], 16);
    }
    if (lin < 16) __pipeline_memcpy_async(&xs[st][lin * 4], &x[tile * 64 + lin * 4], 16);
    __pipeline_commit();
  };
  load(0, 0);
  float acc[8] = {};
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) load(tile + 1, (tile + 1) % STAGES); else __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const int st = tile % STAGES;
    const float x0 = xs[st][lane], x1 = xs[st][lane + 32];
#pragma unroll
    for (int r = 0; r < 8; ++r) acc[r] += as[st][w * 8 + r][lane] * x0 + as[st][w * 8 + r][lane + 32] * x1;
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    float v = acc[r];
    for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    if (lane == 0) y[blockIdx.x * 32 + w * 8 + r] = v;
  }
}

// SGEMM with register staging, vector stores to a transposed A tile.
template <int BM, int BN, int BK, int PAD>
__global__ void __launch_bounds__(BM * BN / 16) sgemm_staged(const float *A, const float *B, float *C, int n, int k) {
  extern __shared__ __align__(16) float smem[];
  float *at = smem;                          // [BK][BM + PAD]
  float *bt = smem + 2 * BK * (BM + PAD);    // [BK][BN]
  const int t = threadIdx.x, tx = t % (BN / 4), ty = t / (BN / 4);
  const int ar = t / (BK / 4), ac = t % (BK / 4) * 4;
  const int br = t / (BN / 4), bc = t % (BN / 4) * 4;
  float acc[4][4] = {};
  float4 ra, rb;
  const bool la = ar < BM, lb = br < BK;
  auto fetch = [&](int k0) {
    if (la) ra = *reinterpret_cast<const float4 *>(&A[(blockIdx.y * BM + ar) * k + k0 + ac]);
    if (lb) rb = *reinterpret_cast<const float4 *>(&B[(k0 + br) * n + blockIdx.x * BN + bc]);
  };
  auto store = [&](int buf) {
    if (la) {
      float *p = at + buf * BK * (BM + PAD);
      p[(ac + 0) * (BM + PAD) + ar] = ra.x;
      p[(ac + 1) * (BM + PAD) + ar] = ra.y;
      p[(ac + 2) * (BM + PAD) + ar] = ra.z;
      p[(ac + 3) * (BM + PAD) + ar] = ra.w;
    }
    if (lb) *reinterpret_cast<float4 *>(&bt[(buf * BK + br) * BN + bc]) = rb;
  };
  fetch(0); store(0);
  __syncthreads();
  int buf = 0;
  for (int k0 = 0; k0 < k; k0 += BK) {
    const bool more = k0 + BK < k;
    if (more) fetch(k0 + BK);
#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
      const float4 a = *reinterpret_cast<float4 *>(&at[(buf * BK + kk) * (BM + PAD) + ty * 4]);
      const float4 b = *reinterpret_cast<float4 *>(&bt[(buf * BK + kk) * BN + tx * 4]);
      const float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += av[i] * bv[j];
    }
    buf ^= 1;
    if (more) store(buf);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4 *>(&C[(blockIdx.y * BM + ty * 4 + i) * n + blockIdx.x * BN + tx * 4]) =
        make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// Moving average with a ring per thread; the ring lives in dynamic shared memory, [slot][thread].
__global__ void ring_average(const float *in, float *out, int n, int window) {
  extern __shared__ float ring[];
  const int t = threadIdx.x;
  for (int s = 0; s < window; ++s) ring[s * blockDim.x + t] = 0.f;
  float sum = 0.f;
  int head = 0;
  for (int i = 0; i < n; ++i) {
    const float v = in[i * blockDim.x + t];
    sum += v - ring[head * blockDim.x + t];
    ring[head * blockDim.x + t] = v;
    if (++head == window) head = 0;
    out[i * blockDim.x + t] = sum / window;
  }
}

// Queue of work items with struct members; warp 0 fills, the rest drain.
struct Item { short row, col; float w; };
struct Queue { Item items[48]; int head, tail; };
__global__ void small_queue(float *out) {
  __shared__ Queue q;
  const int t = threadIdx.x;
  if (t < 32) {
    q.items[t].row = t; q.items[t].col = 2 * t; q.items[t].w = 0.25f * t;
    if (t < 16) q.items[32 + t] = Item{(short)t, (short)-t, 1.f};
    if (t == 0) { q.head = 0; q.tail = 48; }
  }
  __syncthreads();
  float s = 0.f;
  if (t >= 32) {
    for (int i = q.head + t - 32; i < q.tail; i += 96) {
      Item it = q.items[i];
      s += it.row * it.w + it.col;
    }
  }
  __syncthreads();
  if (t >= 32) q.items[(t - 32) / 2].w = s;
  __syncthreads();
  if (t < 48) out[blockIdx.x * 48 + t] = q.items[47 - t].w;
}

// Block-wide exclusive scan with 8 items a thread, "warp scans of raked" form.
template <int ITEMS, int THREADS>
struct Raked {
  struct Storage { int cells[THREADS * ITEMS + THREADS * ITEMS / 32]; int warps[THREADS / 32]; } &s;
  __device__ static int idx(int i) { return i + i / 32; }
  __device__ void run(const int *in, int *out) {
    const int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) s.cells[idx(k * THREADS + t)] = in[k * THREADS + t];
    __syncthreads();
    int sum = 0, v[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) { v[k] = sum; sum += s.cells[idx(t * ITEMS + k)]; }
    int x = sum;
    for (int o = 1; o < 32; o *= 2) { int y = __shfl_up_sync(~0u, x, o); if ((t & 31) >= o) x += y; }
    if ((t & 31) == 31) s.warps[t / 32] = x;
    __syncthreads();
    int base = x - sum;
    for (int w = 0; w < t / 32; ++w) base += s.warps[w];
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) s.cells[idx(t * ITEMS + k)] = v[k] + base;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) out[k * THREADS + t] = s.cells[idx(k * THREADS + t)];
  }
};
template <int ITEMS, int THREADS>
__global__ void scan_raked(const int *in, int *out) {
  __shared__ typename Raked<ITEMS, THREADS>::Storage storage;
  Raked<ITEMS, THREADS> r{storage};
  r.run(in + blockIdx.x * ITEMS * THREADS, out + blockIdx.x * ITEMS * THREADS);
}

// Tiles of eight lanes rotate rows of an 8 x 8 block.
__global__ void rotate8(const float *in, float *out) {
  __shared__ float m[16][8][8];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int g = tile.meta_group_rank(), l = tile.thread_rank();
  const float *src = in + (blockIdx.x * 16 + g) * 64;
#pragma unroll
  for (int r = 0; r < 8; ++r) m[g][r][(l + r) & 7] = src[r * 8 + l];
  tile.sync();
  float *dst = out + (blockIdx.x * 16 + g) * 64;
#pragma unroll
  for (int r = 0; r < 8; ++r) dst[r * 8 + l] = m[g][l][(l + r) & 7];
}

int main() {
  float *a, *b, *c;
  const size_t z = 1 << 20;
  if (cudaMalloc(&a, z) || cudaMalloc(&b, z) || cudaMalloc(&c, z)) return 1;
  cudaMemset(a, 0, z); cudaMemset(b, 0, z);
  gemv_async<2><<<2, dim3(32, 4)>>>(a, b, c, 320);
  gemv_async<3><<<2, dim3(32, 4)>>>(a, b, c, 256);
  auto gemm = [&](int m, int n, int k) {
    constexpr int BM = 64, BN = 32, BK = 8;
    const size_t shm = 2 * (BK * (BM + 4) + BK * BN) * sizeof(float);
    sgemm_staged<BM, BN, BK, 4><<<dim3(n / BN, m / BM), BM * BN / 16, shm>>>(a, b, c, n, k);
  };
  gemm(128, 64, 40);
  sgemm_staged<32, 32, 8, 0><<<dim3(2, 2), 64, 2 * (8 * 32 + 8 * 32) * sizeof(float)>>>(a, b, c, 64, 24);
  const int windows[] = {5};
  for (int w : windows) ring_average<<<1, 128, w * 128 * sizeof(float)>>>(a, c, 23, w);
  small_queue<<<2, 128>>>(c);
  scan_raked<8, 128><<<2, 128>>>((int *)a, (int *)c);
  scan_raked<5, 64><<<2, 64>>>((int *)a, (int *)c);
  rotate8<<<2, 128>>>(a, c);
  cudaError_t e = cudaDeviceSynchronize();
  if (e == cudaSuccess) e = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}

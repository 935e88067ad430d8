// Batched dense kernels for small matrices: functor-parameterised matmul, Gauss-Jordan inverse,
// warp-per-matrix pivoted LU, and in-place 4x4 transforms with thread-private shared slots.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;
#define CHECK(call)                                                                         \
  if (const cudaError_t st = (call); st != cudaSuccess) {                                   \
    std::fprintf(stderr, "CUDA failure %s at line %d\n", cudaGetErrorString(st), __LINE__); \
    std::exit(EXIT_FAILURE);                                                                \
  }

// ---- element functors applied on load and on store -----------------------------------------
struct Identity {
  template <class T> __device__ T operator()(T v) const { return v; }
};
template <class T> struct Scale {
  T s;
  __device__ T operator()(T v) const { return s * v; }
};
struct Relu {
  template <class T> __device__ T operator()(T v) const { return v > T(0) ? v : T(0); }
};

template <int N_, int PerBlock_, int PadA_, bool TransB_> struct MatmulPolicy {
  static constexpr int N = N_, PerBlock = PerBlock_, LdA = N + PadA_, LdB = N + (TransB_ ? 1 : 0);
  static constexpr bool TransB = TransB_;
  static constexpr int kThreads = N * PerBlock;  // one thread per output column
  static constexpr int kElems = PerBlock * N * (LdA + LdB);
};

// C = store(load(A) * op(B)); thread (col, slot) owns one column of one matrix.
template <class Policy, class T, class LoadOp, class StoreOp>
__global__ void batched_matmul_kernel(int batch, const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C,
                                      LoadOp load, StoreOp store) {
  constexpr int N = Policy::N;
  extern __shared__ __align__(16) unsigned char smem[];
  T* const a_base = reinterpret_cast<T*>(smem);
  T* const b_base = a_base + Policy::PerBlock * N * Policy::LdA;
  const int col = threadIdx.x, slot = threadIdx.y;
  const int m = blockIdx.x * Policy::PerBlock + slot;
  T* a = a_base + slot * N * Policy::LdA;
  T* b = b_base + slot * N * Policy::LdB;
  if (m < batch) {
    const T* ga = A + size_t(m) * N * N;
    const T* gb = B + size_t(m) * N * N;
#pragma unroll
    for (int r = 0; r < N; ++r) {
      a[r * Policy::LdA + col] = load(__ldg(ga + r * N + col));
      if constexpr (Policy::TransB) b[col * Policy::LdB + r] = __ldg(gb + r * N + col);
      else b[r * Policy::LdB + col] = __ldg(gb + r * N + col);
    }
  }
  __syncthreads();
  if (m >= batch) return;
  T rb[N];
#pragma unroll
  for (int k = 0; k < N; ++k) rb[k] = b[k * Policy::LdB + col];
  for (int r = 0; r < N; ++r) {
    T acc = T(0);
#pragma unroll
    for (int k = 0; k < N; ++k) acc += a[r * Policy::LdA + k] * rb[k];
    C[size_t(m) * N * N + r * N + col] = store(acc);
  }
}

// Gauss-Jordan without pivoting (diagonally dominant input). One thread per matrix row; the
// augmented system [A | I] is kept in shared memory with a leading dimension of 2N + Pad.
template <class T, int N, int PerBlock, int Pad>
__global__ void batched_inverse_kernel(int batch, const T* __restrict__ A, T* __restrict__ Ainv) {
  constexpr int Ld = 2 * N + Pad;
  __shared__ T aug[PerBlock][N][Ld];
  const int row = threadIdx.x % N, slot = threadIdx.x / N;
  const int m = blockIdx.x * PerBlock + slot;
  const bool live = m < batch;
  T(&w)[N][Ld] = aug[slot];
  for (int r = 0; r < N; ++r) {
    w[r][row] = live ? A[(size_t(m) * N + r) * N + row] : T(r == row);
    w[r][N + row] = T(r == row);
  }
  __syncthreads();
  for (int p = 0; p < N; ++p) {
    const T f = (row == p) ? T(0) : w[row][p] / w[p][p];
    __syncthreads();
    if (row != p)
      for (int c = p; c < N + p + 1; ++c) w[row][c] -= f * w[p][c];
    __syncthreads();
  }
  const T inv = T(1) / w[row][row];
  for (int c = 0; c < N; ++c) w[row][N + c] *= inv;
  __syncthreads();
  if (live)
    for (int r = 0; r < N; ++r) Ainv[(size_t(m) * N + r) * N + row] = w[r][N + row];
}

// Partial-pivoting LU, one tile of 32 lanes per matrix, lane = column during updates and
// lane = row during the pivot search.
template <class T, int N, int Ld> __device__ void lu_factor(cg::thread_block_tile<32> tile, T* mat, int* piv) {
  const int lane = tile.thread_rank();
  for (int k = 0; k < N; ++k) {
    T best = (lane >= k && lane < N) ? fabs(mat[lane * Ld + k]) : T(-1);
    int who = lane;
#pragma unroll
    for (int off = 16; off > 0; off /= 2) {
      const T ov = tile.shfl_xor(best, off);
      const int oi = tile.shfl_xor(who, off);
      if (ov > best || (ov == best && oi < who)) {
        best = ov;
        who = oi;
      }
    }
    if (lane == 0) piv[k] = who;
    if (lane < N && who != k) {
      const T t = mat[k * Ld + lane];
      mat[k * Ld + lane] = mat[who * Ld + lane];
      mat[who * Ld + lane] = t;
    }
    tile.sync();
    if (lane > k && lane < N) mat[lane * Ld + k] /= mat[k * Ld + k];
    tile.sync();
    if (lane > k && lane < N) {
      const T u = mat[k * Ld + lane];
      for (int r = k + 1; r < N; ++r) mat[r * Ld + lane] -= mat[r * Ld + k] * u;
    }
    tile.sync();
  }
}

template <class T, int N, int Pad>
__global__ void batched_lu_kernel(int batch, T* __restrict__ A, int* __restrict__ pivots, T* __restrict__ logdet) {
  constexpr int Ld = N + Pad;
  extern __shared__ __align__(16) unsigned char smem[];
  const int warps = blockDim.x / 32;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  T* mat = reinterpret_cast<T*>(smem) + tile.meta_group_rank() * N * Ld;
  int* piv = reinterpret_cast<int*>(reinterpret_cast<T*>(smem) + warps * N * Ld) + tile.meta_group_rank() * N;
  const int lane = tile.thread_rank();
  for (int m = blockIdx.x * warps + tile.meta_group_rank(); m < batch; m += gridDim.x * warps) {
    T* g = A + size_t(m) * N * N;
    for (int i = lane; i < N * N; i += 32) mat[(i / N) * Ld + i % N] = g[i];
    tile.sync();
    lu_factor<T, N, Ld>(tile, mat, piv);
    for (int i = lane; i < N * N; i += 32) g[i] = mat[(i / N) * Ld + i % N];
    if (lane < N) pivots[m * N + lane] = piv[lane];
    T d = lane < N ? T(log(fabs(mat[lane * Ld + lane]))) : T(0);
    for (int off = 16; off > 0; off /= 2) d += tile.shfl_down(d, off);
    if (lane == 0) logdet[m] = d;
    tile.sync();
  }
}

// 4x4 powers: each thread works on its own matrix, staged through shared memory so the global
// traffic is coalesced. Slot is the number of floats reserved per matrix (16, or 20 padded).
template <int Threads, int Slot>
__global__ void mat4_square_kernel(int batch, const float4* __restrict__ in, float4* __restrict__ out) {
  __shared__ __align__(16) float stage[Threads * Slot];
  const int first = blockIdx.x * Threads, count = min(Threads, batch - first);
  for (int i = threadIdx.x; i < count * 4; i += Threads)
    *reinterpret_cast<float4*>(&stage[(i / 4) * Slot + (i % 4) * 4]) = in[first * 4 + i];
  __syncthreads();
  if (threadIdx.x < count) {
    float4* mine = reinterpret_cast<float4*>(&stage[threadIdx.x * Slot]);
    const float4 r0 = mine[0], r1 = mine[1], r2 = mine[2], r3 = mine[3];
    auto row = [&](const float4& a) {
      return make_float4(
          a.x * r0.x + a.y * r1.x + a.z * r2.x + a.w * r3.x, a.x * r0.y + a.y * r1.y + a.z * r2.y + a.w * r3.y,
          a.x * r0.z + a.y * r1.z + a.z * r2.z + a.w * r3.z, a.x * r0.w + a.y * r1.w + a.z * r2.w + a.w * r3.w);
    };
    mine[0] = row(r0);
    mine[1] = row(r1);
    mine[2] = row(r2);
    mine[3] = row(r3);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count * 4; i += Threads)
    out[first * 4 + i] = *reinterpret_cast<const float4*>(&stage[(i / 4) * Slot + (i % 4) * 4]);
}

// ---- host side -----------------------------------------------------------------------------
template <class P, class T, class L, class S> void launch_matmul(int batch, const T* A, const T* B, T* C, L l, S s) {
  const dim3 block(P::N, P::PerBlock), grid((batch + P::PerBlock - 1) / P::PerBlock);
  batched_matmul_kernel<P, T><<<grid, block, P::kElems * sizeof(T)>>>(batch, A, B, C, l, s);
  CHECK(cudaGetLastError());
}

template <class T, class L, class S> void dispatch_matmul(int n, int batch, const T* A, const T* B, T* C, L l, S s) {
  switch (n) {
    case 4: launch_matmul<MatmulPolicy<4, 32, 0, false>>(batch, A, B, C, l, s); break;
    case 8: launch_matmul<MatmulPolicy<8, 16, 4, false>>(batch, A, B, C, l, s); break;
    case 16: launch_matmul<MatmulPolicy<16, 8, 0, true>>(batch, A, B, C, l, s); break;
    case 32: launch_matmul<MatmulPolicy<32, 4, 0, false>>(batch, A, B, C, l, s); break;
    default: std::fprintf(stderr, "unsupported size %d\n", n); std::exit(1);
  }
}

template <class T, int N, int Pad> void launch_lu(int batch, T* A, int* piv, T* logdet) {
  const int warps = 4;
  const size_t smem = warps * (N * (N + Pad) * sizeof(T) + N * sizeof(int));
  batched_lu_kernel<T, N, Pad><<<min(16, (batch + warps - 1) / warps), warps * 32, smem>>>(batch, A, piv, logdet);
  CHECK(cudaGetLastError());
}

int main() {
  constexpr int kBatch = 128, kMaxElems = kBatch * 32 * 32;
  std::vector<float> hA(kMaxElems), hB(kMaxElems), hC(kMaxElems);
  float *dA, *dB, *dC, *dLog;
  int* dPiv;
  CHECK(cudaMalloc(&dA, kMaxElems * sizeof(float)));
  CHECK(cudaMalloc(&dB, kMaxElems * sizeof(float)));
  CHECK(cudaMalloc(&dC, kMaxElems * sizeof(float)));
  CHECK(cudaMalloc(&dLog, kBatch * sizeof(float)));
  CHECK(cudaMalloc(&dPiv, kBatch * 32 * sizeof(int)));
  double checksum = 0;
  int bad = 0;
  auto fill = [&](int n) {  // diagonally dominant batch of n x n
    for (int i = 0; i < kBatch * n * n; ++i) {
      const int r = i / n % n, c = i % n;
      hA[i] = ((i * 37 + i / 5) % 19 - 9) * 0.05f + (r == c ? n : 0);
      hB[i] = ((i * 11 + 3) % 23 - 11) * 0.1f;
    }
    CHECK(cudaMemcpy(dA, hA.data(), kBatch * n * n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, hB.data(), kBatch * n * n * sizeof(float), cudaMemcpyHostToDevice));
  };
  auto fetch = [&](int elems, const float* src) {
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(hC.data(), src, elems * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < elems; ++i) checksum += hC[i];
  };
  auto product = [&](const std::vector<float>& x, int n, int m, int r, int c) {
    float s = 0;
    for (int k = 0; k < n; ++k) s += hA[(m * n + r) * n + k] * x[(m * n + k) * n + c];
    return s;
  };
  for (int n : {4, 8, 16, 32}) {
    fill(n);
    if (n < 32) dispatch_matmul(n, kBatch, dA, dB, dC, Scale<float>{0.5f}, Relu{});
    else dispatch_matmul(n, kBatch, dA, dB, dC, Identity{}, Scale<float>{0.5f});
    fetch(kBatch * n * n, dC);
    std::vector<float> x = hB;
    if (n == 16)  // this policy stages B transposed
      for (int i = 0; i < kBatch * 256; ++i) x[i] = hB[i / 256 * 256 + i % 16 * 16 + i / 16 % 16];
    for (int i = 0; i < kBatch * n * n; i += 7) {
      float r = 0.5f * product(x, n, i / (n * n), i / n % n, i % n);
      if (n < 32) r = fmaxf(r, 0.f);
      bad += std::fabs(r - hC[i]) > 1e-3f;
    }
  }
  auto check_inverse = [&](int n) {
    fetch(kBatch * n * n, dC);
    for (int i = 0; i < kBatch * n * n; i += 5)
      bad += std::fabs(product(hC, n, i / (n * n), i / n % n, i % n) - (i / n % n == i % n)) > 1e-3f;
  };
  fill(16);
  batched_inverse_kernel<float, 16, 8, 1><<<(kBatch + 7) / 8, 128>>>(kBatch, dA, dC);
  check_inverse(16);
  fill(8);
  batched_inverse_kernel<float, 8, 16, 0><<<(kBatch + 15) / 16, 128>>>(kBatch, dA, dC);
  check_inverse(8);
  fill(32);
  launch_lu<float, 32, 1>(kBatch, dA, dPiv, dLog);
  fetch(kBatch, dLog);
  fill(16);
  launch_lu<float, 16, 0>(kBatch, dA, dPiv, dLog);
  fetch(kBatch, dLog);
  fill(4);
  auto square = [&](auto kernel) {
    kernel<<<(16 * kBatch + 127) / 128, 128>>>(16 * kBatch, (const float4*)dB, (float4*)dC);
    fetch(16 * kBatch * 16, dC);
  };
  square(mat4_square_kernel<128, 16>);
  square(mat4_square_kernel<128, 20>);
  std::printf("checksum %.6f %s\n", checksum, bad ? "FAILED" : "OK");
  return bad != 0;
}

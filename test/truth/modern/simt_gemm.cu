// SIMT single-precision GEMM, 64x64x8 tile, 256 threads, local_partition only.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <class ASmemLayout, class BSmemLayout>
__global__ __launch_bounds__(256)
void sgemm_kernel(int M, int N, int K, float const* A, float const* B, float* C)
{
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(_1{}, M));   // M-major
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, _1{}));   // K-major
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(_1{}, M));

  auto cta_tiler = Shape<_64, _64, _8>{};
  auto cta_coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, cta_tiler, cta_coord, Step<_1,  X, _1>{});   // (64,8,k)
  Tensor gB = local_tile(mB, cta_tiler, cta_coord, Step< X, _1, _1>{});   // (64,8,k)
  Tensor gC = local_tile(mC, cta_tiler, cta_coord, Step<_1, _1,  X>{});   // (64,64)

  __shared__ float smemA[cosize_v<ASmemLayout>];
  __shared__ float smemB[cosize_v<BSmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), ASmemLayout{});           // (64,8)
  Tensor sB = make_tensor(make_smem_ptr(smemB), BSmemLayout{});           // (64,8)

  auto tA = Layout<Shape<_32, _8>>{};                        // m fastest, matches gA
  auto tB = Layout<Shape<_32, _8>, Stride<_8, _1>>{};        // k fastest, matches gB
  auto tC = Layout<Shape<_16, _16>>{};

  Tensor tAgA = local_partition(gA, tA, threadIdx.x);
  Tensor tAsA = local_partition(sA, tA, threadIdx.x);
  Tensor tBgB = local_partition(gB, tB, threadIdx.x);
  Tensor tBsB = local_partition(sB, tB, threadIdx.x);

  Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1,  X>{});     // (4,8)
  Tensor tCsB = local_partition(sB, tC, threadIdx.x, Step< X, _1>{});     // (4,8)
  Tensor tCgC = local_partition(gC, tC, threadIdx.x, Step<_1, _1>{});     // (4,4)
  Tensor tCrC = make_tensor_like(tCgC);
  clear(tCrC);

  for (int k_tile = 0; k_tile < size<2>(tAgA); ++k_tile) {
    copy(tAgA(_, _, k_tile), tAsA);
    copy(tBgB(_, _, k_tile), tBsB);
    __syncthreads();
    gemm(tCsA, tCsB, tCrC);
    __syncthreads();
  }
  axpby(1.0f, tCrC, 0.0f, tCgC);
}

int main()
{
  constexpr int M = 128, N = 128, K = 64;
  float *A, *B, *C;
  cudaMalloc(&A, M * K * sizeof(float));
  cudaMalloc(&B, N * K * sizeof(float));
  cudaMalloc(&C, M * N * sizeof(float));
  cudaMemset(A, 0, M * K * sizeof(float));
  cudaMemset(B, 0, N * K * sizeof(float));
  cudaMemset(C, 0, M * N * sizeof(float));

  using MMajor  = Layout<Shape<_64, _8>>;                            // (1,64)
  using KMajor  = Layout<Shape<_64, _8>, Stride<_8, _1>>;            // (8,1)
  using MPadded = Layout<Shape<_64, _8>, Stride<_1, Int<68>>>;       // (1,68)
  dim3 grid(M / 64, N / 64);
  sgemm_kernel<MMajor, MMajor><<<grid, 256>>>(M, N, K, A, B, C);
  sgemm_kernel<KMajor, KMajor><<<grid, 256>>>(M, N, K, A, B, C);
  sgemm_kernel<MMajor, MPadded><<<grid, 256>>>(M, N, K, A, B, C);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

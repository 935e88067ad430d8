// SIMT GEMM with a register double buffer: shared->register copies of k-slice
// k+1 are issued before the FMAs of slice k; global tile kt+1 is prefetched too.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout>                              // (64,16), m-major
__global__ __launch_bounds__(256)
void sgemm_dbuf(int M, int N, int K, float const* A, float const* B, float* C)
{
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, _1{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, _1{}));
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(_1{}, M));
  Tensor gA = local_tile(mA, Shape<_64, _16>{}, make_coord(blockIdx.x, _));
  Tensor gB = local_tile(mB, Shape<_64, _16>{}, make_coord(blockIdx.y, _));
  Tensor gC = local_tile(mC, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));

  __shared__ float smemA[cosize_v<SmemLayout>];
  __shared__ float smemB[cosize_v<SmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), SmemLayout{});
  Tensor sB = make_tensor(make_smem_ptr(smemB), SmemLayout{});

  auto g2s = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                             Layout<Shape<_16, _16>, Stride<_16, _1>>{});
  auto thr = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gA), tBgB = thr.partition_S(gB);
  Tensor tAsA = thr.partition_D(sA), tBsB = thr.partition_D(sB);
  Tensor tArA = make_fragment_like(tAsA), tBrB = make_fragment_like(tBsB);

  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16, _1>>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);                 // (1,4,16)
  Tensor tCsB = thr_mma.partition_B(sB);                 // (1,4,16)
  Tensor tCgC = thr_mma.partition_C(gC);                 // (1,4,4)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  Tensor rA = make_tensor<float>(make_shape(size<0>(tCsA), size<1>(tCsA), _2{}));
  Tensor rB = make_tensor<float>(make_shape(size<0>(tCsB), size<1>(tCsB), _2{}));
  clear(tCrC);

  copy(g2s, tAgA(_, _, _, 0), tArA);
  copy(g2s, tBgB(_, _, _, 0), tBrB);
  int const k_tiles = size<2>(gA);
  for (int kt = 0; kt < k_tiles; ++kt) {
    copy(g2s, tArA, tAsA);
    copy(g2s, tBrB, tBsB);
    __syncthreads();
    int const kn = kt + 1 < k_tiles ? kt + 1 : kt;
    copy(g2s, tAgA(_, _, _, kn), tArA);
    copy(g2s, tBgB(_, _, _, kn), tBrB);
    copy(tCsA(_, _, 0), rA(_, _, 0));
    copy(tCsB(_, _, 0), rB(_, _, 0));
    CUTE_UNROLL
    for (int k = 0; k < size<2>(tCsA); ++k) {
      if (k + 1 < size<2>(tCsA)) {
        copy(tCsA(_, _, k + 1), rA(_, _, (k + 1) % 2));
        copy(tCsB(_, _, k + 1), rB(_, _, (k + 1) % 2));
      }
      gemm(mma, rA(_, _, k % 2), rB(_, _, k % 2), tCrC);
    }
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

int main()
{
  constexpr int M = 256, N = 128, K = 64;
  float *A, *B, *C;
  cudaMalloc(&A, M * K * 4); cudaMalloc(&B, N * K * 4); cudaMalloc(&C, M * N * 4);
  sgemm_dbuf<Layout<Shape<_64, _16>, Stride<_1, _64>    >><<<dim3(4, 2), 256>>>(M, N, K, A, B, C);
  sgemm_dbuf<Layout<Shape<_64, _16>, Stride<_1, Int<66>>>><<<dim3(4, 2), 256>>>(M, N, K, A, B, C);
  return (cudaDeviceSynchronize(), cudaGetLastError()) == cudaSuccess ? 0 : 1;
}

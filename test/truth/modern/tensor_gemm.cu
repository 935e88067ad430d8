// Tensor-core half GEMM, cp.async into shared memory, ldmatrix to registers.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;
using T = cute::half_t;

template <class SmemLayout>                     // (64,64), used for both A and B
__global__ __launch_bounds__(128)
void hgemm_ldsm(int M, int N, int K, T const* A, T const* B, float* C)
{
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, _1{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, _1{}));
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(N, _1{}));
  auto tiler = Shape<_64, _64, _64>{};
  auto coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, coord, Step<_1,  X, _1>{});
  Tensor gB = local_tile(mB, tiler, coord, Step< X, _1, _1>{});
  Tensor gC = local_tile(mC, tiler, coord, Step<_1, _1,  X>{});

  alignas(128) __shared__ T smemA[cosize_v<SmemLayout>];
  alignas(128) __shared__ T smemB[cosize_v<SmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), SmemLayout{});
  Tensor sB = make_tensor(make_smem_ptr(smemB), SmemLayout{});

  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, T>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr_g2s = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr_g2s.partition_S(gA);
  Tensor tAsA = thr_g2s.partition_D(sA);
  Tensor tBgB = thr_g2s.partition_S(gB);
  Tensor tBsB = thr_g2s.partition_D(sB);

  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr_mma.partition_fragment_A(sA);
  Tensor tCrB = thr_mma.partition_fragment_B(sB);
  Tensor tCgC = thr_mma.partition_C(gC);
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  clear(tCrC);

  auto s2r_a = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, T>{}, mma);
  auto s2r_b = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, T>{}, mma);
  Tensor tXsA = s2r_a.get_slice(threadIdx.x).partition_S(sA);
  Tensor tXrA = s2r_a.get_slice(threadIdx.x).retile_D(tCrA);
  Tensor tXsB = s2r_b.get_slice(threadIdx.x).partition_S(sB);
  Tensor tXrB = s2r_b.get_slice(threadIdx.x).retile_D(tCrB);

  for (int kt = 0; kt < size<3>(tAgA); ++kt) {
    copy(g2s, tAgA(_, _, _, kt), tAsA);
    copy(g2s, tBgB(_, _, _, kt), tBsB);
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    CUTE_UNROLL
    for (int k = 0; k < size<2>(tCrA); ++k) {
      copy(s2r_a, tXsA(_, _, k), tXrA(_, _, k));
      copy(s2r_b, tXsB(_, _, k), tXrB(_, _, k));
      gemm(mma, tCrA(_, _, k), tCrB(_, _, k), tCrC);
    }
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

int main()
{
  constexpr int M = 128, N = 128, K = 128;
  T *A, *B; float* C;
  cudaMalloc(&A, M * K * sizeof(T)); cudaMalloc(&B, N * K * sizeof(T)); cudaMalloc(&C, M * N * sizeof(float));
  using Plain   = Layout<Shape<_64, _64>, Stride<_64, _1>>;
  using Padded  = Layout<Shape<_64, _64>, Stride<Int<72>, _1>>;
  using Swizzled = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}),
                                          Shape<_64, _64>{}));
  hgemm_ldsm<Plain   ><<<dim3(2, 2), 128>>>(M, N, K, A, B, C);
  hgemm_ldsm<Padded  ><<<dim3(2, 2), 128>>>(M, N, K, A, B, C);
  hgemm_ldsm<Swizzled><<<dim3(2, 2), 128>>>(M, N, K, A, B, C);
  return (cudaDeviceSynchronize(), cudaGetLastError()) == cudaSuccess ? 0 : 1;
}

// One 64x64x64 half MMA tile per block, both operands K-major in shared memory, read with ldmatrix
// from swizzled layouts built by tile_to_shape from an atom of 8 rows.
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>

using namespace cute;

template <class SmemAtom>
__global__ void __launch_bounds__(128) mma_swizzled(half_t const* A, half_t const* B, float* C)
{
  using SmemLayout = decltype(tile_to_shape(SmemAtom{}, Shape<_64, _64>{}));
  __shared__ __align__(1024) half_t smemA[cosize_v<SmemLayout>];
  __shared__ __align__(1024) half_t smemB[cosize_v<SmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), SmemLayout{});           // (M,K)
  Tensor sB = make_tensor(make_smem_ptr(smemB), SmemLayout{});           // (N,K)

  Tensor mA = make_tensor(make_gmem_ptr(A), Shape<_128, _64>{}, LayoutRight{});
  Tensor mB = make_tensor(make_gmem_ptr(B), Shape<_128, _64>{}, LayoutRight{});
  Tensor mC = make_tensor(make_gmem_ptr(C), Shape<_128, _128>{}, LayoutRight{});
  Tensor gA = local_tile(mA, Shape<_64, _64>{}, make_coord(blockIdx.x, 0));
  Tensor gB = local_tile(mB, Shape<_64, _64>{}, make_coord(blockIdx.y, 0));
  Tensor gC = local_tile(mC, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));

  auto g2s = make_tiled_copy(Copy_Atom<DefaultCopy, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto g2s_thr = g2s.get_thread_slice(threadIdx.x);
  copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, g2s_thr.partition_S(gA), g2s_thr.partition_D(sA));
  copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, g2s_thr.partition_S(gB), g2s_thr.partition_D(sB));
  __syncthreads();

  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgC = thr_mma.partition_C(gC);
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  Tensor tCrA = thr_mma.partition_fragment_A(sA);
  Tensor tCrB = thr_mma.partition_fragment_B(sB);
  clear(tCrC);

  using LdAtom = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
  auto copyA = make_tiled_copy_A(LdAtom{}, mma);
  auto copyB = make_tiled_copy_B(LdAtom{}, mma);
  copy(copyA, copyA.get_slice(threadIdx.x).partition_S(sA), copyA.get_slice(threadIdx.x).retile_D(tCrA));
  copy(copyB, copyB.get_slice(threadIdx.x).partition_S(sB), copyB.get_slice(threadIdx.x).retile_D(tCrB));

  gemm(mma, tCrA, tCrB, tCrC);
  copy(tCrC, tCgC);
}

int main()
{
  half_t *A, *B;  float* C;
  cudaMalloc(&A, 128 * 64 * sizeof(half_t));   cudaMemset(A, 0, 128 * 64 * sizeof(half_t));
  cudaMalloc(&B, 128 * 64 * sizeof(half_t));   cudaMemset(B, 0, 128 * 64 * sizeof(half_t));
  cudaMalloc(&C, 128 * 128 * sizeof(float));

  using Full   = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  using Narrow = decltype(composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
  using TooFew = decltype(composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  mma_swizzled<Full><<<dim3(2, 2), 128>>>(A, B, C);
  mma_swizzled<Narrow><<<dim3(2, 2), 128>>>(A, B, C);
  mma_swizzled<TooFew><<<dim3(2, 2), 128>>>(A, B, C);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

// ldmatrix.trans: operand A lies M-major in shared memory, so SM75_U16x8_LDSM_T transposes the 8x8
// matrices on the way to the registers of a TN MMA. Plain, swizzled and padded M-major tiles.
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>

using namespace cute;

template <class T, class SmemLayout, class TiledMma>
__global__ void ldsm_t_kernel(T const* A, T* out, int ldA, SmemLayout sA_layout, TiledMma mma)
{
  constexpr int BlkM = size<0>(SmemLayout{});
  constexpr int BlkK = size<1>(SmemLayout{});
  extern __shared__ uint128_t dyn_smem[];
  Tensor sA = make_tensor(make_smem_ptr(reinterpret_cast<T*>(dyn_smem)), sA_layout);

  // A is column-major: element (m,k) at m + k * ldA
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(ldA, Int<BlkK>{}), make_stride(_1{}, ldA));
  Tensor gA = local_tile(mA, make_tile(Int<BlkM>{}, Int<BlkK>{}), make_coord(blockIdx.x, _0{}));

  TiledCopy g2s = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, T>{},
                                  Layout<Shape<_8, _16>>{},            // thr layout, m-major
                                  Layout<Shape<_8, _1>>{});            // val layout, m-major
  ThrCopy g2s_thr = g2s.get_slice(threadIdx.x);
  Tensor tAgA = g2s_thr.partition_S(gA);
  Tensor tAsA = g2s_thr.partition_D(sA);
  copy(g2s, tAgA, tAsA);
  __syncthreads();

  ThrMMA thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr_mma.partition_fragment_A(sA);
  TiledCopy s2r = make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, T>{}, mma);
  ThrCopy s2r_thr = s2r.get_slice(threadIdx.x);
  Tensor tXsA = s2r_thr.partition_S(sA);                               // (CPY,MMA_M,MMA_K)
  Tensor tXrA = s2r_thr.retile_D(tCrA);                                // (CPY,MMA_M,MMA_K)
  CUTE_UNROLL
  for (int k = 0; k < size<2>(tXrA); ++k) {
    copy(s2r, tXsA(_, _, k), tXrA(_, _, k));
  }

  Tensor gO = make_tensor(make_gmem_ptr(out + blockIdx.x * BlkM * BlkK), Shape<Int<BlkM>, Int<BlkK>>{}, LayoutRight{});
  copy(tCrA, thr_mma.partition_A(gO));
}

int main()
{
  constexpr int M = 256, K = 32, BlkM = 64;
  half_t *A, *out;
  cudaMalloc(&A, M * K * sizeof(half_t));
  cudaMalloc(&out, M * K * sizeof(half_t));
  cudaMemset(A, 0, M * K * sizeof(half_t));

  TiledMMA mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto plain    = make_layout(Shape<_64, _32>{}, LayoutLeft{});
  auto swizzled = tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _8>, Stride<_1, _64>>{}),
                                Shape<_64, _32>{});
  auto padded   = make_layout(Shape<_64, _32>{}, make_stride(_1{}, Int<64 + 8>{}));

  ldsm_t_kernel<<<M / BlkM, 128, cosize(plain) * sizeof(half_t)>>>(A, out, M, plain, mma);
  ldsm_t_kernel<<<M / BlkM, 128, cosize(swizzled) * sizeof(half_t)>>>(A, out, M, swizzled, mma);
  ldsm_t_kernel<<<M / BlkM, 128, cosize(padded) * sizeof(half_t)>>>(A, out, M, padded, mma);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

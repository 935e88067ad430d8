// GEMM with a cp.async pipeline of 3 stages; the stage is the third mode of the shared layouts.
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>

using namespace cute;

template <class SLayout>
__global__ void gemm_3stage(half_t const* A, half_t const* B, float* C, int M, int N, int K, SLayout)
{
  __shared__ __align__(128) half_t bufA[cosize_v<SLayout>];
  __shared__ __align__(128) half_t bufB[cosize_v<SLayout>];
  Tensor sA = make_tensor(make_smem_ptr(bufA), SLayout{});                        // (BLK_M,BLK_K,PIPE)
  Tensor sB = make_tensor(make_smem_ptr(bufB), SLayout{});                        // (BLK_N,BLK_K,PIPE)
  auto cta = Shape<_64, _64, _32>{};
  auto crd = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, _1{})), cta, crd, Step<_1, X, _1>{});
  Tensor gB = local_tile(make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, _1{})), cta, crd, Step<X, _1, _1>{});
  Tensor gC = local_tile(make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(N, _1{})), cta, crd, Step<_1, _1, X>{});

  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                             Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto g2s_t = g2s.get_slice(threadIdx.x);
  Tensor tAgA = g2s_t.partition_S(gA);  Tensor tAsA = g2s_t.partition_D(sA);      // (CPY,CPY_M,CPY_K,k|PIPE)
  Tensor tBgB = g2s_t.partition_S(gB);  Tensor tBsB = g2s_t.partition_D(sB);

  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgC = thr_mma.partition_C(gC);
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);  clear(tCrC);
  Tensor tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));
  Tensor tCrB = thr_mma.partition_fragment_B(sB(_, _, 0));
  auto s2rA = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2rB = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  Tensor tXsA = s2rA.get_slice(threadIdx.x).partition_S(sA);  Tensor tXrA = s2rA.get_slice(threadIdx.x).retile_D(tCrA);
  Tensor tXsB = s2rB.get_slice(threadIdx.x).partition_S(sB);  Tensor tXrB = s2rB.get_slice(threadIdx.x).retile_D(tCrB);

  constexpr int Stages = size<2>(SLayout{});
  int k_tiles = size<2>(gA), k_next = 0;
  auto load = [&](int pipe) {
    if (k_next < k_tiles) {
      copy(g2s, tAgA(_, _, _, k_next), tAsA(_, _, _, pipe));
      copy(g2s, tBgB(_, _, _, k_next), tBsB(_, _, _, pipe));
      ++k_next;
    }
    cp_async_fence();
  };
  for (int s = 0; s < Stages - 1; ++s) { load(s); }
  for (int k = 0; k < k_tiles; ++k) {
    cp_async_wait<Stages - 2>();
    __syncthreads();
    load((k + Stages - 1) % Stages);
    copy(s2rA, tXsA(_, _, _, k % Stages), tXrA);
    copy(s2rB, tXsB(_, _, _, k % Stages), tXrB);
    gemm(mma, tCrA, tCrB, tCrC);
  }
  copy(tCrC, tCgC);
}

int main()
{
  half_t *A, *B;  float* C;
  cudaMalloc(&A, 128 * 256 * 2);  cudaMalloc(&B, 128 * 256 * 2);  cudaMalloc(&C, 128 * 128 * 4);
  auto plain = Layout<Shape<_64, _32, _3>, Stride<_32, _1, _2048>>{};
  auto swz   = tile_to_shape(composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}), Shape<_64, _32, _3>{});
  gemm_3stage<<<dim3(2, 2), 128>>>(A, B, C, 128, 128, 256, plain);
  gemm_3stage<<<dim3(2, 2), 128>>>(A, B, C, 128, 128, 256, swz);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

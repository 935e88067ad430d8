// Epilogue: accumulators -> half -> stmatrix into a shared tile -> 128-bit copy to global memory.
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cute/arch/copy_sm90.hpp>

using namespace cute;

template <class SmemLayoutC>
__global__ __launch_bounds__(128) void epilogue(float const* acc_in, half_t* C, float alpha)
{
  __shared__ __align__(1024) half_t smem[cosize_v<SmemLayoutC>];
  Tensor sC = make_tensor(make_smem_ptr(smem), SmemLayoutC{});                        // (64,64)

  auto   mn = Shape<_256, _128>{};
  Tensor gAcc = local_tile(make_tensor(make_gmem_ptr(acc_in), mn, LayoutRight{}),
                           Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));
  Tensor gC   = local_tile(make_tensor(make_gmem_ptr(C), mn, LayoutRight{}),
                           Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));

  using Mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{},
                                      Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{}));
  Mma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor acc = partition_fragment_C(mma, Shape<_64, _64>{});                          // stands for a main loop
  copy(thr_mma.partition_C(gAcc), acc);

  Tensor acc_h = make_tensor<half_t>(shape(acc));
  CUTE_UNROLL
  for (int i = 0; i < size(acc); ++i) {
    acc_h(i) = half_t(alpha * acc(i));
  }

  // Registers to shared memory
  auto r2s = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto r2s_thr = r2s.get_slice(threadIdx.x);
  Tensor tRrC = r2s_thr.retile_S(acc_h);
  Tensor tRsC = r2s_thr.partition_D(sC);
  copy(r2s, tRrC, tRsC);
  __syncthreads();

  // Shared to global memory, rows of 128 bytes by 8 threads
  auto s2g = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto s2g_thr = s2g.get_slice(threadIdx.x);
  copy(s2g, s2g_thr.partition_S(sC), s2g_thr.partition_D(gC));
}

int main()
{
  float* acc;  half_t* C;
  cudaMalloc(&acc, 256 * 128 * sizeof(float));
  cudaMalloc(&C, 256 * 128 * sizeof(half_t));
  cudaMemset(acc, 0, 256 * 128 * sizeof(float));

  using Plain  = Layout<Shape<_64, _64>, Stride<_64, _1>>;
  using Padded = Layout<Shape<_64, _64>, Stride<_72, _1>>;
  using Sw128  = decltype(tile_to_shape(SM90::GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  epilogue<Plain><<<dim3(4, 2), 128>>>(acc, C, 2.0f);
  epilogue<Padded><<<dim3(4, 2), 128>>>(acc, C, 2.0f);
  epilogue<Sw128><<<dim3(4, 2), 128>>>(acc, C, 2.0f);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

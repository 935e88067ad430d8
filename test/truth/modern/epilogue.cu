// Epilogue: accumulators -> half -> shared memory (32-bit stores in the mma C
// layout) -> 128-bit row reads -> global memory.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;
using T = cute::half_t;

template <class SmemLayoutC>                          // (64,64)
__global__ __launch_bounds__(128)
void gemm_epilogue(T const* A, T const* B, T* D, float alpha)
{
  Tensor mA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _32>, Stride<_32, _1>>{});
  Tensor mB = make_tensor(make_gmem_ptr(B), Layout<Shape<_256, _32>, Stride<_32, _1>>{});
  Tensor mD = make_tensor(make_gmem_ptr(D), Layout<Shape<_128, _256>, Stride<_256, _1>>{});
  Tensor gA = local_tile(mA, Shape<_64, _32>{}, make_coord(blockIdx.x, 0));
  Tensor gB = local_tile(mB, Shape<_64, _32>{}, make_coord(blockIdx.y, 0));
  Tensor gD = local_tile(mD, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));

  alignas(128) __shared__ T smem[cosize_v<SmemLayoutC>];
  Tensor sD = make_tensor(make_smem_ptr(smem), SmemLayoutC{});

  // Mainloop: one k-tile, fragments straight from global memory
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgA = thr_mma.partition_A(gA);
  Tensor tCgB = thr_mma.partition_B(gB);
  Tensor tCrA = thr_mma.make_fragment_A(tCgA);
  Tensor tCrB = thr_mma.make_fragment_B(tCgB);
  Tensor tCrC = partition_fragment_C(mma, Shape<_64, _64>{});
  clear(tCrC);
  copy(tCgA, tCrA);
  copy(tCgB, tCrB);
  gemm(mma, tCrA, tCrB, tCrC);

  // Convert
  Tensor tCrD = make_fragment_like<T>(tCrC);
  CUTE_UNROLL
  for (int i = 0; i < size(tCrC); ++i) {
    tCrD(i) = T(alpha * tCrC(i));
  }

  // Registers -> shared
  auto r2s = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, T>{}, mma);
  auto thr_r2s = r2s.get_slice(threadIdx.x);
  copy(r2s, thr_r2s.retile_S(tCrD), thr_r2s.partition_D(sD));
  __syncthreads();

  // Shared -> global, 8 threads x 16 bytes per row
  auto s2g = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, T>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr_s2g = s2g.get_slice(threadIdx.x);
  copy(s2g, thr_s2g.partition_S(sD), thr_s2g.partition_D(gD));
}

int main()
{
  T *A, *B, *D;
  cudaMalloc(&A, 128 * 32 * sizeof(T)); cudaMalloc(&B, 256 * 32 * sizeof(T)); cudaMalloc(&D, 128 * 256 * sizeof(T));
  using Plain    = Layout<Shape<_64, _64>, Stride<_64, _1>>;
  using Padded   = Layout<Shape<_64, _64>, Stride<Int<72>, _1>>;
  using Swizzled = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  dim3 grid(2, 4);
  gemm_epilogue<Plain   ><<<grid, 128>>>(A, B, D, 0.5f);
  gemm_epilogue<Padded  ><<<grid, 128>>>(A, B, D, 0.5f);
  gemm_epilogue<Swizzled><<<grid, 128>>>(A, B, D, 0.5f);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

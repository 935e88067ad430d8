// Transpose of a half matrix with 64x64 tiles: 128-bit accesses to global memory, 128-bit writes to
// shared memory, and a transposed read in single halves; the shared tile is swizzled in several ways.
#include <cute/tensor.hpp>

using namespace cute;

using BM = _64;
using BN = _64;

template <class SmemLayout>
__global__ __launch_bounds__(128)
void transpose_half(half_t const* A, half_t* B, int m, int n)
{
  __shared__ __align__(128) half_t smem[cosize_v<SmemLayout>];

  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, n), make_stride(n, _1{}));
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(n, m), make_stride(m, _1{}));
  Tensor gA = local_tile(mA, Shape<BM, BN>{}, make_coord(blockIdx.x, blockIdx.y));   // (BM,BN)
  Tensor gB = local_tile(mB, Shape<BN, BM>{}, make_coord(blockIdx.y, blockIdx.x));   // (BN,BM)

  Tensor sA = make_tensor(make_smem_ptr(smem), SmemLayout{});                        // (BM,BN)
  auto   transposed = composition(SmemLayout{}, make_layout(Shape<BN, BM>{}, LayoutRight{}));
  Tensor sB = make_tensor(make_smem_ptr(smem), transposed);                          // (BN,BM)

  auto tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                                    Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                                    Layout<Shape<_1, _8>>{});
  auto thr_copy = tiled_copy.get_slice(threadIdx.x);

  copy(tiled_copy, thr_copy.partition_S(gA), thr_copy.partition_D(sA));
  __syncthreads();

  Tensor tBsB = thr_copy.partition_S(sB);
  Tensor tBgB = thr_copy.partition_D(gB);
  Tensor tBrB = make_fragment_like(tBgB);
  copy(tBsB, tBrB);                       // strided halves out of shared memory
  copy(tiled_copy, tBrB, tBgB);
}

int main()
{
  constexpr int m = 128, n = 256;
  half_t *A, *B;
  cudaMalloc(&A, m * n * sizeof(half_t));
  cudaMalloc(&B, m * n * sizeof(half_t));
  cudaMemset(A, 0, m * n * sizeof(half_t));

  using RowMajor = Layout<Shape<BM, BN>, Stride<BN, _1>>;
  using Sw333    = decltype(composition(Swizzle<3, 3, 3>{}, RowMajor{}));   // xor with the row within 8
  using Sw336    = decltype(composition(Swizzle<3, 3, 6>{}, RowMajor{}));   // xor with the row's group of 8

  dim3 grid(m / BM::value, n / BN::value);
  transpose_half<RowMajor><<<grid, 128>>>(A, B, m, n);
  transpose_half<Sw333><<<grid, 128>>>(A, B, m, n);
  transpose_half<Sw336><<<grid, 128>>>(A, B, m, n);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

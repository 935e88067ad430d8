// Transpose through shared memory with two 4-byte TiledCopies over the same
// tile: one with threads along rows, one with threads along columns.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout>                             // (32,64)
__global__ __launch_bounds__(128)
void transpose_kernel(float const* in, float* out)
{
  // in: 256 x 64 row-major, out: the same matrix column-major
  Tensor mI = make_tensor(make_gmem_ptr(in),  Layout<Shape<_256, _64>, Stride<_64, _1>>{});
  Tensor mO = make_tensor(make_gmem_ptr(out), Layout<Shape<_256, _64>, Stride<_1, _256>>{});
  Tensor gI = local_tile(mI, Shape<_32, _64>{}, make_coord(blockIdx.x, 0));
  Tensor gO = local_tile(mO, Shape<_32, _64>{}, make_coord(blockIdx.x, 0));

  __shared__ float smem[cosize_v<SmemLayout>];
  Tensor sT = make_tensor(make_smem_ptr(smem), SmemLayout{});

  using Atom = Copy_Atom<UniversalCopy<float>, float>;
  auto row_copy = make_tiled_copy(Atom{}, Layout<Shape<_2, _64>, Stride<_64, _1>>{}, Layout<Shape<_1, _1>>{});
  auto col_copy = make_tiled_copy(Atom{}, Layout<Shape<_32, _4>, Stride<_1, _32>>{}, Layout<Shape<_1, _1>>{});

  // Global -> shared along the rows
  auto thr_row = row_copy.get_thread_slice(threadIdx.x);
  copy(row_copy, thr_row.partition_S(gI), thr_row.partition_D(sT));
  __syncthreads();

  // Shared -> registers -> global down the columns
  auto thr_col = col_copy.get_thread_slice(threadIdx.x);
  Tensor tSsT = thr_col.partition_S(sT);
  Tensor tSgO = thr_col.partition_D(gO);
  Tensor tSrT = make_fragment_like(tSsT);
  copy(col_copy, tSsT, tSrT);
  CUTE_UNROLL
  for (int i = 0; i < size(tSrT); ++i) {
    tSrT(i) = 2.0f * tSrT(i) + 1.0f;
  }
  copy(col_copy, tSrT, tSgO);
}

int main()
{
  float *in, *out;
  cudaMalloc(&in,  256 * 64 * sizeof(float));
  cudaMalloc(&out, 256 * 64 * sizeof(float));
  cudaMemset(in, 0, 256 * 64 * sizeof(float));

  using Plain    = Layout<Shape<_32, _64>, Stride<_64, _1>>;
  using Padded   = Layout<Shape<_32, _64>, Stride<Int<65>, _1>>;
  using Swizzled = decltype(composition(Swizzle<5, 0, 6>{}, Plain{}));
  transpose_kernel<Plain   ><<<8, 128>>>(in, out);
  transpose_kernel<Padded  ><<<8, 128>>>(in, out);
  transpose_kernel<Swizzled><<<8, 128>>>(in, out);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

// cp.async into a padded tile of floats, then one thread sums each row.
// 16-byte cp.async forces a pitch that is a multiple of 4; 4-byte cp.async allows the odd pitch.
#include <cute/tensor.hpp>
#include <cute/arch/copy_sm80.hpp>

using namespace cute;

static constexpr int kRows = 128;
static constexpr int kCols = 32;

template <class SmemLayout, class GmemCopy>
__global__ void row_sum(float const* __restrict__ in, float* __restrict__ out, GmemCopy gmem_copy)
{
  alignas(16) __shared__ float tile[cosize_v<SmemLayout>];
  Tensor sX = make_tensor(make_smem_ptr(tile), SmemLayout{});

  Tensor gX_full = make_tensor(make_gmem_ptr(in), make_shape(gridDim.x * kRows, Int<kCols>{}),
                               make_stride(Int<kCols>{}, _1{}));
  Tensor gX = local_tile(gX_full, Shape<Int<kRows>, Int<kCols>>{}, make_coord(blockIdx.x, 0));

  auto thr_copy = gmem_copy.get_slice(threadIdx.x);
  Tensor tXgX = thr_copy.partition_S(gX);       // (CPY,CPY_M,CPY_N)
  Tensor tXsX = thr_copy.partition_D(sX);       // (CPY,CPY_M,CPY_N)
  copy(gmem_copy, tXgX, tXsX);
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();

  float sum = 0.f;
  Tensor row = sX(threadIdx.x, _);              // this thread's row
  CUTE_UNROLL
  for (int j = 0; j < size(row); ++j) {
    sum += row(j);
  }
  out[blockIdx.x * kRows + threadIdx.x] = sum;
}

int main()
{
  constexpr int blocks = 6;
  float *in, *out;
  cudaMalloc(&in, blocks * kRows * kCols * sizeof(float));
  cudaMalloc(&out, blocks * kRows * sizeof(float));
  cudaMemset(in, 0, blocks * kRows * kCols * sizeof(float));

  auto copy16 = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{},
                                Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto copy4  = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{},
                                Layout<Shape<_4, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _1>>{});

  using Pitch36 = Layout<Shape<Int<kRows>, Int<kCols>>, Stride<Int<kCols + 4>, _1>>;
  using Pitch33 = Layout<Shape<Int<kRows>, Int<kCols>>, Stride<Int<kCols + 1>, _1>>;
  row_sum<Pitch36><<<blocks, kRows>>>(in, out, copy16);
  row_sum<Pitch33><<<blocks, kRows>>>(in, out, copy4);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

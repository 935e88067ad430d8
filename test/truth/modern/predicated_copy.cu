// Row-major to column-major conversion of a 100x72 matrix with 32x32 tiles: copy_if at the edges.
// The threads run along n when they write the shared tile and along m when they read it.
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout, class TiledLoad>
__global__ void convert_edges(float const* src, float* dst, int M, int N, SmemLayout sl, TiledLoad load)
{
  alignas(16) __shared__ float smem[cosize_v<SmemLayout>];
  auto tiler = Shape<_32, _32>{};
  auto coord = make_coord(blockIdx.x, blockIdx.y);

  Tensor mS = make_tensor(make_gmem_ptr(src), make_shape(M, N), make_stride(N, _1{}));
  Tensor mD = make_tensor(make_gmem_ptr(dst), make_shape(M, N), make_stride(_1{}, M));
  Tensor cI = make_identity_tensor(make_shape(M, N));
  Tensor gS = local_tile(mS, tiler, coord);
  Tensor gD = local_tile(mD, tiler, coord);
  Tensor gI = local_tile(cI, tiler, coord);            // coordinates (m,n) of the tile's elements
  Tensor sX = make_tensor(make_smem_ptr(smem), sl);

  // Load: predicate per vector
  auto thr = load.get_slice(threadIdx.x);
  Tensor tLgS = thr.partition_S(gS);                   // (CPY,CPY_M,CPY_N)
  Tensor tLsX = thr.partition_D(sX);
  Tensor tLcI = thr.partition_S(gI);
  Tensor tLpI = cute::lazy::transform(tLcI, [&](auto c) { return elem_less(c, make_shape(M, N)); });
  clear(tLsX);
  copy_if(load, tLpI, tLgS, tLsX);
  __syncthreads();

  // Store: threads along m, predicates in a register tensor
  auto thr_layout = Layout<Shape<_32, _4>>{};
  Tensor tSsX = local_partition(sX, thr_layout, threadIdx.x);
  Tensor tSgD = local_partition(gD, thr_layout, threadIdx.x);
  Tensor tScI = local_partition(gI, thr_layout, threadIdx.x);
  Tensor tSpI = make_tensor<bool>(shape(tSgD));
  CUTE_UNROLL
  for (int i = 0; i < size(tSpI); ++i) {
    tSpI(i) = get<0>(tScI(i)) < M && get<1>(tScI(i)) < N;
  }
  copy_if(tSpI, tSsX, tSgD);
}

int main()
{
  constexpr int M = 100, N = 72;
  float *src, *dst;
  cudaMalloc(&src, M * N * sizeof(float));
  cudaMalloc(&dst, M * N * sizeof(float));
  cudaMemset(src, 0, M * N * sizeof(float));

  auto load4 = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto load1 = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                               Layout<Shape<_4, _32>, Stride<_32, _1>>{});
  auto plain = make_layout(Shape<_32, _32>{}, Stride<_32, _1>{});
  auto pad   = make_layout(Shape<_32, _32>{}, Stride<Int<33>, _1>{});

  dim3 grid(ceil_div(M, 32), ceil_div(N, 32));         // 4 x 3
  convert_edges<<<grid, 128>>>(src, dst, M, N, plain, load4);
  convert_edges<<<grid, 128>>>(src, dst, M, N, pad, load1);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

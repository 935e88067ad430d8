// Transpose of a float matrix through a 32x32 tile in shared memory.
// Rows are written, columns are read: the shared layout decides on the bank conflicts.
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout>
__global__ void transpose_kernel(float const* src, float* dst, int M, int N, SmemLayout smem_layout)
{
  using Tile = Shape<_32, _32>;
  using ThrLayout = Layout<Shape<_8, _32>, Stride<_32, _1>>;       // 256 threads, row-major

  Tensor mS = make_tensor(make_gmem_ptr(src), make_shape(M, N), LayoutRight{});
  Tensor mD = make_tensor(make_gmem_ptr(dst), make_shape(N, M), LayoutRight{});
  Tensor gS = local_tile(mS, Tile{}, make_coord(blockIdx.y, blockIdx.x));
  Tensor gD = local_tile(mD, Tile{}, make_coord(blockIdx.x, blockIdx.y));

  __shared__ float smem[cosize_v<SmemLayout>];
  Tensor sS = make_tensor(make_smem_ptr(smem), smem_layout);                                   // (m,n)
  Tensor sD = make_tensor(make_smem_ptr(smem), composition(smem_layout, Layout<Tile, Stride<_32, _1>>{}));  // (n,m)

  Tensor tSgS = local_partition(gS, ThrLayout{}, threadIdx.x);
  Tensor tSsS = local_partition(sS, ThrLayout{}, threadIdx.x);
  copy(tSgS, tSsS);
  __syncthreads();

  Tensor tDsD = local_partition(sD, ThrLayout{}, threadIdx.x);
  Tensor tDgD = local_partition(gD, ThrLayout{}, threadIdx.x);
  copy(tDsD, tDgD);
}

int main()
{
  constexpr int M = 64, N = 128;
  float *src, *dst;
  cudaMalloc(&src, M * N * sizeof(float));
  cudaMalloc(&dst, M * N * sizeof(float));
  cudaMemset(src, 0, M * N * sizeof(float));

  dim3 grid(N / 32, M / 32);                                       // 8 blocks
  Layout plain  = make_layout(Shape<_32, _32>{}, LayoutRight{});
  Layout padded = make_layout(Shape<_32, _32>{}, Stride<Int<33>, _1>{});
  auto swizzled = composition(Swizzle<5, 0, 5>{}, plain);

  transpose_kernel<<<grid, 256>>>(src, dst, M, N, plain);
  transpose_kernel<<<grid, 256>>>(src, dst, M, N, padded);
  transpose_kernel<<<grid, 256>>>(src, dst, M, N, swizzled);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

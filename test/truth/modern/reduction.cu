// Sum reduction of a shared 256x8 tensor: per-thread row sums with size<>()
// loops, then a tree over a shared vector.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout>                             // (256,8)
__global__ __launch_bounds__(256)
void reduce_kernel(float const* in, float* rowsum, float* total)
{
  using Tile = decltype(shape(SmemLayout{}));
  Tensor gI = make_tensor(make_gmem_ptr(in + blockIdx.x * size(Tile{})),
                          make_layout(Tile{}, LayoutRight{}));       // (256,8):(8,1)
  Tensor gR = make_tensor(make_gmem_ptr(rowsum + blockIdx.x * size<0>(Tile{})),
                          make_layout(size<0>(Tile{})));

  __shared__ float smem[cosize_v<SmemLayout>];
  __shared__ float smem_part[256];
  Tensor sX = make_tensor(make_smem_ptr(smem), SmemLayout{});
  Tensor sP = make_tensor(make_smem_ptr(smem_part), Layout<_256>{});

  // Fill, consecutive threads along the 8 columns
  auto thr = make_layout(Shape<_32, _8>{}, LayoutRight{});
  Tensor tI = local_partition(gI, thr, threadIdx.x);     // (8,1)
  Tensor tX = local_partition(sX, thr, threadIdx.x);
  CUTE_UNROLL
  for (int i = 0; i < size(tX); ++i) {
    tX(i) = tI(i);
  }
  __syncthreads();

  // Each thread reduces one row
  float acc = 0.0f;
  CUTE_UNROLL
  for (int j = 0; j < size<1>(sX); ++j) {
    acc += sX(threadIdx.x, j);
  }
  gR(threadIdx.x) = acc;
  sP(threadIdx.x) = acc;
  __syncthreads();

  // Tree with halving stride
  for (int s = size(sP) / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) {
      sP(threadIdx.x) += sP(threadIdx.x + s);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    total[blockIdx.x] = sP(0);
  }
}

int main()
{
  constexpr int blocks = 8;
  float *in, *rowsum, *total;
  cudaMalloc(&in,     blocks * 256 * 8 * sizeof(float));
  cudaMalloc(&rowsum, blocks * 256 * sizeof(float));
  cudaMalloc(&total,  blocks * sizeof(float));
  cudaMemset(in, 0, blocks * 256 * 8 * sizeof(float));
  reduce_kernel<Layout<Shape<_256, _8>, Stride<_8, _1>>><<<blocks, 256>>>(in, rowsum, total);
  reduce_kernel<Layout<Shape<_256, _8>, Stride<_9, _1>>><<<blocks, 256>>>(in, rowsum, total);
  reduce_kernel<Layout<Shape<_256, _8>, Stride<_1, _256>>><<<blocks, 256>>>(in, rowsum, total);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

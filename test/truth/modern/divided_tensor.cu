// Warps read one shared 32x64 tensor through zipped_divide, composition and
// logical_divide views; four warps per block.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout>                              // (32,64)
__global__ __launch_bounds__(128)
void divide_kernel(float const* in, float* out)
{
  Tensor gI = make_tensor(make_gmem_ptr(in + blockIdx.x * 2048), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  Tensor gO = make_tensor(make_gmem_ptr(out + blockIdx.x * 384), Layout<Shape<_128, _3>>{});

  __shared__ float smem[cosize_v<SmemLayout>];
  Tensor sT = make_tensor(make_smem_ptr(smem), SmemLayout{});

  auto thr = Layout<Shape<_2, _64>, Stride<_64, _1>>{};
  copy(local_partition(gI, thr, threadIdx.x), local_partition(sT, thr, threadIdx.x));
  __syncthreads();

  int const warp = threadIdx.x / 32;
  int const lane = threadIdx.x % 32;

  // 1. zipped_divide: tiles of 8x16, a warp walks one row of tiles;
  //    lanes run down the tile's columns (8 rows x 4 columns per access)
  Tensor tiles = zipped_divide(sT, Shape<_8, _16>{});                 // ((8,16),(4,4))
  float acc0 = 0.0f;
  CUTE_UNROLL
  for (int j = 0; j < size<1, 1>(tiles); ++j) {
    Tensor tile = tiles(_, make_coord(warp, j));                      // ((8,16))
    CUTE_UNROLL
    for (int i = 0; i < size(tile) / 32; ++i) {
      acc0 += tile(lane + 32 * i);
    }
  }

  // 2. composition: the same data in row-major order (2 rows x 16 columns per access)
  float acc1 = 0.0f;
  CUTE_UNROLL
  for (int j = 0; j < size<1, 1>(tiles); ++j) {
    Tensor tile  = local_tile(sT, Shape<_8, _16>{}, make_coord(warp, j));
    Tensor tileT = composition(tile, Layout<Shape<_16, _8>, Stride<_8, _1>>{});
    CUTE_UNROLL
    for (int i = 0; i < size(tileT) / 32; ++i) {
      acc1 += tileT(lane + 32 * i) * float(i + 1);
    }
  }

  // 3. logical_divide with strided tilers: rows 0,4,..,28 and columns 0,16,32,48
  Tensor sD = logical_divide(sT, make_tile(Layout<_8, _4>{}, Layout<_4, _16>{}));   // ((8,4),(4,16))
  float acc2 = 0.0f;
  CUTE_UNROLL
  for (int j = 0; j < size<1, 1>(sD); ++j) {
    acc2 += sD(make_coord(lane % 8, warp), make_coord(lane / 8, j));
  }

  gO(threadIdx.x, 0) = acc0;
  gO(threadIdx.x, 1) = acc1;
  gO(threadIdx.x, 2) = acc2;
}

int main()
{
  float *in, *out;
  cudaMalloc(&in, 8 * 2048 * sizeof(float)); cudaMalloc(&out, 8 * 384 * sizeof(float));
  cudaMemset(in, 0, 8 * 2048 * sizeof(float));
  divide_kernel<Layout<Shape<_32, _64>, Stride<_64,     _1>>><<<8, 128>>>(in, out);
  divide_kernel<Layout<Shape<_32, _64>, Stride<Int<68>, _1>>><<<8, 128>>>(in, out);
  divide_kernel<Layout<Shape<_32, _64>, Stride<_80,     _1>>><<<8, 128>>>(in, out);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

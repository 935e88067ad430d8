// 3x3 convolution of a 64x64 image: shared 16x16 tile with a one-pixel halo,
// padded pitch, nine shifted reads through domain_offset.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <int Pitch, class ThrLayout>                    // ThrLayout: (y,x) -> thread id
__global__ __launch_bounds__(256)
void conv3x3(float const* in, float const* weight, float* out)
{
  using Image = Layout<Shape<_64, _64>, Stride<_64, _1>>;
  using Halo  = Layout<Shape<Int<18>, Int<18>>, Stride<Int<Pitch>, _1>>;
  Tensor mI = make_tensor(make_gmem_ptr(in),  Image{});
  Tensor mO = make_tensor(make_gmem_ptr(out), Image{});
  Tensor mW = make_tensor(make_gmem_ptr(weight), Layout<Shape<_3, _3>, Stride<_3, _1>>{});
  Tensor gO = local_tile(mO, Shape<_16, _16>{}, make_coord(blockIdx.y, blockIdx.x));

  __shared__ float smem[cosize_v<Halo>];
  Tensor sT = make_tensor(make_smem_ptr(smem), Halo{});  // (18,18)

  // Fill tile and halo, row by row, zero outside the image
  for (int i = threadIdx.x; i < size(sT); i += 256) {
    int const y = i / size<1>(sT), x = i % size<1>(sT);
    int const iy = int(blockIdx.y) * 16 + y - 1;
    int const ix = int(blockIdx.x) * 16 + x - 1;
    bool const inside = iy >= 0 && iy < size<0>(mI) && ix >= 0 && ix < size<1>(mI);
    sT(y, x) = inside ? mI(iy, ix) : 0.0f;
  }
  __syncthreads();

  // One output per thread: nine shifted 16x16 windows of the same shared tile
  Tensor tO = local_partition(gO, ThrLayout{}, threadIdx.x);          // (1,1)
  Tensor rO = make_fragment_like(tO);
  clear(rO);
  CUTE_UNROLL
  for (int dy = 0; dy < 3; ++dy) {
    CUTE_UNROLL
    for (int dx = 0; dx < 3; ++dx) {
      Tensor sShift = domain_offset(make_coord(dy, dx), sT);
      Tensor sWin = make_tensor(sShift.data(), Layout<Shape<_16, _16>, Stride<Int<Pitch>, _1>>{});
      Tensor tWin = local_partition(sWin, ThrLayout{}, threadIdx.x);
      CUTE_UNROLL
      for (int i = 0; i < size(rO); ++i) {
        rO(i) += mW(dy, dx) * tWin(i);
      }
    }
  }
  copy(rO, tO);
}

int main()
{
  float *in, *weight, *out;
  cudaMalloc(&in, 64 * 64 * sizeof(float));
  cudaMalloc(&weight, 9 * sizeof(float));
  cudaMalloc(&out, 64 * 64 * sizeof(float));
  cudaMemset(in, 0, 64 * 64 * sizeof(float));
  cudaMemset(weight, 0, 9 * sizeof(float));

  using RowThreads = Layout<Shape<_16, _16>, Stride<_16, _1>>;        // x fastest
  using ColThreads = Layout<Shape<_16, _16>, Stride<_1, _16>>;        // y fastest
  conv3x3<20, RowThreads><<<dim3(4, 4), 256>>>(in, weight, out);
  conv3x3<48, RowThreads><<<dim3(4, 4), 256>>>(in, weight, out);
  conv3x3<20, ColThreads><<<dim3(4, 4), 256>>>(in, weight, out);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

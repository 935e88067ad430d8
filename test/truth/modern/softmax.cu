// Row softmax over a shared 32x64 float tile, eight threads per row.
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;

template <class SmemLayout>                            // (32,64)
__global__ __launch_bounds__(128)
void softmax_kernel(float const* in, float* out, int rows)
{
  Tensor mI = make_tensor(make_gmem_ptr(in),  make_shape(rows, _64{}), LayoutRight{});
  Tensor mO = make_tensor(make_gmem_ptr(out), make_shape(rows, _64{}), LayoutRight{});
  Tensor gI = local_tile(mI, Shape<_32, _64>{}, make_coord(blockIdx.x, _0{}));
  Tensor gO = local_tile(mO, Shape<_32, _64>{}, make_coord(blockIdx.x, _0{}));

  __shared__ float smem[cosize_v<SmemLayout>];
  Tensor sX = make_tensor(make_smem_ptr(smem), SmemLayout{});

  // Coalesced fill: 64 threads along a row
  auto tLoad = Layout<Shape<_2, _64>, Stride<_64, _1>>{};
  copy(local_partition(gI, tLoad, threadIdx.x), local_partition(sX, tLoad, threadIdx.x));
  __syncthreads();

  // Softmax: 16 rows x 8 threads
  auto tRow = Layout<Shape<_16, _8>, Stride<_8, _1>>{};
  Tensor tX = local_partition(sX, tRow, threadIdx.x);   // (2,8)
  CUTE_UNROLL
  for (int r = 0; r < size<0>(tX); ++r) {
    float mx = tX(r, 0);
    CUTE_UNROLL
    for (int c = 1; c < size<1>(tX); ++c) {
      mx = fmaxf(mx, tX(r, c));
    }
    CUTE_UNROLL
    for (int o = 4; o > 0; o /= 2) {
      mx = fmaxf(mx, __shfl_xor_sync(0xffffffffu, mx, o));
    }
    float sum = 0.0f;
    CUTE_UNROLL
    for (int c = 0; c < size<1>(tX); ++c) {
      float e = expf(tX(r, c) - mx);
      tX(r, c) = e;
      sum += e;
    }
    CUTE_UNROLL
    for (int o = 4; o > 0; o /= 2) {
      sum += __shfl_xor_sync(0xffffffffu, sum, o);
    }
    float inv = 1.0f / sum;
    CUTE_UNROLL
    for (int c = 0; c < size<1>(tX); ++c) {
      tX(r, c) *= inv;
    }
  }
  __syncthreads();
  copy(local_partition(sX, tLoad, threadIdx.x), local_partition(gO, tLoad, threadIdx.x));
}

int main()
{
  constexpr int rows = 256;
  float *in, *out;
  cudaMalloc(&in,  rows * 64 * sizeof(float));
  cudaMalloc(&out, rows * 64 * sizeof(float));
  cudaMemset(in, 0, rows * 64 * sizeof(float));
  softmax_kernel<Layout<Shape<_32, _64>, Stride<_64,     _1>>><<<rows / 32, 128>>>(in, out, rows);
  softmax_kernel<Layout<Shape<_32, _64>, Stride<Int<65>, _1>>><<<rows / 32, 128>>>(in, out, rows);
  softmax_kernel<Layout<Shape<_32, _64>, Stride<Int<72>, _1>>><<<rows / 32, 128>>>(in, out, rows);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

// Row normalization with a SharedStorage struct in dynamic shared memory (more than 48 KiB):
// four threads work on each row of a 128x128 float tile and meet in a second member.
#include <cute/tensor.hpp>
#include <cute/container/array_aligned.hpp>

using namespace cute;

template <class TileLayout, class PartLayout>
struct SharedStorage {
  cute::array_aligned<float, cosize_v<TileLayout>, 128> tile;
  cute::array_aligned<float, cosize_v<PartLayout>> partial;
};

template <class TileLayout, class PartLayout>
__global__ __launch_bounds__(512) void normalize_rows(float const* in, float* out)
{
  extern __shared__ char smem[];
  using Storage = SharedStorage<TileLayout, PartLayout>;
  Storage& storage = *reinterpret_cast<Storage*>(smem);
  Tensor sX = make_tensor(make_smem_ptr(storage.tile.data()), TileLayout{});        // (128,128)
  Tensor sP = make_tensor(make_smem_ptr(storage.partial.data()), PartLayout{});     // (128,4)

  auto tile_shape = Shape<_128, _128>{};
  Tensor gX = make_tensor(make_gmem_ptr(in  + blockIdx.x * size(tile_shape)), tile_shape, LayoutRight{});
  Tensor gY = make_tensor(make_gmem_ptr(out + blockIdx.x * size(tile_shape)), tile_shape, LayoutRight{});

  // 16 rows of 32 float4 at a time
  auto vec_copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                  Layout<Shape<_16, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr_copy = vec_copy.get_slice(threadIdx.x);
  copy(vec_copy, thr_copy.partition_S(gX), thr_copy.partition_D(sX));
  __syncthreads();

  // Thread (row, q) takes the columns q, q+4, q+8, ...
  auto quads = Layout<Shape<_128, _4>, Stride<_4, _1>>{};
  Tensor tXsX = local_partition(sX, quads, threadIdx.x);                            // (1,32)
  int row = threadIdx.x / 4, q = threadIdx.x % 4;
  float sum = 0.f;
  for (int i = 0; i < size(tXsX); ++i) { sum += tXsX(i) * tXsX(i); }
  sP(row, q) = sum;
  __syncthreads();

  float scale = rsqrtf(sP(row, 0) + sP(row, 1) + sP(row, 2) + sP(row, 3) + 1e-6f);
  for (int i = 0; i < size(tXsX); ++i) { tXsX(i) = tXsX(i) * scale; }
  __syncthreads();
  copy(vec_copy, thr_copy.partition_S(sX), thr_copy.partition_D(gY));
}

template <class TileLayout, class PartLayout>
void launch(float const* in, float* out, int blocks)
{
  auto* kernel = &normalize_rows<TileLayout, PartLayout>;
  int smem_size = int(sizeof(SharedStorage<TileLayout, PartLayout>));
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem_size);
  kernel<<<blocks, 512, smem_size>>>(in, out);
}

int main()
{
  float *in, *out;
  cudaMalloc(&in, 8 * 128 * 128 * sizeof(float));
  cudaMalloc(&out, 8 * 128 * 128 * sizeof(float));
  launch<Layout<Shape<_128, _128>, Stride<_128, _1>>, Layout<Shape<_128, _4>, Stride<_4, _1>>>(in, out, 8);
  launch<Layout<Shape<_128, _128>, Stride<Int<132>, _1>>, Layout<Shape<_128, _4>, Stride<_1, _128>>>(in, out, 8);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

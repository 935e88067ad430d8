// ldmatrix x4 of the A operand from a K-major half tile that is not swizzled.
// The row pitch is the only parameter: 64 or 32 halves conflict, 64 + 8 halves do not.
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>

using namespace cute;

template <int BLK_K, int PITCH>
__global__ void ldsm_kmajor(half_t const* in, half_t* out)
{
  using BLK_M = _64;
  using SmemLayout = Layout<Shape<BLK_M, Int<BLK_K>>, Stride<Int<PITCH>, _1>>;
  using TiledMma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>>;

  __shared__ __align__(16) half_t smem[cosize(SmemLayout{})];
  Tensor sA = make_tensor(make_smem_ptr(smem), SmemLayout{});

  // This block's tile of the packed input and of the output
  auto tile = make_layout(Shape<BLK_M, Int<BLK_K>>{}, LayoutRight{});
  Tensor gA = make_tensor(make_gmem_ptr(in  + blockIdx.x * size(tile)), tile);
  Tensor gO = make_tensor(make_gmem_ptr(out + blockIdx.x * size(tile)), tile);

  // Global to shared, 8 halves at a time
  constexpr int ThrK = BLK_K / 8;
  auto g2s = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                             Layout<Shape<Int<128 / ThrK>, Int<ThrK>>, Stride<Int<ThrK>, _1>>{},
                             Layout<Shape<_1, _8>>{});
  auto g2s_thr = g2s.get_slice(threadIdx.x);
  copy(g2s, g2s_thr.partition_S(gA), g2s_thr.partition_D(sA));
  __syncthreads();

  // Shared to registers with ldmatrix, in the arrangement of the MMA's operand A
  TiledMma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr_mma.partition_fragment_A(sA);                  // (MMA,MMA_M,MMA_K)

  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_thr = s2r.get_slice(threadIdx.x);
  Tensor tXsA = s2r_thr.partition_S(sA);
  Tensor tXrA = s2r_thr.retile_D(tCrA);
  copy(s2r, tXsA, tXrA);

  copy(tCrA, thr_mma.partition_A(gO));
}

int main()
{
  constexpr int Blocks = 4;
  half_t *in, *out;
  cudaMalloc(&in,  Blocks * 64 * 64 * sizeof(half_t));
  cudaMalloc(&out, Blocks * 64 * 64 * sizeof(half_t));
  cudaMemset(in, 0, Blocks * 64 * 64 * sizeof(half_t));

  ldsm_kmajor<64, 64><<<Blocks, 128>>>(in, out);
  ldsm_kmajor<32, 32><<<Blocks, 128>>>(in, out);
  ldsm_kmajor<64, 72><<<Blocks, 128>>>(in, out);
  cudaDeviceSynchronize();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

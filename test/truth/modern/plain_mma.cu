// Tensor-core half GEMM whose fragments are read from shared memory by plain
// cute::copy (32-bit or 16-bit LDS, no ldmatrix).
#include <cuda_runtime.h>
#include <cute/tensor.hpp>

using namespace cute;
using T = cute::half_t;

template <class SmemLayoutA, class SmemLayoutB>
struct SharedStorage {
  cute::array_aligned<T, cosize_v<SmemLayoutA>, 128> a;
  cute::array_aligned<T, cosize_v<SmemLayoutB>, 128> b;
};

template <class SmemLayoutA, class SmemLayoutB>       // both (64,32)
__global__ __launch_bounds__(128)
void hgemm_plain(T const* A, T const* B, float* C)
{
  // Static problem: 128 x 128 x 64
  Tensor mA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  Tensor mB = make_tensor(make_gmem_ptr(B), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  Tensor mC = make_tensor(make_gmem_ptr(C), Layout<Shape<_128, _128>, Stride<_128, _1>>{});
  Tensor gA = local_tile(mA, Shape<_64, _32>{}, make_coord(blockIdx.x, _));     // (64,32,2)
  Tensor gB = local_tile(mB, Shape<_64, _32>{}, make_coord(blockIdx.y, _));
  Tensor gC = local_tile(mC, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));

  extern __shared__ char smem_raw[];
  auto& smem = *reinterpret_cast<SharedStorage<SmemLayoutA, SmemLayoutB>*>(smem_raw);
  Tensor sA = make_tensor(make_smem_ptr(smem.a.data()), SmemLayoutA{});
  Tensor sB = make_tensor(make_smem_ptr(smem.b.data()), SmemLayoutB{});

  // Global -> shared, one half per thread and step, 32 threads along k
  auto tCopy = Layout<Shape<_4, _32>, Stride<_32, _1>>{};
  Tensor tAgA = local_partition(gA, tCopy, threadIdx.x);
  Tensor tAsA = local_partition(sA, tCopy, threadIdx.x);
  Tensor tBgB = local_partition(gB, tCopy, threadIdx.x);
  Tensor tBsB = local_partition(sB, tCopy, threadIdx.x);

  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);
  Tensor tCsB = thr_mma.partition_B(sB);
  Tensor tCgC = thr_mma.partition_C(gC);
  Tensor tCrA = thr_mma.make_fragment_A(tCsA);
  Tensor tCrB = thr_mma.make_fragment_B(tCsB);
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  clear(tCrC);

  for (int kt = 0; kt < size<2>(gA); ++kt) {
    copy(tAgA(_, _, kt), tAsA);
    copy(tBgB(_, _, kt), tBsB);
    __syncthreads();
    copy(tCsA, tCrA);
    copy(tCsB, tCrB);
    gemm(mma, tCrA, tCrB, tCrC);
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

template <class LA, class LB>
void launch(T const* A, T const* B, float* C)
{
  hgemm_plain<LA, LB><<<dim3(2, 2), 128, sizeof(SharedStorage<LA, LB>)>>>(A, B, C);
}

int main()
{
  T *A, *B; float* C;
  cudaMalloc(&A, 128 * 64 * sizeof(T)); cudaMalloc(&B, 128 * 64 * sizeof(T)); cudaMalloc(&C, 128 * 128 * sizeof(float));
  using KMajor = Layout<Shape<_64, _32>, Stride<_32, _1>>;
  using KPad   = Layout<Shape<_64, _32>, Stride<_40, _1>>;
  using MMajor = Layout<Shape<_64, _32>, Stride<_1, _64>>;       // 16-bit loads
  launch<KMajor, KMajor>(A, B, C);
  launch<KPad,   KPad  >(A, B, C);
  launch<KPad,   MMajor>(A, B, C);
  return (cudaDeviceSynchronize(), cudaGetLastError()) == cudaSuccess ? 0 : 1;
}

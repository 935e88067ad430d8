// Without PyTorch's headers, stand-ins have what its extensions need: kernels are
// instantiated by AT_DISPATCH, for scalar types of the right sizes.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// The user's own come first.
// RUN: rm -rf %t && mkdir -p %t/torch
// RUN: echo '#error the real one' > %t/torch/extension.h
// RUN: %banklint --cuda-headers=builtin %s -- -isystem %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REAL
//
// CHECK-NOT: parse error
// REAL: parse error{{.*}}the real one

#include <ATen/AccumulateType.h>
#include <ATen/DeviceGuard.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/ops/zeros_like.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/util/complex.h>
#include <c10/util/irange.h>
#include <torch/extension.h>

template <typename scalar_t>
__global__ void transpose(const scalar_t *in, scalar_t *out) {
  __shared__ scalar_t tile[32][34];
  // expect[transpose<double>]: store 2/2
  tile[threadIdx.y][threadIdx.x] = in[0] + in[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  // expect[transpose<c10::Half>]: load 1/1
  // expect[transpose<double>]: load 4/2 2-way
  out[0] = tile[threadIdx.x][threadIdx.y]; // expect: load 2/1 2-way
}

template <typename scalar_t>
__global__ void sums(const scalar_t *in, scalar_t *out) {
  typedef at::acc_type<scalar_t, true> acc_t;
  __shared__ acc_t sum[64];
  __shared__ scalar_t raw[64];
  static_assert(sizeof(acc_t) == 4, "half and float accumulate in float");
  sum[2 * threadIdx.x] = in[threadIdx.x]; // expect: store 2/1 2-way
  raw[threadIdx.x] = in[1]; // expect: store 1/1
  __syncthreads();
  out[0] = sum[0] + raw[threadIdx.x] * 2.0f; // expect: load 1/1, load 1/1
}

// The operators of numbers of 16 bits are PyTorch's, beside those of CUDA.
template <typename scalar_t>
__device__ bool isBetween(scalar_t a, scalar_t b, __half c) {
  return -a <= b && a < 1 && a > 0.5f && 1.0 >= a && a != scalar_t(0) &&
         a == b && 3u > a && a < 3l && c < __half(1) && a + 1 > 2;
}
__device__ bool areBetween(at::Half a, at::BFloat16 b) {
  return isBetween(a, a, a) && isBetween(b, b, a);
}

torch::Tensor run(torch::Tensor input) {
  TORCH_CHECK(input.is_cuda() && input.dim() == 2, "wrong input");
  if (input.options().dtype() != torch::kFloat32) {
    std::cout << "not float, but " << input.dtype() << input.options()
              << input.sizes() << input.device() << input << std::endl;
    throw std::runtime_error("values must be float");
  }
  const at::cuda::CUDAGuard guard(input.device());
  auto output = torch::zeros({input.size(0), 3}, input.options());
  auto stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(
      input.scalar_type(), "transpose", ([&] {
        transpose<scalar_t><<<1, dim3(32, 8), 0, stream>>>(
            input.data_ptr<scalar_t>(), output.data_ptr<scalar_t>());
      }));
  TORCH_CHECK(input.scalar_type() != at::ScalarType::Float8_e4m3fn &&
                  input.scalar_type() != torch::kUInt16,
              "not of 8 bits");
  switch (input.scalar_type()) {
  case at::ScalarType::Half:
    sums<at::Half><<<1, 32>>>(input.data_ptr<at::Half>(),
                              output.data_ptr<at::Half>());
    break;
  default:
    sums<float><<<1, 32>>>(input.data_ptr<float>(), output.data_ptr<float>());
  }
  AT_CUDA_CHECK(cudaGetLastError());
  return output;
}

torch::Tensor choose(torch::Tensor boxes, torch::Tensor scores) {
  using namespace at::indexing;
  TORCH_CHECK(boxes.sizes() == scores.sizes(), at::DeviceTypeName(at::kCUDA))
  auto order = std::get<1>(scores.sort(0, /*descending=*/true));
  auto kept = boxes.index({Slice(0, 2), None, Ellipsis});
  kept.index_put_({order, Slice()}, -FLT_MAX);
  at::Tensor left = (-boxes).masked_fill(~scores.lt(0), FLT_MIN);
  return std::get<0>(at::unique_dim(left, 0)) != kept.max();
}

template <typename scalar_t>
__global__ void complexNumbers(const c10::complex<scalar_t> *in,
                               c10::complex<scalar_t> *out) {
  __shared__ c10::complex<scalar_t> tile[32][32];
  static_assert(alignof(c10::complex<scalar_t>) == 2 * sizeof(scalar_t));
  const int t = threadIdx.x;
  // expect[complexNumbers<double>]: store 32/4 8-way
  tile[t][0] = in[t] * scalar_t(2) + std::conj(in[t + 32]) / in[t + 64]; // expect: store 32/2 16-way
  __syncthreads();
  // expect[complexNumbers<double>]: load 32/4 8-way
  const c10::complex<scalar_t> z = tile[t][2]; // expect: load 32/2 16-way
  out[t] = z * z;
  for (int i : c10::irange(4)) {
    // expect[complexNumbers<double>]: load 4/4
    const c10::complex<scalar_t> other = tile[i][t]; // expect: load 2/2
    out[t + i] = std::conj(other);
  }
}

void complexes(c10::complex<float> *out, int devices) {
  for (auto device : c10::irange(c10::cuda::device_count())) {
    complexNumbers<float><<<1, 32>>>(out, out);
    complexNumbers<double><<<1, 32>>>((c10::complex<double> *)out,
                                      (c10::complex<double> *)out);
  }
}

__device__ __half convert(c10::Half value) { return value.operator __half(); }

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("run", &run, "runs it"); }

//===- banklint_torch.h - Stand-in for PyTorch's headers --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What extensions of PyTorch use around their kernels: scalar types with their
// sizes, the macros that instantiate kernels for them, and tensors. Found only
// where no include directory has the real headers. A tensor's functions promise
// their names only; calls of others survive as recovery expressions.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TORCH_H
#define BANKLINT_TORCH_H
#include "banklint_torch_types.h"
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace c10 {
template <typename __T> struct ArrayRef {
  ArrayRef();
  ArrayRef(const __T &);
  ArrayRef(const std::initializer_list<__T> &);
  template <typename __U> ArrayRef(const std::vector<__U> &);
  const __T *begin() const;
  const __T *end() const;
  const __T *data() const;
  const __T &operator[](size_t) const;
  size_t size() const;
  std::vector<__T> vec() const;
  bool equals(ArrayRef) const;
};
template <typename __T> bool operator==(ArrayRef<__T>, ArrayRef<__T>);
template <typename __T> bool operator!=(ArrayRef<__T>, ArrayRef<__T>);
typedef ArrayRef<int64_t> IntArrayRef;
template <typename __T> using optional = std::optional<__T>;
using std::nullopt;
using std::nullopt_t;

enum class DeviceType : signed char {
  CPU = 0,
  CUDA = 1,
  COMPILE_TIME_MAX_DEVICE_TYPES = 22
};
std::string DeviceTypeName(DeviceType, bool __LowerCase = false);
typedef signed char DeviceIndex;
struct Device {
  Device(DeviceType, DeviceIndex __Index = -1);
  Device(const std::string &);
  DeviceType type() const;
  DeviceIndex index() const;
  bool has_index() const;
  bool is_cuda() const;
  bool is_cpu() const;
};
bool operator==(const Device &, const Device &);
bool operator!=(const Device &, const Device &);

struct Scalar {
  Scalar(double);
  template <typename __T> __T to() const;
};
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions dtype(ScalarType) const;
  ScalarType dtype() const;
  TensorOptions device(Device) const;
  TensorOptions device(DeviceType, DeviceIndex __Index = -1) const;
  TensorOptions requires_grad(bool __Is = true) const;
};
template <typename... __A> std::string str(const __A &...);
std::ostream &operator<<(std::ostream &, ScalarType);
std::ostream &operator<<(std::ostream &, const Device &);
std::ostream &operator<<(std::ostream &, const TensorOptions &);
template <typename __T> std::ostream &operator<<(std::ostream &, ArrayRef<__T>);
} // namespace c10

namespace at {
using c10::ArrayRef;
using c10::Device;
using c10::DeviceType;
using c10::DeviceTypeName;
using c10::IntArrayRef;
using c10::nullopt;
using c10::optional;
using c10::Scalar;
using c10::TensorOptions;
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
enum class MemoryFormat { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

struct DeprecatedTypeProperties {
  operator ScalarType() const;
  ScalarType scalarType() const;
  bool is_cuda() const;
};
inline ScalarType typeMetaToScalarType(ScalarType);

class Tensor;
namespace indexing {
struct EllipsisIndexType {};
static const EllipsisIndexType Ellipsis = EllipsisIndexType();
static const c10::nullopt_t None = c10::nullopt;
struct Slice {
  Slice(optional<int64_t> __Start = nullopt, optional<int64_t> __Stop = nullopt,
        optional<int64_t> __Step = nullopt);
};
struct TensorIndex {
  TensorIndex(c10::nullopt_t);
  TensorIndex(EllipsisIndexType);
  TensorIndex(Slice);
  TensorIndex(int64_t);
  TensorIndex(const Tensor &);
};
} // namespace indexing

class Tensor {
public:
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t numel() const;
  int64_t element_size() const;
  int64_t itemsize() const;
  size_t nbytes() const;
  int64_t storage_offset() const;
  int64_t get_device() const;
  Device device() const;
  TensorOptions options() const;
  DeprecatedTypeProperties type() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_sparse() const;
  bool requires_grad() const;
  bool is_contiguous(MemoryFormat __F = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  MemoryFormat suggest_memory_format() const;
  void *data_ptr() const;
  const void *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <typename __T> __T *data_ptr() const;
  template <typename __T> const __T *const_data_ptr() const;
  template <typename __T> __T *mutable_data_ptr() const;
  template <typename __T> __T *data() const;
  template <typename __T> __T item() const;
  Tensor operator[](int64_t) const;
  template <typename __T, size_t __N>
  TensorAccessor<__T, __N, DefaultPtrTraits, int64_t> accessor() const;
  template <typename __T, size_t __N,
            template <typename> class __P = DefaultPtrTraits,
            typename __I = int64_t>
  PackedTensorAccessor<__T, __N, __P, __I> packed_accessor() const;
  template <typename __T, size_t __N,
            template <typename> class __P = DefaultPtrTraits>
  PackedTensorAccessor<__T, __N, __P, int32_t> packed_accessor32() const;
  template <typename __T, size_t __N,
            template <typename> class __P = DefaultPtrTraits>
  PackedTensorAccessor<__T, __N, __P, int64_t> packed_accessor64() const;
#define BANKLINT_TENSOR(__Name)                                                \
  Tensor __Name(IntArrayRef) const;                                            \
  template <typename... __A> Tensor __Name(const __A &...) const;
  Tensor index(std::initializer_list<indexing::TensorIndex>) const;
  template <typename __T>
  Tensor index_put_(std::initializer_list<indexing::TensorIndex>,
                    const __T &) const;
  BANKLINT_TENSOR(abs)
  BANKLINT_TENSOR(add)
  BANKLINT_TENSOR(add_)
  BANKLINT_TENSOR(all)
  BANKLINT_TENSOR(any)
  BANKLINT_TENSOR(argmax)
  BANKLINT_TENSOR(argsort)
  BANKLINT_TENSOR(clamp)
  BANKLINT_TENSOR(clone)
  BANKLINT_TENSOR(contiguous)
  BANKLINT_TENSOR(copy_)
  BANKLINT_TENSOR(cpu)
  BANKLINT_TENSOR(cuda)
  BANKLINT_TENSOR(cumsum)
  BANKLINT_TENSOR(detach)
  BANKLINT_TENSOR(div)
  BANKLINT_TENSOR(eq)
  BANKLINT_TENSOR(expand)
  BANKLINT_TENSOR(fill_)
  BANKLINT_TENSOR(flatten)
  BANKLINT_TENSOR(flip)
  BANKLINT_TENSOR(ge)
  BANKLINT_TENSOR(gt)
  BANKLINT_TENSOR(index)
  BANKLINT_TENSOR(index_put_)
  BANKLINT_TENSOR(index_select)
  BANKLINT_TENSOR(le)
  BANKLINT_TENSOR(lt)
  BANKLINT_TENSOR(masked_fill)
  BANKLINT_TENSOR(masked_fill_)
  BANKLINT_TENSOR(masked_select)
  BANKLINT_TENSOR(mean)
  BANKLINT_TENSOR(mul)
  BANKLINT_TENSOR(mul_)
  BANKLINT_TENSOR(narrow)
  BANKLINT_TENSOR(ne)
  BANKLINT_TENSOR(nonzero)
  BANKLINT_TENSOR(permute)
  BANKLINT_TENSOR(repeat)
  BANKLINT_TENSOR(reshape)
  BANKLINT_TENSOR(resize_)
  BANKLINT_TENSOR(select)
  BANKLINT_TENSOR(sigmoid)
  BANKLINT_TENSOR(slice)
  BANKLINT_TENSOR(sqrt)
  BANKLINT_TENSOR(squeeze)
  BANKLINT_TENSOR(sub)
  BANKLINT_TENSOR(sum)
  BANKLINT_TENSOR(t)
  BANKLINT_TENSOR(to)
  BANKLINT_TENSOR(toType)
  BANKLINT_TENSOR(transpose)
  BANKLINT_TENSOR(unsqueeze)
  BANKLINT_TENSOR(view)
  BANKLINT_TENSOR(zero_)
#undef BANKLINT_TENSOR
  Tensor max() const;
  Tensor min() const;
  std::tuple<Tensor, Tensor> max(int64_t, bool __Keep = false) const;
  std::tuple<Tensor, Tensor> min(int64_t, bool __Keep = false) const;
  std::tuple<Tensor, Tensor> sort(int64_t __Dim = -1,
                                  bool __Down = false) const;
  std::tuple<Tensor, Tensor> topk(int64_t, int64_t __Dim = -1, bool __Up = true,
                                  bool __Sorted = true) const;
};
typedef ArrayRef<Tensor> TensorList;
Tensor operator-(const Tensor &);
Tensor operator~(const Tensor &);
std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor &, int64_t,
                                              bool __Sorted = true,
                                              bool __Inverse = false,
                                              bool __Counts = false);
#define BANKLINT_OPERATOR(__Op)                                                \
  Tensor operator __Op(const Tensor &, const Tensor &);                        \
  Tensor operator __Op(const Tensor &, Scalar);                                \
  Tensor operator __Op(Scalar, const Tensor &);
BANKLINT_OPERATOR(+)
BANKLINT_OPERATOR(-)
BANKLINT_OPERATOR(*)
BANKLINT_OPERATOR(/)
BANKLINT_OPERATOR(<)
BANKLINT_OPERATOR(>)
BANKLINT_OPERATOR(==)
BANKLINT_OPERATOR(!=)
BANKLINT_OPERATOR(<=)
BANKLINT_OPERATOR(>=)
BANKLINT_OPERATOR(&)
BANKLINT_OPERATOR(|)
#undef BANKLINT_OPERATOR
#define BANKLINT_MAKE(__Name)                                                  \
  template <typename... __A> Tensor __Name(IntArrayRef, const __A &...);
#define BANKLINT_FROM(__Name)                                                  \
  template <typename... __A> Tensor __Name(const Tensor &, const __A &...);
BANKLINT_MAKE(empty)
BANKLINT_MAKE(full)
BANKLINT_MAKE(ones)
BANKLINT_MAKE(rand)
BANKLINT_MAKE(randn)
BANKLINT_MAKE(zeros)
BANKLINT_FROM(bmm)
BANKLINT_FROM(empty_like)
BANKLINT_FROM(full_like)
BANKLINT_FROM(matmul)
BANKLINT_FROM(mm)
BANKLINT_FROM(ones_like)
BANKLINT_FROM(sum)
BANKLINT_FROM(zeros_like)
#undef BANKLINT_MAKE
#undef BANKLINT_FROM
template <typename... __A> Tensor arange(const __A &...);
template <typename... __A> Tensor from_blob(void *, const __A &...);
Tensor cat(const std::vector<Tensor> &, int64_t __Dim = 0);
Tensor stack(const std::vector<Tensor> &, int64_t __Dim = 0);
TensorOptions device(Device);
optional<Device> device_of(const Tensor &);
TensorOptions dtype(ScalarType);
std::ostream &operator<<(std::ostream &, const Tensor &);

struct Generator {
  bool defined() const;
};
struct PhiloxCudaState {
  uint64_t seed_;
};
struct CUDAGeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t);
};
} // namespace at

namespace c10 {
namespace cuda {
struct CUDAStream {
  operator cudaStream_t() const;
  cudaStream_t stream() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex __Index = -1);
CUDAStream getStreamFromPool(bool __High = false, DeviceIndex __Index = -1);
struct CUDAGuard {
  explicit CUDAGuard(Device);
  explicit CUDAGuard(DeviceIndex);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(optional<Device>);
};
DeviceIndex current_device();
DeviceIndex device_count();
} // namespace cuda
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
struct cublasContext *getCurrentCUDABlasHandle();
template <typename __T, typename __U>
__host__ __device__ constexpr __T ATenCeilDiv(__T __A, __U __B) {
  return (__A + __B - 1) / __B;
}
namespace philox {
__host__ __device__ std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState);
}
} // namespace cuda
} // namespace at

namespace torch {
using namespace at;
namespace autograd {}
} // namespace torch

namespace pybind11 {
struct module_ {
  template <typename... __A> module_ &def(const char *, const __A &...);
};
} // namespace pybind11
#define PYBIND11_MODULE(__Name, __Variable)                                    \
  void banklint_module(pybind11::module_ &__Variable)
#define TORCH_EXTENSION_NAME extension

// A statement that needs no semicolon.
#define BANKLINT_CHECK(__Condition)                                            \
  if (!(__Condition)) {                                                        \
  }
#define TORCH_CHECK(__Condition, ...) BANKLINT_CHECK(__Condition)
#define TORCH_CHECK_EQ(__A, __B) BANKLINT_CHECK((__A) == (__B))
#define TORCH_CHECK_NE(__A, __B) BANKLINT_CHECK((__A) != (__B))
#define TORCH_CHECK_GT(__A, __B) BANKLINT_CHECK((__A) > (__B))
#define TORCH_CHECK_GE(__A, __B) BANKLINT_CHECK((__A) >= (__B))
#define TORCH_CHECK_LT(__A, __B) BANKLINT_CHECK((__A) < (__B))
#define TORCH_CHECK_LE(__A, __B) BANKLINT_CHECK((__A) <= (__B))
#define TORCH_CHECK_VALUE(__Condition, ...) BANKLINT_CHECK(__Condition)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(__Condition, ...)                     \
  BANKLINT_CHECK(__Condition)
#define TORCH_INTERNAL_ASSERT(__Condition, ...) BANKLINT_CHECK(__Condition)
#define TORCH_WARN(...) ((void)0)
#define AT_ASSERT(__Condition, ...) BANKLINT_CHECK(__Condition)
#define AT_ASSERTM(__Condition, ...) BANKLINT_CHECK(__Condition)
#define AT_CHECK(__Condition, ...) BANKLINT_CHECK(__Condition)
#define AT_ERROR(...) ((void)0)
#define AT_CUDA_CHECK(__Call) ((void)(__Call))
#define C10_CUDA_CHECK(__Call) ((void)(__Call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define TORCH_CUDABLAS_CHECK(__Call) ((void)(__Call))

#endif // BANKLINT_TORCH_H

//===- banklint_torch_types.h - PyTorch's scalar types ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types that kernels are instantiated for, with PyTorch's sizes, the macros
// that do so, and what kernels call.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TORCH_TYPES_H
#define BANKLINT_TORCH_TYPES_H
#include "c10/util/complex.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define C10_WARP_SIZE 32
#define C10_HOST_DEVICE __host__ __device__
#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(__Threads) __launch_bounds__(__Threads)
#define C10_LAUNCH_BOUNDS_2(__Threads, __Blocks)                               \
  __launch_bounds__(__Threads, __Blocks)
#define C10_RESTRICT __restrict__
#define TORCH_API
#define C10_API

namespace c10 {
#define BANKLINT_OPERATOR(__Name, __Op)                                        \
  __host__ __device__ __Name operator __Op(__Name, __Name);                    \
  __host__ __device__ float operator __Op(__Name, float);                      \
  __host__ __device__ float operator __Op(float, __Name);                      \
  __host__ __device__ double operator __Op(__Name, double);                    \
  __host__ __device__ double operator __Op(double, __Name);                    \
  __host__ __device__ __Name operator __Op(__Name, int);                       \
  __host__ __device__ __Name operator __Op(int, __Name);                       \
  __host__ __device__ __Name operator __Op(__Name, int64_t);                   \
  __host__ __device__ __Name operator __Op(int64_t, __Name);                   \
  __host__ __device__ __Name &operator __Op##=(__Name &, __Name);
template <bool> struct __BoolIf {};
template <> struct __BoolIf<true> {
  typedef bool __Type;
};
#define BANKLINT_COMPARISON(__Name, __Op)                                      \
  __host__ __device__ bool operator __Op(__Name, __Name);                      \
  template <typename __T>                                                      \
  __host__ __device__ typename __BoolIf<__is_arithmetic(__T)>::__Type          \
  operator __Op(__Name, __T);                                                  \
  template <typename __T>                                                      \
  __host__ __device__ typename __BoolIf<__is_arithmetic(__T)>::__Type          \
  operator __Op(__T, __Name);
// Builds of extensions leave out the operators of __half unless they ask for
// them; with these both work.
#define BANKLINT_SCALAR(__Name, __Cuda, __Explicit)                            \
  struct __align__(2) __Name {                                                 \
    unsigned short x;                                                          \
    __Name() = default;                                                        \
    __host__ __device__ __Name(float);                                         \
    __host__ __device__ __Name(const __Cuda &);                                \
    __host__ __device__ operator float() const;                                \
    __Explicit __host__ __device__ operator __Cuda() const;                    \
  };                                                                           \
  BANKLINT_OPERATOR(__Name, +)                                                 \
  BANKLINT_OPERATOR(__Name, -)                                                 \
  BANKLINT_OPERATOR(__Name, *)                                                 \
  BANKLINT_OPERATOR(__Name, /)                                                 \
  BANKLINT_COMPARISON(__Name, <)                                               \
  BANKLINT_COMPARISON(__Name, <=)                                              \
  BANKLINT_COMPARISON(__Name, >)                                               \
  BANKLINT_COMPARISON(__Name, >=)                                              \
  BANKLINT_COMPARISON(__Name, ==)                                              \
  BANKLINT_COMPARISON(__Name, !=)                                              \
  __host__ __device__ __Name operator-(const __Name &);
BANKLINT_SCALAR(Half, __half, )
BANKLINT_SCALAR(BFloat16, __nv_bfloat16, explicit)
#undef BANKLINT_SCALAR
#undef BANKLINT_OPERATOR
#undef BANKLINT_COMPARISON

// Those of PyTorch's numbers that the macros below name.
enum class ScalarType : signed char {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  QUInt4x2 = 16,
  QUInt2x4 = 17,
  Bits1x8 = 18,
  Bits2x4 = 19,
  Bits4x2 = 20,
  Bits8 = 21,
  Bits16 = 22,
  Float8_e5m2 = 23,
  Float8_e4m3fn = 24,
  Float8_e5m2fnuz = 25,
  Float8_e4m3fnuz = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
  Float8_e8m0fnu = 44,
  Float4_e2m1fn_x2 = 45,
  Undefined = 46,
  NumOptions = 47
};
const char *toString(ScalarType);
} // namespace c10

namespace banklint {
template <c10::ScalarType> struct __Scalar;
// Of opmath_type.
template <typename __T> struct __Math {
  typedef __T __Type;
};
template <> struct __Math<c10::Half> {
  typedef float __Type;
};
template <> struct __Math<c10::BFloat16> {
  typedef float __Type;
};
// Of acc_type.
template <typename __T, bool __IsCuda> struct __Accumulator {
  typedef int64_t __Type;
};
template <bool __IsCuda> struct __Accumulator<bool, __IsCuda> {
  typedef bool __Type;
};
template <bool __IsCuda> struct __Accumulator<double, __IsCuda> {
  typedef double __Type;
};
template <> struct __Accumulator<float, false> {
  typedef double __Type;
};
template <> struct __Accumulator<float, true> {
  typedef float __Type;
};
template <bool __IsCuda> struct __Accumulator<c10::Half, __IsCuda> {
  typedef float __Type;
};
template <bool __IsCuda> struct __Accumulator<c10::BFloat16, __IsCuda> {
  typedef float __Type;
};
} // namespace banklint

namespace at {
using c10::BFloat16;
using c10::Half;
using c10::ScalarType;
using c10::toString;
template <typename __T>
using opmath_type = typename banklint::__Math<__T>::__Type;
template <typename __T, bool __IsCuda>
using acc_type = typename banklint::__Accumulator<__T, __IsCuda>::__Type;

#define BANKLINT_SCALAR(__Name, __T)                                           \
  constexpr ScalarType k##__Name = ScalarType::__Name;                         \
  } /* namespace at */                                                         \
  template <> struct banklint::__Scalar<c10::ScalarType::__Name> {             \
    typedef __T __Type;                                                        \
  };                                                                           \
  namespace at {
BANKLINT_SCALAR(Byte, uint8_t)
BANKLINT_SCALAR(Char, int8_t)
BANKLINT_SCALAR(Short, int16_t)
BANKLINT_SCALAR(Int, int)
BANKLINT_SCALAR(Long, int64_t)
BANKLINT_SCALAR(Half, c10::Half)
BANKLINT_SCALAR(Float, float)
BANKLINT_SCALAR(Double, double)
BANKLINT_SCALAR(Bool, bool)
BANKLINT_SCALAR(BFloat16, c10::BFloat16)
#undef BANKLINT_SCALAR
constexpr ScalarType kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble,
                     kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort,
                     kInt32 = kInt, kInt64 = kLong,
                     kUInt16 = ScalarType::UInt16, kUInt32 = ScalarType::UInt32,
                     kUInt64 = ScalarType::UInt64,
                     kFloat8_e5m2 = ScalarType::Float8_e5m2,
                     kFloat8_e4m3fn = ScalarType::Float8_e4m3fn,
                     kFloat8_e5m2fnuz = ScalarType::Float8_e5m2fnuz,
                     kFloat8_e4m3fnuz = ScalarType::Float8_e4m3fnuz,
                     kFloat8_e8m0fnu = ScalarType::Float8_e8m0fnu;

template <typename __T> struct DefaultPtrTraits {
  typedef __T *PtrType;
};
template <typename __T> struct RestrictPtrTraits {
  typedef __T *__restrict__ PtrType;
};
template <typename __T, template <typename> class __P, typename __I>
struct TensorAccessorBase {
  __host__ __device__ __I size(__I) const;
  __host__ __device__ __I stride(__I) const;
  __host__ __device__ typename __P<__T>::PtrType data() const;
};
template <typename __T, size_t __N,
          template <typename> class __P = DefaultPtrTraits,
          typename __I = int64_t>
struct TensorAccessor : TensorAccessorBase<__T, __P, __I> {
  __host__ __device__ TensorAccessor<__T, __N - 1, __P, __I>
  operator[](__I) const;
};
template <typename __T, template <typename> class __P, typename __I>
struct TensorAccessor<__T, 1, __P, __I> : TensorAccessorBase<__T, __P, __I> {
  __host__ __device__ __T &operator[](__I) const;
};
template <typename __T, size_t __N,
          template <typename> class __P = DefaultPtrTraits,
          typename __I = int64_t>
struct PackedTensorAccessor : TensorAccessor<__T, __N, __P, __I> {};
template <typename __T, size_t __N,
          template <typename> class __P = DefaultPtrTraits>
using PackedTensorAccessor32 = PackedTensorAccessor<__T, __N, __P, int32_t>;
template <typename __T, size_t __N,
          template <typename> class __P = DefaultPtrTraits>
using PackedTensorAccessor64 = PackedTensorAccessor<__T, __N, __P, int64_t>;
} // namespace at

template <typename __T> __device__ __T gpuAtomicAdd(__T *, __T);
template <typename __T> __device__ void gpuAtomicAddNoReturn(__T *, __T);
__device__ c10::Half atomicAdd(c10::Half *, c10::Half);
__device__ c10::BFloat16 atomicAdd(c10::BFloat16 *, c10::BFloat16);
__device__ uint8_t atomicAdd(uint8_t *, uint8_t);
__device__ int8_t atomicAdd(int8_t *, int8_t);
__device__ int16_t atomicAdd(int16_t *, int16_t);
__device__ int64_t atomicAdd(int64_t *, int64_t);
#define BANKLINT_WARP(__Name, __Second)                                        \
  template <typename __T>                                                      \
  __device__ __T __Name(__T, __Second, int __Width = 32,                       \
                        unsigned int __Mask = 0xffffffff);
BANKLINT_WARP(WARP_SHFL, int)
BANKLINT_WARP(WARP_SHFL_XOR, int)
BANKLINT_WARP(WARP_SHFL_UP, unsigned int)
BANKLINT_WARP(WARP_SHFL_DOWN, unsigned int)
#undef BANKLINT_WARP

// Calls the lambda for each type, with that as scalar_t.
#define AT_DISPATCH_CASE(__Enum, ...)                                          \
  case __Enum: {                                                               \
    using scalar_t [[maybe_unused]] =                                          \
        typename banklint::__Scalar<__Enum>::__Type;                           \
    return __VA_ARGS__();                                                      \
  }
#define AT_DISPATCH_SWITCH(__Scalar, __Name, ...)                              \
  [&] {                                                                        \
    const c10::ScalarType __Chosen = __Scalar;                                 \
    switch (__Chosen) {                                                        \
      __VA_ARGS__                                                              \
    default:                                                                   \
      __builtin_trap();                                                        \
    }                                                                          \
  }()
#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                   \
  AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__)                        \
  AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                   \
  AT_DISPATCH_CASE(at::ScalarType::Byte, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Char, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__)                           \
  AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(__Type, __Name, ...)                        \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(__A, __Type, __Name, ...)               \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(__A, __B, __Type, __Name, ...)         \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__)                    \
                             AT_DISPATCH_CASE(__B, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(__A, __B, __C, __Type, __Name, ...)    \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__)                    \
                             AT_DISPATCH_CASE(__B, __VA_ARGS__)                \
                                 AT_DISPATCH_CASE(__C, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(__Type, __Name, ...)                        \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(__A, __Type, __Name, ...)               \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND2(__A, __B, __Type, __Name, ...)         \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__)                    \
                             AT_DISPATCH_CASE(__B, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND3(__A, __B, __C, __Type, __Name, ...)    \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__)                    \
                             AT_DISPATCH_CASE(__B, __VA_ARGS__)                \
                                 AT_DISPATCH_CASE(__C, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(__Type, __Name, ...)                             \
  AT_DISPATCH_SWITCH(__Type, __Name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(__A, __Type, __Name, ...)                    \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(__A, __B, __Type, __Name, ...)              \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__)                    \
                             AT_DISPATCH_CASE(__B, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(__A, __B, __C, __Type, __Name, ...)         \
  AT_DISPATCH_SWITCH(__Type, __Name,                                           \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(__A, __VA_ARGS__)                    \
                             AT_DISPATCH_CASE(__B, __VA_ARGS__)                \
                                 AT_DISPATCH_CASE(__C, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(__Type, __Name, ...)               \
  AT_DISPATCH_FLOATING_TYPES_AND(at::ScalarType::Half, __Type, __Name,         \
                                 __VA_ARGS__)

#endif // BANKLINT_TORCH_TYPES_H

//===- cuComplex.h - Complex numbers ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// float2 and double2 under other names, as in CUDA.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUCOMPLEX_H
#define BANKLINT_CUCOMPLEX_H
#include "banklint_cuda.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

BANKLINT_HD cuComplex make_cuComplex(float, float);

#define BANKLINT_COMPLEX(__Complex, __Real, __Suffix)                          \
  BANKLINT_HD __Complex make_##__Complex(__Real, __Real);                      \
  BANKLINT_HD __Real cuCreal##__Suffix(__Complex);                             \
  BANKLINT_HD __Real cuCimag##__Suffix(__Complex);                             \
  BANKLINT_HD __Real cuCabs##__Suffix(__Complex);                              \
  BANKLINT_HD __Complex cuConj##__Suffix(__Complex);                           \
  BANKLINT_HD __Complex cuCadd##__Suffix(__Complex, __Complex);                \
  BANKLINT_HD __Complex cuCsub##__Suffix(__Complex, __Complex);                \
  BANKLINT_HD __Complex cuCmul##__Suffix(__Complex, __Complex);                \
  BANKLINT_HD __Complex cuCdiv##__Suffix(__Complex, __Complex);                \
  BANKLINT_HD __Complex cuCfma##__Suffix(__Complex, __Complex, __Complex);
BANKLINT_COMPLEX(cuFloatComplex, float, f)
BANKLINT_COMPLEX(cuDoubleComplex, double, )
#undef BANKLINT_COMPLEX
BANKLINT_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
BANKLINT_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);

#endif // BANKLINT_CUCOMPLEX_H

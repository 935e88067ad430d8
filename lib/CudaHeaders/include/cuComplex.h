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

#define BANKLINT_COMPLEX(Complex, Real, Suffix)                                \
  BANKLINT_HD Complex make_##Complex(Real, Real);                              \
  BANKLINT_HD Real cuCreal##Suffix(Complex);                                   \
  BANKLINT_HD Real cuCimag##Suffix(Complex);                                   \
  BANKLINT_HD Real cuCabs##Suffix(Complex);                                    \
  BANKLINT_HD Complex cuConj##Suffix(Complex);                                 \
  BANKLINT_HD Complex cuCadd##Suffix(Complex, Complex);                        \
  BANKLINT_HD Complex cuCsub##Suffix(Complex, Complex);                        \
  BANKLINT_HD Complex cuCmul##Suffix(Complex, Complex);                        \
  BANKLINT_HD Complex cuCdiv##Suffix(Complex, Complex);                        \
  BANKLINT_HD Complex cuCfma##Suffix(Complex, Complex, Complex);
BANKLINT_COMPLEX(cuFloatComplex, float, f)
BANKLINT_COMPLEX(cuDoubleComplex, double, )
#undef BANKLINT_COMPLEX
BANKLINT_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
BANKLINT_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);

#endif // BANKLINT_CUCOMPLEX_H

//===- LaneMaps.h - Values made lane by lane --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_VALUES_LANEMAPS_H
#define BANKLINT_LIB_INTERPRETER_VALUES_LANEMAPS_H

#include "banklint/Interpreter/Value.h"

namespace banklint {

/// Sums and products that wrap as the GPU's do.
inline int64_t wrapAdd(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
inline int64_t wrapMul(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

/// Coefficients are kept signed: -1 rather than 2^32 - 1.
inline int64_t canonicalCoefficient(int64_t Coefficient, IntType Type) {
  return canonical(Coefficient, IntType{Type.Bits, true});
}

/// The base of \p Value after \p Function, lane by lane.
template <typename FunctionT>
void mapBase(WarpValue &Result, const WarpValue &A, const WarpValue &B,
             FunctionT Function) {
  if (A.hasUniformBase() && B.hasUniformBase()) {
    Result.setUniformBase(Function(A.base(0), B.base(0)));
    return;
  }
  // All lanes, since those outside of the mask are meaningless anyway and a
  // loop without holes is several times as fast.
  LaneNumbers Numbers;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Numbers[Lane] = Function(A.base(Lane), B.base(Lane));
  Result.setBase(Numbers);
}

/// Adds a term, or nothing if its coefficients are 0 in all lanes of \p Mask.
template <typename FunctionT>
void addTerm(WarpValue &Result, SymbolId Symbol, bool IsCommon, LaneMask Mask,
             FunctionT Coefficient) {
  if (IsCommon) {
    if (int64_t Common = Coefficient(Mask.lowest()))
      Result.addTerm(SymbolTerm(Symbol, Common));
    return;
  }
  LaneNumbers Coefficients{};
  bool IsZero = true;
  for (unsigned Lane : Mask) {
    Coefficients[Lane] = Coefficient(Lane);
    IsZero &= Coefficients[Lane] == 0;
  }
  if (!IsZero)
    Result.addTerm(SymbolTerm(Symbol, Coefficients));
}

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_VALUES_LANEMAPS_H

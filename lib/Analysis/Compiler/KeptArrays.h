//===- KeptArrays.h - Arrays that the compiler does not leave out -*- C++ -*-=//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule A2. The compiler leaves out arrays that nothing is loaded from, and
// makes variables of those whose subscripts are all constants. Code that
// constants rule out does not count.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_KEPTARRAYS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_KEPTARRAYS_H

#include "banklint/Program/AssignedValues.h"
#include "banklint/Program/KnownNumbers.h"

namespace banklint {

class KeptArrays {
public:
  explicit KeptArrays(const KernelProgram &Program);

  /// True if the compiler surely keeps \p Array as it is declared: something
  /// other than loads and stores uses it, or a load does behind a barrier and a
  /// store, and subscripts vary if there are any. That one constant is all that
  /// is ever stored is not seen.
  bool contains(unsigned Array) const {
    return IsLoaded[Array] && IsIndexed[Array];
  }

private:
  void walk(const Block &B);
  void walkLoop(const Stmt &Loop);
  void assign(const Stmt &S);
  void note(const Access &A);
  bool isIndexed(const Access &A) const;
  void forget(const Block &B);

  const KernelProgram &Program;
  const AssignedValues Values;
  KnownNumbers Known;
  /// Stored to so far, and so before a barrier.
  std::vector<bool> IsStored, IsVisible;
  std::vector<bool> IsLoaded, IsIndexed;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_KEPTARRAYS_H

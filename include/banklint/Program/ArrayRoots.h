//===- ArrayRoots.h - The arrays that addresses point into ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_ARRAYROOTS_H
#define BANKLINT_PROGRAM_ARRAYROOTS_H

#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// What \p Address, an expression of u64, adds bytes to or subtracts them from.
ExprId addressBase(const KernelProgram &Program, ExprId Address);

/// The arrays into which addresses surely point, whatever is added to them.
class ArrayRoots {
public:
  explicit ArrayRoots(const KernelProgram &Program)
      : Program(Program), Values(Program) {}

  /// Nothing if it may be one of several, or other memory.
  std::optional<unsigned> rootOf(unsigned Access);

private:
  /// Of pointers that are made of others.
  static constexpr unsigned MaxRootSteps = 16;

  const KernelProgram &Program;
  AssignedValues Values;
  llvm::DenseMap<unsigned, std::optional<unsigned>> OfAccess;
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_ARRAYROOTS_H

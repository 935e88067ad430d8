//===- FixedValues.h - What a warp needs to evaluate only once --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An expression of constants, threadIdx and blockDim has one value while a warp
// runs. The places of a matrix fragment's elements are such expressions, large
// ones, and loops ask for them again and again. What the first evaluation asks
// of the sweep over warps (Sweeps.h) holds as long: until the next warp.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_FIXEDVALUES_H
#define BANKLINT_LIB_INTERPRETER_FIXEDVALUES_H

#include "banklint/Interpreter/Value.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// The values of one warp.
class FixedValues {
public:
  explicit FixedValues(const KernelProgram &Program) : Program(Program) {}

  /// True if \p Id is an operation whose value does not change.
  bool isFixed(ExprId Id);
  /// The value of \p Id in the lanes of \p Mask, if it was kept for these.
  const WarpValue *find(ExprId Id, LaneMask Mask) const;
  void keep(ExprId Id, const WarpValue &Value, LaneMask Mask);

private:
  bool hasFixedLeaves(ExprId Id);

  const KernelProgram &Program;
  /// Whether an expression has only leaves that are fixed, as far as asked.
  llvm::DenseMap<uint32_t, bool> HasFixedLeaves;
  llvm::DenseMap<uint32_t, std::pair<WarpValue, LaneMask>> Values;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_FIXEDVALUES_H

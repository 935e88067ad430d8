//===- FlowConditions.h - What conditions are made of -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_COMPILER_FLOWCONDITIONS_H
#define BANKLINT_LIB_COMPILER_FLOWCONDITIONS_H

#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

class FlowConditions {
public:
  FlowConditions(const KernelProgram &Program, const AssignedValues &Assigned);

  /// By the number of a variable.
  using Values = llvm::DenseMap<unsigned, ExprId>;

  /// True if \p Condition is surely the same for all lanes, where variables
  /// were just set to what \p Before says.
  bool isUniform(ExprId Condition, const Values &Before = Values()) const;

  /// True if the compiler knows \p Condition wherever it stands: it is made of
  /// constants.
  bool isOfConstants(ExprId Condition) const;

  /// What makes conditions differ: `n > t` and `t < n` have one shape.
  struct Shape {
    std::vector<uint64_t> Key;
    /// The condition holds where that of the shape does not, as `t >= n`.
    bool IsNegated = false;
    /// All of it is in the program.
    bool IsKnown = true;
  };
  /// What a variable holds has the number that \p ValueOf gives.
  Shape shapeOf(ExprId Condition,
                llvm::function_ref<unsigned(unsigned Variable)> ValueOf) const;

private:
  bool differs(const Expr &E) const;
  bool noteGuarded(const Block &B, bool Is);
  bool mayPart(const Stmt &S, bool IsInBranch) const;

  const KernelProgram &Program;
  const AssignedValues &Assigned;
  /// What may differ between lanes, by the numbers of expressions and
  /// variables.
  std::vector<bool> Differs, VariableDiffers;
};

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_FLOWCONDITIONS_H

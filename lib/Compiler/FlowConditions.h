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
  explicit FlowConditions(const KernelProgram &Program);

  /// By the number of a variable.
  using Values = llvm::DenseMap<unsigned, ExprId>;

  /// True if \p Condition is surely the same for all lanes, where variables
  /// were just set to \p Known.
  bool isUniform(ExprId Condition, const Values &Known = Values()) const;

  /// True if the compiler knows \p Condition wherever it stands: it is made of
  /// constants.
  bool isOfConstants(ExprId Condition) const;

  /// Adds to \p Key what makes conditions differ: `n > t` and `t < n` are one.
  /// What a variable holds has the number that \p ValueOf gives. Returns false
  /// if some of it is not in the program.
  bool addShape(ExprId Condition, std::vector<uint64_t> &Key,
                llvm::function_ref<unsigned(unsigned Variable)> ValueOf) const;

private:
  void noteGuarded(const Block &B, bool IsGuarded);
  bool differs(ExprId Node) const;
  bool hasDiffering(ExprId Id) const;

  const KernelProgram &Program;
  const AssignedValues Assigned;
  /// Variables that perhaps only some lanes set.
  std::vector<bool> IsGuarded;
  mutable llvm::DenseMap<unsigned, bool> Known;
};

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_FLOWCONDITIONS_H

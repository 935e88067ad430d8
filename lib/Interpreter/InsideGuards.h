//===- InsideGuards.h - Guards that inner blocks pass -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels compare an index that grows with blockIdx with the size of the
// problem: `blockIdx.x * blockDim.x + threadIdx.x < n`. All threads of a block
// inside of the problem pass, and so they do where an index is compared with 0.
// That there is such a block is only known to be false if the size is known.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_INSIDEGUARDS_H
#define BANKLINT_LIB_INTERPRETER_INSIDEGUARDS_H

#include "banklint/Interpreter/Interpreter.h"
#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <set>
#include <vector>

namespace banklint {

class InsideGuards {
public:
  /// Parameters are sizes if \p Launch does not know them.
  InsideGuards(const KernelProgram &Program, const LaunchConfig &Launch);

  struct Guard {
    /// What the comparison is for all threads of a block inside.
    bool Value;
    /// Which operand is a size of the launch; nothing if it is compared with a
    /// number of the source.
    std::optional<unsigned> Size;
  };
  /// That \p Comparison, of the program, is; null if it is none. Tests of loops
  /// are not: loops end.
  const Guard *find(const Expr &Comparison) const {
    auto Found = Guards.find(&Comparison);
    return Found == Guards.end() ? nullptr : &Found->second;
  }

  bool any() const { return !Guards.empty(); }

private:
  /// What a value depends on.
  enum class Form {
    Unset,
    /// The same for all blocks and threads: a number of the source.
    Number,
    /// Likewise, of the launch.
    Size,
    /// The thread, and no block.
    OfThread,
    /// It grows with the block's index.
    Grows,
    Other,
  };

  /// What the launch decides, by kind and number: parameters, extents of the
  /// grid.
  using Sizes = std::set<std::pair<ExprKind, unsigned>>;

  Form formOf(ExprId Id) const;
  Form formOf(const Expr &Binary, Form Left, Form Right) const;
  bool isPositive(ExprId Id) const;
  bool isSize(const Expr &E) const;
  bool countsWithoutSize(const Stmt &Loop) const;
  bool isOfLaunch(ExprId Id) const;
  bool branchesOnSize() const;
  Sizes sizesIn(ExprId Id) const;
  void findForms();
  std::optional<Guard> guardOf(const Expr &Comparison) const;

  const KernelProgram &Program;
  llvm::ArrayRef<ArgumentValue> Arguments;
  AssignedValues Values;
  std::vector<Form> Variables;
  llvm::DenseMap<const Expr *, Guard> Guards;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_INSIDEGUARDS_H

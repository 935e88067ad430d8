//===- AssignedValues.h - What variables are set to -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_ASSIGNEDVALUES_H
#define BANKLINT_PROGRAM_ASSIGNEDVALUES_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class AssignedValues {
public:
  explicit AssignedValues(const KernelProgram &Program) : Program(Program) {
    Values.resize(Program.Variables.size());
    forEachStmt(Program.Body, [this](const Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        Values[S.Index].push_back(S.Value);
    });
    for (const auto &[Variable, Value] : Program.UnreadValues)
      Values[Variable].push_back(Value);
  }

  /// The number of variables.
  size_t size() const { return Values.size(); }
  /// All values of a variable.
  llvm::ArrayRef<ExprId> of(unsigned Variable) const {
    return Values[Variable];
  }
  /// The value of \p Id if that is a variable that is set once, before.
  std::optional<ExprId> onlyValue(ExprId Id) const {
    const Expr &E = Program.expr(Id);
    if (E.Kind != ExprKind::Variable || Values[E.Index].size() != 1 ||
        Values[E.Index].front().Index > Id.Index)
      return std::nullopt;
    return Values[E.Index].front();
  }

  /// \p Id, or what such variables are set to, one by another, at last.
  ExprId resolved(ExprId Id) const {
    while (const std::optional<ExprId> Only = onlyValue(Id))
      Id = *Only;
    return Id;
  }

  /// Nodes that were visited, and variables whose values were.
  struct Visited {
    llvm::DenseSet<unsigned> Nodes;
    llvm::DenseSet<unsigned> Variables;
  };
  /// Calls \p Visit for all nodes that \p Id is made of, each once, those of
  /// the values of variables included, until it returns true. True if it did.
  /// Nodes that \p Before has are left out, and those below them; it gets the
  /// others.
  bool anyNode(ExprId Id, llvm::function_ref<bool(ExprId)> Visit,
               Visited &Before) const;
  /// The same for all nodes.
  void forEachNode(ExprId Id, llvm::function_ref<void(ExprId)> Visit,
                   Visited &Before) const {
    anyNode(
        Id,
        [&Visit](ExprId Node) {
          Visit(Node);
          return false;
        },
        Before);
  }
  void forEachNode(ExprId Id, llvm::function_ref<void(ExprId)> Visit) const {
    Visited Before;
    forEachNode(Id, Visit, Before);
  }

  /// Adds to \p Exprs, the expressions, and \p Variables, those that are made,
  /// also by variables, of expressions that \p IsSource or of variables that
  /// \p Variables has.
  void spread(llvm::function_ref<bool(const Expr &)> IsSource,
              std::vector<bool> &Exprs, std::vector<bool> &Variables) const;

private:
  const KernelProgram &Program;
  std::vector<llvm::SmallVector<ExprId, 2>> Values;
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_ASSIGNEDVALUES_H

//===- LostArrays.cpp - Arrays that no access goes to ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/LostArrays.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

namespace {

/// Follows values from accesses back to the arrays whose addresses they are.
class ArrayFinder {
public:
  explicit ArrayFinder(const KernelProgram &Program)
      : Program(Program), Reached(Program.Arrays.size()),
        Values(Program.Exprs.size()), Assigned(Program.Variables.size()) {
    forEachStmt(Program.Body, [this](const banklint::Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        Assigned[S.Index].push_back(S.Value);
    });
    for (const auto &[Variable, Value] : Program.UnreadValues)
      Assigned[Variable].push_back(Value);
  }

  llvm::BitVector find(llvm::ArrayRef<ExprId> Unused) {
    for (ExprId Value : Unused)
      add(Value);
    for (const Access &A : Program.Accesses) {
      if (A.Array)
        Reached.set(*A.Array);
      add(A.Address);
    }
    // Pointers that are only compared miss no access.
    for (const banklint::Expr &E : Program.Exprs)
      if (E.Kind == ExprKind::Binary && isComparison(E.Binary))
        llvm::for_each(E.Operands, [this](ExprId Side) { add(Side); });
    while (!Left.empty())
      follow(Program.expr(Left.pop_back_val()));
    return Reached;
  }

private:
  void add(ExprId Value) {
    if (!Values.test(Value.Index)) {
      Values.set(Value.Index);
      Left.push_back(Value);
    }
  }

  void follow(const banklint::Expr &E) {
    if (E.Kind == ExprKind::Address)
      Reached.set(E.Index);
    for (ExprId Operand : E.Operands)
      add(Operand);
    if (E.Kind == ExprKind::Variable)
      for (ExprId Value : std::exchange(Assigned[E.Index], {}))
        add(Value);
  }

  const KernelProgram &Program;
  llvm::BitVector Reached;
  /// By number: those that were seen.
  llvm::BitVector Values;
  /// By variable: what it is set to.
  std::vector<std::vector<ExprId>> Assigned;
  llvm::SmallVector<ExprId, 32> Left;
};

} // namespace

/// True if \p A may go to any array, as far as the program says.
static bool maySeeAll(const KernelProgram &Program, const Access &A) {
  const banklint::Expr *Pointer = &Program.expr(A.Address);
  while (Pointer->Kind == ExprKind::Binary && Pointer->Binary == BinaryOp::Add)
    Pointer = &Program.expr(Pointer->Operands[0]);
  return !A.Array && Pointer->Kind == ExprKind::Opaque;
}

llvm::SmallVector<unsigned, 4>
banklint::lostArrays(const KernelProgram &Program,
                     llvm::ArrayRef<ExprId> Unused) {
  llvm::SmallVector<unsigned, 4> Lost;
  if (llvm::any_of(Program.Accesses, [&Program](const Access &A) {
        return maySeeAll(Program, A);
      }))
    return Lost;
  llvm::BitVector HasPointers(Program.Arrays.size());
  for (const banklint::Expr &E : Program.Exprs)
    if (E.Kind == ExprKind::Address)
      HasPointers.set(E.Index);
  const llvm::BitVector Reached = ArrayFinder(Program).find(Unused);
  for (unsigned Array : HasPointers.set_bits())
    if (!Reached.test(Array))
      Lost.push_back(Array);
  return Lost;
}

//===- CompileTime.cpp - What is known without a launch -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/CompileTime.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool CompileTimeView::isConstant(ExprId Id, const Variables &Constant) const {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Parameter:
  case ExprKind::Builtin:
  case ExprKind::Opaque:
  case ExprKind::Shuffle:
    return false;
  case ExprKind::Variable:
    return Constant[E.Index];
  default:
    return llvm::all_of(E.Operands, [&](ExprId Operand) {
      return isConstant(Operand, Constant);
    });
  }
}

static bool isJump(const Stmt &S) {
  return S.Kind == StmtKind::Break || S.Kind == StmtKind::Continue ||
         S.Kind == StmtKind::Return;
}

/// True if control may leave \p B early: by a jump that is not the last thing
/// in it.
static bool mayLeaveEarly(const Block &B) {
  bool Result = false;
  for (const Stmt &S : B) {
    Result |= isJump(S) && &S != &B.back();
    for (const Block &Inner : S.Blocks)
      forEachStmt(Inner, [&](const Stmt &Deep) { Result |= isJump(Deep); });
  }
  return Result;
}

/// Takes from SurelyConstant the variables that \p B sets to something else, or
/// where it is not sure that it does. Returns true if there were any.
bool CompileTimeView::restrict(const Block &B, bool IsSureContext) {
  bool HasChanged = false;
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign && SurelyConstant[S.Index] &&
        !(IsSureContext && isConstant(S.Value, SurelyConstant))) {
      SurelyConstant[S.Index] = false;
      HasChanged = true;
    }
    bool IsSure = IsSureContext;
    if (S.Value.isValid() && S.Kind != StmtKind::Assign)
      IsSure &= isConstant(S.Value, SurelyConstant);
    if (S.Kind == StmtKind::Loop || S.Kind == StmtKind::Region)
      for (const Block &Inner : S.Blocks)
        IsSure &= !mayLeaveEarly(Inner);
    for (const Block &Inner : S.Blocks)
      HasChanged |= restrict(Inner, IsSure);
  }
  return HasChanged;
}

void CompileTimeView::find() {
  if (WasFound)
    return;
  WasFound = true;
  MayBeConstant.assign(Program.Variables.size(), true);
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    forEachStmt(Program.Body, [&](const Stmt &S) {
      if (S.Kind != StmtKind::Assign || !MayBeConstant[S.Index] ||
          isConstant(S.Value, MayBeConstant))
        return;
      MayBeConstant[S.Index] = false;
      HasChanged = true;
    });
  }
  SurelyConstant = MayBeConstant;
  while (restrict(Program.Body, /*IsSureContext=*/true))
    ;
}

bool CompileTimeView::hasConstantTest(const Stmt &Loop) {
  find();
  return isConstant(Loop.Value, MayBeConstant);
}

bool CompileTimeView::isSurelyConstant(ExprId Value) {
  find();
  return isConstant(Value, SurelyConstant);
}

static bool mentions(const KernelProgram &Program, ExprId Id,
                     unsigned Variable) {
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Variable)
    return E.Index == Variable;
  return llvm::any_of(E.Operands, [&](ExprId Operand) {
    return mentions(Program, Operand, Variable);
  });
}

bool CompileTimeView::isSurelyCountable(const Stmt &Loop) {
  auto [It, IsNew] = Countable.try_emplace(&Loop, false);
  if (!IsNew)
    return It->second;
  bool Result = Loop.Weight != 0 && Loop.UnrollCount != 1 && Loop.TestFirst &&
                Loop.Blocks[0].empty() && isSurelyConstant(Loop.Value) &&
                !mayLeaveEarly(Loop.Blocks[1]);
  forEachStmt(Loop.Blocks[1], [&](const Stmt &S) {
    Result &= !isJump(S);
    if (S.Kind == StmtKind::Assign)
      Result &= !mentions(Program, Loop.Value, S.Index);
  });
  return Countable[&Loop] = Result;
}

//===- LowerAssign.cpp - Assignments --------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Ast/AstQueries.h"
#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/AST/Expr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// Notes what the stores from access number \p First on store.
void Lowering::noteOrder(size_t First) {
  for (size_t Number = First; Number != Emit.Program.Accesses.size(); ++Number)
    if (Emit.Program.Accesses[Number].Op == MemoryOperation::Store)
      Emit.Flow.store(Number);
}

/// Notes what is known of the value of the stores from number \p First on,
/// which the assignment \p E to \p To makes: that it is \p Value if given.
void Lowering::noteStored(size_t First, const clang::Expr &E,
                          std::optional<int64_t> Value) {
  for (size_t Number = First; Number != Emit.Program.Accesses.size();
       ++Number) {
    banklint::Access &A = Emit.Program.Accesses[Number];
    if (A.Op != MemoryOperation::Store)
      continue;
    A.WritesBack = Stored.writesBack(E, *Frames.back().Function) &&
                   applies(Mechanism::StoresBack);
    if (A.Array && isVariable(Emit.Program.Arrays[*A.Array]))
      Stored.noteStore(Number, E, Value);
  }
  noteOrder(First);
}

/// Does what the assignment \p E does once its \p Value is known.
void Lowering::storeResult(const BinaryOperator &E, const LValue &To,
                           ExprId Value) {
  const FunctionDecl *Function = Frames.back().Function;
  size_t First = Emit.Program.Accesses.size();
  // Only what the last round stores may be needed.
  if (To.Kind == LValue::Untracked && !To.Local && InnermostLoop &&
      E.getOpcode() == BO_Assign &&
      Stored.isStoredAgain(*E.getLHS(), *InnermostLoop))
    Emit.Flow.choose(0);
  Mem.store(To, Value, E.getLHS());
  for (size_t I = First; I != Emit.Program.Accesses.size(); ++I)
    if (Emit.Program.Accesses[I].Op == MemoryOperation::Store)
      Emit.Program.Accesses[I].MayRestore =
          Sums.feed(E, *Function) && applies(Mechanism::Restores);
  noteStored(First, E, numberOf(Emit.Program, Value, Emit.Numbers));
  if (&E == Discarded && To.Kind == LValue::Shared)
    Emit.Flow.putInto(To.Index);
}

/// \p Where, if given, becomes the place that was assigned to.
ExprId Lowering::lowerAssignment(const BinaryOperator &E, LValue *Where) {
  if (E.getOpcode() != BO_Assign)
    return lowerCompoundAssignment(*cast<CompoundAssignOperator>(&E), Where);
  const FlowRecorder::Scope Made(Emit.Flow, /*IsPart=*/true);
  ExprId Value = value(E.getRHS());
  const auto *Read = dyn_cast<CastExpr>(E.getRHS()->IgnoreParens());
  const std::optional<unsigned> Load =
      Read && Read->getCastKind() == CK_LValueToRValue
          ? Emit.justAccessed(Read->getSubExpr()->IgnoreParens())
          : std::nullopt;
  LValue To = place(E.getLHS());
  {
    llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(*E.getRHS()));
    storeResult(E, To, Value);
  }
  if (Load)
    Mem.noteLoaded(To, E.getType(), *Load);
  if (Where)
    *Where = std::move(To);
  return Value;
}

ExprId Lowering::lowerCompoundAssignment(const CompoundAssignOperator &E,
                                         LValue *Where) {
  const FlowRecorder::Scope Made(Emit.Flow, /*IsPart=*/true);
  ExprId Right = value(E.getRHS());
  LValue To = place(E.getLHS());
  ExprId Left = Mem.load(To, E.getLHS());
  QualType LeftType = E.getComputationLHSType();
  if (std::optional<IntType> Type = intType(Context, LeftType);
      Type && intType(Context, E.getLHS()->getType()))
    Left = Builder.convert(Left, *Type);
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  ExprId Value =
      lowerArithmetic(Emit, Op, Left, Right, LeftType, E.getRHS()->getType(),
                      E.getComputationResultType());
  if (std::optional<IntType> Type = intType(Context, E.getType()))
    Value = Builder.convert(Value, *Type);
  if (assignsOnlyPart(E, Context))
    Emit.Flow.narrow();
  storeResult(E, To, Value);
  if (Where)
    *Where = std::move(To);
  return Value;
}

ExprId Lowering::lowerStep(const UnaryOperator &E, LValue *Where) {
  const Expr *Sub = E.getSubExpr();
  const FlowRecorder::Scope Made(Emit.Flow, /*IsPart=*/true);
  LValue P = place(Sub);
  ExprId Old = Mem.load(P, Sub);
  bool IsShared = P.isMemory();
  if (E.isPostfix() && !IsShared)
    Old = Emit.temporary(Old);
  QualType Type = Sub->getType();
  ExprId One = Builder.constant(
      1, Type->isPointerType() ? I64 : valueType(Context, Type));
  ExprId New =
      lowerArithmetic(Emit, E.isIncrementOp() ? BO_Add : BO_Sub, Old, One, Type,
                      Type->isPointerType() ? Context.LongTy : Type, Type);
  const size_t First = Emit.Program.Accesses.size();
  std::optional<FlowPart> Before;
  if (E.isPostfix() && &E != Discarded)
    Before = Emit.Flow.keepCurrent();
  Mem.store(P, New, Sub);
  noteOrder(First);
  if (&E == Discarded && P.Kind == LValue::Shared)
    Emit.Flow.putInto(P.Index);
  if (Before)
    Emit.Flow.read(*Before);
  if (Where)
    *Where = std::move(P);
  return E.isPostfix() ? Old : New;
}

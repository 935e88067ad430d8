//===- LowerAssign.cpp - Assignments --------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Integers.h"
#include "Lowering.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"

using namespace banklint;
using namespace clang;

/// True if \p Place, as it is spelled, surely is what it was at access number
/// \p Since.
bool Lowering::isStill(const Expr *Place, unsigned Since) {
  const auto IsStill = [&](const VarDecl &Variable) {
    const Binding *B = Frames.bindingOf(Variable);
    if (B && B->Kind == Binding::Scalar)
      return !Emit.isAssignedSince(B->Index, Since);
    return Variable.hasAttr<CUDASharedAttr>() || !Pointers.isChanged(Variable);
  };
  return walk(Place, [&](const clang::Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return !isa<CallExpr>(S) && (!Variable || IsStill(*Variable));
  });
}

/// Notes of the stores to \p To from number \p First on whether they surely
/// stand behind what was loaded.
void Lowering::noteOrder(size_t First, const Expr *To) {
  // To a local variable nothing is stored.
  if (First == Emit.Program.Accesses.size())
    return;
  // What is loaded from one place twice is one value, and what is stored to is
  // loaded before.
  llvm::SmallVector<std::pair<unsigned, const Expr *>, 8> Pending, Needed;
  if (!Emit.Order.pending().empty())
    for (auto [Number, Place] :
         Emit.placesFrom(*Emit.Order.pending().begin())) {
      if (Emit.Order.current().loads().count(Number))
        Needed.push_back({Number, Place->IgnoreParens()});
      else if (Emit.Order.pending().count(Number))
        Pending.push_back({Number, Place->IgnoreParens()});
    }
  Needed.push_back({First, To->IgnoreParens()});
  const auto AreOfOneCall = [this](unsigned A, unsigned B) {
    return llvm::equal(Emit.Program.Accesses[A].Calls,
                       Emit.Program.Accesses[B].Calls,
                       [](const SourceSpan &X, const SourceSpan &Y) {
                         return X.File == Y.File && X.Offset == Y.Offset;
                       });
  };
  llvm::SmallVector<unsigned, 8> OfPlace;
  for (auto [Number, Place] : Pending)
    if (llvm::any_of(Needed,
                     [&, Number = Number, Place = Place](auto Other) {
                       return AreOfOneCall(Number, Other.first) &&
                              areSpelledAlike(Place, Other.second, Context);
                     }) &&
        isStill(Place, Number))
      OfPlace.push_back(Number);
  for (size_t Number = First; Number != Emit.Program.Accesses.size(); ++Number)
    if (Emit.Program.Accesses[Number].Op == MemoryOperation::Store)
      Emit.Order.store(Number, OfPlace);
}

/// Notes what is known of the value of the stores from number \p First on,
/// which the assignment \p E to \p To makes: that it is \p Value if given.
void Lowering::noteStored(size_t First, const clang::Expr &E, const Expr *To,
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
  noteOrder(First, To);
}

/// Does what the assignment \p E does once its \p Value is known.
void Lowering::storeResult(const BinaryOperator &E, const LValue &To,
                           ExprId Value) {
  const FunctionDecl *Function = Frames.back().Function;
  size_t First = Emit.Program.Accesses.size();
  Mem.store(To, Value, E.getLHS());
  for (size_t I = First; I != Emit.Program.Accesses.size(); ++I)
    if (Emit.Program.Accesses[I].Op == MemoryOperation::Store)
      Emit.Program.Accesses[I].MayRestore =
          Sums.feed(E, *Function) && applies(Mechanism::Restores);
  noteStored(First, E, E.getLHS(), numberOf(Emit.Program, Value, Numbers));
  if (&E == Discarded && To.Kind == LValue::Shared)
    Emit.Order.putInto(To.Index);
}

/// \p Where, if given, becomes the place that was assigned to.
ExprId Lowering::lowerAssignment(const BinaryOperator &E, LValue *Where) {
  if (E.getOpcode() != BO_Assign)
    return lowerCompoundAssignment(*cast<CompoundAssignOperator>(&E), Where);
  const LoadOrder::Scope Made(Emit.Order, /*IsPart=*/true);
  ExprId Value = value(E.getRHS());
  LValue To = place(E.getLHS());
  if (const auto *Read = dyn_cast<CastExpr>(E.getRHS()->IgnoreParens());
      Read && Read->getCastKind() == CK_LValueToRValue)
    Mem.noteLoaded(To, Read->getSubExpr()->IgnoreParens());
  storeResult(E, To, Value);
  if (Where)
    *Where = std::move(To);
  return Value;
}

ExprId Lowering::lowerCompoundAssignment(const CompoundAssignOperator &E,
                                         LValue *Where) {
  const LoadOrder::Scope Made(Emit.Order, /*IsPart=*/true);
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
    Emit.Order.narrow();
  storeResult(E, To, Value);
  if (Where)
    *Where = std::move(To);
  return Value;
}

ExprId Lowering::lowerStep(const UnaryOperator &E, LValue *Where) {
  const Expr *Sub = E.getSubExpr();
  const LoadOrder::Scope Made(Emit.Order, /*IsPart=*/true);
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
  const LoadOrder::Value Before = Emit.Order.made();
  Mem.store(P, New, Sub);
  noteOrder(First, Sub);
  if (&E == Discarded && P.Kind == LValue::Shared)
    Emit.Order.putInto(P.Index);
  else if (E.isPostfix())
    Emit.Order.need(Before);
  if (Where)
    *Where = std::move(P);
  return E.isPostfix() ? Old : New;
}

//===- LowerRangeFor.cpp - Range-based loops ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// Binds the variable of a range-based loop to \p Element.
void Lowering::bindElement(const VarDecl &Variable, LValue Element,
                           const Expr *Range) {
  if (Variable.getType()->isReferenceType()) {
    Binding &B = Frames.back().Bindings[&Variable];
    B = Binding();
    B.Kind = Binding::Alias;
    B.Target = std::move(Element);
    return;
  }
  bindLocal(Frames.back(), Variable);
  QualType Type = Variable.getType();
  const FlowRecorder::Scope Made(Emit.Flow);
  if (Element.isMemory())
    Emit.emitAccess(MemoryOperation::Load, Element, Type, Range);
  Binding B = Frames.back().Bindings[&Variable];
  if (B.Kind == Binding::Members) {
    Mem.copyRecord(placeOf(B), Type, Element);
    if (const auto Load = Emit.justAccessed(Range))
      Mem.noteLoaded(placeOf(B), Type, *Load);
  }
  if (B.Kind == Binding::Ignored) {
    Mem.noteRead(Element, Type);
    Emit.Flow.assign(FlowPart::local(B.Index));
  }
  if (B.Kind == Binding::Scalar) {
    Mem.noteRead(Element, Type);
    Emit.Flow.assign(FlowPart::variable(B.Index));
    Emit.assign(B.Index, Element.Kind == LValue::Record
                             ? Mem.loadRecord(Element, *intType(Context, Type),
                                              Type->isPointerType())
                             : Emit.opaque(ReasonCode::DataDependentIndex,
                                           "read from an array", Type));
  }
}

/// A range-based loop over an array counts through it. \p Loop has its shape.
void Lowering::lowerArrayLoop(const CXXForRangeStmt &S, const Expr *Range,
                              const ConstantArrayType &Array,
                              const VarDecl &Variable, banklint::Stmt Loop) {
  LValue P = place(Range);
  Mem.freeze(P);
  Arrays.observeLayout(P, Range, "a range-based loop", /*IsDeduced=*/true);
  unsigned Counter = Emit.addVariable("", I64);
  ExprId Index = Builder.variable(Counter);
  Emit.assign(Counter, Builder.constant(0, I64));
  if (P.Kind == LValue::Shared && !P.Inner.isValid() &&
      P.Subscripts.size() < Emit.Program.Arrays[P.Index].Extents.size()) {
    P.Subscripts.push_back(Index);
  } else {
    int64_t Size =
        Context.getTypeSizeInChars(Array.getElementType()).getQuantity();
    P = Mem.moved(std::move(P), Builder.binary(BinaryOp::Mul, Index,
                                               Builder.constant(Size, I64)));
  }
  Loop.Kind = StmtKind::Loop;
  Loop.Span = Emit.spanOf(S.getForLoc());
  Loop.Blocks.resize(3);
  Loop.Index = ~0u;
  Loop.Value =
      Builder.binary(BinaryOp::Less, Index,
                     Builder.constant(int64_t(Array.getZExtSize()), I64));
  {
    llvm::SaveAndRestore Restore(Emit.Out, &Loop.Blocks[1]);
    bindElement(Variable, std::move(P), Range);
    lowerParts(Variable);
    lowerStmt(S.getBody());
  }
  {
    llvm::SaveAndRestore Restore(Emit.Out, &Loop.Blocks[2]);
    Emit.assign(Counter,
                Builder.binary(BinaryOp::Add, Index, Builder.constant(1, I64)));
  }
  Emit.Out->push_back(std::move(Loop));
}

/// What \p S goes through: of a list in braces, the array behind it.
static const clang::Expr *rangeOf(const CXXForRangeStmt &S) {
  const clang::Expr *Range = S.getRangeInit();
  if (!Range)
    return nullptr;
  const clang::Expr *Inner = Range;
  if (const auto *Full = dyn_cast<FullExpr>(Inner))
    Inner = Full->getSubExpr();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
    Inner = Temporary->getSubExpr();
  const auto *List =
      dyn_cast<CXXStdInitializerListExpr>(Inner->IgnoreParenImpCasts());
  return List ? List->getSubExpr() : Range;
}

/// A range-based loop over an object steps its iterators.
void Lowering::lowerRangeFor(const CXXForRangeStmt &S) {
  banklint::Stmt Loop;
  llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
  const auto Inside = enterLoop(Loop, S, S.getBody());
  lowerStmt(S.getInit());
  const Expr *Range = rangeOf(S);
  const VarDecl *Variable = S.getLoopVariable();
  const ConstantArrayType *Array =
      Range ? Context.getAsConstantArrayType(Range->getType()) : nullptr;
  if (Array && Variable && !Array->getElementType()->isDependentType())
    return lowerArrayLoop(S, Range, *Array, *Variable, std::move(Loop));
  bool IsKnown = S.getBeginStmt() && S.getEndStmt() && S.getCond() &&
                 S.getInc() && Variable;
  if (IsKnown) {
    lowerStmt(S.getRangeStmt());
    lowerStmt(S.getBeginStmt());
    lowerStmt(S.getEndStmt());
  } else if (Range) {
    effects(Range);
  }
  Loop.Kind = StmtKind::Loop;
  Loop.Span = Emit.spanOf(S.getForLoc());
  Loop.Blocks.resize(3);
  if (IsKnown)
    lowerCondition(nullptr, S.getCond(), Loop.Blocks[0], Loop.Value);
  else
    Loop.Value =
        Emit.opaque(ReasonCode::UnsupportedConstruct,
                    "the iterations of a range-based loop", Context.BoolTy);
  {
    llvm::SaveAndRestore Restore(Emit.Out, &Loop.Blocks[1]);
    if (IsKnown)
      lowerStmt(S.getLoopVarStmt());
    else if (Variable)
      Frames.back().Bindings[Variable] = Binding();
    lowerStmt(S.getBody());
  }
  if (IsKnown)
    lowerBlock(S.getInc(), Loop.Blocks[2]);
  Emit.Out->push_back(std::move(Loop));
}

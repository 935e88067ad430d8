//===- LowerCall.cpp - Calls ----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the program's own functions are inlined. Functions of the CUDA and
// system headers are known by name (Intrinsics.cpp) or get their arguments
// read, since what they do with shared memory is done at the call.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

ExprId Lowering::lowerConstruct(const CXXConstructExpr &E) {
  if (E.getNumArgs() == 1 && E.getConstructor()->isCopyOrMoveConstructor()) {
    const Expr *Source = E.getArg(0);
    return Source->isGLValue() ? load(lowerPlace(Source), Source)
                               : lowerValue(Source);
  }
  for (const Expr *Argument : E.arguments())
    if (Argument->isGLValue() && isShared(Argument))
      load(lowerPlace(Argument), Argument);
    else
      lowerEffects(Argument);
  return opaque(ReasonCode::UnsupportedConstruct, "a constructed object",
                E.getType());
}

void Lowering::bindParameter(Frame &Callee, const ParmVarDecl &Parameter,
                             const Expr *Argument) {
  Binding B;
  if (Parameter.getType()->isReferenceType()) {
    B.Kind = Binding::Alias;
    B.MayPointToShared = Argument->isGLValue() && isShared(Argument);
    B.Target = lowerPlace(Argument);
    freeze(B.Target);
    if (Parameter.getType()->getPointeeType()->isArrayType())
      observeLayout(B.Target, Argument, "a reference to it");
    Callee.Bindings[&Parameter] = std::move(B);
    return;
  }
  bool MayPointToShared =
      Argument->getType()->isPointerType() && pointsToShared(Argument);
  if (Parameter.getType()->isRecordType()) {
    bindLocal(Callee, Parameter);
    return initRecord(Callee.Bindings[&Parameter].Index, Parameter.getType(),
                      Argument);
  }
  ExprId Value = lowerValue(Argument);
  bindLocal(Callee, Parameter);
  Binding &Bound = Callee.Bindings[&Parameter];
  Bound.MayPointToShared |= MayPointToShared;
  if (Bound.Kind == Binding::Scalar)
    assign(Bound.Index, Value);
}

/// The object of the innermost method; lambdas see that around them.
const LValue *Lowering::thisPlace() const {
  for (const Frame &F : llvm::reverse(Frames))
    if (F.This)
      return &*F.This;
  return nullptr;
}

/// Lowers the body of \p Callee, a bound frame, as a region. \p Before emits
/// what comes first in it.
void Lowering::lowerBody(Frame Callee, SourceRange Call,
                         llvm::function_ref<void()> Before) {
  const FunctionDecl &Function = *Callee.Function;
  Calls.push_back(spanOf(Call));
  Frames.push_back(std::move(Callee));
  findSharedPointers(Function.getBody());
  banklint::Stmt Region;
  Region.Kind = StmtKind::Region;
  Region.Name = Function.getNameAsString();
  Region.Span = Calls.back();
  Region.Blocks.resize(1);
  {
    llvm::SaveAndRestore Restore(Out, &Region.Blocks[0]);
    if (Before)
      Before();
    lowerFunctionBody(Function);
  }
  Out->push_back(std::move(Region));
  Frames.pop_back();
  Calls.pop_back();
}

ExprId Lowering::inlineCall(const CallExpr &E, const FunctionDecl &Function) {
  Frame Callee;
  Callee.Function = &Function;
  unsigned FirstArgument = 0;
  const Expr *Object = nullptr;
  if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Function)) {
    Object = E.getArg(0);
    FirstArgument = 1;
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    Object = Member->getImplicitObjectArgument();
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  bool IsLambda = Method && Method->getParent()->isLambda();
  if (Object && IsLambda)
    lowerEffects(Object);
  else if (Object && Object->getType()->isPointerType())
    Callee.This = placeOfPointee(Object);
  else if (Object)
    Callee.This = lowerPlace(Object);
  if (Callee.This)
    freeze(*Callee.This);
  for (unsigned I = 0; I != Function.getNumParams(); ++I)
    if (FirstArgument + I < E.getNumArgs())
      bindParameter(Callee, *Function.getParamDecl(I),
                    E.getArg(FirstArgument + I));
  QualType Type = Function.getReturnType();
  if (Type->isReferenceType())
    Callee.ResultVariable = addVariable("", U64);
  else if (std::optional<IntType> Int = intType(Type))
    Callee.ResultVariable = addVariable("", *Int);
  std::optional<unsigned> Result = Callee.ResultVariable;
  lowerBody(std::move(Callee), E.getSourceRange());
  if (Result)
    return Builder.variable(*Result);
  return opaque(Type->isRealFloatingType() ? ReasonCode::FloatingPoint
                                           : ReasonCode::UnsupportedConstruct,
                "the result of '" + Function.getNameAsString() + "'", Type);
}

/// A call whose callee can't be followed: it may do anything with the memory
/// and the variables that it gets.
ExprId Lowering::lowerUnknownCall(const CallExpr &E, Reason Why) {
  auto Escapes = [&](const Expr *Argument) {
    return Argument->isGLValue() ? isShared(Argument)
                                 : Argument->getType()->isPointerType() &&
                                       pointsToShared(Argument);
  };
  const FunctionDecl *Function = E.getDirectCallee();
  if (!Function)
    lowerEffects(E.getCallee());
  for (const Expr *Argument : E.arguments()) {
    if (Escapes(Argument)) {
      LValue P;
      if (Argument->isGLValue())
        P = lowerPlace(Argument);
      else
        lowerValue(Argument);
      std::optional<unsigned> Array;
      if (P.Kind == LValue::Shared)
        Array = P.Index;
      emitUnknownAccess(MemoryOperation::Load, Array, 4,
                        Argument->getSourceRange(), Why);
      continue;
    }
    if (!Argument->isGLValue()) {
      lowerValue(Argument);
      const auto *Address =
          dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts());
      if (Address && Address->getOpcode() == UO_AddrOf)
        forget(lowerPlace(Address->getSubExpr()),
               Address->getSubExpr()->getType(), Why.Code, "changed by a call");
      continue;
    }
    LValue P = lowerPlace(Argument);
    if (!Argument->getType().isConstQualified())
      forget(P, Argument->getType(), Why.Code, "changed by a call");
  }
  return opaque(Why.Code, Why.Detail, E.getType());
}

/// Assignment and compound assignment of structs that a header defines, float4
/// and half among them.
std::optional<ExprId> Lowering::lowerOperator(const CXXOperatorCallExpr &E) {
  if (!E.isAssignmentOp() || E.getNumArgs() != 2 || !E.getArg(0)->isGLValue())
    return std::nullopt;
  const Expr *To = E.getArg(0);
  const Expr *From = E.getArg(1);
  bool IsPlain = E.getOperator() == OO_Equal;
  const auto *Ref = dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts());
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  Binding *B = Decl ? bindingOf(*Decl) : nullptr;
  if (IsPlain && B && B->Kind == Binding::Members)
    initRecord(B->Index, Decl->getType(), From);
  else if (From->isGLValue())
    load(lowerPlace(From), From);
  else
    lowerValue(From);
  LValue P = lowerPlace(To);
  if (!IsPlain)
    load(P, To);
  if (P.Kind == LValue::Shared || P.Kind == LValue::Pointer)
    store(P, ExprId(), To);
  else if (!IsPlain || !B || B->Kind != Binding::Members)
    forget(P, To->getType(), ReasonCode::UnsupportedConstruct,
           "set by an operator");
  return opaque(ReasonCode::UnknownPointer, "the result of an assignment",
                E.getType());
}

/// A function of a header reads what it gets by value or const reference.
ExprId Lowering::lowerHeaderCall(const CallExpr &E) {
  const FunctionDecl *Function = E.getDirectCallee();
  llvm::SmallVector<ExprId, 3> Operands;
  unsigned Shift =
      isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Function) ? 1 : 0;
  for (unsigned I = 0; I != E.getNumArgs(); ++I) {
    const Expr *Argument = E.getArg(I);
    if (!Argument->isGLValue()) {
      Operands.push_back(lowerValue(Argument));
      continue;
    }
    QualType Type;
    if (I < Shift)
      Type = Argument->getType();
    else if (I - Shift < Function->getNumParams())
      Type = Function->getParamDecl(I - Shift)->getType();
    LValue P = lowerPlace(Argument);
    if (Type.isNull() || !Type->isReferenceType() ||
        Type->getPointeeType().isConstQualified())
      Operands.push_back(load(P, Argument));
    else
      forget(P, Argument->getType(), ReasonCode::UnknownCall,
             "changed by '" + Function->getNameAsString() + "'");
  }
  bool IsFloat = E.getType()->isRealFloatingType();
  return opaque(IsFloat ? ReasonCode::FloatingPoint : ReasonCode::UnknownCall,
                "the result of '" + Function->getNameAsString() + "'",
                E.getType(), Operands, /*IsDivergent=*/!IsFloat);
}

ExprId Lowering::lowerCall(const CallExpr &E) {
  bool WasUnused = std::exchange(IsResultUnused, false);
  const FunctionDecl *Function = E.getDirectCallee();
  if (!Function)
    return lowerUnknownCall(E, {ReasonCode::UnknownCall,
                                "called through a pointer or unknown name"});
  bool IsHeader = Sources.isInSystemHeader(Function->getLocation()) ||
                  Function->getBuiltinID() != 0;
  std::string Name = Function->getNameAsString();
  if (IsHeader) {
    if (std::optional<ExprId> Value = lowerIntrinsic(E, Name))
      return *Value;
    llvm::SaveAndRestore Restore(IsResultUnused, WasUnused);
    if (std::optional<ExprId> Value = lowerAtomic(E, Name))
      return *Value;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E))
    if (IsHeader || Function->isDefaulted() || Function->isTrivial())
      if (std::optional<ExprId> Value = lowerOperator(*Operator))
        return *Value;
  if (std::optional<int64_t> Constant = constantOf(&E))
    return Builder.constant(*Constant, valueType(E.getType()));
  constexpr unsigned MaxExprs = 1u << 17;
  const FunctionDecl *Definition = nullptr;
  bool HasBody = Function->hasBody(Definition) &&
                 !Definition->isDependentContext() && !Definition->isVariadic();
  bool TouchesShared = llvm::any_of(E.arguments(), [&](const Expr *Argument) {
    return Argument->getType()->isPointerType() && pointsToShared(Argument);
  });
  // Of the headers, the functions that compute indices are followed, too.
  bool IsIndex = intType(E.getType()) && !E.getType()->isPointerType();
  if (HasBody && (!IsHeader || (IsIndex && !TouchesShared))) {
    if (Frames.size() > MaxInlineDepth)
      return lowerUnknownCall(
          E, {ReasonCode::Recursion, "calls of '" + Name + "' nest too deep"});
    if (Program.Exprs.size() > MaxExprs)
      return lowerUnknownCall(
          E, {ReasonCode::Budget,
              "the kernel is too large to inline '" + Name + "'"});
    return inlineCall(E, *Definition);
  }
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&E);
  if (Member && isShared(Member->getImplicitObjectArgument())) {
    Reason Why{ReasonCode::UnknownCall,
               "'" + Name + "' is called on a shared object"};
    emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4,
                      E.getSourceRange(), Why);
    lowerPlace(Member->getImplicitObjectArgument());
    return lowerUnknownCall(E, Why);
  }
  if (IsHeader && !TouchesShared)
    return lowerHeaderCall(E);
  return lowerUnknownCall(E, {ReasonCode::UnknownCall,
                              "what '" + Name + "' does with its arguments"});
}

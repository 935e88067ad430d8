//===- LowerBroken.cpp - Expressions that contain errors ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands around an error has no type, and lacks the conversions that the
// language would add. Parts that have a type are lowered as everywhere; what
// the rest does with shared memory and with variables is unknown.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstWalker.h"
#include "Lowering.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

static bool isBroken(const clang::Expr *E) {
  return isa<RecoveryExpr>(E) || (E->containsErrors() && E->isTypeDependent());
}

/// The variable or pointer that \p E subscripts, or names a member of.
static const clang::Expr *rootOf(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getLHS();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Dependent = dyn_cast<CXXDependentScopeMemberExpr>(E);
             Dependent && !Dependent->isImplicitAccess())
      E = Dependent->getBase();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E);
             Unary && Unary->getOpcode() == UO_Deref)
      E = Unary->getSubExpr();
    else
      return E;
  }
}

/// Lowers the subscripts of \p E and, if it may be in shared memory, an access.
void Lowering::lowerBrokenUse(const Expr *E, MemoryOperation Op, Reason Why) {
  const Expr *Root = rootOf(E);
  if (const auto *Recovery = dyn_cast<RecoveryExpr>(Root);
      Recovery && Recovery->subExpressions().size() == 1)
    Root = Recovery->subExpressions()[0]->IgnoreParens();
  const auto *Ref = dyn_cast<DeclRefExpr>(Root);
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Binary = dyn_cast<BinaryOperator>(Root);
  bool IsShared =
      Binary ? Pointers.isShared(Binary->getLHS()) ||
                   Pointers.isShared(Binary->getRHS())
             : Pointers.isShared(Root) || Pointers.holdsSharedPointer(Root);
  for (const Expr *Part = E->IgnoreParenCasts(); Part != Root;) {
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part)) {
      lowerBrokenOperand(Subscript->getRHS(), Why);
      Part = Subscript->getLHS()->IgnoreParenCasts();
      continue;
    }
    const clang::Stmt *Child =
        Part->children().empty() ? nullptr : *Part->child_begin();
    Part = dyn_cast_or_null<Expr>(Child);
    if (!Part)
      break;
    Part = Part->IgnoreParenCasts();
  }
  if (!IsShared) {
    if (!isa<DeclRefExpr>(Root))
      lowerOpaqueUse(Root, Why);
    return;
  }
  std::optional<unsigned> Array;
  // This one access stands for what a sum of pointers points to.
  if (Binary)
    for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()})
      Arrays.noteSeen(rootOf(Side));
  if (Decl && Decl->hasAttr<CUDASharedAttr>()) {
    Arrays.noteSeen(Ref);
    Array = Arrays.numberOf(*Decl);
    if (!Array)
      Why = invalidDeclaration(Lost, *Decl);
  }
  Emit.emitUnknownAccess(Op, Array, 4, E->getSourceRange(), Why);
}

/// Lowers \p E, whose value an operator reads.
void Lowering::lowerBrokenOperand(const Expr *E, const Reason &Why) {
  E = E->IgnoreParens();
  // Without its conversions, an array or a pointer would seem to be read.
  bool IsAddress = E->isGLValue() && (E->getType()->isArrayType() ||
                                      E->getType()->isPointerType());
  if (isBroken(E))
    lowerBroken(E);
  else if (IsAddress && Pointers.isShared(E))
    lowerBrokenUse(E, MemoryOperation::Load, Why);
  else if (!IsAddress)
    value(E);
}

/// Lowers \p S, which something unknown gets to read, change, or call.
void Lowering::lowerOpaqueUse(const clang::Stmt *S, const Reason &Why) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E) {
    if (S)
      lowerStmt(S);
    return;
  }
  E = E->IgnoreParens();
  // The initializers of a variable whose type is not known; they have no type.
  if (const auto *List = dyn_cast<ParenListExpr>(E)) {
    for (const clang::Stmt *Item : List->children())
      lowerOpaqueUse(Item, Why);
    return;
  }
  if (isBroken(E)) {
    lowerBroken(E);
    return;
  }
  if (E->isGLValue()) {
    if (Pointers.isShared(E) || Pointers.holdsSharedPointer(E))
      return lowerBrokenUse(E, MemoryOperation::Load, Why);
    LValue P = place(E);
    if (!E->getType().isConstQualified())
      Mem.forget(P, E->getType(), Why.Code, Why.Detail);
    Mem.forgetReferences(P, Why.Code, Why.Detail);
    return;
  }
  value(E);
  if (E->getType()->isPointerType() && Pointers.pointsToShared(E))
    Emit.emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4,
                           E->getSourceRange(), Why);
}

void Lowering::lowerBrokenAssignment(const BinaryOperator &E,
                                     const Reason &Why) {
  lowerBrokenOperand(E.getRHS(), Why);
  const Expr *Left = E.getLHS()->IgnoreParens();
  if (isBroken(Left))
    return lowerBrokenUse(Left, MemoryOperation::Store, Why);
  if (Left->isTypeDependent())
    return lowerOpaqueUse(Left, Why);
  LValue To = place(Left);
  if (E.isCompoundAssignmentOp())
    Mem.load(To, Left);
  Mem.store(To, Emit.opaque(Why.Code, Why.Detail, Left->getType()), Left);
}

/// The names that the tree below \p E has.
static std::vector<llvm::StringRef> namesIn(const clang::Expr &E) {
  std::vector<llvm::StringRef> Names;
  for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(&E))
    if (Ref->getDecl()->getDeclName().isIdentifier())
      Names.push_back(Ref->getDecl()->getName());
  return Names;
}

static bool namesOneVariable(const clang::Expr *E) {
  const auto *Recovery = dyn_cast<RecoveryExpr>(E);
  return isa<DeclRefExpr>(E) ||
         (Recovery && Recovery->subExpressions().size() == 1 &&
          isa<DeclRefExpr>(Recovery->subExpressions()[0]->IgnoreParens()));
}

/// \p S is an operand of a call that is not known: an object of which a method
/// that is not there is called may change.
void Lowering::forgetObject(const clang::Stmt *S, const Reason &Why) {
  const auto *Recovery = dyn_cast_or_null<RecoveryExpr>(S);
  if (!Recovery || !namesOneVariable(Recovery))
    return;
  const Expr *Object = Recovery->subExpressions()[0]->IgnoreParens();
  if (!Object->getType()->isRecordType() ||
      Object->getType().isConstQualified())
    return;
  const LValue P = place(Object);
  Mem.forget(P, Object->getType(), Why.Code, Why.Detail);
  Mem.forgetReferences(P, Why.Code, Why.Detail);
}

/// Lowers an expression that has an error in it.
ExprId Lowering::lowerBroken(const Expr *E) {
  E = E->IgnoreParens();
  Reason Why = parseError(Lost, E->getBeginLoc(), E->getEndLoc());
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Binary && Binary->isLogicalOp())
    return lowerShortCircuit(*Binary);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return lowerConditional(*Conditional);
  if (Binary && Binary->isAssignmentOp()) {
    lowerBrokenAssignment(*Binary, Why);
  } else if (Binary) {
    lowerBrokenOperand(Binary->getLHS(), Why);
    lowerBrokenOperand(Binary->getRHS(), Why);
  } else if (Unary && Unary->isIncrementDecrementOp()) {
    lowerBrokenUse(Unary->getSubExpr(), MemoryOperation::Load, Why);
  } else if (namesOneVariable(E) || (Unary && Unary->getOpcode() == UO_Deref) ||
             isa<ArraySubscriptExpr, MemberExpr, CXXDependentScopeMemberExpr>(
                 E)) {
    lowerBrokenUse(E, MemoryOperation::Load, Why);
  } else if (Unary && Unary->getOpcode() != UO_AddrOf) {
    lowerBrokenOperand(Unary->getSubExpr(), Why);
  } else {
    for (const clang::Stmt *Child : E->children()) {
      lowerOpaqueUse(Child, Why);
      forgetObject(Child, Why);
    }
    if (isa<RecoveryExpr>(E))
      Unparsed.lower(Lost.between(E->getBeginLoc(), Lost.endOf(E->getEndLoc())),
                     Why, namesIn(*E));
  }
  return Emit.opaque(Why.Code, Why.Detail, E->getType());
}

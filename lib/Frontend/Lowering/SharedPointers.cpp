//===- SharedPointers.cpp - What may be in shared memory ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides from the source's form alone which lvalues may be shared memory and
// which pointers may point there. What may is an access when it is read or
// written; where it really points shows when the program runs.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
class ReturnedValues : public RecursiveASTVisitor<ReturnedValues> {
public:
  std::vector<const clang::Expr *> Found;
  bool VisitReturnStmt(ReturnStmt *S) {
    if (S->getRetValue())
      Found.push_back(S->getRetValue());
    return true;
  }
  // Its returns are its own.
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
};
} // namespace

/// True if \p Function may return the address of a shared variable that it
/// names itself.
bool Lowering::returnsShared(const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition) ||
      !(Definition->getReturnType()->isPointerType() ||
        Definition->getReturnType()->isReferenceType()))
    return false;
  auto [It, IsNew] = ReturnsShared.try_emplace(Definition, false);
  if (!IsNew)
    return It->second;
  ReturnedValues Values;
  Values.TraverseStmt(Definition->getBody());
  bool Result = llvm::any_of(Values.Found, [&](const Expr *Value) {
    return Value->isGLValue() ? isShared(Value) : pointsToShared(Value);
  });
  return ReturnsShared[Definition] = Result;
}

/// True if the value \p Address may be that of a place in shared memory.
bool Lowering::mayBeShared(ExprId Address) {
  const banklint::Expr &E = Program.expr(Address);
  switch (E.Kind) {
  case ExprKind::Address:
    return true;
  case ExprKind::Variable:
    return SharedAddresses.count(E.Index);
  case ExprKind::Opaque:
    return SharedOpaques.count(E.Index);
  case ExprKind::Select:
    return mayBeShared(E.Operands[1]) || mayBeShared(E.Operands[2]);
  case ExprKind::Convert:
  case ExprKind::Shuffle:
    return E.Type.Bits == 64 && mayBeShared(E.Operands[0]);
  case ExprKind::Binary:
    switch (E.Binary) {
    case BinaryOp::Sub:
      // Not the distance of two pointers.
      return mayBeShared(E.Operands[0]) && !mayBeShared(E.Operands[1]);
    case BinaryOp::Add:
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
      return mayBeShared(E.Operands[0]) || mayBeShared(E.Operands[1]);
    default:
      return false;
    }
  default:
    return false;
  }
}

/// The program variable \p Variable is read as it is known now.
void Lowering::noteRead(unsigned Variable) {
  if (const VarDecl *Owner = VariableOwners[Variable])
    if (Program.Variables[Variable].Type == U64 &&
        !SharedAddresses.count(Variable))
      ReadAsPlain.insert(Owner);
}

/// \p Variable may hold a shared address from now on, and in a loop before.
void Lowering::noteAssigned(unsigned Variable, ExprId Value) {
  if (!mayBeShared(Value) || !SharedAddresses.insert(Variable).second)
    return;
  const VarDecl *Owner = VariableOwners[Variable];
  if (Owner && ReadAsPlain.count(Owner) && Facts.Holders.insert(Owner).second)
    HasLearned = true;
}

/// The place of \p E, a local variable or a part of one, where that shows
/// without lowering anything.
std::optional<LValue> Lowering::localPart(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    const Binding *B = Decl ? bindingOf(*Decl) : nullptr;
    if (!B || B->Kind == Binding::Ignored)
      return std::nullopt;
    if (B->Kind == Binding::Alias)
      return B->Target;
    LValue P;
    P.Kind = B->Kind == Binding::Scalar ? LValue::Variable : LValue::Record;
    P.Index = B->Index;
    return P;
  }
  std::optional<LValue> Base;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    Base = localPart(Cast->getSubExpr());
    if (Base)
      Base->Bytes += baseOffset(*Cast);
    return Base;
  }
  if (isa<CXXThisExpr>(E) && thisPlace())
    return *thisPlace();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref &&
                   isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParens())
               ? localPart(Unary->getSubExpr())
               : std::nullopt;
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || Field->getParent()->isInvalidDecl() ||
      (Member->isArrow() && !isa<CXXThisExpr>(Member->getBase())))
    return std::nullopt;
  Base = localPart(Member->getBase());
  if (!Base || Base->Kind != LValue::Record)
    return std::nullopt;
  return placeOfField(*Base, *Field);
}

/// True if the lvalue \p E is in shared memory, or may be.
bool Lowering::isShared(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Bound = dyn_cast<BindingDecl>(Ref->getDecl()))
      return Bound->getBinding() && isShared(Bound->getBinding());
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Decl)
      return false;
    if (Decl->hasAttr<CUDASharedAttr>())
      return true;
    Binding *B = bindingOf(*Decl);
    return B && B->Kind == Binding::Alias &&
           (B->Target.Kind == LValue::Shared ||
            B->Target.Kind == LValue::Pointer);
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointsToShared(Subscript->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (std::optional<LValue> Part = localPart(Member))
      return Part->Kind == LValue::Shared || Part->Kind == LValue::Pointer;
    return Member->isArrow() ? pointsToShared(Member->getBase())
                             : isShared(Member->getBase());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref
               ? pointsToShared(Unary->getSubExpr())
               : Unary->isPrefix() && isShared(Unary->getSubExpr());
  if (const auto *Condition = dyn_cast<AbstractConditionalOperator>(E))
    return isShared(Condition->getTrueExpr()) ||
           isShared(Condition->getFalseExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Comma ? isShared(Binary->getRHS())
                                           : isShared(Binary->getLHS());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return isShared(Cast->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return isShared(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return givesShared(*Call);
  return false;
}

/// True if the lvalue \p E is a pointer that may point into shared memory.
bool Lowering::holdsSharedPointer(const Expr *E) {
  if (std::optional<LValue> Part = localPart(E)) {
    if (Part->Kind == LValue::Variable && SharedAddresses.count(Part->Index))
      return true;
    if (Part->Kind == LValue::Record) {
      const LocalRecord &Record = Records[Part->Index];
      auto Known = Record.Variables.find(Part->Bytes);
      return Known == Record.Variables.end()
                 ? Record.MayHoldShared
                 : SharedAddresses.count(Known->second);
    }
  }
  // An element, or a part of one, of an array.
  for (E = E->IgnoreParens(); !isa<DeclRefExpr>(E); E = E->IgnoreParens()) {
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Cast = dyn_cast<CastExpr>(E))
      E = Cast->getSubExpr();
    else
      return false;
    if (std::optional<LValue> Whole = localPart(E))
      return holdsSharedPointer(*Whole);
  }
  return false;
}

/// True if the pointer \p E may point into shared memory.
bool Lowering::pointsToShared(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return isShared(Sub);
    case CK_LValueToRValue:
      return holdsSharedPointer(Sub);
    default:
      return pointsToShared(Sub);
    }
  }
  if (E->isGLValue())
    return isShared(E);
  if (isa<CXXThisExpr>(E)) {
    const LValue *This = thisPlace();
    return This &&
           (This->Kind == LValue::Shared || This->Kind == LValue::Pointer);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf
               ? isShared(Unary->getSubExpr())
               : holdsSharedPointer(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return pointsToShared(Binary->getLHS()) || pointsToShared(Binary->getRHS());
  if (const auto *Condition = dyn_cast<AbstractConditionalOperator>(E))
    return pointsToShared(Condition->getTrueExpr()) ||
           pointsToShared(Condition->getFalseExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return pointsToShared(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return givesShared(*Call);
  return false;
}

/// True if the call may give the address of (or a reference to) shared memory:
/// its function names some, or gets it and may give it back.
bool Lowering::givesShared(const CallExpr &Call) {
  return returnsShared(Call.getDirectCallee()) ||
         llvm::any_of(Call.arguments(), [&](const Expr *Argument) {
           return Argument->isGLValue()
                      ? isShared(Argument)
                      : Argument->getType()->isPointerType() &&
                            pointsToShared(Argument);
         });
}

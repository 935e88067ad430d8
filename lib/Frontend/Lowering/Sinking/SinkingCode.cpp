//===- SinkingCode.cpp - What loads move over and into --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkingCode.h"
#include "Ast/AstWalker.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

static bool contains(const clang::Stmt *Root,
                     llvm::function_ref<bool(const clang::Stmt *)> Is) {
  return !walk(Root, [Is](const clang::Stmt *S) { return !Is(S); });
}

bool banklint::isNamedShared(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Ref->getDecl()->hasAttr<CUDASharedAttr>();
}

const clang::Stmt *banklint::withoutConstantBranch(const clang::Stmt *S,
                                                   ASTContext &Context) {
  while (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      break;
    if (const std::optional<const clang::Stmt *> Taken =
            If->getNondiscardedCase(Context)) {
      S = *Taken;
      continue;
    }
    const std::optional<int64_t> Value = constantOf(If->getCond(), Context);
    if (!Value)
      break;
    S = *Value ? If->getThen() : If->getElse();
  }
  return S;
}

bool banklint::isCheap(const clang::Stmt *Side) {
  unsigned Operations = 0;
  return !contains(Side, [&Operations](const clang::Stmt *Part) {
    if (isa<CallExpr, ArraySubscriptExpr, AbstractConditionalOperator, IfStmt,
            LambdaExpr, CXXConstructExpr>(Part))
      return true;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Part))
      return Unary->getOpcode() == UO_Deref || ++Operations > 1;
    const auto *Binary = dyn_cast<BinaryOperator>(Part);
    return Binary && Binary->getOpcode() != BO_Assign && ++Operations > 1;
  });
}

bool banklint::mayLeave(const clang::Stmt *Side) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Side))
    Side = Block->body_empty() ? nullptr : Block->body_back();
  return Side && isa<ReturnStmt, ContinueStmt, BreakStmt>(Side);
}

const ForStmt *banklint::unrolledLoop(const clang::Stmt &S,
                                      ASTContext &Context) {
  const clang::Stmt *Inner = &S;
  if (const auto *Marked = dyn_cast<AttributedStmt>(Inner)) {
    if (llvm::any_of(Marked->getAttrs(), [](const Attr *A) {
          const auto *Hint = dyn_cast<LoopHintAttr>(A);
          return Hint && (Hint->getState() == LoopHintAttr::Disable ||
                          Hint->getState() == LoopHintAttr::Numeric);
        }))
      return nullptr;
    Inner = Marked->getSubStmt();
  }
  const auto *Loop = dyn_cast<ForStmt>(Inner);
  const auto *Test =
      dyn_cast_or_null<BinaryOperator>(Loop ? Loop->getCond() : nullptr);
  return Test && constantOf(Test->getRHS(), Context) ? Loop : nullptr;
}

bool banklint::mayDiffer(const clang::Stmt *E, ASTContext &Context) {
  return contains(E, [&Context](const clang::Stmt *Part) {
    if (isa<PseudoObjectExpr>(Part))
      return true;
    const auto *Name = dyn_cast<DeclRefExpr>(Part);
    const auto *Decl = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return Decl && Decl->isLocalVarDecl() &&
           !(Decl->getInit() && constantOf(Decl->getInit(), Context));
  });
}

//===- ForwardJumps.cpp - Jumps over code as branches ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/ForwardJumps.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// True if \p S is what \p Label names.
static bool isLabelled(const clang::Stmt *S, const LabelDecl *Label) {
  while (const auto *Labelled = dyn_cast<LabelStmt>(S)) {
    if (Labelled->getDecl() == Label)
      return true;
    S = Labelled->getSubStmt();
  }
  return false;
}

/// The goto that `if (...) { ...; goto label; }` ends in; else null.
static const GotoStmt *endingJump(const IfStmt *If) {
  if (!If || If->getElse() || If->isConstexpr() || If->isConsteval())
    return nullptr;
  const clang::Stmt *Last = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Last))
    Last = Block->body_empty() ? nullptr : Block->body_back();
  return dyn_cast_or_null<GotoStmt>(Last);
}

CompoundStmt *ForwardJumps::block(llvm::ArrayRef<clang::Stmt *> Of,
                                  SourceLocation Loc) {
  const SourceLocation Begin = Of.empty() ? Loc : Of.front()->getBeginLoc();
  const SourceLocation End = Of.empty() ? Loc : Of.back()->getEndLoc();
  return CompoundStmt::Create(Context, Of, FPOptionsOverride(), Begin, End);
}

/// \p Next is the label of what follows \p Block, or null.
ForwardJumps::Statements
ForwardJumps::branched(llvm::ArrayRef<clang::Stmt *> Block,
                       const LabelDecl *Next) {
  Statements Result;
  for (size_t I = 0; I != Block.size(); ++I) {
    auto *If = dyn_cast<IfStmt>(Block[I]);
    const GotoStmt *Jump = endingJump(If);
    const LabelDecl *Target = Jump ? Jump->getLabel() : nullptr;
    const auto Behind = Block.drop_front(I + 1);
    const size_t Skipped = llvm::find_if(Behind,
                                         [&](const clang::Stmt *S) {
                                           return isLabelled(S, Target);
                                         }) -
                           Behind.begin();
    if (!Jump || (Skipped == Behind.size() && Target != Next)) {
      Result.push_back(Block[I]);
      continue;
    }
    llvm::ArrayRef<clang::Stmt *> Then;
    if (const auto *All = dyn_cast<CompoundStmt>(If->getThen()))
      Then = llvm::ArrayRef(All->body_begin(), All->size()).drop_back();
    Result.push_back(IfStmt::Create(
        Context, If->getIfLoc(), If->getStatementKind(), If->getInit(),
        If->getConditionVariable(), If->getCond(), If->getLParenLoc(),
        If->getRParenLoc(), block(Then, Jump->getBeginLoc()), Jump->getEndLoc(),
        block(branched(Behind.take_front(Skipped), Target),
              Jump->getEndLoc())));
    Branches.insert(Jump);
    I += Skipped;
  }
  return Result;
}

const CompoundStmt &ForwardJumps::branched(const CompoundStmt &S) {
  if (llvm::none_of(S.body(), [](const clang::Stmt *Each) {
        return isa<LabelStmt>(Each);
      }))
    return S;
  const auto [Place, IsNew] = Known.try_emplace(&S, &S);
  if (!IsNew)
    return *Place->second;
  const llvm::ArrayRef<clang::Stmt *> All(
      const_cast<CompoundStmt &>(S).body_begin(), S.size());
  const Statements Own = branched(All, nullptr);
  if (Own.size() != All.size())
    Known[&S] = CompoundStmt::Create(Context, Own, FPOptionsOverride(),
                                     S.getLBracLoc(), S.getRBracLoc());
  return *Known[&S];
}

//===- ForwardJumps.cpp - Jumps over code as branches ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/ForwardJumps.h"
#include "Ast/AstWalker.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
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

/// \p Next is the label of what follows \p Block, or null.
ForwardJumps::Statements
ForwardJumps::branched(llvm::ArrayRef<clang::Stmt *> Block,
                       const LabelDecl *Next) {
  Statements Result;
  for (size_t I = 0; I != Block.size(); ++I) {
    auto *If = dyn_cast<IfStmt>(Block[I]);
    const GotoStmt *Jump = endingJump(If);
    const auto Behind = Block.drop_front(I + 1);
    const auto Label =
        !Jump ? Behind.end() : llvm::find_if(Behind, [&](const clang::Stmt *S) {
          return isLabelled(S, Jump->getLabel());
        });
    if (!Jump || (Label == Behind.end() && Jump->getLabel() != Next)) {
      Result.push_back(Block[I]);
      continue;
    }
    const size_t Skipped = Label - Behind.begin();
    llvm::ArrayRef<clang::Stmt *> Then;
    if (const auto *All = dyn_cast<CompoundStmt>(If->getThen()))
      Then = llvm::ArrayRef(All->body_begin(), All->size()).drop_back();
    // What does not parse is looked for from where a block begins.
    const auto MakeBlock = [&](llvm::ArrayRef<clang::Stmt *> Of,
                               SourceLocation Begin) {
      return CompoundStmt::Create(Context, branched(Of, Jump->getLabel()),
                                  FPOptionsOverride(), Begin,
                                  Of.empty() ? Begin : Of.back()->getEndLoc());
    };
    Result.push_back(IfStmt::Create(
        Context, If->getIfLoc(), If->getStatementKind(), If->getInit(),
        If->getConditionVariable(), If->getCond(), If->getLParenLoc(),
        If->getRParenLoc(), MakeBlock(Then, If->getThen()->getBeginLoc()),
        Jump->getEndLoc(),
        MakeBlock(Behind.take_front(Skipped), Jump->getEndLoc())));
    Branches.insert(Jump);
    I += Skipped;
  }
  return Result;
}

void ForwardJumps::read(const CompoundStmt &S) {
  if (llvm::none_of(S.body(), [](const clang::Stmt *Each) {
        return isa<LabelStmt>(Each);
      }))
    return;
  const llvm::ArrayRef<clang::Stmt *> All(
      const_cast<CompoundStmt &>(S).body_begin(), S.size());
  Blocks[&S] = CompoundStmt::Create(Context, branched(All, /*Next=*/nullptr),
                                    FPOptionsOverride(), S.getLBracLoc(),
                                    S.getRBracLoc());
}

void ForwardJumps::read(const clang::Stmt &Body) {
  llvm::DenseSet<const clang::Stmt *> Others;
  walk(&Body, [&](const clang::Stmt *S) {
    if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Others.insert(Switch->getBody());
    if (const auto *Value = dyn_cast<StmtExpr>(S))
      Others.insert(Value->getSubStmt());
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (Block && !Others.contains(Block))
      read(*Block);
    return true;
  });
}

//===- LowerSwitch.cpp - Switches -----------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Stmt.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

static bool hasKnownCases(const SwitchStmt &S, ASTContext &Context) {
  constexpr int64_t MaxRange = 1024;
  for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
      std::optional<int64_t> First = constantOf(Case->getLHS(), Context);
      std::optional<int64_t> Last =
          Case->getRHS() ? constantOf(Case->getRHS(), Context) : First;
      if (!First || !Last || *Last < *First || *Last - *First > MaxRange)
        return false;
    }
  return true;
}

void Lowering::lowerSwitch(const SwitchStmt &S) {
  lowerStmt(S.getInit());
  banklint::Stmt Switch;
  Switch.Kind = StmtKind::Switch;
  Switch.Span = Emit.spanOf(S.getSwitchLoc());
  if (S.getConditionVariable())
    lowerDecl(*S.getConditionVariable());
  Switch.Value = value(S.getCond());
  Emit.Flow.settle();
  const auto *Body = dyn_cast<CompoundStmt>(S.getBody());
  if (Emit.NotFollowed || !hasKnownCases(S, Context) || !Body) {
    llvm::SaveAndRestore Restore(Emit.NotFollowed);
    llvm::SaveAndRestore Order(Emit.Flow.IsVague, true);
    Emit.NotFollowed = {ReasonCode::UnsupportedConstruct,
                        "a switch whose cases are not followed"};
    Switch.Labels.emplace_back().IsDefault = true;
    llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
    lowerBlock(S.getBody(), Switch.Blocks.emplace_back());
    Emit.Out->push_back(std::move(Switch));
    return;
  }
  for (const clang::Stmt *Child : Body->body()) {
    const auto *Label = dyn_cast<SwitchCase>(Child);
    if (Label) {
      Switch.Labels.emplace_back();
      Switch.Blocks.emplace_back();
    }
    for (; Label; Label = dyn_cast<SwitchCase>(Label->getSubStmt())) {
      Child = Label->getSubStmt();
      const auto *Case = dyn_cast<CaseStmt>(Label);
      if (!Case) {
        Switch.Labels.back().IsDefault = true;
        continue;
      }
      std::optional<int64_t> First = constantOf(Case->getLHS(), Context);
      std::optional<int64_t> Last =
          Case->getRHS() ? constantOf(Case->getRHS(), Context) : First;
      for (int64_t Value = *First; Value <= *Last; ++Value)
        Switch.Labels.back().Values.push_back(
            canonical(Value, Builder.typeOf(Switch.Value)));
    }
    // What stands before the first label is never reached.
    if (Switch.Blocks.empty())
      continue;
    llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
    lowerBlock(Child, Switch.Blocks.back());
  }
  Emit.Out->push_back(std::move(Switch));
  Emit.Flow.settle();
}

//===- LowerStmt.cpp - Statements -----------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::Block;
using banklint::StmtKind;

namespace {
/// Finds jumps to places that no structure of the language gives.
class JumpFinder : public RecursiveASTVisitor<JumpFinder> {
public:
  const char *Found = nullptr;

  bool VisitGotoStmt(GotoStmt *) { return found("goto"); }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) { return found("goto"); }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    return !S->isAsmGoto() || found("asm goto");
  }
  bool VisitSwitchStmt(SwitchStmt *S) {
    unsigned Labels = 0;
    for (const SwitchCase *Label = S->getSwitchCaseList(); Label;
         Label = Label->getNextSwitchCase())
      ++Labels;
    const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
    if (!Body)
      return true;
    for (const clang::Stmt *Child : Body->body())
      for (const auto *Label = dyn_cast<SwitchCase>(Child); Label;
           Label = dyn_cast<SwitchCase>(Label->getSubStmt()))
        --Labels;
    return Labels == 0 || found("a case inside of another statement");
  }

private:
  bool found(const char *What) {
    Found = What;
    return false;
  }
};
} // namespace

void Lowering::lowerFunctionBody(const FunctionDecl &Function) {
  JumpFinder Jumps;
  Jumps.TraverseStmt(Function.getBody());
  llvm::SaveAndRestore Restore(NotFollowed);
  if (Jumps.Found)
    NotFollowed = {ReasonCode::UnsupportedConstruct,
                   "'" + Function.getNameAsString() + "' contains " +
                       Jumps.Found};
  else if (losesJumps(Function))
    NotFollowed = {ReasonCode::ParseError,
                   "a jump in '" + Function.getNameAsString() +
                       "' is in code that does not parse"};
  lowerStmt(Function.getBody());
  addUnseenAccesses(Function);
}

/// A statement that leaves its surroundings.
void Lowering::lowerJump(StmtKind Kind, SourceLocation Loc) {
  if (!NotFollowed) {
    append(Kind, Loc);
    return;
  }
  // Whether control gets here is not known, and what follows may be a label.
  banklint::Stmt &If = append(StmtKind::If, Loc);
  If.Value = Builder.opaque({*NotFollowed, "", /*Divergent=*/true}, BoolType);
  If.Blocks.resize(2);
  llvm::SaveAndRestore Restore(Out, &If.Blocks[0]);
  append(Kind, Loc);
}

banklint::Stmt &Lowering::append(StmtKind Kind, SourceLocation Loc) {
  banklint::Stmt &S = Out->emplace_back();
  S.Kind = Kind;
  S.Span = spanOf(Loc);
  return S;
}

void Lowering::lowerBlock(const clang::Stmt *S, Block &Into) {
  llvm::SaveAndRestore Restore(Out, &Into);
  if (S)
    lowerStmt(S);
}

void Lowering::lowerStmt(const clang::Stmt *S) {
  if (!S)
    return;
  llvm::SaveAndRestore Restore(StatementLoc, S->getBeginLoc());
  if (isa<Expr, DeclStmt, ReturnStmt>(S))
    return lowerSimple(*S);
  switch (S->getStmtClass()) {
  case clang::Stmt::CompoundStmtClass:
    return lowerCompound(*cast<CompoundStmt>(S));
  case clang::Stmt::IfStmtClass:
    return lowerIf(*cast<IfStmt>(S));
  case clang::Stmt::ForStmtClass:
    return lowerFor(*cast<ForStmt>(S));
  case clang::Stmt::WhileStmtClass:
    return lowerWhile(*cast<WhileStmt>(S));
  case clang::Stmt::DoStmtClass:
    return lowerDo(*cast<DoStmt>(S));
  case clang::Stmt::CXXForRangeStmtClass:
    return lowerRangeFor(*cast<CXXForRangeStmt>(S));
  case clang::Stmt::SwitchStmtClass:
    return lowerSwitch(*cast<SwitchStmt>(S));
  case clang::Stmt::BreakStmtClass:
    return lowerJump(StmtKind::Break, S->getBeginLoc());
  case clang::Stmt::ContinueStmtClass:
    return lowerJump(StmtKind::Continue, S->getBeginLoc());
  case clang::Stmt::AttributedStmtClass:
    return lowerAttributed(*cast<AttributedStmt>(S));
  case clang::Stmt::LabelStmtClass:
    return lowerStmt(cast<LabelStmt>(S)->getSubStmt());
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    return lowerAsm(*cast<AsmStmt>(S));
  case clang::Stmt::NullStmtClass:
    return lowerNull(*cast<NullStmt>(S));
  default:
    return lowerChildren(S);
  }
}

/// A statement without others in it.
void Lowering::lowerSimple(const clang::Stmt &S) {
  bool MayBranch = mayBranch(S);
  BranchingStatements += MayBranch;
  if (const auto *E = dyn_cast<Expr>(&S)) {
    llvm::SaveAndRestore Restore(IsResultUnused, true);
    lowerEffects(E);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    lowerReturn(*Return);
  } else {
    for (const Decl *D : cast<DeclStmt>(S).decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        lowerDecl(*Var);
  }
  BranchingStatements -= MayBranch;
  HasBranched |= MayBranch;
}

void Lowering::lowerDecl(const VarDecl &Decl) {
  if (sharedArray(Decl))
    return;
  if (Decl.isInvalidDecl() && lowerLostInit(Decl))
    return;
  if (Decl.isInvalidDecl() || Decl.isStaticLocal() ||
      Decl.getType()->isDependentType()) {
    if (Decl.getInit())
      lowerEffects(Decl.getInit());
    return;
  }
  const Expr *Init = Decl.getInit();
  if (Decl.getType()->isReferenceType()) {
    Binding B;
    if (Init) {
      B.Kind = Binding::Alias;
      B.Target = lowerPlace(Init);
      freeze(B.Target);
      if (Decl.getType()->isFunctionReferenceType())
        B.Callee = functionAt(Init);
      if (Decl.getType()->getPointeeType()->isArrayType())
        observeLayout(B.Target, Init, "a reference to it");
    }
    frame().Bindings[&Decl] = std::move(B);
    lowerLostInit(Decl);
    return;
  }
  if (Init && bindToLocal(frame(), Decl, *Init))
    return;
  if (const Expr *Target = Init ? atomicReferenceTarget(Decl) : nullptr) {
    Binding B;
    B.Kind = Binding::Alias;
    B.Target = lowerPlace(Target);
    freeze(B.Target);
    frame().Bindings[&Decl] = std::move(B);
    return;
  }
  bindLocal(frame(), Decl);
  if (lowerLostInit(Decl))
    return;
  // Copied: lowering the initialiser may bind more variables.
  Binding B = frame().Bindings[&Decl];
  if (B.Kind == Binding::Members) {
    LValue To;
    To.Kind = LValue::Record;
    To.Index = B.Index;
    if (Init)
      initialize(To, Decl.getType(), Init);
    return;
  }
  if (!Init)
    return;
  if (B.Kind != Binding::Scalar)
    return lowerEffects(Init);
  assign(B.Index, lowerValue(Init));
  if (Decl.getType()->isFunctionPointerType() && !isChanged(Decl))
    frame().Bindings[&Decl].Callee = functionAt(Init);
}

/// Lowers a condition, which may declare a variable.
void Lowering::lowerCondition(const VarDecl *Decl, const Expr *Condition,
                              Block &Before, ExprId &Value) {
  llvm::SaveAndRestore Restore(Out, &Before);
  if (Decl)
    lowerDecl(*Decl);
  Value = Condition ? Builder.convert(lowerValue(Condition), BoolType)
                    : Builder.constant(1, BoolType);
}

void Lowering::lowerIf(const IfStmt &S) {
  lowerStmt(S.getInit());
  if (S.isConsteval())
    return lowerStmt(S.isNegatedConsteval() ? S.getThen() : S.getElse());
  if (S.isConstexpr())
    if (std::optional<const clang::Stmt *> Taken =
            S.getNondiscardedCase(Context))
      return lowerStmt(*Taken);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Span = spanOf(S.getIfLoc());
  lowerCondition(S.getConditionVariable(), S.getCond(), *Out, If.Value);
  If.Blocks.resize(2);
  lowerBlock(S.getThen(), If.Blocks[0]);
  lowerBlock(S.getElse(), If.Blocks[1]);
  Out->push_back(std::move(If));
}

/// The variable that a loop is known by: what its head declares, or what its
/// step changes.
unsigned Lowering::loopVariable(const clang::Stmt *Init, const Expr *Step) {
  const VarDecl *Decl = nullptr;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Init))
    Decl = dyn_cast<VarDecl>(*Decls->decl_begin());
  if (!Decl && Step) {
    const Expr *Target = nullptr;
    Step = Step->IgnoreParenImpCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Step))
      Target = Unary->getSubExpr();
    else if (const auto *Binary = dyn_cast<BinaryOperator>(Step))
      Target = Binary->getLHS();
    if (Target)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens()))
        Decl = dyn_cast<VarDecl>(Ref->getDecl());
  }
  if (Decl && Decl->getType()->isIntegralOrEnumerationType())
    if (Binding *B = bindingOf(*Decl))
      if (B->Kind == Binding::Scalar)
        return B->Index;
  return ~0u;
}

void Lowering::lowerFor(const ForStmt &S) {
  banklint::Stmt Loop;
  shapeLoop(Loop, S.getBody());
  lowerStmt(S.getInit());
  Loop.Kind = StmtKind::Loop;
  Loop.Span = spanOf(S.getForLoc());
  Loop.Blocks.resize(3);
  Loop.Index = loopVariable(S.getInit(), S.getInc());
  lowerCondition(S.getConditionVariable(), S.getCond(), Loop.Blocks[0],
                 Loop.Value);
  lowerBlock(S.getBody(), Loop.Blocks[1]);
  lowerBlock(S.getInc(), Loop.Blocks[2]);
  Out->push_back(std::move(Loop));
}

/// The variable that the condition of a while loop compares.
static const clang::Expr *comparedVariable(const clang::Expr *Condition) {
  Condition = Condition->IgnoreParenImpCasts();
  if (const auto *Binary = dyn_cast<BinaryOperator>(Condition))
    return Binary;
  return nullptr;
}

void Lowering::lowerWhile(const WhileStmt &S) {
  banklint::Stmt Loop;
  shapeLoop(Loop, S.getBody());
  Loop.Kind = StmtKind::Loop;
  Loop.Span = spanOf(S.getWhileLoc());
  Loop.Blocks.resize(3);
  Loop.Index = loopVariable(nullptr, comparedVariable(S.getCond()));
  lowerCondition(S.getConditionVariable(), S.getCond(), Loop.Blocks[0],
                 Loop.Value);
  lowerBlock(S.getBody(), Loop.Blocks[1]);
  Out->push_back(std::move(Loop));
}

void Lowering::lowerDo(const DoStmt &S) {
  banklint::Stmt Loop;
  shapeLoop(Loop, S.getBody());
  Loop.Kind = StmtKind::Loop;
  Loop.Span = spanOf(S.getDoLoc());
  Loop.TestFirst = false;
  Loop.Blocks.resize(3);
  Loop.Index = loopVariable(nullptr, comparedVariable(S.getCond()));
  lowerBlock(S.getBody(), Loop.Blocks[1]);
  lowerCondition(nullptr, S.getCond(), Loop.Blocks[0], Loop.Value);
  Out->push_back(std::move(Loop));
}

bool Lowering::hasKnownCases(const SwitchStmt &S) {
  constexpr int64_t MaxRange = 1024;
  for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
      std::optional<int64_t> First = constantOf(Case->getLHS());
      std::optional<int64_t> Last =
          Case->getRHS() ? constantOf(Case->getRHS()) : First;
      if (!First || !Last || *Last < *First || *Last - *First > MaxRange)
        return false;
    }
  return true;
}

void Lowering::lowerSwitch(const SwitchStmt &S) {
  lowerStmt(S.getInit());
  banklint::Stmt Switch;
  Switch.Kind = StmtKind::Switch;
  Switch.Span = spanOf(S.getSwitchLoc());
  if (S.getConditionVariable())
    lowerDecl(*S.getConditionVariable());
  Switch.Value = lowerValue(S.getCond());
  const auto *Body = dyn_cast<CompoundStmt>(S.getBody());
  if (NotFollowed || !hasKnownCases(S) || !Body) {
    llvm::SaveAndRestore Restore(NotFollowed);
    NotFollowed = {ReasonCode::UnsupportedConstruct,
                   "a switch whose cases are not followed"};
    Switch.Labels.emplace_back().IsDefault = true;
    lowerBlock(S.getBody(), Switch.Blocks.emplace_back());
    Out->push_back(std::move(Switch));
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
      std::optional<int64_t> First = constantOf(Case->getLHS());
      std::optional<int64_t> Last =
          Case->getRHS() ? constantOf(Case->getRHS()) : First;
      for (int64_t Value = *First; Value <= *Last; ++Value)
        Switch.Labels.back().Values.push_back(
            canonical(Value, Builder.typeOf(Switch.Value)));
    }
    // What stands before the first label is never reached.
    if (!Switch.Blocks.empty())
      lowerBlock(Child, Switch.Blocks.back());
  }
  Out->push_back(std::move(Switch));
}

void Lowering::lowerReturn(const ReturnStmt &S) {
  if (const Expr *Value = S.getRetValue())
    lowerReturnedValue(Value);
  lowerJump(StmtKind::Return, S.getReturnLoc());
}

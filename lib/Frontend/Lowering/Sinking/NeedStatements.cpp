//===- NeedStatements.cpp - What statements need --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "NeedAnalysis.h"
#include "SinkingCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// The number of the object of a method in a state.
static constexpr unsigned ObjectNumber = 0;

/// True if \p S jumps to a place that no structure of the language gives.
static bool isJump(const clang::Stmt *S) {
  return isa<GotoStmt, IndirectGotoStmt, CXXTryStmt, CoroutineBodyStmt>(S);
}

std::optional<FunctionNeeds> NeedAnalysis::run(const FunctionDecl &Function) {
  const clang::Stmt *Body = Function.getBody();
  if (!walk(Body, [](const clang::Stmt *S) { return !isJump(S); }))
    return std::nullopt;
  numberVariables(Function);
  Needs.resize(Numbers.size() + 1);
  Needs[ObjectNumber] = Need::byCaller();
  for (const ParmVarDecl *Parameter : Function.parameters())
    if (Parameter->getType()->isReferenceType())
      Needs[Numbers.lookup(Parameter)] = Need::byCaller();
  AtReturn = Needs;
  visit(Body);
  if (isSpent())
    return std::nullopt;
  FunctionNeeds Result;
  for (const ParmVarDecl *Parameter : Function.parameters())
    Result.Parameters.push_back(Needs[Numbers.lookup(Parameter)]);
  Result.Object = Needs[ObjectNumber];
  Result.HasEffects = HasEffects;
  Result.HasFence = HasFence;
  return Result;
}

void NeedAnalysis::numberVariables(const FunctionDecl &Function) {
  const auto Add = [this](const VarDecl &Decl) {
    Numbers.try_emplace(&Decl, Numbers.size() + 1);
  };
  for (const ParmVarDecl *Parameter : Function.parameters())
    Add(*Parameter);
  for (const auto *Declaration : nodesIn<DeclStmt>(Function.getBody()))
    for (const Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->hasLocalStorage()) {
        Add(*Variable);
        if (Variable->getType()->isReferenceType() && Variable->getInit())
          if (const VarDecl *Local = targetOf(*Variable->getInit()).Local)
            Escaped.insert(Local);
      }
  for (const auto *Unary : nodesIn<UnaryOperator>(Function.getBody()))
    if (Unary->getOpcode() == UO_AddrOf)
      if (const VarDecl *Local = targetOf(*Unary->getSubExpr()).Local)
        Escaped.insert(Local);
  for (const auto *Lambda : nodesIn<LambdaExpr>(Function.getBody()))
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByRef)
        if (const auto *Local = dyn_cast<VarDecl>(Capture.getCapturedVar()))
          Escaped.insert(Local);
}

/// True if the function has so many statements and variables that it is left
/// alone: its branches and loops go through all variables.
bool NeedAnalysis::isSpent() {
  constexpr unsigned MaxWork = 1u << 24;
  return Work > MaxWork;
}

void NeedAnalysis::fence() {
  HasFence = true;
  effect();
  for (Need &N : Needs)
    if (!N.isNone())
      N = Need::everywhere();
}

void NeedAnalysis::visit(const clang::Stmt *S) {
  S = withoutConstantBranch(S, Context);
  if (!S || isSpent())
    return;
  ++Work;
  if (const ForStmt *Loop = unrolledLoop(*S, Context))
    return visitUnrolled(*Loop);
  if (const auto *Marked = dyn_cast<AttributedStmt>(S))
    S = Marked->getSubStmt();
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const clang::Stmt *Part : llvm::reverse(Block->body()))
      visit(Part);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return visitIf(*If);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return visitSwitch(*Switch);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return visitLoop(*S);
  visitSimple(S);
}

void NeedAnalysis::visitSimple(const clang::Stmt *S) {
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    const llvm::SmallVector<const Decl *, 4> All(Declarations->decls());
    for (const Decl *D : llvm::reverse(All))
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        visitDecl(*Variable);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    Now.Returns = true;
    Needs = AtReturn;
    read(Return->getRetValue(), Need::byCaller());
  } else if (isa<BreakStmt>(S)) {
    Now.HasEffects = true;
    Needs = AtBreak;
  } else if (isa<ContinueStmt>(S)) {
    Now.HasEffects = true;
    Needs = AtContinue;
  } else if (const auto *Label = dyn_cast<SwitchCase>(S)) {
    visit(Label->getSubStmt());
  } else if (const auto *Label = dyn_cast<LabelStmt>(S)) {
    visit(Label->getSubStmt());
  } else if (isa<clang::Expr>(S)) {
    read(S, Need());
  } else if (const auto *Asm = dyn_cast<AsmStmt>(S)) {
    effect();
    for (unsigned I = 0; I != Asm->getNumClobbers(); ++I)
      if (Asm->getClobber(I) == "memory")
        fence();
    readChildren(S, Need::everywhere());
  } else {
    readChildren(S, Need::everywhere());
  }
}

void NeedAnalysis::visitDecl(const VarDecl &Decl) {
  if (!Decl.hasLocalStorage() || Decl.isInvalidDecl()) {
    read(Decl.getInit(), Need::everywhere());
    return;
  }
  Target Whole;
  Whole.Local = &Decl;
  Need Of = Need::everywhere();
  if (Need *Known = needOf(Whole)) {
    Of = *Known;
    *Known = Need();
  }
  if (!Decl.getInit())
    return;
  Now.Made.add(Of);
  if (Decl.getType()->isReferenceType())
    readPlace(*Decl.getInit(), Of);
  else
    read(Decl.getInit(), Of);
}

void NeedAnalysis::Doings::add(const Doings &Other) {
  Made.add(Other.Made);
  Returns |= Other.Returns;
  HasEffects |= Other.HasEffects;
}

NeedAnalysis::Doings NeedAnalysis::visitSides(const IfStmt &S, BranchSide &Then,
                                              BranchSide &Else) {
  llvm::SaveAndRestore Inner(Now, Doings());
  const State Behind = Needs;
  visit(S.getThen());
  Then.Needs = std::move(Needs);
  Needs = Behind;
  visit(S.getElse());
  Else.Needs = std::move(Needs);
  // What comes behind a side that leaves belongs to the other.
  Then.IsCheap = isCheap(S.getThen()) && !mayLeave(S.getElse());
  Else.IsCheap = isCheap(S.getElse()) && !mayLeave(S.getThen());
  return Now;
}

/// Which code needs the condition of a branch whose sides do \p Sides.
Need NeedAnalysis::needOfCondition(const Doings &Sides) const {
  if (Sides.HasEffects || (Sides.Returns && HasEffects))
    return Need::everywhere();
  Need Result = Sides.Made;
  if (Sides.Returns)
    Result.add(Need::byCaller());
  return Result;
}

/// The need of what only one side of a branch with \p Condition uses. Branches
/// whose conditions are spelled alike are one, but for other rounds of a loop.
Need NeedAnalysis::onOneSide(const clang::Expr &Condition) {
  llvm::FoldingSetNodeID Spelling;
  Condition.Profile(Spelling, Context, /*Canonical=*/true);
  for (const auto *Ref : nodesIn<DeclRefExpr>(&Condition))
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
      Spelling.AddInteger(Rounds.lookup(Variable));
  return Need::onOneSide(Functions.numberOf(Spelling));
}

void NeedAnalysis::visitIf(const IfStmt &S) {
  Work += Needs.size() / 16;
  BranchSide Then, Else;
  const Doings Sides = visitSides(S, Then, Else);
  Now.add(Sides);
  // A branch that only makes values moves along with them.
  const Need OfCondition = needOfCondition(Sides);
  const Need OfSide =
      OfCondition.isEverywhere() ? onOneSide(*S.getCond()) : OfCondition;
  Needs = joined(Then, Else, OfSide);
  read(S.getCond(), OfCondition);
  if (const VarDecl *Decl = S.getConditionVariable())
    visitDecl(*Decl);
  if (S.getInit())
    visit(S.getInit());
}

/// The cases are not told apart: what they use is needed everywhere.
void NeedAnalysis::visitSwitch(const SwitchStmt &S) {
  effect();
  {
    llvm::SaveAndRestore Restore(AtBreak, Needs);
    visit(S.getBody());
  }
  for (const auto *Ref : nodesIn<DeclRefExpr>(S.getBody()))
    if (const VarDecl *Variable = variableOf(*Ref))
      if (auto Found = Numbers.find(Variable); Found != Numbers.end())
        Needs[Found->second] = Need::everywhere();
  read(S.getCond(), Need::everywhere());
  if (const VarDecl *Decl = S.getConditionVariable())
    visitDecl(*Decl);
  if (S.getInit())
    visit(S.getInit());
}

/// A loop that becomes straight code. The second of the two rounds that are
/// looked at has what the one before needs.
void NeedAnalysis::visitUnrolled(const ForStmt &Loop) {
  const State Behind = Needs;
  llvm::SaveAndRestore Break(AtBreak, Needs);
  llvm::SaveAndRestore Continue(AtContinue);
  const auto *Init = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Counter = Init && Init->isSingleDecl()
                            ? dyn_cast<VarDecl>(Init->getSingleDecl())
                            : nullptr;
  for (unsigned Round = 1; Round != 3; ++Round) {
    Rounds[Counter] = Round;
    visitRound(Loop);
  }
  Rounds.erase(Counter);
  // Some lanes may not enter it.
  if (Loop.getInit() && mayDiffer(Loop.getInit(), Context))
    for (auto [N, After] : llvm::zip(Needs, Behind))
      if (After.isNone() && !N.isNone())
        N = onOneSide(*Loop.getCond());
  if (Loop.getInit())
    visit(Loop.getInit());
}

/// The body of \p Loop, its step and its test, from the end of a round on.
void NeedAnalysis::visitRound(const clang::Stmt &Loop) {
  Work += Needs.size() / 16;
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    read(For->getInc(), Need());
    AtContinue = Needs;
    visit(For->getBody());
    read(For->getCond(), Need::everywhere());
    if (const VarDecl *Decl = For->getConditionVariable())
      visitDecl(*Decl);
  } else if (const auto *While = dyn_cast<WhileStmt>(&Loop)) {
    AtContinue = Needs;
    visit(While->getBody());
    read(While->getCond(), Need::everywhere());
    if (const VarDecl *Decl = While->getConditionVariable())
      visitDecl(*Decl);
  } else if (const auto *Do = dyn_cast<DoStmt>(&Loop)) {
    read(Do->getCond(), Need::everywhere());
    AtContinue = Needs;
    visit(Do->getBody());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    AtContinue = Needs;
    visit(Range->getBody());
    visit(Range->getLoopVarStmt());
  }
}

static const clang::Expr *conditionOf(const clang::Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getCond();
  return nullptr;
}

/// A loop that stays one. Loads move neither over it nor out of it, but into it
/// where lanes may not enter it.
void NeedAnalysis::visitLoop(const clang::Stmt &Loop) {
  const auto Keep = [](State &All) {
    for (Need &N : All)
      if (!N.isNone())
        N = Need::everywhere();
  };
  effect();
  Keep(Needs);
  const State Behind = Needs;
  llvm::SaveAndRestore Break(AtBreak, Needs);
  llvm::SaveAndRestore Continue(AtContinue);
  {
    llvm::SaveAndRestore Quiet(IsRecording, false);
    visitRound(Loop);
  }
  Keep(Needs);
  for (auto [N, After] : llvm::zip(Needs, Behind))
    N.add(After);
  visitRound(Loop);

  const clang::Expr *Condition = conditionOf(Loop);
  const bool IsAnyones = Condition && mayDiffer(Condition, Context);
  for (auto [N, After] : llvm::zip(Needs, Behind)) {
    if (!After.isNone())
      N = Need::everywhere();
    else if (!N.isNone())
      N = IsAnyones ? onOneSide(*Condition) : Need::everywhere();
  }
  // The test takes place before the first round.
  if (Condition)
    read(Condition, Need::everywhere());
  if (const auto *For = dyn_cast<ForStmt>(&Loop); For && For->getInit())
    visit(For->getInit());
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    read(Range->getRangeInit(), Need::everywhere());
}

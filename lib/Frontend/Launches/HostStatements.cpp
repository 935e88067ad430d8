//===- HostStatements.cpp - Execution of host statements ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStatements.h"
#include "Ast/AstQueries.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

std::vector<HostReturn>
HostStatements::executeBody(const FunctionDecl &Function, HostState Start) {
  Launches.Executed.insert(Function.getCanonicalDecl());
  if (Index.HasLabels.contains(&Function)) {
    // Whatever changes may have any value at a label.
    for (const VarDecl *Variable : changedVariables(Function.getBody(), Lost))
      if (Variable)
        Start.escape(Variable);
    Start.Memory.close();
    Path.frame().AtLabels = Start;
  }
  llvm::SaveAndRestore NotInLoop(Path.IsInLoop, false);
  const unsigned Decisions = Start.Decisions;
  HostStates States = {std::move(Start)};
  Exits Out;
  execute(Function.getBody(), States, Out);
  for (HostState &State : States)
    Out.Returns.push_back({std::move(State), {}});
  // What it decided of its own variables does not matter behind it.
  for (auto &[State, Value] : Out.Returns)
    State.Decisions = Decisions;
  return std::move(Out.Returns);
}

void HostStatements::execute(const Stmt *S, HostStates &States, Exits &Out) {
  if (!S || States.empty())
    return;
  Path.Steps += States.size();
  if (Path.isSpent())
    return States.clear();
  executeStmt(S, States, Out);
  HostExits Inside = std::exchange(Path.frame().Inside, {});
  Path.addStates(Out.Breaks, std::move(Inside.Breaks));
  Path.addStates(Out.Continues, std::move(Inside.Continues));
  Out.addReturns(std::move(Inside.Returns));
}

void HostStatements::executeStmt(const Stmt *S, HostStates &States,
                                 Exits &Out) {
  if (const auto *Label = dyn_cast<LabelStmt>(S)) {
    Path.addState(States, *Path.frame().AtLabels);
    return execute(Label->getSubStmt(), States, Out);
  }
  llvm::SaveAndRestore InLoop(
      Path.IsInLoop,
      Path.IsInLoop || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S));
  // Around temporaries.
  if (const auto *Full = dyn_cast<FullExpr>(S))
    S = Full->getSubExpr();
  switch (S->getStmtClass()) {
  case Stmt::NullStmtClass:
    return executeLost(Lost.at(S), States, Out);
  case Stmt::CompoundStmtClass:
    return executeCompound(*cast<CompoundStmt>(S), States, Out);
  case Stmt::AttributedStmtClass:
    return execute(cast<AttributedStmt>(S)->getSubStmt(), States, Out);
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return execute(cast<SwitchCase>(S)->getSubStmt(), States, Out);
  case Stmt::IfStmtClass:
    return executeIf(*cast<IfStmt>(S), States, Out);
  case Stmt::SwitchStmtClass:
    return executeSwitch(*cast<SwitchStmt>(S), States, Out);
  case Stmt::ForStmtClass:
    return executeFor(*cast<ForStmt>(S), States, Out);
  case Stmt::WhileStmtClass:
    return executeWhile(*cast<WhileStmt>(S), States, Out);
  case Stmt::DoStmtClass:
    return executeDo(*cast<DoStmt>(S), States, Out);
  case Stmt::CXXForRangeStmtClass:
    return executeRangeFor(*cast<CXXForRangeStmt>(S), States, Out);
  case Stmt::CXXTryStmtClass:
    return executeTry(*cast<CXXTryStmt>(S), States, Out);
  case Stmt::ReturnStmtClass:
    return executeReturn(*cast<ReturnStmt>(S), States, Out);
  case Stmt::BreakStmtClass:
    Path.addStates(Out.Breaks, std::move(States));
    return States.clear();
  case Stmt::ContinueStmtClass:
    Path.addStates(Out.Continues, std::move(States));
    return States.clear();
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::CXXThrowExprClass:
    return States.clear();
  default:
    return executeSimple(*S, States);
  }
}

/// True if \p S, which may be null, sets what launches depend on.
bool HostStatements::decides(const Stmt *S) {
  if (Path.IsInLoop)
    return false;
  if (const auto *Declarations = dyn_cast_or_null<DeclStmt>(S))
    return llvm::any_of(Declarations->decls(), [this](const Decl *D) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      return Variable && Path.isRelevant(*Variable);
    });
  return S && llvm::any_of(Changes.in(S).Variables, [this](const VarDecl *V) {
           return V && Path.isRelevant(*V);
         });
}

void HostStatements::executeSimple(const Stmt &S, HostStates &States) {
  HostStates Result;
  const auto Evaluate = [&] {
    if (const auto *E = dyn_cast<Expr>(&S))
      Values.evaluate(E);
    else if (const auto *Decls = dyn_cast<DeclStmt>(&S))
      executeDecls(*Decls);
    else
      Values.evaluateOperands(&S);
  };
  const Stmt *Decider = decides(&S) ? &S : nullptr;
  for (const HostState &State : States)
    Path.addStates(Result, Path.evaluateAll(State, Evaluate, Decider));
  States = std::move(Result);
}

void HostStatements::executeCompound(const CompoundStmt &S, HostStates &States,
                                     Exits &Out) {
  for (unsigned I = 0; I != S.size(); ++I) {
    executeLost(Lost.at(&S, I), States, Out);
    execute(S.body_begin()[I], States, Out);
  }
  executeLost(Lost.at(&S, S.size()), States, Out);
  // What is forgotten at labels stays so.
  if (Path.frame().AtLabels)
    return;
  for (const Stmt *Child : S.body())
    if (const auto *Declared = dyn_cast<DeclStmt>(Child))
      for (const Decl *D : Declared->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D);
            Variable && !Variable->hasGlobalStorage())
          for (HostState &State : States)
            State.erase(Variable);
}

/// What the value of the statement expression of \p S is; null if it is none
/// that is known.
const clang::Expr *HostStatements::resultOf(const CompoundStmt &S) const {
  const auto *Result =
      S.body_empty() ? nullptr : dyn_cast<Expr>(S.getStmtExprResult());
  // What is lost behind it may be the result.
  for (unsigned I = S.size(); I != 0 && Result; --I) {
    if (Lost.at(&S, I))
      return nullptr;
    if (S.body_begin()[I - 1] == Result)
      break;
  }
  return Result;
}

std::vector<HostReturn> HostStatements::executeInside(const CompoundStmt &S,
                                                      HostState Start) {
  const Expr *Result = resultOf(S);
  const unsigned Decisions = Start.Decisions;
  HostStates States = {std::move(Start)};
  Exits Out;
  for (unsigned I = 0; I != S.size(); ++I) {
    executeLost(Lost.at(&S, I), States, Out);
    if (S.body_begin()[I] == Result)
      break;
    execute(S.body_begin()[I], States, Out);
  }
  if (!Result)
    executeLost(Lost.at(&S, S.size()), States, Out);
  std::vector<HostReturn> Ends;
  for (const HostState &State : States)
    Path.evaluateAll(State, [&] {
      HostValue Value = Result ? Values.evaluate(Result) : HostValue();
      if (Path.HasEnded)
        return;
      Ends.push_back({*Path.Current, std::move(Value)});
      Ends.back().first.Decisions = Decisions;
    });
  HostExits &Inside = Path.frame().Inside;
  Path.addStates(Inside.Breaks, std::move(Out.Breaks));
  Path.addStates(Inside.Continues, std::move(Out.Continues));
  Inside.addReturns(std::move(Out.Returns));
  return Ends;
}

void HostStatements::executeDecls(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable)
      continue;
    Values.applyLost(Lost.at(Variable));
    if (Variable->hasGlobalStorage())
      continue;
    // In a function with labels, what was forgotten stays so.
    if (!Path.frame().AtLabels || !Path.frame().AtLabels->holds(Variable))
      Path.Current->erase(Variable);
    const Expr *Init = Variable->getInit();
    HostValue Value;
    if (Init && Variable->getType()->isReferenceType()) {
      Value = Values.referenceTo(Init);
    } else if (Init && !Variable->isInvalidDecl()) {
      Value = Values.evaluate(Init);
    }
    HostPlace Place{Variable, {}, false};
    Path.Current->store(
        Place, Path.fresh(Variable->getType(), std::move(Value), Context));
    Values.expectDestruction(Place, Variable->getType());
  }
}

void HostStatements::executeLost(const LostEffect *Effect, HostStates &States,
                                 Exits &Out) {
  if (!Effect)
    return;
  for (HostState &State : States) {
    llvm::SaveAndRestore Running(Path.Current, &State);
    Values.applyLost(Effect);
    if (Effect->MayReturn)
      Out.Returns.push_back({State, {}});
    if (Effect->MayBreak)
      Path.addState(Out.Breaks, State);
    if (Effect->MayContinue)
      Path.addState(Out.Continues, State);
  }
}

void HostStatements::executeCondition(const Expr *Condition, HostStates States,
                                      HostStates &IfTrue, HostStates &IfFalse) {
  for (const HostState &State : States)
    Path.evaluateAll(State, [&] {
      const HostValue Value = Values.evaluate(Condition);
      if (Path.HasEnded)
        return;
      const std::optional<bool> Way =
          Path.TakesAllWays ? std::nullopt : Values.truth(Value);
      HostState Others = *Path.Current;
      if (!Way) {
        Values.learn(Value, true);
        std::swap(*Path.Current, Others);
        Values.learn(Value, false);
        std::swap(*Path.Current, Others);
        Path.doubt(Value, *Path.Current);
        Path.doubt(Value, Others);
      }
      auto IsPossible = [this](HostState &Next) {
        return Path.TakesAllWays || Next.Facts.arePossible(Path.Terms);
      };
      const bool MayBeTrue = IsPossible(*Path.Current);
      const bool MayBeFalse = IsPossible(Others);
      if (Way ? *Way : MayBeTrue || !MayBeFalse)
        Path.addState(IfTrue, *Path.Current);
      if (Way ? !*Way : MayBeFalse || !MayBeTrue)
        Path.addState(IfFalse, std::move(Others));
    });
}

/// The only way that \p S has in \p Function, because of the arguments of a
/// template. Other constants may be edited to try another way.
static std::optional<bool> wayOfInstance(const IfStmt &S,
                                         const FunctionDecl &Function,
                                         const ASTContext &Context) {
  bool Way = false;
  if (!Function.isTemplateInstantiation() || S.getCond()->isValueDependent() ||
      S.getCond()->containsErrors() || S.getCond()->HasSideEffects(Context) ||
      !S.getCond()->EvaluateAsBooleanCondition(Way, Context) ||
      hasLabel(Way ? S.getElse() : S.getThen()))
    return std::nullopt;
  return Way;
}

/// Nothing in \p S is ever executed: its launches do not count, not even where
/// a kernel has no others.
void HostStatements::exclude(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && launchKind(*Call))
    Launches.Reached.insert(Call);
  for (const Stmt *Child : S->children())
    exclude(Child);
}

void HostStatements::executeIf(const IfStmt &S, HostStates &States,
                               Exits &Out) {
  execute(S.getInit(), States, Out);
  if (const std::optional<bool> Way =
          Path.TakesAllWays ? wayOfInstance(S, *Path.frame().Function, Context)
                            : std::nullopt) {
    exclude(*Way ? S.getElse() : S.getThen());
    return execute(*Way ? S.getThen() : S.getElse(), States, Out);
  }
  if (S.isConstexpr()) {
    if (std::optional<const Stmt *> Way = S.getNondiscardedCase(Context)) {
      execute(*Way, States, Out);
      return;
    }
  }
  execute(S.getConditionVariableDeclStmt(), States, Out);
  const bool WereDoubtful = llvm::any_of(
      States, [](const HostState &State) { return State.IsDoubtful; });
  HostStates Else;
  executeCondition(S.getCond(), std::exchange(States, {}), States, Else);
  const bool IsDecision = !States.empty() && !Else.empty() &&
                          (decides(S.getThen()) || decides(S.getElse()));
  if (IsDecision) {
    for (HostState &State : States)
      Path.decide(State, S, 0);
    for (HostState &State : Else)
      Path.decide(State, S, 1);
  }
  execute(S.getThen(), States, Out);
  execute(S.getElse(), Else, Out);
  if (IsDecision)
    Path.undecide(States, Else, S);
  if (!WereDoubtful)
    Path.settle(States, Else);
  Path.addStates(States, std::move(Else));
}

void HostStatements::executeReturn(const ReturnStmt &S, HostStates &States,
                                   Exits &Out) {
  bool IsReference = Path.frame().Function->getReturnType()->isReferenceType();
  for (const HostState &State : States)
    Path.evaluateAll(State, [&] {
      HostValue Value;
      if (const Expr *E = S.getRetValue()) {
        std::optional<HostPlace> Target;
        if (IsReference)
          Target = Values.place(E);
        Value = Target ? HostValue::address(std::move(*Target))
                       : Values.evaluate(E);
      }
      if (!Path.HasEnded)
        Out.Returns.push_back({*Path.Current, std::move(Value)});
    });
  States.clear();
}

void HostStatements::executeTry(const CXXTryStmt &S, HostStates &States,
                                Exits &Out) {
  HostStates Thrown = States;
  for (HostState &State : Thrown)
    Path.forget(Changes.in(S.getTryBlock()), State);
  execute(S.getTryBlock(), States, Out);
  for (unsigned I = 0; I != S.getNumHandlers(); ++I) {
    HostStates Caught = Thrown;
    execute(S.getHandler(I)->getHandlerBlock(), Caught, Out);
    Path.addStates(States, std::move(Caught));
  }
}

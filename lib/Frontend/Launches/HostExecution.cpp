//===- HostExecution.cpp - Runs the host code around launches -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostExecution.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

// Paths that differ in what launches depend on; more are joined.
static constexpr unsigned MaxStates = 12;
// Alternatives of one expression.
static constexpr unsigned MaxChoices = 4;
// Statements and expressions of one function and all that it calls.
static constexpr unsigned RootSteps = 60'000;

std::vector<LaunchRecord> HostExecution::run() {
  for (const FunctionDecl *Function : Index.Launchers)
    if (!Index.IsCalled.contains(Function->getCanonicalDecl()) ||
        Function->hasAttr<CUDAGlobalAttr>())
      executeRoot(*Function);
  // Functions that call each other, or are called by code that is not seen.
  for (const FunctionDecl *Function : Index.Launchers)
    if (!Executed.contains(Function->getCanonicalDecl()))
      executeRoot(*Function);
  for (const FunctionDecl *Function : Index.Launchers)
    if (Lost.names(*Function))
      Unfollowed.insert(Function);
  // Calls that were not followed may pass anything. More may be found
  // meanwhile.
  for (size_t I = 0; I != Unfollowed.size(); ++I)
    executeRoot(*Unfollowed[I]);
  recordLost();
  // Launches that no path reaches count where a kernel has no others.
  llvm::DenseSet<const FunctionDecl *> IsLaunched;
  for (const LaunchRecord &Record : Records)
    IsLaunched.insert(Record.Kernel);
  std::vector<LaunchRecord> Known = Records;
  executeUnreached();
  for (size_t I = Known.size(); I != Records.size(); ++I)
    if (!IsLaunched.contains(Records[I].Kernel))
      Known.push_back(std::move(Records[I]));
  return Known;
}

/// Launches that no path reaches, or not within the limit: what is around them
/// may be known all the same.
void HostExecution::executeUnreached() {
  TakesAllWays = true;
  for (auto [Function, Launch] : Index.Launches)
    if (!Reached.contains(Launch))
      executeRoot(*Function);
  for (auto [Function, Launch] : Index.Launches)
    if (!Reached.contains(Launch))
      recordAlone(*Function, *Launch);
}

/// Records \p Launch as if nothing was known around it.
void HostExecution::recordAlone(const FunctionDecl &Function,
                                const CallExpr &Launch) {
  HostState Nothing;
  llvm::SaveAndRestore Path(Current, &Nothing);
  Frames.emplace_back(Function);
  StepLimit = Steps + RootSteps;
  recordLaunch(Launch, *launchKind(Launch));
  Frames.pop_back();
}

void HostExecution::executeRoot(const FunctionDecl &Function) {
  StepLimit = Steps + RootSteps;
  HostState Start;
  for (const ParmVarDecl *Parameter : Function.parameters())
    Start.store({Parameter, {}, false}, fresh(Parameter->getType(), {}));
  Frames.emplace_back(Function);
  Frames.back().IsLauncher = true;
  Exits Out;
  executeBody(Function, std::move(Start), Out);
  Frames.pop_back();
  // What would have come then may be another execution of any launch.
  if (isSpent() && !TakesAllWays)
    for (auto [Launcher, Launch] : Index.Launches)
      if (Executed.contains(Launcher->getCanonicalDecl()))
        recordAlone(*Launcher, *Launch);
}

void HostExecution::executeBody(const FunctionDecl &Function, HostState Start,
                                Exits &Out) {
  Executed.insert(Function.getCanonicalDecl());
  if (Index.HasLabels.contains(&Function)) {
    // Whatever changes may have any value at a label.
    for (const VarDecl *Variable : changedVariables(Function.getBody(), Lost))
      if (Variable)
        Start.escape(Variable);
    Frames.back().AtLabels = Start;
  }
  HostStates States = {std::move(Start)};
  execute(Function.getBody(), States, Out);
  for (HostState &State : States)
    Out.Returns.push_back({std::move(State), {}});
}

void HostExecution::addState(HostStates &Into, HostState State) {
  auto IsRelevant = [this](HostRoot Root) {
    const auto *Variable = Root.dyn_cast<const VarDecl *>();
    return !Variable || !Frames.back().IsLauncher ||
           Index.Relevant.contains(Variable);
  };
  for (HostState &Other : Into)
    if (HostState::agree(Other, State, IsRelevant))
      return Other.join(State);
  Into.push_back(std::move(State));
  if (Into.size() <= MaxStates)
    return;
  for (size_t I = 1; I != Into.size(); ++I)
    Into[0].join(Into[I]);
  Into.resize(1);
}

void HostExecution::addStates(HostStates &Into, HostStates States) {
  for (HostState &State : States)
    addState(Into, std::move(State));
}

std::optional<unsigned> HostExecution::choose(unsigned Count) {
  // A path that begins like one before may go another way: meanwhile a function
  // may have turned out to take too many steps.
  if (Taken.Next != Taken.Trail.size() &&
      Taken.Trail[Taken.Next].Count != Count)
    Taken.Trail.erase(Taken.Trail.begin() + Taken.Next, Taken.Trail.end());
  if (Taken.Next == Taken.Trail.size()) {
    unsigned Paths = Count;
    for (const Choices::Choice &C : Taken.Trail)
      Paths *= C.Count;
    if (Paths > MaxChoices)
      return std::nullopt;
    Taken.Trail.push_back({0, Count});
  }
  return Taken.Trail[Taken.Next++].Taken;
}

HostStates HostExecution::evaluateAll(const HostState &State,
                                      Callback Evaluate) {
  HostStates Result;
  llvm::SaveAndRestore Outer(Taken, Choices());
  while (!isSpent()) {
    HostState Path = State;
    {
      llvm::SaveAndRestore Running(Current, &Path);
      Taken.Next = 0;
      Evaluate();
    }
    addState(Result, std::move(Path));
    auto &Trail = Taken.Trail;
    while (!Trail.empty() && Trail.back().Taken + 1 == Trail.back().Count)
      Trail.pop_back();
    if (Trail.empty())
      break;
    ++Trail.back().Taken;
  }
  return Result;
}

void HostExecution::execute(const Stmt *S, HostStates &States, Exits &Out) {
  if (!S || States.empty())
    return;
  Steps += States.size();
  if (isSpent())
    return States.clear();
  executeStmt(S, States, Out);
}

void HostExecution::executeStmt(const Stmt *S, HostStates &States, Exits &Out) {
  if (const auto *Label = dyn_cast<LabelStmt>(S)) {
    addState(States, *Frames.back().AtLabels);
    return execute(Label->getSubStmt(), States, Out);
  }
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
    addStates(Out.Breaks, std::move(States));
    return States.clear();
  case Stmt::ContinueStmtClass:
    addStates(Out.Continues, std::move(States));
    return States.clear();
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::CXXThrowExprClass:
    return States.clear();
  default:
    break;
  }
  HostStates Result;
  for (const HostState &State : States)
    addStates(Result, evaluateAll(State, [&] {
                if (const auto *E = dyn_cast<Expr>(S))
                  evaluate(E);
                else if (const auto *Decls = dyn_cast<DeclStmt>(S))
                  executeDecls(*Decls);
                else
                  evaluateOperands(S);
              }));
  States = std::move(Result);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      if (Callee->isNoReturn())
        States.clear();
}

void HostExecution::executeCompound(const CompoundStmt &S, HostStates &States,
                                    Exits &Out) {
  for (unsigned I = 0; I != S.size(); ++I) {
    executeLost(Lost.at(&S, I), States, Out);
    execute(S.body_begin()[I], States, Out);
  }
  executeLost(Lost.at(&S, S.size()), States, Out);
  // What is forgotten at labels stays so.
  if (Frames.back().AtLabels)
    return;
  for (const Stmt *Child : S.body())
    if (const auto *Declared = dyn_cast<DeclStmt>(Child))
      for (const Decl *D : Declared->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D);
            Variable && !Variable->hasGlobalStorage())
          for (HostState &State : States)
            State.erase(Variable);
}

void HostExecution::executeDecls(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable)
      continue;
    applyLost(Lost.at(Variable));
    if (Variable->hasGlobalStorage())
      continue;
    // In a function with labels, what was forgotten stays so.
    if (!Frames.back().AtLabels || !Frames.back().AtLabels->holds(Variable))
      Current->erase(Variable);
    const Expr *Init = Variable->getInit();
    HostValue Value;
    if (Init && Variable->getType()->isReferenceType()) {
      if (std::optional<HostPlace> Target = place(Init))
        Value = HostValue::address(std::move(*Target));
      else
        Value = evaluate(Init);
    } else if (Init && !Variable->isInvalidDecl()) {
      Value = evaluate(Init);
    }
    HostPlace Place{Variable, {}, false};
    Current->store(Place, fresh(Variable->getType(), std::move(Value)));
    expectDestruction(Place, Variable->getType());
  }
}

void HostExecution::executeCondition(const Expr *Condition, HostStates States,
                                     HostStates &IfTrue, HostStates &IfFalse) {
  for (const HostState &State : States)
    evaluateAll(State, [&] {
      std::optional<bool> Way = evaluateCondition(Condition);
      if (TakesAllWays)
        Way = std::nullopt;
      HostState Before = *Current;
      if (!Way || *Way) {
        if (!Way)
          learnFrom(Condition, true);
        addState(IfTrue, *Current);
      }
      *Current = std::move(Before);
      if (!Way || !*Way) {
        if (!Way)
          learnFrom(Condition, false);
        addState(IfFalse, *Current);
      }
    });
}

void HostExecution::executeIf(const IfStmt &S, HostStates &States, Exits &Out) {
  execute(S.getInit(), States, Out);
  if (S.isConstexpr()) {
    if (std::optional<const Stmt *> Way = S.getNondiscardedCase(Context)) {
      execute(*Way, States, Out);
      return;
    }
  }
  execute(S.getConditionVariableDeclStmt(), States, Out);
  HostStates Else;
  executeCondition(S.getCond(), std::exchange(States, {}), States, Else);
  execute(S.getThen(), States, Out);
  execute(S.getElse(), Else, Out);
  addStates(States, std::move(Else));
}

void HostExecution::executeReturn(const ReturnStmt &S, HostStates &States,
                                  Exits &Out) {
  bool IsReference = Frames.back().Function->getReturnType()->isReferenceType();
  for (const HostState &State : States)
    evaluateAll(State, [&] {
      HostValue Value;
      if (const Expr *E = S.getRetValue()) {
        std::optional<HostPlace> Target;
        if (IsReference)
          Target = place(E);
        Value = Target ? HostValue::address(std::move(*Target)) : evaluate(E);
      }
      Out.Returns.push_back({*Current, std::move(Value)});
    });
  States.clear();
}

void HostExecution::executeTry(const CXXTryStmt &S, HostStates &States,
                               Exits &Out) {
  HostStates Thrown = States;
  for (HostState &State : Thrown)
    forgetChanged(S.getTryBlock(), State);
  execute(S.getTryBlock(), States, Out);
  for (unsigned I = 0; I != S.getNumHandlers(); ++I) {
    HostStates Caught = Thrown;
    execute(S.getHandler(I)->getHandlerBlock(), Caught, Out);
    addStates(States, std::move(Caught));
  }
}

//===- HostLoops.cpp - Loops of host code ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStatements.h"

using namespace banklint;
using namespace clang;

// Rounds of a loop that leads to launches, and of one that computes a value.
static constexpr unsigned MaxLaunchRounds = 64;
static constexpr unsigned MaxRounds = 1024;
// Rounds of a loop that only looks at data: there may be a launch behind it.
static constexpr unsigned MaxDataRounds = 4;
// Steps of a loop that computes a value, those inside of it included.
static constexpr unsigned MaxLoopSteps = 8000;
// Elements of a list that a loop runs over.
static constexpr unsigned MaxListElements = 64;

/// Executes the body once, for an iteration of which nothing is known.
void HostStatements::executeAnyRound(const Loop &L, HostState Start,
                                     HostStates &Done, Exits &Out) {
  Path.forget(Changes.in(L.Whole), Start);
  Path.addState(Done, Start);
  HostStates Round = {std::move(Start)};
  Exits Inner;
  execute(L.Declaration, Round, Inner);
  execute(L.Body, Round, Inner);
  // Going on or breaking off leaves no more than what is unknown anyway, but
  // for what the body forgets for good.
  Path.addStates(Round, std::move(Inner.Continues));
  Path.addStates(Round, std::move(Inner.Breaks));
  for (HostState &State : Round) {
    Path.forget(Changes.in(L.Whole), State);
    Path.addState(Done, std::move(State));
  }
  Out.addReturns(std::move(Inner.Returns));
}

/// True if \p L changes nothing that launches depend on: all iterations are
/// alike.
bool HostStatements::isMonotonous(const Loop &L) {
  if (!Path.frame().IsLauncher)
    return false;
  return llvm::none_of(Changes.in(L.Whole).Variables,
                       [&](const VarDecl *Variable) {
                         return !Variable || Index.Relevant.contains(Variable);
                       });
}

/// True if values of \p Type are not what blocks and grids are made of.
static bool isBulk(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Type->isFloatingType() ||
         (Class && Class->isInStdNamespace() && !Class->isAggregate());
}

/// True if \p L only looks at data, as what compares results does: it changes
/// variables of its own, and data.
bool HostStatements::looksAtData(const Loop &L) {
  const HostChanges::Found &Changed = Changes.in(L.Whole);
  const SourceManager &Sources = Context.getSourceManager();
  return llvm::all_of(Changed.Variables, [&](const VarDecl *Variable) {
    if (const auto Members = Changed.Members.find(Variable);
        Members != Changed.Members.end())
      return llvm::all_of(Members->second, [](const FieldDecl *Field) {
        return isBulk(Field->getType());
      });
    return Variable && (Sources.isPointWithin(Variable->getLocation(),
                                              L.Whole->getBeginLoc(),
                                              L.Whole->getEndLoc()) ||
                        (isBulk(Variable->getType()) &&
                         !Index.Relevant.contains(Variable)));
  });
}

void HostStatements::executeLoop(const Loop &L, HostStates &States,
                                 Exits &Out) {
  bool IsOneRound = Path.TakesAllWays || isMonotonous(L);
  const bool LeadsToLaunch = Index.LeadsToLaunch.contains(L.Whole);
  const unsigned Limit = LeadsToLaunch    ? MaxLaunchRounds
                         : looksAtData(L) ? MaxDataRounds
                                          : MaxRounds;
  const unsigned StartSteps = Path.Steps;
  // What follows needs some, too.
  const unsigned LeftSteps =
      Path.StepLimit - std::min(StartSteps, Path.StepLimit);
  const unsigned MostSteps = std::min(MaxLoopSteps, LeftSteps / 2);
  HostStates Done;
  for (unsigned Round = 0; !States.empty() && !Path.isSpent(); ++Round) {
    HostStates Going;
    bool HasTest = L.Condition && (L.TestFirst || Round != 0);
    IsOneRound |= !LeadsToLaunch && Path.Steps - StartSteps > MostSteps;
    if (IsOneRound || Round == Limit) {
      for (HostState &State : States)
        executeAnyRound(L, std::move(State), Done, Out);
      break;
    }
    execute(L.Declaration, States, Out);
    if (!HasTest) {
      Going = std::move(States);
    } else {
      for (const HostState &State : States)
        Path.evaluateAll(State, [&] {
          HostState Before = *Path.Current;
          std::optional<bool> Test = Values.evaluateCondition(L.Condition);
          if (Path.HasEnded)
            return;
          if (!Test)
            return executeAnyRound(L, std::move(Before), Done, Out);
          Path.addState(*Test ? Going : Done, *Path.Current);
        });
    }
    Exits Inner;
    execute(L.Body, Going, Inner);
    Path.addStates(Going, std::move(Inner.Continues));
    Path.addStates(Done, std::move(Inner.Breaks));
    Out.addReturns(std::move(Inner.Returns));
    execute(L.Step, Going, Inner);
    States = std::move(Going);
  }
  States = std::move(Done);
}

void HostStatements::executeFor(const ForStmt &S, HostStates &States,
                                Exits &Out) {
  execute(S.getInit(), States, Out);
  Loop L;
  L.Whole = &S;
  L.Condition = S.getCond();
  L.Declaration = S.getConditionVariableDeclStmt();
  L.Body = S.getBody();
  L.Step = S.getInc();
  const LostEffect *Head = Lost.at(&S);
  if (!Head)
    return executeLoop(L, States, Out);
  executeLost(Head, States, Out);
  for (HostState &State : std::exchange(States, {}))
    executeAnyRound(L, std::move(State), States, Out);
}

void HostStatements::executeWhile(const WhileStmt &S, HostStates &States,
                                  Exits &Out) {
  Loop L;
  L.Whole = &S;
  L.Condition = S.getCond();
  L.Declaration = S.getConditionVariableDeclStmt();
  L.Body = S.getBody();
  executeLoop(L, States, Out);
}

void HostStatements::executeDo(const DoStmt &S, HostStates &States,
                               Exits &Out) {
  Loop L;
  L.Whole = &S;
  L.Condition = S.getCond();
  L.Body = S.getBody();
  L.TestFirst = false;
  executeLoop(L, States, Out);
}

void HostStatements::executeList(const CXXForRangeStmt &S, HostState Start,
                                 const HostValue &List, HostStates &Done,
                                 Exits &Out) {
  const VarDecl *Variable = S.getLoopVariable();
  const auto *Array =
      Context.getAsConstantArrayType(S.getRangeInit()->getType());
  size_t Count = Array ? Array->getZExtSize() : List.Elements.size();
  if (List.Kind != HostValue::Aggregate || Count > MaxListElements ||
      Path.TakesAllWays) {
    Loop L;
    L.Whole = &S;
    L.Body = S.getBody();
    Start.store({Variable, {}, false}, {});
    return executeAnyRound(L, std::move(Start), Done, Out);
  }
  HostStates Going = {std::move(Start)};
  for (size_t I = 0; I != Count; ++I) {
    for (HostState &State : Going) {
      State.erase(Variable);
      State.store({Variable, {}, false}, List.element(I));
    }
    Exits Inner;
    execute(S.getBody(), Going, Inner);
    Path.addStates(Going, std::move(Inner.Continues));
    Path.addStates(Done, std::move(Inner.Breaks));
    Out.addReturns(std::move(Inner.Returns));
  }
  Path.addStates(Done, std::move(Going));
}

void HostStatements::executeRangeFor(const CXXForRangeStmt &S,
                                     HostStates &States, Exits &Out) {
  execute(S.getInit(), States, Out);
  std::vector<std::pair<HostState, HostValue>> Starts;
  for (const HostState &State : std::exchange(States, {}))
    Path.evaluateAll(State, [&] {
      HostValue List = Values.evaluate(S.getRangeInit());
      if (Path.HasEnded)
        return;
      // The body may change the list's elements.
      QualType Type = S.getLoopVariable()->getType();
      if (Type->isReferenceType() && !Type->getPointeeType().isConstQualified())
        Values.store(S.getRangeInit(), {});
      Starts.push_back({*Path.Current, std::move(List)});
    });
  for (auto &[State, List] : Starts)
    executeList(S, std::move(State), List, States, Out);
}

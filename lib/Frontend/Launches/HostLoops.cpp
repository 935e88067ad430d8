//===- HostLoops.cpp - Loops and switches of host code --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostExecution.h"

using namespace banklint;
using namespace clang;

// Rounds of a loop that leads to launches, and of one that computes a value.
static constexpr unsigned MaxLaunchRounds = 64;
static constexpr unsigned MaxRounds = 1024;
// Elements of a list that a loop runs over.
static constexpr unsigned MaxListElements = 64;

static constexpr auto addReturns = [](auto &Into, auto &&From) {
  llvm::move(From.Returns, std::back_inserter(Into.Returns));
};

/// Executes the body once, for a round of which nothing is known.
void HostExecution::executeAnyRound(const Loop &L, HostState Start,
                                    HostStates &Done, Exits &Out) {
  forgetChanged(L.Whole, Start);
  addState(Done, Start);
  HostStates Round = {std::move(Start)};
  Exits Inner;
  execute(L.Declaration, Round, Inner);
  execute(L.Body, Round, Inner);
  // Going on or breaking off leaves no more than what is unknown anyway, but
  // for what the body forgets for good.
  addStates(Round, std::move(Inner.Continues));
  addStates(Round, std::move(Inner.Breaks));
  for (HostState &State : Round) {
    forgetChanged(L.Whole, State);
    addState(Done, std::move(State));
  }
  addReturns(Out, std::move(Inner));
}

/// True if \p L changes nothing that launches depend on: all rounds are alike.
bool HostExecution::isMonotonous(const Loop &L) {
  if (!Frames.back().IsLauncher)
    return false;
  return llvm::none_of(changedIn(L.Whole).Variables,
                       [&](const VarDecl *Variable) {
                         return !Variable || Index.Relevant.contains(Variable);
                       });
}

void HostExecution::executeLoop(const Loop &L, HostStates &States, Exits &Out) {
  bool IsOneRound = TakesAllWays || isMonotonous(L);
  unsigned Limit =
      Index.LeadsToLaunch.contains(L.Whole) ? MaxLaunchRounds : MaxRounds;
  HostStates Done;
  for (unsigned Round = 0; !States.empty() && !isSpent(); ++Round) {
    HostStates Going;
    bool HasTest = L.Condition && (L.TestFirst || Round != 0);
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
        evaluateAll(State, [&] {
          HostState Before = *Current;
          std::optional<bool> Test = evaluateCondition(L.Condition);
          if (!Test)
            return executeAnyRound(L, std::move(Before), Done, Out);
          addState(*Test ? Going : Done, *Current);
        });
    }
    Exits Inner;
    execute(L.Body, Going, Inner);
    addStates(Going, std::move(Inner.Continues));
    addStates(Done, std::move(Inner.Breaks));
    addReturns(Out, std::move(Inner));
    execute(L.Step, Going, Inner);
    States = std::move(Going);
  }
  States = std::move(Done);
}

void HostExecution::executeFor(const ForStmt &S, HostStates &States,
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

void HostExecution::executeWhile(const WhileStmt &S, HostStates &States,
                                 Exits &Out) {
  Loop L;
  L.Whole = &S;
  L.Condition = S.getCond();
  L.Declaration = S.getConditionVariableDeclStmt();
  L.Body = S.getBody();
  executeLoop(L, States, Out);
}

void HostExecution::executeDo(const DoStmt &S, HostStates &States, Exits &Out) {
  Loop L;
  L.Whole = &S;
  L.Condition = S.getCond();
  L.Body = S.getBody();
  L.TestFirst = false;
  executeLoop(L, States, Out);
}

void HostExecution::executeList(const CXXForRangeStmt &S, HostState Start,
                                const HostValue &List, HostStates &Done,
                                Exits &Out) {
  const VarDecl *Variable = S.getLoopVariable();
  const auto *Array =
      Context.getAsConstantArrayType(S.getRangeInit()->getType());
  size_t Count = Array ? Array->getZExtSize() : List.Elements.size();
  if (List.Kind != HostValue::Aggregate || Count > MaxListElements ||
      TakesAllWays) {
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
    addStates(Going, std::move(Inner.Continues));
    addStates(Done, std::move(Inner.Breaks));
    addReturns(Out, std::move(Inner));
  }
  addStates(Done, std::move(Going));
}

void HostExecution::executeRangeFor(const CXXForRangeStmt &S,
                                    HostStates &States, Exits &Out) {
  execute(S.getInit(), States, Out);
  std::vector<std::pair<HostState, HostValue>> Starts;
  for (const HostState &State : std::exchange(States, {}))
    evaluateAll(State, [&] {
      HostValue List = evaluate(S.getRangeInit());
      // The body may change the list's elements.
      QualType Type = S.getLoopVariable()->getType();
      if (Type->isReferenceType() && !Type->getPointeeType().isConstQualified())
        store(S.getRangeInit(), {});
      Starts.push_back({*Current, std::move(List)});
    });
  for (auto &[State, List] : Starts)
    executeList(S, std::move(State), List, States, Out);
}

/// The sections of \p S, if all labels stand directly in its body.
std::optional<HostExecution::Sections>
HostExecution::sectionsOf(const SwitchStmt &S) {
  Sections Result;
  const auto *Body = dyn_cast<CompoundStmt>(S.getBody());
  if (!Body)
    return std::nullopt;
  unsigned Found = 0;
  for (unsigned I = 0; I <= Body->size(); ++I) {
    const LostEffect *Effect = Lost.at(Body, I);
    if (Effect && Effect->HasCase)
      Result.Labels.push_back({Result.Body.size(), {nullptr}});
    const Stmt *Child = I != Body->size() ? Body->body_begin()[I] : nullptr;
    if (isa_and_nonnull<SwitchCase>(Child))
      Result.Labels.push_back({Result.Body.size(), {}});
    while (const auto *Label = dyn_cast_or_null<SwitchCase>(Child)) {
      Result.Labels.back().second.push_back(Label);
      Child = Label->getSubStmt();
      ++Found;
    }
    Result.Body.push_back({Effect, Child});
  }
  for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    --Found;
  if (Found != 0)
    return std::nullopt;
  return Result;
}

/// Adds the current state to the sections that \p Value leads to, or to
/// \p Done.
void HostExecution::enterSections(const HostValue &Value, const Sections &In,
                                  std::vector<HostStates> &Entries,
                                  HostStates &Done) {
  HostStates *Default = &Done;
  for (size_t I = 0; I != In.Labels.size(); ++I)
    for (const SwitchCase *Label : In.Labels[I].second) {
      if (!Label) {
        addState(Entries[I], *Current);
        continue;
      }
      const auto *Case = dyn_cast<CaseStmt>(Label);
      if (!Case) {
        Default = &Entries[I];
        continue;
      }
      HostValue Low = evaluate(Case->getLHS());
      bool IsRange = Case->getRHS() != nullptr;
      std::optional<int64_t> High =
          IsRange ? evaluate(Case->getRHS()).number() : Low.number();
      if (!Low.number() || !High || !Value.number()) {
        HostState Entering = *Current;
        if (Value.Symbol && Low.number() && !IsRange)
          Entering.learn(Value.Symbol, *Low.number());
        addState(Entries[I], std::move(Entering));
      } else if (*Value.number() >= *Low.number() && *Value.number() <= *High) {
        return addState(Entries[I], *Current);
      }
    }
  addState(*Default, *Current);
}

void HostExecution::executeSwitch(const SwitchStmt &S, HostStates &States,
                                  Exits &Out) {
  execute(S.getInit(), States, Out);
  execute(S.getConditionVariableDeclStmt(), States, Out);
  HostStates Starts = std::exchange(States, {});
  std::optional<Sections> In = sectionsOf(S);
  if (!In) {
    Loop L;
    L.Whole = &S;
    L.Body = S.getBody();
    for (HostState &State : Starts)
      executeAnyRound(L, std::move(State), States, Out);
    return;
  }
  std::vector<HostStates> Entries(In->Labels.size());
  for (const HostState &State : Starts)
    evaluateAll(State, [&] {
      HostValue Value = evaluate(S.getCond());
      enterSections(TakesAllWays ? HostValue() : Value, *In, Entries, States);
    });
  HostStates Running;
  size_t Next = 0;
  for (size_t I = 0; I != In->Body.size(); ++I) {
    while (Next != Entries.size() && In->Labels[Next].first == I)
      addStates(Running, std::move(Entries[Next++]));
    Exits Inner;
    auto [Effect, Child] = In->Body[I];
    executeLost(Effect, Running, Inner);
    execute(Child, Running, Inner);
    addStates(States, std::move(Inner.Breaks));
    addStates(Out.Continues, std::move(Inner.Continues));
    addReturns(Out, std::move(Inner));
  }
  addStates(States, std::move(Running));
}

//===- HostSwitch.cpp - Switches of host code -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostStatements.h"
#include "banklint/Program/Expr.h"

using namespace banklint;
using namespace clang;

/// The sections of \p S, if all labels stand directly in its body.
std::optional<HostStatements::Sections>
HostStatements::sectionsOf(const SwitchStmt &S) const {
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

/// Makes \p Symbol known as \p Number in \p State. False if that contradicts
/// what the path has learned before.
bool HostStatements::enterCase(HostState &State, unsigned Symbol,
                               int64_t Number) const {
  const unsigned IsEqual =
      Path.Terms.make(BinaryOp::Equal, I64, {Symbol, 0}, {0, Number});
  State.Facts.learn(IsEqual, true, Path.Terms, [](unsigned, int64_t) {});
  if (!State.Facts.arePossible(Path.Terms))
    return false;
  State.learn(Path.Terms.whatFollows(Symbol, Number));
  return true;
}

/// Adds the current state to the sections that \p Value leads to, or to
/// \p Done.
void HostStatements::enterSections(const HostValue &Value, const Sections &In,
                                   std::vector<HostStates> &Entries,
                                   HostStates &Done) {
  HostStates *Default = &Done;
  for (size_t I = 0; I != In.Labels.size(); ++I)
    for (const SwitchCase *Label : In.Labels[I].second) {
      if (!Label) {
        Path.addState(Entries[I], *Path.Current);
        continue;
      }
      const auto *Case = dyn_cast<CaseStmt>(Label);
      if (!Case) {
        Default = &Entries[I];
        continue;
      }
      HostValue Low = Values.evaluate(Case->getLHS());
      bool IsRange = Case->getRHS() != nullptr;
      std::optional<int64_t> High =
          IsRange ? Values.evaluate(Case->getRHS()).number() : Low.number();
      if (!Low.number() || !High || !Value.number()) {
        HostState Entering = *Path.Current;
        Path.doubt(Value, Entering);
        if (!Value.Symbol || !Low.number() || IsRange ||
            enterCase(Entering, Value.Symbol, *Low.number()))
          Path.addState(Entries[I], std::move(Entering));
      } else if (*Value.number() >= *Low.number() && *Value.number() <= *High) {
        return Path.addState(Entries[I], *Path.Current);
      }
    }
  Path.doubt(Value, *Path.Current);
  Path.addState(*Default, *Path.Current);
}

void HostStatements::executeSwitch(const SwitchStmt &S, HostStates &States,
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
    Path.evaluateAll(State, [&] {
      HostValue Value = Values.evaluate(S.getCond());
      if (Path.HasEnded)
        return;
      enterSections(Path.TakesAllWays ? HostValue() : Value, *In, Entries,
                    States);
    });
  HostStates Running;
  size_t Next = 0;
  for (size_t I = 0; I != In->Body.size(); ++I) {
    while (Next != Entries.size() && In->Labels[Next].first == I)
      Path.addStates(Running, std::move(Entries[Next++]));
    Exits Inner;
    auto [Effect, Child] = In->Body[I];
    executeLost(Effect, Running, Inner);
    execute(Child, Running, Inner);
    Path.addStates(States, std::move(Inner.Breaks));
    Path.addStates(Out.Continues, std::move(Inner.Continues));
    Out.addReturns(std::move(Inner.Returns));
  }
  Path.addStates(States, std::move(Running));
}

//===- LoopCounts.cpp - Loops that count in constants ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// \p Id where variables are \p Known, to which those are added that are set
/// once; \p Unknown are not.
std::optional<int64_t> LoopCounts::numberIn(ExprId Id, KnownNumbers &Known,
                                            llvm::DenseSet<unsigned> &Unknown,
                                            unsigned Depth) const {
  constexpr unsigned MaxDepth = 8;
  if (Depth == MaxDepth)
    return std::nullopt;
  forEachVariable(Program, Id, [&](unsigned Variable) {
    if (Known.count(Variable) || Unknown.contains(Variable) ||
        Assigned.of(Variable).size() != 1)
      return;
    const ExprId Value = Assigned.of(Variable).front();
    if (Value.Index >= Id.Index)
      return;
    if (const auto Number = numberIn(Value, Known, Unknown, Depth + 1))
      Known[Variable] = *Number;
    else
      Unknown.insert(Variable);
  });
  return numberOf(Program, Id, Known);
}

std::optional<int64_t> LoopCounts::numberIn(ExprId Id,
                                            KnownNumbers &Known) const {
  llvm::DenseSet<unsigned> Unknown;
  return numberIn(Id, Known, Unknown, /*Depth=*/0);
}

/// The value that \p B sets \p Variable to, in no inner block.
static std::optional<ExprId> stepIn(const Block &B, unsigned Variable) {
  for (const Stmt &S : B)
    if (S.Kind == StmtKind::Assign && S.Index == Variable)
      return S.Value;
  return std::nullopt;
}

LoopCounts::Counter LoopCounts::counterOf(const Stmt &Loop,
                                          const Values &Before) const {
  Counter Result;
  forEachVariable(Program, Loop.Value, [&](unsigned Variable) {
    const std::optional<ExprId> Step = stepIn(Loop.Blocks[2], Variable);
    if (!Result.Rounds.empty() || Assigned.of(Variable).size() != 2 || !Step)
      return;
    const auto First = Before.find(Variable);
    if (First == Before.end())
      return;
    KnownNumbers Outside;
    std::optional<int64_t> Number = numberIn(First->second, Outside);
    bool IsTested = Loop.TestFirst;
    while (Number) {
      KnownNumbers Inside;
      Inside[Variable] = *Number;
      if (std::exchange(IsTested, true)) {
        const std::optional<int64_t> GoesOn = numberIn(Loop.Value, Inside);
        if (GoesOn == 0) {
          Result.Variable = Variable;
          return;
        }
        if (!GoesOn)
          break;
      }
      if (Result.Rounds.size() == MaxRounds)
        break;
      Result.Rounds.push_back(*Number);
      Number = numberIn(*Step, Inside);
    }
    Result.Rounds.clear();
  });
  return Result;
}

LoopCounts::Numbers LoopCounts::enter(const Stmt &Loop, const Values &Before) {
  Around.push_back(counterOf(Loop, Before));
  Around.back().IsRolled =
      Loop.UnrollCount != 0 && Loop.UnrollCount < Around.back().Rounds.size();
  return Around.back().Rounds;
}

/// Adds the variables of which \p Id is made, also by those that are set once.
void LoopCounts::addVariables(ExprId Id,
                              llvm::SmallDenseSet<unsigned, 8> &Found) const {
  forEachVariable(Program, Id, [&](unsigned Variable) {
    const llvm::ArrayRef<ExprId> Values = Assigned.of(Variable);
    if (Found.insert(Variable).second && Values.size() == 1 &&
        Values[0].Index < Id.Index)
      addVariables(Values[0], Found);
  });
}

std::vector<LoopCounts::Numbers>
LoopCounts::roundsOf(llvm::ArrayRef<ExprId> Ids, bool &IsRolled) const {
  llvm::SmallDenseSet<unsigned, 8> Variables;
  for (ExprId Id : Ids)
    addVariables(Id, Variables);
  std::vector<KnownNumbers> Cases(1);
  for (const Counter &Each : Around) {
    if (Each.Rounds.empty() || !Variables.contains(Each.Variable))
      continue;
    if (Each.IsStepping)
      return {};
    IsRolled |= Each.IsRolled;
    if (Cases.size() * Each.Rounds.size() > MaxRounds)
      return {};
    std::vector<KnownNumbers> Next;
    for (const KnownNumbers &Case : Cases)
      for (int64_t Number : Each.Rounds) {
        Next.push_back(Case);
        Next.back()[Each.Variable] = Number;
      }
    Cases = std::move(Next);
  }
  std::vector<Numbers> Result;
  for (KnownNumbers &Case : Cases) {
    Numbers &Round = Result.emplace_back();
    for (ExprId Id : Ids) {
      const std::optional<int64_t> Number = numberIn(Id, Case);
      if (!Number)
        return {};
      Round.push_back(*Number);
    }
  }
  return Result;
}

bool LoopCounts::isOfCounters(ExprId Id) const {
  llvm::SmallDenseSet<unsigned, 8> Variables;
  addVariables(Id, Variables);
  return llvm::any_of(Around, [&](const Counter &Each) {
    return !Each.Rounds.empty() && Variables.contains(Each.Variable);
  });
}

std::optional<bool> LoopCounts::truthOf(ExprId Condition) const {
  bool IsRolled = false;
  std::optional<bool> Only;
  for (const Numbers &Round : roundsOf(Condition, IsRolled)) {
    const bool Is = Round.front() != 0;
    if (Only.value_or(Is) != Is)
      return std::nullopt;
    Only = Is;
  }
  return Only;
}

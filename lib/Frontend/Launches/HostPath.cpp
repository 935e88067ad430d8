//===- HostPath.cpp - The path through host code --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostPath.h"
#include "Ast/AstQueries.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

// Paths that differ in what launches depend on; more are joined.
static constexpr unsigned MaxStates = 32;
// Paths through one expression.
static constexpr unsigned MaxPaths = 5;

std::optional<unsigned> HostChoices::choose(unsigned Count) {
  // A path that begins like one before may go another way: meanwhile a function
  // may have turned out to take too many steps.
  if (Next != Trail.size() && Trail[Next].Count != Count)
    Trail.erase(Trail.begin() + Next, Trail.end());
  if (Next == Trail.size()) {
    // Those behind, and at least those ahead.
    unsigned Paths = Done + Count;
    for (const Choice &C : Trail)
      Paths += C.Count - 1 - C.Taken;
    if (Paths > MaxPaths)
      return std::nullopt;
    Trail.push_back({0, Count});
  }
  return Trail[Next++].Taken;
}

std::optional<unsigned>
HostChoices::chooseEnd(unsigned Call, llvm::ArrayRef<HostReturn> Ends) {
  const std::optional<unsigned> Taken = choose(Ends.size());
  if (Taken) {
    Trail[Next - 1].Call = Call;
    Trail[Next - 1].Ends = Ends.vec();
  }
  return Taken;
}

const HostReturn *HostChoices::endOf(unsigned Call) {
  if (Next == Trail.size() || Trail[Next].Ends.empty() ||
      Trail[Next].Call != Call)
    return nullptr;
  const Choice &Known = Trail[Next++];
  return &Known.Ends[Known.Taken];
}

bool HostChoices::advance() {
  ++Done;
  while (!Trail.empty() && Trail.back().Taken + 1 == Trail.back().Count)
    Trail.pop_back();
  if (Trail.empty())
    return false;
  ++Trail.back().Taken;
  return true;
}

/// The members of \p Type if it is a struct of a few integers, such as dim3.
static llvm::SmallVector<const FieldDecl *, 8>
integersIn(QualType Type, const ASTContext &Context) {
  constexpr unsigned MaxMembers = 8;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isUnion() ||
      Class->isDependentContext() || Class->getNumBases() != 0)
    return {};
  llvm::SmallVector<const FieldDecl *, 8> Members(Class->fields());
  const bool AreIntegers =
      Members.size() <= MaxMembers &&
      llvm::all_of(Members, [&Context](const FieldDecl *Field) {
        return !Field->isBitField() && integerType(Field->getType(), Context);
      });
  return AreIntegers ? Members : llvm::SmallVector<const FieldDecl *, 8>();
}

HostValue HostPath::fresh(QualType Type, HostValue Value,
                          const ASTContext &Context) {
  if (Type.isVolatileQualified()) {
    Value.Symbol = 0;
    return Value;
  }
  if (!Value.isUnknown() || Value.Symbol != 0)
    return Value;
  if (integerType(Type, Context)) {
    Value.Symbol = Terms.fresh();
    return Value;
  }
  std::vector<HostValue> Members;
  for (const FieldDecl *Field : integersIn(Type, Context))
    Members.push_back(fresh(Field->getType(), {}, Context));
  return Members.empty() ? Value : HostValue::aggregate(std::move(Members));
}

void HostPath::decide(HostState &State, const Stmt &Decider, unsigned Way) {
  const auto [Found, IsNew] =
      Decided.try_emplace({State.Decisions, &Decider, Way});
  if (IsNew)
    Found->second = unsigned(Decided.size());
  State.Decisions = Found->second;
}

/// Joins \p State with one of \p Into that has decided the same, and differs
/// in nothing that matters; false if there is none.
bool HostPath::joinAlike(HostStates &Into, const HostState &State) {
  const auto Matters = [this](HostRoot Root) {
    const auto *Variable = Root.dyn_cast<const VarDecl *>();
    return !Variable || !Frames.back().IsLauncher || isRelevant(*Variable);
  };
  for (HostState &Other : Into)
    if (Other.Decisions == State.Decisions &&
        HostState::agree(Other, State, Matters)) {
      Other.join(State, Terms);
      return true;
    }
  return false;
}

void HostPath::addState(HostStates &Into, HostState State) {
  if (joinAlike(Into, State))
    return;
  Into.push_back(std::move(State));
  if (Into.size() <= MaxStates)
    return;
  HostStates All = std::exchange(Into, {});
  for (HostState &Each : All) {
    Each.Decisions = 0;
    if (!joinAlike(Into, Each))
      Into.push_back(std::move(Each));
  }
  if (Into.size() <= MaxStates)
    return;
  for (size_t I = 1; I != Into.size(); ++I)
    Into[0].join(Into[I], Terms);
  Into.resize(1);
}

void HostPath::addStates(HostStates &Into, HostStates States) {
  for (HostState &State : States)
    addState(Into, std::move(State));
}

HostStates HostPath::evaluateAll(const HostState &State,
                                 llvm::function_ref<void()> Evaluate,
                                 const Stmt *Decider) {
  HostStates Result;
  llvm::SaveAndRestore Outer(Choices, HostChoices());
  for (unsigned Way = 0; !isSpent(); ++Way) {
    HostState Path = State;
    {
      llvm::SaveAndRestore Running(Current, &Path);
      Choices.restart();
      Evaluate();
    }
    if (Decider && !Choices.isSingle())
      decide(Path, *Decider, Way);
    addState(Result, std::move(Path));
    if (!Choices.advance())
      break;
  }
  return Result;
}

std::optional<HostPlace> HostPath::objectOf(const VarDecl *Variable,
                                            const HostState &State) const {
  if (!Variable)
    return Frames.back().This;
  HostPlace Place{Variable, {}, false};
  if (!Variable->getType()->isReferenceType())
    return Place;
  std::optional<HostValue> Value = State.load(Place);
  if (!Value || Value->Kind != HostValue::Address)
    return std::nullopt;
  return Value->Target;
}

std::optional<HostPlace> HostPath::owner(const VarDecl *Variable,
                                         const HostState &State) const {
  const std::optional<HostPlace> Object = objectOf(Variable, State);
  return Object ? std::optional(HostPlace{Object->Root, {}, false}) : Object;
}

void HostPath::forget(const HostChanges::Found &Changed,
                      HostState &State) const {
  for (const VarDecl *Variable : Changed.Variables) {
    const std::optional<HostPlace> Object = objectOf(Variable, State);
    const auto Members = Changed.Members.find(Variable);
    if (!Object)
      continue;
    if (Members == Changed.Members.end())
      State.forget(Object->Root);
    else
      for (const FieldDecl *Field : Members->second)
        State.forget(Field->getParent()->isUnion()
                         ? *Object
                         : Object->part(memberIndex(*Field)));
  }
  if (Changed.AnyGlobal)
    State.forgetGlobals();
  State.forgetPointees();
}

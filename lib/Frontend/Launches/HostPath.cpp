//===- HostPath.cpp - The path through host code --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostPath.h"
#include "Ast/AstQueries.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

// Paths that differ in what launches depend on; more are joined.
static constexpr unsigned MaxStates = 32;

std::optional<unsigned> HostChoices::choose(unsigned Count, unsigned Most) {
  // A path that begins like one before may go another way: meanwhile a function
  // may have turned out to take too many steps.
  if (Next != Trail.size() && Trail[Next].Count != Count)
    Trail.erase(Trail.begin() + Next, Trail.end());
  if (Next == Trail.size()) {
    // Those behind, and at least those ahead.
    unsigned Paths = Done + Count;
    for (const Choice &C : Trail)
      Paths += C.Count - 1 - C.Taken;
    if (Paths > Most)
      return std::nullopt;
    Trail.push_back({0, Count});
  }
  return Trail[Next++].Taken;
}

std::optional<unsigned> HostChoices::chooseEnd(unsigned Call,
                                               llvm::ArrayRef<HostReturn> Ends,
                                               unsigned Most) {
  const std::optional<unsigned> Taken = choose(Ends.size(), Most);
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
/// That of the source with a constructor may be known to others from the start.
static llvm::SmallVector<const FieldDecl *, 8>
integersIn(QualType Type, const ASTContext &Context) {
  constexpr unsigned MaxMembers = 8;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isUnion() ||
      Class->isDependentContext() || Class->getNumBases() != 0 ||
      (!Class->isAggregate() &&
       !Context.getSourceManager().isInSystemHeader(Class->getLocation())))
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
  if (IsNew) {
    Found->second = unsigned(Decided.size());
    Origins.emplace_back(State.Decisions, &Decider);
  }
  State.Decisions = Found->second;
}

bool HostPath::matters(HostRoot Root) const {
  const auto *Variable = Root.dyn_cast<const VarDecl *>();
  return !Variable || !Frames.back().IsLauncher || isRelevant(*Variable);
}

/// True if the same is known of everything in \p A and \p B.
static bool areSame(const HostState &A, const HostState &B) {
  return HostState::agree(
      A, B, [](HostRoot) { return true; }, /*WithSymbols=*/true);
}

void HostPath::doubt(const HostValue &Condition, HostState &State) const {
  if (Condition.Symbol != 0 &&
      Terms.isMadeOf(Condition.Symbol, State.LostFacts))
    State.IsDoubtful = true;
}

/// True if each of \p States has one among \p Others that it \p IsTwin of, and
/// each of these one among \p States.
static bool haveTwins(
    const HostStates &States, const HostStates &Others,
    llvm::function_ref<bool(const HostState &, const HostState &)> IsTwin) {
  const auto AllIn = [&](const HostStates &Some, const HostStates &Among) {
    return llvm::all_of(Some, [&](const HostState &State) {
      return llvm::any_of(
          Among, [&](const HostState &Other) { return IsTwin(State, Other); });
    });
  };
  return AllIn(States, Others) && AllIn(Others, States);
}

void HostPath::settle(HostStates &States, HostStates &Others) const {
  const auto Agree = [this](const HostState &State, const HostState &Other) {
    return HostState::agree(
        State, Other, [this](HostRoot Root) { return matters(Root); },
        /*WithSymbols=*/true);
  };
  if (!haveTwins(States, Others, Agree))
    return;
  for (HostStates *All : {&States, &Others})
    for (HostState &State : *All)
      State.IsDoubtful = false;
}

void HostPath::undecide(HostStates &States, HostStates &Others,
                        const Stmt &Decider) {
  const auto IsTwin = [&](const HostState &State, const HostState &Other) {
    return Origins[State.Decisions].second == &Decider &&
           Origins[Other.Decisions] == Origins[State.Decisions] &&
           areSame(State, Other);
  };
  if (!haveTwins(States, Others, IsTwin))
    return;
  for (HostStates *All : {&States, &Others})
    for (HostState &State : *All)
      State.Decisions = Origins[State.Decisions].first;
}

/// Joins \p State with one of \p Into that has decided the same, and differs
/// in nothing that matters; null if there is none.
HostState *HostPath::joinAlike(HostStates &Into, const HostState &State) {
  const auto Matters = [this](HostRoot Root) { return matters(Root); };
  for (HostState &Other : Into)
    if (Other.Decisions == State.Decisions &&
        HostState::agree(Other, State, Matters)) {
      Other.join(State, Terms);
      return &Other;
    }
  return nullptr;
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
    if (HostState *Joined = joinAlike(Into, Each))
      loseFacts(*Joined);
    else
      Into.push_back(std::move(Each));
  }
  if (Into.size() <= MaxStates)
    return;
  for (size_t I = 1; I != Into.size(); ++I)
    Into[0].join(Into[I], Terms);
  Into.resize(1);
  loseFacts(Into[0]);
}

void HostPath::addStates(HostStates &Into, HostStates States) {
  for (HostState &State : States)
    addState(Into, std::move(State));
}

HostStates HostPath::evaluateAll(const HostState &State,
                                 llvm::function_ref<void()> Evaluate,
                                 const Stmt *Decider) {
  HostStates Ways;
  llvm::SaveAndRestore Outer(Choices, HostChoices());
  while (!isSpent()) {
    HostState Path = State;
    llvm::SaveAndRestore Running(Current, &Path);
    llvm::SaveAndRestore Begins(HasEnded, false);
    Choices.restart();
    Evaluate();
    if (!HasEnded)
      Ways.push_back(std::move(Path));
    if (!Choices.advance())
      break;
  }
  const bool AreDecisions =
      Decider && llvm::any_of(Ways, [&](const HostState &Way) {
        return !areSame(Ways.front(), Way);
      });
  HostStates Result;
  for (const auto &[Number, Way] : llvm::enumerate(Ways)) {
    if (AreDecisions)
      decide(Way, *Decider, Number);
    addState(Result, std::move(Way));
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

//===- LoadSinking.cpp - Loads that move to where they are used -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadSinking.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

using namespace banklint;

namespace {

/// The innermost place that all that needs a value is in.
struct Need {
  static constexpr unsigned None = ~0u;
  unsigned In = None;
  /// Other sides need it as well, which are not on the way there.
  bool HasOthers = false;

  bool isNone() const { return In == None; }
  bool operator==(Need Other) const {
    return In == Other.In && HasOthers == Other.HasOthers;
  }
};

/// The need of some bytes of a value.
struct PartNeed {
  int64_t Begin, End;
  Need Of;
};

class SinkSearch {
public:
  SinkSearch(const KernelProgram &Program, const FlowGraph &Graph);
  std::vector<LoadUses::Sunk> find();

private:
  /// Places from the whole kernel on.
  using Path = llvm::SmallVector<unsigned, 8>;
  /// What becomes of one execution of a load.
  struct Fate {
    bool IsUnused = false, MaySink = false, MayBeUnused = false;
    /// Only code behind a loop needs it, which stays one.
    bool LeavesLoop = false;
    std::optional<std::vector<NumberedSide>> Sides;
    RuleSet By;
  };

  std::optional<unsigned> loopOf(unsigned In) const;
  unsigned placeOf(unsigned In) const;
  void findOfRounds();
  void findNeeds();
  void spreadNeeds();
  Path pathTo(unsigned In) const;
  Path movedPathTo(unsigned In) const;
  bool areAlike(unsigned A, unsigned B) const;
  Need joined(Need A, Need B) const;
  Need whole(unsigned Value) const;
  void add(unsigned Value, int64_t Begin, int64_t End, Need Of);
  Need computedFor(Need Of, unsigned In, unsigned To) const;
  bool isKeptBetween(unsigned Access, unsigned From, unsigned To) const;
  bool mayMove(const FlowGraph::LoadTime &Load, const Path &To, bool HasOthers,
               Fate &Result) const;
  Fate fateOf(const FlowGraph::LoadTime &Load) const;

  const KernelProgram &Program;
  const FlowGraph &Graph;
  /// Values of loops that stay loops that a round needs, not only what comes
  /// behind the last.
  llvm::BitVector IsOfRounds;
  std::vector<llvm::SmallVector<PartNeed, 1>> Needs;
  /// The needs of decisions.
  llvm::DenseMap<unsigned, Need> OfDecisions;
  /// The decisions that each value is a result of.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> DecisionsOf;
  /// The uses of each decision, by their numbers.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> UsesOf;
  /// When each array was stored to.
  llvm::DenseMap<unsigned, std::vector<unsigned>> StoresTo;
  std::priority_queue<unsigned> Changed;
  llvm::BitVector IsWaiting;
};

} // namespace

SinkSearch::SinkSearch(const KernelProgram &Program, const FlowGraph &Graph)
    : Program(Program), Graph(Graph), IsOfRounds(Graph.Values),
      IsWaiting(Graph.Values) {
  for (auto [Decision, Value] : Graph.Decided)
    DecisionsOf[Value].push_back(Decision);
  for (auto [Number, Use] : llvm::enumerate(Graph.Uses))
    if (Use.Decision)
      UsesOf[*Use.Decision].push_back(Number);
  for (auto [Array, Time] : Graph.ArrayStores)
    StoresTo[Array].push_back(Time);
}

/// The innermost loop around.
std::optional<unsigned> SinkSearch::loopOf(unsigned In) const {
  for (; In != 0; In = Graph.Places[In].Around)
    if (Graph.Places[In].Is == FlowPlace::Kind::Loop ||
        Graph.Places[In].Is == FlowPlace::Kind::Rounds)
      return In;
  return std::nullopt;
}

/// \p In, or what it is in if it is no place of its own.
unsigned SinkSearch::placeOf(unsigned In) const {
  while (Graph.Places[In].Is == FlowPlace::Kind::Rounds)
    In = Graph.Places[In].Around;
  return In;
}

/// Finds what is needed in each round of a loop.
void SinkSearch::findOfRounds() {
  llvm::SmallVector<unsigned, 32> Left;
  const auto Keep = [&](unsigned Value) {
    if (!IsOfRounds.test(Value))
      Left.push_back(Value);
    IsOfRounds.set(Value);
  };
  const auto KeepIn = [&](unsigned Value, unsigned In) {
    if (const auto Loop = loopOf(Graph.MadeIn[Value]);
        Loop && loopOf(In) == Loop)
      Keep(Value);
  };
  for (const FlowGraph::Use &Use : Graph.Uses)
    KeepIn(Use.Part.Value, Use.In);
  for (const FlowGraph::Store &Store : Graph.Stores)
    KeepIn(Store.Of.Part.Value, Store.Of.In);
  // A store takes place in its round.
  for (unsigned Array : Graph.OfArray) {
    IsOfRounds.set(Array);
    for (unsigned Number : Graph.edgesTo(Array))
      KeepIn(Graph.Edges[Number].From.Value, Graph.Edges[Number].In);
  }
  // What a round makes of what the one before has left.
  for (const FlowGraph::Edge &E : Graph.Edges)
    if (E.In != 0 && Graph.Heads.contains(E.From.Value))
      Keep(E.From.Value);
  while (!Left.empty()) {
    const unsigned Value = Left.pop_back_val();
    const auto Loop = loopOf(Graph.MadeIn[Value]);
    for (unsigned Number : Graph.edgesTo(Value)) {
      const unsigned From = Graph.Edges[Number].From.Value;
      if (loopOf(Graph.MadeIn[From]) == Loop)
        Keep(From);
    }
  }
}

SinkSearch::Path SinkSearch::pathTo(unsigned In) const {
  Path Result;
  for (In = placeOf(In); In != 0; In = placeOf(Graph.Places[In].Around))
    Result.push_back(In);
  Result.push_back(0);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// The same, where branches are that only what is behind them needs: they move
/// there as a whole.
SinkSearch::Path SinkSearch::movedPathTo(unsigned In) const {
  Path Result;
  // In loops a branch may need itself.
  constexpr unsigned MaxMoved = 64;
  for (In = placeOf(In); In != 0;) {
    Result.push_back(In);
    const FlowPlace &Place = Graph.Places[In];
    const Need Of = Place.Decision && Result.size() < MaxMoved
                        ? OfDecisions.lookup(*Place.Decision)
                        : Need();
    const bool IsMoved = !Of.isNone() && !llvm::is_contained(Result, Of.In);
    In = placeOf(IsMoved ? Of.In : Place.Around);
  }
  Result.push_back(0);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// True if the same threads come to both.
bool SinkSearch::areAlike(unsigned A, unsigned B) const {
  const FlowPlace &One = Graph.Places[A];
  const FlowPlace &Other = Graph.Places[B];
  return One.Condition != 0 && One.Condition == Other.Condition;
}

Need SinkSearch::joined(Need A, Need B) const {
  if (A.isNone() || A == B)
    return B;
  if (B.isNone())
    return A;
  if (A.In == B.In)
    return {A.In, true};
  const Path ToA = movedPathTo(A.In), ToB = movedPathTo(B.In);
  size_t Common = 0;
  while (Common != std::min(ToA.size(), ToB.size()) &&
         ToA[Common] == ToB[Common])
    ++Common;
  const bool HasOthers = A.HasOthers || B.HasOthers;
  if (Common != ToA.size() && Common != ToB.size() &&
      areAlike(ToA[Common], ToB[Common]))
    return {std::min(ToA[Common], ToB[Common]), true};
  return {ToA[Common - 1], HasOthers && ToA[Common - 1] != 0};
}

/// That of all bytes of \p Value.
Need SinkSearch::whole(unsigned Value) const {
  Need Result;
  for (const PartNeed &Part : Needs[Value])
    Result = joined(Result, Part.Of);
  return Result;
}

/// \p Of needs these bytes of \p Value, too.
void SinkSearch::add(unsigned Value, int64_t Begin, int64_t End, Need Of) {
  // Of more parts, all are needed by all.
  constexpr size_t MaxParts = 64;
  llvm::SmallVector<PartNeed, 1> &Known = Needs[Value];
  if (Known.size() >= MaxParts) {
    Known = {{0, MaxFlowBytes, whole(Value)}};
    Begin = 0;
    End = MaxFlowBytes;
  }
  // By their begins.
  llvm::SmallVector<PartNeed, 1> New;
  bool IsChanged = false;
  int64_t At = Begin;
  // What nothing needed yet.
  const auto FillTo = [&](int64_t Until) {
    if (At >= Until)
      return;
    New.push_back({At, Until, Of});
    At = Until;
    IsChanged = true;
  };
  for (const PartNeed &Part : Known) {
    FillTo(std::min(Part.Begin, End));
    const int64_t First = std::max(Begin, Part.Begin);
    const int64_t Last = std::min(End, Part.End);
    if (First >= Last) {
      New.push_back(Part);
      continue;
    }
    const Need Both = joined(Part.Of, Of);
    IsChanged |= !(Both == Part.Of);
    if (Part.Begin < First)
      New.push_back({Part.Begin, First, Part.Of});
    New.push_back({First, Last, Both});
    if (Last < Part.End)
      New.push_back({Last, Part.End, Part.Of});
    At = Last;
  }
  FillTo(End);
  if (!IsChanged)
    return;
  Known = std::move(New);
  if (!IsWaiting.test(Value))
    Changed.push(Value);
  IsWaiting.set(Value);
}

/// The need of what value \p To, which has the need \p Of, is made of in the
/// place \p In: it is computed where it is needed if that is in there, too,
/// else here.
Need SinkSearch::computedFor(Need Of, unsigned In, unsigned To) const {
  In = placeOf(In);
  if (Of.isNone() || llvm::is_contained(movedPathTo(Of.In), In))
    return Of;
  // Only the last round's is needed behind a loop.
  const bool IsLast =
      Graph.Places[In].Is == FlowPlace::Kind::Loop && !IsOfRounds.test(To);
  return IsLast ? Of : Need{In};
}

void SinkSearch::spreadNeeds() {
  Needs.assign(Graph.Values, {});
  const auto AddUse = [this](const FlowGraph::Use &Use) {
    const Need Of = Use.Decision ? OfDecisions.lookup(*Use.Decision)
                                 : Need{placeOf(Use.In)};
    if (!Of.isNone())
      add(Use.Part.Value, Use.Part.Begin, Use.Part.End, Of);
  };
  for (const FlowGraph::Use &Use : Graph.Uses)
    AddUse(Use);
  for (const FlowGraph::Store &Store : Graph.Stores)
    AddUse(Store.Of);
  for (unsigned Array : Graph.OfArray)
    add(Array, 0, 1, Need{0});
  while (!Changed.empty()) {
    const unsigned Value = Changed.top();
    Changed.pop();
    IsWaiting.reset(Value);
    if (const auto Its = UsesOf.find(Value); Its != UsesOf.end()) {
      OfDecisions[Value] = whole(Value);
      for (unsigned Use : Its->second)
        AddUse(Graph.Uses[Use]);
    }
    if (const auto Its = DecisionsOf.find(Value); Its != DecisionsOf.end())
      for (unsigned Decision : Its->second)
        add(Decision, 0, 1,
            computedFor(whole(Value), Graph.MadeIn[Decision], Value));
    const llvm::SmallVector<PartNeed, 1> Parts = Needs[Value];
    for (unsigned Number : Graph.edgesTo(Value)) {
      const FlowGraph::Edge &E = Graph.Edges[Number];
      for (const PartNeed &Part : Parts) {
        const int64_t Begin = std::max(Part.Begin, E.To.Begin);
        const int64_t End = std::min(Part.End, E.To.End);
        if (Begin >= End)
          continue;
        const int64_t By = E.From.Begin - E.To.Begin;
        const Need Of = computedFor(Part.Of, E.In, Value);
        if (E.IsCopy)
          add(E.From.Value, Begin + By, End + By, Of);
        else
          add(E.From.Value, E.From.Begin, E.From.End, Of);
      }
    }
  }
}

/// Where a branch is depends on what needs it, and the other way round.
void SinkSearch::findNeeds() {
  constexpr unsigned MaxTimes = 3;
  for (unsigned Time = 0; Time != MaxTimes; ++Time) {
    spreadNeeds();
    llvm::DenseMap<unsigned, Need> Found;
    for (auto [Decision, Value] : Graph.Decided)
      Found.try_emplace(Decision, whole(Decision));
    const bool IsSame = Found.size() == OfDecisions.size() &&
                        llvm::all_of(Found, [this](const auto &Its) {
                          return OfDecisions.lookup(Its.first) == Its.second;
                        });
    OfDecisions = std::move(Found);
    if (IsSame)
      return;
  }
}

/// True if what \p Access loads can't move from \p From to \p To.
bool SinkSearch::isKeptBetween(unsigned Access, unsigned From,
                               unsigned To) const {
  const auto HasBetween = [=](llvm::ArrayRef<unsigned> Times) {
    const auto *Next = llvm::upper_bound(Times, From);
    return Next != Times.end() && *Next < To;
  };
  const auto &Array = Program.Accesses[Access].Array;
  if (HasBetween(Graph.Fences))
    return true;
  const auto Stores = Array ? StoresTo.find(*Array) : StoresTo.end();
  return Stores != StoresTo.end() && HasBetween(Stores->second);
}

/// True if \p Load may move along \p To, the way to what needs it, of which \p
/// HasOthers are not on it. Sets in \p Result what becomes of it then.
bool SinkSearch::mayMove(const FlowGraph::LoadTime &Load, const Path &To,
                         bool HasOthers, Fate &Result) const {
  const Path Around = pathTo(Load.In);
  bool IsKnown = !HasOthers, DoAllCome = true;
  std::vector<NumberedSide> Sides;
  std::optional<unsigned> Begin;
  for (unsigned In : To) {
    const FlowPlace &Place = Graph.Places[In];
    const bool IsLoop = Place.Is == FlowPlace::Kind::Loop;
    if (In == 0 || llvm::is_contained(Around, In))
      continue;
    if (IsLoop && Place.IsEntered)
      break;
    Begin = Begin.value_or(Place.Begin);
    DoAllCome &= Place.IsUniform;
    IsKnown &= Place.Of.has_value();
    if (Place.Of)
      Sides.push_back(*Place.Of);
    if (IsLoop)
      break;
  }
  const auto IsLeft = [&](unsigned In) {
    return Graph.Places[In].Is == FlowPlace::Kind::Loop &&
           !llvm::is_contained(To, In);
  };
  Result.LeavesLoop =
      !IsOfRounds.test(Load.Value) && llvm::any_of(Around, IsLeft);
  if (!Result.LeavesLoop &&
      (!Begin || isKeptBetween(Load.Access, Load.Time, *Begin)))
    return false;
  Result.MaySink = !DoAllCome;
  Result.MayBeUnused = DoAllCome;
  Result.By = Result.LeavesLoop ? CompilerRule::U4 : CompilerRule::S1;
  if (IsKnown && !Result.LeavesLoop)
    Result.Sides = std::move(Sides);
  return true;
}

SinkSearch::Fate SinkSearch::fateOf(const FlowGraph::LoadTime &Load) const {
  Fate Result;
  const Need Of = whole(Load.Value);
  Result.IsUnused = Of.isNone();
  // A branch may stay where it is, although it may move.
  if (!Of.isNone() && !mayMove(Load, movedPathTo(Of.In), Of.HasOthers, Result))
    mayMove(Load, pathTo(Of.In), Of.HasOthers, Result);
  // Straight code needs nothing of what the next round sets anew.
  const std::optional<unsigned> Loop = loopOf(Load.In);
  if (!Of.isNone() && Loop && !IsOfRounds.test(Load.Value) &&
      Graph.Places[*Loop].Is == FlowPlace::Kind::Rounds && !Result.MaySink) {
    Result.MayBeUnused = true;
    Result.Sides.reset();
    Result.By |= CompilerRule::U4;
  }
  return Result;
}

std::vector<LoadUses::Sunk> SinkSearch::find() {
  std::vector<LoadUses::Sunk> Found;
  if (Graph.HasGivenUp) {
    // Nobody knows what needs them.
    for (auto [Number, A] : llvm::enumerate(Program.Accesses))
      if (A.Op == MemoryOperation::Load && !A.IsVolatile)
        Found.push_back({unsigned(Number), /*MaySink=*/true,
                         /*MayBeUnused=*/false, /*IsUnused=*/false,
                         /*NeededOn=*/{}, CompilerRule::S1});
    return Found;
  }
  if (Graph.LoadTimes.empty())
    return Found;
  findOfRounds();
  findNeeds();
  llvm::MapVector<unsigned, llvm::SmallVector<Fate, 1>> Fates;
  for (const FlowGraph::LoadTime &Load : Graph.LoadTimes)
    Fates[Load.Access].push_back(fateOf(Load));
  for (auto &[Access, All] : Fates) {
    // What other rounds need in the loop is loaded in each.
    if (llvm::any_of(
            All, [](const Fate &F) { return !F.IsUnused && !F.LeavesLoop; }))
      llvm::erase_if(All, [](const Fate &F) { return F.LeavesLoop; });
    const auto IsUnused = [](const Fate &F) { return F.IsUnused; };
    const bool AreAll = llvm::all_of(All, IsUnused);
    const bool IsUnusedOnce = !AreAll && llvm::any_of(All, IsUnused);
    // Nothing is known of some.
    if (Graph.Skipped.contains(Access))
      continue;
    LoadUses::Sunk Sunk = {Access};
    Sunk.IsUnused = AreAll;
    Sunk.MaySink =
        AreAll || llvm::any_of(All, [](const Fate &F) { return F.MaySink; });
    Sunk.MayBeUnused =
        !Sunk.MaySink && (IsUnusedOnce || llvm::any_of(All, [](const Fate &F) {
                            return F.MayBeUnused;
                          }));
    if (!Sunk.MaySink && !Sunk.MayBeUnused)
      continue;
    if (AreAll)
      Sunk.By |= CompilerRule::U1;
    else if (IsUnusedOnce)
      Sunk.By |= CompilerRule::U4;
    for (const Fate &F : All)
      Sunk.By |= F.By;
    const auto HasSides = [](const Fate &F) {
      return F.Sides || !(F.MaySink || F.MayBeUnused);
    };
    if (!AreAll && !IsUnusedOnce && llvm::all_of(All, HasSides))
      for (const Fate &F : All)
        if (F.Sides)
          for (const NumberedSide &Side : *F.Sides)
            if (!llvm::is_contained(Sunk.NeededOn, Side))
              Sunk.NeededOn.push_back(Side);
    Found.push_back(std::move(Sunk));
  }
  return Found;
}

std::vector<LoadUses::Sunk>
banklint::findSunkLoads(const KernelProgram &Program, const FlowGraph &Graph) {
  return SinkSearch(Program, Graph).find();
}

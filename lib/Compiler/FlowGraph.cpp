//===- FlowGraph.cpp - Which value is read where --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraphBuilder.h"
#include "banklint/Compiler/FlowCode.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;

GraphBuilder::GraphBuilder(const KernelProgram &Program)
    : Program(Program), Assigned(Program), Conditions(Program, Assigned),
      Counts(Program, Assigned) {
  Graph.Places.emplace_back();
  forEachStmt(Program.Body, [this](const Stmt &S) {
    if (S.Kind != StmtKind::Flow)
      return;
    const FlowStep &Step = this->Program.Flow[S.Index];
    if (Step.Kind == FlowKind::Lose)
      Lost.insert(holderOf(Step.To));
  });
  // What is loaded, and what arrays hold, does not depend on the way.
  for (unsigned Access = 0; Access != Program.Accesses.size(); ++Access)
    Graph.OfLoad.push_back(current(holderOf({FlowHolder::Load, Access})));
  for (unsigned Array = 0; Array != Program.Arrays.size(); ++Array)
    Graph.OfArray.push_back(current(holderOf({FlowHolder::Array, Array})));
  Graph.Unknown.clear();
  assert(BranchOf.size() == Graph.Values);
}

unsigned GraphBuilder::newValue() {
  BranchOf.push_back(Branch);
  Graph.MadeIn.push_back(Place);
  return Graph.Values++;
}

unsigned GraphBuilder::newValue(Holder Of) {
  const unsigned Value = newValue();
  if (Lost.contains(Of)) {
    use({Value, 0, MaxFlowBytes, /*IsSome=*/true});
    Graph.Narrowed.push_back(Value);
  }
  return Value;
}

unsigned GraphBuilder::current(Holder Of) {
  const auto [Known, IsNew] = Held.try_emplace(Of, 0);
  // Whichever way asks first, it is what the holder starts with.
  if (IsNew) {
    const unsigned Value = newValue(Of);
    Graph.Unknown.push_back({Value, 0, MaxFlowBytes});
    return Held[Of] = Value;
  }
  return Known->second;
}

void GraphBuilder::set(Holder Of, unsigned Value) {
  Before.push_back({Of, current(Of)});
  Held[Of] = Value;
}

/// \p Parts in each round of the loops around: where they are in records, if
/// that is known of all; else once, with any part of those that it is not known
/// of.
std::vector<GraphBuilder::FlowParts>
GraphBuilder::roundsOf(llvm::ArrayRef<FlowPart> Parts) const {
  FlowParts Somewhere(Parts.begin(), Parts.end());
  llvm::SmallVector<ExprId, 4> Places;
  bool IsRolled = false;
  for (FlowPart &Part : Somewhere) {
    if (!Part.At.isValid())
      continue;
    // Another one is not known for all of them.
    if (!Counts.roundsOf(Part.At, IsRolled).empty())
      Places.push_back(Part.At);
    Part.IsSome = true;
  }
  if (Places.empty())
    return {Somewhere};
  std::vector<FlowParts> Result;
  for (const LoopCounts::Numbers &Round : Counts.roundsOf(Places, IsRolled)) {
    FlowParts &Its = Result.emplace_back(Somewhere);
    for (FlowPart &Part : Its) {
      const auto *Place = llvm::find(Places, Part.At);
      if (!Part.At.isValid() || Place == Places.end())
        continue;
      const int64_t Begin = Round[Place - Places.begin()];
      // What is outside of the record is not there.
      if (Begin >= Part.Begin && Begin + Part.Bytes <= Part.End) {
        Part.Begin = Begin;
        Part.End = Begin + Part.Bytes;
        Part.IsSome = false;
      }
    }
  }
  // The compiler may keep the array in memory.
  if (Result.empty() || IsRolled)
    Result.push_back(Somewhere);
  return Result;
}

/// What \p Part is in the rounds of the loops around, without order.
GraphBuilder::FlowParts GraphBuilder::partsOf(const FlowPart &Part) const {
  FlowParts Result;
  for (const FlowParts &Round : roundsOf(Part))
    if (!llvm::is_contained(Result, Round.front()))
      Result.push_back(Round.front());
  return Result;
}

ValuePart GraphBuilder::read(const FlowPart &Part) {
  return {current(holderOf(Part)), Part.Begin, Part.End, Part.IsSome};
}

/// Calls \p Visit for all that \p Parts are in the rounds of the loops around.
void GraphBuilder::readAll(llvm::ArrayRef<FlowPart> Parts,
                           llvm::function_ref<void(const ValuePart &)> Visit) {
  for (const FlowPart &Part : Parts)
    for (const FlowPart &Its : partsOf(Part))
      Visit(read(Its));
}

void GraphBuilder::addCopy(unsigned From, unsigned To, int64_t Begin,
                           int64_t End, bool IsPerhaps) {
  if (Begin >= End)
    return;
  addEdge({From, Begin, End}, {To, Begin, End}, /*IsCopy=*/true, IsPerhaps);
  Graph.Edges.back().In = 0;
}

/// Gives \p To, of which \p Parts are the bytes, another value, perhaps; what
/// is around them stays. Returns the value.
unsigned GraphBuilder::assign(const FlowPart &To, FlowParts Parts,
                              bool IsPerhaps) {
  const Holder Of = holderOf(To);
  const unsigned Old = current(Of);
  if (To.Holder == FlowHolder::Array)
    return Old;
  const unsigned New = newValue(Of);
  const int64_t Size = To.Holder == FlowHolder::Record ? MaxFlowBytes : 1;
  llvm::sort(Parts, [](const FlowPart &A, const FlowPart &B) {
    return A.Begin < B.Begin;
  });
  // Of several elements, each is set in a round of its own.
  const bool IsOnly = To.At.isValid() && Parts.size() == 1;
  int64_t Kept = 0;
  for (const FlowPart &Part : Parts) {
    const int64_t Begin = std::min(std::max(Part.Begin, Kept), Size);
    const int64_t End = std::min(Part.End, Size);
    addCopy(Old, New, Kept, Begin, /*IsPerhaps=*/false);
    if ((IsPerhaps && !IsOnly) || Part.IsSome || Lost.contains(Of))
      addCopy(Old, New, Begin, End, /*IsPerhaps=*/true);
    Kept = std::max(Kept, End);
  }
  addCopy(Old, New, Kept, Size, /*IsPerhaps=*/false);
  set(Of, New);
  return New;
}

void GraphBuilder::visitMake(const FlowStep &Step) {
  FlowParts All(Step.From.begin(), Step.From.end());
  if (Step.Only.isValid() && Counts.truthOf(Step.Only) == false)
    All.clear();
  All.push_back(Step.To);
  llvm::SmallVector<std::pair<ValuePart, FlowPart>, 8> Made;
  for (const FlowParts &Round : roundsOf(All))
    for (const FlowPart &From : llvm::ArrayRef(Round).drop_back())
      Made.push_back({read(From), Round.back()});
  const FlowParts Parts = partsOf(Step.To);
  const unsigned New =
      assign(Step.To, Parts, /*IsPerhaps=*/Step.Kind == FlowKind::MakeElement);
  const bool IsChange = llvm::any_of(Step.From, [&Step](const FlowPart &Part) {
    return holderOf(Part) == holderOf(Step.To) && Part.Begin < Step.To.End &&
           Step.To.Begin < Part.End;
  });
  std::vector<ValuePart> &Set = Step.Kind == FlowKind::Move ? Graph.Moved
                                : IsChange                  ? Graph.Changed
                                                            : Graph.Set;
  for (const FlowPart &To : Parts)
    Set.push_back({New, To.Begin, To.End});
  for (const auto &[From, To] : Made) {
    if (To.Begin < MaxFlowBytes)
      addEdge(From, {New, To.Begin, To.End}, /*IsCopy=*/false);
    else
      usePerhaps(From);
    if (Step.Kind == FlowKind::Move && To.Begin < MaxFlowBytes)
      Graph.Edges.back().IsMove = true;
  }
  Work += Made.size();
}

void GraphBuilder::visitCopy(const FlowStep &Step) {
  const ValuePart From = read(Step.From.front());
  const FlowPart &To = Step.To;
  const unsigned New = assign(To, partsOf(To), /*IsPerhaps=*/false);
  if (To.End > MaxFlowBytes)
    usePerhaps(From);
  else
    addEdge(From, {New, To.Begin, To.End}, /*IsCopy=*/true);
}

void GraphBuilder::visitLoad(const FlowStep &Step, unsigned Number) {
  FlowParts Parts = partsOf(Step.To);
  // It may be any element.
  if (Parts.size() == 1 && Parts.front().IsSome && Step.To.Bytes > 0 &&
      Step.To.End <= MaxFlowBytes) {
    FlowPart Element = Parts.pop_back_val();
    for (int64_t At = Step.To.Begin; At + Step.To.Bytes <= Step.To.End;
         At += Step.To.Bytes) {
      Element.Begin = At;
      Element.End = At + Step.To.Bytes;
      Parts.push_back(Element);
    }
  }
  for (const FlowPart &Part : Parts)
    Graph.Targets.push_back({Step.Access, Number, read(Part),
                             /*IsPerhaps=*/Parts.size() != 1 || Part.IsSome});
}

/// What is made where some condition holds is a part of its own.
void GraphBuilder::visitChoice(const FlowStep &Step) {
  const unsigned Outside = Place;
  const unsigned Part = enterPlace({FlowPlace::Kind::Part});
  visitMake(Step);
  Graph.Places[Part].Decision = current(holderOf(Step.To));
  Place = Outside;
}

void GraphBuilder::visitStep(const FlowStep &Step, unsigned Number) {
  switch (Step.Kind) {
  case FlowKind::Choose:
    return visitChoice(Step);
  case FlowKind::Test:
    Tested = Graph.Uses.size();
    return readAll(Step.From, [this](const ValuePart &Part) { use(Part); });
  case FlowKind::Make:
  case FlowKind::Move:
  case FlowKind::MakeParts:
  case FlowKind::MakeElement:
    return visitMake(Step);
  case FlowKind::Copy:
    return visitCopy(Step);
  case FlowKind::Load:
    return visitLoad(Step, Number);
  case FlowKind::Store: {
    Graph.Stored.push_back(Step.Access);
    const Access &A = Program.Accesses[Step.Access];
    for (const FlowPart &Part : Step.From)
      // Others make the address.
      if (Part.Holder == FlowHolder::Record &&
          (Part.At.isValid() ? Part.Bytes : Part.End - Part.Begin) ==
              int64_t(A.Bytes) * A.Pieces)
        readAll(Part, [&](const ValuePart &Read) {
          Graph.Stores.push_back({Step.Access, {Read, Guard::None, Place}});
          StoresIn.push_back(Branch);
        });
    return;
  }
  case FlowKind::Use:
    return readAll(Step.From, [this](const ValuePart &Part) { use(Part); });
  case FlowKind::Narrow:
    for (const FlowPart &Part : Step.From)
      Graph.Narrowed.push_back(current(holderOf(Part)));
    return;
  case FlowKind::Drop:
    Graph.Dropped.insert(Step.Access);
    return;
  case FlowKind::Skip:
    Graph.Skipped.insert(Step.Access);
    return;
  case FlowKind::Forget:
    Graph.Unknown.push_back(
        {assign(Step.To, partsOf(Step.To), /*IsPerhaps=*/true), Step.To.Begin,
         Step.To.End});
    return;
  case FlowKind::Branch:
    for (unsigned Each = Branch; Each != 0; Each = Around[Each])
      GuardOf[Each] = std::max(GuardOf[Each], Guard::SlowBranch);
    return;
  case FlowKind::Lose:
  case FlowKind::Decide:
  case FlowKind::Settle:
    return;
  }
}

/// What decides whether branch number \p In is entered where \p Read was made.
Guard GraphBuilder::guardOf(const ValuePart &Read, unsigned In) const {
  unsigned Made = BranchOf[Read.Value];
  Guard Result = Guard::None;
  // What is around a branch has a lesser number.
  while (Made != In) {
    if (Made > In) {
      Made = Around[Made];
      continue;
    }
    Result = std::max(Result, GuardOf[In]);
    In = Around[In];
  }
  return Result;
}

void FlowGraph::sortEdges() {
  ByTarget.resize(Edges.size());
  std::iota(ByTarget.begin(), ByTarget.end(), 0);
  llvm::stable_sort(ByTarget, [this](unsigned A, unsigned B) {
    return Edges[A].To.Value < Edges[B].To.Value;
  });
  FirstTo.assign(Values + 1, 0);
  for (const Edge &E : Edges)
    ++FirstTo[E.To.Value + 1];
  std::partial_sum(FirstTo.begin(), FirstTo.end(), FirstTo.begin());
}

/// What FlowGraph.h says of numbers.
static bool isConsistent(const FlowGraph &Graph) {
  const auto IsPart = [&Graph](const ValuePart &Part) {
    return Part.Value < Graph.Values && 0 <= Part.Begin &&
           Part.Begin <= Part.End;
  };
  return Graph.MadeIn.size() == Graph.Values &&
         llvm::all_of(Graph.Edges,
                      [&](const FlowGraph::Edge &E) {
                        return IsPart(E.From) && IsPart(E.To);
                      }) &&
         llvm::all_of(llvm::enumerate(Graph.Places),
                      [](const auto &Place) {
                        return Place.index() == 0 ||
                               Place.value().Around < Place.index();
                      }) &&
         llvm::is_sorted(Graph.Fences) &&
         llvm::all_of(Graph.LoadTimes, [&](const FlowGraph::LoadTime &Load) {
           return Load.Value < Graph.Values && Load.In < Graph.Places.size();
         });
}

FlowGraph GraphBuilder::build() {
  walk(Program.Body);
  assert(isConsistent(Graph));
  for (unsigned Access : Unreached)
    if (!Reached.contains(Access))
      Graph.Skipped.insert(Access);
  for (auto [E, In] : llvm::zip(Graph.Edges, EdgesIn))
    E.GuardedBy = guardOf(E.From, In);
  for (auto [Use, In] : llvm::zip(Graph.Uses, UsesIn))
    Use.GuardedBy = guardOf(Use.Part, In);
  for (auto [Store, In] : llvm::zip(Graph.Stores, StoresIn))
    Store.Of.GuardedBy = guardOf(Store.Of.Part, In);
  Graph.sortEdges();
  Graph.HasGivenUp = Work > MaxWork;
  if (!Graph.HasGivenUp)
    return std::move(Graph);
  for (unsigned Value = 0; Value != Graph.Values; ++Value) {
    use({Value, 0, MaxFlowBytes, /*IsSome=*/true});
    Graph.Narrowed.push_back(Value);
  }
  return std::move(Graph);
}

FlowGraph banklint::flowGraph(const KernelProgram &Program) {
  return GraphBuilder(Program).build();
}

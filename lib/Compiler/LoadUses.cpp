//===- LoadUses.cpp - What of loaded values is used -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/LoadUses.h"
#include "FlowGraph.h"
#include "LoadSinking.h"
#include "banklint/Compiler/FlowCode.h"
#include "banklint/Program/ArrayRoots.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace banklint;

namespace {

class UseSearch {
public:
  explicit UseSearch(const KernelProgram &Program);
  LoadUses find() const;

private:
  /// By the number of the value.
  using Bytes = std::vector<ByteSet>;

  void
  spread(Bytes &Used,
         llvm::function_ref<bool(const FlowGraph::Edge &, const ByteSet &OfTo)>
             Counts) const;
  Bytes perhapsUsed(const llvm::BitVector &UsedArrays) const;
  void addUses(Bytes &Used, Guard Most) const;
  Bytes surelyUsed() const;
  Bytes nearlyUsed(const Bytes &Surely, Guard Most) const;
  llvm::BitVector spreadNarrowed(const Bytes &Used) const;
  std::vector<LoadUses::Part> findParts() const;
  /// As LoadUses::Store has it.
  struct Origins {
    Bytes Loaded, Set, Changed, Unset;
  };
  Origins findOrigins() const;
  void spreadForward(Bytes &Of, bool WithMoved) const;
  llvm::MapVector<unsigned, LoadUses::Store> findStores() const;
  LoadUses findWith(const llvm::BitVector &UsedArrays) const;
  llvm::BitVector readArrays(llvm::ArrayRef<unsigned> Unused) const;

  const KernelProgram &Program;
  const FlowGraph Graph;
  /// Accesses that load.
  std::vector<unsigned> Loads;
  /// Of what stored structs are made, by the number of the access.
  llvm::MapVector<unsigned, LoadUses::Store> Stores;
};

} // namespace

static ByteSet firstBytes(int64_t Count) {
  return Count <= 0
             ? ByteSet()
             : ~ByteSet() >> (MaxFlowBytes - std::min(Count, MaxFlowBytes));
}

static ByteSet bytesOf(const ValuePart &Part) {
  return firstBytes(Part.End) & ~firstBytes(Part.Begin);
}

static ByteSet bytesIn(const std::vector<ByteSet> &Used,
                       const ValuePart &Part) {
  return (Used[Part.Value] >> Part.Begin) & firstBytes(Part.End - Part.Begin);
}

UseSearch::UseSearch(const KernelProgram &Program)
    : Program(Program), Graph(flowGraph(Program)) {
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (isLoad(Program, S) && !Program.Accesses[S.Index].IsVolatile)
      Loads.push_back(S.Index);
  });
  Stores = findStores();
}

/// Adds to \p Used, the bytes that are used of each value, those that make
/// them by edges that count.
void UseSearch::spread(
    Bytes &Used,
    llvm::function_ref<bool(const FlowGraph::Edge &, const ByteSet &OfTo)>
        Counts) const {
  // Values behind are made of those before, but for loops.
  std::priority_queue<unsigned> Changed;
  llvm::BitVector IsWaiting(Graph.Values);
  const auto Wait = [&](unsigned Value) {
    if (!IsWaiting.test(Value))
      Changed.push(Value);
    IsWaiting.set(Value);
  };
  for (unsigned Value = 0; Value != Graph.Values; ++Value)
    if (Used[Value].any())
      Wait(Value);
  while (!Changed.empty()) {
    const unsigned Value = Changed.top();
    Changed.pop();
    IsWaiting.reset(Value);
    for (unsigned Number : Graph.edgesTo(Value)) {
      const FlowGraph::Edge &E = Graph.Edges[Number];
      const ByteSet OfTo = bytesIn(Used, E.To);
      if (OfTo.none() || !Counts(E, OfTo))
        continue;
      const ByteSet From = E.IsCopy ? OfTo << E.From.Begin : bytesOf(E.From);
      ByteSet &Known = Used[E.From.Value];
      if ((From & ~Known).none())
        continue;
      Known |= From;
      Wait(E.From.Value);
    }
  }
}

UseSearch::Bytes
UseSearch::perhapsUsed(const llvm::BitVector &UsedArrays) const {
  Bytes Used(Graph.Values);
  for (const FlowGraph::Use &Use : Graph.Uses)
    Used[Use.Part.Value] |= bytesOf(Use.Part);
  for (const FlowGraph::Store &Store : Graph.Stores)
    Used[Store.Of.Part.Value] |= bytesOf(Store.Of.Part);
  for (unsigned Array : UsedArrays.set_bits())
    Used[Graph.OfArray[Array]] |= firstBytes(1);
  spread(Used, [](const auto &, const ByteSet &) { return true; });
  return Used;
}

/// True if all of what \p E makes is needed, of which \p OfTo are used, or
/// which is copied. Of a struct that is computed, each part may be made of
/// another.
static bool needsAll(const FlowGraph::Edge &E, const ByteSet &OfTo) {
  return E.IsCopy || OfTo == firstBytes(E.To.End - E.To.Begin);
}

/// Adds what is surely used where nothing slower than \p Most guards that.
void UseSearch::addUses(Bytes &Used, Guard Most) const {
  for (const FlowGraph::Use &Use : Graph.Uses)
    if (!Use.Part.IsSome && Use.GuardedBy <= Most)
      Used[Use.Part.Value] |= bytesOf(Use.Part);
  for (const FlowGraph::Store &Each : Graph.Stores) {
    const ValuePart &Part = Each.Of.Part;
    if (Part.IsSome || Each.Of.GuardedBy > Most)
      continue;
    // What may be what stands there is perhaps not stored.
    const LoadUses::Store &Store = Stores.find(Each.Access)->second;
    const ByteSet Kept = Store.KeepsSome ? Store.Loaded : ByteSet();
    Used[Part.Value] |= bytesOf(Part) & ~(Kept << Part.Begin);
  }
}

/// What is surely used if what is stored to arrays is.
UseSearch::Bytes UseSearch::surelyUsed() const {
  Bytes Used(Graph.Values);
  addUses(Used, Guard::SlowBranch);
  for (unsigned Array : Graph.OfArray)
    Used[Array] |= firstBytes(1);
  spread(Used, [](const FlowGraph::Edge &E, const ByteSet &OfTo) {
    return !E.IsPerhaps && !E.From.IsSome && E.GuardedBy <= Guard::SlowBranch &&
           needsAll(E, OfTo);
  });
  return Used;
}

/// The same where nothing slower than \p Most guards that. That a sum is needed
/// in a branch moves no load there.
UseSearch::Bytes UseSearch::nearlyUsed(const Bytes &Surely, Guard Most) const {
  Bytes Used(Graph.Values);
  addUses(Used, Most);
  const auto Counts = [Most](const FlowGraph::Edge &E) {
    return !E.IsPerhaps && !E.From.IsSome && E.GuardedBy <= Most;
  };
  for (const FlowGraph::Edge &E : Graph.Edges)
    if (!E.IsCopy && Counts(E) && needsAll(E, bytesIn(Surely, E.To)))
      Used[E.From.Value] |= bytesOf(E.From);
  spread(Used, [&](const FlowGraph::Edge &E, const ByteSet &) {
    return E.IsCopy && Counts(E);
  });
  return Used;
}

/// What is used in part only: also what makes a number of 8 bytes of which
/// perhaps not all is.
llvm::BitVector UseSearch::spreadNarrowed(const Bytes &Used) const {
  llvm::SetVector<unsigned> Found(Graph.Narrowed.begin(), Graph.Narrowed.end());
  for (const FlowGraph::Edge &E : Graph.Edges) {
    constexpr int64_t WideBytes = 8;
    const ByteSet OfTo = bytesIn(Used, E.To);
    if (!E.IsCopy && E.To.End - E.To.Begin == WideBytes && OfTo.any() &&
        OfTo != firstBytes(WideBytes))
      Found.insert(E.From.Value);
  }
  llvm::BitVector Result(Graph.Values);
  for (size_t Next = 0; Next != Found.size(); ++Next) {
    Result.set(Found[Next]);
    for (unsigned Number : Graph.edgesTo(Found[Next]))
      Found.insert(Graph.Edges[Number].From.Value);
  }
  return Result;
}

/// What of structs is used does not depend on what of arrays may be removed.
std::vector<LoadUses::Part> UseSearch::findParts() const {
  if (Graph.Targets.empty())
    return {};
  const Bytes OfAny = perhapsUsed(llvm::BitVector(Program.Arrays.size(), true));
  const Bytes OfKnown = surelyUsed();
  const Bytes OfNear = nearlyUsed(OfKnown, Guard::Branch);
  const Bytes OfStraight = nearlyUsed(OfKnown, Guard::None);
  const llvm::BitVector InPart = spreadNarrowed(OfAny);
  llvm::MapVector<unsigned, LoadUses::Part> Found;
  for (const FlowGraph::Target &T : Graph.Targets) {
    const bool IsKnown = T.To.End <= MaxFlowBytes;
    const ByteSet Used = IsKnown ? bytesIn(OfAny, T.To) : ~ByteSet();
    const ByteSet Sure = IsKnown ? bytesIn(OfKnown, T.To) : ByteSet();
    const bool IsNear = IsKnown && bytesIn(OfNear, T.To) == Used &&
                        bytesIn(OfStraight, T.To).any();
    const auto [At, IsNew] = Found.insert(
        {T.Access,
         {T.Access, T.Step, Used, Sure, IsNear,
          InPart.test(T.To.Value) || InPart.test(Graph.OfLoad[T.Access])}});
    LoadUses::Part &Part = At->second;
    if (IsNew)
      continue;
    // Of several that get what is loaded, each may be used in its own way.
    Part.SurelyUsed = Part.Used == Used ? Part.SurelyUsed & Sure : ByteSet();
    Part.IsNear &= IsNear;
    Part.Used &= Used;
  }
  std::vector<LoadUses::Part> Parts;
  for (auto &[Access, Part] : Found)
    Parts.push_back(Part);
  return Parts;
}

/// Spreads what \p Of says of the bytes of values to those that are made of
/// them.
void UseSearch::spreadForward(Bytes &Of, bool WithMoved) const {
  // Those that a loop changes need another round.
  for (bool IsChanged = true; std::exchange(IsChanged, false);)
    for (unsigned Number : Graph.ByTarget) {
      const FlowGraph::Edge &E = Graph.Edges[Number];
      // What is perhaps stored as it was loaded is not looked for.
      if (E.IsPerhaps || !(E.IsCopy || (E.IsMove && WithMoved)))
        continue;
      ByteSet &To = Of[E.To.Value];
      const ByteSet From = bytesIn(Of, E.From);
      const ByteSet New = E.IsCopy     ? From << E.To.Begin
                          : From.any() ? bytesOf(E.To)
                                       : ByteSet();
      IsChanged |= (New & ~To).any();
      To |= New;
    }
}

/// Of what each value is made.
UseSearch::Origins UseSearch::findOrigins() const {
  Origins Of;
  for (Bytes *Each : {&Of.Loaded, &Of.Set, &Of.Changed, &Of.Unset})
    Each->resize(Graph.Values);
  for (unsigned Access : Loads)
    Of.Loaded[Graph.OfLoad[Access]] = firstBytes(1);
  for (const FlowGraph::Target &T : Graph.Targets)
    Of.Loaded[T.To.Value] |= bytesOf(T.To);
  spreadForward(Of.Loaded, /*WithMoved=*/true);
  for (const ValuePart &Part : Graph.Set)
    Of.Set[Part.Value] |= bytesOf(Part);
  for (const FlowGraph::Target &T : Graph.Targets)
    if (!T.IsPerhaps)
      Of.Set[T.To.Value] &= ~bytesOf(T.To);
  for (const ValuePart &Part : Graph.Moved)
    Of.Set[Part.Value] |= bytesOf(Part) & ~Of.Loaded[Part.Value];
  for (const ValuePart &Part : Graph.Changed)
    Of.Changed[Part.Value] |= bytesOf(Part);
  for (const ValuePart &Part : Graph.Unknown)
    Of.Unset[Part.Value] |= bytesOf(Part);
  for (Bytes *Each : {&Of.Set, &Of.Changed, &Of.Unset})
    spreadForward(*Each, /*WithMoved=*/false);
  return Of;
}

/// Of what the stored structs are made.
llvm::MapVector<unsigned, LoadUses::Store> UseSearch::findStores() const {
  llvm::MapVector<unsigned, LoadUses::Store> Stores;
  for (unsigned Access : Graph.Stored)
    Stores[Access].Access = Access;
  const Origins Of = Graph.Stores.empty() ? Origins() : findOrigins();
  for (const FlowGraph::Store &Each : Graph.Stores) {
    LoadUses::Store &Store = Stores[Each.Access];
    Store.Loaded |= bytesIn(Of.Loaded, Each.Of.Part);
    Store.Set |= bytesIn(Of.Set, Each.Of.Part);
    Store.Changed |= bytesIn(Of.Changed, Each.Of.Part);
    Store.Unset |= bytesIn(Of.Unset, Each.Of.Part);
  }
  for (auto &[Access, Store] : Stores) {
    // What is set on some ways is not read on others.
    Store.Unset &= ~(Store.Loaded | Store.Set | Store.Changed);
    const bool IsInPieces = Program.Accesses[Access].Pieces > 1;
    Store.KeepsSome = Store.Loaded.any() &&
                      (Store.Set.any() || (IsInPieces && Store.Changed.any()));
  }
  return Stores;
}

/// Which loads are used if what is stored to \p UsedArrays is.
LoadUses UseSearch::findWith(const llvm::BitVector &UsedArrays) const {
  const Bytes OfAny = perhapsUsed(UsedArrays);
  const llvm::BitVector InPart = spreadNarrowed(OfAny);
  LoadUses Found;
  Found.Unused = {Graph.Dropped.begin(), Graph.Dropped.end()};
  for (unsigned Access : Loads) {
    if (Graph.Dropped.contains(Access) || Graph.Skipped.contains(Access))
      continue;
    const unsigned Value = Graph.OfLoad[Access];
    if (OfAny[Value].none())
      Found.Unused.push_back(Access);
    else if (InPart.test(Value))
      Found.Narrowed.push_back(Access);
  }
  return Found;
}

/// Which arrays something reads but the loads in \p Unused: all if that is not
/// known of an access.
llvm::BitVector UseSearch::readArrays(llvm::ArrayRef<unsigned> Unused) const {
  ArrayRoots Roots(Program);
  llvm::BitVector IsRead(Program.Arrays.size());
  for (auto [Number, A] : llvm::enumerate(Program.Accesses)) {
    if ((A.Op == MemoryOperation::Store && !A.IsVolatile) ||
        llvm::is_contained(Unused, Number))
      continue;
    const std::optional<unsigned> Of = A.Array ? A.Array : Roots.rootOf(Number);
    if (!Of)
      return llvm::BitVector(Program.Arrays.size(), true);
    IsRead.set(*Of);
  }
  return IsRead;
}

LoadUses UseSearch::find() const {
  // What is stored to an array is used as long as something reads that, if only
  // for the array itself: the compiler keeps that, too.
  llvm::BitVector IsUsed = readArrays({});
  for (;;) {
    LoadUses Found = findWith(IsUsed);
    llvm::BitVector IsRead = readArrays(Found.Unused);
    if (IsRead == IsUsed) {
      Found.Parts = findParts();
      for (const auto &[Access, Store] : Stores)
        Found.Stores.push_back(Store);
      Found.SunkLoads = findSunkLoads(Program, Graph);
      llvm::SetVector<unsigned> Unused(Found.Unused.begin(),
                                       Found.Unused.end());
      for (const LoadUses::Sunk &Load : Found.SunkLoads)
        if (Load.IsUnused)
          Unused.insert(Load.Access);
      Found.Unused.assign(Unused.begin(), Unused.end());
      return Found;
    }
    IsUsed = std::move(IsRead);
  }
}

LoadUses banklint::findLoadUses(const KernelProgram &Program) {
  return UseSearch(Program).find();
}

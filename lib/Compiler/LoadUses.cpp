//===- LoadUses.cpp - What of loaded values is used -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/LoadUses.h"
#include "banklint/Compiler/FlowCode.h"
#include "banklint/Program/ArrayRoots.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;

namespace {

/// A holder as one number.
using Holder = unsigned;

class UseSearch {
public:
  explicit UseSearch(const KernelProgram &Program);
  LoadUses find() const;

private:
  /// \p To is made of \p From, byte by byte or as a whole.
  struct Source {
    FlowPart From, To;
    bool IsCopied;
  };
  struct Target {
    unsigned Access, Step;
    FlowPart To;
  };
  using Bytes = llvm::DenseMap<Holder, ByteSet>;
  /// By what they make.
  using SourcesOf = llvm::MapVector<Holder, std::vector<const Source *>>;

  void note(const FlowStep &Step, unsigned Number);
  void noteUsed(const FlowPart &Part);
  void noteSet(const FlowPart &To);
  void noteMade(const FlowStep &Step);
  void noteCopied(const FlowPart &From, const FlowPart &To);

  Bytes spread(const SourcesOf &All, const llvm::BitVector &UsedArrays,
               bool IsSure) const;
  llvm::SetVector<Holder> spreadNarrowed(const SourcesOf &All,
                                         const Bytes &Perhaps) const;
  LoadUses findWith(const llvm::BitVector &UsedArrays) const;
  llvm::BitVector readArrays(llvm::ArrayRef<unsigned> Unused) const;

  const KernelProgram &Program;
  /// What is used but for computing other parts: perhaps, and surely.
  Bytes Used, SurelyUsed;
  /// What is set more than once, and, to find that, what is set at all.
  Bytes SetAgain, Set;
  llvm::SetVector<Holder> Narrowed;
  std::vector<Source> Sources;
  std::vector<Target> Targets;
  std::vector<unsigned> Loaded;
  llvm::SetVector<unsigned> Dropped, Skipped;
};

} // namespace

static Holder holderOf(const FlowPart &Part) {
  constexpr unsigned Kinds = static_cast<unsigned>(FlowHolder::Array) + 1;
  return Kinds * Part.Index + static_cast<unsigned>(Part.Holder);
}

static FlowPart loadOf(unsigned Access) { return {FlowHolder::Load, Access}; }

static ByteSet firstBytes(int64_t Count) {
  return Count <= 0
             ? ByteSet()
             : ~ByteSet() >> (MaxFlowBytes - std::min(Count, MaxFlowBytes));
}

static ByteSet bytesOf(const FlowPart &Part) {
  return firstBytes(Part.End) & ~firstBytes(Part.Begin);
}

static ByteSet bytesIn(const llvm::DenseMap<Holder, ByteSet> &Used,
                       const FlowPart &Part) {
  return (Used.lookup(holderOf(Part)) >> Part.Begin) &
         firstBytes(Part.End - Part.Begin);
}

UseSearch::UseSearch(const KernelProgram &Program) : Program(Program) {
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Flow)
      note(Program.Flow[S.Index], S.Index);
    else if (isLoad(Program, S) && !Program.Accesses[S.Index].IsVolatile)
      Loaded.push_back(S.Index);
  });
}

void UseSearch::note(const FlowStep &Step, unsigned Number) {
  switch (Step.Kind) {
  case FlowKind::Make:
  case FlowKind::MakeParts:
  case FlowKind::MakeElement:
    return noteMade(Step);
  case FlowKind::Copy:
    noteSet(Step.To);
    return noteCopied(Step.From.front(), Step.To);
  case FlowKind::Load:
    Targets.push_back({Step.Access, Number, Step.To});
    return;
  case FlowKind::Use:
    for (const FlowPart &Part : Step.From)
      noteUsed(Part);
    return;
  case FlowKind::Narrow:
    for (const FlowPart &Part : Step.From)
      Narrowed.insert(holderOf(Part));
    return;
  case FlowKind::Drop:
    Dropped.insert(Step.Access);
    return;
  case FlowKind::Skip:
    Skipped.insert(Step.Access);
    return;
  case FlowKind::Lose: {
    FlowPart Some = Step.To;
    Some.IsSome = true;
    noteUsed(Some);
    Narrowed.insert(holderOf(Some));
    return;
  }
  case FlowKind::Store:
  case FlowKind::Forget:
  case FlowKind::Decide:
  case FlowKind::Settle:
    return;
  }
}

void UseSearch::noteUsed(const FlowPart &Part) {
  Used[holderOf(Part)] |= bytesOf(Part);
  if (!Part.IsSome)
    SurelyUsed[holderOf(Part)] |= bytesOf(Part);
}

void UseSearch::noteSet(const FlowPart &To) {
  ByteSet &Before = Set[holderOf(To)];
  const ByteSet Bytes = bytesOf(To);
  if ((Before & Bytes).any())
    SetAgain[holderOf(To)] |= Before & Bytes;
  Before |= Bytes;
}

void UseSearch::noteMade(const FlowStep &Step) {
  const FlowPart &To = Step.To;
  const auto IsOfTo = [&To](const FlowPart &Part) {
    return holderOf(Part) == holderOf(To) && Part.Begin < To.End &&
           To.Begin < Part.End;
  };
  if (To.Holder != FlowHolder::Array && llvm::none_of(Step.From, IsOfTo))
    noteSet(To);
  for (const FlowPart &From : Step.From) {
    if (To.Begin < MaxFlowBytes)
      Sources.push_back({From, To, /*IsCopied=*/false});
    else
      noteUsed(From);
  }
}

void UseSearch::noteCopied(const FlowPart &From, const FlowPart &To) {
  if (To.End > MaxFlowBytes)
    return noteUsed(From);
  Sources.push_back({From, To, /*IsCopied=*/true});
}

UseSearch::Bytes UseSearch::spread(const SourcesOf &All,
                                   const llvm::BitVector &UsedArrays,
                                   bool IsSure) const {
  Bytes Result = IsSure ? SurelyUsed : Used;
  for (unsigned Array : UsedArrays.set_bits())
    Result[holderOf({FlowHolder::Array, Array})] |= firstBytes(1);
  if (IsSure)
    for (const auto &[Of, Again] : SetAgain)
      Result[Of] &= ~Again;
  llvm::SetVector<Holder> Changed;
  for (const auto &[Of, Sources] : All)
    Changed.insert(Of);
  while (!Changed.empty()) {
    const auto Of = All.find(Changed.pop_back_val());
    if (Of == All.end())
      continue;
    for (const Source *S : Of->second) {
      if (IsSure && S->From.IsSome)
        continue;
      const ByteSet OfTo = bytesIn(Result, S->To);
      const Holder Maker = holderOf(S->From);
      ByteSet &From = Result[Maker];
      const ByteSet Before = From;
      if (S->IsCopied)
        From |= OfTo << S->From.Begin;
      // Of a struct that is computed, each part may be made of another.
      else if (IsSure ? OfTo == firstBytes(S->To.End - S->To.Begin)
                      : OfTo.any())
        From |= bytesOf(S->From);
      if (IsSure)
        From &= ~SetAgain.lookup(Maker);
      if (From != Before)
        Changed.insert(Maker);
    }
  }
  return Result;
}

/// What is used in part only: also what makes a number of 8 bytes of which
/// perhaps not all is.
llvm::SetVector<Holder> UseSearch::spreadNarrowed(const SourcesOf &All,
                                                  const Bytes &Perhaps) const {
  llvm::SetVector<Holder> Result = Narrowed;
  for (const Source &S : Sources) {
    constexpr int64_t WideBytes = 8;
    const ByteSet OfTo = bytesIn(Perhaps, S.To);
    if (!S.IsCopied && S.To.End - S.To.Begin == WideBytes && OfTo.any() &&
        OfTo != firstBytes(WideBytes))
      Result.insert(holderOf(S.From));
  }
  for (size_t Next = 0; Next != Result.size(); ++Next)
    if (const auto Of = All.find(Result[Next]); Of != All.end())
      for (const Source *S : Of->second)
        Result.insert(holderOf(S->From));
  return Result;
}

/// If what is stored to \p UsedArrays is used.
LoadUses UseSearch::findWith(const llvm::BitVector &UsedArrays) const {
  SourcesOf All;
  for (const Source &S : Sources)
    All[holderOf(S.To)].push_back(&S);
  const Bytes Perhaps = spread(All, UsedArrays, /*IsSure=*/false);
  const Bytes Surely = spread(All, UsedArrays, /*IsSure=*/true);
  const llvm::SetVector<Holder> InPart = spreadNarrowed(All, Perhaps);
  LoadUses Found;
  // Parts of one access were noted one after the other.
  for (const Target &T : Targets) {
    const bool IsKnown = T.To.End <= MaxFlowBytes;
    const ByteSet OfPart = IsKnown ? bytesIn(Perhaps, T.To) : ~ByteSet();
    if (Found.Parts.empty() || Found.Parts.back().Access != T.Access)
      Found.Parts.push_back({T.Access, T.Step, OfPart,
                             IsKnown && bytesIn(Surely, T.To) == OfPart});
    else
      Found.Parts.back() = {T.Access, T.Step, Found.Parts.back().Used & OfPart,
                            /*IsSure=*/false};
  }
  Found.Unused = {Dropped.begin(), Dropped.end()};
  for (unsigned Access : Loaded) {
    if (Dropped.contains(Access) || Skipped.contains(Access))
      continue;
    if (bytesIn(Perhaps, loadOf(Access)).none())
      Found.Unused.push_back(Access);
    else if (InPart.contains(holderOf(loadOf(Access))))
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
  // What of structs is surely used does not depend on what may be removed.
  llvm::BitVector IsUsed(Program.Arrays.size(), true);
  std::vector<LoadUses::Part> OfRecords = findWith(IsUsed).Parts;
  // What is stored to an array is used as long as something reads that, if only
  // for the array itself: the compiler keeps that, too.
  IsUsed = readArrays({});
  for (;;) {
    LoadUses Found = findWith(IsUsed);
    llvm::BitVector IsRead = readArrays(Found.Unused);
    if (IsRead == IsUsed) {
      Found.Parts = std::move(OfRecords);
      return Found;
    }
    IsUsed = std::move(IsRead);
  }
}

LoadUses banklint::findLoadUses(const KernelProgram &Program) {
  return UseSearch(Program).find();
}

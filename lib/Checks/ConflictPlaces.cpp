//===- ConflictPlaces.cpp - Where conflicts are ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictPlaces.h"
#include "FaultPlaces.h"
#include "Fixes/Tiles.h"
#include "banklint/Analysis/PlaceVerdicts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace banklint;

namespace {

/// File, line, column, what tells the instructions of one asm statement apart,
/// operation.
using PlaceKey = std::tuple<llvm::StringRef, unsigned, unsigned,
                            llvm::StringRef, MemoryOperation>;

/// File, line and column of each call.
using CallChain = std::vector<std::tuple<unsigned, unsigned, unsigned>>;

} // namespace

static bool isSameLaunch(const Occurrence &A, const Occurrence &B) {
  return A.Kernel == B.Kernel && A.Launch == B.Launch;
}

/// True if the launch is in the source and does not parse.
static bool isBroken(const Occurrence &O) {
  const std::optional<unsigned> Site = O.Launch->Launch.Site;
  return Site && O.program().Launches[*Site].IsBroken;
}

/// Requests of others that it is merged with serve all executions.
static bool isServed(const Verdict &V) {
  return V.FusedBytes != 0 && V.Traced.Requests == 0;
}

/// What no launch states leaves a conflict possible.
static ConflictState stateOf(const Occurrence &O) {
  // Whose request it is has the conflict, or says that it is not known.
  if (isServed(*O.V))
    return ConflictState::Clean;
  const ConflictState State = stateOf(*O.V);
  return State == ConflictState::Conflict && O.IsGuess ? ConflictState::Possible
                                                       : State;
}

/// The excess of what was executed.
static uint64_t executedExcess(const Verdict &V) {
  return V.Traced.Wavefronts - V.Traced.Ideal;
}

/// True if \p A is worse than \p B, as their verdicts are, or else if it loses
/// more.
static bool isWorse(const Occurrence &A, const Occurrence &B) {
  const ConflictState OfA = stateOf(A), OfB = stateOf(B);
  if (OfA != OfB)
    return OfA < OfB;
  if (isWorse(*A.V, *B.V) || isWorse(*B.V, *A.V))
    return isWorse(*A.V, *B.V);
  return executedExcess(*A.V) > executedExcess(*B.V);
}

/// True if what a warp of \p Program does is the same in all blocks that have
/// it, but for masks: it knows of its block threadIdx.x alone.
static bool knowsOnlyThreadX(const KernelProgram &Program) {
  return llvm::all_of(Program.Exprs, [](const Expr &E) {
    if (E.Kind != ExprKind::Builtin)
      return true;
    switch (E.Special) {
    case Builtin::ThreadIdxY:
    case Builtin::ThreadIdxZ:
    case Builtin::BlockDimX:
    case Builtin::BlockDimY:
    case Builtin::BlockDimZ:
      return false;
    default:
      return true;
    }
  });
}

/// One launch at a place that it reaches through \p Copies of the access.
static OtherLaunch otherLaunch(llvm::ArrayRef<Occurrence> Copies) {
  llvm::SmallVector<ConflictState> States;
  const Occurrence *Worst = &Copies.front();
  for (const Occurrence &O : Copies) {
    States.push_back(stateOf(O));
    if (isWorse(O, *Worst))
      Worst = &O;
  }
  return {*Worst, combined(States)};
}

/// What a block needs for \p Copies, if all totals are known.
static std::optional<Totals> totalOf(llvm::ArrayRef<Occurrence> Copies) {
  std::optional<Totals> Sum = Totals();
  for (const Occurrence &O : Copies)
    Sum = sumOf(Sum, O.V->BlockTotal);
  return Sum;
}

static uint64_t executedExcess(llvm::ArrayRef<Occurrence> Copies) {
  uint64_t Sum = 0;
  for (const Occurrence &O : Copies)
    Sum += executedExcess(*O.V);
  return Sum;
}

/// Counts the chains of calls that \p Copies have: the requests of one matrix
/// fragment have one, and so have the calls of a fold expression.
static void countCalls(llvm::ArrayRef<Occurrence> Copies,
                       ConflictPlace &Result) {
  std::set<CallChain> All, Conflicting, Possible;
  for (const Occurrence &O : Copies) {
    CallChain Chain;
    for (const SourceSpan &Call : O.calls())
      Chain.push_back({Call.File, Call.Line, Call.Column});
    All.insert(Chain);
    if (stateOf(O) <= Result.State)
      Conflicting.insert(Chain);
    else if (isFinding(stateOf(O)))
      Possible.insert(Chain);
  }
  Result.Calls = All.size();
  Result.ConflictingCalls = Conflicting.size();
  Result.PossibleCalls = llvm::count_if(Possible, [&](const CallChain &Chain) {
    return !Conflicting.count(Chain);
  });
  Result.IsCallOneCopy = All.size() == Copies.size();
}

/// ConflictPlace::Bound of \p Copies, of which \p Worst is one.
static const Verdict *boundOf(llvm::ArrayRef<Occurrence> Copies,
                              const Verdict &Worst, bool IsTotalKnown) {
  if (Worst.mayTakeLess())
    return &Worst;
  if (IsTotalKnown)
    for (const Occurrence &O : Copies)
      if (O.V->Result != Certainty::Exact)
        return O.V;
  return nullptr;
}

/// What \p All, the verdicts on one place and tile, come to; nothing without a
/// conflict.
static std::optional<ConflictPlace>
summarizePlace(llvm::ArrayRef<Occurrence> All) {
  const Occurrence *Worst = nullptr;
  std::set<const KernelReport *> Kernels;
  for (const Occurrence &O : All) {
    Kernels.insert(O.Kernel);
    if (isFinding(stateOf(O)) && (!Worst || isWorse(O, *Worst)))
      Worst = &O;
  }
  if (!Worst)
    return std::nullopt;

  ConflictPlace Result;
  Result.Worst = *Worst;
  Result.State = stateOf(*Worst);
  Result.HasSeveralKernels = Kernels.size() > 1;
  // Verdicts of one launch stand next to each other.
  while (!All.empty()) {
    llvm::ArrayRef<Occurrence> Copies = All.take_while(
        [&All](const Occurrence &O) { return isSameLaunch(O, All.front()); });
    All = All.drop_front(Copies.size());
    if (isSameLaunch(Copies.front(), *Worst)) {
      countCalls(Copies, Result);
      Result.ExecutedExcess = executedExcess(Copies);
      Result.BlockTotal = totalOf(Copies);
      if (Result.BlockTotal)
        Result.ExcessWavefronts =
            Result.BlockTotal->Wavefronts - Result.BlockTotal->Ideal;
      // How many requests there are depends on the block in any case.
      if (Worst->IsBlockGuessed && !Worst->IsGuess)
        Result.BlockTotal = std::nullopt;
      Result.Bound = boundOf(Copies, *Worst->V, Result.BlockTotal.has_value());
      continue;
    }
    Result.Others.push_back(otherLaunch(Copies));
  }
  return Result;
}

static bool startsWhere(const ConflictPlace &A, const ConflictPlace &B) {
  const SourceSpan &OfA = A.Worst.span();
  const SourceSpan &OfB = B.Worst.span();
  return A.Worst.file() == B.Worst.file() && OfA.Line == OfB.Line &&
         OfA.Column == OfB.Column;
}

/// True if \p A and \p B are of one launch and alike.
static bool isSameResult(const OtherLaunch &A, const OtherLaunch &B) {
  return isSameLaunch(A.Worst, B.Worst) && A.State == B.State &&
         A.Worst.V->Worst.Ways == B.Worst.V->Worst.Ways;
}

/// True if \p Store is the other half of the compound assignment of \p Load,
/// which is at its place, and everything that a message says of it is the same.
static bool isSameStory(const ConflictPlace &Load, const ConflictPlace &Store) {
  const Access &L = Load.Worst.access();
  const Access &S = Store.Worst.access();
  const Verdict &LV = *Load.Worst.V;
  const Verdict &SV = *Store.Worst.V;
  return L.Op == MemoryOperation::Load && S.Op == MemoryOperation::Store &&
         L.Text == S.Text && arrayOf(Load.Worst) == arrayOf(Store.Worst) &&
         haveSameCalls(Load.Worst, Store.Worst) && L.Bytes == S.Bytes &&
         isSameLaunch(Load.Worst, Store.Worst) && Load.State == Store.State &&
         llvm::equal(Load.Others, Store.Others, isSameResult) &&
         Load.Calls == Store.Calls &&
         Load.ConflictingCalls == Store.ConflictingCalls &&
         Load.PossibleCalls == Store.PossibleCalls &&
         Load.IsCallOneCopy == Store.IsCallOneCopy &&
         Load.isBound() == Store.isBound() && LV.Result == SV.Result &&
         LV.Worst.Wavefronts == SV.Worst.Wavefronts &&
         LV.Worst.Ideal == SV.Worst.Ideal && LV.Worst.Ways == SV.Worst.Ways;
}

/// True if arguments or limits of the block of \p Launch, of \p Kernel, belong
/// to the block that was assumed.
static bool isOfItsBlock(const KernelReport &Kernel,
                         const InferredLaunch &Launch) {
  if (!Launch.Site)
    return false;
  const LaunchSite &Site = Kernel.Program.Launches[*Launch.Site];
  return !Site.Formulas.empty() || !Site.Relations.Extents.empty() ||
         !Site.Relations.Conditions.empty();
}

/// Adds the verdicts on \p Kernel to those of their places.
static void addOccurrences(const KernelReport &Kernel,
                           std::map<PlaceKey, std::vector<Occurrence>> &To) {
  const bool IsSameInAny =
      llvm::any_of(Kernel.Launches,
                   [](const LaunchReport &Launch) {
                     return !isStated(Launch.Launch.Origin);
                   }) &&
      knowsOnlyThreadX(Kernel.Program);
  const auto Doubtful = findDoubtfulLaunches(Kernel);
  for (const LaunchReport &Launch : Kernel.Launches) {
    if (Doubtful.contains(&Launch))
      continue;
    for (const Verdict &V : Launch.Verdicts) {
      Occurrence O{&Kernel, &Launch, &V};
      O.IsBlockGuessed = !isStated(Launch.Launch.Origin);
      // The first warp is one of any block of 32 threads in x. A launch that
      // does not parse may state a smaller one.
      O.IsGuess =
          O.IsBlockGuessed &&
          (isBroken(O) || isOfItsBlock(Kernel, Launch.Launch) ||
           !(IsSameInAny && V.WorstRequest && V.WorstRequest->Warp == 0));
      const Access &A = O.access();
      const SourceSpan &At = O.span();
      To[{O.file(), At.Line, At.Column, instructionText(A), A.Op}].push_back(O);
    }
  }
}

/// Adds \p Found to \p Places, or to its load there.
static void addPlace(ConflictPlace Found, std::vector<ConflictPlace> &Places) {
  // Of one place, the load's key is right before the store's.
  for (ConflictPlace &Load : llvm::reverse(Places)) {
    if (!startsWhere(Load, Found))
      break;
    if (!isSameStory(Load, Found))
      continue;
    Load.IsAlsoStore = true;
    Load.BlockTotal = sumOf(Load.BlockTotal, Found.BlockTotal);
    Load.ExecutedExcess += Found.ExecutedExcess;
    return;
  }
  Places.push_back(std::move(Found));
}

std::vector<ConflictPlace> banklint::findConflicts(const Report &R) {
  std::map<PlaceKey, std::vector<Occurrence>> ByPlace;
  for (const KernelReport &Kernel : R.Kernels)
    addOccurrences(Kernel, ByPlace);

  std::vector<ConflictPlace> Places;
  for (const auto &[Key, All] : ByPlace) {
    const std::vector<std::vector<Occurrence>> Tiles = splitByTile(All);
    for (const std::vector<Occurrence> &Tile : Tiles)
      if (std::optional<ConflictPlace> Found = summarizePlace(Tile)) {
        std::vector<Occurrence> Others;
        for (const std::vector<Occurrence> &Other : Tiles)
          for (const Occurrence &O : Other) {
            if (&Other == &Tile)
              continue;
            if (O.Kernel == Found->Worst.Kernel)
              Others.push_back(O);
            else
              Found->HasNamesake |= arrayName(O) == arrayName(Found->Worst);
          }
        Found->Call = tellingCall(Found->Worst, Others);
        Found->IsOfSeveralTiles = !Others.empty();
        addPlace(std::move(*Found), Places);
      }
  }
  return Places;
}

//===- PlaceVerdicts.cpp - Verdicts on places of the source ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/PlaceVerdicts.h"
#include "RequestCosts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace banklint;

namespace {

/// File, line, column, operation, bytes, array.
using PlaceKey = std::tuple<unsigned, unsigned, unsigned, MemoryOperation,
                            unsigned, std::optional<unsigned>>;

/// The copies of one access.
using Copies = llvm::SmallVector<const Verdict *, 1>;

} // namespace

std::optional<Totals> banklint::sumOf(const std::optional<Totals> &A,
                                      const std::optional<Totals> &B) {
  if (!A || !B)
    return std::nullopt;
  Totals Sum = *A;
  return Sum += *B;
}

static const Verdict &worstOf(const Copies &All) {
  return **llvm::max_element(All, [](const Verdict *A, const Verdict *B) {
    return isWorse(B->Worst, A->Worst);
  });
}

/// What \p Weakest says holds for \p Count of \p All copies. The condition of
/// one says nothing of the others, which have figures, too.
static void tellCopies(PlaceVerdict &Place, const Verdict &Weakest,
                       const Copies &All) {
  auto IsSaid = [&](const Verdict *V) {
    return V->Result == Weakest.Result && V->Condition == Weakest.Condition;
  };
  size_t Count = llvm::count_if(All, IsSaid);
  if (Count == All.size())
    return;
  if (Place.V.Why)
    Place.V.Why->Detail += " (in " + std::to_string(Count) + " of " +
                           std::to_string(All.size()) + " inlined calls)";
  unsigned Most = 0;
  for (const Verdict *V : All)
    if (!IsSaid(V))
      Most = std::max(Most, V->Worst.Wavefronts);
  if (Weakest.Result == Certainty::Depends)
    Place.V.Condition += "; at most " + std::to_string(Most) + " in " +
                         std::to_string(All.size() - Count) + " of " +
                         std::to_string(All.size()) + " inlined calls";
}

static PlaceVerdict combine(const Copies &All, const LaunchConfig &Launch) {
  PlaceVerdict Place{*All.front(), All};
  if (All.size() == 1)
    return Place;
  const Verdict &Weakest =
      **llvm::max_element(All, [](const Verdict *A, const Verdict *B) {
        return A->Result < B->Result;
      });
  Place.V = worstOf(All);
  Place.V.Result = Weakest.Result;
  Place.V.Why = Weakest.Why;
  Place.V.Condition = Weakest.Condition;
  Place.V.BlockTotal = Place.V.GridTotal = Totals();
  Place.V.Traced = TracedTotals();
  for (const Verdict *V : All) {
    Place.V.BlockTotal = sumOf(Place.V.BlockTotal, V->BlockTotal);
    Place.V.GridTotal = sumOf(Place.V.GridTotal, gridTotal(*V, Launch));
    Place.V.Traced += V->Traced;
    Place.V.MayStray |= V->MayStray;
    llvm::append_range(Place.V.Arrays, V->Arrays);
  }
  llvm::sort(Place.V.Arrays);
  Place.V.Arrays.erase(llvm::unique(Place.V.Arrays), Place.V.Arrays.end());
  tellCopies(Place, Weakest, All);
  if (Weakest.Result == Certainty::Unknown) {
    // A path to what is not known helps more than one to what is.
    Place.V.Access = Weakest.Access;
    Place.V.Worst = RequestCost();
    Place.V.WorstRequest = std::nullopt;
    Place.V.Sure = std::nullopt;
    Place.V.IfSpared = std::nullopt;
  }
  return Place;
}

std::vector<PlaceVerdict>
banklint::verdictsByPlace(const KernelProgram &Program,
                          const LaunchConfig &Launch,
                          llvm::ArrayRef<Verdict> Verdicts) {
  std::map<PlaceKey, size_t> Numbers;
  std::vector<Copies> Places;
  for (const Verdict &V : Verdicts) {
    const Access &A = Program.Accesses[V.Access];
    PlaceKey Key(A.Span.File, A.Span.Line, A.Span.Column, A.Op,
                 A.Bytes * A.Pieces, A.Array);
    // Programs that were not made from a source have no places to share.
    auto [Known, IsNew] = Numbers.try_emplace(Key, Places.size());
    if (IsNew || !A.Span.isValid())
      Places.push_back({&V});
    else
      Places[Known->second].push_back(&V);
  }
  std::vector<PlaceVerdict> Result;
  for (const Copies &All : Places)
    Result.push_back(combine(All, Launch));
  return Result;
}

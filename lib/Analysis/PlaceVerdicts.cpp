//===- PlaceVerdicts.cpp - Verdicts on places of the source ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/PlaceVerdicts.h"
#include "Costs/RequestCosts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace banklint;

namespace {

/// File, line, column, operation, bytes, array, and what tells the instructions
/// of one asm statement apart.
using PlaceKey = std::tuple<unsigned, unsigned, unsigned, MemoryOperation,
                            unsigned, std::optional<unsigned>, llvm::StringRef>;

/// The copies of one access.
using Copies = llvm::SmallVector<const Verdict *, 1>;

} // namespace

llvm::StringRef banklint::instructionText(const Access &A) {
  return A.IsWindow ? llvm::StringRef(A.Text) : "";
}

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

/// True if \p A and \p B are the same calls.
static bool isSamePath(llvm::ArrayRef<SourceSpan> A,
                       llvm::ArrayRef<SourceSpan> B) {
  const auto Place = [](const SourceSpan &Span) {
    return std::tie(Span.File, Span.Line, Span.Column);
  };
  return llvm::equal(A, B, [&](const SourceSpan &One, const SourceSpan &Other) {
    return Place(One) == Place(Other);
  });
}

/// What \p Weakest says holds for \p Count of \p All copies. The condition of
/// one says nothing of the others, which have figures, too.
static void tellCopies(PlaceVerdict &Place, const Verdict &Weakest,
                       const Copies &All, const KernelProgram &Program) {
  auto IsSaid = [&](const Verdict *V) {
    return V->Result == Weakest.Result && V->Condition == Weakest.Condition;
  };
  size_t Count = llvm::count_if(All, IsSaid);
  if (Count == All.size())
    return;
  const Access &First = Program.Accesses[All.front()->Access];
  const bool AreInCalls = llvm::any_of(All, [&](const Verdict *V) {
    return !isSamePath(Program.Accesses[V->Access].Calls, First.Calls);
  });
  const std::string Of = " of " + std::to_string(All.size()) +
                         (AreInCalls ? " inlined calls" : " such accesses");
  if (Place.V.Why)
    Place.V.Why->Detail += " (in " + std::to_string(Count) + Of + ")";
  unsigned Most = 0;
  for (const Verdict *V : All)
    if (!IsSaid(V))
      Most = std::max(Most, V->Worst.Wavefronts);
  if (Weakest.Result == Certainty::Depends)
    Place.V.Condition += "; at most " + std::to_string(Most) + " in " +
                         std::to_string(All.size() - Count) + Of;
}

static PlaceVerdict combine(const Copies &All, const LaunchConfig &Launch,
                            const KernelProgram &Program) {
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
    Place.V.Rules |= V->Rules;
    llvm::append_range(Place.V.Arrays, V->Arrays);
  }
  llvm::sort(Place.V.Arrays);
  Place.V.Arrays.erase(llvm::unique(Place.V.Arrays), Place.V.Arrays.end());
  tellCopies(Place, Weakest, All, Program);
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
                 A.Bytes * A.Pieces, A.Array, instructionText(A));
    // Programs that were not made from a source have no places to share.
    auto [Known, IsNew] = Numbers.try_emplace(Key, Places.size());
    if (IsNew || !A.Span.isValid())
      Places.push_back({&V});
    else
      Places[Known->second].push_back(&V);
  }
  std::vector<PlaceVerdict> Result;
  for (const Copies &All : Places)
    Result.push_back(combine(All, Launch, Program));
  return Result;
}

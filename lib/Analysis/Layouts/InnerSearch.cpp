//===- InnerSearch.cpp - Padding inside of structures ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownSearches.h"
#include "Layouts/LayoutJudge.h"
#include "banklint/Program/RowPitch.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Elements of a row, or multiples of a structure's alignment, that are tried.
static constexpr unsigned MaxSteps = 32;

/// The best of \p Candidates by prediction, which an execution has to prove.
static LayoutResult tryAll(LayoutJudge &Judge,
                           llvm::ArrayRef<LayoutChange> Candidates,
                           llvm::StringRef NoneHelps) {
  LayoutResult Result;
  Result.WhyNot = Judge.read();
  if (!Result.WhyNot.empty())
    return Result;
  LayoutChoice Predicted, Best;
  if (!Judge.trace()) {
    Result.WhyNot = "the addresses of some accesses are not known";
    return Result;
  }
  for (const LayoutChange &Change : Candidates)
    if (Judge.fits(Change) &&
        Judge.improve(Predicted, Change,
                      Judge.predict(Change, Judge.declared().Sum.Wavefronts)))
      break;
  if (Predicted.Cost)
    Judge.improve(Best, Predicted.Change, Judge.execute(Predicted.Change));
  Result.Best = Judge.fixOf(Best);
  if (!Result.Best)
    Judge.explain(Result, NoneHelps.str());
  return Result;
}

LayoutResult banklint::findMemberPadding(const Architecture &Arch,
                                         llvm::ArrayRef<ArrayUse> Uses,
                                         const InterpreterBudget &Budget,
                                         llvm::ArrayRef<unsigned> Members) {
  const auto Search = [&](const InterpreterBudget &Own) {
    LayoutJudge Judge(Arch, Uses, Own);
    const ArrayUse &First = Uses.front();
    const unsigned Alignment = First.Program->Arrays[First.Array].Alignment;
    std::vector<LayoutChange> Candidates;
    for (unsigned Step = 1; Step <= MaxSteps; ++Step) {
      LayoutChange Change;
      for (unsigned Member : Members) {
        const MemberArray &M = membersOf(*First.Program, First.Array)[Member];
        Change.Inner.push_back(
            {M.Begin, M.rowBytes(), M.rows(), Step * M.ElementBytes});
      }
      // What follows keeps its alignment, as the compiler would see to.
      if (Change.Inner.front().total() % Alignment == 0)
        Candidates.push_back(std::move(Change));
    }
    return tryAll(Judge, Candidates,
                  "no padding of up to " + std::to_string(MaxSteps) +
                      " elements needs fewer wavefronts");
  };
  return findOnce("findMemberPadding", &Arch, Uses, Budget, Search,
                  [&](KnownResults::Question &Asked) {
                    for (unsigned Member : Members)
                      Asked.add(uint64_t(Member));
                  });
}

LayoutResult banklint::findLongerElements(const Architecture &Arch,
                                          llvm::ArrayRef<ArrayUse> Uses,
                                          const InterpreterBudget &Budget) {
  LayoutJudge Judge(Arch, Uses, Budget);
  const SharedArray &Array = Uses.front().Program->Arrays[Uses.front().Array];
  const bool HaveLongerElements = llvm::all_of(Uses, [&](const ArrayUse &Use) {
    const SharedArray &Own = Use.Program->Arrays[Use.Array];
    return Use.Program->Pitched && Use.Program->Pitched->structsOf(Use.Array) &&
           !Own.IsDynamic && !Own.Extents.empty() &&
           Own.ElementBytes == Array.ElementBytes;
  });
  std::vector<LayoutChange> Candidates;
  const uint64_t Least = std::max(Array.Alignment, 4u);
  for (unsigned Step = 1; HaveLongerElements && Step <= MaxSteps / 4; ++Step) {
    LayoutChange Change;
    Change.Inner.push_back({0, Array.ElementBytes, 1, Step * Least});
    Candidates.push_back(std::move(Change));
  }
  if (Candidates.empty()) {
    LayoutResult Result;
    Result.WhyNot = "its elements are not structs of one size";
    return Result;
  }
  return tryAll(Judge, Candidates, "no longer structs need fewer wavefronts");
}

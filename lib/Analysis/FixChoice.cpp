//===- FixChoice.cpp - Which changes of an array are worth it -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/FixChoice.h"
#include "KnownSearches.h"
#include "banklint/Analysis/SparePadding.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool banklint::improvesWorst(const LayoutResult &Search) {
  return Search.Best &&
         Search.Best->WorstAfter.excess() < Search.Best->WorstBefore.excess();
}

static LayoutResult searchUsefulPadding(const Architecture &Arch,
                                        llvm::ArrayRef<ArrayUse> Uses,
                                        const InterpreterBudget &Budget) {
  LayoutResult Found = findPadding(Arch, Uses, Budget);
  if (!Found.Best)
    return Found;
  const std::optional<SparePadding> Spare =
      findSparePadding(Arch, Uses, Budget);
  if (!Spare || Spare->Without.Wavefronts > Found.Best->After.Wavefronts)
    return Found;
  const ArrayUse &Use = Uses.front();
  const uint64_t Pitch = Use.Program->Arrays[Use.Array].Extents.back().Elements;
  Found.Best = std::nullopt;
  Found.End = SearchEnd::NoneHelps;
  Found.WhyNot = "an extent of " + std::to_string(Pitch - Spare->Elements) +
                 ", all that the lanes use, needs as few wavefronts as any";
  return Found;
}

LayoutResult banklint::findUsefulPadding(const Architecture &Arch,
                                         llvm::ArrayRef<ArrayUse> Uses,
                                         const InterpreterBudget &Budget) {
  return findOnce("findUsefulPadding", &Arch, Uses, Budget,
                  [&](const InterpreterBudget &Own) {
                    return searchUsefulPadding(Arch, Uses, Own);
                  });
}

static LayoutResult searchRegrouping(const Architecture &Arch,
                                     llvm::ArrayRef<ArrayUse> Uses,
                                     const InterpreterBudget &Budget) {
  // Where a layout is a type, a swizzle is the least to write.
  LayoutResult Found = findTensorSwizzle(Arch, Uses, Budget);
  if (Found.clearsAll())
    return Found;
  if (!Found.Best)
    Found = findPieces(Arch, Uses, Budget);
  if (!Found.clearsAll()) {
    LayoutResult Gaps = findGaps(Arch, Uses, Budget);
    if (!Found.Best || isBestOf(Gaps, &Found))
      Found = std::move(Gaps);
  }
  if (!Found.clearsAll() && applies(Mechanism::StatedPitch)) {
    LayoutResult Stated = findStatedPitch(Arch, Uses, Budget);
    if ((improvesWorst(Stated) && isBestOf(Stated, &Found)) ||
        (!Found.Best && Found.End == SearchEnd::NotTried &&
         Stated.End != SearchEnd::NotTried))
      Found = std::move(Stated);
  }
  if (!Found.clearsAll() && applies(Mechanism::LongerStructs)) {
    LayoutResult Longer = findLongerElements(Arch, Uses, Budget);
    if (improvesWorst(Longer) && isBestOf(Longer, &Found))
      Found = std::move(Longer);
  }
  if (Found.Best && !improvesWorst(Found)) {
    Found.Best = std::nullopt;
    Found.End = SearchEnd::Refused;
    Found.WhyNot = "no gaps that were tried make the worst request cheaper";
  }
  return Found;
}

LayoutResult banklint::findRegrouping(const Architecture &Arch,
                                      llvm::ArrayRef<ArrayUse> Uses,
                                      const InterpreterBudget &Budget) {
  return findOnce("findRegrouping", &Arch, Uses, Budget,
                  [&](const InterpreterBudget &Own) {
                    return searchRegrouping(Arch, Uses, Own);
                  });
}

bool banklint::mayNeedSwizzle(const LayoutResult &Padding) {
  return !Padding.clearsAll() || Padding.Best->Residency;
}

bool banklint::isSwizzleWorthIt(const LayoutResult &Swizzle,
                                const LayoutResult &Padding) {
  if (!Swizzle.Best || !Padding.Best)
    return Swizzle.Best.has_value();
  const uint64_t Swizzled = Swizzle.Best->After.Wavefronts;
  const uint64_t Padded = Padding.Best->After.Wavefronts;
  return Padding.Best->Residency ? Swizzled <= Padded : Swizzled < Padded;
}

bool banklint::isBestOf(const LayoutResult &Candidate,
                        llvm::ArrayRef<const LayoutResult *> Others) {
  return Candidate.Best && llvm::all_of(Others, [&](const LayoutResult *Other) {
           return !Other->Best || Candidate.Best->After.Wavefronts <
                                      Other->Best->After.Wavefronts;
         });
}

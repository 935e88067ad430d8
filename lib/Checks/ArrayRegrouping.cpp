//===- ArrayRegrouping.cpp - An array whose elements move -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayRegrouping.h"

using namespace banklint;

std::optional<ArrayRegrouping>
banklint::regroupArray(const Report &R, const KernelProgram &Program,
                       unsigned Array, const InterpreterBudget &Budget) {
  std::vector<KernelUse> Kernels = kernelsUsing(R, Program, Array);
  std::vector<ArrayUse> Uses = launchesOf(Kernels);
  ArrayRegrouping Result;
  Result.Search = findPieces(*R.Arch, Uses, Budget);
  if (!Result.Search.clearsAll()) {
    LayoutResult Gaps = findGaps(*R.Arch, Uses, Budget);
    if (Gaps.Best &&
        (!Result.Search.Best ||
         Gaps.Best->After.Wavefronts < Result.Search.Best->After.Wavefronts))
      Result.Search = std::move(Gaps);
  }
  if (!sparesWorst(Result.Search))
    return std::nullopt;
  if (!Result.Search.clearsAll())
    Result.Places =
        countConflicts(*R.Arch, Uses, Result.Search.Best->Change, Budget);
  return Result;
}

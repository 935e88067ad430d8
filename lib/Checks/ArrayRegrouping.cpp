//===- ArrayRegrouping.cpp - An array whose elements move -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayRegrouping.h"
#include "ArrayUses.h"
#include "banklint/Analysis/FixChoice.h"

using namespace banklint;

std::optional<ArrayRegrouping>
banklint::regroupArray(const Report &R, const KernelProgram &Program,
                       unsigned Array, const InterpreterBudget &Budget) {
  std::vector<KernelUse> Kernels = kernelsUsing(R, Program, Array);
  std::vector<ArrayUse> Uses = launchesOf(Kernels);
  std::optional<LayoutResult> Found = findRegrouping(*R.Arch, Uses, Budget);
  if (!Found)
    return std::nullopt;
  ArrayRegrouping Result;
  Result.Search = std::move(*Found);
  if (!Result.Search.clearsAll())
    Result.Places =
        countConflicts(*R.Arch, Uses, Result.Search.Best->Change, Budget);
  return Result;
}

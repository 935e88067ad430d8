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

ArrayRegrouping banklint::regroupArray(const Report &R,
                                       const KernelProgram &Program,
                                       unsigned Array,
                                       const InterpreterBudget &Budget) {
  std::vector<KernelUse> Kernels = kernelsUsing(R, Program, Array);
  std::vector<ArrayUse> Uses = launchesOf(Kernels);
  ArrayRegrouping Result;
  Result.Search = findRegrouping(*R.Arch, Uses, Budget);
  if (Result.Search.Best && !Result.Search.clearsAll())
    Result.Places =
        countConflicts(*R.Arch, Uses, Result.Search.Best->Change, Budget);
  return Result;
}

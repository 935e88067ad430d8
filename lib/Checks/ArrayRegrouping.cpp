//===- ArrayRegrouping.cpp - An array whose elements move -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayRegrouping.h"
#include "ArrayUses.h"
#include "banklint/Analysis/FixChoice.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if the extents of the array depend on template arguments.
static bool haveOwnExtents(llvm::ArrayRef<KernelUse> Kernels) {
  return Kernels.front().array().Extents.size() == 1 &&
         llvm::any_of(Kernels, [&](const KernelUse &Use) {
           return Use.array().Extents.size() == 1 &&
                  Use.array().Extents.front().Elements !=
                      Kernels.front().array().Extents.front().Elements;
         });
}

static ArrayRegrouping regroup(const Report &R, std::vector<KernelUse> Kernels,
                               const InterpreterBudget &Budget) {
  const std::vector<ArrayUse> Uses = launchesOf(Kernels);
  ArrayRegrouping Result;
  Result.Search = findRegrouping(*R.Arch, Uses, Budget);
  if (Result.Search.Best && !Result.Search.clearsAll() &&
      !Result.Search.Best->IsPredicted)
    Result.Places =
        countConflicts(*R.Arch, Uses, Result.Search.Best->Change, Budget);
  return Result;
}

ArrayRegrouping banklint::regroupArray(const Report &R,
                                       const KernelProgram &Program,
                                       unsigned Array,
                                       const InterpreterBudget &Budget) {
  std::vector<KernelUse> Kernels = kernelsUsing(R, Program, Array);
  ArrayRegrouping Result = regroup(R, Kernels, Budget);
  if (Result.Search.Best || !haveOwnExtents(Kernels))
    return Result;
  llvm::erase_if(Kernels, [&Program](const KernelUse &Use) {
    return &Use.program() != &Program;
  });
  ArrayRegrouping Own = regroup(R, Kernels, Budget);
  if (!Own.Search.Best)
    return Result;
  Own.OnlyIn = Program.Name;
  return Own;
}

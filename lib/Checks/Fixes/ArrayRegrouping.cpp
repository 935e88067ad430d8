//===- ArrayRegrouping.cpp - An array whose elements move -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayRegrouping.h"
#include "banklint/Analysis/FixChoice.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

ArrayRegrouping banklint::regroupArray(const ArrayScope &Scope,
                                       const InterpreterBudget &Budget) {
  ArrayRegrouping Result;
  Result.Search = findRegrouping(*Scope.R.Arch, Scope.Uses, Budget);
  if (!Result.Search.Best)
    return Result;
  Result.Places = countConflicts(Scope.Uses, *Result.Search.Best);
  Result.AreOfTensors = llvm::all_of(
      Result.Search.Best->Outcomes, [&Scope](const AccessOutcome &Each) {
        const ArrayUse &Use = Scope.Uses[Each.Use];
        return Use.Program->Arrays[Use.Array].Tensor &&
               Use.Program->Accesses[Each.Access].IsOfTensor;
      });
  return Result;
}

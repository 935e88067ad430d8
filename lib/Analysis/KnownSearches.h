//===- KnownSearches.h - Searches that were made before ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_KNOWNSEARCHES_H
#define BANKLINT_LIB_ANALYSIS_KNOWNSEARCHES_H

#include "banklint/Analysis/LayoutSearch.h"
#include "banklint/Interpreter/KnownResults.h"
#include "llvm/ADT/STLExtras.h"

namespace banklint {

/// What \p Find finds of \p Uses within the budget that it is called with, or
/// what the function \p What found of equal ones. \p AddOthers adds what else
/// it depends on.
template <typename FindT>
auto findOnce(
    llvm::StringRef What, const Architecture *Arch,
    llvm::ArrayRef<ArrayUse> Uses, const InterpreterBudget &Budget, FindT Find,
    llvm::function_ref<void(KnownResults::Question &)> AddOthers =
        [](KnownResults::Question &) {}) {
  const auto IsCut = [](const Verdict &V) {
    return V.Why && V.Why->Code == ReasonCode::Budget;
  };
  // Verdicts follow from programs and launches unless a limit cuts them.
  if (!Budget.Known || llvm::any_of(Uses, [&](const ArrayUse &Use) {
        return llvm::any_of(Use.Verdicts, IsCut);
      }))
    return Find(Budget);
  KnownResults::Question Asked(*Budget.Known, What, Arch, Budget);
  for (const ArrayUse &Use : Uses)
    Asked.add(*Use.Program).add(uint64_t(Use.Array)).add(Use.Launch);
  AddOthers(Asked);
  // The whole is kept, so its parts need not be.
  InterpreterBudget OfParts = Budget;
  OfParts.Known = nullptr;
  return Budget.Known->ask(Asked, Budget.Together,
                           [&] { return Find(OfParts); });
}

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_KNOWNSEARCHES_H

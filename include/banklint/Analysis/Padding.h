//===- Padding.h - The padding that clears an array -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A padding is a hypothesis about the last extent of an array. It is proved by
// judging every access to the array again, in all kernels, instantiations and
// launches that share the declaration.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_PADDING_H
#define BANKLINT_ANALYSIS_PADDING_H

#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// One kernel, instantiation and launch that uses the array.
struct ArrayUse {
  const KernelProgram *Program;
  /// Index of the array in Program.
  unsigned Array;
  LaunchConfig Launch;
  /// The verdicts of Launch with the declared layout.
  llvm::ArrayRef<Verdict> Verdicts;
};

struct Padding {
  /// Elements added to the last extent.
  unsigned Elements = 0;
  /// Bytes that the largest array of the uses grows by.
  uint64_t ExtraBytes = 0;
  /// Over all accesses to the array in all uses.
  Totals Before;
  Totals After;
  /// The worst request of all accesses, before and after.
  RequestCost WorstBefore;
  RequestCost WorstAfter;
};

/// What came of the search: a padding, or the reason why there is none, as the
/// rest of a sentence that starts with "padding does not help:".
struct PaddingResult {
  std::optional<Padding> Best;
  std::string WhyNot;
  bool clearsAll() const { return Best && !Best->WorstAfter.conflicts(); }
};

/// The smallest padding of the last extent that makes the sum of all accesses'
/// wavefronts least, among those that keep every access aligned, make no
/// access's worst request worse and keep all static shared memory of each
/// kernel within \p Arch's limit. If none of those lowers the sum, a request
/// may become worse, though not beyond the worst of all accesses before: a
/// column of a [16][16] tile in a 16x16 block can only be cleared at the
/// expense of its rows. All uses, at least one, must be of the same
/// declaration.
PaddingResult findPadding(const Architecture &Arch,
                          llvm::ArrayRef<ArrayUse> Uses,
                          const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_PADDING_H

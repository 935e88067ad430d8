//===- OpenAccesses.h - Accesses whose cost is not exact --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_OPENACCESSES_H
#define BANKLINT_OUTPUT_OPENACCESSES_H

#include "banklint/Checks/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// Accesses at one place that are not exact for one reason, in any kernels and
/// launches.
struct OpenAccess {
  Place At;
  /// Unknown or UpperBound.
  Certainty Result = Certainty::Unknown;
  Reason Why;
  /// "the cost of this load is unknown (data-dependent-index: read from
  /// memory through 'in')".
  std::string Message;
};

/// Those of one result for reasons of one code, by place.
struct OpenAccessGroup {
  std::vector<OpenAccess> Shown;
  /// How many are left out of Shown.
  size_t Others = 0;

  /// "and 12 other accesses for that reason (data-dependent-index)"; empty if
  /// all are shown.
  std::string othersText() const;
};

/// The unknown ones, then the bounds, the most frequent reason first, but for
/// those of templates that are not instantiated. At most \p Most of each group
/// are shown. If there is \p IsWanted, what it does not want is neither shown
/// nor counted.
std::vector<OpenAccessGroup> openAccesses(
    const Report &R, size_t Most,
    llvm::function_ref<bool(const Place &At, const Verdict &V)> IsWanted =
        nullptr);

/// The kernel templates of \p R that are not instantiated.
std::vector<const KernelProgram *> openTemplates(const Report &R);

} // namespace banklint

#endif // BANKLINT_OUTPUT_OPENACCESSES_H

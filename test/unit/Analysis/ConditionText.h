//===- ConditionText.h - Reads a condition back -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_ANALYSIS_CONDITIONTEXT_H
#define BANKLINT_TEST_UNIT_ANALYSIS_CONDITIONTEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace banklint::test {

/// What a condition says about one value.
struct Claim {
  bool IsMisaligned = false;
  bool IsAtMost = false;
  unsigned Wavefronts = 0;
};

/// The claim of \p Condition about \p Value of \p Name, as a reader takes it:
/// `== 0` and the first fitting residue class go before what stands for the
/// rest. Nothing if the text does not say which values a cost belongs to, or
/// can't be read.
std::optional<Claim> claimOf(llvm::StringRef Condition, llvm::StringRef Name,
                             int64_t Value);

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_ANALYSIS_CONDITIONTEXT_H

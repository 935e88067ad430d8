//===- ReferenceBanks.h - The bank rules, word by word ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas of docs/hardware-model.md as they stand there, with sets and
// maps of words. Slow, for tests only; shares nothing with lib/Hardware.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_REFERENCEBANKS_H
#define BANKLINT_TEST_REFERENCE_REFERENCEBANKS_H

#include "banklint/Hardware/Wavefronts.h"

namespace banklint {

/// What a request costs by the formulas; nothing is said about exactness.
struct ReferenceCost {
  unsigned Wavefronts = 0;
  unsigned Ideal = 0;
  unsigned Ways = 0;
};

/// The cost of \p Request with 32 banks of 4 bytes. AsyncCopyBypass has no
/// formula and must not be asked for.
ReferenceCost referenceCostOf(const WarpRequest &Request);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_REFERENCEBANKS_H

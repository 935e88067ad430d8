//===- RandomRequests.h - Seeded warp requests ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests that look like the measured patterns: strides, random pools, few
// distinct addresses, permutations, and lanes that pair up by 1, 2, 3, 4, 8 or
// 16, whole or with one pair broken. Uniform addresses alone would hardly ever
// join, broadcast or conflict much.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_HARDWARE_RANDOMREQUESTS_H
#define BANKLINT_TEST_UNIT_HARDWARE_RANDOMREQUESTS_H

#include "banklint/Hardware/Wavefronts.h"
#include <random>

namespace banklint {

class RandomRequests {
public:
  /// The same seed yields the same requests on every platform.
  explicit RandomRequests(uint64_t Seed) : Generator(Seed) {}

  /// A number below \p Bound.
  uint64_t below(uint64_t Bound) { return Generator() % Bound; }
  LaneMask mask();
  /// Multiples of \p Bytes below 64 KiB.
  LaneAddresses addresses(unsigned Bytes);
  /// Any supported operation that has a rule.
  WarpRequest next(const Architecture &Arch);

private:
  // The standard fixes this generator's output, not that of distributions.
  std::mt19937_64 Generator;
};

/// The operations and widths that \p Arch supports and that have a rule, with
/// all lanes active.
std::vector<WarpRequest> ruledRequests(const Architecture &Arch);

} // namespace banklint

#endif // BANKLINT_TEST_UNIT_HARDWARE_RANDOMREQUESTS_H

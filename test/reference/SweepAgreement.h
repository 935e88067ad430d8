//===- SweepAgreement.h - What is skipped changes nothing -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the verdicts of random programs with long loops and large blocks, of
// which iterations and warps may be left out, with those of whole executions.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_SWEEPAGREEMENT_H
#define BANKLINT_TEST_REFERENCE_SWEEPAGREEMENT_H

#include "banklint/Interpreter/Interpreter.h"
#include <cstdint>
#include <optional>
#include <string>

namespace banklint {

/// What was seen.
struct SweepCounts {
  /// Programs whose whole execution stayed within the limits.
  uint64_t Compared = 0;
  /// Programs of which less than half was executed.
  uint64_t Skipping = 0;
  uint64_t Verdicts = 0;
};

/// All that the verdicts of \p Program say, a line each.
std::string describeVerdicts(const KernelProgram &Program,
                             const LaunchConfig &Launch,
                             const InterpreterBudget &Budget);

/// The first difference for the program that \p Seed stands for, in words, or
/// nothing. Adds to \p Counts.
std::optional<std::string> findSweepDisagreement(uint64_t Seed,
                                                 SweepCounts &Counts);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_SWEEPAGREEMENT_H

//===- TrialTable.h - Combinations and what they cost -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_DRIVER_RUN_TRIALTABLE_H
#define BANKLINT_LIB_DRIVER_RUN_TRIALTABLE_H

#include "banklint/Checks/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// What one launch of a kernel costs in one combination.
struct Trial {
  /// With template arguments.
  std::string Kernel;
  Place At;
  /// Names and values, in the order of the command line.
  std::vector<std::pair<std::string, std::string>> Constants;
  std::vector<std::pair<std::string, uint64_t>> Paddings;
  Dim3 Block;
  bool IsAssumed = false;
  /// Of all accesses in one block. If not IsWhole, a loop of unknown length has
  /// one iteration, and accesses of which nothing is known are left out.
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
  bool IsWhole = true;
  /// The most ways of one request.
  unsigned Ways = 1;
  Summary Accesses;
  /// It has more shared memory than a block can have, or more static one.
  bool IsTooLarge = false;
  /// Accesses that are certainly outside of their array or misaligned.
  unsigned Faulty = 0;
  /// Nothing if the launch's dynamic shared memory is not known.
  std::optional<uint64_t> SharedBytes;
  /// Of a multiprocessor, by shared memory and threads; 0 if one has not
  /// enough.
  std::optional<unsigned> ResidentBlocks;
};

void writeTrials(llvm::ArrayRef<Trial> Trials, llvm::raw_ostream &OS);
void writeTrialsAsJson(llvm::ArrayRef<Trial> Trials, const Architecture &Arch,
                       llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_LIB_DRIVER_RUN_TRIALTABLE_H

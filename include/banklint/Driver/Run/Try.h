//===- Try.h - What a kernel would cost otherwise ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `banklint try` does: it analyzes kernels for all combinations of block
// shapes, paddings and values of constants, without a change of the source.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_TRY_H
#define BANKLINT_DRIVER_RUN_TRY_H

#include "banklint/Driver/Run/Run.h"

namespace banklint {

/// Elements that the rows of the arrays of that name become longer by.
struct TriedPadding {
  std::string Array;
  /// In the order of the command line.
  std::vector<uint64_t> Values;
};

/// A macro, a constant or an enumerator, which gets one of these values
/// wherever code that is not of the system defines it; a macro that is used and
/// not defined is added to the command.
struct TriedConstant {
  std::string Name;
  std::vector<std::string> Values;
};

struct TryOptions {
  /// Its format is text or JSON.
  RunOptions Run;
  /// isNamed; empty for all that use shared memory.
  std::string Kernel;
  /// Empty for those that the source states or that are assumed.
  std::vector<Dim3> Blocks;
  std::vector<TriedPadding> Paddings;
  std::vector<TriedConstant> Constants;
};

/// "32,8;16,16".
llvm::Expected<std::vector<Dim3>> parseTriedBlocks(llvm::StringRef Text);
/// "tile:0..4" or "tile:0;1;4".
llvm::Expected<TriedPadding> parseTriedPadding(llvm::StringRef Text);
/// "TILE=16;32".
llvm::Expected<TriedConstant> parseTriedConstant(llvm::StringRef Text);

/// Writes a table to \p Out or the output file, messages to \p Err.
RunOutcome runTry(const TryOptions &Options, llvm::raw_ostream &Out,
                  llvm::raw_ostream &Err);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_TRY_H

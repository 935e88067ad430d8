//===- Progress.h - How far a run is ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_PROGRESS_H
#define BANKLINT_DRIVER_RUN_PROGRESS_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <optional>

namespace banklint {

/// Reports finished units: on a terminal in one line that is written anew, else
/// in a line for each tenth of them.
class Progress {
public:
  /// Silent if \p OS is null.
  Progress(llvm::raw_ostream *OS, bool IsTerminal)
      : OS(OS), IsTerminal(IsTerminal) {}
  ~Progress() { clear(); }

  /// There are so many units more than was known.
  void expect(size_t More) { Units += More; }
  /// \p Findings are unknown where checks run on all units together.
  void addUnit(std::optional<size_t> Findings, bool HasFailed);
  /// Shows what is new.
  void show();
  /// Removes the line, so that something else can be printed.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  std::string text() const;

  llvm::raw_ostream *OS;
  const bool IsTerminal;
  size_t Units = 0;
  const Clock::time_point Start = Clock::now();
  size_t Done = 0;
  std::optional<size_t> Findings;
  size_t Failed = 0;
  size_t Shown = 0;
  bool HasLine = false;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_PROGRESS_H

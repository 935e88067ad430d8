//===- Includers.h - Sources that are parts of others -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some `.cu` files are headers: other sources include them, after they have
// defined macros and types. What such a file declares is analyzed there, as it
// is compiled, and not by itself as well.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_INCLUDERS_H
#define BANKLINT_DRIVER_RUN_INCLUDERS_H

#include "banklint/Driver/Run/Unit.h"

namespace banklint {

/// What the result of a unit says of its files.
struct UnitFiles {
  /// UnitResult::States.
  llvm::ArrayRef<FileState> States;
  /// It failed, or has parse errors.
  bool IsBroken = false;
};

/// For each of \p Units that is a part of another: the first that reads its
/// source and is whole and not broken, by number. A source with a command of
/// its own in a compilation database is a part only if it is broken. \p Files
/// are those of \p Units.
std::vector<std::optional<size_t>>
findIncluders(llvm::ArrayRef<Unit> Units, llvm::ArrayRef<UnitFiles> Files);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_INCLUDERS_H

//===- CheckNames.h - Which checks globs select -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_CHECKNAMES_H
#define BANKLINT_DRIVER_CHECKNAMES_H

#include "llvm/ADT/StringRef.h"

namespace banklint {

/// True if the last glob of \p Globs that matches \p Check selects it. Globs
/// are separated by commas or line ends, "*" stands for any text, and a leading
/// "-" excludes; what no glob matches is not selected.
bool isSelected(llvm::StringRef Globs, llvm::StringRef Check);

/// True if --checks=\p Globs lets \p Check run: all do that are not excluded.
inline bool isEnabled(llvm::StringRef Globs, llvm::StringRef Check) {
  return isSelected("*," + Globs.str(), Check);
}

} // namespace banklint

#endif // BANKLINT_DRIVER_CHECKNAMES_H

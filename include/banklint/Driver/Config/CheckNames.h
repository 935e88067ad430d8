//===- CheckNames.h - Which checks globs select -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_CONFIG_CHECKNAMES_H
#define BANKLINT_DRIVER_CONFIG_CHECKNAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// True if the last glob of \p Globs that matches \p Check selects it. Globs
/// are separated by commas or newlines, "*" matches any text, and a leading "-"
/// excludes; a check that no glob matches is not selected. These are
/// clang-tidy's globs with one difference: llvm::GlobPattern matches them, so
/// that "?", "[...]" and "\" are special. In clang-tidy they match only
/// themselves, which no name of a check contains. An invalid pattern matches
/// nothing.
bool isSelected(llvm::StringRef Globs, llvm::StringRef Check);

/// True if --checks=\p Globs does not exclude \p Check.
inline bool isEnabled(llvm::StringRef Globs, llvm::StringRef Check) {
  return isSelected("*," + Globs.str(), Check);
}

/// True if a check ran on a file, which is named as in a report: --checks and
/// the configuration decide.
using EnabledChecks =
    llvm::function_ref<bool(llvm::StringRef File, llvm::StringRef Check)>;

} // namespace banklint

#endif // BANKLINT_DRIVER_CONFIG_CHECKNAMES_H

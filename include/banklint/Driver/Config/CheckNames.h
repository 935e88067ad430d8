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
#include <string>

namespace banklint {

/// The names of findings about comments, in place of a check.
inline constexpr llvm::StringLiteral NolintCheck = "banklint-nolint";
inline constexpr llvm::StringLiteral UnusedNolintCheck =
    "banklint-unused-nolint";

/// True if the last glob of \p Globs that matches \p Check selects it. Globs
/// are separated by commas or newlines, "*" matches any text, and a leading "-"
/// excludes; a check that no glob matches is not selected. These are
/// clang-tidy's globs with one difference: llvm::GlobPattern matches them, so
/// that "?", "[...]" and "\" are special. In clang-tidy they match only
/// themselves, which no name of a check contains. An invalid pattern matches
/// nothing.
bool isSelected(llvm::StringRef Globs, llvm::StringRef Check);

/// "no check matches 'X'; did you mean 'Y'?" for the first of \p Globs that
/// matches no check or is invalid; empty if there is none. \p OfErrors says
/// that the globs select findings, also those about comments, and not checks.
std::string problemOfGlobs(llvm::StringRef Globs, bool OfErrors);

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

//===- Documentation.h - The checks' pages ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/checks/<check>.md as it was when the program was built.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_DOCUMENTATION_H
#define BANKLINT_CHECKS_DOCUMENTATION_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace banklint {

/// The page of \p Check in Markdown, which opens with "# <check>"; empty if
/// there is no such check.
llvm::StringRef documentationOf(llvm::StringRef Check);

/// What docs/reasons.md says of a reason for an inexact result.
struct ReasonText {
  llvm::StringRef Code;
  llvm::StringRef Cause;
  llvm::StringRef Remedy;
};
std::vector<ReasonText> documentedReasons();

} // namespace banklint

#endif // BANKLINT_CHECKS_DOCUMENTATION_H

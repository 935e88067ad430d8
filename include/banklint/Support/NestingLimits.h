//===- NestingLimits.h - Texts that are nested too deeply -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parsers recurse for each level, so that a malicious text overflows the
// stack. A text within these limits does not.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_NESTINGLIMITS_H
#define BANKLINT_SUPPORT_NESTINGLIMITS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace banklint {

/// The most opening brackets, and "-" and "?" of entries, in a YAML text.
constexpr unsigned MaxYamlOpeners = 4096;

/// Where \p Text, in YAML, exceeds that number. Quoted and closed ones count,
/// because only a parser could distinguish them.
std::optional<size_t> tooDeepYamlAt(llvm::StringRef Text);

/// Where \p Text, in JSON, is nested deeper than any that banklint reads.
std::optional<size_t> tooDeepJsonAt(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_SUPPORT_NESTINGLIMITS_H

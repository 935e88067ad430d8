//===- NestingLimits.h - Texts that are nested too deeply -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parsers call themselves for each level, and a text that is made for it
// overflows the stack. What passes here does not.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_NESTINGLIMITS_H
#define BANKLINT_SUPPORT_NESTINGLIMITS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace banklint {

/// Brackets that open, and "-" and "?" of entries, which a YAML text may have.
constexpr unsigned MaxYamlOpeners = 4096;

/// Where \p Text, in YAML, has one more than that. They are counted wherever
/// they stand: only a parser could tell what is quoted or closed.
std::optional<size_t> tooDeepYamlAt(llvm::StringRef Text);

/// Where \p Text, in JSON, is nested deeper than any that banklint reads.
std::optional<size_t> tooDeepJsonAt(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_SUPPORT_NESTINGLIMITS_H

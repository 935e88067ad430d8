//===- SpelledIncludes.h - The headers that a text names --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMMANDS_SPELLEDINCLUDES_H
#define BANKLINT_COMMANDS_SPELLEDINCLUDES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

struct SpelledInclude {
  /// Without quotes or brackets.
  std::string Name;
  /// In brackets: not looked for next to the file.
  bool IsAngled;
};

/// The #include directives of \p Text, whether conditions exclude them or not.
/// Nothing if a directive does not
/// spell its name (macros), or if the text cannot be read this way; then it may
/// include anything.
std::optional<std::vector<SpelledInclude>>
spelledIncludes(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_COMMANDS_SPELLEDINCLUDES_H

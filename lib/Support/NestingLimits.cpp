//===- NestingLimits.cpp - Texts that are nested too deeply ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/NestingLimits.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

std::optional<size_t> banklint::tooDeepYamlAt(llvm::StringRef Text) {
  unsigned Openers = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    const bool IsLast = I + 1 == Text.size();
    const bool IsEntry =
        (C == '-' || C == '?') && (IsLast || llvm::isSpace(Text[I + 1]));
    Openers += IsEntry || C == '[' || C == '{';
    if (Openers > MaxYamlOpeners)
      return I;
  }
  return std::nullopt;
}

std::optional<size_t> banklint::tooDeepJsonAt(llvm::StringRef Text) {
  constexpr unsigned MaxDepth = 64;
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (IsInString && C == '\\')
      ++I;
    else if (C == '"')
      IsInString = !IsInString;
    else if (!IsInString && (C == '[' || C == '{') && ++Depth > MaxDepth)
      return I;
    else if (!IsInString && (C == ']' || C == '}') && Depth != 0)
      --Depth;
  }
  return std::nullopt;
}

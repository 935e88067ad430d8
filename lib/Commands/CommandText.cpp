//===- CommandText.cpp - From texts of options to words -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CommandText.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {
/// Collects characters to words. A word may be empty, if it was quoted.
class Words {
public:
  void add(char C) {
    Current += C;
    HasWord = true;
  }
  void begin() { HasWord = true; }
  void end() {
    if (HasWord)
      Result.push_back(std::move(Current));
    Current.clear();
    HasWord = false;
  }
  std::vector<std::string> take() {
    end();
    return std::move(Result);
  }

private:
  std::string Current;
  bool HasWord = false;
  std::vector<std::string> Result;
};
} // namespace

std::vector<std::string> banklint::splitShellWords(llvm::StringRef Text) {
  Words Result;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    const bool IsLast = I + 1 == Text.size();
    if (Quote ? C == Quote : C == '"' || C == '\'') {
      Quote = Quote ? 0 : C;
      Result.begin();
    } else if (C == '\\' && Quote != '\'' && !IsLast &&
               (!Quote || llvm::StringRef("\"\\$`\n").contains(Text[I + 1]))) {
      // A line that goes on.
      if (Text[++I] != '\n')
        Result.add(Text[I]);
    } else if (!Quote && llvm::isSpace(C)) {
      Result.end();
    } else {
      Result.add(C);
    }
  }
  return Result.take();
}

std::vector<std::string> banklint::splitNvccList(llvm::StringRef Value) {
  Words Result;
  bool IsQuoted = false;
  for (size_t I = 0; I < Value.size(); ++I) {
    if (Value[I] == '\\' && I + 1 < Value.size()) {
      Result.add(Value[++I]);
      continue;
    }
    IsQuoted ^= Value[I] == '"';
    if (Value[I] == ',' && !IsQuoted)
      Result.end();
    else
      Result.add(Value[I]);
  }
  return Result.take();
}

/// \p Text without double quotes, and without backslashes but escaped ones.
static std::string unquote(llvm::StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size())
      Result += Text[++I];
    else if (Text[I] != '"')
      Result += Text[I];
  }
  return Result;
}

std::vector<std::string> banklint::splitOptionsFile(llvm::StringRef Text) {
  Words Result;
  bool IsQuoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size()) {
      Result.add(Text[++I]);
    } else if (Text[I] == '"') {
      IsQuoted = !IsQuoted;
      Result.begin();
    } else if (!IsQuoted && llvm::isSpace(Text[I])) {
      Result.end();
    } else {
      Result.add(Text[I]);
    }
  }
  std::vector<std::string> Options = Result.take();
  for (std::string &Option : Options)
    Option = unquote(Option);
  return Options;
}

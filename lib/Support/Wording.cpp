//===- Wording.cpp - Phrases that messages share ------------------------===//
//---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/Wording.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

std::string banklint::counted(uint64_t Count, llvm::StringRef Word) {
  std::string Text = std::to_string(Count) + " " + Word.str();
  if (Count == 1)
    return Text;
  if (Word.ends_with("ry"))
    return Text.substr(0, Text.size() - 1) + "ies";
  Text += Word.ends_with("s") || Word.ends_with("ch") || Word.ends_with("x")
              ? "es"
              : "s";
  return Text;
}

std::string banklint::printable(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    const auto Byte = static_cast<unsigned char>(C);
    if (Byte >= 0x20 && Byte != 0x7f)
      Result += C;
    else if (C == '\n')
      Result += "\\n";
    else
      Result += "\\x" + llvm::utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2);
  }
  return Result;
}

std::string banklint::didYouMean(llvm::StringRef Name,
                                 llvm::ArrayRef<llvm::StringRef> Known) {
  llvm::StringRef Nearest;
  unsigned Least = std::max<unsigned>(2, Name.size() / 4) + 1;
  for (llvm::StringRef Each : Known) {
    unsigned Distance =
        Name.edit_distance_insensitive(Each, /*AllowReplacements=*/true, Least);
    if (Distance < Least) {
      Least = Distance;
      Nearest = Each;
    }
  }
  return Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?";
}

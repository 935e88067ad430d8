//===- Wording.cpp - Phrases that messages share --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace banklint;

std::string banklint::grouped(uint64_t Count) {
  std::string Text = std::to_string(Count);
  for (int At = int(Text.size()) - 3; At > 0; At -= 3)
    Text.insert(At, ",");
  return Text;
}

std::string banklint::counted(uint64_t Count, llvm::StringRef Word) {
  std::string Text =
      (Word.ends_with("byte") ? std::to_string(Count) : grouped(Count)) + " " +
      Word.str();
  if (Count == 1)
    return Text;
  if (Word.ends_with("ry"))
    return Text.substr(0, Text.size() - 1) + "ies";
  Text += Word.ends_with("s") || Word.ends_with("ch") || Word.ends_with("x")
              ? "es"
              : "s";
  return Text;
}

/// \p CodePoint, which is not printable, in letters, as C++ spells it.
static std::string spelledOut(llvm::UTF32 CodePoint) {
  const bool IsShort = CodePoint <= 0xffff;
  return (IsShort ? "\\u" : "\\U") +
         llvm::utohexstr(CodePoint, /*LowerCase=*/true, IsShort ? 4 : 8);
}

std::string banklint::printable(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    const unsigned char Byte = Text.front();
    const auto *Next = Text.bytes_begin();
    llvm::UTF32 CodePoint = 0;
    const bool IsCharacter =
        llvm::convertUTF8Sequence(&Next, Text.bytes_end(), &CodePoint,
                                  llvm::strictConversion) == llvm::conversionOK;
    const size_t Length = IsCharacter ? Next - Text.bytes_begin() : 1;
    if (IsCharacter && llvm::sys::unicode::isPrintable(CodePoint))
      Result += Text.take_front(Length);
    else if (Byte == '\n')
      Result += "\\n";
    else if (IsCharacter && Length > 1)
      Result += spelledOut(CodePoint);
    else
      Result += "\\x" + llvm::utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2);
    Text = Text.drop_front(Length);
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
  // A part of a name stands for the shortest that has it.
  if (Nearest.empty() && Name.size() >= 3)
    for (llvm::StringRef Each : Known)
      if (Each.contains_insensitive(Name) &&
          (Nearest.empty() || Each.size() < Nearest.size()))
        Nearest = Each;
  return Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?";
}

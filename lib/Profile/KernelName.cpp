//===- KernelName.cpp - Names of kernels in other spellings ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Profile/KernelName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

/// \p Text without what stands in front of the last "::" that no bracket
/// encloses.
static llvm::StringRef withoutScope(llvm::StringRef Text) {
  unsigned Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '<' || Text[I] == '(')
      ++Depth;
    else if ((Text[I] == '>' || Text[I] == ')') && Depth != 0)
      --Depth;
    else if (Depth == 0 && Text.substr(I).starts_with("::"))
      Start = I + 2;
  }
  return Text.substr(Start);
}

/// The type in front of a value, "(int)4" or "(unsigned char)1", left out; what
/// may be a literal's suffix as well.
static std::string tidyArgument(llvm::StringRef Text) {
  Text = Text.trim();
  if (Text.starts_with("(")) {
    const size_t End = Text.find(')');
    if (End != llvm::StringRef::npos && End + 1 != Text.size())
      Text = Text.substr(End + 1).trim();
  }
  if (Text == "true")
    return "1";
  if (Text == "false")
    return "0";
  if (!Text.empty() && (llvm::isDigit(Text.front()) || Text.front() == '-'))
    return Text.rtrim("uUlL").str();
  for (llvm::StringRef Word : {"struct ", "class ", "enum "})
    Text.consume_front(Word);
  std::string Result;
  for (char C : withoutScope(Text))
    if (!llvm::isSpace(C))
      Result += C;
  // Clang's spellings of two common types.
  if (Result == "unsigned")
    return "unsignedint";
  return Result == "_Bool" ? "bool" : Result;
}

KernelName banklint::kernelName(llvm::StringRef Spelling) {
  KernelName Name;
  unsigned Depth = 0;
  std::string Head, Argument;
  const auto Finish = [&] {
    if (!Argument.empty())
      Name.Arguments.push_back(tidyArgument(Argument));
    Argument.clear();
  };
  // The parts "(anonymous namespace)::" and "<unnamed>::" are scopes.
  std::string Text = Spelling.str();
  for (llvm::StringRef Unnamed : {"(anonymous namespace)::", "<unnamed>::"})
    for (size_t At; (At = Text.find(Unnamed)) != std::string::npos;)
      Text.erase(At, Unnamed.size());
  for (char C : Text) {
    if (Depth == 0 && C == '(')
      break;
    const unsigned Outer = Depth;
    if (C == '<' || C == '(')
      ++Depth;
    else if ((C == '>' || C == ')') && Depth != 0)
      --Depth;
    if (Outer == 0 && Depth == 0)
      Head += C;
    else if ((Outer == 0 && Depth == 1) || (Outer == 1 && Depth == 0))
      Finish();
    else if (C == ',' && Depth == 1)
      Finish();
    else
      Argument += C;
  }
  Finish();
  // "void" stands in front, except of kernels that are no templates.
  const llvm::StringRef Qualified = llvm::StringRef(Head).trim();
  Name.Base = withoutScope(Qualified.rsplit(' ').second.empty()
                               ? Qualified
                               : Qualified.rsplit(' ').second)
                  .str();
  return Name;
}

bool banklint::mayBeSame(const KernelName &A, const KernelName &B) {
  if (A.Base != B.Base || A.Base.empty())
    return false;
  // Default arguments may be missing.
  for (auto [Left, Right] : llvm::zip(A.Arguments, B.Arguments))
    if (Left != Right)
      return false;
  return true;
}

//===- ConditionText.cpp - Reads a condition back -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionText.h"
#include "llvm/ADT/SmallVector.h"

using namespace banklint;
using namespace banklint::test;

/// True if \p Value is in the class that \p Text names: "n odd",
/// "n % 8 == 4".
static bool isInClass(llvm::StringRef Text, llvm::StringRef Name,
                      int64_t Value) {
  if (!Text.consume_front(Name))
    return false;
  Text = Text.trim();
  if (Text == "odd" || Text == "even")
    return (Value & 1) == (Text == "odd");
  if (Text == "!= 0")
    return Value != 0;
  uint64_t Modulus, Residue;
  return Text.consume_front("% ") && !Text.consumeInteger(10, Modulus) &&
         Text.consume_front(" == ") && !Text.getAsInteger(10, Residue) &&
         (uint64_t(Value) & (Modulus - 1)) == Residue;
}

static std::optional<Claim> readFigure(llvm::StringRef Text) {
  Claim Result;
  Text = Text.trim();
  if (Text == "misaligned") {
    Result.IsMisaligned = true;
    return Result;
  }
  Result.IsAtMost = Text.consume_front("at most ");
  if (Text.consumeInteger(10, Result.Wavefronts))
    return std::nullopt;
  return Result;
}

std::optional<Claim> test::claimOf(llvm::StringRef Condition,
                                   llvm::StringRef Name, int64_t Value) {
  std::string Zero = Name.str() + " == 0";
  std::string Any = "any " + Name.str();
  std::string Other = "other " + Name.str();
  std::optional<Claim> OfZero, OfClass, OfRest;
  bool IsVague = false;
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Condition.split(Parts, ';');
  for (llvm::StringRef Part : Parts) {
    auto [When, Figure] = Part.trim().split(": ");
    std::optional<Claim> Said = readFigure(Figure);
    IsVague |= When.contains(" values of ") || When.contains("if aligned");
    if (When == Zero && Value == 0)
      OfZero = Said;
    else if (When == "otherwise" || When == Any || When == Other)
      OfRest = OfRest ? OfRest : Said;
    llvm::SmallVector<llvm::StringRef, 4> Classes;
    When.split(Classes, " or ");
    for (llvm::StringRef Class : Classes)
      if (!OfClass && isInClass(Class, Name, Value))
        OfClass = Said;
  }
  if (OfZero)
    return OfZero;
  if (OfClass)
    return OfClass;
  return IsVague ? std::nullopt : OfRest;
}

//===- Needs.cpp - Where the values of variables are needed ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Needs.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// The bit of a branch's first side; that of the other one follows.
static SideBits firstSide(size_t Branch) { return SideBits(1) << (2 * Branch); }

SideBits BranchNumbers::sideOf(const clang::IfStmt &Branch, bool IsElse) {
  const size_t Number = llvm::find(Branches, &Branch) - Branches.begin();
  const SideBits Side = firstSide(Number) << IsElse;
  if (Number == Branches.size()) {
    if (Side >= ByCaller)
      return Other;
    Branches.push_back(&Branch);
  }
  return Side;
}

void BranchNumbers::forEach(
    SideBits Sides,
    llvm::function_ref<void(const clang::IfStmt &, bool)> Visit) const {
  for (auto [Number, Branch] : llvm::enumerate(Branches))
    for (const bool IsElse : {false, true})
      if (Sides & (firstSide(Number) << IsElse))
        Visit(*Branch, IsElse);
}

SideBits BranchNumbers::translated(SideBits Sides, const BranchNumbers &From) {
  SideBits Result = Sides & (Other | ByCaller);
  From.forEach(Sides, [&](const clang::IfStmt &Branch, bool IsElse) {
    Result |= sideOf(Branch, IsElse);
  });
  return Result;
}

void Need::add(Need Other) {
  if (Other.isNone())
    return;
  const SideBits Both = Sides | Other.Sides;
  if (isNone() || Around == Other.Number)
    *this = Other;
  else if (*this != Other && Other.Around != Number)
    *this = Around == Other.Around ? Need(Around) : everywhere();
  setSides(Both);
}

void Need::addPart(Need Other) {
  const SideBits Both = Sides | Other.Sides;
  if (isOnOneSide() || Other.isOnOneSide())
    *this = (isOnOneSide() ? *this : Other).into(Both);
  else
    add(Other);
}

VariableNeeds banklint::joined(const SideNeeds &Then, const SideNeeds &Else,
                               Need OneSide, const llvm::BitVector &Parted) {
  VariableNeeds Result(Then.Needs.size());
  for (size_t Variable = 0; Variable != Result.size(); ++Variable) {
    Need &Joined = Result[Variable];
    const Need InThen = Then.Needs[Variable], InElse = Else.Needs[Variable];
    Joined = InThen;
    const auto JoinOneSide = [&](const SideNeeds &Of, Need Inside) {
      Joined = Of.IsCheap ? Inside : OneSide.into(Of.Side | Inside.sides());
    };
    if (InThen == InElse)
      Joined = InThen.into(InElse.sides());
    else if (InElse.isNone())
      JoinOneSide(Then, InThen);
    else if (InThen.isNone())
      JoinOneSide(Else, InElse);
    // Two branches with one condition become one.
    else if (InThen == OneSide || InElse == OneSide)
      Joined = OneSide.into(BranchNumbers::Other);
    else if ((Then.HasJump && InThen.isOnOneSide()) ||
             (Else.HasJump && InElse.isOnOneSide()))
      Joined =
          (InThen.isOnOneSide() ? InThen : InElse).into(BranchNumbers::Other);
    else if (Parted[Variable])
      Joined.addPart(InElse);
    else
      Joined.add(InElse);
  }
  return Result;
}

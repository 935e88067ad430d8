//===- Needs.cpp - Where the values of variables are needed ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Needs.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

void Need::add(Need Other) {
  if (Other.isNone() || *this == Other || Other.Around == Number)
    return;
  if (isNone() || Around == Other.Number)
    *this = Other;
  else
    *this = Around == Other.Around ? Need(Around) : everywhere();
}

void Need::addPart(Need Other) {
  if (isOnOneSide())
    return;
  if (Other.isOnOneSide())
    *this = Other;
  else
    add(Other);
}

VariableNeeds banklint::joined(const BranchSide &Then, const BranchSide &Else,
                               Need OneSide, const llvm::BitVector &Parted) {
  VariableNeeds Result(Then.Needs.size());
  for (auto [Variable, Joined] : llvm::enumerate(Result)) {
    const Need InThen = Then.Needs[Variable], InElse = Else.Needs[Variable];
    Joined = InThen;
    if (InThen == InElse)
      continue;
    if (InElse.isNone())
      Joined = Then.IsCheap ? InThen : OneSide;
    else if (InThen.isNone())
      Joined = Else.IsCheap ? InElse : OneSide;
    // Two branches with one condition become one.
    else if (InThen == OneSide || InElse == OneSide)
      Joined = OneSide;
    else if (Parted[Variable])
      Joined.addPart(InElse);
    else
      Joined.add(InElse);
  }
  return Result;
}

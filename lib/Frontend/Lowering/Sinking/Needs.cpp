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
  if (Other.isNone() || *this == Other)
    return;
  *this = isNone() ? Other : everywhere();
}

/// The need of a value that \p Side alone needs, and there \p Inside.
static Need ofOneSide(const BranchSide &Side, Need Inside, Need OneSide) {
  return Side.IsCheap ? Inside : OneSide;
}

llvm::SmallVector<Need, 0>
banklint::joined(const BranchSide &Then, const BranchSide &Else, Need OneSide) {
  llvm::SmallVector<Need, 0> Result(Then.Needs.size());
  for (auto [Variable, Joined] : llvm::enumerate(Result)) {
    const Need InThen = Then.Needs[Variable], InElse = Else.Needs[Variable];
    if (InThen == InElse)
      Joined = InThen;
    else if (InElse.isNone())
      Joined = ofOneSide(Then, InThen, OneSide);
    else if (InThen.isNone())
      Joined = ofOneSide(Else, InElse, OneSide);
    // Two branches with one condition become one.
    else if (InThen == OneSide || InElse == OneSide)
      Joined = OneSide;
    else
      Joined = Need::everywhere();
  }
  return Result;
}

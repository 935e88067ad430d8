//===- Needs.h - Where the values of variables are needed -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a backward analysis: for each local variable, which of the code
// behind a point needs the value that it has there. A value that is needed on
// one side of a branch only may be computed there.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDS_H

#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// Which code needs a value.
class Need {
public:
  /// None.
  Need() = default;
  /// Code that every lane gets to, or of more than one branch.
  static Need everywhere() { return Need(1); }
  /// What uses the result of the function that is looked at.
  static Need byCaller() { return Need(2); }
  /// One side of the branches whose condition has number \p Condition.
  static Need onOneSide(unsigned Condition) { return Need(3 + Condition); }

  bool isNone() const { return Number == 0; }
  bool isEverywhere() const { return Number == 1; }
  bool isByCaller() const { return Number == 2; }
  bool operator==(Need Other) const { return Number == Other.Number; }
  bool operator!=(Need Other) const { return Number != Other.Number; }

  /// That of a value that \p Other needs, too.
  void add(Need Other);

private:
  explicit Need(unsigned Number) : Number(Number) {}
  unsigned Number = 0;
};

/// The side of a branch.
struct BranchSide {
  /// The needs at its begin, by the numbers of variables.
  llvm::SmallVector<Need, 0> Needs;
  /// The compiler may execute it whatever the condition is.
  bool IsCheap = false;
};

/// The needs in front of a branch, with \p OneSide for what only one of its
/// sides needs.
llvm::SmallVector<Need, 0> joined(const BranchSide &Then,
                                  const BranchSide &Else, Need OneSide);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDS_H

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

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// Which code needs a value.
class Need {
public:
  /// None.
  Need() = default;
  /// Code that every lane gets to, or of more than one branch.
  static Need everywhere() { return Need(Everywhere); }
  /// What uses the result of the function that is looked at.
  static Need byCaller() { return Need(ByCaller); }
  /// One side of the branches whose condition has number \p Condition; it is
  /// the same in all lanes if \p IsUniform. The branch itself is needed by
  /// \p Around.
  static Need onOneSide(unsigned Condition, bool IsUniform, Need Around) {
    Need Result(FirstSide + 2 * Condition + IsUniform);
    Result.Around = Around.Number;
    return Result;
  }

  bool isNone() const { return Number == 0; }
  bool isEverywhere() const { return Number == Everywhere; }
  bool isByCaller() const { return Number == ByCaller; }
  bool isOnOneSide() const { return Number >= FirstSide; }
  bool isUniform() const { return isOnOneSide() && (Number - FirstSide) % 2; }
  bool operator==(Need Other) const { return Number == Other.Number; }
  bool operator!=(Need Other) const { return Number != Other.Number; }

  /// That of a value that \p Other needs, too.
  void add(Need Other);
  /// Likewise, of a value of which each may need another part.
  void addPart(Need Other);

private:
  enum : unsigned { Everywhere = 1, ByCaller, FirstSide };
  explicit Need(unsigned Number) : Number(Number) {}
  unsigned Number = 0;
  /// Of one side: the number of what needs the branch.
  unsigned Around = Everywhere;
};

/// The needs of variables by their numbers.
using VariableNeeds = llvm::SmallVector<Need, 0>;

/// The side of a branch.
struct BranchSide {
  /// The needs at its begin.
  VariableNeeds Needs;
  /// The compiler may execute it whatever the condition is.
  bool IsCheap = false;
};

/// The needs in front of a branch, with \p OneSide for what only one of its
/// sides needs. Those of the variables in \p Parted are of their parts.
VariableNeeds joined(const BranchSide &Then, const BranchSide &Else,
                     Need OneSide, const llvm::BitVector &Parted);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDS_H

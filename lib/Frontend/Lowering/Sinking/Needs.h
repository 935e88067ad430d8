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

#include "clang/AST/Stmt.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace banklint {

/// Sides of the branches of one function, as bits that BranchNumbers gives.
using SideBits = uint64_t;

/// Numbers the branches of one function.
class BranchNumbers {
public:
  /// A side that has no number: of a choice, a switch or a loop, or one of too
  /// many.
  static constexpr SideBits Other = SideBits(1) << 63;
  /// Where the caller needs the result of the function.
  static constexpr SideBits ByCaller = SideBits(1) << 62;

  SideBits sideOf(const clang::IfStmt &Branch, bool IsElse);
  /// \p Sides, which \p From numbers.
  SideBits translated(SideBits Sides, const BranchNumbers &From);
  /// Calls \p Visit for each side of \p Sides but Other and ByCaller.
  void forEach(
      SideBits Sides,
      llvm::function_ref<void(const clang::IfStmt &, bool IsElse)> Visit) const;

private:
  llvm::SmallVector<const clang::IfStmt *, 4> Branches;
};

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
    Result.Sides = Around.Sides;
    return Result;
  }
  /// This need, of what may move into \p All sides.
  Need withSides(SideBits All) const {
    Need Result = *this;
    Result.setSides(All);
    return Result;
  }
  /// Likewise, into \p More than its own.
  Need into(SideBits More) const { return withSides(Sides | More); }

  bool isNone() const { return Number == 0; }
  bool isEverywhere() const { return Number == Everywhere; }
  bool isByCaller() const { return Number == ByCaller; }
  bool isOnOneSide() const { return Number >= FirstSide; }
  bool isUniform() const { return isOnOneSide() && (Number - FirstSide) % 2; }
  /// All sides of branches that what is needed may move into.
  SideBits sides() const { return Sides; }
  /// Whatever may move into which sides.
  bool operator==(Need Other) const { return Number == Other.Number; }
  bool operator!=(Need Other) const { return Number != Other.Number; }

  /// That of a value that \p Other needs, too.
  void add(Need Other);
  /// Likewise, of a value of which each may need another part.
  void addPart(Need Other);

private:
  enum : unsigned { Everywhere = 1, ByCaller, FirstSide };
  explicit Need(unsigned Number) : Number(Number) { setSides(0); }
  void setSides(SideBits All) {
    Sides = isOnOneSide() ? All : isByCaller() ? BranchNumbers::ByCaller : 0;
  }

  unsigned Number = 0;
  /// Of one side: the number of what needs the branch.
  unsigned Around = Everywhere;
  SideBits Sides = 0;
};

/// The needs of variables by their numbers.
using VariableNeeds = llvm::SmallVector<Need, 0>;

/// The side of a branch.
struct SideNeeds {
  /// The needs at its begin.
  VariableNeeds Needs;
  /// The compiler may execute it whatever the condition is.
  bool IsCheap = false;
  SideBits Side = BranchNumbers::Other;
  /// Lanes may leave the code around, so that what is needed behind the branch
  /// is not needed by all that come to this side.
  bool HasJump = false;
};

/// The needs in front of a branch, with \p OneSide for what only one of its
/// sides needs. Those of the variables in \p Parted are of their parts.
VariableNeeds joined(const SideNeeds &Then, const SideNeeds &Else, Need OneSide,
                     const llvm::BitVector &Parted);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDS_H

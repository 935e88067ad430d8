//===- BlockRelations.h - What a launch says of its block -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code computes blocks and arguments from the same numbers, known or not:
//
//   dim3 block(min(n, 256 / y), y);
//   rows<<<grid, block>>>(out, 4 * y);
//
// Whoever assumes a block of such a launch has to keep to what it says.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_BLOCKRELATIONS_H
#define BANKLINT_PROGRAM_BLOCKRELATIONS_H

#include "banklint/Program/Types.h"
#include <limits>
#include <optional>
#include <vector>

namespace banklint {

// Expr.h names what Clang does.
enum class BinaryOp;

/// A number that follows from the extents of a block.
struct BlockFormula {
  struct Operand {
    enum OperandKind { Number, Extent, Step };
    OperandKind Kind = Number;
    /// The number, the direction (0 for x) or the number of the step.
    int64_t Value = 0;

    friend bool operator==(const Operand &A, const Operand &B) {
      return A.Kind == B.Kind && A.Value == B.Value;
    }
  };
  /// \p Op of two operands, in Type.
  struct Operation {
    BinaryOp Op;
    IntType Type;
    Operand Left, Right;

    friend bool operator==(const Operation &A, const Operation &B) {
      return A.Op == B.Op && A.Type == B.Type && A.Left == B.Left &&
             A.Right == B.Right;
    }
  };
  /// Each has operands of steps before it only.
  std::vector<Operation> Steps;
  Operand Result;

  /// What it is in \p Block; nothing if that is not defined.
  std::optional<int64_t> evaluate(const Dim3 &Block) const;
  friend bool operator==(const BlockFormula &A, const BlockFormula &B) {
    return A.Steps == B.Steps && A.Result == B.Result;
  }
};

/// A number of each block that a launch has is in a range.
struct BlockCondition {
  BlockFormula Of;
  int64_t Least = std::numeric_limits<int64_t>::min();
  int64_t Most = std::numeric_limits<int64_t>::max();
  bool IsNotZero = false;

  bool holds(const Dim3 &Block) const;
  friend bool operator==(const BlockCondition &A, const BlockCondition &B) {
    return A.Of == B.Of && A.Least == B.Least && A.Most == B.Most &&
           A.IsNotZero == B.IsNotZero;
  }
};

/// An extent of the block that follows from the others.
struct ExtentFormula {
  unsigned Direction = 0;
  BlockFormula Of;

  friend bool operator==(const ExtentFormula &A, const ExtentFormula &B) {
    return A.Direction == B.Direction && A.Of == B.Of;
  }
};

/// What is known of the blocks of a launch as a whole.
struct BlockRelations {
  std::vector<ExtentFormula> Extents;
  std::vector<BlockCondition> Conditions;

  bool allow(const Dim3 &Block) const;
  /// \p Block with the extents that follow from others; nothing if it is none
  /// then, or not allowed.
  std::optional<Dim3> fit(Dim3 Block) const;
  friend bool operator==(const BlockRelations &A, const BlockRelations &B) {
    return A.Extents == B.Extents && A.Conditions == B.Conditions;
  }
};

/// An argument of a launch that follows from its block.
struct ArgumentFormula {
  /// The argument, from 0, then the members and elements that lead to the
  /// number (bases count first).
  std::vector<unsigned> Path;
  BlockFormula Of;

  friend bool operator==(const ArgumentFormula &A, const ArgumentFormula &B) {
    return A.Path == B.Path && A.Of == B.Of;
  }
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_BLOCKRELATIONS_H

//===- CopyConstants.h - Constants of one copy ---------------- -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a loop is unrolled whole, what it counts is a constant in each copy of
// its body. In the copy for h = 1 the compiler sees that 2 * t - (t & (h - 1))
// is even; in others it is not. To use the values that constants have when an
// access executes, they must have had them when its address was computed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_COPYCONSTANTS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_COPYCONSTANTS_H

#include "banklint/Program/AssignedValues.h"
#include <map>
#include <optional>

namespace banklint {

class CopyConstants {
public:
  CopyConstants(const KernelProgram &Program, const AssignedValues &Values);

  /// What the address of an access is made of.
  struct Parts {
    /// By variable: it is a constant of the copy that has its value from where
    /// the address's parts are computed up to the access.
    std::vector<bool> IsValued;
    /// By variable: it is set once, and wherever it is read for the address,
    /// that was the last time that its value was computed.
    std::vector<bool> IsFollowed;
    /// One read of each variable that is valued.
    std::vector<ExprId> Constants;
    /// By variable, of others that the address reads: how many statements that
    /// set it stand before.
    std::map<unsigned, unsigned> Versions;
    /// The loops around the access whose rounds give these other values.
    std::vector<const Stmt *> Loops;
  };
  /// The parts of the address of \p Access where the variables \p IsConstant
  /// are constants in each copy of the code.
  Parts partsOf(unsigned Access, const std::vector<bool> &IsConstant) const;

private:
  /// Where a statement stands: the number of statements before it, and the
  /// blocks around it, outermost first.
  struct Place {
    unsigned Position = 0;
    std::vector<const Block *> Around;
  };
  /// The statements of a loop, from its own position on.
  struct Range {
    const Stmt *Loop;
    unsigned First = 0;
    unsigned End = 0;
    bool contains(unsigned Position) const {
      return Position >= First && Position < End;
    }
  };

  void index(const Block &B);
  /// The search for the parts of one address.
  struct Search {
    const std::vector<bool> &IsConstant;
    Parts Found;
    /// By variable: the first read of it.
    std::vector<unsigned> FirstRead;
    /// By variable: it can't be followed.
    std::vector<bool> IsStale;
    /// Where values come from that are new in each round.
    std::vector<unsigned> Sources;
  };

  void follow(ExprId Id, const Place &Reader, Search &S) const;
  void readOther(unsigned Variable, const Place &Reader, Search &S) const;
  bool keepsValue(unsigned Variable, unsigned FirstRead, unsigned Access) const;

  const KernelProgram &Program;
  const AssignedValues &Values;
  /// By access.
  std::vector<Place> Accesses;
  /// By variable: where it is set.
  std::vector<std::vector<Place>> Sets;
  std::vector<Range> Loops;
  /// Of the walk.
  std::vector<const Block *> Around;
  unsigned Count = 0;
};

/// One copy of the code around an access.
class CodeCopy {
public:
  /// The value that an expression has in the copy.
  using ValueFinder = llvm::function_ref<std::optional<int64_t>(ExprId)>;

  /// Where the variables \p IsConstant are constants, and the \p Parts of the
  /// address have the values \p Find; no part has one if that is null.
  CodeCopy(const KernelProgram &Program, const AssignedValues &Values,
           const std::vector<bool> &IsConstant,
           const CopyConstants::Parts &Parts, ValueFinder Find)
      : Program(Program), Values(Values), IsConstant(IsConstant), Parts(Parts),
        Find(Find) {}

  /// The value of \p Id if it consists of constants of which that is known.
  std::optional<int64_t> valueOf(ExprId Id) const;
  /// True if the compiler knows \p Id.
  bool isConstant(ExprId Id) const;
  /// What the variable \p Id stands for.
  std::optional<ExprId> followed(ExprId Id) const;
  /// A number for the value that a variable has, of those that it is set to.
  unsigned versionOf(unsigned Variable) const {
    auto Known = Parts.Versions.find(Variable);
    return Known == Parts.Versions.end() ? 0 : Known->second;
  }

private:
  const KernelProgram &Program;
  const AssignedValues &Values;
  const std::vector<bool> &IsConstant;
  const CopyConstants::Parts &Parts;
  ValueFinder Find;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_COPYCONSTANTS_H

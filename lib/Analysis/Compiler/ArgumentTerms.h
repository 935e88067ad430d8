//===- ArgumentTerms.h - What only a launch decides -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler knows no argument and no extent of the block or of the grid. An
// address such as 4 * (n * threadIdx.x + i) is a multiple of 8 for some of
// their values and not for others: nobody can prove its alignment. This holds
// for a sum of products if a product of such values and of thread numbers, with
// a factor that is no multiple of the alignment, is left when equal ones are
// added: by its lowest bits it is a polynomial that is not constant.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_ARGUMENTTERMS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_ARGUMENTTERMS_H

#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>

namespace banklint {

class ArgumentTerms {
public:
  ArgumentTerms(const KernelProgram &Program, const AssignedValues &Values);

  /// The number of low bits, up to \p Most, of \p Sum that may be known
  /// whatever the compiler does. It has nodes with their factors.
  unsigned knowableBits(const std::map<unsigned, int64_t> &Sum, unsigned Most);

private:
  /// What may have any value: the nodes' kinds and indices.
  using Leaf = std::pair<ExprKind, unsigned>;
  using Leaves = std::set<Leaf>;
  /// Products of leaves, each leaf once, with their factors.
  using Polynomial = std::map<Leaves, int64_t>;

  using Terms = std::map<unsigned, int64_t>;

  /// Likewise, for variables that have one value.
  unsigned bitsOfSum(const Terms &Of, unsigned Most);
  /// The values that \p Id has in turn, if it is a variable that is set to few,
  /// all of them small polynomials; else none.
  llvm::SmallVector<ExprId, 4> valuesInTurn(ExprId Id);
  /// Nothing if \p Id is no small polynomial of leaves.
  std::optional<Polynomial> polynomialOf(ExprId Id);
  std::optional<Polynomial> computePolynomial(const Expr &E);
  bool isConstant(ExprId Id) const;
  void addLimited(ExprId Id);
  void addLeaves(ExprId Id, Leaves &To, AssignedValues::Visited &Before) const;

  const KernelProgram &Program;
  const AssignedValues &Values;
  /// Those of whose low bits conditions may say something.
  Leaves Tested;
  llvm::DenseMap<unsigned, std::optional<Polynomial>> Known;
  /// Of the recursion.
  unsigned Depth = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_ARGUMENTTERMS_H

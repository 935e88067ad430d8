//===- BranchJoins.h - Accesses of several branches -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler makes one access of two on different sides of a branch if what
// is behind both, to the ends of the sides, is the same kind of computation, or
// if both load from the same place before they store. What follows is necessary
// for that, as far as the accesses show it, and not sufficient.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_BRANCHJOINS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_BRANCHJOINS_H

#include "Compiler/SharedSums.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

class BranchJoins {
public:
  explicit BranchJoins(const KernelProgram &Program);

  /// False if the accesses \p A and \p B are on different sides of a branch and
  /// stay there.
  bool mayJoin(unsigned A, unsigned B) const {
    return !Apart.contains(std::minmax(A, B));
  }

private:
  /// The accesses of a side without control flow, in their order.
  using Side = llvm::SmallVector<unsigned, 8>;

  void lookAt(const Stmt &If);
  bool collect(const Block &B, Side &To) const;
  bool collectSides(const Stmt &If, std::vector<Side> &To) const;
  void compare(const Side &A, const Side &B, unsigned First);
  size_t leadingLoads(const Side &S) const;
  bool areAlike(unsigned A, unsigned B) const;
  bool isSamePlace(unsigned A, unsigned B) const {
    return Places[A] == Places[B];
  }
  std::vector<bool> mayVanish(const Side &S, unsigned First) const;

  const KernelProgram &Program;
  /// By access: the number of its address.
  std::vector<unsigned> Places;
  llvm::DenseSet<std::pair<unsigned, unsigned>> Apart;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_BRANCHJOINS_H

//===- SharedSums.h - Sums made from other sums -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler computes `64 * w + 2 * l` as `(64 * w + l) + l` where the kernel
// has computed `64 * w + l` before: LLVM's straight-line strength reduction.
// That the sum is even is lost with it, and accesses that need to know stay
// single. docs/compiler-model.md says what was seen.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_SHAREDSUMS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_SHAREDSUMS_H

#include "banklint/Interpreter/Interpreter.h"
#include "banklint/Program/AssignedValues.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace banklint {

class SharedSums {
public:
  /// Terms by the number of their value, which is a node that computes it, each
  /// with a constant factor that is not 0, without the constant that is added.
  using Sum = std::map<unsigned, int64_t>;

  SharedSums(const KernelProgram &Program,
             llvm::ArrayRef<LayoutOverride> Layout,
             const AssignedValues &Values)
      : Program(Program), Layout(Layout), Values(Values),
        Numbers(Program.Exprs.size()) {}

  /// The same number for values that are computed alike.
  unsigned numberOf(ExprId Id);
  /// True if the compiler may make the access's address from a sum that stands
  /// before it, with one term multiplied by another constant.
  bool mayRewrite(unsigned Access);
  /// The access's address in bytes, behind the start of its array.
  Sum addressOf(unsigned Access);

private:
  void add(Sum &To, const Sum &What, int64_t Factor) const;
  Sum sumOf(ExprId Id);
  Sum computeSum(const Expr &E);
  void addAddress(Sum &To, ExprId Id, int64_t Factor, bool WithRows);
  std::optional<ExprId> followed(ExprId Id) const;
  void findSums();
  unsigned firstBasis(const Sum &Wanted);

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  const AssignedValues &Values;
  /// By node: numberOf.
  std::vector<std::optional<unsigned>> Numbers;
  std::map<std::vector<int64_t>, unsigned> NumberOfKey;
  llvm::DenseMap<unsigned, Sum> Sums;
  /// The first node of each sum of several terms, by each of its terms.
  std::map<std::pair<unsigned, int64_t>, std::map<Sum, unsigned>> FirstWith;
  /// Of the recursion.
  unsigned Depth = 0;
  /// Nodes of the address that is looked at, so far.
  unsigned Steps = 0;
  bool WasSearched = false;
  /// The first node that each sum may be rewritten from.
  std::map<Sum, unsigned> FirstBasis;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_SHAREDSUMS_H

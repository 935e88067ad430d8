//===- SubscriptUses.h - Arrays that only subscripts reach ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_LAYOUTS_SUBSCRIPTUSES_H
#define BANKLINT_LIB_ANALYSIS_LAYOUTS_SUBSCRIPTUSES_H

#include "banklint/Analysis/LayoutSearch.h"
#include "llvm/ADT/DenseMap.h"

namespace banklint {

/// How one kernel reaches the array of a use.
class SubscriptUses {
public:
  explicit SubscriptUses(const ArrayUse &Use);

  /// True if the addresses of elements serve for nothing but accesses, at once
  /// or after a variable has kept one of them. What is loaded from an address
  /// may depend on it.
  bool areAll() const { return AreAll; }
  /// The element that \p A names by all subscripts; null if it does not.
  const Expr *element(const Access &A) const;
  /// True if \p A, which names an element, is sure to stay in it or in an
  /// aligned group of as many bytes as it accesses at once.
  bool staysTogether(const Access &A) const;

private:
  bool isElement(const Expr &E) const;
  void findKept();

  const KernelProgram &Program;
  const unsigned Array;
  /// Variables that only accesses use, with the one element that each keeps.
  llvm::DenseMap<unsigned, ExprId> Kept;
  bool AreAll = true;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_LAYOUTS_SUBSCRIPTUSES_H

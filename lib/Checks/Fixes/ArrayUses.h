//===- ArrayUses.h - Everything that uses an array --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What edits of an array's declaration or of its subscripts have in common: the
// kernels and launches of a report that they concern.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_ARRAYUSES_H
#define BANKLINT_LIB_CHECKS_FIXES_ARRAYUSES_H

#include "banklint/Analysis/LayoutSearch.h"
#include "banklint/Checks/Report.h"

namespace banklint {

/// A kernel of a report that uses the declaration, with its array's number.
struct KernelUse {
  const KernelReport *Kernel;
  unsigned Array;

  const KernelProgram &program() const { return Kernel->Program; }
  const SharedArray &array() const { return program().Arrays[Array]; }
};

/// The kernels of \p R that use array number \p Array of \p Program, one of
/// them, which must be declared at a place of its own.
std::vector<KernelUse>
kernelsUsing(const Report &R, const KernelProgram &Program, unsigned Array);

/// The first access of \p Use's kernel by a pointer that may point into its
/// array; null if all are known not to.
const Access *pointerInto(const KernelUse &Use);

/// The launches of those that compile code which uses the array, for the
/// searches.
std::vector<ArrayUse> launchesOf(llvm::ArrayRef<KernelUse> Uses);

/// What a layout of an array is chosen for: all that uses the declaration, or
/// one launch of it.
struct ArrayScope {
  const Report &R;
  std::vector<KernelUse> Kernels;
  /// Of them, those that take part.
  std::vector<ArrayUse> Uses;

  /// At least one.
  const KernelProgram &program() const { return Kernels.front().program(); }
  const SharedArray &array() const { return Kernels.front().array(); }
  /// The index of that of \p Launch among Uses, if it is one.
  std::optional<unsigned> indexOf(const LaunchReport &Launch) const;
};

/// All uses of array number \p Array of \p Program, one of \p R's, which must
/// be declared at a place of its own. Kernels has that of \p Program first.
ArrayScope scopeOf(const Report &R, const KernelProgram &Program,
                   unsigned Array);
/// \p Launch alone, one of \p All's.
ArrayScope scopeOf(const ArrayScope &All, const LaunchReport &Launch);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_ARRAYUSES_H

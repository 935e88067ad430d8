//===- LayoutFixText.h - Wording of fixes -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words for what the searches for fixes found out. Nothing here decides whether
// something helps.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_LAYOUTFIXTEXT_H
#define BANKLINT_LIB_CHECKS_FIXES_LAYOUTFIXTEXT_H

#include "Fixes/ArrayPitch.h"
#include "Fixes/ArrayRegrouping.h"
#include "Fixes/ArraySwizzle.h"
#include "banklint/Analysis/SequentialAddressing.h"

namespace banklint {

/// What a change makes of the access that a finding is about.
struct AccessChange {
  /// "load", "store", "access".
  std::string Operation;
  /// The worst request.
  RequestCost Before, After;
  TracedTotals SumBefore, SumAfter;
  /// The kernel or instantiation that has it.
  const KernelProgram *Program = nullptr;
};

/// True if a change makes no access conflict that did not, and leaves
/// conflicts, but none in the kernel of \p Own.
bool isOwnCleared(const PlaceCounts &Places, const AccessChange &Own);

/// "pad the last extent to 33: 1 wavefront instead of 32; 128 more bytes". The
/// result must hold a padding. The wavefronts are those of \p Own.
std::string paddingMessage(const ArrayPadding &Padding,
                           const AccessChange &Own);

/// "no padding is known to help: ...", "no padding was tried: ..." and so on.
/// The result must hold no change.
std::string noFixMessage(const LayoutResult &Search);

/// "permute the columns of each row ('tile[y][x]' becomes 'tile[y][x ^ y]'): 1
/// wavefront instead of 32; no extra memory". The result must hold a swizzle.
std::string swizzleMessage(const ArraySwizzle &Swizzle,
                           const AccessChange &Own);

/// "store element 'i' at 'i + i / 32', ...: 1 wavefront instead of 32; 124
/// more bytes", or what pieces come to.
std::string regroupingMessage(const ArrayRegrouping &Regrouping,
                              const SharedArray &Array,
                              const AccessChange &Own);

/// What the worst request would cost with sequential addressing.
std::string sequentialMessage(const SequentialAddressing &S);

/// Why nobody but a person may make the edits of \p Swizzle: the rest of a
/// sentence. \p Array is the array's name.
std::string safetyReason(const ArraySwizzle &Swizzle, llvm::StringRef Array);

/// Why a padding or a pitch is as safe as it is: the rest of a sentence. \p
/// Array is the array's name.
std::string safetyReason(const std::optional<Obstacle> &Unsafe,
                         llvm::StringRef Array);

/// "make the row pitch 33 instead of 32 where 'PITCH' is defined: ...".
std::string pitchMessage(const ArrayPitch &Pitch, const AccessChange &Own);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_LAYOUTFIXTEXT_H

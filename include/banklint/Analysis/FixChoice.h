//===- FixChoice.h - Which changes of an array are worth it -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array's layout can be changed in several ways. They are searched for in
// the order of how little they ask of the source, and each is kept only if it
// achieves what those before do not:
//
// 1. a padding: one extent is edited;
// 2. a swizzle, which rewrites every access but needs no memory: if the padding
//    leaves conflicts, or takes so much memory that fewer blocks fit;
// 3. another pitch in subscripts: if neither clears the array by edits;
// 4. gaps, pieces or a pitch that is stated in several places, which nobody but
//    a person can write: if none of them clears the array, and only if they
//    leave fewer wavefronts than all.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_FIXCHOICE_H
#define BANKLINT_ANALYSIS_FIXCHOICE_H

#include "banklint/Analysis/LayoutSearch.h"

namespace banklint {

/// True if \p Search holds a change that saves the worst request wavefronts.
bool improvesWorst(const LayoutResult &Search);

/// findPadding, but no padding for an array that needs as few wavefronts
/// without the one that it has: a larger one would be worse advice.
LayoutResult findUsefulPadding(const Architecture &Arch,
                               llvm::ArrayRef<ArrayUse> Uses,
                               const InterpreterBudget &Budget);

/// findTensorSwizzle, else findPieces, or findGaps or findStatedPitch if that
/// leaves fewer wavefronts; a change only if it improvesWorst.
LayoutResult findRegrouping(const Architecture &Arch,
                            llvm::ArrayRef<ArrayUse> Uses,
                            const InterpreterBudget &Budget);

/// True if a swizzle may be worth it besides \p Padding.
bool mayNeedSwizzle(const LayoutResult &Padding);

/// True if \p Swizzle leaves fewer wavefronts than \p Padding, or as many and
/// the padding costs blocks.
bool isSwizzleWorthIt(const LayoutResult &Swizzle, const LayoutResult &Padding);

/// True if \p Candidate leaves fewer wavefronts than each of \p Others that
/// holds a change.
bool isBestOf(const LayoutResult &Candidate,
              llvm::ArrayRef<const LayoutResult *> Others);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_FIXCHOICE_H

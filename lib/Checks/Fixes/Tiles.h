//===- Tiles.h - What the calls of one function access ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that takes a pointer serves several arrays, or several parts of
// one: an access in it conflicts in one of them and not in another, and each
// has its own remedy.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_TILES_H
#define BANKLINT_LIB_CHECKS_FIXES_TILES_H

#include "Occurrence.h"

namespace banklint {

/// \p All, the verdicts on one place and operation, apart by the declaration of
/// the array that they access. Those of dynamic
/// memory, whose parts no declaration tells, are also apart by the first call
/// that not all of them have, where their results differ. The order is kept, in
/// each and of the first of each.
std::vector<std::vector<Occurrence>>
splitByTile(llvm::ArrayRef<Occurrence> All);

/// True if the same calls lead to \p A and to \p B.
bool haveSameCalls(const Occurrence &A, const Occurrence &B);

/// The number of the call in Occurrence::calls of \p O that leads to its
/// tile and not to that of any of \p Others, which are of its kernel. Without
/// such a call, the innermost one in the kernel's own file, which is where its
/// author wrote it; else the innermost one. Nothing if there are no calls.
std::optional<unsigned> tellingCall(const Occurrence &O,
                                    llvm::ArrayRef<Occurrence> Others);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_TILES_H

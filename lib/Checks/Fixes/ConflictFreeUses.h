//===- ConflictFreeUses.h - Launches that do not conflict -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_FIXES_CONFLICTFREEUSES_H
#define BANKLINT_LIB_CHECKS_FIXES_CONFLICTFREEUSES_H

#include "Fixes/ArrayUses.h"
#include "Occurrence.h"

namespace banklint {

/// "'k<65>' on line 14 is conflict-free (its lanes are 260 bytes apart instead
/// of 256)": another launch or instantiation of the kernel of \p O, one of \p
/// All's, that makes the same access to the array and no conflict in it. "" if
/// there is none.
std::string conflictFreeMessage(const ArrayScope &All, const Occurrence &O);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_FIXES_CONFLICTFREEUSES_H

//===- BankUse.h - What the banks do for a witness --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the bank maps of a witness: what messages and drawings both need.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_BANKUSE_H
#define BANKLINT_CHECKS_BANKUSE_H

#include "banklint/Hardware/Wavefronts.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace banklint {

/// True for read-modify-write operations and for the load in their loops.
bool isAtomic(MemoryOperation Op);

/// True if a bank serves lanes one by one, even when they name the same word
/// (atomics, asynchronous copies); else it serves words.
bool servesSingleLanes(MemoryOperation Op);

/// How often a bank is used to serve \p Words in one part: distinct words, or
/// lanes if \p Op serves single lanes.
unsigned timesUsed(MemoryOperation Op, llvm::ArrayRef<BankWord> Words);

/// What the lanes of a part are called: "half-warp", "quarter-warp", or
/// "warp" when \p Maps is one part.
llvm::StringRef partName(llvm::ArrayRef<BankMap> Maps);

/// "lane 3", "lanes 0-7, 16".
std::string spellLanes(LaneMask Lanes);

} // namespace banklint

#endif // BANKLINT_CHECKS_BANKUSE_H

//===- BankConflictText.h - Wording of bank conflicts -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words for what ConflictPlaces found out. Nothing here decides whether
// something conflicts.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_BANKCONFLICTTEXT_H
#define BANKLINT_LIB_CHECKS_BANKCONFLICTTEXT_H

#include "ConflictPlaces.h"
#include "LocateWitness.h"

namespace banklint {

/// What \p Found costs, and how; without a key.
ConflictCause causeOf(const ConflictPlace &Found);

/// "load of 'tile[threadIdx.x][0]' takes 1024 wavefronts per block instead of
/// 32: 32-way shared-memory bank conflict".
std::string conflictMessage(const ConflictPlace &Found,
                            const ConflictCause &Cause);

/// The same of the accesses of a group: "4 stores to 'As' take ...".
std::string groupMessage(const Finding &Group);

/// True if the lanes that meet in the worst bank update one and the same word.
bool isContended(const Verdict &V);

/// What to do where lanes update one word by \p Op.
std::string contentionMessage(MemoryOperation Op);

/// Which lanes of which warp meet in a bank.
std::string witnessMessage(const Occurrence &O, const WitnessLocation &At,
                           const Architecture &Arch);

/// What the other calls do that lead to the place in the same launch: the rest
/// of a sentence about the worst one, or nothing.
std::string callsMessage(const ConflictPlace &Found);

/// How the array is declared, as far as it explains the conflict.
std::string declarationMessage(const SharedArray &Array,
                               const Architecture &Arch);

/// Why the cost of \p Found is not exact, and what is sure; nothing if it is.
std::string boundMessage(const ConflictPlace &Found);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_BANKCONFLICTTEXT_H

//===- BankConflictText.h - Wording of bank conflicts -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words for what ConflictPlaces and ArrayPadding found out. Nothing here
// decides whether something conflicts or helps.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_BANKCONFLICTTEXT_H
#define BANKLINT_LIB_CHECKS_BANKCONFLICTTEXT_H

#include "ArrayPitch.h"
#include "ArrayRegrouping.h"
#include "ArraySwizzle.h"
#include "ConflictPlaces.h"
#include "LocateWitness.h"
#include "banklint/Analysis/SequentialAddressing.h"

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

/// "pad the last extent to 33: 1 wavefront instead of 32; 128 more bytes". The
/// result must hold a padding.
std::string paddingMessage(const ArrayPadding &Padding);

/// "no padding is known to help: ...", "no padding was tried: ...". The result
/// must hold none.
std::string noPaddingMessage(const ArrayPadding &Padding);

/// "permute the columns of each row ('tile[y][x]' becomes 'tile[y][x ^ y]'): 1
/// wavefront instead of 32; no extra memory". The result must hold a swizzle.
std::string swizzleMessage(const ArraySwizzle &Swizzle);

/// "store element 'i' at 'i + i / 32', ...: 1 wavefront instead of 32; 124
/// more bytes", or what pieces come to.
std::string regroupingMessage(const ArrayRegrouping &Regrouping,
                              const SharedArray &Array);

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
std::string pitchMessage(const ArrayPitch &Pitch);

/// What the other launches and instantiations do; there must be some.
std::string othersMessage(const StateCounts &Others);

/// Why the cost of \p Found is not exact, and what is sure; nothing if it is.
std::string boundMessage(const ConflictPlace &Found);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_BANKCONFLICTTEXT_H

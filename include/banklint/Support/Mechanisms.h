//===- Mechanisms.h - What can be switched off to measure it ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each mechanism that models the compiler, or infers what the source does not
// state, asks applies() where its result takes effect. --without switches it
// off there, and scripts/ablate measures what is lost: exact answers, or
// answers that are right. State of the process, as LLVM's DebugCounter is; only
// the command line sets it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_MECHANISMS_H
#define BANKLINT_SUPPORT_MECHANISMS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace banklint {

enum class Mechanism : unsigned {
#define MECHANISM(ENUMERATOR, NAME, WHAT) ENUMERATOR,
#include "banklint/Support/Mechanisms.def"
};

/// False if \p M is switched off. Else it is noted as applied: call this last,
/// where the result is about to change something.
bool applies(Mechanism M);

/// Switches off the mechanisms that \p Names name, separated by commas. Fails
/// if one is unknown; the error lists all. To be called before any analysis.
llvm::Error switchOff(llvm::StringRef Names);

/// The names of those that were applied, in the order of the table.
std::vector<llvm::StringRef> appliedMechanisms();

} // namespace banklint

#endif // BANKLINT_SUPPORT_MECHANISMS_H

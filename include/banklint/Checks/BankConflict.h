//===- BankConflict.h - The checks for conflicts ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns verdicts into findings: one for each place in the source, with the
// worst launch and instantiation, a witness, and the padding that is proved to
// help. The checks shared-bank-conflict and shared-atomic-contention share a
// place by its operation; docs/checks describes them to users.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_BANKCONFLICT_H
#define BANKLINT_CHECKS_BANKCONFLICT_H

#include "banklint/Checks/Report.h"

namespace banklint {

/// Adds the findings of all kernels of \p R to \p R, but for atomics. Kernels
/// that share an array's declaration (instantiations of one template) are fixed
/// together.
void checkBankConflicts(Report &R, const InterpreterBudget &Budget);

/// Likewise, of atomics only: lanes that update one word or several of a bank
/// are served one after another.
void checkAtomicContention(Report &R, const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_CHECKS_BANKCONFLICT_H

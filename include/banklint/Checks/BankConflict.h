//===- BankConflict.h - The check shared-bank-conflict -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns verdicts into findings: one for each place in the source, with the
// worst launch and instantiation, a witness, and the padding that is proved to
// help. docs/checks/shared-bank-conflict.md describes it to users.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_BANKCONFLICT_H
#define BANKLINT_CHECKS_BANKCONFLICT_H

#include "banklint/Checks/Report.h"

namespace banklint {

/// Adds the findings of all kernels of \p R to \p R. Kernels that share an
/// array's declaration (instantiations of one template) are fixed together.
void checkBankConflicts(Report &R, const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_CHECKS_BANKCONFLICT_H

//===- BankConflict.h - The checks for conflicts ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns verdicts into findings: one for each place in the source and each tile
// that it accesses, with the worst launch and instantiation, a witness, and the
// padding that is proved to help. Four checks share the places, by the
// operation and by how sure the conflict is: shared-bank-conflict and
// shared-atomic-contention, where each run or an ordinary one has it;
// shared-possible-bank-conflict and shared-possible-atomic-contention, where
// some value or condition decides. docs/checks describes them to users.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_BANKCONFLICT_H
#define BANKLINT_LIB_CHECKS_BANKCONFLICT_H

#include "banklint/Checks/CheckRun.h"
#include "banklint/Checks/Report.h"

namespace banklint {

/// The findings of these checks that \p Run wants, of all kernels of \p R.
/// Kernels that share an array's declaration (instantiations of one template)
/// are fixed together. The load of an atomic operation's loop is reported with
/// the operation.
std::vector<Finding> checkConflicts(const Report &R, const CheckRun &Run);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_BANKCONFLICT_H

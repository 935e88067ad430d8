//===- UnreadVariables.h - Variables that nothing needs ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_UNREADVARIABLES_H
#define BANKLINT_PROGRAM_UNREADVARIABLES_H

namespace banklint {

struct KernelProgram;

/// Removes from \p Program, which has no steps of flow, what sets variables
/// that accesses, conditions and the numbers of threads have nothing to do
/// with, and the calls that did nothing else. Numbers of variables and
/// expressions stay, and AssignedValues has what was set.
void removeUnread(KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_PROGRAM_UNREADVARIABLES_H

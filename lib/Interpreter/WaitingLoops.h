//===- WaitingLoops.h - Loops that wait for other threads -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop that ends by what an atomic operation or a volatile load in it
// returns, such as one that takes a lock, nvcc lets lanes that are ready go on
// alone, so that others may wait for them. It joins them again at the next
// barrier. Measured with 17 kernels on an H200: a load behind such a loop, or
// in a loop around it, was executed up to 32 times as often; all lanes came
// together behind loops that do such operations, but do not end by them, or
// whose test counts.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_WAITINGLOOPS_H
#define BANKLINT_LIB_INTERPRETER_WAITINGLOOPS_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// The loops of \p Program that end by a value that is OpaqueValue::Volatile
/// and is read in them, whatever lanes read it.
llvm::DenseSet<const Stmt *> waitingLoops(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_WAITINGLOOPS_H

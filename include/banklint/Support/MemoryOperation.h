//===- MemoryOperation.h - Kinds of shared-memory access --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of shared-memory access whose cost differs in hardware. The program
// form (what the source does) and the hardware model (what it costs) share
// these terms; they do not know each other.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_MEMORYOPERATION_H
#define BANKLINT_SUPPORT_MEMORYOPERATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace banklint {

enum class MemoryOperation {
  /// Plain load of 1 to 16 bytes per lane.
  Load,
  /// Plain store of 1 to 16 bytes per lane.
  Store,
  /// An atomic of 4 or 8 bytes that the hardware does at once: integer add,
  /// min, max, and, or, xor, inc, dec, exchange.
  Atomic,
  /// 4-byte add of the constant 1 whose result is unused (ATOMS.POPC.INC).
  AtomicCount,
  /// Compare-and-swap of 4 or 8 bytes.
  AtomicCas,
  /// 32-bit floating-point add; a compare-and-swap loop on current GPUs.
  AtomicFloatAdd,
  /// 64-bit integer add, and, or, xor and floating-point add; a
  /// compare-and-swap loop on current parts.
  AtomicWideAdd,
  /// Add of two halves of a word at once; a compare-and-swap loop.
  AtomicPackedAdd,
  /// 16-bit floating-point add; a loop of compare-and-swap of the whole word.
  AtomicHalfAdd,
  /// The plain load in each iteration of the loops of the three above.
  AtomicLoopLoad,
  /// ldmatrix: 1, 2 or 4 matrices of eight 16-byte rows.
  MatrixLoad1,
  MatrixLoad2,
  MatrixLoad4,
  /// stmatrix, likewise.
  MatrixStore1,
  MatrixStore2,
  MatrixStore4,
  /// cp.async.ca of 4, 8 or 16 bytes per lane.
  AsyncCopy,
  /// cp.async.cg, which bypasses the first-level cache (16 bytes per lane).
  AsyncCopyBypass,
};

/// The spelling of the operation in the text form and in messages:
/// "load", "store", "atomic", "atomic-count", "matrix-load-x4", ...
llvm::StringRef spelling(MemoryOperation Op);
std::optional<MemoryOperation> parseMemoryOperation(llvm::StringRef Text);
/// Every operation, in declaration order.
llvm::ArrayRef<MemoryOperation> allMemoryOperations();

} // namespace banklint

#endif // BANKLINT_SUPPORT_MEMORYOPERATION_H

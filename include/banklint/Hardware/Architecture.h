//===- Architecture.h - What a CUDA architecture does -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table row an architecture. All that differs between architectures is a
// field of the row: nothing outside of this library compares architecture
// names. Every row names the source of its facts and how far they were
// measured; docs/hardware-model.md explains the rules.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_HARDWARE_ARCHITECTURE_H
#define BANKLINT_HARDWARE_ARCHITECTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// How well a row's rules are known.
enum class Evidence {
  /// The rules were fitted to and checked against hardware counters.
  Measured,
  /// The rules are those of a measured architecture; nobody measured this one.
  Assumed,
};

struct Architecture {
  /// The compiler's name of it, "sm_90".
  llvm::StringRef Name;
  /// Banks of shared memory, and bytes that one bank serves in one pass.
  unsigned BankCount;
  unsigned BankBytes;
  /// ldmatrix, stmatrix, cp.async.
  bool HasMatrixLoad;
  bool HasMatrixStore;
  bool HasAsyncCopy;
  /// Floating-point adds and 64-bit operations on shared memory are no
  /// instructions but loops that load, compute, and swap if nothing changed.
  bool HasAtomicLoops;
  /// Bytes of shared memory that a block can have: declared statically, and
  /// in all after opting in to more at run time.
  unsigned StaticSharedBytes;
  unsigned OptInSharedBytes;
  Evidence Proof;
  /// Where the facts of this row come from, in a sentence.
  llvm::StringRef Source;
};

/// The architecture that is assumed when none is named; it is the measured one.
llvm::StringRef defaultArchitectureName();

/// The row of \p Name, or null. "sm_90" and "compute_90" name the same row,
/// with or without the suffix "a" or "f" of architecture-specific code.
const Architecture *findArchitecture(llvm::StringRef Name);

/// All rows, oldest first.
llvm::ArrayRef<Architecture> allArchitectures();

} // namespace banklint

#endif // BANKLINT_HARDWARE_ARCHITECTURE_H

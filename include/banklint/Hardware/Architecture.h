//===- Architecture.h - What a CUDA architecture does -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table row for each architecture. Whatever differs between architectures
// is a field of the row: nothing outside of this library compares architecture
// names. Every row names the source of its facts and how far they were
// measured; docs/hardware-model.md explains the rules.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_HARDWARE_ARCHITECTURE_H
#define BANKLINT_HARDWARE_ARCHITECTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace banklint {

/// How well a row's rules are known.
enum class Evidence {
  /// The rules were fitted to and checked against hardware counters.
  Measured,
  /// The rules are those of a measured architecture; this one was not measured.
  Assumed,
};

/// What limits the number of resident blocks of a multiprocessor, apart from
/// registers. All 0 if unknown.
struct Residency {
  /// Shared memory of a multiprocessor.
  unsigned SharedBytes = 0;
  /// Shared memory that the system reserves in each block, and the granularity
  /// of a block's allocation, in bytes.
  unsigned ReservedBytes = 0;
  unsigned GranuleBytes = 0;
  unsigned Blocks = 0;
  unsigned Threads = 0;
};

struct Architecture {
  /// The compiler's name, "sm_90".
  llvm::StringRef Name;
  /// Banks of shared memory, and bytes that one bank serves in one pass.
  unsigned BankCount;
  unsigned BankBytes;
  /// ldmatrix, stmatrix, cp.async.
  bool HasMatrixLoad;
  bool HasMatrixStore;
  bool HasAsyncCopy;
  /// Floating-point adds and 64-bit operations on shared memory are not single
  /// instructions but loops that load, compute and compare-and-swap.
  bool HasAtomicLoops;
  /// Bytes of shared memory that a block can have: declared statically, and in
  /// total after opting in at run time.
  unsigned StaticSharedBytes;
  unsigned OptInSharedBytes;
  Residency Multiprocessor;
  Evidence Proof;
  /// The source of the facts in this row, in a sentence.
  llvm::StringRef Source;
};

/// The architecture that is assumed if none is named: the measured one.
llvm::StringRef defaultArchitectureName();

/// The row of \p Name, or null. "sm_90" and "compute_90" name the same row,
/// with or without the suffix "a" or "f" of architecture-specific code.
const Architecture *findArchitecture(llvm::StringRef Name);

/// All rows, oldest first.
llvm::ArrayRef<Architecture> allArchitectures();

/// The most blocks of \p Threads threads and \p SharedBytes of shared memory,
/// static and dynamic together, that a multiprocessor holds at once, without
/// regard to registers. Nothing if the architecture's limits are unknown; 0 if
/// one block already exceeds them.
std::optional<unsigned> residentBlocks(const Architecture &Arch,
                                       uint64_t Threads, uint64_t SharedBytes);

} // namespace banklint

#endif // BANKLINT_HARDWARE_ARCHITECTURE_H

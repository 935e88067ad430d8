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
#include <cstdint>
#include <optional>

namespace banklint {

/// How well a row's rules are known.
enum class Evidence {
  /// The rules were fitted to and checked against hardware counters.
  Measured,
  /// The rules are those of a measured architecture; nobody measured this one.
  Assumed,
};

/// What limits how many blocks a multiprocessor holds at once, apart from
/// registers. All 0 if not known.
struct Residency {
  /// Shared memory of a multiprocessor.
  unsigned SharedBytes = 0;
  /// Shared memory that the system takes for itself in each block, and the
  /// bytes that a block's share is a multiple of.
  unsigned ReservedBytes = 0;
  unsigned GranuleBytes = 0;
  unsigned Blocks = 0;
  unsigned Threads = 0;
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
  Residency Multiprocessor;
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

/// The most blocks of \p Threads threads and \p SharedBytes of shared memory,
/// static and dynamic together, that a multiprocessor holds at once, registers
/// left aside. Nothing if the architecture's limits are not known. A block that
/// has too much of either gives 0.
std::optional<unsigned> residentBlocks(const Architecture &Arch,
                                       uint64_t Threads, uint64_t SharedBytes);

} // namespace banklint

#endif // BANKLINT_HARDWARE_ARCHITECTURE_H

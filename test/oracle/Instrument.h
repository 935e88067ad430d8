//===- Instrument.h - What the pass and the runtime agree on ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that an instrumented module hands to the runtime when it is
// loaded, and where shared arrays lie. Each array has a slot of its own, far
// from the others, so that an index beyond its ends still tells the array.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_ORACLE_INSTRUMENT_H
#define BANKLINT_TEST_ORACLE_INSTRUMENT_H

#include <cstdint>

namespace oracle {

/// Array i starts in the middle of the i-th slot; 0 is the dynamic one.
constexpr uint64_t ArenaStart = 0x200000000000;
constexpr uint64_t SlotBytes = uint64_t(1) << 32;
constexpr uint64_t MaxArrays = 1024;
/// Bytes on either side of an array's start that may be accessed.
constexpr uint64_t ReachBytes = uint64_t(1) << 24;

constexpr uint64_t startOfArray(uint64_t Array) {
  return ArenaStart + Array * SlotBytes + SlotBytes / 2;
}

enum SiteFlag : uint32_t {
  /// A call whose result nobody uses.
  ResultUnused = 1,
  /// A call whose second argument is the constant 1.
  AddsOne = 2,
  /// A call whose second argument has all bits set.
  FullRange = 4,
  /// In a header of the oracle or of the system.
  InHeader = 8,
  /// A load of a vector of which only parts may be used.
  MayBeInParts = 16,
};

/// A place in the source that accesses memory or calls a function.
struct Site {
  const char *File;
  uint32_t Line;
  uint32_t Column;
  uint32_t Flags;
};

struct Array {
  const char *Name;
  uint32_t Alignment;
};

enum class Access : uint32_t { Load, Store, Atomic };

} // namespace oracle

#endif // BANKLINT_TEST_ORACLE_INSTRUMENT_H

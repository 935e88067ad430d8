//===- LoadUses.h - What of loaded values is used ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows what is loaded from shared memory through the variables, structs and
// arrays that are made of it:
//
//   float4 sum(float4 a, float4 b) { return make_float4(a.x + b.x, ...); }
//   out[t] = sum(s[t], v).x;
//
// uses 4 bytes of what is loaded. In the same way it finds of what the structs
// are made that are stored.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COMPILER_LOADUSES_H
#define BANKLINT_COMPILER_LOADUSES_H

#include "banklint/Program/KernelProgram.h"
#include <bitset>

namespace banklint {

/// Bytes of a struct, by their offset. What is behind these is used, as far as
/// is known.
using ByteSet = std::bitset<MaxFlowBytes>;

struct LoadUses {
  /// What is used of what an access loads to a record.
  struct Part {
    unsigned Access;
    /// A step of FlowKind::Load.
    unsigned Step;
    /// Of what is loaded, each time: what is perhaps used in some code, and
    /// what of that surely is.
    ByteSet Used, SurelyUsed;
    /// Each is used even where no slow branch or loop is entered behind the
    /// load, and some where none is: it is not moved there.
    bool IsNear;
    /// Perhaps only some of the bits of its numbers are needed.
    bool IsNarrowed;

    bool isSure() const { return SurelyUsed == Used; }
  };
  /// Of the bytes that a store of a struct stores: those that were perhaps
  /// loaded from shared memory as they are, perhaps set, perhaps made of what
  /// they were, and nothing of all.
  struct Store {
    unsigned Access;
    ByteSet Loaded, Set, Changed, Unset;
    /// Perhaps some stay what they are in memory, and the compiler stores the
    /// others only. Of a vector that is stored at once, members that are made
    /// of what they were are no such: `v.x += 1` loads and stores all.
    bool KeepsSome = false;
  };
  /// A load that is perhaps not made where the source has it.
  struct Sunk {
    unsigned Access;
    /// As those of Access.
    bool MaySink = false, MayBeUnused = false;
    /// Nothing needs what it loads.
    bool IsUnused = false;
    std::vector<NumberedSide> NeededOn = {};
    /// Which of the rules U1, U4 and S1 says so.
    RuleSet By = {};
  };
  std::vector<Sunk> SunkLoads;
  /// One for each access that loads to records.
  std::vector<Part> Parts;
  std::vector<Store> Stores;
  /// Accesses that load what is not used at all.
  std::vector<unsigned> Unused;
  /// Those that load numbers of which perhaps not all bytes are needed.
  std::vector<unsigned> Narrowed;
};

LoadUses findLoadUses(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_COMPILER_LOADUSES_H

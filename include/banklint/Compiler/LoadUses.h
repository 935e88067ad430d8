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
// uses 4 bytes of what is loaded. The order of steps does not count: more is
// found than is used, but for what is surely used, which nothing else
// overwrites.
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
    /// Of what is loaded, each time.
    ByteSet Used;
    /// Each of these bytes is used, in some code, and nothing overwrites it.
    bool IsSure;
  };
  /// One for each access that loads to records.
  std::vector<Part> Parts;
  /// Accesses that load what is not used at all.
  std::vector<unsigned> Unused;
  /// Those that load numbers of which perhaps not all bytes are needed.
  std::vector<unsigned> Narrowed;
};

LoadUses findLoadUses(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_COMPILER_LOADUSES_H

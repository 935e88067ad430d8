//===- FlowGraph.h - Which value is read where ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flow of a program in static single assignment form: each time a holder
// gets something, that is a value of its own, and where ways join, one that is
// a copy of both. What stands behind a jump that is always taken is not part of
// it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_COMPILER_FLOWGRAPH_H
#define BANKLINT_LIB_COMPILER_FLOWGRAPH_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

/// The bytes [Begin, End) of a value.
struct ValuePart {
  unsigned Value = 0;
  int64_t Begin = 0, End = 1;
  /// Some of the bytes, perhaps none.
  bool IsSome = false;
};

/// What decides whether a value is read.
enum class Guard {
  None,
  /// A branch or loop that the value was not made in.
  Branch,
  /// The same, and there are divisions in it, or whatever else may become
  /// branches.
  SlowBranch,
  /// A side that is taken in some rounds of loops only, it is not known of
  /// which.
  SomeRounds,
};

struct FlowGraph {
  /// To is made of From.
  struct Edge {
    ValuePart From, To;
    /// Byte by byte: From is as long as To.
    bool IsCopy = false;
    /// Of what is moved: To is From, or that says where it was.
    bool IsMove = false;
    /// To may have got something else instead.
    bool IsPerhaps = false;
    Guard GuardedBy = Guard::None;
  };
  struct Use {
    ValuePart Part;
    Guard GuardedBy = Guard::None;
  };
  /// A step of FlowKind::Load: what Access loads is To from then on.
  struct Target {
    unsigned Access, Step;
    ValuePart To;
    /// Of several of the access, To gets one.
    bool IsPerhaps;
  };
  /// What a step of FlowKind::Store stores of a struct, or one of several
  /// parts: it is used there.
  struct Store {
    unsigned Access;
    Use Of;
  };

  unsigned Values = 0;
  /// What holders got, what was made of what they held and what was moved to
  /// them, and what of them is not known: they were forgotten or got nothing
  /// yet.
  std::vector<ValuePart> Set, Changed, Moved, Unknown;
  std::vector<Edge> Edges;
  std::vector<Target> Targets;
  std::vector<Store> Stores;
  /// The accesses of all such steps.
  std::vector<unsigned> Stored;
  /// What is used, but for making others.
  std::vector<Use> Uses;
  /// Values of which only some bytes are needed.
  std::vector<unsigned> Narrowed;
  /// What each load gives, by the number of the access, and what each array
  /// holds.
  std::vector<unsigned> OfLoad, OfArray;
  /// Accesses that are surely loads of what is not used, and those that are
  /// never executed.
  llvm::SetVector<unsigned> Dropped, Skipped;
};

FlowGraph flowGraph(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_FLOWGRAPH_H

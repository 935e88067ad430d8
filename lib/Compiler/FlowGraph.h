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
#include "llvm/ADT/DenseSet.h"
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

/// A part of the program that not all threads come to, or that is executed
/// more than once.
struct FlowPlace {
  enum class Kind {
    /// All of it.
    Kernel,
    /// The side of a branch, or what stands behind one of which the other side
    /// leaves.
    Side,
    /// What some condition skips.
    Part,
    /// A loop that stays one.
    Loop,
    /// A loop of which the compiler may make straight code: it has rounds, but
    /// is no place of its own.
    Rounds,
  };
  Kind Is = Kind::Kernel;
  /// What it is in, a lesser number.
  unsigned Around = 0;
  /// Begins behind so many statements of the walk.
  unsigned Begin = 0;
  /// Of a side that accesses may name.
  std::optional<NumberedSide> Of = std::nullopt;
  /// Sides with one such number are taken by the same threads; 0 if none is
  /// known.
  unsigned Condition = 0;
  /// All lanes that come to what is around it come to it, or none does.
  bool IsUniform = false;
  /// Of a loop: all that come to it do a round.
  bool IsEntered = false;
  /// Whether it is entered, as a value: what is needed of its results needs
  /// that.
  std::optional<unsigned> Decision = std::nullopt;
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
    /// The place where it is computed: what is handed on is nowhere, which is
    /// the whole kernel.
    unsigned In = 0;
  };
  struct Use {
    ValuePart Part;
    Guard GuardedBy = Guard::None;
    unsigned In = 0;
    /// It is the decision, a value, that uses it.
    std::optional<unsigned> Decision = std::nullopt;
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

  /// The numbers of the edges that make \p Value.
  llvm::ArrayRef<unsigned> edgesTo(unsigned Value) const {
    return llvm::ArrayRef(ByTarget).slice(FirstTo[Value],
                                          FirstTo[Value + 1] - FirstTo[Value]);
  }
  /// To be called once all edges are made.
  void sortEdges();

  unsigned Values = 0;
  /// What holders got, what was made of what they held and what was moved to
  /// them, and what of them is not known: they were forgotten or got nothing
  /// yet.
  std::vector<ValuePart> Set, Changed, Moved, Unknown;
  std::vector<Edge> Edges;
  /// The numbers of edges by the value that they make, and where those of each
  /// value start.
  std::vector<unsigned> ByTarget, FirstTo;
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
  /// One time that a load is executed in the walk: what it gives, and behind
  /// how many statements.
  struct LoadTime {
    unsigned Access, Value, In, Time;
  };
  std::vector<LoadTime> LoadTimes;
  std::vector<FlowPlace> Places;
  /// The place that each value is made in.
  std::vector<unsigned> MadeIn;
  /// What loops that stay loops hold at the start of a round.
  llvm::DenseSet<unsigned> Heads;
  /// Decisions, with what one side of them gives.
  std::vector<std::pair<unsigned, unsigned>> Decided;
  /// When nothing moves over, and when arrays were stored to.
  std::vector<unsigned> Fences;
  std::vector<std::pair<unsigned, unsigned>> ArrayStores;
  /// The kernel is too large to be walked to its end.
  bool HasGivenUp = false;
  /// Accesses that are surely loads of what is not used, and those that are
  /// never executed.
  llvm::SetVector<unsigned> Dropped, Skipped;
};

FlowGraph flowGraph(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_FLOWGRAPH_H

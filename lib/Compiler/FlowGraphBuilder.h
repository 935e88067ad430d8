//===- FlowGraphBuilder.h - How the flow graph is made ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a program in the order of its execution and keeps what each holder
// holds. FlowGraph.cpp has what steps do, FlowWays.cpp what becomes of it where
// ways part and join.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_COMPILER_FLOWGRAPHBUILDER_H
#define BANKLINT_LIB_COMPILER_FLOWGRAPHBUILDER_H

#include "FlowConditions.h"
#include "FlowGraph.h"
#include "LoopCounts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace banklint {

/// A holder as one number.
using Holder = unsigned;

/// The holders that got other values on a way, with the last of each.
using Changes = llvm::MapVector<Holder, unsigned>;

/// The statements that are walked, and the holders that are compared where ways
/// join. Behind that, nothing is known.
constexpr unsigned MaxWork = 1u << 20;

class GraphBuilder {
public:
  explicit GraphBuilder(const KernelProgram &Program);
  FlowGraph build();

private:
  /// Where a jump of Kind leads.
  struct JumpTarget {
    StmtKind Kind;
    size_t Mark;
    std::vector<Changes> Arrivals = {};
    unsigned Jumps = 0;
    /// Of a region that only gives results: what decides whether it is left.
    std::vector<unsigned> Decisions = {};
  };

  void walk(const Block &B);
  void skip(const Stmt &S);
  void visitAccess(const Stmt &S);
  void visit(const Stmt &S, const LoopCounts::Values &SetBefore);
  void visitIf(const Stmt &S);
  void visitLoop(const Stmt &S, const LoopCounts::Values &SetBefore);
  void visitRounds(const Stmt &Loop, const LoopCounts::Numbers &Rounds,
                   bool StaysLoop);
  void visitRolled(const Stmt &Loop, bool IsCounted, unsigned Outside);
  void visitRound(const Stmt &Loop);
  void walkBetween(const Block &B);
  unsigned sizeOf(const Stmt &S);
  void visitSwitch(const Stmt &S);
  void visitRegion(const Stmt &S);
  void jump(StmtKind Kind);
  JumpTarget popJumps();
  void visitStep(const FlowStep &Step, unsigned Number);
  void visitMake(const FlowStep &Step);
  void visitCopy(const FlowStep &Step);
  void visitChoice(const FlowStep &Step);
  void visitLoad(const FlowStep &Step, unsigned Number);

  unsigned newValue();
  unsigned newValue(Holder Of);
  unsigned current(Holder Of);
  void set(Holder Of, unsigned Value);
  using FlowParts = llvm::SmallVector<FlowPart, 4>;
  std::vector<FlowParts> roundsOf(llvm::ArrayRef<FlowPart> Parts) const;
  FlowParts partsOf(const FlowPart &Part) const;
  ValuePart read(const FlowPart &Part);
  void readAll(llvm::ArrayRef<FlowPart> Parts,
               llvm::function_ref<void(const ValuePart &)> Visit);
  unsigned assign(const FlowPart &To, FlowParts Parts, bool IsPerhaps);
  void addCopy(unsigned From, unsigned To, int64_t Begin, int64_t End,
               bool IsPerhaps);
  void addEdge(const ValuePart &From, const ValuePart &To, bool IsCopy,
               bool IsPerhaps = false) {
    Graph.Edges.push_back({From, To, IsCopy, /*IsMove=*/false, IsPerhaps,
                           Guard::None, TestedIn.value_or(Place)});
    EdgesIn.push_back(Branch);
  }
  void use(const ValuePart &Part, unsigned In) {
    Graph.Uses.push_back({Part, Guard::None, In});
    UsesIn.push_back(Branch);
  }
  void use(const ValuePart &Part) {
    use(Part, Place);
    if (TestedIn)
      use(Part, *TestedIn);
  }
  void usePerhaps(ValuePart Part) {
    Part.IsSome = true;
    use(Part);
  }
  void enterBranch(Guard Kind = Guard::Branch);
  void walkSide(const Block &B, bool IsOfCounters);
  unsigned enterPlace(FlowPlace Inner);
  unsigned numberOfSides(const Stmt &If);
  void decide(unsigned Decision, bool HasJumps);
  bool hasEffects(const Stmt &S);
  Guard guardOf(const ValuePart &Read, unsigned In) const;

  /// The number of changes so far, to go back to.
  size_t mark() const { return Before.size(); }
  void goBack(size_t Mark);
  void arrive(std::vector<Changes> &At, size_t Mark);
  void join(llvm::ArrayRef<Changes> Arrivals);
  const llvm::SetVector<Holder> &holdersSetIn(const Stmt &S);

  const KernelProgram &Program;
  FlowGraph Graph;
  /// What each holder holds where the walk is.
  llvm::DenseMap<Holder, unsigned> Held;
  /// What they held before each change.
  std::vector<std::pair<Holder, unsigned>> Before;
  bool IsReachable = true;
  /// The branch or loop that the walk is in, and what each is in.
  unsigned Branch = 0;
  std::vector<unsigned> Around = {0};
  std::vector<Guard> GuardOf = {Guard::None};
  /// Where values were made, and where edges and uses stand.
  std::vector<unsigned> BranchOf, EdgesIn, UsesIn, StoresIn;
  /// The place that the walk is in, and where the test of a loop is made first.
  unsigned Place = 0;
  std::optional<unsigned> TestedIn;
  /// What is known of what stands behind a branch with a side that leaves.
  FlowPlace Rest;
  /// The uses from this one on are those of the next branch.
  std::optional<size_t> Tested;
  /// What the last join made.
  std::vector<unsigned> Joined;
  /// Whether the regions around only give results.
  std::vector<bool> AreFree = {false};
  const AssignedValues Assigned;
  const FlowConditions Conditions;
  std::map<std::vector<uint64_t>, unsigned> ConditionNumbers;
  llvm::DenseMap<const Stmt *, bool> Effects;
  /// The jumps so far to what is around.
  unsigned JumpsOut = 0;
  LoopCounts Counts;
  std::vector<JumpTarget> Jumps;
  /// Holders that others may read and change at any time.
  llvm::DenseSet<Holder> Lost;
  llvm::DenseMap<const Stmt *, llvm::SetVector<Holder>> SetIn;
  llvm::DenseMap<const Stmt *, unsigned> Sizes;
  unsigned Work = 0;
  /// Accesses that the walk came to, and that it saw where it was behind a
  /// jump.
  llvm::DenseSet<unsigned> Reached;
  llvm::SetVector<unsigned> Unreached;
};

inline Holder holderOf(const FlowPart &Part) {
  constexpr unsigned Kinds = static_cast<unsigned>(FlowHolder::Array) + 1;
  return Kinds * Part.Index + static_cast<unsigned>(Part.Holder);
}

} // namespace banklint

#endif // BANKLINT_LIB_COMPILER_FLOWGRAPHBUILDER_H

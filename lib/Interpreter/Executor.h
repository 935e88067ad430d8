//===- Executor.h - Statements of one warp ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_EXECUTOR_H
#define BANKLINT_LIB_INTERPRETER_EXECUTOR_H

#include "Evaluator.h"
#include "Flow.h"
#include "LaunchState.h"
#include "RoundWatch.h"

namespace banklint {

/// True if \p Why is what WarpExecutor::conditionReason says of a condition.
inline bool isOfCondition(const Reason *Why) {
  return Why && llvm::StringRef(Why->Detail).starts_with("the condition");
}

/// Executes a program for one warp.
class WarpExecutor {
public:
  WarpExecutor(LaunchState &Shared, unsigned Warp);
  LaneMask existingLanes() const { return Eval.existingLanes(); }
  /// See Evaluator::moveThreads.
  void moveThreads(SweepId Sweep, const Dim3 &Step) {
    Eval.moveThreads(Sweep, Step);
  }
  void run();

private:
  /// The lanes of the active mask by the value of a condition.
  struct Decision {
    LaneMask True;
    LaneMask False;
    LaneMask Open;
    /// All open lanes decide alike.
    bool IsOneChoice;
    WarpValue Condition;
  };
  /// How a variable changes from one round of a loop to the next.
  struct Induction {
    enum FormKind { Stepped, Offset, Ring, Forgotten } Form = Offset;
    int64_t Step = 0;
    bool WasStepped = false;
    /// Forgotten: so many of the lowest bits are as before the loop.
    unsigned KeptBits = MaxLowBits;
    /// Ring: the bits that are kept of the sum.
    int64_t Mask = 0;

    static Induction forgotten() { return {Forgotten, 0, false, 0}; }
  };
  /// What a loop has let go of.
  struct LoopExits {
    LaneMask ByTest;
    ExitSet Break;
    ExitSet Return;
    /// Lanes may have left in different rounds.
    bool AreApart = false;
  };
  /// What came of rounds of a loop with unknown trip count.
  struct RoundOutcome {
    LoopExits Left;
    /// The variables as the test sees them.
    VariableValues ExitValues;
    /// And at the end of the round.
    VariableValues EndValues;
  };
  /// What is assumed about every round of a loop with unknown trip count.
  struct LoopHypothesis {
    Flow Entry;
    VariableValues EntryValues;
    std::vector<Induction> Inductions;
    /// Lanes may have left in earlier rounds, not all together.
    bool LosesLanes = false;
    /// The condition by which they do; null if it is not known.
    const Reason *Losing = nullptr;
    /// Why the test is not known at the start; null if it is.
    const Reason *Open = nullptr;
    /// The round runs to see what it does to the lanes that are there, whoever
    /// they are.
    bool IsTrial = true;
    /// A round of the hypothesis is this many rounds of the loop.
    unsigned Period = 1;
    /// Of the last silent round.
    std::optional<RoundOutcome> Outcome = std::nullopt;
  };

  void runBlock(const Block &B);
  bool passIdle(const Stmt &S);
  void runStmt(const Stmt &S);
  void runAccess(const Stmt &S);
  void joinLanes(BarrierScope Scope);
  void runCompound(const Stmt &S);
  void runIf(const Stmt &S);
  void runBranches(const Stmt &S);
  void runOpenIf(const Stmt &S, const Decision &D);
  void runSwitch(const Stmt &S);
  void runKnownSwitch(const Stmt &S, const WarpValue &Value);
  void runOneChoiceSwitch(const Stmt &S);
  void runMixedSwitch(const Stmt &S, const WarpValue &Value);
  void runRegion(const Stmt &S);
  void leave(ExitSet &Target, bool KeepsValues);

  bool splitsCode(const Stmt &S);

  void runLoop(const Stmt &S);
  void runRounds(const Stmt &S, LoopExits &Left);
  void forgetHints(const Stmt &Loop);
  bool runRound(const Stmt &S, LoopExits &Left);
  bool mayBeCounted(const Stmt &S);
  unsigned roundsInLine(const Stmt &S);
  std::optional<unsigned> countRounds(const Stmt &S, unsigned MaxRounds);
  bool mayReorderRounds(const Stmt &S);
  void noteRounds(const Stmt &S, uint64_t Fewest, uint64_t Most);
  void noteUnknownRounds(const Stmt &S, const LoopHypothesis &H,
                         const LoopExits &Left);
  void notePartedRounds(const Stmt &S);
  std::vector<unsigned> knownGeometric(const Stmt &S);
  /// Loops inside of loops multiply their rounds.
  static constexpr unsigned MaxPeelDepth = 2;
  bool canPeel(const Stmt &S);
  std::vector<unsigned> peelRounds(const Stmt &S, Decision D, LoopExits &Left);
  bool peelRound(const Stmt &S, const Decision &D, LoopExits &Left);
  void peelNextRound(const Stmt &S, LoopExits &Left);
  void runUnknownRounds(const Stmt &S, llvm::ArrayRef<unsigned> Settled,
                        LoopExits &Left);
  LoopHypothesis findHypothesis(const Stmt &S,
                                llvm::ArrayRef<unsigned> Settled);
  void runTrialRound(const Stmt &S, const LoopHypothesis &H, bool IsFirst);
  unsigned countWeak(const Stmt &S, const LoopHypothesis &H,
                     const RoundWatch &Watch);
  void settle(const Stmt &S, LoopHypothesis &H);
  void runSilently(const Stmt &S, llvm::function_ref<void()> Run);
  void assumeHead(const Stmt &S, const LoopHypothesis &H);
  void runAssumedRound(const Stmt &S, const LoopHypothesis &H,
                       RoundOutcome &Outcome);
  void runAssumedCycle(const Stmt &S, const LoopHypothesis &H,
                       RoundOutcome &Outcome);
  Induction weakest(const Stmt &S, const LoopHypothesis &H, unsigned Variable,
                    unsigned KeptBits);
  bool refine(const Stmt &S, LoopHypothesis &H, const VariableValues &Head);
  void forgetRounds(const Stmt &S, const LoopHypothesis &H, LoopExits &Left,
                    VariableValues &ExitValues);

  Decision decide(ExprId Condition);
  void noteSides(const Stmt &S, const Decision &D);
  void noteIdleSides(const Stmt &S);
  const Reason *conditionReason(ExprId Condition);
  void mergeInto(ExitSet &Into, ExitSet &&From);
  void resume(Exits Outer);
  void absorb(ExitSet &Set, LaneMask FallThrough,
              llvm::ArrayRef<unsigned> Assigned);
  WarpValue alternatives(const WarpValue &Own, const WarpValue &Other,
                         LaneMask OnlyOther, LaneMask Both, bool IsOneChoice,
                         const Reason *Why, llvm::StringRef Name,
                         const WarpValue *Condition = nullptr);
  void mergeAlternatives(llvm::ArrayRef<unsigned> Assigned,
                         const VariableValues &Other, LaneMask OnlyOther,
                         LaneMask Both, bool IsOneChoice, const Reason *Why,
                         const WarpValue *Condition = nullptr);
  bool isOutOfBudget() const;

  LaunchState &Shared;
  const KernelProgram &Program;
  unsigned Warp;
  SymbolTable Symbols;
  ReasonPool Reasons;
  Evaluator Eval;
  Flow Cur;
  Exits Pending;
  std::vector<LoopPosition> Loops;
  unsigned RegionDepth = 0;
  unsigned Stretch = 0;
  unsigned Fence = 0;
  std::vector<BranchSide> Sides;
  unsigned Branches = 0;
  unsigned Segment = 0;
  std::vector<const Stmt *> RolledLoops;
  /// Those of which all rounds execute the same code.
  std::vector<const Stmt *> OneCopyLoops;
  unsigned RuntimeLoops = 0;
  unsigned RuntimeRounds = 0;
  /// Loops around whose rounds are peeled.
  unsigned PeelDepth = 0;
  /// Lanes may come here one by one, until the next barrier.
  bool AreApart = false;
  /// Barriers of the block that were certainly executed.
  unsigned SureJoins = 0;
  /// Not null while a round runs only to see what it does.
  const SilentRound *Silent = nullptr;
  /// The lanes that executed accesses which branches may concern, and that came
  /// to numbered branches.
  llvm::DenseMap<unsigned, LaneMask> Loading, Reaching;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_EXECUTOR_H

//===- Interpreter.h - SIMT execution of a kernel program -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a KernelProgram for every warp of one thread block and reports each
// execution of an access. All 32 lanes run together under an active mask:
// branches split it, loops run until no lane is left, lanes meet again where
// the control structure ends.
//
// What is not known is handled so that nothing false is claimed:
// - a branch whose condition is unknown runs both sides; the events say whether
//   the mask may be smaller and whether the execution may be missing;
// - a loop whose trip count is unknown runs once, with each variable that it
//   changes replaced by its value at entry plus a fresh symbol if the body
//   provably keeps that form, else forgotten;
// - the budget ends real execution of loops; the rest is treated as a loop with
//   unknown trip count.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_INTERPRETER_H
#define BANKLINT_INTERPRETER_INTERPRETER_H

#include "banklint/Interpreter/Layout.h"
#include "banklint/Interpreter/Sweeps.h"
#include "banklint/Interpreter/Symbols.h"
#include "banklint/Interpreter/Value.h"
#include "banklint/Interpreter/WorkLimit.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <map>
#include <set>

namespace banklint {

class KnownResults;

/// The blocks of a grid from one corner to another one.
struct BlockRange {
  /// Both belong to it.
  Dim3 First, Last;

  uint64_t count() const {
    return uint64_t(Last.X - First.X + 1) * (Last.Y - First.Y + 1) *
           (Last.Z - First.Z + 1);
  }
};

/// What one launch fixes.
struct LaunchConfig {
  Dim3 Block;
  std::optional<Dim3> Grid;
  /// One entry each kernel parameter; may be shorter.
  std::vector<ArgumentValue> Arguments;
  /// The block that is executed is one of these; nothing stands for any.
  std::optional<BlockRange> Blocks = std::nullopt;
  /// The only warp of it that is executed; nothing stands for all.
  std::optional<unsigned> Warp = std::nullopt;
  /// The block that is executed is one of which all threads pass guards such as
  /// `blockIdx.x * blockDim.x + threadIdx.x < n` where nothing is known of n.
  bool IsInside = false;
  /// The extents that are known of a grid that is not known as a whole.
  std::array<std::optional<uint32_t>, 3> PartOfGrid = {};
  /// The shared memory that the launch requests beside the static arrays.
  std::optional<uint64_t> DynamicBytes = std::nullopt;
};

/// Limits on the work of one execution of a launch, unless said otherwise.
struct InterpreterBudget {
  /// Statements executed, over all warps.
  uint64_t Statements = 4'000'000;
  /// Statements executed to analyze all launches of one kernel; 0 means no
  /// limit. The kernels of test/truth need 0.6 million, but for one that needs
  /// 3.3 million; a million takes two to five seconds.
  uint64_t KernelStatements = 4'000'000;
  /// Statements executed, and requests whose cost is predicted, in the search
  /// for fixes of the arrays of one kernel, its instantiations included; 0
  /// means no limit.
  uint64_t SearchStatements = 4'000'000;
  /// Rounds of one loop that are executed for real.
  uint64_t LoopRounds = 1u << 16;
  /// Programs of at least so many statements are searched for those that no
  /// access needs, which are left out. That pays for all: only tests ask for
  /// another number.
  uint64_t SliceFrom = 0;
  /// Listeners need not see what repeats (Sweeps.h). Executing all gives the
  /// same, later.
  bool SkipsRepeats = true;
  /// What this execution may do together with others; null means no limit.
  WorkLimit *Together = nullptr;
  /// Where results of executions are kept, to be taken from there; null means
  /// nowhere.
  KnownResults *Known = nullptr;
};

/// A loop that surrounds an event: its named variable's value.
struct LoopPosition {
  /// Index of a program variable.
  unsigned Variable;
  /// Nothing when the value is not one known number in all lanes.
  std::optional<int64_t> Value;
  /// The number of iterations before this one; nothing if it stands for any
  /// further one.
  std::optional<uint64_t> Round;
  /// The compiler can't count the iterations, or is told not to unroll.
  bool IsRuntime = false;
  /// All iterations execute the same code: the compiler is told not to unroll,
  /// or could not say when to end, since what is tested doubles or halves.
  bool IsOneCopy = false;
  /// So many iterations, from the first one on, surely become one straight line
  /// of code each time; of a loop that is unrolled whole, 1.
  unsigned InLine = 1;
  const Stmt *Of = nullptr;
  /// How many symbols there were when it was entered.
  unsigned SymbolsBefore = 0;
};

/// The pointer values of Address expressions: arrayStart(array), of which the
/// high bits are (array + 1) << ArrayShift, plus
/// the byte offset in the array.
constexpr unsigned ArrayShift = 40;
/// Below that, the start of an array holds (array + 1) << WindowShift, so that
/// an address identifies its array even when it is cut to 32 bits, as addresses
/// in the shared window are. Offsets of half that range each way keep it.
constexpr unsigned WindowShift = 22;

/// The pointer value of the start of array number \p Array.
constexpr uint64_t arrayStart(unsigned Array) {
  uint64_t Number = uint64_t(Array) + 1;
  return (Number << ArrayShift) + (Number << WindowShift);
}

/// In place of an array's number plus 1: memory that is not shared.
constexpr int64_t ElsewhereObject = int64_t(1) << 22;

/// The number, as above, of what \p Address belongs to: offsets of half the
/// range each way are in it. 0 if it is not known.
inline int64_t objectOf(int64_t Address) {
  uint64_t Half = uint64_t(1) << (ArrayShift - 1);
  return int64_t(uint64_t(Address) + Half) >> ArrayShift;
}

/// One side of an execution of an `if` or `switch` whose lanes part, or may
/// part.
struct BranchSide {
  /// Different for each execution.
  unsigned Branch;
  /// A lane is on one side. Sections of a `switch` that control falls through
  /// are one.
  unsigned Arm;
  /// The lanes that come to it.
  LaneMask Entry;
  /// The number of loops around it.
  unsigned LoopDepth;
  /// Lanes that go the same way, whichever that is.
  LaneMask Together = {};
};

/// One execution of an access by one warp.
struct AccessEvent {
  /// Index of the program's access.
  unsigned Access;
  unsigned Warp;
  /// The lanes that take part, at most; never empty.
  LaneMask Lanes;
  /// True if exactly these lanes take part whenever the access executes.
  bool IsMaskExact;
  /// True if the access executes exactly once here; else any number of times.
  bool IsCounted;
  /// The u64 address in each lane.
  const WarpValue &Address;
  /// The array that all lanes' addresses point into and the address less its
  /// start; nothing if the lanes are unknown or point into several arrays.
  std::optional<unsigned> Array;
  llvm::ArrayRef<LoopPosition> Loops;
  /// Why IsMaskExact is false; null otherwise.
  const Reason *MaskReason;
  /// Events of one warp with different numbers have a barrier between them, or
  /// the border of a round of a loop that is not unrolled.
  unsigned Stretch;
  /// Events of one warp with different numbers have a barrier between them.
  unsigned Fence;
  /// 0 outside of loops whose rounds the compiler can't count, else a number
  /// that is different for each of their rounds.
  unsigned RuntimeRound;
  /// Events of one warp with the same number surely stand in one straight line
  /// of compiled code.
  unsigned Segment;
  /// Where the event stands, outermost first. Lanes that take part on one side
  /// do not on the other.
  llvm::ArrayRef<BranchSide> Sides;
  /// The loops around it that are not surely unrolled whole.
  llvm::ArrayRef<const Stmt *> RolledLoops;
  /// Names of the symbols in Address.
  const SymbolTable &Symbols;
  /// The sweeps in which Address moves; null if there are none. Whoever relies
  /// on the event limits them to where that holds.
  Sweeps *Running;
  /// Why IsMaskExact or IsCounted is false; null if neither is.
  const Reason *FlowReason = nullptr;
  /// The u64 address that each lane copies from; null if there is none.
  const WarpValue *Source = nullptr;
  /// The value that an expression has where the access executes; null if nobody
  /// can say.
  llvm::function_ref<WarpValue(ExprId)> ValueOf = nullptr;
  /// A branch may leave it out, not just a loop without rounds.
  bool IsConditional = true;
};

/// What a cycle of a sweep has done to a listener.
enum class CycleEffect {
  /// Cycles like it would do the same again, so that they can be repeated.
  Repeats,
  /// What came before the sweep still matters.
  Settles,
  /// None of these.
  Varies,
};

/// Receives the accesses of a launch, but need not see what only repeats
/// others.
class SweepListener {
public:
  virtual ~SweepListener() = default;
  /// False ends the execution.
  virtual bool onAccess(const AccessEvent &Event) = 0;
  /// A warp has executed all that it executes.
  virtual void endWarp() {}
  /// A sweep starts inside of those that have not ended, or ends.
  virtual void beginSweep(SweepId Sweep) = 0;
  virtual void endSweep(SweepId Sweep) = 0;
  /// A cycle of the innermost sweep of \p Running ends. May limit the reach.
  /// \p RuntimeRound is that of its last iteration (AccessEvent), 0 at the end
  /// of a warp.
  virtual CycleEffect endCycle(Sweeps &Running, SweepId Sweep,
                               unsigned RuntimeRound) = 0;
  /// After an endCycle that Repeats: \p Cycles more such cycles.
  virtual void repeat(SweepId Sweep, uint64_t Cycles) = 0;
};

/// Warps of which lanes may be in different rounds of a loop when they execute
/// the same code: they do different numbers of rounds, the compiler may unroll
/// the loop, and what is left over then comes first or last. Or they come to
/// the rounds one by one, because they waited for other threads in another
/// loop. Of warps that do the same, one.
struct MixedWarps {
  /// They may take part in other requests than as written.
  std::set<unsigned> Apart;
  /// Some lanes do one round more, which is left over: as many lanes take part
  /// in as many requests as written, but some of them are a round ahead.
  std::set<unsigned> Ahead;
  /// Some of Apart waited for other threads.
  bool AreWaiting = false;
};

/// Why a request may have fewer lanes than were there: some went on alone.
constexpr llvm::StringLiteral AfterWaiting =
    "lanes may go on one by one after a loop that waits for other threads";

struct ExecutionSummary {
  /// True if loops were no longer executed for real after some point.
  bool BudgetReached = false;
  /// True if execution was given up: accesses after that point are missing
  /// from the events.
  bool Aborted = false;
  uint64_t StatementsExecuted = 0;
  std::map<const Stmt *, MixedWarps> MixedLoops;
  /// Sides of branches with numbers that some lane which came to the branch did
  /// not take, or may not take: the number, and true for `else`.
  std::set<std::pair<unsigned, bool>> LeftSides;
};

/// False if LaunchConfig::IsInside makes no difference.
bool hasInsideGuards(const KernelProgram &Program, const LaunchConfig &Launch);

/// Runs all warps of a block of \p Launch and calls \p OnAccess for every
/// executed access, in program order for each warp, until it returns false.
/// \p Program must verify.
ExecutionSummary execute(const KernelProgram &Program,
                         const LaunchConfig &Launch,
                         const InterpreterBudget &Budget,
                         llvm::function_ref<bool(const AccessEvent &)> OnAccess,
                         llvm::ArrayRef<LayoutOverride> Layout = {});
/// Likewise, but leaves out iterations and warps that \p Listener can repeat.
ExecutionSummary execute(const KernelProgram &Program,
                         const LaunchConfig &Launch,
                         const InterpreterBudget &Budget,
                         SweepListener &Listener,
                         llvm::ArrayRef<LayoutOverride> Layout = {});

} // namespace banklint

#endif // BANKLINT_INTERPRETER_INTERPRETER_H

//===- Reuse.h - Accesses that the compiler may spare -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two barriers the compiler may take shared memory for the thread's
// own. docs/compiler-model.md says what was seen:
//
// - a load of what the thread has read or written before is served by a
//   register, also from an earlier round of a loop;
// - a store is left out if a later one surely overwrites it, or if it would
//   write back what the thread has read there;
// - the accesses of branches that exclude each other become one, of the lanes
//   of all of them.
//
// A store between prevents it, unless the compiler can prove that it goes
// elsewhere. What it can prove is overrated here: what may be spared need not
// be, and no answer counts on it. Atomics and volatile accesses are never
// spared.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_REUSE_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_REUSE_H

#include "Compiler/BranchJoins.h"
#include "Costs/AccessPattern.h"
#include "Costs/RequestCosts.h"
#include "Costs/SweepLimits.h"
#include "llvm/ADT/DenseSet.h"
#include <bitset>

namespace banklint {

/// An execution of a plain load or store, and what may become of it.
struct SpareEntry {
  unsigned Access = 0;
  MemoryOperation Op = MemoryOperation::Load;
  unsigned Bytes = 0;
  std::optional<unsigned> Array;
  LaneMask Lanes;
  WarpValue Address;
  llvm::SmallVector<BranchSide, 2> Sides;
  unsigned LoopDepth = 0;
  unsigned RuntimeRound = 0;
  /// All lanes of Address are affine and it has no cases.
  bool IsAffine = false;
  /// The span of the affine lanes' bases.
  int64_t Low = 0;
  int64_t High = 0;
  /// The bytes of all lanes, by their places in stretches of so many; made when
  /// they are first asked for.
  std::optional<std::bitset<512>> Places;
  /// A store that may write back what stands there, or surely what the thread
  /// has read there.
  bool MayRestore = false;
  bool WritesBack = false;
  /// What was read or written is still there, as far as the compiler knows.
  bool IsCurrent = true;
  /// A store that nothing has read since.
  bool IsUnread = true;
  /// Of a store, the bytes that narrower ones have overwritten since, a bit
  /// each.
  uint64_t Overwritten = 0;

  /// Among all of the run.
  uint64_t Number = 0;

  /// By which rules the execution may not take place, or with fewer lanes.
  RuleSet ElidedBy;
  /// What it costs alone, if that is known.
  std::optional<RequestCost> Cost;
  /// The most that it may cost together with one of another branch.
  std::optional<RequestCost> Joined;
  RuleSet JoinedBy;

  bool mayVanish() const { return !ElidedBy.empty(); }
  /// Sets Low and High.
  void findSpan();
};

/// The branch of which \p A and \p B stand on different sides, as \p A has it.
const BranchSide *branchBetween(const SpareEntry &A, const SpareEntry &B);

/// True if both may be to one array.
inline bool isSameArray(const SpareEntry &A, const SpareEntry &B) {
  return !A.Array || !B.Array || A.Array == B.Array;
}

using AccessSet = llvm::DenseSet<unsigned>;

/// Accesses whose place was seen to change between the rounds of loops that the
/// compiler can't count, whose rounds share code.
using VaryingAccesses = AccessSet;

/// Copies of structs in pieces of which some may be left out, because the
/// thread accesses their place another time between two barriers.
using PartedCopies = AccessSet;

/// Accesses that may not stay where they are.
struct MovedAccesses {
  /// Stores that a later one overwrites.
  AccessSet Vain;
  /// Stores to the same place as one on the other side of a branch: one behind
  /// the branch may stand for both.
  AccessSet Joining;
  /// Loads of one array and stores to places of them: the compiler may do all
  /// with one place before it does so with the next.
  AccessSet Mixed;

  bool operator!=(const MovedAccesses &Other) const {
    return Vain != Other.Vain || Joining != Other.Joining ||
           Mixed != Other.Mixed;
  }
};

class ReuseWindow {
public:
  /// Receives each execution that left the window, whose fate is settled.
  using Sink = llvm::function_ref<void(const SpareEntry &)>;

  explicit ReuseWindow(const KernelProgram &Program) : Program(Program) {}

  /// A second run of the same launch is to start with those of the first, if
  /// it HasSpared anything: something of that may be due to them.
  VaryingAccesses Varying;
  bool HasSpared = false;
  /// A second run is to start with those of the first.
  PartedCopies Parted;
  /// Likewise, as far as they matter for merging.
  MovedAccesses Moved;

  /// Any access. True if it is already known that it may be left out.
  bool meet(const AccessEvent &Event, Sink Done);
  /// What the access that was met last costs at most, in \p Pattern if that is
  /// all that is to know of it.
  void setCost(const AccessPattern *Pattern, const RequestCost &Cost,
               RequestCosts &Costs, Sweeps *Running);
  void flush(Sink Done);

  /// What the window holds, for a comparison.
  struct Snapshot {
    /// The oldest comes first.
    std::vector<SpareEntry> Entries;
    unsigned Round = 0;
    size_t VaryingCount = 0;
  };
  Snapshot snapshot() const;
  /// The iteration that has come to its end, as AccessEvent::RuntimeRound.
  void setRound(unsigned RuntimeRound) { Round = RuntimeRound; }
  size_t size() const { return Entries.size(); }
  /// The number of entries so far, those that have left included.
  uint64_t added() const { return Added; }
  /// True if the window has become what it was, moved by a cycle of \p Sweep.
  bool isMovedFrom(const Snapshot &Before, MovedValues &Values) const;
  /// Moves what the window holds by \p Cycles of \p Sweep.
  void move(SweepId Sweep, uint64_t Cycles);

private:
  /// What tells most entries apart at once.
  struct Extent {
    /// The bytes of the lanes' bases; all if they are not known.
    int64_t Low, End;
    /// Or AnyArray.
    unsigned Array;
    unsigned Access;
  };
  static constexpr unsigned AnyArray = ~0u;
  /// Rounds that become one.
  static constexpr unsigned MostUnrolled = 16;
  static Extent extentOf(const SpareEntry &E);
  /// False if two entries of such extents have nothing to do with each other;
  /// if \p IsSwept, nor in other cycles.
  static bool concern(const Extent &Old, const Extent &New, bool IsSwept);

  static bool areRoundsApart(const SpareEntry &A, const SpareEntry &B);
  bool isLoneIn(const SpareEntry &E, unsigned Branch) const;
  bool mayBecomeOne(const SpareEntry &A, const SpareEntry &B);
  void learnFrom(const SpareEntry &Old, const SpareEntry &New);
  bool mayHold(const SpareEntry &Outer, const SpareEntry &Inner);
  void settleLoad(SpareEntry &Old, SpareEntry &New);
  void leave(const SpareEntry &E, Sink Done);
  void noteParted(const SpareEntry &Old, const SpareEntry &New);
  void settleStore(SpareEntry &Old, SpareEntry &New);
  bool isPending(const SpareEntry &E) const;
  void orderLoads(const SpareEntry &New);
  bool mayBeMixed(const SpareEntry &E) const;
  bool isOverwritten(SpareEntry &Old, const SpareEntry &New);

  const KernelProgram &Program;
  /// Made when it is first needed.
  std::optional<BranchJoins> Joins;
  /// In a ring once it is full.
  std::vector<SpareEntry> Entries;
  /// Those of Entries.
  std::vector<Extent> Extents;
  unsigned Oldest = 0;
  unsigned Newest = 0;
  /// By access: 1 + the last warp that has executed it, for stores that may
  /// restore.
  std::vector<unsigned> StoredBy;
  unsigned Warp = 0;
  unsigned Fence = 0;
  uint64_t Added = 0;
  /// Of the loads from an array, those with a lesser number surely stand before
  /// what comes.
  llvm::DenseMap<unsigned, uint64_t> SettledOf;
  /// The store that is met is to the place of a load that perhaps does not.
  bool MeetsLoad = false;
  /// Since the last barrier a store was to the place of a load.
  bool HasInPlace = false;
  /// Stores since the last barrier that are amid loads, until they are Mixed.
  AccessSet Amid;
  /// AccessEvent::RuntimeRound of what was executed last.
  unsigned Round = 0;
  /// The newest entry is of the access that was met last.
  bool HasMet = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_REUSE_H

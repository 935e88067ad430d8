//===- Merging.h - Neighbours that the compiler merges ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler turns loads (or stores) of adjacent elements that stand in one
// stretch of code, or in successive rounds of a loop that it unrolls, into one
// of 8 or 16 bytes, if it can prove the alignment. docs/compiler-model.md says
// what was seen. Three answers:
//
// - merged: all neighbours stand in one straight line of code, nothing that may
//   alias lies between them, and the compiler surely knows the alignment;
// - alone: no neighbour that may be merged, or the alignment differs between
//   lanes or warps that run the same code;
// - else it may be merged. In every measurement the merged request cost at most
//   what the single ones did.
//
// Without a conflict, wavefronts equal the ideal merged or not, but there are
// fewer of both. So requests without one matter where their lanes' positions
// let them be merged at all.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_MERGING_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_MERGING_H

#include "Compiler/Alignment.h"
#include "Compiler/Intervening.h"
#include "Compiler/Reuse.h"
#include "Costs/AccessPattern.h"
#include "Costs/RequestCosts.h"
#include "Costs/SweepLimits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace banklint {

/// A request that may have neighbours, and what became of it. Outlives its
/// event.
struct WindowEntry {
  unsigned Access;
  unsigned Warp;
  bool IsMaskExact;
  bool IsCounted;
  WarpValue Address;
  std::optional<unsigned> Array;
  std::vector<LoopPosition> Loops;
  std::optional<Reason> MaskReason;
  AccessPattern Pattern;
  PatternCost Alone;
  /// As spanOf says of Address.
  std::pair<int64_t, int64_t> Span;
  /// The bytes of what the compiler may access one by one.
  unsigned ElementBytes = 4;

  enum Fate {
    IsAlone,
    /// Merged is what it may become.
    MayBeMerged,
    /// It stands for the one request that several are merged into.
    Leads,
    /// The request of another access serves it.
    Follows,
  } What = IsAlone;
  /// The request after merging, and its pattern.
  PatternCost Merged;
  AccessPattern MergedPattern;
  /// By which rules it is merged or may be, and by which that is not certain.
  RuleSet MergedBy, Doubts;

  // What merging depends on.
  std::optional<MemberPart> Part;
  /// It is in a loop that is not unrolled and has no barrier.
  bool MayLeaveLoop = false;
  /// Among the stretch's accesses, and among those of its operation.
  unsigned Order = 0;
  unsigned Sequence = 0;
  /// Its number among those of its operation in its segment, from 1.
  unsigned InSegment = 0;
  /// Those without an access of another operation between them have one number.
  unsigned Run = 0;
  /// Likewise, if what may vanish stays.
  unsigned DirectRun = 0;
  /// It may vanish, and is no part of a run then.
  bool IsGap = false;
  /// The compiler may keep its value in a register.
  bool MayVanish = false;
  /// Something near it is accessed in another segment, such as a branch.
  bool HasSide = false;
  unsigned Segment = 0;
  unsigned RuntimeRound = 0;
  AddressKnowledge::Known Known;
  size_t Code = 0;
  /// The copy of the innermost loop around it that the compiler can't count.
  size_t Around = 0;
  /// The access, and which copy of it in that loop.
  size_t Copy = 0;
  /// As oneCodeOf says.
  std::optional<size_t> OneCode;
  bool IsDecided = false;
};

/// What one run of a launch teaches about another.
struct MergeLessons {
  /// WindowEntry::Copy of two accesses, and Around of them.
  using Pair = std::tuple<size_t, size_t, size_t>;
  /// Those whose distance was seen to change between the rounds of a loop that
  /// is not unrolled whole: the compiler can't merge them.
  std::set<Pair> VaryingPairs;
  /// For a copy of code (an access and the iterations of the loops around it,
  /// of rolled loops modulo 16): the address bits, of the lowest four, that
  /// differ between lanes or warps.
  std::map<size_t, unsigned> VaryingBits;
  /// WindowEntry::OneCode of code that lanes execute which do not stand alike
  /// in aligned stretches of twice the width, and others that do.
  std::set<size_t> VaryingLanes;

  bool operator==(const MergeLessons &Other) const {
    return VaryingPairs == Other.VaryingPairs &&
           VaryingBits == Other.VaryingBits &&
           VaryingLanes == Other.VaryingLanes;
  }
};

/// Of the widest access.
constexpr unsigned MaxMergedBytes = 16;

/// True if others of \p Op may be moved across another.
inline bool isMovable(MemoryOperation Op) {
  return Op == MemoryOperation::Load || Op == MemoryOperation::Store;
}

class MergeWindow {
public:
  /// Receives each request that left the window.
  using Sink = llvm::function_ref<void(const WindowEntry &)>;

  MergeWindow(const KernelProgram &Program,
              llvm::ArrayRef<LayoutOverride> Layout)
      : Program(Program), Knowledge(Program, Layout),
        Apart(Program.Accesses.size()) {}

  /// Any access, before all else: what comes next may not be merged with what
  /// came before, unless it \p MayVanish. What is one of \p Moved is not surely
  /// merged.
  void meet(const AccessEvent &Event, bool MayVanish,
            const MovedAccesses &Moved, Sink Done);
  /// True if the request, which has no conflict, may be part of a wider one.
  bool mayHaveNeighbours(const AccessEvent &Event,
                         const AccessPattern &Pattern);
  /// The access that was met last: it has a conflict or may have neighbours.
  void add(const AccessEvent &Event, const AccessPattern &Pattern,
           const PatternCost &Cost, RequestCosts &Costs, Sink Done);
  const ArrayPlaces &places() const { return Knowledge.places(); }
  /// The pieces that the compiler makes of the struct that \p Event copies.
  void joinPieces(const AccessEvent &Event, AccessPattern &Pattern);
  /// What comes next can't be merged with what came before.
  void flush(Sink Done);
  /// What comes next has nothing to do with what came before.
  void endWarp(Sink Done) {
    flush(Done);
    Last = {};
  }

  /// The bytes of the widest access that one of \p A may be merged into.
  static int64_t widestOf(const Access &A);

  /// What the accesses so far say of the next one.
  struct LastMet {
    MemoryOperation Op = MemoryOperation::Load;
    /// Of the access before, whether or not it may vanish.
    MemoryOperation DirectOp = MemoryOperation::Load;
    /// AccessEvent::RuntimeRound and Segment.
    unsigned Round = 0;
    unsigned Segment = 0;
    /// The parts of arrays that stores in the stretch wrote; HasStored if they
    /// may have written others.
    llvm::SmallVector<MemberPart, 4> Stored;
    bool HasStored = false;
    /// The part that the access that was met last takes, and whether it may
    /// take the value of a store and vanish.
    std::optional<MemberPart> Part;
    bool MayTakeStored = false;
    /// An access that may vanish stands in the stretch, between stores or
    /// loads: they may be merged, but not surely.
    bool HasGap = false;
    /// The access that was met last is such a one.
    bool IsGap = false;
    /// It may vanish, wherever it stands, and by which rules it may move.
    bool MayVanish = false;
    RuleSet MovedBy;
  };
  /// What the window holds, for a comparison.
  struct Snapshot {
    std::deque<WindowEntry> Entries;
    Intervening Between;
    LastMet Last;
    unsigned Order = 0;
    size_t PairCount = 0;
    size_t LanesChanges = 0;
  };
  Snapshot snapshot() const;
  size_t size() const { return Entries.size() + Between.size(); }
  /// The number of entries so far, those that have left included.
  uint64_t added() const { return Added; }
  /// True if the window has become what it was, moved by a cycle of \p Sweep.
  bool isMovedFrom(const Snapshot &Before, MovedValues &Values) const;
  /// Moves what the window holds by \p Cycles of \p Sweep.
  void move(SweepId Sweep, uint64_t Cycles);

  /// A second run of the same launch is to start with those of the first. More
  /// runs find no more.
  MergeLessons Lessons;
  /// What this run found, of what matters, and all that it started with.
  MergeLessons lessons() const;
  /// Accesses that are merged with others, or keep them apart as they stand
  /// between them.
  llvm::DenseSet<unsigned> Relevant;

private:
  using Group = llvm::SmallVector<WindowEntry *, 16>;

  struct PairDistance {
    int64_t First;
    /// The pair is one of Lessons.VaryingPairs.
    bool IsVarying;
  };
  bool mayPair(const WindowEntry &New, const WindowEntry &Other,
               int64_t Distance);
  void noteVarying(const MergeLessons::Pair &Pair, PairDistance &Known);
  using Neighbours = llvm::SmallVector<std::pair<WindowEntry *, int64_t>, 16>;
  Neighbours neighboursOf(const WindowEntry &New);
  static bool isFullEnough(MemoryOperation Op, unsigned Filled, unsigned Width,
                           unsigned Bytes);
  /// Bytes that a member of a group accesses, and where in its aligned stretch.
  struct Part {
    unsigned At;
    unsigned Bytes;
  };
  /// Members of an aligned stretch, the first of which is asked for, and what
  /// they take of it.
  struct Filling {
    Group Members;
    llvm::SmallVector<Part, 16> Parts;

    void add(WindowEntry &E, unsigned At);
  };
  static bool mayFill(MemoryOperation Op, llvm::ArrayRef<Part> Filled,
                      unsigned Bytes);
  static bool areOfOneRun(const WindowEntry &A, const WindowEntry &B);
  static bool areTogether(llvm::ArrayRef<WindowEntry *> Members);
  void addJoined(const WindowEntry &New, Neighbours &Near);
  bool isScalar(const WindowEntry &E) const;
  void pairScalars(WindowEntry &New);
  bool mayBeTogether(llvm::ArrayRef<WindowEntry *> Members) const;
  bool isAlignedTo(std::optional<unsigned> Array, unsigned Bytes) const;
  bool areKeptApart(llvm::ArrayRef<WindowEntry *> Members,
                    unsigned Bytes) const;
  bool mayBecomeOne(const Filling &Group, unsigned Bytes);
  bool areApart(const std::optional<MemberPart> &A,
                const std::optional<MemberPart> &B) const;
  bool mayPassOthers(llvm::ArrayRef<WindowEntry *> Members,
                     unsigned Bytes) const;
  void noteStored(bool IsNewStretch, MemoryOperation Op);
  bool mayLeaveLoop(const AccessEvent &Event);
  void meetOther(const AccessEvent &Event, Sink Done);
  bool mayMerge(WindowEntry &New, unsigned Bytes,
                std::optional<Neighbours> &Near, const SymbolTable &Symbols,
                RequestCosts &Costs);
  void keepRelations(Sweeps &Running, const WindowEntry &New) const;
  void noteAlignment(const WindowEntry &New, const AccessEvent &Event);
  void noteUnalike(const AccessEvent &Event);
  bool noteAlike(const WindowEntry &New);
  Group straightNeighbours(WindowEntry &E, bool AcrossRuns);
  void noteSides(WindowEntry &New);
  bool mergeAround(WindowEntry &E, unsigned Bytes, bool AcrossRuns);
  static CompilerRule fillingRule(const WindowEntry &E) {
    return E.Pattern.Op == MemoryOperation::Load ? CompilerRule::M1
                                                 : CompilerRule::M2;
  }
  void decide(WindowEntry &E);
  void merge(const Group &Members, unsigned Bytes);
  void leave(Sink Done);

  const KernelProgram &Program;
  AddressKnowledge Knowledge;
  RequestCosts *Costs = nullptr;
  std::deque<WindowEntry> Entries;
  Intervening Between;
  struct MetAccess {
    unsigned Access;
    std::optional<unsigned> Array;
  };
  /// The accesses of this stretch that were met last; the last one has the
  /// number Order.
  std::deque<MetAccess> Met;
  llvm::DenseMap<MergeLessons::Pair, PairDistance> Distances;

  /// The low address bits of a copy of code: where they were seen first, what
  /// differs from that, and how far merging was thought of.
  struct CopyBits {
    unsigned Warp;
    unsigned Bits;
    unsigned Varying;
    unsigned MergedBytes;
    bool IsAmbiguous;
    /// By lane, of the execution that was seen last.
    std::array<uint8_t, WarpSize> Last;
    LaneMask Lanes;
  };
  std::map<size_t, CopyBits> Copies;
  /// For each access, a request whose lanes did not stand alike in aligned
  /// stretches: the lanes and their addresses. The compiler has to allow for it
  /// wherever fewer of these lanes access the same places or ones moved by the
  /// same distance.
  struct LanesApart {
    LaneMask Lanes;
    LaneNumbers Offset{};
  };
  std::vector<LanesApart> Apart;
  /// By loop, of those that were asked for.
  llvm::DenseMap<const Stmt *, bool> HasBarrier;

  /// By oneCodeOf: whether lanes were seen to stand unalike there, and alike,
  /// so that they would be merged.
  struct LanesSeen {
    bool IsUnalike = false;
    bool WouldMerge = false;
  };
  std::map<size_t, LanesSeen> InOneCode;
  /// How often one of these changed.
  size_t LanesChanges = 0;

  LastMet Last;
  unsigned Warp = 0;
  unsigned Stretch = 0;
  unsigned Order = 0;
  unsigned LoadSequence = 0;
  unsigned StoreSequence = 0;
  /// Those with which the segment begins.
  unsigned FirstLoad = 0;
  unsigned FirstStore = 0;
  unsigned Run = 0;
  unsigned DirectRun = 0;
  uint64_t Added = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_MERGING_H

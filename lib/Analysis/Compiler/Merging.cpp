//===- Merging.cpp - Neighbours that the compiler merges ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Merging.h"
#include "Compiler/CodeCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// How many accesses apart neighbours may be if one of another operation stands
/// between them.
constexpr unsigned MaxOrdersAcross = 32;

namespace {
/// Where all lanes of a request stand in their aligned stretch of bytes.
struct Position {
  int64_t Bytes;
  /// Rounds of a loop step by one element and so pass all positions: the
  /// compiler may unroll.
  bool StepsByRound;
};
} // namespace

/// The position in stretches of \p Bytes, if all lanes surely share it. What is
/// not known of the address is taken to be a multiple of Bytes if the compiler
/// may know its lowest \p KnowableBits, or by unrolling.
static std::optional<Position> positionIn(const WarpValue &Address,
                                          unsigned Bytes, LaneMask Lanes,
                                          const SymbolTable &Symbols,
                                          unsigned KnowableBits) {
  Position Result{Address.base(Lanes.lowest()) & (Bytes - 1), false};
  for (unsigned Lane : Lanes)
    if ((Address.base(Lane) & (Bytes - 1)) != Result.Bytes)
      return std::nullopt;
  for (const SymbolTerm &Term : Address.terms())
    for (unsigned Lane : Lanes) {
      int64_t Coefficient = Term.coefficient(Lane);
      if (Coefficient % int64_t(Bytes) == 0)
        continue;
      unsigned Rounds = Symbols.unrollableRounds(Term.symbol());
      if (Rounds != 0 && std::abs(Coefficient) < int64_t(Bytes) * Rounds)
        Result.StepsByRound = true;
      else if (Rounds == 0 && Bytes > 1u << KnowableBits)
        return std::nullopt;
    }
  return Result;
}

/// The request of \p Bytes that \p E is part of, \p Position bytes from its
/// start.
static AccessPattern widened(const WindowEntry &E, unsigned Bytes,
                             int64_t Position) {
  AccessPattern Merged = E.Pattern;
  Merged.Bytes = Bytes;
  for (unsigned Lane : Merged.Lanes)
    Merged.Offset[Lane] -= Position;
  return Merged;
}

/// Notes for \p New and its neighbours \p Near, which are found when they are
/// needed, that they may be merged, if they fill its aligned stretch of \p
/// Bytes.
bool MergeWindow::mayMerge(WindowEntry &New, unsigned Bytes,
                           std::optional<Neighbours> &Near,
                           const SymbolTable &Symbols, RequestCosts &Costs) {
  LaneMask Lanes = New.Pattern.Lanes;
  unsigned Width = New.Pattern.Bytes;
  // Rules M10 and M11.
  if (Bytes > 1u << Knowledge.bitsOfAnyLaunch(New.Access) ||
      Bytes > 1u << Knowledge.bitsOfPlace(New.Array) ||
      (Width == 1 && New.Array && !isAlignedTo(New.Array, 2)))
    return false;
  std::optional<Position> At = positionIn(New.Address, Bytes, Lanes, Symbols,
                                          Knowledge.knowableBits(New.Access));
  if (!At || At->Bytes + Width > Bytes)
    return false;
  if (!Near)
    Near = neighboursOf(New);
  // All, those without an access of another operation between them, and those
  // that surely stay.
  Filling All, OfRun, Staying;
  for (Filling *F : {&All, &OfRun, &Staying})
    F->add(New, At->Bytes);
  for (const auto &[Other, Offset] : *Near) {
    const int64_t Place = At->Bytes + Offset;
    if (Place < 0 || Place + Other->Pattern.Bytes > Bytes)
      continue;
    All.add(*Other, Place);
    if (areOfOneRun(*Other, New))
      OfRun.add(*Other, Place);
    if (!Other->IsGap)
      Staying.add(*Other, Place);
  }
  if (!At->StepsByRound && !mayBecomeOne(All, Bytes) &&
      !mayBecomeOne(OfRun, Bytes) && !mayBecomeOne(Staying, Bytes))
    return false;
  // Rule M9, as below.
  if (!noteAlike(New))
    return false;
  CopyBits &Copy = Copies[New.Code];
  Copy.MergedBytes = std::max(Copy.MergedBytes, Bytes);
  auto Known = Lessons.VaryingBits.find(New.Code);
  if (Known != Lessons.VaryingBits.end() && (Known->second & (Bytes - 1)) != 0)
    return false;
  AccessPattern Merged = widened(New, Bytes, At->Bytes);
  PatternCost Cost = Costs.costOf(Merged, 0);
  if (!Cost.IsAligned)
    return false;
  const bool HasSides =
      New.Pattern.Op == MemoryOperation::Store &&
      llvm::any_of(All.Members, [Lanes](const WindowEntry *Member) {
        return Member->Pattern.Lanes != Lanes;
      });
  RuleSet Doubts;
  for (const WindowEntry *Member : All.Members)
    Doubts |= Member->Doubts;
  for (WindowEntry *Member : All.Members) {
    Member->Doubts |= Doubts;
    if (Member->What == WindowEntry::MayBeMerged &&
        Member->MergedPattern.Bytes > Bytes)
      continue;
    Member->What = WindowEntry::MayBeMerged;
    Member->Merged = Cost;
    Member->MergedPattern = Merged;
    Member->MergedBy |= fillingRule(New);
    if (At->StepsByRound)
      Member->MergedBy |= CompilerRule::M8;
    if (HasSides)
      Member->MergedBy |= CompilerRule::M12;
  }
  return true;
}

/// \p E and the entries that surely stand in one straight line with it, at a
/// known distance, in one aligned stretch of the widest access.
MergeWindow::Group MergeWindow::straightNeighbours(WindowEntry &E,
                                                   bool AcrossRuns) {
  Group Members;
  int64_t Start =
      E.Address.base(E.Pattern.Lanes.lowest()) & (MaxMergedBytes - 1);
  for (WindowEntry &Other : Entries) {
    if (Other.IsDecided || (Other.Run != E.Run && !AcrossRuns) ||
        Other.Pattern.Op != E.Pattern.Op || Other.Segment != E.Segment ||
        Other.Array != E.Array || Other.Known.Bits != E.Known.Bits ||
        Other.Known.Form != E.Known.Form ||
        Other.Pattern.Bytes != E.Pattern.Bytes ||
        Other.Pattern.Lanes != E.Pattern.Lanes)
      continue;
    std::optional<int64_t> Offset =
        distance(E.Address, Other.Address, E.Pattern.Lanes);
    if (Offset && Start + *Offset >= 0 && Start + *Offset < MaxMergedBytes)
      Members.push_back(&Other);
  }
  return Members;
}

/// Makes one request of \p Members, which stand in the order of the program.
/// It is where the first load or the last store was.
void MergeWindow::merge(const Group &Members, unsigned Bytes) {
  assert(llvm::isPowerOf2_32(Bytes) && Bytes <= MaxMergedBytes);
  assert(llvm::is_sorted(Members,
                         [](const WindowEntry *A, const WindowEntry *B) {
                           return A->Order < B->Order;
                         }) &&
         "in the order of the program");
  const WindowEntry *Leader =
      Members.front()->Pattern.Op == MemoryOperation::Load ? Members.front()
                                                           : Members.back();
  for (WindowEntry *Member : Members) {
    assert(!Member->IsDecided && Member->Pattern.Bytes < Bytes &&
           Member->Pattern.Op == Leader->Pattern.Op &&
           Member->Pattern.Lanes == Leader->Pattern.Lanes);
    int64_t Position =
        Member->Address.base(Member->Pattern.Lanes.lowest()) & (Bytes - 1);
    Member->What = Member == Leader ? WindowEntry::Leads : WindowEntry::Follows;
    Member->MergedPattern = widened(*Member, Bytes, Position);
    // The compiler could not merge without knowing the alignment.
    Member->MergedPattern.ShiftStep = Bytes;
    Member->Merged = Costs->costOf(Member->MergedPattern, 0);
    Member->MergedBy |= fillingRule(*Leader);
    Member->Doubts = {};
    Member->IsDecided = true;
    Relevant.insert(Member->Access);
  }
}

/// True if the compiler surely looks at \p Members together. What moves with
/// the rounds of a loop is merged before it knows where arrays are, by a pass
/// that takes so many accesses at a time.
static bool areSeenTogether(llvm::ArrayRef<WindowEntry *> Members) {
  constexpr unsigned MostAtATime = 64;
  return llvm::all_of(Members, [](const WindowEntry *E) {
    return !E->Known.IsCarried || E->InSegment <= MostAtATime;
  });
}

/// Merges \p E into one of \p Bytes if the compiler surely does, with entries
/// that have accesses of another operation between them if \p AcrossRuns.
bool MergeWindow::mergeAround(WindowEntry &E, unsigned Bytes, bool AcrossRuns) {
  const unsigned Width = E.Pattern.Bytes;
  const int64_t Start =
      E.Address.base(E.Pattern.Lanes.lowest()) & -int64_t(Bytes);
  Group Members;
  unsigned Filled = 0;
  for (WindowEntry *Member : straightNeighbours(E, AcrossRuns)) {
    int64_t At = Member->Address.base(E.Pattern.Lanes.lowest()) - Start;
    if (At < 0 || At >= int64_t(Bytes))
      continue;
    Filled |= 1u << (At / Width);
    Members.push_back(Member);
  }
  const bool IsFull = llvm::popcount(Filled) == int(Bytes / Width);
  if (!IsFull && (AcrossRuns || E.Known.IsCarried ||
                  !isFullEnough(E.Pattern.Op, Filled, Width, Bytes) ||
                  llvm::any_of(Members, [](const WindowEntry *Member) {
                    return Member->HasSide;
                  })))
    return false;
  if (!areTogether(Members))
    return false;
  if (!areSeenTogether(Members)) {
    E.Doubts |= CompilerRule::M7;
    return false;
  }
  if (AcrossRuns && !mayPassOthers(Members, Bytes)) {
    E.Doubts |= CompilerRule::M3;
    return false;
  }
  if (AcrossRuns)
    for (WindowEntry *Member : Members)
      Member->MergedBy |= CompilerRule::M4;
  merge(Members, Bytes);
  return true;
}

/// Settles what becomes of \p E, which leaves: merged for sure with entries
/// around it, or what is known so far.
void MergeWindow::decide(WindowEntry &E) {
  E.IsDecided = true;
  unsigned Width = E.Pattern.Bytes;
  if (E.Known.Bits < MinMergedBits || Width < 4)
    return;
  E.IsDecided = false;
  for (unsigned Bytes = MaxMergedBytes; Bytes > Width; Bytes /= 2) {
    // The widest that may be, but no wider.
    unsigned MayBe =
        E.What == WindowEntry::MayBeMerged ? E.MergedPattern.Bytes : 0;
    if (Bytes < MayBe)
      continue;
    if (Bytes > 1u << E.Known.Bits) {
      if (Bytes == MayBe)
        E.Doubts |= CompilerRule::M5;
      continue;
    }
    if (mergeAround(E, Bytes, /*AcrossRuns=*/false) ||
        mergeAround(E, Bytes, /*AcrossRuns=*/true))
      return;
  }
  E.IsDecided = true;
  // Nothing but the code between the neighbors is left.
  if (E.What == WindowEntry::MayBeMerged && E.Doubts.empty() &&
      !(E.MergedBy == RuleSet(CompilerRule::M13)))
    E.Doubts = CompilerRule::M15;
}

void MergeWindow::leave(Sink Done) {
  WindowEntry &Oldest = Entries.front();
  if (!Oldest.IsDecided)
    decide(Oldest);
  assert(Oldest.IsDecided &&
         (Oldest.What == WindowEntry::IsAlone) == Oldest.MergedBy.empty());
  Done(Oldest);
  Entries.pop_front();
  // Nothing asks for what stands before all entries.
  if (Entries.empty())
    Between.clear();
  else
    Between.forgetBefore(Entries.front().Order);
}

void MergeWindow::flush(Sink Done) {
  while (!Entries.empty())
    leave(Done);
}

/// An access of another operation than the last one's. What it surely meets is
/// not merged across it. Across an atomic operation, only what is declared with
/// an alignment was seen to be.
void MergeWindow::meetOther(const AccessEvent &Event, Sink Done) {
  ++Run;
  const bool AreMovable =
      isMovable(Last.Op) && isMovable(Program.Accesses[Event.Access].Op);
  if (!AreMovable && !llvm::all_of(Entries, [this](const WindowEntry &E) {
        return E.Array && isAlignedTo(E.Array, 2 * E.Pattern.Bytes);
      }))
    return flush(Done);
  while (!Entries.empty() && Entries.front().Order + MaxOrdersAcross < Order)
    leave(Done);
}

/// True if \p Event is in a loop that is not unrolled and has no barrier: the
/// compiler may move what does not change in it out of it.
bool MergeWindow::mayLeaveLoop(const AccessEvent &Event) {
  if (Event.RolledLoops.empty())
    return false;
  const Stmt *Loop = Event.RolledLoops.back();
  auto [It, IsNew] = HasBarrier.try_emplace(Loop, false);
  if (IsNew)
    forEachStmt(Loop->Blocks[1], [&Found = It->second](const Stmt &S) {
      Found |= S.Kind == StmtKind::Barrier;
    });
  return !It->second;
}

/// Notes whether the access of \p Op that is met may take the value of a store,
/// and what it stores itself.
void MergeWindow::noteStored(bool IsNewStretch, MemoryOperation Op) {
  constexpr unsigned MostParts = 8;
  if (IsNewStretch) {
    Last.Stored.clear();
    Last.HasStored = false;
  }
  Last.MayTakeStored =
      Last.HasStored || !llvm::all_of(Last.Stored, [&](const MemberPart &Part) {
        return areApart(Part, Last.Part);
      });
  if (Op == MemoryOperation::Load ||
      (Last.Part && llvm::is_contained(Last.Stored, *Last.Part)))
    return;
  if (Op == MemoryOperation::Store && Last.Part &&
      Last.Stored.size() != MostParts)
    Last.Stored.push_back(*Last.Part);
  else
    Last.HasStored = true;
}

void MergeWindow::meet(const AccessEvent &Event, bool MayVanish,
                       const MovedAccesses &Moved, Sink Done) {
  MemoryOperation NewOp = Program.Accesses[Event.Access].Op;
  // Stores that are left out for a reason of their own may stay as well.
  const bool IsSpare = Moved.Vain.contains(Event.Access) ||
                       (MayVanish && Program.Accesses[Event.Access].WritesBack);
  MayVanish &= !IsSpare;
  bool IsNewStretch = Event.Warp != Warp || Event.Stretch != Stretch;
  Last.MayVanish = MayVanish;
  Last.MovedBy = {};
  if (Moved.Mixed.contains(Event.Access))
    Last.MovedBy = CompilerRule::M16;
  else if (IsSpare || Moved.Joining.contains(Event.Access))
    Last.MovedBy = CompilerRule::M14;
  DirectRun += IsNewStretch || NewOp != Last.DirectOp;
  Last.DirectOp = NewOp;
  Last.IsGap =
      MayVanish && !IsNewStretch && NewOp != Last.Op &&
      (Last.Op == MemoryOperation::Load || Last.Op == MemoryOperation::Store);
  if (Last.IsGap) {
    Last.HasGap = true;
    return;
  }
  ++Order;
  Last.Part = Knowledge.memberOf(Event);
  if (IsNewStretch)
    Met.clear();
  if (Met.size() == MaxOthersApart)
    Met.pop_front();
  Met.push_back({Event.Access, arrayOf(Event, Program.Accesses[Event.Access])});
  if (IsNewStretch)
    flush(Done);
  else if (NewOp != Last.Op)
    meetOther(Event, Done);
  if (!Entries.empty() && (Entries.front().Pattern.Op != NewOp ||
                           Entries.back().Pattern.Op != NewOp))
    Between.add({Order, NewOp, Program.Accesses[Event.Access].Bytes,
                 Event.Lanes, Event.Address, Event.Array, Last.Part, IsSpare,
                 spanOf(Event.Address, Event.Lanes)});
  noteStored(IsNewStretch, NewOp);
  Last.HasGap &= !IsNewStretch && NewOp == Last.Op;
  Last.Op = NewOp;
  Warp = Event.Warp;
  Stretch = Event.Stretch;
  if (IsNewStretch || Last.Segment != Event.Segment) {
    FirstLoad = LoadSequence;
    FirstStore = StoreSequence;
  }
  Last.Round = Event.RuntimeRound;
  Last.Segment = Event.Segment;
  ++(NewOp == MemoryOperation::Load ? LoadSequence : StoreSequence);
}

/// True if the compiler may make another access of \p A: it never does of
/// what has pieces or is volatile.
static bool isMergeable(const Access &A) {
  return (A.Op == MemoryOperation::Load || A.Op == MemoryOperation::Store) &&
         (A.Pieces == 1 || A.IsWhole) && !A.IsVolatile;
}

/// Likewise as \p Pattern: structs that are copied in one piece may be.
static bool isMergeable(const Access &A, const AccessPattern &Pattern) {
  return isMergeable(A) && Pattern.Pieces == 1;
}

/// True if all lanes stand alike in aligned stretches of twice the width.
static bool standAlike(const AccessPattern &Pattern) {
  const unsigned First = Pattern.Lanes.lowest();
  int64_t Varying = 0;
  for (unsigned Lane : Pattern.Lanes)
    Varying |= Pattern.Offset[Lane] - Pattern.Offset[First];
  return (Varying & (2 * Pattern.Bytes - 1)) == 0;
}

bool MergeWindow::mayHaveNeighbours(const AccessEvent &Event,
                                    const AccessPattern &Pattern) {
  if (!isMergeable(Program.Accesses[Event.Access], Pattern) ||
      Pattern.Bytes == MaxMergedBytes)
    return false;
  LanesApart &Seen = Apart[Event.Access];
  if (!standAlike(Pattern)) {
    noteUnalike(Event);
    if (Seen.Lanes.count() < Pattern.Lanes.count())
      Seen = {Pattern.Lanes, Pattern.Offset};
    return false;
  }
  if (!Seen.Lanes.contains(Pattern.Lanes))
    return true;
  const unsigned First = Pattern.Lanes.lowest();
  for (unsigned Lane : Pattern.Lanes)
    if (Pattern.Offset[Lane] - Pattern.Offset[First] !=
        Seen.Offset[Lane] - Seen.Offset[First])
      return true;
  return false;
}

void MergeWindow::joinPieces(const AccessEvent &Event, AccessPattern &Pattern) {
  banklint::joinPieces(Pattern, Knowledge.structBits(Event));
  // Where the array stands, no two can be joined.
  Pattern.IsJoined |= 1u << Knowledge.bitsOfPlace(
                          arrayOf(Event, Program.Accesses[Event.Access])) <=
                      Pattern.Bytes;
}

int64_t MergeWindow::widestOf(const Access &A) {
  return isMergeable(A) ? MaxMergedBytes : A.Bytes;
}

void MergeWindow::add(const AccessEvent &Event, const AccessPattern &Pattern,
                      const PatternCost &Cost, RequestCosts &RequestCosts,
                      Sink Done) {
  const Access &A = Program.Accesses[Event.Access];
  Costs = &RequestCosts;
  WindowEntry New;
  New.Access = Event.Access;
  New.Warp = Event.Warp;
  New.IsMaskExact = Event.IsMaskExact;
  New.IsCounted = Event.IsCounted;
  New.Address = Event.Address;
  New.Array = Event.Array;
  New.Loops = Event.Loops.vec();
  if (Event.MaskReason)
    New.MaskReason = *Event.MaskReason;
  New.Pattern = Pattern;
  New.ElementBytes = A.ElementBytes != 0 ? A.ElementBytes : Pattern.Bytes;
  New.Alone = Cost;
  if (!isMergeable(A, Pattern))
    return Done(New);
  New.Order = Order;
  New.Sequence = A.Op == MemoryOperation::Load ? LoadSequence : StoreSequence;
  New.InSegment = A.Op == MemoryOperation::Load ? LoadSequence - FirstLoad
                                                : StoreSequence - FirstStore;
  New.Run = Run;
  New.DirectRun = DirectRun;
  New.IsGap = Last.IsGap;
  New.MayVanish = Last.MayVanish;
  New.Part = Last.Part;
  New.MayLeaveLoop = mayLeaveLoop(Event);
  New.Segment = Event.Segment;
  New.RuntimeRound = Event.RuntimeRound;
  New.Code = codeOf(Event);
  New.Around = copyAround(Event);
  New.Copy = copyInside(Event);
  New.OneCode = oneCodeOf(Event);
  if (New.OneCode && !standAlike(Pattern))
    noteUnalike(Event);
  New.Span = spanOf(New.Address, New.Pattern.Lanes);
  const bool IsStore = A.Op == MemoryOperation::Store;
  const bool IsSure = !Last.HasGap && New.Array && A.Pieces == 1 &&
                      !A.MaySink && !A.MayBeUnused && Last.MovedBy.empty() &&
                      !(IsStore ? Last.MayVanish : Last.MayTakeStored);
  if (IsSure)
    New.Known = Knowledge.known(Event);
  if (IsSure)
    New.Doubts = New.Known.Doubts;
  else if (!Last.MovedBy.empty())
    New.Doubts = Last.MovedBy;
  else if (!New.Array)
    New.Doubts = CompilerRule::M5;
  else if (A.Pieces == 1)
    New.Doubts = !IsStore && Last.MayTakeStored && !Last.HasGap
                     ? CompilerRule::M3
                     : CompilerRule::M14;
  noteAlignment(New, Event);
  if (Event.Running)
    keepRelations(*Event.Running, New);
  std::optional<Neighbours> Near;
  for (unsigned Bytes = MaxMergedBytes; Bytes > Pattern.Bytes; Bytes /= 2)
    if (mayMerge(New, Bytes, Near, Event.Symbols, RequestCosts))
      break;
  pairScalars(New);
  noteSides(New);
  assert((Entries.empty() || Entries.back().Order <= New.Order) &&
         "in the order of the program");
  Entries.push_back(std::move(New));
  ++Added;
  if (Entries.size() > MaxNeighbours)
    leave(Done);
}

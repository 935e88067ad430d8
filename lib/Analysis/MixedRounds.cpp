//===- MixedRounds.cpp - Lanes in different rounds of a loop --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedRounds.h"
#include "Costs/ArrayRoom.h"
#include "Costs/FaultRecord.h"
#include "banklint/Interpreter/WorkLimit.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"
#include <numeric>

using namespace banklint;

/// Statements that are executed to see where lanes access memory in all rounds.
constexpr uint64_t MostStatements = 500'000;

using LoopSet = llvm::SmallPtrSet<const Stmt *, 2>;

namespace {

/// How lanes move from one round to another of a loop.
struct RoundStep {
  /// All move by a multiple of these bytes; 0 if the places are known.
  int64_t Bytes = 0;
  /// They move by just that from one round to the next.
  bool IsEven = true;
};

} // namespace

/// How many symbols there were before the first of \p Mixed was entered.
static unsigned symbolsBefore(const AccessEvent &Event, const LoopSet &Mixed) {
  for (const LoopPosition &Loop : Event.Loops)
    if (Mixed.contains(Loop.Of))
      return Loop.SymbolsBefore;
  return 0;
}

/// How lanes move from one round of \p Mixed loops to another, where nobody
/// knows how many rounds there are or what they add. Nothing if places are not
/// known for another reason than one that turns all banks alike.
static std::optional<RoundStep> stepOf(const AccessEvent &Event,
                                       const LoopSet &Mixed, unsigned Unit) {
  if ((Event.Address.affine() & Event.Lanes) != Event.Lanes ||
      Event.Address.cases())
    return std::nullopt;
  RoundStep Step;
  const unsigned Before = symbolsBefore(Event, Mixed);
  for (const SymbolTerm &Term : Event.Address.terms()) {
    const int64_t First = Term.coefficient(Event.Lanes.lowest());
    if (First % int64_t(Unit) != 0)
      return std::nullopt;
    for (unsigned Lane : Event.Lanes)
      if (Term.coefficient(Lane) != First)
        return std::nullopt;
    // The same in all rounds.
    if (Event.Symbols.source(Term.symbol()) <= Before || First == 0)
      continue;
    // Other values may be any number in each round.
    Step.IsEven =
        Step.Bytes == 0 && Event.Symbols.unrollableRounds(Term.symbol()) != 0;
    Step.Bytes = Step.Bytes == 0 ? First : std::gcd(Step.Bytes, First);
  }
  return Step;
}

namespace {

/// What requests cost at most.
struct MostCost {
  unsigned Wavefronts = 0;
  /// In one phase.
  unsigned Ways = 0;
};

/// Lanes that are served together where each needs \p Bytes.
unsigned lanesOfPhase(unsigned Bytes) {
  return WarpSize / std::max(1u, Bytes / 4);
}

/// The banks that the lanes of a warp come to in any round, if their array
/// starts at one place in a word.
struct BanksOfPlace {
  /// By lane, a bit for each bank.
  std::array<uint64_t, WarpSize> Banks = {};
  /// All words that the warp comes to; nothing if that is not known.
  std::optional<llvm::DenseSet<uint64_t>> Words = llvm::DenseSet<uint64_t>();
};

/// The banks that the lanes of a warp come to in any round.
class ReachedBanks {
public:
  ReachedBanks(const Architecture &Arch, const Access &A)
      : Arch(Arch), Bytes(A.Bytes),
        IsPlain(
            (A.Op == MemoryOperation::Load || A.Op == MemoryOperation::Store) &&
            llvm::has_single_bit(A.Bytes) && A.Bytes <= 16),
        Places(std::max(1u, Arch.BankBytes / A.Bytes)) {}

  /// Lanes may also be in other rounds, as stepOf says: in the next one if \p
  /// IsNextOnly, else in any.
  void add(const AccessEvent &Event, std::optional<RoundStep> Step,
           bool IsNextOnly);
  /// What one request costs at most, of which a lane takes one wavefront at
  /// most; nothing if that is not known.
  std::optional<MostCost> most() {
    if (!IsPlain)
      return std::nullopt;
    endWarp();
    return IsOpen ? MostCost{WarpSize, lanesOfPhase(Bytes)} : Most;
  }

private:
  void addPlace(BanksOfPlace &Of, unsigned Lane, uint64_t Start) const;
  void addWords(BanksOfPlace &Of, uint64_t Start) const;
  void include(BanksOfPlace &Of);
  void endWarp();

  const Architecture &Arch;
  const unsigned Bytes;
  /// A load or store of a power of two bytes.
  const bool IsPlain;
  std::optional<unsigned> Warp;
  std::optional<unsigned> Array;
  /// Arrays of smaller elements may start inside of a word: by where they do,
  /// in elements.
  std::vector<BanksOfPlace> Places;
  MostCost Most;
  bool IsOpen = false;
};

/// Whether requests cost the same if the lanes that do one round more are ahead
/// of the others: all lanes move by the same whole rows of banks, and those
/// lanes share no word with the others, whichever rounds they are in.
class LanesAhead {
public:
  LanesAhead(const Architecture &Arch, const Access &A)
      : Span(uint64_t(Arch.BankCount) * Arch.BankBytes), Unit(Arch.BankBytes),
        Bytes(A.Bytes) {}

  void add(const AccessEvent &Event, std::optional<RoundStep> Step);
  bool costTheSame() {
    endWarp();
    return AreTheSame;
  }

private:
  void endWarp();

  const uint64_t Span;
  const uint64_t Unit;
  const unsigned Bytes;
  bool AreTheSame = true;
  std::optional<unsigned> Warp;
  std::optional<unsigned> Array;
  /// The lanes of all rounds, and of the round that some lanes leave out.
  LaneMask Every, Ahead = LaneMask::all();
  /// Nobody knows which lanes are ahead.
  bool AreAnyAhead = false;
  /// By lane, where it was last.
  std::array<std::optional<int64_t>, WarpSize> Starts;
  /// Bytes from one round to the next.
  std::optional<int64_t> Step;
  llvm::DenseMap<uint64_t, LaneMask> LanesOf;
};

/// An access in loops of which lanes may be in different rounds.
class MixedAccess {
public:
  MixedAccess(const Architecture &Arch, const Access &A)
      : Unit(std::min(A.Bytes, Arch.BankBytes)), Banks(Arch, A),
        InStep(Arch, A) {}

  /// The lanes of \p Warps may be in different rounds of \p Loop. If \p
  /// IsInEvery, all that are in a round come here.
  void mix(const Stmt *Loop, const MixedWarps &Warps, bool IsInEvery) {
    Loops.insert(Loop);
    AreWaiting |= Warps.AreWaiting;
    Apart.insert(Warps.Apart.begin(), Warps.Apart.end());
    (IsInEvery ? Ahead : Apart).insert(Warps.Ahead.begin(), Warps.Ahead.end());
  }
  /// What other warps access counts for nothing: their requests are as written.
  void add(const AccessEvent &Event) {
    const bool IsApart = Apart.count(Event.Warp);
    if (!IsApart && !Ahead.count(Event.Warp))
      return;
    const std::optional<RoundStep> Step = stepOf(Event, Loops, Unit);
    IsMoving |= Step && Step->Bytes != 0;
    IsReached |= IsApart;
    Banks.add(Event, Step, /*IsNextOnly=*/!IsApart);
    InStep.add(Event, Step);
  }
  /// Requests may cost something else than as written: those of lanes that
  /// waited have fewer lanes.
  bool mayDiffer() {
    return AreWaiting || (IsReached && !IsMoving) || !InStep.costTheSame();
  }
  std::optional<MostCost> most() { return Banks.most(); }
  Reason reason() const {
    return {ReasonCode::UnknownCondition,
            AreWaiting ? AfterWaiting.str()
                       : "lanes leave the loop in different iterations, and "
                         "the compiler may unroll it"};
  }

private:
  /// What symbols have to move all lanes by, to turn all banks alike wherever
  /// the array starts.
  const unsigned Unit;
  bool AreWaiting = false;
  LoopSet Loops;
  std::set<unsigned> Apart, Ahead;
  ReachedBanks Banks;
  LanesAhead InStep;
  /// Some lanes that may be in any rounds come here.
  bool IsReached = false;
  /// In rounds of which nobody knows how many there are.
  bool IsMoving = false;
};

} // namespace

void ReachedBanks::addPlace(BanksOfPlace &Of, unsigned Lane,
                            uint64_t Start) const {
  for (uint64_t Word = Start / Arch.BankBytes;
       Word <= (Start + Bytes - 1) / Arch.BankBytes; ++Word)
    Of.Banks[Lane] |= uint64_t(1) << Word % Arch.BankCount;
}

void ReachedBanks::addWords(BanksOfPlace &Of, uint64_t Start) const {
  for (uint64_t Word = Start / Arch.BankBytes;
       Word <= (Start + Bytes - 1) / Arch.BankBytes; ++Word)
    Of.Words->insert(Word);
}

void ReachedBanks::add(const AccessEvent &Event, std::optional<RoundStep> Step,
                       bool IsNextOnly) {
  if (!IsPlain)
    return;
  if (Warp != Event.Warp)
    endWarp();
  Warp = Event.Warp;
  IsOpen |= !Event.Array || (Array && Array != Event.Array) || !Step;
  Array = Event.Array;
  const uint64_t Span = uint64_t(Arch.BankCount) * Arch.BankBytes;
  // Of an address that is not known, all that matters is how lanes differ.
  const bool IsKnown = Event.Address.terms().empty();
  for (unsigned Lane : Event.Lanes)
    IsOpen |= IsKnown && Event.Address.base(Lane) < 0;
  if (IsOpen)
    return;
  const uint64_t Moves = Step->Bytes == 0             ? 1
                         : IsNextOnly && Step->IsEven ? 2
                                                      : Span;
  for (size_t Number = 0; Number != Places.size(); ++Number) {
    BanksOfPlace &Of = Places[Number];
    if (!IsKnown)
      Of.Words = std::nullopt;
    for (unsigned Lane : Event.Lanes) {
      const int64_t Start = Event.Address.base(Lane) + int64_t(Number) * Bytes;
      for (uint64_t Move = 0; Move != Moves; ++Move)
        addPlace(Of, Lane,
                 uint64_t(Start + int64_t(Move) * Step->Bytes) % Span);
      if (Of.Words)
        addWords(Of, Start);
    }
  }
}

void ReachedBanks::endWarp() {
  for (BanksOfPlace &Of : Places) {
    include(Of);
    Of = BanksOfPlace();
  }
}

/// A request is served in phases of as many lanes as fill all banks; each bank
/// serves a word at a time, and each lane may need another one of those that
/// there are.
void ReachedBanks::include(BanksOfPlace &Of) {
  const unsigned Phase =
      std::min<unsigned>(WarpSize, Arch.BankCount * Arch.BankBytes / Bytes);
  std::vector<unsigned> WordsOf(Arch.BankCount, Of.Words ? 0 : WarpSize);
  if (Of.Words)
    for (uint64_t Word : *Of.Words)
      ++WordsOf[Word % Arch.BankCount];
  unsigned Wavefronts = 0;
  for (unsigned First = 0; First != WarpSize; First += Phase) {
    unsigned Busiest = 0;
    for (unsigned Bank = 0; Bank != Arch.BankCount; ++Bank) {
      unsigned Lanes = 0;
      for (unsigned Lane = First; Lane != First + Phase; ++Lane)
        Lanes += Of.Banks[Lane] >> Bank & 1;
      Busiest = std::max(Busiest, std::min(Lanes, WordsOf[Bank]));
    }
    Wavefronts += Busiest;
    Most.Ways = std::max(Most.Ways, Busiest);
  }
  Most.Wavefronts = std::max(Most.Wavefronts, Wavefronts);
}

void LanesAhead::add(const AccessEvent &Event,
                     std::optional<RoundStep> OfRound) {
  if (Warp != Event.Warp)
    endWarp();
  Warp = Event.Warp;
  AreTheSame &= Event.Array && (!Array || Array == Event.Array) && OfRound;
  if (OfRound && OfRound->Bytes != 0) {
    AreTheSame &= OfRound->Bytes % int64_t(Span) == 0;
    AreAnyAhead = true;
  }
  Array = Event.Array;
  // All of a round, or those that do one more.
  if (Event.Lanes != Every && Every.any()) {
    AreTheSame &= Every.contains(Event.Lanes) &&
                  (Ahead == LaneMask::all() || Ahead == Event.Lanes);
    Ahead = Event.Lanes;
  }
  Every |= Event.Lanes;
  if (!AreTheSame)
    return;
  for (unsigned Lane : Event.Lanes) {
    const int64_t Start = Event.Address.base(Lane);
    AreTheSame &= Start >= 0;
    if (std::optional<int64_t> Before = std::exchange(Starts[Lane], Start)) {
      const int64_t Moved = Start - *Before;
      AreTheSame &= Moved % int64_t(Span) == 0 && Moved == Step.value_or(Moved);
      Step = Moved;
    }
    if (!AreTheSame)
      return;
    // An array of smaller elements may start inside of a word.
    const unsigned Reach = Bytes < Unit ? Unit - 1 : Bytes - 1;
    for (uint64_t Word = Start / Unit; Word <= (Start + Reach) / Unit; ++Word)
      LanesOf[Word].set(Lane);
  }
}

void LanesAhead::endWarp() {
  for (const auto &[Word, Lanes] : LanesOf)
    AreTheSame &= AreAnyAhead ? Lanes.count() == 1
                              : (Lanes & Ahead).none() || Ahead.contains(Lanes);
  LanesOf.clear();
  Starts = {};
  Step = std::nullopt;
  Every = LaneMask();
  Ahead = LaneMask::all();
}

/// True if control may leave a round whose body has \p B before the end of it.
static bool mayLeaveRound(const Block &B, bool IsInRegion, bool IsInLoop,
                          bool IsInSwitch) {
  return llvm::any_of(B, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Return)
      return !IsInRegion;
    if (S.Kind == StmtKind::Break)
      return !IsInLoop && !IsInSwitch;
    if (S.Kind == StmtKind::Continue)
      return !IsInLoop;
    return llvm::any_of(S.Blocks, [&](const Block &Inner) {
      return mayLeaveRound(Inner, IsInRegion || S.Kind == StmtKind::Region,
                           IsInLoop || S.Kind == StmtKind::Loop,
                           IsInSwitch || S.Kind == StmtKind::Switch);
    });
  });
}

/// The accesses in the bodies of \p Loops.
static llvm::DenseMap<unsigned, MixedAccess>
accessesIn(const KernelProgram &Program, const Architecture &Arch,
           const std::map<const Stmt *, MixedWarps> &Loops) {
  llvm::DenseMap<unsigned, MixedAccess> Result;
  for (const auto &[Loop, Warps] : Loops) {
    llvm::SmallDenseSet<unsigned> InEvery;
    if (!mayLeaveRound(Loop->Blocks[1], false, false, false))
      for (const Stmt &S : Loop->Blocks[1])
        if (S.Kind == StmtKind::Access)
          InEvery.insert(S.Index);
    forEachStmt(
        Loop->Blocks[1], [&, Loop = Loop, &Mixed = Warps](const Stmt &S) {
          if (S.Kind == StmtKind::Access)
            Result.try_emplace(S.Index, Arch, Program.Accesses[S.Index])
                .first->second.mix(Loop, Mixed, InEvery.contains(S.Index));
        });
  }
  return Result;
}

/// \p Lanes is how many a request may have.
static void weaken(Verdict &V, std::optional<MostCost> Most, unsigned Lanes,
                   const Reason &Why) {
  const bool IsFree = V.Worst.Wavefronts <= V.Worst.Ideal;
  V.Rules |= CompilerRule::L7;
  // A bound that any request has says nothing.
  if (!Most || (IsFree && Most->Wavefronts > V.Worst.Wavefronts &&
                Most->Wavefronts >= Lanes)) {
    Verdict Unknown;
    Unknown.Access = V.Access;
    Unknown.Why = Why;
    Unknown.Rules = V.Rules;
    Unknown.Arrays = std::move(V.Arrays);
    Unknown.MayStray = V.MayStray;
    Unknown.Faults = V.Faults;
    Unknown.FaultsIfReached = V.FaultsIfReached;
    V = std::move(Unknown);
    return;
  }
  V.BlockTotal = V.GridTotal = std::nullopt;
  // One wavefront whoever takes part: only how many requests is not known.
  if (V.Result == Certainty::Exact && Most->Wavefronts == 1 &&
      V.Worst.Wavefronts == 1) {
    V.Why = Why;
    return;
  }
  V.Result = Certainty::UpperBound;
  V.Condition.clear();
  V.Sure = std::nullopt;
  // In step, lanes do not conflict.
  if (IsFree && Most->Wavefronts > V.Worst.Wavefronts)
    V.IfSpared = V.Worst;
  V.Worst.Wavefronts = std::max(V.Worst.Wavefronts, Most->Wavefronts);
  V.Worst.Ways = std::max(V.Worst.Ways, Most->Ways);
  V.Why = Why;
}

void banklint::weakenForMixing(std::vector<Verdict> &Verdicts,
                               const KernelProgram &Program,
                               const Architecture &Arch,
                               const LaunchConfig &Launch,
                               const InterpreterBudget &Budget,
                               llvm::ArrayRef<LayoutOverride> Layout,
                               const ExecutionSummary &Summary) {
  if (Summary.MixedLoops.empty() || !applies(Mechanism::DivergentIterations))
    return;
  llvm::DenseMap<unsigned, MixedAccess> Inside =
      accessesIn(Program, Arch, Summary.MixedLoops);
  WorkLimit Limit(MostStatements);
  InterpreterBudget OfAll = Budget;
  OfAll.Together = &Limit;
  const ExecutionSummary All = execute(
      Program, Launch, OfAll,
      [&Inside](const AccessEvent &Event) {
        if (auto Found = Inside.find(Event.Access); Found != Inside.end())
          Found->second.add(Event);
        return true;
      },
      Layout);
  const bool AreAll = !All.Aborted && !All.BudgetReached;
  const unsigned Lanes = std::min<uint64_t>(WarpSize, Launch.Block.count());
  const ArrayRoom Room(Program, Arch, Launch, Layout);
  for (Verdict &V : Verdicts) {
    auto Found = Inside.find(V.Access);
    if (V.Result == Certainty::Unknown || Found == Inside.end() ||
        (AreAll && !Found->second.mayDiffer()))
      continue;
    std::optional<MostCost> Most = Found->second.most();
    const MostCost OfLanes{
        Lanes, std::min(Lanes, lanesOfPhase(Program.Accesses[V.Access].Bytes))};
    if (Most && AreAll)
      Most = {std::min(Most->Wavefronts, OfLanes.Wavefronts),
              std::min(Most->Ways, OfLanes.Ways)};
    else if (Most)
      Most = OfLanes;
    if (const auto OfRoom = V.MayStray
                                ? std::nullopt
                                : Room.of(V.Access, V.Arrays, V.FusedBytes);
        OfRoom && Most)
      Most = {std::min(Most->Wavefronts, OfRoom->Wavefronts),
              std::min(Most->Ways, OfRoom->Ways)};
    weaken(V, Most, Lanes, Found->second.reason());
  }
}

//===- MixedRounds.cpp - Lanes in different rounds of a loop --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedRounds.h"
#include "banklint/Interpreter/WorkLimit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"

using namespace banklint;

/// Statements that are executed to see where lanes access memory in all rounds.
constexpr uint64_t MostStatements = 50'000;

namespace {

/// The banks that the lanes of a warp come to in any round.
class ReachedBanks {
public:
  ReachedBanks(const Architecture &Arch, const Access &A)
      : Arch(Arch), Bytes(A.Bytes),
        IsPlain(
            (A.Op == MemoryOperation::Load || A.Op == MemoryOperation::Store) &&
            llvm::has_single_bit(A.Bytes) && A.Bytes <= 16) {}

  /// The lanes of \p Warps may be in different rounds.
  void mix(const std::set<unsigned> &Warps) {
    Mixed.insert(Warps.begin(), Warps.end());
  }
  /// What other warps access counts for nothing: their requests are as written.
  void add(const AccessEvent &Event);
  /// Some lanes that may be in different rounds come here.
  bool isReached() const { return IsReached; }
  /// Wavefronts of one request at most, of which a lane takes one at most;
  /// nothing if that is not known.
  std::optional<unsigned> most() {
    if (!IsPlain)
      return std::nullopt;
    endWarp();
    return IsOpen ? WarpSize : Most;
  }

private:
  void endWarp();

  const Architecture &Arch;
  const unsigned Bytes;
  /// A load or store of a power of two bytes.
  const bool IsPlain;
  std::set<unsigned> Mixed;
  std::optional<unsigned> Warp;
  std::optional<unsigned> Array;
  /// By lane, a bit for each bank.
  std::array<uint64_t, WarpSize> Banks = {};
  unsigned Most = 0;
  bool IsReached = false;
  bool IsOpen = false;
};

} // namespace

void ReachedBanks::add(const AccessEvent &Event) {
  if (!Mixed.count(Event.Warp))
    return;
  IsReached = true;
  if (!IsPlain)
    return;
  if (Warp != Event.Warp)
    endWarp();
  Warp = Event.Warp;
  IsOpen |= !Event.Array || (Array && Array != Event.Array) ||
            Event.Address.constantLanes(Event.Lanes) != Event.Lanes;
  Array = Event.Array;
  // Arrays of smaller elements may start inside of a word.
  IsOpen |= Bytes < Arch.BankBytes;
  for (unsigned Lane : Event.Lanes)
    IsOpen |= Event.Address.base(Lane) < 0;
  if (IsOpen)
    return;
  for (unsigned Lane : Event.Lanes) {
    const auto Start = uint64_t(Event.Address.base(Lane));
    for (uint64_t Word = Start / Arch.BankBytes;
         Word <= (Start + Bytes - 1) / Arch.BankBytes; ++Word)
      Banks[Lane] |= uint64_t(1) << Word % Arch.BankCount;
  }
}

/// A request is served in phases of as many lanes as fill all banks; each bank
/// serves a word at a time, and each lane may need another one.
void ReachedBanks::endWarp() {
  const unsigned Phase =
      std::min<unsigned>(WarpSize, Arch.BankCount * Arch.BankBytes / Bytes);
  unsigned Wavefronts = 0;
  for (unsigned First = 0; First != WarpSize; First += Phase) {
    unsigned Busiest = 0;
    for (unsigned Bank = 0; Bank != Arch.BankCount; ++Bank) {
      unsigned Lanes = 0;
      for (unsigned Lane = First; Lane != First + Phase; ++Lane)
        Lanes += Banks[Lane] >> Bank & 1;
      Busiest = std::max(Busiest, Lanes);
    }
    Wavefronts += Busiest;
  }
  Most = std::max(Most, Wavefronts);
  Banks = {};
}

/// Those of the accesses in the bodies of \p Loops.
static llvm::DenseMap<unsigned, ReachedBanks>
accessesIn(const KernelProgram &Program, const Architecture &Arch,
           const std::map<const Stmt *, std::set<unsigned>> &Loops) {
  llvm::DenseMap<unsigned, ReachedBanks> Result;
  for (const auto &[Loop, Warps] : Loops)
    forEachStmt(Loop->Blocks[1], [&, &Mixed = Warps](const Stmt &S) {
      if (S.Kind == StmtKind::Access)
        Result.try_emplace(S.Index, Arch, Program.Accesses[S.Index])
            .first->second.mix(Mixed);
    });
  return Result;
}

static void weaken(Verdict &V, std::optional<unsigned> Most) {
  const Reason Why = {ReasonCode::UnknownCondition,
                      "lanes leave the loop in different iterations, and the "
                      "compiler may unroll it"};
  if (!Most ||
      (*Most > V.Worst.Wavefronts && V.Worst.Wavefronts <= V.Worst.Ideal)) {
    Verdict Unknown;
    Unknown.Access = V.Access;
    Unknown.Why = Why;
    Unknown.Arrays = std::move(V.Arrays);
    Unknown.MayStray = V.MayStray;
    Unknown.Faults = V.Faults;
    V = std::move(Unknown);
    return;
  }
  V.Result = Certainty::UpperBound;
  V.Condition.clear();
  V.BlockTotal = V.GridTotal = std::nullopt;
  V.Sure = std::nullopt;
  V.Worst.Wavefronts = std::max(V.Worst.Wavefronts, *Most);
  V.Worst.Ways = std::max(V.Worst.Ways, *Most);
  V.Why = Why;
}

void banklint::weakenForMixing(std::vector<Verdict> &Verdicts,
                               const KernelProgram &Program,
                               const Architecture &Arch,
                               const LaunchConfig &Launch,
                               const InterpreterBudget &Budget,
                               llvm::ArrayRef<LayoutOverride> Layout,
                               const ExecutionSummary &Summary) {
  if (Summary.MixedLoops.empty())
    return;
  llvm::DenseMap<unsigned, ReachedBanks> Inside =
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
  for (Verdict &V : Verdicts) {
    auto Found = Inside.find(V.Access);
    if (V.Result == Certainty::Unknown || Found == Inside.end() ||
        (AreAll && !Found->second.isReached()))
      continue;
    std::optional<unsigned> Most = Found->second.most();
    if (Most)
      Most = AreAll ? std::min(*Most, Lanes) : Lanes;
    weaken(V, Most);
  }
}

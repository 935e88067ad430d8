//===- BlockClasses.cpp - Blocks that guards tell apart -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/BlockClasses.h"
#include "Costs/RequestCosts.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// For one launch. First, inner and last ones in each of three directions are
/// 27 classes.
static constexpr unsigned MostRuns = 40;
/// Blocks in a direction that may be classes of their own.
static constexpr uint32_t MostSingle = 4;

/// In the order of the bits of Verdict::BlockGuards.
static constexpr uint32_t Dim3::*Directions[] = {&Dim3::X, &Dim3::Y, &Dim3::Z};

namespace {
/// Indices in a direction, both of which belong to it.
using Part = std::pair<uint32_t, uint32_t>;

/// Blocks that are judged by one run.
struct BlockClass {
  uint64_t Count;
  std::vector<Verdict> Verdicts;
};

/// Divides the blocks of a launch.
class Division {
public:
  Division(const KernelProgram &Program, const Architecture &Arch,
           const LaunchConfig &Launch, const InterpreterBudget &Budget)
      : Program(Program), Arch(Arch), Launch(Launch), Budget(Budget) {}

  /// Judges \p Blocks, of which one run says \p Judged, by classes. Directions
  /// whose bits \p Closed has are of no use. False if there are too many.
  bool divide(const BlockRange &Blocks, llvm::ArrayRef<Verdict> Judged,
              unsigned Closed = 0);
  llvm::ArrayRef<BlockClass> classes() const { return Classes; }

private:
  std::vector<Verdict> judgeSome(const BlockRange &Blocks);

  const KernelProgram &Program;
  const Architecture &Arch;
  const LaunchConfig &Launch;
  const InterpreterBudget &Budget;
  std::vector<BlockClass> Classes;
  unsigned Runs = 0;
};
} // namespace

/// True if conditions of \p Judged depend on the blocks' indices in direction
/// number \p Bit.
static bool isOpen(llvm::ArrayRef<Verdict> Judged, unsigned Bit) {
  return llvm::any_of(
      Judged, [Bit](const Verdict &V) { return V.BlockGuards >> Bit & 1; });
}

/// The parts of \p First to \p Last, the largest one first; none if these are
/// not to be divided. There are \p Extent indices in all.
static llvm::SmallVector<Part> partsOf(uint32_t First, uint32_t Last,
                                       uint32_t Extent) {
  llvm::SmallVector<Part> Parts;
  if (First == Last)
    return Parts;
  if (Last - First < MostSingle)
    for (uint32_t Index = First; Index <= Last; ++Index)
      Parts.push_back({Index, Index});
  else if (First == 0 && Last + 1 == Extent)
    Parts = {{First + 1, Last - 1}, {First, First}, {Last, Last}};
  return Parts;
}

static BlockRange partOf(BlockRange Blocks, uint32_t Dim3::*Along,
                         const Part &Indices) {
  Blocks.First.*Along = Indices.first;
  Blocks.Last.*Along = Indices.second;
  return Blocks;
}

static size_t countKnown(llvm::ArrayRef<Verdict> Judged) {
  return llvm::count_if(
      Judged, [](const Verdict &V) { return V.BlockTotal.has_value(); });
}

bool Division::divide(const BlockRange &Blocks, llvm::ArrayRef<Verdict> Judged,
                      unsigned Closed) {
  for (unsigned Bit = 0; Bit != std::size(Directions); ++Bit) {
    uint32_t Dim3::*Along = Directions[Bit];
    const auto Parts =
        partsOf(Blocks.First.*Along, Blocks.Last.*Along, (*Launch.Grid).*Along);
    if (Parts.empty() || (Closed >> Bit & 1) || !isOpen(Judged, Bit))
      continue;
    const BlockRange Largest = partOf(Blocks, Along, Parts.front());
    const std::vector<Verdict> OfLargest = judgeSome(Largest);
    // What the largest part leaves open stays open.
    if (Largest.count() > 1 && isOpen(OfLargest, Bit) &&
        countKnown(OfLargest) <= countKnown(Judged)) {
      Closed |= 1u << Bit;
      continue;
    }
    return divide(Largest, OfLargest, Closed) &&
           llvm::all_of(llvm::drop_begin(Parts), [&](const Part &Each) {
             const BlockRange Some = partOf(Blocks, Along, Each);
             return Runs < MostRuns && divide(Some, judgeSome(Some), Closed);
           });
  }
  Classes.push_back({Blocks.count(), Judged});
  return true;
}

std::vector<Verdict> Division::judgeSome(const BlockRange &Blocks) {
  ++Runs;
  LaunchConfig Some = Launch;
  Some.Blocks = Blocks;
  return judge(Program, Arch, Some, Budget);
}

static void addBlocks(const Totals &OfOne, uint64_t Blocks, Totals &Sum) {
  const auto Add = [Blocks](uint64_t Each, uint64_t &Into) {
    Into = llvm::SaturatingMultiplyAdd(Each, Blocks, Into);
  };
  Add(OfOne.Requests, Sum.Requests);
  Add(OfOne.Wavefronts, Sum.Wavefronts);
  Add(OfOne.Ideal, Sum.Ideal);
}

/// The verdict of each class in which \p Access is executed, with the class.
using OfClasses = llvm::SmallVector<std::pair<const Verdict *, uint64_t>, 8>;

static OfClasses verdictsOf(unsigned Access,
                            llvm::ArrayRef<BlockClass> Classes) {
  OfClasses Result;
  for (const BlockClass &Class : Classes) {
    const auto Found =
        llvm::find_if(Class.Verdicts, [Access](const Verdict &Each) {
          return Each.Access == Access;
        });
    if (Found != Class.Verdicts.end())
      Result.emplace_back(&*Found, Class.Count);
  }
  return Result;
}

/// The worse of two costs, of which either may be missing.
static void takeWorse(std::optional<RequestCost> &Into,
                      const std::optional<RequestCost> &Other) {
  if (Other && (!Into || isWorse(*Other, *Into)))
    Into = Other;
}

/// What \p Found say of all their blocks together. Nothing if some class
/// leaves open what its requests cost, or its accesses are merged otherwise.
static std::optional<Verdict> combined(const OfClasses &Found) {
  if (Found.empty())
    return std::nullopt;
  const Verdict *Worst = Found.front().first;
  // Why the whole is a bound, or is not counted.
  const Verdict *Bound = nullptr, *Uncounted = nullptr;
  bool AreAlike = true;
  Totals Sum;
  for (const auto &[Of, Blocks] : Found) {
    if ((Of->Result != Certainty::Exact &&
         Of->Result != Certainty::UpperBound) ||
        Of->FusedBytes != Worst->FusedBytes)
      return std::nullopt;
    if (Of->Result != Certainty::Exact)
      Bound = Of;
    if (Of->BlockTotal)
      addBlocks(*Of->BlockTotal, Blocks, Sum);
    else
      Uncounted = Of;
    AreAlike &= isSame(Of->Worst, Worst->Worst);
    if (isWorse(Of->Worst, Worst->Worst))
      Worst = Of;
  }
  // Blocks of classes that are not counted may execute nothing.
  if (Uncounted && !AreAlike && !Bound)
    Bound = Uncounted;
  Verdict Result = *Worst;
  Result.BlockTotal = std::nullopt;
  if (!Uncounted)
    Result.GridTotal = Sum;
  Result.IfSpared = Result.Sure = std::nullopt;
  Result.IsOnlyFlowOpen = false;
  for (const auto &[Of, Blocks] : Found)
    Result.Rules |= Of->Rules;
  if (!Uncounted || AreAlike)
    for (const auto &[Of, Blocks] : Found)
      takeWorse(Result.Sure, Of->Sure);
  if (Uncounted)
    Result.Why = Uncounted->Why;
  if (!Bound)
    return Result;
  Result.Result = Certainty::UpperBound;
  Result.Why = Bound->Why;
  Result.IsOnlyFlowOpen = llvm::all_of(Found, [](const auto &Each) {
    return Each.first->Result == Certainty::Exact || Each.first->IsOnlyFlowOpen;
  });
  const bool MayBeSpared = llvm::any_of(
      Found, [](const auto &Each) { return Each.first->IfSpared; });
  if (MayBeSpared)
    for (const auto &[Of, Blocks] : Found)
      takeWorse(Result.IfSpared, Of->IfSpared ? Of->IfSpared : Of->Worst);
  return Result;
}

/// Has \p V, which is of all blocks, say what the classes say together where
/// that is more.
static void combine(llvm::ArrayRef<BlockClass> Classes, Verdict &V) {
  std::optional<Verdict> Together = combined(verdictsOf(V.Access, Classes));
  if (!Together)
    return;
  const bool SaysMore =
      Together->Result == Certainty::Exact
          ? V.Result != Certainty::Exact || Together->GridTotal
          : V.Result == Certainty::UpperBound || V.Result == Certainty::Unknown;
  if (!SaysMore)
    return;
  // What is known of all blocks in any case.
  Together->Traced = V.Traced;
  Together->BlockGuards = V.BlockGuards;
  Together->Arrays = V.Arrays;
  Together->MayStray = V.MayStray;
  Together->Faults = V.Faults;
  Together->FaultsIfReached = V.FaultsIfReached;
  V = std::move(*Together);
}

/// A bound that only the border of a problem of unknown size makes one.
static bool isOpenAtBorder(const Verdict &V) {
  return V.Result == Certainty::UpperBound && V.IsOnlyFlowOpen &&
         V.Worst.conflicts();
}

/// Has \p V say what holds for blocks inside, of which \p Inside is.
static void takeInside(const Verdict &Inside, Verdict &V) {
  if (Inside.Result != Certainty::Exact ||
      Inside.Worst.Wavefronts != V.Worst.Wavefronts ||
      Inside.Worst.Ideal != V.Worst.Ideal)
    return;
  V.Result = Certainty::Exact;
  V.WorstRequest = Inside.WorstRequest;
  V.FusedBytes = Inside.FusedBytes;
  V.IfSpared = std::nullopt;
  V.Sure = Inside.Sure;
  V.IsOnlyFlowOpen = false;
  V.IsInside = true;
  V.Rules = Inside.Rules;
  V.Why =
      Reason{ReasonCode::UnknownCondition,
             "this is of blocks inside of the problem, all of whose threads "
             "pass the guards that compare blockIdx with its size"};
}

/// Judges what is open at the border of a problem for the blocks inside.
static void judgeInside(const KernelProgram &Program, const Architecture &Arch,
                        LaunchConfig Launch, const InterpreterBudget &Budget,
                        std::vector<Verdict> &Whole) {
  if (llvm::none_of(Whole, isOpenAtBorder) ||
      !hasInsideGuards(Program, Launch) || !applies(Mechanism::BlockClasses))
    return;
  Launch.IsInside = true;
  const std::vector<Verdict> Inside = judge(Program, Arch, Launch, Budget);
  for (Verdict &V : Whole) {
    auto Found = llvm::find_if(
        Inside, [&V](const Verdict &Each) { return Each.Access == V.Access; });
    if (isOpenAtBorder(V) && Found != Inside.end())
      takeInside(*Found, V);
  }
}

/// What judge says, and what it says of classes of blocks if the grid is known.
static std::vector<Verdict> judgeClasses(const KernelProgram &Program,
                                         const Architecture &Arch,
                                         const LaunchConfig &Launch,
                                         const InterpreterBudget &Budget) {
  const uint64_t Before = Budget.Together ? Budget.Together->left() : 0;
  std::vector<Verdict> Whole = judge(Program, Arch, Launch, Budget);
  if (!Launch.Grid || Launch.Blocks)
    return Whole;
  const Dim3 Grid = *Launch.Grid;
  const BlockRange All{{0, 0, 0}, {Grid.X - 1, Grid.Y - 1, Grid.Z - 1}};
  if (llvm::all_of(Whole, [](const Verdict &V) { return !V.BlockGuards; }))
    return Whole;
  // Other launches of the kernel shall not lack the work.
  if (Budget.Together) {
    const uint64_t Left = Budget.Together->left();
    if ((Before - Left) > Left / (2 * MostRuns))
      return Whole;
  }
  Division Blocks(Program, Arch, Launch, Budget);
  if (Blocks.divide(All, Whole))
    for (Verdict &V : Whole)
      if (!V.BlockTotal)
        combine(Blocks.classes(), V);
  return Whole;
}

std::vector<Verdict> banklint::judgeBlocks(const KernelProgram &Program,
                                           const Architecture &Arch,
                                           const LaunchConfig &Launch,
                                           const InterpreterBudget &Budget) {
  std::vector<Verdict> Result = judgeClasses(Program, Arch, Launch, Budget);
  judgeInside(Program, Arch, Launch, Budget, Result);
  return Result;
}

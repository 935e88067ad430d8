//===- SparePadding.cpp - Padding that nothing needs ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/SparePadding.h"
#include "Costs/RequestCosts.h"
#include "KnownSearches.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// More than that is a reserve, not a padding.
static constexpr uint64_t MaxSpareElements = 8;
/// Paddings go on top of an extent that fits the banks.
static constexpr uint64_t LeastWholeExtent = 8;
/// Requests of one launch that are looked at.
static constexpr size_t MaxRequests = 1 << 16;

namespace {

/// The offsets of one request in its array.
struct Offsets {
  LaneMask Lanes;
  LaneNumbers Bytes{};
  /// That each lane accesses.
  unsigned Width = 0;
};

} // namespace

static const SharedArray &arrayOf(const ArrayUse &Use) {
  return Use.Program->Arrays[Use.Array];
}

/// \p Elements more in the last extent of the array of \p Use.
static LayoutOverride withMore(const ArrayUse &Use, int64_t Elements) {
  return {Use.Array,
          LayoutChange::padding(arrayOf(Use).Extents.size() - 1, Elements)};
}

/// The requests of \p Use to its array with \p Elements more in the last
/// extent; nothing if not all are known.
static std::optional<std::vector<Offsets>>
offsetsWith(const ArrayUse &Use, unsigned Elements,
            const InterpreterBudget &Budget) {
  std::vector<Offsets> Result;
  bool AllKnown = true;
  auto See = [&](const AccessEvent &Event) {
    AllKnown &= Event.Array.has_value() && Result.size() < MaxRequests;
    if (!AllKnown || *Event.Array != Use.Array)
      return AllKnown;
    AllKnown = Event.Address.constantLanes(Event.Lanes) == Event.Lanes;
    Offsets &Request = Result.emplace_back();
    const Access &A = Use.Program->Accesses[Event.Access];
    Request.Lanes = Event.Lanes;
    Request.Width = A.Bytes * A.Pieces;
    for (unsigned Lane : Event.Lanes)
      Request.Bytes[Lane] =
          uint64_t(Event.Address.base(Lane)) - arrayStart(Use.Array);
    return AllKnown;
  };
  ExecutionSummary Summary =
      execute(*Use.Program, Use.Launch, Budget, See, withMore(Use, Elements));
  if (!AllKnown || Summary.Aborted)
    return std::nullopt;
  return Result;
}

/// The elements of the last extent that \p Use uses, from the first on; nothing
/// if that is not known. A lane's address moves by its row with each element of
/// padding, which shows its column.
static std::optional<uint64_t> usedColumns(const ArrayUse &Use,
                                           const InterpreterBudget &Budget) {
  std::optional<std::vector<Offsets>> Plain = offsetsWith(Use, 0, Budget);
  std::optional<std::vector<Offsets>> Padded = offsetsWith(Use, 1, Budget);
  if (!Plain || !Padded || Plain->size() != Padded->size())
    return std::nullopt;
  const int64_t Pitch = arrayOf(Use).Extents.back().Elements;
  const int64_t ElementBytes = arrayOf(Use).ElementBytes;
  int64_t Most = 0;
  for (const auto &[Before, After] : llvm::zip_equal(*Plain, *Padded)) {
    if (Before.Lanes != After.Lanes)
      return std::nullopt;
    for (unsigned Lane : Before.Lanes) {
      const int64_t Moved = After.Bytes[Lane] - Before.Bytes[Lane];
      const int64_t Column = Before.Bytes[Lane] - Moved * Pitch;
      const int64_t End = Column + Before.Width;
      if (Moved < 0 || Moved % ElementBytes != 0 || Column < 0 ||
          Column >= Pitch * ElementBytes)
        return std::nullopt;
      Most = std::max(Most, (End + ElementBytes - 1) / ElementBytes);
    }
  }
  return Most;
}

/// The sum over the accesses of \p Use; nothing unless each is exact.
static std::optional<Totals> exactTotal(const ArrayUse &Use,
                                        llvm::ArrayRef<Verdict> Verdicts) {
  Totals Sum;
  for (const Verdict &V : Verdicts) {
    if (V.MayStray)
      return std::nullopt;
    if (!V.reaches(Use.Array))
      continue;
    if (V.Result != Certainty::Exact || !V.BlockTotal)
      return std::nullopt;
    Sum += *V.BlockTotal;
  }
  return Sum;
}

/// True if some access of \p After is worse than it is in \p Before, or is
/// missing there.
static bool makesWorse(llvm::ArrayRef<Verdict> Before,
                       llvm::ArrayRef<Verdict> After) {
  if (Before.size() != After.size())
    return true;
  for (const auto &[B, A] : llvm::zip_equal(Before, After))
    if (B.Access != A.Access || isWorse(A.Worst, B.Worst))
      return true;
  return false;
}

/// Adds the totals of \p Use to \p Result. Returns whether all are known and
/// none is worse without the padding.
static bool addUse(const ArrayUse &Use, const Architecture &Arch,
                   const InterpreterBudget &Budget, SparePadding &Result) {
  const std::vector<Verdict> After =
      judge(*Use.Program, Arch, Use.Launch, Budget,
            withMore(Use, -int64_t(Result.Elements)));
  std::optional<Totals> With = exactTotal(Use, Use.Verdicts);
  std::optional<Totals> Without = exactTotal(Use, After);
  if (!With || !Without || makesWorse(Use.Verdicts, After) ||
      Without->Requests > With->Requests ||
      Without->Wavefronts > With->Wavefronts)
    return false;
  Result.With.Requests += With->Requests;
  Result.With.Wavefronts += With->Wavefronts;
  Result.With.Ideal += With->Ideal;
  Result.Without.Requests += Without->Requests;
  Result.Without.Wavefronts += Without->Wavefronts;
  Result.Without.Ideal += Without->Ideal;
  return true;
}

static std::optional<SparePadding>
searchSparePadding(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                   const InterpreterBudget &Budget) {
  const SharedArray &Array = arrayOf(Uses.front());
  if (Array.IsDynamic || Array.Extents.size() < 2)
    return std::nullopt;
  const uint64_t Pitch = Array.Extents.back().Elements;
  // Most arrays need no execution to be ruled out.
  if (Pitch % LeastWholeExtent == 0 ||
      !llvm::all_of(Uses, [](const ArrayUse &Use) {
        return exactTotal(Use, Use.Verdicts).has_value();
      }))
    return std::nullopt;
  uint64_t Used = 0;
  for (const ArrayUse &Use : Uses) {
    std::optional<uint64_t> Own = usedColumns(Use, Budget);
    if (!Own || arrayOf(Use).bytes() != Array.bytes() ||
        arrayOf(Use).Extents.back().Elements != Pitch)
      return std::nullopt;
    Used = std::max(Used, *Own);
  }
  if (Used == 0 || Used >= Pitch || Pitch - Used > MaxSpareElements ||
      Used % LeastWholeExtent != 0)
    return std::nullopt;
  SparePadding Result;
  Result.Elements = Pitch - Used;
  Result.Bytes = Array.bytes() / Pitch * Result.Elements;
  for (const ArrayUse &Use : Uses)
    if (!addUse(Use, Arch, Budget, Result))
      return std::nullopt;
  const bool IsClean = Result.With.Wavefronts == Result.With.Ideal;
  if (!IsClean && Result.Without.Wavefronts == Result.With.Wavefronts)
    return std::nullopt;
  return Result;
}

std::optional<SparePadding>
banklint::findSparePadding(const Architecture &Arch,
                           llvm::ArrayRef<ArrayUse> Uses,
                           const InterpreterBudget &Budget) {
  return findOnce("findSparePadding", &Arch, Uses, Budget,
                  [&](const InterpreterBudget &Own) {
                    return searchSparePadding(Arch, Uses, Own);
                  });
}

bool banklint::isLargerBetter(const Architecture &Arch,
                              llvm::ArrayRef<ArrayUse> Uses,
                              const SparePadding &Spare,
                              const InterpreterBudget &Budget) {
  if (Spare.With.Wavefronts == Spare.With.Ideal)
    return false;
  const LayoutResult Other = findOnce("findPadding", &Arch, Uses, Budget,
                                      [&](const InterpreterBudget &Own) {
                                        return findPadding(Arch, Uses, Own);
                                      });
  return Other.Best && Other.Best->After.Wavefronts < Spare.Without.Wavefronts;
}

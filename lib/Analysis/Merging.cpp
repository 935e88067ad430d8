//===- Merging.cpp - Neighbours that the compiler may merge ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Merging.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

// Compilers look at some dozens of neighbours, not at whole kernels.
constexpr unsigned MaxEntries = 64;
constexpr unsigned MaxMergedBytes = 16;

/// True if both addresses have the same symbols with the same coefficients, so
/// that their distance is that of their bases.
static bool haveSameTerms(const WarpValue &A, const WarpValue &B,
                          LaneMask Lanes) {
  if (A.terms().size() != B.terms().size())
    return false;
  return llvm::all_of(A.terms(), [&](const SymbolTerm &Term) {
    return llvm::any_of(B.terms(), [&](const SymbolTerm &Other) {
      if (Other.symbol() != Term.symbol())
        return false;
      for (unsigned Lane : Lanes)
        if (Other.coefficient(Lane) != Term.coefficient(Lane))
          return false;
      return true;
    });
  });
}

/// The bytes from \p From to \p To if all lanes agree.
static std::optional<int64_t> distance(const WarpValue &From,
                                       const WarpValue &To, LaneMask Lanes) {
  if (!haveSameTerms(From, To, Lanes))
    return std::nullopt;
  unsigned First = Lanes.lowest();
  int64_t Distance = To.base(First) - From.base(First);
  for (unsigned Lane : Lanes)
    if (To.base(Lane) - From.base(Lane) != Distance)
      return std::nullopt;
  return Distance;
}

namespace {
/// Where all lanes of a request stand in their aligned stretch of bytes.
struct Position {
  int64_t Bytes;
  /// Rounds of a loop step by one element and so pass all positions: the
  /// compiler may unroll.
  bool StepsByRound;
};
} // namespace

/// The position in stretches of \p Bytes, if all lanes surely share it.
static std::optional<Position> positionIn(const WarpValue &Address,
                                          unsigned Bytes, unsigned Step,
                                          LaneMask Lanes,
                                          const SymbolTable &Symbols) {
  Position Result{Address.base(Lanes.lowest()) & (Bytes - 1), false};
  for (unsigned Lane : Lanes)
    if ((Address.base(Lane) & (Bytes - 1)) != Result.Bytes)
      return std::nullopt;
  for (const SymbolTerm &Term : Address.terms())
    for (unsigned Lane : Lanes) {
      int64_t Coefficient = Term.coefficient(Lane);
      if (Coefficient % int64_t(Bytes) == 0)
        continue;
      if (!Symbols.isRound(Term.symbol()) ||
          std::abs(Coefficient) != int64_t(Step))
        return std::nullopt;
      Result.StepsByRound = true;
    }
  return Result;
}

/// True if the compiler may see that \p Other stands \p Distance bytes from
/// \p New. It does in straight-line code, and in successive rounds of one
/// access; two accesses in a loop must keep the distance in every round.
bool MergeWindow::mayPair(const Entry &New, const Entry &Other,
                          int64_t Distance) {
  if (New.RuntimeRound == 0 || New.Access == Other.Access)
    return true;
  if (New.RuntimeRound != Other.RuntimeRound)
    return false;
  std::pair<unsigned, unsigned> Pair(New.Access, Other.Access);
  auto [Known, IsNew] = Distances.try_emplace(Pair, Distance);
  if (!IsNew && Known->second != Distance)
    VaryingPairs.insert(Pair);
  return !VaryingPairs.count(Pair);
}

/// Merges \p New with the entries that fill its aligned stretch of \p Bytes, if
/// all of it is accessed.
bool MergeWindow::tryMerge(Entry &New, unsigned Bytes,
                           const SymbolTable &Symbols, RequestCosts &Costs) {
  LaneMask Lanes = New.Pattern.Lanes;
  unsigned Width = New.Pattern.Bytes;
  std::optional<Position> At =
      positionIn(New.Address, Bytes, Width, Lanes, Symbols);
  if (!At)
    return false;
  llvm::SmallVector<Entry *, 16> Members{&New};
  unsigned Filled = 1u << (At->Bytes / Width);
  for (Entry &Other : Entries) {
    if (Other.Array != New.Array || Other.Pattern.Bytes != Width ||
        Other.Pattern.Lanes != Lanes)
      continue;
    std::optional<int64_t> Offset = distance(New.Address, Other.Address, Lanes);
    if (!Offset || !mayPair(New, Other, *Offset) || At->Bytes + *Offset < 0 ||
        At->Bytes + *Offset >= int64_t(Bytes))
      continue;
    Filled |= 1u << ((At->Bytes + *Offset) / Width);
    Members.push_back(&Other);
  }
  if (!At->StepsByRound && Filled != (1u << (Bytes / Width)) - 1)
    return false;
  AccessPattern Merged = New.Pattern;
  Merged.Bytes = Bytes;
  for (unsigned Lane : Lanes)
    Merged.Offset[Lane] -= At->Bytes;
  PatternCost Cost = Costs.costOf(Merged, 0);
  if (!Cost.IsAligned)
    return false;
  for (Entry *Member : Members)
    Member->Merged = Cost.Cost;
  return true;
}

void MergeWindow::flush(Sink Done) {
  for (const Entry &E : Entries)
    Done(E.Access, E.Alone, E.Merged);
  Entries.clear();
}

void MergeWindow::add(const AccessEvent &Event, const AccessPattern &Pattern,
                      const RequestCost &Cost, bool IsVolatile,
                      RequestCosts &Costs, Sink Done) {
  // A store may change what a load reads, and the other way round.
  if (Event.Warp != Warp || Event.Stretch != Stretch ||
      (!Entries.empty() && Entries.front().Pattern.Op != Pattern.Op))
    flush(Done);
  Warp = Event.Warp;
  Stretch = Event.Stretch;
  if (!Cost.conflicts())
    return;
  Entry New{
      Event.Access, Event.RuntimeRound, Event.Array, Event.Address, Pattern,
      Cost,         std::nullopt};
  bool IsPlain = (Pattern.Op == MemoryOperation::Load ||
                  Pattern.Op == MemoryOperation::Store) &&
                 Pattern.Pieces == 1 && Pattern.Bytes > 1 && !IsVolatile;
  if (!IsPlain)
    return Done(New.Access, New.Alone, std::nullopt);
  for (unsigned Bytes = MaxMergedBytes; Bytes > Pattern.Bytes; Bytes /= 2)
    if (tryMerge(New, Bytes, Event.Symbols, Costs))
      break;
  Entries.push_back(std::move(New));
  if (Entries.size() <= MaxEntries)
    return;
  const Entry &Oldest = Entries.front();
  Done(Oldest.Access, Oldest.Alone, Oldest.Merged);
  Entries.pop_front();
}
